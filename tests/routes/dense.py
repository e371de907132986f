"""A slow and obvious oracle for cheapest paths on one level: border spots 0.02 apart, and arcs as polygons.

A path may bend at any spot of a border and at any corner of a polygon drawn round an arc; each straight leg is asked and
priced by itself. Nothing slides and nothing is polished, so what it finds is a path that exists, and that is hardly longer
than the cheapest.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from surefoot.geometry.search.chart import Chart
from surefoot.geometry.tolerance import TOLERANCE

SPACING = 0.02
# A leg has to gain this much to be taken.
_GAIN = 1e-7
# How far beside a border the referee still sees the border, and a length that does not matter.
_ASIDE = 1.05 * TOLERANCE
_HAIR = 1e-3

Point = tuple[float, float]


class Dense:
    """The costs of all spots within a budget of a start, and of any place from them."""

    def __init__(
        self,
        chart: Chart,
        start: Point,
        budget: float,
        leaving: Iterable[int] = (),
        spacing: float = SPACING,
    ) -> None:
        self.chart, self.start, self.budget, self.spacing = chart, start, budget, spacing
        self.dearest = max(chart.rates) * (1 - 1e-9)
        memory = memoryview(np.zeros(chart.count + 1, dtype=np.intc))
        for k in leaving:
            memory[k] = 1
        self.leaving = memory  # type: ignore[assignment]
        points: list[tuple[float, float, float, float]] = [(*start, 0.0, 0.0)]
        points += self._border_points()
        points += self._arc_points()
        far = budget / chart.lowest
        self.points = np.array([each for each in points if math.dist(each[:2], start) <= far])
        self.costs = np.full(len(self.points), math.inf)
        self.parents = [-1] * len(self.points)
        self._run()

    # ------------------------------------------------------------------ where a path may bend

    def _border_points(self) -> list[tuple[float, float, float, float]]:
        """Free points on all borders: evenly spaced, and where something else meets the border."""
        chart, found = self.chart, []
        count = chart.firsts[chart.areas]
        for edge in range(count):
            ax, ay, bx, by = chart.edges[4 * edge : 4 * edge + 4]
            length = math.hypot(bx - ax, by - ay)
            parts = max(1, math.ceil(length / self.spacing))
            shares = [k / parts for k in range(parts + 1)] + self._meetings(ax, ay, bx, by)
            for share in sorted(shares):
                x, y = ax + share * (bx - ax), ay + share * (by - ay)
                if chart.spot_free(x, y):
                    found.append((x, y, 0.0, 0.0))
        return found

    def _meetings(self, ax: float, ay: float, bx: float, by: float) -> list[float]:
        """The shares of an edge at which it meets an obstacle, the board's edge or another border."""
        chart, found = self.chart, []
        lines = [tuple(chart.edges[4 * k : 4 * k + 4]) for k in range(chart.firsts[chart.areas])]
        west, south, east, north = chart.west, chart.south, chart.east, chart.north
        if east < math.inf:
            lines += [(west, south, west, north), (east, south, east, north)]
            lines += [(west, south, east, south), (west, north, east, north)]
        for k in range(chart.count):
            cx, cy, dx, dy, reach = chart.capsules[5 * k : 5 * k + 5]
            # A hair off, so that rounding leaves it free.
            reach += 5e-8
            found += _on_circle(ax, ay, bx, by, cx, cy, reach) + _on_circle(ax, ay, bx, by, dx, dy, reach)
            length = math.hypot(dx - cx, dy - cy)
            if length > 0.0:
                nx, ny = -(dy - cy) / length * reach, (dx - cx) / length * reach
                lines.append((cx + nx, cy + ny, dx + nx, dy + ny))
                lines.append((cx - nx, cy - ny, dx - nx, dy - ny))
        for line in lines:
            found += _on_line(ax, ay, bx, by, *line)
        return found

    def _arc_points(self) -> list[tuple[float, float, float, float]]:
        """The corners of polygons round all arcs, with their normals."""
        chart, found = self.chart, []
        for c in range(chart.circle_count):
            x, y, radius, ax, ay, bx, by = chart.circles[7 * c : 7 * c + 7]
            first, turn = math.atan2(ay, ax), 2 * math.pi
            if (ax, ay, bx, by) != (0.0, 0.0, 0.0, 0.0):
                turn = (math.atan2(by, bx) - first) % (2 * math.pi)
            parts = max(2, math.ceil(turn / min(0.4, self.spacing / radius)))
            step = turn / parts
            far = radius / math.cos(step / 2)
            for k in range(parts):
                angle = first + (k + 0.5) * step
                nx, ny = math.cos(angle), math.sin(angle)
                if chart.spot_free(x + far * nx, y + far * ny):
                    # The normal is as long as the sine of the step: how far a leg may point off the tangent.
                    slack = max(2.0 * math.sin(step), 0.02)
                    found.append((x + far * nx, y + far * ny, nx / slack, ny / slack))
        return found

    # ------------------------------------------------------------------ the search

    def _run(self) -> None:
        points, costs, lowest = self.points, self.costs, self.chart.lowest
        self.chart.leaving = self.leaving
        costs[0] = 0.0
        heap = [(0.0, 0)]
        done = np.zeros(len(points), dtype=bool)
        while heap:
            cost, i = heapq.heappop(heap)
            if done[i]:
                continue
            done[i] = True
            dx, dy = points[:, 0] - points[i, 0], points[:, 1] - points[i, 1]
            away = np.hypot(dx, dy)
            least = cost + away * lowest
            worth = (least < np.minimum(costs, self.budget) - _GAIN) & ~done
            # A path leaves and meets an arc along its tangent.
            worth &= np.abs(points[:, 2] * dx + points[:, 3] * dy) <= away + 1e-12
            worth &= np.abs(points[i, 2] * dx + points[i, 3] * dy) <= away + 1e-12
            (chosen,) = np.nonzero(worth)
            for j in chosen[np.argsort(least[chosen])].tolist():
                total = cost + self._leg(i == 0, *points[i, :2].tolist(), *points[j, :2].tolist())
                if total < min(costs[j], self.budget) - _GAIN:
                    costs[j] = total
                    self.parents[j] = i
                    heapq.heappush(heap, (total, j))

    def _leg(self, first: bool, ax: float, ay: float, bx: float, by: float) -> float:
        if not self.chart.free(ax, ay, bx, by, first):
            return math.inf
        price, away = self.chart.price(ax, ay, bx, by), math.hypot(bx - ax, by - ay)
        if away > _HAIR and price < away * self.dearest:
            # The referee does not see a lane narrower than the tolerance: both sides of the leg count.
            x, y = -(by - ay) / away * _ASIDE, (bx - ax) / away * _ASIDE
            beside = (self.chart.price(ax + s * x, ay + s * y, bx + s * x, by + s * y) for s in (1, -1))
            least = min(beside)
            return least if least > price + _HAIR else price
        return price

    def cost(self, x: float, y: float) -> float:
        """What a place costs; infinite beyond the budget."""
        return self.way(x, y)[0]

    def way(self, x: float, y: float) -> tuple[float, list[Point]]:
        """What a place costs, and the bends of the path to it."""
        if not self.chart.spot_free(x, y):
            return math.inf, []
        self.chart.leaving = self.leaving
        points = self.points
        away = np.hypot(points[:, 0] - x, points[:, 1] - y)
        least = self.costs + away * self.chart.lowest
        best, parent = self.budget, -1
        for j in np.argsort(least).tolist():
            if least[j] >= best:
                break
            total = float(self.costs[j]) + self._leg(j == 0, *points[j, :2].tolist(), x, y)
            if total < best:
                best, parent = total, j
        if parent < 0:
            return math.inf, []
        bends = [(x, y)]
        while parent >= 0:
            bends.append((float(points[parent, 0]), float(points[parent, 1])))
            parent = self.parents[parent]
        return best, bends[::-1]


def _on_circle(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, radius: float
) -> list[float]:
    """The shares of a segment at which it meets a circle."""
    vx, vy = bx - ax, by - ay
    square = vx * vx + vy * vy
    if square == 0.0:
        return []
    along = ((cx - ax) * vx + (cy - ay) * vy) / square
    off = math.hypot(ax + along * vx - cx, ay + along * vy - cy)
    if off > radius:
        return []
    half = math.sqrt((radius * radius - off * off) / square)
    return [share for share in (along - half, along + half) if 0.0 <= share <= 1.0]


def _on_line(ax: float, ay: float, bx: float, by: float, *line: Any) -> list[float]:
    """The share of a segment at which it meets another."""
    cx, cy, dx, dy = line
    vx, vy, ex, ey = bx - ax, by - ay, dx - cx, dy - cy
    turn = vx * ey - vy * ex
    if abs(turn) < 1e-12:
        return []
    share, other = ((cx - ax) * ey - (cy - ay) * ex) / turn, ((cx - ax) * vy - (cy - ay) * vx) / turn
    return [share] if 0.0 <= share <= 1.0 and -1e-9 <= other <= 1.0 + 1e-9 else []
