"""The example of this ruleset plays as its page describes it."""

from __future__ import annotations

from pathlib import Path

from surefoot.dice.responders import script
from surefoot.files import scenario
from surefoot.referee.referee import move

CHASE = Path(__file__).parents[3] / "examples" / "rooftop-chase" / "chase.yaml"
TOLD = [
    "gravity.low-agb",
    "env.halved",
    "light.dark-half-rate",
    "env.modifier-table",
    "runleap.run-up-bonus",
    "gravity.low-jump",
    "sheer.test",
    "sheer.failure-falls",
    "support.falling-prone",
]


def test_the_rooftop_chase_ends_at_the_foot_of_the_spire() -> None:
    laid = scenario.loads(CHASE.read_text(encoding="utf-8"), str(CHASE))
    table, dice = laid.table, script(laid.answers)
    verdicts: list[str] = []
    cited: list[str] = []
    for declared in laid.declarations:
        made = move(table, declared, dice)
        table = made.run.table
        cited += made.clauses
        if declared.kind == "declare":
            verdicts.append(made.verdict)

    assert verdicts == ["legal", "legal", "legal", "stopped-short", "stopped-short", "stopped-short"]
    assert dice.unused == []
    assert table.models["vex"].counted("damage") == 9
    assert table.models["vex"].statuses == ("prone",)
    assert [clause for clause in TOLD if clause not in cited] == []


def test_its_page_names_the_clauses_that_were_cited() -> None:
    page = (CHASE.parent / "README.md").read_text(encoding="utf-8")

    assert [clause for clause in TOLD if f"`{clause}`" not in page] == []
