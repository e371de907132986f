"""Two players, a spectator and a referee, with connections that break whenever they like: all end at one hash."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import surefoot
from tests.server.players import ALLEY, LADDER, ROUND, TOWER, VAT, Club, Player, club

NAMES = ("orange", "green", "spectator", "referee")
BACK = {"who": "grix", "action": "move", "path": [[20.2, 11]]}
PUT = {
    "is": "Moved",
    "who": "grix",
    "to": {"kind": "surface", "on": "board", "x": 20_200_000, "y": 11_000_000},
}
SAID: list[tuple[str, dict[str, Any]]] = [
    *(("declare", {"declaration": each}) for each in (LADDER, VAT, ALLEY, TOWER, BACK, ROUND)),
    ("answer", {"roll": True}),
    ("answer", {"settled": True}),
    ("undo", {}),
    ("consent", {"agree": True}),
    ("consent", {"agree": False}),
    ("override", {"effects": [PUT], "reason": "he stood there"}),
]
# What a seat may be told instead of being granted what it asks for.
REFUSALS = {
    *("state/stale", "state/not-now", "seat/not-yours", "move/illegal", "answer/unfitting"),
    "declaration/malformed",
}


class Table(RuleBasedStateMachine):
    """A game at which anybody may say anything, and may be cut off at any moment."""

    def __init__(self, here: Club, folder: Path) -> None:
        super().__init__()
        self.here, self.folder = here, folder
        self.seats: dict[str, dict[str, Any]] = {}
        self.sockets: dict[str, ExitStack] = {}
        self.players: dict[str, Player] = {}
        # Requests that were granted, with what they were granted.
        self.granted: list[tuple[str, dict[str, Any], dict[str, Any]]] = []

    @initialize()
    def begin(self) -> None:
        host = self.here.begin()
        self.seats = {"orange": host, "green": self.here.join(host["invitations"][0])}
        for role in ("spectator", "referee"):
            self.seats[role] = self.here.join(self.here.invite(host, role=role))
        for name in NAMES:
            self.connect(name)
        self.players["green"].ask("trust", seat=self.seats["referee"]["seat"]["id"], agree=True)

    def connect(self, name: str) -> None:
        stack = ExitStack()
        address = f"/v1/games/{self.seats[name]['game']}/socket"
        wire = stack.enter_context(self.here.client.websocket_connect(address))
        self.sockets[name] = stack
        self.players[name] = Player(wire, self.seats[name]["token"], self.players.get(name))

    @rule(name=st.sampled_from(NAMES), said=st.sampled_from(SAID))
    def say(self, name: str, said: tuple[str, dict[str, Any]]) -> None:
        if name not in self.sockets:
            return
        player, (kind, fields) = self.players[name], said
        seen = player.seq
        frame = player.ask(kind, **fields)
        if frame["kind"] == "refused":
            assert frame["problem"]["code"] in REFUSALS, frame
        elif frame["kind"] == "done":
            asked = {"kind": kind, "id": frame["id"], "seen": seen, **fields}
            self.granted.append((name, asked, frame))

    @rule(name=st.sampled_from(NAMES))
    def cut(self, name: str) -> None:
        if name in self.sockets:
            self.sockets.pop(name).close()

    @rule(name=st.sampled_from(NAMES))
    def come_back(self, name: str) -> None:
        if name not in self.sockets:
            self.connect(name)

    @precondition(lambda self: bool(self.granted))
    @rule(which=st.integers(0, 99))
    def repeat(self, which: int) -> None:
        name, asked, answer = self.granted[which % len(self.granted)]
        if name in self.sockets:
            assert self.players[name].ask(**asked) == answer

    @invariant()
    def nobody_is_ahead_of_the_log(self) -> None:
        for player in self.players.values():
            assert player.seq <= len(self.granted)

    def teardown(self) -> None:
        if not self.seats:
            return
        for name in NAMES:
            self.come_back(name)
        states = [self.players[name].ask("state") for name in NAMES]
        hashes = {(self.players[name].seq, self.players[name].hash) for name in NAMES}
        assert len(hashes) == 1
        assert all(each["answer"]["state"] == self.players["orange"].state for each in states)
        assert [seen["seq"] for _, _, seen in self.granted] == list(range(1, len(self.granted) + 1))
        file = self.folder / f"{self.seats['orange']['game']}.game"
        file.write_bytes(self.here.as_(self.seats["orange"], "GET", "log").content)
        assert surefoot.verify_game(file) == ()
        for stack in self.sockets.values():
            stack.close()


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    limits = {"seconds": 120, "game_seconds": 120, "game_burst": 10**6, "game_rate": 1e6}
    limits |= {"client_rate": 1e6, "client_burst": 10**6}
    with club(f"sqlite:///{tmp_path_factory.mktemp('club') / 'games.db'}", limits=limits) as found:
        yield found


def test_whoever_is_cut_off_whenever_ends_at_the_hash_of_all_others(patient: Club, tmp_path: Path) -> None:
    few = settings(
        max_examples=12,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(lambda: Table(patient, tmp_path), settings=few)
