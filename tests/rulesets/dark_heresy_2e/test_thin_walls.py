"""A wall too thin to stand on, climbed over in several rounds with the same declaration."""

import json

import pytest

import surefoot

FILE = {
    "ruleset": "dark-heresy-2e",
    "scale": 1,
    "board": [30, 20],
    "models": {
        "vex": {"base": 25.4, "at": [11.5, 10], "side": "a", "profile": {"S": 42, "Ag": 41, "WP": 33}}
    },
    "terrain": {"wall": {"wall": {"rect": [12, 8, 0.8, 4]}, "height": 3, "tags": ["simple"]}},
}


@pytest.mark.parametrize(("then", "x", "z"), [([14, 10], 13.3, 2.0), ([9, 10], 11.5, 0.0)])
def test_a_hanging_climber_continues_over_the_wall_or_climbs_back_down(
    then: list[float], x: float, z: float
) -> None:
    climbs = [{"who": "vex", "action": "climb", "path": [{"climb": to}]} for to in ([14, 10], then)]
    scenario = surefoot.loads(json.dumps({**FILE, "declare": [climbs[0], {"tick": "end-round"}, climbs[1]]}))
    table = scenario.table

    for declaration in scenario.declarations:
        table = surefoot.move(table, declaration, surefoot.Seeded("any")).run.table

    pose = table.pose("vex")
    assert (pose.x, pose.z) == pytest.approx((x, z), abs=1e-3)
