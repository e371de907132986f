"""The reach of a base that turns, over all levels: with its turns on its own level, and as the circle round it on others.

`routes.plan` finds routes in the same way.
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
    """The reach of a base that turns, on every level."""

    # With its turns, on its own level.
    here: TurningReach = field(repr=False)
    # As the circle round it, with a fixed facing and no turns: the base fits wherever the circle does.
    over: LevelReach = field(repr=False)

    @property
    def budget(self) -> float:
        """The movement that it can spend."""
        return self.here.budget

    @property
    def error(self) -> float:
        """The most by which a price may be too high where the circle fits."""
        return max(self.here.error, self.over.error)

    @property
    def atlas(self) -> Atlas:
        """The levels and the links between them."""
        return self.over.atlas

    @property
    def floors(self) -> list[Floor]:
        """The levels reached, its own first."""
        return self.over.floors

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """The cost of getting to a place; None if there is no path within the budget."""
        known = [self.over.cost(x, y, on), self.here.cost(x, y) if self._is_here(x, y, on) else None]
        return min((cost for cost in known if cost is not None), default=None)

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether the base may end at a place within the budget."""
        with_turns = self.here.says(x, y) if self._is_here(x, y, on) else "no"
        return with_turns if with_turns == "yes" else _surer(with_turns, self.over.says(x, y, on))

    def _is_here(self, x: float, y: float, on: str) -> bool:
        """Whether a place is on the mover's own level, and that level is asked for."""
        names = [surface.id for surface in self.floors[0].surfaces_at(x, y)]
        return bool(names) and on in ("", *names)


def _surer(one: ReachAnswer, other: ReachAnswer) -> ReachAnswer:
    return one if other == "no" else other
