"""Plans: declarations one after another, judged by the referee."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from surefoot.files import scenario
from surefoot.geometry.search.paths import Point
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.records import dataclass
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check
from surefoot.referee.verdict import Outcome
from surefoot.routes.found import FoundRoute
from surefoot.routes.one_level.chance import after_ticks
from surefoot.routes.plan import find_route
from surefoot.routes.query import DEFAULT_QUERY, MoveQuery
from surefoot.routes.risk.one_level import all_the_way
from surefoot.table.effects import Moved, apply
from surefoot.table.place import on_surface
from surefoot.table.table import Table

# The name of the model that acts in every puzzle.
WHO = "kal"
# Costs that are closer to each other than this are not told apart by eye.
ALIKE = 0.35
# Paths that run nowhere farther beside each other than this look the same.
BESIDE = 0.8
# Bends closer to each other than this are one bend.
ARC = 0.4


@dataclass(frozen=True)
class Plan:
    """Some declarations, and what the referee says of them on the table of the puzzle."""

    outcomes: tuple[Outcome, ...]
    # The table after them.
    end: Table
    # The ends of all legs, the start first.
    points: tuple[Point, ...]

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """What is declared."""
        return tuple(each.declaration for each in self.outcomes)

    @property
    def legal(self) -> bool:
        """Whether every declaration is legal, if its tests are passed."""
        return all(each.verdict == "legal" for each in self.outcomes)

    @property
    def cost(self) -> float:
        """What all of it costs; of a plan that is refused, as far as it was billed."""
        return sum(from_lattice(each.cost) for each in self.outcomes)

    @property
    def length(self) -> float:
        """How long the path is, seen from above."""
        return sum(math.dist(one, other) for one, other in pairwise(self.points))

    def chance(self, table: Table) -> Fraction:
        """The chance that it ends as planned, with the model unharmed."""
        return all_the_way(table, WHO, self.outcomes) if self.legal else Fraction(0)


def laid(data: dict[str, Any]) -> Table:
    """The table of a scenario."""
    return scenario.loads(json.dumps(data), "the puzzle").table


def judged(table: Table, declarations: Sequence[Declaration]) -> Plan:
    """Judge declarations one after another, each where the one before it ends; stops at the first that is refused."""
    x, y, _, _ = table.pose(WHO)
    points, outcomes = [(x, y)], []
    for declaration in declarations:
        found = check(after_ticks(table, declaration), declaration, nearest=False)
        outcomes.append(found)
        points += [
            (from_lattice(leg.to[0]), from_lattice(leg.to[1]))
            for leg in declaration.legs
            if leg.to is not None
        ]
        table = found.run.table
        if found.verdict != "legal":
            break
    return Plan(tuple(outcomes), table, tuple(points))


def on_foot(action: str, points: Iterable[Point]) -> Declaration:
    """A walk through some points."""
    return Declaration(action, (WHO,), tuple(Leg((to_lattice(x), to_lattice(y))) for x, y in points))


def routed(table: Table, action: str, goal: Point, query: MoveQuery = DEFAULT_QUERY) -> FoundRoute | None:
    """The cheapest route to a goal, or None."""
    found = find_route(table, WHO, action, goal, query)
    return None if not found.found else found  # type: ignore[return-value]  # `found` tells the two apart


def through(table: Table, action: str, waypoint: Point, goal: Point) -> tuple[Point, ...] | None:
    """A walk to a goal that goes by a place on the way; None if there is none."""
    first = routed(table, action, waypoint)
    if first is None:
        return None
    x, y = waypoint
    there = moved_to(table, x, y)
    second = routed(there, action, goal)
    return None if second is None else (*first.points, *second.points)


def moved_to(table: Table, x: float, y: float) -> Table:
    """The table with the model at another place of the ground."""
    return apply(table, Moved(WHO, on_surface(x, y)))


def differ(plan: Plan, others: Iterable[Plan]) -> bool:
    """Whether a plan is told apart from others by eye: somewhere it runs well beside each of them."""
    own = _sampled(plan.points)
    return all(
        max(_farthest(own, other), _farthest(other, own)) > BESIDE
        for other in (_sampled(each.points) for each in others)
    )


def _sampled(points: Sequence[Point]) -> list[Point]:
    found = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, math.ceil(math.dist((ax, ay), (bx, by)) / 0.25))
        found += [(ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(1, count + 1)]
    return found


def _farthest(one: list[Point], other: list[Point]) -> float:
    return max(min(math.dist(point, each) for each in other) for point in one)


def corners(points: Sequence[Point]) -> list[Point]:
    """The bends of a path as one points at them: an arc has one in its middle."""
    if len(points) < 3:
        return list(points[1:])
    runs: list[list[Point]] = [[points[1]]]
    for point in points[2:-1]:
        if math.dist(point, runs[-1][-1]) < ARC:
            runs[-1].append(point)
        else:
            runs.append([point])
    return [*(run[len(run) // 2] for run in runs), points[-1]]
