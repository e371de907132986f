"""An area on the ground is left on stairs and ramps, however the path is split; one that lies on them covers them."""

from __future__ import annotations

import pytest

from surefoot.files.scenario import loads
from surefoot.referee.referee import check

# Stairs rise 3" over 4", so they are 5" long.
TABLE = """
ruleset: {ruleset}
scale: 1
board: [30, 20]
terrain:
  - {{id: marsh, area: {area}, {on}tags: [{tag}]}}
  - {{id: roof, platform: {{rect: [10, 5, 6, 6]}}, z: 3, under: solid}}
  - {{id: flight, {sort}: {{from: [6, 8], to: [10, 8]}}, width: 2, height: 3}}
models:
  - {{id: kal, at: [5.5, 8], facing: 90, {model}}}
declare: [{{who: kal, action: {action}, path: {path}}}]
"""
GAMES = {
    "necromunda-classic": ("move", "difficult", "base: 25.4, profile: {M: 20, I: 4}"),
    "dark-heresy-2e": ("full-move", "mud", "base: 25.4, profile: {S: 42, T: 35, Ag: 99, Per: 30, WP: 33}"),
    "gemini-arap": ("move", "marsh", "base: 25.4, profile: {M: 20, I: 4}"),
}


def cost(ruleset: str, sort: str, area: str, path: str, tag: str = "", on: str = "") -> int:
    """What a path up the flight costs, in millionths."""
    action, slow, model = GAMES[ruleset]
    laid = loads(
        TABLE.format(
            ruleset=ruleset,
            sort=sort,
            area=area,
            path=path,
            on=on,
            tag=tag or slow,
            action=action,
            model=model,
        )
    )
    judged = check(laid.table, laid.declarations[0], nearest=False)
    assert judged.verdict == "legal", judged.breaks
    assert not judged.tests
    return judged.cost


@pytest.mark.parametrize("sort", ["stairs", "ramp"])
@pytest.mark.parametrize("ruleset", GAMES)
def test_splitting_a_path_up_a_slope_over_slow_ground_changes_no_cost(ruleset: str, sort: str) -> None:
    everywhere = "{rect: [3, 3, 20, 10]}"
    whole = cost(ruleset, sort, everywhere, "[[10.5, 8]]")
    assert cost(ruleset, sort, everywhere, "[[6.3, 8], [7, 8], [8, 8], [10.5, 8]]") == whole


def test_dangerous_ground_under_the_upper_steps_is_not_entered() -> None:
    under = "{rect: [8.2, 3, 1.5, 10]}"
    assert cost("necromunda-classic", "stairs", under, "[[10.5, 8]]", "dangerous") == 6_000_000


@pytest.mark.parametrize("ruleset", ["necromunda-classic", "gemini-arap"])
def test_an_area_on_stairs_covers_them_from_foot_to_top(ruleset: str) -> None:
    over = "{rect: [6, 3, 4, 10]}"
    assert cost(ruleset, "stairs", over, "[[10.5, 8]]", on="on: flight, ") == 11_000_000
