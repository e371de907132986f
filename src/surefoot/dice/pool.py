"""Dice as immutable values with exact odds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import comb
from typing import Literal, Protocol

from surefoot.language import Notation, Sentence, count, say
from surefoot.records import dataclass

Faces = tuple[int, ...]


class Source(Protocol):
    """Where seeded faces come from."""

    def face(self, low: int, high: int) -> int:
        """A whole number between two bounds, both possible."""
        ...


@dataclass(frozen=True, slots=True)
class Dice:
    """A handful of equal dice: how many, how many sides, which are kept, which faces are rolled once more.

    `low` is 1 for ordinary dice and 0 for a direction in whole degrees (360 sides, 0 to 359).
    """

    count: int = 1
    sides: int = 6
    keep: Literal["all", "highest", "lowest"] = "all"
    kept: int = 0
    again: tuple[int, ...] = ()
    low: int = 1

    def __post_init__(self) -> None:
        if self.count < 0 or self.sides < 1:
            raise ValueError(f"there are no {self.count} dice with {self.sides} sides")
        if self.keep != "all" and not 0 < self.kept <= self.count:
            raise ValueError(f"{self.kept} of {self.count} dice cannot be kept")
        if len(set(self.again)) < len(self.again) or any(face not in self.faces for face in self.again):
            raise ValueError(f"{self.again} are not different faces of one die")

    @property
    def faces(self) -> range:
        """The faces of one die."""
        return range(self.low, self.low + self.sides)

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest total of the dice that are kept."""
        number = self.count if self.keep == "all" else self.kept
        return number * self.faces[0], number * self.faces[-1]

    @property
    def total_weight(self) -> int:
        """The sum of all weights of `outcomes`."""
        return int(self._die_weight**self.count)

    @property
    def _die_weight(self) -> int:
        return self.sides * self.sides if self.again else self.sides

    @property
    def size(self) -> int:
        """How many face combinations there are."""
        return int(self.sides**self.count)

    def outcomes(self) -> tuple[tuple[Faces, int], ...]:
        """All kept faces, highest first, with exact integer weights; equal hands are merged."""
        return _outcomes(self)

    def roll(self, source: Source) -> Faces:
        """Faces from a seeded source, before anything is dropped; a face rolled again shows its second throw."""
        rolled = []
        for _ in range(self.count):
            face = source.face(self.low, self.low + self.sides - 1)
            if face in self.again:
                face = source.face(self.low, self.low + self.sides - 1)
            rolled.append(face)
        return tuple(rolled)

    def keeping(self, rolled: Faces) -> Faces:
        """The faces that count, highest first: the order in which dice fall means nothing, in play as in the odds."""
        ordered = sorted(rolled, reverse=True)
        if self.keep == "highest":
            return tuple(ordered[: self.kept])
        return tuple(ordered if self.keep == "all" else ordered[-self.kept :])

    def problem(self, rolled: Faces) -> Sentence | None:
        """What is wrong with typed faces; none if they fit."""
        if len(rolled) != self.count:
            return count(
                "{dice} needs {n} die, {given} given",
                "{dice} needs {n} dice, {given} given",
                self.count,
                dice=Notation(str(self)),
                given=len(rolled),
            )
        bad = [face for face in rolled if face not in self.faces]
        if bad:
            return say(
                "{face} is not a face of {dice} ({low} to {high})",
                face=bad[0],
                dice=Notation(str(self)),
                low=self.low,
                high=self.low + self.sides - 1,
            )
        return None

    def __str__(self) -> str:
        if self.low == 0 and self.sides == 360:
            return "direction"
        text = f"{'' if self.count == 1 else self.count}D{self.sides}"
        if self.keep != "all":
            text += f" keep {self.keep} {self.kept}"
        if self.again:
            text += f" re-roll {','.join(map(str, self.again))}"
        return text


@lru_cache(maxsize=256)
def _outcomes(dice: Dice) -> tuple[tuple[Faces, int], ...]:
    die = []
    for face in dice.faces:
        if not dice.again:
            weight = 1
        else:
            weight = (0 if face in dice.again else dice.sides) + len(dice.again)
        die.append((face, weight))
    if dice.keep == "all":
        return tuple(sorted(_hands(die[::-1], dice.count)))
    # Die by die, equal hands merged at once: what one more die cannot bring back need not be carried along.
    weights: dict[Faces, int] = {(): 1}
    for _ in range(dice.count):
        more: dict[Faces, int] = {}
        for hand, weight in weights.items():
            for face, each in die:
                faces = dice.keeping((*hand, face))
                more[faces] = more.get(faces, 0) + weight * each
        weights = more
    return tuple(sorted(weights.items()))


def _hands(die: list[tuple[int, int]], count: int) -> list[tuple[Faces, int]]:
    """Every hand of a number of dice with its weight, counted by how many dice show each face."""
    full: list[tuple[Faces, int]] = [((), 1)] if not count else []
    begun: list[tuple[Faces, int, int]] = [((), count, 1)] if count else []
    last = die[-1][0]
    for face, weight in die:
        more: list[tuple[Faces, int, int]] = []
        for hand, left, known in begun:
            # Every die shows some face: those that are left show the last one.
            for shown in range(left if face == last else 0, left + 1):
                ways = known * comb(left, shown) * weight**shown
                if shown == left:
                    full.append((hand + (face,) * shown, ways))
                else:
                    more.append((hand + (face,) * shown, left - shown, ways))
        begun = more
    return full


D3 = Dice(1, 3)
D6 = Dice(1, 6)
D10 = Dice(1, 10)
D100 = Dice(1, 100)
TWO_D6 = Dice(2, 6)
DIRECTION = Dice(1, 360, low=0)

_WRITTEN = re.compile(r"(\d*)d(\d+)(?:\s*(?:k|keep)\s*(h|highest|l|lowest)?\s*(\d+))?", re.IGNORECASE)


def dice(text: str) -> Dice:
    """Dice as people write them: `d6`, `2D6`, `d100`, `3d6 keep highest 2`, `direction`."""
    if text.strip().lower() == "direction":
        return DIRECTION
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"cannot read {text!r} as dice; write for example 2D6, d100 or 3d6 keep highest 2")
    count, sides, which, kept = match.groups()
    if kept is None:
        return Dice(int(count or 1), int(sides))
    keep: Literal["highest", "lowest"] = "lowest" if (which or "h").lower().startswith("l") else "highest"
    return Dice(int(count or 1), int(sides), keep, int(kept))


def hands(dice: Dice) -> Iterator[Faces]:
    """Every combination of faces one by one, for slow oracles."""
    return product(dice.faces, repeat=dice.count)
