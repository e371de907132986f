"""Outlines of the reach on each level, for pictures and for other programs."""

from __future__ import annotations

from math import inf

from surefoot.geometry import prepare
from surefoot.geometry.search.contours import Frame, Grid, fineness, rings
from surefoot.geometry.shapes import Region
from surefoot.routes.one_level.reach import PROMISE
from surefoot.routes.outlines import Bands, Gate, LevelOutline, Steps, levels_of, plain_bands
from surefoot.routes.over_levels.floors import Floor, TakenLink
from surefoot.routes.over_levels.reach import LevelReach

# The finest grid on which contours are computed.
_FINEST = 1 / 8
# Prices within this distance of a contour level are polished first.
_NEAR = 0.1


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
    # The referee may add this to the bill, so the last level is that much lower.
    slack = found.added * found.atlas.action_budget.actions + PROMISE

    def cost(x: float, y: float) -> float:
        return floor.at_most(x, y, fare)[0] if fare else floor.cost(x, y, found.budget)

    # Beyond the highest price, and the interpolation next to it, the outline does not change any more.
    last = max((value for value in grid.values if value < inf), default=0.0) + 2 * grid.step + PROMISE
    made: list[tuple[float, Region]] = []
    for level in steps:
        if made and made[-1][0] > last:
            made.append((level, made[-1][1]))
            continue
        outline = Region(tuple(rings(grid, min(level, found.budget - slack + PROMISE) - PROMISE, cost)))
        made.append((level, prepare.difference(outline, [shut]) if outline.rings else outline))
    return tuple(made)


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
