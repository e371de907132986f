"""Whole procedures against icepool, which computes the same odds in another way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]  # it has no types
import pytest

import surefoot
from surefoot.dice.explore import Explorer
from surefoot.dice.host import Game
from surefoot.dice.pool import D3, D6, D100, TWO_D6, Dice, Faces
from surefoot.dice.readings import AtLeast, Successes, Total
from surefoot.dice.requests import Procedure, Roll, chain, passed, roll, sub, tally
from tests import tiny

TABLE = tiny.table()
Rule = Callable[[Game], Procedure[Any]]


@dataclass(frozen=True)
class Degrees:
    """Tens below or above a need."""

    need: int

    def __call__(self, faces: Faces) -> int:
        return (self.need - faces[0]) // 10

    def needs(self) -> str:
        return f"{self.need} or less"


def luck(target: int, dice: Dice = D6) -> Procedure[bool]:
    return (yield from passed(Roll("test", dice, AtLeast(target), "ana", ("move.walk",), hope=True)))


def amount(dice: Dice) -> Procedure[int]:
    total: int = yield from roll(Roll("amount", dice, Total(), "ana", ("move.walk",)))
    return total


def falls(save: int) -> Procedure[tuple[int, int]]:
    if (yield from luck(4)):
        return 0, 0
    hits = yield from amount(D3)
    hurt = 0
    for _ in range(hits):
        hurt += not (yield from luck(save))
    return 1, hurt


def fallen(save: int) -> Any:
    wounds = icepool.d3.map(lambda hits: hits @ icepool.d6.map(lambda face: int(face < save)))
    return icepool.d6.map(
        lambda face: icepool.Vector((0, 0)) if face >= 4 else wounds.map(lambda n: icepool.Vector((1, n)))
    )


def climbing(height: int, need: int) -> Procedure[int]:
    if height < 0:
        return height
    degrees = yield from roll(Roll("climb", D100, Degrees(need), "ana", ("move.walk",)))
    return height + 2 + degrees if degrees >= 0 else height if degrees > -4 else -1


def climbed(needs: tuple[int, ...]) -> Any:
    def one(height: int, need: int) -> Any:
        if height < 0:
            return height
        degrees = icepool.d(100).map(lambda face: (need - face) // 10)
        return degrees.map(lambda d: height + 2 + d if d >= 0 else height if d > -4 else -1)

    heights: Any = icepool.Die([0])
    for need in needs:
        heights = heights.map(lambda height, need=need: one(height, need))
    return heights


def twice(_: Game) -> Procedure[int]:
    """A leap and, if it fails, a second chance with a worse die."""
    if (yield from luck(5)):
        return 2
    return 1 if (yield from luck(4, Dice(2, 6, "lowest", 1))) else 0


def wandering(_: Game) -> Procedure[int]:
    """D6 paces again and again, until ten are done."""
    done = 0
    while done < 10:
        done += yield from amount(D6)
    return done


def wandered() -> Any:
    paces: Any = icepool.Die([0])
    for _ in range(10):
        paces = paces.map(lambda done: done if done >= 10 else icepool.d6 + done)
    return paces


def hits_then_saves(_: Game) -> Procedure[int]:
    hits = yield from roll(Roll("hits", Dice(5), Successes(3), "ana", ("move.walk",)))
    return (yield from tally(saved, (4,) * hits))


def saved(target: int) -> Procedure[int]:
    return int(not (yield from luck(target)))


PROBLEMS: dict[str, tuple[Rule, Callable[[], Any]]] = {
    "one fall": (lambda _: sub(falls, 5), lambda: fallen(5)),
    "four falls": (lambda _: tally(falls, (5,) * 4, (0, 0)), lambda: 4 @ fallen(5)),
    "unlike falls": (lambda _: tally(falls, (5, 3), (0, 0)), lambda: fallen(5) + fallen(3)),
    "three rounds of climbing": (
        lambda _: chain(climbing, 0, (45, 45, 45)),
        lambda: climbed((45, 45, 45)),
    ),
    "rounds that get harder": (
        lambda _: chain(climbing, 0, (61, 52, 33, 18)),
        lambda: climbed((61, 52, 33, 18)),
    ),
    "a second chance": (
        twice,
        lambda: icepool.d6.map(
            lambda face: (
                2 if face >= 5 else icepool.lowest(icepool.d6, icepool.d6).map(lambda low: int(low >= 4))
            )
        ),
    ),
    "paces until ten": (wandering, wandered),
    "hits and saves": (
        hits_then_saves,
        lambda: (5 @ icepool.d6.map(lambda face: int(face >= 3))).map(
            lambda hits: hits @ icepool.d6.map(lambda face: int(face < 4))
        ),
    ),
    "two dice": (lambda _: amount(TWO_D6), lambda: 2 @ icepool.d6),
    "the best three of five": (
        lambda _: amount(Dice(5, 6, "highest", 3)),
        lambda: icepool.d6.highest(5, 3),
    ),
    "ones once more": (
        lambda _: amount(Dice(2, 6, again=(1,))),
        lambda: 2 @ icepool.d6.reroll([1], depth=1),
    ),
    "sixty models": (
        lambda _: roll(Roll("escape", Dice(60), Successes(3), "unit", ("move.walk",))),
        lambda: 60 @ icepool.d6.map(lambda face: int(face >= 3)),
    ),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_icepool_says_the_same(name: str) -> None:
    rule, peer = PROBLEMS[name]
    found: dict[Any, Fraction] = {}
    for leaf in Explorer(merge=True).leaves(rule, TABLE):
        found[leaf.run.result] = found.get(leaf.run.result, Fraction(0)) + leaf.chance
    die = peer()
    wanted = {_plain(outcome): Fraction(weight, die.denominator()) for outcome, weight in die.items()}
    assert found == wanted


def _plain(outcome: Any) -> Any:
    return tuple(outcome) if isinstance(outcome, icepool.Vector) else outcome


def test_icepool_says_the_same_of_a_leap_with_its_fall() -> None:
    """Initiative 4, a hit of Strength 3 against Toughness 3, and an Injury dice."""
    gap = surefoot.loads(surefoot.EXAMPLE)
    injury = icepool.d6.map(
        {
            1: "pinned",
            2: "pinned",
            3: "seriously injured",
            4: "seriously injured",
            5: "seriously injured",
            6: "out of the game",
        }
    )
    fall = icepool.d6.map(lambda face: "pinned" if face < 4 else injury)
    leap = icepool.d6.map(lambda face: "unharmed" if face >= 4 else fall)
    wanted = {f"kal: {end}": Fraction(weight, leap.denominator()) for end, weight in leap.items()}
    found = surefoot.odds(gap.table, gap.declarations).over("status")
    assert {says.lower(): chance for says, chance in found.items()} == wanted
