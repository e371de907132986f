"""The store of games, seats and logs, in SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from surefoot.language import Notation
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.server.names import unique
from surefoot.server.signing import new_key
from surefoot.server.store import upkeep
from surefoot.server.store.alone import alone
from surefoot.server.store.engines import POSTGRESQL, NoSuchStore, engine, parsed
from surefoot.server.store.failures import StoreFailed, log
from surefoot.server.store.migrations import migrate
from surefoot.server.store.news import Listener
from surefoot.server.store.rows import EntryRow, GameRow, SeatRow
from surefoot.server.store.tables import entries, games, seats, server
from surefoot.server.store.writer import Writer

T = TypeVar("T")

# Seconds to wait for a lost database before requests fail.
PATIENCE = 20.0
# The name of the secret with which the server hashes addresses.
SECRET = "secret"
# The name of the key with which the server signs logs.
KEY = "key"
# Seconds for which the health of the database is not determined again.
HEALTHY = 1.0


def _ignore(_: str) -> None:
    """Ignore changes: there is only one server process."""


@dataclass
class Store:
    """Games, seats and logs. Changes are durable when a method returns."""

    writer: Writer
    reading: Engine
    # Called with the id of a game that another process has changed; empty if any may have been.
    heard: Callable[[str], None] = _ignore
    # Seconds after which a reader gives up.
    patience: float = PATIENCE
    # When the health was last determined, and whether it was good.
    _health: tuple[float, bool] = (-math.inf, False)

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call this with the id of a game that was changed elsewhere."""
        self.heard = heard

    def hear(self, game: str) -> None:
        """Another process has changed a game."""
        self.heard(game)

    async def healthy(self, seconds: float) -> bool:
        """Whether the database can be read and written in this time. The answer is kept for a moment."""
        at, found = self._health
        if time.monotonic() - at > HEALTHY:
            try:
                async with asyncio.timeout(seconds):
                    await self.seat_of("")
                    # A full disk can be read, but not written.
                    await self.writer.do(lambda c: put_fact(c, "probed", str(int(time.time()))))
                found = True
            except Exception as error:  # noqa: BLE001  # any error means that the store is not healthy
                log.error("the store is not healthy: %r", error)
                found = False
            self._health = (time.monotonic(), found)
        return found

    # --- writing ----------------------------------------------------------------------------------

    async def begin(self, game: GameRow, seated: Sequence[SeatRow], lines: Sequence[EntryRow] = ()) -> None:
        """Add a new game with its seats; one that is opened again also has lines."""

        def work(connection: Connection) -> None:
            if connection.execute(select(games.c.id).where(games.c.id == game.id)).first() is None:
                connection.execute(insert(games), [asdict(game)])
                connection.execute(insert(seats), [asdict(seat) for seat in seated])
                if lines:
                    connection.execute(insert(entries), [asdict(line) for line in lines])

        await self.writer.do(work)

    async def append(self, row: EntryRow) -> None:
        """Add a line to a log; raises Overtaken if another line has its number."""
        await self.writer.append(row)

    async def change_game(self, game: str, **values: Any) -> None:
        """Change fields of a game: its proposal, or that it is over."""
        await self.writer.do(
            lambda c: _none(c.execute(update(games).where(games.c.id == game), values)), game
        )

    async def delete_games(self, ids: Sequence[str]) -> None:
        """Delete games with everything that belongs to them."""
        for game in ids:
            await self.writer.do(lambda c, game=game: _none(upkeep.remove(c, game)), game)  # type: ignore[misc]  # bound now

    async def count_growth(self) -> dict[str, int]:
        """Count what was written since the last time; returns the bytes of all games of each client that has grown."""
        some = dict(list(self.writer.grown.items())[: upkeep.TOGETHER])
        if not some:
            return {}
        found = await self.writer.do(lambda c: upkeep.grow(c, some))
        self.writer.grown.subtract(some)
        # Nothing is left of most of them.
        self.writer.grown = +self.writer.grown
        return found

    async def add_seat(self, seat: SeatRow, most: int) -> bool:
        """Add a seat to a game unless the game would then have more than `most`; returns whether it was added."""

        def work(connection: Connection) -> bool:
            upkeep.touch(connection, seat.game)
            held = list(connection.execute(select(seats.c.id).where(seats.c.game == seat.game)).scalars())
            if seat.id not in held and len(held) < most:
                connection.execute(insert(seats), [asdict(seat)])
            return seat.id in held or len(held) < most

        return await self.writer.do(work, seat.game)

    async def take_seat(self, invitation: str, token: str, name: str, expires: int) -> SeatRow | None:
        """Replace an invitation with a token (both hashed); None if it was used, revoked or is unknown.

        The name gets a number if another taken seat of the game has one that looks the same.
        """
        offered = await self.seat_of(invitation)
        if offered is None:
            return None
        free = update(seats).where(
            seats.c.token == invitation, seats.c.taken.is_(False), seats.c.revoked.is_(False)
        )

        def work(connection: Connection) -> SeatRow | None:
            # The row of the game is locked from here on: of two guests with one name, the second sees the first.
            upkeep.touch(connection, offered.game)
            own = unique(name, _names(connection, offered.game))
            connection.execute(free, {"token": token, "name": own, "taken": True, "expires": expires})
            return _seat(connection, seats.c.token == token)

        return await self.writer.do(work, offered.game)

    async def change_seat(self, seat: SeatRow, **values: Any) -> None:
        """Change fields of a seat: its token, or that it is revoked."""
        statement = update(seats).where(seats.c.id == seat.id)
        await self.writer.do(lambda c: _none(c.execute(statement, values)), seat.game)

    # --- reading ----------------------------------------------------------------------------------

    async def game(self, game: str) -> GameRow | None:
        """A game by its id."""

        def work(connection: Connection) -> GameRow | None:
            row = connection.execute(select(games).where(games.c.id == game)).first()
            return None if row is None else GameRow(**row._mapping)

        return await self.read(work)

    async def last(self, game: str) -> EntryRow | None:
        """The last line of a game's log."""
        found = select(entries).where(entries.c.game == game).order_by(entries.c.number.desc()).limit(1)
        rows = await self.read(lambda c: _entries(c, found))
        return rows[0] if rows else None

    async def entries(self, game: str, after: int = 0, limit: int | None = None) -> list[EntryRow]:
        """The lines of a game's log behind a number, in order."""
        found = select(entries).where(entries.c.game == game, entries.c.number > after)
        found = found.order_by(entries.c.number).limit(limit)
        return await self.read(lambda c: _entries(c, found))

    async def log(self, game: str) -> list[str]:
        """The log of a game: its header and its lines."""
        head = select(games.c.header).where(games.c.id == game)
        rest = select(entries.c.line).where(entries.c.game == game).order_by(entries.c.number)
        return await self.read(
            lambda c: [str(line) for found in (head, rest) for line in c.execute(found).scalars()]
        )

    async def answered(self, game: str, seat: str, request: str) -> EntryRow | None:
        """The line of an earlier request; None if there is none."""
        found = select(entries).where(
            entries.c.game == game, entries.c.seat == seat, entries.c.request == request
        )
        rows = await self.read(lambda c: _entries(c, found))
        return rows[0] if rows else None

    async def seats(self, game: str) -> list[SeatRow]:
        """All seats of a game."""
        found = select(seats).where(seats.c.game == game).order_by(seats.c.id)
        return await self.read(lambda c: [SeatRow(**row._mapping) for row in c.execute(found)])

    async def seat_of(self, token: str) -> SeatRow | None:
        """The seat of a hashed token."""
        return await self.read(lambda c: _seat(c, seats.c.token == token))

    async def fact(self, name: str) -> str:
        """A fact about the server; empty if it is unknown."""
        found = select(server.c.value).where(server.c.name == name)
        return await self.read(lambda c: str(c.execute(found).scalar() or ""))

    async def counts(self) -> tuple[int, int]:
        """Number of games and lines, for metrics."""

        def work(connection: Connection) -> tuple[int, int]:
            held = connection.execute(select(func.count()).select_from(games)).scalar_one()
            lines = connection.execute(select(func.count()).select_from(entries)).scalar_one()
            return int(held), int(lines)

        return await self.read(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of some reading."""

        def reading() -> T:
            pool = self.reading.pool
            try:
                with self.reading.begin() as connection:
                    return work(connection)
            finally:
                if pool is not self.reading.pool:
                    # The store was closed meanwhile, without the connection that was in use.
                    pool.dispose()

        for again in (True, False):
            try:
                async with asyncio.timeout(self.patience):
                    return await asyncio.to_thread(reading)
            except TimeoutError:
                log.error("the database has not answered for %s s", self.patience)
                raise StoreFailed("the database does not answer") from None
            except DBAPIError as error:
                # The database was restarted: try once more with a new connection.
                if not (again and error.connection_invalidated):
                    log.error("could not read: %s", error.orig)
                    raise StoreFailed(str(error.orig)) from None
        raise AssertionError("the second attempt returns or raises")


def put_fact(connection: Connection, name: str, value: str) -> None:
    """Set a fact about the server."""
    if connection.execute(update(server).where(server.c.name == name), {"value": value}).rowcount == 0:
        connection.execute(insert(server), [{"name": name, "value": value}])


def new_fact(connection: Connection, name: str, value: str) -> str:
    """A fact about the server; the first value that was given stays."""
    found = connection.execute(select(server.c.value).where(server.c.name == name)).scalar()
    if found is None:
        connection.execute(insert(server), [{"name": name, "value": value}])
    return value if found is None else str(found)


def _none(_: Any) -> None:
    """Drop a result."""


def _names(connection: Connection, game: str) -> list[str]:
    """The names of the taken seats of a game."""
    found = select(seats.c.name).where(seats.c.game == game, seats.c.taken, ~seats.c.revoked)
    return [str(each) for each in connection.execute(found).scalars()]


def _entries(connection: Connection, statement: Any) -> list[EntryRow]:
    return [EntryRow(**row._mapping) for row in connection.execute(statement)]


def _seat(connection: Connection, where: Any) -> SeatRow | None:
    row = connection.execute(select(seats).where(where)).first()
    return None if row is None else SeatRow(**row._mapping)


@asynccontextmanager
async def opened(url: str, patience: float | None = None) -> AsyncIterator[Store]:
    """The store at a URL, migrated to the newest schema; raises NoSuchStore, InUse or TooNew."""
    where = parsed(url)
    with alone(where):
        writing = engine(where, writing=True)
        origin = secrets.token_hex(8)
        try:
            await asyncio.to_thread(_migrated, writing)
        except BaseException:
            writing.dispose()
            raise
        wait = PATIENCE if patience is None else patience
        store = Store(Writer(writing, origin, wait), engine(where, writing=False), patience=max(1.0, wait))
        listener = None
        try:
            if where.get_backend_name() == POSTGRESQL:
                listener = Listener(where, origin, store.hear)
                await listener.ready()
            yield store
        finally:
            if listener is not None:
                await listener.close()
            await asyncio.to_thread(store.writer.close)
            store.reading.dispose()


def demand_ready(url: str) -> None:
    """Check and migrate a database for a server; raises NoSuchStore, InUse or TooNew if it can't be used."""
    where = parsed(url)
    with alone(where):
        writing = engine(where, writing=True)
        try:
            _migrated(writing)
        except DBAPIError as error:
            raise NoSuchStore(text("Database error: {error}", error=Notation(str(error.orig)))) from None
        finally:
            writing.dispose()


def _migrated(writing: Engine) -> None:
    with writing.begin() as connection:
        if connection.dialect.name == POSTGRESQL:
            # Only one process may migrate at a time.
            connection.execute(select(func.pg_advisory_xact_lock(0x5F007)))
        migrate(connection)
        # Made once, while only one process may write here.
        new_fact(connection, SECRET, secrets.token_hex(32))
        new_fact(connection, KEY, new_key())
