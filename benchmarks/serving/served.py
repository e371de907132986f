"""A server in a process of its own, that can be killed at any moment and started again at once."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

from surefoot.server.settings import Settings

# How long a server may take to listen, in seconds, on a machine that is busy with other things.
PATIENCE = 300.0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _serve(settings: str, port: int, skew: float = 0.0) -> None:
    import uvicorn

    from surefoot.server.app import create_app
    from surefoot.server.listening import options

    if skew:
        # The clock on the wall is wrong; that of the machine, by which waits are measured, is not.
        right = time.time
        time.time = lambda: right() + skew
    # A group of its own, so that a kill takes the workers too, as the loss of power would.
    os.setsid()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 16_384)), hard))
    given = Settings.model_validate_json(settings)
    listens = options(given.limits) | {"ws_ping_interval": None}
    uvicorn.run(create_app(given, alone=True), host="127.0.0.1", port=port, log_level="warning", **listens)


def _context() -> BaseContext:
    """Processes forked from one that has everything loaded: what is killed is the same, and starting costs nothing."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["uvicorn.protocols.websockets.websockets_sansio_impl", "surefoot.server.app", "surefoot.server.warm"]
    )
    return context


@contextmanager
def _nobody() -> Iterator[None]:
    """Keep a new process from loading whoever starts it: a test runner takes longer than the server itself."""
    main: Any = sys.modules["__main__"]
    spec, file = main.__spec__, main.__dict__.pop("__file__", None)
    main.__spec__ = None
    try:
        yield
    finally:
        main.__spec__ = spec
        if file is not None:
            main.__file__ = file


def forked(target: Callable[..., None], *arguments: Any) -> BaseProcess:
    """A process that has been started, with everything loaded that a server needs; its workers come from the same one."""
    process: BaseProcess = _context().Process(target=target, args=arguments)  # type: ignore[attr-defined]  # every real context has it
    with _nobody():
        process.start()
    return process


class Served:
    """A server with one database, at one port, however often it is killed."""

    def __init__(self, database: str, workers: int = 0, **settings: Any) -> None:
        # Rates and times are measured here, not limited: the machine may have other things to do.
        limits = {"seconds": 300, "game_seconds": 300, "game_rate": 1e6, "game_burst": 1_000_000}
        limits |= {
            "client_rate": 1e6,
            "client_burst": 1_000_000,
            "client_requests": 10_000,
            "requests": 10_000,
            "client_sockets": 10_000,
            "idle_connections": 10_000,
            "waiting": 10_000,
            "client_work": 1e6,
            "client_share": 1e6,
            "client_games": 1_000_000,
            "client_bytes": 10**12,
        }
        given = {"database": database, "workers": workers, "limits": limits, **settings}
        self.settings = Settings.model_validate(given)
        self.port = free_port()
        # Seconds by which the clock of the server is wrong.
        self.skew = 0.0
        self._process: BaseProcess | None = None

    @property
    def http(self) -> str:
        """Where it is asked."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def group(self) -> int:
        """The group of all its processes."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def start(self) -> float:
        """Start it and wait until it listens; how long that took."""
        begun = time.perf_counter()
        self._process = process = forked(_serve, self.settings.model_dump_json(), self.port, self.skew)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if not process.is_alive() or time.perf_counter() - begun > PATIENCE:
                    raise RuntimeError("the server does not listen") from None
                time.sleep(0.005)
            else:
                return time.perf_counter() - begun

    def kill(self) -> None:
        """End it without a word, and everything that it has started."""
        os.killpg(self.group, signal.SIGKILL)
        assert self._process is not None
        self._process.join()
        self._process = None

    def restart(self) -> None:
        """Kill it and start it again at once."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """Ask it to end."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(PATIENCE)
            self._process = None

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
