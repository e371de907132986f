"""Readings that every ruleset shares: sums, targets, table rows."""

from __future__ import annotations

from surefoot.dice.pool import Faces
from surefoot.language import Text, say
from surefoot.records import dataclass


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of the faces, as an amount."""

    plus: int = 0

    def __call__(self, faces: Faces) -> int:
        return sum(faces) + self.plus

    def needs(self) -> Text:
        return ""


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Passed if sum plus modifier reaches the target; a natural or modified sum of `fails` or less always fails."""

    target: int
    modifier: int = 0
    fails: int = 0

    def __call__(self, faces: Faces) -> bool:
        natural = sum(faces)
        modified = natural + self.modifier
        return modified >= self.target and natural > self.fails and modified > self.fails

    def needs(self) -> Text:
        """The natural roll that passes.

        >>> str(AtLeast(4, -1, fails=1).needs())
        '5+'
        """
        return say("{least}+", least=self.least)

    @property
    def least(self) -> int:
        """The lowest natural roll that passes; more than the dice can show if none does."""
        return max(self.target - self.modifier, self.fails + 1, self.fails + 1 - self.modifier)


@dataclass(frozen=True, slots=True)
class Row:
    """The label of the table row that the sum falls into: (highest sum, label) in rising order."""

    rows: tuple[tuple[int, str], ...]

    def __call__(self, faces: Faces) -> str:
        total = sum(faces)
        return next(label for top, label in self.rows if total <= top)

    def needs(self) -> Text:
        return ""


@dataclass(frozen=True, slots=True)
class Successes:
    """How many dice, each on its own, show at least a target after its modifier."""

    target: int
    modifier: int = 0

    def each(self, face: int) -> int:
        """What one die adds."""
        return int(face + self.modifier >= self.target)

    def __call__(self, faces: Faces) -> int:
        return sum(self.each(face) for face in faces)

    def needs(self) -> Text:
        """The roll that each die needs.

        >>> str(Successes(3).needs())
        '3+ each'
        """
        return say("{least}+ each", least=self.target - self.modifier)
