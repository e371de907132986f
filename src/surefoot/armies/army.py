"""An army: units of models with profile, keywords, base and height, each with the source it came from.

Every reader returns the same types. What no source knows is a `Question`, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from surefoot.language import Sentence
from surefoot.records import dataclass, replace

# The name of an army whose file gives none; it is then called after the file.
UNNAMED = "Army"

# Sources of a value that are no name of a file or a data set.
FROM_LIST = "your list"
FROM_LIBRARY = "your library"
FROM_ANSWER = "your answer"
FROM_SUGGESTION = "suggestion"
FROM_RULESET = "usual in this ruleset"


@dataclass(frozen=True, slots=True)
class Known:
    """A value and where it came from."""

    value: Any
    source: str


@dataclass(frozen=True, slots=True)
class Figure:
    """Models of one kind within a unit: how many there are, and what is known of each."""

    name: str
    count: int
    profile: Mapping[str, Known]
    keywords: Mapping[str, str] = field(default_factory=dict)
    # As a scenario file writes it: {"base": 32}, {"base": {"oval": [120, 92]}} or {"hull": [4.5, 3]}.
    shape: Known | None = None
    height: Known | None = None
    labels: tuple[str, ...] = ()
    traits: Mapping[str, Known] = field(default_factory=dict)
    # What the source says of a shape without its size: hull, flying base.
    hint: str = ""


def differ(figures: Iterable[Figure]) -> bool:
    """Whether models are of different size, by Toughness and Wounds; a champion may have one Wound more."""

    def numbers(name: str) -> list[int]:
        known = [each.profile[name].value for each in figures if name in each.profile]
        return [value for value in known if isinstance(value, int)] or [0]

    figures = tuple(figures)
    toughness, wounds = numbers("T"), numbers("W")
    return len({*toughness}) > 1 or max(wounds) - min(wounds) > 1


@dataclass(frozen=True, slots=True)
class Squad:
    """A unit of an army: its id, its name as the player wrote it, its kind (the datasheet), and its models."""

    id: str
    name: str
    kind: str
    figures: tuple[Figure, ...]

    @property
    def count(self) -> int:
        """The number of its models."""
        return sum(figure.count for figure in self.figures)

    def model_key(self, figure: Figure) -> str:
        """The name under which models of one kind in it are answered for: `Unit/Model`."""
        return f"{self.kind}/{figure.name}"


@dataclass(frozen=True, slots=True)
class Question:
    """A value that no source knows: whose it is, what may be answered, what is suggested, and why it is asked."""

    unit: str
    field: str
    says: Sentence
    allowed: str
    suggestion: Any
    why: Sentence


@dataclass(frozen=True, slots=True)
class Army:
    """A roster as it was read: its name, its units, what is still open, and what should be known about it."""

    name: str
    ruleset: str
    format: str
    squads: tuple[Squad, ...]
    questions: tuple[Question, ...] = ()
    notes: tuple[Sentence, ...] = ()
    # Answers that were given for values that the list has itself.
    unused: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """The number of models."""
        return sum(squad.count for squad in self.squads)

    def figures(self) -> Iterator[tuple[Squad, Figure]]:
        """Every kind of model with its unit."""
        for squad in self.squads:
            for figure in squad.figures:
                yield squad, figure

    @property
    def answerable(self) -> set[str]:
        """The names under which answers are given: of units, and of kinds of models within them."""
        return {name for squad, figure in self.figures() for name in (squad.kind, squad.model_key(figure))}

    def changed(self, figures: Mapping[tuple[str, int], Figure]) -> Army:
        """The same army with other figures, by the id of their unit and their position in it."""
        squads = tuple(
            replace(
                squad,
                figures=tuple(figures.get((squad.id, i), each) for i, each in enumerate(squad.figures)),
            )
            for squad in self.squads
        )
        return replace(self, squads=squads)


def identifier(name: str, taken: set[str]) -> str:
    """A name as ids are written, different from those taken already; it is taken from now on.

    >>> taken: set[str] = set()
    >>> identifier("Shas'ui T'au", taken), identifier("Shas'ui T'au", taken)
    ('shasui-tau', 'shasui-tau-2')
    """
    plain = "".join(
        sign if sign.isalnum() else " " for sign in name.lower().replace("'", "").replace("’", "")
    )
    stem = "-".join(plain.split())[:60] or "unit"
    found, number = stem, 2
    while found in taken:
        found, number = f"{stem}-{number}", number + 1
    taken.add(found)
    return found
