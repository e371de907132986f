"""Prices for the planner: what the referee works out along a path, as allowances and rates that a search can use."""

from __future__ import annotations

import math

from surefoot.geometry.tolerance import TOLERANCE, from_lattice
from surefoot.records import replace
from surefoot.referee.itinerary import Mode
from surefoot.referee.remember import remembered
from surefoot.referee.tariff import Fare, Rate, Tariff
from surefoot.rulesets.gemini_arap import (
    action,
    burden,
    doorway,
    machines,
    rules,
    running,
    swim,
    variable,
    water,
)
from surefoot.rulesets.gemini_arap.charge import way_of
from surefoot.rulesets.gemini_arap.figure import PRONE, movement
from surefoot.rulesets.gemini_arap.limits import limited
from surefoot.rulesets.gemini_arap.prices import (
    CRAWL,
    CRAWLING_FACTOR,
    HALF,
    QUARTER,
    Terms,
    alternatives,
    closed,
)
from surefoot.rulesets.gemini_arap.route import COVER
from surefoot.rulesets.gemini_arap.terrain import (
    DIFFICULT,
    VERY_DIFFICULT,
    holds,
    rolled_ground,
    rolled_tags,
    slow_ground,
)
from surefoot.table.table import Table

CHARGES = ("charge", "dive")
# What a crawling figure can do on a leg that it walks.
_CRAWLED: tuple[Mode, ...] = ("walk", "bridge", "stairs", "step")
_RATES = {DIFFICULT: ("difficult.two-for-one", 2.0), VERY_DIFFICULT: ("very-difficult.four-for-one", 4.0)}
# The rate of ground that an action by some tariff may not cross.
_CLOSED = 100.0

Slow = tuple[tuple[tuple[str, ...], str], ...]


@remembered
def tariffs(table: Table, who: str, kind: str) -> tuple[Tariff, ...]:
    """The tariffs of an action for route search: on land without deep water, swimming up to its best roll."""
    points = action.points(table, action.unit_of(table, who)) or 1
    model = table.models[who]
    crawls = kind == "move" and model.is_(PRONE)
    asks = doorway.held(table, who) or machines.in_the_impassable(table, who)
    found = []
    for each in _known(table, who, kind, crawls=crawls):
        prices = limited(closed(each, water.DEEP), table, who, kind)
        found.append(replace(prices, in_a_turn=points, lens=machines.planned(model, each.lens), asks=asks))
    inches = from_lattice(running.left_to_plan(table, who)) if kind == "move" else 0.0
    if not inches:
        return tuple(found)
    fresh = not running.has_met_slow_ground(table, who)
    # Of an action that is rounded, too, they pay for as many inches by its price. An inch for nothing may be used up.
    return tuple(
        each
        if at and each.promises and _by_the_inch(each) and not fresh
        else replace(each, left_over=inches, for_runs=False)
        for at, each in enumerate(found)
    )


def _by_the_inch(prices: Tariff) -> bool:
    """Whether an action is paid for by the inch: not rounded."""
    walked = prices.fare("walk")
    return walked is not None and walked.clause == "terrain.normal"


def _known(table: Table, who: str, kind: str, *, crawls: bool) -> list[Tariff]:
    """Every way to pay for an action; if no roll for Variable Terrain leads as far as M, also without touching it."""
    plain = _priced(table, who, kind, None, crawls=crawls)
    rolled = rolled_ground(table) if kind in ("move", *CHARGES) else ()
    best = float(variable.sides(int(movement(table.models[who]))))
    if not rolled or best >= burden.slowest(table, who):
        return plain
    scored = _priced(table, who, kind, best, crawls=crawls)
    here = table.pose(who)
    if any(holds(piece, here.x, here.y) for piece in rolled):
        # Whatever begins in such ground touches it.
        return scored
    for tag in dict.fromkeys(tag for piece in rolled for tag in rolled_tags(piece)):
        plain = [closed(each, tag) for each in plain]
    return [*scored, *plain]


def _priced(table: Table, who: str, kind: str, score: float | None, *, crawls: bool) -> list[Tariff]:
    """Every way to pay for an action, the first of which always applies; a score replaces M."""
    carried = burden.factor(table, who)[0]
    if kind == "swim":
        # Neither ground nor loads slow a swimmer.
        plain = alternatives(table, who, Terms(swim.furthest(table, who)))[0]
        return [replace(plain, action=kind, rates=())]
    charge = way_of(table, who, score)
    far, known = (charge.allowance, charge.score) if kind in CHARGES else (None, score)
    inches = known or (burden.slowest(table, who) if far is None else far)
    by_the_inch, half, quarter = (
        _moving(each, carried, crawls=crawls) for each in alternatives(table, who, Terms(inches))
    )
    slow = slow_ground(table)
    costs = {name: rate for name, (_, rate) in _RATES.items()}
    if crawls:
        costs = {DIFFICULT: 1.0, VERY_DIFFICULT: costs[VERY_DIFFICULT] / CRAWLING_FACTOR}
    shut = tuple(Rate(_CLOSED, "", tags, together=True) for tags, name in slow if name == VERY_DIFFICULT)
    half = replace(half, rates=shut, combine="highest")
    # Difficult Ground does not slow a crawling figure further.
    rounded = [replace(quarter, rates=())] if crawls else [half, replace(quarter, rates=())]
    # An action never leads further than in the open, so turns take inches of the path here, too.
    rounded = [
        replace(each, turn_fare=each.turn_fare * _along(each) / _along(by_the_inch)) for each in rounded
    ]
    first = _with_rates(by_the_inch, slow, costs)
    if not slow or not rules.through_cover(table, who)[0]:
        mixed = _mixed(by_the_inch, slow, costs, inches) if kind == "move" else []
        return [first, *rounded, *mixed]
    along = _along(by_the_inch)
    # An inch for nothing in either class, in proportion to the part of the path that lies in it: never too far.
    covered = [
        _with_rates(by_the_inch, slow, {**costs, name: inches / along / _reach(inches / along, costs[name])})
        for name in costs
    ]
    freed = [
        replace(each, allowance=min(each.allowance + COVER * _along(each), inches * _along(each) / along))
        for each in rounded
    ]
    # Free inches lead as far as open ground would, at most.
    return [first, *freed, *covered, replace(by_the_inch, rates=(), promises=False)]


def _mixed(by_the_inch: Tariff, slow: Slow, costs: dict[str, float], inches: float) -> list[Tariff]:
    """Prices by which no run of actions is too dear, if each action rounds for itself; none if nothing is rounded."""
    # What a half or a quarter of the allowance gains when it is rounded up.
    factors = {DIFFICULT: HALF, VERY_DIFFICULT: QUARTER}
    gains = {
        name: factor * math.ceil(inches / factor - TOLERANCE) / inches for name, factor in factors.items()
    }
    most = max((gains[name] for _, name in slow), default=1.0)
    if most <= 1.0:
        return []
    fares = tuple(replace(fare, up=fare.up / most, down=fare.down / most) for fare in by_the_inch.fares)
    cheap = replace(by_the_inch, fares=fares, turn_fare=by_the_inch.turn_fare / most)
    rates = {name: max(1.0, cost / gains[name]) for name, cost in costs.items()}
    return [replace(_with_rates(cheap, slow, rates), promises=False, for_runs=True)]


def _reach(inches: float, rate: float) -> float:
    """How far an allowance leads in slow ground with a free inch, by what it would be in the open."""
    return min(inches, inches / rate + COVER)


def _along(prices: Tariff) -> float:
    walked = prices.fare("walk")
    assert walked is not None, "every figure walks or crawls"
    return walked.along


def _moving(prices: Tariff, carried: float, *, crawls: bool) -> Tariff:
    """The tariff of a figure that carries a load, or crawls."""
    slowed = carried * (CRAWLING_FACTOR if crawls and _along(prices) < HALF else 1.0)
    fares = tuple(_slowed(fare, slowed) for fare in prices.fares if not crawls or fare.mode in _CRAWLED)
    return replace(prices, fares=fares, manner=CRAWL if crawls else "")


def _slowed(fare: Fare, factor: float) -> Fare:
    return replace(fare, along=fare.along * factor, up=fare.up * factor, down=fare.down * factor)


def _with_rates(prices: Tariff, slow: Slow, costs: dict[str, float]) -> Tariff:
    """The tariff with the rates of all ground on the table, whose classes depend on tags and pairs of tags."""
    rates = tuple(Rate(costs[name], _RATES[name][0], tags, together=True) for tags, name in slow)
    return replace(prices, rates=rates, combine="highest")
