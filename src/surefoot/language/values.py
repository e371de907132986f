"""The values that may stand in a sentence. Each type says how a face formats it: by unit, rounding, name or language."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, Union

from surefoot.records import dataclass

if TYPE_CHECKING:
    from surefoot.language.sentence import Sentence


def _to_lattice(value: float) -> int:
    # Imported here: the help of a command speaks without any geometry.
    from surefoot.geometry.tolerance import to_lattice

    return to_lattice(value)


class Length(int):
    """A length in millionths of the table's unit: 0.1″, 2 m.

    >>> Length.of(2.5)
    2500000
    """

    __slots__ = ()

    @classmethod
    def of(cls, length: float) -> Length:
        """A length given in the table's unit."""
        return cls(_to_lattice(length))


class Angle(int):
    """An angle in millionths of a degree: 45°."""

    __slots__ = ()

    @classmethod
    def of(cls, degrees: float) -> Angle:
        """An angle given in degrees."""
        return cls(_to_lattice(degrees))


@dataclass(frozen=True, slots=True)
class Who:
    """A model or a unit by its id; shown by its name: Kal."""

    id: str


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece of terrain or an object by its id; shown with its article: the catwalk."""

    id: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause by its id; shown by its title."""

    id: str


@dataclass(frozen=True, slots=True)
class Term:
    """A coded word of a ruleset (a status, a counter, an action); shown as the rulebook writes it: Seriously Injured."""

    code: str


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability; shown exactly and as a percentage: 2/3 (67 %)."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Quoted:
    """A word that a user wrote; shown in quotation marks: 'catwlak'."""

    text: str


@dataclass(frozen=True, slots=True)
class Notation:
    """Signs that are the same in every language: 2D6, 4+, S3, a file name, a command."""

    text: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that is not a length of the table, with its unit sign if it has one: 67.5 kg, 1.5."""

    value: float | Fraction
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Either:
    """Alternatives: a, b or c. A plain tuple reads a, b and c."""

    values: tuple[Field, ...]


Field: TypeAlias = Union[
    "Sentence",
    Length,
    Angle,
    Who,
    Thing,
    Clause,
    Term,
    Chance,
    Quoted,
    Notation,
    Quantity,
    Either,
    int,
    "tuple[Field, ...]",
]
