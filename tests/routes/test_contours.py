"""Contours are the same whether the price of every place is found, or only whether it is low enough."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import surefoot
from surefoot.geometry.search.contours import Grid, rings
from surefoot.routes.over_levels import outlines as over_levels
from surefoot.routes.plan import find_reach
from surefoot.routes.turning import outlines as turning
from surefoot.table.table import Table

HULLS = Path(__file__).parents[2] / "examples/hulls"
MUDDY_ROOFS = """
ruleset: necromunda-classic
board: [24, 16]
terrain:
  near-roof: {platform: {rect: [4, 4, 6, 4]}, z: 3}
  far-roof: {platform: {rect: [12, 4, 6, 4]}, z: 3}
  up: {ladder: [[6, 3.98], [6, 4.02]], height: 3}
  wall: {wall: {rect: [13, 9, 4, 0.5]}, height: 6}
  mud: {area: {rect: [8, 8, 6, 6]}, tags: [difficult]}
models: {kal: {base: 25, at: [6, 2], profile: {M: 6, I: 4}}}
"""


def tank_street() -> tuple[Table, str, str]:
    return surefoot.load(str(HULLS / "ruined-street.yaml")).table, "tank", "normal"


def muddy_roofs() -> tuple[Table, str, str]:
    return surefoot.loads(MUDDY_ROOFS).table, "kal", "move"


@pytest.mark.parametrize(("module", "made"), [(turning, tank_street), (over_levels, muddy_roofs)])
def test_a_contour_does_not_depend_on_how_places_beside_it_are_priced(
    module: Any, made: Callable[[], tuple[Table, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_reach(*made())
    quick, asked = found.outlines(1.0), 0

    def priced_in_full(
        grid: Grid, level: float, cost: Any, *more: Any, within: Any = None, **others: Any
    ) -> list[tuple[float, ...]]:
        nonlocal asked
        asked += 1
        return rings(grid, level, cost, *more, **others)

    monkeypatch.setattr(module, "rings", priced_in_full)
    assert found.outlines(1.0) == quick
    assert asked
