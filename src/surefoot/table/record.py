"""Small immutable mappings that compare and hash by value."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, Union

from surefoot.geometry.tolerance import MILLIONTHS
from surefoot.language.values import Angle, Length

# What may be kept in a state: nothing that changes, nothing that is not exact, save for free text.
Value: TypeAlias = Union[bool, int, str, "tuple[Value, ...]", "Record", None]


class Record(Mapping[str, Value]):
    """An immutable mapping, sorted by key, equal and hashed by value.

    >>> Record(T=3, M=5)
    Record(M=5, T=3)
    """

    __slots__ = ("_hash", "_items", "_map", "_text")

    def __init__(self, items: Mapping[str, Value] | None = None, /, **more: Value) -> None:
        self._map: dict[str, Value] = dict(sorted({**(items or {}), **more}.items()))
        self._items = tuple(self._map.items())
        # Worked out when they are first wanted: a digest reads the text of a record, a memory its hash, again and again.
        self._text = ""
        self._hash: int | None = None

    def __getitem__(self, key: str) -> Value:
        return self._map[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._map)

    def __len__(self) -> int:
        return len(self._map)

    def __contains__(self, key: object) -> bool:
        return key in self._map

    if not TYPE_CHECKING:  # The type checker takes it from Mapping, with its overloads.

        def get(self, key, default=None):
            """The value of a key, or a default."""
            return self._map.get(key, default)

    def items(self) -> ItemsView[str, Value]:
        """Keys and values, in the order of the keys."""
        return self._map.items()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self._items)
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._items == other._items

    def __reduce__(self) -> tuple[type[Record], tuple[dict[str, Value]]]:
        # What was worked out stays behind: text has another hash in the next process.
        return Record, (self._map,)

    def __repr__(self) -> str:
        if not self._text:
            self._text = f"Record({', '.join(f'{key}={value!r}' for key, value in self._items)})"
        return self._text

    def changed(self, **more: Value) -> Record:
        """The same record with some entries set; an entry set to None is dropped."""
        merged = {**self._map, **more}
        return Record({key: value for key, value in merged.items() if value is not None})

    def number(self, key: str, default: int = 0) -> int:
        """A whole number of the record (lengths are millionths)."""
        value = self._map.get(key)
        return value if isinstance(value, int) else default

    def text(self, key: str, default: str = "") -> str:
        """A text of the record."""
        value = self._map.get(key)
        return value if isinstance(value, str) else default


EMPTY = Record()


class Amount(str):
    """A number with a fraction, as text: states hold no floats. In JSON it is a number.

    >>> amount(2.5), thaw(amount(2.5)), amount(Fraction(4))
    ('2.5', 2.5, 4)
    """

    __slots__ = ()


def amount(value: float | Fraction) -> int | Amount:
    """A number as an answer or an event keeps it: whole, or as text, to four decimals; finer ones are noise of the geometry."""
    number = round(float(value), 4)
    return int(number) if number == int(number) else Amount(repr(number))


def freeze(value: object) -> Value:
    """Plain data of a file as state; numbers with a fraction become text, since states hold no floats."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Record):
        return value
    if isinstance(value, Mapping):
        return Record({str(key): freeze(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(freeze(item) for item in value)
    if isinstance(value, float):
        return repr(value)
    raise TypeError(f"a state cannot hold {type(value).__name__}")


def thaw(value: Value) -> object:
    """State as plain data for a file.

    >>> thaw(Length(2_500_000)), thaw(Length(4_000_000))
    (2.5, 4)
    """
    if isinstance(value, Record):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    if isinstance(value, Amount):
        return float(value)
    if isinstance(value, (Length, Angle)):
        return value // MILLIONTHS if value % MILLIONTHS == 0 else value / MILLIONTHS
    return value
