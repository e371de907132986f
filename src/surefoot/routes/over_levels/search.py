"""Runs searches over levels: to the end, or step by step while people look; and keeps those that were asked for last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from functools import lru_cache

from surefoot.collecting import collecting_rarely
from surefoot.records import replace
from surefoot.referee.referee import ruleset_of
from surefoot.routes.one_level.route import Cancelled, taken_off
from surefoot.routes.over_levels.action_budget import ActionBudget
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.options import DEFAULT_OPTIONS, LevelOptions
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.table.table import Table

# The number of searches that are kept: as many as a few players ask for in turn.
_MOST = 16
# The table, the mover, the action, its movement, and the options that do not say how much that is.
_Key = tuple[Table, str, str, float, LevelOptions]


@lru_cache(maxsize=1)
def _kept() -> OrderedDict[_Key, LevelReach]:
    """The searches that are kept: a cache, so that they are forgotten with all others when a ruleset is read again."""
    return OrderedDict()


@collecting_rarely()
def level_reach(
    table: Table,
    who: str,
    action: str,
    options: LevelOptions = DEFAULT_OPTIONS,
    *,
    cancelled: Cancelled | None = None,
) -> LevelReach:
    """The reach of a model on all levels with one action or several in a row, by one of the alternative tariffs.

    A search that was made before is not made again.
    """
    *_, last = level_reach_steps(table, who, action, options, cancelled=cancelled)
    assert last is not None
    return last


def level_reach_steps(
    table: Table,
    who: str,
    action: str,
    options: LevelOptions = DEFAULT_OPTIONS,
    *,
    cancelled: Cancelled | None = None,
) -> Iterator[LevelReach | None]:
    """The reach of a model as it grows: first on its own floor, on foot; then with each floor that is reached or becomes cheaper.

    It is the same object each time: between two steps it answers every question by what is known so far, and nothing
    that it calls reachable is taken back later. None comes where nothing is new, but the search may be paused. The last
    one is the whole reach.
    """
    tariff = ruleset_of(table).tariffs(table, who, action)[options.alternative]
    each = options.each_action(tariff)
    key = table, who, action, each, replace(options, budget=None, extra=0.0, allowance=None)
    kept = _kept()
    known = kept.get(key)
    if known is not None:
        kept.move_to_end(key)
        yield replace(known)
        return
    action_budget = ActionBudget(each, options.actions, tariff.in_a_turn)
    added = max((amend.at_most for amend in tariff.amends), default=0.0)
    found = LevelReach(
        Atlas(table, who, action, options.alternative, action_budget, options.details, options.without),
        action_budget.limit,
        options.risk,
        options.dares,
        cancelled=cancelled,
        added=max(added, 0.0),
        less=taken_off(tariff),
    )
    for new in found.run():
        yield found if new else None
    found.cancelled = None
    kept[key] = found
    while len(kept) > _MOST:
        kept.popitem(last=False)
    yield found


def forget_reaches() -> None:
    """Forget the searches that were kept."""
    _kept().clear()
