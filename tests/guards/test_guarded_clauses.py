"""Clauses that no pair can prove, because nothing cites them; each is guarded by a test of its own.

`GUARDS` says which test that is; `test_catalogues.py` sees to it that every such clause is in it or waits for its topic.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from surefoot.files import scenario
from surefoot.referee.protocol import find
from surefoot.referee.referee import check
from surefoot.referee.verdict import Outcome
from surefoot.table.record import Record

ROUNDS_OF_A_MINUTE = 12
GUARDS: dict[str, Callable[..., None]] = {}


def guards(*clauses: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test below guards these clauses."""

    def named(test: Callable[..., None]) -> Callable[..., None]:
        GUARDS.update(dict.fromkeys(clauses, test))
        return test

    return named


@guards("dark-heresy-2e/support.round-length")
def test_a_minute_of_travel_is_twelve_full_moves() -> None:
    catalogue = find("dark-heresy-2e").catalogue
    travel = {row["agb"]: row["m_per_minute"] for row in catalogue.rows("narrative.table")}
    full = {row["agb"]: row["full"] for row in catalogue.rows("move.structured-table")}

    assert travel
    assert travel == {agb: ROUNDS_OF_A_MINUTE * metres for agb, metres in full.items()}


def judged(terrain: dict[str, Any], end: float = 5.0, **model: Any) -> Outcome:
    """What a figure with four inches a move is told that walks north across something."""
    figure = {"base": 25, "at": [10, 4], "side": "a", "profile": {"M": 4, "I": 4, "ap": 3}, **model}
    text = json.dumps(
        {
            "ruleset": "gemini-arap",
            "options": {"variable_terrain": True},
            "board": [24, 24],
            "models": {"kal": figure},
            "terrain": {"piece": terrain},
            "declare": [{"who": "kal", "action": "move", "path": [[10, end]]}],
        }
    )
    laid = scenario.loads(text, "guard")
    return check(laid.table, laid.declarations[0], nearest=False)


@guards("gemini-arap/allowance.difficult-costs-two", "gemini-arap/allowance.very-difficult-costs-four")
@pytest.mark.parametrize(
    ("ground", "costs", "clause"),
    [("difficult", 2, "difficult.two-for-one"), ("very-difficult", 4, "very-difficult.four-for-one")],
)
def test_bad_ground_costs_what_its_first_mention_says_and_cites_its_own_clause(
    ground: str, costs: int, clause: str
) -> None:
    first_mention = {
        "difficult": "allowance.difficult-costs-two",
        "very-difficult": "allowance.very-difficult-costs-four",
    }[ground]
    outcome = judged({"area": {"rect": [0, 4, 24, 16]}, "tags": [ground]})

    assert f"{costs}″" in find("gemini-arap").catalogue[first_mention].summary
    assert [(line.cost, line.clause) for line in outcome.ledger] == [(costs * 1_000_000, clause)]
    assert first_mention not in outcome.clauses


@guards("gemini-arap/obstacle.base-gauge")
@pytest.mark.parametrize(
    ("height", "free"), [(25 / 25.4, True), (1.0, True), (1.01, False)], ids=["25 mm", "1 inch", "more"]
)
def test_the_limit_of_low_obstacles_is_an_inch_and_not_the_width_of_a_base(height: float, free: bool) -> None:
    outcome = judged({"wall": [[0, 5.5], [24, 5.5]], "width": 0.25, "height": height}, 6.75, height=1.6)

    assert outcome.verdict == "legal"
    assert outcome.cost == 2_750_000 + (0 if free else round(height * 1_000_000))
    assert "obstacle.base-gauge" not in outcome.clauses


NOTATIONS: dict[str, dict[str, Any]] = {
    "R2DnP1 up": {},
    "R3DnP1 up": {"keywords": ["move-through-cover"]},
    "R2DnP1 down": {"profile": {"M": 4, "I": 4, "ap": 3, "variable_pick": "lowest"}},
    "R1DnP1": {"tags": ["very-difficult"]},
}
DICE = {
    "R2DnP1 up": "2D4 keep highest 1",
    "R3DnP1 up": "3D4 keep highest 1",
    "R2DnP1 down": "2D4 keep lowest 1",
    "R1DnP1": "D4",
}


@guards("gemini-arap/support.dice-notation")
@pytest.mark.parametrize(
    "notation", [row["notation"] for row in find("gemini-arap").catalogue.rows("support.dice-notation")]
)
def test_each_notation_stands_for_the_dice_that_variable_ground_asks_for(notation: str) -> None:
    given = dict(NOTATIONS[notation])
    tags = given.pop("tags", ["difficult"])
    rubble = {"area": {"rect": [0, 4, 24, 16]}, "tags": tags, "traits": {"gemini-arap": {"variable": True}}}
    outcome = judged(rubble, **given)

    assert [test.dice for test in outcome.tests] == [DICE[notation]]


def rooftops(gravity: str, light: str) -> scenario.Scenario:
    """A few feats of a character, each of which gravity would change, in some light."""
    profile = {"S": 42, "T": 35, "Ag": 41, "Per": 30, "WP": 33, "BS": 35, "load": 50}
    text = json.dumps(
        {
            "ruleset": "dark-heresy-2e",
            "scale": 1,
            "options": {"gravity": gravity},
            "environment": {"light": light},
            "board": [60, 30],
            "terrain": {
                "roof": {"platform": {"rect": [20, 10, 10, 10]}, "z": 3, "under": "solid", "tags": ["simple"]}
            },
            "models": {
                "vex": {"base": 25.4, "at": [19.5, 15], "side": "a", "profile": profile},
                "tor": {"base": 25.4, "at": [29, 15], "on": "roof", "side": "b", "profile": profile},
            },
            "declare": [
                {"who": "vex", "action": "full-move", "path": [[18, 15]]},
                {"who": "vex", "action": "leap", "path": [{"leap": [17, 15]}]},
                {"who": "vex", "action": "climb", "path": [{"climb": [25, 15]}]},
                {"who": "tor", "action": "jump-down", "path": [{"jump": [32, 15]}]},
                {"who": "vex", "action": "lift", "weight": 60},
                {"who": "vex", "action": "throw", "weight": 5},
                {"who": "vex", "action": "throw", "weight": 5, "target": "tor"},
                {"who": "vex", "action": "journey", "hours": 1},
            ],
        }
    )
    return scenario.loads(text, "guard")


def outcomes(laid: scenario.Scenario) -> list[Outcome]:
    """Each declaration judged on the table as it was laid."""
    return [check(laid.table, declared, nearest=False) for declared in laid.declarations]


@guards("dark-heresy-2e/gravity.when-it-matters")
def test_normal_gravity_is_never_cited() -> None:
    def cited(gravity: str) -> list[str]:
        found = [clause for each in outcomes(rooftops(gravity, "bright")) for clause in each.clauses]
        return [clause for clause in dict.fromkeys(found) if clause.startswith("gravity.")]

    assert cited("normal") == []
    assert cited("low") == ["gravity.low-agb", "gravity.low-jump", "gravity.low-carry", "gravity.low-throw"]


@guards("dark-heresy-2e/light.combat-elsewhere")
@pytest.mark.parametrize("light", ["darkness", "bright"])
def test_light_changes_no_attack(light: str) -> None:
    laid = rooftops("normal", light)
    thrown = outcomes(laid)[6]
    question = find("dark-heresy-2e").questions["attack-modifier"]
    answer = question(laid.table, "vex", Record(target="tor"))

    assert [(test.what, test.modifiers) for test in thrown.tests] == [("throw (Ballistic Skill)", ())]
    assert (answer.value, answer.clauses) == (0, ())
    # It is dark, though.
    steps = outcomes(laid)[0].clauses
    assert ("light.darkness" in steps) == (light == "darkness")
