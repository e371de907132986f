"""The atlas: the floors of a table for one mover, made as they are needed, and the links between them."""

from __future__ import annotations

import math
from array import array
from functools import cached_property, partial
from math import inf

from surefoot.geometry.kernel import leg_inside
from surefoot.geometry.measure import overlaps
from surefoot.geometry.search.action_spans import own_kind, part_kind
from surefoot.geometry.search.link_search import EndSpots
from surefoot.geometry.search.paths import Point
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, to_lattice, within
from surefoot.records import replace
from surefoot.referee.itinerary import By, Leg, Mode
from surefoot.referee.protocol import Crossing, Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import landings_near
from surefoot.referee.view import View, bearing
from surefoot.routes.ground.survey import Survey, survey
from surefoot.routes.links.cache import (
    Arrival,
    LinkCache,
    OutgoingLinks,
    OutgoingLinksBuilder,
    link_cache,
)
from surefoot.routes.links.costs import CostParts, LinkCosts
from surefoot.routes.links.judging import (
    JudgedLink,
    follow_by_ruleset,
    judge_declaration,
    judge_link,
    judge_walk,
    with_model_at,
)
from surefoot.routes.links.landed import is_under
from surefoot.routes.links.link import Link
from surefoot.routes.links.slope_bends import SlopeBends
from surefoot.routes.one_level.chance import success_chance
from surefoot.routes.outlines import PlainReach
from surefoot.routes.over_levels.action_budget import ActionBudget
from surefoot.routes.over_levels.floors import NEAR, Floor
from surefoot.routes.over_levels.hopeless import is_hopeless
from surefoot.table.place import BOARD, Place, Pose, on_surface
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

# No link moves a base further for free than this many radii.
_SHIFT = 6.0
# An end of a link is given up after this many refusals from its best starts.
_REFUSALS = 3
# The same for ladders: many obstacles may stand round the foot of one.
_APPROACHES = 32


class Atlas:
    """The floors of a table for one mover and one action, made as they are needed."""

    def __init__(
        self,
        table: Table,
        who: str,
        action: str,
        alternative: int,
        action_budget: ActionBudget,
        details: Record = EMPTY,
        without: tuple[str, ...] = (),
    ) -> None:
        self.table, self.who, self.action, self.alternative = table, who, action, alternative
        self.tariff = self.tariff_on(table)
        self.action_budget, self.details, self.without = action_budget, details, without
        self.view = View(Scene(table), self.tariff.anywhere or self.tariff.lens, who)
        self.pose = table.pose(who)
        self.floors: list[Floor] = []
        self.crossings = ruleset_of(table).planning.crossings
        self._cache: LinkCache | None = None
        # The prices of the actions that cross links.
        self._tariffs: dict[str, tuple[Tariff, ...]] = {}
        self._tempos: dict[tuple[By, Mode], tuple[bool, bool]] = {}
        self._uses: dict[tuple[By, Mode, bool, bool], tuple[Crossing | None, ...]] = {}

    def floor(self, z: float, near: Point, name: str, opened: tuple[str, ...] = ()) -> Floor:
        """The floor at a height, surveyed from a place on it, with some doors open."""
        known = next(
            (each for each in self.floors if abs(each.z - z) <= TOLERANCE and each.opened == opened), None
        )
        if known is not None:
            return known
        here = self.with_open(opened)
        if self.floors:
            here = with_model_at(here, self.who, self.place(near, name))
        # The lens may depend on the level that the mover stands on.
        ground = survey(Scene(here), self.tariff_on(here), self.who, without=self.without)
        levels = ground.resting.levels
        names = tuple(
            surface.id
            for surface in self.view.surfaces
            if not surface.sloped and any(within(abs(surface.low - each), 0.0) for each in levels)
        )
        low = self._low(ground, names)
        made = Floor(len(self.floors), z, ground, (*names, *(each.id for each in low)), low, opened)
        self.floors.append(made)
        made.survey_number = self.cache.survey_number(ground)
        return made

    def end_spots(self, outgoing: OutgoingLinks, k: int) -> list[EndSpots]:
        """Where the ends of a link lie on the floor that it leads to, with all doors closed; empty if that is not known yet."""
        number, _ = outgoing.ways[k]
        link, spots, head = self.cache.links[number], self.cache.end_spots, outgoing.heads.get(k)
        surface = self.view.surface(link.target)
        # Where a base lands at the end of a ladder is known only after the first verdict.
        if surface is None or (link.foot is not None and head is None):
            return []
        z, ends = (head.z, ((head.pose.x, head.pose.y),)) if head is not None else (surface.low, link.ends)
        found = []
        for floor in self.floors:
            if abs(floor.z - z) > TOLERANCE or floor.opened:
                continue
            key = floor.survey_number, number, head is not None
            if key not in spots:
                firsts, places = array("i", [0]), array("d")
                for end in ends:
                    for spot in self._spots(floor, end) or (end,):
                        places.extend(spot)
                    firsts.append(len(places) // 2)
                spots[key] = firsts, places
            found.append(EndSpots(floor.queue, *spots[key]))
        return found

    def _low(self, ground: Survey, names: tuple[str, ...]) -> tuple[Surface, ...]:
        """Low pieces that a ruleset which follows paths itself treats as absent."""
        if self.tariff.anywhere is None:
            return ()
        lens = ground.resting.view.lens
        found: list[Surface] = []
        carrying = [*names]
        # A low piece may carry others that are low, too.
        for name in carrying:
            on_it = [
                surface
                for surface in self.view.scene.ground.surfaces
                if surface.piece is not None
                and surface.piece.sort != "door"
                and (surface.piece.on or BOARD) == name
                and surface.id not in carrying
                and lens.role_of_piece(surface.piece) == "absent"
            ]
            found += on_it
            carrying += [surface.id for surface in on_it]
        return tuple(found)

    def tariff_on(self, table: Table) -> Tariff:
        """The prices on a table that may differ from the first one."""
        return ruleset_of(table).tariffs(table, self.who, self.action)[self.alternative]

    def place(self, point: Point, name: str, facing: float | None = None) -> Place:
        """A place on a surface."""
        surface = self.view.surface(name)
        facing = self.pose.facing if facing is None else facing
        if surface is None or not surface.carrier:
            return on_surface(*point, name, facing)
        return self.view.scene.place_at(Pose(*point, surface.low, facing), surface)

    @property
    def cache(self) -> LinkCache:
        """All links that may matter within the limit, and what is known of them."""
        if self._cache is None:
            far = self.action_budget.limit / max(self.lowest, 1e-9) + _SHIFT * self.view.shape.reach
            self._cache = link_cache(self.table, self.who, self.action, self.alternative, self.details, far)
        return self._cache

    def outgoing(self, floor: Floor, *, risk: bool, dares: tuple[str, ...] | None) -> OutgoingLinks:
        """The links that leave a floor; without risk only those that need no test.

        Others than the `dares` are left out if they surely need one.
        """
        cache = self.cache
        key = floor.survey_number, risk, dares, self.without
        if key not in cache.outgoing:
            made = OutgoingLinksBuilder()
            for number, link in enumerate(cache.links):
                if link.source not in floor.names or link.is_named(self.without):
                    continue
                if not risk and self._is_risky(link):
                    continue
                dared = dares is None or link.label in dares or not self.link_costs.is_surely_tested(link)
                uses = [own for own in self.uses(link) if own is not None or dared]
                spots = [self.stands(floor, link, start) for start in link.starts] if uses else []
                for own in uses:
                    made.add((number, own), link, self._numbers(link, own), spots)
            cache.outgoing[key] = made.outgoing()
        return cache.outgoing[key]

    def stands(self, floor: Floor, link: Link, start: Point) -> tuple[Point, ...]:
        """The points at which the search prices a start of a link; empty if the base cannot stand there."""
        held = link.foot is None or floor.carries(start, link.source)  # another level may lie beside a ladder
        barred = not held or self._is_under(link, start) or floor.ground.resting.leads_into(*start)
        return () if barred else self._spots(floor, start)

    def _is_under(self, link: Link, start: Point) -> bool:
        """Whether a mover at the start of a link stands on something a free step above its source."""
        return self.tariff.anywhere is None and is_under(self.view, link.source, start)

    def _numbers(self, link: Link, own: Crossing | None) -> list[float]:
        """The numbers of a link, used in some way, for the kernel."""
        far = -1.0 if link.far is None else link.far
        if own is None:
            refusals = _APPROACHES if link.foot is not None else _REFUSALS
            return [far, part_kind(self.flows(link), self.pauses(link)), 0, 0.0, refusals]
        stroke = self.stroke(own) if own.by_strokes else 0.0
        return [far, own_kind(own.runs_up, own.goes_on), own.takes, stroke, _REFUSALS]

    def fill_lower_bounds(self, floor: Floor, outgoing: OutgoingLinks, k: int) -> None:
        """Set the lower bounds of a link in the table, for the starts and ends that the search of a floor asks about."""
        link_table, (number, own), search = outgoing.link_table, outgoing.ways[k], floor.link_search
        assert search is not None
        link, costs, wanted = self.cache.links[number], self.link_costs, search.wanted(k)
        if not wanted:
            return
        least_evenly = costs.least_evenly(link, own)
        if least_evenly is not None:
            link_table.set_least_evenly(k, *least_evenly, self.least_actions(link, own))
            return
        first = end = link_table.end_firsts[k]
        if k not in outgoing.measured:
            outgoing.measured.add(k)
            for each, there in enumerate(link.ends, first):
                link_table.set_out_of_reach(each, *costs.lengths_out_of_reach(link, own, there))
            wanted = search.wanted(k)
        least = costs.least_by_place(link, own)
        for pair in wanted:
            while pair >= link_table.pair_firsts[end + 1]:
                end += 1
            index = link_table.indices[link_table.pair_starts[pair]]
            start = link.foot if index < 0 and link.foot is not None else link.starts[index]
            before, cost, behind = least(start, link.ends[end - first])
            if link.foot is not None:
                cost += self.approach(floor, link, start)
            link_table.set_least(pair, before, cost, behind)

    def least_actions(self, link: Link, own: Crossing | None) -> int:
        """The least number of actions that a climb takes which is no part of a move; 0 if that is not known."""
        return self.link_costs.least_actions(link, own, partial(self.cache.is_only_climb_to, link))

    def approach(self, floor: Floor, link: Link, start: Point) -> float:
        """The lower bound of the walk from a place to a ladder; 0 if something may keep the mover away from it.

        The mover walks until its base touches the ladder, or else to the room nearest to it.
        """
        if link.foot is None:
            return 0.0
        away, near = math.dist(start, link.foot), self.view.shape.reach
        if away <= near + TOLERANCE:
            return 0.0
        chart, share = floor.ground.chart, (away - near) / away
        touching = start[0] + (link.foot[0] - start[0]) * share, start[1] + (link.foot[1] - start[1]) * share
        if chart.blocked(*start, *touching, False) >= 0:
            beside = min(self._beside(floor, link), key=lambda spot: math.dist(spot, start), default=None)
            if beside is None or chart.blocked(*start, *beside, False) >= 0:
                return 0.0
            near = max(near, math.dist(beside, link.foot))
        return max(0.0, away - near - TOLERANCE) * self.lowest

    def _beside(self, floor: Floor, link: Link) -> list[Point]:
        """The room nearest to the end of a ladder on a floor, as the search can end there."""
        assert link.foot is not None
        known, key = self.cache.beside, (floor.survey_number, link.foot)
        if key not in known:
            pose = self.pose._replace(x=link.foot[0], y=link.foot[1], z=floor.z)
            spots = [spot[:2] for spot, _ in landings_near(self.view, pose)]
            known[key] = [floor.nearest(floor.spots(spot)) or spot for spot in spots]
        return known[key]

    def is_hopeless(self, number: int, start: Point, end: int) -> bool:
        """Whether the referee surely refuses a link, so that it need not be asked; false if that is not known yet."""
        return is_hopeless(self, number, start, end)

    def _is_risky(self, link: Link) -> bool:
        fare = self.tariff.fare(link.mode)
        return fare is not None and bool(fare.risk)

    def cleared(self, floor: Floor, *points: Point) -> Point:
        """Like `Floor.clear`, but cached, for ends of links."""
        return floor.nearest(self._spots(floor, *points)) or points[0]

    def _spots(self, floor: Floor, *points: Point) -> tuple[Point, ...]:
        """Like `Floor.spots`, but cached: the links at one edge share their starts and ends."""
        spots, key = self.cache.spots, (floor.survey_number, points)
        if key not in spots:
            spots[key] = floor.spots(*points)
        return spots[key]

    def arrival(self, number: int, start: Point, end: int, own: Crossing | None) -> Arrival | None:
        """The verdict on a link and where it leads; None if the referee refuses it, or if the mover cannot walk on from there."""
        cache = self.cache
        link = cache.links[number]
        key = number, start, end, -1 if own is None else self.crossings.index(own)
        if key not in cache.arrivals:
            made = self.cross(link, start, link.ends[end], own)
            cache.arrivals[key] = None if made is None else self._led(link, made)
        return cache.arrivals[key]

    def _led(self, link: Link, made: JudgedLink) -> Arrival | None:
        """Where a link leads: on a piece too low to be a level the mover stands on what the piece lies on."""
        surface = self.view.surface(made.place.on) or self.view.surface(link.target)
        if surface is None or surface.sloped:
            return None
        pose, name = self.table.resolve(made.place), surface.id
        if surface.piece is not None and beyond(abs(surface.low - pose.z), 0.0):
            name = surface.piece.on or BOARD
        return Arrival(made, pose, name, surface.low)

    def uses(self, link: Link) -> tuple[Crossing | None, ...]:
        """The ways to use a link: as part of a move (None), or by crossings of the ruleset."""
        key = link.by, link.mode, link.rise > 0, link.opening is not None
        if key not in self._uses:
            way = "up" if link.rise > 0 else "down"
            own = [
                each
                for each in self.crossings
                if each.by == link.by and each.way in ("", way) and self._prices(each.action)
            ]
            # A jump up is never part of a move.
            modes = (link.mode, "over") if link.across and link.mode == "climb" else (link.mode,)
            priced = all(self.tariff.fare(mode) is not None for mode in modes)
            priced = priced and not (link.mode == "drop" and link.rise > 0)
            part: tuple[None, ...] = (None,) if priced else ()
            self._uses[key] = part if link.opening is not None else (*part, *own)
        return self._uses[key]

    @property
    def lowest(self) -> float:
        """The lowest price of a unit of length."""
        return self.floors[0].ground.chart.lowest

    @cached_property
    def link_costs(self) -> LinkCosts:
        """The lower bounds of link costs."""
        return LinkCosts(self.view, self._tariff_by, self.lowest)

    def _tariff_by(self, own: Crossing | None) -> Tariff:
        """The prices for a link: those of the move, or of the crossing's action."""
        if own is None:
            return self.tariff
        return self._prices(own.action)[0]

    def _prices(self, action: str) -> tuple[Tariff, ...]:
        """The prices of a crossing's action; none if the mover cannot make it."""
        if action not in self._tariffs:
            self._tariffs[action] = ruleset_of(self.table).tariffs(self.table, self.who, action)
        return self._tariffs[action]

    def pauses(self, link: Link) -> bool:
        """Whether one action may begin a link and the next one end it."""
        return self._tempo(link)[0]

    def flows(self, link: Link) -> bool:
        """Whether a link is walked, so that an action may end on it."""
        return self._tempo(link)[1]

    def _tempo(self, link: Link) -> tuple[bool, bool]:
        key = link.by, link.mode
        if key not in self._tempos:
            fare = self.tariff.fare(link.mode)
            walked = link.by == "walk" and self.tariff.anywhere is None
            rests = fare is not None and fare.rest
            self._tempos[key] = fare is not None and fare.pauses, rests and walked
        return self._tempos[key]

    def legs(self, link: Link, end: Point) -> tuple[Leg, ...]:
        """The leg of a link to a place."""
        if link.ladder:
            return (Leg(None, link.by, link=link.ladder),)
        at = to_lattice(end[0]), to_lattice(end[1])
        if link.by == "through":
            return (Leg(at, link.by, on=link.target, link=link.name),)
        if link.by == "lift":
            return (Leg(None, "lift", link=link.name, rise=to_lattice(link.rise)), Leg(at, on=link.target))
        named = link.target if link.by != "walk" or self.tariff.anywhere is not None else ""
        return (Leg(at, link.by, on=named, manner=self.tariff.manner if link.by == "walk" else ""),)

    def cross(self, link: Link, start: Point, end: Point, own: Crossing | None) -> JudgedLink | None:
        """The verdict on a link between two places, as part of a move or by a crossing."""
        if self._is_under(link, start):
            return None
        # Turning is paid for before the link, which begins facing along it.
        turns = self.tariff.turn_fare and not link.ladder and link.opening is None
        facing = bearing(end[0] - start[0], end[1] - start[1]) if turns else None
        place = self.place(start, link.source, facing)
        if link.opening is not None:
            return self._opened(link, place)
        if self.tariff.anywhere is not None or (link.by == "walk" and own is None):
            straight = self._walked(link, place, (), end)
            bends = self.bends(link.name).between(start, end) if link.mode == "stairs" else ()
            bent = self._walked(link, place, bends, end) if bends else None
            return min((each for each in (straight, bent) if each), key=lambda each: each.cost, default=None)
        if link.slope:
            return self._sloping(link, place, link.on_slope(start, end), end, own)
        legs = self.legs(link, end)
        if own is not None and own.by_strokes:
            legs = strokes(start, end, own.by, self.stroke(own))
        table = self.table if own is not None else self._passed(end)
        return judge_link(table, self.who, self.action, place, legs, own, self.details)

    def _passed(self, end: Point) -> Table:
        """The table without models that the mover may pass and that stand where a link ends: a path goes on from there."""
        body = self.view.shape.at(*end, self.pose.facing)
        there = [
            figure.id
            for figure, role in self.view.around(end).figures
            if role == "pass" and not figure.model.decks and overlaps(body, figure.body)
        ]
        models = self.table.models
        for name in there:
            models = models.with_(name, models[name].at(Place("off")))
        return self.table.changed(models=models) if there else self.table

    def flown(self, link: Link, bend: Point, end: Point) -> JudgedLink | None:
        """The verdict on a flight from where it begins to a place, with a bend."""
        return self._walked(link, self.place(link.starts[0], link.source), (bend,), end)

    def stroke(self, own: Crossing) -> float:
        """The length of one action of a crossing."""
        return self._tariff_by(own).allowance

    def _sloping(
        self, link: Link, start: Place, via: Point, end: Point, own: Crossing | None
    ) -> JudgedLink | None:
        """The verdict on a link that begins or ends on a slope, with the walk along it."""
        last = Leg((to_lattice(end[0]), to_lattice(end[1])))
        on_slope = Leg((to_lattice(via[0]), to_lattice(via[1])))
        if link.behind:
            leg = replace(on_slope, by=link.by, on=link.slope)
            made = judge_link(self.table, self.who, self.action, start, (leg,), own, self.details)
            walk = made and judge_walk(self.table, self.who, self.tariff, made.place, (last,))
            if made is None or walk is None or made.place.on != link.slope:
                return None
            return replace(made, behind=walk, place=walk.place, cost=made.cost + walk.cost)
        if not self._gets_onto(link.slope, link.source, self.table.resolve(start)[:2], via):
            return None
        walk = judge_walk(self.table, self.who, self.tariff, start, (on_slope,))
        if walk is None or walk.place.on != link.slope:
            return None
        leg = replace(last, by=link.by, on=link.target)
        made = judge_link(self.table, self.who, self.action, walk.place, (leg,), own, self.details)
        return None if made is None else replace(made, before=walk, cost=made.cost + walk.cost)

    def _gets_onto(self, slope: str, level: str, start: Point, end: Point) -> bool:
        """Whether a straight walk from a level may get onto a slope: not where its side is too high for a step."""
        sloped = [each for each in self.view.surfaces if each.sloped]
        surface, below = self.view.surface(slope), self.view.surface(level)
        others = [each for each in sloped if each.id != slope and _may_meet(each, start, end)]
        if surface is None or below is None or others:
            return True
        spans = leg_inside(*start, *end, surface.region.rings)
        if not spans:
            return True
        at = spans[-2]
        x, y = start[0] + (end[0] - start[0]) * at, start[1] + (end[1] - start[1]) * at
        return abs(surface.height(x, y) - below.height(x, y)) <= self.view.lens.step + NEAR

    def _opened(self, link: Link, place: Place) -> JudgedLink | None:
        """The verdict on opening a door from a place beside it, as part of a move or by an action of its own."""
        opening = link.opening
        assert opening is not None
        here = with_model_at(self.table, self.who, place)
        if opening.action:
            said = Declaration(opening.action, (self.who,), details=Record({opening.detail: link.name}))
        else:
            leg = Leg((place.x, place.y), "through", on=place.on, link=link.name, manner=opening.manner)
            said = Declaration(self.action, (self.who,), (leg,), details=self.details)
        made = judge_declaration(here, said)
        if made is None:
            return None
        outcome, after = made
        self.cache.doors.setdefault(link.name, after.pieces[link.name])
        if opening.action:
            return JudgedLink((), place, 0.0, takes=1, opens=said, chance=success_chance(here, outcome))
        return JudgedLink(said.legs, place, from_lattice(outcome.cost), chance=success_chance(here, outcome))

    def with_open(self, names: tuple[str, ...]) -> Table:
        """The table with some doors open."""
        table = self.table
        for name in names:
            table = table.changed(pieces=table.pieces.with_(name, self.cache.doors[name]))
        return table

    def bends(self, slope: str) -> SlopeBends:
        """The bends of paths over a slope."""
        if slope not in self.cache.bends:
            surface = self.view.surface(slope)
            assert surface is not None
            self.cache.bends[slope] = SlopeBends(self.view, surface)
        return self.cache.bends[slope]

    def _walked(self, link: Link, start: Place, bends: tuple[Point, ...], end: Point) -> JudgedLink | None:
        """The verdict on walking along a link with some bends.

        At its end only part of the base may be supported: it need not rest there.
        """
        # A model that flies does not come down where it bends.
        named = link.name if self.tariff.anywhere is not None and link.mode != "fly" else ""
        manner = self.tariff.manner
        over = (Leg((to_lattice(x), to_lattice(y)), on=named, manner=manner) for x, y in bends)
        legs = (*over, *self.legs(link, end))
        if self.tariff.anywhere is None:
            return judge_walk(self.table, self.who, self.tariff, start, legs)
        target = self.view.surface(link.target)
        cost, pose = follow_by_ruleset(self.table, self.who, self.action, start, legs)
        if cost == inf or target is None or beyond(abs(target.height(*end) - pose.z), 0.0):
            return None
        return JudgedLink(legs, self.place(end, link.target), cost)

    def used_after(
        self, used: float, link: Link, made: JudgedLink, cost_parts: CostParts | None = None
    ) -> float:
        """Movement used after a link; `cost_parts` replaces its own cost."""
        before, cost, behind = made.cost_parts if cost_parts is None else cost_parts
        if made.opens is not None:
            return self.action_budget.after_own(used, made.takes) + cost
        if made.own is not None:
            return self.after_own(used + before, made.own, made.takes, cost) + behind
        return self.after(used + before, link, cost) + behind

    def least_used_after(self, used: float, link: Link, own: Crossing | None, cost_parts: CostParts) -> float:
        """The least movement used after a link, by the lower bound of its cost."""
        before, cost, behind = cost_parts
        if own is not None:
            return self.after_own(used + before, own, own.takes, cost) + behind
        return self.after(used + before, link, cost) + behind

    def after_own(self, used: float, own: Crossing, takes: int, cost: float) -> float:
        """Movement used after a link that is crossed by actions of its own."""
        if own.goes_on:
            return self.action_budget.after_shared(used, cost, own.takes)
        return self.action_budget.after_own(used, takes, runs_up=own.runs_up)

    def after(self, used: float, link: Link, cost: float) -> float:
        """Movement used after a link that is part of a move. If an action may end on it, it counts as walking."""
        if self.flows(link):
            return used + cost
        return self.action_budget.after_part(used, cost, pauses=self.pauses(link))


def strokes(start: Point, end: Point, by: By, longest: float) -> tuple[Leg, ...]:
    """A straight path in the fewest equal legs that are no longer than an action."""
    count = max(1, math.ceil(math.dist(start, end) / longest - TOLERANCE)) if longest > 0.0 else 1
    shares = [(k + 1) / count for k in range(count)]
    return tuple(
        Leg(
            (
                to_lattice(start[0] + (end[0] - start[0]) * share),
                to_lattice(start[1] + (end[1] - start[1]) * share),
            ),
            by,
        )
        for share in shares
    )


class ByAtlas(PlainReach):
    """What a reach over levels says by its atlas."""

    atlas: Atlas

    @property
    def who(self) -> str:
        """The mover."""
        return self.atlas.who

    @property
    def action(self) -> str:
        """The action."""
        return self.atlas.action

    @property
    def actions(self) -> int:  # type: ignore[override]  # read from the atlas
        """The number of actions in a row."""
        return self.atlas.action_budget.actions

    @property
    def start(self) -> Point:
        """Where the mover stands."""
        return self.atlas.floors[0].ground.start


def _may_meet(surface: Surface, start: Point, end: Point) -> bool:
    """Whether a straight path may lead over a surface."""
    west, south, east, north = surface.region.bounds
    return (
        min(start[0], end[0]) <= east + NEAR
        and max(start[0], end[0]) >= west - NEAR
        and min(start[1], end[1]) <= north + NEAR
        and max(start[1], end[1]) >= south - NEAR
    )
