"""Doors and windows in walls: as thick as their wall, or a problem."""

import pytest
from tests.files.written import problems_of, small

pytestmark = pytest.mark.usefixtures("tiny_rulesets")


@pytest.mark.parametrize("floor", ["", ", on: p"])
def test_a_door_too_thin_for_its_wall_is_told_and_one_for_a_thinner_wall_above_is_not(floor: str) -> None:
    text = small(
        "terrain:",
        "  - {id: p, platform: {rect: [8, 8, 12, 12]}, z: 4}",
        "  - {id: w, wall: {rect: [10, 10, 8, 2]}, height: 3}",
        "  - {id: above, wall: {rect: [10, 10.9, 8, 0.2]}, height: 3, on: p}" if floor else "",
        f"  - {{id: d, door: [[12, 11], [14, 11]], width: 0.2, height: 2{floor}}}",
    )
    told = "9 terrain.d.width: too thin to lead through its wall: leave this out, or write 2"

    assert problems_of(text) == ([] if floor else [told])
