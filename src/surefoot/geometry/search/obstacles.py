# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The obstacles of a moving point, on a grid: where it may be, and which legs are free.

A round base among obstacles is a point among obstacles grown by its radius. Each obstacle is a *capsule* (a segment
or a point, and the distance to keep from it), so that every border is a line or an arc and nothing is approximated.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Container
from math import inf

from surefoot.geometry.kernel import point_segment_square, segments_cross
from surefoot.geometry.search.intersections import presses


class Obstacles:
    """Capsules that a point keeps away from, within a box."""

    def __init__(self, capsules: array[float], box: tuple[float, float, float, float]) -> None:
        self.capsules = capsules
        self.count = len(capsules) // 5
        self.west, self.south, self.east, self.north = box
        self._lay_grid()
        # How the start of the current search may pass each capsule, see `Search.may_leave`.
        self.leaving = array("i", [0] * (self.count + 1))

    def _lay_grid(self) -> None:
        capsules = self.capsules
        west = south = inf
        east = north = -inf
        for k in range(self.count):
            reach = capsules[5 * k + 4]
            west = min(west, capsules[5 * k] - reach, capsules[5 * k + 2] - reach)
            east = max(east, capsules[5 * k] + reach, capsules[5 * k + 2] + reach)
            south = min(south, capsules[5 * k + 1] - reach, capsules[5 * k + 3] - reach)
            north = max(north, capsules[5 * k + 1] + reach, capsules[5 * k + 3] + reach)
        if self.count == 0:
            west = south = 0.0
            east = north = 1.0
        wide = max(east - west, north - south, 1e-3)
        # About as many cells as capsules, so that each holds a few, but no finer than capsules are wide, or each
        # would lie in too many cells.
        across = max(1, min(256, int(2.0 * math.sqrt(self.count)) + 1))
        reaches = 0.0
        for k in range(self.count):
            reaches += capsules[5 * k + 4]
        self.cell = max(wide / across * (1.0 + 1e-9), reaches / max(1, self.count))
        self.per_cell = 1.0 / self.cell
        self.grid_west = west
        self.grid_south = south
        self.columns = max(1, int((east - west) / self.cell) + 1)
        self.rows = max(1, int((north - south) / self.cell) + 1)
        held: list[list[int]] = [[] for _ in range(self.columns * self.rows)]
        for k in range(self.count):
            self._hold(k, held)
        firsts = array("i", [0])
        found = array("i")
        for items in held:
            found.extend(items)
            firsts.append(len(found))
        found.append(-1)
        self.cell_first = firsts
        self.cell_items = found
        self.stamps = array("i", [0] * (self.count + 1))
        self.tick = 0
        self.last = -1

    def _hold(self, k: int, held: list[list[int]]) -> None:
        ax = self.capsules[5 * k]
        ay = self.capsules[5 * k + 1]
        bx = self.capsules[5 * k + 2]
        by = self.capsules[5 * k + 3]
        reach = self.capsules[5 * k + 4]
        half = self.cell * 0.7072
        for row in range(self._row(min(ay, by) - reach), self._row(max(ay, by) + reach) + 1):
            y = self.grid_south + (row + 0.5) * self.cell
            for column in range(self._column(min(ax, bx) - reach), self._column(max(ax, bx) + reach) + 1):
                x = self.grid_west + (column + 0.5) * self.cell
                if point_segment_square(x, y, ax, ay, bx, by) <= (reach + half) * (reach + half):
                    held[row * self.columns + column].append(k)

    def _column(self, x: float) -> int:
        at = (x - self.grid_west) * self.per_cell
        if at <= 0.0:
            return 0
        if at >= self.columns:
            return self.columns - 1
        return int(at)

    def _row(self, y: float) -> int:
        at = (y - self.grid_south) * self.per_cell
        if at <= 0.0:
            return 0
        if at >= self.rows:
            return self.rows - 1
        return int(at)

    # ------------------------------------------------------------------ questions

    def spot_free(self, x: float, y: float) -> bool:
        """Whether the point may be at a place."""
        if x < self.west or x > self.east or y < self.south or y > self.north:
            return False
        cell = self._row(y) * self.columns + self._column(x)
        for i in range(self.cell_first[cell], self.cell_first[cell + 1]):
            k = self.cell_items[i] * 5
            reach = self.capsules[k + 4]
            if (
                point_segment_square(
                    x, y, self.capsules[k], self.capsules[k + 1], self.capsules[k + 2], self.capsules[k + 3]
                )
                < reach * reach
            ):
                return False
        return True

    def around(self, x: float, y: float) -> list[int]:
        """The numbers of the capsules that a point lies in."""
        cell = self._row(y) * self.columns + self._column(x)
        return [
            self.cell_items[i]
            for i in range(self.cell_first[cell], self.cell_first[cell + 1])
            if self.away(self.cell_items[i], x, y)[2] < self.capsules[5 * self.cell_items[i] + 4]
        ]

    def touching(self, west: float, south: float, east: float, north: float) -> list[int]:
        """The numbers of the capsules that may reach into a window, in order: all that do, and a few beside it."""
        self.tick += 1
        first = self._column(west)
        last = self._column(east)
        found: list[int] = []
        for row in range(self._row(south), self._row(north) + 1):
            for cell in range(row * self.columns + first, row * self.columns + last + 1):
                for i in range(self.cell_first[cell], self.cell_first[cell + 1]):
                    k = self.cell_items[i]
                    if self.stamps[k] != self.tick:
                        self.stamps[k] = self.tick
                        found.append(k)
        found.sort()
        return found

    def deepest(
        self, x: float, y: float, most: float, firm: Container[int]
    ) -> tuple[int, float, float, float]:
        """The capsule that a point lies in deepest, at most `most` deep: its number, the depth, and the direction out.

        Firm ones do not count. -1 if there is none.
        """
        chosen = -1
        deepest = 0.0
        out_x = 0.0
        out_y = 0.0
        for k in self.around(x, y):
            away_x, away_y, away = self.away(k, x, y)
            depth = self.capsules[5 * k + 4] - away
            if deepest < depth <= most and away > 0.0 and k not in firm:
                chosen = k
                deepest = depth
                out_x = away_x / away
                out_y = away_y / away
        return chosen, deepest, out_x, out_y

    def away(self, k: int, x: float, y: float) -> tuple[float, float, float]:
        """The vector from the nearest point of a capsule's segment to a point, and its length."""
        ax = self.capsules[5 * k]
        ay = self.capsules[5 * k + 1]
        bx = self.capsules[5 * k + 2]
        by = self.capsules[5 * k + 3]
        square = (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
        share = 0.0
        if square > 0.0:
            share = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square))
        dx = x - ax - share * (bx - ax)
        dy = y - ay - share * (by - ay)
        return dx, dy, math.sqrt(dx * dx + dy * dy)

    def blocked(self, ax: float, ay: float, bx: float, by: float, leaving: bool) -> int:
        """The capsule that a leg comes too near to, or -1.

        With `leaving`, marked ones may be left, moving away from them.
        """
        self.tick += 1
        vx = bx - ax
        vy = by - ay
        low = self._row(min(ay, by))
        high = self._row(max(ay, by))
        for row in range(low, high + 1):
            first_x = ax
            last_x = bx
            if low != high:
                # The part of the leg in this row of cells.
                bottom = (self.grid_south + row * self.cell - ay) / vy
                top = (self.grid_south + (row + 1) * self.cell - ay) / vy
                if bottom > top:
                    bottom, top = top, bottom
                # The outermost rows also hold everything beyond them.
                if row == (low if vy > 0.0 else high):
                    bottom = 0.0
                if row == (high if vy > 0.0 else low):
                    top = 1.0
                first_x = ax + vx * max(0.0, min(1.0, bottom))
                last_x = ax + vx * max(0.0, min(1.0, top))
            start = self._column(min(first_x, last_x) - 1e-9)
            end = self._column(max(first_x, last_x) + 1e-9)
            for cell in range(row * self.columns + start, row * self.columns + end + 1):
                for i in range(self.cell_first[cell], self.cell_first[cell + 1]):
                    k = self.cell_items[i]
                    if self.stamps[k] != self.tick:
                        self.stamps[k] = self.tick
                        if self._meets(k, ax, ay, bx, by, leaving):
                            return k
        return -1

    def free(self, ax: float, ay: float, bx: float, by: float, leaving: bool) -> bool:
        """Whether a leg is free. The obstacle of the last blocked leg is tested first."""
        if self.last >= 0 and self._meets(self.last, ax, ay, bx, by, leaving):
            return False
        met = self.blocked(ax, ay, bx, by, leaving)
        if met >= 0:
            self.last = met
        return met < 0

    def _meets(self, k: int, ax: float, ay: float, bx: float, by: float, leaving: bool) -> bool:
        j = 5 * k
        cx = self.capsules[j]
        cy = self.capsules[j + 1]
        dx = self.capsules[j + 2]
        dy = self.capsules[j + 3]
        limit = self.capsules[j + 4] * self.capsules[j + 4]
        if leaving and self.leaving[k] != 0:
            mark = self.leaving[k]
            if mark < 3:
                return mark == 1 and presses(ax, ay, bx, by, cx, cy, dx, dy)
            i = 5 * (mark - 3)
            if not presses(
                ax,
                ay,
                bx,
                by,
                self.capsules[i],
                self.capsules[i + 1],
                self.capsules[i + 2],
                self.capsules[i + 3],
            ):
                return False
        # Both ends are further off the line of the leg than the distance, on one side: the capsule is clear.
        vx = bx - ax
        vy = by - ay
        c_side = vx * (cy - ay) - vy * (cx - ax)
        d_side = vx * (dy - ay) - vy * (dx - ax)
        if (c_side > 0.0) == (d_side > 0.0):
            off = min(abs(c_side), abs(d_side))
            if off * off > limit * (vx * vx + vy * vy) * (1.0 + 1e-9):
                return False
        if point_segment_square(cx, cy, ax, ay, bx, by) < limit:
            return True
        if cx == dx and cy == dy:
            return False
        if point_segment_square(dx, dy, ax, ay, bx, by) < limit:
            return True
        if point_segment_square(ax, ay, cx, cy, dx, dy) < limit:
            return True
        if point_segment_square(bx, by, cx, cy, dx, dy) < limit:
            return True
        return segments_cross(ax, ay, bx, by, cx, cy, dx, dy)
