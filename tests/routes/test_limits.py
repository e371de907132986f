"""What the planner does not put to the referee would have been refused: the same prices as with every link judged."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

import surefoot
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.links.cache import link_cache
from surefoot.routes.links.costs import LinkCosts
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.search import forget_reaches, level_reach
from surefoot.table.table import Table
from tests.routes.terraces import LANDS, terrace

# One of each ruleset tells enough from day to day, `make campaign` takes two; SUREFOOT_TABLES=100 takes the first hundred
# of each, 5000-5099 those seeds.
FIRST, _, LAST = os.environ.get("SUREFOOT_TABLES", "2").rpartition("-")
SEEDS = range(int(FIRST), int(LAST) + 1) if FIRST else range(int(LAST))
SCENARIOS = sorted((Path(surefoot.__file__).parent / "scenarios").glob("*.yaml"))
# The distance between two places that are compared, and how much their prices may differ.
_APART = 0.75
_SAME = 1e-6

Prices = dict[tuple[float, tuple[str, ...], float, float], float]


@contextmanager
def every_link_judged() -> Iterator[None]:
    """The planner asks the referee about each link that is not too dear, whatever the limits say."""
    link_cache.cache_clear()
    forget_reaches()
    with (
        mock.patch.object(LinkCosts, "_is_beyond", return_value=False),
        mock.patch.object(LinkCosts, "_is_leap_beyond", return_value=False),
        mock.patch.object(LinkCosts, "lengths_out_of_reach", return_value=(0.0, 0.0)),
        mock.patch.object(Atlas, "approach", return_value=0.0),
        mock.patch.object(Atlas, "is_hopeless", return_value=False),
    ):
        yield
    link_cache.cache_clear()
    forget_reaches()


def prices(found: LevelReach, table: Table) -> Prices:
    """The price of places all over each floor, wherever there is something to stand on."""
    size = table.board
    across, up = (int(side / 1e6 / _APART) for side in (size.width, size.depth))
    return {
        (floor.z, floor.opened, i * _APART, k * _APART): floor.cost(i * _APART, k * _APART, found.limit)
        for floor in found.settled
        for i in range(across + 1)
        for k in range(up + 1)
        if floor.surfaces_at(i * _APART, k * _APART)
    }


def differences(table: Table, who: str, action: str, actions: int) -> list[str]:
    """The places where the prices differ."""
    with every_link_judged():
        slow = prices(level_reach(table, who, action, LevelOptions(actions=actions)), table)
    fast = prices(level_reach(table, who, action, LevelOptions(actions=actions)), table)
    return [
        f"{place}: {slow.get(place)} with every link judged, {fast.get(place)}"
        for place in dict.fromkeys((*slow, *fast))
        # A path that is cheaper was given up before, after too many refusals.
        if fast.get(place, float("inf")) > slow.get(place, float("inf")) + _SAME
    ]


@pytest.mark.parametrize(
    ("ruleset", "seed"),
    [
        pytest.param(ruleset, seed, marks=pytest.mark.campaign if seed else ())
        for ruleset in LANDS
        for seed in SEEDS
    ],
)
def test_nothing_is_lost_on_random_tables(ruleset: str, seed: int) -> None:
    land = LANDS[ruleset]
    assert not differences(terrace(ruleset, seed), "me", land.action, land.actions)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_nothing_is_lost_on_the_bundled_tables(path: Path) -> None:
    table = surefoot.load(path).table
    action = LANDS[table.ruleset.partition("(")[0]].action
    compared = 0
    for who in list(table.models)[:: max(1, len(table.models) // 2)][:2]:
        try:
            assert not differences(table, who, action, 1)
        except Unpriced:
            continue
        compared += 1
    assert compared
