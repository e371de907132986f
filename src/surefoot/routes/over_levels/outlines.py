"""Outlines of the reach on each level, for pictures and for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import inf

from surefoot.geometry import prepare
from surefoot.geometry.kernel import region_distance
from surefoot.geometry.search.contours import EXACT, Frame, Grid, Point, fineness, rings
from surefoot.geometry.shapes import Region
from surefoot.records import dataclass
from surefoot.routes.one_level.reach import PROMISE
from surefoot.routes.outlines import Bands, Gate, LevelOutline, Steps, levels_of, plain_bands
from surefoot.routes.over_levels.floors import Floor, TakenLink
from surefoot.routes.over_levels.reach import LevelReach

# The finest grid on which contours are computed.
_FINEST = 1 / 8
# Prices within this distance of a contour level are polished first.
_NEAR = 0.1
# Places this far from ground where the base may not end are clear of it.
_CLEAR = 0.01


def level_outlines(found: LevelReach, step: Steps) -> tuple[LevelOutline, ...]:
    """The outlines of every level that was reached, the mover's own first."""
    return tuple(
        LevelOutline(floor.z, floor.names, plain_bands(bands(found, floor, step)), gates(found, floor))
        for floor in found.floors
    )


def gates(found: LevelReach, floor: Floor) -> tuple[Gate, ...]:
    """The links by which a level is reached, each at its cheapest place, cheapest first, without those that another makes useless."""
    best: dict[tuple[str, str, int], Gate] = {}
    entries = [(twin, entry) for twin in found.twins(floor) for entry in twin.entries]
    for level, entry in entries:
        taken, used = entry.taken, entry.most
        if taken is None or used > found.budget:
            continue
        if level.cost(entry.x, entry.y, entry.used) >= entry.used - found.error:
            name = taken.link.by, taken.link.name, taken.source
            if name not in best or used < best[name].used:
                best[name] = _gate(found, taken, used)
    return tuple(sorted(best.values(), key=lambda gate: gate.used))


def _gate(found: LevelReach, taken: TakenLink, used: float) -> Gate:
    link, made = taken.link, taken.judged
    return Gate(
        link.by,
        link.mode,
        link.name,
        taken.start,
        taken.end,
        found.atlas.floors[taken.source].z,
        made.cost,
        made.takes,
        made.chance,
        made.tests,
        used,
    )


def bands(found: LevelReach, floor: Floor, step: Steps) -> Bands:
    """The outlines of the places where the base may end on a floor, for each multiple of a step and for the whole budget.

    Doors may be opened. The outlines are on the safe side of every limit: a little may be missing between two places
    that were tried along an edge.
    """
    first, *others = (_bands(found, twin, step) for twin in found.twins(floor))
    for other in others:
        first = joined(first, other)
    return first


def joined(bands: Bands, others: Bands) -> Bands:
    """The outlines of two reaches on one level, together."""
    return tuple(
        (level, prepare.union([one, two]) if two.rings else one)
        for (level, one), (_, two) in zip(bands, others, strict=True)
    )


def _bands(found: LevelReach, floor: Floor, step: Steps) -> Bands:
    """The outlines for one floor, with its doors as they are."""
    steps = levels_of(found.budget, step)
    if all(entry.most >= found.budget for entry in floor.entries):
        return tuple((level, Region(())) for level in steps)
    grid, fare = priced(found, floor), found.atlas.tariff.turn_fare
    shut = prepare.union(floor.ground.resting.closed(grid.box))
    prices = floor.prices
    assert prices is not None

    def cost(x: float, y: float) -> float:
        return floor.at_most(x, y, fare)[0] if fare else floor.cost(x, y, found.budget)

    def within(x: float, y: float, level: float) -> bool:
        return prices.costs_within(*floor.clear((x, y)), level)

    def ahead(node: int, one: Point, other: Point, level: float) -> float:
        return prices.ahead(node, *one, *other, level, EXACT / grid.step / 4)

    # Beyond the highest price, and the interpolation next to it, the outline does not change any more.
    last = max((value for value in grid.values if value < inf), default=0.0) + 2 * grid.step + PROMISE
    made: list[tuple[float, Region]] = []
    cut = prepare.outside([shut])
    for level in steps:
        if made and made[-1][0] > last:
            made.append((level, made[-1][1]))
            continue
        most = min(level - PROMISE, _last_level(found))
        outline = Region(
            tuple(rings(grid, most, cost, ahead=None if fare else ahead, within=None if fare else within))
        )
        made.append((level, cut(outline) if outline.rings else outline))
    return tuple(made)


def _last_level(found: LevelReach) -> float:
    """The price of the outline for the whole budget: the referee may add to the bill, so it is that much lower."""
    return found.budget - (found.added * found.atlas.action_budget.actions + PROMISE)


@dataclass
class ReachedGround:
    """The places where the base may end on a floor within the budget. The outline is drawn only if prices on a grid do not answer a question."""

    found: LevelReach
    floor: Floor

    @cached_property
    def outline(self) -> Region:
        """Their outline."""
        return bands(self.found, self.floor, self.found.budget)[-1][1]

    @cached_property
    def _grid(self) -> Grid:
        return priced(self.found, self.floor)

    @cached_property
    def _shut(self) -> Region:
        return prepare.union(self.floor.ground.resting.closed(self._grid.box))

    def meets(self, region: Region) -> bool:
        """Whether some of these places lie in a region."""
        if all(entry.most >= self.found.budget for entry in self.floor.entries):
            return bool(self.outline.rings) and bool(prepare.common(self.outline, region).rings)
        near = self._cells_near(region)
        if not near and len(self.found.twins(self.floor)) == 1:
            return False
        if any(self._is_surely_within(cell, region) for cell in near):
            return True
        return bool(self.outline.rings) and bool(prepare.common(self.outline, region).rings)

    def _cells_near(self, region: Region) -> list[tuple[int, int]]:
        """The cells of the grid near a region of which the outline may contain a part, by column and row."""
        grid, level = self._grid, _last_level(self.found)
        values, columns = grid.bridged, grid.columns
        west, south, east, north = region.bounds
        first, last = int((west - grid.west) / grid.step) - 2, int((east - grid.west) / grid.step) + 2
        low, high = int((south - grid.south) / grid.step) - 2, int((north - grid.south) / grid.step) + 2
        return [
            (column, row)
            for row in range(max(low, 0), min(high, grid.rows - 2) + 1)
            for column in range(max(first, 0), min(last, columns - 2) + 1)
            if min(_corners(values, columns, column, row)) <= level
        ]

    def _is_surely_within(self, cell: tuple[int, int], region: Region) -> bool:
        """Whether a cell lies within the outline as a whole, and with its corners in a region."""
        grid, (column, row) = self._grid, cell
        corners = [grid.at(column + dx, row + dy) for dx in (0, 1) for dy in (0, 1)]
        return (
            all(0.0 <= each <= _last_level(self.found) for each in _corners(grid.values, grid.columns, *cell))
            and all(region_distance(x, y, region.rings) == 0.0 for x, y in corners)
            and all(region_distance(x, y, self._shut.rings) > _CLEAR for x, y in corners)
        )


def _corners(values: Sequence[float], columns: int, column: int, row: int) -> tuple[float, ...]:
    """The values at the corners of a cell."""
    k = row * columns + column
    return values[k], values[k + 1], values[k + columns], values[k + columns + 1]


def priced(found: LevelReach, floor: Floor) -> Grid:
    """Prices of a floor on a grid round all its entries, with all turning paid for."""
    grid, fare = node_prices(found, floor, frame_round(found, floor)), found.atlas.tariff.turn_fare
    if fare:
        columns, values = grid.columns, grid.values
        for k in range(columns * grid.rows):
            if 0.0 <= values[k] <= found.budget:
                values[k] = floor.at_most(*grid.at(k % columns, k // columns), fare)[0]
    return grid


def node_prices(found: LevelReach, floor: Floor, frame: Frame) -> Grid:
    """Prices of a floor at the nodes of a frame, before turning."""
    assert floor.prices is not None
    return Grid(*frame, floor.prices.grid_prices(*frame, found.budget, _NEAR))


def frame_round(found: LevelReach, floor: Floor) -> Frame:
    """A frame of nodes round everything that the entries of a floor lead to."""
    chart = floor.ground.chart
    far = [
        (entry.x, entry.y, (found.budget - entry.used) / chart.lowest)
        for entry in floor.entries
        if entry.used < found.budget
    ]
    step = fineness(found.budget / chart.lowest, _FINEST)
    west = max(min(x - away for x, _, away in far), chart.west) - step
    south = max(min(y - away for _, y, away in far), chart.south) - step
    east = min(max(x + away for x, _, away in far), chart.east)
    north = min(max(y + away for _, y, away in far), chart.north)
    return west, south, step, int((east - west) / step) + 3, int((north - south) / step) + 3
