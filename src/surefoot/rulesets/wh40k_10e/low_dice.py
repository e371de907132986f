"""Dice of which the low ones count: Desperate Escape tests, and disembarking from a destroyed Transport."""

from __future__ import annotations

from surefoot.dice.pool import Dice, Faces
from surefoot.dice.requests import Procedure, Roll, roll
from surefoot.language import Sentence, say
from surefoot.records import dataclass

# Dice are rolled in batches of this size: exact odds over more dice at once have too many cases.
BATCH = 10


@dataclass(frozen=True, slots=True)
class Low:
    """How many dice show this number or less."""

    most: int

    def __call__(self, faces: Faces) -> int:
        return sum(1 for face in faces if face <= self.most)

    def needs(self) -> Sentence:
        return say("{least}+ on each die", least=self.most + 1)


def low_dice(
    what: str, who: str, count: int, most: int, clauses: tuple[str, ...], says: Sentence
) -> Procedure[int]:
    """Roll a die for each of some models and count the dice that show `most` or less."""
    found = 0
    for first in range(0, count, BATCH):
        dice = Dice(min(BATCH, count - first))
        low: int = yield from roll(Roll(what, dice, Low(most), who, clauses, hope=0, says=says))
        found += low
    return found
