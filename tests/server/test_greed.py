"""One client wants everything: many games, heavy questions, work that nobody waits for, large tables."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from benchmarks.serving.fairness import GREEDY, Client
from tools.siege.working import MAZE

from surefoot.server.lobby import Lobby
from tests.server.players import Club, club
from tests.server.serving import Served, served

REACH = {"kind": "reach", "who": "kal", "budget": 900, "actions": 9}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    free: dict[str, Any] = {"client_rate": 1e6, "client_burst": 10**6, "client_work_burst": 1e6}
    with served(tmp_path_factory.mktemp("served"), seconds=20.0, **free) as found:
        yield found


def post(server: Served, address: str, token: str, body: Any) -> http.client.HTTPConnection:
    """A request that is sent from another address of this machine, and not waited for."""
    wire = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(GREEDY, 0))
    fields = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    wire.request("POST", address, json.dumps(body), fields)
    return wire


def begun(server: Served, address: str = GREEDY) -> dict[str, Any]:
    client = Client(server, address)
    status, found = client.ask("/v1/games", {"scenario": MAZE})
    client.wire.close()
    assert status == 201, found
    return found  # type: ignore[no-any-return]


def idle(server: Served, seconds: float) -> bool:
    ends = time.monotonic() + seconds
    while server.metric("surefoot_work_waiting") > 0:
        if time.monotonic() > ends:
            return False
        time.sleep(0.05)
    return True


def test_questions_of_many_seats_at_one_address_slow_nobody_else_and_end_with_their_clients(
    server: Served,
) -> None:
    with ExitStack() as closed:
        _slowed_by_nobody(server, closed)
    assert server.ask("/health")[0] == 200


def _slowed_by_nobody(server: Served, closed: ExitStack) -> None:
    games = [begun(server) for _ in range(12)]
    other = Client(server, "127.0.0.1")
    closed.enter_context(closing(other.wire))
    _, mine = other.ask("/v1/games", {"bundled": "gantry"})
    other.headers["authorization"] = f"Bearer {mine['token']}"

    def moved() -> float:
        asked = {"kind": "preview", "declaration": {"who": "kal", "action": "move", "path": [[8.5, 6]]}}
        at = time.perf_counter()
        status, _ = other.ask(f"/v1/games/{mine['game']}/requests", {"id": "p", **asked})
        assert status == 200
        return time.perf_counter() - at

    for _ in range(5):
        moved()
    held = [
        closed.enter_context(
            closing(post(server, f"/v1/games/{each['game']}/requests", each["token"], {"id": "r", **REACH}))
        )
        for each in games
    ]
    time.sleep(1.5)
    assert server.metric("surefoot_work_waiting") >= 8
    slowest = sorted(moved() for _ in range(12))
    assert slowest[6] < 1.0
    for wire in held:
        wire.close()
    # Nobody waits any more.
    assert idle(server, 5.0)


def test_a_queue_of_changes_ends_when_its_client_goes(server: Served) -> None:
    """Changes of one game wait for each other: those that have not begun are never made."""
    game = begun(server)
    path = [[1 + (number % 60), 1 + number % 40] for number in range(400)]
    asked = {"kind": "declare", "seen": 0, "declaration": {"who": "kal", "action": "move", "path": path}}
    held = [
        post(server, f"/v1/games/{game['game']}/requests", game["token"], {"id": f"d{number}", **asked})
        for number in range(30)
    ]
    for wire in held:
        wire.close()
    assert idle(server, 6.0)


def test_the_memory_of_open_games_is_bounded_by_bytes(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = f"sqlite:///{tmp_path_factory.mktemp('rooms') / 'games.db'}"
    with club(database, limits={"room_bytes": 300_000, "seconds": 60, "game_seconds": 60}) as here:
        seated = [here.begin() for _ in range(12)]
        players = [here.sit(each) for each in seated]
        lobby: Lobby = here.client.app.state.lobby  # type: ignore[attr-defined]
        rooms = [lobby._rooms[each["game"]] for each in seated]
        kept = sum(room.weight for room in rooms)
        assert 0 < kept <= 300_000
        assert any(room.weight == 0 for room in rooms)
        assert all(room.game.header == "" for room in rooms)
        # What was forgotten is fetched again.
        assert all(player.ask("state")["answer"]["state"] == player.state for player in players)
        _exported(here, seated[0])


def _exported(here: Club, seat: dict[str, Any]) -> None:
    assert here.as_(seat, "GET", "log").text.startswith('{"game"')
