"""Fatigue: gaining levels, collapsing, waking and resting."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Who, say
from surefoot.records import replace
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.character import (
    FATIGUE,
    UNCONSCIOUS,
    characters_of,
    dead,
    fatigue,
    flag,
    full_bonus,
)
from surefoot.rulesets.dark_heresy_2e.hurry import kept, leave_water, pause
from surefoot.rulesets.dark_heresy_2e.kept import RESTED, forget, keep
from surefoot.rulesets.dark_heresy_2e.narrative import HOUR
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, duration, exact, setting
from surefoot.table.effects import Became, ClockSet, Counted, Reported
from surefoot.table.model import Model
from surefoot.table.record import Record
from surefoot.table.table import Table

# Levels of Fatigue from forced marching, which take longer to recover; also counted as Fatigue.
MARCH_FATIGUE = "march-fatigue"
# A collapse lasts this many minutes, less the Toughness bonus.
COLLAPSE_MINUTES = 10
# Hours of rest for each level of march Fatigue.
MARCH_REST = 2


def threshold(model: Model) -> int:
    """The Fatigue threshold of a character."""
    return full_bonus(model, "T") + full_bonus(model, "WP")


def slowed_by_fatigue(options: Record, model: Model) -> bool:
    """Whether Fatigue doubles the time of activities that test Toughness in narrative time."""
    if chosen(options, "fatigue_effect") != "halve" or chosen(options, "fatigue_narrative") != "slow":
        return False
    return fatigue(model) > full_bonus(model, "T")


def unconscious_minutes(model: Model) -> int:
    """The length of a collapse in minutes."""
    return max(1, COLLAPSE_MINUTES - full_bonus(model, "T"))


def gain_fatigue(model: Model, *clauses: str, march: bool = False) -> Procedure[Model]:
    """Gain a level of Fatigue and collapse beyond the threshold; returns the character after it."""
    counters = model.counters.changed(**{FATIGUE: fatigue(model) + 1})
    yield from do(Counted(model.id, FATIGUE, 1), *clauses)
    if march:
        yield from do(Counted(model.id, MARCH_FATIGUE, 1), *clauses)
    model = replace(model, counters=counters)
    if fatigue(model) > threshold(model):
        details = Record(minutes=unconscious_minutes(model))
        yield from do(Became(model.id, (UNCONSCIOUS,)), "support.fatigue-threshold")
        yield from do(Reported("collapses", model.id, details), "support.fatigue-threshold")
        model = replace(model, statuses=(*model.statuses, UNCONSCIOUS))
    return model


def wake(game: Game, declaration: Declaration) -> Procedure[None]:
    """Wake after a collapse."""
    who, table = declaration.actor, game.now
    model = table.models.get(who)
    if model is not None and dead(model):
        raise Refused(*dead(model))
    if model is None or not model.is_(UNCONSCIOUS):
        raise Refused(Break("support.fatigue-threshold", say("{who} is already awake", who=Who(who))))
    yield from come_to(game, who)


def come_to(game: Game, who: str) -> Procedure[None]:
    """Wake after the time of the collapse, with less Fatigue."""
    table, model = game.now, game.now.models[who]
    left = (
        full_bonus(model, "T") if chosen(table.options, "wake_fatigue") == "toughness" else threshold(model)
    )
    yield from do(Became(who, loses=(UNCONSCIOUS,)), "support.fatigue-threshold")
    yield from _fewer(model, FATIGUE, left, "support.fatigue-threshold")
    yield from _fewer(model, MARCH_FATIGUE, left, "support.fatigue-threshold")
    yield from pass_time(game, (who,), Fraction(unconscious_minutes(model)), "support.fatigue-threshold")


def _fewer(model: Model, counter: str, left: int, *clauses: str) -> Procedure[None]:
    if model.counted(counter) > left:
        yield from do(Counted(model.id, counter, left - model.counted(counter)), *clauses)


def pass_time(game: Game, who: tuple[str, ...], minutes: Fraction, clause: str) -> Procedure[None]:
    """Time passes without travel."""
    clock = game.now.clock
    yield from do(ClockSet(clock.changed(minutes=clock.minutes + int(minutes))), clause)
    for name in who:
        yield from leave_water(game, name)
        yield from pause(game, name, minutes)


def rest_permits(table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that forbids a character or a party to rest now."""
    return tuple(each for name in characters_of(table, (who,)) for each in _restless(table.models[name]))


def _restless(model: Model) -> list[Break]:
    """What forbids a character to rest: a fight, an urgent task, or being Unconscious."""
    breaks = dead(model)
    if flag(model, "in_combat"):
        says = say("{who} can't rest while in combat", who=Who(model.id))
        breaks.append(Break("support.fatigue-recovery", says))
    if flag(model, "time_critical"):
        says = say("{who} can't rest during an urgent task", who=Who(model.id))
        breaks.append(Break("support.fatigue-recovery", says))
    if model.is_(UNCONSCIOUS):
        says = say("{who} is Unconscious and can't rest: wake first", who=Who(model.id))
        breaks.append(Break("support.fatigue-threshold", says))
    return breaks


def rest(game: Game, declaration: Declaration) -> Procedure[None]:
    """Rest for some time and recover from Fatigue."""
    hours = exact(declaration.details.get("hours")) or Fraction(0)
    minutes = hours * HOUR + (exact(declaration.details.get("minutes")) or Fraction(0))
    party = characters_of(game.now, declaration.who)
    breaks = [each for who in party for each in _restless(game.now.models[who])]
    if minutes <= 0:
        breaks.append(
            Break("support.fatigue-recovery", say("Give the length of the rest in hours or minutes"))
        )
    if breaks:
        raise Refused(*breaks)
    before = {who: rested(game.now, who) for who in party}
    for who in party:
        yield from _recover(game.now, game.now.models[who], before[who], minutes)
        ends_day = before[who] + minutes >= setting(game.now.options, "day_rest_hours") * HOUR
        if ends_day and game.now.note("day", who):
            yield from forget("day", who, "march.repeat-tests")
    says, spent = say("rests for {time}", time=duration(minutes)), Record(minutes=int(minutes))
    yield from do(Reported("rests", declaration.actor, spent, says=says), "support.fatigue-recovery")
    yield from pass_time(game, party, minutes, "support.fatigue-recovery")
    for who in party:
        spent = Record(minutes=kept(before[who] + minutes), until=game.now.clock.minutes)
        yield from keep(RESTED, who, spent, "support.fatigue-recovery")


def rested(table: Table, who: str) -> Fraction:
    """Minutes that a character has rested up to now without a break."""
    spent = table.note(RESTED, who)
    if not isinstance(spent, Record) or spent.number("until") != table.clock.minutes:
        return Fraction(0)
    return exact(spent.get("minutes")) or Fraction(0)


def _recover(table: Table, model: Model, before: Fraction, minutes: Fraction) -> Procedure[None]:
    """Recover levels for full hours of rest in a row: march Fatigue and other Fatigue at the same time."""
    march = model.counted(MARCH_FATIGUE)
    ordinary = fatigue(model) - march
    whole = before + minutes >= setting(table.options, "full_rest_hours") * HOUR
    gone = ordinary if whole else min(ordinary, _periods(before, minutes, HOUR))
    if gone:
        yield from do(Counted(model.id, FATIGUE, -gone), "support.fatigue-recovery")
    marched = min(march, _periods(before, minutes, MARCH_REST * HOUR))
    if marched:
        yield from do(Counted(model.id, FATIGUE, -marched), "march.recovery")
        yield from do(Counted(model.id, MARCH_FATIGUE, -marched), "march.recovery")


def _periods(before: Fraction, minutes: Fraction, period: int) -> int:
    """How many periods of a rest end within so many minutes, after those before."""
    return int((before + minutes) // period - before // period)
