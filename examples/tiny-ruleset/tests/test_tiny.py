"""Tiny passes the conformance check, and its cases prove every clause."""

from pathlib import Path

from surefoot import Declaration, Leg, Seeded, check, find, move
from surefoot.testing import check_ruleset, coverage, scripted, table_from_ascii

CORPUS = Path(__file__).parent.parent / "conformance"


def test_tiny_conforms() -> None:
    assert check_ruleset("tiny", corpus=CORPUS / "tiny") == ()


def test_every_clause_is_proven() -> None:
    covered = coverage(["tiny"], CORPUS)["rulesets"]["tiny"]

    assert covered["proven"] > 0
    assert covered["unproven"] == []


def test_a_drawn_meadow_can_be_crossed() -> None:
    meadow = table_from_ascii(
        find("tiny"),
        """
        ........
        .a.==...
        ........
        """,
        {"=": {"depth": 1}},
        profile={"pace": 8},
    )
    walk = Declaration("walk", ("a",), (Leg.at(6.5, 1.5, "leap"),))

    assert check(meadow, walk).verdict == "legal"
    assert move(meadow, walk, scripted(6)).run.table.pose("a")[:2] == (6.5, 1.5)
    assert move(meadow, walk, scripted(1)).verdict == "stopped-short"
    assert move(meadow, walk, Seeded("any")).tests
