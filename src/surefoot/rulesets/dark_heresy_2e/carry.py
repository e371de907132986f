"""Loads: what somebody can carry, lift and push, what he carries, and whether that encumbers him."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from surefoot.dice.requests import Break, Modifier
from surefoot.geometry.measure import gap_in_space
from surefoot.geometry.shapes import round_base
from surefoot.geometry.tolerance import beyond
from surefoot.referee.remember import remembered
from surefoot.rulesets.dark_heresy_2e.character import score
from surefoot.rulesets.dark_heresy_2e.gravity import here, load_bonus
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact, metres, rows, written
from surefoot.rulesets.dark_heresy_2e.tests import Skill, characteristic
from surefoot.table.model import Object
from surefoot.table.record import Record
from surefoot.table.table import Table

Column = Literal["carry", "lift", "push"]
# What being Encumbered takes from Agility tests.
ENCUMBERED = -10
# Whatever is handled lies within this many metres.
AT_HAND = 1.0
# An object of which nobody has said how large it is.
POINT = round_base(0.0)
# Things that are made to be thrown and have rules of their own.
WEAPONS = ("weapon", "grenade", "knife", "thrown-weapon")
# The note of a load that only a test got off the ground.
LIFTED = "lifted"


@dataclass(frozen=True, slots=True)
class Limits:
    """The sum of bonuses by which somebody's limits are read, and what multiplies them."""

    sum: int
    factor: Fraction
    clauses: tuple[str, ...]

    def kilograms(self, column: Column, degrees: int = 0) -> Fraction:
        """A limit; degrees of success raise the sum for it."""
        table = rows("carry.limits-table")
        found = exact(table[max(0, min(self.sum + degrees, len(table) - 1))][column])
        assert found is not None
        return found * self.factor

    def degrees_for(self, column: Column, kilograms: Fraction) -> int:
        """The degrees of success that raise a limit to a weight; what no degrees do counts as the last row."""
        table = rows("carry.limits-table")
        carried = (
            kilograms <= found * self.factor for row in table if (found := exact(row[column])) is not None
        )
        row = next((number for number, enough in enumerate(carried) if enough), len(table) - 1)
        return max(1, row - self.sum)


def limits(table: Table, who: str) -> Limits:
    """What somebody can carry, lift and push where he is."""
    options, model = here(table, who), table.models[who]
    strength, toughness = score(options, model, "S"), score(options, model, "T")
    more, clauses = load_bonus(options)
    talent = model.profile.number("carry_sum_bonus")
    factor = exact(model.profile.get("carry_factor")) or Fraction(1)
    traits = ("carry.talents-and-traits",) if talent or factor != 1 else ()
    cited = ("carry.sum", "carry.limits-table", *strength.clauses, *toughness.clauses, *clauses, *traits)
    return Limits(strength.bonus + toughness.bonus + more + talent, factor, tuple(dict.fromkeys(cited)))


def weight(thing: Object) -> Fraction:
    """Kilograms of an object."""
    return metres(thing.weight)


def load(table: Table, who: str) -> Fraction | None:
    """Kilograms that somebody carries; None if nobody has weighed them. Who carries together shares the weight."""
    own = exact(table.models[who].profile.get("load"))
    held = [thing for thing in table.objects.values() if who in thing.holders]
    if own is None and not held:
        return None
    return (own or Fraction(0)) + sum(weight(thing) / len(thing.holders) for thing in held)


@dataclass(frozen=True, slots=True)
class Burden:
    """What somebody's load does to him: nothing, it encumbers him, or he cannot walk with it."""

    state: Literal["untracked", "comfortable", "encumbered", "overloaded"]
    kilograms: Fraction
    clauses: tuple[str, ...]


@remembered
def burden(table: Table, who: str) -> Burden:
    """What somebody carries, judged."""
    carried = load(table, who)
    if carried is None:
        return Burden("untracked", Fraction(), ("carry.only-when-it-matters",))
    found = limits(table, who)
    if carried <= found.kilograms("carry"):
        return Burden("comfortable", carried, ("carry.comfortable", *found.clauses))
    cited = ("encumbered.state", "carry.over-is-encumbered", *found.clauses)
    if carried <= found.kilograms("lift"):
        return Burden("encumbered", carried, cited)
    if chosen(table.options, "walk_with_overload") is True and table.note(LIFTED, who):
        return Burden("encumbered", carried, ("lift.move-with-load", *cited))
    return Burden("overloaded", carried, ("lift.move-with-load", *found.clauses))


def overloaded(table: Table, who: str) -> bool:
    """Whether somebody holds more than his Lifting Weight, whatever a test got off the ground."""
    carried = load(table, who)
    return carried is not None and carried > limits(table, who).kilograms("lift")


def encumbered(table: Table, who: str) -> bool:
    """Whether somebody is Encumbered."""
    return burden(table, who).state == "encumbered"


def agility(table: Table, who: str) -> Skill:
    """Agility as something to test, with what a load takes from it."""
    skill = characteristic(table.options, table.models[who], "Ag")
    found = burden(table, who)
    if found.state != "encumbered":
        return skill
    heavy = Modifier(ENCUMBERED, "Encumbered", "encumbered.agility-penalty")
    return Skill(
        skill.what, skill.value, (*skill.clauses, *found.clauses), (*skill.modifiers, heavy), skill.extra
    )


def burden_clauses(table: Table, who: str) -> tuple[str, ...]:
    """What a move on foot cites of the mover's load: that being Encumbered does not slow him."""
    found = burden(table, who)
    return (*found.clauses, "encumbered.speed-unchanged") if found.state == "encumbered" else ()


def burden_breaks(table: Table, who: str) -> list[Break]:
    """Nobody walks with more than he can lift."""
    found = burden(table, who)
    if found.state != "overloaded":
        return []
    most = written(limits(table, who).kilograms("lift"))
    says = f"{who} holds {written(found.kilograms)} kg and walks with {most} kg at most"
    return [Break("lift.move-with-load", says)]


@dataclass(frozen=True, slots=True)
class Thing:
    """What is lifted, pushed or thrown: an object of the table, or just its weight."""

    object: Object | None
    kilograms: Fraction
    sort: str


def thing_of(table: Table, who: str, details: Record, clause: str) -> tuple[Thing | None, list[Break]]:
    """The object or weight that a declaration names, and what is wrong with it."""
    name = details.text("object")
    if not name:
        kilograms = exact(details.get("weight"))
        if kilograms is None or kilograms <= 0:
            return None, [Break(clause, "say which object, or how many kilograms it weighs")]
        return Thing(None, kilograms, details.text("thing")), []
    found = table.objects.get(name)
    if found is None:
        return None, [Break(clause, f"there is no object called {name}")]
    thing = Thing(found, weight(found), found.sort)
    if who in found.holders:
        return thing, []
    if found.holders:
        return thing, [Break(clause, f"{', '.join(found.holders)} has {name}")]
    pose, there = table.pose(who), table.resolve(found.place)
    shape = POINT if found.base is None else found.base.shape
    away = gap_in_space(table.body(who), pose.z, shape.at(there.x, there.y, there.facing), there.z)
    if not found.place.on_table or beyond(away, AT_HAND):
        return thing, [Break(clause, f"{name} is not within reach of {who}")]
    return thing, []
