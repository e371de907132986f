"""Reach on one level: where a base may end within a budget, and the price of every place."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from math import inf

from surefoot.collecting import collecting_rarely
from surefoot.geometry import prepare
from surefoot.geometry.search.contours import Frame, Grid, fineness, rings
from surefoot.geometry.search.field import PriceField
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.language import say
from surefoot.records import dataclass, replace
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.routes.ground.starting import moved_out
from surefoot.routes.ground.survey import Survey, survey
from surefoot.routes.one_level.legs import turned_along
from surefoot.routes.one_level.route import ERROR, Cancelled, NoRoute, Route, prepared, route, taken_off
from surefoot.routes.outlines import (
    Bands,
    LevelOutline,
    PlainReach,
    ReachAnswer,
    Steps,
    levels_of,
    plain_bands,
)
from surefoot.table.table import Table

# Arcs are drawn slightly too long, and the referee rounds: places closer to the budget than this are not promised.
PROMISE = 5e-4
# A drawn path costs at most this much more than its price; closer to the budget the referee is asked.
_DRAWN = 0.02
# Prices within this distance of a contour level are polished first.
_NEAR = 0.3
# The finest grid on which contours are computed.
_FINEST = 1 / 16


@dataclass(frozen=True)
class Reach(PlainReach):
    """The reach of a model with one action: a price for every place, an answer (yes, no, within the error), and outlines."""

    who: str
    action: str
    budget: float
    ground: Survey = field(repr=False)
    prices: PriceField = field(repr=False)
    error: float = ERROR
    # The most that the referee may add to a bill, or take off it, besides prices per length.
    added: float = 0.0
    taken_off: float = 0.0
    # The price of a degree of turning: a path also pays for its bends.
    turn_fare: float = 0.0
    # Ground that was avoided, by tag or id.
    without: tuple[str, ...] = ()
    actions: int = 1

    @property
    def table(self) -> Table:
        """The table."""
        return self.ground.resting.view.scene.table

    @property
    def start(self) -> tuple[float, float]:
        """Where the mover stands."""
        return self.ground.start

    def limited(self, budget: float) -> Reach:
        """The same reach within a smaller budget."""
        return replace(self, budget=budget)

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The chance that it can end at a place: there is nothing to roll on one level."""
        return Fraction(int(self.says(x, y, on) == "yes"))

    def outlines(self, step: Steps) -> tuple[LevelOutline, ...]:
        """The outlines of its one level."""
        place = self.table.models[self.who].place
        return (LevelOutline(self.ground.resting.pose.z, (place.on,), plain_bands(self.bands(step))),)

    def route_to(self, to: tuple[float, float], on: str = "") -> Route | NoRoute:
        """The cheapest legal route to a place within the budget."""
        if not self._is_own(on):
            return NoRoute(say("There is no path on this level"), self.budget)
        return route(self.table, self.who, self.action, to, budget=self.budget, without=self.without)

    def _is_own(self, on: str) -> bool:
        self.table.demand_surface(on)
        return on in ("", self.table.models[self.who].place.on)

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """The cost of a path to a place, whether the base may end there or not; None if there is no path within the budget.

        Turning is not counted. If turning has a price, `at_most` includes it.
        """
        if not self._is_own(on):
            return None
        if not self.ground.chart.spot_free(x, y):
            x, y = moved_out(self.ground.chart, (x, y), self.ground.firm, self.ground.coarse, TOLERANCE)
        found = self.prices.polished(x, y, self.budget + self.taken_off + self.error)
        return None if found == inf else found

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether the base may end at a place within the budget."""
        found = self.cost(x, y, on)
        if found is None or self.ground.resting.refuses(x, y):
            return "no"
        most = self.at_most(x, y)
        if most > self.budget - PROMISE:
            return "within the error"
        # Beside a border a drawn path may cost more than the path that it stands for.
        near = most > self.budget - _DRAWN and bool(self.ground.chart.areas) and self.actions == 1
        return "yes" if not near or self.route_to((x, y), on).found else "within the error"

    def at_most(self, x: float, y: float) -> float:
        """The most that the referee can bill for the path to a place; infinite if there is none within the budget."""
        found = self.cost(x, y)
        if found is None:
            return inf
        return found + self.added if not self.turn_fare else self._with_turns(x, y)

    def _with_turns(self, x: float, y: float) -> float:
        """The price of the path to a place, by its length and its bends."""
        x, y = moved_out(self.ground.chart, (x, y), self.ground.firm, self.ground.coarse, TOLERANCE)
        if self.prices.cost_at(x, y, inf) == inf:
            return inf
        polisher = self.prices.polisher
        cost = polisher.path(self.prices.search, self.prices.found, x, y, True, 0.0)
        found = turned_along(self.ground, self.prices, cost, (x, y), self.ground.resting.pose)
        if found is None:
            return inf
        turned, _ = found
        return cost + self.turn_fare * turned + (self.added if turned > 0.0 else 0.0)

    def __contains__(self, place: tuple[float, float]) -> bool:
        """Whether it is certain that the base may end at a place."""
        return self.says(*place) == "yes"

    @cached_property
    def region(self) -> Region:
        """The outlines of the places where the centre of the base may end, on the safe side of every limit."""
        return self.within(self.budget)

    def within(self, level: float, grid: Grid | None = None) -> Region:
        """The outlines of the places where the base may end for at most `level`."""
        outline = Region(tuple(self.contour(level, grid)))
        return prepare.difference(outline, [self.shut]) if outline.rings else outline

    def bands(self, step: Steps) -> Bands:
        """The outlines for each multiple of a step, and for the whole budget: contours of the price."""
        grid = self.grid(self.budget)
        return tuple((level, self.within(level, grid)) for level in levels_of(self.budget, step))

    def contour(self, level: float, grid: Grid | None = None) -> list[tuple[float, ...]]:
        """Rings round all places that cost at most `level`, including obstacles; on a given grid if there is one."""
        if not self.turn_fare:
            level = min(level, self.budget - self.added)
        level -= PROMISE
        grid = grid or self.grid(level)

        def cost(x: float, y: float) -> float:
            if self.turn_fare:
                return self._with_turns(x, y)
            return self.prices.polished(x, y, level + 2 * self.error)

        return rings(grid, level, cost)

    def grid(self, level: float, step: float | None = None, like: Grid | None = None) -> Grid:
        """Prices up to a level on a grid round the start, or on the nodes of another grid."""
        frame = self._frame(level, step) if like is None else like.frame
        most = level + 2 * frame[2]
        return self._filled(frame, most, most - _NEAR)

    def grid_within(
        self, level: float, step: float | None, like: Grid | None, known: Collection[int]
    ) -> Grid:
        """Which nodes are within a level, but for those that are `known` already; their prices may lack the last polish."""
        frame = self._frame(level, step) if like is None else like.frame
        return self._filled(frame, level, level, known)

    def _filled(self, frame: Frame, most: float, sure: float, known: Collection[int] = ()) -> Grid:
        west, south, step, columns, rows = frame
        values = self.prices.fill(*frame, most, sure, known)
        if self.turn_fare:
            for k, value in enumerate(values):
                if 0.0 <= value < inf and k < columns * rows:
                    row, column = divmod(k, columns)
                    values[k] = self._with_turns(west + column * step, south + row * step)
        return Grid(*frame, values)

    def _frame(self, level: float, step: float | None) -> Frame:
        chart = self.ground.chart
        x, y = self.ground.start
        far = level / chart.lowest
        step = step or fineness(far, _FINEST)
        # One node lies on the start itself, with one more row than can be reached on each side.
        west = x - step * (int(min(far, x - max(chart.west, x - far)) / step) + 1)
        south = y - step * (int(min(far, y - max(chart.south, y - far)) / step) + 1)
        columns = int((min(chart.east, x + far) - west) / step) + 2
        rows = int((min(chart.north, y + far) - south) / step) + 2
        return west, south, step, columns, rows

    @cached_property
    def shut(self) -> Region:
        """The regions where the centre may not end: overlaps with obstacles near enough to matter, and ground that does not support the base."""
        x, y = self.ground.start
        far = (self.budget + self.taken_off) / self.ground.chart.lowest + 2.0
        return prepare.union(self.ground.resting.closed((x - far, y - far, x + far, y + far)))


@collecting_rarely()
def reach(
    table: Table,
    who: str,
    action: str,
    *,
    budget: float | None = None,
    extra: float = 0.0,
    actions: int = 1,
    tariff: Tariff | None = None,
    without: tuple[str, ...] = (),
    cancelled: Cancelled | None = None,
) -> Reach:
    """The reach of a model with an action, for friend and enemy, in any turn.

    `extra` is added to the allowance, for example by a roll; `actions` is the number of times the action is made in a
    row; `budget` replaces both. Ground in `without` (tags or ids) is avoided.
    """
    tariff = tariff or ruleset_of(table).tariffs(table, who, action)[0]
    limit = budget if budget is not None else (tariff.allowance + extra) * actions
    ground = survey(Scene(table), tariff, who, without=without)
    search = prepared(ground)
    added = max((amend.at_most for amend in tariff.amends), default=0.0)
    less = taken_off(tariff)
    search.settle(*ground.start, limit + less + 2 * ERROR + TOLERANCE, cancelled)
    return Reach(
        who,
        action,
        limit,
        ground,
        PriceField(search),
        added=max(added, 0.0),
        taken_off=less,
        turn_fare=tariff.turn_fare,
        without=without,
        actions=actions,
    )
