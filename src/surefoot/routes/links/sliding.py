"""Slides a link along its edge, between the places that were tried, to where a cost is lowest."""

from __future__ import annotations

import math
from collections.abc import Callable

from surefoot.geometry.search.paths import Point

# The precision of a place along an edge, as a share of the distance between two tried places.
_FINE = 8e-3
_SLIDES = 8
# A smaller saving is not worth another round.
_LITTLE = 1e-4
_GOLDEN = (math.sqrt(5.0) - 1) / 2
# An estimate too low by at most this much is good enough.
_WELL = 1e-3

Cost = Callable[[float, float], float]


def between(points: tuple[Point, ...], at: float) -> Point:
    """A point along an edge, between two places that were tried."""
    k = min(int(at), len(points) - 2) if len(points) > 1 else 0
    share = at - k
    if share <= 0.0 or len(points) == 1:
        return points[k]
    (ax, ay), (bx, by) = points[k], points[k + 1]
    return ax + (bx - ax) * share, ay + (by - ay) * share


def least(cost: Callable[[float], float], at: float, count: int) -> float:
    """The place with the lowest cost within one tried place of another, by golden section search."""
    return _between(cost, at, max(0.0, at - 1.0), min(count - 1.0, at + 1.0))


def _between(cost: Callable[[float], float], at: float, low: float, high: float) -> float:
    one, other = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    price, second = cost(one), cost(other)
    while high - low > _FINE:
        if price <= second:
            high, other, second = other, one, price
            one = high - _GOLDEN * (high - low)
            price = cost(one)
        else:
            low, one, price = one, other, second
            other = low + _GOLDEN * (high - low)
            second = cost(other)
    best = (low + high) / 2
    found = cost(best)
    return best if found <= cost(at) and found < math.inf else at


def both(cost: Cost, one: float, other: float, count: int, others: int) -> tuple[float, float]:
    """The two places with the lowest cost: moved one after the other and both at once, until neither helps."""
    price = cost(one, other)
    for _ in range(_SLIDES):
        one = least(lambda x, fixed=other: cost(x, fixed), one, count)  # type: ignore[misc]  # bound at once
        other = least(lambda x, fixed=one: cost(fixed, x), other, others)  # type: ignore[misc]  # bound at once
        # If their distance is limited, the two have to move together.
        for turn in (1.0, -1.0):
            one, other = _together(cost, one, other, count, others, turn)
        found = cost(one, other)
        if found > price - _LITTLE:
            break
        price = found
    return one, other


def _together(
    cost: Cost, one: float, other: float, count: int, others: int, turn: float
) -> tuple[float, float]:
    """Both places moved by the same amount, in the same direction or in opposite ones."""
    ahead, behind = others - 1.0 - other, other
    if turn < 0.0:
        ahead, behind = behind, ahead
    low, high = -min(1.0, one, behind), min(1.0, count - 1.0 - one, ahead)
    if high - low <= _FINE:
        return one, other
    by = _between(lambda t: cost(one + t, other + turn * t), 0.0, low, high)
    return one + by, other + turn * by


def best(
    guess: Cost, asked: Cost, one: float, other: float, count: int, others: int | None
) -> tuple[float, float]:
    """The two places with the lowest estimate; or, if the estimate there is too low, with the lowest true cost, which takes longer.

    Without a second count both places are the same.
    """
    found = _slid(guess, one, other, count, others)
    return found if asked(*found) <= guess(*found) + _WELL else _slid(asked, one, other, count, others)


def _slid(cost: Cost, one: float, other: float, count: int, others: int | None) -> tuple[float, float]:
    if others is not None:
        return both(cost, one, other, count, others)
    at = least(lambda x: cost(x, x), one, count)
    return at, at
