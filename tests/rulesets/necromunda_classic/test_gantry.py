"""The table of three levels in `examples/`: a run, a climb, a leap that fails, and a fall onto an enemy."""

from fractions import Fraction
from pathlib import Path

import pytest
from tests.cli.playing import Ended

import surefoot
from surefoot.forecast.ask import question

GANTRY = Path(__file__).parents[3] / "examples" / "gantry.yaml"
RUNS = 4000
# A hit of Strength 3 wounds Toughness 3 on 4+, and one Injury dice follows: a third of them are Flesh Wounds.
STAYS_PINNED = Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 3)
OUT = Fraction(1, 2) * Fraction(1, 6)


@pytest.fixture(scope="module")
def gantry() -> surefoot.Scenario:
    return surefoot.load(GANTRY)


def test_the_check_names_the_test_that_comes_and_its_odds() -> None:
    ended = Ended("check", str(GANTRY))

    assert ended.code == 0
    assert "  Kal: Initiative test to leap  D6    4+     1/2 (50 %)  [3,4]" in ended.lines
    assert "  [3]  Initiative test to leap  leap.test" in ended.lines
    assert [line.split(" ")[0] for line in ended.lines if line[:1].isdigit()] == ["1", "2", "3", "4", "5"]
    assert sum("legal" in line for line in ended.lines) == 5
    assert not any("illegal" in line for line in ended.lines)


def test_the_move_tells_the_fall_step_by_step() -> None:
    ended = Ended("move", str(GANTRY))
    told = [line.split("  ")[2] for line in ended.lines if line.startswith("  •")]

    assert ended.code == 0
    assert [each for each in told if "Orl" in each or "Kal" in each][-6:] == [
        "Kal falls 4″ to the ground",
        "Kal takes a hit: S3, AP –, D1",
        "Orl takes a hit: S3, AP –, D1",
        "Kal is now Pinned",
        "Orl is now Pinned",
        "Kal is moved 1.7″",
    ]


def test_the_levels_are_climbed_one_after_the_other(gantry: surefoot.Scenario) -> None:
    table, heights = gantry.table, []
    for declaration in gantry.declarations[:4]:
        table = surefoot.move(table, declaration, surefoot.Seeded("no dice are rolled")).run.table
        heights.append(table.pose("kal").z)

    assert heights == [0.0, 2.0, 2.0, 4.0]


def test_the_odds_of_the_whole_sequence_are_exact(gantry: surefoot.Scenario) -> None:
    ends = surefoot.odds(gantry.table, gantry.declarations)
    states = ends.over("status", ("kal", "orl"))

    assert sum(states.values()) == 1
    assert states["Kal: unharmed; Orl: unharmed"] == Fraction(1, 2)
    assert states["Kal: Pinned; Orl: Pinned"] == Fraction(1, 2) * STAYS_PINNED**2
    assert states["Kal: out of the game; Orl: out of the game"] == Fraction(1, 2) * OUT**2
    assert ends.over("safe") == {True: Fraction(1, 2), False: Fraction(1, 2)}


def test_simulation_agrees_with_the_exact_odds(gantry: surefoot.Scenario) -> None:
    exact = surefoot.odds(gantry.table, gantry.declarations)
    exact_states = exact.over(question("status", gantry.table, ("kal", "orl")))
    played = surefoot.simulate(
        gantry.table, gantry.declarations, RUNS, asked="status", who=("kal", "orl"), seed="gantry"
    )

    assert sorted(played.seen) == sorted(exact_states)
    for state, chance in exact_states.items():
        low, high = played.interval(state)
        assert low <= chance <= high, state
