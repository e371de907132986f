"""The cheapest legal route over all levels: found floor by floor, refined, packed into actions, and judged by the referee."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from math import inf

from surefoot.dice.requests import Break
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.paths import Path, Point, cheapest
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, short_of, within
from surefoot.language import Length, say
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.verdict import Outcome
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.links.sliding import best, between
from surefoot.routes.one_level.legs import path_legs
from surefoot.routes.one_level.route import (
    ERROR,
    Cancelled,
    NoRoute,
    Route,
    best_answer,
    cannot_end,
    refused,
    too_far,
)
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.floors import Floor, TakenLink
from surefoot.routes.over_levels.options import DEFAULT_OPTIONS, LevelOptions
from surefoot.routes.over_levels.packing import ActionPacker, Refusal
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.search import level_reach
from surefoot.table.table import Table

# The number of refinement rounds over all links: the second one changes hardly anything.
_ROUNDS = 2
# A route that costs no more than promised, within this, needs no alternative.
_NEARLY = 1e-3


@dataclass(frozen=True)
class LevelRoute:
    """A route over levels that the referee has judged legal: its declarations, one action after another, and their outcomes."""

    steps: tuple[Outcome, ...]
    links: tuple[TakenLink, ...]
    # The movement used of all actions, with the movement lost between them.
    used: float
    budget: float
    table: Table = field(repr=False)
    # The chance that every test is passed and every roll is high enough.
    chance: Fraction = Fraction(1)
    error: float = ERROR
    # Other routes to the same place, cheapest first.
    others: tuple[Route | LevelRoute, ...] = ()

    def __repr__(self) -> str:
        links = ", ".join(taken.link.by for taken in self.links)
        return (
            f"<LevelRoute of {self.steps[0].declaration.actor}: {len(self.steps)} actions, "
            f"links: {links or 'none'}, {self.used:g} of {self.budget:g} used, chance {self.chance}>"
        )

    @property
    def facings(self) -> tuple[float, ...]:
        """The facings after its turns, for a base that turns."""
        return ()

    @property
    def places(self) -> Mapping[str, Point]:
        """The places of the models of a unit; empty: it is none."""
        return {}

    @property
    def costs(self) -> Mapping[str, float]:
        """What is billed for each model of a unit; empty: it is none."""
        return {}

    @property
    def found(self) -> bool:
        """True: there is a route."""
        return True

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """The declarations in order."""
        return tuple(step.declaration for step in self.steps)

    @property
    def points(self) -> tuple[Point, ...]:
        """The ends of the legs of all actions."""
        legs = [leg for declaration in self.declarations for leg in declaration.legs]
        return tuple((from_lattice(leg.to[0]), from_lattice(leg.to[1])) for leg in legs if leg.to)

    @property
    def cost(self) -> float:
        """What the referee bills for all actions."""
        return from_lattice(sum(step.cost for step in self.steps))


@dataclass(frozen=True)
class _Walk:
    """Part of the path on one floor."""

    floor: Floor
    legs: tuple[Leg, ...]


def level_route(
    table: Table,
    who: str,
    action: str,
    to: Point,
    options: LevelOptions = DEFAULT_OPTIONS,
    *,
    on: str = "",
    cancelled: Cancelled | None = None,
) -> LevelRoute | NoRoute:
    """The cheapest route of a model to a place on any level, with one action or several in a row, by any of its tariffs."""
    answers: list[LevelRoute | NoRoute] = []
    for k, tariff in enumerate(ruleset_of(table).tariffs(table, who, action)):
        # What is found by one tariff for all actions needs no search for a mixture.
        if tariff.for_runs and (options.actions == 1 or any(answer.found for answer in answers)):
            continue
        try:
            field = level_reach(table, who, action, replace(options, alternative=k), cancelled=cancelled)
        except Unpriced as problem:
            answers.append(NoRoute(problem.says, tariff.allowance))
            continue
        answer = route_within(field, to, on)
        # How much is missing is told by the prices that a single action can have.
        if answer.found or not tariff.for_runs:
            answers.append(answer)
    return best_answer(answers, lambda one: one.used / max(one.budget, 1e-9))


def route_within(field: LevelReach, to: Point, on: str = "") -> LevelRoute | NoRoute:
    """The cheapest legal route to a place within a reach."""
    if field.forbidden:
        return NoRoute(field.forbidden[0].says, field.budget, breaks=field.forbidden)
    for slope in field.slopes_at(*to, on):
        onto = field.onto(slope, *to)
        if onto is not None and not field.refuses_on(slope, *to):
            links = (*field.taken_links(field.atlas.floors[onto.source], *onto.start), onto)
            try:
                onto_it = _judged(field, links, field.atlas.floors[onto.source], to, (slope,))
            except Refusal:
                continue
            return onto_it if _is_within(field, onto_it) else _too_dear(field, onto_it.used)
    there = list(field.at(*to, on))
    kept_off = [field.refuses(floor, *to) for floor in there]
    if kept_off and all(kept_off):
        # Where no base can stand, more movement does not help, and no link needs to be slid.
        _, keeper = min(zip(there, kept_off, strict=True), key=lambda each: each[0].cost(*to, field.limit))
        return cannot_end(keeper, field.budget)
    floors = sorted(
        ((field.on_floor(floor, *to), floor.number, floor) for floor in there), key=lambda each: each[:2]
    )
    ends = [(cost, floor) for cost, _, floor in floors if cost <= field.most + field.error]
    if not ends:
        return NoRoute(
            say("No path over any level gets there within {limit}", limit=Length.of(field.budget)),
            field.budget,
        )
    breaks: tuple[Break, ...] = ()
    dear = inf
    for cost, floor in ends:
        stands = field.refuses(floor, *to)
        if stands:
            return cannot_end(stands, field.budget)
        names = tuple(surface.id for surface in floor.surfaces_at(*to))
        found: list[LevelRoute] = []
        for links in _candidates(field, floor, to):
            try:
                found.append(_judged(field, links, floor, to, names))
            except Refusal as problem:
                breaks = breaks or problem.breaks
            # The refined path may lose more at the end of an action than it saves: then the links as found are tried
            # too.
            if found and found[-1].used <= cost + _NEARLY:
                break
        if found:
            way = min(found, key=lambda each: each.used)
            if _is_within(field, way):
                return way
            dear = min(dear, way.used)
    if dear < inf:
        return _too_dear(field, dear)
    return NoRoute(refused(breaks), field.budget, ends[0][0], breaks=breaks)


def _is_within(field: LevelReach, way: LevelRoute) -> bool:
    """Whether a route costs no more than a budget below what its actions allow. What they allow the referee has judged already."""
    allowed = field.atlas.tariff.allowance * field.atlas.action_budget.actions
    return not short_of(field.budget, allowed) or within(way.used, field.budget)


def _too_dear(field: LevelReach, cost: float) -> NoRoute:
    return NoRoute(too_far(cost, field.budget), field.budget, cost)


def route_as_found(field: LevelReach, floor: Floor, to: Point) -> LevelRoute | None:
    """A path to a place of a floor by the links where the search tried them, none of them slid; None if the referee refuses it.

    It meets the same tests as the cheapest path, and is found much sooner.
    """
    names = tuple(surface.id for surface in floor.surfaces_at(*to))
    try:
        return _judged(field, field.taken_links(floor, *to), floor, to, names)
    except Refusal:
        return None


def _candidates(field: LevelReach, floor: Floor, to: Point) -> Iterator[tuple[TakenLink, ...]]:
    """The links of paths to a place: first slid to where the whole path is cheapest, then as they were found."""
    seen: list[tuple[TakenLink, ...]] = []
    chains = field.chains(floor, *to)
    for links in (*(_refined(field.atlas, chain, to) for chain in chains), *chains):
        if links not in seen:
            seen.append(links)
            yield links


# ---------------------------------------------------------------------- walking on one floor


def _walked(floor: Floor, start: Point, end: Point, *, first: bool) -> Path | None:
    """The cheapest path between two places on a floor."""
    chart = floor.ground.chart
    search = Search(chart)
    leaves = first or floor.may_leave(*start)
    floor.ground.let_leave(search, leaves=leaves)
    ways = cheapest(chart, floor.clear(start), floor.clear(end), search=search)
    return ways[0] if ways else None


def _legs(floor: Floor, way: Path, start: Point, end: Point) -> tuple[Leg, ...]:
    if math.dist(start, end) <= TOLERANCE:
        return ()
    return path_legs(floor.seen_from(start), way, end)


# ---------------------------------------------------------------------- sliding links


def _refined(atlas: Atlas, links: tuple[TakenLink, ...], to: Point) -> tuple[TakenLink, ...]:
    """The same links, each slid to where the whole path is cheapest."""
    best = list(links)
    for _ in range(_ROUNDS if links else 0):
        for i, taken in enumerate(best):
            before = (atlas.pose.x, atlas.pose.y) if i == 0 else best[i - 1].end
            behind = to if i == len(best) - 1 else best[i + 1].start
            best[i] = _slid(atlas, taken, before, behind, first=i == 0)
    return tuple(best)


def _slid(atlas: Atlas, taken: TakenLink, before: Point, behind: Point, *, first: bool) -> TakenLink:
    """A link slid along its edge to where the path before it, the link and the path after it together cost least."""
    link = taken.link
    source, target = atlas.floors[taken.source], atlas.floors[taken.target]
    reached: dict[Point, float] = {}
    goes_on: dict[Point, float] = {}

    def to_start(start: Point) -> float:
        if start not in reached:
            way = _walked(source, before, start, first=first)
            reached[start] = inf if way is None else way.cost
        return reached[start]

    def from_end(end: Point) -> float:
        if end not in goes_on:
            way = _walked(target, target.clear(end, behind), behind, first=False)
            goes_on[end] = inf if way is None else way.cost
        return goes_on[end]

    def guess(at: float, lands: float) -> float:
        start, end = between(link.starts, at), between(link.ends, lands)
        if not link.leads(math.dist(start, end)):
            return inf
        return (
            to_start(start) + sum(atlas.link_costs.least(link, taken.judged.own, start, end)) + from_end(end)
        )

    def asked(at: float, lands: float) -> float:
        start, end = between(link.starts, at), between(link.ends, lands)
        leads = link.leads(math.dist(start, end))
        made = atlas.cross(link, start, end, taken.judged.own) if leads else None
        return inf if made is None else to_start(start) + made.cost + from_end(end)

    if link.ladder or link.mode == "fly":
        return taken
    others = None if link.far is None else len(link.ends)
    one, other = taken.index
    at, lands = best(guess, asked, one, other, len(link.starts), others)
    start, end = between(link.starts, at), between(link.ends, lands)
    made = atlas.cross(link, start, end, taken.judged.own)
    if made is None or made.takes != taken.judged.takes:
        return taken
    pose = atlas.table.resolve(made.place)
    slid = replace(taken, start=start, end=(pose.x, pose.y), judged=made)

    def in_all(one: TakenLink) -> float:
        return to_start(one.start) + one.judged.cost + from_end(one.end)

    return slid if in_all(slid) < in_all(taken) - 1e-6 else taken


# ---------------------------------------------------------------------- declared and judged


def _judged(
    field: LevelReach, links: tuple[TakenLink, ...], floor: Floor, to: Point, on: tuple[str, ...]
) -> LevelRoute:
    """The path as declarations, each judged on the table that the one before it left."""
    packer = ActionPacker(field.atlas)
    for part in _parts(field.atlas, links, floor, to):
        if isinstance(part, _Walk):
            packer.walk(part.legs)
        elif part.judged.opens is not None:
            packer.opens(part.judged.opens)
        elif part.judged.own is not None:
            packer.own(part)
        elif field.atlas.flows(part.link):
            packer.walk(part.judged.legs)
        else:
            packer.link(part)
    packer.declare()
    pose, place = packer.now.pose(field.atlas.who), packer.now.models[field.atlas.who].place
    arrived = place.on in on and math.dist((pose.x, pose.y), to) <= 3 * TOLERANCE
    if not arrived or packer.count > field.atlas.action_budget.actions:
        raise Refusal
    return LevelRoute(tuple(packer.steps), links, packer.used, field.budget, field.atlas.table, packer.chance)


def _parts(
    atlas: Atlas, links: tuple[TakenLink, ...], floor: Floor, to: Point
) -> Iterator[_Walk | TakenLink]:
    here: Point = (atlas.pose.x, atlas.pose.y)
    entry = here
    for i, taken in enumerate(links):
        source = atlas.floors[taken.source]
        yield _walk(source, here, taken.start, first=i == 0, entry=entry)
        if taken.judged.before is not None:
            yield _Walk(source, taken.judged.before.legs)
        yield taken
        if taken.judged.behind is not None:
            yield _Walk(source, taken.judged.behind.legs)
        here, entry = taken.end, taken.entry
    yield _walk(floor, here, to, first=not links, entry=entry)


def _walk(floor: Floor, start: Point, end: Point, *, first: bool, entry: Point) -> _Walk:
    if math.dist(start, end) <= TOLERANCE:
        return _Walk(floor, ())
    way = _walked(floor, floor.clear(start, entry), end, first=first)
    if way is None:
        raise Refusal
    return _Walk(floor, _legs(floor, way, start, end))
