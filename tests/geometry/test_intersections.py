"""The part of a segment in a capsule and in a box, beside many points of the segment."""

from __future__ import annotations

import random

import pytest

from surefoot.geometry.kernel import point_segment_square
from surefoot.geometry.search.intersections import line_in_box, line_in_capsule

POINTS = 2000


@pytest.mark.parametrize("seed", range(40))
def test_the_part_of_a_segment_in_a_capsule_is_where_its_points_are_near(seed: int) -> None:
    dice = random.Random(seed)
    ax, ay, bx, by, cx, cy, dx, dy = (dice.uniform(0, 4) for _ in range(8))
    if seed % 5 == 0:
        dx, dy = cx, cy
    if seed % 5 == 1:
        # Parallel to it.
        bx, by = ax + dx - cx, ay + dy - cy
    reach = dice.uniform(0.2, 1.5)
    low, high = line_in_capsule(ax, ay, bx, by, cx, cy, dx, dy, reach)
    for k in range(POINTS + 1):
        share = k / POINTS
        near = point_segment_square(ax + share * (bx - ax), ay + share * (by - ay), cx, cy, dx, dy) < reach**2
        if min(abs(share - low), abs(share - high)) > 1e-9:
            assert near == (low < share < high)


@pytest.mark.parametrize("seed", range(20))
def test_the_part_of_a_segment_in_a_box_is_where_its_points_are_inside(seed: int) -> None:
    dice = random.Random(seed)
    ax, ay, bx, by = (dice.uniform(-1, 4) for _ in range(4))
    if seed % 4 == 0:
        by = ay
    low, high = line_in_box(ax, ay, bx, by, 0.0, 0.0, 3.0, 2.0)
    for k in range(POINTS + 1):
        share = k / POINTS
        inside = 0.0 < ax + share * (bx - ax) < 3.0 and 0.0 < ay + share * (by - ay) < 2.0
        if min(abs(share - low), abs(share - high)) > 1e-9:
            assert inside == (low < share < high)
