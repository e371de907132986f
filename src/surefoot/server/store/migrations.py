"""From an older schema to the newest, one numbered step after another, each whole or not at all.

A list of steps is all that this needs; a tool for it would be a second configuration, a folder and a command more.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Column, Connection, Integer, MetaData, Table, insert, inspect, select, update

from surefoot.server.store import tables

_version = Table("schema_version", MetaData(), Column("version", Integer, nullable=False))


class TooNew(RuntimeError):
    """The database was written by a later Surefoot."""


def _first(connection: Connection) -> None:
    tables.metadata.create_all(connection)


# Never change a step that was released: append another.
STEPS: tuple[Callable[[Connection], None], ...] = (_first,)


def version(connection: Connection) -> int:
    """How many steps a database has seen; none if it is new."""
    if not inspect(connection).has_table(_version.name):
        return 0
    found = connection.execute(select(_version.c.version)).scalar()
    return int(found or 0)


def migrate(connection: Connection, steps: tuple[Callable[[Connection], None], ...] = STEPS) -> int:
    """Take a database to the newest schema inside the transaction of the connection; how many steps were taken."""
    at = version(connection)
    if at > len(steps):
        raise TooNew(
            f"the database has schema {at}, this Surefoot knows {len(steps)}: it was written by a later one"
        )
    for step in steps[at:]:
        step(connection)
    if at < len(steps):
        _version.create(connection, checkfirst=True)
        known = connection.execute(update(_version).values(version=len(steps)))
        if known.rowcount == 0:
            connection.execute(insert(_version).values(version=len(steps)))
    return len(steps) - at
