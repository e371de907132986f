"""The assault in the examples: it goes as its page tells it, and its odds are exact."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from surefoot.dice.responders import script
from surefoot.files.scenario import Scenario, load
from surefoot.forecast.odds import odds
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.referee import move
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table

ASSAULT = Path(__file__).parents[3] / "examples" / "assault" / "assault.yaml"


def played(scenario: Scenario) -> list[Outcome]:
    """Every declaration with the dice of the file."""
    answers = script(scenario.answers)
    table, found = scenario.table, []
    for declaration in scenario.declarations:
        found.append(move(table, declaration, answers))
        table = found[-1].run.table
    return found


def test_the_assault_goes_as_its_page_tells_it() -> None:
    made = played(load(ASSAULT))
    table = made[-1].run.table

    assert [one.verdict for one in made] == ["legal"] * 9
    assert table.models["gil"].place.on == "keep"
    assert table.models["ann"].is_("fallen")
    assert table.models["bob"].is_("fallen")
    assert not table.models["cid"].is_("fallen")
    assert "ladder" in table.objects
    assert "ladder" not in table.pieces
    assert "hook" in table.pieces
    eve = table.models["eve"].place
    assert (from_lattice(eve.x), from_lattice(eve.y), eve.on) == (20.0, 5.5, "board")
    assert table.note("dive", "eve") is True


def test_the_chance_of_the_whole_plan_is_the_product_of_its_parts() -> None:
    scenario = load(ASSAULT)
    found = odds(scenario.table, scenario.declarations)
    hook, climb = Fraction(2, 3), 1 - Fraction(1, 3) ** 2
    unpushed, dive = Fraction(2, 3), Fraction(2, 3) ** 2

    assert found.unresolved == 0
    assert sum(way.chance for way in found.ways) == 1
    planned = sum((way.chance for way in found.ways if _as_planned(way.end.after)), Fraction(0))
    assert planned == hook * climb * unpushed * dive == Fraction(128, 729)


def _as_planned(table: Table) -> bool:
    """Gil is up, the ladder stands, and Eve has come down on the sentry."""
    return (
        table.models["gil"].place.on == "keep"
        and "ladder" in table.pieces
        and table.note("dive", "eve") is True
    )


def test_its_page_names_clauses_that_were_cited() -> None:
    page = ASSAULT.with_name("README.md").read_text(encoding="utf-8")
    cited = [clause for one in played(load(ASSAULT)) for clause in one.clauses]
    named = [each for each in re.findall(r"`([a-z-]+\.[a-z-]+)`", page) if not each.endswith(("yaml", "svg"))]

    assert named
    assert [each for each in named if each not in cited] == []
