"""Resting: recovering from Fatigue, and ending the marching day."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Who, say
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.actions import footing_breaks, occupied
from surefoot.rulesets.dark_heresy_2e.character import (
    FATIGUE,
    characters_of,
    fatigue,
)
from surefoot.rulesets.dark_heresy_2e.fatigue import MARCH_FATIGUE, pass_time
from surefoot.rulesets.dark_heresy_2e.hurry import kept
from surefoot.rulesets.dark_heresy_2e.kept import RESTED, forget, keep
from surefoot.rulesets.dark_heresy_2e.narrative import HOUR, not_above
from surefoot.rulesets.dark_heresy_2e.numbers import duration, exact, setting
from surefoot.table.effects import Counted, Reported
from surefoot.table.model import Model
from surefoot.table.record import Record
from surefoot.table.table import Table

# Hours of rest for each level of march Fatigue.
MARCH_REST = 2


def rest_permits(table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that forbids a character or a party to rest now."""
    return tuple(each for name in characters_of(table, (who,)) for each in _restless(table, name))


def _restless(table: Table, who: str) -> list[Break]:
    """What forbids a character to rest: a fight, an urgent task, being Unconscious, or no ground underfoot."""
    model = table.models[who]
    breaks = occupied(
        model,
        "support.fatigue-recovery",
        say("{who} can't rest while in combat", who=Who(model.id)),
        say("{who} can't rest during an urgent task", who=Who(model.id)),
        say("{who} is Unconscious and can't rest: wake first", who=Who(model.id)),
    )
    return [*breaks, *footing_breaks(table, who, "rest")]


def rest(game: Game, declaration: Declaration) -> Procedure[None]:
    """Rest for some time and recover from Fatigue."""
    details = declaration.details
    given = {name: details[name] for name in ("hours", "minutes") if name in details}
    amounts = {name: exact(value) for name, value in given.items()}
    minutes = (amounts.get("hours") or Fraction(0)) * HOUR + (amounts.get("minutes") or Fraction(0))
    party = characters_of(game.now, declaration.who)
    breaks = [each for who in party for each in _restless(game.now, who)]
    wrong = [not_above(name, given[name]) for name, value in amounts.items() if value is None or value < 0]
    breaks += [Break("support.fatigue-recovery", says) for says in wrong]
    if minutes <= 0 and not wrong:
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
    """The number of full periods of rest that end within some minutes, counting the minutes rested before."""
    return int((before + minutes) // period - before // period)
