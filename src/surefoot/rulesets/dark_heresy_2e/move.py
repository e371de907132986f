"""Half Move, Full Move and Run: a declared path, its tests in Darkness and on treacherous ground, and the move."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.records import replace
from surefoot.referee.bill import bill
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.rulesets.dark_heresy_2e.actions import cost_of, spend
from surefoot.rulesets.dark_heresy_2e.airway import airway, floats_over
from surefoot.rulesets.dark_heresy_2e.altitude import BANDS, FLOATING, band_of
from surefoot.rulesets.dark_heresy_2e.character import PRONE
from surefoot.rulesets.dark_heresy_2e.env import fall_down, is_treacherous, keep_feet, met_conditions
from surefoot.rulesets.dark_heresy_2e.falling import beneath, fall
from surefoot.rulesets.dark_heresy_2e.fly import aloft, avoid_traps, flown
from surefoot.rulesets.dark_heresy_2e.gravity import ZERO, weightless
from surefoot.rulesets.dark_heresy_2e.light import DARKNESS, keep_course, with_light
from surefoot.rulesets.dark_heresy_2e.paths import Way, declaration_breaks, judged, leg_breaks, walked
from surefoot.rulesets.dark_heresy_2e.prices import FLOWN, SPEED_OF
from surefoot.rulesets.dark_heresy_2e.water import DEEP, afloat
from surefoot.rulesets.dark_heresy_2e.zero import drift, push_off
from surefoot.table.effects import Became, Stopped
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
        way = flown(table, declaration)
    else:
        way = judged(table, who, action, declaration.legs)
    way.refuse(*breaks)
    yield from spend(table, who, action, cost_of(table, who, action), "move.four-speeds")
    yield from go(game, way, declaration, fast=action == "run")


def go(game: Game, way: Way, declaration: Declaration, *, fast: bool) -> Procedure[bool]:
    """Move along a legal path; false if Darkness or treacherous ground changed or ended the move."""
    who = way.who
    going = yield from avoid_traps(game, way)
    if not going:
        return False
    name = SPEED_OF.get(declaration.action, "run" if fast else "full")
    # A move that takes off is flown from its start.
    legs = yield from keep_course(game, who, way.itinerary, name, aloft=way.band in BANDS)
    if legs is not None:
        way = path_off_course(game.now, way, legs)
    met = met_conditions(way.itinerary)
    if fast and any(is_treacherous(stride) for stride in way.strides):
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
            yield from walked(game, way.part(game.now, down))
            yield from do(Became(who, (PRONE,)), "env.test-failed")
            yield from do(Stopped(who, "fell on treacherous ground"), "env.test-failed")
            return False
    yield from walked(game, way)
    if way.band == FLOATING:
        yield from push_off(game, who, way.itinerary)
    if legs is not None:
        yield from _end_off_course(game, way)
    return legs is None


def path_off_course(table: Table, way: Way, legs: tuple[Leg, ...]) -> Way:
    """The path of a character who is lost, up to the end of its movement or the first obstacle."""
    who = way.who
    met = trace(Scene(table), way.tariff.lens, who, legs)
    if way.band == FLOATING or (not way.band and floats_over(table, who, met)):
        tariff = replace(way.tariff, fares=(FLOWN,))
        way = replace(way, tariff=tariff, band=FLOATING, clauses=(*way.clauses, "gravity.zero-push-off"))
        met = airway(table, who, legs, FLOATING, FLOATING).itinerary
    elif way.band:
        met = airway(table, who, legs, band_of(table, who), way.band).itinerary
    lost = replace(way, itinerary=with_light(table, who, met)[0])
    if not way.band:
        lost = _into_the_water(table, lost)
    paid = bill(lost.itinerary, way.tariff)
    if paid.dry is not None:
        lost = replace(lost, itinerary=lost.until(table, paid.dry))
        paid = bill(lost.itinerary, way.tariff)
    return replace(lost, bill=paid, clauses=(*way.clauses, "light.dark-failure"))


def _into_the_water(table: Table, way: Way) -> Way:
    """A path on foot off course ends where it leads into deep water, which is not seen."""
    for number, stride in enumerate(way.strides):
        if DEEP in stride.grounds and stride.length:
            part = way.until(table, (number, min(1.0, BRINK / stride.length)))
            return replace(way, itinerary=replace(part, end=afloat(table, part.end)))
    return way


def _end_off_course(game: Game, way: Way) -> Procedure[None]:
    """The end of a move off course: a character falls over an edge that it meets in Darkness."""
    who, hold = way.who, way.itinerary.hold
    if hold is not None and hold.kind == "edge" and not weightless(game.now, who):
        last = next(stride for stride in reversed(way.strides) if stride.length)
        share = BRINK / last.length
        x = last.end.x + (last.end.x - last.start.x) * share
        y = last.end.y + (last.end.y - last.start.y) * share
        landing = beneath(game.now, who, x, y, last.end.z)
        if landing is not None:
            yield from fall(game, who, landing, "light.dark-failure")
    yield from do(Stopped(who, "lost his bearings in the dark"), "light.dark-failure")
