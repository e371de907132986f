"""Links slid along their seams: between two places that were tried, to where something costs least."""

from __future__ import annotations

import math
from collections.abc import Callable

from surefoot.geometry.ways import Point

# A place along a seam is sought this finely, in shares of the distance between two tried places.
_FINE = 2e-3
_SLIDES = 8
_GOLDEN = (math.sqrt(5.0) - 1) / 2


def between(points: tuple[Point, ...], at: float) -> Point:
    """A place along a seam, between two that were tried."""
    k = min(int(at), len(points) - 2) if len(points) > 1 else 0
    share = at - k
    if share <= 0.0 or len(points) == 1:
        return points[k]
    (ax, ay), (bx, by) = points[k], points[k + 1]
    return ax + (bx - ax) * share, ay + (by - ay) * share


def least(cost: Callable[[float], float], at: float, count: int) -> float:
    """Where something costs least within one tried place of another, by golden sections."""
    low, high = max(0.0, at - 1.0), min(count - 1.0, at + 1.0)
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


def both(
    cost: Callable[[float, float], float], one: float, other: float, count: int, others: int
) -> tuple[float, float]:
    """Where something that hangs on two places costs least: one after the other, until neither moves it any more."""
    price = cost(one, other)
    for _ in range(_SLIDES):
        one = least(lambda x, fixed=other: cost(x, fixed), one, count)  # type: ignore[misc]  # bound at once
        other = least(lambda x, fixed=one: cost(fixed, x), other, others)  # type: ignore[misc]  # bound at once
        found = cost(one, other)
        if found > price - 1e-5:
            break
        price = found
    return one, other
