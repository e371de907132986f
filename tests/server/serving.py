"""Servers for tests: one in this process, and one that really listens."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from benchmarks.serving.served import forked
from starlette.testclient import TestClient

from surefoot.server.app import create_app
from surefoot.server.limits import Limits
from surefoot.server.listening import options
from surefoot.server.logs import configuration
from surefoot.server.settings import VARIABLE, Settings, inherited


def settings(folder: Path, *, workers: int = 0, **limits: Any) -> Settings:
    # Questions do not yield: the other tests run on the same machine.
    return Settings(
        database=f"sqlite:///{folder / 'games.db'}",
        workers=workers,
        questions_yield=False,
        limits=Limits(**limits),
    )


@contextmanager
def opened(folder: Path, *, workers: int = 0, **limits: Any) -> Iterator[TestClient]:
    """A server in this process."""
    with TestClient(create_app(settings(folder, workers=workers, **limits))) as client:
        yield client


class Forked:
    """A server process that was forked, asked as one that was started."""

    def __init__(self, process: BaseProcess) -> None:
        assert process.pid is not None
        self._process, self.pid = process, process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        self._process.join(seconds)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("a server", seconds or 0.0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self._process.kill()


class Served:
    """A server in a process of its own, and what it has logged."""

    def __init__(self, process: subprocess.Popen[bytes] | Forked, port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log
        self.url = f"http://127.0.0.1:{port}"

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]

    def ask(self, address: str, body: Any = None, seconds: float = 60) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{address}", data, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, json.loads(refused.read())

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def metric(self, name: str) -> float:
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


# What a server process runs that loads everything itself.
RUN = "import sys; from tests.server.serving import run; run(int(sys.argv[1]))"


def run(listening: int) -> None:
    """The application with the logs of one that serves, at a socket that listens."""
    import uvicorn

    uvicorn.run(
        "surefoot.server.app:from_environment",
        factory=True,
        fd=listening,
        log_config=configuration("debug"),
        **options(inherited().limits) | {"timeout_graceful_shutdown": 20},
    )


def _run(listening: socket.socket, log: str, environment: dict[str, str]) -> None:
    """What a server process runs that was forked."""
    os.setsid()
    with Path(log).open("wb") as sink:
        os.dup2(sink.fileno(), sys.stderr.fileno())
    os.environ.clear()
    os.environ.update(environment)
    # A forked process knows the one that it came from, but multiprocessing would start another one for its workers.
    assert forkserver._forkserver._forkserver_address  # type: ignore[attr-defined]
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[attr-defined]
    run(listening.fileno())


@contextmanager
def served(folder: Path, *, workers: int = 1, fresh: bool = False, **limits: Any) -> Iterator[Served]:
    """A server that really listens; it is ended when the test ends.

    It and its workers are forked from a process that has everything loaded and rehearsed, as loading takes longer than most
    tests. A `fresh` one loads everything itself, from where the environment says, and starts its workers itself, as `surefoot serve` does.
    """
    log = folder / "log"
    environment = os.environ | {VARIABLE: settings(folder, workers=workers, **limits).model_dump_json()}
    with socket.create_server(("127.0.0.1", 0)) as listening, log.open("wb") as sink:
        process: subprocess.Popen[bytes] | Forked
        if fresh:
            listening.set_inheritable(True)
            command = [sys.executable, "-c", RUN, str(listening.fileno())]
            process = subprocess.Popen(
                command, env=environment, stderr=sink, pass_fds=[listening.fileno()], start_new_session=True
            )
        else:
            process = Forked(forked(_run, listening, str(log), environment))
        found = Served(process, listening.getsockname()[1], log)
    try:
        _wait(found)
        yield found
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(found: Served) -> None:
    end = time.monotonic() + 180
    while True:
        try:
            assert found.ask("/health")[0] == 200
        except (OSError, AssertionError):
            if time.monotonic() > end or found.process.poll() is not None:
                raise AssertionError(f"the server did not start: {found.log.read_text()}") from None
            time.sleep(0.05)
        else:
            return


def jagged(vertices: int) -> dict[str, Any]:
    """Terrain with so many corners, as many to a piece as a file may have."""
    each = 500
    terrain = {}
    for number in range(0, vertices, each):
        x = number // each * 2
        teeth = [[x + i / each, 1 + i % 2] for i in range(each - 1)]
        terrain[f"saw{number}"] = {"area": [*teeth, [x + 0.5, 8]], "tags": ["rubble"]}
    return {"ruleset": "necromunda-classic", "terrain": terrain}
