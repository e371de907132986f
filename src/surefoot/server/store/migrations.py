"""Migrates a database to the newest schema, one numbered step after another.

A list of steps is enough here; a migration tool would need its own configuration, folder and command.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Column, Connection, Integer, MetaData, Table, insert, inspect, select, update

from surefoot.language.speaker import text
from surefoot.server.store import tables

_version = Table("schema_version", MetaData(), Column("version", Integer, nullable=False))


class TooNew(RuntimeError):
    """The database was written by a later Surefoot."""


def _first(connection: Connection) -> None:
    tables.metadata.create_all(connection)


# Never change a step that was released: append another.
STEPS: tuple[Callable[[Connection], None], ...] = (_first,)


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
