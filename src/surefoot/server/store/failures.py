"""What can go wrong with the store, and the log lines that tell it to operators."""

from __future__ import annotations

import logging

log = logging.getLogger("surefoot.store")


class StoreFailed(RuntimeError):
    """The database failed. Its message is for operators: it may name hosts and files."""


class RowDamaged(RuntimeError):
    """A row of the database that can't be read."""
