"""Checkpoints of SQLite: what its journal holds is copied into the database by a thread of its own, so that no move waits for it.

SQLite would do it with every so many commits, while all changes wait: for the disk three times in place of once.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from contextlib import closing

# Commits from one checkpoint to the next, and how many times it is tried at once until nothing is left: lines may be added meanwhile.
COMMITS, TRIES = 100, 3


class Checkpoints:
    """The thread that makes them. Where commits come so fast that it can't keep up, the writer does it, as seldom as its engine says."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._commits = 0
        self._due = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="surefoot-checkpoints", daemon=True)
        self._thread.start()

    def committed(self) -> None:
        """Count a commit."""
        self._commits += 1
        if self._commits >= COMMITS:
            self._commits = 0
            self._due.set()

    def close(self) -> None:
        """Stop; the last connection that is closed makes the last checkpoint."""
        self._closed = True
        self._due.set()
        self._thread.join()

    def _run(self) -> None:
        with closing(sqlite3.connect(self._database, timeout=0, isolation_level=None)) as connection:
            # As durable as the writer: the database must be on the disk before its journal is written over.
            connection.execute("PRAGMA synchronous=FULL")
            while True:
                self._due.wait()
                self._due.clear()
                if self._closed:
                    return
                # A disk that is full, or a lock of another process: the next one finds more to do.
                with contextlib.suppress(sqlite3.Error):
                    _made(connection)


def _made(connection: sqlite3.Connection) -> None:
    """Copy the journal into the database; the next commit writes it from its beginning if all of it was copied."""
    for _ in range(TRIES):
        busy, written, copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if busy or copied >= written:
            return
