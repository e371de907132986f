"""`surefoot coverage`: the corpus is run, and what it proves is counted."""

import json
from pathlib import Path

import pytest
from tests.cli.playing import Ended
from tests.testing.rules import corpus, editions

GOOD = """
    - clause: move.walk
      name: walking is priced
      expect: {cost: 4}
      twin: {set: {models.ana.status: [prone]}, expect: {verdict: illegal}}
"""
WRONG = """
    - clause: move.allowance
      name: five is too far
      expect: {verdict: illegal}
      twin: {set: {models.ana.status: [prone]}, expect: {verdict: illegal}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "corpus"
    (found / "tiny").mkdir(parents=True)
    return found


def write(folder: Path, *cases: str) -> Path:
    path = folder / "tiny" / "walking.yaml"
    path.write_text(corpus(*cases), encoding="utf-8")
    return path


def test_the_table_counts_what_is_proven_and_names_the_topics_of_the_rest(folder: Path) -> None:
    write(folder, GOOD)
    ended = Ended("coverage", "tiny", "--corpus", str(folder))

    assert (ended.code, ended.said) == (0, "")
    assert ended.lines == [
        "  ruleset  clauses  proven  exempt  unproven  share",
        "  tiny          15       1       0        14    7 %",
        "",
        "tiny  unproven by topic",
        "  move 2, leap 3, hurt 2, dash 1, sprint 1, march 1, camp 2, shove 1, clock 1",
        "",
        "1 pair was run. Exempt clauses have a test of their own or need no proof.",
    ]


def test_the_json_is_the_one_that_others_build_on(folder: Path, tmp_path: Path) -> None:
    write(folder, GOOD)
    with editions(tmp_path):
        ended = Ended("coverage", "tiny", "tiny-second", "--corpus", str(folder), "--json")

    told = json.loads(ended.out)
    assert list(told) == ["rulesets"]
    assert list(told["rulesets"]) == ["tiny", "tiny-second"]
    tiny = told["rulesets"]["tiny"]
    assert {key: tiny[key] for key in ("clauses", "proven", "exempt")} == {
        "clauses": 15,
        "proven": 1,
        "exempt": [],
    }
    assert "tiny/move.walk" not in tiny["unproven"]
    assert len(tiny["unproven"]) == 14
    second = told["rulesets"]["tiny-second"]
    assert second["proven"] == 0
    assert second["exempt"] == [{"id": "tiny-second/move.advice", "reason": "advice"}]


def test_every_unproven_and_exempt_clause_is_listed_on_demand(folder: Path, tmp_path: Path) -> None:
    write(folder, GOOD)
    with editions(tmp_path):
        ended = Ended("coverage", "tiny-second", "--corpus", str(folder), "--verbose")

    assert "  move.allowance, move.prone, move.pace" in ended.lines
    assert "tiny-second  exempt" in ended.lines
    assert "  move.advice  advice" in ended.lines


def test_a_wrong_pair_proves_nothing_and_is_a_failure(folder: Path) -> None:
    path = write(folder, GOOD, WRONG)
    ended = Ended("coverage", "tiny", "--corpus", str(folder))

    assert ended.code == 1
    assert ended.lines[1].split()[1:4] == ["15", "1", "0"]
    assert f"{path}:13: this pair fails and proves nothing: tiny/move.allowance/five" in ended.said


def test_a_file_that_cannot_be_read_is_a_failure_that_is_told(folder: Path) -> None:
    path = write(folder, GOOD)
    path.write_text(path.read_text(encoding="utf-8").replace("clause:", "cluase:"), encoding="utf-8")
    ended = Ended("coverage", "tiny", "--corpus", str(folder))

    assert ended.code == 1
    assert "did you mean 'clause'?" in ended.said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["tinny"], "did you mean 'tiny'?"),
        (["tiny", "--corpus", "nowhere"], "There is no folder 'nowhere'"),
    ],
)
def test_what_is_not_there_is_a_mistake_of_usage(arguments: list[str], says: str) -> None:
    ended = Ended("coverage", *arguments, width=200)

    assert (ended.code, ended.out, ended.error) == (2, "", None)
    assert says in ended.said
