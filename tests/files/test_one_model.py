"""Actions and events for one model: a second name, or for an event a unit, is a problem and never left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from surefoot.files import scenario
from surefoot.files.problems import FileInvalid
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import Malformed, check

GANG: dict[str, Any] = {
    "ruleset": "necromunda-classic",
    "board": [24, 24],
    "units": {
        "juves": {
            "of": "juve",
            "base": 25,
            "count": 2,
            "at": [5, 8],
            "side": "a",
            "profile": {"M": 5, "I": 4},
        }
    },
    "models": {
        "kal": {"base": 25, "at": [5, 12], "side": "a", "profile": {"M": 5, "I": 4}},
        "pal": {"base": 25, "at": [9, 12], "side": "a", "profile": {"M": 5, "I": 4}},
    },
}


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        (
            {"who": ["kal", "pal"], "action": "move", "path": [[6, 12]]},
            "Move (Simple) is for one model. Declare it again for pal",
        ),
        (
            {"who": ["kal", "pal"], "happen": "knocked down"},
            "Knock down (Prone) is for one model. Declare it again for pal",
        ),
        (
            {"who": "juves", "happen": "knocked down"},
            "Knock down (Prone) is for one model. Name one of juves",
        ),
    ],
)
def test_a_declaration_for_more_than_one_model_is_a_problem_of_the_file(
    declared: dict[str, Any], says: str
) -> None:
    with pytest.raises(FileInvalid, match=r"declare\[0\]\.who") as refused:
        scenario.loads(json.dumps({**GANG, "declare": [declared]}))
    assert says in str(refused.value)


def test_the_library_says_so_as_well() -> None:
    table = scenario.loads(json.dumps(GANG)).table
    for who in (("kal", "pal"), ("juves",)):
        with pytest.raises(Malformed, match="is for one model"):
            check(table, Declaration("knocked down", who, kind="happen"))


def test_a_party_of_dark_heresy_still_rests_together() -> None:
    character = {"base": 25, "side": "a", "profile": {"S": 30, "T": 30, "Ag": 35}}
    both = {"vex": {**character, "at": [5, 8]}, "ana": {**character, "at": [9, 8]}}
    table: dict[str, Any] = {"ruleset": "dark-heresy-2e", "scale": 1, "board": [40, 40], "models": both}
    rest = {"who": ["vex", "ana"], "action": "rest", "hours": 8}
    assert scenario.loads(json.dumps({**table, "declare": [rest]})).declarations[0].who == ("vex", "ana")
    walk = {"who": ["vex", "ana"], "action": "half-move", "path": [[6, 8]]}
    with pytest.raises(FileInvalid, match="Half Move is for one model"):
        scenario.loads(json.dumps({**table, "declare": [walk]}))


def test_an_event_of_the_battle_is_for_one_unit() -> None:
    squad = {
        "of": "trooper",
        "base": 32,
        "count": 2,
        "side": "a",
        "profile": {"M": 6, "W": 1, "Ld": 7, "OC": 1},
    }
    units = {"reds": {**squad, "at": [5, 8]}, "blues": {**squad, "at": [15, 8]}}
    battle = {"ruleset": "wh40k-10e", "board": [44, 30], "units": units}
    both: dict[str, Any] = {"who": ["reds", "blues"], "happen": "battle-shock"}
    with pytest.raises(FileInvalid, match=r"Battle-shock unit is for one unit\. Declare it again for blues"):
        scenario.loads(json.dumps({**battle, "declare": [both]}))
    of_one = {**both, "who": ["reds.1", "reds.2"]}
    assert scenario.loads(json.dumps({**battle, "declare": [of_one]})).declarations[0].who == (
        "reds.1",
        "reds.2",
    )
