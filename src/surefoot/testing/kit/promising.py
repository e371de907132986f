"""The law of promises, the mirror of the law of ways: what a reach promises, a route leads to and the referee grants for no more."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Action, Declaration, Ruleset
from surefoot.referee.referee import check, legal_actions, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.routes.found import FoundReach, FoundRoute
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.over_levels.floors import NEAR
from surefoot.routes.plan import find_reach, find_route
from surefoot.routes.query import CannotPlan, MoveQuery
from surefoot.routes.units import is_unit, members
from surefoot.table.place import BOARD
from surefoot.table.table import Table
from surefoot.testing.kit.campaign import Violation
from surefoot.testing.kit.draws import Draws
from surefoot.testing.kit.granting import BESIDE

# The movers that are asked for on a table, and the places of each.
MOVERS, PLACES = 1, 5
# How often a question is for several actions in a row, for a shorter way, or for ways without tests.
IN_A_ROW, SHORTER, SAFE = 0.15, 0.2, 0.1
# So deep inside an outline a place is promised by it: outlines are drawn along the lines of a grid.
DEEP = 0.1
# How far from the border of an outline a place is tried.
OFF = (0.0, 1e-3, -1e-3, 0.02, -0.02, 0.15)
# So often a place inside an outline is looked for.
TRIES = 20


@dataclass(frozen=True)
class Place:
    """A place on a level, and the most that it costs by the outline that it lies deep in; infinite if it lies in none."""

    x: float
    y: float
    on: str = ""
    most: float = math.inf


def promised_is_granted(table: Table, _: Ruleset, rng: Draws) -> list[Violation]:
    """Every place that a reach promises has a route, which the referee judges legal for no more than was promised."""
    movers = _movers(table)
    found = []
    for who in rng.sample(movers, min(MOVERS, len(movers))):
        actions = _plannable(table, who)
        if actions:
            action = rng.choice((actions[0], *actions))
            most = _tariffs(table, _first(table, who), action.name)[0].allowance
            found += _kept(table, who, action, _asked(most, rng), rng)
    return found


def _movers(table: Table) -> list[str]:
    """The models and units on the table, as the planner names them: a unit only if it has several models."""
    standing = [name for name, model in table.models.items() if model.place.on_table]
    units = {name: table.models[name].unit for name in standing}
    return list(
        dict.fromkeys(
            unit if unit and len(table.units[unit].models) > 1 else name for name, unit in units.items()
        )
    )


def _plannable(table: Table, who: str) -> list[Action]:
    """The actions that are permitted, have a price by length and need nothing but a path."""
    first = _first(table, who)
    found = []
    for action, breaks in legal_actions(table, table.models[first].unit or who):
        bare = action.target != "required" and not any(detail.required for detail in action.details)
        if action.path != "none" and bare and not breaks and _tariffs(table, first, action.name):
            found.append(action)
    return found


def _first(table: Table, who: str) -> str:
    return members(table, who)[0] if is_unit(table, who) else who


def _tariffs(table: Table, who: str, action: str) -> tuple[Tariff, ...]:
    try:
        return ruleset_of(table).tariffs(table, who, action)
    except KeyError:
        # Some actions with a path have no prices, such as remaining stationary.
        return ()


def _asked(most: float, rng: Draws) -> MoveQuery:
    """The question for a reach: most often what one action leads to."""
    if rng.random() < IN_A_ROW:
        return MoveQuery(actions=rng.choice((2, 2, 3)), safe=rng.random() < SAFE)
    if rng.random() < SHORTER:
        return MoveQuery(budget=round(most * rng.random(), 3), safe=rng.random() < SAFE)
    return MoveQuery(safe=rng.random() < SAFE)


def _kept(table: Table, who: str, action: Action, query: MoveQuery, rng: Draws) -> list[Violation]:
    """The first promise that is not kept, among places that are drawn."""
    field = _field(table, who, action.name, query)
    if field is None:
        return []
    for place in _places(table, who, field, rng):
        says, steps = _broken(table, field, query, place)
        if says:
            again = partial(_again, who=who, action=action.name, query=query, place=place)
            return [Violation(says, steps or (_towards(table, who, action.name, place),), again)]
    return []


def _field(table: Table, who: str, action: str, query: MoveQuery) -> FoundReach | None:
    try:
        return find_reach(table, who, action, query)
    except (CannotPlan, Unpriced):
        return None


def _again(table: Table, who: str, action: str, query: MoveQuery, place: Place) -> str:
    field = _field(table, who, action, query)
    return "" if field is None else _broken(table, field, query, place)[0]


# --- places ---------------------------------------------------------------------------------------


def _places(table: Table, who: str, field: FoundReach, rng: Draws) -> Iterator[Place]:
    """Places inside the outlines, at their borders, and where a path with an aim leads."""
    first = _first(table, who)
    step = field.budget * rng.choice((0.5, 1.0)) or 1.0
    bands = [
        (outline, band.level, band.region)
        for outline in field.outlines(step)
        for band in outline.bands
        if band.region.rings
    ]
    for _ in range(PLACES):
        kind = rng.random()
        if bands and kind < 0.4:
            outline, level, region = rng.choice(bands)
            at = _inside(region, rng)
            if at is not None and len(outline.names) == 1 and field.mover == "model":
                # Of hulls and units, outlines are drawn of what they pass on the way, too.
                yield Place(*at, outline.names[0], level if _depth(region, *at) > DEEP else math.inf)
            elif at is not None:
                yield _on_a_level(table, field, *at, rng)
        elif bands and kind < 0.7:
            yield _on_a_level(table, field, *_beside(rng.choice(bands)[2], rng), rng)
        else:
            ends = [leg.to for leg in rng.legs(table, first, field.budget) if leg.to is not None]
            if ends:
                x, y = (from_lattice(value) for value in ends[-1])
                yield _on_a_level(table, field, x, y, rng)


def _on_a_level(table: Table, field: FoundReach, x: float, y: float, rng: Draws) -> Place:
    """A point as a place on something that lies there; hulls and units are planned on their own level only."""
    if field.mover != "model":
        return Place(x, y)
    lying = [
        surface.id
        for surface in Scene(table).ground.surfaces
        if not surface.sloped and inside_rings(x, y, surface.region.rings)
    ]
    return Place(x, y, rng.choice([*lying, *lying, BOARD]))


def _inside(region: Region, rng: Draws) -> tuple[float, float] | None:
    west, south, east, north = region.bounds
    for _ in range(TRIES):
        x, y = rng.uniform(west, east), rng.uniform(south, north)
        if inside_rings(x, y, region.rings):
            return x, y
    return None


def _beside(region: Region, rng: Draws) -> tuple[float, float]:
    """A point on the border of a region, or a little beside it."""
    ring = rng.choice(region.rings)
    k, share, off = rng.randrange(len(ring) // 2), rng.random(), rng.choice(OFF)
    (ax, ay), (bx, by) = ring[2 * k - 2 : 2 * k] or ring[-2:], ring[2 * k : 2 * k + 2]
    away = math.dist((ax, ay), (bx, by)) or 1.0
    return ax + share * (bx - ax) - off * (by - ay) / away, ay + share * (by - ay) + off * (bx - ax) / away


def _depth(region: Region, x: float, y: float) -> float:
    """How far a point is from the border of a region."""
    return min(
        _off(x, y, ring[2 * k - 2 : 2 * k] or ring[-2:], ring[2 * k : 2 * k + 2])
        for ring in region.rings
        for k in range(len(ring) // 2)
    )


def _off(x: float, y: float, a: tuple[float, ...], b: tuple[float, ...]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / long)) if long else 0.0
    return math.dist((x, y), (a[0] + share * dx, a[1] + share * dy))


# --- promises -------------------------------------------------------------------------------------


def _broken(
    table: Table, field: FoundReach, query: MoveQuery, place: Place
) -> tuple[str, tuple[Declaration, ...]]:
    """What is wrong with what a reach says of a place, and the declarations of the route there; empty if nothing is."""
    to, on = (place.x, place.y), place.on
    says, cost = field.says(*to, on), field.cost(*to, on)
    asked = f"{field.who}, {field.action}, {query.actions} in a row, to {to[0]:.6f}, {to[1]:.6f} on {on or 'any level'}"
    if place.most < math.inf and (says == "no" or cost is None or cost > place.most + field.error):
        return f"drawn for {place.most:.3f}, and answered with {says} for {cost}: {asked}", ()
    if says != "yes":
        return "", ()
    if cost is None:
        return f"promised without a price: {asked}", ()
    promise = f"promised for {cost:.4f} of {field.budget:.4f}"
    alone = find_route(table, field.who, field.action, to, replace(query, on=on))
    for name, way in (("reach", field.route_to(to, on)), ("question for a route", alone)):
        if isinstance(way, NoRoute):
            # Each model of a unit is promised its places by itself: not all of them leave room for the others.
            if field.mover == "unit" or _rounding_decides(field, to, on):
                continue
            return f"{promise}, and the {name} has no way ({way}): {asked}", ()
        wrong = _ungranted(table, field, way, cost, place)
        if wrong and not _rounding_decides(field, to, on):
            return f"{promise}, and the way of the {name} {wrong}: {asked}", tuple(
                step.declaration for step in way.steps
            )
    return "", ()


def _rounding_decides(field: FoundReach, to: tuple[float, float], on: str) -> bool:
    """Whether a place lies right beside one that is closed."""
    return any(field.says(to[0] + dx * NEAR, to[1] + dy * NEAR, on) == "no" for dx, dy in BESIDE)


def _ungranted(table: Table, field: FoundReach, way: FoundRoute, cost: float, place: Place) -> str:
    """What is wrong with a route to a promised place; empty if the referee grants it for no more than was promised."""
    movers = members(table, field.who) if is_unit(table, field.who) else (field.who,)
    now = table
    for step in way.steps:
        # Between two actions the clock may tick, and nothing else may happen.
        if step.before is None or any(step.before.pose(who) != now.pose(who) for who in movers):
            return "does not begin where the mover stands"
        again = check(step.before, step.declaration, nearest=False)
        # A climb that one action does not finish stops short on the wall.
        hangs = step is not way.steps[-1] and again.verdict == "stopped-short" and not again.breaks
        if (again.verdict != "legal" and not hangs) or again.cost != step.cost:
            return f"is {again.verdict} for {from_lattice(again.cost):.4f}"
        now = again.run.table
    if all(math.dist(now.pose(who)[:2], (place.x, place.y)) > 3 * TOLERANCE for who in movers):
        return "ends elsewhere"
    # The price of a hull or a unit is that of getting there, with whatever facing and formation.
    priced = field.mover == "model"
    most = cost + field.error + _added(table, field, movers[0]) if priced else math.inf
    if way.used > min(most, field.budget + 2 * TOLERANCE):
        return f"uses {way.used:.4f}"
    # So is the chance of a unit: that one of its models gets there.
    sure = field.mover != "unit" and all(test.odds is None for step in way.steps for test in step.tests)
    if field.rolls and sure and (chance := field.chance(place.x, place.y, place.on)) > way.chance:
        return f"needs a roll with a chance of {way.chance}, not {chance}"
    return ""


def _added(table: Table, field: FoundReach, who: str) -> float:
    """The most that the referee may add to the bill besides prices by length, as the reach says itself: turns and amends."""
    tariffs = _tariffs(table, who, field.action)
    if any(each.turn_fare for each in tariffs):
        return math.inf
    return field.actions * max((amend.at_most for each in tariffs for amend in each.amends), default=0.0)


def _towards(table: Table, who: str, action: str, place: Place) -> Declaration:
    """A walk straight to a place, where there is no route to show."""
    legs = (Leg((to_lattice(place.x), to_lattice(place.y)), on=place.on),)
    return Declaration(action, (who,), () if is_unit(table, who) else legs)
