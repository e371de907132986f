"""Every key that a case may expect holds where it should and fails where it should."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.testing.rules import ASKABLE
from tests.tiny import installed

from surefoot.testing.compare import Difference, differences, side_by_side
from surefoot.testing.expect import SHAPES, asked, shape_problems
from surefoot.testing.play import Side, play, question

ANA: dict[str, Any] = {"base": 25.4, "at": [3, 3], "side": "red", "profile": {"M": 5_000_000}}
TABLE: dict[str, Any] = {
    "board": [24, 24],
    "terrain": {"gate": {"door": [[1, 1], [2, 1]], "height": 2, "width": 0.25, "state": ["closed"]}},
    "models": {"ana": ANA},
    "objects": {
        "rungs": {"portable-ladder": 4, "carried-by": ["ana"]},
        "sack": {"sort": "loot", "at": [1, 9]},
    },
}
WALK = {"who": "ana", "action": "walk", "path": [[7, 3]]}
FAR = {"who": "ana", "action": "walk", "path": [[20, 3]]}
TOO_FAR = {"clause": "move.allowance", "where": [20, 3]}
LEAP = {"who": "ana", "action": "leap", "path": [[5, 3]], "run-up": True}
SHOVE = {"who": "ana", "happen": "shove"}
EVERYTHING = ["camp", "dash", "leap", "march", "sprint", "walk"]
ROUTE = {"who": "ana", "action": "walk", "to": [7, 3], "cost": 4}
BLOCKED = ROUTE | {"to": [3, 0.1], "cost": None}


def played(
    *declare: dict[str, Any], dice: list[Any] | None = None, expect: dict[str, Any] | None = None
) -> Side:
    questions = tuple(question(each) for each in asked(expect or {}))
    return play("tiny", {**TABLE, "declare": list(declare), "dice": dice or []}, questions)


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with installed(ASKABLE):
        yield


# (what is declared, dice, key, what holds, what does not)
EXPECTED: list[tuple[list[dict[str, Any]], list[Any], str, Any, Any]] = [
    ([WALK], [], "verdict", "legal", "illegal"),
    ([WALK, FAR], [], "verdict", "illegal", "legal"),
    ([WALK, FAR], [], "verdicts", ["legal", "illegal"], ["legal"]),
    ([WALK], [], "cost", 4, 4.01),
    ([WALK], [], "cost", 4.0005, 5),
    ([FAR], [], "reasons", ["move.allowance"], ["move.prone"]),
    ([FAR], [], "reasons", ["tiny/move.allowance"], []),
    ([FAR], [], "reasons", [TOO_FAR], [TOO_FAR | {"where": [19, 3]}]),
    ([FAR], [], "cites", ["move.allowance"], ["move.allowance", "move.walk"]),
    ([FAR], [], "cites", ["move.allowance"], []),
    ([WALK], [], "ends", {"ana": [7, 3]}, {"ana": [7, 3.1]}),
    ([WALK], [], "ends", {"ana": [7, 3, 0]}, {"ana": [7, 3, 1]}),
    ([WALK], [], "ends", {"ana": [7, 3, 0]}, {"anna": [7, 3]}),
    ([WALK], [], "facing", {"ana": 0}, {"ana": 90}),
    ([WALK], [], "on", {"ana": "board"}, {"ana": "gantry"}),
    ([WALK], [], "place", {"ana": "surface"}, {"ana": "gone"}),
    ([LEAP], [1, 1, 6], "status", {"ana": ["prone"]}, {"ana": []}),
    ([LEAP], [6], "status", {"ana": []}, {"ana": "prone"}),
    ([LEAP], [1, 2, 1, 1], "counters", {"ana": {"wounds": 2}}, {"ana": {"wounds": 1}}),
    ([WALK], [], "counters", {"ana": {"wounds": 0}}, {"ana": {"wounds": 1}}),
    ([WALK], [], "counters", {"ana": {}}, {"ana": {"wounds": 1}}),
    ([LEAP], [1, 1, 1], "counters", {"ana": {"wounds": 1}}, {"ana": {}}),
    ([WALK], [], "gone", [], ["ana"]),
    ([WALK], [], "holders", {"rungs": "ana"}, {"rungs": []}),
    ([WALK], [], "holders", {"rungs": ["ana"], "sack": []}, {"gate": ["ana"]}),
    ([WALK], [], "pieces", {"gate": {"state": "closed"}}, {"gate": {"state": ["open"]}}),
    ([WALK], [], "pieces", {"gate": {"z": 0, "gone": False}}, {"gate": {"gone": True}}),
    ([WALK], [], "pieces", {"gate": {"z": 0}}, {"gaet": {"z": 0}}),
    ([WALK], [], "pieces", {"gate": {"tags": []}}, {"gate": {"tags": ["rusty"]}}),
    ([WALK], [], "tests", [], [{"what": "dash"}]),
    ([LEAP], [3], "tests", [{"what": "ana leaps", "needs": "3+", "odds": "2/3"}], []),
    ([LEAP], [3], "tests", [{"modifier": 1, "passed": True, "rolled": 3}], [{"modifier": 0}]),
    ([LEAP], [3], "tests", [{"odds": "2/3", "clause": "leap.test"}], [{"odds": "1/3"}]),
    ([LEAP], [3], "tests", [{"odds": "4/6"}], [{"clause": "leap.fall"}]),
    ([LEAP], [1, 3, 6, 6, 6], "tests", [{}, {"reading": 3}, {}, {}, {}], [{}, {"reading": 2}, {}, {}, {}]),
    ([WALK], [], "ledger", [{"what": "walk", "length": 4, "clause": "move.walk"}], [{"length": 3}]),
    ([WALK], [], "ledger", [{"from": [3, 3, 0], "to": [7, 3, 0]}], [{"clause": "move.prone"}]),
    ([FAR], [], "ledger", [], [{}]),
    ([LEAP], [1, 1, 1], "events", ["became", "counted", "is turned"], ["counted", "became"]),
    ([LEAP], [1, 1, 1], "events", [{"what": "counted", "by": 1}], [{"what": "counted", "by": 2}]),
    ([LEAP], [1, 1, 1], "events", [{"what": "became", "clause": "leap.fall"}], ["leaps"]),
    ([LEAP], [1, 1, 1], "no_events", ["leaps"], ["became"]),
    ([WALK], [], "answer", {"ask": "how-far", "who": "ana", "value": 5_000_000}, None),
    ([WALK], [], "answer", {"ask": "how-far", "who": "ana", "times": 2, "value": 10_000_000}, None),
    ([WALK], [], "offered", {"ana": EVERYTHING}, {"ana": EVERYTHING[1:]}),
    ([WALK], [], "offered", {"ana": EVERYTHING[::-1]}, {"anna": EVERYTHING}),
    ([LEAP], [1, 1, 6], "offered", {"ana": EVERYTHING}, {"ana": ["camp"]}),
    ([LEAP], [1, 1, 6], "may", {"ana": ["march", "camp"]}, {"ana": EVERYTHING}),
    ([WALK], [], "may", {"ana": EVERYTHING}, {"ana": ["walk"]}),
    ([WALK], [], "may", {"ana": EVERYTHING[::-1]}, {"anna": EVERYTHING}),
    ([], [], "route", [ROUTE, ROUTE | {"to": [3, 1], "cost": 2}], [ROUTE, ROUTE | {"to": [3, 1]}]),
    ([], [], "route", [ROUTE | {"to": [20, 3], "cost": None}], [ROUTE | {"cost": None}]),
    ([], [], "route", [ROUTE | {"to": [11, 3], "actions": 2, "cost": 8}], [ROUTE | {"to": [11, 3]}]),
    ([], [], "route", [ROUTE | {"on": "board"}], [ROUTE | {"who": "anna"}]),
    ([], [], "route", [ROUTE], [ROUTE | {"action": "wlak"}]),
    ([], [], "route", [BLOCKED | {"blocked_by": ["board"]}], [BLOCKED | {"blocked_by": []}]),
    ([], [], "route", [ROUTE | {"blocked_by": []}], [ROUTE | {"blocked_by": ["gate"]}]),
    ([SHOVE], [90, 3, 5], "left", {"shoved:ana": 5}, {"shoved:ana": 3}),
    ([WALK], [], "left", {"shoved:ana": None}, {"shoved:ana": 5}),
    ([{"tick": "end-round"}], [], "clock", {"round": 2}, {"round": 1}),
    ([WALK], [], "digest_differs", True, False),
    ([FAR], [], "digest_differs", False, True),
    ([{"who": "ana", "action": "wlak"}], [], "invalid", True, ["move.walk"]),
    (
        [{"who": "ana", "action": "wlak"}],
        [],
        "invalid",
        [{"where": "declare[0].action"}],
        [{"where": "declare"}],
    ),
    ([{"who": "ana", "action": "wlak"}], [], "invalid", [{"instead": "walk"}], [{"instead": "wal"}]),
    ([LEAP], [3], "tests", [{"modifiers": [1]}], [{"modifiers": []}]),
    ([LEAP], [], "asks", {"what": "ana leaps", "who": "ana", "reasons": []}, {"what": "ana falls"}),
]


@pytest.mark.parametrize(("declare", "dice", "key", "right", "wrong"), EXPECTED)
def test_an_expectation_holds_and_fails(
    declare: list[dict[str, Any]], dice: list[Any], key: str, right: Any, wrong: Any
) -> None:
    if key == "answer":
        wrong = {**right, "value": 1}

    for value, holds in ((right, True), (wrong, False)):
        expect = {key: value}
        assert not shape_problems(expect)
        found = differences(expect, played(*declare, dice=dice, expect=expect))
        assert (found == []) is holds, found


def test_every_key_that_can_be_expected_is_tried_here() -> None:
    assert SHAPES
    assert set(SHAPES) == {key for _, _, key, _, _ in EXPECTED}


# What is written wrongly, key by key, before anything is run.
MISSHAPEN: list[tuple[str, Any]] = [
    ("verdict", "fine"),
    ("verdicts", "legal"),
    ("cost", "4"),
    ("cost", True),
    ("reasons", "move.walk"),
    ("reasons", [{"clause": "move.walk"}]),
    ("reasons", [{"clause": "move.walk", "where": [1]}]),
    ("cites", "move.walk"),
    ("ends", [1, 2]),
    ("ends", {"ana": [1]}),
    ("facing", {"ana": "north"}),
    ("on", {"ana": 3}),
    ("place", {}),
    ("status", {"ana": 3}),
    ("counters", {"ana": 3}),
    ("gone", "ana"),
    ("holders", ["ana"]),
    ("pieces", {"gate": {"colour": 3}}),
    ("pieces", {"gate": {}}),
    ("tests", [3]),
    ("tests", [{"odds": "half"}]),
    ("ledger", 4),
    ("ledger", ["walk"]),
    ("ledger", [{"mode": "walk"}]),
    ("events", [{"who": "ana"}]),
    ("no_events", [3]),
    ("asks", {}),
    ("asks", {"why": "leap"}),
    ("invalid", [{"place": "declare"}]),
    ("invalid", [{}]),
    ("answer", {"ask": "how-far"}),
    ("answer", 3),
    ("invalid", False),
    ("invalid", []),
    ("offered", {"ana": "walk"}),
    ("may", {"ana": "walk"}),
    ("may", ["walk"]),
    ("route", ROUTE),
    ("route", [{"who": "ana"}]),
    ("route", [ROUTE | {"cost": "4"}]),
    ("route", [ROUTE | {"to": [1, 2, 3]}]),
    ("route", [ROUTE | {"to": "there"}]),
    ("route", [ROUTE | {"via": [1, 2]}]),
    ("route", [ROUTE | {"blocked_by": "gate"}]),
    ("left", {}),
    ("clock", 3),
    ("digest_differs", "yes"),
]


@pytest.mark.parametrize(("key", "value"), MISSHAPEN)
def test_an_expectation_that_is_written_wrongly_is_refused(key: str, value: Any) -> None:
    ((where, says),) = shape_problems({key: value})

    assert where == key
    assert says


def test_every_key_that_can_be_expected_can_be_written_wrongly() -> None:
    assert set(SHAPES) == {key for key, _ in MISSHAPEN}


def test_differences_stand_side_by_side() -> None:
    shown = side_by_side([Difference("cost", "4", "5"), Difference("ends.kal", "13, 10, 2", "12, 10, 2")])

    assert shown.splitlines() == [
        "            expected   found",
        "  cost      4          5",
        "  ends.kal  13, 10, 2  12, 10, 2",
    ]
