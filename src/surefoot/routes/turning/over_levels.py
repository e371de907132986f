"""The reach of a base that turns, over all levels: with its turns on its own level, and as the circle round it on others.

`routes.plan` finds routes in the same way.
"""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction

from surefoot.geometry.search.paths import Point
from surefoot.records import dataclass, replace
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.outlines import LevelOutline, ReachAnswer, Steps, TurningMover, plain_bands
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.floors import Floor
from surefoot.routes.over_levels.outlines import joined
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.route import LevelRoute
from surefoot.routes.turning.reach import TurningReach
from surefoot.routes.turning.route import TurningRoute


@dataclass(frozen=True)
class TurningLevelReach(TurningMover):
    """The reach of a base that turns, on every level."""

    # With its turns, on its own level.
    here: TurningReach = field(repr=False)
    # As the circle round it, with a fixed facing and no turns: the base fits wherever the circle does.
    over: LevelReach = field(repr=False)

    @property
    def who(self) -> str:
        """The mover."""
        return self.here.who

    @property
    def action(self) -> str:
        """The action."""
        return self.here.action

    @property
    def start(self) -> Point:
        """Where it stands."""
        return self.here.start

    def limited(self, budget: float) -> TurningLevelReach:
        """The same reach within a smaller budget."""
        return TurningLevelReach(self.here.limited(budget), self.over.limited(budget))

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The chance that every test on the cheapest path to a place is passed; 0 if there is no path."""
        with_turns = self.here.chance(x, y) if self._is_here(x, y, on) else Fraction(0)
        return with_turns or self.over.chance(x, y, on)

    def outlines(self, step: Steps) -> tuple[LevelOutline, ...]:
        """The outlines of every level that was reached, its own first."""
        own, *others = self.over.outlines(step)
        circle = tuple((band.level, band.region) for band in own.bands)
        return (replace(own, bands=plain_bands(joined(self.here.bands(step), circle))), *others)

    def route_to(self, to: Point, on: str = "") -> TurningRoute | LevelRoute | NoRoute:
        """The cheapest legal route to a place: with its turns on its own level, else as the circle round it."""
        with_turns = self.here.route_to(to) if self._is_here(*to, on) else None
        if with_turns is not None and with_turns.found:
            return with_turns
        over = self.over.route_to(to, on)
        return over if over.found or with_turns is None or on else with_turns

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
