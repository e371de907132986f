"""The entry to the planner: chooses the kind of search for a mover, and combines the answers."""

from __future__ import annotations

from surefoot.referee.referee import ruleset_of
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.one_level.route import Cancelled, NoRoute, Route, route
from surefoot.routes.over_levels.reach import LevelReach, level_reach
from surefoot.routes.over_levels.route import LevelRoute, level_route
from surefoot.routes.query import DEFAULT_QUERY, MoveQuery
from surefoot.routes.turning.driving import DrivingReach, driving_reach, driving_route
from surefoot.routes.turning.over_levels import TurningLevelReach
from surefoot.routes.turning.reach import TurningReach, turning_reach
from surefoot.routes.turning.route import turning_route
from surefoot.table.table import Table


def find_route(
    table: Table,
    who: str,
    action: str,
    to: tuple[float, float],
    query: MoveQuery = DEFAULT_QUERY,
    *,
    cancelled: Cancelled | None = None,
) -> Route | LevelRoute | NoRoute:
    """The cheapest route to a place on any level: on the mover's own level if that is cheapest, else over links."""
    on_foot: Route | NoRoute | None = None
    on, target, budget, without = query.on, query.target, query.budget, query.without
    if on in ("", table.models[who].place.on) and query.actions == 1:
        turning = ruleset_of(table).tariffs(table, who, action)[0].turning
        if turning is None:
            on_foot = route(
                *(table, who, action, to),
                target=target,
                budget=budget,
                others=query.others,
                without=without,
                cancelled=cancelled,
            )
        elif turning.ways:
            on_foot = driving_route(table, who, action, to, budget=budget)
        else:
            on_foot = turning_route(
                *(table, who, action, to), target=target, budget=budget, without=without, cancelled=cancelled
            )
        # Over levels a base that turns is treated as the circle round it; on its own level the exact search finds
        # cheaper routes.
        if turning is not None and (on_foot.found or on):
            return on_foot
    # With a target the mover moves up to it: only a route on its own level is found.
    if target and on_foot is not None:
        return on_foot
    over = level_route(
        *(table, who, action, to),
        on=on,
        budget=budget,
        actions=query.actions,
        risk=not query.safe,
        without=without,
        cancelled=cancelled,
    )
    if isinstance(on_foot, Route):
        return over if isinstance(over, LevelRoute) and over.used < on_foot.cost - over.error else on_foot
    if isinstance(over, NoRoute) and on_foot is not None and not on:
        return on_foot
    return over


def find_reach(
    table: Table, who: str, action: str, query: MoveQuery = DEFAULT_QUERY
) -> LevelReach | TurningLevelReach | TurningReach | DrivingReach:
    """The places where a model can end on any level; raises `Unpriced` if walking has no price."""
    tariff = ruleset_of(table).tariffs(table, who, action)[0]
    turning, without = tariff.turning, query.without
    most = (tariff.allowance + query.extra) * query.actions if query.budget is None else query.budget
    if turning is not None and turning.ways:
        return driving_reach(table, who, action, budget=most)
    with_turns = None
    if turning is not None:
        with_turns = turning_reach(table, who, action, budget=most, without=without)
    try:
        found = level_reach(
            *(table, who, action),
            budget=query.budget,
            extra=query.extra,
            actions=query.actions,
            risk=not query.safe,
            without=without,
        )
    except Unpriced:
        # A mover that stands on no surface has no other levels.
        if with_turns is None:
            raise
        return with_turns
    if with_turns is None:
        return found
    return TurningLevelReach(with_turns, found) if len(found.floors) > 1 else with_turns
