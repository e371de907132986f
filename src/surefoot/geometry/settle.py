"""The nearest places at which a body keeps clear of some things and lies on others.

The places at which a body exactly touches something form straight pieces and arcs (`contact.borders`). The nearest
legal place is the point of one of these pieces nearest to the start, or a point where two of them meet. Such points
are examined from the nearest outwards, each as soon as no nearer one can appear, so that the first legal one is the
answer, however much else lies on the table.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from surefoot.geometry import contact, kernel, measure
from surefoot.geometry.contact import Bend, Border, Point, Rectangle, Side, Straight
from surefoot.geometry.shapes import Body, Flat, Region, Shape
from surefoot.geometry.sweep import meeting_cores
from surefoot.geometry.tolerance import TOLERANCE, same, short_of, within
from surefoot.records import dataclass

# The most by which a returned place may miss a condition: well below the tolerance.
_MISS = TOLERANCE / 10

# Two places as near as each other are one if the body can slide between them without going this much further:
# the corners that stand for two ovals rise that far above their edges.
_RISE = 3 * TOLERANCE

# Pieces that miss each other by less than this meet.
_ROUNDING = 1e-7

# Places closer together than this are the same: below the smallest features.
_CLOSE = 5e-4

# Wider than any table, so that what lies around a region can be taken for a region with an outer ring.
_EVERYWHERE = 1e6

_FRAME = tuple(side * _EVERYWHERE for side in (-1, -1, 1, -1, 1, 1, -1, 1))

_FULL_TURN = 2 * math.pi

# Side of a cell in which pieces are looked up, a little more than the corners of an oval are apart; a piece that
# would lie in more cells than this is looked at always.
_CELL = 0.25
_MOST_CELLS = 16
# Of so few pieces each is looked at.
_FEW = 48

# No corner is near enough to an arc of places to be named.
_NO_CORNERS = ((0.0, 0.0), (0.0, 0.0))


@dataclass(frozen=True, slots=True)
class Clear:
    """Keep at least this gap in plan; none: the body may touch the other but not overlap it."""

    other: Body | Region
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class On:
    """Lie on a region with the centre, or with all of the body."""

    region: Region
    part: Literal["centre", "all"]


Keep = Clear | On


@dataclass(frozen=True, slots=True)
class Arc:
    """Places on a circle, clockwise between two bearings; the second is the greater one, a whole circle 0 to 360."""

    x: float
    y: float
    radius: float
    from_bearing: float
    to_bearing: float


@dataclass(frozen=True, slots=True)
class Settled:
    """The nearest places and how far off they are: single ones, and arcs on which every place is equally near."""

    distance: float
    spots: tuple[Point, ...]
    arcs: tuple[Arc, ...]


NOWHERE = Settled(math.inf, (), ())


def settle(
    shape: Shape,
    x: float,
    y: float,
    bearing: float,
    keeps: tuple[Keep, ...],
    *,
    limit: float | None = None,
    straight: Point | None = None,
) -> Settled:
    """The places nearest to a point at which the body, its bearing kept, meets all keeps.

    The point itself is judged as the table judges it (a tolerance is forgiven); every other place meets each
    keep within a tenth of the tolerance. Places whose distances the table cannot tell apart are ties. With
    `straight` only places in that direction count, with `limit` only those within it.
    """
    if fits(shape.at(x, y, bearing), keeps):
        return Settled(0.0, ((x, y),), ())
    room = _Room(shape, bearing, keeps)
    far = math.inf if limit is None else limit
    if straight is not None:
        return _along(room, x, y, straight, far)
    return _Search(room, x, y, far).run()


def fits(body: Body, keeps: tuple[Keep, ...]) -> bool:
    """Whether a body meets all keeps where it is, as the table judges it."""
    return all(_meets(body, keep) for keep in keeps)


def _meets(body: Body, keep: Keep) -> bool:
    match keep:
        case Clear(other, gap):
            if gap <= 0.0:
                return not measure.overlaps(body, other)
            return not short_of(measure.gap(body, other), gap)
        case On(region, part):
            return bool(region.rings) and measure.lies_on(body, region, part)


@dataclass(frozen=True, slots=True)
class _Apart:
    """A core (that of the body with its centre at the origin) must not come nearer than a distance to rings."""

    core: Flat
    rings: tuple[Flat, ...]
    distance: float
    # Centres outside this box are allowed; none: there is no such box.
    box: Rectangle | None
    borders: _Borders

    def allows(self, x: float, y: float) -> bool:
        box = self.box
        if box is not None and (x < box[0] or y < box[1] or x > box[2] or y > box[3]):
            return True
        if not self.core or not self.rings:
            return True
        shifted = [value + (y if index % 2 else x) for index, value in enumerate(self.core)]
        apart = kernel.core_region_distance(shifted, self.rings)
        return apart >= self.distance and apart > 0.0

    def off(self, x: float, y: float) -> float:
        """A distance within which there is no border."""
        if self.box is None:
            return 0.0
        west, south, east, north = self.box
        return math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0))


@dataclass(frozen=True, slots=True)
class _Centred:
    """The centre must be on the ground enclosed by rings."""

    borders: _Borders

    def allows(self, x: float, y: float) -> bool:
        return kernel.region_distance(x, y, self.borders.rings) <= _MISS

    def off(self, _x: float, _y: float) -> float:
        return 0.0


@dataclass(frozen=True, slots=True)
class _Borders:
    """What the borders of the allowed places are made from, once they are needed."""

    core: Flat
    rings: tuple[Flat, ...]
    radius: float
    side: Side

    def pieces(self) -> tuple[Border, ...]:
        return _pieces(self)


# Cached: the faces of one roll look for room among the same walls.
@lru_cache(maxsize=1024)
def _pieces(borders: _Borders) -> tuple[Border, ...]:
    return tuple(contact.borders(borders.core, borders.rings, borders.radius, side=borders.side))


_Bar = _Apart | _Centred


class _Room:
    """Where the centre of one body may be."""

    def __init__(self, shape: Shape, bearing: float, keeps: Sequence[Keep]) -> None:
        body = shape.at(0.0, 0.0, bearing)
        self.bars = tuple(_bar(body, keep) for keep in keeps)
        self._asked = list(self.bars)

    def allows(self, x: float, y: float) -> bool:
        for index, bar in enumerate(self._asked):
            if not bar.allows(x, y):
                # The condition that refused one place often refuses the next one too: test it first.
                self._asked.insert(0, self._asked.pop(index))
                return False
        return True


@lru_cache(maxsize=1024)
def _bar(body: Body, keep: Keep) -> _Bar:
    if isinstance(keep, Clear):
        gap = max(keep.gap, 0.0)
        radius = body.radius + contact.radius_of(keep.other) + gap
        around = contact.bare_rings(keep.other)
        box = _box(body.core, around, radius)
        pieces = _Borders(body.core, around, radius, contact.outer_side(keep.other))
        return _apart(meeting_cores(body, keep.other, gap - _MISS), box, pieces)
    region = keep.region
    inner_side: Side = "in" if len(region.rings) == 1 else "both"
    if keep.part == "all":
        # What lies around the region is what the body must be clear of.
        meeting = meeting_cores(body, Region((*region.rings, _FRAME)), -_MISS)
        if meeting[0]:
            return _apart(meeting, None, _Borders(body.core, region.rings, body.radius, inner_side))
    return _Centred(_Borders((0.0, 0.0), region.rings, 0.0, inner_side))


def _apart(
    meeting: tuple[Flat, tuple[Flat, ...], float],
    box: Rectangle | None,
    pieces: _Borders,
) -> _Apart:
    core, rings, distance = meeting
    if len(core) > 2 and len(rings) == 1:
        # The forbidden ground is often one polygon: computed once, used often.
        (ring,) = rings
        spread: Sequence[float] = ()
        if len(ring) == 2:
            spread = [ring[index % 2] - value for index, value in enumerate(core)]
        elif kernel.is_convex(core) and kernel.is_convex(ring):
            spread = kernel.minkowski(kernel.from_lowest(ring, 1.0), kernel.from_lowest(core, -1.0))
        if spread:
            core, rings = (0.0, 0.0), (tuple(spread),)
    return _Apart(core, rings, distance, box, pieces)


def _box(core: Flat, rings: Sequence[Flat], radius: float) -> Rectangle | None:
    """The box outside which a core shifted from where it is cannot come within a radius of rings."""
    boxes = [kernel.bounds(ring) for ring in rings if ring]
    if not boxes:
        return None
    west, south, east, north = kernel.bounds(core)
    return (
        min(box[0] for box in boxes) - east - radius,
        min(box[1] for box in boxes) - north - radius,
        max(box[2] for box in boxes) - west + radius,
        max(box[3] for box in boxes) - south + radius,
    )


@dataclass(frozen=True, slots=True)
class _Place:
    distance: float
    x: float
    y: float


# The order of equally near items in the queue: a condition whose borders are not computed yet, a border whose points
# are not computed yet, a place, an arc about the start.
_Item = _Bar | Border | _Place


class _Grid:
    """Pieces by the cells that their boxes meet, to find those that may meet another without asking each."""

    def __init__(self) -> None:
        self.pieces: list[tuple[Border, Rectangle]] = []
        self.cells: dict[tuple[int, int], list[int]] = {}
        # Pieces that would lie in too many cells.
        self.long: list[int] = []

    def add(self, border: Border) -> list[Border]:
        """Add a piece; returns those that were there already and whose boxes meet its own."""
        box = contact.border_box(border)
        cells = _cells(box)
        found = self._meeting(box, cells)
        number = len(self.pieces)
        self.pieces.append((border, box))
        if cells is None:
            self.long.append(number)
            return found
        for cell in cells:
            self.cells.setdefault(cell, []).append(number)
        return found

    def beside(self, border: Border) -> list[Border]:
        """The pieces whose boxes meet that of another, in the order in which they came."""
        box = contact.border_box(border)
        return self._meeting(box, _cells(box))

    def _meeting(self, box: Rectangle, cells: list[tuple[int, int]] | None) -> list[Border]:
        among = self.pieces
        if cells is not None and len(among) > _FEW:
            numbers = {number for cell in cells for number in self.cells.get(cell, ())}.union(self.long)
            among = [self.pieces[number] for number in sorted(numbers)]
        west, south, east, north = box
        return [
            piece
            for piece, (left, below, right, above) in among
            if west <= right and east >= left and south <= above and north >= below
        ]


def _cells(box: Rectangle) -> list[tuple[int, int]] | None:
    """The cells that a box meets; none if there are too many."""
    west, south, east, north = (math.floor(side / _CELL) for side in box)
    if (east - west + 1) * (north - south + 1) > _MOST_CELLS:
        return None
    return [(x, y) for x in range(west, east + 1) for y in range(south, north + 1)]


class _Search:
    """A search from the start outwards; everything that may hold a place waits at the distance of its nearest."""

    def __init__(self, room: _Room, x: float, y: float, limit: float) -> None:
        self.room = room
        self.x, self.y = x, y
        self.furthest = limit + TOLERANCE
        self.waiting: list[tuple[float, int, int, _Item]] = []
        self.active = _Grid()
        self.refused: set[Point] = set()
        self.places: list[_Place] = []
        self.arcs: list[Bend] = []
        self.count = 0

    def run(self) -> Settled:
        for bar in self.room.bars:
            self._wait(bar.off(self.x, self.y), 0, bar)
        while self.waiting:
            distance, rank, _, item = heapq.heappop(self.waiting)
            if distance > self.furthest:
                break
            if isinstance(item, _Place):
                self._judge(item)
            elif isinstance(item, Straight | Bend):
                if rank == 3 and isinstance(item, Bend):
                    self._judge_arc(item)
                else:
                    self._activate(item)
            else:
                for border in item.borders.pieces():
                    x, y = _foot(border, self.x, self.y)
                    self._wait(math.hypot(x - self.x, y - self.y), 1, border)
        return self._answer()

    def _wait(self, distance: float, rank: int, item: _Item) -> None:
        if distance <= self.furthest:
            # The running number keeps equal ones in the order in which they came.
            self.count += 1
            heapq.heappush(self.waiting, (distance, rank, self.count, item))

    def _activate(self, border: Border) -> None:
        if isinstance(border, Bend):
            aside = math.hypot(border.x - self.x, border.y - self.y)
            if aside <= TOLERANCE / 2:
                # Every point of it is equally near, as far as the table can tell; all that cuts it comes first.
                self._wait(border.radius + 2 * aside + _ROUNDING, 3, border)
        self._offer(_foot(border, self.x, self.y))
        for other in self.active.add(border):
            for point in _meetings(border, other):
                self._offer(point)

    def _offer(self, point: Point) -> None:
        x, y = point
        distance = math.hypot(x - self.x, y - self.y)
        self._wait(distance, 2, _Place(distance, x, y))

    def _judge(self, place: _Place) -> None:
        # Where many pieces meet, the same place comes many times.
        key = (round(place.x, 9), round(place.y, 9))
        if key in self.refused:
            return
        if not self.room.allows(place.x, place.y):
            self.refused.add(key)
            return
        self.furthest = min(self.furthest, place.distance + _RISE)
        self.places.append(place)

    def _judge_arc(self, bend: Bend) -> None:
        free = self._free(bend)
        if len(free) > 1 and bend.sweep >= _FULL_TURN and free[0][0] <= 0.0 and free[-1][1] >= bend.sweep:
            # A whole circle has no seam.
            free[-1] = (free[-1][0], free.pop(0)[1] + _FULL_TURN)
        for start, end in free:
            self.arcs.append(Bend(bend.x, bend.y, bend.radius, bend.start + start, end - start, *_NO_CORNERS))
            self.furthest = min(self.furthest, bend.radius + _RISE)

    def _free(self, bend: Bend) -> list[tuple[float, float]]:
        """The stretches of an arc on which the body may be, as angles from its start."""
        cuts = [0.0, bend.sweep]
        for other in self.active.beside(bend):
            for x, y in _meetings(bend, other):
                cuts.append((math.atan2(y - bend.y, x - bend.x) - bend.start) % _FULL_TURN)
        instant = _ROUNDING / bend.radius
        cuts = sorted(cut for cut in cuts if cut <= bend.sweep)
        free: list[tuple[float, float]] = []
        for start, end in itertools.pairwise(cuts):
            middle = contact.arc_point(bend, bend.start + (start + end) / 2)
            if end - start <= instant or not self.room.allows(*middle):
                continue
            if free and start - free[-1][1] <= instant:
                free[-1] = (free[-1][0], end)
            else:
                free.append((start, end))
        return free

    def _answer(self) -> Settled:
        if not self.places and not self.arcs:
            return NOWHERE
        distance = min([place.distance for place in self.places] + [arc.radius for arc in self.arcs])
        arcs: list[Bend] = []
        for arc in self.arcs:
            if not any(_covers(other, arc) for other in arcs):
                arcs = [other for other in arcs if not _covers(arc, other)] + [arc]
        spots = [
            (place.x + 0.0, place.y + 0.0)
            for place in self._apart_places(distance)
            if not any(_lies_on(arc, place.x, place.y) for arc in arcs)
        ]
        spots.sort(key=lambda spot: (round(spot[0], 6), round(spot[1], 6)))
        return Settled(distance, tuple(spots), tuple(sorted((_as_arc(arc) for arc in arcs), key=_order)))

    def _apart_places(self, distance: float) -> list[_Place]:
        """The nearest places, of which none can be reached from another without going further away."""
        apart: list[_Place] = []
        for place in self.places:
            joined = any(self._joined(place, other, distance + _RISE) for other in apart)
            if same(place.distance, distance) and not joined:
                apart.append(place)
        return apart

    def _joined(self, place: _Place, other: _Place, radius: float) -> bool:
        if math.hypot(place.x - other.x, place.y - other.y) <= _CLOSE:
            return True
        one = math.atan2(place.y - self.y, place.x - self.x)
        sweep = math.remainder(math.atan2(other.y - self.y, other.x - self.x) - one, _FULL_TURN)
        way = Bend(self.x, self.y, radius, one + min(sweep, 0.0), abs(sweep), *_NO_CORNERS)
        free = self._free(way)
        return len(free) == 1 and free[0][1] - free[0][0] >= abs(sweep) - 2 * _ROUNDING / radius


def _along(room: _Room, x: float, y: float, direction: Point, limit: float) -> Settled:
    """The first place on a ray."""
    length = math.hypot(*direction)
    if length == 0.0:
        return NOWHERE
    dx, dy = direction[0] / length, direction[1] / length
    far = min(limit + TOLERANCE, _EVERYWHERE)
    ray = Straight(x, y, x + dx * far, y + dy * far, 0.0, 0.0, (x, y), True)
    found: list[tuple[float, float, float]] = []
    for bar in room.bars:
        if bar.off(x, y) > far:
            continue
        for border in bar.borders.pieces():
            points = _meetings(ray, border)
            if isinstance(border, Straight):
                # A piece that runs along the ray meets it at its ends.
                points += ((border.ax, border.ay), (border.bx, border.by))
            for point_x, point_y in points:
                along = (point_x - x) * dx + (point_y - y) * dy
                aside = abs((point_x - x) * dy - (point_y - y) * dx)
                if aside <= _ROUNDING and along >= 0.0 and within(along, limit):
                    found.append((along, x + along * dx + 0.0, y + along * dy + 0.0))
    for along, spot_x, spot_y in sorted(found):
        if room.allows(spot_x, spot_y):
            return Settled(along, ((spot_x, spot_y),), ())
    return NOWHERE


def _foot(border: Border, x: float, y: float) -> Point:
    """The point of a piece nearest to a point."""
    if isinstance(border, Straight):
        ex, ey = border.bx - border.ax, border.by - border.ay
        square = ex * ex + ey * ey
        # A piece so short that its length is none is a point.
        share = ((x - border.ax) * ex + (y - border.ay) * ey) / square if square else 0.0
        share = max(0.0, min(1.0, share))
        return border.ax + ex * share, border.ay + ey * share
    if x != border.x or y != border.y:
        angle = math.atan2(y - border.y, x - border.x)
        if contact.on_arc(border, angle, 0.0):
            share = border.radius / math.hypot(x - border.x, y - border.y)
            return border.x + (x - border.x) * share, border.y + (y - border.y) * share
    ends = contact.arc_point(border, border.start), contact.arc_point(border, border.start + border.sweep)
    return min(ends, key=lambda end: math.hypot(end[0] - x, end[1] - y))


def _meetings(one: Border, other: Border) -> list[Point]:
    """The points that two pieces share; where they run along each other, none."""
    if isinstance(one, Straight):
        if isinstance(other, Straight):
            return _straights_meet(one, other)
        return _straight_meets_bend(one, other)
    if isinstance(other, Straight):
        return _straight_meets_bend(other, one)
    return _bends_meet(one, other)


def _straights_meet(one: Straight, other: Straight) -> list[Point]:
    ex, ey = one.bx - one.ax, one.by - one.ay
    fx, fy = other.bx - other.ax, other.by - other.ay
    cross = ex * fy - ey * fx
    length, other_length = math.hypot(ex, ey), math.hypot(fx, fy)
    if abs(cross) <= 1e-12 * length * other_length:
        return []
    wx, wy = other.ax - one.ax, other.ay - one.ay
    share, other_share = (wx * fy - wy * fx) / cross, (wx * ey - wy * ex) / cross
    slack, other_slack = _ROUNDING / length, _ROUNDING / other_length
    if -slack <= share <= 1 + slack and -other_slack <= other_share <= 1 + other_slack:
        return [(one.ax + ex * share, one.ay + ey * share)]
    return []


def _straight_meets_bend(straight: Straight, bend: Bend) -> list[Point]:
    ex, ey = straight.bx - straight.ax, straight.by - straight.ay
    length = math.hypot(ex, ey)
    ex, ey = ex / length, ey / length
    wx, wy = bend.x - straight.ax, bend.y - straight.ay
    off = wx * ey - wy * ex
    if abs(off) > bend.radius + _ROUNDING:
        return []
    half = math.sqrt(max(0.0, (bend.radius - off) * (bend.radius + off)))
    middle = wx * ex + wy * ey
    found: list[Point] = []
    for along in (middle - half, middle + half):
        x, y = straight.ax + ex * along, straight.ay + ey * along
        if -_ROUNDING <= along <= length + _ROUNDING and _is_on(bend, x, y):
            found.append((x, y))
    return found


def _bends_meet(one: Bend, other: Bend) -> list[Point]:
    dx, dy = other.x - one.x, other.y - one.y
    away = math.hypot(dx, dy)
    if away <= _ROUNDING or away > one.radius + other.radius + _ROUNDING:
        return []
    if away < abs(one.radius - other.radius) - _ROUNDING:
        return []
    dx, dy = dx / away, dy / away
    along = (away * away + (one.radius - other.radius) * (one.radius + other.radius)) / (2 * away)
    half = math.sqrt(max(0.0, (one.radius - along) * (one.radius + along)))
    found: list[Point] = []
    for side in (-half, half):
        x, y = one.x + dx * along - dy * side, one.y + dy * along + dx * side
        if _is_on(one, x, y) and _is_on(other, x, y):
            found.append((x, y))
    return found


def _is_on(bend: Bend, x: float, y: float) -> bool:
    """Whether an arc covers the direction of a point that is known to lie on its circle."""
    return contact.on_arc(bend, math.atan2(y - bend.y, x - bend.x), _ROUNDING / bend.radius)


def _lies_on(bend: Bend, x: float, y: float) -> bool:
    return same(math.hypot(x - bend.x, y - bend.y), bend.radius) and contact.on_arc(
        bend, math.atan2(y - bend.y, x - bend.x), _CLOSE / bend.radius
    )


def _covers(bend: Bend, part: Bend) -> bool:
    """Whether an arc contains another, as far as the table can tell."""
    middle = contact.arc_point(part, part.start + part.sweep / 2)
    ends = contact.arc_point(part, part.start), contact.arc_point(part, part.start + part.sweep)
    return bend.sweep >= part.sweep - _CLOSE and all(_lies_on(bend, *point) for point in (*ends, middle))


def _as_arc(bend: Bend) -> Arc:
    if bend.sweep >= _FULL_TURN:
        return Arc(bend.x, bend.y, bend.radius, 0.0, 360.0)
    first = (90.0 - math.degrees(bend.start + bend.sweep)) % 360.0
    return Arc(bend.x, bend.y, bend.radius, first, first + math.degrees(bend.sweep))


def _order(arc: Arc) -> tuple[float, float]:
    return round(arc.from_bearing, 6), round(arc.to_bearing, 6)
