"""Loads: how much a character can carry, lift and push, what it carries, and whether it is Encumbered."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from surefoot.dice.requests import Break, Modifier
from surefoot.language import Quantity, Who, say
from surefoot.records import dataclass
from surefoot.referee.remember import remembered
from surefoot.rulesets.dark_heresy_2e.character import Time, flag, score
from surefoot.rulesets.dark_heresy_2e.gravity import load_bonus, local_options
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact, metres, rows
from surefoot.rulesets.dark_heresy_2e.tests import Skill, characteristic
from surefoot.table.model import Object
from surefoot.table.table import Table

Column = Literal["carry", "lift", "push"]
# The modifier to Agility tests of being Encumbered.
ENCUMBERED = -10
# Sorts of objects that are thrown by the rules of combat.
WEAPONS = ("weapon", "grenade", "knife", "thrown-weapon")
# The note of a load that was lifted by a test.
LIFTED = "lifted"


@dataclass(frozen=True, slots=True)
class Limits:
    """The sum of bonuses that selects the row of the limits table, and the factor of the limits."""

    sum: int
    factor: Fraction
    clauses: tuple[str, ...]

    def kilograms(self, column: Column, degrees: int = 0) -> Fraction:
        """A limit in kilograms; degrees of success raise the sum."""
        table = rows("carry.limits-table")
        found = exact(table[max(0, min(self.sum + degrees, len(table) - 1))][column])
        assert found is not None
        return found * self.factor

    def degrees_for(self, column: Column, kilograms: Fraction) -> int:
        """The degrees of success that raise a limit to a weight, at most to the last row of the table."""
        table = rows("carry.limits-table")
        carried = (
            kilograms <= found * self.factor for row in table if (found := exact(row[column])) is not None
        )
        row = next((number for number, enough in enumerate(carried) if enough), len(table) - 1)
        return max(1, row - self.sum)


def limits(table: Table, who: str, time: Time = "structured") -> Limits:
    """The limits of a character in the gravity where it is; Fatigue counts as in this kind of time."""
    options, model = local_options(table, who), table.models[who]
    strength, toughness = score(options, model, "S", time), score(options, model, "T", time)
    more, clauses = load_bonus(options)
    talent = model.profile.number("carry_sum_bonus")
    said = exact(model.profile.get("carry_factor"))
    factor = Fraction(1) if said is None else said
    traits = ("carry.talents-and-traits",) if talent or factor != 1 else ()
    cited = ("carry.sum", "carry.limits-table", *strength.clauses, *toughness.clauses, *clauses, *traits)
    return Limits(strength.bonus + toughness.bonus + more + talent, factor, tuple(dict.fromkeys(cited)))


def weight(thing: Object) -> Fraction:
    """Kilograms of an object."""
    return metres(thing.weight)


def load(table: Table, who: str) -> Fraction | None:
    """Kilograms that a character carries; None if not recorded. Several holders of an object share its weight."""
    own = exact(table.models[who].profile.get("load"))
    held = [thing for thing in table.objects.values() if who in thing.holders]
    if own is None and not held:
        return None
    return (own or Fraction(0)) + sum(weight(thing) / len(thing.holders) for thing in held)


def free_hands(table: Table, who: str) -> int:
    """The number of free hands: as stated, else none if they are tied or hold a load too heavy to be carried."""
    model = table.models[who]
    if flag(model, "restrained"):
        return 0
    held = [weight(thing) / len(thing.holders) for thing in table.objects.values() if who in thing.holders]
    full = bool(held) and max(held) > limits(table, who).kilograms("carry")
    return model.profile.number("free_hands", 0 if full else 2)


@dataclass(frozen=True, slots=True)
class Burden:
    """A load and its effect: none, Encumbered, or overloaded and unable to walk."""

    state: Literal["untracked", "comfortable", "encumbered", "overloaded"]
    kilograms: Fraction
    clauses: tuple[str, ...]


@remembered
def burden(table: Table, who: str, time: Time = "structured") -> Burden:
    """The load of a character and its effect in this kind of time."""
    carried = load(table, who)
    if carried is None:
        return Burden("untracked", Fraction(), ("carry.only-when-it-matters",))
    found = limits(table, who, time)
    if carried <= found.kilograms("carry"):
        return Burden("comfortable", carried, ("carry.comfortable", *found.clauses))
    cited = ("encumbered.state", "carry.over-is-encumbered", *found.clauses)
    if carried <= found.kilograms("lift"):
        return Burden("encumbered", carried, cited)
    if chosen(table.options, "walk_with_overload") is True and table.note(LIFTED, who):
        return Burden("encumbered", carried, ("lift.move-with-load", *cited))
    return Burden("overloaded", carried, ("lift.move-with-load", *found.clauses))


def overloaded(table: Table, who: str) -> bool:
    """Whether a character holds more than its Lifting Weight, even if a test lifted it."""
    carried = load(table, who)
    return carried is not None and carried > limits(table, who).kilograms("lift")


def encumbered(table: Table, who: str) -> bool:
    """Whether a character is Encumbered."""
    return burden(table, who).state == "encumbered"


def agility(table: Table, who: str) -> Skill:
    """Agility to test, with the modifier of being Encumbered."""
    skill = characteristic(table.options, table.models[who], "Ag")
    found = burden(table, who)
    if found.state != "encumbered":
        return skill
    heavy = Modifier(ENCUMBERED, say("Encumbered"), "encumbered.agility-penalty")
    return Skill(
        skill.what, skill.value, (*skill.clauses, *found.clauses), (*skill.modifiers, heavy), skill.extra
    )


def burden_clauses(table: Table, who: str) -> tuple[str, ...]:
    """The clauses about a load that a move on foot cites: being Encumbered does not slow it."""
    found = burden(table, who)
    return (*found.clauses, "encumbered.speed-unchanged") if found.state == "encumbered" else ()


def burden_breaks(table: Table, who: str, time: Time = "structured") -> list[Break]:
    """What forbids walking with more than the Lifting Weight."""
    found = burden(table, who, time)
    if found.state != "overloaded":
        return []
    says = say(
        "{who} holds {load} and can walk with {most} at most: set something down",
        who=Who(who),
        load=Quantity(found.kilograms, "kg"),
        most=Quantity(limits(table, who, time).kilograms("lift"), "kg"),
    )
    return [Break("lift.move-with-load", says)]
