"""The cheapest legal route to a place on one level: found by the search, billed and judged by the referee."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import TypeVar

from surefoot.dice.requests import Break
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.paths import MARGIN, Path, Point, cheapest
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.language import Field, Length, Sentence, Text, Thing, count, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.verdict import Outcome
from surefoot.routes.ground.resting import EDGES
from surefoot.routes.ground.starting import moved_out
from surefoot.routes.ground.survey import Survey, Unpriced, survey
from surefoot.routes.one_level.chance import success_chance
from surefoot.routes.one_level.legs import path_legs
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

Cancelled = Callable[[], bool]
AllowanceOf = Callable[[Tariff], float]
Found = TypeVar("Found")

# Other routes are shown if they cost at most this share more than the cheapest.
OTHERS = 0.25
# The largest number of obstacles that a refusal names.
_NAMED = 6
# The most by which a price may be too high: among 47,000 places on random boards one was, by 0.015.
ERROR = 0.02


@dataclass(frozen=True)
class Route:
    """A route that the referee has judged legal: its declaration, the verdict, and other routes to the same place."""

    declaration: Declaration
    outcome: Outcome
    budget: float
    others: tuple[Route, ...] = ()
    # The most by which its cost may be too high.
    error: float = ERROR

    def __repr__(self) -> str:
        return f"<Route of {self.declaration.actor}: cost {self.cost:g} of {self.budget:g}>"

    @property
    def found(self) -> bool:
        """True: there is a route."""
        return True

    @property
    def steps(self) -> tuple[Outcome, ...]:
        """The outcome of its one action."""
        return (self.outcome,)

    @property
    def cost(self) -> float:
        """What the referee bills for it."""
        return from_lattice(self.outcome.cost)

    @property
    def used(self) -> float:
        """The movement used: what is billed."""
        return self.cost

    @cached_property
    def chance(self) -> Fraction:
        """The chance that it ends as planned: every test is passed, and every roll is high enough."""
        assert self.outcome.before is not None
        return success_chance(self.outcome.before, self.outcome)

    @property
    def links(self) -> tuple[()]:
        """It stays on one level."""
        return ()

    @property
    def facings(self) -> tuple[float, ...]:
        """The facings after its turns, for a base that turns."""
        return ()

    @property
    def places(self) -> Mapping[str, Point]:
        """The places of the models of a unit; empty: it is none."""
        return {}

    @property
    def costs(self) -> Mapping[str, float]:
        """What is billed for each model of a unit; empty: it is none."""
        return {}

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The legs to declare."""
        return self.declaration.legs

    @property
    def points(self) -> tuple[Point, ...]:
        """The ends of the legs."""
        return tuple((from_lattice(leg.to[0]), from_lattice(leg.to[1])) for leg in self.legs if leg.to)


@dataclass(frozen=True)
class NoRoute:
    """Why there is no route: the text, the cost of the cheapest path, and the obstacles."""

    says: Text
    budget: float
    # The cost of the cheapest path, which is over the budget; None if there is no path at any cost.
    cost: float | None = None
    # The obstacles that enclose the mover, or that keep it from ending there.
    blocked_by: tuple[str, ...] = ()
    # The number of anchors that were searched.
    searched: int = 0
    breaks: tuple[Break, ...] = ()

    def __str__(self) -> str:
        return str(self.says)

    def __repr__(self) -> str:
        return f"<NoRoute: {self.says}>"

    @property
    def found(self) -> bool:
        """False: there is no route."""
        return False


def off_the_table(table: Table, to: tuple[float, float]) -> NoRoute | None:
    """The answer for a place beyond the edges of the board; None if it is on it."""
    board = table.board
    if board is None or (0 <= to[0] <= from_lattice(board.width) and 0 <= to[1] <= from_lattice(board.depth)):
        return None
    return NoRoute(say("That place is off the table"), 0.0)


@dataclass(frozen=True)
class RouteRequest:
    """The parameters of one route search."""

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
        """The declaration with these legs."""
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
    allowance: AllowanceOf | None = None,
    others: int = 0,
    without: tuple[str, ...] = (),
    cancelled: Cancelled | None = None,
) -> Route | NoRoute:
    """The cheapest legal route of a model to a point on its level, within a budget (by default the action's allowance).

    `allowance` gives the budget by each alternative tariff, for example with a roll added.
    Ground in `without` (tags or ids) is avoided. Only the budget bounds the search; `cancelled` is called now and
    then, and stops it by returning true.
    """
    request = RouteRequest(
        table, who, action, to, target=target, details=details, without=without, cancelled=cancelled
    )
    return best_answer(
        [
            _by(request, tariff, budget if allowance is None else allowance(tariff), others)
            for tariff in ruleset_of(table).tariffs(table, who, action)
            if not tariff.for_runs
        ],
        lambda one: one.cost / max(one.budget, 1e-9),
    )


def best_answer(answers: Sequence[Found | NoRoute], spent: Callable[[Found], float]) -> Found | NoRoute:
    """The best of the answers by alternative tariffs: the route that uses the smallest share of its budget.

    If there is no route, the refusal with the lowest cost.
    """
    found = [one for one in answers if not isinstance(one, NoRoute)]
    if found:
        return min(found, key=spent)
    refused = [one for one in answers if isinstance(one, NoRoute)]
    return min(refused, key=lambda one: inf if one.cost is None else one.cost)


def _by(request: RouteRequest, tariff: Tariff, budget: float | None, others: int) -> Route | NoRoute:
    """The cheapest route by one tariff; with a target, also one through the zones that count only without contact."""
    limit = tariff.allowance if budget is None else budget
    kept_out = _through(request, tariff, limit, others)
    if not request.target or not isinstance(kept_out, NoRoute) or not tariff.lens.zones:
        return kept_out
    zoneless = replace(tariff, lens=replace(tariff.lens, zones=()), keep_out=())
    found = _through(request, zoneless, limit, others)
    return kept_out if isinstance(found, NoRoute) and found.cost is None else found


def _through(request: RouteRequest, tariff: Tariff, limit: float, others: int) -> Route | NoRoute:
    """The cheapest route by the prices and the zones of a tariff."""
    try:
        ground = survey(Scene(request.table), tariff, request.who, request.ignoring, request.without)
    except Unpriced as problem:
        return NoRoute(problem.says, limit)
    at_goal = ground.resting.refuses(*request.goal) if request.radius == 0.0 else ""
    if at_goal:
        return cannot_end(at_goal, limit)
    search = prepared(ground)
    most = limit + taken_off(tariff) + TOLERANCE
    margin = MARGIN if not others else max(MARGIN, OTHERS * limit)
    ways, searched = _ways(request, ground, search, most, margin), search.expanded
    beyond: list[Path] = []
    if not ways:
        # Polishing may make a path cheaper by more than the search allows for.
        beyond = _ways(request, ground, search, inf, MARGIN)
        ways = [way for way in beyond if way.cost <= most]
    judged: list[Route] = []
    breaks: tuple[Break, ...] = ()
    dear = inf
    for way in ways[: 1 + max(others, 2)]:
        outcome = _judged(request, ground, way)
        if outcome.verdict == "legal" and is_dearer(outcome, limit):
            # Beside a border a stretch of the drawn path may be billed double.
            dear = min(dear, from_lattice(outcome.cost))
            continue
        if outcome.verdict == "legal" and arrives(request, outcome):
            judged.append(Route(outcome.declaration, outcome, limit))
            if len(judged) > others:
                break
        else:
            breaks = breaks or outcome.breaks
    if judged:
        judged.sort(key=lambda one: one.cost)
        return replace(judged[0], others=tuple(judged[1:]))
    if dear < inf:
        return NoRoute(too_far(dear, limit), limit, dear, searched=searched)
    if ways:
        return NoRoute(refused(breaks), limit, ways[0].cost, searched=searched, breaks=breaks)
    if beyond:
        return NoRoute(too_far(beyond[0].cost, limit), limit, beyond[0].cost, searched=searched)
    return _enclosed(ground, search, limit)


def taken_off(tariff: Tariff) -> float:
    """The most that the referee may take off the price of a path by its length."""
    # If turning has a price, the reduction applies to turning instead.
    least = min((amend.at_least for amend in tariff.amends), default=0.0) if not tariff.turn_fare else 0.0
    return max(-least, 0.0)


def prepared(ground: Survey) -> Search:
    """A search over a survey that may leave the obstacles round the mover."""
    search = Search(ground.chart)
    ground.let_leave(search)
    return search


def _ways(request: RouteRequest, ground: Survey, search: Search, most: float, margin: float) -> list[Path]:
    # A goal that touches an obstacle within the tolerance is moved beside it for the search.
    goal = (
        request.goal
        if request.radius > 0.0
        else moved_out(ground.chart, request.goal, ground.firm, ground.coarse, TOLERANCE)
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


def is_dearer(outcome: Outcome, limit: float) -> bool:
    """Whether a judged move costs more than a budget, which may be less than the action allows."""
    return outcome.cost > to_lattice(limit) + 1


def arrives(request: RouteRequest, outcome: Outcome) -> bool:
    """Whether the judged move ends at the goal."""
    pose = outcome.run.table.pose(request.who)
    return math.dist((pose.x, pose.y), request.goal) <= request.radius + 3 * TOLERANCE


def _enclosed(ground: Survey, search: Search, limit: float) -> NoRoute:
    """The refusal of a place to which no path leads at any cost, after everything was searched: the obstacles round the mover."""
    names = tuple(dict.fromkeys(ground.owners[k] for k in _walls(ground, search)))
    says = say("There is no path on this level")
    if names:
        found = obstacles(names)
        says = count(
            "There is no path on this level: {obstacles} blocks it",
            "There is no path on this level: {obstacles} block it",
            len(found),
            obstacles=found,
        )
    return NoRoute(says, limit, None, names, search.expanded)


def too_far(cost: float, limit: float) -> Sentence:
    """The refusal of a path over the budget."""
    return say(
        "Too far: the cheapest path costs {cost}, you have {limit}",
        cost=Length.of(cost),
        limit=Length.of(limit),
    )


def refused(breaks: tuple[Break, ...]) -> Sentence:
    """The refusal of a place to which every path was judged illegal."""
    if not breaks:
        return say("Every path that was found breaks a rule")
    return say("Every path that was found breaks a rule: {why}", why=sentence(breaks[0].says))


def obstacles(names: Iterable[str]) -> tuple[Field, ...]:
    """The names of obstacles in a sentence: the first few."""
    known = dict.fromkeys(names)
    return tuple(say("the edge") if name in EDGES else Thing(name) for name in list(known)[:_NAMED])


def cannot_end(name: str, limit: float) -> NoRoute:
    """The refusal of a place at which an obstacle keeps the base from ending."""
    says = say("The base can't end there: {obstacle} is in the way", obstacle=obstacles([name]))
    if name in EDGES:
        says = say("The base can't end there: it would hang over the edge")
    return NoRoute(says, limit, blocked_by=(name,))


def _walls(ground: Survey, search: Search) -> list[int]:
    """The obstacles that stopped straight legs towards the goal, from every label of the search."""
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
    """A point in the units of a declaration."""
    return to_lattice(point[0]), to_lattice(point[1])
