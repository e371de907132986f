"""The planner as rules get it from `dice.planner`: cheapest paths that a rule measures by."""

from __future__ import annotations

from surefoot.routes.one_level.contact import Shortest, shortest_to_contact
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.route import LevelRoute, level_route
from surefoot.table.table import Table

__all__ = ["cheapest_over_levels", "shortest_to_contact"]


def cheapest_over_levels(
    table: Table, who: str, action: str, to: tuple[float, float], on: str, without: tuple[str, ...] = ()
) -> Shortest | None:
    """The cheapest path of one action to a place on any level that needs no test; None if there is none."""
    found = level_route(table, who, action, to, LevelOptions(risk=False, without=without), on=on)
    if not isinstance(found, LevelRoute):
        return None
    step = found.steps[0]
    return Shortest(step.declaration.legs, step.cost)
