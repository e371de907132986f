"""Slow and obvious oracles for puzzles: a grid instead of the planner, every face of every die instead of exact odds.

The grid knows walls, areas and the base as the scenario file writes them, and the price of slow ground; it asks neither the
planner nor the referee. Costs on it are bounds: with things grown by a cell a path on the grid exists, with things shrunk by
a cell no real path is cheaper than the grid's, less the error of its sixteen directions.
"""

from __future__ import annotations

import heapq
import math
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import shapely

from surefoot.dice.requests import Roll
from surefoot.dice.responders import script
from surefoot.referee.referee import move
from surefoot.table.table import Table
from surefoot.training.puzzles.plans import WHO, Plan

# Starts and goals lie on quarters of a unit, so they are nodes.
STEP = 0.125
# No cost beyond this is looked at.
FARTHEST = 16.0
# A straight line is at most this many times as long on a grid with sixteen directions.
DIRECTIONS = 1.0276
MOVES = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if math.gcd(x, y) == 1]
# What slow ground costs for each unit; None: it can't be entered.
RATES: dict[str, float | None] = {"difficult": 2.0, "dangerous": 2.0, "mud": 2.0, "impassable": None}
# What turning may cost in all, beside the path.
TURNS = {"gemini-arap": 1.5}
INCH = 25.4

Point = tuple[float, float]


class Grid:
    """Costs from a start over the ground of a puzzle."""

    def __init__(
        self, data: dict[str, Any], start: Point, *, grown: bool, step: float = STEP, barred: bool = False
    ) -> None:
        radius = data["models"][WHO]["base"] / 2 / INCH * data.get("scale", 1)
        # Half the diagonal of the longest move: a thing between two nodes is never missed.
        more = step * 1.15 if grown else -step * 1.15
        self.data, self.start, self.grown, self.step = data, start, grown, step
        walls = [
            shapely.LineString(piece["wall"]).buffer(piece["width"] / 2, cap_style="flat")
            for piece in data["terrain"].values()
            if "wall" in piece
        ]
        areas = [
            (shapely.box(x, y, x + width, y + depth), RATES[piece["tags"][0]])
            for piece in data["terrain"].values()
            if "area" in piece
            for x, y, width, depth in [piece["area"]["rect"]]
        ]
        closed = [*walls, *(area for area, rate in areas if rate is None)]
        shut = [each.buffer(max(radius + more, 0.01)) for each in closed]
        # No base passes between two things that are nearer to each other than it is wide, however little is missing.
        near = [pair for pair in combinations(closed, 2) if barred and shapely.distance(*pair) < 2 * radius]
        self.bars = shapely.union_all([shapely.shortest_line(*pair) for pair in near])
        shapely.prepare(self.bars)
        self.shut = shapely.union_all(shut) if shut else shapely.Polygon()
        # A part of the base may count as slow ground, or only its middle: the bounds hold for both.
        slow = [(area.buffer(radius + more if grown else more), rate) for area, rate in areas if rate]
        self.slow = [(area, rate) for area, rate in slow if not area.is_empty]
        self.costs = self._run()

    def _run(self) -> dict[tuple[int, int], float]:
        step = self.step
        wide, deep = (round(size / step) for size in self.data["board"])
        xs = [(i * step, j * step) for i in range(wide + 1) for j in range(deep + 1)]
        points = shapely.points(xs)
        closed = shapely.contains(self.shut, points)
        rates = [1.0] * len(xs)
        for area, rate in self.slow:
            for k in shapely.contains(area, points).nonzero()[0]:
                rates[k] = max(rates[k], rate)
        at = {(i, j): i * (deep + 1) + j for i in range(wide + 1) for j in range(deep + 1)}
        first = round(self.start[0] / step), round(self.start[1] / step)
        found: dict[tuple[int, int], float] = {first: 0.0}
        queue = [(0.0, first)]
        while queue:
            cost, node = heapq.heappop(queue)
            if cost > found[node] or cost > FARTHEST:
                continue
            for dx, dy in MOVES:
                to = node[0] + dx, node[1] + dy
                k = at.get(to)
                if k is None or closed[k] or self._barred(node, to):
                    continue
                both = rates[at[node]], rates[k]
                rate = max(both) if self.grown else min(both)
                new = cost + math.hypot(dx, dy) * step * rate
                if new < found.get(to, math.inf):
                    found[to] = new
                    heapq.heappush(queue, (new, to))
        return found

    def _barred(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        ends = [(i * self.step, j * self.step) for i, j in (one, other)]
        return not self.bars.is_empty and bool(shapely.intersects(self.bars, shapely.LineString(ends)))

    def cost(self, goal: Point) -> float:
        """What a place costs: at most that, if things are grown; at least that, if they are shrunk."""
        node = round(goal[0] / self.step), round(goal[1] / self.step)
        found = self.costs.get(node, math.inf)
        return found + TURNS.get(self.data["ruleset"], 0.0) if self.grown else found / DIRECTIONS


def brute_chance(table: Table, plan: Plan) -> Fraction:
    """The chance that a plan of one action ends as planned, unharmed: every face of every die is thrown."""
    (outcome,) = plan.outcomes
    there = plan.end.models[WHO]
    before = table.models[WHO]

    def thrown(faces: tuple[Any, ...]) -> Fraction:
        made = move(table, outcome.declaration, script([*faces]))
        waits = made.run.unanswered
        if waits is None:
            model = made.run.table.models.get(WHO)
            fine = (
                model is not None
                and model.place == there.place
                and model.counters == before.counters
                and model.statuses == before.statuses
            )
            return Fraction(int(fine))
        assert isinstance(waits.request, Roll)
        count = waits.request.dice.count
        each = list(product(waits.request.dice.faces, repeat=count))
        rolled = [list(hand) if count > 1 else hand[0] for hand in each]
        return sum((thrown((*faces, hand)) for hand in rolled), Fraction(0)) / len(each)

    return thrown(())
