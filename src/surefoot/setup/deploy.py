"""Models set up in a zone: unit by unit in ranks, clear of terrain and of each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property

import shapely
from shapely.geometry.base import BaseGeometry

from surefoot.records import dataclass

Point = tuple[float, float]

# Space between two bases of a unit, and how finely places are tried.
GAP = 0.2
STEP = 0.5
# Ranks that are tried, from wide to narrow.
RANKS = (10, 5, 3, 2, 1)


@dataclass
class Ground:
    """A zone with what stands in it; every model that is set up takes its place."""

    zone: BaseGeometry
    blocked: BaseGeometry
    unit: float = 1.0
    taken: list[tuple[float, float, float]] = field(default_factory=list)
    _free: dict[float, BaseGeometry] = field(default_factory=dict)

    def free(self, radius: float) -> BaseGeometry:
        """Where a base of this radius may stand, apart from other models."""
        key = round(radius, 3)
        if key not in self._free:
            ground = self.zone.buffer(-radius - 0.01).difference(self.blocked.buffer(radius + 0.01))
            shapely.prepare(ground)
            self._free[key] = ground
        return self._free[key]

    def fits(self, x: float, y: float, radius: float) -> bool:
        """Whether a base can stand there."""
        if not shapely.contains_xy(self.free(radius), x, y):
            return False
        return all(math.hypot(x - px, y - py) > radius + other + 0.01 for px, py, other in self.taken)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The box round the zone."""
        west, south, east, north = self.zone.bounds
        return west, south, east, north

    def starts(self, northwards: bool, near: Point | None = None) -> Iterator[Point]:
        """Places to try: from the front of the zone to its back, or from a point outwards."""
        if near is None:
            yield from self._rows(northwards)
            return
        yield near
        yield from sorted(self._rows(northwards), key=lambda at: math.dist(at, near))

    def _rows(self, northwards: bool) -> Iterator[Point]:
        west, south, east, north = self.bounds
        step = STEP * self.unit
        rows = int((north - south) / step) + 1
        columns = int((east - west) / step) + 1
        for row in range(rows):
            y = north - row * step if northwards else south + row * step
            for column in range(columns):
                # From the middle outwards.
                side = (column + 1) // 2 * (1 if column % 2 else -1)
                yield (west + east) / 2 + side * step, y


def set_up(
    ground: Ground, radii: Sequence[float], northwards: bool, near: Point | None = None
) -> list[Point] | None:
    """Places for the models of one unit, in ranks, as near to a point as it fits; None if the zone has no room for them."""
    for wide in RANKS if near is None else RANKS[1:]:
        if wide > len(radii) and wide != RANKS[-1] and len(radii) > 1:
            continue
        shifts = _ranks(radii, wide, GAP * ground.unit, northwards)
        if near is not None:
            # The middle of the unit is at the point, not its first rank.
            deep = (shifts[0][1] + shifts[-1][1]) / 2
            shifts = [(dx, dy - deep) for dx, dy in shifts]
        widest = max(radii)
        for x, y in ground.starts(northwards, near):
            if not ground.fits(x + shifts[0][0], y + shifts[0][1], radii[0]):
                continue
            places = [(x + dx, y + dy) for dx, dy in shifts]
            if all(ground.fits(px, py, radius) for (px, py), radius in zip(places, radii, strict=True)):
                ground.taken += [(px, py, radius) for (px, py), radius in zip(places, radii, strict=True)]
                return [(round(px, 3), round(py, 3)) for px, py in places]
        if widest > 0 and len(radii) == 1:
            return None
    return None


def _ranks(radii: Sequence[float], wide: int, gap: float, northwards: bool) -> list[Point]:
    step = 2 * max(radii) + gap
    back = -step if northwards else step
    columns = min(wide, len(radii))
    return [((i % wide - (columns - 1) / 2) * step, (i // wide) * back) for i in range(len(radii))]
