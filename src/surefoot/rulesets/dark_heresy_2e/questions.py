"""Questions that change nothing: how far a speed takes somebody, what a Perception test needs."""

from __future__ import annotations

from surefoot.referee.protocol import Answer
from surefoot.rulesets.dark_heresy_2e.altitude import attack_modifier, may_attack
from surefoot.rulesets.dark_heresy_2e.carry import Column, burden, limits
from surefoot.rulesets.dark_heresy_2e.character import score
from surefoot.rulesets.dark_heresy_2e.gravity import agility_bonus, here
from surefoot.rulesets.dark_heresy_2e.hurry import clocks_of
from surefoot.rulesets.dark_heresy_2e.narrative import PACE_PENALTIES
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


# Tests that rest on Perception.
PERCEPTION_BASED = ("perception", "awareness")


def modifier(table: Table, who: str, details: Record) -> Answer:
    """What somebody's pace takes off a test while he keeps it up."""
    test = details.text("test", "perception").lower()
    clocks = clocks_of(table, who)
    if test not in PERCEPTION_BASED or clocks.idle or clocks.pace not in PACE_PENALTIES:
        return Answer(0, (), f"nothing is taken off {test}")
    value, clause = PACE_PENALTIES[clocks.pace]
    return Answer(value, (clause, "support.perception-based"), f"{value} on {test}")
