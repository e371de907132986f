"""What every reach tells of itself and of each level: outlines by price, and the links that lead onto it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from surefoot.geometry.search.contours import contour_levels
from surefoot.geometry.shapes import Region
from surefoot.records import dataclass
from surefoot.routes.rolls import RolledBudget

ReachAnswer = Literal["yes", "no", "within the error"]
# What moves: a base that need not turn, one that turns, or a unit.
Mover = Literal["model", "hull", "unit"]
# The distance between two levels of outlines, or the levels themselves.
Steps = float | tuple[float, ...]
# An outline for each level.
Bands = tuple[tuple[float, Region], ...]


def levels_of(budget: float, step: Steps, movers: int = 1) -> tuple[float, ...]:
    """The levels for which outlines are drawn, the whole budget last; fewer where they are drawn for many movers."""
    return step if isinstance(step, tuple) else contour_levels(budget, step, movers)


@dataclass(frozen=True)
class Band:
    """The outline of all places that cost at most `level`, and the chance that so much may be spent."""

    level: float
    region: Region
    chance: Fraction = Fraction(1)


@dataclass(frozen=True)
class Gate:
    """A link onto a level at its cheapest place, as one reads it: by what, along what, for how much, how likely."""

    by: str
    mode: str
    along: str
    start: tuple[float, float]
    end: tuple[float, float]
    # The height of the level that it leads from.
    source: float
    # Its cost as part of a move, or the number of whole actions that it takes.
    cost: float
    actions: int
    chance: Fraction
    # The clauses that require its tests.
    tests: tuple[str, ...]
    # The movement used once it has been taken.
    used: float


@dataclass(frozen=True)
class LevelOutline:
    """One level of a reach."""

    z: float
    # What the mover stands on there.
    names: tuple[str, ...]
    bands: tuple[Band, ...]
    gates: tuple[Gate, ...] = ()


def plain_bands(bands: Bands) -> tuple[Band, ...]:
    """Outlines for which no roll is needed."""
    return tuple(Band(level, region) for level, region in bands)


class PlainReach:
    """What a reach is unless it says otherwise: of one model that need not turn, with one action, and without a roll."""

    actions: int = 1
    # What is rolled for how far it leads, as players write it.
    dice: tuple[str, ...] = ()

    @property
    def mover(self) -> Mover:
        """What moves."""
        return "model"

    @property
    def models(self) -> Mapping[str, float]:
        """The movement of each model of a unit; empty for a model."""
        return {}

    @property
    def rolls(self) -> tuple[RolledBudget, ...]:
        """The totals of the rolls of the action, lowest first; empty: nothing is rolled."""
        return ()


class TurningMover(PlainReach):
    """What the reach of a base that turns is unless it says otherwise."""

    @property
    def mover(self) -> Mover:
        """A base that turns."""
        return "hull"
