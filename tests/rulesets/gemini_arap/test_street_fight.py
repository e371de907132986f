"""The street fight in `examples/`: a squad divides, storms a bolted door, a mob gathers and breaks, a judge comes and goes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.cli.playing import Ended

import surefoot
from surefoot.dice.responders import script
from surefoot.forecast.ask import question

FIGHT = Path(__file__).parents[3] / "examples" / "street-fight.yaml"
RUNS = 3000
# Ld 6 on 2D6.
HOLDS = Fraction(15, 36)


@pytest.fixture(scope="module")
def fight() -> surefoot.Scenario:
    return surefoot.load(FIGHT)


@pytest.fixture(scope="module")
def told(fight: surefoot.Scenario) -> list[surefoot.Outcome]:
    """Everything that happens, one declaration after the other."""
    table, found = fight.table, []
    answers = script(fight.answers)
    for declaration in fight.declarations:
        found.append(surefoot.move(table, declaration, answers))
        table = found[-1].run.table
    assert not answers.unused
    return found


def test_nothing_of_it_is_refused(told: list[surefoot.Outcome]) -> None:
    assert [outcome.verdict for outcome in told] == ["legal"] * len(told)


def test_the_halves_of_the_squad_act_for_themselves(told: list[surefoot.Outcome]) -> None:
    table = told[3].run.table
    assert table.models["s4"].unit == "wardens-2"
    assert table.note("did", "s4") == ("fire",)
    assert table.note("did", "s1") == ("move", "charge")


def test_a_bolt_and_a_handle_cost_two_inches(told: list[surefoot.Outcome]) -> None:
    assert told[2].run.table.pieces["door"].state == ("open",)
    assert {"door.single", "door.two-actions"} <= set(told[2].clauses)
    # The squad pays what its dearest path costs: that of the figure at the door.
    assert told[2].cost == 4_000_000


def test_the_quicker_side_fires_first_and_all_three_are_locked(told: list[surefoot.Outcome]) -> None:
    assert {"charging-fire.who-fires-first", "charging-fire.long-charge"} <= set(told[3].clauses)
    assert [test.passed for test in told[3].tests] == [True, False, False]
    assert told[3].clauses.count("support.locked-in-combat") == 1


def test_the_judge_joins_and_leaves(told: list[surefoot.Outcome]) -> None:
    assert told[4].run.table.models["judge"].unit == "wardens-2"
    assert told[-1].run.table.models["judge"].unit == ""
    assert "character.leaving" in told[-1].clauses


def test_the_mob_forms_and_breaks(told: list[surefoot.Outcome]) -> None:
    table = told[-1].run.table
    crowd = [name for name, model in table.models.items() if model.unit == "crowd" and model.place.on_table]
    assert crowd == ["r1", "q1", "q2"]
    assert all(table.models[name].is_("routing") for name in crowd)


def test_the_odds_of_the_mob_are_those_of_its_leader(fight: surefoot.Scenario) -> None:
    ends = surefoot.odds(fight.table, fight.declarations[:9])
    states = ends.over("status", ("r1",))
    assert states == {"R1: unharmed": HOLDS, "R1: Routing": 1 - HOLDS}


def test_simulation_agrees_with_the_exact_odds(fight: surefoot.Scenario) -> None:
    plan = fight.declarations[:9]
    exact = surefoot.odds(fight.table, plan).over(question("status", fight.table, ("r1",)))
    played = surefoot.simulate(fight.table, plan, RUNS, asked="status", who=("r1",), seed="riot")
    assert sorted(played.seen) == sorted(exact)
    for state, chance in exact.items():
        low, high = played.interval(state)
        assert low <= chance <= high, state


def test_it_is_told_and_drawn(tmp_path: Path) -> None:
    ended = Ended("move", str(FIGHT))
    assert ended.code == 0
    assert any("The Wardens unit splits into 2 squads" in line for line in ended.lines)
    picture = tmp_path / "fight.svg"
    assert Ended("draw", str(FIGHT), "--move", "--strip", "-o", str(picture)).code == 0
    assert picture.read_text(encoding="utf-8").count("<svg") >= 1
