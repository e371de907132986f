"""Fatigue: gaining levels, collapsing and waking."""

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
    dead,
    fatigue,
    full_bonus,
)
from surefoot.rulesets.dark_heresy_2e.hurry import leave_water, pause
from surefoot.rulesets.dark_heresy_2e.kept import new_turn
from surefoot.rulesets.dark_heresy_2e.numbers import chosen
from surefoot.table.effects import Became, ClockSet, Counted, Reported
from surefoot.table.model import Model
from surefoot.table.record import Record

# Levels of Fatigue from forced marching, which take longer to recover; also counted as Fatigue.
MARCH_FATIGUE = "march-fatigue"
# A collapse lasts this many minutes, less the Toughness bonus.
COLLAPSE_MINUTES = 10


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
        yield from new_turn(game, name)
        yield from leave_water(game, name)
        yield from pause(game, name, minutes)
