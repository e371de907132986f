"""Finds links at the edges of surfaces: climbs, jumps, steps, leaps and slopes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from surefoot.geometry.cells import Cells
from surefoot.geometry.kernel import core_distance, edge_distance, inside_rings, leg_inside
from surefoot.geometry.search.paths import Point
from surefoot.geometry.tolerance import TOLERANCE, beyond, short_of, within
from surefoot.referee.itinerary import By, Mode
from surefoot.referee.scene import Surface
from surefoot.referee.tariff import Tariff, most
from surefoot.referee.view import View, is_on
from surefoot.routes.links.landed import landed_aside, landed_on
from surefoot.routes.links.link import Link
from surefoot.routes.links.sides import BEYOND, SHORT, Edge, edges_of, side_at

# The distance between places that are tried along an edge.
SPACING = 0.5
# A base lands at most its width beyond an edge; measured at a slant from within, that is this many radii.
SLANT = 4.0
# The number of places tried round each corner for a base that lands there.
ROUND_CORNER = 6
# If any part of the base is enough for support, its centre may be this far outside, in radii.
_OVER = 0.95
# Depths behind an edge at which a mover may land by an action of its own: all cost the same. A jump up leads an arm's
# length in at most.
_ARM = 1.0
_DEEPER = (0.0, 0.5, _ARM - 3 * BEYOND)
# The most that a slant widens a gap: further aside a base lands nowhere behind it.
_SLANTED = 2.0
# Two sides with a larger cosine between them count as parallel.
_ALIKE = 0.9
# A corner is turned if the sine between its sides is larger than this.
_TURNED = 0.5
# Pieces that may be too narrow to stand on, so that a climb leads over them.
_NARROW = ("wall", "obstacle")


class EdgeLinkFinder:
    """Finds the links of a table for one mover, within a distance of a place."""

    def __init__(
        self,
        view: View,
        tariff: Tariff,
        centre: Point,
        far: float,
        leap: float | None = None,
        crawl: float | None = None,
        spacing: float = SPACING,
        *,
        springs: bool = False,
    ) -> None:
        # The length of a leap by an action of its own, the distance from which a ductway can be entered, and whether
        # the mover can jump up.
        self.leap, self.crawl, self.springs = leap, crawl, springs
        self.view = view.around((centre[0] - far, centre[1] - far), (centre[0] + far, centre[1] + far))
        # Terrain that the mover passes through covers nothing.
        self.open = View(view.scene, tariff.lens, view.mover.id) if tariff.anywhere is not None else self.view
        self.tariff, self.centre, self.far, self.spacing = tariff, centre, far, spacing
        self.radius = view.shape.reach
        self.step = view.lens.step
        # The distance of the base's centre from an edge behind which it stands.
        self.inset = self.radius if view.lens.rest == "all" else 0.0
        # The sides of a surface by their ends.
        self._corners: dict[str, dict[Point, list[Edge]]] = {}

    def found(self) -> list[Link]:
        """All links: over edges, over narrow walls, across gaps and along slopes."""
        links: list[Link] = []
        for surface in self.view.surfaces:
            if surface.sloped:
                links += self._slope(surface)
                continue
            for edge in edges_of(surface):
                if not self.in_reach(edge):
                    continue
                places = self.along(edge)
                links += self._drops(edge, places)
                links += self._steps(edge, places)
                links += self._gaps(edge, places)
                narrow = surface.piece is not None and surface.piece.sort in _NARROW
                # Rulesets that follow paths themselves walk over them.
                if narrow and self.tariff.anywhere is None:
                    links += self._tops(edge, places)
            links += self._through(surface)
        return links

    def _through(self, floor: Surface) -> list[Link]:
        """Links straight up or down through a floor that the mover can pass through."""
        piece = floor.piece
        if piece is None or self.tariff.anywhere is None or self.tariff.lens.role_of_piece(piece) != "pass":
            return []
        west, south, east, north = floor.region.bounds
        marks = [(x, y) for x in self._across(west, east, 0) for y in self._across(south, north, 1)]
        marks = [point for point in marks if inside_rings(*point, floor.region.rings)]
        others = {
            surface.id: surface
            for point in marks
            for surface in self.view.surfaces_at(*point)
            if not surface.sloped and beyond(abs(surface.low - floor.low), self.step)
        }
        found = []
        for name, other in others.items():
            held = tuple(
                point for point in marks if any(each.id == name for each in self.view.surfaces_at(*point))
            )
            rise = floor.low - other.low
            found.append(Link("climb", "climb", floor.id, name, floor.id, held, held, None, rise))
            found.append(Link("climb", "climb", floor.id, floor.id, name, held, held, None, -rise))
        return found

    def _across(self, low: float, high: float, axis: int) -> list[float]:
        """Coordinates between two sides: as near to them as the base fits, evenly in between, and beside the mover."""
        inner = self.inset + BEYOND
        low, high, own = low + inner, high - inner, self.centre[axis]
        if low > high:
            return []
        parts = max(1, math.ceil((high - low) / (2 * self.spacing) - 1e-9))
        places = [low + (high - low) * k / parts for k in range(parts + 1)]
        return sorted([*places, own]) if low < own < high else places

    def in_reach(self, edge: Edge) -> bool:
        """Whether part of a side is near enough to matter."""
        return self._away(edge) <= self.far

    def _away(self, edge: Edge) -> float:
        """The distance of the box round a side from the centre of the search."""
        x, y = self.centre
        west, south, east, north = edge.box
        return math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0))

    def along(self, edge: Edge, closer: int = 1) -> list[float]:
        """The positions tried along a side: its ends, as near to them as the base fits, beside the mover, and evenly in between."""
        length = edge.length
        # Further from the end it would overlap by the whole tolerance what touches a base right at it.
        inner = self.inset + 1.5 * SHORT
        beside = edge.beside(*self.centre)
        marks = [0.0, length, *([beside] if inner < beside < length - inner else [])]
        if length > 2 * inner:
            marks += [inner, length - inner]
        marks.sort()
        places: list[float] = []
        for low, high in pairwise(marks):
            parts = max(1, math.ceil(closer * (high - low) / self.spacing - 1e-9))
            places += [low + (high - low) * k / parts for k in range(parts)]
        return [*places, length]

    # ------------------------------------------------------------------ up and down an edge

    def _drops(self, edge: Edge, places: list[float]) -> list[Link]:
        """Links down from an edge by climbing or jumping, and up to it; also past a ledge too narrow to stand on."""
        found = self._past(edge, places, 0.0)
        if self.tariff.anywhere is None:
            ledges: dict[tuple[float, Edge], list[float]] = {}
            for place in places:
                depth, side = self._narrow_ledge(edge, place)
                if side is not None:
                    ledges.setdefault((round(depth, 6), side), []).append(place)
            for (depth, side), held in sorted(ledges.items(), key=lambda each: each[0][0]):
                found += self._past(edge, held, depth, side)
        return found

    def _narrow_ledge(self, edge: Edge, place: float) -> tuple[float, Edge | None]:
        """How deep the ledge below a point of an edge is, and its outer side, if the base does not fit on it; else 0."""
        near, most = edge.at(place, 3 * SHORT), self.radius + self.inset
        deepest: tuple[float, Edge | None] = 0.0, None
        for ledge in self.below(near, edge.surface.low):
            spans = leg_inside(*near, *edge.at(place, most), ledge.region.rings)
            if spans and spans[0] <= 0.0 and spans[1] < 1.0 - SHORT:
                depth = 3 * SHORT + spans[1] * (most - 3 * SHORT)
                if depth > deepest[0]:
                    deepest = depth, side_at(ledge, edge.at(place, depth))
        return deepest

    def _with_narrow(self, edge: Edge, places: list[float], out: float) -> list[float]:
        """Positions along a side, and those at which something at a distance outside it is so narrow that it may lie between two of them."""
        if self.tariff.anywhere is not None:
            return places
        (ax, ay), (bx, by) = edge.at(0.0, out), edge.at(edge.length, out)
        found = set(places)
        for surface in self.levels.within((min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))):
            spans = leg_inside(ax, ay, bx, by, surface.region.rings)
            for first, last in zip(spans[0::2], spans[1::2], strict=True):
                middle = edge.length * (first + last) / 2
                narrow = SHORT < edge.length * (last - first) < self.spacing
                if narrow and places[0] < middle < places[-1]:
                    found.add(middle)
        return sorted(found)

    def _past(self, edge: Edge, places: list[float], ledge: float, side: Edge | None = None) -> list[Link]:
        """Links down from an edge and up to it, past a ledge of a depth with an outer side."""
        top = edge.surface
        outside = ledge + self.radius + BEYOND
        found: list[Link] = []
        places = self._with_narrow(edge, places, outside)
        rows = [(place, self._landed_below(edge.at(place, outside), top.low)) for place in places]
        corners = [*self._round_corners(edge)] if self.inset else []
        names = dict.fromkeys(surface.id for _, lower in rows for surface in lower)
        for name in names:
            held = [
                (place, next(each for each in lower if each.id == name))
                for place, lower in rows
                if any(each.id == name for each in lower)
            ]
            below = held[0][1]
            marks = [place for place, _ in held]
            outer = (
                self._landings(edge, marks, outside)
                if side is None
                else self._beyond(side, [edge.at(place, ledge) for place in marks])
            )
            drop = top.low - below.low
            if self.tariff.anywhere is not None:
                found += self._carried(edge, marks, below)
                continue
            far = over_edge(self.view) + BEYOND
            # At a slant it begins beside its end.
            near = [each for each in places if marks[0] - far <= each <= marks[-1] + far]
            inner = tuple(edge.at(place, -(self.inset + SHORT)) for place in near)
            # Onto a top the base is moved straight ahead; if its centre decides, at a slant too.
            ahead = None if self.inset else ledge + 2 * self.radius + BEYOND
            beside, hanging = tuple(edge.at(place, outside) for place in marks), [*self._overhanging(edge)]
            ways = [(starts, outer, far) for starts in (inner, *hanging)]
            for starts in hanging if side is None else ():
                # Straight over the side, as far as that leads; what is left are the corners.
                aside = landed_aside(edge, starts[0], marks, self.radius, over_edge(self.view))
                ways.insert(1, (starts, *aside))
            for starts in corners:
                # From round a corner it is moved over the side itself, not over the corner.
                near_it = tuple(end for end in beside if min(math.dist(end, each) for each in starts) <= far)
                ways += [(starts, near_it, far)] if near_it else []
            for starts, ends, most_far in ways:
                found += [
                    Link("climb", "climb", top.id, top.id, name, starts, ends, most_far, -drop),
                    Link("jump", "drop", top.id, top.id, name, starts, ends, most_far, -drop),
                ]
            for onto, held_by in landed_on(self.view, edge, marks, self.inset + BEYOND):
                foot = tuple(edge.at(place, ledge + self.radius + SHORT) for place in held_by)
                landing = tuple(edge.at(place, -(self.inset + BEYOND)) for place in held_by)
                # A step up from there is free.
                rise = min(onto.low, top.low) - below.low
                found.append(Link("climb", "climb", top.id, name, onto.id, foot, landing, ahead, rise))
            foot = tuple(edge.at(place, ledge + self.radius + SHORT) for place in marks)
            for depth in _DEEPER if self.springs else ():
                spots = tuple(edge.at(place, -(self.inset + BEYOND + depth)) for place in marks)
                # The arm's length counts from the foot, at a slant too.
                further = None if ahead is None else min(ahead + depth, self.radius + _ARM)
                found.append(Link("jump", "drop", top.id, name, top.id, foot, spots, further, drop))
        return found

    def _round_corners(self, edge: Edge) -> Iterator[tuple[Point, ...]]:
        """Places where a base rests at the sides round the outer corners of an edge: from there it is over the edge at a slant."""
        surface, far = edge.surface, over_edge(self.view)
        if surface.id not in self._corners:
            corners: dict[Point, list[Edge]] = {}
            for each in edges_of(surface):
                corners.setdefault((each.ax, each.ay), []).append(each)
                corners.setdefault((each.bx, each.by), []).append(each)
            self._corners[surface.id] = corners
        ux, uy = (edge.bx - edge.ax) / edge.length, (edge.by - edge.ay) / edge.length
        for corner, out in (((edge.ax, edge.ay), -1.0), ((edge.bx, edge.by), 1.0)):
            for other in self._corners[surface.id][corner]:
                if out * (other.nx * ux + other.ny * uy) > _TURNED:
                    at = other.beside(*corner)
                    near = (each for each in self.along(other) if self.inset <= abs(each - at) <= far)
                    places = tuple(other.at(each, -(self.inset + SHORT)) for each in near)
                    if places:
                        yield places

    def _overhanging(self, edge: Edge) -> Iterator[tuple[Point, ...]]:
        """The place of the mover itself as a start, if its base hangs over an edge of what it stands on: it is off at once."""
        surface = edge.surface
        if surface.id == self.view.mover.place.on and self.inset:
            x, y = self.centre
            if (
                inside_rings(x, y, surface.region.rings)
                and edge_distance(x, y, surface.region.rings) < self.inset
            ):
                yield (self.centre,)

    def _carried(self, edge: Edge, marks: list[float], below: Surface) -> list[Link]:
        """Links at an edge where the base is on top as soon as any part of it is over the edge, and down when none is."""
        top, name, drop = edge.surface.id, below.id, edge.surface.low - below.low
        over = self._landings(edge, marks, _OVER * self.radius)
        foot = self._landings(edge, marks, self.radius + SHORT)
        outer = self._landings(edge, marks, self.radius + BEYOND)
        return [
            Link("climb", "climb", top, top, name, over, outer, None, -drop),
            Link("climb", "climb", top, name, top, foot, over, None, drop),
        ]

    def _landings(self, edge: Edge, marks: list[float], outside: float) -> tuple[Point, ...]:
        """The places where a base lands beyond an edge: beside it, and round its corners."""
        found = [edge.at(place, outside) for place in marks]
        ux, uy = (edge.bx - edge.ax) / edge.length, (edge.by - edge.ay) / edge.length
        step = math.pi / 2 / ROUND_CORNER
        turns = [step * (k + 1) for k in range(ROUND_CORNER)]
        # Between two of these places the base is clear of the corner too.
        outside /= math.cos(step / 2)
        first, last = [], []
        for turn in turns:
            out, along = outside * math.cos(turn), outside * math.sin(turn)
            x, y = edge.at(0.0, out)
            first.append((x - ux * along, y - uy * along))
            x, y = edge.at(edge.length, out)
            last.append((x + ux * along, y + uy * along))
        head = reversed(first) if marks[0] <= SHORT else ()
        tail = last if marks[-1] >= edge.length - SHORT else ()
        return (*head, *found, *tail)

    def _beyond(self, ledge: Edge, lips: list[Point]) -> tuple[Point, ...]:
        """The places where a base lands beyond the side of a ledge, near some points of it: also round the corners of the ledge."""
        straight = [min(max(ledge.beside(*lip), 0.0), ledge.length) for lip in lips]
        low, high = min(straight) - over_edge(self.view), max(straight) + over_edge(self.view)
        near = [place for place in self.along(ledge) if low <= place <= high]
        return self._landings(ledge, sorted({*near, *straight}), self.radius + BEYOND)

    def below(self, point: Point, high: float) -> list[Surface]:
        """The surfaces under a point on which a base beside an edge could stand. Slopes have links of their own."""
        return [
            surface
            for surface in self.view.surfaces_at(*point)
            if not surface.sloped
            and short_of(surface.low, high - self.step)
            and not self.open.covered(*point, surface.low)
        ]

    def _landed_below(self, point: Point, high: float) -> list[Surface]:
        """The surfaces on which a base stands that comes down beside an edge: those below, or what lies on them and is a free step higher."""
        found = self.below(point, high)
        if self.tariff.anywhere is not None:
            return found
        here = [
            each
            for each in self.view.surfaces_at(*point)
            if not each.sloped and not self.open.covered(*point, each.low)
        ]
        onto = ([each for each in here if within(abs(each.low - low.low), self.step)][-1] for low in found)
        return list({each.id: each for each in onto}.values())

    def _steps(self, edge: Edge, places: list[float]) -> list[Link]:
        """Links over an edge onto ground that is a free step higher or lower."""
        hair = 3 * SHORT
        here = edge.surface
        rows = []
        for place in places:
            for surface in self.view.surfaces_at(*edge.at(place, hair)):
                rise = surface.low - here.low
                if not surface.sloped and within(abs(rise), self.step) and beyond(abs(rise), 0.0):
                    rows.append((surface.id, place, surface.low - here.low))
        found = []
        for name in dict.fromkeys(row[0] for row in rows):
            marks = [place for other, place, _ in rows if other == name]
            rise = next(each for other, _, each in rows if other == name)
            inner = tuple(edge.at(place, -hair) for place in marks)
            outer = tuple(edge.at(place, hair) for place in marks)
            found.append(Link("walk", "walk", name, here.id, name, inner, outer, None, rise))
            found.append(Link("walk", "walk", here.id, name, here.id, outer, inner, None, -rise))
        return found

    # ------------------------------------------------------------------ over walls

    def _tops(self, edge: Edge, places: list[float]) -> list[Link]:
        """Links over the top of a wall and down on its far side."""
        top = edge.surface
        widths = [each for each in (self._thickness(edge, place) for place in places) if each is not None]
        if not widths:
            return []
        thick, reach = widths[0], SLANT * self.radius + widths[0]
        feet: dict[str, tuple[Surface, list[Point]]] = {}
        landings: dict[str, tuple[Surface, list[Point]]] = {}
        behind: list[Point] = []
        for place in self._with_narrow(edge, places, -(max(widths) + self.radius + BEYOND)):
            across = self._thickness(edge, place)
            if across is None:
                continue
            start = edge.at(place, self.radius + SHORT)
            behind.append(edge.at(place, -(across + self.radius + BEYOND)))
            for one in self.below(start, top.low):
                feet.setdefault(one.id, (one, []))[1].append(start)
        for end in (*behind, *self._round_far_ends(edge)):
            for other in self._landed_below(end, top.low):
                landings.setdefault(other.id, (other, []))[1].append(end)
        found = []
        for one, starts in feet.values():
            for other, ends in landings.values():
                over, rise = top.low - max(one.low, other.low), other.low - one.low
                near = tuple(each for each in starts if min(math.dist(each, end) for end in ends) <= reach)
                if near:
                    found.append(
                        Link(
                            "climb",
                            "climb",
                            top.id,
                            one.id,
                            other.id,
                            near,
                            tuple(ends),
                            reach,
                            rise,
                            over,
                            thick,
                        )
                    )
        return found

    def _round_far_ends(self, edge: Edge) -> Iterator[Point]:
        """Places where a base lands at a slant round the far ends of a top, or of a narrow one that joins it: of a wall round a corner."""
        (west, south, east, north), out = edge.surface.region.bounds, 10 * SHORT + TOLERANCE
        for top in self.levels.within((west - out, south - out, east + out, north + out)):
            narrow = top.piece is not None and top.piece.sort in _NARROW
            for far in edges_of(top) if narrow and within(abs(top.low - edge.surface.low), self.step) else ():
                if far.nx * edge.nx + far.ny * edge.ny < -_ALIKE:
                    around = self._landings(far, [0.0, far.length], self.radius + BEYOND)
                    yield from (*around[:ROUND_CORNER], *around[-ROUND_CORNER:])

    def _thickness(self, edge: Edge, place: float) -> float | None:
        """How thick a top is at a point of its side; None if it is wide enough for the base, which climbs onto it instead."""
        near, far = edge.at(place, 0.0), edge.at(place, -4.0 * self.radius)
        spans = leg_inside(*near, *far, edge.surface.region.rings)
        return spans[1] * 4.0 * self.radius if spans and spans[1] <= 0.5 + 1e-9 else None

    # ------------------------------------------------------------------ across gaps

    def _gaps(self, edge: Edge, places: list[float]) -> list[Link]:
        """Links across a gap to level or lower ground: walked over, or leapt."""
        here, far, hair = edge.surface, self._furthest(), 3 * SHORT
        width = self.view.lens.gap + self.view.lens.gap_in_bases * 2 * self.radius
        # The base leaps with the whole of it on the ground, and walks over a gap with its centre on the edge.
        inside = tuple(edge.at(place, -(self.inset + SHORT)) for place in places)
        held = (inside,) if self._holds_any(inside, here.low) else ()
        stands = (*held, *self._overhanging(edge))
        walks = (tuple(edge.at(place, -hair) for place in places),)
        # What it takes to get to the edge can't be leapt any more, unless the leap is an action of its own.
        left = math.inf if self.leap is not None else self.far - self._away(edge)
        found = []
        for other in self._facing(edge, min(max(far, width) if stands else width, left)):
            gap = core_distance(
                (edge.ax, edge.ay, edge.bx, edge.by), (other.ax, other.ay, other.bx, other.by)
            )
            rise, name = other.surface.low - here.low, other.surface.id
            strides = within(gap, width) and within(abs(rise), self.step)
            ways: list[tuple[By, Mode]] = [("walk", "bridge")] if strides else []
            # Across an inner corner a gap is walked over near the corner, and leapt further out; a little narrower than
            # can be walked over, it is leapt at a slant.
            corner = abs(edge.nx * other.nx + edge.ny * other.ny) < _ALIKE
            if not strides or (far > 0.0 and (corner or beyond(_SLANTED * gap, width))):
                ways.append(("leap", "leap"))
            for by, mode in ways:
                leaps = by == "leap"
                inner = self.inset + BEYOND if leaps else hair
                for depth in _DEEPER if self.leap is not None and leaps else (0.0,):
                    ends = tuple(other.at(place, -(inner + depth)) for place in self.along(other))
                    found += [
                        Link(by, mode, name, here.id, name, starts, ends, math.inf, rise, across=gap)
                        for starts in (stands if leaps else walks)
                    ]
        return found

    def _holds_any(self, points: tuple[Point, ...], z: float) -> bool:
        """Whether there is ground of a level under any of some points: a narrow top has none under a whole base."""
        return any(
            within(abs(surface.height(*point) - z), self.step)
            for point in points
            for surface in self.view.surfaces_at(*point)
        )

    def _furthest(self) -> float:
        if self.leap is not None:
            return self.leap
        fare = self.tariff.fare("leap")
        if fare is None:
            return 0.0
        return min(self.tariff.allowance, most(fare.longest, math.inf))

    def _facing(self, edge: Edge, far: float) -> Iterator[Edge]:
        """The sides of other surfaces, or of the same one beyond a hole, that face a side across a gap."""
        here = edge.surface
        line = (edge.ax, edge.ay, edge.bx, edge.by)
        west, south, east, north = edge.box
        onward = self._going_on(edge)
        for other in self._sides.within((west - far, south - far, east + far, north + far)):
            surface = other.surface
            if not within(surface.low, here.low + self.step):
                continue
            level = within(abs(surface.low - here.low), self.step)
            if not level and surface.id == "board":
                continue
            across = edge.faces(other) and other.faces(edge)
            away = core_distance(line, (other.ax, other.ay, other.bx, other.by)) if across else math.inf
            if away <= far and not (onward and _ground_between(edge, other, onward, self.step)):
                yield other

    def _going_on(self, edge: Edge) -> list[Surface]:
        """The surfaces that may carry on at the height of a side, right outside it."""
        west, south, east, north = edge.box
        out, low, step = 10 * SHORT + TOLERANCE, edge.surface.low, self.step
        return [
            each
            for each in self._all_surfaces.within((west - out, south - out, east + out, north + out))
            if within(each.low, low + step) and within(low - step, each.high)
        ]

    @cached_property
    def _all_surfaces(self) -> Cells[Surface]:
        """All surfaces."""
        return Cells([(*each.region.bounds, each) for each in self.view.surfaces])

    @cached_property
    def levels(self) -> Cells[Surface]:
        """All level surfaces."""
        return Cells([(*each.region.bounds, each) for each in self.view.surfaces if not each.sloped])

    @cached_property
    def _sides(self) -> Cells[Edge]:
        """The sides of all level surfaces."""
        level = (surface for surface in self.view.surfaces if not surface.sloped)
        return Cells([(*edge.box, edge) for surface in level for edge in edges_of(surface)])

    # ------------------------------------------------------------------ slopes

    def _slope(self, slope: Surface) -> list[Link]:
        """Links along a slope or across it: from every side with an adjoining level to every other one."""
        sides = self.adjoining(slope)
        return [
            Link("walk", "stairs", slope.id, one, other, starts, ends, math.inf, high - low)
            for i, (one, low, starts) in enumerate(sides)
            for k, (other, high, ends) in enumerate(sides)
            if i != k
        ]

    def adjoining(self, slope: Surface) -> list[tuple[str, float, tuple[Point, ...]]]:
        """The levels next to a slope: their names, heights, and the places along its sides."""
        sides: list[tuple[str, float, tuple[Point, ...]]] = []
        # A base that turns uses a slope as the circle round it, from where the circle fits, and straight ahead.
        apart = self.inset if self.tariff.turning is not None else 0.0
        climbs, step = self.tariff.anywhere is not None and not apart, max(self.step, SHORT)
        for edge in edges_of(slope):
            places: dict[str, list[Point]] = {}
            heights: dict[str, float] = {}
            for along in self.along(edge):
                high, out = slope.height(*edge.at(along, 0.0)), edge.at(along, BEYOND + apart)
                for surface in self.view.surfaces_at(*out):
                    # Rulesets that follow paths themselves let movers climb the sides of a slope, however high.
                    if not surface.sloped and (climbs or within(abs(surface.low - high), step)):
                        places.setdefault(surface.id, []).append(out)
                        heights[surface.id] = surface.low
            sides += [(name, heights[name], tuple(points)) for name, points in places.items()]
        return sides

    def level_at(self, point: Point, z: float) -> list[str]:
        """The surfaces at a height within a base's width of a point."""
        x, y = point
        near = [point] + [
            (x + self.radius * math.cos(math.pi * k / 4), y + self.radius * math.sin(math.pi * k / 4))
            for k in range(8)
        ]
        return list(
            dict.fromkeys(
                surface.id
                for spot in near
                for surface in self.view.surfaces_at(*spot)
                if within(abs(surface.height(*spot) - z), max(self.step, SHORT))
            )
        )


def over_edge(view: View) -> float:
    """The largest distance that a base is moved over an edge, from where it rests to where it is clear of it."""
    return (SLANT if view.lens.rest == "all" else SLANT / 2) * view.shape.reach


def _ground_between(edge: Edge, other: Edge, onward: list[Surface], step: float) -> bool:
    """Whether there is level ground where a gap would begin: then there is no gap."""
    along = min(edge.length, max(0.0, edge.beside((other.ax + other.bx) / 2, (other.ay + other.by) / 2)))
    met = core_distance((edge.ax, edge.ay, edge.bx, edge.by), (other.ax, other.ay, other.bx, other.by))
    # Where the two sides meet in a corner there is ground; further out there may be none.
    places = (along,) if met > 10 * SHORT else (SHORT, along, edge.length / 2, edge.length - SHORT)
    return all(_goes_on(edge, place, onward, step) for place in places)


def _goes_on(edge: Edge, place: float, onward: list[Surface], step: float) -> bool:
    x, y = edge.at(place, 10 * SHORT)
    return any(
        within(abs(surface.height(x, y) - edge.surface.low), step) and is_on(surface, x, y)
        for surface in onward
    )
