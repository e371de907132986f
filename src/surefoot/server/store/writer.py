"""The writer thread: writes waiting jobs in one transaction, so that games share the cost of a commit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from surefoot.language import Quoted
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.server.store.checkpoints import Checkpoints
from surefoot.server.store.engines import POSTGRESQL
from surefoot.server.store.failures import Overtaken, Reused, StoreFailed, log
from surefoot.server.store.rows import EntryRow
from surefoot.server.store.tables import entries

T = TypeVar("T")

# The largest number of jobs in one transaction.
MOST_TOGETHER = 256
# The channel of notifications to other processes.
CHANNEL = "surefoot"
_TELL = "SELECT pg_notify(%s, news) FROM unnest(%s::text[]) AS news"
# The first pause before a retry, in seconds; each further pause is twice as long.
_FIRST_PAUSE = 0.05
# Seconds between two looks at the connection that is being written to.
_LOOK = 0.5


@dataclass(frozen=True)
class _Job(Generic[T]):
    """A job for the writer, and the future of its result. It must be idempotent."""

    work: EntryRow | Callable[[Connection], T]
    news: str
    future: asyncio.Future[T]


class Writer:
    """Writes in its own thread, so that waiting for the disk does not block readers."""

    def __init__(self, engine: Engine, origin: str, patience: float) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._tells = engine.dialect.name == POSTGRESQL
        # Plain SQL: this runs for every move, and building a statement takes longer than running it.
        marks = ", ".join(["%s" if self._tells else "?"] * len(entries.columns))
        columns = ", ".join(f'"{column.name}"' for column in entries.columns)
        self._insert = f"INSERT INTO {entries.name} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING"
        self._origin = origin
        self._patience = patience
        # SQLite alone needs it.
        self._checkpoints = None if self._tells else Checkpoints(str(engine.url.database))
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        # Kept from one transaction to the next, as long as all goes well: to take it from the pool costs as much as to use it.
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="surefoot-writer", daemon=True)
        self._thread.start()
        # The descriptor of the connection that is being written to, and until when that may take.
        self._under_way: tuple[int, float] | None = None
        if self._tells:
            threading.Thread(target=self._watch, name="surefoot-watch", daemon=True).start()
        # Metrics: the number of commits, and of jobs in them.
        self.commits = 0
        self.written = 0
        # Bytes that were added to each game and are not counted in its row yet.
        self.grown: Counter[str] = Counter()
        self.failed = 0

    async def append(self, row: EntryRow) -> None:
        """Add a line to a log, durably. Raises Overtaken if another line has its number."""
        await self._asked(row, row.game)
        self.grown[row.game] += len(row.line) + len(row.told)

    async def do(self, work: Callable[[Connection], T], news: str = "") -> T:
        """Run another change; the function must be idempotent."""
        result: T = await self._asked(work, news)
        return result

    async def _asked(self, work: Any, news: str) -> Any:
        future: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put(_Job(work, news, future))
        return await future

    def close(self) -> None:
        """Write the waiting jobs, and stop."""
        self._jobs.put(None)
        self._thread.join()
        if self._checkpoints is not None:
            self._checkpoints.close()
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
        self._let_go()

    def _kept(self, batch: list[_Job[Any]]) -> list[Any]:
        """The result or the exception of each job."""
        until, pause = time.monotonic() + self._patience, _FIRST_PAUSE
        while True:
            try:
                connection = self._connection = self._connection or self._engine.connect()
                with connection.begin():
                    self._begun(connection, until)
                    results = self._done(connection, batch)
            except DBAPIError as error:
                self._let_go(broken=True)
                if _passing(error) and time.monotonic() + pause < until:
                    # It is unknown whether the commit succeeded; jobs are idempotent, so try again.
                    time.sleep(pause)
                    pause *= 2
                    continue
                if len(batch) > 1 and not _passing(error):
                    return [result for job in batch for result in self._kept([job])]
                self.failed += len(batch)
                log.error("could not write %d changes: %s", len(batch), error.orig)
                return [StoreFailed(str(error.orig))] * len(batch)
            except Exception as error:  # noqa: BLE001  # every exception is delivered to the caller
                self._let_go(broken=True)
                if len(batch) > 1:
                    return [result for job in batch for result in self._kept([job])]
                return [error]
            finally:
                self._under_way = None
            self.commits += 1
            if self._checkpoints is not None:
                self._checkpoints.committed()
            self.written += len(batch)
            return results

    def _let_go(self, *, broken: bool = False) -> None:
        """Return the connection, or end it if it may be broken: the next transaction has another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                if broken:
                    connection.invalidate()
                connection.close()

    def _begun(self, connection: Connection, until: float) -> None:
        if self._tells:
            driver: Any = connection.connection.driver_connection
            self._under_way = (driver.fileno(), until)

    def _watch(self) -> None:
        """Cut the connection to a database that is paused, or cut off, for too long: the writer would wait for ever."""
        while self._thread.is_alive():
            time.sleep(_LOOK)
            under_way = self._under_way
            if under_way is not None and time.monotonic() > under_way[1]:
                with contextlib.suppress(OSError), socket.socket(fileno=os.dup(under_way[0])) as wire:
                    wire.shutdown(socket.SHUT_RDWR)

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
        """Add lines; returns those whose number or request was used already."""
        lost: dict[EntryRow, Exception] = {}
        values = [(row.game, row.number, row.seat, row.request, row.line, row.told, row.at) for row in rows]
        if connection.exec_driver_sql(self._insert, values).rowcount == len(rows):
            return lost
        for row in rows:
            there = select(entries.c.line).where(entries.c.game == row.game, entries.c.number == row.number)
            found = connection.execute(there).scalar()
            if found is None:
                lost[row] = Reused(text("The request id {id} was used before", id=Quoted(row.request)))
            elif found != row.line:
                lost[row] = Overtaken(f"line {row.number} of game {row.game} exists already")
            # The same line is our own, from this commit or an earlier one whose success was not reported.
        return lost

    def _deliver(self, batch: list[_Job[Any]], results: list[Any]) -> None:
        pairs = [(job.future, result) for job, result in zip(batch, results, strict=True)]
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_settle, pairs)


def _settle(pairs: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in pairs:
        if future.done():
            continue  # the caller is gone
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def _passing(error: DBAPIError) -> bool:
    """Whether a retry can help: the database was restarted, or is locked by another process."""
    if error.connection_invalidated:
        return True
    if not isinstance(error, OperationalError):
        return False
    says = str(error.orig)
    return "locked" in says or "busy" in says or "connect" in says or "shutting down" in says
