"""The scene: the table as geometry sees it, in the table's unit. Prepared once per terrain and used by every question."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from surefoot.geometry import prepare
from surefoot.geometry.kernel import core_region_distance
from surefoot.geometry.shapes import Body, Region, turn
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, short_of, within
from surefoot.records import cached_property, dataclass, replace
from surefoot.table.model import Model
from surefoot.table.place import BOARD, Place, Pose, on_surface
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table, piece_top, surface_height
from surefoot.table.terrain import LINK_SORTS, Piece

# Pieces whose top can be walked on, and which fill everything below it.
_BLOCKS = ("wall", "obstacle", "door")
# Higher than anything on a table.
_SKY = 1e4
# The ground of a table without edges: further than any file reaches.
_ENDLESS = Region(((-20_000.0, -20_000.0, 20_000.0, -20_000.0, 20_000.0, 20_000.0, -20_000.0, 20_000.0),))
# Pieces that make an opening in the walls they stand in.
_OPENINGS = ("door", "window")


@dataclass(frozen=True)
class Surface:
    """Something that can be stood on: level, or rising along a line (stairs, ramps)."""

    id: str
    region: Region
    low: float
    high: float
    piece: Piece | None = None
    carrier: str = ""

    def height(self, x: float, y: float) -> float:
        """Its height at a point."""
        if self.piece is None or self.low == self.high:
            return self.low
        return surface_height(self.piece, x, y)

    @property
    def sloped(self) -> bool:
        """Whether its height changes along it."""
        return self.low != self.high

    def is_pit_in(self, name: str) -> bool:
        """Whether it is the floor of a pit that is cut into another surface."""
        return self.piece is not None and self.piece.sort == "gap" and (self.piece.on or BOARD) == name


@dataclass(frozen=True)
class Solid:
    """A volume: a footprint between two heights."""

    id: str
    region: Region
    low: float
    high: float
    piece: Piece | None
    # A part of a wall above or below a door or a window in it.
    beside_opening: bool = False


@dataclass(frozen=True)
class Area:
    """Ground with tags: a footprint and the heights at which it counts."""

    id: str
    region: Region
    low: float
    high: float
    tags: tuple[str, ...]
    piece: Piece


@dataclass(frozen=True)
class Ladder:
    """A way between two heights at one spot: a ladder, a rope."""

    id: str
    sort: str
    foot: tuple[float, float]
    head: tuple[float, float]
    low: float
    high: float
    piece: Piece


@dataclass(frozen=True)
class Ground:
    """All terrain, ready for questions."""

    board: Region | None
    surfaces: tuple[Surface, ...]
    solids: tuple[Solid, ...]
    areas: tuple[Area, ...]
    links: tuple[Ladder, ...]
    pieces: Mapping[str, Piece]

    @cached_property
    def across(self) -> Mapping[str, Mapping[str, float]]:
        """The slopes that walls and obstacles stand on: for each slope its lowest height under each of them."""
        blocks = [solid for solid in self.solids if solid.piece is not None and solid.piece.sort in _BLOCKS]
        return {
            slope.id: {solid.id: low for solid in blocks if (low := lowest_under(solid, slope)) is not None}
            for slope in self.surfaces
            if slope.sloped
        }


@dataclass(frozen=True)
class Figure:
    """A model as it stands."""

    model: Model
    pose: Pose
    body: Body
    reach: float

    @property
    def id(self) -> str:
        """The model's name."""
        return self.model.id

    @property
    def high(self) -> float:
        """The height of its top."""
        return self.pose.z + from_lattice(self.model.height)

    def beside(self, height: float) -> Figure:
        """The model as it is measured to from a height: a hull takes up all heights to its top or its highest deck, a base lies flat."""
        if self.model.base.kind != "hull":
            return self
        decks = (self.pose.z + from_lattice(deck.z) for deck in self.model.decks)
        level = min(max(height, self.pose.z), max((self.high, *decks)))
        return replace(self, pose=self.pose._replace(z=level))


# A table asks for the footprint of a piece for its top, its volume and its openings, and rules ask again.
@lru_cache(maxsize=1 << 14)
def region_of(outline: tuple[int, ...]) -> Region:
    """A footprint in the table's unit."""
    return Region((tuple(from_lattice(value) for value in outline),))


def _across(region: Region) -> float:
    west, south, east, north = region.bounds
    return math.hypot(east - west, north - south)


def higher_part(piece: Piece, height: float) -> Region:
    """The part of a piece whose top is higher than a height: of a slope its upper end."""
    region = region_of(piece.outline)
    low = from_lattice(piece.z)
    if piece.sort not in ("stairs", "ramp") or within(height, low):
        return region
    share = (height - low) / from_lattice(piece.height)
    x, y, far_x, far_y = (from_lattice(value) for value in piece.line)
    # All that lies beyond that share of its run, without end.
    along, wide = math.hypot(far_x - x, far_y - y), _across(region)
    dx, dy = (far_x - x) / along, (far_y - y) / along
    x, y = x + (far_x - x) * share, y + (far_y - y) * share
    corners = ((0.0, -wide), (wide, -wide), (wide, wide), (0.0, wide))
    beyond_it = tuple(
        value for run, side in corners for value in (x + dx * run - dy * side, y + dy * run + dx * side)
    )
    return prepare.clipped(region, Region((beyond_it,)))


class Scene:
    """A table as geometry sees it; equal scenes have equal digests, which key every memo."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.digest = table.scene_digest

    def __hash__(self) -> int:
        return self.digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self.digest == other.digest

    @cached_property
    def ground(self) -> Ground:
        """Terrain, shared by all scenes that have the same."""
        return _ground(_GroundKey(self.table.board, self.table.pieces))

    @cached_property
    def decks(self) -> tuple[Surface, ...]:
        """Surfaces that models carry."""
        found = []
        for model in self.table.models.values():
            if model.decks and model.place.on_table:
                pose = self.table.pose(model.id)
                for deck in model.decks:
                    z = pose.z + from_lattice(deck.z)
                    flat: list[float] = []
                    for i in range(0, len(deck.outline), 2):
                        dx, dy = turn(
                            from_lattice(deck.outline[i]), from_lattice(deck.outline[i + 1]), pose.facing
                        )
                        flat += (pose.x + dx, pose.y + dy)
                    found.append(
                        Surface(f"{model.id}.{deck.name}", Region((tuple(flat),)), z, z, carrier=model.id)
                    )
        return tuple(found)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Every model that stands on the table, shared by all scenes that are the same."""
        return _figures(_FiguresKey(self.table, (self.digest, self.table.models.rest)))

    def surface(self, name: str) -> Surface | None:
        """A surface by its id."""
        return next((one for one in (*self.ground.surfaces, *self.decks) if one.id == name), None)

    def place_at(self, pose: Pose, surface: Surface) -> Place:
        """The place on a surface that a position stands for, in the surface's own frame."""
        if surface.carrier:
            frame = self.table.pose(surface.carrier)
            x, y = turn(pose.x - frame.x, pose.y - frame.y, -frame.facing)
            return on_surface(x, y, surface.id, pose.facing - frame.facing)
        return on_surface(pose.x, pose.y, surface.id, pose.facing)


@dataclass(frozen=True)
class _FiguresKey:
    """All that figures show: a figure carries its model, whose profile and counters are no part of the scene."""

    table: Table = field(compare=False)
    digests: tuple[int, int]


@lru_cache(maxsize=1024)
def _figures(key: _FiguresKey) -> tuple[Figure, ...]:
    found = []
    for model in key.table.models.values():
        if model.place.on_table:
            pose = key.table.pose(model.id)
            shape = model.base.shape
            found.append(Figure(model, pose, shape.at(pose.x, pose.y, pose.facing), shape.reach))
    return tuple(found)


# A part of the ground with a region.
Cut = TypeVar("Cut", Surface, Solid)


@dataclass(frozen=True)
class _GroundKey:
    board: Board | None
    pieces: Shelf[Piece]


@lru_cache(maxsize=256)
def _ground(key: _GroundKey) -> Ground:
    board = None
    if key.board is not None:
        width, depth = from_lattice(key.board.width), from_lattice(key.board.depth)
        board = Region(((0.0, 0.0, width, 0.0, width, depth, 0.0, depth),))
    pieces = dict(key.pieces.items())
    gaps = _gaps(pieces)
    surfaces = _surfaces(board, pieces, gaps)
    doors = [piece for piece in pieces.values() if piece.sort in _OPENINGS]
    openings = [region_of(piece.outline) for piece in doors]
    solids = [
        solid for piece in pieces.values() if (solid := _solid(piece, openings, gaps, pieces)) is not None
    ]
    solids += [floor for piece in pieces.values() if (floor := _under_pit(piece, pieces)) is not None]
    solids += _round_pits(surfaces[0], pieces)
    solids += [
        part for piece in pieces.values() if piece.sort == "wall" for part in _round_openings(piece, doors)
    ]
    areas = [_area(piece, pieces) for piece in pieces.values() if piece.sort == "area"]
    links = [_link(piece) for piece in pieces.values() if piece.sort in LINK_SORTS]
    return Ground(board, _left(surfaces), _left(solids), tuple(areas), tuple(links), pieces)


def _left(parts: Iterable[Cut]) -> tuple[Cut, ...]:
    """The parts of which something is left: nothing is of a shallow pit in a deeper one, nor of a floor that is all hole."""
    return tuple(part for part in parts if part.region.rings)


def _gaps(pieces: Mapping[str, Piece]) -> dict[str, list[Region]]:
    """Gaps by the surface that they are cut into."""
    found: dict[str, list[Region]] = {}
    for piece in pieces.values():
        if piece.sort == "gap":
            found.setdefault(piece.on or BOARD, []).append(region_of(piece.outline))
    return found


def _surfaces(
    board: Region | None, pieces: Mapping[str, Piece], gaps: Mapping[str, list[Region]]
) -> list[Surface]:
    def holed(name: str, region: Region) -> Region:
        return prepare.difference(region, gaps[name]) if name in gaps else region

    found: list[Surface] = []
    found.append(Surface(BOARD, holed(BOARD, board or _ENDLESS), 0.0, 0.0))
    for piece in pieces.values():
        region = region_of(piece.outline) if piece.outline else None
        if region is None:
            continue
        if piece.sort in ("platform", "lift", *_BLOCKS):
            top = from_lattice(piece_top(piece))
            found.append(Surface(piece.id, holed(piece.id, region), top, top, piece))
        elif piece.sort in ("stairs", "ramp"):
            low = from_lattice(piece.z)
            found.append(Surface(piece.id, region, low, low + from_lattice(piece.height), piece))
        elif piece.sort == "gap" and from_lattice(piece.z) < _height_of(piece.on, pieces):
            floor = from_lattice(piece.z)
            found.append(Surface(piece.id, _dug(piece, pieces), floor, floor, piece))
    return found


def _dug(pit: Piece, pieces: Mapping[str, Piece]) -> Region:
    """The floor of a pit, without the deeper pits in it."""
    deeper = [
        region_of(other.outline)
        for other in pieces.values()
        if other.sort == "gap" and other.on == pit.on and other.z < pit.z
    ]
    region = region_of(pit.outline)
    return prepare.difference(region, deeper) if deeper else region


def lowest_under(solid: Solid, slope: Surface) -> float | None:
    """The lowest height of a slope under a volume that stands on it; None if it does not stand on it."""
    west, south, east, north = slope.region.bounds
    left, low, right, high = solid.region.bounds
    if left >= east or right <= west or low >= north or high <= south:
        return None
    shared = prepare.common(slope.region, solid.region)
    heights = [
        slope.height(*corner) for ring in shared.rings for corner in zip(ring[::2], ring[1::2], strict=True)
    ]
    # What hangs above a slope is passed under: the floor that stairs lead up to.
    return min(heights) if heights and within(solid.low, max(heights)) else None


def leads_up_to(slope: Surface, solid: Solid, far: float) -> bool:
    """Whether stairs or a ramp lead up to a volume: the straight line on from their top meets it within a distance."""
    assert slope.piece is not None
    x0, y0, x1, y1 = (from_lattice(value) for value in slope.piece.line)
    share = far / math.dist((x0, y0), (x1, y1))
    beyond_top = x1 + (x1 - x0) * share, y1 + (y1 - y0) * share
    return core_region_distance((x1, y1, *beyond_top), solid.region.rings) <= TOLERANCE


def _height_of(name: str, pieces: Mapping[str, Piece]) -> float:
    return from_lattice(piece_top(pieces[name])) if name in pieces else 0.0


def _solid(
    piece: Piece, openings: list[Region], gaps: Mapping[str, list[Region]], pieces: Mapping[str, Piece]
) -> Solid | None:
    if not piece.outline:
        return None
    region = region_of(piece.outline)
    low, high = from_lattice(piece.z), from_lattice(piece_top(piece))
    if piece.sort == "wall":
        if openings:
            region = prepare.difference(region, openings)
        return Solid(piece.id, region, low, high, piece)
    if piece.sort in (*_BLOCKS, "window"):
        return Solid(piece.id, region, low, low + from_lattice(piece.height), piece)
    if piece.sort == "platform":
        if piece.id in gaps:
            # A pit in a block is hollow.
            region = prepare.difference(region, gaps[piece.id])
        solid = piece.details.text("under") == "solid"
        foot = from_lattice(piece.details.number("foot"))
        return Solid(piece.id, region, foot if solid else high - from_lattice(piece.height), high, piece)
    if piece.sort == "lift":
        return Solid(piece.id, region, high, high, piece)
    if piece.sort == "area":
        # Matters only where a lens closes it: then nothing enters it on its level, or up to its height if it has one.
        low = low or _height_of(piece.on, pieces)
        return Solid(piece.id, region, low, low + from_lattice(piece.height), piece)
    return None


def _round_openings(wall: Piece, doors: list[Piece]) -> list[Solid]:
    """The parts of a wall above and below the doors and windows in it, by height."""
    region = region_of(wall.outline)
    holes = [
        (hole, from_lattice(door.z), from_lattice(door.z + door.height))
        for door in doors
        if (hole := prepare.common(region, region_of(door.outline))).rings
    ]
    low, high = from_lattice(wall.z), from_lattice(piece_top(wall))
    inner = {height for _, *heights in holes for height in heights if low < height < high}
    found = []
    for bottom, top in pairwise(sorted({low, high} | inner)):
        closed = [hole for hole, foot, head in holes if not (foot <= bottom and top <= head)]
        opened = [hole for hole, foot, head in holes if foot <= bottom and top <= head]
        part = prepare.difference(prepare.union(closed), opened) if closed else Region(())
        if part.rings:
            found.append(Solid(wall.id, part, bottom, top, wall, beside_opening=True))
    return found


def _under_pit(piece: Piece, pieces: Mapping[str, Piece]) -> Solid | None:
    """The volume below a pit: what is left of the block, or of the board, that it is cut into."""
    if piece.sort != "gap":
        return None
    floor = from_lattice(piece.z)
    block = pieces.get(piece.on)
    if block is None:
        return Solid(piece.id, _dug(piece, pieces), -_SKY, floor, piece) if short_of(floor, 0.0) else None
    if block.sort != "platform" or block.details.text("under") != "solid":
        return None
    foot = from_lattice(block.details.number("foot"))
    return Solid(piece.id, _dug(piece, pieces), foot, floor, piece) if short_of(foot, floor) else None


def _round_pits(board: Surface, pieces: Mapping[str, Piece]) -> list[Solid]:
    """The board as a volume, where pits are cut into it: it is as deep as the deepest."""
    pits = [piece for piece in pieces.values() if piece.sort == "gap" and piece.on not in pieces]
    dug = any(short_of(from_lattice(piece.z), 0.0) for piece in pits)
    return [Solid(BOARD, board.region, -_SKY, board.low, None)] if dug else []


def _area(piece: Piece, pieces: Mapping[str, Piece]) -> Area:
    low = high = from_lattice(piece.z) if piece.z else _height_of(piece.on, pieces)
    under = pieces.get(piece.on)
    if under is not None and under.sort in ("stairs", "ramp"):
        # On a slope it lies all the way up.
        low, high = from_lattice(under.z), from_lattice(piece_top(under))
    top = high + from_lattice(piece.height)
    return Area(piece.id, region_of(piece.outline), low, top, piece.tags, piece)


def _link(piece: Piece) -> Ladder:
    x0, y0, x1, y1 = (from_lattice(value) for value in piece.line)
    low = from_lattice(piece.z)
    return Ladder(piece.id, piece.sort, (x0, y0), (x1, y1), low, low + from_lattice(piece.height), piece)
