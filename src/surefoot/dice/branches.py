"""What a roll can mean: each reading once with its weight, or every face apart."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from surefoot.dice.host import Reply
from surefoot.dice.pool import Dice
from surefoot.dice.requests import Aim, Reading, Roll, success
from surefoot.language import Text
from surefoot.records import dataclass

# Branches of one question: the reply and its weight. One branch of weight 1 is no chance at all.
Branches: TypeAlias = tuple[tuple[Reply, int], ...]


def readings(request: Roll) -> Branches:
    """Every different meaning of a roll for its procedure, with exact weights; readings that make no difference are one."""
    return _once(request.dice, request.read)  # type: ignore[arg-type]  # readings are frozen values


def every_reading(request: Roll) -> Branches:
    """What a roll can mean, each reading once, whether it makes a difference or not."""
    return _readings(request.dice, request.read)  # type: ignore[arg-type]  # readings are frozen values


@lru_cache(maxsize=4096)
def _once(dice: Dice, read: Reading) -> Branches:
    every, alike = _readings(dice, read), getattr(read, "alike", None)  # type: ignore[arg-type]  # as above
    if alike is None:
        return every
    one: dict[Any, Reply] = {}
    merged: dict[Reply, int] = {}
    for reply, weight in every:
        chosen = one.setdefault(alike(reply.value), reply)
        merged[chosen] = merged.get(chosen, 0) + weight
    return tuple(merged.items())


@lru_cache(maxsize=4096)
def _readings(dice: Dice, read: Reading) -> Branches:
    each = getattr(read, "each", None)
    weights: dict[Any, int] = {}
    if each is not None and dice.keep == "all":
        # A reading that adds up die by die needs no hand of dice: a hundred of them are as good as one.
        weights = {0: 1}
        for _ in range(dice.count):
            weights = _one_more(weights, dice, each)
    else:
        for faces, weight in dice.outcomes():
            reading = read(faces)
            weights[reading] = weights.get(reading, 0) + weight
    return tuple((Reply(reading), weight) for reading, weight in weights.items())


def _one_more(weights: dict[Any, int], dice: Dice, each: Callable[[int], int]) -> dict[Any, int]:
    more: dict[Any, int] = {}
    for (face,), weight in Dice(1, dice.sides, again=dice.again, low=dice.low).outcomes():
        worth = each(face)
        for total, known in weights.items():
            more[total + worth] = more.get(total + worth, 0) + known * weight
    return more


def faces_apart(request: Roll) -> Branches:
    """The same, without merging: the slow oracle."""
    return tuple((Reply(request.read(faces), faces), weight) for faces, weight in request.dice.outcomes())


def chance(request: Roll) -> Fraction | None:
    """The chance to pass; None for an amount."""
    outcomes = [(success(request, reply.value), weight) for reply, weight in every_reading(request)]
    if all(passes is None for passes, _ in outcomes):
        return None
    return Fraction(sum(weight for passes, weight in outcomes if passes), request.dice.total_weight)


@dataclass(frozen=True, slots=True)
class Aimed:
    """A threshold of a roll: what it achieves, which dice do it, how likely they are, and whether they did."""

    what: Text
    needs: Text
    odds: Fraction
    met: bool | None


def aimed(request: Roll, reading: Any = None) -> tuple[Aimed, ...]:
    """Every threshold of a roll, judged by a reading if there is one."""
    return tuple(_aimed(request, aim, reading) for aim in request.aims)


def _aimed(request: Roll, aim: Aim, reading: Any) -> Aimed:
    reached = sum(weight for reply, weight in every_reading(request) if reply.value >= aim.least)
    needs: Text = request.read.needs_for(aim.least)  # type: ignore[attr-defined]  # readings with aims have it
    odds = Fraction(reached, request.dice.total_weight)
    return Aimed(aim.what, needs, odds, None if reading is None else bool(reading >= aim.least))
