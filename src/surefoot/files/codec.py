"""State as plain JSON data and back: by reflection over the frozen dataclasses, so that no field is ever forgotten.

Every field is written, so that others can read a state without knowing our defaults; on reading, a field that a
later version added takes its default. Where one of several classes may stand, its name stands under `is`.
"""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from surefoot.dice.host import Reply
from surefoot.dice.requests import Break
from surefoot.referee.bill import Line
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.table.effects import Effect
from surefoot.table.model import Base, Deck, Model, Object, Unit
from surefoot.table.notes import Clock, Note
from surefoot.table.place import Place
from surefoot.table.record import Record, freeze
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece

T = TypeVar("T")

# The key under which the name of a class stands.
TAG = "is"

# What may stand where anything may (a choice, a plan); others, such as a ruleset's own plans, are handed in.
KNOWN: tuple[type, ...] = (
    *(Base, Board, Clock, Deck, Model, Note, Object, Piece, Place, Table, Unit),
    *(Break, Declaration, Leg, Line, Reply),
    *get_args(Effect),
)


class CannotDecode(ValueError):
    """Data that is not what it claims to be: where, and what was expected."""

    def __init__(self, where: str, says: str) -> None:
        super().__init__(f"{where or 'the whole'}: {says}")
        self.where = where
        self.says = says


class _Free:
    """Stands for `Value` in type hints: what a record may hold."""


def encode(value: Any) -> Any:
    """A value as plain JSON data; a dataclass is tagged with its name."""
    return _encode_any(value)


def dumps(value: Any) -> str:
    """A value as canonical JSON text: one spelling for one value, on every machine."""
    return canonical(encode(value))


def canonical(data: Any) -> str:
    """Plain data as canonical JSON text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False, ensure_ascii=False)


def decode(kind: type[T] | Any, data: Any, extra: tuple[type, ...] = ()) -> T:
    """The value of a type that plain data stands for; `extra` are classes that may stand where anything may."""
    named = {each.__name__: each for each in (*KNOWN, *extra)}
    return cast(T, _Decoder(named).read(kind, data, ""))


# --- writing ------------------------------------------------------------------------------------


def _encode_any(value: Any) -> Any:
    """Where anything may stand, classes and records say what they are."""
    if isinstance(value, Record):
        return {TAG: "Record", "entries": _encode_value(value)}
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return [_encode_any(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {TAG: type(value).__name__, **_encode_fields(value)}
    return _encode_value(value)


def _encode_value(value: Any) -> Any:
    """What a record may hold."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Record):
        return {key: _encode_value(item) for key, item in value.items()}
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return [_encode_value(item) for item in value]
    raise TypeError(f"a state cannot hold {type(value).__name__}")


def _encode_fields(value: Any) -> dict[str, Any]:
    if isinstance(value, Reply):
        # What dice mean is for the procedure to say, each time anew: only what they showed is kept.
        if value.faces is not None:
            return {"faces": list(value.faces)}
        return {"value": _encode_any(value.value)}
    kind: Any = type(value)
    hints = _hints(kind)
    return {each.name: _encode_as(hints[each.name], getattr(value, each.name)) for each in fields(value)}


def _encode_as(kind: Any, value: Any) -> Any:
    """A field of a known type: tagged only where several classes could stand."""
    if kind is Any:
        return _encode_any(value)
    present = [each for each in _alternatives(kind) if each is not type(None)]
    if value is not None and len(present) == 1:
        kind = present[0]
    if isinstance(value, Shelf):
        return [_encode_fields(entity) for entity in value.values()]
    if is_dataclass(value) and not isinstance(value, type):
        several = sum(1 for each in _alternatives(kind) if is_dataclass(each)) > 1
        return {TAG: type(value).__name__, **_encode_fields(value)} if several else _encode_fields(value)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return [_encode_as(inner[0], item) for item in value]
        return [_encode_as(each, item) for each, item in zip(inner, value, strict=True)]
    return _encode_value(value)


# --- reading ------------------------------------------------------------------------------------


class _Decoder:
    """Reads plain data as a type says, and names the place where it does not fit."""

    def __init__(self, named: Mapping[str, type]) -> None:
        self.named = named

    def read(self, kind: Any, data: Any, where: str) -> Any:
        alternatives = _alternatives(kind)
        if len(alternatives) > 1:
            return self._one_of(alternatives, data, where)
        origin = get_origin(kind)
        if kind is Any:
            return self._anything(data, where)
        if kind is _Free:
            return _free(data, where)
        if kind is Record:
            return _free(_is(data, dict, "a mapping", where), where)
        if origin is Literal:
            if data not in get_args(kind) or isinstance(data, bool):
                raise CannotDecode(where, f"expected one of {', '.join(get_args(kind))}, found {data!r}")
            return data
        if origin is tuple:
            return self._tuple(get_args(kind), data, where)
        if origin is Shelf:
            return self._shelf(get_args(kind)[0], data, where)
        if is_dataclass(kind):
            return self._dataclass(cast(type, kind), data, where)
        return _plain(kind, data, where)

    def _one_of(self, alternatives: tuple[Any, ...], data: Any, where: str) -> Any:
        if data is None and type(None) in alternatives:
            return None
        classes: dict[str, type] = {
            each.__name__: each for each in alternatives if isinstance(each, type) and is_dataclass(each)
        }
        if len(classes) > 1:
            named = _is(data, dict, "a mapping", where).get(TAG)
            if named not in classes:
                raise CannotDecode(where, f"{named!r} is none of {', '.join(classes)}")
            return self._dataclass(classes[named], data, where)
        others = [each for each in alternatives if each is not type(None)]
        if len(others) == 1:
            return self.read(others[0], data, where)
        raise TypeError(f"no way to tell apart {alternatives}")

    def _dataclass(self, kind: type, data: Any, where: str) -> Any:
        given = dict(_is(data, dict, f"a mapping ({kind.__name__})", where))
        named = given.pop(TAG, kind.__name__)
        if named != kind.__name__:
            raise CannotDecode(where, f"expected {kind.__name__}, found {named!r}")
        if kind is Reply:
            return self._reply(given, where)
        hints, found = _hints(kind), {}
        for each in fields(kind):
            if each.name in given:
                found[each.name] = self.read(hints[each.name], given.pop(each.name), _under(where, each.name))
            elif each.default is MISSING and each.default_factory is MISSING:
                raise CannotDecode(_under(where, each.name), f"{kind.__name__} lacks {each.name}")
        if given:
            raise CannotDecode(where, f"{kind.__name__} has no {', '.join(sorted(given))}")
        return kind(**found)

    def _reply(self, given: dict[str, Any], where: str) -> Reply:
        if sorted(given) == ["faces"]:
            return Reply(None, self.read(tuple[int, ...], given["faces"], _under(where, "faces")))
        if sorted(given) == ["value"]:
            return Reply(self._anything(given["value"], _under(where, "value")))
        raise CannotDecode(where, "a reply has either faces or a value")

    def _tuple(self, inner: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
        items = _is(data, list, "a list", where)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(self.read(inner[0], item, f"{where}[{i}]") for i, item in enumerate(items))
        if len(items) != len(inner):
            raise CannotDecode(where, f"expected {len(inner)} entries, found {len(items)}")
        return tuple(
            self.read(each, item, f"{where}[{i}]")
            for i, (each, item) in enumerate(zip(inner, items, strict=True))
        )

    def _shelf(self, kind: type, data: Any, where: str) -> Shelf[Any]:
        entities = self._tuple((kind, Ellipsis), data, where)
        keys = [entity.name if isinstance(entity, Note) else entity.id for entity in entities]
        shelf = Shelf(zip(keys, entities, strict=True))
        if len(shelf) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise CannotDecode(where, f"{twice} stands there twice")
        return shelf

    def _anything(self, data: Any, where: str) -> Any:
        if isinstance(data, list):
            return tuple(self._anything(item, f"{where}[{i}]") for i, item in enumerate(data))
        if not isinstance(data, dict):
            return _free(data, where)
        named = data.get(TAG)
        if named == "Record":
            return _free(_is(data.get("entries"), dict, "a mapping", _under(where, "entries")), where)
        if not isinstance(named, str) or named not in self.named:
            raise CannotDecode(where, f"{named!r} is no class that may stand here")
        return self._dataclass(self.named[named], data, where)


def _free(data: Any, where: str) -> Any:
    try:
        if _has_float(data):
            raise CannotDecode(where, "a state holds whole numbers only")
        return freeze(data)
    except TypeError as error:
        raise CannotDecode(where, str(error)) from None


def _has_float(data: Any) -> bool:
    if isinstance(data, dict):
        return any(_has_float(item) for item in data.values())
    if isinstance(data, list):
        return any(_has_float(item) for item in data)
    return isinstance(data, float)


def _plain(kind: Any, data: Any, where: str) -> Any:
    names: dict[Any, str] = {int: "a whole number", str: "a text", bool: "true or false"}
    if kind not in names:
        raise TypeError(f"no way to read {kind!r} at {where}")
    # True is an int to Python and never to us.
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        raise CannotDecode(where, f"expected {names[kind]}, found {data!r}")
    return data


def _is(data: Any, kind: type, called: str, where: str) -> Any:
    if not isinstance(data, kind):
        raise CannotDecode(where, f"expected {called}, found {data!r}")
    return data


def _under(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _alternatives(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


@lru_cache(maxsize=256)
def _hints(kind: Any) -> dict[str, Any]:
    # `Value` is recursive; its stand-in is read by hand.
    return get_type_hints(kind, localns={"Value": _Free})
