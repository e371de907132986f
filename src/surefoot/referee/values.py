"""Kinds of values on a table or in a declaration: numbers with bounds, switches, words, mappings with known names.

A ruleset declares its values with these kinds. Each describes what it takes, finds the problems of a value, and has a
JSON Schema, so that files, messages and editors agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from surefoot.dice.pool import dice
from surefoot.language import Either as Alternatives
from surefoot.language import Field, Notation, Quantity, Quoted, Sentence, count, say
from surefoot.records import dataclass
from surefoot.table.record import Record, Value
from surefoot.table.words import ALMOST, bare_number, corrected, likely, near, suggested


class Wrong(NamedTuple):
    """A problem of a value: where inside it (a dotted path; empty: all of it), the text, and the word probably meant."""

    where: str
    says: Sentence
    meant: str = ""


# No game has more dice in one roll, or dice with more sides.
MOST_DICE = 4
MOST_SIDES = 12


class Kind(Protocol):
    """A kind of values."""

    def takes(self) -> Sentence:
        """A description of the values: `a whole number from 1 to 30`."""
        ...

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Every problem of a value."""
        ...

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the values."""
        ...


def amount(value: Value) -> Fraction | None:
    """A number; a state stores one with a fraction as text. None if the value is not a number.

    >>> amount(3), amount("1.5"), amount("far"), amount(True)
    (Fraction(3, 1), Fraction(3, 2), None, None)
    """
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return None
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def shown(value: Value) -> Field:
    """A value as messages show it."""
    if value is None:
        return say("nothing")
    if isinstance(value, bool):
        return Notation("true" if value else "false")
    if isinstance(value, Record):
        return say("a mapping ({keys})", keys=Notation(", ".join(list(value)[:4])))
    if isinstance(value, tuple):
        return count("a list of {n} entry", "a list of {n} entries", len(value))
    return Notation(repr(value) if isinstance(value, str) and amount(value) is None else str(value))


def unfit(kind: Kind, value: Value, meant: str = "") -> Wrong:
    """The problem that a value is not of a kind."""
    says = say("expected {kind}, found {found}", kind=kind.takes(), found=shown(value))
    return Wrong("", corrected(says, meant), meant)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    low: int
    high: int

    def takes(self) -> Sentence:
        """`a whole number from 1 to 30`."""
        return say("a whole number from {low} to {high}", low=self.low, high=self.high)

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not a whole number, or out of bounds."""
        if isinstance(value, str) and value.strip().isdecimal():
            quoted = say("expected {kind}, found the text {text}", kind=self.takes(), text=Quoted(value))
            yield Wrong("", say("{problem}: leave out the quotes", problem=quoted))
        elif isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            bare = bare_number(value)
            fits = bare.isdecimal() and self.low <= int(bare) <= self.high
            # Rulebooks write 4+ and 5″; files have the number alone.
            yield Wrong("", corrected(unfit(self, value).says, bare if fits else ""))

    def schema(self) -> dict[str, Any]:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Amount:
    """A number within bounds, with or without a fraction."""

    low: float
    high: float

    def takes(self) -> Sentence:
        """`a number from 0 to 10`."""
        return say("a number from {low} to {high}", low=Quantity(self.low), high=Quantity(self.high))

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not a number, or out of bounds."""
        found = amount(value)
        if found is None or not self.low <= found <= self.high:
            bare = bare_number(value)
            fits = bool(bare) and self.low <= float(bare) <= self.high
            yield Wrong("", corrected(unfit(self, value).says, bare if fits else ""))

    def schema(self) -> dict[str, Any]:
        """A number with its bounds."""
        return {"type": "number", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Switch:
    """True or false."""

    def takes(self) -> Sentence:
        """`true or false`."""
        return say("true or false")

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Anything else."""
        if not isinstance(value, bool):
            yield unfit(self, value)

    def schema(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Text:
    """Any text."""

    def takes(self) -> Sentence:
        """`a text`."""
        return say("a text")

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Anything but text."""
        if not isinstance(value, str):
            yield unfit(self, value)

    def schema(self) -> dict[str, Any]:
        """A string."""
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class NearlyFree:
    """Any text, except one that is probably a misspelt word of the rules."""

    words: tuple[str, ...]

    def takes(self) -> Sentence:
        """`a text`."""
        return say("a text")

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not a text, or a misspelt word."""
        if not isinstance(value, str):
            yield unfit(self, value)
        elif value not in self.words and (close := near(value, self.words, ALMOST)):
            yield Wrong("", corrected(say("there is no {word}", word=Quoted(value)), close), close)

    def schema(self) -> dict[str, Any]:
        """A string; the words are examples."""
        return {"type": "string", "examples": list(self.words)}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words; with `any_case` in upper or lower case."""

    words: tuple[str, ...]
    any_case: bool = False

    def takes(self) -> Sentence:
        """`one of half, full`."""
        if len(self.words) == 1:
            return say("{word}", word=Notation(self.words[0]))
        return say("one of {words}", words=Notation(", ".join(self.words)))

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Any other word."""
        if isinstance(value, str) and (
            value in self.words or (self.any_case and value.lower() in self.words)
        ):
            return
        yield unfit(self, value, likely(value, self.words) if isinstance(value, str) else "")

    def schema(self) -> dict[str, Any]:
        """An enumeration, where the case matters."""
        return {"type": "string"} if self.any_case else {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice such as D3 or 2D6."""

    def takes(self) -> Sentence:
        """`dice such as D3`."""
        return say("dice such as {dice}", dice=Notation("D3"))

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not dice, or too many of them."""
        try:
            found = dice(value) if isinstance(value, str) else None
        except ValueError:
            found = None
        if found is None or found.count > MOST_DICE or len(found.faces) > MOST_SIDES:
            yield unfit(self, value)

    def schema(self) -> dict[str, Any]:
        """A string."""
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values; with `bare`, a single value counts as a list of one."""

    kind: Kind
    least: int = 0
    most: int = 1_000
    bare: bool = False

    def takes(self) -> Sentence:
        """`a list, each entry a text`."""
        return say("a list, each entry {kind}", kind=self.kind.takes())

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not a list, too short or too long, or problems of its entries."""
        if not isinstance(value, tuple):
            if not self.bare or any(True for _ in self.kind.wrongs(value)):
                yield unfit(self, value)
            return
        if not self.least <= len(value) <= self.most:
            says = say(
                "expected {least} to {most} entries, found {found}",
                least=self.least,
                most=self.most,
                found=len(value),
            )
            yield Wrong("", says)
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

    def takes(self) -> Sentence:
        """`a mapping by name, each value true or false`."""
        return say("names with values, each {kind}", kind=self.kind.takes())

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not a mapping, or problems of its values."""
        if not isinstance(value, Record):
            yield unfit(self, value)
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

    def takes(self) -> Sentence:
        """`a mapping of strength, ap`."""
        return say("a mapping of {names}", names=Notation(", ".join(self.kinds)))

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """Not a mapping, unknown or missing names, or problems of the values."""
        if not isinstance(value, Record):
            yield unfit(self, value)
            return
        for name, each in value.items():
            if name in self.kinds:
                yield from under(name, self.kinds[name].wrongs(each))
            else:
                problem = say("there is no field {name} here", name=Quoted(name))
                yield Wrong(name, suggested(problem, name, self.kinds), near(name, self.kinds))
        for name in self.needed:
            if name not in value:
                takes = self.kinds[name].takes()
                yield Wrong("", say("is missing: {name}, {kind}", name=Notation(name), kind=takes))

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

    def takes(self) -> Sentence:
        """`true or false or one of mud, rubble`."""
        return say("{kinds}", kinds=Alternatives(tuple(kind.takes() for kind in self.kinds)))

    def wrongs(self, value: Value) -> Iterator[Wrong]:
        """The problems by the kind that fits best: one that takes such a value, or one with a near miss."""
        found = [list(kind.wrongs(value)) for kind in self.kinds]
        if any(not each for each in found):
            return
        inside = next((each for each in found if all(wrong.where for wrong in each)), None)
        close = next((each for each in found if any(wrong.meant for wrong in each)), None)
        yield from inside or close or [unfit(self, value)]

    def schema(self) -> dict[str, Any]:
        """Any of the kinds."""
        return {"anyOf": [kind.schema() for kind in self.kinds]}


@dataclass(frozen=True, slots=True)
class Anything:
    """Any value: the ruleset checks it when it is used."""

    def takes(self) -> Sentence:
        """`anything`."""
        return say("anything")

    def wrongs(self, value: Value) -> Iterator[Wrong]:  # noqa: ARG002  # part of the protocol
        """Nothing."""
        yield from ()

    def schema(self) -> dict[str, Any]:
        """No restriction."""
        return {}


def under(step: str, wrongs: Iterable[Wrong]) -> Iterator[Wrong]:
    """The same problems, one step further out."""
    for wrong in wrongs:
        yield wrong._replace(where=f"{step}.{wrong.where}" if wrong.where else step)
