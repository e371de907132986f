"""The planner and slow movement: how far straight ahead a reach and a route lead, as the rules have it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from surefoot.answers.movement import advice
from surefoot.files.scenario import loads
from surefoot.routes.plan import find_reach, find_route
from surefoot.routes.query import MoveQuery
from surefoot.table.table import Table

EVERYWHERE = {"rect": [1, 1, 38, 38]}
COVER = {"keywords": ["move-through-cover"]}
PRONE = {"status": ["prone"]}
FIVE, SIX = {"M": 5}, {"M": 6}


def ground(*pieces: str, **fields: Any) -> dict[str, Any]:
    """A table of areas that cover all of it, each with some tags."""
    return {f"g{k}": {"area": EVERYWHERE, "tags": tags.split(), **fields} for k, tags in enumerate(pieces)}


def table(terrain: dict[str, Any], kal: dict[str, Any], **fields: Any) -> Table:
    """Kal in the west of a table, looking north."""
    profile = {"M": 4, "I": 4, "ap": 3, **{key: kal[key] for key in kal if key == "M"}}
    rest = {key: value for key, value in kal.items() if key != "M"}
    model = {"base": 25.4, "at": [10, 10], "facing": 0, "side": "a", "profile": profile, **rest}
    models = {"kal": model, **fields.pop("models", {})}
    given = {"ruleset": "gemini-arap", "board": [40, 40], "terrain": terrain, "models": models, **fields}
    return loads(json.dumps(given)).table


def bearer(*others: str) -> dict[str, Any]:
    """A ladder that Kal carries, with some others."""
    return {"rungs": {"portable-ladder": 4, "carried-by": ["kal", *others]}}


CASES = {
    "open ground": (4, {}, {}, {}),
    "open woodland": (4, ground("open-woodland"), {}, {}),
    "a bog": (2, ground("bog"), {}, {}),
    "half of five is rounded up": (3, ground("bog"), FIVE, {}),
    "a swamp": (1, ground("swamp"), {}, {}),
    "a quarter of five is rounded up": (2, ground("swamp"), FIVE, {}),
    "a quarter of six is rounded up": (2, ground("swamp"), SIX, {}),
    "a pair of kinds on one piece": (1, ground("bog dense-foliage"), {}, {}),
    "a pair of kinds on two pieces": (1, ground("open-woodland", "treacherous-slope"), {}, {}),
    "two kinds of Difficult Ground": (1, ground("bog", "stream"), {}, {}),
    "the same kind twice": (2, ground("bog", "bog"), {}, {}),
    "the worst of two kinds": (2, ground("bog", "stream"), {}, {"options": {"overlap_rule": "worst"}}),
    "three kinds": (1, ground("bog", "stream", "soft-sand"), {}, {}),
    "a class of its own": (2, ground("road", traits={"gemini-arap": {"class": "difficult"}}), {}, {}),
    "variable ground without the rule": (2, ground("variable"), {}, {}),
    "crawling": (2, {}, PRONE, {}),
    "crawling through a bog": (2, ground("bog"), PRONE, {}),
    "crawling through a swamp": (1, ground("swamp"), PRONE, {}),
    "a quarter of five, crawling": (2, ground("swamp"), {**FIVE, **PRONE}, {}),
    "Move Through Cover in a bog": (3, ground("bog"), COVER, {}),
    "Move Through Cover in a swamp": (2, ground("swamp"), COVER, {}),
    "Move Through Cover on open ground": (4, ground("ruins"), COVER, {}),
    "Move Through Cover, half of five": (4, ground("bog"), {**COVER, **FIVE}, {}),
    "Move Through Cover, crawling": (2, ground("swamp"), {**COVER, **PRONE}, {}),
    "a ladder alone": (1, {}, {}, {"objects": bearer()}),
    "a ladder alone in a bog": (0.5, ground("bog"), {}, {"objects": bearer()}),
    "a ladder for two": (
        2,
        {},
        {},
        {
            "objects": bearer("bob"),
            "models": {"bob": {"base": 25.4, "at": [8.5, 10], "side": "a", "profile": {"M": 4, "ap": 3}}},
        },
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_reach_and_a_route_lead_as_far_as_the_rules_allow(name: str) -> None:
    far, terrain, kal, fields = CASES[name]
    there = table(terrain, kal, **fields)
    reach = find_reach(there, "kal", "move", MoveQuery())

    assert reach.says(10.0, 10.0 + far - 0.1) == "yes"
    assert reach.says(10.0, 10.0 + far + 0.15) == "no"
    assert find_route(there, "kal", "move", (10.0, 10.0 + far), MoveQuery()).found
    assert not find_route(there, "kal", "move", (10.0, 10.0 + far + 0.02), MoveQuery()).found


CHARGES = {
    "open ground": (8, {}, {}),
    "a bog": (4, ground("bog"), {}),
    "a swamp": (2, ground("swamp"), {}),
    "leaping": (14, {}, {"keywords": ["leaping"]}),
    "Move Through Cover": (5, ground("bog"), COVER),
}


@pytest.mark.parametrize("name", CHARGES)
def test_a_charge_is_planned_with_its_own_distance(name: str) -> None:
    far, terrain, kal = CHARGES[name]

    def charged(inches: float) -> bool:
        foe = {"base": 25.4, "at": [10, 11 + inches], "side": "b", "profile": {"M": 4, "ap": 3}}
        there = table(terrain, kal, models={"foe": foe})
        query = MoveQuery(target="foe")
        found = find_route(there, "kal", "charge", (10.0, 10.0 + inches), query)
        assert found.found or advice(there, "kal", "charge", (10.0, 10.0 + inches), query) == []
        return found.found

    assert find_reach(table(terrain, kal), "kal", "charge", MoveQuery()).says(10.0, 10.0 + far - 0.02) != "no"
    assert charged(far)
    assert not charged(far + 0.02)


def test_a_walker_goes_around_listed_ground() -> None:
    there = table({"pool": {"area": {"rect": [9, 11, 2, 2]}, "tags": ["swamp"]}}, SIX)
    found = find_route(there, "kal", "move", (10.0, 14.0), MoveQuery())

    assert found.found
    assert 5.0 < found.cost < 6.0


def test_open_and_slow_ground_share_the_free_inch() -> None:
    # Two inches in the open, one for nothing, one for two: four in all.
    there = table({"mire": {"area": {"rect": [1, 12, 38, 20]}, "tags": ["bog"]}}, COVER)

    assert find_route(there, "kal", "move", (10.0, 14.0), MoveQuery()).found
    assert not find_route(there, "kal", "move", (10.0, 14.02), MoveQuery()).found
    assert find_reach(there, "kal", "move", MoveQuery()).says(10.0, 14.1) == "no"


FRIEND_IN_A_DOOR = """
ruleset: gemini-arap
board: [24, 16]
terrain:
  wall: {wall: [[12, 0], [12, 7]], width: 0.25, height: 3}
  door: {door: [[12, 7], [12, 9]], height: 2, state: [open]}
  more: {wall: [[12, 9], [12, 16]], width: 0.25, height: 3}
models:
  kal: {base: 25, at: [10, 8], facing: 90, side: a, profile: {M: 6, I: 4, ap: 3}}
  ana: {base: 25, at: [12, 8], facing: 90, side: a, profile: {M: 6, I: 4, ap: 3}}
"""


def test_nothing_is_promised_past_a_friend_in_a_doorway() -> None:
    """Found by the law *promised is granted*: friends are passed, but not there."""
    field = find_reach(loads(FRIEND_IN_A_DOOR).table, "kal", "move")

    assert not field.route_to((14.0, 8.0)).found
    assert field.says(14.0, 8.0) != "yes"
    assert field.says(10.0, 5.0) == "yes"


IN_THE_WASTE = """
ruleset: gemini-arap
board: [24, 16]
terrain: {waste: {area: {rect: [4, 4, 4, 4]}, tags: [impassable]}}
models: {kal: {base: 25, at: [8.25, 6], facing: 90, profile: {M: 6, I: 4, ap: 3}}}
"""


def test_nothing_is_promised_to_a_figure_whose_base_is_in_impassable_ground() -> None:
    """Found by the law *promised is granted*: the referee refuses every path from there."""
    field = find_reach(loads(IN_THE_WASTE).table, "kal", "move")

    assert field.says(11.0, 6.0) != "yes"


def test_a_walk_is_no_swim() -> None:
    """Found by the law *promised is granted*: on dry land a swim was promised like a move."""
    field = find_reach(loads(IN_THE_WASTE.replace("impassable", "difficult")).table, "kal", "swim")

    assert field.says(11.0, 6.0) != "yes"
