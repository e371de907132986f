"""A journey: leg after leg, tested when its clocks say so, tiring, and over at the latest when the traveller drops."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, chain, do
from surefoot.referee.bill import Line
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.carry import burden, burden_breaks
from surefoot.rulesets.dark_heresy_2e.character import UNCONSCIOUS, everybody, flag, full_bonus
from surefoot.rulesets.dark_heresy_2e.fatigue import tire, worn
from surefoot.rulesets.dark_heresy_2e.hurry import (
    GROWING,
    Clocks,
    Due,
    breaking,
    clocks_of,
    kept,
    leave_water,
    period,
    remember,
    safe_march,
    tests_due,
    until_due,
)
from surefoot.rulesets.dark_heresy_2e.light import HARD
from surefoot.rulesets.dark_heresy_2e.narrative import (
    DAY,
    PACE_PENALTIES,
    Plan,
    Stretch,
    planned,
    road,
    stretches,
)
from surefoot.rulesets.dark_heresy_2e.numbers import HALF, chosen, lattice, rounded_up
from surefoot.rulesets.dark_heresy_2e.paths import mode_breaks
from surefoot.rulesets.dark_heresy_2e.speeds import movement_bonus
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, difficulty, request, tested
from surefoot.table.effects import ClockSet, Noted, Reported, Stopped
from surefoot.table.model import Model
from surefoot.table.record import Record
from surefoot.table.table import Table


@dataclass(frozen=True, slots=True)
class Travel:
    """A traveller under way: who he is by now, his clocks, how far and how long he has come."""

    options: Record
    model: Model
    clocks: Clocks
    plan: Plan
    metres: Fraction = Fraction(0)
    minutes: Fraction = Fraction(0)

    @property
    def toughness_bonus(self) -> int:
        """What the hours are counted by; Fatigue leaves it alone."""
        return full_bonus(self.model, "T")


def travel_permits(table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that keeps somebody from travelling now."""
    return tuple(each for name in everybody(table, (who,)) for each in _able(table.models[name]))


def _able(model: Model) -> list[Break]:
    """Who fights or has no time does not travel, nor do the unconscious."""
    breaks = [
        Break("time.narrative-when", f"{model.id} is {says}")
        for name, says in (("in_combat", "in combat"), ("time_critical", "busy with a time-critical task"))
        if flag(model, name)
    ]
    if model.is_(UNCONSCIOUS):
        breaks.append(Break("support.fatigue-threshold", f"{model.id} is unconscious"))
    return breaks


def journey(game: Game, declaration: Declaration) -> Procedure[None]:
    """Everybody named travels the same legs, each at his own rate."""
    legs, breaks = stretches(declaration.details)
    if chosen(game.now.options, "gravity") == "zero":
        legs = tuple(replace(leg, weightless=True) for leg in legs)
    breaks = [*mode_breaks(declaration, "narrative"), *breaks]
    party = everybody(game.now, declaration.who)
    breaks += [each for who in party for each in _able(game.now.models[who])]
    if breaks:
        raise Refused(*breaks)
    longest = Fraction(0)
    for who in party:
        done = yield from _travel(game, who, legs)
        longest = max(longest, done.minutes)
    clock = game.now.clock
    yield from do(
        ClockSet(clock.changed(minutes=clock.minutes + int(rounded_up(longest)))), "narrative.unit-choice"
    )


def _travel(game: Game, who: str, legs: tuple[Stretch, ...]) -> Procedure[Travel]:
    table, model = game.now, game.now.models[who]
    load = burden(table, who)
    if load.state == "overloaded":
        raise Refused(*burden_breaks(table, who))
    before = clocks_of(table, who, burdened=load.state == "encumbered")
    agb, clauses = movement_bonus(table.options, model, "narrative")
    hasty = HALF if worn(table.options, model) else Fraction(1)
    plan = planned(road(agb), before.day, legs, hasty)
    if plan is None:
        raise Refused(Break("narrative.unit-choice", "this is further than anybody goes without a rest"))
    start = Travel(table.options, model, before, plan)
    done = yield from chain(stretch, start, legs)
    cited = [*clauses, "narrative.table", "narrative.unit-choice"]
    if load.state == "encumbered":
        cited += [*load.clauses, "encumbered.speed-unchanged"]
    if len(legs) > 1:
        cited.append("narrative.legs")
    if done.clocks.day >= DAY:
        cited.append("narrative.day-is-ten-hours")
    if done.clocks.day > DAY:
        cited.append("march.may-continue")
        if done.clocks.day < safe_march(start.toughness_bonus + 1):
            cited.append("march.safe-hours")
    day = table.note("day", who)
    already = day.number("metres") if isinstance(day, Record) else 0
    whole = Record(minutes=kept(done.clocks.day), metres=already + int(done.metres))
    yield from do(Noted("day", who, whole, "event", "a long rest"), *cited)
    yield from remember(who, before, done.clocks)
    yield from leave_water(game, who)
    if done.model.is_(UNCONSCIOUS):
        yield from do(Stopped(who, "collapsed on the way"), "support.fatigue-threshold")
    return done


def stretch(travel: Travel, leg: Stretch) -> Procedure[Travel]:
    """One leg, from test to test; it needs no table."""
    start, slowed = travel, False
    lost = False
    if leg.blind:
        lost = yield from _lose_way(travel, leg)
    while not travel.model.is_(UNCONSCIOUS):
        slow = _slowed(travel, leg)
        rate = travel.plan.a_minute(leg) * leg.multiplier * (HALF if slow else 1)
        left = _left(leg, travel, start, rate)
        if left <= 0:
            break
        slowed = slowed or slow
        minutes = min(left, until_due(travel.clocks, leg.pace, travel.toughness_bonus))
        clocks = travel.clocks.after(leg.pace, minutes, breaking(travel.options))
        travel = replace(
            travel,
            clocks=clocks,
            metres=travel.metres + rate * minutes,
            minutes=travel.minutes + minutes,
        )
        for due in tests_due(clocks, leg.pace, travel.toughness_bonus):
            if not travel.model.is_(UNCONSCIOUS):
                travel = yield from _endure(travel, due)
    if lost:
        # It took its time and brought him no nearer.
        travel = replace(travel, metres=start.metres)
    yield from _told(start, travel, leg, slowed, lost)
    return travel


def _lose_way(travel: Travel, leg: Stretch) -> Procedure[bool]:
    """The test of whoever travels too fast in the dark; whether he goes astray."""
    skill = characteristic(travel.options, travel.model, "Per", "narrative")
    modifiers = [Modifier(difficulty(HARD) or 0, "Darkness", "light.dark-half-rate")]
    if leg.pace in PACE_PENALTIES:
        value, clause = PACE_PENALTIES[leg.pace]
        modifiers.append(Modifier(value, f"at a {leg.pace}", clause))
    asked = request(
        travel.options,
        travel.model.id,
        "finding the way",
        skill,
        "light.dark-half-rate",
        "support.difficulty-ladder",
        modifiers=tuple(modifiers),
    )
    degrees = yield from tested(asked)
    return degrees < 0


def _left(leg: Stretch, travel: Travel, start: Travel, rate: Fraction) -> Fraction:
    """Minutes that are left of a leg, as long as nothing changes."""
    if leg.minutes is not None:
        return leg.minutes - (travel.minutes - start.minutes)
    assert leg.metres is not None
    return (leg.metres - (travel.metres - start.metres)) / rate


def _slowed(travel: Travel, leg: Stretch) -> bool:
    """Whether Fatigue slows this hour: hurrying, running, and marching beyond the safe hours test Toughness."""
    tests = leg.pace != "normal" or travel.clocks.day >= safe_march(travel.toughness_bonus)
    return tests and worn(travel.options, travel.model)


def _endure(travel: Travel, due: Due) -> Procedure[Travel]:
    """A Toughness test that is due, and the level of Fatigue if it fails."""
    model, topic = travel.model, due.topic
    if topic == "encumbered":
        return (yield from _bear(travel, due))
    clause = f"{topic}.first-test" if due.number == 1 else f"{topic}.repeat-tests"
    growing = Modifier(GROWING * (due.number - 1), f"test {due.number} in a row", f"{topic}.repeat-tests")
    skill = characteristic(travel.options, model, "T", "narrative")
    degrees = yield from tested(request(travel.options, model.id, topic, skill, clause, modifiers=(growing,)))
    if degrees > 0:
        return travel
    tired = yield from tire(model, f"{topic}.fatigue", march=topic == "march")
    return replace(travel, model=tired)


def _bear(travel: Travel, due: Due) -> Procedure[Travel]:
    """The test of somebody who has been Encumbered for long: never harder than the first."""
    if due.number > 1 and chosen(travel.options, "encumbered_repeat") is not True:
        return travel
    skill = characteristic(travel.options, travel.model, "T", "narrative")
    asked = request(travel.options, travel.model.id, "encumbered", skill, "encumbered.fatigue-test")
    degrees = yield from tested(asked)
    if degrees > 0:
        return travel
    tired = yield from tire(travel.model, "encumbered.fatigue")
    return replace(travel, model=tired)


def _told(start: Travel, done: Travel, leg: Stretch, slowed: bool, lost: bool) -> Procedure[None]:
    """The leg as a line of the ledger: metres for minutes."""
    metres, minutes = done.metres - start.metres, done.minutes - start.minutes
    if not minutes:
        return
    clauses = list(leg.clauses)
    if leg.pace == "hurry" and done.clocks.hurried < period(done.toughness_bonus):
        clauses.append("hurry.safe-period")
    if slowed:
        clauses.append("support.fatigue-narrative")
    if lost:
        clauses.append("light.dark-failure")
    if start.clocks.running and not done.clocks.running:
        clauses.append("hurry.consecutive")
    nowhere = (0, 0, 0)
    # What is paid for is the way; its time stands in the event.
    far, rate = lattice(metres), lattice(Fraction(1))
    line = Line(nowhere, nowhere, leg.pace, far, rate, far, clauses[0], lattice(done.metres))
    details = Record(metres=int(metres), minutes=int(rounded_up(minutes)))
    yield from do(Reported("travels", done.model.id, details), *clauses, ledger=(line,))
