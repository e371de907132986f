"""Scrapyard passes the conformance check, and its cases prove every clause."""

from pathlib import Path

from surefoot.testing import check_ruleset, coverage

CORPUS = Path(__file__).parent.parent / "conformance"


def test_scrapyard_conforms() -> None:
    assert check_ruleset("scrapyard", corpus=CORPUS / "scrapyard") == ()


def test_every_clause_is_proven() -> None:
    covered = coverage(["scrapyard"], CORPUS)["rulesets"]["scrapyard"]

    assert covered["proven"] > 0
    assert covered["unproven"] == []
