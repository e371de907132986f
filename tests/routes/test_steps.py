"""Reach over levels, step by step: the own floor first, nothing is taken back, and it can be cancelled."""

from __future__ import annotations

import os

import pytest

from surefoot.geometry.search.anchor_search import Cancelled
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.search import forget_reaches, level_reach, level_reach_steps
from tests.routes.terraces import LANDS, terrace
from tests.routes.test_limits import Prices, prices

FIRST, _, LAST = os.environ.get("SUREFOOT_TABLES", "1").rpartition("-")
SEEDS = range(int(FIRST), int(LAST) + 1) if FIRST else range(int(LAST))


@pytest.mark.parametrize(("ruleset", "seed"), [(ruleset, seed) for ruleset in LANDS for seed in SEEDS])
def test_no_place_that_was_reached_is_taken_back_while_the_search_goes_on(ruleset: str, seed: int) -> None:
    table, land = terrace(ruleset, seed), LANDS[ruleset]
    forget_reaches()
    before: Prices = {}
    floors = []
    for found in level_reach_steps(table, "me", land.action, LevelOptions(actions=land.actions)):
        if found is None:
            continue
        now = prices(found, table)
        lost = [place for place, price in before.items() if price <= found.budget < now[place]]
        assert not lost
        before = now
        floors.append(len(found.settled))
    assert floors[0] == 1
    assert before == prices(level_reach(table, "me", land.action, LevelOptions(actions=land.actions)), table)


def test_a_search_is_cancelled_between_two_links() -> None:
    table, land = terrace("gemini-arap", 0), LANDS["gemini-arap"]
    forget_reaches()
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    with pytest.raises(Cancelled):
        level_reach(table, "me", land.action, LevelOptions(actions=land.actions), cancelled=cancelled)


def test_what_was_asked_before_is_not_searched_again() -> None:
    table, land = terrace("necromunda-classic", 0), LANDS["necromunda-classic"]
    first = level_reach(table, "me", land.action)
    assert level_reach(table, "me", land.action).atlas is first.atlas
