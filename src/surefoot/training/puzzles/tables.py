"""Random small tables for puzzles, as scenario data."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from surefoot.training.puzzles.plans import WHO
from surefoot.training.puzzles.settings import Setting

BOARD = (20.0, 14.0)
# Things keep this far from the edge of the board.
EDGE = 1.5
Point = tuple[float, float]


def quarter(value: float) -> float:
    """A length in quarters of a unit: tables are set up by hand."""
    return round(value * 4) / 4


def scenario(
    setting: Setting, start: Point, terrain: dict[str, Any], profile: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A scenario with the model of the puzzle at its start."""
    model = dict(setting.model) | {"at": list(start)}
    if profile:
        model["profile"] = {**model["profile"], **profile}
    data: dict[str, Any] = {
        "ruleset": setting.ruleset,
        "board": list(BOARD),
        "terrain": terrain,
        "models": {WHO: model},
    }
    if setting.scale is not None:
        data["scale"] = setting.scale
    return data


def stronger(data: dict[str, Any], setting: Setting) -> dict[str, Any]:
    """The same scenario with a model that moves farther."""
    model = data["models"][WHO]
    strong = model | {"profile": {**model["profile"], **setting.strong}}
    return data | {"models": {**data["models"], WHO: strong}}


def ends(dice: Random, near: float, far: float) -> tuple[Point, Point]:
    """A start in the west and a goal in the east, some distance apart."""
    distance = dice.uniform(near, far)
    tilt = dice.uniform(-0.5, 0.5)
    middle = (quarter(dice.uniform(9, 11)), quarter(dice.uniform(6, 8)))
    dx, dy = math.cos(tilt) * distance / 2, math.sin(tilt) * distance / 2
    return (
        (quarter(middle[0] - dx), quarter(middle[1] - dy)),
        (quarter(middle[0] + dx), quarter(middle[1] + dy)),
    )


def walls(dice: Random, start: Point, goal: Point, count: int) -> dict[str, Any]:
    """Walls across the way from the start to the goal, each moved aside by chance."""
    found: dict[str, Any] = {}
    for number in range(count):
        share = (number + 1) / (count + 1) + dice.uniform(-0.08, 0.08)
        x = start[0] + (goal[0] - start[0]) * share
        y = start[1] + (goal[1] - start[1]) * share
        half = dice.uniform(0.8, 2.2)
        aside = dice.uniform(-1.4, 1.4)
        lean = dice.uniform(-0.5, 0.5)
        low = [quarter(x - lean), quarter(y + aside - half)]
        high = [quarter(x + lean), quarter(y + aside + half)]
        if low != high:
            found[f"wall-{number + 1}"] = {"wall": [low, high], "height": 4, "width": 0.25}
    return found


def patch(dice: Random, start: Point, goal: Point, tag: str, *, wide: tuple[float, float]) -> dict[str, Any]:
    """An area of slow or dangerous ground between the start and the goal."""
    share = dice.uniform(0.35, 0.65)
    x = start[0] + (goal[0] - start[0]) * share
    y = start[1] + (goal[1] - start[1]) * share + dice.uniform(-1, 1)
    width, depth = quarter(dice.uniform(*wide)), quarter(dice.uniform(1.5, 3.5))
    rect = [quarter(x - width / 2), quarter(y - depth / 2), width, depth]
    return {"area": {"rect": rect}, "tags": [tag]}


def around(terrain: dict[str, Any], clear: float) -> list[Point]:
    """Places to go by: beside the ends of walls and the corners of areas."""
    found: list[Point] = []
    for piece in terrain.values():
        if "wall" in piece:
            (ax, ay), (bx, by) = piece["wall"]
            long = math.dist((ax, ay), (bx, by))
            ux, uy = (bx - ax) / long, (by - ay) / long
            found += [(ax - ux * clear, ay - uy * clear), (bx + ux * clear, by + uy * clear)]
        elif "area" in piece:
            x, y, width, depth = piece["area"]["rect"]
            found += [
                (x + width / 2, y - clear),
                (x + width / 2, y + depth + clear),
                (x + width / 2, y + depth / 2),
            ]
    return [
        (round(x, 3), round(y, 3))
        for x, y in found
        if EDGE <= x <= BOARD[0] - EDGE and EDGE <= y <= BOARD[1] - EDGE
    ]


def roofs(dice: Random, setting: Setting) -> tuple[dict[str, Any], Point, Point, str]:
    """A roof with a ladder on a random side, perhaps a lower one beside it; the start, the goal and its level."""
    height = dice.choice((2.0, 2.5, 3.0))
    width, depth = quarter(dice.uniform(4, 5.5)), quarter(dice.uniform(3, 4.5))
    x, y = quarter(dice.uniform(8, 10)), quarter(dice.uniform(4, 6))
    found: dict[str, Any] = {
        "roof": {"platform": {"rect": [x, y, width, depth]}, "z": height, "tags": list(setting.climb)}
    }
    side = dice.choice(("north", "south", "east"))
    foot = {
        "north": [quarter(x + width * dice.uniform(0.3, 0.7)), y + depth],
        "south": [quarter(x + width * dice.uniform(0.3, 0.7)), y],
        "east": [x + width, quarter(y + depth * dice.uniform(0.3, 0.7))],
    }[side]
    found["ladder"] = {"ladder": foot, "height": height}
    if dice.random() < 0.6:
        # A crate to climb first: two short climbs may be cheaper than a long way round.
        low = quarter(height / 2)
        deep = quarter(dice.uniform(1.5, 2.5))
        up = quarter(y + dice.uniform(0, depth - deep))
        found["crate"] = {"platform": {"rect": [x - 2, up, 2, deep]}, "z": low, "tags": list(setting.climb)}
        for name in ("crate", "roof"):
            found[name]["under"] = "solid"
    if dice.random() < 0.5:
        found["mire"] = {
            "area": {"rect": [quarter(x - 4), quarter(y - 1.5), 1.5, quarter(dice.uniform(2, 4))]},
            "tags": [setting.slow],
        }
    start = (quarter(x - dice.uniform(3, 4.5)), quarter(y + dice.uniform(-1, depth + 1)))
    goal = (quarter(x + width * dice.uniform(0.35, 0.65)), quarter(y + depth * dice.uniform(0.4, 0.6)))
    return found, start, goal, "roof"
