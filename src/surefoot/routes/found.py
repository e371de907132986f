"""What every reach and every route answers, whatever moves: the faces know these two protocols and no kind of either."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from surefoot.geometry.search.paths import Point
from surefoot.referee.verdict import Outcome
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.outlines import LevelOutline, Mover, ReachAnswer, Steps
from surefoot.routes.over_levels.floors import TakenLink
from surefoot.routes.rolls import RolledBudget


class FoundRoute(Protocol):
    """A route that the referee has judged legal, of a model or of a unit."""

    @property
    def found(self) -> bool:
        """True: there is a route."""
        ...

    @property
    def steps(self) -> tuple[Outcome, ...]:
        """The outcomes of its declarations, one action after another."""
        ...

    @property
    def cost(self) -> float:
        """What the referee bills for all actions; of a unit, for the model that it costs most."""
        ...

    @property
    def used(self) -> float:
        """The movement used of all actions, with the movement lost between them."""
        ...

    @property
    def budget(self) -> float:
        """The movement that may be used; if it is rolled, with the best roll."""
        ...

    @property
    def chance(self) -> Fraction:
        """The chance that it ends as planned: every test is passed, and every roll is high enough."""
        ...

    @property
    def error(self) -> float:
        """The most by which its cost may be too high."""
        ...

    @property
    def points(self) -> tuple[Point, ...]:
        """The ends of the legs; empty for a unit."""
        ...

    @property
    def links(self) -> tuple[TakenLink, ...]:
        """The links between levels that it takes."""
        ...

    @property
    def facings(self) -> tuple[float, ...]:
        """The facings after its turns, for a base that turns."""
        ...

    @property
    def others(self) -> Sequence[FoundRoute]:
        """Other routes to the same place, cheapest first."""
        ...

    @property
    def places(self) -> Mapping[str, Point]:
        """The places of the models of a unit; empty for a model."""
        ...

    @property
    def costs(self) -> Mapping[str, float]:
        """What is billed for each model of a unit; empty for a model."""
        ...


class FoundReach(Protocol):
    """Where a model or a unit can end, and what every place costs."""

    @property
    def who(self) -> str:
        """The model or the unit."""
        ...

    @property
    def action(self) -> str:
        """The action."""
        ...

    @property
    def actions(self) -> int:
        """The number of actions in a row."""
        ...

    @property
    def mover(self) -> Mover:
        """What moves: a base that need not turn, one that turns, or a unit."""
        ...

    @property
    def budget(self) -> float:
        """The movement that may be used; if it is rolled, with the best roll."""
        ...

    @property
    def rolls(self) -> tuple[RolledBudget, ...]:
        """The totals of the rolls of the action, lowest first; empty: nothing is rolled."""
        ...

    @property
    def dice(self) -> tuple[str, ...]:
        """What is rolled for how far it leads, as players write it; empty: nothing."""
        ...

    @property
    def error(self) -> float:
        """The most by which a price may be too high."""
        ...

    @property
    def start(self) -> Point:
        """Where the mover stands; of a unit, its first model."""
        ...

    @property
    def models(self) -> Mapping[str, float]:
        """The movement of each model of a unit; empty for a model."""
        ...

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """The cost of getting to a place; None if there is no path within the budget."""
        ...

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether the mover may end at a place within the budget."""
        ...

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The chance that the mover can end at a place: rolls are high enough, and tests on the way are passed."""
        ...

    def outlines(self, step: Steps) -> tuple[LevelOutline, ...]:
        """The outlines by price on every level that was reached, the mover's own first."""
        ...

    def route_to(self, to: Point, on: str = "") -> FoundRoute | NoRoute:
        """The cheapest legal route to a place within the budget."""
        ...

    def limited(self, budget: float) -> FoundReach:
        """The same reach within a smaller budget."""
        ...
