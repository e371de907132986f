"""Outlines of bases that turn: what is not worked out because it can't matter is missing nowhere."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest

import surefoot
from surefoot import geometry
from surefoot.geometry import prepare
from surefoot.geometry.kernel import signed_area
from surefoot.geometry.search.cover import Cover
from surefoot.geometry.search.squares import pieces
from surefoot.geometry.shapes import Region
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.outlines import Bands
from surefoot.routes.turning import outlines
from surefoot.routes.turning.reach import TurningReach, turning_reach
from surefoot.routes.turning.route import turning_route
from surefoot.table.table import Table

FOLDER = Path(__file__).parents[2] / "examples/hulls"
# Interpreted, everything takes ten times as long.
BUDGETS = (4.0,) if geometry.INTERPRETED else (6.0, 9.5)


class NoCover(Cover):
    """Hides nothing: every heading is worked out everywhere."""

    def cut_off(self, rings: Sequence[Sequence[float]]) -> None:
        """Cut off nothing."""

    def add(self, values: array[float]) -> None:
        """Cover nothing."""


def example(name: str) -> Table:
    return surefoot.load(str(FOLDER / f"{name}.yaml")).table


def area(region: Region) -> float:
    return sum(signed_area(ring) for ring in region.rings)


@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize(("name", "who"), [("ruined-street", "tank"), ("round-the-tower", "walker")])
def test_outlines_are_those_of_all_headings_worked_out_everywhere(
    name: str, who: str, budget: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = turning_reach(example(name), who, "normal", budget=budget)
    quick = found.bands(1.0)
    monkeypatch.setattr(outlines, "Cover", NoCover)
    slow = found.bands(1.0)
    assert [level for level, _ in quick] == [level for level, _ in slow]
    assert area(slow[-1][1]) > 5.0
    for (_, one), (_, other) in zip(quick, slow, strict=True):
        assert area(prepare.difference(one, [other])) < 1e-9
        assert area(prepare.difference(other, [one])) < 1e-9


def test_every_place_within_an_outline_costs_no_more_than_its_level() -> None:
    found = turning_reach(example("ruined-street"), "tank", "normal", budget=BUDGETS[-1])
    bands = found.bands(1.0)
    dice, tried = random.Random(5), 0
    for _ in range(400):
        place = found.pose.x + dice.uniform(-8, 8), found.pose.y + dice.uniform(-8, 8)
        level = lowest(bands, place)
        if level is not None:
            tried += 1
            cost = within(found, place)
            assert cost is not None, place
            assert cost <= level, place
    assert tried > 10


def lowest(bands: Bands, place: tuple[float, float]) -> float | None:
    """The lowest level whose outline contains a place."""
    return next(
        (level for level, region in bands if geometry.kernel.inside_rings(*place, region.rings)), None
    )


def within(found: TurningReach, place: tuple[float, float]) -> float | None:
    """The price of a place in the cheapest heading in which the base may end there."""
    layers = found.best(*place, found.budget)
    return layers[0].cost(*place, found.budget) if layers else None


def test_a_place_where_the_base_fits_with_no_facing_is_not_searched_for() -> None:
    table = surefoot.loads("""
ruleset: wh40k-10e
board: [30, 22]
terrain: [{id: pit, area: {rect: [10, 5, 6, 6]}, tags: [impassable]}]
models:
  - {id: tank, side: blue, height: 3, keywords: [Vehicle], hull: [4, 3], at: [4, 10], profile: {M: 12}}
""").table
    answer = turning_route(table, "tank", "normal", (13.0, 8.0))
    assert isinstance(answer, NoRoute)
    assert answer.blocked_by == ("pit",)
    assert not turning_reach(table, "tank", "normal", goal=(13.0, 8.0)).stack.layers


def test_pieces_of_a_contour_keep_what_is_within_on_their_left() -> None:
    dice = random.Random(2)
    for _ in range(50):
        columns, rows = dice.randint(1, 6), dice.randint(1, 6)
        flags = bytes(dice.randint(0, 1) for _ in range(columns * rows))
        wide = columns + 2

        def flag(node: int, columns: int = columns, rows: int = rows, flags: bytes = flags) -> bool:
            row, column = divmod(node, columns + 2)
            inside = 0 < column <= columns and 0 < row <= rows
            return inside and bool(flags[(row - 1) * columns + column - 1])

        begun, ended = [], []
        for one, other, then, beyond in pieces(flags, columns):
            assert flag(one)
            assert flag(then)
            assert not flag(other)
            assert not flag(beyond)
            begun.append((one, other))
            ended.append((then, beyond))
        # Every line from a node within to one beyond is crossed once, and every contour is closed.
        lines = [
            (node, node + step)
            for node in range(wide * (rows + 2))
            if flag(node)
            for step in (1, -1, wide, -wide)
            if not flag(node + step)
        ]
        assert sorted(begun) == sorted(ended) == sorted(lines)
