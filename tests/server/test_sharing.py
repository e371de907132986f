"""What one client sends costs the serving process time: each has its share, and others have their turn in between."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from benchmarks.serving.fairness import GREEDY, Client
from websockets.sync.client import ClientConnection, connect

from surefoot.server.listening import PIPELINED
from surefoot.server.sharing import LONGEST, Share
from tests.server.serving import Served, served

# More than a client with this share gets answered in any test.
FLOOD = 3_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    limits: dict[str, Any] = {"client_share": 0.02, "client_share_burst": 0.2, "client_rate": 1e6}
    with served(tmp_path_factory.mktemp("served"), seconds=60.0, client_burst=10**6, **limits) as found:
        yield found


# --- the budgets --------------------------------------------------------------------------------------


def test_a_client_that_has_used_its_share_waits_and_others_do_not() -> None:
    now = [0.0]
    share = Share(0.5, 1.0, lambda: now[0])
    share.spend("a", 1.25)
    assert (share.wait("a"), share.wait("b")) == (0.5, 0.0)
    now[0] = 0.5
    assert share.wait("a") == 0.0
    share.spend("a", 100.0)
    assert share.wait("a") == LONGEST
    assert share.hopeless("a")
    assert not share.hopeless("b")


def test_many_addresses_that_use_much_share_a_part_and_those_that_use_little_do_not_wait_for_them() -> None:
    share = Share(0.5, 1.0, lambda: 0.0)
    for number in range(100):
        share.spend(f"greedy {number}", 0.9)
    share.spend("modest", 0.1)
    assert share.wait("greedy 0") > 0.0
    assert share.wait("modest") == 0.0


def test_time_passes_more_slowly_for_a_process_that_waits_for_a_processor() -> None:
    now = [0.0]
    share = Share(1.0, 0.1, lambda: now[0])
    for _ in range(50):
        share.measured(1.0, 3.0)
    assert share.part == pytest.approx(0.25)
    share.spend("a", 0.2)
    assert share.wait("a") == pytest.approx(0.4)
    now[0] = 0.2
    assert share.wait("a") == pytest.approx(0.2)
    for _ in range(50):
        share.measured(0.0, 0.0)
    assert share.part == pytest.approx(1.0)


# --- a server -----------------------------------------------------------------------------------------


@contextmanager
def _seated(server: Served, address: str) -> Iterator[ClientConnection]:
    client = Client(server, address)
    _, begun = client.ask("/v1/games", {"bundled": "gantry"})
    client.wire.close()
    wire = socket.create_connection(("127.0.0.1", server.port), timeout=60, source_address=(address, 0))
    table = f"ws://127.0.0.1:{server.port}/v1/games/{begun['game']}/socket"
    with connect(table, sock=wire, compression=None, max_queue=None, close_timeout=0) as found:
        found.send(json.dumps({"kind": "hello", "token": begun["token"]}))
        assert json.loads(found.recv())["kind"] == "welcome"
        yield found


def _masked(text: bytes, kind: int) -> bytes:
    return bytes([0x80 | kind, 0x80 | len(text)]) + bytes(4) + text


@pytest.mark.parametrize("frame", [_masked(b'{"kind":"x"}', 1), _masked(b"x", 2)], ids=["nonsense", "bytes"])
def test_a_flood_on_a_socket_is_not_answered_before_others(server: Served, frame: bytes) -> None:
    with _seated(server, GREEDY) as flooding, _seated(server, "127.0.0.1") as other:
        flooding.socket.sendall(frame * FLOOD)
        for number in range(3):
            other.send(json.dumps({"kind": "state", "id": f"s{number}"}))
            assert json.loads(other.recv(60))["kind"] == "looked"
        answered = 0
        with suppress(TimeoutError):
            while json.loads(flooding.recv(0))["kind"] == "refused":
                answered += 1
        assert answered < FLOOD


def test_a_flood_of_empty_parts_of_a_message_is_read_with_the_same_patience(server: Served) -> None:
    with _seated(server, GREEDY) as flooding:
        empty = bytes([0, 0x80, 0, 0, 0, 0])
        flooding.socket.sendall(bytes([1, 0x81, 0, 0, 0, 0, 120]) + empty * 40_000)
        assert server.ask("/health")[0] == 200


def test_requests_that_are_sent_without_waiting_for_answers_are_not_answered_without_end(
    server: Served,
) -> None:
    count = 40
    with server.connect() as wire:
        wire.sendall(b"GET /v1/key HTTP/1.1\r\nhost: localhost\r\n\r\n" * count)
        text = b""
        with suppress(ConnectionResetError):
            while part := wire.recv(65_536):
                text += part
    assert text.count(b"HTTP/1.1 200") <= PIPELINED < count
