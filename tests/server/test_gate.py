"""Whatever comes is bounded, answered with its code, and leaves one line in the log; and nobody else is harmed."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from benchmarks.serving.fairness import GREEDY, Client
from benchmarks.serving.heavy import endless, exploding
from starlette.types import Message
from starlette.websockets import WebSocket
from websockets.sync.client import connect

from surefoot.server import gate, questions
from surefoot.server.gate import client_of
from surefoot.server.limits import Limits, Rates, crowded, demand_simple
from surefoot.server.logs import Lines
from surefoot.server.problems import Problem
from surefoot.server.samples import GAP, LEAP
from surefoot.server.socket import MOST_FRAMES, MOST_WAITING, Connection
from surefoot.server.store import store
from tests.cli.playing import Ended
from tests.server.serving import Served, jagged, opened, served

CHECK = {"scenario": GAP, "declare": [LEAP]}
# Whoever insists on so many ways waits for them.
ODDS = endless(9)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    # What is quick must be answered even where the machine is not.
    bounds = {
        "body_seconds": 1.0,
        "seconds": 5.0,
        "body_bytes": 200_000,
        "client_rate": 1e6,
        "client_burst": 10**6,
    }
    with served(tmp_path_factory.mktemp("served"), **bounds) as found:
        yield found


def sent(server: Served, *parts: bytes, pause: float = 0.0) -> dict[str, Any]:
    """The problem in answer to bytes that are sent one after another."""
    with server.connect() as wire:
        for part in parts:
            wire.sendall(part)
            time.sleep(pause)
        text = b""
        while not text.rstrip().endswith(b"}"):
            more = wire.recv(65_536)
            if not more:
                break
            text += more
    head, _, body = text.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    found: dict[str, Any] = json.loads(body)
    assert f"HTTP/1.1 {found['status']}".encode() in head
    return found


def head(address: str, **fields: object) -> bytes:
    lines = [
        f"POST {address} HTTP/1.1",
        "Host: x",
        *(f"{k.replace('_', '-')}: {v}" for k, v in fields.items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def logged(server: Served, **wanted: object) -> dict[str, Any]:
    """The line of the log that says so, as soon as it is there."""
    for _ in range(300):
        for line in server.lines():
            if all(line.get(name) == value for name, value in wanted.items()):
                return line
        time.sleep(0.1)
    raise AssertionError(f"{wanted} is not in {server.lines()}")


# --- bounds -----------------------------------------------------------------------------------------


def test_a_body_that_is_too_large_is_refused_before_it_is_read(server: Served) -> None:
    found = sent(server, head("/v1/check", content_length=10**12))
    assert (found["code"], found["most"]) == ("limit/size", 200_000)


def test_a_body_that_grows_too_large_is_broken_off(server: Served) -> None:
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    found = sent(server, head("/v1/check", transfer_encoding="chunked"), *[chunk] * 4)
    assert found["code"] == "limit/size"


def test_a_body_for_a_game_is_bounded_like_any_other(server: Served) -> None:
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    fields = {"transfer_encoding": "chunked", "content_type": "application/json"}
    assert sent(server, head("/v1/games", **fields), *[chunk] * 4)["code"] == "limit/size"


def test_the_rest_of_a_refused_body_is_no_request_of_its_own(server: Served) -> None:
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with server.connect() as wire:
        wire.sendall(head("/v1/check", transfer_encoding="chunked") + chunk * 4)
        refused = http.client.HTTPResponse(wire)
        refused.begin()
        assert (refused.status, json.loads(refused.read())["code"]) == (413, "limit/size")
        # More than the head of a request may hold: it belongs to the body that was refused.
        for part in (chunk, b"0\r\n\r\n" + head("/v1/check", content_length=2) + b"{}"):
            time.sleep(0.1)
            wire.sendall(part)
        following = http.client.HTTPResponse(wire)
        following.begin()
        assert (following.status, json.loads(following.read())["code"]) == (422, "request/malformed")


def test_a_client_that_sends_too_slowly_is_not_waited_for(server: Served) -> None:
    found = sent(server, head("/v1/check", content_length=1_000), b"{", b" ", b" ", pause=0.3)
    assert (found["code"], found["seconds"]) == ("limit/slow", 1.0)


@pytest.mark.parametrize(("frames", "size"), [(MOST_FRAMES + 1, 10), (9, MOST_WAITING // 8)])
def test_a_guest_who_does_not_listen_is_sent_away_and_told_why(frames: int, size: int) -> None:
    said: list[Message] = []

    async def heard() -> Message:
        return {"type": "websocket.connect"}

    async def say(message: Message) -> None:
        said.append(message)

    async def test() -> None:
        wire = WebSocket({"type": "websocket", "headers": [], "extensions": {}}, heard, say)
        await wire.accept()
        guest = Connection(wire, "seat")
        for _ in range(frames):
            guest.tell("x" * size)
        await guest.send()

    asyncio.run(test())
    *_, last = said
    assert (last["type"], last["code"], last["reason"][:10]) == ("websocket.close", 4408, "limit/slow")
    # Nothing is sent any more that would have to be resumed in pieces.
    assert [message["type"] for message in said] == ["websocket.accept", "websocket.close"]


def test_terrain_with_ten_thousand_corners_is_refused_at_once(server: Served) -> None:
    status, found = server.ask("/v1/check", {"scenario": jagged(10_000)})
    assert (status, found["code"]) == (422, "limit/complexity")
    assert [(each["count"], each["most"]) for each in found["problems"]] == [(10_000, 5_000)]


def test_one_client_is_asked_to_come_more_slowly_and_whoever_watches_is_not(tmp_path: Path) -> None:
    with opened(tmp_path, client_rate=0.01, client_burst=2) as client:
        codes = [client.get("/v1/problems").status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        late = client.get("/v1/problems")
        assert late.json()["code"] == "limit/rate"
        assert 1 <= int(late.headers["retry-after"]) <= 100
        assert client.get("/health").status_code == client.get("/metrics").status_code == 200


def test_a_few_addresses_that_hold_all_requests_keep_nobody_else_out(tmp_path: Path) -> None:
    """Nine addresses with bodies that drip had all requests of others refused, for as long as they liked."""
    with served(tmp_path, requests=16) as server, ExitStack() as stack:

        def asks(client: str, length: int) -> socket.socket:
            wire = stack.enter_context(server.connect())
            wire.sendall(head("/v1/check", X_Forwarded_For=client, Content_Length=length) + b"{}")
            return wire

        for number in range(16):
            asks(f"203.0.113.{number % 3}", 1_000)
        while server.metric("surefoot_requests_open") < 16:
            time.sleep(0.01)
        assert asks("198.51.100.1", 2).recv(12) == b"HTTP/1.1 422"
        assert asks("203.0.113.1", 2).recv(12) == b"HTTP/1.1 503"


@pytest.mark.parametrize("clients", [1, 3, 40, 500])
def test_however_many_addresses_take_all_they_can_together_they_hold_at_most_twice_the_limit(
    clients: int,
) -> None:
    most, held = 64, [0] * clients
    for number in range(clients):
        while not crowded(held[number] + 1, sum(held) + 1, number + 1, most):
            held[number] += 1
    assert most <= sum(held) <= 2 * most


def test_nobody_watches_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "WATCHED", 0.01)
    monkeypatch.setattr(gate, "WATCHED_AT_ONCE", 2)
    with opened(tmp_path) as client:
        assert [client.get("/metrics").status_code for _ in range(3)] == [200, 200, 429]
        assert client.get("/v1/problems").status_code == 200


@pytest.mark.parametrize(
    ("scenario", "where"),
    [
        ({"models": {f"m{i}": {} for i in range(501)}}, "models"),
        ({"units": [{"id": "u", "count": 501}]}, "models"),
        ({"units": {"u": {"formation": [30, 20]}}}, "models"),
        ({"terrain": [{}] * 1_001}, "terrain"),
        ({"declare": [{}] * 101}, "declare"),
        ({"declare": [{"path": [[0, 0]] * 501}]}, "declare"),
        ({"declare": [{"plan": {"paths": {"a": [[0, 0]] * 300, "b": [[0, 0]] * 300}}}]}, "declare"),
    ],
)
def test_each_thing_that_there_can_be_too_much_of_is_bounded(scenario: dict[str, Any], where: str) -> None:
    with pytest.raises(Problem) as much:
        demand_simple(scenario, Limits())
    assert [each["where"] for each in much.value.more["problems"]] == [where]


def test_what_is_just_allowed_is_allowed() -> None:
    demand_simple(
        {"terrain": [{"area": [[0, 0]] * 500}] * 10, "declare": [{"path": [[0, 0]] * 500}]}, Limits()
    )
    for strange in (None, [], {"terrain": 3, "units": {"u": 4}, "declare": "x", "models": {}}):
        demand_simple(strange, Limits())


def test_a_bucket_fills_again_by_and_by_and_forgets_whoever_was_away() -> None:
    now = [0.0]
    rates = Rates(2.0, 2, clock=lambda: now[0], most_names=2)
    assert [rates.take("a") for _ in range(3)] == [0.0, 0.0, 0.5]
    now[0] = 0.25
    assert rates.take("a") == 0.25
    now[0] = 0.5
    assert rates.take("a") == 0.0
    for name in ("b", "c"):
        rates.take(name)
    assert rates.take("a") == 0.0


@pytest.mark.parametrize(
    ("address", "client"),
    [
        (("10.0.0.1", 1), "10.0.0.1"),
        (("2001:db8::1:2:3:4", 1), "2001:db8::/64"),
        (("testclient", 1), "testclient"),
        (None, "unknown"),
    ],
)
def test_neighbours_in_one_network_are_one_client(address: Any, client: str) -> None:
    assert client_of({"client": address}) == client


# --- computing ----------------------------------------------------------------------------------------


def test_odds_that_explode_are_ended_and_others_do_not_notice(server: Served) -> None:
    answers: list[tuple[int, Any]] = []
    heavy = threading.Thread(target=lambda: answers.append(server.ask("/v1/odds", ODDS)))
    heavy.start()
    # Somebody else, at another address of this machine.
    other = Client(server, GREEDY)
    assert other.ask("/v1/games", {"bundled": "gantry"})[0] == 201
    other.wire.close()
    assert not answers
    heavy.join()
    ((status, problem),) = answers
    assert (status, problem["code"], problem["seconds"]) == (422, "limit/time", 5.0)
    assert server.ask("/v1/check", CHECK)[0] == 200
    assert server.metric("surefoot_work_killed_total") == 1


def test_work_ends_when_the_client_goes(server: Served) -> None:
    before = server.metric("surefoot_work_cancelled_total")
    body = json.dumps(ODDS).encode()
    with server.connect() as wire:
        wire.sendall(head("/v1/odds", content_length=len(body)) + body)
        time.sleep(0.5)
        wire.shutdown(socket.SHUT_RDWR)
    assert logged(server, code="gone")["route"] == "/v1/odds"
    assert server.metric("surefoot_work_cancelled_total") == before + 1
    assert server.metric("surefoot_work_waiting") == 0


@pytest.mark.parametrize("path", ["/v1/puzzles/wh40k-10e/7", "/v1/lessons/wh40k-10e/x/y"])
def test_what_is_worked_out_for_an_address_ends_with_its_client_too(server: Served, path: str) -> None:
    """Work of one client waits for its turn: what comes behind a long question was never begun."""
    body = json.dumps(ODDS).encode()
    killed = server.metric("surefoot_work_killed_total")
    with server.connect() as heavy:
        heavy.sendall(head("/v1/odds", content_length=len(body)) + body)
        _until(lambda: server.metric("surefoot_work_waiting") == 1)
        with server.connect() as wire:
            wire.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
            _until(lambda: server.metric("surefoot_work_waiting") == 2)
            wire.shutdown(socket.SHUT_RDWR)
        _until(lambda: server.metric("surefoot_work_waiting") == 1)
        # The question before it is still being worked on.
        assert server.metric("surefoot_work_killed_total") == killed
        heavy.shutdown(socket.SHUT_RDWR)
    _until(lambda: server.metric("surefoot_work_waiting") == 0)


def _until(is_so: Callable[[], bool]) -> None:
    """Wait for something that happens soon."""
    for _ in range(400):
        if is_so():
            return
        time.sleep(0.01)
    raise AssertionError("it did not happen")


# --- for operators ------------------------------------------------------------------------------------


def test_each_request_leaves_one_line_and_no_line_holds_a_token(server: Served) -> None:
    _, begun = server.ask("/v1/games", {"bundled": "gantry"})
    server.ask(f"/v1/games/{begun['game']}?token={begun['token']}")
    server.ask(f"/v1/{begun['token']}")
    socket_address = f"ws://127.0.0.1:{server.port}/v1/games/{begun['game']}/socket?token={begun['token']}"
    with connect(socket_address) as wire:
        wire.send(json.dumps({"kind": "hello", "token": begun["token"]}))
        wire.recv(60)
    assert logged(server, route="/v1/games/{game}/socket")["method"] == "SOCKET"
    line = logged(server, route="/v1/games/{game}", status=401)
    assert (line["code"], line["method"], line["client"]) == ("seat/unknown", "GET", "127.0.0.1")
    assert logged(server, route="unknown", status=404)["code"] == "request/unknown-address"
    text = server.log.read_text()
    for secret in (begun["token"], *(each["invitation"] for each in begun["invitations"])):
        assert secret not in text
    ids = [line["id"] for line in server.lines() if line["about"] == "surefoot.requests"]
    assert len(ids) == len(set(ids)) > 3
    assert all("Traceback" not in str(line) for line in server.lines())


def test_metrics_count_what_became_of_requests(server: Served) -> None:
    name = 'surefoot_requests_total{code="",method="POST",route="/v1/check",status="200"}'
    before = server.metric(name)
    server.ask("/v1/check", CHECK)
    assert server.metric(name) == before + 1
    assert server.metric("surefoot_workers_alive") == 1
    assert server.metric("surefoot_requests_open") == 1  # the one that asks


@pytest.mark.parametrize("named", ["203.0.113.7", "unknown", "_hidden", "127.0.0.1, nonsense"])
def test_a_client_of_a_proxy_reads_no_metrics_whatever_the_proxy_calls_it(server: Served, named: str) -> None:
    for field, status in ((f"X-Forwarded-For: {named}", b"404"), ("Accept: */*", b"200")):
        with server.connect() as wire:
            wire.sendall(f"GET /metrics HTTP/1.1\r\nHost: x\r\n{field}\r\n\r\n".encode())
            assert wire.recv(12) == b"HTTP/1.1 " + status


def test_a_bug_is_called_one_and_its_inside_goes_to_the_log_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret inside")

    monkeypatch.setattr(questions, "previewed", broken)
    with opened(tmp_path) as client, caplog.at_level(logging.INFO, "surefoot"):
        answer = client.post("/v1/check", json=CHECK)
    assert (answer.status_code, answer.json()["code"]) == (500, "server/bug")
    assert "secret" not in answer.text
    (bug,) = [record for record in caplog.records if record.name == "surefoot.bugs"]
    told = json.loads(Lines().format(bug))
    assert "secret inside" in told["trace"]
    assert answer.json()["instance"] == f"urn:uuid:{told['id']}"
    assert answer.headers["x-request-id"] == told["id"]


def test_health_says_which_part_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "HEALTHY", 0.0)
    with opened(tmp_path) as client:
        assert client.get("/health").json()["parts"] == {"workers": True, "store": True}
        client.app.state.store.reading.dispose()  # type: ignore[attr-defined]
        (tmp_path / "games.db").rename(tmp_path / "away")
        (tmp_path / "games.db").mkdir()
        sick = client.get("/health")
        assert (sick.status_code, sick.json()["status"]) == (503, "failing")
        assert sick.json()["parts"] == {"workers": True, "store": False}


def test_a_server_that_is_told_to_stop_finishes_what_it_began_and_leaves_nobody_behind(
    tmp_path: Path,
) -> None:
    with served(tmp_path, fresh=True, seconds=30.0) as found:
        answers: list[tuple[int, Any]] = []
        body = {"scenario": exploding(4)}
        asking = threading.Thread(target=lambda: answers.append(found.ask("/v1/odds", body)))
        asking.start()
        while found.metric("surefoot_work_waiting") == 0:
            time.sleep(0.1)
        assert len(_group(found)) > 1
        found.process.send_signal(signal.SIGTERM)
        # Having ended in peace, uvicorn ends by the signal that it got, as a shell expects.
        assert found.process.wait(60) == -signal.SIGTERM
        asking.join()
        assert [status for status, _ in answers] == [200]
        # Those from whom workers are forked notice by themselves that nobody is there any more.
        end = time.monotonic() + 30
        while _group(found) and time.monotonic() < end:
            time.sleep(0.05)
        assert _group(found) == []


def _group(found: Served) -> list[str]:
    """The server and everybody whom it started."""
    listed = subprocess.run(
        ["pgrep", "-g", str(found.process.pid)], capture_output=True, check=False, text=True
    )
    return listed.stdout.split()


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("--limit", "secnods=5"), "no limit 'secnods'; did you mean 'seconds'?"),
        (("--limit", "seconds=never"), "seconds: Input should be a valid number"),
        (("--log", "loud"), "'loud' isn't a log level: use debug"),
    ],
)
def test_limits_that_cannot_be_meant_are_refused_before_anything_starts(
    typed: tuple[str, str], says: str
) -> None:
    ended = Ended("serve", *typed)
    assert ended.code == 2
    assert says in " ".join(ended.said.replace("│", " ").split())
