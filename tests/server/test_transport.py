"""Rude clients below HTTP: endless heads, silent connections, large and inflated frames, floods of sockets and pings."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from surefoot.server.limits import Limits
from surefoot.server.listening import Doorway
from surefoot.server.origins import known, same
from tests.server.serving import Served, served

PATIENT = {"client_rate": 1e6, "client_burst": 10**6}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    bounds: dict[str, Any] = {
        "head_seconds": 2.0,
        "answer_seconds": 2.0,
        "ping_seconds": 1.0,
        "idle_seconds": 1.0,
        "idle_connections": 100,
        "client_sockets": 12,
        "seat_sockets": 3,
        "frame_bytes": 20_000,
    }
    with served(tmp_path_factory.mktemp("served"), **bounds, **PATIENT) as found:
        yield found


def memory(server: Served) -> int:
    """The resident memory of the serving process in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def descriptors(server: Served) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def read_all(wire: socket.socket, seconds: float) -> bytes:
    """All that comes until the other end closes; fails if it does not within this time."""
    found, ends = b"", time.monotonic() + seconds
    while True:
        wire.settimeout(max(0.01, ends - time.monotonic()))
        try:
            more = wire.recv(65_536)
        except ConnectionResetError:
            return found
        if not more:
            return found
        found += more


def test_an_endless_head_is_refused_when_it_is_too_long(server: Served) -> None:
    before, sent = memory(server), 0
    with server.connect() as wire:
        wire.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ")
        wire.settimeout(5)
        try:
            for _ in range(2_000):
                wire.sendall(b"a" * 16_384)
                sent += 16_384
        except (BrokenPipeError, ConnectionResetError):
            pass
    assert sent < 8_000_000
    assert memory(server) - before < 10_000_000
    begun = time.monotonic()
    assert server.ask("/health")[0] == 200
    assert time.monotonic() - begun < 2.0


def test_a_head_that_is_too_long_is_told_so(server: Served) -> None:
    with server.connect() as wire:
        wire.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"X-More: 1\r\n" * 3_500)
        answer = read_all(wire, 10)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "limit/size"


def test_a_body_that_comes_with_its_head_is_no_part_of_it(server: Served) -> None:
    body = json.dumps({"scenario": "x" * 40_000}).encode()
    head = f"POST /v1/check HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    with server.connect() as wire:
        wire.sendall(head.encode() + body)
        assert b"file/invalid" in read_all(wire, 30)


def test_connections_that_say_nothing_or_half_a_head_are_closed_in_time(server: Served) -> None:
    with server.connect() as silent, server.connect() as half, server.connect() as kept:
        half.sendall(b"GET /health HTTP/1.1\r\nHo")
        kept.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert read_all(silent, 10) == b""
        assert b" 408 " in read_all(half, 10)
        assert b" 200 " in read_all(kept, 10)


def test_a_head_that_drips_is_closed_in_time(server: Served) -> None:
    begun = time.monotonic()
    with server.connect() as wire, contextlib.suppress(BrokenPipeError, ConnectionResetError):
        wire.sendall(b"GET /health HTTP/1.1\r\n")
        while time.monotonic() - begun < 20:
            wire.sendall(b"X: y\r\n")
            time.sleep(0.2)
    assert time.monotonic() - begun < 10


def test_nine_hundred_silent_connections_keep_nobody_out(server: Served) -> None:
    held = []
    try:
        for number in range(900):
            wire = server.connect()
            if number % 2:
                wire.sendall(b"GET / HTTP/1.1\r\n")
            held.append(wire)
        assert server.ask("/health", seconds=5)[0] == 200
        assert descriptors(server) < 300
    finally:
        for wire in held:
            wire.close()


def test_an_answer_that_nobody_reads_is_given_up(server: Served) -> None:
    with socket.socket() as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        wire.connect(("127.0.0.1", server.port))
        ask = b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n"
        wire.sendall(ask * 300)
        ends = time.monotonic() + 30
        while server.metric("surefoot_requests_open") > 1 and time.monotonic() < ends:
            time.sleep(0.2)
        assert server.metric("surefoot_requests_open") == 1


def test_an_answer_to_a_client_that_is_gone_is_no_bug(server: Served) -> None:
    """An answer can be ready after the connection was closed and before the application knows of it."""
    ask = b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n"
    for number in range(60):
        with server.connect() as wire:
            wire.sendall(ask * (number % 7 + 1))
            # A reset, not a goodbye.
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            time.sleep(0.002 * (number % 5))
    ends = time.monotonic() + 30
    while server.metric("surefoot_requests_open") > 1 and time.monotonic() < ends:
        time.sleep(0.1)
    assert [line for line in server.lines() if line["level"] == "error"] == []


# --- sockets ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def begun(server: Served) -> dict[str, Any]:
    status, found = server.ask("/v1/games", {"bundled": "gantry"})
    assert status == 201
    return found  # type: ignore[no-any-return]


def address(server: Served, begun: dict[str, Any]) -> str:
    return f"ws://127.0.0.1:{server.port}/v1/games/{begun['game']}/socket"


@contextmanager
def sit(server: Served, begun: dict[str, Any], **options: Any) -> Iterator[ClientConnection]:
    with connect(address(server, begun), max_size=None, **options) as wire:
        wire.send(json.dumps({"kind": "hello", "token": begun["token"]}))
        assert json.loads(wire.recv(30))["kind"] == "welcome"
        yield wire


def closed_with(wire: ClientConnection, seconds: float = 20) -> int:
    """The code with which the server closes a socket."""
    ends = time.monotonic() + seconds
    while True:
        try:
            wire.recv(max(0.01, ends - time.monotonic()))
        except ConnectionClosed as gone:
            return int(gone.rcvd.code) if gone.rcvd is not None else 1006


def test_answers_that_are_not_read_take_bounded_memory_and_the_largest_go_first() -> None:
    """Thousands of connections could each ask for a long log and read nothing."""
    closed: list[str] = []

    @dataclass(frozen=True)
    class Wire:
        name: str

        def give_up(self) -> None:
            closed.append(self.name)

    doorway = Doorway(Limits(queued_bytes=1_000_000))
    for name, size in (("small", 100_000), ("large", 800_000), ("middle", 400_000), ("huge", 5_000_000)):
        doorway.holds(Wire(name), size)  # type: ignore[arg-type]  # all that is needed of a connection
    assert closed == ["large", "huge"]
    assert sum(doorway.held.values()) == doorway.held_in_all == 500_000


def test_a_frame_that_is_too_large_is_refused_by_its_head(server: Served, begun: dict[str, Any]) -> None:
    with sit(server, begun, compression=None) as wire:
        # Only the head of the frame is sent: whoever waits for the rest has not looked at it.
        wire.socket.sendall(b"\x81\xff" + struct.pack("!Q", 16_000_000) + b"\0\0\0\0")
        assert closed_with(wire, 5) == 1009


def test_messages_and_bodies_that_never_end_take_bounded_memory(tmp_path: Path) -> None:
    """Each may be as large as a frame or a body: thousands of them took all memory of the machine."""
    with served(tmp_path, queued_bytes=1_000_000, body_seconds=60, **PATIENT) as server, ExitStack() as stack:
        _, begun = server.ask("/v1/games", {"bundled": "gantry"})
        here = {"server": server, "begun": begun, "compression": None}
        quiet = stack.enter_context(sit(**here))
        for _ in range(7):
            wire = stack.enter_context(sit(**here))
            wire.socket.sendall(b"\x81\xff" + struct.pack("!Q", 250_000) + bytes(4) + b" " * 200_000)
        for _ in range(3):
            body = stack.enter_context(server.connect())
            body.sendall(b"POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n")
            with suppress(OSError):
                body.sendall(b" " * 400_000)
        ends = time.monotonic() + 20
        while server.metric("surefoot_connections_closed_total") < 4 and time.monotonic() < ends:
            time.sleep(0.1)
        assert server.metric("surefoot_connections_closed_total") >= 4
        quiet.send(json.dumps({"kind": "state", "id": "s"}))
        assert json.loads(quiet.recv(20))["kind"] == "looked"


def test_a_frame_that_inflates_is_not_inflated(server: Served, begun: dict[str, Any]) -> None:
    before = memory(server)
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    bomb = (packer.compress(b" " * 15_000_000) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
    assert len(bomb) < 20_000
    with sit(server, begun) as wire:
        head = b"\xc1" + (struct.pack("!BH", 0xFE, len(bomb)) if len(bomb) < 65_536 else b"") + b"\0\0\0\0"
        wire.socket.sendall(head + bomb)
        assert closed_with(wire) == 1009
    assert memory(server) - before < 8_000_000


def test_a_seat_keeps_its_latest_sockets_and_an_address_has_a_limit(
    server: Served, begun: dict[str, Any]
) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(sit(server, begun)) for _ in range(5)]
        assert [closed_with(wire) for wire in held[:2]] == [4429, 4429]
        refused = 0
        for _ in range(20):
            # Nobody says hello here.
            try:
                stack.enter_context(connect(address(server, begun)))
            except InvalidHandshake:
                refused += 1
        assert refused >= 5
        assert server.ask("/health")[0] == 200


def test_a_socket_that_does_not_answer_pings_is_closed(server: Served, begun: dict[str, Any]) -> None:
    before = server.metric("surefoot_sockets_open")
    with server.connect() as wire:
        wire.sendall(
            f"GET /v1/games/{begun['game']}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        # From here on it says nothing, though it is there: no pong, no close.
        assert b"ping timeout" in read_all(wire, 8)
    ends = time.monotonic() + 10
    while server.metric("surefoot_sockets_open") > before and time.monotonic() < ends:
        time.sleep(0.1)
    assert server.metric("surefoot_sockets_open") <= before


def test_a_flood_of_pings_is_not_answered_without_end(server: Served, begun: dict[str, Any]) -> None:
    with sit(server, begun) as wire:
        # The server may have closed before the last of them is sent: then its reason is lost on the way.
        with suppress(OSError):
            for _ in range(200):
                wire.socket.sendall(b"\x89\x80\0\0\0\0")
        assert closed_with(wire) in (1008, 1006)


@pytest.mark.parametrize(
    "header",
    [f"X-Long: {'x' * 9_000}\r\n", "X: y\r\n" * 200, "Content-Length: 5\r\n"],
    ids=["a long line", "many lines", "a body"],
)
def test_a_head_that_is_none_of_a_socket_ends_the_connection(server: Served, header: str) -> None:
    """Such connections stayed open for ever and counted nowhere: one address could take all of them."""
    with server.connect() as wire:
        wire.sendall(
            "GET /v1/games/any/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\n{header}\r\n".encode()
        )
        assert read_all(wire, 8)[:12] in (b"HTTP/1.1 431", b"")


def test_a_message_without_end_in_parts_without_content_is_refused(
    server: Served, begun: dict[str, Any]
) -> None:
    with sit(server, begun, compression=None) as wire:
        with suppress(OSError):
            wire.socket.sendall(b"\x01\x80\0\0\0\0" + 2_000 * b"\x00\x80\0\0\0\0")
        assert closed_with(wire, 8) in (1008, 1006)


# --- Host and Origin ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "fits"),
    [
        ("127.0.0.1:8040", True),
        ("[::1]:8040", True),
        ("localhost", True),
        ("club.example.org", True),
        ("CLUB.example.org.:443", True),
        ("evil.example.org", False),
        ("127.0.0.1.evil.org", False),
        ("[::1].evil.org", False),
        ("", False),
    ],
)
def test_a_server_answers_to_its_own_names_alone(host: str, fits: bool) -> None:
    assert known(host, ("club.example.org",)) == fits


@pytest.mark.parametrize(
    ("origin", "host", "fits"),
    [
        ("http://127.0.0.1:8040", "127.0.0.1:8040", True),
        ("https://club.example.org", "club.example.org", True),
        ("http://127.0.0.1:9000", "127.0.0.1:8040", False),
        ("https://evil.org", "club.example.org", False),
        ("null", "127.0.0.1:8040", False),
    ],
)
def test_a_page_asks_the_server_that_it_came_from(origin: str, host: str, fits: bool) -> None:
    assert same(origin, host) == fits


def test_a_foreign_name_and_a_foreign_page_are_refused(server: Served, begun: dict[str, Any]) -> None:
    asked = {
        "Host: evil.example.org": b" 421 ",
        "Host: x\r\nOrigin: http://evil.org": b" 403 ",
        "A: b": b" 400 ",
    }
    for fields, status in asked.items():
        with server.connect() as wire:
            wire.sendall(f"GET /v1/problems HTTP/1.1\r\n{fields}\r\nConnection: close\r\n\r\n".encode())
            assert status in read_all(wire, 10)
    with pytest.raises(InvalidHandshake), connect(address(server, begun), origin=Origin("http://evil.org")):
        pass
    with connect(address(server, begun), origin=Origin(f"http://127.0.0.1:{server.port}")):
        pass
