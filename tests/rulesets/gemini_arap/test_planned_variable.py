"""Variable Terrain in reach: no place is promised that the best score of the die can't reach."""

from __future__ import annotations

import pytest

import surefoot

_TABLE = """
ruleset: gemini-arap
board: [40, 20]
options: {variable_terrain: true}
terrain: [{id: rubble, area: {rect: [5, 5, 25, 10]}, tags: [city-rubble, variable]}]
models: [{id: kal, base: 25.4, at: [10, 10], facing: 90, side: a, profile: {M: 8, I: 4, ap: 1}}]
"""


@pytest.mark.parametrize(("place", "promised"), [((16.0, 10.0), True), ((16.2, 10.0), False)])
def test_a_figure_with_m_eight_reaches_what_a_d6_can_show(place: tuple[float, float], promised: bool) -> None:
    table = surefoot.loads(_TABLE).table
    assert (surefoot.reach(table, "kal", "move").cost(*place) is not None) is promised


def test_it_walks_eight_inches_around_that_ground() -> None:
    table = surefoot.loads(_TABLE.replace("at: [10, 10]", "at: [10, 3]")).table
    assert surefoot.reach(table, "kal", "move").cost(17.9, 3.0) is not None
