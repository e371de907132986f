"""Chance against cost: ways that no other way beats in both, and how surely each place can be reached unharmed.

What is dangerous is not stated anywhere: the referee's own odds tell it. A way whose odds are bad is looked for again
without the ground that it met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice, pairwise, repeat

import numpy as np
from numpy.typing import NDArray

from surefoot.forecast import ask
from surefoot.forecast.ask import End
from surefoot.forecast.odds import odds
from surefoot.geometry import prepare
from surefoot.geometry.kernel import inside_rings, leg_inside
from surefoot.geometry.search.contours import Grid
from surefoot.geometry.search.paths import Point
from surefoot.geometry.shapes import Region
from surefoot.referee.lens import ground_span
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Area, Scene
from surefoot.referee.verdict import Outcome
from surefoot.routes.ground.resting import RestingPlaces
from surefoot.routes.ground.survey import survey
from surefoot.routes.links.judging import after_ticks
from surefoot.routes.one_level.reach import PROMISE, Reach, reach
from surefoot.routes.one_level.route import Cancelled, NoRoute, Route, route
from surefoot.routes.over_levels.route import LevelRoute
from surefoot.routes.plan import find_route
from surefoot.routes.query import DEFAULT_QUERY, MoveQuery
from surefoot.table.place import Place
from surefoot.table.table import Table

# For each node of a grid, whether something holds.
Nodes = NDArray[np.bool_]
# Of so many dangerous pieces of ground every mixture is looked at; of more, only each alone, each two, and all.
MOST_MIXED = 4
# So many ways to a place are looked at.
MOST_WAYS = 64
# Most ground shows on a coarse grid, which is looked at first; a narrow strip of it only on a fine one.
STEPS = (0.5, None)
# So many places of a mixture are tried for a way there before it is given up.
_TRIES = 6


@dataclass(frozen=True)
class RiskyRoute:
    """A way to a place, and how likely the mover ends there standing and unharmed."""

    route: Route | LevelRoute
    chance: Fraction
    # The ground that was kept off to find it, and the links between levels that were not taken.
    avoids: tuple[str, ...] = ()

    @property
    def cost(self) -> float:
        """What it takes of the budget."""
        return self.route.used if isinstance(self.route, LevelRoute) else self.route.cost

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What the referee says of it, action by action."""
        return self.route.steps if isinstance(self.route, LevelRoute) else (self.route.outcome,)


@dataclass(frozen=True)
class Layer:
    """Places that are reached by crossing some dangerous ground and no other, all with one chance."""

    chance: Fraction
    crosses: tuple[str, ...]
    reach: Reach = field(repr=False)


def unharmed(table: Table, who: str, declaration: Declaration) -> Fraction:
    """How likely a move is legal to its end, with the mover standing and unharmed."""
    return odds(table, declaration).over("safe", (who,)).get(True, Fraction(0))


def all_the_way(table: Table, who: str, steps: Sequence[Outcome]) -> Fraction:
    """How likely each of several actions ends where it is to end, with the mover unharmed: on a rope as well as on a floor."""
    chance = Fraction(1)
    for step in steps:
        there = step.run.table.models[who].place

        def ends_there(end: End, there: Place = there) -> bool:
            model = end.after.models.get(who)
            return model is not None and model.place == there and ask.unharmed(end, who)

        found = odds(after_ticks(table, step.declaration), step.declaration).over(ends_there)
        chance *= found.get(True, Fraction(0))
        table = step.run.table
    return chance


def risky_routes(
    table: Table,
    who: str,
    action: str,
    to: Point,
    query: MoveQuery = DEFAULT_QUERY,
    *,
    cancelled: Cancelled | None = None,
) -> tuple[RiskyRoute, ...] | NoRoute:
    """The ways to a place on any level of which none is both dearer and less sure than another, the cheapest first.

    Of ways past very many dangerous pieces of ground, the first so many mixtures are looked at, the safest among them.
    """
    waiting: list[tuple[str, ...]] = [()]
    known: list[tuple[str, ...]] = [()]
    found: list[RiskyRoute] = []
    while waiting and len(known) - len(waiting) <= MOST_WAYS:
        avoids = waiting.pop(0)
        keeping_off = replace(query, without=(*query.without, *avoids))
        answer = find_route(table, who, action, to, keeping_off, cancelled=cancelled)
        if isinstance(answer, NoRoute):
            if not avoids:
                return answer
            continue
        if isinstance(answer, LevelRoute):
            chance = all_the_way(table, who, answer.steps)
        else:
            chance = unharmed(table, who, answer.declaration)
        found.append(RiskyRoute(answer, chance, avoids))
        met = list(_met(answer, table, who)) if chance < 1 else []
        # Round everything that was met first: that is the surest way, or leads to it.
        for ground in (met, *([each] for each in met)):
            more = tuple(sorted((*avoids, *ground)))
            if more not in known:
                known.append(more)
                waiting.append(more)
    return undominated(found)


def undominated(found: list[RiskyRoute]) -> tuple[RiskyRoute, ...]:
    """Those of which none is both dearer and less sure than another, the cheapest first."""
    kept: list[RiskyRoute] = []
    for each in sorted(found, key=lambda one: (one.cost, -one.chance)):
        if not kept or each.chance > kept[-1].chance:
            kept.append(each)
    return tuple(kept)


def _met(found: Route | LevelRoute, table: Table, who: str) -> Iterator[str]:
    """The ground that some part of the base meets on a way, and the links that must be tested for."""
    x, y, _, _ = table.pose(who)
    points = [(x, y), *found.points]
    for area, region in _areas_met(found, table, who):
        if any(leg_inside(*one, *two, region.rings) for one, two in pairwise(points)):
            yield area.id
    if isinstance(found, LevelRoute):
        yield from dict.fromkeys(each.link.label for each in found.links if each.judged.chance < 1)


def _areas_met(found: Route | LevelRoute, table: Table, who: str) -> Iterator[tuple[Area, Region]]:
    """The areas that a way may lead over: of its level, or of all of them."""
    action = found.steps[0].declaration.action if isinstance(found, LevelRoute) else found.declaration.action
    tariff = ruleset_of(table).tariffs(table, who, action)[0]
    level = survey(Scene(table), tariff, who).resting
    if isinstance(found, Route):
        return grounds(level)
    reach = level.view.shape.reach
    return ((area, prepare.rounded(area.region, reach)) for area in level.view.terrain.areas)


def grounds(level: RestingPlaces) -> Iterator[tuple[Area, Region]]:
    """The areas of a level, each with the places where a base would touch it."""
    view = level.view
    for area in view.terrain.areas:
        bottom, top = ground_span(view.lens, area.low, area.high)
        if any(bottom <= z <= top for z in level.levels):
            yield area, prepare.rounded(area.region, view.shape.reach)


@dataclass(frozen=True)
class LevelChances:
    """One level: what one stands on there, and where each chance is the best there is, the surest first."""

    z: float
    surfaces: tuple[str, ...]
    regions: tuple[tuple[Fraction, Region], ...]


def apart(layers: list[tuple[Fraction, Region]]) -> tuple[tuple[Fraction, Region], ...]:
    """Where each chance is the best there is: regions that lie on one another, the surest first, and what is left of each."""
    taken: list[Region] = []
    found: list[tuple[Fraction, Region]] = []
    for chance in dict.fromkeys(each for each, _ in layers):
        own = prepare.union([region for each, region in layers if each == chance])
        left = prepare.difference(own, taken) if taken else own
        taken.append(own)
        if left.rings:
            found.append((chance, left))
    return tuple(found)


@dataclass(frozen=True)
class ChanceReach:
    """How surely each place can be reached: the surest layer that holds it tells."""

    who: str
    action: str
    budget: float
    # The surest first; of those alike, the one that crosses least.
    layers: tuple[Layer, ...]

    def at(self, x: float, y: float) -> Layer | None:
        """The surest way to end at a place; None if it is not promised."""
        return next((layer for layer in self.layers if (x, y) in layer.reach), None)

    def chance(self, x: float, y: float) -> Fraction:
        """How likely the mover can end at a place standing and unharmed."""
        layer = self.at(x, y)
        return layer.chance if layer is not None else Fraction(0)

    @cached_property
    def regions(self) -> tuple[tuple[Fraction, Region], ...]:
        """Where each chance is the best there is, the surest first."""
        return apart([(layer.chance, layer.reach.region) for layer in self.layers])

    @property
    def levels(self) -> tuple[LevelChances, ...]:
        """The same for the one level that the mover stands on."""
        return tuple(
            LevelChances(layer.reach.ground.resting.pose.z, (), self.regions) for layer in self.layers[:1]
        )

    def places(self, step: float | None = None) -> list[tuple[float, float, Fraction]]:
        """Every place of a grid that can be reached, with its chance."""
        found: list[tuple[float, float, Fraction]] = []
        frame: Grid | None = None
        taken: Nodes | None = None
        for layer in self.layers:
            grid = layer.reach.grid(self.budget, step, frame)
            mask = _promised(layer.reach, grid)
            if taken is not None:
                mask &= ~taken
            rings = layer.reach.shut.rings
            if rings:
                order = np.flatnonzero(mask)
                shut = [inside_rings(x, y, rings) for x, y in grid.nodes(order)]
                mask[order[shut]] = False
            found += zip(*grid.eastings_northings(np.flatnonzero(mask)), repeat(layer.chance), strict=False)
            frame, taken = frame or grid, mask if taken is None else taken | mask
        return found


def reach_by_chance_on_level(
    table: Table,
    who: str,
    action: str,
    *,
    budget: float | None = None,
    cancelled: Cancelled | None = None,
) -> ChanceReach:
    """For every place, the best chance to end there standing and unharmed.

    It goes by which dangerous ground must be crossed: the ways over the same ground are taken to be equally sure.
    """
    whole = reach(table, who, action, budget=budget, cancelled=cancelled)
    look = _Look(table, who, action, budget, whole, cancelled)
    return ChanceReach(who, action, whole.budget, look.layers())


@dataclass
class _Look:
    table: Table
    who: str
    action: str
    budget: float | None
    whole: Reach
    cancelled: Cancelled | None
    # What was worked out already: by the ground that is kept off, and by grid and reach.
    reaches: dict[tuple[str, ...], Reach] = field(default_factory=dict)
    grids: dict[float | None, dict[int, Grid]] = field(default_factory=dict)

    def layers(self) -> tuple[Layer, ...]:
        touched = [area.id for area, region in grounds(self.whole.ground.resting) if self._touches(region)]
        alone: dict[str, Layer] = {}
        bare = self._layer((), tuple(touched), [])
        for name in touched:
            layer = self._layer((name,), tuple(touched), [bare] if bare else [])
            if layer is not None:
                alone[name] = layer
        sure = bare.chance if bare is not None else Fraction(1)
        # Ground that costs no chance is ground like any other: it is crossed wherever that helps.
        risky = tuple(name for name in touched if name in alone and alone[name].chance < sure)
        found: list[Layer] = []
        for crosses in mixtures(risky):
            layer = self._layer(crosses, risky, found)
            if layer is not None:
                found.append(layer)
        return tuple(sorted(found, key=lambda each: (-each.chance, len(each.crosses))))

    def _touches(self, region: Region) -> bool:
        """Whether some ground can be reached at all."""
        west, south, east, north = region.bounds
        return any(
            west <= x <= east and south <= y <= north and inside_rings(x, y, region.rings)
            for step in STEPS
            for x, y in self._within(step)
        )

    def _within(self, step: float | None) -> list[Point]:
        grid = self._grid(self.whole, step)
        return grid.nodes(np.flatnonzero((grid.prices >= 0.0) & (grid.prices <= self.whole.budget)))

    def _reach(self, without: tuple[str, ...]) -> Reach:
        if without not in self.reaches:
            self.reaches[without] = reach(
                self.table,
                self.who,
                self.action,
                budget=self.budget,
                without=without,
                cancelled=self.cancelled,
            )
        return self.reaches[without]

    def _layer(self, crosses: tuple[str, ...], among: tuple[str, ...], smaller: list[Layer]) -> Layer | None:
        """What is reached over some of the ground only; its chance is that of a way to a place that needs all of it."""
        without = tuple(name for name in among if name not in crosses)
        field = self._reach(without)
        nested = [layer.reach for layer in smaller if all(name in crosses for name in layer.crosses)]
        for step in STEPS:
            for x, y in self._new(field, nested, step):
                answer = route(
                    self.table, self.who, self.action, (x, y),
                    budget=self.budget, without=without, cancelled=self.cancelled,
                )  # fmt: skip
                if isinstance(answer, Route):
                    return Layer(unharmed(self.table, self.who, answer.declaration), crosses, field)
        return None

    def _new(self, field: Reach, nested: list[Reach], step: float | None) -> Iterator[Point]:
        """Some places, the cheapest first, that none of the smaller layers holds."""
        grid = self._grid(field, step)
        prices = grid.prices
        # Where the mover stands already is no move.
        mask = (prices > grid.step) & _promised(field, grid)
        for other in nested:
            mask &= ~_promised(other, self._grid(other, step))
        order = np.flatnonzero(mask)
        order = order[np.argsort(prices[order], kind="stable")]
        found = (place for place in grid.nodes(order) if place in field)
        return islice(found, _TRIES)

    def _grid(self, field: Reach, step: float | None) -> Grid:
        """Prices on the nodes that all layers share."""
        known = self.grids.setdefault(step, {})
        if id(field) not in known:
            first = next(iter(known.values()), None)
            known[id(field)] = field.grid(self.whole.budget, step, first)
        return known[id(field)]


def mixtures(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Some of the names, few before many."""
    sizes = range(len(names) + 1) if len(names) <= MOST_MIXED else (0, 1, 2, len(names))
    for size in sizes:
        yield from combinations(names, size)


def _promised(field: Reach, grid: Grid) -> Nodes:
    """Which nodes a reach promises, as far as their price goes."""
    prices = grid.prices
    return (prices >= 0.0) & (prices <= field.budget - field.added - PROMISE)
