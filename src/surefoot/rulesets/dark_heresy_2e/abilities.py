"""Questions about what a character is capable of now: tests, Fatigue, leaps, jumps, climbs, swimming, throws, travel."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.requests import Modifier
from surefoot.geometry.tolerance import beyond, short_of
from surefoot.referee.protocol import Answer
from surefoot.rulesets.dark_heresy_2e.actions import Permits
from surefoot.rulesets.dark_heresy_2e.altitude import attackable, band_of
from surefoot.rulesets.dark_heresy_2e.carry import agility, limits
from surefoot.rulesets.dark_heresy_2e.character import NAMES, fatigue, full_bonus, score
from surefoot.rulesets.dark_heresy_2e.charge import LEAST, away
from surefoot.rulesets.dark_heresy_2e.climb_rate import climb_rate
from surefoot.rulesets.dark_heresy_2e.drop import safe_drop
from surefoot.rulesets.dark_heresy_2e.fatigue import MARCH_FATIGUE, threshold
from surefoot.rulesets.dark_heresy_2e.gravity import here, jump_clauses, jumped
from surefoot.rulesets.dark_heresy_2e.hurry import clocks_of, safe_march
from surefoot.rulesets.dark_heresy_2e.leap import RUN_UP, leapt, run_up_bonus
from surefoot.rulesets.dark_heresy_2e.narrative import (
    DAY,
    HOUR,
    KILOMETRE,
    PACE_PENALTIES,
    PACES,
    covered,
    road,
)
from surefoot.rulesets.dark_heresy_2e.numbers import exact, shown, written
from surefoot.rulesets.dark_heresy_2e.push import distance
from surefoot.rulesets.dark_heresy_2e.speeds import movement_bonus, speed
from surefoot.rulesets.dark_heresy_2e.swim import HEAVY, hazards, swim_rate
from surefoot.rulesets.dark_heresy_2e.tests import Skill, athletics_skill, characteristic, request
from surefoot.rulesets.dark_heresy_2e.throw import throwing, thrown
from surefoot.rulesets.dark_heresy_2e.vjump import STANDING, height, reach
from surefoot.rulesets.dark_heresy_2e.water import water_of, weighted
from surefoot.table.record import Record
from surefoot.table.table import Table

# What can be tested, by the names that people type.
TESTS = {
    "strength": "S",
    "toughness": "T",
    "agility": "Ag",
    "perception": "Per",
    "awareness": "Per",
    "ballistic skill": "BS",
    "athletics": "",
}
# Tests that rest on Perception.
PERCEPTION_BASED = ("perception", "awareness")


def _degrees(details: Record) -> int:
    """The degrees that are asked about: one of success if nobody says."""
    return details.number("degrees", 1) or 1


def modifiers(table: Table, who: str, test: str) -> tuple[Modifier, ...]:
    """What makes a test easier or harder for a character wherever it is taken now."""
    found: list[Modifier] = []
    clocks = clocks_of(table, who)
    if test in PERCEPTION_BASED and not clocks.idle and clocks.pace in PACE_PENALTIES:
        value, clause = PACE_PENALTIES[clocks.pace]
        found.append(Modifier(value, f"at a {clocks.pace}", clause))
    if test == "athletics" and water_of(table, who) is not None and weighted(table, who):
        found.append(Modifier(HEAVY, "weighted down", "swim.heavy-penalty"))
    return (*_skill(table, who, test).modifiers, *found) if test in TESTS else tuple(found)


def _skill(table: Table, who: str, test: str) -> Skill:
    name, model = TESTS[test], table.models[who]
    if name == "Ag":
        return agility(table, who)
    return characteristic(table.options, model, name) if name else athletics_skill(table.options, model)


def test_of(table: Table, who: str, details: Record) -> Answer:
    """What a test of a characteristic or of Athletics needs now, before what the task itself adds."""
    test = details.text("test", "agility").lower()
    if test not in TESTS:
        return Answer(None, (), f"there is no test {test!r}; there are {', '.join(TESTS)}")
    skill = _skill(table, who, test)
    more = modifiers(table, who, test)[len(skill.modifiers) :]
    asked = request(table.options, who, test, skill, modifiers=more)
    target = skill.value + sum(each.value for each in asked.modifiers)
    says = "".join(f", {each.value:+d} {each.says}" for each in asked.modifiers)
    cited = (*asked.clauses, *(each.clause for each in asked.modifiers))
    return Answer(
        target, tuple(dict.fromkeys(cited)), f"{asked.read.needs()} ({skill.what} {skill.value}{says})"
    )


def fatigue_of(table: Table, who: str, details: Record) -> Answer:
    """Levels of Fatigue, how many are borne, and which characteristics they halve."""
    model = table.models[who]
    scores = {name: score(table.options, model, name) for name in NAMES}
    halved = tuple(name for name, found in scores.items() if found.clauses)
    levels, most = fatigue(model), threshold(model)
    clauses = ("support.fatigue-threshold", *(("support.fatigue-effect",) if halved else ()))
    says = f"{levels} of {most} levels borne" + (f", halved: {', '.join(halved)}" if halved else "")
    march = model.counted(MARCH_FATIGUE)
    return Answer(Record(levels=levels, borne=most, march=march, halved=halved), clauses, says)


def leap_of(table: Table, who: str, details: Record) -> Answer:
    """Metres of a leap with some degrees of success, or of failure below 0; one degree if none is named."""
    options, degrees = here(table, who), _degrees(details)
    strength = score(options, table.models[who], "S")
    run_up = exact(details.get("run_up")) or Fraction(0)
    topic = "runleap" if run_up >= RUN_UP else "leap"
    metres = leapt(options, strength.bonus, degrees)
    bonus = run_up_bonus(float(run_up))
    clauses = (
        f"{topic}.{'success' if degrees > 0 else 'failure'}",
        *strength.clauses,
        *jump_clauses(options),
    )
    says = f"{written(metres)} m{f', {bonus:+d} to the test' if bonus else ''}"
    return Answer(shown(metres), (*clauses, *(("runleap.run-up-bonus",) if bonus else ())), says)


def jump_up_of(table: Table, who: str, details: Record) -> Answer:
    """How high a jump goes and what hands reach: from a stand, or with degrees of success after a run-up."""
    options, model = here(table, who), table.models[who]
    if "degrees" not in details:
        up, clauses = jumped(options, STANDING), ("vjump.half-metre", "vjump.reach", *jump_clauses(options))
    else:
        strength = score(options, model, "S")
        up = height(options, strength.bonus, _degrees(details))
        clauses = ("runjump.height", "vjump.reach", *strength.clauses, *jump_clauses(options))
    hands = reach(model, up)
    says = f"{written(up)} m high, hands {written(hands)} m up"
    return Answer(Record(height=shown(up), reach=shown(hands)), clauses, says)


def jump_down_of(table: Table, who: str, details: Record) -> Answer:
    """Metres that are safe to jump down with some degrees of success; one degree if none is named."""
    options = here(table, who)
    own = score(options, table.models[who], "Ag")
    metres = safe_drop(options, own.bonus, _degrees(details))
    return Answer(
        shown(metres), ("drop.safe-distance", *own.clauses, *jump_clauses(options)), f"{written(metres)} m"
    )


def climb_of(table: Table, who: str, details: Record) -> Answer:
    """Metres climbed in a round with some degrees of success; one degree if none is named."""
    rate, degrees = climb_rate(table, who), _degrees(details)
    metres = rate.metres + degrees - 1
    extra = ("climb.simple-extra-dos",) if degrees > 1 else ()
    return Answer(shown(metres), ("climb.simple-rate", *rate.clauses, *extra), f"{written(metres)} m a round")


def swim_of(table: Table, who: str, details: Record) -> Answer:
    """Metres swum with a Full Action, and whether that takes a test where the swimmer is."""
    water = water_of(table, who)
    hazardous = hazards(table, who, water)
    metres, clauses = swim_rate(table, who, hazardous)
    told = "with a test" if hazardous else "without a test"
    tested = ("swim.hazards",) if hazardous else ()
    return Answer(
        Record(metres=shown(metres), test=hazardous), (*clauses, *tested), f"{written(metres)} m, {told}"
    )


def throw_of(table: Table, who: str, details: Record) -> Answer:
    """Metres that an object flies with some degrees of success, and the most it may weigh with and without a penalty."""
    bonus, clauses = throwing(table, who)
    found, degrees = limits(table, who), _degrees(details)
    most, metres = found.kilograms("lift"), thrown(bonus, degrees)
    cited = (
        "throw.distance" if degrees > 0 else "throw.failure",
        "throw.weight-limit",
        *clauses,
        *found.clauses,
    )
    says = f"{metres} m; up to {written(most / 2)} kg, with a penalty up to {written(most)} kg"
    return Answer(Record(metres=metres, light=shown(most / 2), heavy=shown(most)), cited, says)


def push_of(table: Table, who: str, details: Record) -> Answer:
    """Metres that something is pushed with a Full Action, and how heavy it may be without a test."""
    found, metres = limits(table, who), distance(table, who)
    most = found.kilograms("push")
    says = f"{written(metres)} m, up to {written(most)} kg"
    return Answer(Record(metres=shown(metres), kilograms=shown(most)), ("push.maximum", *found.clauses), says)


def travel_of(table: Table, who: str, details: Record) -> Answer:
    """Metres a minute and kilometres an hour and a marching day in narrative time, at a pace."""
    pace = details.text("pace", "normal")
    if pace not in PACES:
        return Answer(None, (), f"there is no pace {pace!r}; there are {', '.join(PACES)}")
    bonus, clauses = movement_bonus(table.options, table.models[who], "narrative")
    way, (times, clause) = road(bonus), PACES[pace]
    hour, day = (covered(way, Fraction(each)) * times / KILOMETRE for each in (HOUR, DAY))
    safe = safe_march(full_bonus(table.models[who], "T")) // HOUR
    value = Record(minute=shown(way.minute * times), hour=shown(hour), day=shown(day), safe_hours=safe)
    says = f"{written(way.minute * times)} m a minute, {written(hour)} km an hour, {written(day)} km in ten hours"
    return Answer(
        value, (clause, "narrative.table", *clauses, "march.safe-hours"), f"{says}; {safe} h are safe"
    )


def run_of(table: Table, who: str, details: Record) -> Answer:
    """Whether a character may Run now, and how far."""
    return _may(table, who, "run", [])


def charge_of(table: Table, who: str, details: Record) -> Answer:
    """Whether a character may Charge now, and whether a target is far and near enough for it."""
    target = details.text("target")
    if not target:
        return _may(table, who, "charge", [])
    if target not in table.models or not table.models[target].place.on_table:
        return Answer(None, (), f"there is no {target!r} to charge")
    metres, most = away(table, who, target), float(speed(table, who, "charge").metres)
    wrong = []
    if short_of(metres, LEAST) or beyond(metres, most):
        wrong.append(
            (f"{target} is {metres:.4g} m away, not between {LEAST:g} and {most:g} m", "support.charge")
        )
    allowed, clauses = attackable(band_of(table, who), band_of(table, target), "melee")
    if not allowed:
        wrong.append((f"{target} is at another altitude", clauses[0]))
    return _may(table, who, "charge", wrong)


def _may(table: Table, who: str, action: str, wrong: list[tuple[str, str]]) -> Answer:
    reasons = [*((each.says, each.clause) for each in Permits(action)(table, who)), *wrong]
    if reasons:
        return Answer(
            False, tuple(clause for _, clause in reasons), "; ".join(str(says) for says, _ in reasons)
        )
    found = speed(table, who, action)
    return Answer(True, found.clauses, f"yes, up to {written(found.metres)} m")
