"""A straight leg that is split at the very edge of a step, on either side of it, is judged like the whole leg."""

from __future__ import annotations

import pytest

from surefoot.files.scenario import loads
from surefoot.referee.referee import check

PIECES = {
    "crate": "{platform: {rect: [10, 10, 4, 4]}, z: 0.5, under: solid}",
    "slab": "{platform: {rect: [10, 10, 4, 4]}, z: 0.25, under: solid}",
    "pit": "{gap: {rect: [10, 10, 4, 4]}, depth: 0.1}",
}
TABLE = """
ruleset: necromunda-classic
board: [24, 24]
terrain: {{piece: {piece}}}
models: {{kal: {{base: 32, at: [{start}], on: {on}, side: a, profile: {{M: 8, I: 4}}}}}}
declare:
- {{who: kal, action: move, path: [[{end}]]}}
- {{who: kal, action: move, path: [[{middle}], [{end}]]}}
"""
# Millionths of an inch off the edge: less and more than the tolerance, and less than a tenth of it.
OFF = (-150, -90, -45, -20, -4, -2, -1, 0, 1, 2, 4, 20, 45, 90, 150)
INSIDE, OUTSIDE = (11.625, 10.6), (11.925, 8.7)


@pytest.mark.parametrize("off", OFF)
@pytest.mark.parametrize("sort", PIECES)
@pytest.mark.parametrize("leaves", [True, False], ids=["off it", "onto it"])
def test_a_leg_that_is_split_at_an_edge_costs_what_it_costs_in_one(
    sort: str, off: int, *, leaves: bool
) -> None:
    start, end = (INSIDE, OUTSIDE) if leaves else (OUTSIDE, INSIDE)
    share = (10 + off / 1_000_000 - start[1]) / (end[1] - start[1])
    middle = [a + (b - a) * share for a, b in zip(start, end, strict=True)]
    written = {"start": start, "end": end, "middle": middle}
    points = {name: ", ".join(f"{value:.6f}" for value in point) for name, point in written.items()}
    laid = loads(TABLE.format(piece=PIECES[sort], on="piece" if leaves else "board", **points))
    whole, split = (check(laid.table, each, nearest=False) for each in laid.declarations)

    assert (whole.verdict, split.verdict) == ("legal", "legal")
    assert split.cost == pytest.approx(whole.cost, abs=3)
    assert split.run.table.pose("kal") == whole.run.table.pose("kal")
