"""Turns a path into the legs of a declaration: arcs become straight pieces on the lattice, within the tolerance."""

from __future__ import annotations

import math
from collections.abc import Iterator

from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.paths import Arc, Path, Point, Straight
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, to_lattice
from surefoot.referee.itinerary import Leg
from surefoot.referee.view import bearing
from surefoot.routes.ground.survey import LEEWAY, Survey
from surefoot.table.place import Pose

# The most by which the straight pieces may lengthen all arcs of a path together.
_EXCESS = 2e-4
# On a border the referee counts the more expensive side; a leg this far beside it is clear of it.
_OFF = 1.05 * TOLERANCE
# A joint this far beside a border is on one side of it, even if it is rounded to the lattice.
_CLEAR = 2e-6
# How far from its start or end a path along a border is clear of it.
_NEAR = 0.01
# Shorter stretches are not moved off a border.
_BRIEF = 40 * TOLERANCE


def path_legs(survey: Survey, way: Path, end: Point) -> tuple[Leg, ...]:
    """The legs of a path, from the mover's place to its end."""
    points = list(_points(survey, way))
    points.append(end)
    legs: list[Leg] = []
    x, y = to_lattice(survey.resting.pose.x), to_lattice(survey.resting.pose.y)
    # Backwards, so that of two points too close together the one nearer to the end is kept.
    kept: list[tuple[int, int]] = []
    for point in reversed(points):
        at = to_lattice(point[0]), to_lattice(point[1])
        if not kept or math.dist(at, kept[-1]) > to_lattice(2 * TOLERANCE):
            kept.append(at)
    for at in reversed(kept):
        if math.dist(at, (x, y)) > to_lattice(TOLERANCE) or len(kept) == 1:
            legs.append(Leg(at))
            x, y = at
    return tuple(legs)


def turned_degrees(legs: tuple[Leg, ...], pose: Pose) -> float:
    """The degrees that a mover turns through if it faces along each leg in turn."""
    x, y, facing = pose.x, pose.y, pose.facing
    total = 0.0
    for leg in legs:
        if leg.to is None:
            continue
        to = from_lattice(leg.to[0]), from_lattice(leg.to[1])
        if beyond(math.dist((x, y), to), 0.0):
            ahead = bearing(to[0] - x, to[1] - y)
            off = abs((ahead - facing + 180.0) % 360.0 - 180.0)
            total += off if beyond(off, 0.0) else 0.0
            facing = ahead
        x, y = to
    return total


def _points(survey: Survey, way: Path) -> Iterator[Point]:
    """The points at which the legs of a path meet, without its end."""
    chart = survey.chart
    arcs = [part for part in way.parts if isinstance(part, Arc)]
    turned = sum(arc.turn for arc in arcs)
    # A corner that dips below its arc tilts the next leg slightly. Next to a strict limit that is too much.
    leeway = 0.0 if any(_circle(chart, arc) in survey.strict for arc in arcs) else LEEWAY
    last = len(way.parts) - 1
    # Where a leg along a border begins or ends, the path keeps to the cheaper side too: rounding must not put it inside.
    asides = [_aside(chart, part) for part in way.parts]
    for i, part in enumerate(way.parts):
        if isinstance(part, Arc):
            yield from _round(chart, part, _EXCESS / max(turned, 1e-9), leeway)
            continue
        yield from _beside(part, asides[i], first=i == 0, last=i == last)
        # If an arc follows, its first corner lies on this very line.
        if i < last and isinstance(way.parts[i + 1], Straight):
            x, y = asides[i][0] + asides[i + 1][0], asides[i][1] + asides[i + 1][1]
            yield part.bx + _CLEAR * x, part.by + _CLEAR * y


def _circle(chart: Chart, arc: Arc) -> tuple[float, float, float]:
    x, y, radius = chart.circles[7 * arc.circle : 7 * arc.circle + 3]
    return x, y, radius


def _round(chart: Chart, arc: Arc, excess: float, leeway: float) -> Iterator[Point]:
    """The corners that stand for an arc: the sides dip below it by less than the tolerance, the corners lie above it."""
    x, y, radius = _circle(chart, arc)
    if arc.turn < 1e-7:
        return
    dip = min(leeway, radius / 4)
    most = math.sqrt(12.0 * (excess + dip) / radius)
    count = max(1, math.ceil(arc.turn / min(most, 1.0)))
    step = arc.turn / count
    dip = min(dip, radius * step * step / 12.0)
    far = (radius - dip) / math.cos(step / 2)
    start = math.atan2(arc.ny, arc.nx)
    for i in range(count):
        angle = start + arc.side * (i + 0.5) * step
        yield x + far * math.cos(angle), y + far * math.sin(angle)


def _aside(chart: Chart, part: Straight | Arc) -> Point:
    """The direction from a leg along the border of expensive ground away from it; zero for any other part."""
    if isinstance(part, Arc) or not chart.areas:
        return 0.0, 0.0
    dx, dy = part.bx - part.ax, part.by - part.ay
    length = math.hypot(dx, dy)
    if length < _BRIEF:
        return 0.0, 0.0
    nx, ny = -dy / length, dx / length
    x, y = (part.ax + part.bx) / 2, (part.ay + part.by) / 2
    one = chart.rate_at(x + nx * _OFF, y + ny * _OFF)
    other = chart.rate_at(x - nx * _OFF, y - ny * _OFF)
    if one == other:
        return 0.0, 0.0
    return (nx, ny) if one < other else (-nx, -ny)


def _beside(leg: Straight, aside: Point, *, first: bool, last: bool) -> Iterator[Point]:
    """The points that bend a leg along the border of expensive ground slightly away from it."""
    if aside == (0.0, 0.0):
        return
    length = math.hypot(leg.bx - leg.ax, leg.by - leg.ay)
    near = min(_NEAR / length, 0.5)
    # The ends of the path stay where they are, so it leaves the border at once.
    shares = [near] if first else []
    shares += [0.5] if not (first and last) else []
    shares += [1.0 - near] if last else []
    for share in shares:
        x, y = leg.ax + share * (leg.bx - leg.ax), leg.ay + share * (leg.by - leg.ay)
        yield x + _OFF * aside[0], y + _OFF * aside[1]
