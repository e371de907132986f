"""Characters: characteristics and their bonuses, with what Fatigue and Unnatural values make of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact, rounded_up
from surefoot.table.model import Model
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

CHARACTERISTICS = ("WS", "BS", "S", "T", "Ag", "Int", "Per", "WP", "Fel", "Ifl")
# Those that movement is tested on.
NAMES = {"S": "Strength", "T": "Toughness", "Ag": "Agility", "Per": "Perception", "BS": "Ballistic Skill"}
# What somebody is worth whose profile does not say.
ORDINARY = 30
# Each rank of a skill, in the catalogue's order, and what it adds to the characteristic.
RANKS = {"untrained": -20, "known": 0, "trained": 10, "experienced": 20, "veteran": 30}

PRONE = "prone"
UNCONSCIOUS = "unconscious"
# Those who cannot move a limb.
HELPLESS = ("paralysed", "bound")
STATUSES = (PRONE, UNCONSCIOUS, *HELPLESS)
# Places of those who hold on to something.
HANGING = ("link", "edge")
FATIGUE = "fatigue"
DAMAGE = "damage"

Time = Literal["structured", "narrative"]


@dataclass(frozen=True, slots=True)
class Score:
    """A characteristic as it stands now: value, bonus, and the clauses that changed it."""

    name: str
    value: int
    bonus: int
    clauses: tuple[str, ...] = ()


def natural(model: Model, name: str) -> int:
    """A characteristic as the profile has it."""
    return model.profile.number(name, ORDINARY)


def unnatural(model: Model, name: str) -> int:
    """The Unnatural value that a trait gives to a characteristic."""
    values = model.profile.get("unnatural")
    return values.number(name) if isinstance(values, Record) else 0


def full_bonus(model: Model, name: str) -> int:
    """The bonus of a characteristic before Fatigue takes anything."""
    return natural(model, name) // 10 + unnatural(model, name)


def fatigue(model: Model) -> int:
    """Levels of Fatigue of every kind."""
    return model.counted(FATIGUE)


def halves(options: Record, time: Time) -> str:
    """The clause by which exceeded characteristics are halved in this time; empty if none does."""
    if chosen(options, "fatigue_effect") != "halve":
        return ""
    if time == "structured":
        return "support.fatigue-effect"
    return "support.fatigue-narrative" if chosen(options, "fatigue_narrative") == "halve" else ""


def score(options: Record, model: Model, name: str, time: Time = "structured") -> Score:
    """A characteristic with its bonus, as Fatigue leaves it."""
    value, bonus = natural(model, name), full_bonus(model, name)
    clause = halves(options, time)
    if clause and fatigue(model) > bonus:
        value = int(rounded_up(Fraction(value, 2)))
        return Score(name, value, value // 10 + unnatural(model, name), (clause,))
    return Score(name, value, bonus)


def athletics(model: Model) -> str:
    """The rank of the Athletics skill."""
    return model.profile.text("Athletics", "untrained").lower()


def free_hands(model: Model) -> int:
    """How many hands are free; none of those that are tied."""
    return 0 if flag(model, "restrained") else model.profile.number("free_hands", 2)


def flag(model: Model, name: str) -> bool:
    """A yes or no of the profile."""
    return model.profile.get(name) is True


def per_speed(model: Model, name: str, speed: str, default: Fraction) -> Fraction:
    """A trait given for each speed."""
    values = model.profile.get(name)
    found = exact((values if isinstance(values, Record) else EMPTY).get(speed))
    return default if found is None else found


def everybody(table: Table, who: tuple[str, ...]) -> tuple[str, ...]:
    """The characters that are named, one by one or as a party, each once."""
    names = [each for name in who for each in (table.units[name].models if name in table.units else (name,))]
    return tuple(name for name in dict.fromkeys(names) if name in table.models)
