"""Straight walks that are legal by what the planner knows of the ground, so that the referee need not be asked for each.

A mask of legal actions is wanted at every step of a game, and most of its moves are never made. The terrain of a level is
charted once for each mover and table; of other models only their circles matter. What is promised here the referee
accepts: a test asks it about every promise of many games.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeAlias

from surefoot.geometry import prepare
from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.records import dataclass
from surefoot.referee.lens import Lens
from surefoot.referee.protocol import Action
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Ground, Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.view import View
from surefoot.routes.ground.survey import Surveyor, Unpriced
from surefoot.table.table import Table

# What a promise keeps clear of other models and their zones, in the table's unit.
SPARE = 0.01
# The shares of the whole way that are tried, the longest first.
SHARES = (1.0, 0.75, 0.5, 0.25)


@dataclass(frozen=True)
class _Level:
    """The terrain of one level for one mover: a chart without models, and the ground on which its whole base rests."""

    chart: Chart
    footing: Region
    # Ground that is closed to it; a mover inside may have to leave it in another way.
    shut: tuple[Region, ...]


class Walker:
    """One model that walks straight with one action."""

    def __init__(self, table: Table, who: str, tariff: Tariff, level: _Level) -> None:
        pose = table.pose(who)
        self.x, self.y, self.level, self.allowance = pose.x, pose.y, level, tariff.allowance
        # Where prices are amended after the bill, only plain ground costs what the chart says.
        self.fare, self.on = tariff.fare("walk"), table.models[who].place.on
        self.plain = self.fare.along if tariff.amends and self.fare is not None else None
        self.circles, self.others = _others(table, who, tariff.lens)

    def longest(self, dx: float, dy: float) -> float:
        """The longest of some shares of a straight walk that is clear; 0 if none is."""
        for share in SHARES:
            x, y = round(self.x + dx * share, 4), round(self.y + dy * share, 4)
            if math.hypot(x - self.x, y - self.y) > SPARE and self.is_clear(x, y):
                return share
        return 0.0

    def touches(self, target: str) -> bool:
        """Whether a straight walk until it touches a model on the same level is clear, over plain ground."""
        x, y, away, level = self.others[target]
        far = math.hypot(x - self.x, y - self.y)
        if far <= away or level != self.on or self.fare is None:
            return False
        share = (far - away) / far
        end = self.x + (x - self.x) * share, self.y + (y - self.y) * share
        return self.is_clear(*end, target) and self._is_plain(*end, self.fare.along)

    def is_clear(self, x: float, y: float, towards: str = "") -> bool:
        """Whether a straight walk to a point is legal for sure, apart from a model that it may come near to."""
        chart, ax, ay = self.level.chart, self.x, self.y
        vx, vy = x - ax, y - ay
        square = vx * vx + vy * vy
        for name, cx, cy, far in self.circles:
            if name == towards:
                continue
            share = ((cx - ax) * vx + (cy - ay) * vy) / square
            share = 0.0 if share < 0.0 else min(1.0, share)
            dx, dy = cx - ax - share * vx, cy - ay - share * vy
            if dx * dx + dy * dy < far:
                return False
        if not chart.free(ax, ay, x, y, False):
            return False
        if self.plain is not None and not self._is_plain(x, y, self.plain):
            return False
        # A hurdle on the way has its own price, and no base may end on it.
        return (
            self._price(x, y) <= self.allowance
            and chart.ground(ax, ay, x, y) == chart.price(ax, ay, x, y)
            and inside_rings(x, y, self.level.footing.rings)
        )

    def _is_plain(self, x: float, y: float, rate: float) -> bool:
        """Whether a walk leads over plain ground only."""
        return self._price(x, y) <= rate * math.hypot(x - self.x, y - self.y) + TOLERANCE

    def _price(self, x: float, y: float) -> float:
        """What a walk costs at most: along the border of some ground, where a chart takes the cheaper side, by the dearer."""
        chart, ax, ay = self.level.chart, self.x, self.y
        length = math.hypot(x - ax, y - ay)
        dx, dy = (ay - y) / length * SPARE, (x - ax) / length * SPARE
        return max(
            chart.price(ax, ay, x, y),
            chart.price(ax + dx, ay + dy, x + dx, y + dy),
            chart.price(ax - dx, ay - dy, x - dx, y - dy),
        )


# A model as a circle that the centre of the mover keeps out of: its name, its place, and the square of the distance.
Circle: TypeAlias = tuple[str, float, float, float]
# Where a model stands, how far apart the centres are when bases touch, and on what it stands.
Other: TypeAlias = tuple[float, float, float, str]


# All actions of a model that see the others in the same way share them.
@lru_cache(maxsize=64)
def _others(table: Table, who: str, lens: Lens) -> tuple[tuple[Circle, ...], dict[str, Other]]:
    """Every other model as a circle, with the widest zone that it has; and where the others stand."""
    model = table.models[who]
    own = model.base.shape.reach
    circles: list[Circle] = []
    others: dict[str, Other] = {}
    for name, other in table.models.items():
        if name != who and other.place.on_table:
            there = table.pose(name)
            widest = max((zone.reach for zone in lens.zones if zone.of.fits(other, model)), default=0.0)
            touching = own + other.base.shape.reach
            far = touching + widest + SPARE
            circles.append((name, there.x, there.y, far * far))
            others[name] = there.x, there.y, touching, other.place.on
    return tuple(circles), others


def walker(table: Table, who: str, action: Action) -> Walker | None:
    """A model that walks with an action, where its ways can be promised; None where only the referee can tell.

    That is so for units, for bases that turn, for prices that do not follow from the ground, and for a model that stands
    in the way of something.
    """
    model = table.models.get(who)
    rules = ruleset_of(table)
    if not action.walks or model is None or model.place.kind != "surface":
        return None
    tariffs = rules.tariffs(table, who, action.name)
    if not tariffs or not _is_plain(tariffs[0]) or model.base.shape.name != "round":
        return None
    tariff = tariffs[0]
    level = _level(_Key(table, who, tariff))
    x, y, *_ = table.pose(who)
    if level is None or not level.chart.spot_free(x, y):
        return None
    if any(inside_rings(x, y, region.rings) for region in level.shut):
        return None
    return Walker(table, who, tariff, level)


def _is_plain(tariff: Tariff) -> bool:
    """Whether what a walk costs follows from its ground alone."""
    return not (
        tariff.turning or tariff.anywhere or tariff.round_up or tariff.condition.meets or tariff.lens.heights
    )


class _Key:
    """All that the chart of a level depends on; the table is only where it is read from."""

    __slots__ = ("ground", "parts", "table", "tariff", "who")

    def __init__(self, table: Table, who: str, tariff: Tariff) -> None:
        self.table, self.who, self.tariff = table, who, tariff
        model = table.models[who]
        fares = tariff.fares, tariff.rates, tariff.combine
        # Equal grounds are one object, as long as one of them is kept.
        self.ground: Ground = Scene(table).ground
        self.parts = (
            id(self.ground),
            tariff.lens,
            fares,
            model.base,
            model.height,
            model.place.on,
            model.place.z,
        )

    def __hash__(self) -> int:
        return hash(self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.parts == other.parts


@lru_cache(maxsize=256)
def _level(key: _Key) -> _Level | None:
    table, who, tariff = key.table, key.who, key.tariff
    view = View(Scene(table), tariff.lens, who)
    if view.surface(table.models[who].place.on) is None or any(m.decks for m in table.models.values()):
        return None
    others = tuple(name for name in table.models if name != who)
    surveyor = Surveyor(view, tariff, others, ())
    try:
        survey = surveyor.made()
    except Unpriced:
        return None
    if len(surveyor.surfaces) != 1 or survey.coarse:
        return None
    reach = table.models[who].base.shape.reach
    held = prepare.grown(surveyor.surfaces[0].region, -(reach + SPARE))
    closed = [*view.terrain.hurdles, *view.terrain.passed]
    if closed and held.rings:
        held = prepare.difference(held, [prepare.grown(each.region, reach + SPARE) for each in closed])
    shut = tuple(each for each, _ in survey.resting.shut if isinstance(each, Region))
    return _Level(survey.chart, held, shut)
