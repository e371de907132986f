"""`surefoot ask`: questions to the rules, at the command line and in the library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.playing import Ended

import surefoot
from surefoot.answers.bundled import bundled
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.questions import ask_all
from surefoot.referee.catalogue import load
from surefoot.referee.protocol import find
from surefoot.referee.questions import questions

GAP = surefoot.EXAMPLE


@pytest.fixture
def gap(tmp_path: Path) -> str:
    path = tmp_path / "gap.yaml"
    path.write_text(GAP, encoding="utf-8")
    return str(path)


def run(*words: str) -> tuple[int, str, str]:
    ended = Ended("ask", *words)
    return ended.code, ended.out, ended.said


def test_without_a_name_the_questions_are_listed(gap: str) -> None:
    code, out, _ = run(gap)
    assert code == 0
    assert "offered" in out
    assert "may measure" in out


def test_one_question_is_answered_with_its_clauses(gap: str) -> None:
    code, out, _ = run(gap, "--who", "kal", "offered", "--json")
    (answer,) = json.loads(out)["answers"]
    assert code == 0
    assert answer["value"]["move"] is True
    assert answer["value"]["stand up"] is False
    assert answer["clauses"] == ["necromunda-classic/support.fighter-actions"]
    assert "Stand Up" in answer["says"]


def test_a_name_may_be_typed_as_it_is_shown(gap: str) -> None:
    assert run(gap, "--who", "Kal", "offered") == run(gap, "--who", "kal", "offered")


@pytest.mark.parametrize("height", ["5", "5.0", "5.5"])
def test_a_height_is_a_number_with_or_without_a_fraction(gap: str, height: str) -> None:
    code, out, _ = run(gap, "--who", "kal", "fall", f"height={height}", "--json")
    (answer,) = json.loads(out)["answers"]
    assert code == 0
    assert answer["value"]["strength"] == (3 if height.startswith("5.0") or height == "5" else 5)


def test_a_decimal_is_a_number_in_json(gap: str) -> None:
    code, out, _ = run(gap, "--who", "kal", "climb cost", "height=1.25", "--json")
    assert code == 0, out
    assert json.loads(out)["answers"][0]["value"] == 2.5


def test_a_detail_that_is_given_twice_is_refused(gap: str) -> None:
    code, _, said = run(gap, "--who", "kal", "fall", "height=3", "height=4")
    assert code == 2
    assert "'height' is given twice" in said


def test_a_model_whose_name_is_a_number_can_be_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "numbers.yaml"
    path.write_text(
        """
ruleset: necromunda-classic(premeasure=on)
board: [24, 16]
models:
  kal: {base: 25.4, at: [4, 4], side: a, profile: {M: 5, I: 4}}
  '7': {base: 25.4, at: [10, 4], side: b, profile: {M: 5, I: 4}}
""",
        encoding="utf-8",
    )
    code, out, said = run(str(path), "--who", "kal", "charge", "target=7", "--json")
    assert (code, said) == (0, "")
    assert json.loads(out)["answers"][0]["value"]["chance"] == "3/3"


def test_a_question_of_two_words_needs_no_quotes(gap: str) -> None:
    code, out, _ = run(gap, "--who", "kal", "may", "measure")
    assert code == 0
    assert "may measure" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--who", "kall"), "did you mean 'kal'"),
        (("--who", "kal", "ofered"), "did you mean 'offered'"),
        (("offered",), "Name a model or a unit; known: kal"),
        (("--who", "kal", "offered", "when=now"), "'offered' takes no details"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(gap: str, words: tuple[str, ...], says: str) -> None:
    code, _, err = run(gap, *words)
    assert code == 2
    assert says in err.replace("\n", " ")


def test_after_the_moves_of_a_file_the_answer_is_another(gap: str) -> None:
    before = json.loads(run(gap, "--who", "kal", "offered", "--json")[1])["answers"][0]["value"]
    after = json.loads(run(gap, "--who", "kal", "offered", "--json", "--dice", "2,1")[1])["answers"][0][
        "value"
    ]
    assert before["stand up"] is False
    assert before != after


def test_a_missing_die_is_named(gap: str) -> None:
    code, _, err = run(gap, "--who", "kal", "offered", "--after")
    assert code == 2
    assert "leap" in err


@pytest.mark.parametrize("name", sorted(bundled()))
def test_every_question_about_everybody_is_answered_with_clauses_that_exist(name: str) -> None:
    table = surefoot.loads(bundled()[name].read_text(encoding="utf-8"), name).table
    ruleset = find(table.ruleset)
    assert len(questions(ruleset)) > 1
    for who in (*table.models, *table.units):
        for answer in ask_all(table, who).values():
            for clause in answer.clauses:
                assert load(ruleset.package)[clause]


HERO = """
ruleset: dark-heresy-2e
scale: 1
board: [40, 40]
models: {vex: {base: 25, at: [5, 5], profile: {S: 42, Ag: 41}}, tor: {base: 25, at: [9, 5]}}
"""


@pytest.mark.parametrize(
    ("question", "details", "says"),
    [
        ("leap", {"degrees": "many"}, "degrees: expected a whole number, found 'many'"),
        ("leap", {"run_up": -8}, "run_up: expected a number from 0 to 1,000, found -8"),
        (
            "may-attack",
            {"target": "tor", "kind": "laser"},
            "kind: expected one of melee, ranged, found 'laser'",
        ),
        ("may-attack", {"target": 3}, "target: expected a word, found 3"),
    ],
)
def test_a_detail_of_another_kind_or_out_of_bounds_is_refused(
    question: str, details: dict[str, object], says: str
) -> None:
    table = surefoot.loads(HERO).table
    with pytest.raises(InvalidQuestion) as wrong:
        surefoot.ask(table, "vex", question, details)
    assert says in str(wrong.value)


@pytest.mark.parametrize(
    ("question", "clause"),
    [("climb", "climb.simple-failure-falls"), ("jump-down", "drop.failure"), ("jump-up", "runjump.stumble")],
)
def test_a_failed_test_climbs_and_jumps_nothing(question: str, clause: str) -> None:
    table = surefoot.loads(HERO).table
    failed = surefoot.ask(table, "vex", question, {"degrees": -2})
    assert failed.clauses == (clause,)
    assert str(failed.says).startswith("No ")
    assert surefoot.ask(table, "vex", question, {"degrees": 0}).value is None


def test_the_library_says_what_is_wrong_too() -> None:
    table = surefoot.loads(GAP).table
    with pytest.raises(InvalidQuestion, match="did you mean 'offered'"):
        surefoot.ask(table, "kal", "offred")
