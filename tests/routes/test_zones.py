"""Zones round enemies: what terrain hides of them, at every height, as the referee sees it."""

from __future__ import annotations

import math
import random

import pytest

import surefoot
from surefoot.geometry.kernel import region_distance
from surefoot.geometry.measure import gap
from surefoot.geometry.shapes import Body, Region
from surefoot.referee.scene import Scene
from surefoot.referee.sight import in_sight
from surefoot.referee.view import View
from surefoot.routes.ground.survey import Survey, survey
from surefoot.rulesets.necromunda_classic.prices import tariffs
from surefoot.table.place import Pose
from surefoot.table.table import Table

# A zone may be drawn larger than it is by so much.
COARSE = 0.02


def is_shut(ground: Survey, x: float, y: float) -> bool:
    """Whether the middle of a base may not be at a place."""
    bodies = [(each, far) for each, far in ground.resting.shut if isinstance(each, Body)]
    regions = [(each, far) for each, far in ground.resting.shut if isinstance(each, Region)]
    return any(math.dist((x, y), (body.x, body.y)) < far + body.radius for body, far in bodies) or any(
        region_distance(x, y, region.rings) < max(far, 1e-9) for region, far in regions
    )


def yard(terrain: str, zoe: str, kal: str = "at: [2, 2]") -> Table:
    return surefoot.loads(
        f"""
name: A yard
ruleset: necromunda-2023
board: [16, 12]
terrain: {terrain}
models:
  kal: {{base: 25.4, {kal}, height: 1.5, side: red, profile: {{M: 6, I: 4, T: 3, W: 1}}}}
  zoe: {{base: 32, {zoe}, height: 1.5, side: blue, profile: {{M: 6, I: 4, T: 3, W: 1}}}}
"""
    ).table


LOW = "deck: {platform: {rect: [6, 4, 3, 2.5]}, z: 0.5, under: solid}"
WALL = "wall: {wall: {rect: [5.4, 5.5, 0.25, 3]}, height: 2}"


@pytest.mark.parametrize(
    ("terrain", "zoe"),
    [
        ("{}", "at: [8, 6]"),
        (f"{{{WALL}}}", "at: [6.4, 6]"),
        # A step hides nobody, whoever stands on it; a wall on either side of it does.
        (f"{{{LOW}}}", "at: [8, 5.2], on: deck"),
        (f"{{{LOW}}}", "at: [6.2, 3.6], on: board"),
        (f"{{{LOW}, {WALL}}}", "at: [6.4, 6.1], on: deck"),
        (f"{{{LOW}, {WALL}}}", "at: [5.1, 5.2], on: board"),
    ],
)
def test_a_chart_keeps_out_of_a_zone_where_the_referee_sees_it(terrain: str, zoe: str) -> None:
    table = yard(terrain, zoe)
    scene = Scene(table)
    tariff = tariffs(table, "kal", "move")[0]
    view, ground = View(scene, tariff.lens, "kal"), survey(scene, tariff, "kal")
    zone, figure = view.zoned[0]
    dice, met, spared = random.Random(1), 0, 0
    for _ in range(400):
        x, y = dice.uniform(3.5, 10.5), dice.uniform(2.5, 9.0)
        surface = view.surfaces_at(x, y)[-1]
        pose = Pose(x, y, surface.low, 0.0)
        # Nobody is in a wall, or in zoe.
        if surface.low > 0.5 or list(view.overlapped(pose)) or gap(view.body(pose), figure.body) < COARSE:
            continue

        def is_in(more: float, pose: Pose = pose) -> bool:
            apart = gap(view.body(pose), figure.body)
            return apart**2 + (pose.z - figure.pose.z) ** 2 < (zone.reach + more) ** 2

        around = [
            pose._replace(x=x + dx, y=y + dy)
            for dx in (-COARSE, 0.0, COARSE)
            for dy in (-COARSE, 0.0, COARSE)
        ]
        if is_in(-COARSE) and all(in_sight(view, each, figure) for each in around):
            met += 1
            assert is_shut(ground, x, y), f"{x}, {y} is within an inch of zoe"
        elif not is_in(COARSE) or not any(in_sight(view, each, figure) for each in around):
            spared += is_in(-COARSE)
            assert not is_shut(ground, x, y), f"{x}, {y} is hidden from zoe, or too far off"
    assert met > 5
    assert (spared > 3) == (WALL in terrain)
