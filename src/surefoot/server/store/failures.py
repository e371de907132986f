"""What can go wrong with the store, and the log lines that tell it to operators."""

from __future__ import annotations

import logging

log = logging.getLogger("surefoot.store")


class StoreFailed(RuntimeError):
    """The database failed. Its message is for operators: it may name hosts and files."""


class RowDamaged(RuntimeError):
    """A row of the database that can't be read."""


class Overtaken(RuntimeError):
    """Another client has written that line of the log."""


class Reused(RuntimeError):
    """The same seat has written another line with that request."""
