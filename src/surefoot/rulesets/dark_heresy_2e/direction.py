"""A random direction, by the die of the table's options."""

from __future__ import annotations

import math

from surefoot.dice.pool import D10, DIRECTION, Dice, Faces
from surefoot.dice.requests import Procedure, Roll, roll
from surefoot.language import Sentence, say
from surefoot.records import dataclass
from surefoot.rulesets.dark_heresy_2e.numbers import chosen
from surefoot.table.record import Record

D8 = Dice(1, 8)
# The rulebook's diagram: degrees clockwise from the heading for each face of a ten-sided die.
SCATTER = (135, 180, 225, 90, 270, 45, 45, 0, 315, 315)
# Degrees from one face to the next, for dice that begin at north.
STEPS = {"d10": 36, "d8": 45}
DICE = {"d10": D10, "d8": D8, "d360": DIRECTION, "scatter": D10}


@dataclass(frozen=True, slots=True)
class Bearing:
    """Reads whole degrees clockwise from north, or from the heading with the rulebook's diagram."""

    die: str

    def __call__(self, faces: Faces) -> int:
        (face,) = faces
        if self.die == "scatter":
            return SCATTER[face - 1]
        if self.die == "d360":
            return face
        return (face - 1) * STEPS[self.die]

    def needs(self) -> Sentence:
        """Empty: no direction is a success."""
        return say("")


def random_direction(
    options: Record, who: str, heading: tuple[float, float], *clauses: str
) -> Procedure[tuple[float, float]]:
    """A random direction as a vector of length 1; `heading` is the declared direction."""
    die = str(chosen(options, "direction_die"))
    asked = Roll(
        "direction",
        DICE[die],
        Bearing(die),
        who,
        ("support.random-direction", *clauses),
    )
    degrees = yield from roll(asked)
    angle = math.radians(degrees)
    if die == "scatter":
        angle += math.atan2(*heading)
    return math.sin(angle), math.cos(angle)
