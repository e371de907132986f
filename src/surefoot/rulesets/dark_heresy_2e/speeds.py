"""The speeds of structured time: the metres of each action for a character."""

from __future__ import annotations

from fractions import Fraction

from surefoot.records import dataclass
from surefoot.referee.remember import remembered
from surefoot.rulesets.dark_heresy_2e.character import Time, per_speed, score
from surefoot.rulesets.dark_heresy_2e.flight_traits import airborne, flying_number
from surefoot.rulesets.dark_heresy_2e.gravity import agility_bonus, local_options, weightless
from surefoot.rulesets.dark_heresy_2e.numbers import exact, rounded_up, rows
from surefoot.table.model import Model
from surefoot.table.record import Record
from surefoot.table.table import Table

SPEEDS = ("half", "full", "charge", "run")
# The row of the table that is multiplied for bonuses beyond its last row.
UNIT_ROW = 1


@dataclass(frozen=True, slots=True)
class Speed:
    """Metres, and the clauses behind them."""

    metres: Fraction
    clauses: tuple[str, ...]


def movement_bonus(options: Record, model: Model, time: Time = "structured") -> tuple[int, tuple[str, ...]]:
    """The Agility bonus for movement, and the clauses behind it."""
    found = score(options, model, "Ag", time)
    more = model.profile.number("movement_agb_bonus")
    talent = ("move.talents-and-traits",) if more else ()
    bonus, gravity = agility_bonus(options, found.bonus + more)
    return bonus, ("support.characteristic-bonus", *found.clauses, *talent, *gravity)


def figure(clause: str, column: str, agb: int) -> Fraction:
    """A figure of a speed table: the first row for bonuses below it, a multiple of row 1 for those above it."""
    table = rows(clause)
    row = max(0, agb)
    factor = 1
    if row >= len(table):
        row, factor = UNIT_ROW, agb
    found = exact(table[row][column])
    assert found is not None
    return found * factor


@remembered
def speed(table: Table, who: str, name: str, *, aloft: bool = False) -> Speed:
    """The metres of an action on clear ground, or in the air for a character that flies or takes off."""
    model = table.models[who]
    if aloft or airborne(model):
        agb = flying_number(model)
        clauses: tuple[str, ...] = ("support.flying-number", "fly.trait-number", "fly.like-walking")
    else:
        agb, clauses = movement_bonus(local_options(table, who), model)
    metres = figure("move.structured-table", name, agb)
    factor = per_speed(model, "speed_factor", name, Fraction(1))
    bonus = per_speed(model, "speed_bonus", name, Fraction(0))
    cited = ["move.metres-from-agb", "move.structured-table", *clauses]
    if factor != 1 or bonus != 0:
        cited.append("move.talents-and-traits")
    # No talent slows below standing still.
    return Speed(max(Fraction(0), metres * factor + bonus), tuple(dict.fromkeys(cited)))


def speed_here(table: Table, who: str, name: str) -> Speed:
    """The metres of an action on clear ground where a character is: half of them in zero gravity."""
    found = speed(table, who, name)
    if not weightless(table, who):
        return found
    return Speed(halved(found.metres), (*found.clauses, "gravity.zero-difficult", "env.halved"))


def halved(metres: Fraction) -> Fraction:
    """Half of some metres, rounded up to a whole metre, but no more than the metres themselves."""
    return min(metres, rounded_up(metres / 2))
