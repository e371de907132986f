"""Where a model can go and the cheapest way to a place: what may be asked, and what is told of it."""

from __future__ import annotations

from typing import Any

import surefoot
from surefoot.answers.wrong import Wrong
from surefoot.geometry.shapes import Region
from surefoot.referee.referee import ruleset_of
from surefoot.routes.reach import Reach, reach
from surefoot.routes.route import NoRoute, Route
from surefoot.routes.survey import Unpriced
from surefoot.table.record import EMPTY
from surefoot.table.table import Table
from surefoot.table.words import instead


def action_of(table: Table, who: str, action: str) -> str:
    """The action with a path that is meant: the one that is named, or the first that the model has."""
    if who not in table.models:
        raise Wrong("who", f"there is no model {who!r}{instead(who, list(table.models))}")
    if not table.models[who].place.on_table:
        raise Wrong("who", f"{who} is not on the table")
    known = [
        name
        for name, each in ruleset_of(table).actions.items()
        if each.kind == "declare" and each.path != "none" and each.offered(table, who)
    ]
    if not known:
        raise Wrong("who", f"no action of {who} has a path")
    if action and action not in known:
        raise Wrong("action", f"no action with a path is called {action!r}{instead(action, known)}")
    return action or known[0]


def measuring(table: Table, who: str) -> str:
    """What the rules say where they forbid measuring beforehand; empty where they do not."""
    asked = ruleset_of(table).questions.get("may measure")
    answer = asked(table, who, EMPTY) if asked is not None else None
    if answer is None or answer.value is not False:
        return ""
    return f"At this table {answer.says} is not allowed [{', '.join(answer.clauses)}]."


def reached(
    table: Table,
    who: str,
    action: str,
    *,
    budget: float | None,
    extra: float,
    actions: int,
    without: tuple[str, ...] = (),
) -> Reach:
    """Where a model can end; what has no price cannot be asked for."""
    try:
        return reach(table, who, action, budget=budget, extra=extra, actions=actions, without=without)
    except Unpriced as problem:
        raise Wrong("action", str(problem)) from None


def rings_data(region: Region) -> list[list[list[float]]]:
    """The outlines of a region as lists of points."""
    return [
        [[round(ring[i], 6), round(ring[i + 1], 6)] for i in range(0, len(ring), 2)] for ring in region.rings
    ]


def reach_data(found: Reach, step: float) -> dict[str, Any]:
    """A reach for other programs: the outline of what can be reached for each price."""
    return {
        "who": found.who,
        "action": found.action,
        "budget": found.budget,
        "error": found.error,
        "start": list(found.ground.start),
        "bands": [
            {
                "level": level,
                "rings": rings_data(region),
            }
            for level, region in found.bands(step)
        ],
    }


def route_data(found: Route | NoRoute) -> dict[str, Any]:
    """A way for other programs, or why there is none."""
    if not isinstance(found, Route):
        return {
            "found": False,
            "says": found.says,
            "budget": found.budget,
            "cost": found.cost,
            "blocked_by": list(found.blocked_by),
            "searched": found.searched,
            "breaks": [{"clause": each.clause, "says": each.says} for each in found.breaks],
        }
    return {
        "found": True,
        "cost": found.cost,
        "budget": found.budget,
        "path": [list(point) for point in found.points],
        "outcome": surefoot.data(found.outcome),
        "others": [{"cost": each.cost, "path": [list(at) for at in each.points]} for each in found.others],
    }
