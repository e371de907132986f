"""The view: one scene through one mover's lens, sorted into what can be stood on, entered, crossed or not."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from surefoot.geometry import prepare
from surefoot.geometry.cells import Boxed, Cells, Window, in_window
from surefoot.geometry.kernel import core_region_distance, inside_rings
from surefoot.geometry.measure import deep_inside, lies_on, overlaps
from surefoot.geometry.shapes import Body, Region, Shape
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, short_of, within
from surefoot.records import cached_property, dataclass, replace
from surefoot.referee.lens import Lens, Role, Zone, ground_span
from surefoot.referee.remember import remembered
from surefoot.referee.scene import (
    Area,
    Figure,
    Ground,
    Ladder,
    Scene,
    Solid,
    Surface,
    leads_up_to,
    lowest_under,
)
from surefoot.table.place import BOARD, Pose
from surefoot.table.table import Table, piece_top


@dataclass(frozen=True)
class Terrain:
    """Terrain through a lens."""

    surfaces: tuple[Surface, ...]
    # Volumes that cannot be entered; those of a level can be climbed to its top.
    solids: tuple[Solid, ...]
    climbable: tuple[str, ...]
    hurdles: tuple[Solid, ...]
    areas: tuple[Area, ...]
    links: tuple[Ladder, ...]
    # Volumes that are moved through, but not ended in.
    passed: tuple[Solid, ...] = ()
    # Surfaces that are walked over, but not ended on.
    tops: tuple[str, ...] = ()

    # Everything with its bounding box, made once, and only what is asked for: every leg of every path asks what is near it.

    @cached_property
    def surface_boxes(self) -> Cells[Surface]:
        """The surfaces by their bounding boxes."""
        return Cells(_boxed(self.surfaces))

    @cached_property
    def solid_boxes(self) -> Cells[Solid]:
        """The solids by their bounding boxes."""
        return Cells(_boxed(self.solids))

    @cached_property
    def hurdle_boxes(self) -> Cells[Solid]:
        """The hurdles by their bounding boxes."""
        return Cells(_boxed(self.hurdles))

    @cached_property
    def area_boxes(self) -> Cells[Area]:
        """The areas by their bounding boxes."""
        return Cells(_boxed(self.areas))

    @cached_property
    def passed_boxes(self) -> Cells[Solid]:
        """The volumes that are moved through by their bounding boxes."""
        return Cells(_boxed(self.passed))

    @cached_property
    def supports(self) -> dict[float, Region]:
        """The ground that counts as one level with a height, as far as it was asked for."""
        return {}

    @cached_property
    def _parts(self) -> dict[Window, Terrain]:
        return {}

    def near(self, west: float, south: float, east: float, north: float) -> Terrain:
        """What meets a window, and perhaps a little more: windows that are nearly the same share one answer."""
        window = math.floor(west), math.floor(south), math.ceil(east), math.ceil(north)
        known = self._parts.get(window)
        if known is None:
            if len(self._parts) >= _KEPT:
                self._parts.clear()
            known = self._parts[window] = Terrain(
                tuple(self.surface_boxes.within(window)),
                tuple(self.solid_boxes.within(window)),
                self.climbable,
                tuple(self.hurdle_boxes.within(window)),
                tuple(self.area_boxes.within(window)),
                self.links,
                tuple(self.passed_boxes.within(window)),
                self.tops,
            )
        return known


# The number of windows for which a terrain keeps what lies near them.
_KEPT = 1024


_Placed = TypeVar("_Placed", Surface, Solid, Area)


def _boxed(parts: Iterable[_Placed]) -> tuple[Boxed[_Placed], ...]:
    return tuple([_box(part) for part in parts])


def _box(part: _Placed) -> Boxed[_Placed]:
    west, south, east, north = part.region.bounds
    return west, south, east, north, part


def _around_figure(figure: Figure, reach: float) -> Window:
    far, pose = figure.reach + reach, figure.pose
    return pose.x - far, pose.y - far, pose.x + far, pose.y + far


@lru_cache(maxsize=512)
def _terrain(ground: _Key, lens: Lens) -> Terrain:
    roles: dict[str, Role] = {piece.id: lens.role_of_piece(piece) for piece in ground.ground.pieces.values()}
    levels = [
        surface
        for surface in ground.ground.surfaces
        if surface.piece is None or roles[surface.id] in ("level", "top")
    ]
    levels += [
        _filled(surface, levels) for surface in ground.ground.surfaces if roles.get(surface.id) == "ground"
    ]
    # The board is a level like any other.
    roles[BOARD] = "level"
    tops = dict(lens.tops)
    # What is closed is no step, however low it is.
    barrier = lens.step + 2 * TOLERANCE
    solids = [
        _closed(solid, ground.ground, roles, barrier) if roles[solid.id] == "solid" else solid
        for solid in ground.ground.solids
        if roles[solid.id] in ("solid", "level", "top")
    ]
    sides: list[Solid | Surface] = [*solids, *(level for level in levels if level.sloped)]
    climbable = [
        part.id
        for part in sides
        if roles[part.id] in ("level", "top")
        and (part.piece is None or part.piece.details.text("climbable") != "no")
    ]
    return Terrain(
        tuple(levels),
        tuple(solids),
        tuple(climbable),
        tuple(
            replace(solid, low=_foot(solid, ground.ground, roles), high=tops.get(solid.id, solid.high))
            for solid in ground.ground.solids
            if roles[solid.id] == "hurdle" and not solid.beside_opening
        ),
        tuple(area for area in ground.ground.areas if roles[area.id] == "ground"),
        tuple(link for link in ground.ground.links if roles[link.id] == "link"),
        tuple(
            # An area has no height of its own; a base that may not end in it may not end on it.
            _closed(solid, ground.ground, roles, barrier)
            if solid.piece is not None and solid.piece.sort == "area"
            else solid
            for solid in ground.ground.solids
            if roles[solid.id] == "pass"
        ),
        tuple(name for name, role in roles.items() if role == "top"),
    )


def _closed(solid: Solid, ground: Ground, roles: dict[str, Role], barrier: float) -> Solid:
    """What a mover never enters; an area on a piece that counts as absent closes the level below that piece, too."""
    flat = solid.piece is not None and solid.piece.sort in ("area", "platform")
    low = _foot(solid, ground, roles) if flat else solid.low
    return replace(solid, low=low, high=max(solid.high, low + barrier))


def _foot(solid: Solid, ground: Ground, roles: dict[str, Role]) -> float:
    """How low a volume stands: on a piece that counts as absent, as low as that piece does."""
    low, piece = solid.low, solid.piece
    while piece is not None and roles.get(piece.on) == "absent":
        piece = ground.pieces[piece.on]
        below = ground.pieces.get(piece.on)
        low = 0.0 if below is None else from_lattice(piece_top(below))
    return low


def _filled(pit: Surface, levels: list[Surface]) -> Surface:
    """A pit that is mere ground to the mover: as high as what it is cut into."""
    assert pit.piece is not None
    rim = next((each.low for each in levels if each.id == (pit.piece.on or BOARD)), pit.low)
    return replace(pit, low=rim, high=rim)


class _Key:
    """Prepared ground as a memo key: the same object for the same terrain."""

    __slots__ = ("ground",)

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def __hash__(self) -> int:
        return id(self.ground)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.ground is other.ground


def _with_hulls(terrain: Terrain, carriers: list[Figure], decks: tuple[Surface, ...]) -> Terrain:
    """Terrain with the hulls of models that are climbed like it, from the foot of each to its decks."""
    solids = []
    for figure in carriers:
        own = sorted((deck for deck in decks if deck.carrier == figure.id), key=lambda deck: deck.low)
        for number, deck in enumerate(own):
            region = deck.region
            if number == 0 and len(figure.body.core) > 2:
                # What the decks leave bare of the hull is as high as the lowest of them.
                region = prepare.union([region, Region((figure.body.core,))])
            solids.append(Solid(deck.id, region, figure.pose.z, deck.low, None))
    names = tuple(solid.id for solid in solids)
    return replace(terrain, solids=(*terrain.solids, *solids), climbable=(*terrain.climbable, *names))


@remembered
def seen(table: Table, lens: Lens, who: str) -> View:
    """What a mover sees of a table, looked at once: odds come past the same tables again for every end."""
    return View(Scene(table), lens, who)


class View:
    """What a mover sees, and the questions about standing that follow from it."""

    def __init__(self, scene: Scene, lens: Lens, who: str) -> None:
        self.scene = scene
        self.lens = lens
        self.mover = scene.table.models[who]
        self.shape: Shape = self.mover.base.shape
        self.height = from_lattice(self.mover.height)
        # From which height above its feet on nothing bars the mover, and up to which it steps over what does.
        self._head, self._foot = max(self.height, lens.step + 2 * TOLERANCE), lens.step
        self.terrain = _terrain(_Key(scene.ground), lens)
        decks = self.decks = tuple(deck for deck in scene.decks if deck.carrier != who)
        self.surfaces: tuple[Surface, ...] = self.terrain.surfaces + decks
        carriers = self._carriers() if decks else []
        if carriers:
            self.terrain = _with_hulls(self.terrain, carriers, decks)
        # Where no model has decks, all that the mover stands on is terrain, which other views share.
        self._support: dict[float, Region] = {} if decks else self.terrain.supports
        self._figure_boxes: (
            tuple[list[Boxed[tuple[Figure, Role]]], list[Boxed[tuple[Zone, Figure]]]] | None
        ) = None

    def _role(self, figure: Figure) -> Role:
        return self.lens.role_of_model(figure.model, self.mover)

    def _carriers(self) -> list[Figure]:
        """The models that are climbed and stood on like terrain."""
        return [figure for figure in self.others if figure.model.decks and self._role(figure) == "level"]

    # Who stands where is worked out when it is asked for: most questions after a move are about the ground.
    @cached_property
    def below_a_step(self) -> frozenset[str]:
        """The levels that are low enough for others to lie a free step above them somewhere."""
        levels = [each for each in self.surfaces if not each.sloped]
        heights = [*sorted({each.low for each in levels}), math.inf]
        above = {z: heights[bisect_right(heights, z + TOLERANCE)] for z in heights[:-1]}
        return frozenset(each.id for each in levels if within(above[each.low] - each.low, self.lens.step))

    @cached_property
    def others(self) -> list[Figure]:
        """All models on the table but the mover, each at the height at which the mover meets it."""
        heights = {met.model: met.nearest for met in self.lens.heights}
        return [
            replace(figure, pose=figure.pose._replace(z=heights[figure.id]))
            if figure.id in heights
            else figure
            for figure in self.scene.figures
            if figure.id != self.mover.id
        ]

    @cached_property
    def figures(self) -> list[tuple[Figure, Role]]:
        """The models that are there for the mover, with what each is to it; not those that are climbed like terrain."""
        found = []
        for figure in self.others:
            role = self._role(figure)
            if role == "level" and not figure.model.decks:
                role = "solid"
            if role not in ("absent", "level"):
                found.append((figure, role))
        return found

    @cached_property
    def zoned(self) -> list[tuple[Zone, Figure]]:
        """The zones that matter to the mover, each with the model that it is around."""
        return [
            (zone, figure)
            for zone in self.lens.zones
            for figure in self.others
            if zone.of.fits(figure.model, self.mover)
        ]

    def around(self, *points: tuple[float, float]) -> View:
        """The same view of what can matter along a line between some points: everything else is too far off."""
        pad = 5 * self.shape.reach + 1.0
        xs, ys = [x for x, _ in points], [y for _, y in points]
        window = min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad
        # As `copy` would, in a tenth of its time.
        twin = View.__new__(View)
        twin.__dict__.update(self.__dict__)
        twin.terrain = self.terrain.near(*window)
        twin.surfaces = twin.terrain.surfaces
        if self.decks:
            twin.surfaces += tuple(in_window(_boxed(self.decks), window))
        figures, zoned = self._boxes()
        twin.figures = in_window(figures, window)
        twin.zoned = in_window(zoned, window)
        twin._figure_boxes = None
        twin._support = {} if self.decks else twin.terrain.supports
        return twin

    def _boxes(self) -> tuple[list[Boxed[tuple[Figure, Role]]], list[Boxed[tuple[Zone, Figure]]]]:
        """Models and zones with their bounding boxes, made once."""
        known = self._figure_boxes
        if known is None:
            known = self._figure_boxes = (
                [(*_around_figure(each[0], 0.0), each) for each in self.figures],
                [(*_around_figure(each[1], each[0].reach), each) for each in self.zoned],
            )
        return known

    def body(self, pose: Pose) -> Body:
        """The mover's base at a position."""
        return self.shape.at(pose.x, pose.y, pose.facing)

    def stands_on_slope(self, solid: Solid, slope: Surface) -> float | None:
        """The lowest height of a slope under a wall, an obstacle or a hull that stands on it; None if it does not.

        A hull beside a slope, unlike terrain there, is in the way of all of it, unless the slope leads up to its deck.
        """
        if any(deck.id == solid.id for deck in self.decks):
            lowest = lowest_under(solid, slope)
            beside = lowest is None and not leads_up_to(slope, solid, self.shape.reach)
            return slope.low if beside else lowest
        return self.scene.ground.across[slope.id].get(solid.id)

    def surface(self, name: str) -> Surface | None:
        """A surface that the mover can stand on, by id."""
        return next((surface for surface in self.surfaces if surface.id == name), None)

    def surfaces_at(self, x: float, y: float) -> list[Surface]:
        """All surfaces at a point in plan, lowest first."""
        near: Sequence[Surface] = self.surfaces
        if len(near) > Cells.FEW:
            window = x - TOLERANCE, y - TOLERANCE, x + TOLERANCE, y + TOLERANCE
            near = (*self.terrain.surface_boxes.within(window), *near[len(self.terrain.surfaces) :])
        found = [surface for surface in near if is_on(surface, x, y)]
        # Almost everywhere there is one at most.
        if len(found) > 1:
            found.sort(key=lambda surface: (surface.height(x, y), surface.id))
        return found

    def support(self, z: float) -> Region:
        """All ground that counts as one level with a height: within a free step of it."""
        key = round(z, 6)
        known = self._support.get(key)
        if known is None:
            known = self._support[key] = self._level(z)
        return known

    def _level(self, z: float) -> Region:
        level = [
            surface
            for surface in self.surfaces
            if _is_level(surface, z, self.lens.step) and surface.id not in self.terrain.tops
        ]
        if any(surface.carrier for surface in level):
            return prepare.union([surface.region for surface in level])
        return _support(_Key(self.scene.ground), tuple(surface.id for surface in level))

    def supported(self, pose: Pose) -> bool:
        """Whether the base rests there as the lens demands."""
        body = self.body(pose)
        return lies_on(body, self.support(pose.z), self.lens.rest)

    def areas_at(self, pose: Pose) -> tuple[Area, ...]:
        """The areas that are ground of the mover at a position: any part of its base is in them, at their height."""
        body, far = self.body(pose), self.shape.reach
        west, south, east, north = pose.x - far, pose.y - far, pose.x + far, pose.y + far
        found = []
        for area in self.terrain.areas:
            left, below, right, above = area.region.bounds
            if left > east or right < west or below > north or above < south:
                continue
            low, high = ground_span(self.lens, area.low, area.high)
            if within(low, pose.z) and within(pose.z, high) and overlaps(body, area.region):
                found.append(area)
        return tuple(found)

    def bars(self, low: float, high: float, z: float) -> bool:
        """Whether a volume between two heights is in the way of the mover at a height."""
        lowest, highest = self.barring(low, high)
        return lowest < z < highest

    def barring(self, low: float, high: float) -> tuple[float, float]:
        """The heights strictly between which the mover's feet are where a volume between two heights is in its way."""
        return low + TOLERANCE - self._head, high - TOLERANCE - self._foot

    def figure_bars(self, figure: Figure, z: float) -> bool:
        """Whether a model is at the mover's height; a deck under the mover's feet is no obstacle."""
        lowest, highest = self.barring_figure(figure)
        return lowest < z < highest

    def barring_figure(self, figure: Figure) -> tuple[float, float]:
        """The heights strictly between which the mover's feet are where a model is in its way.

        A model exactly on the mover's head, or under its feet, only touches it, like a roof that high.
        """
        low, high, step = figure.pose.z, figure.high, self.lens.step
        lowest = min(low - self.height + TOLERANCE, low - step - TOLERANCE)
        highest = max(high - TOLERANCE, low + step + TOLERANCE)
        if figure.model.decks:
            # Who stands on a deck is not barred by what carries it.
            highest = min(highest, high - self.lens.step - TOLERANCE)
        return lowest, highest

    def overlapped(self, pose: Pose) -> list[tuple[str, str]]:
        """Everything that a base set down there would overlap: (what kind, id)."""
        body, far = self.body(pose), self.shape.reach
        window = pose.x - far, pose.y - far, pose.x + far, pose.y + far
        found = [
            ("solid", solid.id)
            for solid in self.terrain.solid_boxes.within(window)
            if self.bars(solid.low, solid.high, pose.z) and overlaps(body, solid.region)
        ]
        roof = self.roof_over(pose.x, pose.y, pose.z)
        found += [("solid", roof)] if roof and ("solid", roof) not in found else []
        found += [
            ("hurdle", hurdle.id)
            for hurdle in self.terrain.hurdles
            if self.takes_room(hurdle, pose.z) and overlaps(body, hurdle.region)
        ]
        found += [
            ("solid", solid.id)
            for solid in self.terrain.passed
            if self.fills(solid, pose.z) and overlaps(body, solid.region)
        ]
        found += [
            ("model", figure.id)
            for figure, _ in self.figures
            if self.figure_bars(figure, pose.z) and overlaps(body, figure.body)
        ]
        board = self.scene.ground.board
        if board is not None and not lies_on(body, board, "all"):
            found.append(("board", "board"))
        return found

    def crossed_at(self, pose: Pose) -> list[str]:
        """The hurdles that a base set down there would overlap: their ids."""
        if not self.terrain.hurdles:
            return []
        body, far = self.body(pose), self.shape.reach
        window = pose.x - far, pose.y - far, pose.x + far, pose.y + far
        return [
            hurdle.id
            for hurdle in self.terrain.hurdle_boxes.within(window)
            if self.stands_beside(hurdle, pose.z) and overlaps(body, hurdle.region)
        ]

    def stands_beside(self, hurdle: Solid, z: float) -> bool:
        """Whether a hurdle stands on the ground at a height."""
        return within(hurdle.low, z + self.lens.step) and short_of(z, hurdle.high)

    def takes_room(self, hurdle: Solid, z: float) -> bool:
        """Whether no base stands where a hurdle is: it stands on that ground, or juts out over an edge and hangs lower than a head."""
        return self.stands_beside(hurdle, z) or self.bars(hurdle.low, hurdle.high, z)

    def fills(self, solid: Solid, z: float) -> bool:
        """Whether a volume takes up heights that the mover takes up too."""
        return short_of(z, solid.high) and short_of(solid.low, z + max(self.height, 2 * TOLERANCE))

    def role(self, model: str) -> Role:
        """What another model is to the mover."""
        return next((role for figure, role in self.figures if figure.id == model), "absent")

    def buried(self, x: float, y: float, z: float) -> bool:
        """Whether a point lies in a volume or at its foot, however low that is: no base stands there."""
        return any(
            within(solid.low, z) and short_of(z, solid.high) and _holds(solid.region, x, y)
            for solid in self._solids_at(x, y)
        )

    def _solids_at(self, x: float, y: float) -> Sequence[Solid]:
        """The volumes that a point may lie in, in their order."""
        window = x - TOLERANCE, y - TOLERANCE, x + TOLERANCE, y + TOLERANCE
        return self.terrain.solid_boxes.within(window)

    def roof_over(self, x: float, y: float, z: float) -> str:
        """The volume, if any, that hangs over a point lower than the mover's head: its id.

        From beside it may be a free step up. A centre under it has no room.
        """
        for solid in self._solids_at(x, y):
            hangs = beyond(solid.low, z) and short_of(solid.low, z + self.height)
            if hangs and deep_inside(solid.region, x, y):
                return solid.id
        return ""

    def covered(self, x: float, y: float, z: float) -> str:
        """The volume, if any, that fills a point from its side: its id."""
        for solid in self._solids_at(x, y):
            if self.bars(solid.low, solid.high, z) and _holds(solid.region, x, y):
                return solid.id
        return self.roof_over(x, y, z)


def is_on(surface: Surface, x: float, y: float) -> bool:
    """Whether a point in plan is on a surface."""
    return _in_bounds(surface.region, x, y) and _holds(surface.region, x, y)


def _in_bounds(region: Region, x: float, y: float) -> bool:
    west, south, east, north = region.bounds
    return west - TOLERANCE <= x <= east + TOLERANCE and south - TOLERANCE <= y <= north + TOLERANCE


def _holds(region: Region, x: float, y: float) -> bool:
    return inside_rings(x, y, region.rings) or core_region_distance((x, y), region.rings) <= TOLERANCE


def _is_level(surface: Surface, z: float, step: float) -> bool:
    return within(surface.low - step, z) and within(z, surface.high + step)


@lru_cache(maxsize=4096)
def _support(key: _Key, names: tuple[str, ...]) -> Region:
    """Some surfaces of the ground as one."""
    regions = [surface.region for surface in key.ground.surfaces if surface.id in names]
    if len(regions) == 1:
        return regions[0]
    return prepare.union(regions) if regions else Region(())


def bearing(dx: float, dy: float) -> float:
    """The bearing of a vector, degrees clockwise from north."""
    return math.degrees(math.atan2(dx, dy)) % 360.0
