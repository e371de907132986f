"""The planner for programs: reach, cheapest paths, threat, and chance against cost, with names that are checked first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from math import isfinite
from typing import Any

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.movement import action_of, reached, routed, threatened
from surefoot.answers.risk import ventured
from surefoot.dice.planner import MOST_PLANNED
from surefoot.routes.found import FoundReach, FoundRoute
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.one_level.threat import Threat
from surefoot.routes.query import MoveQuery
from surefoot.routes.risk.one_level import RiskyRoute
from surefoot.table.table import Table
from surefoot.table.words import instead


def reach(table: Table, who: str, action: str = "", **options: Any) -> FoundReach:
    """Where a model or a unit can end on any level, and what each place costs.

    Without an action, its first one that has a path. Options are the fields of a `MoveQuery`: `actions`, `budget`,
    `extra`, `without`, `safe`. Raises ValueError for unknown names and for options that cannot be honoured.
    """
    return reached(table, who, action_of(table, who, action), _query(options))


def route(
    table: Table, who: str, to: tuple[float, float], action: str = "", **options: Any
) -> FoundRoute | NoRoute:
    """The cheapest legal path of a model to a place; of a unit, a formation there. `found` says whether there is one.

    Options as for `reach`, and `on` (the level), `target` and `others` (how many other paths).
    """
    return routed(table, who, action_of(table, who, action), _place(to), _query(options))


def threat(table: Table, side: str, action: str = "", extra: float = 0.0) -> Threat:
    """Where any model of a side could end with one action; `extra` is added to every allowance."""
    return threatened(table, side, action, extra)


def venture(
    table: Table, who: str, to: tuple[float, float], action: str = "", **options: Any
) -> tuple[RiskyRoute, ...] | NoRoute:
    """The paths to a place of which none is both dearer and less likely to succeed than another, cheapest first."""
    return ventured(table, who, action_of(table, who, action), _place(to), _query(options))


def _place(to: tuple[float, float]) -> tuple[float, float]:
    try:
        x, y = to
        return float(x), float(y)
    except (TypeError, ValueError):
        raise InvalidQuestion("to", f"a place is two numbers such as (8.5, 4), not {to!r}") from None


def _query(options: dict[str, Any]) -> MoveQuery:
    known = [each.name for each in fields(MoveQuery)]
    for name in options:
        if name not in known:
            raise InvalidQuestion(name, f"there is no option {name!r}{instead(name, known)}")
    for name, (says, fits) in _BOUNDS.items():
        if name in options and not fits(options[name]):
            raise InvalidQuestion(name, f"{name} is {says}, not {options[name]!r}")
    return MoveQuery(**options)


def _is_whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST_PLANNED


def _is_length(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0 and isfinite(value)


# The options that are numbers: what each may be.
_BOUNDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "budget": ("a length of 0 or more", lambda value: value is None or _is_length(value)),
    "extra": ("a length of 0 or more", _is_length),
    "actions": (f"a whole number from 1 to {MOST_PLANNED}", lambda value: _is_whole(value, 1)),
    "others": (f"a whole number from 0 to {MOST_PLANNED}", lambda value: _is_whole(value, 0)),
}
