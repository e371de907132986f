"""The reach of a base that turns over all levels: on its own with its turns, on others as the circle round it.

So it is led there too: see `routes.plan`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from surefoot.routes.one_level.reach import ReachAnswer
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.floors import Floor
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.turning.reach import TurningReach


@dataclass(frozen=True)
class TurningLevelReach:
    """What a base that turns can reach on every level."""

    # With its turns, on the level that it stands on.
    here: TurningReach = field(repr=False)
    # As the circle round it, which keeps its facing and takes no turn: nothing that it fits through is too narrow for the base.
    over: LevelReach = field(repr=False)

    @property
    def budget(self) -> float:
        """What it has to spend."""
        return self.here.budget

    @property
    def error(self) -> float:
        """By how much a price may be too high where there is room for the circle."""
        return max(self.here.error, self.over.error)

    @property
    def atlas(self) -> Atlas:
        """The levels and the links between them."""
        return self.over.atlas

    @property
    def floors(self) -> list[Floor]:
        """The levels that are reached, its own first."""
        return self.over.floors

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """What it costs to get to a place; None: more than the budget, or no way."""
        known = [self.over.cost(x, y, on), self.here.cost(x, y) if self._is_here(x, y, on) else None]
        return min((cost for cost in known if cost is not None), default=None)

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether the base may end at a place within the budget."""
        with_turns = self.here.says(x, y) if self._is_here(x, y, on) else "no"
        return with_turns if with_turns == "yes" else _surer(with_turns, self.over.says(x, y, on))

    def _is_here(self, x: float, y: float, on: str) -> bool:
        """Whether the level that it stands on is meant, and lies at a place."""
        names = [surface.id for surface in self.floors[0].surfaces_at(x, y)]
        return bool(names) and on in ("", *names)


def _surer(one: ReachAnswer, other: ReachAnswer) -> ReachAnswer:
    return one if other == "no" else other
