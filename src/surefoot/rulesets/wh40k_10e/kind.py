"""The kind of move a unit picks when it is selected, by whether it is engaged."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.referee.bill import point
from surefoot.rulesets.wh40k_10e.engagement import engaged_models
from surefoot.rulesets.wh40k_10e.kinds_of_move import FALL_BACK
from surefoot.rulesets.wh40k_10e.squad import FLY, Squad, row, rows
from surefoot.rulesets.wh40k_10e.stuck import parted, stuck
from surefoot.table.table import Table


def choices(table: Table, unit: Squad) -> tuple[str, ...]:
    """The kinds of move open to a unit where it stands."""
    state = "engaged" if engaged_models(table, unit) else "unengaged"
    listed = (str(each["choice"]) for each in rows("kind.table") if each["needs"] in ("any", state))
    return tuple(choice for choice in listed if choice != FALL_BACK or not cannot_fall_back(table, unit))


def options_clause(table: Table, unit: Squad) -> str:
    """The clause that lists a unit's choices."""
    return "kind.engaged-options" if engaged_models(table, unit) else "kind.unengaged-options"


def breaks(table: Table, unit: Squad, kind: str) -> list[Break]:
    """What forbids a kind of move to a unit, by its Engagement Range."""
    engaged = engaged_models(table, unit)
    needs = row("kind.table", "choice", kind)["needs"]
    if not engaged and needs == "engaged":
        return [Break("kind.unengaged-no-fall-back", f"{unit.name} is within Engagement Range of no enemy")]
    if engaged and needs == "engaged":
        return cannot_fall_back(table, unit)
    if not engaged or needs != "unengaged":
        return []
    where = point(table.pose(engaged[0][0]))
    says = f"{unit.name} is within Engagement Range of {engaged[0][1]}"
    found = [Break("kind.engaged-no-normal-or-advance", says, where)]
    if len(engaged) < len(unit.models):
        says = f"{', '.join(name for name, _ in engaged)} engages the whole of {unit.name}"
        found.append(Break("kind.engaged-is-unit-wide", says, where))
    if any(table.models[name].has(FLY) for name in unit.models):
        says = f"that it can Fly leaves {unit.name} no other choice"
        found.append(Break("fly.choices-unchanged", says, where))
    return found


def cannot_fall_back(table: Table, unit: Squad) -> list[Break]:
    """Proofs that a unit cannot Fall Back: a model without a clear place, or out of reach of its unit, keeps all from it."""
    return [
        Break("fall-back.cannot-if-stuck", f"{name} {says}", point(table.pose(name)))
        for names, says in (
            (stuck(table, unit), "has no place within its Move that is clear of Engagement Range"),
            (parted(table, unit), "cannot come near enough to its unit to end in coherency"),
        )
        for name in names
    ]
