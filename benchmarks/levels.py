"""Ways over levels, and the threat of an army: how long they take, and how far they are from a dense oracle."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import surefoot
from benchmarks.routes import best
from benchmarks.rows import Row
from surefoot.routes.links.cache import link_cache
from surefoot.routes.links.judging import judge_link, judge_walk
from surefoot.routes.one_level.threat import threat
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.search import forget_reaches, level_reach
from surefoot.table.table import Table

# The oracle tries a climb at every hundredth of an inch of every side.
FINE = 0.01


def over_levels() -> list[Row]:
    """Reach over three levels and twenty links, and where a hundred models get to."""
    table = works()
    rows = []
    for name, actions, budget, aim in (
        ("6 inches", 1, 6.0, 1.0),
        ("24 inches in three actions", 3, 24.0, 10.0),
    ):

        def settled(actions: int = actions, budget: float = budget) -> None:
            level_reach(table, "kal", "move", LevelOptions(actions=actions, budget=budget))

        cold = first(settled)
        rows += [
            Row(f"three levels, {name}: on new ground", cold, "ms", "lower"),
            Row(f"three levels, {name}: again", best(settled, 5), "ms", "lower", aim),
        ]
    rows.append(
        Row("three levels: off the dense oracle, at worst", off_the_oracle(table), "inch", "lower", 0.005)
    )
    army = crowd()
    rows.append(
        Row(
            "threat of 100 models on 60 by 44 inches, a price at each half inch",
            best(lambda: threat(army, "red").grid(), 5),
            "ms",
            "lower",
            50.0,
        )
    )
    return rows


def first(work: Callable[[], object]) -> float:
    judge_link.cache_clear()
    judge_walk.cache_clear()
    link_cache.cache_clear()
    forget_reaches()
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e3


def works() -> Table:
    """A street, a walkway on it and a roof above that, with ladders, stairs and faces: more than twenty links."""
    return surefoot.loads(
        """
name: Works
ruleset: necromunda-classic
board: [30, 20]
terrain:
  walkway: {platform: {rect: [9, 5, 10, 10]}, z: 1.5, under: solid}
  roof: {platform: {rect: [12, 7, 5, 6]}, z: 3, under: solid}
  ladder: {ladder: [[12, 4.98], [12, 5.02]], height: 1.5}
  upper: {ladder: [[14, 12.98], [14, 12.94]], z: 1.5, height: 1.5}
  stairs: {stairs: {from: [21.5, 10], to: [19, 10]}, width: 3, height: 1.5}
models:
  kal: {base: 25.4, at: [7, 10], height: 1.5, side: red, profile: {M: 8, I: 4, T: 3, W: 1}}
"""
    ).table


def off_the_oracle(table: Table) -> float:
    """How far the prices of places on the walkway are from those of a climb tried at every hundredth of its near side."""
    field = level_reach(table, "kal", "move", LevelOptions(budget=8.0))
    pose = table.pose("kal")
    worst = 0.0
    for k in range(40):
        x, y = 9.6 + 0.05 * k, 6.0 + 0.2 * k
        # One inch and a half up at two for each, and the base is set down half an inch inside the edge.
        dense = min(
            math.dist((pose.x, pose.y), (8.5, at)) + 3.0 + math.dist((9.5, at), (x, y))
            for at in (5.5 + FINE * i for i in range(int(9.0 / FINE) + 1))
        )
        cost = field.cost(x, y, "walkway")
        if dense < 8.0 - field.error and y < 14.4:
            worst = max(worst, abs(dense - cost) if cost is not None else math.inf)
    return worst


def crowd() -> Table:
    """A hundred fighters among walls and mud on a large board."""
    models = [
        f"  m{k}: {{base: 25.4, at: [{2 + 5.8 * (k % 10):g}, {2 + 4.2 * (k // 10):g}], height: 1.5, side: red, "
        f"profile: {{M: {4 + k % 3}, I: 4, T: 3, W: 1}}}}"
        for k in range(100)
    ]
    walls = [
        f"  w{k}: {{wall: {{rect: [{4 + 9 * (k % 6)}, {5 + 13 * (k // 6)}, 0.5, 6]}}, height: 3}}"
        for k in range(18)
    ]
    mud = [
        f"  a{k}: {{area: {{rect: [{6 + 12 * k}, {8 + 4 * k}, 4, 5]}}, tags: [difficult]}}" for k in range(4)
    ]
    lines = ["ruleset: necromunda-classic", "board: [60, 44]", "terrain:", *walls, *mud, "models:", *models]
    return surefoot.loads("\n".join(lines)).table
