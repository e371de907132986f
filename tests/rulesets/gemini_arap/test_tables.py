"""The tables of the catalogue and the rule code say the same."""

from __future__ import annotations

import pytest

from surefoot.dice.responders import script
from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, legal_actions, move
from surefoot.rulesets.gemini_arap import door, fall, jump, turn
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.table.record import Record
from surefoot.table.table import Table


def laid(m: int = 4, ap: int = 3, tags: str = "") -> Table:
    """One figure at the south of a table, on ground with some tags."""
    terrain = f"terrain: {{ground: {{area: {{rect: [0, 0, 60, 60]}}, tags: [{tags}]}}}}" if tags else ""
    model = f"{{base: 25, at: [10, 2], side: a, profile: {{M: {m}, I: 4, ap: {ap}}}}}"
    return loads(f"ruleset: gemini-arap\nboard: [60, 60]\n{terrain}\nmodels: {{kal: {model}}}\n").table


def walk(inches: float, moves: int = 1) -> Declaration:
    """Straight ahead."""
    return Declaration(
        "move", ("kal",), (Leg((10_000_000, to_lattice(2 + inches))),), details=Record(moves=moves)
    )


@pytest.mark.parametrize(
    ("clause", "tag"), [("difficult.half-rate", "marsh"), ("very-difficult.quarter-rate", "swamp")]
)
def test_a_whole_action_in_bad_ground_goes_as_far_as_the_table_says(clause: str, tag: str) -> None:
    assert rows(clause)
    for row in rows(clause):
        table = laid(row["m"], tags=tag)
        assert check(table, walk(row["whole_action"]), nearest=False).verdict == "legal"
        assert check(table, walk(row["whole_action"] + 0.05), nearest=False).verdict == "illegal"


def test_every_row_of_the_division_of_actions_can_be_played_and_no_more() -> None:
    for row in rows("action.splits"):
        now = laid(ap=row["ap"])
        if row["moves"]:
            now = _made(now, walk(4 * row["moves"], row["moves"]))
        for _ in range(row["fires"]):
            now = _made(now, Declaration("fire", ("kal",)))
        assert check(now, Declaration("fire", ("kal",))).verdict == "illegal"


def _made(table: Table, declaration: Declaration) -> Table:
    result = move(table, declaration, script([]))
    assert result.verdict == "legal"
    return result.run.table


def test_turning_costs_what_the_table_says() -> None:
    table = laid()
    for row in rows("turn.extra-costs-half-inch"):
        assert turn.price(table, 0.0, row["degrees"])[0] == row["cost"]


@pytest.mark.parametrize("clause", ["door.two-actions", "door.three-or-four-actions"])
def test_every_combination_of_door_actions_costs_what_its_number_does(clause: str) -> None:
    table = laid()
    for row in rows(clause):
        assert door.total(table, len(row["actions"])) == (row["cost"], (clause,))


def test_door_actions_cost_what_the_running_total_says() -> None:
    table = laid()
    assert [door.total(table, row["count"])[0] for row in rows("door.single")] == [
        row["cost"] for row in rows("door.single")
    ]


def test_the_widest_gap_is_what_the_table_says() -> None:
    for row in rows("jump.max-width"):
        assert jump.widest(laid(row["m"]), "kal")[0] == row["max_gap"]


def test_falls_hit_as_hard_as_the_table_says() -> None:
    assert [fall.strength(row["height"]) for row in rows("fall.hits")] == [
        row["strength"] for row in rows("fall.hits")
    ]


PAID_FOR = ("move", "climb", "tactical", "charge", "fire")


def test_what_can_be_declared_is_told_with_what_forbids_it() -> None:
    table = laid(ap=1)
    fresh = dict(_told(table))
    assert [name for name in PAID_FOR if fresh[name]] == []
    assert fresh["run"] == ["action.no-running"]
    tired = _made(table, walk(1))
    told = dict(_told(tired))
    assert [told[name] for name in PAID_FOR] == [["support.action-points"]] * len(PAID_FOR)
    assert told["go-prone"] == told["activate"] == []
    assert from_lattice(tired.models["kal"].place.y) == 3.0


def _told(table: Table) -> list[tuple[str, list[str]]]:
    return [(action.name, [each.clause for each in breaks]) for action, breaks in legal_actions(table, "kal")]
