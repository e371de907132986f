"""The one who writes: whatever waits is written together and made durable at once, so that games share its cost."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DBAPIError, OperationalError

from surefoot.server.store.engines import POSTGRESQL
from surefoot.server.store.rows import EntryRow
from surefoot.server.store.tables import entries

T = TypeVar("T")

# So many requests share one transaction at most.
MOST_TOGETHER = 256
# On which channel other processes hear what was written.
CHANNEL = "surefoot"
_TELL = "SELECT pg_notify(%s, news) FROM unnest(%s::text[]) AS news"
# The first pause before a lost database is tried again, in seconds; each is twice as long as the one before.
_FIRST_PAUSE = 0.05


class StoreFailed(RuntimeError):
    """It could not be written; whether it counts is known when the same request is repeated."""


class Overtaken(RuntimeError):
    """Somebody else has written that line of the log."""


class Reused(RuntimeError):
    """The same seat has written another line with that request."""


@dataclass(frozen=True)
class _Job(Generic[T]):
    """Something to write, and whoever waits for it. Must come to the same if it is done twice."""

    work: EntryRow | Callable[[Connection], T]
    news: str
    future: asyncio.Future[T]


class Writer:
    """A thread of its own: waiting for the disk must not hold up anybody who only reads."""

    def __init__(self, engine: Engine, origin: str, patience: float) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._tells = engine.dialect.name == POSTGRESQL
        # Written out: this is done for every move, and building a statement takes longer than carrying it out.
        marks = ", ".join(["%s" if self._tells else "?"] * len(entries.columns))
        columns = ", ".join(column.name for column in entries.columns)
        self._insert = f"INSERT INTO {entries.name} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING"
        self._origin = origin
        self._patience = patience
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="surefoot-writer", daemon=True)
        self._thread.start()
        # How many transactions were committed, and how many jobs they held: for the operator.
        self.commits = 0
        self.written = 0

    async def append(self, row: EntryRow) -> None:
        """Add a line to a log; when this returns it is durable. Raises Overtaken if there is another in its place."""
        await self._asked(row, row.game)

    async def do(self, work: Callable[[Connection], T], news: str = "") -> T:
        """Change something else; the function must come to the same if it is run twice."""
        result: T = await self._asked(work, news)
        return result

    async def _asked(self, work: Any, news: str) -> Any:
        future: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put(_Job(work, news, future))
        return await future

    def close(self) -> None:
        """Write what waits, and stop."""
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()

    # --- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        open_ = True
        while open_:
            batch: list[_Job[Any]] = []
            job = self._jobs.get()
            while job is not None:
                batch.append(job)
                if len(batch) == MOST_TOGETHER:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            open_ = job is not None
            if batch:
                self._deliver(batch, self._kept(batch))

    def _kept(self, batch: list[_Job[Any]]) -> list[Any]:
        """What came of each job: its result, or the exception that it gets."""
        until, pause = time.monotonic() + self._patience, _FIRST_PAUSE
        while True:
            try:
                with self._engine.begin() as connection:
                    results = self._done(connection, batch)
            except DBAPIError as error:
                if _passing(error) and time.monotonic() + pause < until:
                    # Whether the commit went through is not known: every job comes to the same when done twice.
                    time.sleep(pause)
                    pause *= 2
                    continue
                if len(batch) > 1 and not _passing(error):
                    return [result for job in batch for result in self._kept([job])]
                return [StoreFailed(str(error.orig))] * len(batch)
            except Exception as error:  # noqa: BLE001  # whoever asked for it must hear of it, whatever it is
                if len(batch) > 1:
                    return [result for job in batch for result in self._kept([job])]
                return [error]
            self.commits += 1
            self.written += len(batch)
            return results

    def _done(self, connection: Connection, batch: list[_Job[Any]]) -> list[Any]:
        lines = [job.work for job in batch if isinstance(job.work, EntryRow)]
        overtaken = self._appended(connection, lines) if lines else {}
        results: list[Any] = []
        for job in batch:
            if isinstance(job.work, EntryRow):
                results.append(overtaken.get(job.work))
            else:
                results.append(job.work(connection))
        if self._tells:
            news = list(dict.fromkeys(f"{self._origin} {job.news}" for job in batch if job.news))
            if news:
                connection.exec_driver_sql(_TELL, (CHANNEL, news))
        return results

    def _appended(self, connection: Connection, rows: list[EntryRow]) -> dict[EntryRow, Exception]:
        """Add lines; those in whose place another one stands already."""
        lost: dict[EntryRow, Exception] = {}
        values = [(row.game, row.number, row.seat, row.request, row.line, row.told) for row in rows]
        if connection.exec_driver_sql(self._insert, values).rowcount == len(rows):
            return lost
        for row in rows:
            there = select(entries.c.line).where(entries.c.game == row.game, entries.c.number == row.number)
            found = connection.execute(there).scalar()
            if found is None:
                lost[row] = Reused(f"request {row.request!r} was used for another line")
            elif found != row.line:
                lost[row] = Overtaken(f"line {row.number} of game {row.game} was written by somebody else")
            # The very same line is our own, from this commit or from one of which we never heard.
        return lost

    def _deliver(self, batch: list[_Job[Any]], results: list[Any]) -> None:
        pairs = [(job.future, result) for job, result in zip(batch, results, strict=True)]
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_settle, pairs)


def _settle(pairs: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in pairs:
        if future.done():
            continue  # whoever asked has gone
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def _passing(error: DBAPIError) -> bool:
    """Whether trying again can help: the database was restarted, or somebody else is writing."""
    if error.connection_invalidated:
        return True
    if not isinstance(error, OperationalError):
        return False
    says = str(error.orig)
    return "locked" in says or "busy" in says or "connect" in says or "shutting down" in says
