"""Hulls that turn on their way: how long it takes to lead them, and what the lattice of headings costs them."""

from __future__ import annotations

import random

import surefoot
from benchmarks.levels import first
from benchmarks.routes import best
from benchmarks.rows import Row
from surefoot.geometry.search.paths import Point
from surefoot.routes.turning.reach import LATTICE, turning_reach
from surefoot.routes.turning.route import turning_route
from surefoot.table.table import Table

# Against headings so many times as near together, at so many places of a table.
FINER, PLACES = 4, 400


def turned_hulls() -> list[Row]:
    """A tank through a ruined street, a walker round a tower, found and judged; and what they lose against finer headings."""
    rows = []
    for name, who, to, what in (
        ("ruined-street", "tank", (17.5, 12.2), "a tank through a ruined street"),
        ("round-the-tower", "walker", (19.0, 9.0), "a walker round a tower"),
    ):
        table = surefoot.load(f"examples/hulls/{name}.yaml").table

        def found(table: Table = table, who: str = who, to: Point = to) -> None:
            assert turning_route(table, who, "normal", to).found

        rows += [
            Row(f"{what}, found and judged: on new ground", first(found), "ms", "lower", 300.0),
            Row(f"{what}, found and judged: again", best(found, 3), "ms", "lower"),
        ]
        average, worst = _lost(table, who)
        rows += [
            Row(f"{what}: what a place costs too much, on average", average, "inch", "lower"),
            Row(f"{what}: what a place costs too much, at worst", worst, "inch", "lower"),
        ]
    return rows


def _lost(table: Table, who: str) -> tuple[float, float]:
    """What places cost too much, on average and at worst, against much finer headings."""
    dice, pose = random.Random(3), table.pose(who)
    coarse = turning_reach(table, who, "normal")
    fine = turning_reach(table, who, "normal", lattice=LATTICE / FINER)
    far, off = coarse.budget, []
    for _ in range(PLACES):
        place = pose.x + dice.uniform(-far, far), pose.y + dice.uniform(-far, far)
        known, found = fine.cost(*place), coarse.cost(*place)
        if known is not None and found is not None:
            off.append(found - known)
    return sum(off) / len(off), max(off)
