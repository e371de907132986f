"""Questions about the abilities of a character: tests, Fatigue, leaps, jumps, climbs, swimming, throws, travel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce

from surefoot.dice.requests import Break, Modifier
from surefoot.language import Notation, Quantity, Quoted, Sentence, Term, count, say
from surefoot.language.sentence import sentence
from surefoot.referee.protocol import Answer
from surefoot.rulesets.dark_heresy_2e.actions import Permits, ground_breaks
from surefoot.rulesets.dark_heresy_2e.altitude import attackable, band_of
from surefoot.rulesets.dark_heresy_2e.carry import agility, limits
from surefoot.rulesets.dark_heresy_2e.character import NAMES, fatigue, full_bonus, score
from surefoot.rulesets.dark_heresy_2e.charge import (
    distance_breaks,
    may_charge,
    not_a_target,
    out_of_melee,
    out_of_range,
)
from surefoot.rulesets.dark_heresy_2e.climb_rate import climb_rate
from surefoot.rulesets.dark_heresy_2e.drop import safe_drop
from surefoot.rulesets.dark_heresy_2e.fatigue import MARCH_FATIGUE, slowed_by_fatigue, threshold
from surefoot.rulesets.dark_heresy_2e.flight_traits import airborne, flight_trait
from surefoot.rulesets.dark_heresy_2e.gravity import jump_clauses, jumped, local_options
from surefoot.rulesets.dark_heresy_2e.hurry import clocks_of, safe_march
from surefoot.rulesets.dark_heresy_2e.journey import travel_rate
from surefoot.rulesets.dark_heresy_2e.leap import RUN_UP, leapt, run_up_bonus
from surefoot.rulesets.dark_heresy_2e.narrative import (
    DAY,
    HOUR,
    PACE_PENALTIES,
    PACE_REASONS,
    PACES,
    Stretch,
    covered,
    not_above,
    road,
)
from surefoot.rulesets.dark_heresy_2e.numbers import HALF, KILOMETRE, chosen, exact, length
from surefoot.rulesets.dark_heresy_2e.push import distance_here
from surefoot.rulesets.dark_heresy_2e.speeds import speed_here
from surefoot.rulesets.dark_heresy_2e.swim import HEAVY, WEIGHTED_DOWN, hazards, swim_rate
from surefoot.rulesets.dark_heresy_2e.tests import Skill, athletics_skill, characteristic, request
from surefoot.rulesets.dark_heresy_2e.throw import throwing, thrown
from surefoot.rulesets.dark_heresy_2e.vjump import STANDING, height, reach
from surefoot.rulesets.dark_heresy_2e.water import water_of, weighted
from surefoot.rulesets.dark_heresy_2e.zero import zero_breaks
from surefoot.table.record import Record, amount
from surefoot.table.table import Table
from surefoot.table.words import suggested

# The characteristic behind each test, by the names that users type; empty for Athletics.
TESTS = {
    "strength": "S",
    "toughness": "T",
    "agility": "Ag",
    "perception": "Per",
    "awareness": "Per",
    "ballistic skill": "BS",
    "athletics": "",
}
# Tests based on Perception.
PERCEPTION_BASED = ("perception", "awareness")


NO_DEGREES = say("Degrees are 1 or more of success, or -1 or less of failure")


def _degrees(details: Record) -> int:
    """The degrees asked about: one of success by default; 0 if that was asked about, though no test has 0 degrees."""
    return details.number("degrees", 1)


def unknown_word(word: str, known: Iterable[str], titles: Mapping[str, str] | None = None) -> Sentence:
    """The refusal of a word that is not one of those known."""
    return suggested(say("{word} isn't a possible value", word=Quoted(word)), word, known, titles or {})


def reasons(modifiers: Iterable[Modifier]) -> tuple[Sentence, ...]:
    """Modifiers with their values, for people."""
    return tuple(
        say("{change} {reason}", change=Notation(f"{each.value:+d}"), reason=sentence(each.says))
        for each in modifiers
    )


def joined(sentences: Iterable[Sentence]) -> Sentence:
    """Several sentences, one after another."""
    return reduce(lambda first, second: say("{first}. {second}", first=first, second=second), sentences)


def modifiers(table: Table, who: str, test: str) -> tuple[Modifier, ...]:
    """The modifiers of a character to a test now, without those of the task itself."""
    found: list[Modifier] = []
    clocks = clocks_of(table, who)
    if test in PERCEPTION_BASED and not clocks.idle and clocks.pace in PACE_PENALTIES:
        value, clause = PACE_PENALTIES[clocks.pace]
        found.append(Modifier(value, PACE_REASONS[clocks.pace], clause))
    if test == "athletics" and water_of(table, who) is not None and weighted(table, who):
        found.append(Modifier(HEAVY, WEIGHTED_DOWN, "swim.heavy-penalty"))
    return (*_skill(table, who, test).modifiers, *found) if test in TESTS else tuple(found)


def _skill(table: Table, who: str, test: str) -> Skill:
    name, model = TESTS[test], table.models[who]
    if name == "Ag":
        return agility(table, who)
    return characteristic(table.options, model, name) if name else athletics_skill(table.options, model)


def test_of(table: Table, who: str, details: Record) -> Answer:
    """The roll needed for a test of a characteristic or of Athletics, without the modifiers of the task."""
    test = details.text("test", "agility").lower()
    if test not in TESTS:
        return Answer(None, (), unknown_word(test, TESTS, TESTS))
    skill = _skill(table, who, test)
    more = modifiers(table, who, test)[len(skill.modifiers) :]
    asked = request(table.options, who, test, skill, modifiers=more)
    target = skill.value + sum(each.value for each in asked.modifiers)
    cited = (*asked.clauses, *(each.clause for each in asked.modifiers))
    says = say(
        "{needs} ({parts})",
        needs=sentence(asked.read.needs()),
        parts=(say("{skill} {value}", skill=skill.name, value=skill.value), *reasons(asked.modifiers)),
    )
    return Answer(target, tuple(dict.fromkeys(cited)), says)


def fatigue_of(table: Table, who: str, details: Record) -> Answer:
    """Levels of Fatigue, the Fatigue threshold, and the characteristics that are halved."""
    model = table.models[who]
    scores = {name: score(table.options, model, name) for name in NAMES}
    halved = tuple(name for name, found in scores.items() if found.clauses)
    levels, most = fatigue(model), threshold(model)
    clauses = ("support.fatigue-threshold", *(("support.fatigue-effect",) if halved else ()))
    says = say("Fatigue {levels} of {most}", levels=levels, most=most)
    if halved:
        names = tuple(Term(NAMES[name]) for name in halved)
        says = say("Fatigue {levels} of {most}, halving {names}", levels=levels, most=most, names=names)
    march = model.counted(MARCH_FATIGUE)
    return Answer(Record(levels=levels, borne=most, march=march, halved=halved), clauses, says)


def _floating(table: Table, who: str, action: str) -> Answer | None:
    """The answer about a leap, a jump or a climb in zero gravity: there is none; None elsewhere."""
    breaks = zero_breaks(table, who, action)
    return Answer(None, tuple(each.clause for each in breaks), sentence(breaks[0].says)) if breaks else None


def leap_of(table: Table, who: str, details: Record) -> Answer:
    """The length of a leap with some degrees of success, or of failure below 0."""
    if (floating := _floating(table, who, "leap")) is not None:
        return floating
    options, degrees = local_options(table, who), _degrees(details)
    if not degrees:
        return Answer(None, (), NO_DEGREES)
    strength = score(options, table.models[who], "S")
    run_up = exact(details.get("run_up", 0))
    if run_up is None or run_up < 0:
        return Answer(None, (), not_above("run_up", details["run_up"]))
    topic = "runleap" if run_up >= RUN_UP else "leap"
    metres = leapt(options, strength.bonus, degrees)
    bonus = run_up_bonus(float(run_up))
    clauses = (
        f"{topic}.{'success' if degrees > 0 else 'failure'}",
        *strength.clauses,
        *jump_clauses(options),
    )
    says = say("{length}", length=length(metres))
    if bonus:
        change = Notation(f"{bonus:+d}")
        says = say("{length}, with {change} to the test", length=length(metres), change=change)
    return Answer(amount(metres), (*clauses, *(("runleap.run-up-bonus",) if bonus else ())), says)


def jump_up_of(table: Table, who: str, details: Record) -> Answer:
    """The height of a jump and the reach of the hands, standing or with degrees of success after a run-up."""
    if (floating := _floating(table, who, "jump-up")) is not None:
        return floating
    options, model = local_options(table, who), table.models[who]
    if "degrees" not in details:
        up, clauses = jumped(options, STANDING), ("vjump.half-metre", "vjump.reach", *jump_clauses(options))
    elif not (degrees := _degrees(details)):
        return Answer(None, (), NO_DEGREES)
    elif degrees < 0:
        return Answer(
            Record(height=0, reach=0), ("runjump.stumble",), say("No height: a failed jump is a stumble")
        )
    else:
        strength = score(options, model, "S")
        up = height(options, strength.bonus, degrees)
        clauses = ("runjump.height", "vjump.reach", *strength.clauses, *jump_clauses(options))
    hands = reach(model, up)
    says = say("{height} high, reaching up to {reach}", height=length(up), reach=length(hands))
    return Answer(Record(height=amount(up), reach=amount(hands)), clauses, says)


def jump_down_of(table: Table, who: str, details: Record) -> Answer:
    """The safe height of a jump down with some degrees of success."""
    if (floating := _floating(table, who, "jump-down")) is not None:
        return floating
    options, degrees = local_options(table, who), _degrees(details)
    if not degrees:
        return Answer(None, (), NO_DEGREES)
    if degrees < 0:
        return Answer(0, ("drop.failure",), say("No height: a failed jump down is a fall"))
    own = score(options, table.models[who], "Ag")
    metres = safe_drop(options, own.bonus, degrees)
    clauses = ("drop.safe-distance", *own.clauses, *jump_clauses(options))
    return Answer(amount(metres), clauses, say("{length}", length=length(metres)))


def climb_of(table: Table, who: str, details: Record) -> Answer:
    """The metres climbed in a round with some degrees of success."""
    if (floating := _floating(table, who, "climb")) is not None:
        return floating
    rate, degrees = climb_rate(table, who), _degrees(details)
    if not degrees:
        return Answer(None, (), NO_DEGREES)
    if degrees < 0:
        return Answer(
            0, ("climb.simple-failure-falls",), say("No metres: after a failed test the climber falls")
        )
    metres = rate.metres + degrees - 1
    extra = ("climb.simple-extra-dos",) if degrees > 1 else ()
    says = say("{length} per round", length=length(metres))
    return Answer(amount(metres), ("climb.simple-rate", *rate.clauses, *extra), says)


def swim_of(table: Table, who: str, details: Record) -> Answer:
    """The metres swum with a Full Action, and whether that takes a test."""
    water = water_of(table, who)
    hazardous = hazards(table, who, water)
    metres, clauses = swim_rate(table, who, hazardous)
    far = length(metres)
    says = say("{length}, with a test", length=far) if hazardous else say("{length}, no test", length=far)
    tested = ("swim.hazards",) if hazardous else ()
    return Answer(Record(metres=amount(metres), test=hazardous), (*clauses, *tested), says)


def throw_of(table: Table, who: str, details: Record) -> Answer:
    """The length of a throw with some degrees of success, and the weights allowed with and without a penalty."""
    bonus, clauses = throwing(table, who)
    found, degrees = limits(table, who), _degrees(details)
    if not degrees:
        return Answer(None, (), NO_DEGREES)
    most, metres = found.kilograms("lift"), thrown(bonus, degrees)
    cited = (
        "throw.distance" if degrees > 0 else "throw.failure",
        "throw.weight-limit",
        *clauses,
        *found.clauses,
    )
    says = say(
        "{length}, up to {light}, or up to {heavy} with a penalty",
        length=length(Fraction(metres)),
        light=Quantity(most / 2, "kg"),
        heavy=Quantity(most, "kg"),
    )
    return Answer(Record(metres=metres, light=amount(most / 2), heavy=amount(most)), cited, says)


def push_of(table: Table, who: str, details: Record) -> Answer:
    """The metres of a push with a Full Action on the ground where a character is, and the weight allowed without a test."""
    found = limits(table, who)
    metres, ground = distance_here(table, who)
    clauses = ("push.maximum", *found.clauses, *ground)
    most = found.kilograms("push")
    says = say("{length}, up to {weight}", length=length(metres), weight=Quantity(most, "kg"))
    return Answer(Record(metres=amount(metres), kilograms=amount(most)), clauses, says)


def travel_of(table: Table, who: str, details: Record) -> Answer:
    """The distance per minute, hour and marching day in narrative time, at a pace: on foot, or flown by those in the air."""
    pace = details.text("pace", "normal")
    if pace not in PACES:
        return Answer(None, (), unknown_word(pace, PACES))
    model = table.models[who]
    rate = travel_rate(table, who, flying=airborne(model))
    drifting = chosen(table.options, "gravity") == "zero"
    leg = Stretch(pace, None, None, difficult=False, factor=Fraction(1), dark=False, weightless=drifting)  # type: ignore[arg-type]  # one of PACES, as checked
    tired = pace != "normal" and slowed_by_fatigue(table.options, model)
    way, times = road(rate.bonus), leg.multiplier * (HALF if tired else 1)
    hour, day = (covered(way, Fraction(each)) * times / KILOMETRE for each in (HOUR, DAY))
    safe = safe_march(full_bonus(model, "T")) // HOUR
    value = Record(minute=amount(way.minute * times), hour=amount(hour), day=amount(day), safe_hours=safe)
    says = say(
        "{minute} per minute, {hour} per hour, {day} per day of ten hours. {safe} are safe",
        minute=length(way.minute * times),
        hour=Quantity(hour, "km"),
        day=Quantity(day, "km"),
        safe=count("{n} hour", "{n} hours", safe),
    )
    slow = ("support.fatigue-narrative",) if tired else ()
    return Answer(value, (*leg.clauses, "narrative.table", *rate.clauses, *slow, "march.safe-hours"), says)


def run_of(table: Table, who: str, details: Record) -> Answer:
    """Whether a character may Run now, and how far."""
    return _may(table, who, "run", Permits("run"), [])


def charge_of(table: Table, who: str, details: Record) -> Answer:
    """Whether a character may Charge now, and whether a target is in range for it."""
    target = details.text("target")
    if not target:
        return _may(table, who, "charge", may_charge, [])
    if (no_target := not_a_target(table, who, target)) is not None:
        return Answer(None, (), no_target)
    if airborne(table.models[who]):
        far = distance_breaks(table, who, target, float(speed_here(table, who, "charge").metres))
        wrong = [(says, "support.charge") for says in far[:1]]
    else:
        wrong = [(sentence(each.says), each.clause) for each in out_of_range(table, who, target)]
    there = band_of(table, target)
    allowed, clauses = attackable(band_of(table, who), there, "melee")
    if not allowed:
        wrong.append((out_of_melee(target, there), clauses[0]))
    return _may(table, who, "charge", may_charge, wrong)


def _may(
    table: Table,
    who: str,
    action: str,
    permits: Callable[[Table, str], tuple[Break, ...]],
    wrong: list[tuple[Sentence, str]],
) -> Answer:
    """Whether an action is permitted, and how far it goes; otherwise the reasons against it."""
    breaks = permits(table, who)
    if not breaks and not flight_trait(table.models[who]):
        breaks = ground_breaks(table, who)
    against = [*((sentence(each.says), each.clause) for each in breaks), *wrong]
    if against:
        return Answer(False, tuple(clause for _, clause in against), joined(says for says, _ in against))
    found = speed_here(table, who, action)
    return Answer(True, found.clauses, say("Up to {length}", length=length(found.metres)))
