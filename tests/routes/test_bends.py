"""How far a mover turns along a path: what the kernel counts is what the drawn legs turn through."""

from __future__ import annotations

import math
import random
from types import SimpleNamespace
from typing import cast

import pytest

from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.field import PriceField
from surefoot.geometry.search.paths import polished_path
from surefoot.routes.ground.survey import LEEWAY, Survey
from surefoot.routes.one_level.legs import turned_along, turned_on
from surefoot.table.place import Pose
from tests.routes.figures import open_plot


def seen(chart: Chart, pose: Pose, strict: frozenset[tuple[float, float, float]]) -> Survey:
    """As much of a survey as legs are drawn by."""
    place = SimpleNamespace(pose=pose)
    return cast(
        "Survey",
        SimpleNamespace(
            chart=chart, start=(pose.x, pose.y), resting=place, strict=strict, manner="", leeway=LEEWAY
        ),
    )


@pytest.mark.parametrize("seed", range(12))
def test_turns_counted_by_the_kernel_are_those_of_the_drawn_legs(seed: int) -> None:
    dice = random.Random(seed)
    chart = open_plot(seed).chart([1.0])
    circles = [tuple(chart.circles[7 * k : 7 * k + 3]) for k in range(chart.circle_count)]
    # Some corners allow no leeway, as beside enemies of another game.
    strict = frozenset((x, y, far) for x, y, far in circles if dice.random() < 0.2 * (seed % 2))
    starts = ((dice.uniform(1, 23), dice.uniform(1, 17)) for _ in range(1000))
    pose = Pose(
        *next(each for each in starts if chart.spot_free(*each)), 0.0, dice.choice([0.0, 90.0, 217.25])
    )
    search = Search(chart)
    search.settle(pose.x, pose.y, 20.0, None)
    field, survey, bent = PriceField(search), seen(chart, pose, strict), 0
    for _ in range(150):
        # Some places are so near that a path is drawn as one leg, or as none.
        far = dice.choice([0.0, 1e-5, 2e-4])
        place = pose.x + dice.uniform(-far, far), pose.y + dice.uniform(-far, far)
        place = place if far else (dice.uniform(1, 23), dice.uniform(1, 17))
        if field.cost_at(*place, 20.0) == math.inf:
            continue
        cost = field.polisher.path(search, field.found, *place, True, 0.0)
        way = polished_path(field.polisher, cost)
        counted = turned_along(survey, field, cost, place, pose)
        assert counted == (None if way is None else turned_on(survey, way, place, pose))
        bent += way is not None and len(way.parts) > 1
    assert bent > 4
