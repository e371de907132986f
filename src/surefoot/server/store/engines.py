"""Connections to either database: what makes SQLite as durable as PostgreSQL stands here, and nowhere else."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

SQLITE = "sqlite"
POSTGRESQL = "postgresql"
# How long SQLite waits for somebody else, a backup or a migration, to let go.
_BUSY_SECONDS = 10


class NoSuchStore(ValueError):
    """A URL that names no database we can keep games in, in plain words."""


def parsed(url: str) -> URL:
    """The URL of a database that games can be kept in."""
    try:
        found = make_url(url)
    except ArgumentError:
        found = None
    kind = found.get_backend_name() if found is not None else ""
    if found is None or kind not in (SQLITE, POSTGRESQL):
        raise NoSuchStore("games are kept in sqlite:///PATH or postgresql://USER@HOST/NAME")
    if kind == SQLITE and found.database in (None, "", ":memory:"):
        raise NoSuchStore("games are kept in a file: sqlite:///PATH")
    return found.set(drivername="postgresql+psycopg" if kind == POSTGRESQL else SQLITE)


def engine(url: URL, *, writing: bool) -> Engine:
    """Connections for the one who writes, or for all who read."""
    if url.get_backend_name() == POSTGRESQL:
        return create_engine(url, pool_size=1 if writing else 4, pool_pre_ping=not writing)
    made = create_engine(url, pool_size=1 if writing else 4, connect_args={"timeout": _BUSY_SECONDS})
    event.listen(made, "connect", _durable)
    event.listen(made, "begin", _begin_writing if writing else _begin_reading)
    return made


def _durable(connection: Any, _: Any) -> None:
    # We say ourselves when a transaction begins: Python's module would leave reads outside of any.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_writing(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
