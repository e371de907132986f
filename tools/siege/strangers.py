"""A stranger with an address of its own: plain connections, requests and sockets, without manners."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

HERE = "127.0.0.1"
# A stranger waits so long for an answer, in seconds.
PATIENCE = 20.0


@dataclass
class Stranger:
    """One attack: where it goes, from which address, for how long; and what was answered."""

    port: int
    address: str
    seconds: float
    chance: random.Random
    answers: Counter[str] = field(default_factory=Counter)
    _ends: float = field(init=False)

    def __post_init__(self) -> None:
        self._ends = time.monotonic() + self.seconds

    def at(self, address: str) -> Stranger:
        """The same stranger at another address; what is answered there counts here."""
        seconds, chance = self._ends - time.monotonic(), random.Random(self.chance.getrandbits(32))
        return Stranger(self.port, address, seconds, chance, self.answers)

    @property
    def goes_on(self) -> bool:
        """Whether the attack still has time."""
        return time.monotonic() < self._ends

    def pause(self, seconds: float) -> None:
        """Wait, but not beyond the end."""
        time.sleep(max(0.0, min(seconds, self._ends - time.monotonic())))

    @contextmanager
    def counting(self) -> Iterator[None]:
        """That a connection breaks, or is refused, is counted and no error."""
        try:
            yield
        except (OSError, WebSocketException, TimeoutError) as broken:
            self.answers[type(broken).__name__] += 1

    def line(self) -> socket.socket:
        """A plain connection."""
        return socket.create_connection((HERE, self.port), PATIENCE, source_address=(self.address, 0))

    def read(self, wire: socket.socket) -> bytes:
        """All that is answered, until the server closes or nothing comes; its status is counted."""
        found = b""
        with contextlib.suppress(OSError):
            wire.settimeout(max(0.1, min(PATIENCE, self._ends + 2 - time.monotonic())))
            while len(found) < 1_000_000 and (more := wire.recv(65_536)):
                found += more
        self.answers[found[9:12].decode("latin-1") if found.startswith(b"HTTP/") else "closed"] += 1
        return found

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", **headers: str
    ) -> tuple[int, Any]:
        """One request and its answer as data; status 0 if none came."""
        fields = {"content-type": "application/json", **headers}
        if token:
            fields["authorization"] = f"Bearer {token}"
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        wire = http.client.HTTPConnection(HERE, self.port, timeout=PATIENCE, source_address=(self.address, 0))
        with contextlib.closing(wire):
            try:
                wire.request(method, path, data, fields)
                answer = wire.getresponse()
                status, text = answer.status, answer.read()
            except (OSError, http.client.HTTPException) as broken:
                self.answers[type(broken).__name__] += 1
                return 0, None
        self.answers[str(status)] += 1
        try:
            return status, json.loads(text)
        except ValueError:
            return status, None

    def hang_up(self, path: str, body: Any, token: str = "") -> None:
        """Send a request, and go before it is answered."""
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {HERE}\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {token}\r\nContent-Length: {len(data)}\r\n\r\n"
        with self.counting(), self.line() as wire:
            wire.sendall(head.encode() + data)
            self.pause(self.chance.uniform(0.0, 0.3))
            # A reset, not a goodbye.
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.answers["hung up"] += 1

    def game(self, **form: Any) -> dict[str, Any] | None:
        """A game of this stranger's own; None if the server refuses."""
        status, found = self.ask("POST", "/v1/games", {"bundled": "gantry", **form})
        return found if status == 201 else None

    def delete(self, game: dict[str, Any]) -> None:
        """Remove a game again."""
        self.ask("DELETE", f"/v1/games/{game['game']}", token=game["token"])

    @contextmanager
    def seat(self, game: dict[str, Any], *, hello: bool = True, **options: Any) -> Iterator[ClientConnection]:
        """A socket at a game."""
        with connect(
            f"ws://{HERE}:{self.port}/v1/games/{game['game']}/socket",
            open_timeout=PATIENCE,
            close_timeout=0.5,
            max_size=None,
            source_address=(self.address, 0),
            **options,
        ) as wire:
            if hello:
                wire.send(json.dumps({"kind": "hello", "token": game["token"]}))
                wire.recv(PATIENCE)
            yield wire

    def count(self, wire: ClientConnection, frames: int, seconds: float = 2.0) -> None:
        """Read some frames, and count their kinds and problems."""
        for _ in range(frames):
            frame = json.loads(wire.recv(seconds))
            self.answers[frame["problem"]["code"] if frame["kind"] == "refused" else frame["kind"]] += 1

    def together(self, work: Callable[[], None], count: int) -> None:
        """Do something in several threads at once, until all have ended."""
        threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(self.seconds + 2 * PATIENCE)

    def noise(self, size: int) -> bytes:
        """Random bytes."""
        return self.chance.randbytes(size)


def raise_descriptors() -> None:
    """Let this process open as many connections as the system allows."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else 16_384
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(most, 16_384)), hard))


def step_back(nice: int) -> None:
    """Leave the processor to others: strangers have machines of their own."""
    with contextlib.suppress(OSError):
        os.nice(nice)
    # Linux shares the processor between sessions first: in a session of its own, this process has to step back as a whole.
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(f"{nice}\n")
