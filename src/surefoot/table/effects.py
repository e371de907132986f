"""Every way in which a table can change. There is no other."""

from __future__ import annotations

from dataclasses import field
from typing import assert_never

from surefoot.language import Sentence
from surefoot.records import dataclass, replace
from surefoot.table.model import Model, Object, Unit
from surefoot.table.notes import LIFETIMES, Clock, Lifetime, Note, note_name
from surefoot.table.place import GONE, Place
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece


@dataclass(frozen=True, slots=True)
class Moved:
    """A model is somewhere else: it went there, or was set, pushed, turned or dropped there (`how`)."""

    who: str
    to: Place
    how: str = "goes"


@dataclass(frozen=True, slots=True)
class Removed:
    """A model is gone from the game (`why`: out of action, destroyed, drowned …)."""

    who: str
    why: str
    # What happened, for people; by default the ruleset's term for `gone:` and `why`. No log keeps it.
    says: Sentence | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Became:
    """A model gains and loses statuses."""

    who: str
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """A running number of a model changes: wounds lost, fatigue, hull points."""

    who: str
    counter: str
    by: int


@dataclass(frozen=True, slots=True)
class Noted:
    """Something is remembered for a while; a value of None forgets it."""

    key: str
    of: str
    value: Value
    lifetime: Lifetime
    until: str = ""


@dataclass(frozen=True, slots=True)
class Expired:
    """The end of a stretch of time: notes that live no longer than it are cleared (those `of` one actor, if named)."""

    lifetime: Lifetime
    of: str = ""
    event: str = ""


@dataclass(frozen=True, slots=True)
class PieceChanged:
    """A piece of terrain is in other states (open, closed, locked) or at another height (a lift)."""

    piece: str
    state: tuple[str, ...] | None = None
    z: int | None = None


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    """A piece of terrain is set on the table, or replaced by another of its id."""

    piece: Piece


@dataclass(frozen=True, slots=True)
class PieceRemoved:
    """A piece of terrain is taken off the table."""

    piece: str


@dataclass(frozen=True, slots=True)
class ObjectMoved:
    """An object is somewhere else or in other hands."""

    object: str
    to: Place
    holders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectPlaced:
    """An object comes into the game, or is replaced by another of its id."""

    object: Object


@dataclass(frozen=True, slots=True)
class ObjectRemoved:
    """An object is gone from the game."""

    object: str


@dataclass(frozen=True, slots=True)
class Regrouped:
    """A model joins another unit, which begins with it if there is none of that name, or none at all."""

    who: str
    unit: str


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The clock moves on."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class EnvironmentSet:
    """Gravity, light or weather change."""

    environment: Record


@dataclass(frozen=True, slots=True)
class Reported:
    """Something that players must know and that changes nothing on the table by itself."""

    what: str
    who: str = ""
    details: Record = EMPTY
    # What happened, for people; by default the ruleset's term for `what`. No log keeps it.
    says: Sentence | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Stopped:
    """The move ends here, short of what was declared."""

    who: str
    why: str
    # What happened, for people; by default the ruleset's term for `stopped:` and `why`. No log keeps it.
    says: Sentence | None = field(default=None, compare=False)


Effect = (
    Moved
    | Removed
    | Became
    | Counted
    | Noted
    | Expired
    | PieceChanged
    | PiecePlaced
    | PieceRemoved
    | ObjectMoved
    | ObjectPlaced
    | ObjectRemoved
    | Regrouped
    | ClockSet
    | EnvironmentSet
    | Reported
    | Stopped
)


def apply(table: Table, effect: Effect) -> Table:
    """The table after one effect."""
    match effect:
        case Moved():
            return _with(table, table.models[effect.who].at(effect.to))
        case Removed():
            return _with(table, replace(table.models[effect.who], place=GONE))
        case Became():
            model = table.models[effect.who]
            kept = [status for status in model.statuses if status not in effect.loses]
            gained = [status for status in effect.gains if status not in kept]
            return _with(table, replace(model, statuses=tuple(sorted(kept + gained))))
        case Counted():
            model = table.models[effect.who]
            count = model.counted(effect.counter) + effect.by
            return _with(table, replace(model, counters=model.counters.changed(**{effect.counter: count})))
        case Noted():
            name = note_name(effect.key, effect.of)
            if effect.value is None:
                return table.changed(notes=table.notes.without(name))
            note = Note(effect.key, effect.of, effect.value, effect.lifetime, effect.until)
            return table.changed(notes=table.notes.with_(name, note))
        case Expired():
            return table.changed(notes=table.notes.without(*_expired(table, effect)))
        case Regrouped():
            return _regroup(table, effect)
        case ClockSet():
            return table.changed(clock=effect.clock)
        case EnvironmentSet():
            return table.changed(environment=effect.environment)
        case Reported() | Stopped():
            return table
        case _:
            return _apply_to_things(table, effect)


def _apply_to_things(
    table: Table,
    effect: PieceChanged | PiecePlaced | PieceRemoved | ObjectMoved | ObjectPlaced | ObjectRemoved,
) -> Table:
    match effect:
        case PieceChanged():
            piece = table.pieces[effect.piece]
            if effect.state is not None:
                piece = piece.becoming(effect.state)
            if effect.z is not None:
                piece = replace(piece, z=effect.z)
            return table.changed(pieces=table.pieces.with_(piece.id, piece))
        case PiecePlaced():
            return table.changed(pieces=table.pieces.with_(effect.piece.id, effect.piece))
        case PieceRemoved():
            return table.changed(pieces=table.pieces.without(effect.piece))
        case ObjectMoved():
            thing = replace(table.objects[effect.object], place=effect.to, holders=effect.holders)
            return table.changed(objects=table.objects.with_(thing.id, thing))
        case ObjectPlaced():
            return table.changed(objects=table.objects.with_(effect.object.id, effect.object))
        case ObjectRemoved():
            return table.changed(objects=table.objects.without(effect.object))
        case _:
            assert_never(effect)


def _with(table: Table, model: Model) -> Table:
    return table.changed(models=table.models.with_(model.id, model))


def _expired(table: Table, effect: Expired) -> list[str]:
    if effect.lifetime == "event":
        return [
            name
            for name, note in table.notes.items()
            if note.until == effect.event
            and note.lifetime == "event"
            and (not effect.of or note.of == effect.of)
        ]
    rank = LIFETIMES.index(effect.lifetime)
    return [
        name
        for name, note in table.notes.items()
        if LIFETIMES.index(note.lifetime) <= rank
        and note.lifetime != "event"
        and (not effect.of or note.of == effect.of)
    ]


def _regroup(table: Table, effect: Regrouped) -> Table:
    model = table.models[effect.who]
    units = table.units
    if model.unit in units:
        left = units[model.unit]
        units = units.with_(
            left.id, replace(left, models=tuple(name for name in left.models if name != effect.who))
        )
    if effect.unit and effect.unit not in units:
        units = units.with_(effect.unit, Unit(effect.unit, model.side, (effect.who,)))
    elif effect.unit:
        joined = units[effect.unit]
        units = units.with_(joined.id, replace(joined, models=(*joined.models, effect.who)))
    return _with(table.changed(units=units), replace(model, unit=effect.unit))
