"""Parts of a path: what they cost, where they end, and that they are paid for when they are walked."""

from __future__ import annotations

from dataclasses import replace

import pytest

import surefoot
from surefoot.author import Fare, Leg, Path, Rate, Tariff, follow, judge, walk
from surefoot.dice.host import Run, drive
from surefoot.dice.requests import Do
from surefoot.dice.responders import script
from surefoot.rulesets.necromunda_classic.prices import tariff as necromunda
from surefoot.table.effects import Moved

TABLE = surefoot.loads(
    """
ruleset: necromunda-classic
board: [24, 8]
terrain:
  mud: {area: {rect: [6.1, 0, 3.3, 8]}, tags: [difficult]}
  sand: {area: {rect: [12.7, 0, 2.9, 8]}, tags: [difficult]}
models: {kal: {base: 25.4, at: [2, 4], profile: {M: 30, I: 4}}}
"""
).table
LEGS = (Leg.at(17.3, 4.7), Leg.at(4.1, 3.3))


def prices(allowance: float = 60.0, round_up: float = 0.0) -> Tariff:
    """Mud and sand cost three times as much."""
    return Tariff(
        "move",
        allowance,
        "move.allowance",
        necromunda(TABLE, "kal", "move").lens,
        (Fare("walk", "move.walk", along=1.0, by_ground=True), Fare("step", "move.step")),
        (Rate(3.0, "move.mud", tags=("difficult",)),),
        round_up=round_up,
        round_clause="move.rounded",
    )


def walked(path: Path, *clauses: str) -> Run:
    return drive(lambda game: walk(game, path, *clauses), TABLE, script([]))


def moves(run: Run) -> list[Do]:
    return [step for step in run.steps if isinstance(step, Do)]


def test_the_parts_of_a_path_cost_what_the_whole_costs_and_their_totals_run_on() -> None:
    path = judge(TABLE, "kal", prices(), LEGS)
    parts = [path.part(TABLE, (index + 1, 0.0), since=index) for index in range(len(path.strides))]
    lines = [line for part in parts for line in part.bill.lines]

    assert len(parts) > 6
    assert sum(part.cost for part in parts) == pytest.approx(path.cost, abs=len(parts))
    for number, line in enumerate(lines):
        # Each part is rounded to millionths by itself.
        assert line.total == pytest.approx(sum(each.cost for each in lines[: number + 1]), abs=len(parts))
    assert {line.of for line in lines} == {60_000_000}
    assert parts[-1].end == path.end
    assert path.part(TABLE, (len(parts), 0.0)) == path.part(TABLE, (len(parts) - 1, 1.0)) == path


def test_a_part_of_a_move_that_spent_something_before_counts_on_from_there() -> None:
    path = judge(TABLE, "kal", prices(), LEGS, purse=50_000_000, spent=10_000_000)
    part = path.part(TABLE, (0, 0.5))

    assert part.bill.lines[-1].total == 10_000_000 + part.cost
    assert (part.bill.lines[-1].of, part.bill.purse) == (60_000_000, 50_000_000 - part.cost)
    assert part.end.x / 1e6 == pytest.approx((path.strides[0].start.x + path.strides[0].end.x) / 2)


def test_only_the_last_part_of_a_move_is_rounded_up() -> None:
    path = judge(TABLE, "kal", prices(round_up=1.0), LEGS)
    begun = path.part(TABLE, (len(path.strides) - 1, 0.5))
    last = path.part(TABLE, (len(path.strides), 0.0), since=len(path.strides) - 1)

    assert "move.rounded" not in [line.clause for line in begun.bill.lines]
    assert last.bill.lines[-1].clause == "move.rounded"
    assert last.bill.lines[-1].total == path.cost
    assert path.cost % 1_000_000 == 0


def test_walking_moves_the_model_and_cites_the_prices_or_the_clauses_that_are_given() -> None:
    path = judge(TABLE, "kal", prices(), LEGS)
    by_prices, by_rule = walked(path), walked(path, "move.bold")

    assert [each.effect for each in moves(by_prices)] == [Moved("kal", path.end)]
    assert [each.clauses for each in moves(by_prices)] == [("move.walk", "move.mud")]
    assert [each.clauses for each in moves(by_rule)] == [("move.bold",)]
    assert [each.ledger for each in moves(by_rule)] == [path.bill.lines]


def test_a_path_back_to_its_start_is_paid_for_and_one_that_leads_nowhere_is_no_move() -> None:
    there_and_back = judge(TABLE, "kal", prices(), (Leg.at(5, 4), Leg.at(2, 4)))
    nowhere = judge(TABLE, "kal", prices(), (Leg.at(2, 4),))

    assert there_and_back.end == TABLE.models["kal"].place
    assert [line.cost for each in moves(walked(there_and_back)) for line in each.ledger] == [3_000_000] * 2
    assert moves(walked(nowhere)) == []


def test_a_path_of_its_own_kind_is_cut_and_billed_by_its_own_rules() -> None:
    class Halved(Path):
        __slots__ = ()

        def billed(self, part, purse, spent, *, whole):  # type: ignore[no-untyped-def]
            paid = super().billed(part, purse, spent, whole=whole)
            return replace(paid, cost=paid.cost // 2)

    path = judge(TABLE, "kal", prices(), LEGS)
    own = Halved(path.who, path.legs, path.tariff, path.itinerary, path.bill)

    assert own.part(TABLE, (1, 0.0)).cost == path.part(TABLE, (1, 0.0)).cost // 2


def test_a_path_that_is_too_long_is_refused_or_followed_as_far_as_the_movement_lasts() -> None:
    legs = (Leg.at(5, 4), Leg.at(2, 2))
    refused = judge(TABLE, "kal", prices(4.0), legs)
    short = judge(TABLE, "kal", replace(prices(4.0), short_clause="move.short"), legs)
    enough = judge(TABLE, "kal", replace(prices(7.0), short_clause="move.short"), legs)
    run = drive(lambda game: follow(game, short), TABLE, script([]))
    whole = drive(lambda game: follow(game, enough), TABLE, script([]))

    assert [each.clause for each in refused.breaks] == ["move.allowance"]
    assert (short.breaks, short.short, short.cost) == ((), True, 4_000_000)
    assert (run.result, run.table.models["kal"].place) == (False, short.end)
    assert [each.clauses for each in moves(run)] == [("move.walk",), ("move.short",)]
    assert (whole.result, [each.clauses for each in moves(whole)]) == (True, [("move.walk",)])


def test_a_path_that_is_too_long_ends_where_the_base_has_room() -> None:
    crowded = surefoot.loads(
        """
ruleset: necromunda-classic
board: [24, 8]
models:
  kal: {base: 25.4, at: [2, 4], side: a, profile: {M: 30, I: 4}}
  zed: {base: 25.4, at: [7, 4], side: a, profile: {M: 30, I: 4}}
"""
    ).table
    tariff = replace(prices(4.5), short_clause="move.short")
    short = judge(crowded, "kal", tariff, (Leg.at(12, 4),))

    assert (short.breaks, short.short) == ((), True)
    assert short.end.x == pytest.approx(6_000_000, abs=1)


def test_a_drop_deeper_than_its_fare_allows_is_refused() -> None:
    table = surefoot.loads(
        """
ruleset: necromunda-classic
board: [24, 8]
terrain: {roof: {platform: {rect: [0, 0, 6, 8]}, z: 3}}
models: {kal: {base: 25.4, at: [4, 4], on: roof, profile: {M: 30, I: 4}}}
"""
    ).table
    lens = necromunda(table, "kal", "move").lens
    legs = (Leg.at(8, 4, by="jump"),)
    refused = {}
    for deepest in (3.0, 2.9):
        fares = (Fare("walk", "move.walk", along=1.0), Fare("drop", "drop.price", deepest=deepest))
        path = judge(table, "kal", Tariff("move", 60.0, "move.allowance", lens, fares), legs)
        refused[deepest] = [(each.clause, str(each.says)) for each in path.breaks]
    assert refused == {3.0: [], 2.9: [("drop.price", "Too deep: 2.9 at most")]}
