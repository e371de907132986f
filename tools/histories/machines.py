"""Serving machines that are upgraded one after another: processes on one database, each stopped and started with another version."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from benchmarks.serving.served import PATIENCE, Served

RUN = "from surefoot.cli import main; main()"
# The next version of this one: its schema has further columns, as any later one may.
NEXT = f"""
import surefoot
from surefoot.server.store import migrations

def later(connection):
    for table in ("games", "seats", "entries"):
        connection.exec_driver_sql(f"ALTER TABLE {{table}} ADD COLUMN later INTEGER NOT NULL DEFAULT 0")

migrations.migrate.__defaults__ = ((*migrations.STEPS, later),)
surefoot.__version__ = "next"
{RUN}
"""


class Machine(Served):
    """A server as `surefoot serve` starts it, of an old version until it is upgraded."""

    def __init__(self, database: str, old: Path | None = None) -> None:
        super().__init__(database, 1)
        # Where the source of the old version is. None: it is this version, and the new one is its successor.
        self.old = old
        self.upgraded = False
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def group(self) -> int:
        """The group of all its processes."""
        assert self._running is not None
        return self._running.pid

    def popen(self) -> subprocess.Popen[bytes]:
        """Start the process, without waiting until it listens."""
        run, environment = RUN, dict(os.environ)
        if self.old is None and self.upgraded:
            run = NEXT
        elif self.old is not None and not self.upgraded:
            environment["PYTHONPATH"] = str(self.old)
        given: dict[str, Any] = json.loads(self.settings.limits.model_dump_json(exclude_defaults=True))
        limits = [part for name, value in given.items() for part in ("--limit", f"{name}={value}")]
        command = [sys.executable, "-c", run, "serve", "--port", str(self.port), "--workers", "1"]
        return subprocess.Popen(
            [*command, "--database", self.settings.database, "--log", "error", *limits],
            env=environment,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def start(self) -> float:
        """Start it and wait until it is healthy; returns how long that took."""
        begun, self._running = time.perf_counter(), self.popen()
        while not self.version():
            assert self._running.poll() is None, "the server has ended"
            assert time.perf_counter() - begun < PATIENCE, "the server does not listen"
            time.sleep(0.1)
        return time.perf_counter() - begun

    def version(self) -> str:
        """The version that serves here; empty if none is healthy."""
        try:
            with urllib.request.urlopen(f"{self.http}/health", timeout=10) as answer:
                return str(json.load(answer)["version"])
        except OSError:
            return ""

    def stop(self) -> None:
        """Ask it to end, as an operator does."""
        if self._running is not None:
            self._running.send_signal(signal.SIGTERM)
            self._running.wait(PATIENCE)
            self._running = None

    def upgrade(self) -> None:
        """Stop the old version and start the new one in its place."""
        self.stop()
        self.upgraded = True
        self.start()
