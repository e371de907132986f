"""Sentences of refusals: they name what is in the way, and say nothing that did not happen."""

from __future__ import annotations

import json
from typing import Any

import surefoot
from surefoot.dice.responders import Seeded
from surefoot.referee.referee import move

TANK = {"hull": [6, 3], "at": [10, 10], "facing": 90, "side": "a", "height": 3, "profile": {"M": 12}}


def refusals(**fields: Any) -> list[str]:
    """What the last declaration of a scenario is refused with."""
    laid = surefoot.loads(json.dumps({"ruleset": "wh40k-10e", "board": [60, 44], **fields}))
    table, says = laid.table, []
    for declaration in laid.declarations:
        outcome = move(table, declaration, Seeded("1"))
        table = outcome.run.table
        says = [reason["says"] for reason in surefoot.data(outcome)["reasons"]]
    return says


def test_a_tank_that_turns_into_a_wall_is_told_which_wall() -> None:
    says = refusals(
        terrain={"wall": {"wall": {"rect": [5, 12, 10, 1]}, "height": 5}},
        models={"tank": TANK},
        declare=[{"who": "tank", "action": "normal", "path": [{"turn": 90}]}],
    )
    assert says == ["Tank can't end its move part-way over the wall. Stop before or behind it"]


def test_a_unit_that_arrived_is_not_told_that_another_one_was_selected() -> None:
    apc = {**TANK, "keywords": ["Transport"], "traits": {"wh40k-10e": {"capacity": {"maximum": 6}}}}
    ana = {
        "base": 32,
        "side": "a",
        "keywords": ["Deep Strike"],
        "profile": {"M": 6},
        "place": {"kind": "reserve"},
    }
    says = refusals(
        clock={"side": "a", "phase": "movement", "step": "reinforcements"},
        models={"apc": apc, "ana": ana},
        declare=[
            {"who": "ana", "action": "arrive", "plan": {"places": {"ana": [10, 13]}}},
            {"who": "ana", "action": "embark", "target": "apc"},
        ],
    )
    assert says == [
        "The Move Units step is over: the Reinforcements step has begun",
        "Ana arrived from Reserves this turn: it counts as having moved, but can't embark",
    ]


def test_one_place_and_no_firing_deck_are_told_as_such() -> None:
    apc = {**TANK, "keywords": ["Transport"], "traits": {"wh40k-10e": {"capacity": {"maximum": 1}}}}
    foot = {"base": 32, "side": "a", "profile": {"M": 6}}
    rider = {
        **foot,
        "place": {"kind": "aboard", "on": "apc"},
        "traits": {"wh40k-10e": {"weapons": {"gun": "ranged"}}},
    }
    models = {"apc": apc, "ana": {**foot, "at": [10, 15]}, "bob": rider}
    full = refusals(
        clock={"side": "a", "phase": "movement"},
        models=models,
        declare=[
            {"who": "ana", "action": "normal", "path": [[10, 14]]},
            {"who": "ana", "action": "embark", "target": "apc"},
        ],
    )
    assert full == ["Ana needs 1 place in Apc, which has 0 of 1 left"] * 2
    fire = {"who": "apc", "action": "firing-deck", "weapons": {"bob": "gun"}}
    shooting = {"side": "a", "phase": "shooting"}
    assert refusals(clock=shooting, models=models, declare=[fire]) == ["Apc has no Firing Deck"]
