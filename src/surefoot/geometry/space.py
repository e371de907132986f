"""Where along a motion a body that rises or sinks is near another in space.

For a shift the gap in space between two convex parts is a convex function of the fraction: both move evenly
against each other, and a distance between convex sets is convex. So there is at most one stretch; a point of
it is searched where the gap is least, and its ends are halved down to neighbouring numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, radians, sqrt

from surefoot.geometry import kernel, turning
from surefoot.geometry.shapes import Body, Pivot, Shift

_GOLDEN = (sqrt(5.0) - 1.0) / 2.0

# Beyond this depth of halving, a turning and rising body is judged by the ends of what is left.
_DEEPEST = 12

_Gap = Callable[[float], float]


def shift_near(
    spread: Sequence[float], shift: Shift, rise: tuple[float, float], radius: float, reach: float
) -> list[float]:
    """Where a point on a leg, with a radius, is nearer in space than a reach to a convex polygon."""
    rings = (spread,)
    start, end = rise

    def gap(fraction: float) -> float:
        plan = kernel.region_distance(fraction * shift.dx, fraction * shift.dy, rings) - radius
        return hypot(max(plan, 0.0), start + fraction * (end - start))

    inner = _point_below(gap, reach)
    if inner is None:
        return []
    low = 0.0 if gap(0.0) < reach else _boundary(gap, reach, inner, 0.0)
    high = 1.0 if gap(1.0) < reach else _boundary(gap, reach, inner, 1.0)
    return [low, high] if low < high else []


def pivot_near(body: Body, pivot: Pivot, rise: tuple[float, float], other: Body, reach: float) -> list[float]:
    """Where a body that turns and rises is nearer in space than a reach to another."""
    start, end = rise
    core = body.core
    far = max(hypot(core[i] - pivot.x, core[i + 1] - pivot.y) for i in range(0, len(core), 2))
    speed = abs(radians(pivot.degrees)) * far + abs(end - start)

    def gap(fraction: float) -> float:
        plan = kernel.core_distance(turning.turned(core, pivot, fraction), other.core)
        plan -= body.radius + other.radius
        return hypot(max(plan, 0.0), start + fraction * (end - start))

    spans: list[float] = []
    todo = [(0.0, 1.0, 0)]
    while todo:
        low, high, depth = todo.pop()
        middle = (low + high) / 2
        slack = gap(middle) - reach
        # No gap changes faster than the furthest part of the body moves.
        if abs(slack) > speed * (high - low) / 2:
            spans += (low, high) if slack < 0.0 else ()
        elif depth < _DEEPEST:
            todo += ((low, middle, depth + 1), (middle, high, depth + 1))
        else:
            spans += _judged_by_ends(gap, reach, low, high)
    return kernel.joined(spans)


def _judged_by_ends(gap: _Gap, reach: float, low: float, high: float) -> list[float]:
    near_low, near_high = gap(low) < reach, gap(high) < reach
    if near_low and near_high:
        return [low, high]
    if near_low:
        return [low, _boundary(gap, reach, low, high)]
    return [_boundary(gap, reach, high, low), high] if near_high else []


def _point_below(gap: _Gap, reach: float) -> float | None:
    """A fraction at which a convex gap is below the reach, or none."""
    for end in (0.0, 1.0):
        if gap(end) < reach:
            return end
    low, high = 0.0, 1.0
    left, right = high - _GOLDEN, low + _GOLDEN
    at_left, at_right = gap(left), gap(right)
    while low < left < right < high:
        if at_left < reach:
            return left
        if at_right < reach:
            return right
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = gap(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = gap(right)
    return None


def _boundary(gap: _Gap, reach: float, near: float, far: float) -> float:
    """The last number, from a fraction that is near towards one that is not, at which it is still near."""
    while True:
        middle = (near + far) / 2
        if middle in (near, far):
            return near
        if gap(middle) < reach:
            near = middle
        else:
            far = middle
