"""Placing: where a model is set down when the rules put it somewhere (falls, pushes, throws, separation, riders).

Being set down is moving: the way to the new spot is traced. It leads neither through walls nor over missing ground,
it ends with room for the base, clear of obstacles and models, and what it enters on the way is told.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

from surefoot.geometry import prepare
from surefoot.geometry.kernel import edge_distance, inside_rings
from surefoot.geometry.measure import deep_inside, gap, lies_on, overlaps
from surefoot.geometry.settle import NOWHERE, Clear, Keep, On, Settled, fits, settle
from surefoot.geometry.shadows import bends, in_sight
from surefoot.geometry.shapes import Body, Region, Shape, round_base
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, short_of, to_lattice, within
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.scene import Surface
from surefoot.referee.trace import trace
from surefoot.referee.view import View
from surefoot.table.place import Place, Pose

# A spot is reached from as near as this.
_NEAR = 1e-3
# The centre of a base, for the ground that it is carried over.
_CENTRE = round_base(0.0)
# Cached: the ways from many starts, such as those of a random direction, bend round the same corners.
_settled = lru_cache(maxsize=1024)(settle)
_in_sight = lru_cache(maxsize=1024)(in_sight)


@dataclass(frozen=True, slots=True)
class Nearest(Settled):
    """The nearest places, and the corners round which the way to them bends."""

    via: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a fall ends: the place, its position, how far down, and which models it came down on."""

    place: Place
    pose: Pose
    drop: float
    onto: tuple[str, ...]
    # Those of them that do not bear it, so that it lies beside them.
    beside: tuple[str, ...] = ()


def room(view: View, z: float, gaps: Mapping[str, float] | None = None) -> tuple[Keep, ...]:
    """What a base keeps that is set down at a height: ground, board, walls, obstacles, and a gap to each model there."""
    gaps = gaps or {}
    return (
        *ground_at(view, z),
        *(
            Clear(other.body, gaps.get(other.id, 0.0))
            for other, _ in view.figures
            if view.figure_bars(other, z)
        ),
    )


def ground_at(view: View, z: float) -> tuple[Keep, ...]:
    """The same without regard to models: on that level and on the board, clear of walls and obstacles."""
    keeps: list[Keep] = [On(view.support(z), "all" if view.lens.rest == "all" else "centre")]
    board = view.scene.ground.board
    if board is not None:
        keeps.append(On(board, "all"))
    keeps += [Clear(region) for region in walls_at(view, z)]
    keeps += [Clear(hurdle.region) for hurdle in view.terrain.hurdles if view.takes_room(hurdle, z)]
    keeps += [Clear(solid.region) for solid in view.terrain.passed if view.fills(solid, z)]
    return tuple(keeps)


def walls_at(
    view: View, z: float, without: tuple[str, ...] = (), over: float = -math.inf
) -> tuple[Region, ...]:
    """The solid terrain in the way of the mover at a height.

    Without the hulls of some models, and without what is lower than `over`.
    """
    hull = tuple(deck.id for deck in view.surfaces if deck.carrier in without)
    return tuple(
        solid.region
        for solid in view.terrain.solids
        if solid.id not in hull and view.bars(solid.low, solid.high, z) and not short_of(solid.high, over)
    )


def nearest(
    view: View,
    start: Pose,
    keeps: tuple[Keep, ...],
    *,
    past: Iterable[Body] = (),
    limit: float | None = None,
    shape: Shape | None = None,
    off: tuple[str, ...] = (),
    falls: bool = False,
    over: float = -math.inf,
) -> Nearest:
    """The nearest places that meet the keeps, by ways that lead through no wall, over no gap and through none of `past`.

    Straight ways count first; where a shorter one, or the only one, bends round corners, it is found within a
    fiftieth of the base's radius. The hulls of the models that it comes `off` are no walls to it,
    nor is one lower than a height that it passes `over`; with `falls` the ways lead over edges too.
    """
    moved = shape or view.shape
    body = moved.at(start.x, start.y, start.facing)
    if fits(body, keeps):
        return Nearest(0.0, ((start.x, start.y),), ())
    far = math.inf if limit is None else limit
    # Inside something solid it has no side: it may leave it on any.
    walls: list[Body | Region] = [
        wall for wall in walls_at(view, start.z, off, over) if not deep_inside(wall, start.x, start.y)
    ]
    ground = None if falls else _ground(view, start)
    obstacles = (*walls, *past)
    found = _Search(start, keeps, obstacles, ground, moved, moved).run(far)
    if not _any(found) and any(overlaps(body, wall) for wall in walls):
        # Squeezed in between walls already: its centre, at least, passes through none.
        found = _Search(start, keeps, obstacles, ground, moved, _CENTRE).run(far)
    return found


def nearest_on_level(
    view: View,
    start: Pose,
    keeps: tuple[Keep, ...],
    *,
    past: Iterable[Body] = (),
    limit: float | None = None,
    off: tuple[str, ...] = (),
    over: float = -math.inf,
) -> Nearest:
    """The nearest places that meet the keeps and bear the base on one surface of the level, with room for it there."""

    def look(more: tuple[Keep, ...]) -> Nearest:
        return nearest(view, start, (*keeps, *more), past=past, limit=limit, off=off, over=over)

    found = look(())
    spot = one_of(found)
    if spot is None:
        return found
    there = [
        view.scene.table.resolve(place_on_level(view, *each, start.z, start.facing))
        for each in found.spots or (spot,)
    ]
    if all(view.supported(each) and not blocked_at(view, each) for each in there):
        return found
    # Where surfaces are a step apart, each one is searched by itself.
    level = [
        each for each in view.surfaces if not each.sloped and within(abs(each.low - start.z), view.lens.step)
    ]
    tried = [
        look((On(bare, "centre"), *ground_at(view, each.low)))
        for each in level
        if (bare := _uncovered(each, level)).rings
    ]
    return min(tried, key=lambda each: each.distance, default=found)


def _uncovered(surface: Surface, level: list[Surface]) -> Region:
    """The part of a surface that no higher one of the same level covers."""
    higher = [each.region for each in level if each.low > surface.low]
    return prepare.difference(surface.region, higher) if higher else surface.region


def reached(view: View, start: Pose, x: float, y: float, limit: float, off: tuple[str, ...] = ()) -> bool:
    """Whether a way no longer than a limit leads to a spot, through no wall and over no gap."""
    spot = Region(((x - _NEAR, y - _NEAR, x + _NEAR, y - _NEAR, x + _NEAR, y + _NEAR, x - _NEAR, y + _NEAR),))
    return _any(nearest(view, start, (On(spot, "centre"),), limit=limit, off=off))


def _any(found: Settled) -> bool:
    return bool(found.spots or found.arcs)


class _Search:
    """A search for room near one place."""

    def __init__(
        self,
        start: Pose,
        keeps: tuple[Keep, ...],
        walls: tuple[Body | Region, ...],
        ground: Region | None,
        shape: Shape,
        passing: Shape,
    ) -> None:
        self.start, self.keeps, self.shape = start, keeps, shape
        # What must get past walls on the way.
        self.passing = passing
        self.walls = walls
        # What its centre stays on all the way.
        self.ground = ground
        self.blocked = False

    def run(self, limit: float) -> Nearest:
        """The nearest places within a limit."""
        straight = self.straight(self.start.x, self.start.y, limit)
        bent = self.round_corners(min(limit, straight.distance))
        if _any(bent) and short_of(bent.distance, straight.distance):
            return bent
        return Nearest(straight.distance, straight.spots, straight.arcs)

    def straight(self, x: float, y: float, limit: float) -> Settled:
        """The nearest places to a point in straight lines."""
        found = self._settle(x, y, (), limit)
        while _any(found) and found.distance > 0.0:
            keeps, near = self._sight(x, y, found.distance)
            if not near:
                break
            seen = self._settle(x, y, keeps, limit)
            if _any(seen) and not beyond(seen.distance, found.distance):
                # As near as without any walls: no way that bends is shorter.
                return seen
            self.blocked = True
            if not _any(seen):
                return seen
            found = seen
            if self._sight(x, y, found.distance)[1] == near:
                break
        return found

    def _settle(self, x: float, y: float, more: tuple[Keep, ...], limit: float) -> Settled:
        most = None if math.isinf(limit) else limit
        return _settled(self.shape, x, y, self.start.facing, (*self.keeps, *more), limit=most)

    def _sight(self, x: float, y: float, distance: float) -> tuple[tuple[Keep, ...], int]:
        """Ground in sight of a point, for places within a distance; and how many things hide some of it."""
        body = self.shape.at(x, y, self.start.facing)
        near = tuple(each for each in self.walls if within(gap(body, each), distance))
        keeps: list[Keep] = []
        if near:
            keeps.append(On(_in_sight(self.passing, x, y, self.start.facing, near), "centre"))
        edge = self.ground is not None and within(edge_distance(x, y, self.ground.rings), distance)
        if edge and self.ground is not None:
            keeps.append(
                On(_in_sight(_CENTRE, *_off_the_edge(self.ground, x, y), 0.0, (self.ground,)), "centre")
            )
        return tuple(keeps), len(near) + edge

    def round_corners(self, most: float) -> Nearest:
        """The nearest places by ways that bend; nothing if nothing hid any ground from the start."""
        best = Nearest(NOWHERE.distance, (), ())
        if not self.blocked:
            return best
        corners = self._corners(most)
        start = (self.start.x, self.start.y)
        away = {start: 0.0}
        via: dict[tuple[float, float], tuple[tuple[float, float], ...]] = {start: ()}
        waiting = [(0.0, *start)]
        while waiting:
            so_far, x, y = heapq.heappop(waiting)
            left = min(most, best.distance) - so_far
            if left <= 0.0:
                break
            if so_far > away[x, y]:
                continue
            # The same corners serve many starts: from there it is looked as far, whatever is left.
            far = _rounded_up(left) if so_far else left
            seen = self._sight(x, y, far)[0]
            found = self._settle(x, y, seen, far) if so_far else NOWHERE
            if _any(found) and short_of(found.distance, left):
                best = Nearest(so_far + found.distance, found.spots, found.arcs, via[x, y])
            for corner in corners:
                there = so_far + math.dist((x, y), corner)
                if there < min(away.get(corner, math.inf), most, best.distance) and _in_view(seen, corner):
                    away[corner] = there
                    via[corner] = (*via[x, y], corner)
                    heapq.heappush(waiting, (there, *corner))
        return best

    def _corners(self, most: float) -> list[tuple[float, float]]:
        """Where ways round the walls near the start may bend, with room for the base on the way."""
        body = self.shape.at(self.start.x, self.start.y, self.start.facing)
        walls: list[Body | Region] = [wall for wall in self.walls if within(gap(body, wall), most)]
        found = bends(self.passing, self.start.facing, walls)
        if self.ground is not None:
            found += bends(_CENTRE, 0.0, (self.ground,))
        clear = tuple(Clear(wall) for wall in walls)
        return [
            corner
            for corner in dict.fromkeys(found)
            if math.dist(corner, (self.start.x, self.start.y)) < most
            and (self.ground is None or inside_rings(*corner, self.ground.rings))
            and fits(self.passing.at(*corner, self.start.facing), clear)
        ]


def _rounded_up(distance: float) -> float:
    """The next power of two, at least 1."""
    return distance if math.isinf(distance) else 2.0 ** max(0, math.ceil(math.log2(distance)))


def _ground(view: View, start: Pose) -> Region | None:
    """The ground that a mover keeps to, with the gaps closed that it walks over; None if nothing carries its centre."""
    support = view.support(start.z)
    carried = lies_on(_CENTRE.at(start.x, start.y, 0.0), support, "centre")
    return _closed(support, view, start.facing) if carried else None


def _in_view(seen: tuple[Keep, ...], corner: tuple[float, float]) -> bool:
    point = _CENTRE.at(*corner, 0.0)
    return all(isinstance(keep, On) and lies_on(point, keep.region, "centre") for keep in seen)


def _off_the_edge(ground: Region, x: float, y: float) -> tuple[float, float]:
    """A point of some ground, a hair inside if it lies at its very edge: from there the edge hides what lies beyond it."""
    if edge_distance(x, y, ground.rings) > TOLERANCE:
        return x, y
    around = [
        (x + 2 * TOLERANCE * math.cos(step * math.pi / 8), y + 2 * TOLERANCE * math.sin(step * math.pi / 8))
        for step in range(16)
    ]
    inside = [(a, b) for a, b in around if inside_rings(a, b, ground.rings)]
    return max(inside, key=lambda point: edge_distance(point[0], point[1], ground.rings), default=(x, y))


def _closed(support: Region, view: View, facing: float) -> Region:
    """Ground with the gaps closed that the mover walks over."""
    lens = view.lens
    width = lens.gap + lens.gap_in_bases * min(
        view.shape.across(bearing, facing) for bearing in (0.0, 45.0, 90.0, 135.0)
    )
    if width <= 0.0:
        return support
    return prepare.grown(prepare.grown(support, width / 2 + TOLERANCE), -width / 2 - TOLERANCE)


def one_of(found: Settled) -> tuple[float, float] | None:
    """One of the nearest places; None if there is none."""
    if not _any(found):
        return None
    x, y = proposed(found)
    return from_lattice(x), from_lattice(y)


def proposed(found: Settled) -> tuple[int, int]:
    """One of the nearest places, in millionths."""
    if found.spots:
        x, y = found.spots[0]
    else:
        arc = found.arcs[0]
        angle = math.radians(arc.from_bearing)
        x, y = arc.x + arc.radius * math.sin(angle), arc.y + arc.radius * math.cos(angle)
    return to_lattice(x), to_lattice(y)


def entered(
    view: View, who: str, x: float, y: float, via: tuple[tuple[float, float], ...] = ()
) -> tuple[str, ...]:
    """The areas that a model enters on the way from where it stands to a spot on its level, models left aside."""
    legs = tuple(Leg((to_lattice(a), to_lattice(b))) for a, b in (*via, (x, y)))
    # Only what carries it counts among models: the others are for those who look for the way.
    carried = tuple((models, role) for models, role in view.lens.models if role == "level")
    marks = trace(view.scene, replace(view.lens, models=carried, zones=()), who, legs).marks
    return tuple(dict.fromkeys(mark.what for mark in marks if mark.kind == "enter"))


def place_on_level(view: View, x: float, y: float, z: float, facing: float) -> Place:
    """The place at a point on a level: on the highest surface that counts as one with it, and bears the base.

    A slope counts as one level from foot to top.
    """
    here, step = [*reversed(view.surfaces_at(x, y))], view.lens.step
    level = [s for s in here if within(abs(s.height(x, y) - z), step)]
    level = level or [s for s in here if s.sloped and within(s.low - step, z) and within(z, s.high + step)]
    # At the very edge of a surface its neighbour is stood on, if the base rests or has room there only.
    bears = [s for s in level if deep_inside(s.region, x, y) or _bears(view, s, x, y, facing)]
    return view.scene.place_at(Pose(x, y, z, facing), (bears or level)[0])


def _bears(view: View, surface: Surface, x: float, y: float, facing: float) -> bool:
    """Whether a base rests at a point of a surface, with room for it."""
    pose = Pose(x, y, surface.height(x, y), facing)
    return view.supported(pose) and not blocked_at(view, pose)


def straight_down(
    view: View,
    x: float,
    y: float,
    z: float,
    facing: float,
    limit: float | None = None,
    edge: tuple[float, float] | None = None,
) -> Landing | None:
    """Where a base comes down that falls at a point: the first surface below with room for it.

    Surfaces too small to bear it and models do not stop a fall; where walls or obstacles leave no room right there,
    it comes to lie in the nearest room on that level, no further off than the limit: on its own side of every wall,
    or, if there is none, behind one that is lower than it fell from. If it comes down in a higher wall, it is on the
    side of the `edge` that it fell over. From a vehicle that does not bear it, it goes as far as it must.
    """
    lower = [s for s in view.surfaces_at(x, y) if short_of(s.height(x, y), z)]
    for surface in reversed(lower):
        pose = Pose(x, y, surface.height(x, y), facing)
        walls = walls_at(view, pose.z, over=z) if edge is not None else ()
        inside = any(deep_inside(wall, x, y) for wall in walls)
        start = pose._replace(x=edge[0], y=edge[1]) if edge is not None and inside else pose
        beside = _struck(view, pose, z)
        place = _at_rest(view, surface, pose, start, z, None if beside else limit, beside)
        if place is not None:
            pose = view.scene.table.resolve(place)
            # Coming down on a deck is coming down on the vehicle.
            carrier = (surface.carrier,) if surface.carrier else ()
            onto = tuple(what for kind, what in view.overlapped(pose) if kind == "model")
            return Landing(place, pose, z - pose.z, (*onto, *carrier, *beside), beside)
    return None


def _struck(view: View, pose: Pose, fallen: float) -> tuple[str, ...]:
    """The vehicles with decks that a falling base comes down on without room on a deck; not the one that it falls from."""
    table = view.scene.table
    own = table.deck(table.models[view.mover.id].place.on)
    carriers = {deck.id: deck.carrier for deck in view.surfaces if deck.carrier}
    return tuple(
        dict.fromkeys(
            carriers[solid.id]
            for solid in view.terrain.solids
            if solid.id in carriers
            and (own is None or carriers[solid.id] != own[0].id)
            and short_of(solid.high, fallen)
            and view.bars(solid.low, solid.high, pose.z)
            and overlaps(view.body(pose), solid.region)
        )
    )


def blocked_at(view: View, pose: Pose) -> bool:
    """Whether a base would stand in terrain or off the board; models are left aside."""
    return any(kind != "model" for kind, _ in view.overlapped(pose))


def _over(view: View, slope: Surface, pose: Pose) -> bool:
    """Whether a slope rises over a base by more than a free step: there is no room under stairs."""
    if not overlaps(view.body(pose), slope.region):
        return False
    reach = view.shape.reach
    rim = [
        (pose.x + reach * math.cos(turn), pose.y + reach * math.sin(turn))
        for turn in (number * math.pi / 8 for number in range(16))
    ]
    return any(
        inside_rings(x, y, slope.region.rings) and beyond(slope.height(x, y), pose.z + view.lens.step)
        for x, y in ((pose.x, pose.y), *rim)
    )


def _at_rest(
    view: View,
    surface: Surface,
    pose: Pose,
    start: Pose,
    fallen: float,
    limit: float | None,
    beside: tuple[str, ...],
) -> Place | None:
    """Where a base that falls onto a surface lies: there, or near a start; None if the surface does not bear it."""
    slopes = [
        each for each in view.surfaces if each.sloped and each is not surface and _over(view, each, pose)
    ]
    if not slopes and not blocked_at(view, pose):
        return view.scene.place_at(pose, surface) if view.supported(pose) else None
    keeps = (*ground_at(view, pose.z), *(Clear(slope.region) for slope in slopes))
    for over in (-math.inf, fallen):
        spot = one_of(nearest_on_level(view, start, keeps, limit=limit, over=over, off=beside))
        if spot is not None:
            return place_on_level(view, *spot, pose.z, pose.facing)
    return None
