"""Reach over all levels: floors surveyed one by one, and the links between them, judged by the referee."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from surefoot.dice.requests import Break
from surefoot.geometry.search.anchor_search import Cancelled as SearchCancelled
from surefoot.geometry.search.link_search import ASK, LOCATE, NOTHING, LinkSearch
from surefoot.geometry.search.paths import Point
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import By
from surefoot.referee.protocol import Crossing, Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.view import bearing
from surefoot.routes.ground.resting import EDGE
from surefoot.routes.ground.starting import off_the_ground, standing
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.links.cache import NEARED, TOUCHED, Arrival, OutgoingLinks
from surefoot.routes.links.fixtures import CLOSE
from surefoot.routes.links.judging import JudgedLink, forbidden
from surefoot.routes.links.link import Link
from surefoot.routes.one_level.reach import PROMISE
from surefoot.routes.one_level.route import ERROR, Cancelled, NoRoute
from surefoot.routes.outlines import LevelOutline, ReachAnswer, Steps
from surefoot.routes.over_levels.atlas import Atlas, ByAtlas
from surefoot.routes.over_levels.floors import Entry, Floor, TakenLink
from surefoot.routes.over_levels.landings import goes_straight, or_straight
from surefoot.routes.over_levels.last_link import SAME, with_last_link_slid
from surefoot.routes.over_levels.slope_ends import route_onto_slope

if TYPE_CHECKING:
    from surefoot.routes.over_levels.route import LevelRoute

# A link that ends within this distance of its aim ends there.
_ASTRAY = 1e-3
# The largest number of doors opened on one path.
_DOORS = 3
# The most that sliding links along their edges can save.
_NEARLY = 0.5


@dataclass
class LevelReach(ByAtlas):
    """The reach of a model on every level: floors with prices, and the links taken."""

    atlas: Atlas
    budget: float
    risk: bool = True
    # The links that may be taken although they need a test, by their labels; None: all of them.
    dares: tuple[str, ...] | None = None
    error: float = ERROR
    cancelled: Cancelled | None = None
    # The most that the referee may add to the bill of each action, or take off it, besides prices per length.
    added: float = 0.0
    less: float = 0.0
    # The slopes reached, each with the links that lead onto it, by floor: on foot over its sides, or from above.
    slopes: dict[str, dict[tuple[int, Crossing | None, By, tuple[Point, ...]], Link]] = field(
        default_factory=dict
    )
    # Whether a route to a place fits into the actions, for places asked before.
    _packed: dict[tuple[float, float, str], bool] = field(default_factory=dict)

    def limited(self, budget: float) -> LevelReach:
        """The same reach within a smaller budget."""
        return replace(self, budget=budget, _packed={})

    def outlines(self, step: Steps) -> tuple[LevelOutline, ...]:
        """The outlines of every level that was reached, the mover's own first."""
        # Imported here because the two modules need each other.
        from surefoot.routes.over_levels.outlines import level_outlines

        return level_outlines(self, step)

    def route_to(self, to: Point, on: str = "") -> LevelRoute | NoRoute:
        """The cheapest legal route to a place within the budget."""
        from surefoot.routes.over_levels.route import route_within

        return route_within(self, to, on)

    @property
    def floors(self) -> list[Floor]:
        """The floors reached, the mover's own first."""
        return [floor for floor in self.settled if not floor.opened]

    @property
    def settled(self) -> list[Floor]:
        """The floors reached, including those with doors opened."""
        return [floor for floor in self.atlas.floors if floor.prices is not None]

    def twins(self, floor: Floor) -> list[Floor]:
        """A floor, and the same level with doors opened."""
        return [each for each in self.settled if each.z == floor.z]

    @property
    def most(self) -> float:
        """The budget before reductions: a path may cost this much by its length if the referee then takes off the maximum."""
        return self.budget + self.less * self.atlas.action_budget.actions

    @property
    def limit(self) -> float:
        """Costs above this are not searched."""
        return self.most + _NEARLY

    def run(self) -> Iterator[bool]:
        """Search floor after floor, cheapest entry first, until no link lowers a cost any more; the mover's own floor first.

        Yields true whenever a floor has new prices: what was reached stays reached, at no higher price. In between it
        yields false after each link that the referee has judged, so that a caller may pause or stop there.
        """
        atlas = self.atlas
        pose = atlas.pose
        place = atlas.table.models[atlas.who].place
        if unsearched := off_the_ground(atlas.table, atlas.who):
            raise Unpriced(unsearched)
        first = atlas.floor(standing(atlas.view).z, (pose.x, pose.y), place.on)
        first.enter(Entry(*first.ground.start, 0.0, None, 0.0, pose.facing))
        while True:
            floor = min(atlas.floors, key=lambda each: each.upcoming)
            if floor.upcoming > self.limit:
                return
            if floor.queue.pending() <= self.limit:
                new = floor.prices is None
                floor.settle(self.limit, self.cancelled)
                self._packed.clear()
                if new:
                    yield True
                self._price_starts(floor)
                if not new:
                    yield True
                yield from self._rank(floor)
            yield from self._take(floor)

    def _price_starts(self, floor: Floor) -> None:
        """Price the starts of the links that leave a floor by its new labels; afterwards all labels are read again."""
        atlas = self.atlas
        outgoing = atlas.outgoing(floor, risk=self.risk, dares=self.dares)
        if floor.link_search is None:
            action_budget = atlas.action_budget
            spans = action_budget.allowance, action_budget.actions, action_budget.in_a_turn
            floor.link_search = LinkSearch(outgoing.link_table, *spans, self.limit)
        assert floor.prices is not None
        floor.link_search.price_starts(floor.prices)
        floor.prices.read_from(0)

    def _rank(self, floor: Floor) -> Iterator[bool]:
        """Queue the links of a floor whose starts have become cheaper; yields false now and then."""
        atlas, search = self.atlas, floor.link_search
        assert search is not None
        outgoing = atlas.outgoing(floor, risk=self.risk, dares=self.dares)
        search.begin()
        for k, (number, own) in enumerate(outgoing.ways):
            link = atlas.cache.links[number]
            if link.foot is not None:
                self._touch(floor, outgoing, k)
            if not search.is_fresh(k):
                continue
            if link.mode == "stairs" or link.behind:
                ways = self.slopes.setdefault(link.slope or link.name, {})
                ways.setdefault((floor.number, own, link.by, link.starts), link)
            if link.opening is not None:
                self._opens(floor, outgoing, k)
                continue
            atlas.fill_lower_bounds(floor, outgoing, k)
            search.rank(k)
            yield False
        search.sort()

    def _take(self, floor: Floor) -> Iterator[bool]:
        """Take the queued links, cheapest first, unless their ends can already be reached at that cost.

        A link that uses a whole action more than what is to be done elsewhere is left in the queue: until it is its
        turn, its end may be reached for less.
        """
        atlas, search = self.atlas, floor.link_search
        assert search is not None
        outgoing = atlas.outgoing(floor, risk=self.risk, dares=self.dares)
        link_table, horizon = outgoing.link_table, self._horizon(floor)
        while True:
            if len(atlas.floors) > floor.located_on:
                floor.located_on = len(atlas.floors)
                search.forget_spots()
            if search.upcoming() > horizon:
                return
            what = search.next()
            if what == NOTHING:
                return
            if what == LOCATE:
                search.set_spots(search.link, atlas.end_spots(outgoing, search.link))
                continue
            if self.cancelled is not None and self.cancelled():
                raise SearchCancelled
            (number, own), pair, end = outgoing.ways[search.link], search.pair, search.end
            link = atlas.cache.links[number]
            i = link_table.pair_starts[pair]
            index = link_table.indices[i]
            start = floor.touched[search.link, index] if index < 0 else link.starts[index]
            if what == ASK:
                hopeless = atlas.is_hopeless(number, start, end)
                arrival = None if hopeless else atlas.arrival(number, start, end, own)
                if arrival is None or not self.is_dared(link, arrival.judged):
                    link_table.set_refused(pair)
                else:
                    outgoing.arrivals[pair] = arrival
                    link_table.set_paid(pair, *arrival.judged.cost_parts, arrival.judged.spans)
                    if link.foot is not None and search.link not in outgoing.heads:
                        outgoing.heads[search.link] = arrival
                        search.set_spots(search.link, atlas.end_spots(outgoing, search.link))
                yield False
            elif self._is_away(floor, link, start):
                search.reject()
            else:
                arrival = outgoing.arrivals[pair]
                entered = self._enters(floor, link, (index, end), start, arrival, search.used[i])
                horizon = self._horizon(floor)
                # Some links end elsewhere than aimed at, differently for each start.
                if entered and math.dist(arrival.pose[:2], link.ends[end]) < _ASTRAY:
                    search.set_reached(search.link, end, search.value)

    def _horizon(self, floor: Floor) -> float:
        """The movement used up to which the links of a floor are taken: an action more than at what is to be done elsewhere."""
        elsewhere = min(
            floor.queue.pending(),
            min((each.upcoming for each in self.atlas.floors if each is not floor), default=inf),
        )
        return elsewhere + self.atlas.action_budget.allowance

    def _opens(self, floor: Floor, outgoing: OutgoingLinks, k: int) -> None:
        """Open a door: the level with the door open is another floor, entered where the door is opened."""
        atlas, search, (number, own) = self.atlas, floor.link_search, outgoing.ways[k]
        assert search is not None
        link, starts = atlas.cache.links[number], outgoing.link_table.firsts
        # The cheapest first: the floor behind the door is surveyed from there.
        fresh = sorted(
            (i for i in range(starts[k], starts[k + 1]) if search.fresh[i]), key=lambda i: search.used[i]
        )
        search.clear_fresh(k)
        if link.name in floor.opened or len(floor.opened) >= _DOORS:
            return
        # The order in which doors are opened makes no difference.
        opened = tuple(sorted((*floor.opened, link.name)))
        for i in fresh:
            index, used = outgoing.link_table.indices[i], search.used[i]
            arrival = atlas.arrival(number, link.starts[index], index, own)
            if arrival is not None and self.is_dared(link, arrival.judged):
                start = link.starts[index]
                self._enters(floor, link, (index, index), start, arrival, used, opened)

    def _touch(self, floor: Floor, outgoing: OutgoingLinks, k: int) -> None:
        """Set the last two starts of a ladder: the first place where the base touches it, and the first one near enough."""
        search, link, reach = (
            floor.link_search,
            self.atlas.cache.links[outgoing.ways[k][0]],
            self.atlas.view.shape.reach,
        )
        assert search is not None
        assert floor.prices is not None
        assert link.foot is not None
        behind = outgoing.link_table.firsts[k + 1]
        for index, last, near in ((TOUCHED, behind - 2, reach), (NEARED, behind - 1, CLOSE * reach)):
            if floor.prices.cost_near(*link.foot, near, self.budget) == inf:
                continue
            found = floor.prices.end_x, floor.prices.end_y
            used = floor.cost(*found, self.limit)
            # Beside a ladder there may be ground of another level.
            if used < inf and floor.carries(found, link.source) and search.lower_start(last, used):
                floor.touched[k, index] = found
                outgoing.link_table.forget_start(k, last)

    def is_dared(self, link: Link, made: JudgedLink) -> bool:
        """Whether a link may be taken: it needs no test, or one that may be risked."""
        return made.chance == 1 or (self.risk and (self.dares is None or link.label in self.dares))

    def _is_away(self, floor: Floor, link: Link, start: Point) -> bool:
        """Whether a link needs a lift at its first position, although the lift has been used on the way."""
        lift = self.atlas.table.pieces.get(link.target if link.by != "lift" else link.name)
        if lift is None or lift.sort != "lift":
            return False
        ways = self.taken_links(floor, *floor.clear(start))
        return any(each.link.by == "lift" and each.link.name == lift.id for each in ways)

    def _enters(
        self,
        floor: Floor,
        link: Link,
        index: tuple[int, int],
        start: Point,
        arrival: Arrival,
        before: float,
        opened: tuple[str, ...] = (),
    ) -> bool:
        """Enter the floor that a link leads to; false if the mover cannot walk on from there."""
        atlas, made, pose = self.atlas, arrival.judged, arrival.pose
        used = atlas.used_after(before, link, made)
        if used > self.limit:
            return False
        target = atlas.floor(arrival.z, (pose.x, pose.y), arrival.name, opened)
        if made.place.on not in target.names:
            return False
        taken = TakenLink(link, start, (pose.x, pose.y), floor.number, target.number, made, index)
        x, y = atlas.cleared(target, taken.end, taken.entry)
        stays = bool(target.ground.leaving) and not target.entries and target.may_leave(*taken.end)
        x, y = taken.end if stays else (x, y)
        if not stays and not target.ground.chart.spot_free(x, y):
            return False
        if target.queue.is_reached(x, y, used):
            return True
        most, facing = used, pose.facing
        if atlas.tariff.turn_fare:
            before, ahead = floor.at_most(*taken.start, atlas.tariff.turn_fare)
            keeps = link.ladder or link.opening is not None
            facing = ahead if keeps else bearing(pose.x - taken.start[0], pose.y - taken.start[1])
            turned = abs((facing - ahead + 180.0) % 360.0 - 180.0)
            most = atlas.used_after(before + turned * atlas.tariff.turn_fare, link, made)
        target.enter(Entry(x, y, used, taken, most, facing))
        return True

    # ------------------------------------------------------------------ questions

    def at(self, x: float, y: float, on: str = "") -> Iterator[Floor]:
        """The floors on which a base could stand at a point."""
        self.atlas.view.scene.table.demand_surface(on)
        named = ((floor, [each.id for each in floor.surfaces_at(x, y)]) for floor in self.settled)
        return (floor for floor, names in named if names and (not on or on in names))

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """The cost of getting to a place; None if there is no path within the budget."""
        coarse = sorted((floor.cost(x, y, self.limit), floor.number) for floor in self.at(x, y, on))
        found = inf
        for most, number in coarse:
            if most < found + _NEARLY or goes_straight(self.atlas):
                found = min(found, self.on_floor(self.atlas.floors[number], x, y))
        for slope in self.slopes_at(x, y, on):
            taken = self.onto(slope, x, y)
            found = min(found, inf if taken is None else self.used_at_end(taken))
        return None if found > self.most + self.error else found

    def slopes_at(self, x: float, y: float, on: str) -> list[str]:
        """The slopes under a point that have been reached."""
        return [
            surface.id
            for surface in self.atlas.view.surfaces_at(x, y)
            if surface.id in self.slopes and on in ("", surface.id)
        ]

    def used_at_end(self, taken: TakenLink) -> float:
        """The movement used at the end of a link."""
        used = self.atlas.floors[taken.source].cost(*taken.start, self.limit)
        return self.atlas.used_after(used, taken.link, taken.judged)

    def onto(self, slope: str, x: float, y: float) -> TakenLink | None:
        """The cheapest path onto a slope to a place on it, straight from its side."""
        ways = (
            route_onto_slope(self.atlas, self.limit, number, own, way, slope, (x, y))
            for (number, own, _, _), way in self.slopes[slope].items()
        )
        return min((way for way in ways if way is not None), key=self.used_at_end, default=None)

    def on_floor(self, floor: Floor, x: float, y: float) -> float:
        """The cost of a place on a floor, with the last link slid to where it is cheapest for that place; infinite if there is no path."""
        return self._cost_with_last_link_slid(floor, x, y)[0]

    def _cost_with_last_link_slid(self, floor: Floor, x: float, y: float) -> tuple[float, TakenLink | None]:
        """Like `on_floor`, with the slid link; None if the link is best where it was tried."""
        return or_straight(self.atlas, floor, (x, y), self.limit, with_last_link_slid(self, floor, (x, y)))

    def refuses(self, floor: Floor, x: float, y: float) -> str:
        """The name of the obstacle that keeps the base from ending at a point of a floor; empty if there is none."""
        surface = floor.surface_at(x, y)
        if surface is None:
            return EDGE
        if surface.id in self.atlas.view.terrain.tops:
            return surface.id
        ends = floor.ground.resting
        # The base stands at the height of that surface.
        z = floor.height_at(surface)
        return replace(ends, pose=ends.pose._replace(z=z), levels=(z,)).refuses(x, y)

    def refuses_on(self, slope: str, x: float, y: float) -> str:
        """The name of the obstacle that keeps the base from ending on a slope; empty if there is none."""
        view = self.atlas.view.around((x, y))
        surface = view.surface(slope)
        assert surface is not None
        pose = self.atlas.pose._replace(x=x, y=y, z=surface.height(x, y))
        for _, what in view.overlapped(pose):
            return what
        # A ruleset that follows paths itself decides about overhanging bases.
        held = self.atlas.tariff.anywhere is not None or view.supported(pose)
        return "" if held else EDGE

    def at_most(self, floor: Floor, x: float, y: float) -> float:
        """The most that the referee can bill for the path to a place on a floor; infinite if there is none."""
        fare, actions = self.atlas.tariff.turn_fare, self.atlas.action_budget.actions
        if not fare:
            return self.on_floor(floor, x, y) + self.added * actions
        most = floor.at_most(x, y, fare)[0]
        if most == inf:
            return inf
        # Movement reserved for turning may be lost at the end of each action.
        lost = (most - floor.cost(x, y, inf)) * math.floor(most / self.atlas.action_budget.allowance)
        return most + lost + self.added * actions

    @cached_property
    def forbidden(self) -> tuple[Break, ...]:
        """The breaks that forbid the action whatever its path, such as for a mover that is engaged or has moved already."""
        return forbidden(self.atlas.table, Declaration(self.atlas.action, (self.atlas.who,)))

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether the base may end at a place within the budget."""
        if self.forbidden:
            return "no"
        floors = [floor for floor in self.at(x, y, on) if not self.refuses(floor, x, y)]
        found = [(self.on_floor(floor, x, y), self.at_most(floor, x, y)) for floor in floors]
        for slope in self.slopes_at(x, y, on):
            taken = self.onto(slope, x, y)
            if taken is not None and not self.refuses_on(slope, x, y):
                found.append((self.used_at_end(taken), self.used_at_end(taken) + self.added))
        if all(cost > self.most + self.error for cost, _ in found):
            return "no"
        if all(most > self.budget - PROMISE for _, most in found):
            return "within the error"
        # A mover that climbs over a hurdle may not fit between the hurdle and the ceiling.
        climbs = self.atlas.tariff.anywhere is not None and any(
            floor.ground.resting.view.terrain.hurdles for floor in floors
        )
        on_foot = (
            self.atlas.action_budget.actions == 1
            and not climbs
            and not self.is_asked
            and any(
                most <= self.budget - PROMISE and not self.taken_links(floor, x, y)
                for floor, (_, most) in zip(floors, found, strict=False)
            )
        )
        return "yes" if on_foot or self._has_legal_packing(x, y, on) else "within the error"

    @cached_property
    def is_asked(self) -> bool:
        """Whether the referee is asked about paths on foot: by an action of a link, such as a swim, it refuses them."""
        crossings = ruleset_of(self.atlas.table).planning.crossings
        return self.atlas.tariff.asks or any(each.action == self.atlas.action for each in crossings)

    def _has_legal_packing(self, x: float, y: float, on: str) -> bool:
        """Whether the referee allows a route over links or over several actions: at the end of each action the base has to rest."""
        key = x, y, on
        if key in self._packed:
            return self._packed[key]
        found = self._packed[key] = self.route_to((x, y), on).found
        return found

    def origin(self, floor: Floor, x: float, y: float) -> TakenLink | None:
        """The link by which a floor was entered on the cheapest path to a place on it."""
        assert floor.prices is not None
        if floor.cost(x, y, inf) == inf:
            return None
        return floor.entries[floor.prices.multi.start_of(floor.prices.origin)].taken

    def taken_links(self, floor: Floor, x: float, y: float) -> tuple[TakenLink, ...]:
        """The links of the cheapest path to a place, in order."""
        found: list[TakenLink] = []
        taken = self.origin(floor, x, y)
        while taken is not None:
            found.append(taken)
            floor = self.atlas.floors[taken.source]
            taken = self.origin(floor, *floor.clear(taken.start))
        return tuple(reversed(found))

    def chains(self, floor: Floor, x: float, y: float) -> list[tuple[TakenLink, ...]]:
        """The links of the cheapest path to a place: each slid for what comes after it; only the last one slid; and all as they were tried."""
        coarse, (_, slid) = self.taken_links(floor, x, y), self._cost_with_last_link_slid(floor, x, y)
        found = [self._slid_links(floor, x, y), coarse]
        if slid is not None:
            source = self.atlas.floors[slid.source]
            found.insert(1, (*self.taken_links(source, *source.clear(slid.start)), slid))
        return list(dict.fromkeys(found))

    def _slid_links(self, floor: Floor, x: float, y: float) -> tuple[TakenLink, ...]:
        """The links that the price of a place is made of."""
        _, slid = self._cost_with_last_link_slid(floor, x, y)
        last = slid or self.origin(floor, x, y)
        if last is None:
            return ()
        source = self.atlas.floors[last.source]
        # As the price is: only towards lower costs, so that this ends.
        if source.cost(*last.start, self.limit) < floor.cost(x, y, self.limit) - SAME:
            return (*self._slid_links(source, *last.start), last)
        return (*self.taken_links(source, *source.clear(last.start)), last)

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The chance that every test on the cheapest path to a place is passed; 0 if there is no path."""
        best = min(self.at(x, y, on), key=lambda floor: floor.cost(x, y, inf), default=None)
        if best is None or best.cost(x, y, self.most + self.error) == inf:
            return Fraction(0)
        found = Fraction(1)
        for taken in self.taken_links(best, x, y):
            found *= taken.judged.chance
        return found
