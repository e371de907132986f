"""A board of 5,000 pieces: loading it, and the first reach and path on it."""

from __future__ import annotations

import random

import surefoot
from benchmarks.rows import Row
from benchmarks.town import timed
from surefoot.routes.one_level.reach import reach
from surefoot.routes.one_level.route import route
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.search import level_reach

_PIECES, _WIDTH, _DEPTH = 5_000, 60, 44
# Around the mover nothing stands this near.
_FREE = 1.5


def crowded_board() -> list[Row]:
    """A board of 5,000 pieces: loading it, the reach on the ground and over everything that can be climbed, a path across."""
    text, again = board_file(1), board_file(2)
    surefoot.loads(surefoot.EXAMPLE)
    name = "5,000 pieces"
    loaded = timed(lambda: surefoot.loads(text))
    first, second = surefoot.loads(text).table, surefoot.loads(again).table
    return [
        Row(f"{name}: loading", loaded, "s", "lower", 1.0),
        Row(
            f"{name}: reach on the ground, new", timed(lambda: reach(first, "kal", "move")), "s", "lower", 0.2
        ),
        Row(
            f"{name}: path to the next corner, new",
            timed(lambda: route(second, "kal", "move", (_WIDTH / 2 + 3, _DEPTH / 2 + 3))),
            "s",
            "lower",
        ),
        Row(
            f"{name}: reach over all that can be climbed, new",
            timed(lambda: level_reach(first, "kal", "move", LevelOptions())),
            "s",
            "lower",
        ),
    ]


def board_file(seed: int) -> str:
    """A scenario with walls, two in three, and difficult ground, strewn over a board; one fighter stands in the middle."""
    rng = random.Random(seed)
    lines = ["ruleset: necromunda-classic", f"board: [{_WIDTH}, {_DEPTH}]", "terrain:"]
    for k in range(_PIECES):
        x, y = rng.uniform(1, _WIDTH - 2), rng.uniform(1, _DEPTH - 2)
        if abs(x - _WIDTH / 2) < _FREE and abs(y - _DEPTH / 2) < _FREE:
            x += 2 * _FREE
        rect = f"{{rect: [{x:.3f}, {y:.3f}, {rng.uniform(0.1, 0.5):.3f}, {rng.uniform(0.1, 0.5):.3f}]}}"
        if k % 3:
            lines.append(f"  wall{k}: {{wall: {rect}, height: {rng.uniform(1, 3):.2f}}}")
        else:
            lines.append(f"  mud{k}: {{area: {rect}, tags: [difficult]}}")
    middle = f"[{_WIDTH / 2}, {_DEPTH / 2}]"
    kal = f"{{base: 25, at: {middle}, height: 1.5, side: red, profile: {{M: 6, I: 4, T: 3, W: 1}}}}"
    return "\n".join([*lines, f"models: {{kal: {kal}}}"])
