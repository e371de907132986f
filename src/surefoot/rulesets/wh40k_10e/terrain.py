"""Terrain features as parts: which are low, which are tall, and the level at which each one counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from surefoot.geometry import prepare
from surefoot.geometry.kernel import bounds, core_region_distance, region_distance
from surefoot.geometry.measure import overlaps
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.tolerance import beyond, from_lattice, same, within
from surefoot.referee.scene import Scene, region_of
from surefoot.rulesets.wh40k_10e.squad import NAME
from surefoot.table.place import BOARD
from surefoot.table.record import Record, Value
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table, piece_top, surface_height
from surefoot.table.terrain import Piece

# Parts up to this height are moved over as though they were absent.
LOW = 2.0
# The kind of terrain whose walls and floors let some models through.
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
# No base may overlap these when it stops, unless the scenario says so.
_NO_STOPPING = ("wall", "railing", "door", "window")


@dataclass(frozen=True)
class Part:
    """One part of a terrain feature."""

    id: str
    kind: Kind
    region: Region
    # The heights it fills; for a slope those of its ends, for a pit those of its floor and its rim.
    foot: float
    top: float
    # Where the open space below it ends: a part stacked on a low one leaves none.
    clear: float
    tall: bool
    # The level at which a climb counts it: its top, or for a low part the level of what carries it.
    counted: float
    may_stop: bool
    piece: Piece
    # Its ground as it would be without the pits in it.
    whole: Region

    @property
    def raised(self) -> bool:
        """Whether it has to be climbed: tall, and neither a slope nor a pit."""
        return self.tall and self.kind in ("block", "floor")

    @property
    def is_low(self) -> bool:
        """Whether it is moved over for free and still lifts or lowers who is on it."""
        return not self.tall and self.kind != "area"

    @property
    def in_ruins(self) -> bool:
        """Whether it belongs to terrain of the kind Ruins."""
        return trait_of(self.piece, "type") == RUINS

    def height_at(self, x: float, y: float) -> float:
        """Its real surface height at a point."""
        if self.kind == "slope":
            return surface_height(self.piece, x, y)
        return self.foot if self.kind == "pit" else self.top

    def level_at(self, x: float, y: float) -> float:
        """The level that a climb counts at a point of it."""
        return self.height_at(x, y) if self.kind == "slope" and self.tall else self.counted

    def bars(self, level: float) -> bool:
        """Whether no base on a level may stop across it: it is low, stands on that level, and nobody stops on it."""
        return not self.tall and not self.may_stop and same(self.counted, level)

    def under(self, body: Body) -> bool:
        """Whether any part of a base lies over it."""
        return overlaps(body, self.region)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies on it."""
        return within(region_distance(x, y, self.region.rings), 0.0)


@dataclass(frozen=True, slots=True)
class Ground:
    """What models can stand on: the level that a climb counts, the height they really have there, and where it is."""

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
    # Surfaces joined once for each level that is asked for.
    joined: dict[float, Region] = field(default_factory=dict)

    def around(self, box: Box) -> list[Part]:
        """The parts that a box could meet."""
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
        """A deep pit with those that run into it; a low one alone."""
        others = [part for part in self.pits(pit.piece.on) if part is not pit]
        if not pit.tall or not others:
            return pit.region
        return prepare.union([pit.region, *(part.region for part in others)])

    def pits(self, name: str) -> list[Part]:
        """The deep pits in a part, or in the board."""
        deep = [part for part in self.parts if part.kind == "pit" and part.tall]
        return [part for part in deep if (part.piece.on or BOARD) == (name or BOARD)]

    def real(self, x: float, y: float, level: float) -> float:
        """The height at which a model on a level really is at a point: low ground under its centre carries it."""
        low = [part for part in self.parts if part.is_low and same(part.counted, level) and part.holds(x, y)]
        return max((part.height_at(x, y) for part in low), default=level)

    @property
    def has_slopes(self) -> bool:
        """Whether a model could stand at any height in between: on stairs or a ramp."""
        return any(part.kind == "slope" for part in self.parts)

    def grounds(self, *, upper_ruins: bool = True) -> tuple[Ground, ...]:
        """Everything that a model could stand on, slopes apart: the board, raised levels, pits, and all that is low."""
        can = [part for part in self.parts if part.may_stop]
        raised = [part for part in can if part.raised and (upper_ruins or not part.in_ruins)]
        heights = sorted(dict.fromkeys(part.counted for part in raised))
        pits = [part for part in can if part.kind == "pit" and part.tall]
        low = [part for part in can if part.is_low and part.kind != "slope"]
        return (
            Ground(0.0, 0.0),
            *(Ground(height, height, self.level(height)) for height in heights),
            *(Ground(part.counted, part.counted, self.hole(part)) for part in pits),
            *(Ground(part.counted, part.height_at(0.0, 0.0), part.region, "centre") for part in low),
        )

    def level(self, level: float) -> Region:
        """All raised ground that counts as one surface at a level, the heads of slopes included."""
        if level not in self.joined:
            regions = [part.region for part in self.parts if part.may_stop and same(part.top, level)]
            self.joined[level] = prepare.union(regions)
        return self.joined[level]


def body_box(body: Body) -> Box:
    """The box around a body."""
    west, south, east, north = bounds(body.core)
    return west - body.radius, south - body.radius, east + body.radius, north + body.radius


def features(table: Table) -> Features:
    """The terrain of a table in parts."""
    return _features(table.board, table.pieces)


@lru_cache(maxsize=256)
def _features(board: Board | None, pieces: Shelf[Piece]) -> Features:
    ground = Scene(Table(NAME, "inch", board, pieces=pieces)).ground
    # What doors and windows leave of the walls; one that they take up altogether is not there.
    walls = {solid.id: solid.region for solid in ground.solids if pieces[solid.id].sort == "wall"}
    regions = {surface.id: surface.region for surface in ground.surfaces} | walls
    found = []
    for piece in pieces.values():
        kind = _KINDS.get(piece.sort)
        hole = piece.sort == "gap" and _is_hole(piece, pieces)
        opened = piece.sort == "door" and piece.is_("open")
        gone = piece.sort == "wall" and piece.id not in walls
        if kind is None or hole or opened or gone:
            continue
        region = regions[piece.id] if piece.id in regions else region_of(piece.outline)
        found.append(_part(piece, kind, region, pieces))
    found += [_lintel(part, pieces) for part in found if part.piece.sort == "window"]
    return Features(ground.board, tuple(found))


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


def _lintel(sill: Part, pieces: Pieces) -> Part:
    """What is left of a wall above a window in it; the opening is as high as the model that fits through."""
    opening = sill.top + from_lattice(sill.piece.height)
    (core,) = sill.region.rings
    walls = [piece for piece in pieces.values() if piece.sort == "wall"]
    around = [
        wall for wall in walls if within(core_region_distance(core, region_of(wall.outline).rings), 0.0)
    ]
    top = max((_heights(wall, pieces)[1] for wall in around), default=opening)
    # Who stands on top of it stands on the wall.
    piece = next((wall for wall in around if same(_heights(wall, pieces)[1], top)), sill.piece)
    name = f"{sill.id}.lintel"
    return replace(sill, id=name, foot=opening, clear=opening, top=top, tall=True, counted=top, piece=piece)


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
    return from_lattice(piece.z), top


def _is_hole(gap: Piece, pieces: Pieces) -> bool:
    """Whether a gap leads through a floor: it is no part, for the floor's own region leaves it out. In a block it is a pit."""
    carrier = _carrier(gap, pieces)
    return carrier is not None and (not _is_block(carrier) or not gap.details.number("depth"))


def _is_block(piece: Piece) -> bool:
    """Whether a part is a platform that is solid down to its foot."""
    return piece.details.text("under") == "solid"


def _carrier(piece: Piece, pieces: Pieces) -> Piece | None:
    """What a part stands on; nothing for the ground."""
    return pieces.get(piece.on)


def _carried(piece: Piece, pieces: Pieces) -> float:
    """The counted level of what a part stands on; 0 for the ground."""
    carrier = _carrier(piece, pieces)
    return 0.0 if carrier is None else _counted(carrier, pieces)


def rise(piece: Piece, pieces: Pieces) -> float:
    """The height by which a part is judged: above the ground, or above what carries it."""
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
    """What a scenario says of a piece that only this ruleset knows."""
    mine = piece.traits.get(NAME)
    return mine.get(name) if isinstance(mine, Record) else None
