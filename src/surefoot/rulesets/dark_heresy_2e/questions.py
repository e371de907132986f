"""The questions that can be asked about a character: speeds, limits, tests, permitted actions, feats."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.language import Either, Notation, Quantity, Quoted, Sentence, Term, say
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
    reasons,
    run_of,
    swim_of,
    test_of,
    throw_of,
    travel_of,
    unknown_word,
)
from surefoot.rulesets.dark_heresy_2e.altitude import attack_modifier, may_attack
from surefoot.rulesets.dark_heresy_2e.carry import Column, burden, limits
from surefoot.rulesets.dark_heresy_2e.character import score
from surefoot.rulesets.dark_heresy_2e.gravity import agility_bonus, local_options
from surefoot.rulesets.dark_heresy_2e.numbers import length
from surefoot.rulesets.dark_heresy_2e.speeds import SPEEDS, speed_here
from surefoot.table.record import Record, amount
from surefoot.table.table import Table

NO_TARGET = say("Choose a target on the table")
COLUMNS: dict[str, Column] = {"carry": "carry", "lift": "lift", "push": "push"}


def speed_of(table: Table, who: str, details: Record) -> Answer:
    """The metres of one of the four speeds on clear ground."""
    name = details.text("speed", "half")
    if name not in SPEEDS:
        return Answer(None, (), unknown_word(name, SPEEDS))
    found = speed_here(table, who, name)
    return Answer(amount(found.metres), found.clauses, say("{length}", length=length(found.metres)))


def initiative_of(table: Table, who: str, details: Record) -> Answer:
    """The Agility bonus for Initiative."""
    bonus, clauses = agility_bonus(
        local_options(table, who), score(table.options, table.models[who], "Ag").bonus
    )
    return Answer(bonus, ("support.characteristic-bonus", *clauses), _signed(bonus))


def load_of(table: Table, who: str, details: Record) -> Answer:
    """The load of a character and its effect: untracked, comfortable, encumbered or overloaded."""
    found = burden(table, who)
    says = say("{load}: {state}", load=Quantity(found.kilograms, "kg"), state=Term(found.state))
    return Answer(found.state, found.clauses, says)


def limit_of(table: Table, who: str, details: Record) -> Answer:
    """The kilograms that a character can carry, lift or push."""
    what = details.text("what", "carry")
    if what not in COLUMNS:
        return Answer(None, (), unknown_word(what, COLUMNS))
    found = limits(table, who)
    kilograms = found.kilograms(COLUMNS[what])
    return Answer(amount(kilograms), found.clauses, say("{weight}", weight=Quantity(kilograms, "kg")))


def attack_of(table: Table, who: str, details: Record) -> Answer:
    """Whether altitude allows an attack on a target, in melee or at range."""
    target = details.text("target")
    if target not in table.models:
        return Answer(None, (), NO_TARGET)
    allowed, clauses = may_attack(table, who, target, details.text("kind", "melee"))
    return Answer(allowed, clauses, say("In reach") if allowed else say("Out of reach"))


def attack_modifier_of(table: Table, who: str, details: Record) -> Answer:
    """The modifier of altitude to Ballistic Skill against a target."""
    target = details.text("target")
    if target not in table.models:
        return Answer(None, (), NO_TARGET)
    value, clauses = attack_modifier(table, who, target)
    return Answer(value, clauses, _signed(value))


def modifier(table: Table, who: str, details: Record) -> Answer:
    """The modifiers to a test now: of Fatigue, a load, water or the pace of a journey."""
    test = details.text("test", "perception").lower()
    found = modifiers(table, who, test)
    if not found:
        return Answer(0, (), say("No modifier to {test}", test=_test_name(test)))
    based = ("support.perception-based",) if test in PERCEPTION_BASED else ()
    total = sum(each.value for each in found)
    says = say(
        "{total} to {test} ({reasons})",
        total=Notation(f"{total:+d}"),
        test=_test_name(test),
        reasons=reasons(found),
    )
    return Answer(total, (*(each.clause for each in found), *based), says)


def speeds_of(table: Table, who: str, details: Record) -> Answer:
    """The metres of all four speeds on clear ground."""
    found = {name: speed_here(table, who, name) for name in SPEEDS}
    says = say(
        "{speeds}",
        speeds=tuple(
            say("{speed} {length}", speed=Term(name), length=length(each.metres))
            for name, each in found.items()
        ),
    )
    value = Record({name: amount(each.metres) for name, each in found.items()})
    return Answer(
        value, tuple(dict.fromkeys(clause for each in found.values() for clause in each.clauses)), says
    )


def limits_of(table: Table, who: str, details: Record) -> Answer:
    """The kilograms that a character can carry, lift and push."""
    found = limits(table, who)
    weights = {name: found.kilograms(column) for name, column in COLUMNS.items()}
    says = say(
        "Carry {carry}, lift {lift}, push {push}",
        **{name: Quantity(each, "kg") for name, each in weights.items()},
    )
    return Answer(Record({name: amount(each) for name, each in weights.items()}), found.clauses, says)


def _signed(value: int) -> Sentence:
    return say("{value}", value=Notation(f"{value:+d}"))


def _test_name(test: str) -> Term | Quoted:
    return Term(test) if test in TESTS else Quoted(test)


_DEGREES = Detail("degrees", say("degrees of success, or of failure below 0 (default: 1)"), "number")
_TARGET = Detail("target", say("the target"), required=True)
_TEST = Detail("test", say("the test: {known}", known=Either(tuple(Notation(each) for each in TESTS))))


def _asked(answer: Callable[[Table, str, Record], Answer], title: Sentence, *details: Detail) -> Question:
    return Question(answer, title, details, about="model")


QUESTIONS: dict[str, Question] = {
    "speed": _asked(
        speed_of,
        say("Speed on clear ground"),
        Detail("speed", say("half, full, charge or run (default: half)")),
    ),
    "speeds": _asked(speeds_of, say("All four speeds on clear ground")),
    "may-run": _asked(run_of, say("Can it Run now, and how far?")),
    "may-charge": _asked(
        charge_of,
        say("Can it Charge now, and is the target in range?"),
        Detail("target", say("the target; leave it out to ask about any Charge")),
    ),
    "load": _asked(load_of, say("Load and its effect")),
    "limit": _asked(
        limit_of,
        say("Weight limit for carrying, lifting or pushing"),
        Detail("what", say("carry, lift or push (default: carry)")),
    ),
    "limits": _asked(limits_of, say("All weight limits")),
    "modifier": _asked(modifier, say("Modifiers to a test"), _TEST),
    "test": _asked(test_of, say("Roll needed for a test, without modifiers of the task"), _TEST),
    "fatigue": _asked(fatigue_of, say("Fatigue, its threshold and its effect")),
    "leap": _asked(
        leap_of, say("Length of a leap"), _DEGREES, Detail("run_up", say("metres of run-up"), "data")
    ),
    "jump-up": _asked(jump_up_of, say("Height and reach of a jump"), _DEGREES),
    "jump-down": _asked(jump_down_of, say("Safe height to jump down"), _DEGREES),
    "climb": _asked(climb_of, say("Climbing rate"), _DEGREES),
    "swim": _asked(swim_of, say("Swimming distance, and whether it takes a test")),
    "push": _asked(push_of, say("Pushing distance and weight limit")),
    "throw": _asked(throw_of, say("Throwing distance and weight limits"), _DEGREES),
    "travel": _asked(
        travel_of,
        say("Travel distance per minute, hour and day"),
        Detail("pace", say("normal, hurry or run (default: normal)")),
    ),
    "initiative": _asked(initiative_of, say("Agility bonus for Initiative")),
    "may-attack": _asked(
        attack_of,
        say("Does altitude allow an attack on the target?"),
        _TARGET,
        Detail("kind", say("melee or ranged (default: melee)")),
    ),
    "attack-modifier": _asked(attack_modifier_of, say("Modifier of altitude to Ballistic Skill"), _TARGET),
}
