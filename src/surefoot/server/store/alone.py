"""Allows one server at a time on an SQLite file: a second one would not see the changes of the first.

The lock is held by the system on a file beside the database. It ends with the process, however that ends, and does not
block readers such as a backup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import URL

from surefoot.language import Notation
from surefoot.language.speaker import text
from surefoot.server.store.engines import SQLITE, NoSuchStore
from surefoot.server.store.private import MODE


class InUse(RuntimeError):
    """The database is used by another server."""


@contextmanager
def alone(url: URL) -> Iterator[None]:
    """Lock an SQLite database for this server; raises InUse if another server has it. PostgreSQL needs no lock."""
    if url.get_backend_name() != SQLITE:
        yield
        return
    # One file may have several names.
    database = Path(str(url.database)).resolve()
    try:
        handle = os.open(f"{database}.lock", os.O_RDWR | os.O_CREAT, MODE)
    except OSError as error:
        raise NoSuchStore(
            text(
                "Can't store games in {path}: {error}",
                path=Notation(str(database)),
                error=Notation(str(error.strerror)),
            )
        ) from None
    try:
        try:
            _lock(handle)
        except OSError:
            says = text(
                "Another server uses {path}: stop it, or choose another --database "
                "(several servers can share a PostgreSQL database)",
                path=Notation(str(database)),
            )
            raise InUse(says) from None
        yield
    finally:
        # The lock file is not removed: another process may be waiting for this very file.
        os.close(handle)


def _lock(handle: int) -> None:
    """Lock a file for this process, or raise OSError at once."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
