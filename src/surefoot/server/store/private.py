"""Files that only their owner may read: databases and backups hold the seeds of running games."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

# Read and write, for the owner alone.
MODE = 0o600


def make_private(path: Path) -> None:
    """Create a file that only its owner may read, or take the rights of all others to an existing one.

    SQLite gives its journal files the rights of the database.
    """
    # A file of another owner stays as it is: the system decides whether it may be used.
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, MODE))
        for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            if each.exists():
                each.chmod(MODE)
