"""A correction by the referee is checked like a scenario: nothing that is not there, and no table that can't be."""

from pathlib import Path
from typing import Any

import pytest

from surefoot.answers.bundled import bundled
from surefoot.files.codec import decode, encode
from surefoot.files.scenario import loads
from surefoot.server.corrections import problems_of
from surefoot.table.effects import Effect
from surefoot.table.table import Table
from tests.server.players import club

BOARD = {"kind": "surface", "on": "board", "x": 1_000_000, "y": 1_000_000}
GRIX = BOARD | {"x": 20_200_000, "y": 11_000_000}
CLOCK = {"round": 2, "side": "", "phase": "", "step": "", "active": "", "minutes": 0, "details": {}}


@pytest.fixture(scope="module")
def gantry() -> Table:
    return loads(bundled()["gantry"].read_text(encoding="utf-8"), "gantry").table


@pytest.mark.parametrize(
    ("effect", "where"),
    [
        ({"is": "Removed", "who": "nobody", "why": "x"}, "effects[0].who"),
        ({"is": "PieceRemoved", "piece": "nothing"}, "effects[0].piece"),
        ({"is": "PieceChanged", "piece": "nothing", "state": ["open"]}, "effects[0].piece"),
        ({"is": "Regrouped", "who": "kal", "unit": "nobodies"}, "effects[0].unit"),
        ({"is": "ClockSet", "clock": CLOCK | {"round": -5}}, "effects[0].clock.round"),
        ({"is": "ClockSet", "clock": CLOCK | {"side": "purple"}}, "effects[0].clock.side"),
        ({"is": "ClockSet", "clock": CLOCK | {"minutes": -1}}, "effects[0].clock.minutes"),
        ({"is": "Moved", "who": "kal", "to": BOARD | {"on": "cloud"}}, "effects[0].to.on"),
        ({"is": "Moved", "who": "kal", "to": BOARD | {"x": 10**15}}, "effects[0].to.x"),
        ({"is": "Moved", "who": "kal", "to": BOARD | {"x": -1_000_000}}, "models.kal.at"),
        ({"is": "Moved", "who": "kal", "to": GRIX}, "models.kal.at"),
        ({"is": "Became", "who": "kal", "gains": ["sleepy"]}, "models.kal.status"),
        ({"is": "Counted", "who": "kal", "counter": "medals", "by": 1}, "models.kal.counters"),
        ({"is": "ObjectRemoved", "object": "grail"}, "effects[0].object"),
        ({"is": "Noted", "key": "x", "of": "nobody", "value": 1, "lifetime": "turn"}, "effects[0].of"),
    ],
)
def test_what_is_not_there_or_cannot_be_is_refused_with_its_place(
    gantry: Table, effect: dict[str, Any], where: str
) -> None:
    found = problems_of(gantry, [decode(Effect, effect)], 1_000)
    assert found
    assert found[0][0].startswith(where), found


def test_what_can_be_is_accepted_and_old_problems_do_not_stand_in_the_way(gantry: Table) -> None:
    put = decode(Effect, {"is": "Moved", "who": "kal", "to": BOARD})
    clock = decode(Effect, {"is": "ClockSet", "clock": encode(gantry.clock) | {"round": 3}})
    assert problems_of(gantry, [put, clock], 1) == []


def test_every_problem_is_told_at_once_and_nothing_changes(tmp_path: Path) -> None:
    with club(f"sqlite:///{tmp_path / 'games.db'}") as here:
        referee = here.sit(here.begin(host={"role": "referee"}))
        nonsense = [
            {"is": "Removed", "who": "kall", "why": "x"},
            {"is": "ClockSet", "clock": CLOCK | {"round": -5}},
        ]
        frame = referee.ask("override", effects=nonsense, reason="because")
        problem = frame["problem"]
        assert problem["code"] == "declaration/malformed"
        assert [each["where"] for each in problem["problems"]] == ["effects[0].who", "effects[1].clock.round"]
        assert "did you mean 'kal'" in problem["problems"][0]["says"]
        assert referee.ask("state")["seq"] == 0
