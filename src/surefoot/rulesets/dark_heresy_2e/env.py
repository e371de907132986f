"""The ground: hindering and treacherous ground, and the test to Run or Charge over it."""

from __future__ import annotations

import math
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Modifier, Procedure, Ruling, rule
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, short_of, within
from surefoot.language import Length, Notation, Quoted, Sentence, Term, Who, say
from surefoot.referee.cut import Cut
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.rulesets.dark_heresy_2e.carry import agility
from surefoot.rulesets.dark_heresy_2e.gravity import ZERO
from surefoot.rulesets.dark_heresy_2e.numbers import lattice, rows
from surefoot.rulesets.dark_heresy_2e.tests import (
    MOST_DEGREES,
    difficulties,
    difficulty_modifier,
    request,
    roll_degrees,
)
from surefoot.table.record import Record, Value
from surefoot.table.words import suggested

HINDERING = "hindering"
TREACHEROUS = "treacherous:"
# The tag for pushing over ground: followed by blocked, normal or a modifier.
PUSH = "push:"
BLOCKED, NORMAL = "blocked", "normal"
# Other names of ground, and the condition of the table that each counts as.
ALSO = {
    "fog": "fog-or-smoke",
    "thick-fog": "fog-or-smoke",
    "smoke": "fog-or-smoke",
    "thick-smoke": "fog-or-smoke",
    "refuse": "rubble",
    "refuse-strewn": "rubble",
    "debris": "rubble",
    "loose-sand": "mud",
    "soft-sand": "mud",
    "deep-sand": "mud",
    "deep-soft-sand": "mud",
    "deep-mud": "mud",
    "snow": "thick-snow",
    "deep-snow": "thick-snow",
    "waist-deep-snow": "thick-snow",
    "dense-underbrush": "underbrush",
    "undergrowth": "underbrush",
    "foliage": "underbrush",
    "thick-foliage": "underbrush",
    "crowd": "dense-crowds",
    "crowds": "dense-crowds",
    "dense-crowd": "dense-crowds",
}
# Does not hinder: the rules of light limit the speed in it.
NOT_HINDERING = "darkness"
# A bonus that counts only without other conditions.
ONLY_ALONE = "fog-or-smoke"
# The clause about a difficulty that the GM names.
LADDER = ("support.difficulty-ladder",)
# The point of a fall is rounded down to this.
STEP = Fraction(1, 2)


def conditions() -> tuple[str, ...]:
    """The conditions of the table, in its order."""
    return tuple(str(row["condition"]) for row in rows("env.modifier-table"))


def ground_tags(tags: tuple[str, ...], hindering: Value, treacherous: Value) -> tuple[str, ...]:
    """The effects of ground with some tags, unless its traits override them."""
    met = [name for name in conditions() if name in tags]
    hinders = "difficult" in tags or any(name != NOT_HINDERING for name in met)
    if isinstance(hindering, bool):
        hinders = hindering
    if treacherous is False:
        met = []
    elif isinstance(treacherous, str):
        met = [treacherous]
    return (*((HINDERING,) if hinders else ()), *(f"{TREACHEROUS}{name}" for name in met))


def hinders(stride: Stride) -> bool:
    """Whether a stretch of the path is hindering ground."""
    return HINDERING in stride.grounds


def is_treacherous(stride: Stride) -> bool:
    """Whether a stretch of the path is treacherous ground."""
    return any(tag.startswith(TREACHEROUS) for tag in stride.grounds)


def met_conditions(itinerary: Itinerary) -> tuple[str, ...]:
    """Every condition that makes some part of a path treacherous, in the table's order."""
    tags = [tag for stride in itinerary.strides for tag in stride.grounds]
    return tuple(name for name in conditions() if f"{TREACHEROUS}{name}" in tags)


def condition_modifiers(met: tuple[str, ...]) -> tuple[Modifier, ...]:
    """The modifiers of some conditions together."""
    values = {str(row["condition"]): int(row["modifier"]) for row in rows("env.modifier-table")}
    counted = [name for name in met if name != ONLY_ALONE or len(met) == 1]
    return tuple(
        Modifier(values[name], say("{condition}", condition=Term(name)), "env.modifier-table")
        for name in counted
    )


def gm_modifier(value: Value, clause: str) -> tuple[tuple[Modifier, ...], tuple[str, ...]]:
    """The GM's modifier to a test, given as a number or by the name of a difficulty, and the clauses about it."""
    if isinstance(value, str):
        named = difficulty_modifier(value)
        says = say("the GM's difficulty: {difficulty}", difficulty=Notation(value))
        return (Modifier(named, says, clause),), LADDER if named else ()
    return ((Modifier(value, say("the GM's modifier"), clause),), ()) if isinstance(value, int) else ((), ())


def unknown_modifier(value: Value) -> Sentence | None:
    """The refusal of a GM's modifier that is not a whole number or a difficulty; None if it is."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return None
    if isinstance(value, str) and value.lower() in difficulties():
        return None
    wrong = say(
        "The GM's modifier must be a whole number or a difficulty, not {given}", given=Quoted(str(value))
    )
    return suggested(wrong, str(value), difficulties())


def keep_feet(game: Game, who: str, itinerary: Itinerary, details: Record, *clauses: str) -> Procedure[int]:
    """The test to Run or Charge over treacherous ground; returns degrees of success above 0, of failure below."""
    table = game.now
    added, more = gm_modifier(details.get("gm_modifier"), "env.gm-difficulty")
    met = met_conditions(itinerary)
    modifiers = (*condition_modifiers(met), *added)
    # By how much it fails decides where on the path a character goes down, unless it drifts off or the GM decides that.
    alike = ZERO in met or "fall_point" in details
    asked = request(
        table.options,
        who,
        "keeping one's feet",
        agility(table, who),
        "env.run-charge-test",
        *clauses,
        *more,
        modifiers=modifiers,
        worst=1 if alike else MOST_DEGREES,
    )
    return (yield from roll_degrees(asked))


def fall_down(who: str, itinerary: Itinerary, degrees: int, details: Record) -> Procedure[Cut]:
    """The point of the path where a failed test ends in a fall; the GM may move it."""
    default = lattice(fall_point(itinerary, -degrees))
    point = Length(details.number("fall_point", default))
    clauses = (
        ("env.test-failed",) if "fall_point" in details else ("env.test-failed", "support.degrees-of-failure")
    )
    schema = "metres along the path"
    asked = Ruling(
        "where on the path he goes down",
        schema,
        point,
        clauses,
        who,
        says=say("{who} falls. Where on the path?", who=Who(who)),
        takes=say("metres along the path"),
    )
    answer = yield from rule(asked)
    return cut_at(itinerary, from_lattice(answer if isinstance(answer, int) else default))


def fall_point(itinerary: Itinerary, degrees: int) -> Fraction:
    """Metres along the path to the point of the fall: the more degrees of failure, the earlier."""
    bad = sum(stride.length for stride in itinerary.strides if is_treacherous(stride))
    into = math.floor((bad / (degrees + 1) + TOLERANCE) / STEP) * STEP
    gone = 0.0
    for stride in itinerary.strides:
        if is_treacherous(stride):
            if within(float(into), stride.length):
                return Fraction(gone) + into
            into -= Fraction(stride.length)
        gone += stride.length
    return Fraction(gone)


def cut_at(itinerary: Itinerary, along: float) -> Cut:
    """The point of a path some metres along it; its end if it is shorter."""
    for index, stride in enumerate(itinerary.strides):
        if stride.length and short_of(along, stride.length):
            return index, along / stride.length
        along -= stride.length
    return len(itinerary.strides), 0.0
