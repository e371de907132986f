# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The ground of a moving point, on flat arrays: its obstacles, and the cost of a leg.

Areas are polygons with a mask of tags; each mask has a rate. Hurdles are polygons with a fee whenever they are newly
met. Like `kernel.py` this runs interpreted and compiled, with equal results.
"""

from __future__ import annotations

import math
from array import array
from math import inf

from surefoot.geometry.kernel import leg_near_rings, point_segment_square, region_distance
from surefoot.geometry.search.arrays import longer
from surefoot.geometry.search.intersections import line_in_box, line_in_capsule
from surefoot.geometry.search.obstacles import Obstacles

# A leg this near to the border of an area may take the rate of either side. Borders that should fall together are as far
# apart as the lattice is coarse.
_BESIDE = 2e-6
# The rate of a leg along a border is that of the ground this far aside, where the path is drawn: the referee does not see
# a narrower lane.
_ASIDE = 1.05e-4
# How wide a lane an obstacle beside the border has to leave: the base may press into it by what counts as touching.
_LANE = _ASIDE / 4.0
# So little of a lane at an obstacle is no matter.
_HAIR = 1e-3
# Events of one leg closer together than this fraction are the same.
_INSTANT = 1e-12
# Which way a leg leads is read from a first step of this length.
_STEP = 1e-3
# The edges of an area are tested in groups of this size, by the bounding box of each group.
_BUNCH = 8
# So few areas are in one cell; more are in a grid of at most so many cells along each side.
_FEW = 12
_MOST_ACROSS = 128


Rings = tuple[tuple[float, ...], ...]
# The rings of a hurdle, how near a path may come, its fee, and the parts of it that the mover stands in as it begins.
Hurdle = tuple[Rings, float, float, tuple[Rings, ...]]


class Ground(Obstacles):
    """Ground for a point: capsules to keep away from, areas with rates, hurdles."""

    def __init__(
        self,
        capsules: array[float],
        box: tuple[float, float, float, float],
        edges: array[float],
        firsts: array[int],
        masks: array[int],
        rates: array[float],
        hurdles: list[Hurdle],
    ) -> None:
        Obstacles.__init__(self, capsules, box)
        self.edges = edges
        self.firsts = firsts
        self.areas = len(masks)
        self.masks = masks
        self.rates = rates
        self.lowest = min(rates)
        self.plain = rates[0]
        self.hurdles = hurdles
        boxes = array("d")
        for rings, distance, _, _ in hurdles:
            xs = [value for ring in rings for value in ring[0::2]]
            ys = [value for ring in rings for value in ring[1::2]]
            boxes.extend((min(xs) - distance, min(ys) - distance, max(xs) + distance, max(ys) + distance))
        boxes.append(0.0)
        self.hurdle_boxes = boxes
        self.hurdle_count = len(hurdles)
        self._box_areas()
        # Where the leg that is priced meets borders, how often, and whether it runs along one.
        self.cuts = array("d", [0.0] * 64)
        self.used = 0
        self.along = False
        self.lane = _LANE
        self.aside = _ASIDE
        # The number of stretches of one rate on the leg that was priced last.
        self.pieces = 0

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
        self._bunch_edges()
        self._lay_area_grid()

    def _lay_area_grid(self) -> None:
        """Sort the areas into cells by their boxes: about as many cells as areas, and one for a few."""
        west = south = inf
        east = north = -inf
        for k in range(self.areas):
            west = min(west, self.boxes[4 * k])
            south = min(south, self.boxes[4 * k + 1])
            east = max(east, self.boxes[4 * k + 2])
            north = max(north, self.boxes[4 * k + 3])
        across = min(_MOST_ACROSS, int(math.sqrt(self.areas))) if self.areas > _FEW else 1
        self.area_across = across
        self.area_west = west if self.areas else 0.0
        self.area_south = south if self.areas else 0.0
        self.area_columns_per = across / (east - west) if east > west else 0.0
        self.area_rows_per = across / (north - south) if north > south else 0.0
        held: list[list[int]] = [[] for _ in range(across * across)]
        for k in range(self.areas):
            j = 4 * k
            for row in range(self._area_row(self.boxes[j + 1]), self._area_row(self.boxes[j + 3]) + 1):
                for column in range(
                    self._area_column(self.boxes[j]), self._area_column(self.boxes[j + 2]) + 1
                ):
                    held[row * across + column].append(k)
        firsts = array("i", [0])
        found = array("i")
        for items in held:
            found.extend(items)
            firsts.append(len(found))
        found.append(-1)
        self.area_first = firsts
        self.area_items = found
        self.area_stamps = array("i", [0] * (self.areas + 1))
        self.area_tick = 0

    def _area_column(self, x: float) -> int:
        at = (x - self.area_west) * self.area_columns_per
        if at <= 0.0:
            return 0
        return int(at) if at < self.area_across else self.area_across - 1

    def _area_row(self, y: float) -> int:
        at = (y - self.area_south) * self.area_rows_per
        if at <= 0.0:
            return 0
        return int(at) if at < self.area_across else self.area_across - 1

    def areas_near(self, west: float, south: float, east: float, north: float) -> list[int]:
        """The numbers of the areas whose boxes meet a window, in order."""
        self.area_tick += 1
        first = self._area_column(west)
        last = self._area_column(east)
        found: list[int] = []
        for row in range(self._area_row(south), self._area_row(north) + 1):
            cell = row * self.area_across
            for i in range(self.area_first[cell + first], self.area_first[cell + last + 1]):
                k = self.area_items[i]
                if self.area_stamps[k] == self.area_tick:
                    continue
                self.area_stamps[k] = self.area_tick
                if not (
                    self.boxes[4 * k] > east
                    or self.boxes[4 * k + 2] < west
                    or self.boxes[4 * k + 1] > north
                    or self.boxes[4 * k + 3] < south
                ):
                    found.append(k)
        found.sort()
        return found

    def _bunch_edges(self) -> None:
        """Compute the bounding boxes of the groups of edges."""
        self.bunch_of = array("i", [0] * (self.areas + 1))
        firsts = array("i")
        boxes = array("d")
        for k in range(self.areas):
            self.bunch_of[k] = len(firsts)
            for first in range(self.firsts[k], self.firsts[k + 1], _BUNCH):
                last = min(first + _BUNCH, self.firsts[k + 1])
                firsts.append(first)
                xs = [self.edges[4 * i + j] for i in range(first, last) for j in (0, 2)]
                ys = [self.edges[4 * i + j] for i in range(first, last) for j in (1, 3)]
                boxes.extend((min(xs), min(ys), max(xs), max(ys)))
        self.bunch_of[self.areas] = len(firsts)
        firsts.append(len(self.edges) // 4)
        boxes.append(0.0)
        self.bunch_firsts = firsts
        self.bunch_boxes = boxes

    # ------------------------------------------------------------------ the grid of capsules

    def rate_at(self, x: float, y: float) -> float:
        """The price of a unit of length at a point."""
        mask = 0
        cell = self._area_row(y) * self.area_across + self._area_column(x)
        for i in range(self.area_first[cell], self.area_first[cell + 1]):
            k = self.area_items[i]
            if (
                self.boxes[4 * k] <= x <= self.boxes[4 * k + 2]
                and self.boxes[4 * k + 1] <= y <= self.boxes[4 * k + 3]
                and self._inside(k, x, y)
            ):
                mask |= self.masks[k]
        return self.rates[mask]

    def _inside(self, k: int, x: float, y: float) -> bool:
        inside = False
        for bunch in range(self.bunch_of[k], self.bunch_of[k + 1]):
            if (
                self.bunch_boxes[4 * bunch + 1] > y
                or self.bunch_boxes[4 * bunch + 3] < y
                or self.bunch_boxes[4 * bunch + 2] < x
            ):
                continue
            for i in range(4 * self.bunch_firsts[bunch], 4 * self.bunch_firsts[bunch + 1], 4):
                ay = self.edges[i + 1]
                by = self.edges[i + 3]
                if (ay > y) != (by > y):
                    ax = self.edges[i]
                    if x < ax + (y - ay) * (self.edges[i + 2] - ax) / (by - ay):
                        inside = not inside
        return inside

    def depth(self, x: float, y: float) -> float:
        """The distance to the nearest border of any area."""
        best = inf
        for k in range(self.areas):
            for bunch in range(self.bunch_of[k], self.bunch_of[k + 1]):
                j = 4 * bunch
                dx = max(self.bunch_boxes[j] - x, x - self.bunch_boxes[j + 2], 0.0)
                dy = max(self.bunch_boxes[j + 1] - y, y - self.bunch_boxes[j + 3], 0.0)
                if dx * dx + dy * dy >= best:
                    continue
                for i in range(4 * self.bunch_firsts[bunch], 4 * self.bunch_firsts[bunch + 1], 4):
                    best = min(
                        best,
                        point_segment_square(
                            x, y, self.edges[i], self.edges[i + 1], self.edges[i + 2], self.edges[i + 3]
                        ),
                    )
        return math.sqrt(best)

    def path(self, points: array[float]) -> float:
        """The cost of a path of straight legs (x, y, x, y, …); infinite if it is blocked."""
        total = 0.0
        for i in range(0, len(points) - 3, 2):
            if not self.free(points[i], points[i + 1], points[i + 2], points[i + 3], i == 0):
                return inf
            total += self.price(points[i], points[i + 1], points[i + 2], points[i + 3])
        return total

    def price(self, ax: float, ay: float, bx: float, by: float) -> float:
        """The cost of a leg, without regard to obstacles; along a border, by the cheaper side."""
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
        """The cost of a leg by its ground alone."""
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
        self.area_tick += 1
        self.used = 0
        self.along = False
        first = self._area_column(west - _BESIDE)
        last = self._area_column(east + _BESIDE)
        for row in range(self._area_row(south - _BESIDE), self._area_row(north + _BESIDE) + 1):
            cell = row * self.area_across
            for item in range(self.area_first[cell + first], self.area_first[cell + last + 1]):
                k = self.area_items[item]
                if (
                    self.area_stamps[k] == self.area_tick
                    or self.boxes[4 * k] > east + _BESIDE
                    or self.boxes[4 * k + 2] < west - _BESIDE
                    or self.boxes[4 * k + 1] > north + _BESIDE
                    or self.boxes[4 * k + 3] < south - _BESIDE
                ):
                    continue
                self.area_stamps[k] = self.area_tick
                near = True
                for bunch in range(self.bunch_of[k], self.bunch_of[k + 1]):
                    if not self._bypassed(bunch, ax, ay, vx, vy, west, south, east, north):
                        self._cut(bunch, ax, ay, vx, vy, length)
        if not near:
            self.pieces = 1
            return length * self.plain
        return self._sum(ax, ay, vx, vy, length, self.used, self.along)

    def _cut(self, bunch: int, ax: float, ay: float, vx: float, vy: float, length: float) -> None:
        """Note where a leg meets the edges of a group, and whether it runs along one of them."""
        used = self.used
        for i in range(4 * self.bunch_firsts[bunch], 4 * self.bunch_firsts[bunch + 1], 4):
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
                self.cuts = longer("d", self.cuts)
            c_at = (vx * (cx - ax) + vy * (cy - ay)) / (length * length)
            d_at = (vx * (dx - ax) + vy * (dy - ay)) / (length * length)
            if _lies_along(c_at, c_side, d_at, d_side, length):
                # The edge lies along the leg: the events are its ends.
                self.along = True
                self.cuts[used] = c_at
                self.cuts[used + 1] = d_at
                used += 2
            elif c_side != d_side:
                share = c_side / (c_side - d_side)
                self.cuts[used] = (
                    vx * (cx + share * (dx - cx) - ax) + vy * (cy + share * (dy - cy) - ay)
                ) / (length * length)
                used += 1
        self.used = used

    def _bypassed(
        self,
        bunch: int,
        ax: float,
        ay: float,
        vx: float,
        vy: float,
        west: float,
        south: float,
        east: float,
        north: float,
    ) -> bool:
        """Whether a leg, with its box, is clear of a group of edges."""
        j = 4 * bunch
        if (
            self.bunch_boxes[j] > east + _BESIDE
            or self.bunch_boxes[j + 2] < west - _BESIDE
            or self.bunch_boxes[j + 1] > north + _BESIDE
            or self.bunch_boxes[j + 3] < south - _BESIDE
        ):
            return True
        half_x = (self.bunch_boxes[j + 2] - self.bunch_boxes[j]) / 2.0 + _BESIDE
        half_y = (self.bunch_boxes[j + 3] - self.bunch_boxes[j + 1]) / 2.0 + _BESIDE
        off = vx * (self.bunch_boxes[j + 1] + half_y - ay) - vy * (self.bunch_boxes[j] + half_x - ax)
        return abs(off) > abs(vx) * (half_y + _BESIDE) + abs(vy) * (half_x + _BESIDE)

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
        self.pieces = 0
        aside_x = -vy / length * _ASIDE
        aside_y = vx / length * _ASIDE
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
                rate = self._beside_rate(x, y, aside_x, aside_y, (end - start) * vx, (end - start) * vy)
            else:
                rate = self.rate_at(x, y)
            total += (end - start) * length * rate
            if (end - start) * length > _BESIDE:
                self.pieces += 1
            start = end
        return total

    def _beside_rate(self, x: float, y: float, aside_x: float, aside_y: float, vx: float, vy: float) -> float:
        """The rate of a piece along a border, by its middle and its length: of the cheaper side, as far as that side is free."""
        one = self.rate_at(x + aside_x, y + aside_y)
        other = self.rate_at(x - aside_x, y - aside_y)
        if one == other:
            return one
        side = 1.0 if one < other else -1.0
        barred = self._barred(x - vx / 2.0, y - vy / 2.0, vx, vy, side * aside_x, side * aside_y)
        # A border that leads up to an obstacle is free all along, though the lane beside it meets the obstacle a hair earlier.
        if barred < 0.5 and barred * barred * (vx * vx + vy * vy) < _HAIR * _HAIR:
            return min(one, other)
        return min(one, other) + barred * abs(one - other)

    def _barred(self, x: float, y: float, vx: float, vy: float, aside_x: float, aside_y: float) -> float:
        """The share of a piece along a border, from a point on, in which obstacles bar the lane beside it."""
        ax = x + self.lane / _ASIDE * aside_x
        ay = y + self.lane / _ASIDE * aside_y
        bx = ax + vx
        by = ay + vy
        low = 0.0
        high = 1.0
        if self.east < inf:
            low, high = line_in_box(ax, ay, bx, by, self.west, self.south, self.east, self.north)
        if low >= high:
            return 1.0
        barred = low + 1.0 - high
        if self.blocked(ax, ay, bx, by, False) < 0:
            return barred
        found: list[tuple[float, float, int]] = []
        self.tick += 1
        for row in range(self._row(min(ay, by)), self._row(max(ay, by)) + 1):
            first = row * self.columns + self._column(min(ax, bx))
            last = row * self.columns + self._column(max(ax, bx))
            for i in range(self.cell_first[first], self.cell_first[last + 1]):
                k = self.cell_items[i]
                if self.stamps[k] == self.tick:
                    continue
                self.stamps[k] = self.tick
                j = 5 * k
                begin, end = line_in_capsule(
                    ax, ay, bx, by,
                    self.capsules[j], self.capsules[j + 1], self.capsules[j + 2], self.capsules[j + 3],
                    self.capsules[j + 4],
                )  # fmt: skip
                if begin < end:
                    found.append((begin, end, k))
        found.sort()
        for begin, end, k in found:
            if min(end, high) > max(begin, low) and not (
                (begin <= 0.0 and self._widens(k, x, y, vx, vy, aside_x, aside_y))
                or (end >= 1.0 and self._widens(k, x + vx, y + vy, -vx, -vy, aside_x, aside_y))
            ):
                barred += min(end, high) - max(begin, low)
                low = min(end, high)
        return barred

    def _widens(
        self, k: int, x: float, y: float, vx: float, vy: float, aside_x: float, aside_y: float
    ) -> bool:
        """Whether the lane between a border and a capsule, narrow at a point, gets wide enough: the path to there is straight and free."""
        j = 5 * k
        _, opens = line_in_capsule(
            x + aside_x, y + aside_y, x + aside_x + vx, y + aside_y + vy,
            self.capsules[j], self.capsules[j + 1], self.capsules[j + 2], self.capsules[j + 3],
            self.capsules[j + 4],
        )  # fmt: skip
        if opens >= 1.0:
            return False
        opens = max(opens, 0.0)
        return self.blocked(x, y, x + opens * vx + aside_x, y + opens * vy + aside_y, False) < 0

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
            rings, distance, fee, begun = self.hurdles[k]
            spans = leg_near_rings(ax, ay, bx, by, rings, distance)
            for i in range(0, len(spans), 2):
                # A hurdle under the base at the start of a leg has been paid for, unless the mover began in it.
                if spans[i] > 1e-9 or (begun and goes_in(ax, ay, bx, by, begun)):
                    total += fee
        return total


def goes_in(ax: float, ay: float, bx: float, by: float, parts: tuple[Rings, ...]) -> bool:
    """Whether a leg leads further into one of some shapes; what only leaves them does not."""
    length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    if length <= 0.0:
        return False
    step = min(1.0, _STEP / length)
    to_x = ax + (bx - ax) * step
    to_y = ay + (by - ay) * step
    return any(region_distance(to_x, to_y, rings) < region_distance(ax, ay, rings) - 1e-9 for rings in parts)


def _lies_along(c_at: float, c_side: float, d_at: float, d_side: float, length: float) -> bool:
    """Whether an edge lies along a leg, as far as both go; its ends are given by shares of the leg and distances beside it."""
    low = max(0.0, min(c_at, d_at))
    high = min(1.0, max(c_at, d_at))
    if (high - low) * length <= _BESIDE:
        return False
    slope = (d_side - c_side) / (d_at - c_at)
    return abs(c_side + (low - c_at) * slope) <= _BESIDE and abs(c_side + (high - c_at) * slope) <= _BESIDE
