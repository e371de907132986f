"""The board that finding the way is measured on: 60 by 44 inches, 12 ruins, 8 areas, 40 enemies, one mover on 32 mm.

The same seeds give the same boards as the measurements that came before the project, so that figures can be compared.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.plot import Plot

WIDTH, DEPTH = 60.0, 44.0
RADIUS = 16.0 / 25.4
# Enemies keep the mover's base an inch off theirs.
KEPT = 2 * RADIUS + 1.0
WEIGHTS = (2, 2, 4, 2, 4, 2, 2, 4)
RATES = (1.0, 2.0, 4.0, 4.0)

Point = tuple[float, float]


@dataclass
class Ruins:
    """One board."""

    walls: list[list[Point]] = field(default_factory=list)
    areas: list[tuple[list[Point], float]] = field(default_factory=list)
    enemies: list[Point] = field(default_factory=list)
    start: Point = (4.0, 4.0)
    goal: Point = (56.0, 40.0)
    middle: Point = (27.0, 21.0)

    def plot(self, finer: int = 1) -> Plot:
        """The board as a plot; `finer` cuts every side of a wall and of an area into so many."""
        made = Plot(box=(RADIUS, RADIUS, WIDTH - RADIUS, DEPTH - RADIUS))
        for number, wall in enumerate(self.walls):
            made.solid([_flat(_cut(wall, finer))], RADIUS, f"wall {number}")
        for number, (x, y) in enumerate(self.enemies):
            made.disc(x, y, KEPT, f"enemy {number}")
        for outline, weight in self.areas:
            made.area([_flat(_cut(outline, finer))], {2.0: 1, 4.0: 2}[weight])
        return made

    def chart(self, finer: int = 1) -> Chart:
        """The board, ready to be searched."""
        return self.plot(finer).chart(RATES)


def _flat(points: list[Point]) -> tuple[float, ...]:
    return tuple(value for point in points for value in point)


def _cut(points: list[Point], parts: int) -> list[Point]:
    """An outline with every side cut into parts, each bent out by a hair so that it stays a corner."""
    found: list[Point] = []
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        for k in range(parts):
            share = k / parts
            off = 0.02 * math.sin(math.pi * share)
            found.append((ax + (bx - ax) * share + (by - ay) * off, ay + (by - ay) * share - (bx - ax) * off))
    return found


def board(seed: int = 3) -> Ruins:
    """The board of a seed."""
    import numpy as np
    from shapely.geometry import Point as Spot
    from shapely.geometry import Polygon

    dice: Any = np.random.default_rng(seed)
    made = Ruins()
    kept = [(made.start, 2.0), (made.goal, 2.0), (made.middle, 1.6)]
    standing: list[Any] = []
    while len(made.walls) < 12:
        long, short, thick = dice.uniform(4.5, 8.0), dice.uniform(3.5, 6.5), dice.uniform(0.35, 0.9)
        corner = np.array(
            [[0, 0], [long, 0], [long, thick], [thick, thick], [thick, short], [0, short]], float
        )
        points = _turned(corner - corner.mean(0), dice.uniform(0, 2 * math.pi)) + dice.uniform(
            [4, 4], [WIDTH - 4, DEPTH - 4]
        )
        low, high = points.min(0), points.max(0)
        if low.min() < 1.6 or high[0] > WIDTH - 1.6 or high[1] > DEPTH - 1.6:
            continue
        shape = Polygon(points)
        if any(shape.distance(Spot(at)) < far for at, far in kept):
            continue
        if any(shape.distance(other) < 2.2 for other in standing):
            continue
        made.walls.append([(float(x), float(y)) for x, y in points])
        standing.append(shape)
    _areas(made, dice)
    _enemies(made, dice, standing, kept)
    return made


def _turned(points: Any, angle: float) -> Any:
    import numpy as np

    cosine, sine = math.cos(angle), math.sin(angle)
    return points @ np.array([[cosine, sine], [-sine, cosine]])


def _areas(made: Ruins, dice: Any) -> None:
    import numpy as np
    from shapely.geometry import Polygon

    near = (made.middle[0] + 4.6, made.middle[1] + 1.6)
    known: list[Any] = []
    wanted = [near]
    while len(made.areas) < len(WEIGHTS):
        count = int(dice.integers(6, 10))
        x, y = wanted.pop() if wanted else dice.uniform([5, 5], [WIDTH - 5, DEPTH - 5])
        angles = np.sort(dice.uniform(0, 2 * math.pi, count))
        gaps = np.diff(np.r_[angles, angles[0] + 2 * math.pi])
        if gaps.max() > 1.6 or gaps.min() < 0.3:
            wanted = wanted or ([near] if not made.areas else [])
            continue
        far = dice.uniform(2.4, 4.6, count)
        points = np.c_[x + far * np.cos(angles), y + far * np.sin(angles)]
        shape = Polygon(points)
        if not shape.is_valid or any(shape.distance(other) < 0.5 for other in known):
            wanted = wanted or ([near] if not made.areas else [])
            continue
        made.areas.append(([(float(px), float(py)) for px, py in points], float(WEIGHTS[len(made.areas)])))
        known.append(shape)


def _enemies(made: Ruins, dice: Any, walls: list[Any], kept: list[tuple[Point, float]]) -> None:
    from shapely.geometry import Point as Spot

    wanted: list[Any] = [(made.middle[0] - 6.0, made.middle[1] + 4.5)]
    while len(made.enemies) < 40:
        x, y = wanted.pop() if wanted else dice.uniform([6, 6], [WIDTH - 6, DEPTH - 6])
        count = min(int(dice.integers(4, 9)), 40 - len(made.enemies))
        squad: list[Point] = []
        for _ in range(400):
            if len(squad) == count:
                break
            dx, dy = dice.normal(0, 1.6, 2)
            at = (float(x + dx), float(y + dy))
            if not (1 < at[0] < WIDTH - 1 and 1 < at[1] < DEPTH - 1):
                continue
            if any(math.dist(at, other) < 2 * RADIUS for other in [*squad, *made.enemies]):
                continue
            if any(math.dist(at, spot) < KEPT + 0.6 for spot, _ in kept):
                continue
            if any(wall.distance(Spot(at)) < RADIUS for wall in walls):
                continue
            squad.append(at)
        made.enemies += squad
