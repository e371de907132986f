"""Threat: where any model of a side could end, as one field."""

from __future__ import annotations

from array import array
from dataclasses import field
from math import inf

from surefoot.geometry import prepare
from surefoot.geometry.search.contours import Grid, rings
from surefoot.geometry.search.multi_start import MultiStartField, MultiStartSearch
from surefoot.geometry.search.plot import Box
from surefoot.geometry.shapes import Region
from surefoot.records import dataclass
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.routes.ground.starting import freed
from surefoot.routes.ground.survey import Survey, Unpriced, survey
from surefoot.routes.one_level.reach import PROMISE
from surefoot.routes.one_level.route import ERROR, Cancelled
from surefoot.table.model import Model
from surefoot.table.table import Table

# The spacing of the field.
STEP = 0.5


@dataclass(frozen=True)
class Band:
    """Models of a side for which the table looks the same: same base, same prices, same level."""

    names: tuple[str, ...]
    ground: Survey = field(repr=False)
    # The price of a place, counted from the largest allowance: models with a smaller allowance start with the
    # difference spent.
    prices: MultiStartField = field(repr=False)
    most: float = 0.0


@dataclass(frozen=True)
class Threat:
    """Where a side could end, each model on its own level. Its models make way for each other."""

    side: str
    # The largest allowance.
    most: float
    bands: tuple[Band, ...]
    # The bounds of the ground: the board, or as far as any model can move.
    box: Box = (0.0, 0.0, 0.0, 0.0)
    # Models without an action that has a path.
    idle: tuple[str, ...] = ()

    def left(self, x: float, y: float) -> float | None:
        """The movement that the best model has left at a place; None if no model can get there."""
        best = -1.0
        for band in self.bands:
            if band.ground.chart.spot_free(x, y):
                best = max(best, band.most - band.prices.price(x, y, band.most - PROMISE))
        return best if best >= 0.0 else None

    def who(self, x: float, y: float) -> str:
        """The model with the most movement left at a place; empty if none can get there."""
        found = (-1.0, "")
        for band in self.bands:
            if band.ground.chart.spot_free(x, y):
                left = band.most - band.prices.price(x, y, band.most - PROMISE)
                if left > found[0]:
                    found = (left, band.names[band.prices.multi.root(band.prices.origin)])
        return found[1]

    def grid(self, step: float = STEP) -> Grid:
        """The field on a grid over the board; infinite, like a price, where no model can get to.

        The values are movement used: the largest allowance less the movement left.
        """
        west, south, east, north = self.box
        columns, rows = int((east - west) / step + 1e-9) + 1, int((north - south) / step + 1e-9) + 1
        best = array("d", [inf]) * (columns * rows)
        for band in self.bands:
            values = band.prices.grid_prices(west, south, step, columns, rows, band.most - PROMISE, 0.0)
            extra = self.most - band.most
            for k in range(columns * rows):
                if values[k] >= 0.0 and values[k] + extra < best[k]:
                    best[k] = values[k] + extra
        return Grid(west, south, step, columns, rows, best)

    def spared(self, step: float) -> tuple[tuple[float, Region], ...]:
        """The places where some model has each multiple of a step to spare, largest first."""
        grid = self.grid()
        spares = [k * step for k in range(int(self.most / step - 1e-9), -1, -1)]
        return tuple((spare, self._within(grid, spare)) for spare in spares)

    def outline(self, *, spare: float = 0.0, step: float = STEP) -> Region:
        """The places where some model has at least this much to spare."""
        return self._within(self.grid(step), spare)

    def _within(self, grid: Grid, spare: float) -> Region:
        def used(x: float, y: float) -> float:
            left = self.left(x, y)
            return inf if left is None else self.most - left

        found = Region(tuple(rings(grid, self.most - spare - PROMISE, used)))
        if not found.rings or not self.bands:
            return found
        shut = [prepare.union(band.ground.resting.closed()) for band in self.bands]
        return prepare.difference(found, shut) if len(shut) == 1 else found


def threat(
    table: Table, side: str, *, action: str = "", extra: float = 0.0, cancelled: Cancelled | None = None
) -> Threat:
    """Where any model of a side could end with one action, in any turn.

    `extra` is added to every allowance, for example by a roll. Without an action each model takes its first one that
    has a path.
    """
    own = tuple(name for name, model in table.models.items() if model.side == side)
    groups: dict[tuple[object, ...], list[tuple[str, Tariff]]] = {}
    known: dict[tuple[object, ...], Tariff | None] = {}
    idle: list[str] = []
    for name in own:
        model = table.models[name]
        alike = _alike(model)
        if alike not in known:
            known[alike] = _tariff(table, model, action)
        tariff = known[alike]
        if tariff is None or model.place.kind != "surface":
            idle.append(name)
            continue
        z = round(table.pose(name).z, 6)
        groups.setdefault((model.base, tariff.lens, tariff.rates, z), []).append((name, tariff))
    bands = []
    for members in groups.values():
        band = _band(table, members, own, extra, cancelled)
        if band is None:
            idle += [name for name, _ in members]
        else:
            bands.append(band)
    most = max((band.most for band in bands), default=0.0)
    return Threat(side, most, tuple(bands), _box(table, own, most), tuple(idle))


def _box(table: Table, own: tuple[str, ...], most: float) -> Box:
    board = Scene(table).ground.board
    if board is not None:
        return board.bounds
    poses = [table.pose(name) for name in own if table.models[name].place.on_table]
    xs, ys = [pose.x for pose in poses] or [0.0], [pose.y for pose in poses] or [0.0]
    return min(xs) - most, min(ys) - most, max(xs) + most, max(ys) + most


def _alike(model: Model) -> tuple[object, ...]:
    """Everything that the prices of a model can depend on, except its place."""
    return (model.base, model.height, model.unit, model.profile, model.keywords, model.statuses, model.traits)


def _tariff(table: Table, model: Model, action: str) -> Tariff | None:
    ruleset = ruleset_of(table)
    for name, each in ruleset.actions.items():
        fits = name == action if action else each.path != "none"
        if fits and each.kind == "declare" and each.offered(table, model.id):
            return ruleset.tariffs(table, model.id, name)[0]
    return None


def _band(
    table: Table,
    members: list[tuple[str, Tariff]],
    own: tuple[str, ...],
    extra: float,
    cancelled: Cancelled | None,
) -> Band | None:
    """One search for all models for which the table looks the same.

    Models with less movement start with the difference spent.
    """
    name, tariff = members[0]
    try:
        ground = survey(Scene(table), tariff, name, ignoring=own)
    except Unpriced:
        return None
    most = max(each.allowance for _, each in members) + extra
    starts = array("d")
    leaving: list[int] = []
    for who, each in members:
        pose = table.pose(who)
        (x, y), inside = freed(ground.chart, (pose.x, pose.y), ground.firm, ground.coarse)
        leaving += inside
        starts.extend((x, y, most - each.allowance - extra))
    multi = MultiStartSearch(ground.chart)
    multi.may_leave(leaving)
    multi.settle_from(starts, len(members), len(members), most + 2 * ERROR, cancelled)
    return Band(tuple(who for who, _ in members), ground, MultiStartField(multi), most)
