"""Units: where their models can end while they keep together, and a legal formation of all of them at a goal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from surefoot.dice.requests import Break
from surefoot.geometry import prepare
from surefoot.geometry.measure import gap
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import MILLIONTHS, within
from surefoot.language import Length, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass, replace
from surefoot.referee import unit_plan
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Cohesion, Declaration
from surefoot.referee.referee import check, forbidden_by, ruleset_of
from surefoot.referee.tariff import Tariff
from surefoot.referee.verdict import Outcome
from surefoot.routes.links.judging import with_model_at
from surefoot.routes.one_level.chance import success_chance
from surefoot.routes.one_level.reach import Reach, reach
from surefoot.routes.one_level.route import ERROR, AllowanceOf, NoRoute, Route
from surefoot.routes.outlines import (
    Band,
    Bands,
    LevelOutline,
    Mover,
    PlainReach,
    ReachAnswer,
    Steps,
    levels_of,
    plain_bands,
)
from surefoot.routes.over_levels.floors import TakenLink
from surefoot.routes.rolls import RolledBudget, RollOdds
from surefoot.routes.turning.driving import DrivingReach, driving_reach
from surefoot.routes.turning.reach import TurningReach, turning_reach
from surefoot.table.place import Place
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.table import Table

Point = tuple[float, float]

# The gap between bases of a formation, so that they clearly do not touch.
_APART = 0.05
# Formations are tried close together first, then with these shares of the distance that coherency allows.
_LOOSE = (0.0, 0.5, 0.95)
# The number of rings of places round the goal that are tried.
_RINGS = 7
# The number of attempts with other places if the referee refuses the path to one.
_TRIES = 8


def members(table: Table, unit: str) -> tuple[str, ...]:
    """The models of a unit that stand on the table."""
    return tuple(model.id for model in table.models.values() if model.unit == unit and model.place.on_table)


def is_unit(table: Table, who: str) -> bool:
    """Whether a name is that of a unit, and of no model."""
    return who in table.units and who not in table.models


def without_mates(table: Table, who: str) -> Table:
    """The table without the other models of a model's unit."""
    for mate in members(table, table.models[who].unit):
        if mate != who:
            table = with_model_at(table, mate, Place("gone"))
    return table


@dataclass(frozen=True)
class UnitReach(PlainReach):
    """The reach of a unit: each model's own reach, as far as the others can stay near it."""

    unit: str
    action: str
    # With the best roll, if something is rolled.
    fields: dict[str, Reach | TurningReach | DrivingReach] = field(repr=False)
    cohesion: Cohesion | None
    # The largest distance between the centres of two neighbours.
    link: float
    table: Table = field(repr=False)
    without: tuple[str, ...] = ()
    # What is rolled for the whole unit: each total, with the movement of each model.
    rolls: tuple[RolledBudget, ...] = ()
    by_total: tuple[dict[str, float], ...] = field(default=(), repr=False)
    dice: tuple[str, ...] = ()

    @property
    def who(self) -> str:
        """The unit."""
        return self.unit

    @property
    def mover(self) -> Mover:
        """A unit."""
        return "unit"

    @property
    def budget(self) -> float:
        """The largest budget of its models."""
        return max(each.budget for each in self.fields.values())

    @property
    def error(self) -> float:
        """The most by which a price may be too high."""
        return max(each.error for each in self.fields.values())

    @property
    def start(self) -> Point:
        """Where its first model stands."""
        return next(iter(self.fields.values())).start

    @property
    def models(self) -> Mapping[str, float]:
        """The movement of each model."""
        return {name: each.budget for name, each in self.fields.items()}

    def limited(self, budget: float) -> UnitReach:
        """The same reach within a smaller budget of every model."""
        return self._within({name: min(budget, each.budget) for name, each in self.fields.items()})

    def _within(self, budgets: Mapping[str, float]) -> UnitReach:
        fields = {name: each.limited(budgets[name]) for name, each in self.fields.items()}
        return replace(self, fields=fields, rolls=(), by_total=(), dice=())

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """The cost for the model of the unit that gets to a place most cheaply; None if none does."""
        found = (each.cost(x, y, on) for name, each in self.fields.items() if self._kept_up(name, x, y))
        return min((cost for cost in found if cost is not None), default=None)

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether some model may end at a place, with the others near enough."""
        known = [self.model_says(name, x, y, on) for name in self.fields]
        return "yes" if "yes" in known else "within the error" if "within the error" in known else "no"

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The chance that some model can end at a place: that the roll is high enough, if there is one."""
        if not self.rolls:
            return Fraction(int(self.says(x, y, on) == "yes"))
        for rolled, budgets in zip(self.rolls, self.by_total, strict=True):
            if self._within(budgets).says(x, y, on) == "yes":
                return rolled.chance
        return Fraction(0)

    def model_says(self, who: str, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether a model may end at a place.

        Also "no" if another model could not come as near as a chain of all models allows.
        """
        found = self.fields[who].says(x, y, on)
        return found if found == "no" or self._kept_up(who, x, y) else "no"

    def _kept_up(self, who: str, x: float, y: float) -> bool:
        if self.cohesion is None:
            return True
        far = self.link * (len(self.fields) - 1)
        return all(name == who or _near(region, x, y, far) for name, region in self._regions.items())

    @cached_property
    def _regions(self) -> dict[str, Region]:
        return {name: each.bands(each.budget)[-1][1] for name, each in self.fields.items()}

    @staticmethod
    def _kept_near(region: Region, others: list[Region]) -> Region | None:
        """The part of a region that lies in some others; None if that is all of it."""
        kept = region
        for other in others:
            if kept.rings:
                kept = prepare.common(kept, other)
        return kept if prepare.difference(region, [kept]).rings else None

    def bands(self, step: Steps) -> Bands:
        """Where some model of the unit can end for each multiple of a step, with the others near enough."""
        levels = levels_of(self.budget, step, len(self.fields))
        every = {who: each.bands(_up_to(levels, each.budget)) for who, each in self.fields.items()}
        # The last band is for the whole budget.
        whole = {who: own[-1][1] for who, own in every.items()}
        near: dict[str, Region] = {}
        if self.cohesion is not None:
            far = self.link * (len(self.fields) - 1)
            near = {name: prepare.cut_round(region, far) for name, region in whole.items() if region.rings}
        rows: list[list[Region]] = [[] for _ in levels]
        for who, own in every.items():
            others = [ring for name, ring in near.items() if name != who]
            kept = self._kept_near(whole[who], others)
            for k, limit in enumerate(levels):
                # Each band holds the ones before it.
                region = next((one for level, one in reversed(own) if level <= limit + 1e-9), None)
                if region is not None and region.rings:
                    rows[k].append(region if kept is None else prepare.common(region, kept))
        return tuple((level, prepare.union(row)) for level, row in zip(levels, rows, strict=True))

    def outlines(self, step: Steps) -> tuple[LevelOutline, ...]:
        """Where some model of the unit can end; of a unit that rolls, for each total with its chance."""
        pose = self.table.pose(next(iter(self.fields)))
        if not self.rolls:
            return (LevelOutline(pose.z, (), plain_bands(self.bands(step))),)
        found: list[Band] = []
        for rolled, budgets in zip(self.rolls, self.by_total, strict=True):
            part = self._within(budgets)
            shown = part.bands(step if not found else (part.budget,))
            found += [Band(level, region, rolled.chance) for level, region in shown]
        return (LevelOutline(pose.z, (), tuple(found)),)

    def route_to(self, to: Point, on: str = "") -> Formation | NoRoute:
        """A legal formation with one model at a place."""
        if on not in ("", *(self.table.models[name].place.on for name in self.fields)):
            return NoRoute(say("There is no path on this level"), self.budget)
        return formation_within(self, to)


def _up_to(levels: tuple[float, ...], budget: float) -> tuple[float, ...]:
    """The levels within the budget of one model, and its budget."""
    return (*(level for level in levels if level < budget - 1e-9), budget)


def _near(region: Region, x: float, y: float, far: float) -> bool:
    from surefoot.geometry.kernel import region_distance

    return bool(region.rings) and region_distance(x, y, region.rings) <= far


def unit_reach(
    table: Table,
    unit: str,
    action: str,
    *,
    budget: float | None = None,
    allowance: AllowanceOf | None = None,
    without: tuple[str, ...] = (),
    roll: RollOdds | None = None,
) -> UnitReach:
    """The reach of every model of a unit within its own budget, if the others make way and stay near.

    `allowance` gives the budget by the tariff of each model. Ground in `without` (tags or ids) is avoided. `roll` is
    what is rolled for the whole unit: `allowance` is then that with the best roll.
    """
    fields: dict[str, Reach | TurningReach | DrivingReach] = {}
    tariffs: dict[str, Tariff] = {}
    for who in members(table, unit):
        alone = without_mates(table, who)
        tariff = tariffs[who] = ruleset_of(table).tariffs(alone, who, action)[0]
        turning, most = tariff.turning, budget if allowance is None else allowance(tariff)
        if turning is not None and turning.ways:
            fields[who] = driving_reach(alone, who, action, budget=most, without=without)
        elif turning is not None:
            fields[who] = turning_reach(alone, who, action, budget=most, without=without)
        else:
            fields[who] = reach(alone, who, action, budget=most, without=without)
    cohesion = ruleset_of(table).planning.cohesion(table, unit)
    found = UnitReach(unit, action, fields, cohesion, _link(table, unit, cohesion), table, without)
    if roll is None:
        return found
    # The chances are the same for every model; the movement that a total gives is shown of the fastest.
    fastest = max(tariffs.values(), key=lambda each: each.allowance)
    by_total = tuple(
        {name: roll.allowance(tariff, total) for name, tariff in tariffs.items()} for total, _ in roll.totals
    )
    return replace(found, rolls=roll.budgets(fastest), by_total=by_total, dice=roll.dice)


def _link(table: Table, unit: str, cohesion: Cohesion | None) -> float:
    if cohesion is None:
        return math.inf
    if cohesion.between == "centres":
        return cohesion.distance
    return cohesion.distance + 2 * max(table.models[who].base.shape.reach for who in members(table, unit))


# ---------------------------------------------------------------------- a formation


@dataclass(frozen=True)
class Formation:
    """Places for all models of a unit round a goal, and the paths to them, judged by the referee as one declaration."""

    declaration: Declaration
    outcome: Outcome
    places: dict[str, Point]
    # What the referee bills for each model.
    costs: dict[str, float]
    budget: float

    @property
    def found(self) -> bool:
        """True: there is a formation."""
        return True

    @property
    def cost(self) -> float:
        """The cost of the most expensive path."""
        return max(self.costs.values())

    @property
    def used(self) -> float:
        """The movement used by the model that goes furthest."""
        return self.cost

    @property
    def steps(self) -> tuple[Outcome, ...]:
        """The outcome of the one declaration."""
        return (self.outcome,)

    @cached_property
    def chance(self) -> Fraction:
        """The chance that all models end as planned: every test is passed, and every roll is high enough."""
        assert self.outcome.before is not None
        return success_chance(self.outcome.before, self.outcome)

    @property
    def error(self) -> float:
        """The most by which a cost may be too high."""
        return ERROR

    @property
    def points(self) -> tuple[Point, ...]:
        """Each model has its own path: see `places`."""
        return ()

    @property
    def links(self) -> tuple[TakenLink, ...]:
        """It stays on one level."""
        return ()

    @property
    def facings(self) -> tuple[float, ...]:
        """Each model has its own path."""
        return ()

    @property
    def others(self) -> tuple[Formation, ...]:
        """Other formations: none is looked for."""
        return ()


def formation(
    table: Table,
    unit: str,
    action: str,
    goal: Point,
    *,
    budget: float | None = None,
    allowance: AllowanceOf | None = None,
    without: tuple[str, ...] = (),
) -> Formation | NoRoute:
    """A legal formation of a unit with one of its models at a goal and the others as close to it as possible."""
    return formation_within(
        unit_reach(table, unit, action, budget=budget, allowance=allowance, without=without), goal
    )


def formation_within(found: UnitReach, goal: Point) -> Formation | NoRoute:
    """A legal formation within the reach of a unit."""
    table, unit = found.table, found.unit
    names = tuple(found.fields)
    forbidden = forbidden_by(ruleset_of(table).actions[found.action].permits, table, unit)
    if forbidden:
        return _refused(found, forbidden)
    # The referee decides about places within the error.
    if all(found.fields[who].says(*goal) == "no" for who in names):
        says = say(
            "No model of {unit} can end there within {limit}", unit=Who(unit), limit=Length.of(found.budget)
        )
        return NoRoute(says, found.budget)
    breaks: tuple[Break, ...] = ()
    lost: tuple[str, ...] = names
    for matched, ways in _proposed(table, found, goal):
        left = tuple(who for who in names if who not in ways)
        if left:
            lost = min(lost, left, key=len)
            continue
        outcome = _judged(table, found, ways)
        if outcome.verdict == "legal" and not _apart(outcome.run.table, found):
            costs = {who: way.cost for who, way in ways.items()}
            return Formation(outcome.declaration, outcome, matched, costs, found.budget)
        breaks = breaks or outcome.breaks
    if breaks:
        return _refused(found, breaks)
    return NoRoute(
        say("{models} can't keep up with the others there", models=tuple(Who(each) for each in lost)),
        found.budget,
        blocked_by=lost,
    )


def formation_at(found: UnitReach, places: Mapping[str, Point]) -> Formation | None:
    """The cheapest paths of all models of a unit to given places, judged as one declaration; None if they are not legal."""
    ways = {who: found.fields[who].route_to(place) for who, place in places.items() if who in found.fields}
    legal = {who: way for who, way in ways.items() if isinstance(way, Route)}
    if legal.keys() != found.fields.keys():
        return None
    outcome = _judged(found.table, found, legal)
    if outcome.verdict != "legal":
        return None
    costs = {who: way.cost for who, way in legal.items()}
    return Formation(outcome.declaration, outcome, dict(places), costs, found.budget)


def _refused(found: UnitReach, breaks: tuple[Break, ...]) -> NoRoute:
    """The answer where the rules refuse every formation."""
    says = say("Every formation that was found breaks a rule: {why}", why=sentence(breaks[0].says))
    return NoRoute(says, found.budget, breaks=breaks)


def _proposed(
    table: Table, found: UnitReach, goal: Point
) -> Iterator[tuple[dict[str, Point], dict[str, Route]]]:
    """Formations to try, with the paths to them: close ones, loose ones, then the unit as it stands, with each model at the goal in turn."""
    for loose in _LOOSE:
        yield _Matching(table, found, goal, loose).walked()
    poses = {who: table.pose(who) for who in found.fields}
    for first in sorted(poses, key=lambda who: math.dist(poses[who][:2], goal)):
        dx, dy = goal[0] - poses[first].x, goal[1] - poses[first].y
        places = {who: (pose.x + dx, pose.y + dy) for who, pose in poses.items()}
        if all(found.fields[who].says(*place) != "no" for who, place in places.items()):
            ways = {who: found.fields[who].route_to(place) for who, place in places.items()}
            yield places, {who: way for who, way in ways.items() if isinstance(way, Route)}


class _Matching:
    """Assigns models to places round a goal. Places are taken one by one, each near one that is taken already."""

    def __init__(self, table: Table, found: UnitReach, goal: Point, loose: float) -> None:
        self.found, self.goal = found, goal
        names = list(found.fields)
        wide = 2 * max(table.models[who].base.shape.reach for who in names) + _APART
        widest = max(wide, min(found.link - _APART, 4 * wide))
        self.spacing = wide + (widest - wide) * loose
        self.slots = list(_slots(goal, self.spacing))
        self._prices: dict[tuple[str, int], float] = {}
        self.taken: dict[int, str] = {}

    def walked(self) -> tuple[dict[str, Point], dict[str, Route]]:
        """The places and routes of the models. A place to which the referee allows no route is replaced by another one."""
        matched: dict[str, Point] = {}
        ways: dict[str, Route] = {}
        for _ in range(_TRIES):
            matched, ways, refused = self.grown(), {}, False
            for slot, who in self.taken.items():
                way = self.found.fields[who].route_to(self.slots[slot])
                if isinstance(way, Route):
                    ways[who] = way
                else:
                    self._prices[who, slot], refused = math.inf, True
            if not refused:
                break
        return matched, ways

    def grown(self) -> dict[str, Point]:
        """The places of the models; models without a place are missing."""
        self.taken = {}
        if self._take(0):
            waiting = list(range(1, len(self.slots)))
            while len(self.taken) < len(self.found.fields):
                follows = next((slot for slot in waiting if self._beside(slot) and self._take(slot)), None)
                if follows is None:
                    break
                waiting.remove(follows)
        self._swap()
        return {who: self.slots[slot] for slot, who in sorted(self.taken.items())}

    def _beside(self, slot: int) -> bool:
        """Whether a place is near as many taken places as coherency requires, or near all of them while there are few."""
        need = min(self.found.cohesion.neighbours if self.found.cohesion else 1, len(self.taken))
        near = [k for k in self.taken if math.dist(self.slots[k], self.slots[slot]) <= self.found.link]
        return len(near) >= need

    def price(self, who: str, slot: int) -> float:
        """The cost of a place for a model; infinite if it cannot end there."""
        key = who, slot
        if key not in self._prices:
            each, place = self.found.fields[who], self.slots[slot]
            cost = each.cost(*place) if each.says(*place) != "no" else None
            self._prices[key] = math.inf if cost is None else cost
        return self._prices[key]

    def _take(self, slot: int) -> bool:
        """Assign a model to a place, moving others to other places if necessary: an augmenting path."""
        seen: list[str] = []

        def find(place: int) -> bool:
            holders = {who: k for k, who in self.taken.items()}
            for who in sorted(self.found.fields, key=lambda name: self.price(name, place)):
                if who in seen or self.price(who, place) == math.inf:
                    continue
                seen.append(who)
                if who not in holders or find(holders[who]):
                    self.taken[place] = who
                    return True
            return False

        return find(slot)

    def _swap(self) -> None:
        """Swap the places of two models as long as that makes their paths shorter together."""
        better = True
        while better:
            better = False
            for one in self.taken:
                for other in self.taken:
                    a, b = self.taken[one], self.taken[other]
                    now = self.price(a, one) + self.price(b, other)
                    if self.price(b, one) + self.price(a, other) < now - 1e-6:
                        self.taken[one], self.taken[other] = b, a
                        better = True


def _slots(goal: Point, spacing: float) -> Iterator[Point]:
    """Places round a goal in a honeycomb pattern, nearest first."""
    found = [
        (goal[0] + spacing * (column + row / 2), goal[1] + spacing * row * math.sqrt(0.75))
        for row in range(-_RINGS, _RINGS + 1)
        for column in range(-2 * _RINGS, 2 * _RINGS + 1)
    ]
    return iter(sorted(found, key=lambda place: (round(math.dist(place, goal), 6), place)))


def _judged(table: Table, found: UnitReach, ways: dict[str, Route]) -> Outcome:
    """The verdict on all paths as one declaration."""
    paths: dict[str, tuple[Value, ...]] = {
        who: tuple(_step(leg) for leg in way.legs) for who, way in ways.items()
    }
    plan = ruleset_of(table).actions[found.action].plan
    details = Record({plan: unit_plan.written(paths)}) if plan else EMPTY
    return check(table, Declaration(found.action, (found.unit,), details=details), nearest=False)


def _step(leg: Leg) -> Value:
    """A leg as the plan of a unit writes it."""
    if leg.to is None:
        return Record(turn=str(Decimal(leg.turn) / MILLIONTHS))
    return tuple(str(Decimal(value) / MILLIONTHS) for value in leg.to)


def _apart(table: Table, found: UnitReach) -> bool:
    """Whether the unit is out of coherency. Some rulesets do not refuse such a move, but it is no formation."""
    cohesion = found.cohesion
    if cohesion is None:
        return False
    names = [who for who in found.fields if table.models[who].place.on_table]
    poses = {who: table.pose(who) for who in names}

    def linked(one: str, other: str) -> bool:
        if cohesion.between == "centres":
            return within(math.dist(poses[one][:3], poses[other][:3]), cohesion.distance)
        return within(gap(table.body(one), table.body(other)), cohesion.distance)

    group = names[:1]
    for one in group:
        group += [other for other in names if other not in group and linked(one, other)]
    return len(group) < len(names)
