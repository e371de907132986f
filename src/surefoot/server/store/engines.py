"""Connections to SQLite and PostgreSQL, with the settings that make SQLite as durable as PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from surefoot.language.speaker import text
from surefoot.server.store.private import make_private

SQLITE = "sqlite"
POSTGRESQL = "postgresql"
# How connections to PostgreSQL notice that the other end is gone, as libpq names it: without these, a connection whose network
# was cut waits for a quarter of an hour. The URL may set others.
_NOTICES = {
    "connect_timeout": "5",
    "tcp_user_timeout": "10000",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
}
# How long SQLite waits for a lock of another process, such as a backup or a migration.
_BUSY_SECONDS = 10


# Pages in the journal of SQLite, of 4 kB each, beyond which a commit copies them into the database: a thread does it before.
SELDOM = 8_000


class NoSuchStore(ValueError):
    """A URL of a database that can't be used."""


def parsed(url: str) -> URL:
    """The parsed URL of a database; raises NoSuchStore if it can't be used."""
    try:
        found = make_url(url)
    except ArgumentError:
        found = None
    kind = found.get_backend_name() if found is not None else ""
    if found is None or kind not in (SQLITE, POSTGRESQL):
        raise NoSuchStore(text("The database must be sqlite:///PATH or postgresql://USER@HOST/NAME"))
    if kind == SQLITE and found.database in (None, "", ":memory:"):
        raise NoSuchStore(text("The database must be a file: sqlite:///PATH"))
    if kind == SQLITE:
        return found.set(drivername=SQLITE)
    missing = {name: value for name, value in _NOTICES.items() if name not in found.query}
    return found.set(drivername="postgresql+psycopg").update_query_dict(missing)


def engine(url: URL, *, writing: bool) -> Engine:
    """Connections for the writer, or for readers."""
    if url.get_backend_name() == POSTGRESQL:
        return create_engine(url, pool_size=1 if writing else 4, pool_pre_ping=not writing)
    if writing:
        make_private(Path(str(url.database)))
    made = create_engine(url, pool_size=1 if writing else 4, connect_args={"timeout": _BUSY_SECONDS})
    event.listen(made, "connect", _durable)
    event.listen(made, "connect", _seldom)
    event.listen(made, "begin", _begin_writing if writing else _begin_reading)
    return made


def _durable(connection: Any, _: Any) -> None:
    # We begin transactions ourselves: Python's module would leave reads outside of them.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _seldom(connection: Any, _: Any) -> None:
    connection.execute(f"PRAGMA wal_autocheckpoint={SELDOM}")
    # What a large change remembers needs no file.
    connection.execute("PRAGMA temp_store=MEMORY")


def _begin_writing(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
