"""Every kind of link in every ruleset that has it: what a player can declare by hand, the planner finds for no more."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import surefoot
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.protocol import Declaration, find
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.verdict import Outcome
from surefoot.routes.links.judging import judge_now_or_later
from surefoot.routes.one_level.chance import after_ticks
from surefoot.routes.one_level.route import Route
from surefoot.routes.over_levels.action_budget import ActionBudget
from surefoot.routes.over_levels.route import LevelRoute
from surefoot.routes.plan import find_route
from surefoot.routes.query import MoveQuery
from surefoot.table.table import Table

BOOK = YAML(typ="safe").load(Path(__file__).with_name("every_link.yaml"))
CASES = [
    pytest.param(kind, ruleset.strip(), case, id=f"{ruleset.strip()}-{kind}")
    for kind, of_rulesets in BOOK["tables"].items()
    for names, case in of_rulesets.items()
    for ruleset in names.split(",")
]
WHO = "kal"


def laid(ruleset: str, case: dict[str, Any]) -> tuple[Table, tuple[Declaration, ...]]:
    mover = {**case.get("mover", BOOK["movers"][ruleset]), "at": case["at"]}
    if "stands" in case:
        mover["on"] = case["stands"]
    if "facing" in case:
        mover["facing"] = case["facing"]
    scenario = surefoot.loads(
        json.dumps(
            {
                "name": "a link",
                "ruleset": ruleset,
                **({"scale": 1} if ruleset == "dark-heresy-2e" else {}),
                "board": [40, 20],
                "terrain": case.get("terrain", {}),
                "models": {WHO: mover, **case.get("models", {})},
                "declare": [{"who": WHO, **each} for each in case["by_hand"]],
            }
        )
    )
    return scenario.table, tuple(scenario.declarations)


def made_by_hand(table: Table, declarations: tuple[Declaration, ...]) -> tuple[list[Outcome], Table]:
    steps = []
    for each in declarations:
        made = judge_now_or_later(table, each)
        assert made is not None, check(after_ticks(table, each), each, nearest=False).breaks
        outcome, table = made
        steps.append(outcome)
    return steps, table


def used(table: Table, action: str, steps: list[Outcome]) -> float:
    """What is used of the movement of all actions: an action of another kind uses whole ones."""
    ruleset = ruleset_of(table)
    tariff = ruleset.tariffs(table, WHO, action)[0]
    action_budget = ActionBudget(tariff.allowance, len(steps), tariff.in_a_turn)
    takes = {each.action: each.takes for each in ruleset.planning.crossings}
    count = 0
    for step in steps:
        needs = takes.get(step.declaration.action, 1)
        count = action_budget.first_action_for(count, needs) + needs
    last = steps[-1]
    left = tariff.allowance - from_lattice(last.cost) if last.declaration.action == action else 0.0
    return count * tariff.allowance - left


@pytest.mark.parametrize(("kind", "ruleset", "case"), CASES)
def test_what_can_be_declared_by_hand_is_found(kind: str, ruleset: str, case: dict[str, Any]) -> None:
    table, declarations = laid(ruleset, case)
    steps, after = made_by_hand(table, declarations)
    sought = dict(case["seek"])
    action, to = sought.pop("action"), sought.pop("to")
    pose, place = after.pose(WHO), after.models[WHO].place
    to = to or (pose.x, pose.y)
    assert (pose.x, pose.y) == pytest.approx(tuple(to), abs=1e-3), place
    assert sought.get("on", place.on) == place.on
    way = find_route(table, WHO, action, tuple(to), MoveQuery(**sought))
    assert isinstance(way, Route | LevelRoute), way
    cost = way.used if isinstance(way, LevelRoute) else way.cost
    assert cost <= used(table, action, steps) + 0.02
    links = [[each.link.by, each.link.name] for each in way.links] if isinstance(way, LevelRoute) else []
    assert links == case["links"]
    chance = way.chance if isinstance(way, LevelRoute) else Fraction(1)
    assert chance == Fraction(str(case.get("chance", "1")))


@pytest.mark.parametrize("ruleset", list(BOOK["movers"]))
def test_what_is_left_out_has_its_clause(ruleset: str) -> None:
    left_out = {kind: clauses[ruleset] for kind, clauses in BOOK["without"].items() if ruleset in clauses}
    known = {kind for kind, of in BOOK["tables"].items() if any(ruleset in name for name in of)}
    assert not known & set(left_out)
    catalogue = find(ruleset).catalogue
    assert [clause for clause in left_out.values() if clause not in catalogue] == []
