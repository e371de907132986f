"""One server at a time on one SQLite file: another one would not hear of what the first one writes.

A lock that the system holds for a process, in a file beside the database: it is gone with the process, however that ends,
and it is in nobody's way who only reads, such as a backup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import URL

from surefoot.server.store.engines import SQLITE, NoSuchStore


class InUse(RuntimeError):
    """Another server keeps its games there, in plain words."""


@contextmanager
def alone(url: URL) -> Iterator[None]:
    """Be the only server on a database, if it is one that only one server can use; raises InUse if there is another."""
    if url.get_backend_name() != SQLITE:
        yield
        return
    # One file may have several names.
    database = Path(str(url.database)).resolve()
    try:
        handle = os.open(f"{database}.lock", os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise NoSuchStore(f"no games can be kept in {database}: {error.strerror}") from None
    try:
        try:
            _lock(handle)
        except OSError:
            says = (
                f"another server keeps its games in {database}; stop it, or give this one another --database"
            )
            raise InUse(f"{says} (several servers can share a PostgreSQL)") from None
        yield
    finally:
        # The file stays: whoever waits for its lock must not wait for one that has no name any more.
        os.close(handle)


def _lock(handle: int) -> None:
    """Lock a file for this process, or raise OSError at once."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
