"""`surefoot train` and `surefoot puzzle`: lessons and puzzles at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.playing import Ended


def test_a_lesson_is_asked_answered_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFOOT_HOME", str(tmp_path))
    listed = json.loads(Ended("train", "wh40k-10e", "--clause", "advance.distance", "--list", "--json").out)
    name = listed["lessons"][0]["id"].partition("/")[2]
    shown = json.loads(Ended("train", "wh40k-10e", "--lesson", name, "--json").out)
    typed = "".join(f"{question['right'] + 1}\n" for question in shown["questions"])
    ended = Ended("train", "wh40k-10e", "--lesson", name, piped=f"nine\n{typed}")
    assert "Type a number from 1 to" in ended.out
    assert "What if?" in ended.out
    assert "1 of 1 answered right." in ended.out
    assert list(json.loads((tmp_path / "training.json").read_text())) == [f"wh40k-10e/{name}"]
    # A lesson that was answered right is not due today; without input the command ends.
    asked = Ended("train", "wh40k-10e", "--clause", "advance.distance", piped="")
    assert "answered right" not in asked.out
    assert asked.code == 0


def test_what_does_not_exist_is_refused_with_the_likely_name() -> None:
    wrong = Ended("train", "wh40k-10e", "--lesson", "advance.distanc/x")
    assert wrong.code == 2
    assert "advance.distance" in wrong.said
    assert Ended("train", "wh40k-10e", "--topic", "nothing").code == 2
    topics = Ended("train", "wh40k-10e", "--list").out
    assert "advance" in topics


def test_a_puzzle_is_solved_by_its_letter() -> None:
    shown = json.loads(Ended("puzzle", "--ruleset", "wh40k-10e", "--seed", "7", "--json").out)
    right = "ABCD"[shown["question"]["right"]]
    wrong = "A" if right != "A" else "B"
    good = Ended("puzzle", "--ruleset", "wh40k-10e", "--seed", "7", piped=f"x\n{right.lower()}\n")
    assert "Type one of the letters" in good.out
    assert "Correct." in good.out
    assert good.code == 0
    bad = Ended("puzzle", "--ruleset", "wh40k-10e", "--seed", "7", piped=f"{wrong}\n")
    assert f"Wrong. The answer is: {right}" in bad.out
    assert bad.code == 1
    assert f"It is: {right}" in Ended("puzzle", "--ruleset", "wh40k-10e", "--seed", "7", "--answer").out
    assert Ended("puzzle", "--ruleset", "wh40k-9e", "--seed", "7").code == 2
