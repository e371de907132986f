"""Turns a path into the legs of a declaration: arcs become straight pieces on the lattice, within the tolerance."""

from __future__ import annotations

import math
from collections.abc import Iterator
from math import inf

from surefoot.geometry.kernel import point_segment
from surefoot.geometry.search.bends import APART, ASKEW, BRIEF, CLOSE, EXCESS, STRAIGHT, Bends
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.field import PriceField
from surefoot.geometry.search.paths import Arc, Path, Point, Straight, polished_path
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, to_lattice
from surefoot.referee.itinerary import Leg
from surefoot.referee.view import bearing
from surefoot.routes.ground.survey import Survey
from surefoot.routes.one_level.border_bends import SEEN, aside_of, bends_beside, billed, rounded
from surefoot.table.place import Pose

# A joint this far beside a border is on one side of it, even if it is rounded to the lattice.
_CLEAR = BRIEF
# Two parts are one if the point at which they meet is this near to the line from end to end.
_STRAIGHT_ON = 1e-7


def path_legs(survey: Survey, way: Path, end: Point) -> tuple[Leg, ...]:
    """The legs of a path, from the mover's place to its end."""
    return tuple(Leg(at, manner=survey.manner) for at in _corners_of(survey, way, end))


def _corners_of(survey: Survey, way: Path, end: Point) -> list[tuple[int, int]]:
    """The ends of the legs of a path, on the lattice."""
    points = [*_points(survey, way, end), end]
    x, y = to_lattice(survey.resting.pose.x), to_lattice(survey.resting.pose.y)
    # Backwards, so that of two points too close together the one nearer to the end is kept.
    kept: list[tuple[int, int]] = []
    for point in reversed(points):
        at = to_lattice(point[0]), to_lattice(point[1])
        if not kept or math.dist(at, kept[-1]) > APART:
            kept.append(at)
    found: list[tuple[int, int]] = []
    for at in reversed(kept):
        if math.dist(at, (x, y)) > CLOSE or len(kept) == 1:
            found.append(at)
            x, y = at
    return found


def turned_degrees(legs: tuple[Leg, ...], pose: Pose) -> float:
    """The degrees that a mover turns through if it faces along each leg in turn."""
    return _turned([leg.to for leg in legs if leg.to is not None], pose)[0]


def turned_along(
    survey: Survey, prices: PriceField, cost: float, end: Point, pose: Pose
) -> tuple[float, float] | None:
    """The degrees that a mover turns through on the legs of the path that was polished last, and its facing at the end; None if it has no price."""
    if survey.chart.areas:
        way = polished_path(prices.polisher, cost)
        return None if way is None else turned_on(survey, way, end, pose)
    chain = prices.polisher.best
    if cost == inf or chain.price() == inf:
        return None
    bends = prices.bends
    if bends is None:
        bends = prices.bends = Bends(survey.chart, survey.leeway, survey.strict)
    return bends.turned(chain, pose.x, pose.y, pose.facing, *end), bends.facing


def turned_on(survey: Survey, way: Path, end: Point, pose: Pose) -> tuple[float, float]:
    """The degrees that a mover turns through on the legs of a path, and its facing at the end."""
    return _turned(_corners_of(survey, way, end), pose)


def _turned(corners: list[tuple[int, int]], pose: Pose) -> tuple[float, float]:
    x, y, facing = pose.x, pose.y, pose.facing
    total = 0.0
    for corner in corners:
        to = from_lattice(corner[0]), from_lattice(corner[1])
        if beyond(math.dist((x, y), to), 0.0):
            ahead = bearing(to[0] - x, to[1] - y)
            off = abs((ahead - facing + 180.0) % 360.0 - 180.0)
            total += off if beyond(off, 0.0) else 0.0
            facing = ahead
        x, y = to
    return total, facing


def _points(survey: Survey, way: Path, end: Point) -> Iterator[Point]:
    """The points at which the legs of a path meet, without its end."""
    chart = survey.chart
    # A part of no length would hide that its neighbours meet on a border.
    parts = _joined([part for part in way.parts if isinstance(part, Arc) or _length(part) > _CLEAR])
    arcs = [part for part in parts if isinstance(part, Arc)]
    turned = sum(arc.turn * _dearness(chart, arc) for arc in arcs)
    # A corner that dips below its arc tilts the next leg slightly. Next to a strict limit that is too much.
    leeway = 0.0 if any(_circle(chart, arc) in survey.strict for arc in arcs) else survey.leeway
    last = len(parts) - 1
    # Where a leg along a border begins or ends, the path keeps to the cheaper side too: rounding must not put it inside.
    asides = [aside_of(chart, part) if isinstance(part, Straight) else (0.0, 0.0) for part in parts]
    rounds = [
        _round(survey, part, EXCESS / max(turned, 1e-9), leeway) if isinstance(part, Arc) else []
        for part in parts
    ]
    at = survey.start
    for i, part in enumerate(parts):
        if isinstance(part, Arc):
            yield from rounds[i]
            at = rounds[i][-1] if rounds[i] else at
            continue
        if i > 0 and not _continues(parts[i - 1], part, last=True):
            at = rounded(part.ax, part.ay)
            yield at
        before = at
        at = (part.bx, part.by) if i < last else rounded(*end)
        # If an arc follows that continues it, the first corner of the arc lies on this very line.
        joined = i < last and not (
            isinstance(parts[i + 1], Arc) and _continues(parts[i + 1], part, last=False)
        )
        if joined:
            x, y = asides[i][0] + asides[i + 1][0], asides[i][1] + asides[i + 1][1]
            at = rounded(part.bx + _CLEAR * x, part.by + _CLEAR * y)
        elif i < last and rounds[i + 1]:
            at = rounds[i + 1][0]
        if chart.areas:
            yield from bends_beside(survey, part, before, at, asides[i], leaving=i == 0)
        if joined:
            yield at


def _joined(parts: list[Straight | Arc]) -> list[Straight | Arc]:
    """The parts of a path; one too short to be moved off a border belongs to the one that it continues."""
    found: list[Straight | Arc] = []
    for part in parts:
        last = found[-1] if found else None
        if isinstance(part, Straight) and isinstance(last, Straight):
            whole = Straight(last.ax, last.ay, part.bx, part.by)
            off = point_segment(part.ax, part.ay, *whole)
            if min(_length(last), _length(part)) < SEEN and off < _STRAIGHT_ON:
                found[-1] = whole
                continue
        found.append(part)
    return found


def _continues(before: Straight | Arc, leg: Straight, *, last: bool) -> bool:
    """Whether a straight leg is a tangent at the first or the last point of an arc; true where there is no arc.

    Where an arc begins or ends on a border, the path may bend there.
    """
    if isinstance(before, Straight):
        return True
    turn = before.side * before.turn if last else 0.0
    nx = before.nx * math.cos(turn) - before.ny * math.sin(turn)
    ny = before.nx * math.sin(turn) + before.ny * math.cos(turn)
    return abs((leg.bx - leg.ax) * nx + (leg.by - leg.ay) * ny) <= ASKEW * _length(leg)


def _length(leg: Straight) -> float:
    return math.hypot(leg.bx - leg.ax, leg.by - leg.ay)


def _circle(chart: Chart, arc: Arc) -> tuple[float, float, float]:
    x, y, radius = chart.circles[7 * arc.circle : 7 * arc.circle + 3]
    return x, y, radius


def _dearness(chart: Chart, arc: Arc) -> float:
    """How many times the lowest rate an arc costs."""
    if not chart.areas or arc.turn < STRAIGHT:
        return 1.0
    cost = chart.arc(arc.circle, arc.side, math.atan2(arc.ny, arc.nx), arc.turn)
    return max(1.0, cost / (arc.turn * _circle(chart, arc)[2] * chart.lowest))


def _round(survey: Survey, arc: Arc, excess: float, leeway: float) -> list[Point]:
    """The corners that stand for an arc: as few as its price allows, or on the arc itself if those are billed too much."""
    chart = survey.chart
    corners = list(_corners(chart, arc, excess, leeway))
    if corners and chart.areas and leeway:
        x, y, radius = _circle(chart, arc)
        start, turned = math.atan2(arc.ny, arc.nx), arc.side * arc.turn
        ends = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in (start, start + turned)]
        if min(chart.depth(*point) for point in ends) < 2 * TOLERANCE:
            # Next to a border a leg from corner to corner may lie along it where the arc does not.
            on_arc = list(_on_arc(chart, arc, leeway))
            around = billed(chart, [ends[0], *corners, ends[1]])
            if billed(chart, on_arc) < around - EXCESS:
                return on_arc
    return corners


def _corners(chart: Chart, arc: Arc, excess: float, leeway: float) -> Iterator[Point]:
    """The corners of a polygon along an arc: its sides dip below the arc by less than the tolerance, its corners lie above."""
    x, y, radius = _circle(chart, arc)
    if arc.turn < STRAIGHT:
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


def _on_arc(chart: Chart, arc: Arc, leeway: float) -> Iterator[Point]:
    """Points on an arc, from end to end: the straight lines between them dip below it by less than the tolerance."""
    x, y, radius = _circle(chart, arc)
    count = max(1, math.ceil(arc.turn / math.sqrt(8.0 * min(leeway, radius / 8) / radius)))
    start = math.atan2(arc.ny, arc.nx)
    for i in range(count + 1):
        angle = start + arc.side * arc.turn * i / count
        yield x + radius * math.cos(angle), y + radius * math.sin(angle)
