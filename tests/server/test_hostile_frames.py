"""Frames of strangers that once were bugs of the server: numbers that are none, and models that are not there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.players import Club, Player

# As JSON texts: two of them are none, and one is a number that no machine holds.
NO_NUMBERS = ("NaN", "-Infinity", "1e999", '"inf"', '"nan"')
HOLE = '"HOLE"'
ASKED: tuple[dict[str, Any], ...] = (
    {"kind": "talk", "text": "here", "at": ["HOLE", 2]},
    {"kind": "route", "who": "kal", "to": [8, "HOLE"]},
    {"kind": "reach", "who": "kal", "budget": "HOLE"},
    {"kind": "ask", "who": "kal", "question": "offered", "details": {"far": "HOLE"}},
    {
        "kind": "odds",
        "declaration": {"who": "kal", "action": "move", "path": [["HOLE", 6]]},
        "given": ["HOLE"],
    },
    {"kind": "preview", "declaration": {"who": "kal", "action": "move", "path": [["HOLE", 6]]}},
    {"kind": "declare", "seen": 0, "declaration": {"who": "kal", "action": "move", "path": [[8, "HOLE"]]}},
    {"kind": "answer", "seen": 0, "value": "HOLE"},
    {"kind": "override", "seen": 0, "reason": "x", "effects": [{"is": "Counted", "by": "HOLE"}]},
)


def sent(player: Player, text: str) -> dict[str, Any]:
    """The answer to a frame as it was written."""
    player.wire.send_text(text)
    found: dict[str, Any] = {}
    while found.get("id") not in ("odd", ""):
        found = json.loads(player.wire.receive_text())
    return found


@pytest.mark.parametrize("number", NO_NUMBERS)
def test_a_number_that_is_none_is_refused_and_no_bug(here: Club, number: str) -> None:
    orange, *_ = here.two()
    for asked in ASKED:
        answer = sent(orange, json.dumps({"id": "odd", **asked}).replace(HOLE, number))
        assert (answer["kind"], answer["problem"]["status"] < 500) == ("refused", True), (asked, answer)


@pytest.mark.parametrize("kind", ["targets", "actions", "reach", "ask"])
def test_a_question_about_a_model_that_is_not_there_is_refused_and_no_bug(here: Club, kind: str) -> None:
    orange, *_ = here.two()
    more = {"targets": {"action": "charge"}, "ask": {"question": "move"}}.get(kind, {})
    answer = sent(orange, json.dumps({"kind": kind, "id": "odd", "who": "stranger\0", **more}))
    assert answer["kind"] == "refused"
    assert answer["problem"]["status"] < 500
