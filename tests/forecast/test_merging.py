"""Merged ways are as likely as all the ways that were merged."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from surefoot.dice.branches import faces_apart, readings
from surefoot.dice.explore import Explorer, TooMany
from surefoot.dice.host import Asking, Game, Start, drive
from surefoot.dice.pool import D3, D6, Dice
from surefoot.dice.readings import AtLeast, Successes, Total
from surefoot.dice.requests import Do, Procedure, Roll, chain, cited, do, passed, roll, sub, tally
from surefoot.dice.responders import Seeded
from surefoot.table.effects import Became, Counted
from tests import tiny


def wound(who: str) -> Procedure[tuple[int, int]]:
    """Two wounds at most, each saved on a three: fallen and wounded. Small dice, since the oracle throws them all."""
    if (yield from passed(Roll("stay up", D3, AtLeast(2), who, ("leap.test",), hope=True))):
        return 0, 0
    hits = yield from roll(Roll("hits", Dice(1, 2), Total(), who, ("hurt.damage",)))
    hurt = 0
    for _ in range(hits):
        if not (yield from passed(Roll("save", D3, AtLeast(3), who, ("hurt.save",), hope=True))):
            hurt += 1
    return 1, hurt


def harm(who: str) -> Procedure[int]:
    """The same, and the table is told."""
    _, hurt = yield from sub(wound, who)
    for _ in range(hurt):
        yield from do(Counted("ana", "wounds", 1), "hurt.damage")
    if hurt > 1:
        yield from do(Became("ana", gains=("prone",)), "leap.fall")
    return hurt


def round_by_round(carried: int, item: int) -> Procedure[int]:
    """Hangs on what went before: the more wounds, the harder the next."""
    if carried > 3:
        return carried
    fine = yield from passed(Roll("go on", D6, AtLeast(3 + carried), "ana", ("move.walk",), hope=True))
    if not fine:
        yield from do(Counted("ana", "tired", item), "hurt.damage")
    return carried + (0 if fine else 1)


def tallied(_: Game) -> Procedure[tuple[int, int]]:
    result = yield from tally(wound, ("ana", "ben", "cat"), (0, 0))
    if result[0] == 3:
        yield from do(Became("ana", gains=("prone",)), "leap.fall")
    return result


def chained(_: Game) -> Procedure[int]:
    return (yield from chain(round_by_round, 0, (1, 1, 2, 1)))


def mixed(game: Game) -> Procedure[int]:
    """Nested procedures between questions that look at the table."""
    first = yield from sub(harm, "ana")
    if game.now.models["ana"].counted("wounds") > 1:
        yield from do(Became("ana", gains=("prone",)), "leap.fall")
        first += yield from chain(round_by_round, 1, (2, 1))
    second = yield from sub(harm, "ben")
    return first + second


TABLE = tiny.table()
STARTS: list[Start] = [tallied, chained, mixed]


def ends(explorer: Explorer, start: Start) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for leaf in explorer.leaves(start, TABLE):
        key = (leaf.run.result, leaf.run.table.digest)
        found[key] = found.get(key, Fraction(0)) + leaf.chance
    return found


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.__name__)
def test_merging_changes_no_chance(start: Start) -> None:
    merged = ends(Explorer(merge=True), start)
    assert merged == ends(Explorer(), start) == ends(Explorer(branch=faces_apart), start)
    assert sum(merged.values()) == 1


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.__name__)
def test_clauses_are_as_likely_as_the_ways_that_cite_them(start: Start) -> None:
    told: dict[str, Fraction] = {}
    explorer = Explorer(merge=True, tell=True)
    for leaf in explorer.leaves(start, TABLE):
        likely = dict(leaf.inside)
        for step in leaf.run.steps:
            likely.update(dict.fromkeys(_clauses(step), Fraction(1)))
        for clause, share in likely.items():
            told[clause] = told.get(clause, Fraction(0)) + leaf.chance * share
    counted: dict[str, Fraction] = {}
    for leaf in Explorer(branch=faces_apart).leaves(start, TABLE):
        for clause in {clause: None for step in leaf.run.steps for clause in _clauses(step)}:
            counted[clause] = counted.get(clause, Fraction(0)) + leaf.chance
    assert told == counted


def _clauses(step: Any) -> tuple[str, ...]:
    return cited(step.request) if isinstance(step, Asking) else cited(step)


def test_merging_leaves_fewer_ways() -> None:
    assert len(list(Explorer(merge=True).leaves(mixed, TABLE))) < len(list(Explorer().leaves(mixed, TABLE)))


def test_a_tally_is_played_item_by_item() -> None:
    run = drive(tallied, TABLE, Seeded("tally"))
    assert next(step.request.who for step in run.steps if isinstance(step, Asking)) == "ana"
    assert isinstance(run.result, tuple)
    assert not [step for step in run.steps if isinstance(step, Do)] or run.result[0] == 3


def test_a_hundred_models_are_counted_at_once() -> None:
    many = Roll("escape", Dice(100), Successes(3), "unit", ("move.walk",))
    shares = {reply.value: weight for reply, weight in readings(many)}
    assert sum(shares.values()) == 6**100
    assert shares[100] == 4**100
    assert shares[1] == 100 * 4 * 2**99


@pytest.mark.parametrize("again", [(), (1,), (1, 2)])
def test_dice_counted_one_by_one_are_the_dice_counted_by_hands(again: tuple[int, ...]) -> None:
    dice = Dice(4, 6, again=again)
    by_each = Roll("hits", dice, Successes(4, 1), "ana", ("move.walk",))
    by_hand: dict[Any, int] = {}
    for faces, weight in dice.outcomes():
        worth = Successes(4, 1)(faces)
        by_hand[worth] = by_hand.get(worth, 0) + weight
    assert {reply.value: weight for reply, weight in readings(by_each)} == by_hand


def test_whoever_cancels_is_heard_inside_nested_procedures() -> None:
    asked = iter(range(10_000))
    explorer = Explorer(merge=True, stop=lambda: next(asked) > 5)
    with pytest.raises(TooMany):
        list(explorer.leaves(mixed, TABLE))
