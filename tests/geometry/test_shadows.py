"""Straight ways past walls: shadows against a slow sweep."""

from __future__ import annotations

import math
import random

import pytest

from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.measure import gap
from surefoot.geometry.shadows import in_sight
from surefoot.geometry.shapes import Body, Region, Shape, Shift, oval_base, rectangle_base, round_base
from surefoot.geometry.sweep import overlapping

SHAPES = {"round": round_base(1.0), "oval": oval_base(2.4, 1.4), "rectangle": rectangle_base(2.0, 1.0)}


def box(x: float, y: float, width: float, depth: float, degrees: float) -> Region:
    angle = math.radians(degrees)
    corners: list[float] = []
    for dx, dy in ((0, 0), (width, 0), (width, depth), (0, depth)):
        corners += (
            x + dx * math.cos(angle) - dy * math.sin(angle),
            y + dx * math.sin(angle) + dy * math.cos(angle),
        )
    return Region((tuple(corners),))


def leads_through(shape: Shape, bearing: float, to: tuple[float, float], walls: list[Body | Region]) -> bool:
    """The oracle: the swept base meets a wall somewhere on the straight way from the origin."""
    body = shape.at(0.0, 0.0, bearing)
    return any(overlapping(body, Shift(*to), wall) for wall in walls)


@pytest.mark.parametrize("name", SHAPES)
def test_what_is_in_sight_is_reached_without_passing_through_a_wall(name: str) -> None:
    draw = random.Random(name)
    shape = SHAPES[name]
    hidden = shown = 0
    for _ in range(25):
        bearing = draw.choice((0.0, 30.0, 90.0))
        walls: list[Body | Region] = [
            box(draw.uniform(-4, 4), draw.uniform(-4, 4), draw.uniform(0.2, 4), 0.2, draw.uniform(0, 360))
            for _ in range(3)
        ]
        walls.append(round_base(1.0).at(draw.uniform(-4, 4), draw.uniform(-4, 4), 0.0))
        start = shape.at(0.0, 0.0, bearing)
        walls = [wall for wall in walls if gap(start, wall) > 1e-3]
        sight = in_sight(shape, 0.0, 0.0, bearing, walls)
        for _ in range(40):
            to = draw.uniform(-5, 5), draw.uniform(-5, 5)
            if any(gap(shape.at(*to, bearing), wall) < 0.02 for wall in walls):
                continue  # standing in or right at a wall is another question
            through = leads_through(shape, bearing, to, walls)
            if inside_rings(*to, sight.rings) == (not through):
                hidden, shown = hidden + through, shown + (not through)
                continue
            # Only where the base grazes a wall may the two differ.
            assert _grazes(shape, bearing, to, walls), (name, to, through)
    assert hidden > 40
    assert shown > 40


def _grazes(shape: Shape, bearing: float, to: tuple[float, float], walls: list[Body | Region]) -> bool:
    steps = 400
    nearest = min(
        gap(shape.at(to[0] * i / steps, to[1] * i / steps, bearing), wall)
        for i in range(steps + 1)
        for wall in walls
    )
    return nearest < 5e-3


def test_a_base_that_touches_a_wall_slides_along_it() -> None:
    shape = round_base(1.0)
    wall = box(-5, -0.7, 10, 0.2, 0)
    sight = in_sight(shape, 0.0, 0.0, 0.0, [wall])
    assert inside_rings(3.0, 0.0, sight.rings)
    assert inside_rings(-3.0, 1.0, sight.rings)
    assert not inside_rings(0.0, -2.0, sight.rings)


def test_a_base_that_stands_in_a_wall_leaves_it_on_its_own_side() -> None:
    shape = round_base(1.0)
    wall = box(-5, -0.4, 10, 0.2, 0)
    sight = in_sight(shape, 0.0, 0.0, 0.0, [wall])
    assert inside_rings(0.0, 2.0, sight.rings)
    assert not inside_rings(0.0, -2.0, sight.rings)
