# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The ground as one moving point sees it, on flat arrays alone: what is in its way, and what a leg costs.

A round base among obstacles is a point among obstacles grown by its radius. Each obstacle is a *capsule* (a segment,
or one spot, and the distance that the point must keep from it), so that every border is a line or an arc and nothing is
flattened. Areas are polygons with a mask of what they are made of; the rate of a mask is looked up. Hurdles are
polygons that cost something whenever they are newly met. Like `kernel.py` this runs interpreted and compiled, with
equal results.
"""

from __future__ import annotations

import math
from array import array
from math import inf

from surefoot.geometry.kernel import leg_near_rings

# A leg that runs nearer than this beside the border of an area may take either side of it.
_BESIDE = 1e-7
# Events of one leg that lie closer than this fraction are one event.
_INSTANT = 1e-12


class Ground:
    """Ground for a point: capsules to keep away from, areas with rates, hurdles."""

    def __init__(
        self,
        capsules: array[float],
        box: tuple[float, float, float, float],
        edges: array[float],
        firsts: array[int],
        masks: array[int],
        rates: array[float],
        hurdles: list[tuple[tuple[tuple[float, ...], ...], float, float]],
    ) -> None:
        self.capsules = capsules
        self.count = len(capsules) // 5
        self.west, self.south, self.east, self.north = box
        self.edges = edges
        self.firsts = firsts
        self.areas = len(masks)
        self.masks = masks
        self.rates = rates
        self.lowest = min(rates)
        self.plain = rates[0]
        self.hurdles = hurdles
        boxes = array("d")
        for rings, distance, _ in hurdles:
            xs = [value for ring in rings for value in ring[0::2]]
            ys = [value for ring in rings for value in ring[1::2]]
            boxes.extend((min(xs) - distance, min(ys) - distance, max(xs) + distance, max(ys) + distance))
        boxes.append(0.0)
        self.hurdle_boxes = boxes
        self.hurdle_count = len(hurdles)
        self._box_areas()
        self._lay_grid()
        self.cuts = array("d", [0.0] * 64)
        self.leaving = array("i", [0] * (self.count + 1))

    def _box_areas(self) -> None:
        self.boxes = array("d", [0.0] * (4 * self.areas + 1))
        for k in range(self.areas):
            first = 4 * self.firsts[k]
            west = east = self.edges[first]
            south = north = self.edges[first + 1]
            for i in range(first, 4 * self.firsts[k + 1], 4):
                west = min(west, self.edges[i])
                east = max(east, self.edges[i])
                south = min(south, self.edges[i + 1])
                north = max(north, self.edges[i + 1])
            self.boxes[4 * k] = west
            self.boxes[4 * k + 1] = south
            self.boxes[4 * k + 2] = east
            self.boxes[4 * k + 3] = north

    # ------------------------------------------------------------------ the grid that finds capsules

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
        # About as many cells as capsules, so that each holds a few.
        across = max(1, min(256, int(2.0 * math.sqrt(self.count)) + 1))
        self.cell = wide / across * (1.0 + 1e-9)
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
                if _spot_segment(x, y, ax, ay, bx, by) <= (reach + half) * (reach + half):
                    held[row * self.columns + column].append(k)

    def _column(self, x: float) -> int:
        at = (x - self.grid_west) / self.cell
        if at <= 0.0:
            return 0
        if at >= self.columns:
            return self.columns - 1
        return int(at)

    def _row(self, y: float) -> int:
        at = (y - self.grid_south) / self.cell
        if at <= 0.0:
            return 0
        if at >= self.rows:
            return self.rows - 1
        return int(at)

    # ------------------------------------------------------------------ is it free

    def spot_free(self, x: float, y: float) -> bool:
        """Whether the point may be somewhere."""
        if x < self.west or x > self.east or y < self.south or y > self.north:
            return False
        cell = self._row(y) * self.columns + self._column(x)
        for i in range(self.cell_first[cell], self.cell_first[cell + 1]):
            k = self.cell_items[i] * 5
            reach = self.capsules[k + 4]
            if (
                _spot_segment(
                    x, y, self.capsules[k], self.capsules[k + 1], self.capsules[k + 2], self.capsules[k + 3]
                )
                < reach * reach
            ):
                return False
        return True

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
        """The capsule that a leg comes too near to, or -1; with `leaving`, marked ones may be left, widening."""
        self.tick += 1
        vx = bx - ax
        vy = by - ay
        low = self._row(min(ay, by))
        high = self._row(max(ay, by))
        for row in range(low, high + 1):
            first_x = ax
            last_x = bx
            if low != high:
                # The part of the leg that lies in this row of cells.
                bottom = (self.grid_south + row * self.cell - ay) / vy
                top = (self.grid_south + (row + 1) * self.cell - ay) / vy
                if bottom > top:
                    bottom, top = top, bottom
                # The outermost rows hold everything beyond them too.
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

    def _meets(self, k: int, ax: float, ay: float, bx: float, by: float, leaving: bool) -> bool:
        j = 5 * k
        cx = self.capsules[j]
        cy = self.capsules[j + 1]
        dx = self.capsules[j + 2]
        dy = self.capsules[j + 3]
        limit = self.capsules[j + 4] * self.capsules[j + 4]
        if leaving and self.leaving[k] != 0:
            return _presses(ax, ay, bx, by, cx, cy, dx, dy)
        if _spot_segment(cx, cy, ax, ay, bx, by) < limit:
            return True
        if cx == dx and cy == dy:
            return False
        if _spot_segment(dx, dy, ax, ay, bx, by) < limit:
            return True
        if _spot_segment(ax, ay, cx, cy, dx, dy) < limit:
            return True
        if _spot_segment(bx, by, cx, cy, dx, dy) < limit:
            return True
        return _cross(ax, ay, bx, by, cx, cy, dx, dy)

    # ------------------------------------------------------------------ what it costs

    def rate_at(self, x: float, y: float) -> float:
        """What a unit of length costs at a point."""
        mask = 0
        for k in range(self.areas):
            if (
                self.boxes[4 * k] <= x <= self.boxes[4 * k + 2]
                and self.boxes[4 * k + 1] <= y <= self.boxes[4 * k + 3]
                and self._inside(k, x, y)
            ):
                mask |= self.masks[k]
        return self.rates[mask]

    def _inside(self, k: int, x: float, y: float) -> bool:
        inside = False
        for i in range(4 * self.firsts[k], 4 * self.firsts[k + 1], 4):
            ay = self.edges[i + 1]
            by = self.edges[i + 3]
            if (ay > y) != (by > y):
                ax = self.edges[i]
                if x < ax + (y - ay) * (self.edges[i + 2] - ax) / (by - ay):
                    inside = not inside
        return inside

    def price(self, ax: float, ay: float, bx: float, by: float) -> float:
        """What a leg costs, obstacles aside; along a border, at the cheaper side of it."""
        vx = bx - ax
        vy = by - ay
        length = math.sqrt(vx * vx + vy * vy)
        if length < 1e-15:
            return 0.0
        total = self._ground(ax, ay, bx, by, vx, vy, length)
        if self.hurdle_count:
            total += self._over_hurdles(ax, ay, bx, by)
        return total

    def ground(self, ax: float, ay: float, bx: float, by: float) -> float:
        """What a leg costs by its ground alone."""
        vx = bx - ax
        vy = by - ay
        length = math.sqrt(vx * vx + vy * vy)
        return self._ground(ax, ay, bx, by, vx, vy, length) if length >= 1e-15 else 0.0

    def _ground(
        self, ax: float, ay: float, bx: float, by: float, vx: float, vy: float, length: float
    ) -> float:
        west = min(ax, bx)
        east = max(ax, bx)
        south = min(ay, by)
        north = max(ay, by)
        near = False
        beside = False
        used = 0
        for k in range(self.areas):
            if (
                self.boxes[4 * k] > east + _BESIDE
                or self.boxes[4 * k + 2] < west - _BESIDE
                or self.boxes[4 * k + 1] > north + _BESIDE
                or self.boxes[4 * k + 3] < south - _BESIDE
            ):
                continue
            near = True
            for i in range(4 * self.firsts[k], 4 * self.firsts[k + 1], 4):
                cx = self.edges[i]
                cy = self.edges[i + 1]
                dx = self.edges[i + 2]
                dy = self.edges[i + 3]
                c_side = (vx * (cy - ay) - vy * (cx - ax)) / length
                d_side = (vx * (dy - ay) - vy * (dx - ax)) / length
                if c_side > _BESIDE and d_side > _BESIDE:
                    continue
                if c_side < -_BESIDE and d_side < -_BESIDE:
                    continue
                if used + 2 >= len(self.cuts):
                    self.cuts = doubled(self.cuts)
                if -_BESIDE <= c_side <= _BESIDE and -_BESIDE <= d_side <= _BESIDE:
                    # The edge lies along the leg: it begins and ends where the edge does.
                    beside = True
                    self.cuts[used] = (vx * (cx - ax) + vy * (cy - ay)) / (length * length)
                    self.cuts[used + 1] = (vx * (dx - ax) + vy * (dy - ay)) / (length * length)
                    used += 2
                elif c_side != d_side:
                    share = c_side / (c_side - d_side)
                    self.cuts[used] = (
                        vx * (cx + share * (dx - cx) - ax) + vy * (cy + share * (dy - cy) - ay)
                    ) / (length * length)
                    used += 1
        if not near:
            return length * self.plain
        return self._sum(ax, ay, vx, vy, length, used, beside)

    def _sum(
        self, ax: float, ay: float, vx: float, vy: float, length: float, used: int, beside: bool
    ) -> float:
        for i in range(1, used):
            value = self.cuts[i]
            j = i - 1
            while j >= 0 and self.cuts[j] > value:
                self.cuts[j + 1] = self.cuts[j]
                j -= 1
            self.cuts[j + 1] = value
        total = 0.0
        start = 0.0
        aside_x = -vy / length * (3.0 * _BESIDE)
        aside_y = vx / length * (3.0 * _BESIDE)
        for i in range(used + 1):
            end = 1.0 if i == used else self.cuts[i]
            if end <= start + _INSTANT:
                continue
            end = min(end, 1.0)
            if end <= start + _INSTANT:
                break
            middle = (start + end) / 2.0
            x = ax + middle * vx
            y = ay + middle * vy
            if beside:
                rate = min(self.rate_at(x + aside_x, y + aside_y), self.rate_at(x - aside_x, y - aside_y))
            else:
                rate = self.rate_at(x, y)
            total += (end - start) * length * rate
            start = end
        return total

    def _over_hurdles(self, ax: float, ay: float, bx: float, by: float) -> float:
        total = 0.0
        for k in range(self.hurdle_count):
            if (
                max(ax, bx) < self.hurdle_boxes[4 * k]
                or min(ax, bx) > self.hurdle_boxes[4 * k + 2]
                or max(ay, by) < self.hurdle_boxes[4 * k + 1]
                or min(ay, by) > self.hurdle_boxes[4 * k + 3]
            ):
                continue
            rings, distance, fee = self.hurdles[k]
            spans = leg_near_rings(ax, ay, bx, by, rings, distance)
            for i in range(0, len(spans), 2):
                # What the base is over already has been paid for.
                if spans[i] > 1e-9:
                    total += fee
        return total


def doubled(values: array[float]) -> array[float]:
    """The same with as much room again behind it."""
    more = array("d", [0.0]) * (2 * len(values))
    for i in range(len(values)):
        more[i] = values[i]
    return more


def _spot_segment(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Squared distance from a point to a segment."""
    ex = bx - ax
    ey = by - ay
    wx = px - ax
    wy = py - ay
    square = ex * ex + ey * ey
    if square > 0.0:
        along = wx * ex + wy * ey
        if along >= square:
            wx = px - bx
            wy = py - by
        elif along > 0.0:
            # Off the line by the cross product: exact where the difference of two long vectors is not.
            off = wx * ey - wy * ex
            return off * off / square
    return wx * wx + wy * wy


def _cross(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> bool:
    """Whether two segments pass through each other."""
    c_side = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d_side = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    if (c_side >= 0.0 and d_side >= 0.0) or (c_side <= 0.0 and d_side <= 0.0):
        return False
    a_side = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    b_side = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return (a_side > 0.0 and b_side < 0.0) or (a_side < 0.0 and b_side > 0.0)


def _presses(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> bool:
    """Whether a leg comes nearer to a segment than it is at its start: the gap is convex, so its start decides."""
    ex = dx - cx
    ey = dy - cy
    square = ex * ex + ey * ey
    share = 0.0
    if square > 0.0:
        share = max(0.0, min(1.0, ((ax - cx) * ex + (ay - cy) * ey) / square))
    away_x = ax - cx - share * ex
    away_y = ay - cy - share * ey
    return away_x * (bx - ax) + away_y * (by - ay) < -1e-12
