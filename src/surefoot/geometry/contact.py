"""First touch: where bodies that move as one first press into something, and how they touch it there.

Two outlines touch where a corner of one lies on an edge of the other, or corner on corner. Seen from the moved
body, the shifts that bring this about lie on a straight piece for each pair of corner and edge, and on an arc for
each pair of corners, both pushed out by the radius. `borders` lists these pieces; a few of them lie inside the
forbidden ground (they touch at one end and overlap at another), none of the true border is missing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

from surefoot.geometry.kernel import edge_distance, signed_area
from surefoot.geometry.shapes import Body, Flat, Intervals, Motion, Pivot, Region, Shift, turn
from surefoot.geometry.sweep import moved, nearer
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.records import dataclass

Point = tuple[float, float]

# West, south, east, north.
Rectangle = tuple[float, float, float, float]

# Sine by which a corner may lean over an edge and still rest on it: rounding, no more.
_ROUNDING = 1e-9

# As above, where edges that the table cannot tell from parallel shall count as lying along each other.
_FLUSH = 1e-4

# A body that sinks in by less than this while it moves along something is sliding, not pressing.
_SLIDE = TOLERANCE / 10

# Boxes of pieces are wider by this, so that pieces which end on each other meet.
_MARGIN = 1e-7

# How exactly a touch computed in closed form is met again when the bodies are set down there.
_EXACT = 1e-6

# Of several things touched at once, those that are pressed this many times less than another are slid along.
_SLANT = 1e-3

# Shorter motions are rounding errors.
_STILL = 1e-9

_FULL_TURN = 2 * math.pi
_QUARTER = math.pi / 2


@dataclass(frozen=True, slots=True)
class Contact:
    """A touch into which the motion presses; one for each direction and each unbroken stretch of it."""

    fraction: float
    mover: int
    other: str
    point: Point
    along: tuple[Point, Point] | None
    normal: Point


@dataclass(frozen=True, slots=True)
class Straight:
    """Shifts of a core by which a corner comes to lie on an edge: from a to b, with the way out as unit normal."""

    ax: float
    ay: float
    bx: float
    by: float
    nx: float
    ny: float
    # The corner that touches, and whether it belongs to the moved core.
    corner: Point
    mine: bool


@dataclass(frozen=True, slots=True)
class Bend:
    """Shifts of a core by which two corners come to lie a radius apart: an arc, counter-clockwise, in radians."""

    x: float
    y: float
    radius: float
    start: float
    sweep: float
    # The corner of the other, and that of the moved core.
    corner: Point
    mine: Point


Border = Straight | Bend

# From where rings may be touched: from outside, from within, or (rings that enclose each other) from both.
Side = Literal["out", "in", "both"]


@dataclass(frozen=True, slots=True)
class _Corner:
    x: float
    y: float
    # Unit vectors to both neighbours; nothing for a lone point.
    back: Point
    ahead: Point
    # The directions in which the corner is foremost, as an arc.
    start: float
    sweep: float


@dataclass(frozen=True, slots=True)
class _Edge:
    ax: float
    ay: float
    bx: float
    by: float
    nx: float
    ny: float


@dataclass(frozen=True, slots=True)
class _Outline:
    corners: list[_Corner]
    edges: list[_Edge]


@dataclass(frozen=True, slots=True)
class _Touch:
    """A pair of features at a pose: how far they are apart (negative: sunk in), where, and which way is out."""

    apart: float
    point: Point
    normal: Point
    border: Border


def borders(
    core: Sequence[float],
    rings: Sequence[Sequence[float]],
    radius: float,
    *,
    side: Side,
    slack: float = _ROUNDING,
) -> list[Border]:
    """The shifts of a core at which it may be exactly a radius away from rings, on one side of them or on both.

    `slack` is the sine by which a corner may lean over an edge and still rest on it.
    """
    mine = _outline(core, "out")
    found: list[Border] = []
    for ring in rings:
        found += _ring_borders(mine, _outline(ring, side), radius, slack)
    return found


def _ring_borders(mine: _Outline, theirs: _Outline, radius: float, slack: float) -> list[Border]:
    found: list[Border] = []
    for edge in theirs.edges:
        out_x, out_y = edge.nx * radius, edge.ny * radius
        for corner in _foremost(mine.corners, 0.0 - edge.nx, 0.0 - edge.ny, slack):
            ax, ay = edge.ax - corner.x + out_x, edge.ay - corner.y + out_y
            bx, by = edge.bx - corner.x + out_x, edge.by - corner.y + out_y
            found.append(Straight(ax, ay, bx, by, edge.nx, edge.ny, (corner.x, corner.y), True))
    for edge in mine.edges:
        nx, ny = 0.0 - edge.nx, 0.0 - edge.ny
        for corner in _foremost(theirs.corners, nx, ny, slack):
            ax, ay = corner.x - edge.ax + nx * radius, corner.y - edge.ay + ny * radius
            bx, by = corner.x - edge.bx + nx * radius, corner.y - edge.by + ny * radius
            found.append(Straight(ax, ay, bx, by, nx, ny, (corner.x, corner.y), False))
    if radius > 0.0:
        for corner in theirs.corners:
            for own in mine.corners:
                arc = _common_arc(corner, own, slack)
                if arc is not None:
                    x, y = corner.x - own.x, corner.y - own.y
                    found.append(Bend(x, y, radius, arc[0], arc[1], (corner.x, corner.y), (own.x, own.y)))
    return found


def _outline(ring: Sequence[float], side: Side) -> _Outline:
    """Corners and edges of a ring that can be touched from a side."""
    points = [(ring[i], ring[i + 1]) for i in range(0, len(ring), 2)]
    points = [point for i, point in enumerate(points) if point != points[i - 1]] or points[:1]
    if len(points) == 1:
        nothing = (0.0, 0.0)
        return _Outline([_Corner(points[0][0], points[0][1], nothing, nothing, 0.0, _FULL_TURN)], [])
    area = signed_area(ring)
    if area == 0.0:
        side = "both"
    elif (area < 0.0) == (side == "out"):
        # What is to be touched then always lies on the right hand.
        points.reverse()
    corners: list[_Corner] = []
    edges: list[_Edge] = []
    for i, (x, y) in enumerate(points):
        to_x, to_y = points[(i + 1) % len(points)]
        back, ahead = _unit(x, y, *points[i - 1]), _unit(x, y, to_x, to_y)
        hollow = ahead[0] * back[1] - ahead[1] * back[0] < -_ROUNDING
        if side == "both" or not hollow:
            corners.append(_corner(x, y, back, ahead))
        edges.append(_Edge(x, y, to_x, to_y, ahead[1], 0.0 - ahead[0]))
        if side == "both":
            edges.append(_Edge(x, y, to_x, to_y, 0.0 - ahead[1], ahead[0]))
    return _Outline(corners, edges)


def _unit(x: float, y: float, to_x: float, to_y: float) -> Point:
    length = math.hypot(to_x - x, to_y - y)
    return (to_x - x) / length, (to_y - y) / length


def _corner(x: float, y: float, back: Point, ahead: Point) -> _Corner:
    one, other = math.atan2(back[1], back[0]), math.atan2(ahead[1], ahead[0])
    between = math.remainder(other - one, _FULL_TURN)
    # Foremost along n: neither neighbour lies further that way. Each of them leaves a half turn.
    start = (other if between >= 0.0 else one) + math.pi / 2
    return _Corner(x, y, back, ahead, start, math.pi - abs(between))


def _foremost(corners: Sequence[_Corner], nx: float, ny: float, slack: float) -> list[_Corner]:
    """The corners of which neither neighbour lies further along a direction."""
    return [
        corner
        for corner in corners
        if corner.back[0] * nx + corner.back[1] * ny <= slack
        and corner.ahead[0] * nx + corner.ahead[1] * ny <= slack
    ]


def _common_arc(corner: _Corner, own: _Corner, slack: float) -> tuple[float, float] | None:
    """The directions from one corner to the other in which both are foremost towards each other."""
    if own.sweep >= _FULL_TURN:
        return corner.start, corner.sweep
    if corner.sweep >= _FULL_TURN:
        return own.start + math.pi, own.sweep
    later = (own.start + math.pi - corner.start) % _FULL_TURN
    if later <= corner.sweep + slack:
        first, last = later, min(corner.sweep, later + own.sweep)
    else:
        first, last = 0.0, min(corner.sweep, later + own.sweep - _FULL_TURN)
    if last < first - slack:
        return None
    return corner.start + first, max(last - first, 0.0)


def bare_rings(other: Body | Region) -> tuple[Flat, ...]:
    """The outline of what a body may touch, without its radius."""
    return other.rings if isinstance(other, Region) else (other.core,)


def outer_side(other: Body | Region) -> Side:
    """From where something can be touched from outside: several rings may lie in each other, or across."""
    return "out" if isinstance(other, Body) or len(other.rings) == 1 else "both"


def radius_of(other: Body | Region) -> float:
    """What the outline is grown by."""
    return 0.0 if isinstance(other, Region) else other.radius


@dataclass(frozen=True, slots=True)
class _Pair:
    mover: Body
    motion: Motion
    other: Body | Region


@dataclass(frozen=True, slots=True)
class _Press:
    """A touch and a moment after it at which the motion has pressed in; `reach` is how far off a touch may be."""

    fraction: float
    later: float
    reach: float


def first_contact(
    movers: Sequence[Body], motion: Motion, others: Sequence[tuple[str, Body | Region]]
) -> tuple[Contact, ...]:
    """The first touch of bodies that move as one, where the motion presses in by more than the tolerance.

    Sliding along something and moving away from it are no contacts; what is touched from the start counts if it
    is pressed (at fraction 0). Touches that differ by less travel than the tolerance count as one. Two bodies
    that overlap from the start count at once if the motion presses them deeper, else not before they have come
    free.
    """
    travel = _travel(movers, motion)
    if travel <= _STILL:
        return ()
    instant = TOLERANCE / travel
    found: list[tuple[_Press, int, str, _Pair]] = []
    for index, mover in enumerate(movers):
        for key, other in others:
            pair = _Pair(mover, motion, other)
            press = _first_press(pair, instant)
            if press is not None:
                found.append((press, index, key, pair))
    last = min((press.fraction for press, _, _, _ in found), default=0.0) + instant
    contacts: list[Contact] = []
    for press, index, key, pair in found:
        if press.fraction <= last:
            body = moved(pair.mover, motion, press.fraction)
            for point, along, normal in _stretches(pair, press, body):
                contacts.append(Contact(press.fraction, index, key, point, along, normal))
    contacts.sort(key=lambda contact: (contact.other, contact.mover, contact.point, contact.normal))
    return tuple(contacts)


def _travel(movers: Sequence[Body], motion: Motion) -> float:
    """The length travelled by the part that travels furthest."""
    if isinstance(motion, Shift):
        return math.hypot(motion.dx, motion.dy)
    far = 0.0
    for mover in movers:
        core = mover.core
        for i in range(0, len(core), 2):
            far = max(far, math.hypot(core[i] - motion.x, core[i + 1] - motion.y) + mover.radius)
    return far * abs(math.radians(motion.degrees))


def _first_press(pair: _Pair, instant: float) -> _Press | None:
    """The moment at which a body first touches what it then presses into."""
    deep = _deeper(pair, TOLERANCE)
    if not deep:
        return None
    shallow = _deeper(pair, _SLIDE)
    touching = nearer(pair.mover, pair.motion, pair.other, 0.0, closed=True)
    events: list[float] | None = None
    for start, end in deep:
        later = start + min((end - start) / 2, 10 * instant)
        if start <= 0.0:
            press = _Press(0.0, later, math.inf)
            if _is_pressed(pair, press):
                return press
            continue
        low = _start_of(touching, start)
        high = _start_of(shallow, start) or start
        if events is None:
            events = sorted(_events(pair))
        # What it slid along before is touched too; what it presses into is what it touched last.
        for event in reversed(events):
            if low - instant <= event <= high + instant and _is_pressed(pair, _Press(event, later, _EXACT)):
                return _Press(event, later, TOLERANCE)
        at_once = _Press(0.0, later, TOLERANCE)
        return at_once if low <= 0.0 and _is_pressed(pair, at_once) else _Press(high, later, TOLERANCE)
    return None


def _start_of(intervals: Intervals, fraction: float) -> float:
    """The start of the stretch that a fraction lies in; the fraction itself if there is none."""
    for start, end in intervals:
        if start <= fraction <= end:
            return start
    return fraction


def _deeper(pair: _Pair, depth: float) -> Intervals:
    """Where two bodies overlap deeper than a depth."""
    # `nearer` forgives one tolerance.
    return nearer(pair.mover, pair.motion, pair.other, TOLERANCE - depth)


def _is_pressed(pair: _Pair, press: _Press) -> bool:
    drops = _drops(pair, press)
    return any(drop > _least_drop(drops, press.reach) for _, drop in drops)


def _least_drop(drops: Sequence[tuple[_Touch, float]], reach: float) -> float:
    """What a touch must be deeper in by, later on, to count as pressed."""
    most = max((drop for _, drop in drops), default=0.0)
    return max(_SLIDE if reach < math.inf else 0.0, most * _SLANT)


def _drops(pair: _Pair, press: _Press) -> list[tuple[_Touch, float]]:
    """The features touched, and how much deeper in each is later on.

    With an infinite reach the bodies may overlap already: then only the least deep features count.
    """
    body = moved(pair.mover, pair.motion, press.fraction)
    touches = [touch for touch in _touches(body, pair.other) if abs(touch.apart) <= press.reach]
    if press.reach == math.inf and touches:
        least_deep = max(touch.apart for touch in touches)
        touches = [touch for touch in touches if touch.apart >= least_deep - TOLERANCE]
    share = press.later - press.fraction
    return [(touch, _drop(touch, pair.motion, share)) for touch in touches]


def _touches(body: Body, other: Body | Region) -> Iterator[_Touch]:
    """Every pair of features that face each other at a pose."""
    grown = radius_of(other)
    radius = body.radius + grown
    for border in borders(body.core, bare_rings(other), radius, side=outer_side(other), slack=_FLUSH):
        if isinstance(border, Straight):
            length = math.hypot(border.bx - border.ax, border.by - border.ay)
            ex, ey = (border.bx - border.ax) / length, (border.by - border.ay) / length
            if not -TOLERANCE <= -(border.ax * ex + border.ay * ey) <= length + TOLERANCE:
                continue
            apart = -(border.ax * border.nx + border.ay * border.ny)
            # A corner of the body lies its whole distance off the other's bare outline, a corner of the other on it.
            off = grown - (apart + radius if border.mine else 0.0)
            x, y = border.corner
            yield _Touch(apart, (x + border.nx * off, y + border.ny * off), (border.nx, border.ny), border)
        else:
            away = math.hypot(border.x, border.y)
            if away > 0.0 and on_arc(border, math.atan2(-border.y, -border.x), _ROUNDING):
                nx, ny = (0.0 - border.x) / away, (0.0 - border.y) / away
                x, y = border.corner
                yield _Touch(away - radius, (x + nx * grown, y + ny * grown), (nx, ny), border)


def on_arc(bend: Bend, angle: float, slack: float) -> bool:
    """Whether an arc covers a direction."""
    if bend.sweep >= _FULL_TURN:
        return True
    return (angle - bend.start + slack) % _FULL_TURN <= bend.sweep + 2 * slack


def arc_point(bend: Bend, angle: float) -> Point:
    """The point of an arc in a direction."""
    return bend.x + bend.radius * math.cos(angle), bend.y + bend.radius * math.sin(angle)


def border_box(border: Border) -> Rectangle:
    """The box round a piece."""
    if isinstance(border, Straight):
        points = [(border.ax, border.ay), (border.bx, border.by)]
    else:
        angles = [border.start, border.start + border.sweep]
        # An arc reaches further than its ends where it runs over one of the four quarters.
        first, last = math.ceil(angles[0] / _QUARTER), math.floor(angles[1] / _QUARTER)
        angles += [quarter * _QUARTER for quarter in range(first, last + 1)]
        points = [arc_point(border, angle) for angle in angles]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - _MARGIN, min(ys) - _MARGIN, max(xs) + _MARGIN, max(ys) + _MARGIN


def _drop(touch: _Touch, motion: Motion, share: float) -> float:
    """By how much a touch is deeper in after a further share of the motion."""
    border = touch.border
    if isinstance(border, Bend):
        x, y = _carried(border.mine, motion, share)
        return math.hypot(border.x, border.y) - math.hypot(x - border.corner[0], y - border.corner[1])
    # Where the corner is the other's, it is the edge that moves: as if the corner moved the other way.
    way = 1.0 if border.mine else -1.0
    x, y = _carried(border.corner, motion, share * way)
    return way * ((border.corner[0] - x) * border.nx + (border.corner[1] - y) * border.ny)


def _carried(point: Point, motion: Motion, share: float) -> Point:
    if isinstance(motion, Shift):
        return point[0] + motion.dx * share, point[1] + motion.dy * share
    x, y = turn(point[0] - motion.x, point[1] - motion.y, motion.degrees * share)
    return motion.x + x, motion.y + y


def _stretches(
    pair: _Pair, press: _Press, body: Body
) -> Iterator[tuple[Point, tuple[Point, Point] | None, Point]]:
    """What is pressed, as points and common stretches: one for each normal and each unbroken stretch."""
    drops = _drops(pair, press)
    least = _least_drop(drops, press.reach)
    if all(drop <= least for _, drop in drops):
        # Rounding hides what is pressed: take the most pressed of all features that face the body.
        drops = _drops(pair, _Press(press.fraction, press.later, math.inf))
        least = max((drop for _, drop in drops), default=0.0) - _SLIDE
    for group in _by_normal(drops):
        run = [group[0]]
        for item in group[1:]:
            if not _unbroken(run[-1][0], item[0], body, pair.other):
                if any(drop > least for _, drop in run):
                    yield _stretch(run)
                run = []
            run.append(item)
        if any(drop > least for _, drop in run):
            yield _stretch(run)


def _by_normal(drops: Sequence[tuple[_Touch, float]]) -> list[list[tuple[_Touch, float]]]:
    """Touches with the same way out, in order along the line they share."""
    groups: list[list[tuple[_Touch, float]]] = []
    for touch, drop in drops:
        for group in groups:
            nx, ny = group[0][0].normal
            if math.hypot(touch.normal[0] - nx, touch.normal[1] - ny) <= 2 * _FLUSH:
                group.append((touch, drop))
                break
        else:
            groups.append([(touch, drop)])
    return [_in_line(group) for group in groups]


def _in_line(group: Sequence[tuple[_Touch, float]]) -> list[tuple[_Touch, float]]:
    nx, ny = group[0][0].normal
    return sorted(group, key=lambda item: (item[0].point[1] * nx - item[0].point[0] * ny, item[0].point))


def _unbroken(one: _Touch, next_one: _Touch, body: Body, other: Body | Region) -> bool:
    """Whether both outlines run from one touch to the next: there is no corner between, so the middle tells."""
    if math.dist(one.point, next_one.point) <= TOLERANCE:
        return True
    if len(body.core) == 2:
        return False
    nx, ny = one.normal
    grown = radius_of(other)
    x = (one.point[0] + next_one.point[0]) / 2 - nx * grown
    y = (one.point[1] + next_one.point[1]) / 2 - ny * grown
    off = body.radius + grown + one.apart
    if edge_distance(x, y, bare_rings(other)) > 2 * TOLERANCE:
        return False
    return edge_distance(x + nx * off, y + ny * off, (body.core,)) <= 2 * TOLERANCE


def _stretch(run: list[tuple[_Touch, float]]) -> tuple[Point, tuple[Point, Point] | None, Point]:
    (first, first_drop), (last, last_drop) = run[0], run[-1]
    if math.dist(first.point, last.point) <= TOLERANCE:
        return first.point, None, first.normal
    along = (first.point, last.point)
    # A pivot presses one end of the stretch hardest, a shift presses all of it alike.
    if abs(first_drop - last_drop) > _SLANT * max(first_drop, last_drop):
        return (first.point if first_drop > last_drop else last.point), along, first.normal
    middle = ((first.point[0] + last.point[0]) / 2, (first.point[1] + last.point[1]) / 2)
    return middle, along, first.normal


def _events(pair: _Pair) -> Iterator[float]:
    """Fractions of a motion at which a corner may come to touch: in closed form, some too many."""
    mover, motion = pair.mover, pair.motion
    rings, radius = bare_rings(pair.other), mover.radius + radius_of(pair.other)
    side = outer_side(pair.other)
    if isinstance(motion, Shift):
        found = (_shift_event(border, motion) for border in borders(mover.core, rings, radius, side=side))
        # Adding zero turns -0.0 into 0.0.
        yield from (fraction + 0.0 for fraction in found if 0.0 <= fraction <= 1.0)
        return
    mine = _outline(mover.core, "out")
    for ring in rings:
        theirs = _outline(ring, side)
        for corner in mine.corners:
            for edge in theirs.edges:
                yield from _pivot_events(corner, motion, edge, radius, 1.0)
            for their in theirs.corners if radius > 0.0 else ():
                yield from _pivot_meetings(corner, motion, their, radius)
        for edge in mine.edges:
            for their in theirs.corners:
                yield from _pivot_events(their, motion, edge, radius, -1.0)


def _shift_event(border: Border, motion: Shift) -> float:
    """When a shift meets a border from outside; beyond the motion if never."""
    if isinstance(border, Straight):
        rate = motion.dx * border.nx + motion.dy * border.ny
        return (border.ax * border.nx + border.ay * border.ny) / rate if rate < 0.0 else math.inf
    square = motion.dx * motion.dx + motion.dy * motion.dy
    along = motion.dx * border.x + motion.dy * border.y
    off = motion.dx * border.y - motion.dy * border.x
    room = border.radius * border.radius * square - off * off
    return (along - math.sqrt(room)) / square if room >= 0.0 else math.inf


def _pivot_events(corner: _Corner, motion: Pivot, edge: _Edge, radius: float, way: float) -> Iterator[float]:
    """When a corner that is turned (way -1: against the motion) is a radius off the line of an edge."""
    height = (edge.ax - motion.x) * edge.nx + (edge.ay - motion.y) * edge.ny + radius
    return _pivot_fractions(corner, motion, (edge.nx, edge.ny), height, way)


def _pivot_meetings(corner: _Corner, motion: Pivot, their: _Corner, radius: float) -> Iterator[float]:
    """When a corner that is turned is a radius off a corner at rest."""
    # Their distance fixes how far the one lies along the direction of the other, seen from the pivot.
    x, y = their.x - motion.x, their.y - motion.y
    far = math.hypot(corner.x - motion.x, corner.y - motion.y)
    height = (far * far + x * x + y * y - radius * radius) / 2
    return _pivot_fractions(corner, motion, (x, y), height, 1.0)


def _pivot_fractions(
    corner: _Corner, motion: Pivot, direction: Point, height: float, way: float
) -> Iterator[float]:
    """When a turned corner stands at a height along a direction, seen from the pivot."""
    x, y = corner.x - motion.x, corner.y - motion.y
    level = direction[0] * x + direction[1] * y
    across = (direction[0] * y - direction[1] * x) * way
    reach = math.hypot(level, across)
    if reach == 0.0 or abs(height) > reach * (1 + _ROUNDING):
        return
    middle = math.atan2(across, level)
    half = math.acos(max(-1.0, min(1.0, height / reach)))
    total = math.radians(motion.degrees)
    for angle in (middle - half, middle + half):
        # The same angle again after each full turn, in the direction of the motion.
        turned = angle % _FULL_TURN if total > 0.0 else angle % _FULL_TURN - _FULL_TURN
        while abs(turned) <= abs(total):
            yield turned / total + 0.0
            turned += math.copysign(_FULL_TURN, total)
