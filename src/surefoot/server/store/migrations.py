"""Migrates a database to the newest schema, one numbered step after another.

A list of steps is enough here; a migration tool would need its own configuration, folder and command.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import (
    Column,
    Connection,
    DefaultClause,
    Integer,
    MetaData,
    Table,
    func,
    insert,
    inspect,
    select,
    update,
)

from surefoot.language.speaker import text
from surefoot.server.store import first_schema, tables

_version = Table("schema_version", MetaData(), Column("version", Integer, nullable=False))


class TooNew(RuntimeError):
    """The database was written by a later Surefoot."""


def _first(connection: Connection) -> None:
    first_schema.metadata.create_all(connection)


def _among_strangers(connection: Connection) -> None:
    """Quotas, expiry, bans, agreed referees, dice of all players, and the key of the server."""
    _added(connection, tables.games, "client", "bytes", "touched")
    _added(connection, tables.seats, "agreed", "pledge", "secret")
    _added(connection, tables.entries, "at")
    tables.bans.create(connection)
    tables.server.create(connection)
    length, now = func.length(tables.games.c.header), int(time.time())
    connection.execute(update(tables.games).values(bytes=length, touched=now))
    connection.execute(update(tables.entries).values(at=now))


def _added(connection: Connection, table: Table, *names: str) -> None:
    """Add columns to a table; each has a default."""
    for name in names:
        column = table.columns[name]
        kind = column.type.compile(connection.dialect)
        assert isinstance(column.server_default, DefaultClause)
        default = f"'{column.server_default.arg}'" if kind == "TEXT" else str(column.server_default.arg)
        connection.exec_driver_sql(
            f'ALTER TABLE {table.name} ADD COLUMN "{name}" {kind} NOT NULL DEFAULT {default}'
        )
    for index in table.indexes:
        if any(column.name in names for column in index.columns):
            index.create(connection)


# Never change a step that was released: append another.
STEPS: tuple[Callable[[Connection], None], ...] = (_first, _among_strangers)


def version(connection: Connection) -> int:
    """Number of steps that a database has; 0 if it is new."""
    if not inspect(connection).has_table(_version.name):
        return 0
    found = connection.execute(select(_version.c.version)).scalar()
    return int(found or 0)


def migrate(connection: Connection, steps: tuple[Callable[[Connection], None], ...] = STEPS) -> int:
    """Migrate a database inside the transaction of the connection; returns the number of steps."""
    at = version(connection)
    if at > len(steps):
        raise TooNew(text("The database was written by a newer Surefoot: update Surefoot"))
    for step in steps[at:]:
        step(connection)
    if at < len(steps):
        _version.create(connection, checkfirst=True)
        known = connection.execute(update(_version).values(version=len(steps)))
        if known.rowcount == 0:
            connection.execute(insert(_version).values(version=len(steps)))
    return len(steps) - at
