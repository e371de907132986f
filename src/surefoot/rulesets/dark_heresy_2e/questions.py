"""Questions that change nothing: speeds, limits, tests, what a character may do, and how far each feat goes."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.referee.protocol import Answer, Detail, Question
from surefoot.rulesets.dark_heresy_2e.abilities import (
    PERCEPTION_BASED,
    TESTS,
    charge_of,
    climb_of,
    fatigue_of,
    jump_down_of,
    jump_up_of,
    leap_of,
    modifiers,
    push_of,
    run_of,
    swim_of,
    test_of,
    throw_of,
    travel_of,
)
from surefoot.rulesets.dark_heresy_2e.altitude import attack_modifier, may_attack
from surefoot.rulesets.dark_heresy_2e.carry import Column, burden, limits
from surefoot.rulesets.dark_heresy_2e.character import score
from surefoot.rulesets.dark_heresy_2e.gravity import agility_bonus, here
from surefoot.rulesets.dark_heresy_2e.numbers import shown, written
from surefoot.rulesets.dark_heresy_2e.speeds import SPEEDS, speed
from surefoot.table.record import Record
from surefoot.table.table import Table

COLUMNS: dict[str, Column] = {"carry": "carry", "lift": "lift", "push": "push"}


def speed_of(table: Table, who: str, details: Record) -> Answer:
    """Metres of one of the four speeds on clear ground."""
    name = details.text("speed", "half")
    if name not in SPEEDS:
        return Answer(None, (), f"there is no speed {name!r}; there are {', '.join(SPEEDS)}")
    found = speed(table, who, name)
    return Answer(shown(found.metres), found.clauses, f"{written(found.metres)} m")


def initiative_of(table: Table, who: str, details: Record) -> Answer:
    """The Agility bonus that Initiative uses; nobody rolls for it here."""
    bonus, clauses = agility_bonus(here(table, who), score(table.options, table.models[who], "Ag").bonus)
    return Answer(bonus, ("support.characteristic-bonus", *clauses), f"{bonus:+d}")


def load_of(table: Table, who: str, details: Record) -> Answer:
    """What somebody's load does to him: untracked, comfortable, encumbered or overloaded."""
    found = burden(table, who)
    return Answer(found.state, found.clauses, f"{written(found.kilograms)} kg: {found.state}")


def limit_of(table: Table, who: str, details: Record) -> Answer:
    """Kilograms that somebody can carry, lift or push."""
    what = details.text("what", "carry")
    if what not in COLUMNS:
        return Answer(None, (), f"there is no limit of {what!r}; there are {', '.join(COLUMNS)}")
    found = limits(table, who)
    kilograms = found.kilograms(COLUMNS[what])
    return Answer(shown(kilograms), found.clauses, f"{written(kilograms)} kg")


def attack_of(table: Table, who: str, details: Record) -> Answer:
    """Whether altitude lets somebody attack a target, in melee or at range."""
    target = details.text("target")
    if target not in table.models:
        return Answer(None, (), "say whom: target")
    allowed, clauses = may_attack(table, who, target, details.text("kind", "melee"))
    return Answer(allowed, clauses, "yes" if allowed else "out of reach")


def attack_modifier_of(table: Table, who: str, details: Record) -> Answer:
    """What altitude does to somebody's Ballistic Skill against a target."""
    target = details.text("target")
    if target not in table.models:
        return Answer(None, (), "say whom: target")
    value, clauses = attack_modifier(table, who, target)
    return Answer(value, clauses, f"{value:+d}")


def modifier(table: Table, who: str, details: Record) -> Answer:
    """What is added to a test now: by Fatigue, a load, the water or the pace of a journey."""
    test = details.text("test", "perception").lower()
    found = modifiers(table, who, test)
    if not found:
        return Answer(0, (), f"nothing is taken off {test}")
    based = ("support.perception-based",) if test in PERCEPTION_BASED else ()
    total = sum(each.value for each in found)
    says = ", ".join(f"{each.value:+d} {each.says}" for each in found)
    return Answer(total, (*(each.clause for each in found), *based), f"{total:+d} on {test} ({says})")


def speeds_of(table: Table, who: str, details: Record) -> Answer:
    """Metres of all four speeds on clear ground."""
    found = {name: speed(table, who, name) for name in SPEEDS}
    says = ", ".join(f"{name} {written(each.metres)} m" for name, each in found.items())
    value = Record({name: shown(each.metres) for name, each in found.items()})
    return Answer(
        value, tuple(dict.fromkeys(clause for each in found.values() for clause in each.clauses)), says
    )


def limits_of(table: Table, who: str, details: Record) -> Answer:
    """Kilograms that somebody can carry, lift and push."""
    found = limits(table, who)
    weights = {name: found.kilograms(column) for name, column in COLUMNS.items()}
    says = ", ".join(f"{name} {written(each)} kg" for name, each in weights.items())
    return Answer(Record({name: shown(each) for name, each in weights.items()}), found.clauses, says)


_DEGREES = Detail("degrees", "degrees of success, or of failure below 0; one if left out", "number")
_TARGET = Detail("target", "whom", required=True)
_TEST = Detail("test", f"one of {', '.join(TESTS)}")


def _asked(answer: Callable[[Table, str, Record], Answer], *details: Detail) -> Question:
    return Question(answer, (answer.__doc__ or "").partition("\n")[0].rstrip("."), details, about="model")


QUESTIONS: dict[str, Question] = {
    "speed": _asked(speed_of, Detail("speed", f"one of {', '.join(SPEEDS)}; half if left out")),
    "speeds": _asked(speeds_of),
    "may-run": _asked(run_of),
    "may-charge": _asked(
        charge_of, Detail("target", "whom; without it, whether a Charge is possible at all")
    ),
    "load": _asked(load_of),
    "limit": _asked(limit_of, Detail("what", "carry, lift or push; carry if left out")),
    "limits": _asked(limits_of),
    "modifier": _asked(modifier, _TEST),
    "test": _asked(test_of, _TEST),
    "fatigue": _asked(fatigue_of),
    "leap": _asked(leap_of, _DEGREES, Detail("run_up", "metres of run-up", "data")),
    "jump-up": _asked(jump_up_of, _DEGREES),
    "jump-down": _asked(jump_down_of, _DEGREES),
    "climb": _asked(climb_of, _DEGREES),
    "swim": _asked(swim_of),
    "push": _asked(push_of),
    "throw": _asked(throw_of, _DEGREES),
    "travel": _asked(travel_of, Detail("pace", "normal, hurry or run; normal if left out")),
    "initiative": _asked(initiative_of),
    "may-attack": _asked(attack_of, _TARGET, Detail("kind", "melee or ranged; melee if left out")),
    "attack-modifier": _asked(attack_modifier_of, _TARGET),
}
