"""The planner as rules get it from `dice.planner`: cheapest paths that a rule measures by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.one_level.contact import Shortest, shortest_to_contact
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.route import LevelRoute, level_route
from surefoot.routes.over_levels.search import level_reach
from surefoot.table.table import Table

__all__ = ["cheapest_over_levels", "shortest_to_contact"]


def cheapest_over_levels(
    table: Table,
    who: str,
    action: str,
    spots: Iterable[tuple[float, float]],
    on: str,
    without: tuple[str, ...] = (),
) -> Iterator[Shortest]:
    """The cheapest path of one action to each of some places on any level that needs no test, the cheapest place first.

    None if paths are not searched from where the mover is, such as from the water.
    """
    options = LevelOptions(risk=False, without=without)
    try:
        priced = [(level_reach(table, who, action, options).cost(*spot, on), spot) for spot in spots]
    except Unpriced:
        return
    for _, spot in sorted((cost, spot) for cost, spot in priced if cost is not None):
        found = level_route(table, who, action, spot, options, on=on)
        if isinstance(found, LevelRoute):
            yield Shortest(found.steps[0].declaration.legs, found.steps[0].cost)
