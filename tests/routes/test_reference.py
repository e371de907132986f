"""Prices on three boards beside those of a dense graph of 0.04 inches, which took minutes: each is what some way costs.

The values in `reference.json` come from the study that the search was designed after.
"""

import json
from math import inf
from pathlib import Path
from typing import Any

import pytest
from benchmarks.ruins import board

from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.field import PriceField
from surefoot.geometry.search.paths import cheapest

REFERENCE: dict[str, Any] = json.loads((Path(__file__).parent / "reference.json").read_text())
BUDGET = 12.0


@pytest.mark.parametrize("seed", REFERENCE)
def test_no_place_is_lost_or_dearer_than_by_the_dense_graph(seed: str) -> None:
    ruins = board(int(seed))
    search = Search(ruins.chart())
    search.settle(*ruins.middle, BUDGET + 1, None)
    field = PriceField(search)
    places = REFERENCE[seed]["places"]

    over = [field.polished(x, y, BUDGET + 1) - price for x, y, price in places]

    assert len(places) > 250
    assert max(over) < inf
    # The dense graph pays a little too much, too.
    assert max(over) <= 1e-5
    assert min(over) >= -1e-3


@pytest.mark.parametrize("seed", REFERENCE)
def test_the_way_across_is_no_dearer_than_by_the_dense_graph(seed: str) -> None:
    ruins = board(int(seed))

    cost = cheapest(ruins.chart(), ruins.start, ruins.goal)[0].cost

    assert REFERENCE[seed]["across"] - 1e-3 <= cost <= REFERENCE[seed]["across"] + 1e-5


def test_looking_for_one_way_finds_what_looking_for_all_of_them_finds() -> None:
    ruins = board(16)
    chart = ruins.chart()
    search, single = Search(chart), Search(chart)
    search.settle(*ruins.middle, BUDGET + 1, None)
    field = PriceField(search)
    x, y = ruins.middle

    nodes = [(x + 0.75 * i, y + 0.75 * j) for i in range(-16, 17) for j in range(-16, 17)]
    asked = [place for place in nodes if field.polished(*place, BUDGET) < inf]
    ways = [cheapest(chart, ruins.middle, place, limit=BUDGET + 1, search=single) for place in asked]
    apart = [
        abs(way[0].cost - field.polished(*place, BUDGET)) for way, place in zip(ways, asked, strict=True)
    ]

    assert len(asked) > 100
    assert sum(each > 0.005 for each in apart) <= len(asked) // 100
    assert max(apart) <= 0.03
