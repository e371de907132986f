"""Where solid terrain stands between two bases: measuring is not done through it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist, inf

from surefoot.geometry.kernel import leg_inside
from surefoot.geometry.measure import deep_inside
from surefoot.geometry.shapes import Body, Intervals, Region
from surefoot.geometry.tolerance import TOLERANCE, beyond
from surefoot.referee.scene import Figure, Solid
from surefoot.referee.view import View
from surefoot.table.place import Pose

# Each side of a piece is looked at in this many places.
_PARTS = 8
# A moment beside another one, as a share of what lies between two; and how exactly a moment is found.
_HAIR, _MOMENT = 1e-6, 1e-10


def sighted(view: View, start: Pose, end: Pose, figure: Figure, spans: Intervals) -> Intervals:
    """The parts of some intervals in which nothing solid crosses the line between the two bases.

    A level line sweeps over a corner of a solid only when it points at that corner, so those moments and the ends of the
    intervals are the only ones at which the answer can change; between them its middle decides. A line that slopes may rise
    over the top of a solid in between: that moment is searched for.
    """
    solids = [solid for solid in view.terrain.solids if _hides(view, solid, start, end, figure)]
    if not solids:
        return spans
    slopes = any(beyond(abs(pose.z - figure.pose.z), 0.0) for pose in (start, end))
    seen: list[tuple[float, float]] = []
    for low, high in spans:
        moments = [low, *(m for m in _moments(solids, start, end, figure) if low < m < high), high]
        moments.sort()
        if slopes:
            moments = _with_changes(view, solids, start, end, figure, moments)
        for first, last in pairwise(moments):
            if last - first > 1e-12 and clear(view, solids, _between(start, end, (first + last) / 2), figure):
                if seen and first - seen[-1][1] <= 1e-12:
                    seen[-1] = (seen[-1][0], last)
                else:
                    seen.append((first, last))
        if high - low <= 1e-12 and clear(view, solids, _between(start, end, low), figure):
            seen.append((low, high))
    return tuple(seen)


def in_sight(view: View, pose: Pose, figure: Figure) -> bool:
    """Whether nothing solid stands between the mover at a position and a model."""
    solids = [solid for solid in view.terrain.solids if _hides(view, solid, pose, pose, figure)]
    return clear(view, solids, pose, figure)


def in_reach_past(view: View, pose: Pose, body: Body, there: Pose, over: float) -> bool:
    """Whether nothing that rises by more than `over` stands between the mover at a position and a thing: over the rest it reaches."""
    low, high = sorted((pose.z, there.z))
    here = nearest_point(view.body(pose), (there.x, there.y))
    beside = nearest_point(body, here)
    return not any(
        _crosses(solid, here, pose.z, beside, there.z)
        for solid in view.terrain.solids
        if beyond(solid.high - low, over) and solid.low <= high + TOLERANCE
    )


def gap_to(view: View, pose: Pose, region: Region, name: str) -> float:
    """The distance in plan from the mover to the nearest part of a piece that nothing solid hides; infinite if all of it is hidden."""
    body = view.body(pose)
    solids = [
        solid
        for solid in view.terrain.solids
        if solid.id != name and is_tall(view, solid, pose.z) and solid.low <= pose.z + TOLERANCE
    ]
    best = inf
    for point in _outline(region, (pose.x, pose.y)):
        here = nearest_point(body, point)
        if not any(_crosses(solid, here, pose.z, point, pose.z) for solid in solids):
            best = min(best, dist(here, point))
    return best


def _outline(region: Region, centre: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Points on the outline of a region: on each side the one nearest to a centre, and others along it."""
    for ring in region.rings:
        corners = list(zip(ring[::2], ring[1::2], strict=True))
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            dx, dy = bx - ax, by - ay
            square = dx * dx + dy * dy
            nearest = 0.0 if square == 0.0 else ((centre[0] - ax) * dx + (centre[1] - ay) * dy) / square
            for share in (min(1.0, max(0.0, nearest)), *(number / _PARTS for number in range(_PARTS))):
                yield ax + dx * share, ay + dy * share


def _hides(view: View, solid: Solid, start: Pose, end: Pose, figure: Figure) -> bool:
    """Whether a volume is high enough to hide the lower of the two, and not above both.

    A free step hides no model: a base over its edge stands half on it.
    """
    low = min(start.z, end.z, figure.pose.z)
    high = max(start.z, end.z, figure.pose.z)
    return is_tall(view, solid, low) and solid.low <= high + TOLERANCE


def is_tall(view: View, solid: Solid, low: float) -> bool:
    """Whether a volume rises by more than a free step over a height; closed ground that is flat never does."""
    flat = solid.piece is not None and solid.piece.sort == "area" and not solid.piece.height
    return not flat and beyond(solid.high - low, view.lens.step)


def _between(start: Pose, end: Pose, fraction: float) -> Pose:
    x, y, z = (a + (b - a) * fraction for a, b in zip(start[:3], end[:3], strict=True))
    return Pose(x, y, z, start.facing)


def _moments(solids: list[Solid], start: Pose, end: Pose, figure: Figure) -> list[float]:
    """The fractions at which the line from the mover's centre to the model's points at a corner."""
    ex, ey = figure.pose.x, figure.pose.y
    dx, dy = end.x - start.x, end.y - start.y
    moments = []
    for solid in solids:
        for ring in solid.region.rings:
            for i in range(0, len(ring), 2):
                cx, cy = ring[i] - ex, ring[i + 1] - ey
                rate = dx * cy - dy * cx
                if abs(rate) > 1e-15:
                    moments.append(((ex - start.x) * cy - (ey - start.y) * cx) / rate)
    return moments


def _with_changes(
    view: View, solids: list[Solid], start: Pose, end: Pose, figure: Figure, moments: list[float]
) -> list[float]:
    """Moments, and those between them at which something begins or ceases to hide the model."""
    found = moments[:1]
    for first, last in pairwise(moments):
        marks = [first + (last - first) * number / _PARTS for number in range(_PARTS + 1)]
        # What happens at a moment itself may be neither what was before nor what comes after it.
        marks[0], marks[-1] = first + (last - first) * _HAIR, last - (last - first) * _HAIR
        seen = [clear(view, solids, _between(start, end, mark), figure) for mark in marks]
        for (low, before), (high, after) in pairwise(zip(marks, seen, strict=True)):
            if before != after:
                found.append(_change(view, solids, start, end, figure, (low, high), before=before))
        found.append(last)
    return found


def _change(
    view: View,
    solids: list[Solid],
    start: Pose,
    end: Pose,
    figure: Figure,
    span: tuple[float, float],
    *,
    before: bool,
) -> float:
    """The moment in a span at which a model is no longer hidden, or hidden, as it was before."""
    low, high = span
    while high - low > _MOMENT:
        middle = (low + high) / 2
        if clear(view, solids, _between(start, end, middle), figure) == before:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def clear(view: View, solids: list[Solid], pose: Pose, figure: Figure) -> bool:
    """Whether the line between the nearest points of two bases meets no solid."""
    here = nearest_point(view.body(pose), (figure.pose.x, figure.pose.y))
    there = nearest_point(figure.body, here)
    here = nearest_point(view.body(pose), there)
    return not any(_crosses(solid, here, pose.z, there, figure.pose.z) for solid in solids)


def nearest_point(body: Body, to: tuple[float, float]) -> tuple[float, float]:
    """The point of a base nearest to a point outside it."""
    core = body.core
    best: tuple[float, float, float] | None = None
    count = len(core) // 2
    for i in range(count):
        ax, ay = core[2 * i], core[2 * i + 1]
        bx, by = core[2 * ((i + 1) % count)], core[2 * ((i + 1) % count) + 1]
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        share = 0.0 if length == 0.0 else min(1.0, max(0.0, ((to[0] - ax) * dx + (to[1] - ay) * dy) / length))
        px, py = ax + share * dx, ay + share * dy
        away = (to[0] - px) ** 2 + (to[1] - py) ** 2
        if best is None or away < best[0]:
            best = (away, px, py)
    assert best is not None
    away, px, py = best[0] ** 0.5, best[1], best[2]
    if away <= body.radius:
        return to
    if body.radius == 0.0:
        return px, py
    return px + (to[0] - px) * body.radius / away, py + (to[1] - py) * body.radius / away


def _crosses(
    solid: Solid, here: tuple[float, float], z0: float, there: tuple[float, float], z1: float
) -> bool:
    """Whether a line in space passes through the inside of a volume, or from below through a floor.

    What the upper of the two stands on hides only what is beneath it, not what is beside it.
    """
    if abs(z1 - z0) > TOLERANCE and abs(solid.high - max(z0, z1)) <= TOLERANCE:
        return deep_inside(solid.region, *(here if z0 < z1 else there))
    low, high = heights_within(solid, z0, z1)
    if high < low:
        return False
    ax, ay = here[0] + (there[0] - here[0]) * low, here[1] + (there[1] - here[1]) * low
    bx, by = here[0] + (there[0] - here[0]) * high, here[1] + (there[1] - here[1]) * high
    if (bx - ax) ** 2 + (by - ay) ** 2 <= TOLERANCE * TOLERANCE:
        return deep_inside(solid.region, (ax + bx) / 2, (ay + by) / 2)
    spans = leg_inside(ax, ay, bx, by, solid.region.rings)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    return any((spans[i + 1] - spans[i]) * length > TOLERANCE for i in range(0, len(spans), 2))


def heights_within(solid: Solid, z0: float, z1: float) -> tuple[float, float]:
    """The fractions of a sloping line at which it is between the bottom and the top of a volume."""
    if abs(z1 - z0) <= TOLERANCE:
        return (0.0, 1.0) if solid.low - TOLERANCE <= z0 < solid.high - TOLERANCE else (1.0, 0.0)
    first, last = sorted(((solid.low - z0) / (z1 - z0), (solid.high - z0) / (z1 - z0)))
    return max(0.0, first), min(1.0, last)
