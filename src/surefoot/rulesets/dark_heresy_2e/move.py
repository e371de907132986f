"""Half Move, Full Move and Run: a declared path, its tests in Darkness and on treacherous ground, and the move."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, Refused, do
from surefoot.records import replace
from surefoot.referee.bill import bill
from surefoot.referee.cut import Cut, cut
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.rulesets.dark_heresy_2e.actions import cost_of, spend
from surefoot.rulesets.dark_heresy_2e.airway import air_place, airway
from surefoot.rulesets.dark_heresy_2e.altitude import band_of
from surefoot.rulesets.dark_heresy_2e.character import PRONE
from surefoot.rulesets.dark_heresy_2e.env import fall_down, is_treacherous, keep_feet, met_conditions
from surefoot.rulesets.dark_heresy_2e.falling import beneath, fall
from surefoot.rulesets.dark_heresy_2e.fly import aloft, avoid_traps, flown
from surefoot.rulesets.dark_heresy_2e.gravity import ZERO
from surefoot.rulesets.dark_heresy_2e.light import DARKNESS, keep_course, with_light
from surefoot.rulesets.dark_heresy_2e.paths import Way, declaration_breaks, judged, leg_breaks, priced
from surefoot.rulesets.dark_heresy_2e.prices import SPEED_OF
from surefoot.rulesets.dark_heresy_2e.water import DEEP, afloat
from surefoot.rulesets.dark_heresy_2e.zero import drift
from surefoot.table.effects import Became, Moved, Stopped
from surefoot.table.table import Table

# How far beyond an edge a character is after stepping over it.
BRINK = 0.01


def move(game: Game, declaration: Declaration) -> Procedure[None]:
    """Move along a declared path at one of the speeds."""
    who, action, table = declaration.actor, declaration.action, game.now
    flies = aloft(table, declaration)
    breaks = [
        *declaration_breaks(declaration, "structured"),
        *leg_breaks(declaration.legs, action, who, flies=flies),
    ]
    if flies:
        way, more = flown(table, declaration)
    else:
        way, more = judged(table, who, action, declaration.legs)
    if breaks or more:
        raise Refused(*breaks, *more)
    yield from spend(table, who, action, cost_of(table, who, action), "move.four-speeds")
    yield from go(game, who, way, declaration, fast=action == "run")


def go(game: Game, who: str, way: Way, declaration: Declaration, *, fast: bool) -> Procedure[bool]:
    """Move along a legal path; false if Darkness or treacherous ground changed or ended the move."""
    going = yield from avoid_traps(game, who, way)
    if not going:
        return False
    name = SPEED_OF.get(declaration.action, "run" if fast else "full")
    legs = yield from keep_course(game, who, way.itinerary, name)
    if legs is not None:
        way = path_off_course(game.now, who, way, legs)
    met = met_conditions(way.itinerary)
    if fast and any(is_treacherous(stride) for stride in way.itinerary.strides):
        dark = ("light.dark-and-treacherous",) if DARKNESS in met else ()
        zero = ("gravity.zero-run-charge-test",) if ZERO in met else ()
        degrees = yield from keep_feet(game, who, way.itinerary, declaration.details, *dark, *zero)
        if degrees > 0:
            way = replace(way, clauses=(*way.clauses, "env.test-passed"))
        elif ZERO in met:
            yield from drift(game, who, way.itinerary)
            return False
        else:
            down = yield from fall_down(who, way.itinerary, degrees, declaration.details)
            yield from walk(game, who, way, down)
            yield from do(Became(who, (PRONE,)), "env.test-failed")
            yield from do(Stopped(who, "fell on treacherous ground"), "env.test-failed")
            return False
    yield from walk(game, who, way)
    if legs is not None:
        yield from _end_off_course(game, who, way)
    return legs is None


def walk(game: Game, who: str, way: Way, to: Cut | None = None) -> Procedure[None]:
    """Move to the end of a path or to a point of it, with the ledger of the part moved."""
    itinerary, lines = way.itinerary, way.lines
    if to is not None:
        itinerary = shortened(game.now, who, way, itinerary, to)
        lines = priced(itinerary, way.tariff)[0]
    # A path that comes back to its start has been walked and paid for, too.
    if any(line.cost for line in lines) or itinerary.end != game.now.models[who].place:
        yield from do(Moved(who, itinerary.end, "flies" if way.band else "goes"), *way.clauses, ledger=lines)


def path_off_course(table: Table, who: str, way: Way, legs: tuple[Leg, ...]) -> Way:
    """The path of a character who is lost, up to the end of its movement or the first obstacle."""
    if way.band:
        met = airway(table, who, legs, band_of(table, who), way.band).itinerary
    else:
        met = trace(Scene(table), way.tariff.lens, who, legs)
    itinerary, _ = with_light(table, who, met)
    if not way.band:
        itinerary = _into_the_water(table, who, way, itinerary)
    paid = bill(itinerary, way.tariff)
    if paid.dry is not None:
        itinerary = shortened(table, who, way, itinerary, paid.dry)
    return replace(
        way,
        itinerary=itinerary,
        lines=bill(itinerary, way.tariff).lines,
        clauses=(*way.clauses, "light.dark-failure"),
    )


def _into_the_water(table: Table, who: str, way: Way, itinerary: Itinerary) -> Itinerary:
    """A path on foot off course ends where it leads into deep water, which is not seen."""
    for number, stride in enumerate(itinerary.strides):
        if DEEP in stride.grounds and stride.length:
            part = shortened(table, who, way, itinerary, (number, min(1.0, BRINK / stride.length)))
            return replace(part, end=afloat(table, part.end))
    return itinerary


def shortened(table: Table, who: str, way: Way, itinerary: Itinerary, to: Cut) -> Itinerary:
    """The first part of a path on foot or of a flight."""
    part = cut(itinerary, to, Scene(table))
    if not way.band:
        return part
    return replace(part, end=air_place(part, way.band, table.models[who].place.facing))


def _end_off_course(game: Game, who: str, way: Way) -> Procedure[None]:
    """The end of a move off course: a character falls over an edge that it meets in Darkness."""
    hold = way.itinerary.hold
    if hold is not None and hold.kind == "edge":
        last = next(stride for stride in reversed(way.itinerary.strides) if stride.length)
        share = BRINK / last.length
        x = last.end.x + (last.end.x - last.start.x) * share
        y = last.end.y + (last.end.y - last.start.y) * share
        landing = beneath(game.now, who, x, y, last.end.z)
        if landing is not None:
            yield from fall(game, who, landing, "light.dark-failure")
    yield from do(Stopped(who, "lost his bearings in the dark"), "light.dark-failure")
