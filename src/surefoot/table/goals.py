"""Goals of a scenario: what sides play for. Data beside the rules; `surefoot.referee.goals` counts the points."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass

GoalKind = Literal["reach", "hold", "loot", "home", "last"]


@dataclass(frozen=True, slots=True)
class Goal:
    """Something that gives points.

    `reach`: a side gets them once, as soon as the centre of one of its models is in the zone. `hold`: at the end of each
    round they go to the side with the most models in the zone. `loot`: once for each object that a model of the side
    carries into the zone; without a zone, for objects carried at the end of the game. `home`: once for each model that
    comes into the zone. `last`: the game ends after so many rounds; a side gets the points if it still has a model.
    """

    id: str
    kind: GoalKind
    points: int = 1
    # Whose goal it is; empty: every side's.
    side: str = ""
    # The corners of the zone, in millionths, and the surface that it is on; empty: any.
    outline: tuple[int, ...] = ()
    on: str = ""
    # The objects of `loot`, or the models of `home`; empty: all.
    names: tuple[str, ...] = ()
    rounds: int = 0

    def has(self, x: float, y: float, on: str) -> bool:
        """Whether a point on a surface is in the zone."""
        return (not self.on or self.on == on) and inside_rings(x, y, _rings(self.outline))

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the zone's corners."""
        return _middle(self.outline)


# Every move asks which goals it has reached.
@lru_cache(maxsize=256)
def _rings(outline: tuple[int, ...]) -> tuple[tuple[float, ...], ...]:
    return (tuple(from_lattice(value) for value in outline),)


@lru_cache(maxsize=256)
def _middle(outline: tuple[int, ...]) -> tuple[float, float]:
    corners = len(outline) // 2
    x, y = sum(outline[0::2]) / corners, sum(outline[1::2]) / corners
    return from_lattice(round(x)), from_lattice(round(y))
