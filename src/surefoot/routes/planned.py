"""The cheapest way and the reach of whoever it is: with its facing, within the turns of its action, or on foot over all levels."""

from __future__ import annotations

from surefoot.referee.referee import ruleset_of
from surefoot.routes import hulls
from surefoot.routes.driving import Driven, driven, driven_route
from surefoot.routes.journey import Journey, journey
from surefoot.routes.levels import Levels, levels
from surefoot.routes.ranging import Ranging
from surefoot.routes.route import Cancelled, NoRoute, Route, route
from surefoot.routes.survey import Unpriced
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


def ranged(
    table: Table, who: str, action: str, wanted: Wanted = AS_USUAL
) -> Levels | Ranging | hulls.Reached | Driven:
    """Where a model can end on any level; raises `Unpriced` where walking has no price."""
    tariff = ruleset_of(table).tariffs(table, who, action)[0]
    turning, without = tariff.turning, wanted.without
    most = (tariff.allowance + wanted.extra) * wanted.actions if wanted.budget is None else wanted.budget
    if turning is not None and turning.ways:
        return driven(table, who, action, budget=most)
    with_turns = None
    if turning is not None:
        with_turns = hulls.reached(table, who, action, budget=most, without=without)
    try:
        found = levels(
            *(table, who, action),
            budget=wanted.budget,
            extra=wanted.extra,
            actions=wanted.actions,
            risk=not wanted.safe,
            without=without,
        )
    except Unpriced:
        # Who stands on no surface has no other levels.
        if with_turns is None:
            raise
        return with_turns
    if with_turns is None:
        return found
    return Ranging(with_turns, found) if len(found.floors) > 1 else with_turns
