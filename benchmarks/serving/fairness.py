"""Whether one client can slow another: quick questions alone, and beside somebody who asks for the impossible."""

from __future__ import annotations

import http.client
import json
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from benchmarks.rows import Row
from benchmarks.serving.heavy import endless
from benchmarks.serving.served import Served
from surefoot.server.samples import GAP, LEAP

# The quick client asks so often; the other one asks from so many connections at once.
ASKED = 60
FLOOD = 8
# Addresses of this machine: to the server they are two clients.
QUICK, GREEDY = "127.0.0.1", "127.0.0.2"
# Nobody is slowed beyond this.
AIM = 2.0


class Listening(Protocol):
    """A server, however it was started."""

    port: int


class Client:
    """Somebody at an address of his own, with one connection."""

    def __init__(self, server: Listening, address: str) -> None:
        self.wire = http.client.HTTPConnection(
            "127.0.0.1", server.port, timeout=60, source_address=(address, 0)
        )
        self.headers = {"content-type": "application/json"}

    def ask(self, address: str, body: Any) -> tuple[int, Any]:
        self.wire.request("POST", address, json.dumps(body), self.headers)
        answer = self.wire.getresponse()
        return answer.status, json.loads(answer.read())


@contextmanager
def _flood(server: Served) -> Iterator[None]:
    """A client that asks for what takes for ever, again and again, from many connections."""
    ends = threading.Event()

    def ask() -> None:
        client = Client(server, GREEDY)
        while not ends.is_set():
            status, _ = client.ask("/v1/odds", endless(9))
            assert status in (422, 429), status
            time.sleep(0.01)

    threads = [threading.Thread(target=ask) for _ in range(FLOOD)]
    for thread in threads:
        thread.start()
    # Let it be known as slow: what is measured is what lasts.
    time.sleep(2.0)
    try:
        yield
    finally:
        ends.set()
        for thread in threads:
            thread.join()


def _median(ask: Callable[[], None]) -> float:
    taken = []
    for _ in range(ASKED):
        begun = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - begun)
    return 1000 * statistics.median(taken)


def one_beside_another() -> list[Row]:
    """Quick questions beside a client that floods the server with odds that explode."""
    with tempfile.TemporaryDirectory() as folder:
        limits = {
            "seconds": 3.0,
            "client_rate": 1e6,
            "client_burst": 10**6,
            "game_rate": 1e6,
            "game_burst": 10**6,
            "client_work": 1e6,
        }
        with Served(f"sqlite:///{Path(folder) / 'games.db'}", workers=1, limits=limits) as server:
            quick = Client(server, QUICK)
            _, begun = quick.ask("/v1/games", {"bundled": "gantry"})
            quick.headers["authorization"] = f"Bearer {begun['token']}"
            asked = {
                "check": lambda: _granted(quick.ask("/v1/check", {"scenario": GAP, "declare": [LEAP]})),
                "preview in a game": lambda: _granted(
                    quick.ask(f"/v1/games/{begun['game']}/requests", PREVIEW)
                ),
            }
            for ask in asked.values():
                _median(ask)
            alone = {name: _median(ask) for name, ask in asked.items()}
            with _flood(server):
                beside = {name: _median(ask) for name, ask in asked.items()}
    rows = [Row(f"{name}, alone", alone[name], "ms", "lower") for name in asked]
    slower = [
        Row(f"{name}, beside a greedy client", beside[name] / alone[name], "times", "lower", AIM)
        for name in asked
    ]
    return [*rows, *slower]


PREVIEW = {"kind": "preview", "id": "p", "declaration": {"who": "kal", "action": "move", "path": [[8.5, 6]]}}


def _granted(answer: tuple[int, Any]) -> None:
    assert answer[0] == 200, answer
