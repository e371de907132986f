"""The cheapest legal way to a place: found by the planner, billed and judged by the referee."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeVar

from surefoot.dice.requests import Break
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.paths import MARGIN, Path, Point, cheapest
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.verdict import Outcome
from surefoot.routes.ground.survey import Survey, Unpriced, freed, survey
from surefoot.routes.one_level.legs import path_legs
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

Cancelled = Callable[[], bool]
Found = TypeVar("Found")

# Other ways are worth showing while they cost at most this share more than the cheapest.
OTHERS = 0.25
# By how much a price may be too high, at worst: of 47,000 places on random boards one was, by 0.015.
ERROR = 0.02


@dataclass(frozen=True)
class Route:
    """A way that the referee has judged legal: what to declare, what it says to it, and other ways there."""

    declaration: Declaration
    outcome: Outcome
    budget: float
    others: tuple[Route, ...] = ()

    @property
    def found(self) -> bool:
        """There is a way."""
        return True

    @property
    def cost(self) -> float:
        """What the referee bills for it."""
        return from_lattice(self.outcome.cost)

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The legs to declare."""
        return self.declaration.legs

    @property
    def points(self) -> tuple[Point, ...]:
        """Where the legs end."""
        return tuple((from_lattice(leg.to[0]), from_lattice(leg.to[1])) for leg in self.legs if leg.to)


@dataclass(frozen=True)
class NoRoute:
    """Why there is no way: what was searched, what the cheapest way would cost, what is in the way."""

    says: str
    budget: float
    # What the cheapest way costs that is too dear; none if there is none at any price.
    cost: float | None = None
    # What closes the mover in, or keeps it from ending there.
    blocked_by: tuple[str, ...] = ()
    # How many places where a way could bend were tried.
    searched: int = 0
    breaks: tuple[Break, ...] = ()

    @property
    def found(self) -> bool:
        """There is no way."""
        return False


@dataclass(frozen=True)
class RouteRequest:
    """What a way is wanted for."""

    table: Table
    who: str
    action: str
    goal: Point
    radius: float = 0.0
    target: str = ""
    details: Record = EMPTY
    ignoring: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    cancelled: Cancelled | None = None

    def declaration(self, legs: tuple[Leg, ...]) -> Declaration:
        """The declaration of some legs."""
        return Declaration(self.action, (self.who,), legs, self.target, self.details)


def route(
    table: Table,
    who: str,
    action: str,
    to: Point,
    *,
    target: str = "",
    details: Record = EMPTY,
    budget: float | None = None,
    others: int = 0,
    without: tuple[str, ...] = (),
    cancelled: Cancelled | None = None,
) -> Route | NoRoute:
    """The cheapest legal way of a model to a point on its level, within a budget (else the action's allowance).

    It keeps off ground that `without` names, by its tag or id. Nothing but the budget bounds the search; `cancelled` is
    asked now and then and ends it when it says so.
    """
    request = RouteRequest(
        table, who, action, to, target=target, details=details, without=without, cancelled=cancelled
    )
    return best_answer(
        [_by(request, tariff, budget, others) for tariff in ruleset_of(table).tariffs(table, who, action)],
        lambda one: one.cost / max(one.budget, 1e-9),
    )


def best_answer(answers: Sequence[Found | NoRoute], spent: Callable[[Found], float]) -> Found | NoRoute:
    """The best of the answers by alternative tariffs: the route that spends the smallest share of its budget.

    If there is no route at all, the refusal of the cheapest one.
    """
    found = [one for one in answers if not isinstance(one, NoRoute)]
    if found:
        return min(found, key=spent)
    refused = [one for one in answers if isinstance(one, NoRoute)]
    return min(refused, key=lambda one: inf if one.cost is None else one.cost)


def _by(request: RouteRequest, tariff: Tariff, budget: float | None, others: int) -> Route | NoRoute:
    """The cheapest way by one tariff."""
    limit = tariff.allowance if budget is None else budget
    try:
        ground = survey(Scene(request.table), tariff, request.who, request.ignoring, request.without)
    except Unpriced as problem:
        return NoRoute(str(problem), limit)
    at_goal = ground.resting.refuses(*request.goal) if request.radius == 0.0 else ""
    if at_goal:
        return NoRoute(f"the base cannot end there: {at_goal}", limit, blocked_by=(at_goal,))
    search = prepared(ground)
    most = limit + taken_off(tariff) + TOLERANCE
    margin = MARGIN if not others else max(MARGIN, OTHERS * limit)
    ways = _ways(request, ground, search, most, margin)
    judged: list[Route] = []
    breaks: tuple[Break, ...] = ()
    for way in ways[: 1 + max(others, 2)]:
        outcome = _judged(request, ground, way)
        if outcome.verdict == "legal" and arrives(request, outcome):
            judged.append(Route(outcome.declaration, outcome, limit))
            if len(judged) > others:
                break
        else:
            breaks = breaks or outcome.breaks
    if judged:
        judged.sort(key=lambda one: one.cost)
        return replace(judged[0], others=tuple(judged[1:]))
    if ways:
        says = "the referee refuses every way that was found"
        says += f": {breaks[0].says}" if breaks else ""
        return NoRoute(says, limit, ways[0].cost, searched=search.expanded, breaks=breaks)
    return _none(request, ground, search, limit)


def taken_off(tariff: Tariff) -> float:
    """What the referee may take off the price of a way by its length, at most."""
    # Where turning costs something, what is taken off is taken off that.
    least = min((amend.at_least for amend in tariff.amends), default=0.0) if not tariff.turn_fare else 0.0
    return max(-least, 0.0)


def prepared(ground: Survey) -> Search:
    """A search over a survey, which knows what the mover may leave."""
    search = Search(ground.chart)
    search.may_leave(ground.leaving)
    return search


def _ways(request: RouteRequest, ground: Survey, search: Search, most: float, margin: float) -> list[Path]:
    # What touches something by no more than counts as touching is searched for beside it.
    goal = (
        request.goal
        if request.radius > 0.0
        else freed(ground.chart, request.goal, ground.firm, ground.coarse)[0]
    )
    return cheapest(
        ground.chart,
        ground.start,
        goal,
        radius=request.radius,
        limit=most,
        margin=margin,
        cancelled=request.cancelled,
        search=search,
    )


def _judged(request: RouteRequest, ground: Survey, way: Path) -> Outcome:
    end = request.goal if request.radius == 0.0 else way.end
    return check(request.table, request.declaration(path_legs(ground, way, end)), nearest=False)


def arrives(request: RouteRequest, outcome: Outcome) -> bool:
    """Whether the move as judged ends where it was to end."""
    pose = outcome.run.table.pose(request.who)
    return math.dist((pose.x, pose.y), request.goal) <= request.radius + 3 * TOLERANCE


def _none(request: RouteRequest, ground: Survey, search: Search, limit: float) -> NoRoute:
    """The proof: everything within the budget was searched; what a way would cost, or what closes the mover in."""
    searched = search.expanded
    ways = _ways(request, ground, search, inf, 0.0)
    if ways:
        cost = ways[0].cost
        says = f"the cheapest way costs {cost:.4g}, more than {limit:.4g}"
        return NoRoute(says, limit, cost, searched=searched)
    names = tuple(dict.fromkeys(ground.owners[k] for k in _walls(ground, search)))
    says = "on this level there is no way at any price" + (
        f": closed in by {', '.join(names[:6])}" if names else ""
    )
    return NoRoute(says, limit, None, names, search.expanded)


def _walls(ground: Survey, search: Search) -> list[int]:
    """The obstacles that stopped straight legs towards the goal from wherever the search came."""
    chart = ground.chart
    found: list[int] = []
    for label in range(search.used):
        _, _, fields = search.label_data(label)
        if fields[5] < inf:
            k = chart.blocked(fields[0], fields[1], search.goal_x, search.goal_y, label == 0)
            if k >= 0 and k not in found:
                found.append(k)
    return found


def lattice(point: Point) -> tuple[int, int]:
    """A point as a declaration keeps it."""
    return to_lattice(point[0]), to_lattice(point[1])
