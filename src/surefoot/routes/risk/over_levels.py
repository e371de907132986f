"""How surely each place on every level can be reached: over links that need a test, and over dangerous ground."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from surefoot.collecting import collecting_rarely
from surefoot.geometry.search.contours import Frame, Grid
from surefoot.geometry.shapes import Region
from surefoot.records import dataclass
from surefoot.referee.referee import ruleset_of
from surefoot.routes.one_level.reach import PROMISE
from surefoot.routes.over_levels.floors import Floor
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.outlines import ReachedGround, bands, frame_round, node_prices
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.route import LevelRoute, route_as_found, route_within
from surefoot.routes.over_levels.search import level_reach_steps
from surefoot.routes.query import DEFAULT_QUERY, MoveQuery
from surefoot.routes.risk.one_level import (
    ChanceReach,
    LevelChances,
    all_the_way,
    apart,
    grounds,
    mixtures,
    reach_by_chance_on_level,
)
from surefoot.table.table import Table

T = TypeVar("T")
# Work in pieces: it yields where one may pause, and returns what was found.
Pausing = Generator[None, None, T]

# A node of a grid: its price, x, y, and the number of its floor.
_Node = tuple[float, float, float, int]
# The number of places examined for a combination, from the cheapest to the dearest: over several actions their
# chances differ.
_TRIES = 6


@dataclass(frozen=True)
class LevelLayer:
    """Places that are reached over certain dangerous areas and links that need a test, with the lowest of their chances."""

    chance: Fraction
    crosses: tuple[str, ...]
    field: LevelReach = field(repr=False)


@dataclass(frozen=True)
class LevelChanceReach:
    """How surely each place on every level can be reached."""

    table: Table = field(repr=False)
    who: str
    action: str
    budget: float
    # The surest first; of equally sure ones, the one that crosses least.
    layers: tuple[LevelLayer, ...]

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The chance that the mover can end at a place standing and unharmed, by the surest route of all layers."""
        best = Fraction(0)
        for tier in self.layers:
            way = route_within(tier.field, (x, y), on) if best < 1 else None
            if isinstance(way, LevelRoute):
                best = max(best, all_the_way(self.table, self.who, way.steps))
        return best

    @cached_property
    def levels(self) -> tuple[LevelChances, ...]:
        """Every level reached, with the region in which each chance is the best."""
        reached: dict[float, Floor] = {}
        for tier in self.layers:
            for floor in tier.field.floors:
                reached.setdefault(floor.z, floor)
        made = (LevelChances(z, floor.names, self._regions(z)) for z, floor in sorted(reached.items()))
        return tuple(each for each in made if each.regions)

    def _regions(self, z: float) -> tuple[tuple[Fraction, Region], ...]:
        own = [
            (tier.chance, bands(tier.field, floor, tier.field.budget)[-1][1])
            for tier in self.layers
            for floor in tier.field.floors
            if floor.z == z
        ]
        return apart([(chance, region) for chance, region in own if region.rings])


@collecting_rarely()
def reach_by_chance(
    table: Table,
    who: str,
    action: str,
    query: MoveQuery = DEFAULT_QUERY,
) -> ChanceReach | LevelChanceReach:
    """The best chance for each place to end there standing and unharmed: on every level if there are several, else on the one.

    The outlines depend on what must be crossed. Of the routes over the same areas and links some are examined, and
    the least sure of them counts.
    """
    *_, found = reach_by_chance_steps(table, who, action, query)
    assert found is not None
    return found


def reach_by_chance_steps(
    table: Table,
    who: str,
    action: str,
    query: MoveQuery = DEFAULT_QUERY,
) -> Iterator[ChanceReach | LevelChanceReach | None]:
    """The same in pieces: None comes where one may pause, and at last the answer."""
    if ruleset_of(table).tariffs(table, who, action)[0].turning is None:
        look = _Look(table, who, action, query)
        whole = yield from look.whole()
        if query.actions > 1 or len(whole.floors) > 1:
            layers = yield from look.layers(whole)
            yield LevelChanceReach(table, who, action, whole.budget, layers)
            return
    yield reach_by_chance_on_level(table, who, action, budget=query.budget)


@dataclass
class _Look:
    table: Table
    who: str
    action: str
    query: MoveQuery
    fields: dict[tuple[tuple[str, ...], tuple[str, ...] | None], LevelReach] = field(default_factory=dict)
    # The areas that are reached, and the links in use that need a test.
    areas: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    # The chance of the surest route of all, once it is known.
    surest: Fraction | None = None
    # The nodes of each level that all reaches share, by its height, and the prices there by reach and floor.
    frames: dict[float, Frame] = field(default_factory=dict)
    grids: dict[tuple[int, int], Grid] = field(default_factory=dict)

    def whole(self) -> Pausing[LevelReach]:
        """The reach if everything may be risked."""
        found = yield from self._field((), None)
        # It contains every other one.
        for floor in found.floors:
            if _spends(found, floor):
                self.frames.setdefault(floor.z, frame_round(found, floor))
        return found

    def layers(self, whole: LevelReach) -> Pausing[tuple[LevelLayer, ...]]:
        """The layers of a reach, the surest first."""
        self.areas = _areas(whole)
        self.links = yield from self._tested_links()
        costly: dict[str, bool | None] = {}
        for area in self.areas:
            costly[area] = yield from self._costs(area)
        # An area that costs no chance is crossed wherever that helps; one that no route needs is avoided.
        shut = tuple(area for area, costs in costly.items() if costs is not False)
        risky = (*(area for area, costs in costly.items() if costs), *self.links)
        found: list[LevelLayer] = []
        for crosses in mixtures(risky):
            field = yield from self._over(crosses, shut)
            nested = [tier for tier in found if all(name in crosses for name in tier.crosses)]
            ways = yield from self._ways(field, nested)
            if ways:
                found.append(LevelLayer(min(map(self._chance, ways)), crosses, field))
        return tuple(sorted(found, key=lambda each: (-each.chance, len(each.crosses))))

    def _costs(self, area: str) -> Pausing[bool | None]:
        """Whether an area costs a chance, by itself or after links; None if it leads nowhere that cannot be reached without it."""
        for by in ((), self.links) if self.links else ((),):
            before = LevelLayer(Fraction(0), by, (yield from self._over(by, self.areas)))
            after = yield from self._over((*by, area), self.areas)
            ways = yield from self._ways(after, [before])
            if ways:
                sure = yield from self._sure()
                return any(self._chance(way) < sure * _by_links(way) for way in ways)
        return None

    def _sure(self) -> Pausing[Fraction]:
        """The chance of the surest route of all: a mover that starts in dangerous ground may have none without a test."""
        if self.surest is None:
            bare = yield from self._over((), self.areas)
            ways = yield from self._ways(bare, [])
            self.surest = max(map(self._chance, ways), default=Fraction(1))
        return self.surest

    def _chance(self, way: LevelRoute) -> Fraction:
        return all_the_way(self.table, self.who, way.steps)

    def _tested_links(self) -> Pausing[tuple[str, ...]]:
        """The links in use that need a test: at first, and after avoiding those."""
        known: tuple[str, ...] = ()
        while True:
            reach = yield from self._field(known, None)
            found = [
                entry.taken.link.label
                for floor in reach.settled
                for entry in floor.entries
                if entry.taken is not None and entry.taken.judged.chance < 1
            ]
            if not found:
                return known
            known = tuple(dict.fromkeys((*known, *found)))

    def _field(self, without: tuple[str, ...], dares: tuple[str, ...] | None) -> Pausing[LevelReach]:
        key = without, dares
        if key not in self.fields:
            query = self.query
            options = LevelOptions(
                budget=query.budget,
                extra=query.extra,
                actions=query.actions,
                risk=not query.safe,
                dares=dares,
                without=(*query.without, *without),
            )
            for step in level_reach_steps(self.table, self.who, self.action, options):
                if step is not None:
                    self.fields[key] = step
                yield
        return self.fields[key]

    def _over(self, crosses: tuple[str, ...], shut: tuple[str, ...]) -> Pausing[LevelReach]:
        """The reach over certain of the closed areas, and by certain links that need a test."""
        without = tuple(name for name in shut if name not in crosses)
        dares = tuple(name for name in crosses if name in self.links)
        return (yield from self._field(without, dares))

    def _ways(self, field: LevelReach, nested: list[LevelLayer]) -> Pausing[list[LevelRoute]]:
        """Routes to some of the places that no smaller layer contains."""
        found, refused = [], []
        for floor, x, y, on in _spread(field, self._new(field, nested)):
            as_found = route_as_found(field, floor, (x, y))
            if as_found is not None:
                found.append(as_found)
            else:
                refused.append((x, y, on))
            yield
        # Sliding the links takes long: it is only tried if there is no other way to know.
        while refused and not found:
            x, y, on = refused.pop(0)
            way = route_within(field, (x, y), on)
            if isinstance(way, LevelRoute):
                found.append(way)
            yield
        return found

    def _new(self, field: LevelReach, nested: list[LevelLayer]) -> list[_Node]:
        """Nodes within the budget, cheapest first, that no smaller layer contains."""
        found: list[_Node] = []
        fare, most = field.atlas.tariff.turn_fare, _promised(field)
        for floor in field.floors:
            if not _spends(field, floor) or floor.z not in self.frames:
                continue
            grid = self._grid(field, floor)
            prices = grid.prices
            # Staying in place is no move.
            nodes = [node for node, price in enumerate(prices) if grid.step < price <= most]
            for tier in nested:
                limit = _promised(tier.field)
                for twin in tier.field.twins(floor):
                    theirs = self._grid(tier.field, twin).prices
                    nodes = [node for node in nodes if not 0.0 <= theirs[node] <= limit]
            places = zip(nodes, grid.nodes(nodes), strict=True)
            found += [
                (prices[node], x, y, floor.number)
                for node, (x, y) in places
                if not fare or floor.at_most(x, y, fare)[0] <= most
            ]
        return sorted(found)

    def _grid(self, field: LevelReach, floor: Floor) -> Grid:
        """The prices of a floor at the nodes that all reaches share."""
        key = id(field), floor.number
        if key not in self.grids:
            self.grids[key] = node_prices(field, floor, self.frames[floor.z])
        return self.grids[key]


def _promised(field: LevelReach) -> float:
    """The highest price that the referee is sure to bill within the budget."""
    return field.budget - field.added - PROMISE


def _spends(field: LevelReach, floor: Floor) -> bool:
    """Whether anything is left of the budget at an entry of a floor."""
    return any(entry.most < field.budget for entry in floor.entries)


def _areas(whole: LevelReach) -> tuple[str, ...]:
    """The areas of the levels reached that are reached themselves."""
    found: list[str] = []
    for floor in whole.floors:
        reached = ReachedGround(whole, floor)
        found += [area.id for area, region in grounds(floor.ground.resting) if reached.meets(region)]
    return tuple(dict.fromkeys(found))


def _by_links(way: LevelRoute) -> Fraction:
    """The chance that all links of a route succeed."""
    return math.prod((each.judged.chance for each in way.links), start=Fraction(1))


def _spread(field: LevelReach, nodes: list[_Node]) -> Iterator[tuple[Floor, float, float, str]]:
    """A few of the nodes at which a base may end, spread from the first to the last, each with its floor and surface."""
    count, tried = min(_TRIES, len(nodes)), 0
    for k in range(count):
        # Where it may not end, the next node is tried.
        for number in range(max(tried, k * (len(nodes) - 1) // max(1, count - 1)), len(nodes)):
            tried = number + 1
            _, x, y, floor_number = nodes[number]
            floor = field.atlas.floors[floor_number]
            surface = floor.surface_at(x, y)
            if surface is not None and not field.refuses(floor, x, y):
                yield floor, x, y, surface.id
                break
