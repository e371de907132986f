"""Dice of which the low ones count: Desperate Escape tests, and getting out of a destroyed Transport."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.pool import Dice, Faces
from surefoot.dice.requests import Procedure, Roll, roll

# Dice are rolled by handfuls: odds over more dice at once would have to tell too many hands apart.
HANDFUL = 10


@dataclass(frozen=True, slots=True)
class Low:
    """How many dice show no more than a face."""

    most: int

    def __call__(self, faces: Faces) -> int:
        return sum(1 for face in faces if face <= self.most)

    def needs(self) -> str:
        return f"{self.most + 1}+ on each die"


def low_dice(what: str, who: str, count: int, most: int, clauses: tuple[str, ...]) -> Procedure[int]:
    """Roll a die for each of some models and count the low ones."""
    found = 0
    for first in range(0, count, HANDFUL):
        dice = Dice(min(HANDFUL, count - first))
        low: int = yield from roll(Roll(what, dice, Low(most), who, clauses, hope=0))
        found += low
    return found
