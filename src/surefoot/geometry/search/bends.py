# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""How far a mover turns on the legs that a path is drawn with, on ground with one price.

The legs are those of `routes/one_level/legs.py`, which draws paths next to borders too and says why.
"""

from __future__ import annotations

import math
from array import array
from math import pi

from surefoot.geometry.search.arrays import longer
from surefoot.geometry.search.chain import Chain
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.tolerance import MILLIONTHS, TOLERANCE, to_lattice

# The most that the straight pieces may add to the price of all arcs of a path together, at the lowest rate.
EXCESS = 2e-4
# A shorter leg is no part of a path.
BRIEF = 2e-6
# Legs end further apart than the first of these; the first leg is longer than the second. Both in millionths.
APART, CLOSE = to_lattice(2 * TOLERANCE), to_lattice(TOLERANCE)
# The sine of the largest angle between an arc and a leg that continues it.
ASKEW = 0.02
# An arc by a smaller angle has no corner.
STRAIGHT = 1e-7
# Added to a number and taken off again, it leaves the nearest whole number, half to even.
_WHOLE = 6755399441055744.0
_DEGREES = 180.0 / pi


class Bends:
    """The corners of the legs of a path, and how far a mover turns on them. The circles of `strict` allow no leeway."""

    def __init__(self, chart: Chart, leeway: float, strict: frozenset[tuple[float, float, float]]) -> None:
        self.chart = chart
        self.leeway = leeway
        self.any_strict = bool(strict)
        self.strict = array("i", [0]) * (chart.circle_count + 1)
        for circle in range(chart.circle_count if strict else 0):
            j = 7 * circle
            self.strict[circle] = (chart.circles[j], chart.circles[j + 1], chart.circles[j + 2]) in strict
        self.excess = EXCESS
        self.brief = BRIEF
        self.askew = ASKEW
        self.straight = STRAIGHT
        self.apart = float(APART)
        self.close = float(CLOSE)
        self.still = TOLERANCE
        self.millionths = float(MILLIONTHS)
        # The parts of the path: an arc round element k as 2 k, the leg behind it as 2 k + 1.
        self.parts = array("i", [0]) * 64
        self.part_count = 0
        # The corners in millionths.
        self.corners = array("d", [0.0]) * 128
        self.count = 0
        # Where the mover faces at the end.
        self.facing = 0.0

    def turned(self, chain: Chain, x: float, y: float, facing: float, end_x: float, end_y: float) -> float:
        """The degrees that a mover at a place turns through on a path whose price is known; it faces `self.facing` at the end."""
        self._list_parts(chain)
        self._list_corners(chain)
        self._add(end_x, end_y)
        self._keep_apart()
        return self._turned_at(x, y, facing)

    def _list_parts(self, chain: Chain) -> None:
        while len(self.parts) < 2 * chain.count:
            self.parts = longer("i", self.parts)
        self.part_count = 0
        for k in range(chain.count - 1):
            if k > 0 and chain.sides[k] != 0.0:
                self.parts[self.part_count] = 2 * k
                self.part_count += 1
            if self._length(chain, k) > self.brief:
                self.parts[self.part_count] = 2 * k + 1
                self.part_count += 1

    def _list_corners(self, chain: Chain) -> None:
        total = 0.0
        leeway = self.leeway
        for i in range(self.part_count):
            if self.parts[i] % 2 == 0:
                k = self.parts[i] // 2
                total += chain.turns[k]
                if self.any_strict and self.strict[chain.circles[k]]:
                    leeway = 0.0
        excess = self.excess / max(total, 1e-9)
        self.count = 0
        for i in range(self.part_count):
            k = self.parts[i] // 2
            if self.parts[i] % 2 == 0:
                self._round(chain, k, excess, leeway)
                continue
            j = 4 * k
            if (
                i > 0
                and self.parts[i - 1] % 2 == 0
                and not self._continues(chain, self.parts[i - 1] // 2, k, True)
            ):
                self._add(chain.legs[j], chain.legs[j + 1])
            if i < self.part_count - 1 and not (
                self.parts[i + 1] % 2 == 0 and self._continues(chain, self.parts[i + 1] // 2, k, False)
            ):
                self._add(chain.legs[j + 2], chain.legs[j + 3])

    def _length(self, chain: Chain, k: int) -> float:
        dx = chain.legs[4 * k + 2] - chain.legs[4 * k]
        dy = chain.legs[4 * k + 3] - chain.legs[4 * k + 1]
        return math.sqrt(dx * dx + dy * dy)

    def _continues(self, chain: Chain, arc: int, leg: int, last: bool) -> bool:
        """Whether a leg is a tangent at the first or the last point of an arc."""
        radius = self.chart.circles[7 * chain.circles[arc] + 2]
        x = (chain.legs[4 * arc - 2] - chain.xs[arc]) / radius
        y = (chain.legs[4 * arc - 1] - chain.ys[arc]) / radius
        turn = chain.sides[arc] * chain.turns[arc] if last else 0.0
        nx = x * math.cos(turn) - y * math.sin(turn)
        ny = x * math.sin(turn) + y * math.cos(turn)
        j = 4 * leg
        dx = chain.legs[j + 2] - chain.legs[j]
        dy = chain.legs[j + 3] - chain.legs[j + 1]
        return abs(dx * nx + dy * ny) <= self.askew * self._length(chain, leg)

    def _round(self, chain: Chain, k: int, excess: float, leeway: float) -> None:
        """Add the corners that stand for an arc."""
        turn = chain.turns[k]
        if turn < self.straight:
            return
        x = self.chart.circles[7 * chain.circles[k]]
        y = self.chart.circles[7 * chain.circles[k] + 1]
        radius = self.chart.circles[7 * chain.circles[k] + 2]
        dip = min(leeway, radius / 4)
        most = math.sqrt(12.0 * (excess + dip) / radius)
        count = max(1, int(math.ceil(turn / min(most, 1.0))))  # noqa: RUF046  # in C a double
        step = turn / count
        dip = min(dip, radius * step * step / 12.0)
        far = (radius - dip) / math.cos(step / 2)
        start = math.atan2(
            (chain.legs[4 * k - 1] - chain.ys[k]) / radius, (chain.legs[4 * k - 2] - chain.xs[k]) / radius
        )
        for i in range(count):
            angle = start + chain.sides[k] * (i + 0.5) * step
            self._add(x + far * math.cos(angle), y + far * math.sin(angle))

    def _add(self, x: float, y: float) -> None:
        """Add a corner, on the lattice."""
        if 2 * self.count + 2 > len(self.corners):
            self.corners = longer("d", self.corners)
        self.corners[2 * self.count] = (x * self.millionths + _WHOLE) - _WHOLE
        self.corners[2 * self.count + 1] = (y * self.millionths + _WHOLE) - _WHOLE
        self.count += 1

    def _keep_apart(self) -> None:
        """Of corners too close together, keep the one nearer to the end."""
        # They are moved to the end of the row.
        first = self.count - 1
        for k in range(self.count - 2, -1, -1):
            dx = self.corners[2 * k] - self.corners[2 * first]
            dy = self.corners[2 * k + 1] - self.corners[2 * first + 1]
            if dx * dx + dy * dy > self.apart * self.apart:
                first -= 1
                self.corners[2 * first] = self.corners[2 * k]
                self.corners[2 * first + 1] = self.corners[2 * k + 1]
        for k in range(first, self.count):
            self.corners[2 * (k - first)] = self.corners[2 * k]
            self.corners[2 * (k - first) + 1] = self.corners[2 * k + 1]
        self.count -= first

    def _turned_at(self, x: float, y: float, facing: float) -> float:
        """The degrees of all turns at the corners, and of the first one, from a facing."""
        total = 0.0
        last_x = (x * self.millionths + _WHOLE) - _WHOLE
        last_y = (y * self.millionths + _WHOLE) - _WHOLE
        for k in range(self.count):
            to_x = self.corners[2 * k]
            to_y = self.corners[2 * k + 1]
            dx = to_x - last_x
            dy = to_y - last_y
            if dx * dx + dy * dy <= self.close * self.close and self.count > 1:
                continue
            last_x = to_x
            last_y = to_y
            to_x /= self.millionths
            to_y /= self.millionths
            dx = to_x - x
            dy = to_y - y
            if math.sqrt(dx * dx + dy * dy) > self.still:
                ahead = _round_the_clock(math.atan2(dx, dy) * _DEGREES)
                off = abs(_round_the_clock(ahead - facing + 180.0) - 180.0)
                total += off if off > self.still else 0.0
                facing = ahead
            x = to_x
            y = to_y
        self.facing = facing
        return total


def _round_the_clock(angle: float) -> float:
    """An angle in degrees from 0 to 360."""
    angle = math.fmod(angle, 360.0)
    return angle + 360.0 if angle < 0.0 else angle
