"""Flying: altitudes, the cost of a flight and what forbids it, staying aloft, and landing or falling."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Procedure, Refused, choose, do
from surefoot.language import Length, Quoted, Thing, Who, count, say
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Hold
from surefoot.referee.protocol import Declaration
from surefoot.referee.tariff import Rate, Tariff
from surefoot.rulesets.dark_heresy_2e.actions import action_name, taken
from surefoot.rulesets.dark_heresy_2e.airway import Airway, airway, floats_over
from surefoot.rulesets.dark_heresy_2e.altitude import (
    FLOATING,
    GROUND,
    HOVER,
    HOVERING,
    LEVELS,
    LOW,
    band_of,
    metres_of,
)
from surefoot.rulesets.dark_heresy_2e.carry import burden_clauses
from surefoot.rulesets.dark_heresy_2e.env import HINDERING
from surefoot.rulesets.dark_heresy_2e.falling import Landing, beneath, fall
from surefoot.rulesets.dark_heresy_2e.flight_traits import (
    HOVERER,
    airborne,
    cannot_fly,
    cannot_rise,
    flight_trait,
)
from surefoot.rulesets.dark_heresy_2e.gravity import weightless
from surefoot.rulesets.dark_heresy_2e.light import with_light
from surefoot.rulesets.dark_heresy_2e.numbers import chosen
from surefoot.rulesets.dark_heresy_2e.paths import Way, ground_clauses, judged, priced, too_long, walked
from surefoot.rulesets.dark_heresy_2e.prices import FLOWN, HINDERED, SPEED_OF, blocker, hold_breaks, lens
from surefoot.rulesets.dark_heresy_2e.speeds import speed
from surefoot.table.effects import Moved, Stopped
from surefoot.table.table import Table
from surefoot.table.words import suggested

# How many levels of altitude an action may change; a Charge and a Run have no limit.
MOST_LEVELS = {"half-move": 0, "full-move": 1}
STAY, GO_DOWN = "stays at the rim", "goes down"


def aloft(table: Table, declaration: Declaration) -> bool:
    """Whether a move is a flight: it begins in the air, takes off, or floats over an edge in zero gravity."""
    if table.models[declaration.actor].place.kind == "air":
        return True
    return declaration.details.text("altitude", GROUND) != GROUND or _floats_off(table, declaration)


def _floats_off(table: Table, declaration: Declaration) -> bool:
    """Whether a move on foot pushes off over an edge in zero gravity."""
    who, target = declaration.actor, declaration.target
    if table.models[who].place.kind == "air" or not weightless(table, who):
        return False
    way = judged(table, who, declaration.action, declaration.legs, target)
    return floats_over(table, who, way.itinerary)


def flown(table: Table, declaration: Declaration) -> Way:
    """A flight and everything that forbids it."""
    who, action = declaration.actor, declaration.action
    before = FLOATING if _floats_off(table, declaration) else band_of(table, who)
    after = declaration.details.text("altitude", before)
    refused = altitude_breaks(table, who, action, before, after)
    if refused:
        raise Refused(*refused)
    found = airway(table, who, declaration.legs, before, after)
    worth = speed(table, who, SPEED_OF[action], aloft=before != FLOATING)
    tariff = Tariff(
        action=action,
        allowance=float(worth.metres),
        allowance_clause="move.up-to",
        lens=lens(table),
        rates=(Rate(HINDERED, "env.halved", tags=(HINDERING,)),),
        fares=(FLOWN,),
    )
    itinerary, light = with_light(table, who, found.itinerary)
    paid, rounded = priced(itinerary, tariff)
    hold = itinerary.hold
    breaks = hold_breaks(table, itinerary) if hold is None else [_held(table, found, hold)]
    if paid.dry is not None:
        where = point(table.resolve(itinerary.end))
        breaks += too_long(action, paid, tariff, itinerary, where)
    clauses = [*worth.clauses, *ground_clauses(itinerary), *light, *_cited(table, who, found, before, after)]
    clauses += burden_clauses(table, who)
    if rounded:
        clauses.append("support.rounding")
    judged = (who, declaration.legs, tariff, itinerary, paid, tuple(breaks))
    return Way(*judged, clauses=tuple(clauses), band=after, trap=found.trap)


def _held(table: Table, found: Airway, hold: Hold) -> Break:
    if hold.kind == "level":
        says = say(
            "{ground} rises by more than {most} at once: too high to hover over",
            ground=Thing(hold.what),
            most=Length.of(HOVER),
        )
        return Break("fly.hoverer-follows-ground", says, point(hold.pose))
    if hold.kind == "room":
        says = say("There is no ground here to hover over or land on")
        return Break("fly.three-altitudes", says, point(hold.pose))
    says = say("{blocker} blocks the flight", blocker=blocker(table, hold.what))
    return Break(found.clause, says, point(hold.pose))


def _cited(table: Table, who: str, found: Airway, before: str, after: str) -> list[str]:
    """The clauses about flying that a flight cites."""
    if before == FLOATING:
        return ["gravity.zero-push-off"]
    trait = flight_trait(table.models[who])
    clauses = ["fly.scope"]
    change = abs(LEVELS[after] - LEVELS[before])
    if after != before:
        clauses.append("fly.three-altitudes")
    if change:
        clauses += ["fly.flyer-any-altitude", "fly.one-level" if change == 1 else "fly.more-levels"]
    if after == HOVERING:
        clauses.append("fly.hovering-height")
        if trait == HOVERER:
            clauses.append("fly.hoverer-limit")
    if found.over_obstacles:
        clauses.append("fly.hovering-obstacles")
    if found.follows and trait == HOVERER:
        clauses.append("fly.hoverer-follows-ground")
    return clauses


def altitude_breaks(table: Table, who: str, action: str, before: str, after: str) -> list[Break]:
    """What forbids a change of altitude."""
    if before == FLOATING and after in (FLOATING, GROUND):
        return []
    if after not in LEVELS:
        return [
            Break(
                "fly.three-altitudes",
                suggested(say("There is no altitude {altitude}", altitude=Quoted(after)), after, LEVELS),
            )
        ]
    trait = flight_trait(table.models[who])
    if not trait:
        return [Break("fly.two-categories", cannot_fly(who))]
    if trait == HOVERER and LEVELS[after]:
        return [Break("fly.hoverer-bound", cannot_rise(who))]
    change = abs(LEVELS[after] - LEVELS[before])
    most = MOST_LEVELS.get(action, change)
    if change <= most:
        return []
    clause = "fly.more-levels" if change > 1 else "fly.one-level"
    if not most:
        return [Break(clause, say("A {action} can't change altitude", action=action_name(action)))]
    says = count(
        "A {action} changes altitude by {n} level at most, not by {change}",
        "A {action} changes altitude by {n} levels at most, not by {change}",
        most,
        action=action_name(action),
        change=change,
    )
    return [Break(clause, says)]


def avoid_traps(game: Game, way: Way) -> Procedure[bool]:
    """Ask a Hoverer whether it goes down where it cannot get out; false if it stops at the rim."""
    who = way.who
    hovers = flight_trait(game.now.models[who]) == HOVERER
    if way.trap is None or not hovers or chosen(game.now.options, "allow_trap") is True:
        return True
    asked = Choice(
        "goes down where it cannot get out",
        (STAY, GO_DOWN),
        who,
        ("fly.hoverer-caution",),
        who,
        says=say("{who} can't get out again if it goes down here. Stay, or go down?", who=Who(who)),
        labels=(say("Stay at the rim"), say("Go down")),
    )
    said = yield from choose(asked)
    if said == GO_DOWN:
        return True
    yield from walked(game, way.part(game.now, (way.trap, 0.0)))
    yield from do(Stopped(who, STAY), "fly.hoverer-caution")
    return False


# ---------------------------------------------------------------------- staying aloft


def stay_aloft(game: Game, who: str) -> Procedure[None]:
    """At the end of a round: a flier that took no movement action lands or falls."""
    # Without gravity nothing falls.
    if not airborne(game.now.models[who]) or weightless(game.now, who):
        return
    if not any(each in SPEED_OF for each in taken(game.now, who)):
        yield from come_down(game, who, "fly.stay-aloft")


def come_down(game: Game, who: str, *why: str) -> Procedure[None]:
    """Stop flying: land from hovering, fall from any higher altitude."""
    table = game.now
    band, pose = band_of(table, who), table.pose(who)
    landing = beneath(table, who, pose.x, pose.y, pose.z)
    if landing is None:
        return
    if band == HOVERING:
        yield from do(Moved(who, landing.place, "lands"), "fly.hover-lands", *why)
        return
    clause = "fly.low-falls" if band == LOW else "fly.high-falls"
    drop = metres_of(table.options, band)
    yield from fall(game, who, Landing(landing.place, drop), clause, *why)


def stops_flying(game: Game, declaration: Declaration) -> Procedure[None]:
    """A flier is stunned or has to stop flying for another reason."""
    who = declaration.actor
    model = game.now.models.get(who)
    if model is None or not airborne(model):
        raise Refused(Break("fly.stay-aloft", say("{who} isn't flying", who=Who(who))))
    if weightless(game.now, who):
        says = say("{who} can't fall: there is no gravity here", who=Who(who))
        raise Refused(Break("gravity.zero-push-off", says))
    yield from come_down(game, who, "fly.stay-aloft")
