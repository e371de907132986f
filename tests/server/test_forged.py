"""Logs that strangers have written: their seals fit, their tables do not. They are refused as scenarios would be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.players import LADDER, Club
from tests.server.test_cheating import resealed


def _first(here: Club) -> dict[str, Any]:
    """The first line of the log of a new game, as data."""
    found: dict[str, Any] = json.loads(here.as_(here.begin(), "GET", "log").text.splitlines()[0])
    return found


def _put(data: Any, path: tuple[Any, ...], value: Any) -> None:
    for step in path[:-1]:
        data = data[step]
    data[path[-1]] = value


def _sent(here: Club, head: dict[str, Any]) -> Any:
    head.pop("seal", None)
    return here.client.post("/v1/games", json={"log": resealed([head])[0] + "\n"})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("start", "models", 0, "side"), "x" * 300),
        (("start", "models", 0, "profile", "M"), 10**9),
        (("start", "board", "width"), 10**18),
        (("start", "board", "depth"), 0),
        (("start", "models", 0, "place", "x"), 10**15),
        (("start", "models", 0, "base", "size", 0), 0),
        (("start", "models", 0, "base", "size"), []),
        (("start", "models", 0, "base"), {"kind": "hull", "size": [1, 2, 3, 4, 5, 6, 7]}),
        (("start", "models", 0, "base"), {"kind": "oval", "size": [1_000_000]}),
        (("start", "models", 0, "height"), 10**400),
        (("start", "models", 0, "place", "z"), 10**400),
        (("start", "models", 0, "counters"), {"wounds": 10**400}),
        (("start", "pieces", 0, "z"), -(10**400)),
        (("start", "models", 0, "unit"), "stranger"),
        (("start", "units"), [{"id": "crew", "side": "a", "models": ["stranger"]}]),
        (("start", "clock", "active"), "stranger"),
        (("start", "clock", "round"), -5),
        (("start", "pieces", 0, "on"), "nothing"),
        (("start", "pieces", 0, "outline"), [1, 2, 3]),
        (("start", "pieces", 0, "line"), [1, 2, 3]),
    ],
)
def test_a_table_that_no_scenario_can_have_is_refused(here: Club, path: tuple[Any, ...], value: Any) -> None:
    head = _first(here)
    _put(head, path, value)
    answer = _sent(here, head)
    assert (answer.status_code, answer.json()["code"]) == (422, "file/invalid"), answer.text


def test_the_log_of_a_real_game_is_taken(here: Club) -> None:
    seat = here.begin()
    player = here.sit(seat)
    player.declare(LADDER)
    log = here.as_(seat, "GET", "log").text
    answer = here.client.post("/v1/games", json={"log": log})
    assert answer.status_code == 201, answer.text
