"""Outlines of a base that turns: those of all its headings together.

Most of what a heading reaches is reached for less in another one. Where an outline that is drawn already contains a whole
cell of the grid, the next ones are not worked out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from surefoot.geometry import prepare
from surefoot.geometry.search.contours import Frame, Grid, Point, fineness, rings
from surefoot.geometry.search.cover import Cover
from surefoot.geometry.shapes import Region
from surefoot.routes.one_level.reach import PROMISE
from surefoot.routes.outlines import Bands

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from surefoot.routes.turning.reach import HeadingLayer

# The grid on which contours are computed.
_CELL = 0.25
# How exactly: there is one for every heading.
_CONTOUR = 2e-3


def bands_of(layers: Sequence[HeadingLayer], budget: float, steps: tuple[float, ...]) -> Bands:
    """The outlines of the places where the centre may end in any of some headings, for each level."""
    frame = _frame(layers, budget)
    if frame is None:
        return tuple((level, Region(())) for level in steps)
    cover = Cover(*frame)
    outlines = [_outline(layer, budget, steps, frame, cover) for layer in layers if layer.prices is not None]
    made: list[tuple[float, Region]] = []
    for k, level in enumerate(steps):
        # Most headings reach no further from some level on.
        unchanged = k > 0 and all(each[k] is each[k - 1] for each in outlines)
        made.append((level, made[-1][1] if unchanged else prepare.joined([each[k] for each in outlines])))
    return tuple(made)


def _frame(layers: Sequence[HeadingLayer], budget: float) -> Frame | None:
    """A frame of nodes round everything that the entries of all headings lead to; None if they lead nowhere."""
    boxes: list[tuple[float, float, float, float]] = []
    lowest = inf
    for layer in layers:
        chart = layer.ground.chart
        far = [
            (each.x, each.y, (budget - each.used) / chart.lowest) for each in layer.kept if each.used < budget
        ]
        if far:
            lowest = min(lowest, chart.lowest)
            boxes.append(
                (
                    max(min(x - away for x, _, away in far), chart.west),
                    max(min(y - away for _, y, away in far), chart.south),
                    min(max(x + away for x, _, away in far), chart.east),
                    min(max(y + away for _, y, away in far), chart.north),
                )
            )
    if not boxes:
        return None
    step = fineness(budget / lowest, _CELL)
    west, south = min(box[0] for box in boxes) - step, min(box[1] for box in boxes) - step
    east, north = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return west, south, step, int((east - west) / step) + 3, int((north - south) / step) + 3


def _outline(
    layer: HeadingLayer, budget: float, steps: tuple[float, ...], frame: Frame, cover: Cover
) -> tuple[BaseGeometry, ...]:
    """The outline of the places where the centre may end in one heading for at most each level; what is covered may be missing."""
    prices = layer.prices
    assert prices is not None
    west, south, step, columns, rows = frame
    box = west, south, west + (columns - 1) * step, south + (rows - 1) * step
    shut = prepare.union(layer.ground.resting.closed(box))
    cover.cut_off(shut.rings)
    grid = Grid(*frame, prices.grid_prices(*frame, budget, 0.0, cover))
    last = cover.last(grid.values)
    cut = prepare.outside_to_join([shut])
    if last < 0.0:
        return (cut(Region(())),) * len(steps)
    # Beyond the highest price, and the interpolation next to it, the outline does not change any more.
    last += 2 * step + PROMISE

    def cost(x: float, y: float) -> float:
        return prices.price(x, y, budget)

    def ahead(node: int, one: Point, other: Point, level: float) -> float:
        return prices.ahead(node, *one, *other, level, _CONTOUR / step / 4)

    found: list[BaseGeometry] = []
    for before, level in zip((0.0, *steps), steps, strict=False):
        if found and before > last:
            found.append(found[-1])
            continue
        ring = Region(
            tuple(rings(grid, level - PROMISE, cost, _CONTOUR, cover, ahead, within=prices.costs_within))
        )
        found.append(cut(ring))
    cover.add(grid.values)
    return tuple(found)
