"""Copies all games from one store to another as of one moment, while the server keeps running."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from surefoot.language import Notation
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.server.store.engines import POSTGRESQL, SQLITE, engine, parsed
from surefoot.server.store.migrations import STEPS, migrate, version
from surefoot.server.store.tables import metadata

# Number of rows that are copied at once.
CHUNK = 500
# The suffix of a file that is not complete yet.
UNFINISHED = ".unfinished"


class NoBackup(RuntimeError):
    """Why the backup failed; nothing was changed."""


@dataclass(frozen=True)
class Copied:
    """The number of rows that were copied."""

    games: int
    seats: int
    entries: int


def copied(source: str, target: str) -> Copied:
    """Copy all games of one store into another one, which must be new or empty.

    The copy is made inside one read transaction: later changes are not in it, and the server does not wait for it. A
    backup is a normal database: a server can run on it, or it can be copied back the same way.
    """
    wanted, put = parsed(source), parsed(target)
    _demand_there(wanted)
    if put.get_backend_name() == POSTGRESQL:
        return _copied(wanted, put)
    path = Path(str(put.database))
    if path.exists():
        raise NoBackup(text("{path} exists already: choose a new file", path=Notation(str(path))))
    unfinished = path.with_name(path.name + UNFINISHED)
    unfinished.unlink(missing_ok=True)
    found = _copied(wanted, put.set(database=str(unfinished)))
    unfinished.rename(path)
    return found


def _demand_there(url: URL) -> None:
    if url.get_backend_name() == SQLITE and not Path(str(url.database)).is_file():
        raise NoBackup(text("There are no games in {path}: no such file", path=Notation(str(url.database))))


def _copied(source: URL, target: URL) -> Copied:
    reading, writing = engine(source, writing=False), engine(target, writing=True)
    try:
        # All tables as of one moment: SQLite does this always, PostgreSQL at this isolation level.
        level = {"isolation_level": "REPEATABLE READ"} if source.get_backend_name() == POSTGRESQL else {}
        with reading.connect().execution_options(**level) as taken, taken.begin():
            _demand_known(taken)
            with writing.begin() as given:
                migrate(given)
                counts = {table.name: _table(table, taken, given) for table in metadata.sorted_tables}
        return Copied(counts["games"], counts["seats"], counts["entries"])
    except DBAPIError as error:
        raise NoBackup(text("Database error: {error}", error=Notation(str(error.orig)))) from None
    finally:
        reading.dispose()
        # Closing writes the rest of the write-ahead log into the file.
        writing.dispose()


def _demand_known(taken: Connection) -> None:
    found = version(taken)
    if found != len(STEPS):
        if found < len(STEPS):
            raise NoBackup(text("The database has an older schema: start a server on it once"))
        raise NoBackup(text("The database was written by a newer Surefoot: update Surefoot"))


def _table(table: Table, taken: Connection, given: Connection) -> int:
    if given.execute(select(func.count()).select_from(table)).scalar():
        raise NoBackup(
            text("The table {name} is not empty: copy into an empty database", name=Notation(table.name))
        )
    count = 0
    for rows in _chunks(table, taken):
        given.execute(insert(table), rows)
        count += len(rows)
    return count


def _chunks(table: Table, taken: Connection) -> Iterator[list[dict[str, Any]]]:
    # Streamed: a large database does not fit into memory.
    result = taken.execution_options(yield_per=CHUNK).execute(select(table).order_by(*table.primary_key))
    for rows in result.partitions():
        yield [dict(row._mapping) for row in rows]
