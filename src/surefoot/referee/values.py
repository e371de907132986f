"""What a value of a table or of a declaration may be: numbers with bounds, switches, words, mappings with known names.

A ruleset states its values with these. Each says in words what it takes, finds what is wrong with a value, and
describes itself as JSON Schema, so that files, messages and editors cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from surefoot.dice.pool import dice
from surefoot.table.record import Record, Value
from surefoot.table.words import ALMOST, instead, near

# Where inside a value something is wrong (a dotted path, empty for all of it), and what.
Wrong = tuple[str, str]

# More dice, or dice with more sides, are in no game.
MOST_DICE = 4
MOST_SIDES = 12


class Kind(Protocol):
    """What a value may be."""

    def takes(self) -> str:
        """What it takes, in words: `a whole number from 1 to 30`."""
        ...

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Everything that is wrong with a value."""
        ...

    def schema(self) -> dict[str, Any]:
        """What it takes, as JSON Schema."""
        ...


def amount(value: Value) -> Fraction | None:
    """A number with or without a fraction; states keep the former as text. None if it is none.

    >>> amount(3), amount("1.5"), amount("far"), amount(True)
    (Fraction(3, 1), Fraction(3, 2), None, None)
    """
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def shown(value: Value) -> str:
    """A value as messages show it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Record):
        return f"a mapping ({', '.join(list(value)[:4])})"
    if isinstance(value, tuple):
        return f"a list of {len(value)}"
    return repr(value) if isinstance(value, str) and amount(value) is None else str(value)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    low: int
    high: int

    def takes(self) -> str:
        """`a whole number from 1 to 30`."""
        return f"a whole number from {self.low:,} to {self.high:,}"

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not a whole number, or out of bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            yield "", f"expected {self.takes()}, not {shown(value)}"

    def schema(self) -> dict[str, Any]:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Amount:
    """A number within bounds, with or without a fraction."""

    low: float
    high: float

    def takes(self) -> str:
        """`a number from 0 to 10`."""
        return f"a number from {self.low:,g} to {self.high:,g}"

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not a number, or out of bounds."""
        found = amount(value)
        if found is None or not self.low <= found <= self.high:
            yield "", f"expected {self.takes()}, not {shown(value)}"

    def schema(self) -> dict[str, Any]:
        """A number with its bounds."""
        return {"type": "number", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Switch:
    """True or false."""

    def takes(self) -> str:
        """`true or false`."""
        return "true or false"

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Anything else."""
        if not isinstance(value, bool):
            yield "", f"expected true or false, not {shown(value)}"

    def schema(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Text:
    """Any text."""

    def takes(self) -> str:
        """`a text`."""
        return "a text"

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Anything but text."""
        if not isinstance(value, str):
            yield "", f"expected a text, not {shown(value)}"

    def schema(self) -> dict[str, Any]:
        """A string."""
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class NearlyFree:
    """Any text, unless it is nearly one of the words that rules read and so a slip."""

    words: tuple[str, ...]

    def takes(self) -> str:
        """`a text`."""
        return "a text"

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """No text, or a word that is nearly a known one."""
        if not isinstance(value, str):
            yield "", f"expected a text, not {shown(value)}"
        elif value not in self.words and (close := near(value, self.words, ALMOST)):
            yield "", f"no {value!r}; did you mean {close!r}?"

    def schema(self) -> dict[str, Any]:
        """A string; the words are examples."""
        return {"type": "string", "examples": list(self.words)}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words; with `any_case`, however they are capitalised."""

    words: tuple[str, ...]
    any_case: bool = False

    def takes(self) -> str:
        """`one of half, full`."""
        return f"one of {', '.join(self.words)}" if len(self.words) > 1 else self.words[0]

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Any other word."""
        if isinstance(value, str) and (
            value in self.words or (self.any_case and value.lower() in self.words)
        ):
            return
        close = instead(value, self.words) if isinstance(value, str) else ""
        yield "", f"expected {self.takes()}, not {shown(value)}{close if 'did you mean' in close else ''}"

    def schema(self) -> dict[str, Any]:
        """An enumeration, where the case matters."""
        return {"type": "string"} if self.any_case else {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice such as D3 or 2D6."""

    def takes(self) -> str:
        """`dice such as D3`."""
        return "dice such as D3"

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not dice, or more of them than any game rolls."""
        try:
            found = dice(value) if isinstance(value, str) else None
        except ValueError:
            found = None
        if found is None or found.count > MOST_DICE or len(found.faces) > MOST_SIDES:
            yield "", f"expected {self.takes()}, not {shown(value)}"

    def schema(self) -> dict[str, Any]:
        """A string."""
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values; a single one may stand for a list of one with `bare`."""

    kind: Kind
    least: int = 0
    most: int = 1_000
    bare: bool = False

    def takes(self) -> str:
        """`a list, each entry a text`."""
        return f"a list, each entry {self.kind.takes()}"

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """No list, too short or too long, or what is wrong with its entries."""
        if not isinstance(value, tuple):
            if not self.bare or any(True for _ in self.kind.wrongs(value)):
                yield "", f"expected {self.takes()}, not {shown(value)}"
            return
        if not self.least <= len(value) <= self.most:
            yield "", f"expected {self.least} to {self.most:,} entries, not {len(value)}"
        for i, each in enumerate(value):
            yield from under(str(i), self.kind.wrongs(each))

    def schema(self) -> dict[str, Any]:
        """An array."""
        array = {
            "type": "array",
            "items": self.kind.schema(),
            "minItems": self.least,
            "maxItems": self.most,
        }
        return {"anyOf": [self.kind.schema(), array]} if self.bare else array


@dataclass(frozen=True, slots=True)
class ByName:
    """A mapping whose keys are free names, each with a value of one kind."""

    kind: Kind

    def takes(self) -> str:
        """`a mapping by name, each true or false`."""
        return f"a mapping by name, each {self.kind.takes()}"

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """No mapping, or what is wrong with its values."""
        if not isinstance(value, Record):
            yield "", f"expected {self.takes()}, not {shown(value)}"
            return
        for name, each in value.items():
            yield from under(name, self.kind.wrongs(each))

    def schema(self) -> dict[str, Any]:
        """An object with free keys."""
        return {"type": "object", "additionalProperties": self.kind.schema()}


@dataclass(frozen=True)
class Fields:
    """A mapping with known names."""

    kinds: Mapping[str, Kind]
    needed: tuple[str, ...] = ()

    def takes(self) -> str:
        """`a mapping of strength, ap`."""
        return f"a mapping of {', '.join(self.kinds)}"

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """No mapping, unknown or missing names, or what is wrong with the values."""
        if not isinstance(value, Record):
            yield "", f"expected {self.takes()}, not {shown(value)}"
            return
        for name, each in value.items():
            if name in self.kinds:
                yield from under(name, self.kinds[name].wrongs(each))
            else:
                yield name, f"there is no {name!r} here{instead(name, self.kinds, 'it takes')}"
        for name in self.needed:
            if name not in value:
                yield "", f"is missing: {name}, {self.kinds[name].takes()}"

    def schema(self) -> dict[str, Any]:
        """An object with known keys."""
        properties = {name: kind.schema() for name, kind in self.kinds.items()}
        return {
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
            "required": list(self.needed),
        }


@dataclass(frozen=True, slots=True)
class Either:
    """A value of one of several kinds."""

    kinds: tuple[Kind, ...]

    def takes(self) -> str:
        """`true or false, or one of mud, rubble`."""
        return ", or ".join(kind.takes() for kind in self.kinds)

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """What is wrong by the kind that comes nearest: one that takes such a value at all."""
        found = [list(kind.wrongs(value)) for kind in self.kinds]
        if any(not each for each in found):
            return
        inside = next((each for each in found if all(where for where, _ in each)), None)
        close = next((each for each in found if any("did you mean" in says for _, says in each)), None)
        yield from inside or close or [("", f"expected {self.takes()}, not {shown(value)}")]

    def schema(self) -> dict[str, Any]:
        """Any of the kinds."""
        return {"anyOf": [kind.schema() for kind in self.kinds]}


@dataclass(frozen=True, slots=True)
class Anything:
    """Whatever is written: the ruleset judges it itself when it is used."""

    def takes(self) -> str:
        """`anything`."""
        return "anything"

    def wrongs(self, value: Value) -> Iterator[Wrong]:  # noqa: ARG002  # as every kind is asked
        """Nothing."""
        yield from ()

    def schema(self) -> dict[str, Any]:
        """No restriction."""
        return {}


def under(step: str, wrongs: Iterable[Wrong]) -> Iterator[Wrong]:
    """The same problems, seen from one step further out."""
    for where, says in wrongs:
        yield f"{step}.{where}" if where else step, says
