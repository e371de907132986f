"""The survey: one level of a table, seen through a mover's lens and tariff, as a chart that can be searched."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache

from surefoot.geometry import prepare
from surefoot.geometry.cells import Cells
from surefoot.geometry.kernel import bounds, region_distance
from surefoot.geometry.measure import deep_inside
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.plot import EVERYWHERE, GRAZE, Box, Plot
from surefoot.geometry.shapes import Body, Flat, Region
from surefoot.geometry.sweep import rings_of
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, within
from surefoot.language import Sentence, Term, say
from surefoot.records import dataclass
from surefoot.referee.bill import ground_rate, price
from surefoot.referee.itinerary import Stride
from surefoot.referee.lens import LowRoof, Zone, is_ground_at
from surefoot.referee.scene import Area, Figure, Scene, Solid, Surface, higher_part, region_of
from surefoot.referee.tariff import Tariff
from surefoot.referee.view import View
from surefoot.routes.ground.charts import shared_chart
from surefoot.routes.ground.footing import ground_beside, ground_of
from surefoot.routes.ground.hurdles import joined, parts_below, ways_past
from surefoot.routes.ground.lifted import Meets, where_met
from surefoot.routes.ground.resting import LIP, RestingPlaces, reach_at, spread
from surefoot.routes.ground.sightlines import outermost, visible_part
from surefoot.routes.ground.starting import Held, behind_others, standing, started, ways_out
from surefoot.table.place import BOARD
from surefoot.table.terrain import Piece

# Overlaps up to the tolerance count as touching; results stay this far on the safe side of that.
LEEWAY = 0.8 * TOLERANCE
# A base with a smaller radius is treated as a point; paths keep this distance from its corners.
POINT = 1e-8
# If any part of the base is enough for support, at least this much of it stays over its support.
_OVERHANG = 0.01
# A region that only touches another overlaps it when grown by this.
_THREAD = 1e-5
# A hurdle ends this far short of ground that is as high as its top.
_HAIR = 1e-3
# The largest number of ground tags in one chart.
_MOST_TAGS = 14


class Unpriced(ValueError):
    """Raised if an action has no price per length, so that nothing can be reached by walking; `says` is the reason."""

    def __init__(self, says: Sentence) -> None:
        super().__init__(str(says))
        self.says = says


@dataclass(frozen=True)
class Survey:
    """A chart of one level, the owner of each obstacle on it, and the places where the base may not end; `manner` is how its legs are walked."""

    chart: Chart
    owners: tuple[str, ...]
    resting: RestingPlaces
    start: tuple[float, float]
    # The obstacles that the mover stands in at the start, and may leave.
    leaving: tuple[int, ...]
    # Those of them that belong to the same things as nearer ones: which way leads out of a thing, its nearest side decides.
    behind: frozenset[int]
    # The circles with a strict limit: there is no leeway on them.
    strict: frozenset[tuple[float, float, float]]
    # The numbers of the obstacles with a strict limit.
    firm: frozenset[int]
    # The most by which a shape of very many corners was drawn too large.
    coarse: float = 0.0
    manner: str = ""
    # The obstacles that the mover may pass as it leaves, coming no nearer to the one named with each: the visible parts of
    # zones that it stands in hidden.
    passed: tuple[tuple[int, int], ...] = ()
    # What a drawn arc may dip into an obstacle.
    leeway: float = LEEWAY

    def let_leave(self, search: Search, *, leaves: bool = True) -> None:
        """Tell a search whether it begins where the mover stands, which may leave what it stands in."""
        if leaves:
            search.may_leave(self.leaving, self.behind, self.passed)
        else:
            search.may_leave(())


# Cached: a player asks for several routes while no model moves.
@lru_cache(maxsize=64)
def survey(
    scene: Scene,
    tariff: Tariff,
    who: str,
    ignoring: tuple[str, ...] = (),
    without: tuple[str, ...] = (),
) -> Survey:
    """The level that a mover stands on, without the models in `ignoring`, and with ground in `without` (tags or ids) closed."""
    return Surveyor(View(scene, tariff.lens, who), tariff, ignoring, without).made()


class Surveyor:
    """Builds the chart of a round base, or of any base as the circle round it.

    `Heading` overrides it for a base with a facing.
    """

    faces = False
    leeway = LEEWAY

    def __init__(
        self, view: View, tariff: Tariff, ignoring: tuple[str, ...], without: tuple[str, ...]
    ) -> None:
        self.view, self.tariff, self.ignoring, self.without = view, tariff, ignoring, without
        self.pose = standing(view)
        self.radius = view.shape.reach
        # Anything nearer to the centre than this is under the base, whatever its facing.
        self.inner = self.radius
        self.surfaces = self._levels()
        heights = [surface.low for surface in self.surfaces]
        self.heights = tuple(dict.fromkeys([self.pose.z, *heights]))
        self.plot = Plot(self._box())
        self.strict: list[tuple[float, float, float]] = []
        self.shut: list[tuple[Region | Body, float]] = []
        self.firm: list[int] = []
        # The things that the centre of the mover stands in.
        self.around: list[str] = []
        self.coarse = 0.0
        # The zones of enemies in which the mover stands, and what it may pass of those that hide it.
        self.limits: list[Held] = []
        self.passed: list[tuple[int, int]] = []
        self.zoned: list[tuple[Region, str]] = []

    def lay(self) -> tuple[list[float], tuple[tuple[Zone, Figure, float], ...]]:
        """Add everything to the plot; the rates of the ground, and the zones that the base may not end in."""
        rates = self._areas()
        ends_in = self.close()
        self._lips()
        self._hurdles()
        return rates, ends_in

    def close(self) -> tuple[tuple[Zone, Figure, float], ...]:
        """Add the obstacles to the plot; the zones that the base may not end in."""
        self._shut_areas()
        self._solids()
        self._models()
        return self._zones()

    def made(self) -> Survey:
        """The finished survey."""
        rates, ends_in = self.lay()
        chart = shared_chart(self.plot, tuple(rates))
        firm = frozenset(self.firm)
        held = self._held() if self.surfaces else None
        start, leaving = started(chart, (self.pose.x, self.pose.y), firm, self.coarse, self.shut, held)
        ends = RestingPlaces(
            self.view,
            ends_in,
            self.pose,
            self.heights,
            tuple(self.shut),
            ground_of(tuple(each.region for each in self.surfaces if each.id not in self.view.terrain.tops)),
            self.plot.box,
            tuple(self.zoned),
            self.faces,
        )
        owners = tuple(self.plot.owners)
        behind = behind_others(chart, owners, start, leaving)
        # A mover whose centre is in a thing leaves it in any direction.
        behind |= {k for k, owner in enumerate(owners) if owner in self.around}
        strict, manner = frozenset(self.strict), self.tariff.manner
        passed = tuple(self.passed)
        more = self.coarse, manner, passed, self.leeway
        return Survey(chart, owners, ends, start, leaving, behind, strict, firm, *more)

    # ------------------------------------------------------------------ the ground

    def _levels(self) -> list[Surface]:
        """The level surfaces that can be walked to without a step that costs movement."""
        view = self.view
        step = view.lens.step if self._steps_are_free() else TOLERANCE
        return [
            surface
            for surface in view.surfaces
            if not surface.sloped and within(abs(surface.low - self.pose.z), step)
        ]

    def _steps_are_free(self) -> bool:
        here = self.pose
        trial = Stride("step", here, here, 0.0, self.view.lens.step)
        back = Stride("step", here, here, 0.0, -self.view.lens.step)
        return (
            self.tariff.fare("step") is not None
            and price(trial, self.tariff)[2] == 0
            and price(back, self.tariff)[2] == 0
        )

    def _box(self) -> Box:
        board = self.view.scene.ground.board
        if board is None or not any(surface.id == "board" for surface in self.surfaces):
            return EVERYWHERE
        west, south, east, north = board.bounds
        keep = self.radius
        return west + keep, south + keep, east - keep, north - keep

    def _areas(self) -> list[float]:
        """Add the areas that change the price; the rate for every combination of their tags."""
        telling = [tag for rate in self.tariff.rates for tag in rate.tags]
        present = [area for area in self.view.terrain.areas if self._at_height(area)]
        tags = [tag for tag in dict.fromkeys(telling) if any(tag in area.tags for area in present)][
            :_MOST_TAGS
        ]
        rates = [
            self._rate([tag for i, tag in enumerate(tags) if mask >> i & 1]) for mask in range(1 << len(tags))
        ]
        for area in present:
            mask = sum(1 << i for i, tag in enumerate(tags) if tag in area.tags)
            if mask:
                region = self._ground(area)
                # Ground that costs more may be drawn slightly too large: no price is promised that is too low.
                dear = rates[mask] >= rates[0]
                self.plot.area(rings_of(self._coarser(region) if dear else region), mask)
        return rates

    def _shut_areas(self) -> None:
        """Close the areas that the tariff avoids, and those that the query excludes."""
        for area in self.view.terrain.areas:
            if not self._at_height(area):
                continue
            if any(tag in area.tags for tag in self.tariff.condition.avoids):
                self._solid(self._ground(area), LIP, area.id)
        for each in self.view.lens.low_roofs:
            if not each.passed:
                self._under_roof(each)
        # Also ground that makes no difference to the rules can be avoided.
        for area in self.view.scene.ground.areas if self.without else ():
            if self._at_height(area) and any(name in (area.id, *area.tags) for name in self.without):
                # Any part of the base meets a hazard.
                self._keep(area.region, 0.0, area.id)

    def _under_roof(self, found: LowRoof) -> None:
        """Close the low ground on top of which the mover does not fit under a roof; one that is beneath it comes out from there."""
        pieces = self.view.scene.ground.pieces
        if not self._lies_here(pieces[found.low]):
            return
        low = prepare.grown(higher_part(pieces[found.low], found.fits), LIP)
        part = prepare.clipped(low, self._wide(region_of(pieces[found.roof].outline)))
        if deep_inside(part, self.pose.x, self.pose.y):
            self.shut.append((part, 0.0))
        else:
            self._solid(part, 0.0, found.roof)

    def _lies_here(self, piece: Piece) -> bool:
        """Whether a piece too low to be a level lies on ground of this chart."""
        # One on which no base may stop is passed, the others count as absent.
        no_level = ("absent", "pass")
        while piece.on not in ("", BOARD) and self.view.lens.role_of_piece(piece) in no_level:
            piece = self.view.scene.ground.pieces[piece.on]
        name = BOARD if self.view.lens.role_of_piece(piece) in no_level else piece.id
        return any(surface.id == name for surface in self.surfaces)

    def _coarser(self, region: Region) -> Region:
        found, wider = prepare.coarser(region)
        self.coarse = max(self.coarse, wider)
        return found

    def _rate(self, grounds: list[str]) -> float:
        """The price of a unit of length on some ground, computed by the bill itself."""
        fare = self.tariff.fare("walk")
        if fare is None or fare.along <= 0.0:
            raise Unpriced(say("{action} has no price for walking", action=Term(self.tariff.action)))
        stride = Stride("walk", self.pose, self.pose, 1.0, grounds=tuple(grounds))
        return fare.along * (ground_rate(stride, self.tariff)[0] if fare.by_ground else 1.0)

    def _ground(self, area: Area) -> Region:
        """The part of an area at heights where it counts. The centre of the base decides which ground it is on."""
        region = area.region
        level = [surface for surface in self.surfaces if self._counts_on(area, surface)]
        if not level or len(level) == len(self.surfaces):
            return region
        return prepare.clipped(region, prepare.union([self._own(surface) for surface in level]))

    def _at_height(self, area: Area) -> bool:
        own = is_ground_at(self.view.lens, area, self.pose.z)
        return own or any(self._counts_on(area, surface) for surface in self.surfaces)

    def _counts_on(self, area: Area, surface: Surface) -> bool:
        return is_ground_at(self.view.lens, area, surface.low, surface.piece)

    # ------------------------------------------------------------------ obstacles

    def _solids(self) -> None:
        for solid in self.view.terrain.solids:
            barred = [low for low in self._lows if self.view.bars(solid.low, solid.high, low)]
            if len(barred) == len(self._lows) and self.view.bars(solid.low, solid.high, self.pose.z):
                self._keep(solid.region, 0.0, solid.id)
                continue
            near = self._surfaces_near(solid.region, self.view.shape.reach) if barred else []
            # Only where the centre stands on ground of these heights.
            own = [self._own(surface) for surface in near if surface.low in barred]
            parts = [prepare.clipped(each, self._wide(solid.region)) for each in own]
            self._close_parts(parts, 0.0, solid.region, solid.id)
        mine = {surface.id for surface in self.surfaces}
        for surface in self.view.surfaces:
            if surface.sloped:
                # The foot of a slope leads up to another level.
                if surface.high >= self.pose.z - 1e-9:
                    self._solid(self._uncovered(surface), LIP, surface.id)
            elif surface.id not in mine:
                self._steps_off(surface)

    def _uncovered(self, slope: Surface) -> Region:
        """The part of a slope that no floor of this chart covers: a mover on such a floor walks over the slope."""
        floors = [each for each in self.surfaces if within(slope.high, each.low)]
        over = [each.region for each in floors if not self._leads_down(slope, each)]
        return prepare.difference(slope.region, over) if over else slope.region

    def _leads_down(self, slope: Surface, floor: Surface) -> bool:
        """Whether a mover on a floor goes down a slope that ends on it: rulesets that follow paths themselves have a way down there."""
        if self.tariff.anywhere is None or slope.piece is None:
            return False
        _, _, x, y = (from_lattice(value) for value in slope.piece.line)
        return within(region_distance(x, y, floor.region.rings), 0.0)

    @cached_property
    def _lows(self) -> frozenset[float]:
        """The heights of the surfaces of this chart."""
        return frozenset(each.low for each in self.surfaces)

    @cached_property
    def _cells(self) -> Cells[Surface]:
        return Cells([(*surface.region.bounds, surface) for surface in self.surfaces])

    def _surfaces_near(self, region: Region, distance: float) -> list[Surface]:
        """The surfaces of this chart whose boxes are at most a distance from that of a region along each axis."""
        west, south, east, north = region.bounds
        return self._cells.within((west - distance, south - distance, east + distance, north + distance))

    def _steps_off(self, surface: Surface) -> None:
        """Close the edges at which a walk would step up or down onto a surface that is not part of this chart."""
        apart, step = {low: abs(surface.low - low) for low in self._lows}, self.view.lens.step
        lows = [low for low in apart if within(apart[low], step) and beyond(apart[low], 0.0)]
        for below in self._surfaces_near(surface.region, LIP) if lows else ():
            if below.low in lows:
                self._solid(
                    prepare.clipped(self._own(below), prepare.grown(surface.region, _THREAD)), LIP, surface.id
                )

    def _wide(self, region: Region) -> Region:
        """A region grown by the radius of the base: exact along its sides, with corners of a few lines that never cut into it."""
        round_it = prepare.cut_round(region, self.radius / math.cos(math.pi / 32), 8)
        return prepare.clipped(prepare.grown(region, self.radius), round_it)

    def _own(self, surface: Surface) -> Region:
        """The part of a surface on which the centre stands: not where another surface lies on top that is stepped onto."""
        over = [
            each.region for each in self._surfaces_near(surface.region, 0.0) if beyond(each.low, surface.low)
        ]
        return prepare.difference(surface.region, over) if over else surface.region

    def _models(self) -> None:
        for figure, role in self.view.figures:
            if role != "solid" or figure.id in self.ignoring:
                continue
            x, y, far = figure.body.x, figure.body.y, self.view.shape.reach + figure.reach + LIP
            near = [each for each in self.surfaces if region_distance(x, y, each.region.rings) <= far]
            if self._met_in_parts(figure, 0.0, lambda met: self.view.figure_bars(met, self.pose.z)):
                continue
            barred = [each for each in near if self.view.figure_bars(figure, each.low)]
            if self.surfaces and len(barred) < len(near) and not self.faces:
                # Only where the centre stands on ground of that height.
                around = spread(figure.body, self.radius)
                parts = [prepare.clipped(self._own(surface), around) for surface in barred]
                self._close_parts(parts, 0.0, figure.body, figure.id)
            elif barred or (
                not self.surfaces and any(self.view.figure_bars(figure, each) for each in self.heights)
            ):
                self._keep(figure.body, 0.0, figure.id)

    def _met_in_parts(self, figure: Figure, distance: float, meets: Meets) -> bool:
        """Close the ground on which a model is met that is nearer than a distance; False if it is met on all of it alike."""
        if self.faces or len(self.heights) > 1 or not self.view.lens.heights:
            return False
        around = spread(figure.body, self.radius + distance)
        part = where_met(self.view, figure, around, self.pose.z, meets)
        if part is None or deep_inside(part, self.pose.x, self.pose.y):
            return False
        self._solid(part, 0.0, figure.id)
        return True

    def _close_parts(self, parts: list[Region], distance: float, what: Region | Body, owner: str) -> None:
        """Close the ground on which the centre of a base that overlaps a shape would stand.

        A mover that already overlaps it keeps away from the shape itself, which it may leave.
        """
        if any(deep_inside(part, self.pose.x, self.pose.y) for part in parts):
            self._keep(what, 0.0, owner)
            return
        for part in parts:
            self._solid(part, distance, owner)

    def _keep(self, what: Region | Body, distance: float, owner: str) -> None:
        """Keep every part of the base at a distance from a shape."""
        if isinstance(what, Region):
            x, y = self.pose.x, self.pose.y
            west, south, east, north = what.bounds
            if west < x < east and south < y < north and deep_inside(what, x, y):
                self.around.append(owner)
            self._solid(what, self.radius + distance, owner)
        else:
            self._body(what, self.radius + distance, owner)

    def _solid(self, region: Region, distance: float, owner: str) -> None:
        if not region.rings:
            return
        self.plot.solid(rings_of(self._coarser(region)), max(distance, POINT), owner)
        self.shut.append((region, distance))

    def _body(self, body: Body, distance: float, owner: str) -> None:
        self.shut.append((body, distance))
        if len(body.core) == 2:
            self.plot.disc(*body.core, max(distance + body.radius, POINT), owner)
        else:
            self.plot.solid((body.core,), max(distance + body.radius, POINT), owner)

    def _zones(self) -> tuple[tuple[Zone, Figure, float], ...]:
        """Add the zones that the tariff keeps the mover out of; those in which it only may not end are returned."""
        closed = self.tariff.keep_out
        ends: list[tuple[Zone, Figure, float]] = []
        for zone, figure in self.view.zoned:
            if figure.id in self.ignoring:
                continue
            reach = self._reach(zone, figure)
            keep = [each for each in closed if each.zone == zone.key]
            if reach is None or not keep:
                continue
            # A closed zone begins beyond the tolerance: a mover exactly at its limit is inside.
            hair = 1.02 * TOLERANCE if zone.closed else 0.0
            distance = reach + hair
            if any(each.on_the_way for each in keep):
                first = len(self.plot.owners)
                if self._in_parts(zone, figure, hair):
                    continue
                self._keep(figure.body, distance, figure.id)
                if len(figure.body.core) == 2:
                    self._limit(figure, distance)
                if zone.closed:
                    self.firm += range(first, len(self.plot.owners))
                    self._strictly(figure.body, distance)
            else:
                ends.append((zone, figure, distance))
        x, y = self.pose.x, self.pose.y
        held = [*self.limits, *self.plot.around(x, y, 2 * LIP)]
        for spot in ways_out((x, y), held, self.around, self.plot.rounded()):
            self.plot.bend(*spot, POINT)
        return tuple(ends)

    def _limit(self, figure: Figure, distance: float, *, drawn: bool = False) -> None:
        """Note a zone that the mover may stand in; one that is `drawn` as a polygon is left where its corners are."""
        body, (x, y) = figure.body, (self.pose.x, self.pose.y)
        reach = self.radius + distance + body.radius
        reach = outermost(reach) + 2 * LIP if drawn else reach
        if LIP < math.dist((x, y), (body.x, body.y)) < reach + GRAZE:
            self.limits.append((body.x, body.y, body.x, body.y, reach, figure.id))

    def _strictly(self, body: Body, distance: float) -> None:
        """Add the circles on which the limit of a body is strict: round its centre, or round each of its corners."""
        core, away = body.core, self.radius + distance + body.radius
        self.strict += [(core[i], core[i + 1], away) for i in range(0, len(core), 2)]

    def _in_parts(self, zone: Zone, figure: Figure, hair: float) -> bool:
        """Add a zone ground by ground, if solid terrain hides part of it or if it reaches further on some ground than on other.

        False if the zone is the same everywhere.
        """
        # A base with a facing keeps out of the whole zone.
        if self.faces:
            return False
        if self._met_in_parts(
            figure, zone.reach + hair, lambda met: reach_at(zone, met, self.pose.z) is not None
        ):
            return True
        body, parts, same, inside = figure.body, [], True, False
        far = self.radius + (self._reach(zone, figure) or 0.0) + hair + figure.reach
        for surface in self.surfaces:
            if region_distance(body.x, body.y, surface.region.rings) > far:
                continue
            reach = reach_at(zone, figure, surface.low)
            visible = visible_part(self.view, zone, figure, surface.low, (reach or 0.0) + hair)
            same = same and visible is None and reach == self._reach(zone, figure)
            if reach is not None:
                whole = spread(body, self.radius + reach + hair)
                inside = inside or self._is_in(surface, whole)
                parts.append((surface, visible or whole, LIP if visible else 0.0))
        if same:
            return False
        core = len(self.plot.owners)
        if inside:
            # As it leaves the zone, hidden or not, it may pass through the visible part, coming no nearer.
            self.plot.disc(body.x, body.y, POINT, figure.id)
            self._limit(figure, (self._reach(zone, figure) or 0.0) + hair, drawn=True)
        first = len(self.plot.owners)
        for surface, region, distance in parts:
            own = region if len(self.heights) == 1 else prepare.clipped(self._own(surface), region)
            self._solid(own, distance, figure.id)
            self.zoned += [(own, figure.id)] if inside else []
        self.passed += [(k, core) for k in range(first, len(self.plot.owners))] if inside else []
        return True

    def _is_in(self, surface: Surface, region: Region) -> bool:
        """Whether the mover stands on a surface, inside a region."""
        level = within(abs(surface.low - self.pose.z), 0.0)
        return level and deep_inside(region, self.pose.x, self.pose.y)

    def _reach(self, zone: Zone, figure: Figure) -> float | None:
        """How far a zone reaches in plan at the heights of this chart; None if it does not."""
        found = [reach_at(zone, figure, height) for height in self.heights]
        return max((reach for reach in found if reach is not None), default=None)

    def _lips(self) -> None:
        """Add the edges of the ground that the mover walks on. The box of the chart keeps it inside the board."""
        if not self.surfaces:
            return
        rings = rings_of(self._held())
        whole_board = self.plot.box is not EVERYWHERE
        cells = Cells([(*bounds(ring), ring) for ring in rings])
        for ring in rings:
            if whole_board and len(ring) == 8 and self._is_board(ring):
                continue
            west, south, east, north = bounds(ring)
            near = cells.within((west - LIP, south - LIP, east + LIP, north + LIP))
            self.plot.solid((ring,), LIP, "the edge", outside=not prepare.is_hole(ring, near))

    def _held(self) -> Region:
        """The positions of the centre at which the base is supported: over the ground or, if any part of the base is enough, beside it."""
        if self.tariff.anywhere is None:
            return ground_of(self._regions())
        board = None if self.plot.box is EVERYWHERE else self.view.scene.ground.board
        return ground_beside(self._regions(), self.inner - _OVERHANG, board)

    def _is_board(self, ring: Flat) -> bool:
        """Whether a ring is the outline of the board."""
        board = self.view.scene.ground.board
        return board is not None and bounds(ring) == board.bounds

    def _regions(self) -> tuple[Region, ...]:
        return tuple(surface.region for surface in self.surfaces)

    def _hurdles(self) -> None:
        hurdles = self.view.terrain.hurdles
        if self.tariff.fare("hurdle") is None:
            # They are climbed: up once, over all that lies close together, and down once.
            hurdles = joined(hurdles, 2 * self.radius)
        crossed = any(self.tariff.fare(mode) is not None for mode in ("hurdle", "climb"))
        for hurdle in hurdles:
            if not any(self.view.stands_beside(hurdle, height) for height in self.heights):
                continue
            if crossed and hurdle.id not in self.without:
                self._over(hurdle)
            else:
                self._keep(hurdle.region, 0.0, hurdle.id)

    def _over(self, hurdle: Solid) -> None:
        region, distance = hurdle.region, self.radius
        level = [
            prepare.grown(self._own(surface), _HAIR)
            for surface in self._surfaces_near(region, distance)
            if not self.view.stands_beside(hurdle, surface.low)
        ]
        if level:
            # A mover level with the top of a hurdle does not cross it, though its base lies over it.
            region = prepare.difference(prepare.cut_round(region, distance - _HAIR, lines=8), level)
            distance = _HAIR
        if region.rings:
            parts = parts_below(self.view.terrain.hurdles, hurdle, self.pose, self.radius)
            self.plot.hurdle(rings_of(region), distance, TOLERANCE, self._fee(hurdle), parts)
            for spot in ways_past(parts, self.pose, self.radius):
                self.plot.bend(*spot, POINT)

    def _fee(self, hurdle: Solid) -> float:
        """The price of crossing a hurdle, besides the path itself.

        Without a fare for hurdles it is climbed, up one side and down the other.
        """
        high = hurdle.high - hurdle.low
        over = [Stride("hurdle", self.pose, self.pose, 0.0, high)]
        if self.tariff.fare("hurdle") is None:
            high = hurdle.high - self.pose.z
            over = [Stride("climb", self.pose, self.pose, 0.0, rise) for rise in (high, -high)]
        return sum(from_lattice(price(stride, self.tariff)[2]) for stride in over)
