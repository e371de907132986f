"""Characters: characteristics and their bonuses, as Fatigue and Unnatural values change them."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from surefoot.dice.requests import Break
from surefoot.language import Who, say
from surefoot.records import dataclass
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact, metres, rounded_up
from surefoot.table.model import Model
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

CHARACTERISTICS = ("WS", "BS", "S", "T", "Ag", "Int", "Per", "WP", "Fel", "Ifl")
# The characteristics that movement tests.
NAMES = {"S": "Strength", "T": "Toughness", "Ag": "Agility", "Per": "Perception", "BS": "Ballistic Skill"}
# The value of a characteristic that the profile leaves out.
ORDINARY = 30
# The height of a character that the profile leaves out, in metres.
TALL = Fraction(9, 5)
# What each rank of a skill adds to the characteristic, in the catalogue's order.
RANKS = {"untrained": -20, "known": 0, "trained": 10, "experienced": 20, "veteran": 30}

PRONE = "prone"
UNCONSCIOUS = "unconscious"
# Statuses in which a character cannot move.
HELPLESS = ("paralysed", "bound")
STUNNED = "stunned"
STATUSES = (PRONE, UNCONSCIOUS, STUNNED, *HELPLESS)
# Kinds of place in which a character hangs on to something.
HANGING = ("link", "edge")
# The kind of place of a character who is out of the game.
GONE = "gone"
FATIGUE = "fatigue"
DAMAGE = "damage"

Time = Literal["structured", "narrative"]


@dataclass(frozen=True, slots=True)
class Score:
    """The current value and bonus of a characteristic, and the clauses that changed it."""

    name: str
    value: int
    bonus: int
    clauses: tuple[str, ...] = ()


def natural(model: Model, name: str) -> int:
    """The value of a characteristic in the profile."""
    return model.profile.number(name, ORDINARY)


def unnatural(model: Model, name: str) -> int:
    """The Unnatural value that a trait gives to a characteristic."""
    values = model.profile.get("unnatural")
    return values.number(name) if isinstance(values, Record) else 0


def full_bonus(model: Model, name: str) -> int:
    """The bonus of a characteristic without the effect of Fatigue."""
    return natural(model, name) // 10 + unnatural(model, name)


def fatigue(model: Model) -> int:
    """Levels of Fatigue of every kind."""
    return model.counted(FATIGUE)


def halves(options: Record, time: Time) -> str:
    """The clause by which Fatigue halves characteristics in this kind of time; empty if none does."""
    if chosen(options, "fatigue_effect") != "halve":
        return ""
    if time == "structured":
        return "support.fatigue-effect"
    return "support.fatigue-narrative" if chosen(options, "fatigue_narrative") == "halve" else ""


def score(options: Record, model: Model, name: str, time: Time = "structured") -> Score:
    """A characteristic with its bonus, halved if Fatigue exceeds the bonus."""
    value, bonus = natural(model, name), full_bonus(model, name)
    clause = halves(options, time)
    if clause and fatigue(model) > bonus:
        value = int(rounded_up(Fraction(value, 2)))
        return Score(name, value, value // 10 + unnatural(model, name), (clause,))
    return Score(name, value, bonus)


def athletics(model: Model) -> str:
    """The rank of the Athletics skill."""
    return model.profile.text("Athletics", "untrained").lower()


def flag(model: Model, name: str) -> bool:
    """A switch of the profile."""
    return model.profile.get(name) is True


def body_height(model: Model) -> Fraction:
    """The height of a character in metres."""
    return metres(model.height) if model.height else TALL


def per_speed(model: Model, name: str, speed: str, default: Fraction) -> Fraction:
    """The value of a trait for one of the speeds."""
    values = model.profile.get(name)
    found = exact((values if isinstance(values, Record) else EMPTY).get(speed))
    return default if found is None else found


def characters_of(table: Table, who: tuple[str, ...]) -> tuple[str, ...]:
    """The characters named, directly or as members of a party who are still alive, each once."""
    names = [each for name in who for each in (_members(table, name) if name in table.units else (name,))]
    return tuple(name for name in dict.fromkeys(names) if name in table.models)


def _members(table: Table, party: str) -> tuple[str, ...]:
    """The members of a party who are alive; all, if none is, so that what they do is refused."""
    members = table.units[party].models
    return tuple(name for name in members if not dead(table.models[name])) or members


def dead(model: Model) -> list[Break]:
    """What forbids a character to do anything any more: it has drowned."""
    if model.place.kind != GONE:
        return []
    return [Break("support.suffocation", say("{who} is dead", who=Who(model.id)))]
