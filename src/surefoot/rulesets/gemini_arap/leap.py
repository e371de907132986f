"""Leaping creatures: longer charges, gaps without a test, and free heights up to twice their own."""

from __future__ import annotations

from surefoot.geometry.tolerance import from_lattice, within
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import LEAPING
from surefoot.table.model import Model
from surefoot.table.table import Table

# The inches that Leaping adds to a charge, after doubling.
CHARGE_BONUS = 6.0
# Going up or down this many times its own height is free.
TIMES_ITS_HEIGHT = 2.0


def charge_bonus(model: Model) -> tuple[float, tuple[str, ...]]:
    """The inches that a creature adds to its charge, and the clause behind them."""
    return (CHARGE_BONUS, ("leap.charge-bonus",)) if model.has(LEAPING) else (0.0, ())


def cleared(table: Table, who: str) -> float:
    """The height or drop that a creature clears for free; 0 for one that does not leap."""
    model = table.models[who]
    return TIMES_ITS_HEIGHT * from_lattice(model.height) if model.has(LEAPING) else 0.0


def clears(table: Table, who: str, inches: float) -> bool:
    """Whether a creature clears a height or drop for free."""
    return table.models[who].has(LEAPING) and within(inches, cleared(table, who))


def associated_within(model: Model) -> tuple[float, tuple[str, ...]]:
    """The distance from a Contacting friend within which a figure fights, head to head, and its clause."""
    name = LEAPING if model.has(LEAPING) else "others"
    row = next(row for row in rows("leap.associated") if row["creature"] == name)
    return float(row["associated_within"]), ("leap.associated",) if model.has(LEAPING) else ()
