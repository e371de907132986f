"""The cheapest way of whoever it is: with its facing, within the turns of its action, or on foot over all levels."""

from __future__ import annotations

from surefoot.referee.referee import ruleset_of
from surefoot.routes.driving import driven_route
from surefoot.routes.journey import Journey, journey
from surefoot.routes.route import Cancelled, NoRoute, Route, route
from surefoot.routes.turned import turned_route
from surefoot.routes.wanted import AS_USUAL, Wanted
from surefoot.table.table import Table


def planned(
    table: Table,
    who: str,
    action: str,
    to: tuple[float, float],
    wanted: Wanted = AS_USUAL,
    *,
    cancelled: Cancelled | None = None,
) -> Route | Journey | NoRoute:
    """The cheapest way to a place on any level: on foot if that is the cheapest, or with links between levels."""
    on_foot: Route | NoRoute | None = None
    on, target, budget, without = wanted.on, wanted.target, wanted.budget, wanted.without
    if on in ("", table.models[who].place.on) and wanted.actions == 1:
        turning = ruleset_of(table).tariffs(table, who, action)[0].turning
        if turning is None:
            on_foot = route(
                *(table, who, action, to),
                target=target,
                budget=budget,
                others=wanted.others,
                without=without,
                cancelled=cancelled,
            )
        elif turning.ways:
            on_foot = driven_route(table, who, action, to, budget=budget)
        else:
            on_foot = turned_route(
                *(table, who, action, to), target=target, budget=budget, without=without, cancelled=cancelled
            )
        # What turns goes to other levels as the circle round it, up a ramp that is wide enough: on its own it does better.
        if turning is not None and (on_foot.found or on):
            return on_foot
    # Whoever aims at somebody moves up to him: only a way on one level is looked for.
    if target and on_foot is not None:
        return on_foot
    over = travelled(table, who, action, to, wanted, cancelled=cancelled)
    if isinstance(on_foot, Route):
        return over if isinstance(over, Journey) and over.used < on_foot.cost - over.error else on_foot
    if isinstance(over, NoRoute) and on_foot is not None and not on:
        return on_foot
    return over


def travelled(
    table: Table,
    who: str,
    action: str,
    to: tuple[float, float],
    wanted: Wanted,
    *,
    cancelled: Cancelled | None = None,
) -> Journey | NoRoute:
    """The cheapest way over all levels and links."""
    return journey(
        *(table, who, action, to),
        on=wanted.on,
        budget=wanted.budget,
        actions=wanted.actions,
        risk=not wanted.safe,
        without=wanted.without,
        cancelled=cancelled,
    )
