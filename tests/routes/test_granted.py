"""Paths that the referee grants and the planner once did not find, or only for more: each failed the law *granted is found*."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from surefoot.files.scenario import laid
from surefoot.files.source import of_data
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.referee import check
from surefoot.routes.over_levels.route import LevelRoute
from surefoot.routes.over_levels.search import level_reach

BOOK = YAML(typ="safe").load(Path(__file__).with_name("granted.yaml"))
CASES = [
    pytest.param(ruleset, case, id=name)
    for ruleset, cases in BOOK["cases"].items()
    for name, case in cases.items()
]
BOARD, HEIGHT = [60, 60], 1.5


def scenario(ruleset: str, case: dict[str, Any]) -> dict[str, Any]:
    """A case as a scenario file would hold it."""
    models = {name: {"height": HEIGHT, **model} for name, model in case["models"].items()}
    declared = {"who": [case["who"]], "action": BOOK["actions"][ruleset], "path": case["path"]}
    return {
        "ruleset": ruleset,
        "board": BOARD,
        "terrain": case["terrain"],
        "models": models,
        "declare": [declared],
    }


@pytest.mark.parametrize(("ruleset", "case"), CASES)
def test_what_is_granted_is_found_for_no_more(ruleset: str, case: dict[str, Any]) -> None:
    set_up = laid(of_data(scenario(ruleset, case), "<case>"))
    table, declaration = set_up.table, set_up.declarations[0]
    who = table.units[declaration.actor].models[0] if declaration.actor in table.units else declaration.actor
    outcome = check(table, declaration, nearest=False)
    pose, on = outcome.run.table.pose(who), outcome.run.table.models[who].place.on
    field = level_reach(table, who, declaration.action)
    cost = field.cost(pose.x, pose.y, on)

    assert outcome.verdict == "legal"
    assert cost is not None
    assert cost <= from_lattice(outcome.cost) + field.error
    way = field.route_to((pose.x, pose.y), on)
    assert isinstance(way, LevelRoute)
    # Turns are paid for as they are drawn.
    assert field.atlas.tariff.turn_fare or way.used <= from_lattice(outcome.cost) + field.error
