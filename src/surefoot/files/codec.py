"""Converts states to plain JSON data and back, by reflection over the frozen dataclasses, so that no field is left out.

Every field is written, so that other programs need not know our defaults. On reading, a field that a later version
added gets its default. Where one of several classes may occur, `is` names the class.

Readers and writers are built once for each type, because every line of every game is encoded and decoded.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from surefoot.dice.host import Reply
from surefoot.dice.requests import Break
from surefoot.language import Field as Value
from surefoot.language import Notation, Quoted, Sentence, Text, count, say
from surefoot.referee.bill import Line
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.table.effects import Effect
from surefoot.table.goals import Goal
from surefoot.table.model import Base, Deck, Model, Object, Unit
from surefoot.table.notes import Clock, Note
from surefoot.table.place import Place
from surefoot.table.record import Record, freeze
from surefoot.table.scenery import Marker, Picture, Scenery, Zone
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece

T = TypeVar("T")
Write: TypeAlias = Callable[[Any], Any]
Read: TypeAlias = Callable[[Any], Any]

# The key that holds the name of a class.
TAG = "is"

# Classes that may occur where any value is allowed (a choice, a plan). Callers add others, such as a ruleset's plans.
KNOWN: tuple[type, ...] = (
    *(Base, Board, Clock, Deck, Goal, Model, Note, Object, Piece, Place, Table, Unit),
    *(Marker, Picture, Scenery, Zone),
    *(Break, Declaration, Leg, Line, Reply),
    *get_args(Effect),
)


class CannotDecode(ValueError):
    """Data that does not fit its type: the place and the problem."""

    def __init__(self, where: str, says: Sentence) -> None:
        super().__init__(where, says)
        self.where = where
        self.says = says

    def __str__(self) -> str:
        return str(self.sentence())

    def sentence(self) -> Sentence:
        """The problem with its place."""
        if not self.where:
            return self.says
        return say("{where}: {problem}", where=Notation(self.where), problem=self.says)

    def under(self, step: str) -> CannotDecode:
        """The same problem, one step further out."""
        dot = "." if self.where and not self.where.startswith("[") else ""
        return CannotDecode(f"{step}{dot}{self.where}", self.says)


class _Free:
    """Replaces `Value` in type hints: a value of a record."""


def encode(value: Any) -> Any:
    """A value as plain JSON data; a dataclass is tagged with its name."""
    return _write_any(value)


def dumps(value: Any) -> str:
    """A value as canonical JSON text: the same text on every machine."""
    return canonical(encode(value))


# Made once: `json.dumps` makes one for each text that is not written by default.
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False, ensure_ascii=False)


def canonical(data: Any) -> str:
    """Plain data as canonical JSON text."""
    return _CANONICAL.encode(data)


def decode(kind: type[T] | Any, data: Any, extra: tuple[type, ...] = ()) -> T:
    """The value of a type from plain data; `extra` are classes that may occur where any value is allowed."""
    return cast(T, _decoder(extra).reader(kind)(data))


# --- writing ------------------------------------------------------------------------------------

_PLAIN = (int, str, bool, type(None))


def _write_any(value: Any) -> Any:
    """Write a value of any type: classes and records are tagged."""
    if isinstance(value, Record):
        return {TAG: "Record", "entries": _write_value(value)}
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return [_write_any(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _write_tagged(value)
    return _write_value(value)


def _write_value(value: Any) -> Any:
    """Write a value of a record."""
    if type(value) in _PLAIN or isinstance(value, (int, str)):
        return value
    if isinstance(value, Record):
        return {key: _write_value(item) for key, item in value.items()}
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return [_write_value(item) for item in value]
    raise TypeError(f"a state cannot hold {type(value).__name__}")


def _write_tagged(value: Any) -> dict[str, Any]:
    return {TAG: type(value).__name__, **_write_fields(value)}


def _write_fields(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    found: dict[str, Any] = _fields_writer(kind)(value)
    return found


def _kept(kind: Any) -> list[Field[Any]]:
    """The fields that a log stores: those that are compared. Texts for people are generated again."""
    return [each for each in fields(kind) if each.compare]


@cache
def _fields_writer(kind: Any) -> Write:
    if kind is Reply:
        return _write_reply
    hints = _hints(kind)
    parts = [(each.name, _writer(hints[each.name])) for each in _kept(kind)]
    return lambda value: {name: write(getattr(value, name)) for name, write in parts}


def _write_reply(reply: Reply) -> dict[str, Any]:
    # Only the faces of dice are stored: the procedure computes their meaning again.
    if reply.faces is not None:
        return {"faces": list(reply.faces)}
    return {"value": _write_any(reply.value)}


@cache
def _writer(kind: Any) -> Write:
    """The writer of a field: it tags classes only where several are possible."""
    if kind is Any:
        return _write_any
    if kind == Text:
        # Texts are stored in English; the codes and clauses beside them carry the meaning.
        return str
    present = [each for each in _alternatives(kind) if each is not type(None)]
    if len(present) > 1:
        several = sum(1 for each in present if is_dataclass(each)) > 1
        return _writer_of_class(_write_tagged if several else _write_fields)
    (only,) = present
    if is_dataclass(only):
        return _writer_of_class(_write_fields)
    if get_origin(only) is Shelf:
        return lambda shelf: [_write_fields(entity) for entity in shelf.values()]
    if get_origin(only) is tuple:
        return _tuple_writer(get_args(only))
    return _write_value


def _writer_of_class(write: Write) -> Write:
    return lambda value: write(value) if is_dataclass(value) else _write_value(value)


def _tuple_writer(inner: tuple[Any, ...]) -> Write:
    if len(inner) == 2 and inner[1] is Ellipsis:
        write = _writer(inner[0])
        return lambda items: None if items is None else [write(item) for item in items]
    each = [_writer(kind) for kind in inner]
    return lambda items: (
        None if items is None else [write(item) for write, item in zip(each, items, strict=True)]
    )


# --- reading ------------------------------------------------------------------------------------


class _Decoder:
    """Builds the readers of types; a reader raises CannotDecode with the place that does not fit."""

    def __init__(self, named: dict[str, type]) -> None:
        self.named = named
        self._made: dict[Any, Read] = {Any: self._anything, _Free: _free, Record: _record}

    def reader(self, kind: Any) -> Read:
        """The reader of a type."""
        found = self._made.get(kind)
        if found is None:
            found = self._made[kind] = self._make(kind)
        return found

    def _make(self, kind: Any) -> Read:
        if kind == Text:
            return _plain(str)
        alternatives = _alternatives(kind)
        if len(alternatives) > 1:
            return self._one_of(alternatives)
        origin = get_origin(kind)
        if origin is Literal:
            return _literal(get_args(kind))
        if origin is tuple:
            return self._tuple(get_args(kind))
        if origin is Shelf:
            return self._shelf(get_args(kind)[0])
        if kind is Reply:
            return self._reply
        if is_dataclass(kind):
            return self._dataclass(cast(type, kind))
        return _plain(kind)

    def _one_of(self, alternatives: tuple[Any, ...]) -> Read:
        others = [each for each in alternatives if each is not type(None)]
        classes = [each for each in others if isinstance(each, type) and is_dataclass(each)]
        if len(classes) > 1:
            read = self._tagged(classes)
        elif len(others) == 1:
            read = self.reader(others[0])
        else:
            raise TypeError(f"no way to tell apart {alternatives}")
        if len(others) == len(alternatives):
            return read
        return lambda data: None if data is None else read(data)

    def _tagged(self, classes: list[type]) -> Read:
        readers = {each.__name__: self.reader(each) for each in classes}

        def read(data: Any) -> Any:
            named = _is(data, dict, _A_MAPPING).get(TAG)
            if not isinstance(named, str) or named not in readers:
                raise CannotDecode(
                    "", unfit(say("one of {names}", names=Notation(", ".join(readers))), named)
                )
            return readers[named](data)

        return read

    def _dataclass(self, kind: type) -> Read:
        name, hints = kind.__name__, _hints(kind)
        parts = [(each.name, self.reader(hints[each.name]), _needed(each)) for each in _kept(kind)]
        known = {TAG, *(each.name for each in _kept(kind))}

        def read(data: Any) -> Any:
            _named(data, name)
            found = {}
            for field, inner, needed in parts:
                if field in data:
                    try:
                        found[field] = inner(data[field])
                    except CannotDecode as wrong:
                        raise wrong.under(field) from None
                elif needed:
                    says = say("{name} needs {field}", name=Notation(name), field=Quoted(field))
                    raise CannotDecode(field, says)
            if not known.issuperset(data):
                unknown = sorted(each for each in data if each not in known)
                says = say("{name} has no {fields}", name=Notation(name), fields=Notation(", ".join(unknown)))
                raise CannotDecode("", says)
            return kind(**found)

        return read

    def _reply(self, data: Any) -> Reply:
        _named(data, "Reply")
        given = [key for key in data if key != TAG]
        if given not in (["faces"], ["value"]):
            raise CannotDecode("", say("a reply has either faces or a value"))
        try:
            if given == ["faces"]:
                return Reply(None, self.reader(tuple[int, ...])(data["faces"]))
            return Reply(self._anything(data["value"]))
        except CannotDecode as wrong:
            raise wrong.under(given[0]) from None

    def _tuple(self, inner: tuple[Any, ...]) -> Read:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return _each(self.reader(inner[0]))
        readers = [self.reader(each) for each in inner]

        def read(data: Any) -> tuple[Any, ...]:
            items = _is(data, list, _A_LIST)
            if len(items) != len(inner):
                says = count(
                    "expected {n} entry, found {found}",
                    "expected {n} entries, found {found}",
                    len(inner),
                    found=len(items),
                )
                raise CannotDecode("", says)
            return tuple(_at(i, each, items[i]) for i, each in enumerate(readers))

        return read

    def _shelf(self, kind: type) -> Read:
        each = _each(self.reader(kind))

        def read(data: Any) -> Shelf[Any]:
            entities = each(data)
            keys = [entity.name if isinstance(entity, Note) else entity.id for entity in entities]
            shelf = Shelf(zip(keys, entities, strict=True))
            if len(shelf) < len(keys):
                twice = next(key for key in keys if keys.count(key) > 1)
                raise CannotDecode("", say("{name} is listed twice", name=Quoted(twice)))
            return shelf

        return read

    def _anything(self, data: Any) -> Any:
        if isinstance(data, list):
            return _each(self._anything)(data)
        if not isinstance(data, dict):
            return _free(data)
        named = data.get(TAG)
        if named == "Record":
            try:
                entries = _is(data.get("entries"), dict, _A_MAPPING)
            except CannotDecode as wrong:
                raise wrong.under("entries") from None
            return _free(entries)
        if not isinstance(named, str) or named not in self.named:
            raise CannotDecode("", say("the class {name} is not allowed here", name=Notation(repr(named))))
        return self.reader(self.named[named])(data)


def _needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


@cache
def _decoder(extra: tuple[type, ...]) -> _Decoder:
    return _Decoder({each.__name__: each for each in (*KNOWN, *extra)})


def _named(data: Any, name: str) -> None:
    """Check for a mapping that is tagged with this name, or not tagged."""
    if not isinstance(data, dict):
        raise CannotDecode("", unfit(say("a mapping ({name})", name=Notation(name)), data))
    if data.get(TAG, name) != name:
        raise CannotDecode("", unfit(Notation(name), data[TAG]))


def _each(read: Read) -> Callable[[Any], tuple[Any, ...]]:
    """The reader of a list of any length."""

    def all_of(data: Any) -> tuple[Any, ...]:
        found: list[Any] = []
        try:
            for item in _is(data, list, _A_LIST):
                found.append(read(item))  # noqa: PERF401  # their number is the position of the one that fails
        except CannotDecode as wrong:
            raise (wrong.under(f"[{len(found)}]") if isinstance(data, list) else wrong) from None
        return tuple(found)

    return all_of


def _at(place: int, read: Read, item: Any) -> Any:
    try:
        return read(item)
    except CannotDecode as wrong:
        raise wrong.under(f"[{place}]") from None


def _literal(among: tuple[Any, ...]) -> Read:
    def read(data: Any) -> Any:
        if data not in among or isinstance(data, bool):
            raise CannotDecode("", unfit(say("one of {names}", names=Notation(", ".join(among))), data))
        return data

    return read


def _record(data: Any) -> Any:
    return _free(_is(data, dict, _A_MAPPING))


def _free(data: Any) -> Any:
    if type(data) in _PLAIN:
        return _bounded(data) if type(data) is int else data
    _demand_whole(data)
    try:
        return freeze(data)
    except TypeError as error:
        raise CannotDecode("", say("{error}", error=Notation(str(error)))) from None


def _demand_whole(data: Any) -> None:
    """Raise CannotDecode for a number that a state can't hold."""
    if isinstance(data, dict):
        for item in data.values():
            _demand_whole(item)
    elif isinstance(data, list):
        for item in data:
            _demand_whole(item)
    elif isinstance(data, float):
        raise CannotDecode("", say("a state has only whole numbers"))
    elif isinstance(data, int):
        _bounded(data)


def _plain(kind: Any) -> Read:
    names: dict[Any, Sentence] = {int: say("a whole number"), str: say("a text"), bool: say("true or false")}
    if kind not in names:
        raise TypeError(f"no way to read {kind!r}")

    def read(data: Any) -> Any:
        # In Python True is an int; here it is not.
        if type(data) is not kind:
            raise CannotDecode("", unfit(names[kind], data))
        return data

    return read if kind is not int else lambda data: _bounded(read(data))


def _bounded(number: int) -> int:
    """A whole number, if it is one that can be computed with."""
    if not -LARGEST <= number <= LARGEST:
        raise CannotDecode("", _TOO_LARGE)
    return number


# Beyond all places, counters and minutes of a table; what is computed from them must be a number, too.
LARGEST = 10**18
_TOO_LARGE = say("a whole number has at most {count} digits", count=18)
_A_LIST = say("a list")
_A_MAPPING = say("a mapping")


def _is(data: Any, kind: type, called: Sentence) -> Any:
    if not isinstance(data, kind):
        raise CannotDecode("", unfit(called, data))
    return data


def unfit(expected: Value, data: Any) -> Sentence:
    """The problem that data is of another kind."""
    return say("expected {kind}, found {found}", kind=expected, found=Notation(repr(data)))


def _alternatives(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    # `Value` is recursive: `_Free` replaces it and has its own reader.
    return get_type_hints(kind, localns={"Value": _Free})
