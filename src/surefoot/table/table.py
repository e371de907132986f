"""The table: everything that stands on it and everything to be remembered, as one immutable value."""

from __future__ import annotations

from dataclasses import field

from surefoot.geometry.shapes import Body, turn
from surefoot.geometry.tolerance import MILLIONTHS, from_lattice
from surefoot.records import cached_property, dataclass
from surefoot.table.goals import Goal
from surefoot.table.model import Deck, Model, Object, Unit
from surefoot.table.notes import Clock, Note, note_name
from surefoot.table.place import BOARD, Place, Pose
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.scenery import NO_SCENERY, Scenery
from surefoot.table.shelf import Shelf, digest_of
from surefoot.table.showing import svg_of
from surefoot.table.terrain import Piece
from surefoot.table.words import instead


@dataclass(frozen=True, slots=True)
class Board:
    """The playing surface: its south-west corner is (0, 0). Narrative tables have none."""

    width: int
    depth: int
    edge: str = "closed"


# What a table works out once about itself, and a changed one anew.
_DERIVED = ("scene_digest", "digest", "_parts", "_hash")


@dataclass(frozen=True, eq=False)
class Table:
    """One state of a game. Change it only through effects (`surefoot.table.effects`)."""

    ruleset: str
    unit: str
    board: Board | None = None
    # Table units (metres) per inch of a real table; millionths. Bases are stated in millimetres of the real one.
    scale: int = 1_000_000
    options: Record = EMPTY
    pieces: Shelf[Piece] = field(default_factory=Shelf)
    models: Shelf[Model] = field(default_factory=Shelf)
    units: Shelf[Unit] = field(default_factory=Shelf)
    objects: Shelf[Object] = field(default_factory=Shelf)
    notes: Shelf[Note] = field(default_factory=Shelf)
    environment: Record = EMPTY
    clock: Clock = field(default_factory=Clock)
    # What the sides play for.
    goals: tuple[Goal, ...] = ()
    # What is only shown. Two tables that differ in nothing else are equal.
    scenery: Scenery = NO_SCENERY

    @cached_property
    def scene_digest(self) -> int:
        """Keys every geometric memo: places, pieces, statuses, nothing that only rules can see."""
        parts = (self.board, self.pieces.scene, self.models.scene, self.objects.scene)
        return digest_of(repr(parts))

    @cached_property
    def _parts(self) -> tuple[object, ...]:
        """Everything that makes two tables equal, in little: shelves by their digests."""
        return (
            self.ruleset,
            self.unit,
            self.board,
            self.scale,
            self.options,
            self.pieces.scene,
            self.models.scene,
            self.models.rest,
            self.units.scene,
            self.objects.scene,
            self.notes.scene,
            self.environment,
            self.clock,
            # A table without goals keeps the digest that it had before there were any.
            *((self.goals,) if self.goals else ()),
        )

    @cached_property
    def digest(self) -> str:
        """The digest of the whole state, as the game log keeps it."""
        return f"{digest_of(repr(self._parts)):032x}"

    @cached_property
    def _hash(self) -> int:
        return hash(self._parts)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Table) and self._parts == other._parts)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Table {self.ruleset}: {len(self.models)} models, {len(self.pieces)} pieces, round {self.clock.round}>"

    def _repr_svg_(self) -> str:
        """The table in notebooks."""
        return svg_of(self)

    def changed(self, **fields: object) -> Table:
        """The table with some parts replaced; for effects and for laying a table, not for rules."""
        # A table changes with every effect: a plain copy is many times as fast as `dataclasses.replace`.
        twin = object.__new__(Table)
        parts = twin.__dict__
        parts.update(self.__dict__)
        for derived in _DERIVED:
            parts.pop(derived, None)
        count = len(parts)
        parts.update(fields)
        if len(parts) != count:
            raise TypeError(f"a table has no {', '.join(fields.keys() - self.__dict__.keys())}")
        return twin

    def pose(self, who: str) -> Pose:
        """Where a model is on the table, whatever frame its place is kept in."""
        try:
            place = self.models[who].place
        except KeyError:
            raise KeyError(f"there is no model {who!r} on this table{instead(who, self.models)}") from None
        return self.resolve(place)

    def resolve(self, place: Place) -> Pose:
        """A place in table coordinates."""
        # Rules ask for places more than for anything else: this is `from_lattice`, four times.
        x, y, z = place.x / MILLIONTHS, place.y / MILLIONTHS, place.z / MILLIONTHS
        facing = place.facing / MILLIONTHS
        if place.kind == "surface" and place.on != BOARD:
            carried = self.deck(place.on)
            if carried is not None:
                model, deck = carried
                frame = self.pose(model.id)
                dx, dy = turn(x, y, frame.facing)
                return Pose(
                    frame.x + dx,
                    frame.y + dy,
                    frame.z + from_lattice(deck.z) + z,
                    (frame.facing + facing) % 360.0,
                )
            piece = self.pieces.get(place.on)
            return Pose(x, y, z + (surface_height(piece, x, y) if piece else 0.0), facing)
        return Pose(x, y, z, facing)

    def deck(self, surface: str) -> tuple[Model, Deck] | None:
        """The model and deck behind a surface id such as `buggy.deck`, if it is one."""
        owner, dot, name = surface.rpartition(".")
        model = self.models.get(owner) if dot else None
        if model is None:
            return None
        return next(((model, deck) for deck in model.decks if deck.name == name), None)

    def body(self, who: str) -> Body:
        """The base of a model where it stands."""
        pose = self.pose(who)
        return self.models[who].base.shape.at(pose.x, pose.y, pose.facing)

    def note(self, key: str, of: str = "") -> Value:
        """The value of a note, or None."""
        note = self.notes.get(note_name(key, of))
        return None if note is None else note.value

    def option(self, name: str) -> Value:
        """A setting of the ruleset as this game plays it; None if the ruleset has no such setting."""
        return self.options.get(name)

    def demand_surface(self, name: str) -> None:
        """Raise KeyError if nothing on the table is called so that models can stand on."""
        # A piece may have several: `pit:floor`.
        owner = name.partition(":")[0]
        if owner in ("", BOARD) or owner in self.pieces or self.deck(owner) is not None:
            return
        decks = [f"{model.id}.{deck.name}" for model in self.models.values() for deck in model.decks]
        known = [BOARD, *self.pieces, *decks]
        raise KeyError(f"there is no surface {name!r} on this table{instead(name, known)}")

    def riders(self, who: str) -> tuple[Model, ...]:
        """The models that stand on a model's decks."""
        names = {f"{who}.{deck.name}" for deck in self.models[who].decks}
        return tuple(m for m in self.models.values() if m.place.kind == "surface" and m.place.on in names)


def surface_height(piece: Piece, x: float, y: float) -> float:
    """Height of a piece's walkable top at a point: sloped for stairs and ramps, level for all others."""
    if piece.sort in ("stairs", "ramp"):
        x0, y0, x1, y1 = (from_lattice(value) for value in piece.line)
        dx, dy = x1 - x0, y1 - y0
        along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)
        return from_lattice(piece.z) + from_lattice(piece.height) * min(1.0, max(0.0, along))
    return from_lattice(piece_top(piece))


def piece_top(piece: Piece) -> int:
    """Height of a piece's top."""
    if piece.sort in ("platform", "lift", "area"):
        return piece.z
    return piece.z + piece.height
