"""Charge: far enough away, near enough, straight at the enemy, and an attack at the end."""

from __future__ import annotations

import math
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.measure import gap, gap_in_space
from surefoot.geometry.tolerance import beyond, short_of, within
from surefoot.referee.bill import point
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.actions import cost_of, spend
from surefoot.rulesets.dark_heresy_2e.altitude import GROUND, HOVER, attackable, band_of, level_of
from surefoot.rulesets.dark_heresy_2e.env import hinders
from surefoot.rulesets.dark_heresy_2e.flight_traits import airborne
from surefoot.rulesets.dark_heresy_2e.fly import aloft, flown
from surefoot.rulesets.dark_heresy_2e.move import go
from surefoot.rulesets.dark_heresy_2e.paths import Way, judged, leg_breaks, said_breaks, straight_in
from surefoot.rulesets.dark_heresy_2e.speeds import halved
from surefoot.table.effects import Reported
from surefoot.table.record import Record
from surefoot.table.table import Table

# The enemy is at least this far away, and as much of the end of the way leads straight at him.
LEAST = 4.0


def charge(game: Game, declaration: Declaration) -> Procedure[None]:
    """Charge an enemy along a declared path."""
    who, target, table = declaration.actor, declaration.target, game.now
    if target not in table.models or not table.models[target].place.on_table:
        raise Refused(Break("support.charge", f"{target} is nobody that {who} can charge"))
    if aloft(table, declaration):
        way, more = flown(table, declaration)
    else:
        way, more = judged(table, who, "charge", declaration.legs, target)
    breaks = [
        *said_breaks(declaration, "structured"),
        *leg_breaks(declaration.legs, declaration.action),
        *more,
        *_charge_breaks(table, who, target, way),
    ]
    if breaks:
        raise Refused(*breaks)
    yield from spend(table, who, "charge", cost_of(table, who, "charge"), "move.four-speeds")
    arrived = yield from go(game, who, way, declaration, fast=True)
    if arrived:
        yield from do(Reported("makes a melee attack", who, Record(target=target)), "support.charge")


def _charge_breaks(table: Table, who: str, target: str, way: Way) -> list[Break]:
    """What is wrong with a path as a Charge."""
    found: list[str] = []
    metres = Fraction(way.tariff.allowance)
    if any(hinders(stride) for stride in way.itinerary.strides[-1:]):
        metres = halved(metres)
    metres_off = away(table, who, target)
    if short_of(metres_off, LEAST):
        found.append(f"{target} is {metres_off:.4g} m away, and a Charge needs {LEAST:g} m")
    if beyond(metres_off, float(metres)):
        found.append(f"{target} is {metres_off:.4g} m away, beyond a Charge of {float(metres):g} m")
    if not _meets(table, who, target, way):
        found.append(f"the path does not end at {target}")
    if short_of(_straight_end(way), LEAST):
        found.append(f"the last {LEAST:g} m do not lead straight at {target}")
    where = point(table.resolve(way.itinerary.end))
    breaks = [Break("support.charge", says, where) for says in found]
    there = band_of(table, target)
    allowed, clauses = attackable(way.band or GROUND, there, "melee")
    if not allowed:
        breaks.append(Break(clauses[0], f"{target} is out of melee reach: {there}", where))
    return breaks


def away(table: Table, who: str, target: str) -> float:
    """Metres between two bases, edge to edge; on the plan if one of them flies, as altitudes are no metres."""
    mover, other = table.body(who), table.body(target)
    if airborne(table.models[who]) or airborne(table.models[target]):
        return gap(mover, other)
    return gap_in_space(mover, table.pose(who).z, other, table.pose(target).z)


def _meets(table: Table, who: str, target: str, way: Way) -> bool:
    """Whether a way ends at somebody: base to base, and no further up or down than those who hover reach."""
    here, there = table.resolve(way.itinerary.end), table.pose(target)
    body = table.models[who].base.shape.at(here.x, here.y, here.facing)
    between = abs(here.z - there.z)
    if way.band or airborne(table.models[target]):
        between = 0.0 if level_of(way.band or GROUND) else max(0.0, between - HOVER)
    return within(math.hypot(gap(body, table.body(target)), between), 0.0)


def _straight_end(way: Way) -> float:
    strides = [stride for stride in way.itinerary.strides if stride.length]
    if not strides:
        return 0.0
    last = strides[-1]
    dx, dy = (last.end.x - last.start.x) / last.length, (last.end.y - last.start.y) / last.length
    return straight_in(way.itinerary.strides, dx, dy)
