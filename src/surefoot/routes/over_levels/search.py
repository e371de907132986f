"""Runs searches over levels: to the end, or step by step while people look; and keeps those that were asked for last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from surefoot.records import replace
from surefoot.referee.referee import ruleset_of
from surefoot.routes.one_level.route import AllowanceOf, Cancelled, taken_off
from surefoot.routes.over_levels.action_budget import ActionBudget
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

# The number of searches that are kept: as many as a few players ask for in turn.
_MOST = 16
_Key = tuple[Table, str, str, float, int, bool, tuple[str, ...] | None, int, Record, tuple[str, ...]]
_kept: OrderedDict[_Key, LevelReach] = OrderedDict()


def level_reach(
    table: Table,
    who: str,
    action: str,
    *,
    budget: float | None = None,
    extra: float = 0.0,
    allowance: AllowanceOf | None = None,
    actions: int = 1,
    risk: bool = True,
    dares: tuple[str, ...] | None = None,
    alternative: int = 0,
    details: Record = EMPTY,
    without: tuple[str, ...] = (),
    cancelled: Cancelled | None = None,
) -> LevelReach:
    """The reach of a model on all levels with one action or several in a row, by one of the alternative tariffs.

    `allowance` gives the movement of one action by its tariff, for example with a roll added.
    Without risk, only links are taken that need no test, or that are listed in `dares`. Ground in `without` (tags or
    ids) is avoided. A search that was made before is not made again.
    """
    *_, last = level_reach_steps(
        *(table, who, action),
        budget=budget,
        extra=extra,
        allowance=allowance,
        actions=actions,
        risk=risk,
        dares=dares,
        alternative=alternative,
        details=details,
        without=without,
        cancelled=cancelled,
    )
    assert last is not None
    return last


def level_reach_steps(
    table: Table,
    who: str,
    action: str,
    *,
    budget: float | None = None,
    extra: float = 0.0,
    allowance: AllowanceOf | None = None,
    actions: int = 1,
    risk: bool = True,
    dares: tuple[str, ...] | None = None,
    alternative: int = 0,
    details: Record = EMPTY,
    without: tuple[str, ...] = (),
    cancelled: Cancelled | None = None,
) -> Iterator[LevelReach | None]:
    """The reach of a model as it grows: first on its own floor, on foot; then with each floor that is reached or becomes cheaper.

    It is the same object each time: between two steps it answers every question by what is known so far, and nothing
    that it calls reachable is taken back later. None comes where nothing is new, but the search may be paused. The last
    one is the whole reach.
    """
    tariff = ruleset_of(table).tariffs(table, who, action)[alternative]
    each = tariff.allowance + extra if budget is None else budget / actions
    if allowance is not None:
        each = allowance(tariff)
    key = table, who, action, each, actions, risk, dares, alternative, details, without
    known = _kept.get(key)
    if known is not None:
        _kept.move_to_end(key)
        yield replace(known)
        return
    action_budget = ActionBudget(each, actions, tariff.in_a_turn)
    added = max((amend.at_most for amend in tariff.amends), default=0.0)
    found = LevelReach(
        Atlas(table, who, action, alternative, action_budget, details, without),
        action_budget.limit,
        risk,
        dares,
        cancelled=cancelled,
        added=max(added, 0.0),
        less=taken_off(tariff),
    )
    for new in found.run():
        yield found if new else None
    found.cancelled = None
    _kept[key] = found
    while len(_kept) > _MOST:
        _kept.popitem(last=False)
    yield found


def forget_reaches() -> None:
    """Forget the searches that were kept."""
    _kept.clear()
