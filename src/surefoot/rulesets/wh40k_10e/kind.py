"""The kind of move a unit picks when it is selected, by whether it is engaged."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.referee.bill import point
from surefoot.rulesets.wh40k_10e.engagement import engaged_models
from surefoot.rulesets.wh40k_10e.squad import Squad, row, rows
from surefoot.table.table import Table

STATIONARY = "remain-stationary"
NORMAL = "normal"
ADVANCE = "advance"


def choices(table: Table, unit: Squad) -> tuple[str, ...]:
    """The kinds of move open to a unit where it stands."""
    state = "engaged" if engaged_models(table, unit) else "unengaged"
    return tuple(str(each["choice"]) for each in rows("kind.table") if each["needs"] in ("any", state))


def options_clause(table: Table, unit: Squad) -> str:
    """The clause that lists a unit's choices."""
    return "kind.engaged-options" if engaged_models(table, unit) else "kind.unengaged-options"


def breaks(table: Table, unit: Squad, kind: str) -> list[Break]:
    """What forbids a kind of move to a unit, by its Engagement Range."""
    engaged = engaged_models(table, unit)
    if not engaged or row("kind.table", "choice", kind)["needs"] != "unengaged":
        return []
    who, enemy = engaged[0]
    where = point(table.pose(who))
    says = f"{unit.name} is within Engagement Range of {enemy}"
    found = [Break("kind.engaged-no-normal-or-advance", says, where)]
    if len(engaged) < len(unit.models):
        names = ", ".join(name for name, _ in engaged)
        found.append(Break("kind.engaged-is-unit-wide", f"{names} engages the whole of {unit.name}", where))
    return found
