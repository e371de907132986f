"""The law of promises finds planners that promise what the referee does not grant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.kit.lores import LORES
from tests.kit.test_check_ruleset import Broken, broken, lent

from surefoot.files.scenario import loads
from surefoot.referee.protocol import find
from surefoot.routes.over_levels.search import forget_reaches
from surefoot.rulesets.gemini_arap import planned
from surefoot.testing.kit.draws import Draws
from surefoot.testing.kit.lawbook import LAWS
from surefoot.testing.kit.worlds import Lore

__all__ = ["broken"]

LAW = "promised-is-granted"
# The planner of the example ruleset is told that mud costs nothing more; its referee still charges double.
BLIND = (
    "__init__.py",
    "tariffs=tariffs",
    "tariffs=lambda *asked: tuple(__import__('surefoot.records').records.replace(each, rates=()) for each in tariffs(*asked))",
)


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    """Searches of another planner on the same table are forgotten."""
    forget_reaches()
    planned.tariffs.cache_clear()
    yield
    forget_reaches()
    planned.tariffs.cache_clear()


def broken_promises(ruleset: str, lore: Lore, scenario: str) -> list[str]:
    """What the law finds on a table, with the random numbers of some seeds."""
    table = loads(scenario).table
    drawn = (Draws.of(f"{ruleset} {seed}", lore) for seed in range(4))
    return [each.says for rng in drawn for each in LAWS[LAW](table, find(ruleset), rng)]


MUD = """
ruleset: tiny
board: [60, 60]
terrain: {mud: {area: {rect: [26, 26, 8, 8]}, tags: [mud]}}
models: {ann: {base: 25, at: [30, 30], profile: {pace: 6}}}
"""


def test_a_planner_that_knows_the_ground_keeps_its_promises(broken: Broken) -> None:
    assert broken_promises("tiny", lent(broken()), MUD) == []


def test_a_planner_that_takes_mud_for_open_ground_is_found(broken: Broken) -> None:
    assert broken_promises("tiny", lent(broken(BLIND)), MUD) != []


BOG = """
ruleset: gemini-arap
board: [60, 60]
terrain: {bog: {area: {rect: [26, 26, 8, 8]}, tags: [bog]}}
models: {kal: {base: 25, at: [30, 30], profile: {M: 6, I: 4, ap: 3}}}
"""


def test_a_figure_in_a_bog_is_promised_what_it_gets() -> None:
    assert broken_promises("gemini-arap", LORES["gemini-arap"], BOG) == []


def test_a_planner_that_takes_bogs_for_open_ground_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It once did: no price by the inch stood for the ground of the lists."""
    monkeypatch.setattr(planned, "slow_ground", lambda table: ())

    assert broken_promises("gemini-arap", LORES["gemini-arap"], BOG) != []
