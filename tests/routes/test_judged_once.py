"""The planner asks the referee no question twice on the way to one verdict."""

from __future__ import annotations

import pytest

from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration, find
from surefoot.referee.referee import check
from surefoot.referee.verdict import Outcome
from surefoot.routes.links import judging
from surefoot.routes.one_level import chance
from surefoot.table.table import Table
from tests.routes.terraces import LANDS, terrace

# No other test asks about these tables, so that no tick on them is known already.
SEED = 31_731
# Further than any model moves, in the unit of the referee.
FAR = 10**9


@pytest.mark.parametrize("ruleset", LANDS)
def test_what_is_refused_now_and_later_is_judged_once_on_each_table(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Table, Declaration]] = []

    def noted(table: Table, declaration: Declaration, *, nearest: bool) -> Outcome:
        asked.append((table, declaration))
        return check(table, declaration, nearest=nearest)

    for module in (judging, chance):
        monkeypatch.setattr(module, "check", noted)
    ticks = {name for name, action in find(ruleset).actions.items() if action.kind == "tick"}
    declared = Declaration(LANDS[ruleset].action, ("me",), (Leg((FAR, FAR)),))

    assert judging.judge_now_or_later(terrace(ruleset, SEED), declared) is None
    assert declared in [made for _, made in asked]
    assert {made.action for _, made in asked} & ticks
    assert len(asked) == len(set(asked))
