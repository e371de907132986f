"""Paths on foot: what forbids them, their cost, and the clauses behind it."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, to_lattice, within
from surefoot.language import Length, Notation, Quoted, Term, Thing, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import Bill, Line, bill, point
from surefoot.referee.cut import Cut, cut
from surefoot.referee.following import Path, walk
from surefoot.referee.itinerary import Itinerary, Leg, Stride
from surefoot.referee.protocol import Declaration
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.rulesets.dark_heresy_2e.actions import action_name
from surefoot.rulesets.dark_heresy_2e.airway import air_place
from surefoot.rulesets.dark_heresy_2e.altitude import FLOATING
from surefoot.rulesets.dark_heresy_2e.carry import burden_clauses
from surefoot.rulesets.dark_heresy_2e.env import hinders, unknown_modifier
from surefoot.rulesets.dark_heresy_2e.gravity import ZERO
from surefoot.rulesets.dark_heresy_2e.light import with_light
from surefoot.rulesets.dark_heresy_2e.prices import SPEED_OF, hold_breaks, walking
from surefoot.rulesets.dark_heresy_2e.speeds import speed
from surefoot.rulesets.dark_heresy_2e.terms import TIME
from surefoot.rulesets.dark_heresy_2e.water import DEEP
from surefoot.table.table import Table
from surefoot.table.words import corrected, likely

# Legs that are not walked, and the clause that makes each an action of its own.
OTHER_WAYS = {
    "climb": "climb.up-or-down",
    "link": "climb.up-or-down",
    "leap": "jump.full-action",
    "jump": "jump.full-action",
}


@dataclass(frozen=True, slots=True)
class Way(Path):
    """A path on foot or a flight, with the clauses behind its length."""

    clauses: tuple[str, ...] = ()
    # The altitude at the end of a flight, and the stride at which it goes down into a trap.
    band: str = ""
    trap: int | None = None

    def until(self, table: Table, to: Cut) -> Itinerary:
        """What the path meets up to a point of it; a flight ends there in the air."""
        part = cut(self.itinerary, to, Scene(table))
        if not self.band:
            return part
        return replace(part, end=air_place(part, self.band, table.models[self.who].place.facing))

    def billed(self, part: Itinerary, purse: int, spent: int, *, whole: bool) -> Bill:  # noqa: ARG002  # a move is one path
        """What a part of the path costs: its last stretch is rounded up, as that of the whole path."""
        return priced(part, self.tariff)[0]


def walked(game: Game, way: Way) -> Procedure[None]:
    """Move along a path on foot or in flight, with its ledger."""
    floats = way.band == FLOATING
    yield from walk(game, way, *way.clauses, how="floats" if floats else "flies" if way.band else "goes")


def declaration_breaks(declaration: Declaration, time: str) -> list[Break]:
    """Details of a declaration that make no sense: the other kind of time, an unknown difficulty."""
    found = []
    said = declaration.details.text("mode", time)
    if said != time:
        says = say(
            "{action} belongs to {time}, not to {given}",
            action=action_name(declaration.action),
            time=Term(time),
            given=Term(said) if said in TIME else Quoted(said),
        )
        found.append(Break("time.two-modes", says if said in TIME else corrected(says, likely(said, TIME))))
    if unknown := unknown_modifier(declaration.details.get("gm_modifier")):
        found.append(Break("env.gm-difficulty", unknown))
    return found


def leg_breaks(
    legs: tuple[Leg, ...], action: str, who: str, *, flies: bool = False, turns: bool = True
) -> list[Break]:
    """Legs that cannot be part of an action on foot, or in flight. Turning is free; a door is walked through if it is open."""
    may = ("walk", "through", *(("fly",) if flies else ()), *(("turn",) if turns else ()))
    return [_not_walked(by, action, who) for by in dict.fromkeys(leg.by for leg in legs) if by not in may]


def _not_walked(by: str, action: str, who: str) -> Break:
    """Why a leg of some kind cannot be part of an action on foot."""
    if by == "fly":
        says = say(
            "{who} is on the ground. A Flyer or a Hoverer takes off with {form}",
            who=Who(who),
            form=Notation("altitude: hovering"),
        )
    elif by == "lift":
        says = say("These rules have no lifts. Use stairs or a ladder, or climb")
    else:
        says = say(
            "A {action} can't include {leg}: it takes an action of its own",
            action=action_name(action),
            leg=Term(f"leg:{by}"),
        )
    return Break(OTHER_WAYS.get(by, "move.four-speeds"), says)


def path_breaks(table: Table, itinerary: Itinerary, target: str = "") -> list[Break]:
    """What forbids a path of any length; the target of a Charge does not block it."""
    steep = [
        stride
        for stride in itinerary.strides
        if stride.mode == "stairs" and table.pieces[stride.surface].has("steep-stairs")
    ]
    found: list[Break] = []
    if steep:
        says = say(
            "You can't walk up or down {stairs}: too steep. Climb instead", stairs=Thing(steep[0].surface)
        )
        found.append(Break("climb.no-test-climbs", says, point(steep[0].start)))
    if deep := [stride for stride in itinerary.strides if DEEP in stride.grounds]:
        says = say("The path leads through deep water: swim across, or go around it")
        found.append(Break("swim.ideal-no-test", says, point(deep[0].start)))
    if itinerary.start.kind == "water":
        says = say("In deep water there is nothing to walk on: swim")
        return [Break("swim.ideal-no-test", says, point(table.resolve(itinerary.start)))]
    hold = itinerary.hold
    if hold is not None and hold.kind == "model" and hold.what == target:
        return found
    return [*found, *hold_breaks(table, itinerary)]


def last_stretch(strides: tuple[Stride, ...]) -> int:
    """The first stride of the hindering ground at the end of a path; past the last stride if it ends elsewhere."""
    first = len(strides)
    for index in reversed(range(len(strides))):
        # A step up or down has no length and does not interrupt the ground.
        if strides[index].length:
            if not hinders(strides[index]):
                break
            first = index
    return first


def priced(itinerary: Itinerary, tariff: Tariff) -> tuple[Bill, bool]:
    """What a path costs, and whether it needed rounding up; the purse of one that is too long lacks so many metres.

    A metre of hindering ground costs two metres of the rate. A last stretch on hindering ground may be as long as half of
    the rate left, rounded up to a whole metre, but no longer than the rate left.
    """
    paid = bill(itinerary, tariff)
    strides = itinerary.strides
    first = last_stretch(strides)
    if paid.dry is None or first == len(strides):
        return paid, False
    before = bill(itinerary.between(0, first), tariff)
    left = from_lattice(before.purse)
    length = sum(stride.length for stride in strides[first:])
    reach = min(left, float(math.ceil(left / 2 - TOLERANCE)))
    if not within(length, reach):
        return replace(paid, purse=to_lattice(reach - length)), False
    line = Line(
        point(strides[first].start),
        point(strides[-1].end),
        strides[first].mode,
        to_lattice(length),
        to_lattice(left / length),
        before.purse,
        "env.halved",
        before.cost + before.purse,
    )
    return Bill((*before.lines, line), before.cost + before.purse, 0), True


@remembered
def judged(table: Table, who: str, action: str, legs: tuple[Leg, ...], target: str = "") -> Way:
    """A path on foot and everything that forbids it."""
    tariff = walking(table, who, action)
    itinerary, light = with_light(table, who, trace(Scene(table), tariff.lens, who, legs))
    paid, rounded = priced(itinerary, tariff)
    breaks = path_breaks(table, itinerary, target)
    if paid.dry is not None:
        where = point(itinerary.strides[-1].end)
        breaks += too_long(action, paid, tariff, itinerary, where)
    clauses = [*speed(table, who, SPEED_OF[action]).clauses, *ground_clauses(itinerary)]
    clauses += [*burden_clauses(table, who), *light]
    if rounded:
        clauses.append("support.rounding")
    return Way(who, legs, tariff, itinerary, paid, tuple(breaks), clauses=tuple(clauses))


def too_long(
    action: str, paid: Bill, tariff: Tariff, itinerary: Itinerary, where: tuple[int, int, int]
) -> list[Break]:
    """The refusal of a path that is longer than its action allows, and what makes it so."""
    says = say(
        "The path is {over} too long for a {action} of {most}",
        over=Length(-paid.purse),
        action=action_name(action),
        most=Length.of(tariff.allowance),
    )
    found = [Break("move.up-to", says, where)]
    if any(hinders(stride) and stride.length for stride in itinerary.strides):
        says = say("Hindering ground on the path halves speed, rounded up")
        found.append(Break("env.halved", says, where))
    return found


def ground_clauses(itinerary: Itinerary) -> tuple[str, ...]:
    """The clauses about the ground that change the cost of a path."""
    lengthy = [stride for stride in itinerary.strides if stride.length]
    slow = [stride for stride in lengthy if hinders(stride)]
    if not slow:
        return ()
    mixed = ("env.mixed-path",) if len(slow) < len(lengthy) else ()
    zero = ("gravity.zero-difficult",) if any(ZERO in stride.grounds for stride in slow) else ()
    return ("env.hindering-kinds", *mixed, *zero)


def straight_in(strides: tuple[Stride, ...], dx: float, dy: float) -> float:
    """Metres at the end of a path that lead straight in a direction."""
    total = 0.0
    for stride in reversed(strides):
        if not stride.length:
            continue
        x, y = stride.end.x - stride.start.x, stride.end.y - stride.start.y
        along = x * dx + y * dy
        if beyond(abs(x * dy - y * dx), 0.0) or along < 0:
            break
        total += stride.length
    return total
