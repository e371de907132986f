"""Charge: a straight run at an enemy within a minimum and a maximum distance, and the attack at its end."""

from __future__ import annotations

import math
from itertools import pairwise, permutations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.measure import gap, gap_in_space, overlaps
from surefoot.geometry.tolerance import beyond, from_lattice, short_of, to_lattice, within
from surefoot.language import Length, Sentence, Term, Who, say
from surefoot.referee.bill import point
from surefoot.referee.contact import height_between
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene
from surefoot.rulesets.dark_heresy_2e.actions import Permits, cost_of, spend
from surefoot.rulesets.dark_heresy_2e.altitude import GROUND, HOVER, attackable, band_of, level_of
from surefoot.rulesets.dark_heresy_2e.env import HINDERING
from surefoot.rulesets.dark_heresy_2e.flight_traits import airborne, flight_trait
from surefoot.rulesets.dark_heresy_2e.fly import aloft, flown
from surefoot.rulesets.dark_heresy_2e.move import go
from surefoot.rulesets.dark_heresy_2e.paths import Way, declaration_breaks, judged, leg_breaks, straight_in
from surefoot.rulesets.dark_heresy_2e.prices import lens
from surefoot.rulesets.dark_heresy_2e.speeds import speed, speed_here
from surefoot.table.effects import Reported
from surefoot.table.record import Record
from surefoot.table.table import Table

# The target is at least this far away, and the last metres of the path, as many, lead straight at it.
LEAST = 4.0
# A path leads at the target if it would run into it this much further on.
ONWARD = 0.01
# A path round hindering ground passes its corners this far away.
BESIDE = 0.01
# The number of corners, and of the shortest paths round them, that are tried.
_CORNERS = 16
_TRIED = 60
# The clauses of a path that is longer than the action allows.
TOO_LONG = ("move.up-to", "env.halved")


def charge(game: Game, declaration: Declaration) -> Procedure[None]:
    """Charge an enemy along a declared path."""
    who, target, table = declaration.actor, declaration.target, game.now
    if (no_target := not_a_target(table, who, target)) is not None:
        raise Refused(Break("support.charge", no_target))
    if aloft(table, declaration):
        way = flown(table, declaration)
    else:
        way = judged(table, who, "charge", declaration.legs, target)
    breaks = [
        *declaration_breaks(declaration, "structured"),
        *leg_breaks(declaration.legs, declaration.action, who, flies=aloft(table, declaration)),
        *way.breaks,
        *_charge_breaks(table, who, target, way),
    ]
    if breaks:
        raise Refused(*breaks)
    yield from spend(table, who, "charge", cost_of(table, who, "charge"), "move.four-speeds")
    arrived = yield from go(game, way, declaration, fast=True)
    if arrived:
        yield from do(Reported("makes a melee attack", who, Record(target=target)), "support.charge")


def may_charge(table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that forbids a Charge at anyone now: those of any action on foot, and a speed too low for the least Charge."""
    breaks = Permits("charge")(table, who)
    if breaks or not table.models[who].place.on_table:
        return breaks
    # A flier on the ground can charge in flight.
    speeds = [speed_here(table, who, "charge").metres]
    if flight_trait(table.models[who]):
        speeds.append(speed(table, who, "charge", aloft=True).metres)
    most = float(max(speeds))
    if not short_of(most, LEAST):
        return ()
    says = say(
        "{who} is too slow to charge: {most} at most, and a Charge takes at least {least}",
        who=Who(who),
        most=Length.of(most),
        least=Length.of(LEAST),
    )
    return (Break("support.charge", says),)


def not_a_target(table: Table, who: str, target: str) -> Sentence | None:
    """Why something can't be charged at all: not a model on the table, or the charging character; None if it can be."""
    if target not in table.models or not table.models[target].place.on_table:
        return say("{target} isn't on the table as a model: choose another target", target=Who(target))
    if target == who:
        return say("{who} can't charge itself: choose another target", who=Who(who))
    return None


def distance_breaks(table: Table, who: str, target: str, most: float) -> list[Sentence]:
    """Why a target is too near or too far away for a Charge."""
    metres, found = distance_to(table, who, target), list[Sentence]()
    if short_of(metres, LEAST):
        found.append(
            say(
                "{target} is too close to charge: {distance} away, at least {least} needed",
                target=Who(target),
                distance=Length.of(metres),
                least=Length.of(LEAST),
            )
        )
    if beyond(metres, most):
        found.append(
            say(
                "{target} is too far away to charge: {distance}, at most {most}",
                target=Who(target),
                distance=Length.of(metres),
                most=Length.of(most),
            )
        )
    return found


def out_of_range(table: Table, who: str, target: str) -> list[Break]:
    """Why a target is out of range of a Charge on foot: its distance, or the ground on the way, straight or round it.

    What blocks the straight way is left aside: another one may lead round it.
    """
    there = table.pose(target)
    way = judged(table, who, "charge", (_to(there.x, there.y),), target)
    found = [
        Break("support.charge", says) for says in distance_breaks(table, who, target, _charge_metres(way))
    ]
    # A target too far away says the length already; what makes the path too long is added.
    more = TOO_LONG[1:] if found else TOO_LONG
    found += [each for each in way.breaks if each.clause in more]
    too_far = distance_breaks(table, who, target, way.tariff.allowance)
    return [] if found and not too_far and _leads_round(table, who, target) else found


def _leads_round(table: Table, who: str, target: str) -> bool:
    """Whether a Charge reaches a target round the corners of hindering ground, over at most two of them."""
    here, there = table.pose(who), table.pose(target)
    reach = sum(table.models[name].base.shape.reach for name in (who, target))
    most = float(speed_here(table, who, "charge").metres) + reach
    start, end = here[:2], there[:2]
    corners = sorted(_corners(table), key=lambda each: _length((start, each, end)))[:_CORNERS]
    bent = (*((each,) for each in corners), *permutations(corners, 2))
    paths = [(_length((start, *bends, end)), bends) for bends in bent]
    for length, bends in sorted(paths)[:_TRIED]:
        if beyond(length, most):
            break
        legs = tuple(_to(*bend) for bend in (*bends, end))
        way = judged(table, who, "charge", legs, target)
        if not way.breaks and not _charge_breaks(table, who, target, way):
            return True
    return False


def _corners(table: Table) -> tuple[tuple[float, float], ...]:
    """Points right beside the corners of all hindering ground."""
    found = []
    for area in Scene(table).ground.areas:
        if HINDERING not in area.tags:
            continue
        west, south, east, north = area.region.bounds
        middle = (west + east) / 2, (south + north) / 2
        for ring in area.region.rings:
            for x, y in zip(ring[0::2], ring[1::2], strict=True):
                away = math.dist((x, y), middle)
                out = 1.0 + BESIDE / max(away, BESIDE)
                found.append((middle[0] + (x - middle[0]) * out, middle[1] + (y - middle[1]) * out))
    return tuple(found)


def _length(points: tuple[tuple[float, float], ...]) -> float:
    return sum(math.dist(one, other) for one, other in pairwise(points))


def _to(x: float, y: float) -> Leg:
    return Leg((to_lattice(x), to_lattice(y)))


def _charge_metres(way: Way) -> float:
    """The metres that a Charge along a path may cover: fewer than its speed if hindering ground makes the path too long."""
    if way.bill.dry is None:
        return way.tariff.allowance
    return sum(stride.length for stride in way.strides) + from_lattice(way.bill.purse)


def _charge_breaks(table: Table, who: str, target: str, way: Way) -> list[Break]:
    """What forbids a path as a Charge."""
    found = distance_breaks(table, who, target, _charge_metres(way))
    if not _meets(table, who, target, way):
        found.append(say("A Charge must end base to base with {target}", target=Who(target)))
    if short_of(_straight_end(way), LEAST) or not _aimed(table, who, target, way):
        found.append(
            say(
                "The last {least} of a Charge must lead straight at {target}",
                least=Length.of(LEAST),
                target=Who(target),
            )
        )
    where = point(table.resolve(way.end))
    breaks = [Break("support.charge", says, where) for says in found]
    there = band_of(table, target)
    allowed, clauses = attackable(way.band or GROUND, there, "melee")
    if not allowed:
        breaks.append(Break(clauses[0], out_of_melee(target, there), where))
    return breaks


def out_of_melee(target: str, band: str) -> Sentence:
    """The refusal of a target at an altitude that melee attacks do not reach."""
    return say("{target} is {altitude}, out of melee reach", target=Who(target), altitude=Term(band))


def distance_to(table: Table, who: str, target: str) -> float:
    """Metres between two bases, edge to edge; in plan if one of them flies, since altitudes are not metres."""
    mover, other = table.body(who), table.body(target)
    if airborne(table.models[who]) or airborne(table.models[target]):
        return gap(mover, other)
    return gap_in_space(mover, table.pose(who).z, other, table.pose(target).z)


def _meets(table: Table, who: str, target: str, way: Way) -> bool:
    """Whether a path ends base to base with the target, within the height that hovering fliers reach."""
    here, there = table.resolve(way.end), table.pose(target)
    body = table.models[who].base.shape.at(here.x, here.y, here.facing)
    if way.band or airborne(table.models[target]):
        between = 0.0 if level_of(way.band or GROUND) else max(0.0, abs(here.z - there.z) - HOVER)
    else:
        # A step, or the slope that both stand on, does not part them.
        step = lens(table).step
        between = max(0.0, height_between(Scene(table), here, body, there, table.body(target), step) - step)
    return within(math.hypot(gap(body, table.body(target)), between), 0.0)


def _straight_end(way: Way) -> float:
    heading = _heading(way)
    return 0.0 if heading is None else straight_in(way.strides, *heading)


def _heading(way: Way) -> tuple[float, float] | None:
    """The direction of the last metres of a path; None if it has no length."""
    strides = [stride for stride in way.strides if stride.length]
    if not strides:
        return None
    last = strides[-1]
    return (last.end.x - last.start.x) / last.length, (last.end.y - last.start.y) / last.length


def _aimed(table: Table, who: str, target: str, way: Way) -> bool:
    """Whether a path that ends base to base with the target leads at it, and not just past it: one more step would run into it."""
    heading = _heading(way)
    if heading is None or not _meets(table, who, target, way):
        return True
    here = table.resolve(way.end)
    x, y = here.x + heading[0] * ONWARD, here.y + heading[1] * ONWARD
    body = table.models[who].base.shape.at(x, y, here.facing)
    return overlaps(body, table.body(target))
