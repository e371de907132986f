"""A straight leg that leads out of an enemy's zone is judged like the same leg in parts, wherever something hides the enemy."""

from __future__ import annotations

import pytest

from surefoot.files.scenario import loads
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace

# The fighter on the crates is hidden by their edge from one right below it, and seen from a little further off.
TABLE = """
ruleset: {ruleset}
board: [60, 60]
terrain:
  crate: {{platform: {{rect: [31.5, 27.5, 1.25, 1.75]}}, z: 0.51, under: solid}}
  top: {{platform: {{rect: [31.75, 27.75, 1.25, 1.25]}}, z: 0.76, under: solid, on: crate}}
models:
  kal: {{base: 25.4, height: 1.5, at: [32, 26.75], side: a, profile: {{M: 6, I: 5, T: 3, W: 1}}}}
  mad: {{base: 32.004, height: 1.5, at: [32.5, 28.25], on: top, side: b, profile: {{M: 6, I: 4, T: 3, W: 1}}}}
declare:
- {{who: kal, action: move, path: [[31.994, 25.755]]}}
- {{who: kal, action: move, path: [[31.9999, {middle}], [31.994, 25.755]]}}
"""


@pytest.mark.parametrize("middle", [26.745, 26.72, 26.715, 26.7, 26.6, 26.5])
@pytest.mark.parametrize("ruleset", ["necromunda-classic", "necromunda-2023"])
def test_leaving_a_zone_in_two_legs_is_as_legal_as_in_one(ruleset: str, middle: float) -> None:
    laid = loads(TABLE.format(ruleset=ruleset, middle=middle))
    whole, split = (check(laid.table, each, nearest=False) for each in laid.declarations)

    assert (whole.verdict, split.verdict) == ("legal", "legal")


def test_a_zone_begins_where_the_enemy_comes_into_sight() -> None:
    """The line from base to base rises over the edge of the crate at y = 26.717."""
    laid = loads(TABLE.format(ruleset="necromunda-classic", middle=26.6))
    table, declaration = laid.table, laid.declarations[0]
    tariff = ruleset_of(table).tariffs(table, "kal", "move")[0]
    hidden, leaving, beyond = trace(Scene(table), tariff.lens, "kal", declaration.legs).strides

    assert hidden.zones == hidden.leaving == beyond.zones == beyond.leaving == ()
    assert [zone.model for zone in leaving.leaving] == ["mad"]
    assert leaving.start.y == pytest.approx(26.717, abs=1e-3)
