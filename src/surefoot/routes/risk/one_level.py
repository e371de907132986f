"""Chance against cost on one level: routes that no other beats in both, and how surely each place can be reached unharmed.

Danger is not declared anywhere: it is read from the referee's odds. If a route has bad odds, another one is searched
that avoids the ground it crossed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice, pairwise

from surefoot.forecast import ask
from surefoot.forecast.ask import End
from surefoot.forecast.odds import odds
from surefoot.geometry import prepare
from surefoot.geometry.kernel import inside_rings, leg_inside
from surefoot.geometry.search.contours import Grid
from surefoot.geometry.search.nodes import nodes_between, nodes_outside
from surefoot.geometry.search.paths import Point
from surefoot.geometry.shapes import Region
from surefoot.records import dataclass, replace
from surefoot.referee.lens import ground_span
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Area, Scene
from surefoot.referee.verdict import Outcome
from surefoot.routes.found import FoundRoute
from surefoot.routes.ground.resting import RestingPlaces
from surefoot.routes.ground.survey import survey
from surefoot.routes.one_level.chance import after_ticks
from surefoot.routes.one_level.reach import PROMISE, Reach, reach
from surefoot.routes.one_level.route import Cancelled, NoRoute, Route, off_the_table, route
from surefoot.routes.plan import find_route
from surefoot.routes.query import DEFAULT_QUERY, MoveQuery
from surefoot.table.place import Place
from surefoot.table.table import Table

# Up to this many dangerous areas, every combination is searched; with more, only each alone, each pair, and all
# together.
MOST_MIXED = 4
# The largest number of routes to a place that are examined.
MOST_WAYS = 64
# Most areas show on a coarse grid, which is tried first; a narrow strip shows only on a fine one.
STEPS = (0.5, None)
# The number of places tried for a route before a combination is given up.
_TRIES = 6


@dataclass(frozen=True)
class RiskyRoute:
    """A route to a place, and the chance that the mover ends there standing and unharmed."""

    route: FoundRoute
    chance: Fraction
    # The ground and the links that were avoided to find it.
    avoids: tuple[str, ...] = ()

    @property
    def cost(self) -> float:
        """The movement that it uses."""
        return self.route.used

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of its actions."""
        return self.route.steps


@dataclass(frozen=True)
class Layer:
    """Places that are reached by crossing certain dangerous areas and no others, all with one chance."""

    chance: Fraction
    crosses: tuple[str, ...]
    reach: Reach = field(repr=False)


def unharmed(table: Table, who: str, declaration: Declaration) -> Fraction:
    """The chance that a move is legal to its end, with the mover standing and unharmed."""
    return odds(table, declaration).over("safe", (who,)).get(True, Fraction(0))


def all_the_way(table: Table, who: str, steps: Sequence[Outcome]) -> Fraction:
    """The chance that each of several actions ends at its planned place, with the mover unharmed; on a rope as well as on a floor."""
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
    """The routes to a place on any level of which none is both dearer and less sure than another, cheapest first.

    With very many dangerous areas only the first combinations are searched, the safest among them.
    """
    off = off_the_table(table, to)
    if off is not None:
        return off
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
        chance = all_the_way(table, who, answer.steps)
        found.append(RiskyRoute(answer, chance, avoids))
        met = list(_met(answer, table, who)) if chance < 1 else []
        # Avoid everything that was met first: that gives the surest route, or leads to it.
        for ground in (met, *([each] for each in met)):
            more = tuple(sorted((*avoids, *ground)))
            if more not in known:
                known.append(more)
                waiting.append(more)
    return undominated(found)


def undominated(found: list[RiskyRoute]) -> tuple[RiskyRoute, ...]:
    """The routes of which none is both dearer and less sure than another, cheapest first."""
    kept: list[RiskyRoute] = []
    for each in sorted(found, key=lambda one: (one.cost, -one.chance)):
        if not kept or each.chance > kept[-1].chance:
            kept.append(each)
    return tuple(kept)


def _met(found: FoundRoute, table: Table, who: str) -> Iterator[str]:
    """The areas that some part of the base meets on a route, and the links that need a test."""
    x, y, _, _ = table.pose(who)
    points = [(x, y), *found.points]
    for area, region in _areas_met(found, table, who):
        if any(leg_inside(*one, *two, region.rings) for one, two in pairwise(points)):
            yield area.id
    yield from dict.fromkeys(each.link.label for each in found.links if each.judged.chance < 1)


def _areas_met(found: FoundRoute, table: Table, who: str) -> Iterator[tuple[Area, Region]]:
    """The areas that a route may cross: those of its level, or of all levels."""
    action = found.steps[0].declaration.action
    tariff = ruleset_of(table).tariffs(table, who, action)[0]
    level = survey(Scene(table), tariff, who).resting
    if not found.links and len(found.steps) == 1:
        return grounds(level)
    reach = level.view.shape.reach
    return ((area, prepare.rounded(area.region, reach)) for area in level.view.terrain.areas)


def grounds(level: RestingPlaces) -> Iterator[tuple[Area, Region]]:
    """The areas of a level, each with the positions at which a base touches it."""
    view = level.view
    for area in view.terrain.areas:
        bottom, top = ground_span(view.lens, area.low, area.high)
        if any(bottom <= z <= top for z in level.levels):
            yield area, prepare.rounded(area.region, view.shape.reach)


@dataclass(frozen=True)
class LevelChances:
    """One level: its surfaces, and the regions of each best chance, the surest first."""

    z: float
    surfaces: tuple[str, ...]
    regions: tuple[tuple[Fraction, Region], ...]


def apart(layers: list[tuple[Fraction, Region]]) -> tuple[tuple[Fraction, Region], ...]:
    """The region in which each chance is the best: the surest first, each without those before it."""
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
    """How surely each place on one level can be reached, by the surest layer that contains it."""

    who: str
    action: str
    budget: float
    # The surest first; of equally sure ones, the one that crosses least.
    layers: tuple[Layer, ...]

    def at(self, x: float, y: float) -> Layer | None:
        """The surest layer that contains a place; None if no layer is sure to reach it."""
        return next((layer for layer in self.layers if (x, y) in layer.reach), None)

    def chance(self, x: float, y: float) -> Fraction:
        """The chance that the mover can end at a place standing and unharmed."""
        layer = self.at(x, y)
        return layer.chance if layer is not None else Fraction(0)

    @cached_property
    def regions(self) -> tuple[tuple[Fraction, Region], ...]:
        """The region in which each chance is the best, the surest first."""
        return apart([(layer.chance, layer.reach.region) for layer in self.layers])

    @property
    def levels(self) -> tuple[LevelChances, ...]:
        """The same regions for the one level that the mover stands on."""
        return tuple(
            LevelChances(layer.reach.ground.resting.pose.z, (), self.regions) for layer in self.layers[:1]
        )

    def places(self, step: float | None = None) -> list[tuple[float, float, Fraction]]:
        """Every reachable place of a grid, with its chance."""
        found: list[tuple[float, float, Fraction]] = []
        frame: Grid | None = None
        taken: set[int] = set()
        for layer in self.layers:
            grid = layer.reach.grid_within(self.budget, step, frame, taken)
            new = nodes_outside(_promised(layer.reach, grid), grid.frame, layer.reach.shut.rings)
            found += [(x, y, layer.chance) for x, y in grid.nodes(new)]
            frame = frame or grid
            taken.update(new)
        return found


def reach_by_chance_on_level(
    table: Table,
    who: str,
    action: str,
    *,
    budget: float | None = None,
    cancelled: Cancelled | None = None,
) -> ChanceReach:
    """The best chance for each place to end there standing and unharmed.

    It depends on the dangerous areas that must be crossed: all routes over the same areas count as equally sure.
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
    # Reaches by the ground avoided, and grids by step and reach.
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
        # An area that costs no chance is crossed wherever that helps.
        risky = tuple(name for name in touched if name in alone and alone[name].chance < sure)
        found: list[Layer] = []
        for crosses in mixtures(risky):
            layer = self._layer(crosses, risky, found)
            if layer is not None:
                found.append(layer)
        return tuple(sorted(found, key=lambda each: (-each.chance, len(each.crosses))))

    def _touches(self, region: Region) -> bool:
        """Whether an area can be reached at all."""
        west, south, east, north = region.bounds
        return any(
            west <= x <= east and south <= y <= north and inside_rings(x, y, region.rings)
            for step in STEPS
            for x, y in self._within(step)
        )

    def _within(self, step: float | None) -> list[Point]:
        grid = self._grid(self.whole, step)
        return grid.nodes(_between(grid, 0.0, self.whole.budget))

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
        """The layer over certain areas only. Its chance is that of a route to a place that needs all of them."""
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
        """Some places, cheapest first, that no smaller layer contains."""
        grid = self._grid(field, step)
        prices = grid.prices
        # Staying in place is no move.
        nodes = {node for node in _promised(field, grid) if prices[node] > grid.step}
        for other in nested:
            nodes.difference_update(_promised(other, self._grid(other, step)))
        # Nodes of one price stay in their order.
        order = sorted(nodes, key=lambda node: (prices[node], node))
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
    """Combinations of names, small ones first."""
    sizes = range(len(names) + 1) if len(names) <= MOST_MIXED else (0, 1, 2, len(names))
    for size in sizes:
        yield from combinations(names, size)


def _between(grid: Grid, least: float, most: float) -> list[int]:
    """The nodes whose price lies between two, in their order."""
    return nodes_between(grid.prices, least, most)


def _promised(field: Reach, grid: Grid) -> list[int]:
    """The nodes that a reach is sure to contain, by their prices."""
    return _between(grid, 0.0, field.budget - field.added - PROMISE)
