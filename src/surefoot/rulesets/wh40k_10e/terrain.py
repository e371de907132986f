"""Terrain features in parts: which are low, which are tall, and the level at which each one counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from math import dist
from typing import Literal

from surefoot.geometry import prepare
from surefoot.geometry.kernel import bounds, core_region_distance, region_distance
from surefoot.geometry.measure import overlaps
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.tolerance import beyond, from_lattice, same, within
from surefoot.language import Field, Thing, say
from surefoot.records import cached_property, dataclass, replace
from surefoot.referee.scene import Scene, region_of
from surefoot.rulesets.wh40k_10e.squad import NAME
from surefoot.table.place import BOARD, Pose
from surefoot.table.record import Record, Value
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table, piece_top, surface_height
from surefoot.table.terrain import Piece

# Parts up to this height are moved over as if they were absent.
LOW = 2.0
# The type of terrain whose walls and floors let some models through.
RUINS = "ruins"

Pieces = Mapping[str, Piece]
Box = tuple[float, float, float, float]
Kind = Literal["block", "floor", "slope", "pit", "area"]

_KINDS: dict[str, Kind] = {
    "wall": "block",
    "obstacle": "block",
    "door": "block",
    "window": "block",
    "railing": "block",
    "platform": "floor",
    "lift": "floor",
    "stairs": "slope",
    "ramp": "slope",
    "gap": "pit",
    "area": "area",
}
_SLOPES = ("stairs", "ramp")
# The id of a lintel is that of its door or window with this ending.
_LINTEL = ".lintel"
# No base may overlap these when it stops, unless the scenario allows it.
_NO_STOPPING = ("wall", "railing", "door", "window")


@dataclass(frozen=True)
class Part:
    """One part of a terrain feature."""

    id: str
    kind: Kind
    region: Region
    # Its lowest and highest point; for a slope those of its ends, for a pit its floor and its rim.
    foot: float
    top: float
    # The height up to which the space below it is open; a part stacked on a low one leaves no space.
    clear: float
    tall: bool
    # The level that counts for climbs: its top, or for a low part the level of the surface that carries it.
    counted: float
    may_stop: bool
    piece: Piece
    # Its outline without the pits cut into it.
    whole: Region

    @property
    def raised(self) -> bool:
        """Whether models have to climb it: tall, and neither a slope nor a pit."""
        return self.tall and self.kind in ("block", "floor")

    @property
    def is_low(self) -> bool:
        """Whether it is moved over for free, although it lifts or lowers the models on it."""
        return not self.tall and self.kind != "area"

    def is_ground(self, level: float) -> bool:
        """Whether a base may lie on it at a level: its top, the upper end of a slope, the rim or the floor of a pit."""
        return same(self.top, level) or (self.kind == "pit" and same(self.counted, level))

    @property
    def is_lintel(self) -> bool:
        """Whether it is the part of a wall above a door or a window."""
        return self.id.endswith(_LINTEL)

    @property
    def in_ruins(self) -> bool:
        """Whether it belongs to Ruins."""
        return trait_of(self.piece, "type") == RUINS

    @property
    def shown(self) -> Thing:
        """The part as sentences name it; a lintel goes by the name of its door or window."""
        return Thing(self.named_for)

    @property
    def named_for(self) -> str:
        """The id of its piece, of a lintel that of the door or window below it."""
        return self.id.removesuffix(_LINTEL)

    def height_at(self, x: float, y: float) -> float:
        """Its real surface height at a point."""
        if self.kind == "slope":
            return surface_height(self.piece, x, y)
        return self.foot if self.kind == "pit" else self.top

    def level_at(self, x: float, y: float) -> float:
        """The level that counts for climbs at a point of it."""
        return self.height_at(x, y) if self.kind == "slope" and self.tall else self.counted

    def leads_to(self, part: Part) -> bool:
        """Whether a slope ends on a part, which is then reached along the slope without a climb."""
        _, _, x, y = (from_lattice(value) for value in self.piece.line)
        return part.holds(x, y) and within(part.top, self.top)

    def carries(self, ends: Sequence[Pose], levels: Sequence[float]) -> bool:
        """Whether a model walks on a slope from one place to another at these levels, not on a floor above it."""
        heights = [self.height_at(pose.x, pose.y) for pose in ends]
        return all(same(height, level) for height, level in zip(heights, levels, strict=True))

    def bars(self, level: float) -> bool:
        """Whether a base on a level may not stop across it: a low part on that level on which no model may stop."""
        return not self.tall and not self.may_stop and same(self.counted, level)

    def closes(self, low: float, high: float) -> bool:
        """Whether it is impassable ground that a model between two levels stands on or in."""
        if self.kind != "area" or not self.piece.has("impassable"):
            return False
        return within(min(self.foot, self.counted), high) and within(low, max(self.top, self.counted))

    def under(self, body: Body) -> bool:
        """Whether any part of a base lies over it."""
        return overlaps(body, self.region)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies on it."""
        return within(region_distance(x, y, self.region.rings), 0.0)


@dataclass(frozen=True, slots=True)
class Ground:
    """Ground on which models can stand: the level that counts for climbs, the real height, and the region."""

    level: float
    real: float
    # None for the board.
    region: Region | None = None
    # How much of a base has to lie on it.
    share: Literal["centre", "all"] = "all"


@dataclass(frozen=True)
class Features:
    """All terrain of a table."""

    board: Region | None
    parts: tuple[Part, ...]
    # The board without the pits in it.
    floor: Region | None = None
    # The joined surfaces of each level, computed when first needed.
    joined: dict[float, Region] = field(default_factory=dict)

    @cached_property
    def raised(self) -> tuple[Part, ...]:
        """The parts that models have to climb."""
        return tuple(part for part in self.parts if part.raised)

    def around(self, box: Box) -> list[Part]:
        """The parts that a box may touch."""
        west, south, east, north = box
        found = []
        for part in self.parts:
            left, low, right, high = part.region.bounds
            if left <= east and right >= west and low <= north and high >= south:
                found.append(part)
        return found

    def named(self, name: str) -> Part | None:
        """A part by the id of its piece."""
        return next((part for part in self.parts if part.id == name), None)

    def hole(self, pit: Part) -> Region:
        """The region of a pit; a deep one together with the other deep pits of the same surface."""
        others = [part for part in self.pits(pit.piece.on) if part is not pit]
        if not pit.tall or not others:
            return pit.region
        return prepare.union([pit.region, *(part.region for part in others)])

    def pits(self, name: str) -> list[Part]:
        """The deep pits in a part, or in the board."""
        deep = [part for part in self.parts if part.kind == "pit" and part.tall]
        return [part for part in deep if (part.piece.on or BOARD) == (name or BOARD)]

    def real(self, x: float, y: float, level: float) -> float:
        """The real height of a model on a level at a point: low ground under its centre lifts or lowers it."""
        low = [part for part in self.parts if part.is_low and same(part.counted, level) and part.holds(x, y)]
        low = [part for part in low if not self.at_rim(part, x, y)]
        return max((part.height_at(x, y) for part in low), default=level)

    def highest_below(self, level: float, body: Body, real: float, passes: Callable[[Part], bool]) -> float:
        """The highest level under any part of a base, if it stands on a low part at a real height: a given one, or one beside that part.

        Parts that the model passes through do not carry it.
        """
        beside = (part for part in self.raised if within(part.top, real) and beyond(part.counted, level))
        return max([level, *(part.counted for part in beside if part.under(body) and not passes(part))])

    def at_rim(self, part: Part, x: float, y: float) -> bool:
        """Whether a point at the very edge of a low pit lies on what the pit is cut into as well: a model there stands on that."""
        if part.kind != "pit" or part.tall:
            return False
        carrier = self.named(part.piece.on)
        rim = self.floor if carrier is None else carrier.region
        return rim is not None and within(region_distance(x, y, rim.rings), 0.0)

    def sill_top(self, part: Part, level: float) -> float:
        """The top of the low sill below a lintel, over which a model on a level passes; else that level."""
        sill = self.named(part.named_for) if part.is_lintel else None
        return level if sill is None or not sill.is_low or not same(sill.counted, level) else sill.top

    @property
    def has_slopes(self) -> bool:
        """Whether there are stairs or ramps, on which a model can stand at any height."""
        return any(part.kind == "slope" for part in self.parts)

    def grounds(self, *, upper_ruins: bool = True) -> tuple[Ground, ...]:
        """All ground on which a model could stand except slopes: the board, raised levels, pits and low parts."""
        can = [part for part in self.parts if part.may_stop]
        raised = [part for part in can if part.raised and (upper_ruins or not part.in_ruins)]
        heights = sorted(dict.fromkeys(part.counted for part in raised))
        pits = [part for part in can if part.kind == "pit" and part.tall]
        low = [part for part in can if part.is_low and part.kind != "slope"]
        return (
            *(() if any(self._covers_board(part) for part in low) else (Ground(0.0, 0.0),)),
            *(Ground(height, height, self.level(height)) for height in heights),
            *(Ground(part.counted, part.counted, self.hole(part)) for part in pits),
            *(Ground(part.counted, part.height_at(0.0, 0.0), part.region, "centre") for part in low),
        )

    def _covers_board(self, part: Part) -> bool:
        """Whether a low part leaves nothing of the board free, so that models stand on it instead."""
        if self.board is None or part.counted or part.kind == "pit":
            return False
        west, south, east, north = part.region.bounds
        left, low, right, high = self.board.bounds
        wide = west <= left and south <= low and east >= right and north >= high
        return wide and not prepare.difference(self.board, [part.region]).rings

    def level(self, level: float) -> Region:
        """The raised ground that forms one surface at a level, including the upper ends of slopes and the floors of pits."""
        if level not in self.joined:
            regions = [part.region for part in self.parts if part.may_stop and part.is_ground(level)]
            self.joined[level] = prepare.union(regions)
        return self.joined[level]


def lifted(under: list[Part], levels: tuple[float, float], ends: Sequence[Pose]) -> tuple[float, float]:
    """The real heights at both ends of a stretch over the same low ground."""
    if not under:
        return levels
    first, last = (max(part.height_at(pose.x, pose.y) for part in under) for pose in ends)
    return first, last


def width_of(piece: Piece) -> float:
    """The width of a door or a window between the walls beside it."""
    x, y, far_x, far_y = (from_lattice(value) for value in piece.line)
    return dist((x, y), (far_x, far_y))


def body_box(body: Body) -> Box:
    """The box around a body."""
    west, south, east, north = bounds(body.core)
    return west - body.radius, south - body.radius, east + body.radius, north + body.radius


def surface_name(name: str) -> Field:
    """A surface as sentences name it: the ground, or a piece of terrain."""
    return say("the ground") if name in ("", BOARD) else Thing(name)


def features(table: Table) -> Features:
    """The terrain of a table in parts."""
    return _features(table.board, table.pieces)


@lru_cache(maxsize=256)
def _features(board: Board | None, pieces: Shelf[Piece]) -> Features:
    ground = Scene(Table(NAME, "inch", board, pieces=pieces)).ground
    # Walls without their doors and windows; a wall that consists of openings only is left out.
    walls = {
        solid.id: solid.region
        for solid in ground.solids
        if solid.id in pieces and pieces[solid.id].sort == "wall" and not solid.beside_opening
    }
    regions = {surface.id: surface.region for surface in ground.surfaces} | walls
    found: list[Part] = []
    # Doors that are open and windows, each with the height up to which it is open.
    openings: list[tuple[Part, float]] = []
    for piece in pieces.values():
        kind = _KINDS.get(piece.sort)
        hole = piece.sort == "gap" and _is_hole(piece, pieces)
        gone = piece.sort == "wall" and piece.id not in walls
        if kind is None or hole or gone or (_has_surface(piece) and piece.id not in regions):
            continue
        region = regions[piece.id] if piece.id in regions else region_of(piece.outline)
        part = _part(piece, kind, region, pieces)
        if piece.sort == "door" and piece.is_("open"):
            if _walls_above(part, part.top, pieces):
                openings.append((part, part.top))
            continue
        if piece.sort == "window":
            openings.append((part, part.top + from_lattice(piece.height)))
        found.append(_closed(part, pieces) if piece.sort == "door" else part)
    found += [_lintel(part, clear, pieces) for part, clear in openings]
    return Features(ground.board, tuple(found), regions.get(BOARD))


def _has_surface(piece: Piece) -> bool:
    """Whether a piece is stood on, unless all of it is cut away: a shallow pit by a deeper one, a floor by a hole."""
    return piece.sort in ("platform", "lift") or (piece.sort == "gap" and bool(piece.details.number("depth")))


def _part(piece: Piece, kind: Kind, region: Region, pieces: Pieces) -> Part:
    foot, top = _heights(piece, pieces)
    return Part(
        piece.id,
        kind,
        region,
        foot,
        top,
        _clear(piece, pieces),
        _tall(piece, pieces),
        _counted(piece, pieces),
        _may_stop(piece),
        piece,
        region_of(piece.outline) if _is_block(piece) else region,
    )


def _walls_above(opening: Part, clear: float, pieces: Pieces) -> list[tuple[float, Piece]]:
    """The tall walls around a door or a window that rise above a height, each with its top."""
    (core,) = opening.region.rings
    walls = [piece for piece in pieces.values() if piece.sort == "wall" and _tall(piece, pieces)]
    around = [
        wall for wall in walls if within(core_region_distance(core, region_of(wall.outline).rings), 0.0)
    ]
    tops = [(_heights(wall, pieces)[1], wall) for wall in around]
    return [(top, wall) for top, wall in tops if beyond(top, clear)]


def _lintel(opening: Part, clear: float, pieces: Pieces) -> Part:
    """The part of a wall above an open door or a window in it; a model on top of it stands on the wall."""
    above = _walls_above(opening, clear, pieces)
    top, piece = max(above, key=lambda each: each[0], default=(clear, opening.piece))
    name = f"{opening.id}{_LINTEL}"
    return replace(opening, id=name, foot=clear, clear=clear, top=top, tall=True, counted=top, piece=piece)


def _closed(door: Part, pieces: Pieces) -> Part:
    """A closed door as part of its wall: as high as the wall above it."""
    above = [top for top, _ in _walls_above(door, door.top, pieces)]
    return replace(door, top=max(above), tall=True, counted=max(above)) if above else door


def _heights(piece: Piece, pieces: Pieces) -> tuple[float, float]:
    top = from_lattice(piece_top(piece))
    if piece.sort == "gap":
        carrier = _carrier(piece, pieces)
        rim = 0.0 if carrier is None else _heights(carrier, pieces)[1]
        return rim - from_lattice(piece.details.number("depth")), rim
    if piece.sort in ("platform", "lift"):
        if _is_block(piece):
            return from_lattice(piece.details.number("foot")), top
        return top - from_lattice(piece.height), top
    if piece.sort == "window":
        return from_lattice(piece.z), from_lattice(piece.z + piece.details.number("sill"))
    if piece.sort == "area" and not piece.z:
        # Ground without a height of its own lies on what carries it.
        carrier = _carrier(piece, pieces)
        foot = 0.0 if carrier is None else _heights(carrier, pieces)[1]
        return foot, foot + from_lattice(piece.height)
    return from_lattice(piece.z), top


def _is_hole(gap: Piece, pieces: Pieces) -> bool:
    """Whether a gap is a hole through a floor, whose region leaves it out; a gap with a depth in a solid block is a pit."""
    carrier = _carrier(gap, pieces)
    return carrier is not None and (not _is_block(carrier) or not gap.details.number("depth"))


def _is_block(piece: Piece) -> bool:
    """Whether a piece is a platform that is solid down to its foot."""
    return piece.details.text("under") == "solid"


def _carrier(piece: Piece, pieces: Pieces) -> Piece | None:
    """The piece that carries a piece; None for the ground."""
    return pieces.get(piece.on)


def _carried(piece: Piece, pieces: Pieces) -> float:
    """The counted level of the surface that carries a piece; 0 for the ground."""
    carrier = _carrier(piece, pieces)
    return 0.0 if carrier is None else _counted(carrier, pieces)


def rise(piece: Piece, pieces: Pieces) -> float:
    """The height by which a piece is judged low or tall: above the ground, or above the surface that carries it."""
    foot, top = _heights(piece, pieces)
    if piece.sort in ("gap", *_SLOPES):
        return top - foot
    return top - _carried(piece, pieces)


def _tall(piece: Piece, pieces: Pieces) -> bool:
    return beyond(rise(piece, pieces), LOW)


def _counted(piece: Piece, pieces: Pieces) -> float:
    foot, top = _heights(piece, pieces)
    if _tall(piece, pieces):
        return foot if piece.sort == "gap" else top
    if piece.sort in _SLOPES and _carrier(piece, pieces) is None:
        return foot
    return _carried(piece, pieces)


def _clear(piece: Piece, pieces: Pieces) -> float:
    carrier = _carrier(piece, pieces)
    if carrier is None or _tall(carrier, pieces):
        return _heights(piece, pieces)[0]
    return _clear(carrier, pieces)


def _may_stop(piece: Piece) -> bool:
    told = trait_of(piece, "may_stop")
    return piece.sort not in _NO_STOPPING if told is None else bool(told)


def trait_of(piece: Piece, name: str) -> Value:
    """A trait of a piece for this ruleset, as the scenario states it; None if it has none."""
    mine = piece.traits.get(NAME)
    return mine.get(name) if isinstance(mine, Record) else None
