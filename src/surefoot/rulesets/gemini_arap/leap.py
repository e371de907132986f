"""Leaping creatures: further in a charge, over gaps without a roll, up and down twice their height for nothing."""

from __future__ import annotations

from surefoot.geometry.tolerance import from_lattice, within
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import LEAPING
from surefoot.table.model import Model
from surefoot.table.table import Table

# What Leaping adds to a charge, after doubling.
CHARGE_BONUS = 6.0
# Up or down so many times its own height costs nothing.
TIMES_ITS_HEIGHT = 2.0


def charge_bonus(model: Model) -> tuple[float, tuple[str, ...]]:
    """Inches that a creature adds to its charge, and the clause behind them."""
    return (CHARGE_BONUS, ("leap.charge-bonus",)) if model.has(LEAPING) else (0.0, ())


def clears(table: Table, who: str, inches: float) -> bool:
    """Whether a creature takes a height or a drop in its stride."""
    model = table.models[who]
    return model.has(LEAPING) and within(inches, TIMES_ITS_HEIGHT * from_lattice(model.height))


def associated_within(model: Model) -> tuple[float, tuple[str, ...]]:
    """How near to a Contacting friend of its unit a figure fights, head to head."""
    name = LEAPING if model.has(LEAPING) else "others"
    row = next(row for row in rows("leap.associated") if row["creature"] == name)
    return float(row["associated_within"]), ("leap.associated",) if model.has(LEAPING) else ()
