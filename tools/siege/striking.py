"""The faults: processes that are killed or stand still, a full disk, a database that can't be written, cut connections."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.serving.cluster import Cluster
from tools.siege.players import Match


@dataclass
class Struck:
    """What faults strike: the serving process, its database, and the connections of its clients."""

    server: int
    # The file of SQLite, or the cluster of PostgreSQL.
    database: Path | Cluster
    matches: Sequence[Match]
    chance: random.Random

    @property
    def one_worker(self) -> list[int]:
        """One of them; none if the process that starts them was killed before, and no other one has begun yet."""
        found = self.workers
        return self.chance.sample(found, min(1, len(found)))

    @property
    def workers(self) -> list[int]:
        """The worker processes: their parent is a process that only starts them."""
        return [pid for parent in _started_by(self.server) for pid in _started_by(parent)]


def _started_by(parent: int) -> list[int]:
    """The processes that any thread of a process has started."""
    found: list[int] = []
    for listed in Path(f"/proc/{parent}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, listed.read_text().split())
    return found


def _signal(pids: Sequence[int], signalled: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signalled)


async def kill_worker(at: Struck) -> None:
    """A worker ends without a word."""
    _signal(at.one_worker, signal.SIGKILL)


async def kill_all_workers(at: Struck) -> None:
    """All workers end at once, as if the system had no memory left."""
    _signal(at.workers, signal.SIGKILL)


async def kill_nursery(at: Struck) -> None:
    """The process that starts workers ends."""
    _signal([parent for parent in _started_by(at.server) if _started_by(parent)], signal.SIGKILL)


async def stop_worker(at: Struck) -> None:
    """A worker stands still for a while."""
    await _stopped(at.one_worker, at.chance.uniform(0.3, 3.0))


async def stop_server(at: Struck) -> None:
    """The serving process stands still for a while, as a virtual machine does that is moved."""
    await _stopped([at.server], at.chance.uniform(0.2, 2.0))


async def _stopped(pids: Sequence[int], seconds: float) -> None:
    _signal(pids, signal.SIGSTOP)
    await asyncio.sleep(seconds)
    _signal(pids, signal.SIGCONT)


async def full_disk(at: Struck) -> None:
    """The server can write no file beyond half of its present size."""
    assert isinstance(at.database, Path)
    sizes = [each.stat().st_size for each in at.database.parent.glob(f"{at.database.name}*")]
    _, hard = resource.prlimit(at.server, resource.RLIMIT_FSIZE)
    resource.prlimit(at.server, resource.RLIMIT_FSIZE, (max(1, min(sizes) // 2), hard))
    await asyncio.sleep(at.chance.uniform(0.5, 3.0))
    resource.prlimit(at.server, resource.RLIMIT_FSIZE, (hard, hard))


async def database_away(at: Struck) -> None:
    """The database can't be written for a while: another process has locked it, or it was restarted."""
    if isinstance(at.database, Cluster):
        await asyncio.to_thread(at.database.stop)
        await asyncio.sleep(at.chance.uniform(0.0, 3.0))
        await asyncio.to_thread(at.database.start)
        return
    with contextlib.closing(sqlite3.connect(at.database, timeout=10, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(at.chance.uniform(0.5, 4.0))
        other.execute("ROLLBACK")


async def database_stops(at: Struck) -> None:
    """The database stands still for a while."""
    assert isinstance(at.database, Cluster)
    await _stopped([at.database.pid, *_started_by(at.database.pid)], at.chance.uniform(0.3, 3.0))


async def cut(at: Struck) -> None:
    """The connections of all honest clients break."""
    for match in at.matches:
        for player in match.players.values():
            await player.cut()


FAULTS: dict[str, Callable[[Struck], Awaitable[None]]] = {
    work.__name__.replace("_", "-"): work
    for work in (
        kill_worker,
        kill_all_workers,
        kill_nursery,
        stop_worker,
        stop_server,
        full_disk,
        database_away,
        database_stops,
        cut,
    )
}
# Those of each database.
ON_SQLITE = tuple(name for name in FAULTS if name != "database-stops")
ON_POSTGRESQL = tuple(name for name in FAULTS if name != "full-disk")
# While one of these lasts, and a moment longer, the server is not healthy, and says so or can't say anything.
UNHEALTHY = ("stop-server", "full-disk", "database-away", "database-stops")
