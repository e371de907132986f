"""Whatever a leg is called, it takes a model no further than its action does."""

from __future__ import annotations

import json

import pytest

import surefoot
from surefoot.files.kinds import BYS
from surefoot.referee.protocol import find

# An ordinary model of each game, on an open table, with everything that one of its kind needs to move.
MODELS = {
    "dark-heresy-2e": {"base": 12.7, "profile": {"Ag": 40, "S": 35, "T": 35, "Per": 30, "WP": 30}},
    "gemini-arap": {"base": 25.4, "facing": 90, "profile": {"M": 4, "I": 4, "ap": 3}},
    "necromunda-2023": {"base": 25.4, "profile": {"M": 5, "I": 4}},
    "necromunda-classic": {"base": 25.4, "profile": {"M": 5, "I": 4}},
    "wh40k-10e": {"base": 25.4, "profile": {"M": 6, "W": 1}},
}
FAR = 150.0
ACTIONS = [
    (name, action.name)
    for name in MODELS
    for action in find(name).actions.values()
    if action.kind == "declare" and action.path != "none" and action.target != "required"
]


def test_the_games_of_this_project_are_all_tried() -> None:
    assert sorted(MODELS) == sorted(name for name in surefoot.ruleset_names() if name in MODELS)
    assert len(ACTIONS) > 30


@pytest.mark.parametrize("by", BYS)
@pytest.mark.parametrize(("ruleset", "action"), ACTIONS)
def test_no_label_makes_a_leg_free(ruleset: str, action: str, by: str) -> None:
    data = {
        "ruleset": ruleset,
        "board": [200, 20],
        "scale": 1 if ruleset == "dark-heresy-2e" else None,
        "models": [{"id": "kal", "at": [10, 10], **MODELS[ruleset]}],
        "clock": {"phase": "movement"} if ruleset == "wh40k-10e" else None,
        "declare": [{"who": "kal", "action": action, "path": [{by: [10 + FAR, 10]}]}],
    }
    try:
        laid = surefoot.loads(json.dumps({key: value for key, value in data.items() if value is not None}))
    except surefoot.FileInvalid:
        # It needs more than a path: a load, a piece of loot.
        return
    outcome = surefoot.check(laid.table, laid.declarations[0])

    assert outcome.run.table.pose("kal").x < 10 + FAR


@pytest.mark.parametrize("ruleset", MODELS)
@pytest.mark.parametrize("state", ["open", "closed"])
def test_a_leg_through_a_door_is_walked_if_it_is_open(ruleset: str, state: str) -> None:
    action = {"dark-heresy-2e": "full-move", "wh40k-10e": "normal"}.get(ruleset, "move")
    paths: list[list[object]] = [[[13, 10]], [{"through": "gate", "to": [13, 10]}]]
    found = []
    for path in paths:
        data = {
            "ruleset": ruleset,
            "board": [24, 20],
            "terrain": {
                "south": {"wall": [[12, 0], [12, 8.5]], "width": 0.25, "height": 6},
                "gate": {"door": [[12, 8.5], [12, 11.5]], "width": 0.25, "height": 6, "state": [state]},
                "north": {"wall": [[12, 11.5], [12, 20]], "width": 0.25, "height": 6},
            },
            "models": [{"id": "kal", "at": [10, 10], "height": 1.2, **MODELS[ruleset]}],
            "declare": [{"who": "kal", "action": action, "path": path}],
        }
        data |= {"scale": 1} if ruleset == "dark-heresy-2e" else {}
        data |= {"clock": {"phase": "movement"}} if ruleset == "wh40k-10e" else {}
        laid = surefoot.loads(json.dumps(data))
        outcome = surefoot.check(laid.table, laid.declarations[0])
        found.append((outcome.verdict, outcome.cost))

    assert found[0] == found[1]
    assert found[0] == ("legal", 3_000_000) if state == "open" else found[0][0] == "illegal"
