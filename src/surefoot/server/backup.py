"""A copy of all games as they stood at one moment, while the server goes on; from any store into any other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from surefoot.server.store.engines import POSTGRESQL, SQLITE, engine, parsed
from surefoot.server.store.migrations import STEPS, migrate, version
from surefoot.server.store.tables import metadata

# So many rows are held at once.
CHUNK = 500
# What is not whole yet has another name.
UNFINISHED = ".unfinished"


class NoBackup(RuntimeError):
    """Why there is no copy, in plain words; nothing was changed."""


@dataclass(frozen=True)
class Copied:
    """How much was copied."""

    games: int
    seats: int
    entries: int


def copied(source: str, target: str) -> Copied:
    """Copy all games of one store into another one, which must be new or empty.

    The copy is made inside one transaction that reads: whatever is said meanwhile is not in it, and nobody waits for it.
    A backup is a database like any other: a server can be started on it, or it is copied back the same way.
    """
    wanted, put = parsed(source), parsed(target)
    _demand_there(wanted)
    if put.get_backend_name() == POSTGRESQL:
        return _copied(wanted, put)
    path = Path(str(put.database))
    if path.exists():
        raise NoBackup(f"{path} is there already; name a new file")
    unfinished = path.with_name(path.name + UNFINISHED)
    unfinished.unlink(missing_ok=True)
    found = _copied(wanted, put.set(database=str(unfinished)))
    unfinished.rename(path)
    return found


def _demand_there(url: URL) -> None:
    if url.get_backend_name() == SQLITE and not Path(str(url.database)).is_file():
        raise NoBackup(f"there are no games in {url.database}: no such file")


def _copied(source: URL, target: URL) -> Copied:
    reading, writing = engine(source, writing=False), engine(target, writing=True)
    try:
        # One moment for all tables: SQLite reads so anyway, PostgreSQL if it is told to.
        level = {"isolation_level": "REPEATABLE READ"} if source.get_backend_name() == POSTGRESQL else {}
        with reading.connect().execution_options(**level) as taken, taken.begin():
            _demand_known(taken)
            with writing.begin() as given:
                migrate(given)
                counts = [_table(table, taken, given) for table in metadata.sorted_tables]
        names = [table.name for table in metadata.sorted_tables]
        return Copied(**dict(zip(names, counts, strict=True)))
    except DBAPIError as error:
        raise NoBackup(f"the database says: {error.orig}") from None
    finally:
        reading.dispose()
        # What is left of the log of a file goes into the file itself.
        writing.dispose()


def _demand_known(taken: Connection) -> None:
    found = version(taken)
    if found != len(STEPS):
        says = "start a server on it once" if found < len(STEPS) else "it was written by a later Surefoot"
        raise NoBackup(f"the database has schema {found}, this Surefoot knows {len(STEPS)}: {says}")


def _table(table: Table, taken: Connection, given: Connection) -> int:
    if given.execute(select(func.count()).select_from(table)).scalar():
        raise NoBackup(f"there is something in {table.name} already; copy into an empty database")
    count = 0
    for rows in _chunks(table, taken):
        given.execute(insert(table), rows)
        count += len(rows)
    return count


def _chunks(table: Table, taken: Connection) -> Iterator[list[dict[str, Any]]]:
    # Streamed: a database of years does not fit into memory.
    result = taken.execution_options(yield_per=CHUNK).execute(select(table).order_by(*table.primary_key))
    for rows in result.partitions():
        yield [dict(row._mapping) for row in rows]
