"""A journey: its legs, the tests that fall due, Fatigue, and travellers who collapse."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, Ruling, chain, do, rule
from surefoot.language import Quoted, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.actions import footing_breaks, immobile, occupied, stunned
from surefoot.rulesets.dark_heresy_2e.carry import burden, burden_breaks
from surefoot.rulesets.dark_heresy_2e.character import (
    PRONE,
    UNCONSCIOUS,
    characters_of,
    flag,
    full_bonus,
)
from surefoot.rulesets.dark_heresy_2e.fatigue import come_to, gain_fatigue, slowed_by_fatigue
from surefoot.rulesets.dark_heresy_2e.flight_traits import (
    airborne,
    cannot_fly,
    flight_trait,
    flying_number,
)
from surefoot.rulesets.dark_heresy_2e.hurry import (
    GROWING,
    Clocks,
    Due,
    breaking,
    clocks_of,
    in_a_row,
    kept,
    leave_water,
    period,
    remember,
    safe_march,
    tests_due,
    until_due,
)
from surefoot.rulesets.dark_heresy_2e.kept import keep, new_turn
from surefoot.rulesets.dark_heresy_2e.light import DARKNESS, HARD, radius
from surefoot.rulesets.dark_heresy_2e.narrative import (
    DAY,
    HOUR,
    PACE_PENALTIES,
    PACE_REASONS,
    Plan,
    Stretch,
    distance_line,
    planned,
    road,
    stretches,
)
from surefoot.rulesets.dark_heresy_2e.numbers import HALF, chosen, distance, duration, rounded_up
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks
from surefoot.rulesets.dark_heresy_2e.speeds import movement_bonus
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, difficulty_modifier, roll_to_pass
from surefoot.rulesets.dark_heresy_2e.zero import JOURNEY, zero_breaks
from surefoot.table.effects import Became, ClockSet, Reported, Stopped
from surefoot.table.model import Model
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.words import suggested

# The answers to the ruling about a traveller who collapses.
LEAVE, CARRY, WAIT = "leave", "carry", "wait"
# The most moments in an hour of a leg at which something changes: hurrying or running, marching, carrying a load, tired companions.
CHANGES = 4


@dataclass(frozen=True, slots=True)
class Begun:
    """A leg under way: where it began, whether hurrying or running was counted then, and what happened since."""

    metres: Fraction
    minutes: Fraction
    running: bool
    lost: bool
    slowed: bool = False


@dataclass(frozen=True, slots=True)
class Companion:
    """A member of the party as the others keep its pace: the bonus of its rate, and from when Fatigue slows its marching.

    `tired` counts in minutes of the day of the traveller beside it; None if Fatigue did not slow it when they set out.
    """

    bonus: int
    tired: Fraction | None

    def slowed(self, leg: Stretch, day: Fraction) -> bool:
        """Whether Fatigue slows it on a leg, after so many minutes of the day."""
        return self.tired is not None and (leg.pace != "normal" or day >= self.tired)


@dataclass(frozen=True, slots=True)
class Travel:
    """A traveller under way: the character as it is now, its clocks, its distance and time so far."""

    options: Record
    model: Model
    clocks: Clocks
    plan: Plan
    # The clauses by which Darkness does not hinder this traveller; empty if it does.
    seeing: tuple[str, ...] = ()
    # Those whose pace it keeps, each with its own plan.
    company: tuple[tuple[Companion, Plan], ...] = ()
    metres: Fraction = Fraction(0)
    minutes: Fraction = Fraction(0)
    begun: Begun | None = None

    @property
    def toughness_bonus(self) -> int:
        """The bonus that sets the hours between tests; Fatigue does not change it."""
        return full_bonus(self.model, "T")


def travel_permits(table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that forbids a character or a party to travel now, in flight or on foot."""
    return tuple(each for name in characters_of(table, (who,)) for each in _breaks(table, name, flying=True))


def _breaks(table: Table, who: str, *, flying: bool) -> list[Break]:
    """What forbids a character to travel: what its state does, or no ground underfoot."""
    aloft = flying and airborne(table.models[who])
    footing = () if aloft else footing_breaks(table, who, JOURNEY)
    return [*travel_breaks(table.models[who]), *footing, *zero_breaks(table, who, JOURNEY)]


def travel_breaks(model: Model) -> list[Break]:
    """What the state of a character forbids: a fight, an urgent task, or not being able to act or move."""
    breaks = occupied(
        model,
        "time.narrative-when",
        say("{who} can't travel while in combat", who=Who(model.id)),
        say("{who} can't travel during an urgent task", who=Who(model.id)),
        say("{who} is Unconscious and can't travel: wake first", who=Who(model.id)),
    )
    return [*breaks, *stunned(model), *immobile(model)]


def journey(game: Game, declaration: Declaration) -> Procedure[None]:
    """All travellers named travel the same legs, at the pace of the slowest unless declared otherwise."""
    legs, breaks = stretches(declaration.details, dark=game.now.environment.get("light") == DARKNESS)
    flying = declaration.details.get("flying") is True
    weightless = chosen(game.now.options, "gravity") == "zero"
    legs = tuple(replace(leg, weightless=weightless, flown=flying) for leg in legs)
    breaks = [*declaration_breaks(declaration, "narrative"), *breaks]
    party = characters_of(game.now, declaration.who)
    breaks += [each for who in party for each in _breaks(game.now, who, flying=flying)]
    breaks += [
        Break("fly.two-categories", cannot_fly(who))
        for who in party
        if flying and not flight_trait(game.now.models[who])
    ]
    breaks += _company_breaks(game.now, declaration.details)
    if breaks:
        raise Refused(*breaks)
    times: list[Fraction] = []
    start, own_pace = game.now, declaration.details.get("own_pace") is True
    together = () if own_pace else (*party, *_company(start, declaration.details))
    for who in party:
        others = tuple(each for each in together if each != who)
        rate, company = travel_rate(start, who, flying=flying), _companions(start, who, others, flying=flying)
        done = yield from _travel(game, who, legs, rate, company, _seeing(start, who, others))
        times.append(done.minutes)
    clock = game.now.clock
    yield from do(
        ClockSet(clock.changed(minutes=clock.minutes + int(rounded_up(max(times))))), "narrative.unit-choice"
    )
    for who in party:
        if game.now.models[who].is_(UNCONSCIOUS) and any(_awake(game.now, each) for each in party):
            yield from _handle_collapse(game, who)


@dataclass(frozen=True, slots=True)
class Rate:
    """The bonus that selects the row of the travel table, and the clauses behind it."""

    bonus: int
    clauses: tuple[str, ...]


def travel_rate(table: Table, who: str, *, flying: bool) -> Rate:
    """The rate of a traveller: by the Agility bonus, or by the number of the flying trait."""
    model = table.models[who]
    if flying:
        return Rate(flying_number(model), ("support.flying-number", "fly.trait-number"))
    return Rate(*movement_bonus(table.options, model, "narrative"))


def _company(table: Table, details: Record) -> tuple[str, ...]:
    """The companions whose pace is kept."""
    named = details.get("company")
    return characters_of(table, tuple(str(each) for each in named)) if isinstance(named, tuple) else ()


def _seeing(table: Table, who: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses by which Darkness does not hinder a traveller: own eyes, or a lamp among those that keep together."""
    if flag(table.models[who], "sees_in_dark"):
        return ("light.darkness",)
    lit = any(radius(table, each) for each in (who, *others))
    return ("light.carry-a-lamp", "light.bright") if lit else ()


def _companions(table: Table, who: str, others: tuple[str, ...], *, flying: bool) -> tuple[Companion, ...]:
    """The different paces of those with whom a traveller keeps together."""
    day = clocks_of(table, who).day
    found = []
    for each in others:
        tired = None
        if slowed_by_fatigue(table.options, table.models[each]):
            safe = safe_march(full_bonus(table.models[each], "T"))
            tired = day + safe - clocks_of(table, each).day
        found.append(Companion(travel_rate(table, each, flying=flying).bonus, tired))
    return tuple(dict.fromkeys(found))


def _company_breaks(table: Table, details: Record) -> list[Break]:
    """The refusals of companions whose names no character and no party has."""
    named, known = details.get("company"), (*table.models, *table.units)
    return [
        Break(
            "narrative.normal-pace",
            suggested(say("There is no character {name}", name=Quoted(str(each))), str(each), known),
        )
        for each in (named if isinstance(named, tuple) else ())
        if each not in known
    ]


def _awake(table: Table, who: str) -> bool:
    return not table.models[who].is_(UNCONSCIOUS)


def _handle_collapse(game: Game, who: str) -> Procedure[None]:
    """A traveller has collapsed: the GM decides what the others do."""
    asked = Ruling(
        f"what the others do about {who}",
        "leave, carry or wait",
        LEAVE,
        ("support.fatigue-threshold",),
        who,
        says=say("{who} has collapsed. Do the others leave, carry or wait?", who=Who(who)),
        takes=say("leave, carry or wait"),
    )
    said = yield from rule(asked)
    if said == WAIT:
        yield from come_to(game, who)
    elif said == CARRY:
        yield from do(Reported("is carried on", who), "support.fatigue-threshold")
    else:
        yield from do(Reported("is left behind", who), "support.fatigue-threshold")


def set_out(game: Game, who: str) -> Procedure[None]:
    """What comes before hours of travelling or swimming: the last round is over, and a Prone character stands up."""
    yield from new_turn(game, who)
    if game.now.models[who].is_(PRONE):
        yield from do(Became(who, loses=(PRONE,)), "support.prone")


def _travel(
    game: Game,
    who: str,
    legs: tuple[Stretch, ...],
    rate: Rate,
    company: tuple[Companion, ...],
    seeing: tuple[str, ...],
) -> Procedure[Travel]:
    yield from set_out(game, who)
    table, model = game.now, game.now.models[who]
    load = burden(table, who, "narrative")
    if load.state == "overloaded":
        raise Refused(*burden_breaks(table, who, "narrative"))
    before = clocks_of(table, who, burdened=load.state == "encumbered")
    own = _plan(legs, before.day, rate.bonus, slow=slowed_by_fatigue(table.options, model))
    plans = [_plan(legs, before.day, each.bonus, slow=each.tired is not None) for each in company]
    if own is None or None in plans:
        raise Refused(
            Break(
                "narrative.unit-choice",
                say("{who} can't travel that long without a rest: add one", who=Who(who)),
            )
        )
    kept_to = tuple((each, plan) for each, plan in zip(company, plans, strict=True) if plan is not None)
    start = Travel(table.options, model, before, own, seeing, kept_to)
    done = yield from chain(stretch, start, parts(legs, (own, *(plan for _, plan in kept_to))))
    cited = [*rate.clauses, "narrative.table", "narrative.unit-choice"]
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
    yield from keep("day", who, whole, *cited)
    yield from remember(who, before, done.clocks)
    yield from leave_water(game, who)
    if done.model.is_(UNCONSCIOUS):
        yield from do(Stopped(who, "collapsed on the way"), "support.fatigue-threshold")
    return done


def _plan(legs: tuple[Stretch, ...], day: Fraction, bonus: int, *, slow: bool) -> Plan | None:
    return planned(road(bonus), day, legs, HALF if slow else Fraction(1))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a leg, up to the next moment at which something changes; the last part ends the leg."""

    leg: Stretch
    last: bool


def parts(legs: tuple[Stretch, ...], plans: tuple[Plan, ...]) -> tuple[Part, ...]:
    """Every leg in parts, so that outcomes which differ only in Fatigue merge after each part.

    A leg has as many parts as it can have moments of change; parts after the end of the leg do nothing.
    """
    found: list[Part] = []
    for leg in legs:
        minutes = leg.minutes
        if minutes is None:
            assert leg.metres is not None
            slowest = min(plan.a_minute(leg) for plan in plans)
            minutes = leg.metres / (slowest * leg.multiplier * HALF)
        found += [Part(leg, last=False)] * (CHANGES * int(minutes / HOUR))
        found.append(Part(leg, last=True))
    return tuple(found)


def stretch(travel: Travel, part: Part) -> Procedure[Travel]:
    """Travel to the next test of a leg, and with its last part to its end; needs no table."""
    leg, begun = part.leg, travel.begun
    if begun is None:
        awake = not travel.model.is_(UNCONSCIOUS)
        blind = leg.blind and awake and not travel.seeing
        lost = (yield from _lose_way(travel, leg)) if blind else False
        begun = Begun(travel.metres, travel.minutes, travel.clocks.running, lost)
        travel = replace(travel, begun=begun)
    before = None
    while travel != before and (part.last or before is None):
        before = travel
        travel = yield from _go_on(travel, leg)
    if not part.last:
        return travel
    begun = travel.begun
    assert begun is not None
    if begun.lost:
        # The time is spent, without progress.
        travel = replace(travel, metres=begun.metres)
    yield from _report_leg(travel, begun, leg)
    return replace(travel, begun=None)


def _go_on(travel: Travel, leg: Stretch) -> Procedure[Travel]:
    """Travel until the next test is due, and take it; nothing if the leg is over or the traveller Unconscious."""
    begun = travel.begun
    assert begun is not None
    rate, slow = _rate(travel, leg)
    left = _left(leg, travel, begun, rate)
    if travel.model.is_(UNCONSCIOUS) or left <= 0:
        return travel
    minutes = min(left, until_due(travel.clocks, leg.pace, travel.toughness_bonus))
    ends = [each.tired - travel.clocks.day for each, _ in travel.company if each.tired is not None]
    minutes = min(minutes, *(end for end in ends if end > 0), left)
    travel = replace(
        travel,
        clocks=travel.clocks.after(leg.pace, minutes, breaking(travel.options)),
        metres=travel.metres + rate * minutes,
        minutes=travel.minutes + minutes,
        begun=replace(begun, slowed=begun.slowed or slow),
    )
    for due in tests_due(travel.clocks, leg.pace, travel.toughness_bonus):
        if not travel.model.is_(UNCONSCIOUS):
            travel = yield from _take_test(travel, due)
    return travel


def _lose_way(travel: Travel, leg: Stretch) -> Procedure[bool]:
    """The test for travelling too fast in Darkness; returns whether the traveller gets lost."""
    skill = characteristic(travel.options, travel.model, "Per", "narrative")
    modifiers = [Modifier(difficulty_modifier(HARD), say("Darkness"), "light.dark-half-rate")]
    if leg.pace in PACE_PENALTIES:
        value, clause = PACE_PENALTIES[leg.pace]
        modifiers.append(Modifier(value, PACE_REASONS[leg.pace], clause))
    found = yield from roll_to_pass(
        travel.options,
        travel.model.id,
        "finding the way",
        skill,
        "light.dark-half-rate",
        "support.difficulty-ladder",
        modifiers=tuple(modifiers),
    )
    return not found


def _left(leg: Stretch, travel: Travel, start: Begun, rate: Fraction) -> Fraction:
    """Minutes left of a leg at the current rate."""
    if leg.minutes is not None:
        return leg.minutes - (travel.minutes - start.minutes)
    assert leg.metres is not None
    return (leg.metres - (travel.metres - start.metres)) / rate


def _rate(travel: Travel, leg: Stretch) -> tuple[Fraction, bool]:
    """Metres a minute on a leg now, of the slowest of those who keep together, and whether Fatigue makes them so few.

    Fatigue slows hurrying, running, and marching beyond the safe hours.
    """
    day = travel.clocks.day
    tired = slowed_by_fatigue(travel.options, travel.model)
    own = Companion(0, Fraction(safe_march(travel.toughness_bonus)) if tired else None)
    found = []
    for each, plan in ((own, travel.plan), *travel.company):
        slow = each.slowed(leg, day)
        found.append((plan.a_minute(leg) * leg.multiplier * (HALF if slow else 1), slow))
    return min(found)


def _take_test(travel: Travel, due: Due) -> Procedure[Travel]:
    """Take a Toughness test that is due; failed, it costs a level of Fatigue."""
    model, topic = travel.model, due.topic
    if topic == "encumbered":
        return replace(travel, model=(yield from bear(travel.options, model, due.number)))
    clause = f"{topic}.first-test" if due.number == 1 else f"{topic}.repeat-tests"
    growing = Modifier(GROWING * (due.number - 1), in_a_row(due.number), f"{topic}.repeat-tests")
    skill = characteristic(travel.options, model, "T", "narrative")
    endured = yield from roll_to_pass(travel.options, model.id, topic, skill, clause, modifiers=(growing,))
    if endured:
        return travel
    tired = yield from gain_fatigue(model, f"{topic}.fatigue", march=topic == "march")
    return replace(travel, model=tired)


def bear(options: Record, model: Model, number: int) -> Procedure[Model]:
    """The test for being Encumbered over hours: repeated tests do not get harder; returns the character after it."""
    if number > 1 and chosen(options, "encumbered_repeat") is not True:
        return model
    skill = characteristic(options, model, "T", "narrative")
    borne = yield from roll_to_pass(options, model.id, "encumbered", skill, "encumbered.fatigue-test")
    if borne:
        return model
    return (yield from gain_fatigue(model, "encumbered.fatigue"))


def _report_leg(done: Travel, begun: Begun, leg: Stretch) -> Procedure[None]:
    """Report a leg: its distance and time, with a line of the ledger."""
    metres, minutes = done.metres - begun.metres, done.minutes - begun.minutes
    if not minutes:
        return
    clauses = list(leg.clauses)
    if leg.pace == "hurry" and done.clocks.hurried < period(done.toughness_bonus):
        clauses.append("hurry.safe-period")
    if begun.slowed:
        clauses.append("support.fatigue-narrative")
    if leg.blind:
        clauses += done.seeing
    if begun.lost:
        clauses.append("light.dark-failure")
    if begun.running and not done.clocks.running:
        clauses.append("hurry.consecutive")
    line = distance_line(leg.pace, metres, done.metres, clauses[0])
    details = Record(metres=int(metres), minutes=int(rounded_up(minutes)))
    says = say("travels {distance} in {time}", distance=distance(metres), time=duration(minutes))
    yield from do(Reported("travels", done.model.id, details, says=says), *clauses, ledger=(line,))
