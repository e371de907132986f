"""Structured logs: one line of JSON for each event, without tokens."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

# Requests and sockets get one line when they end; bugs get their traceback.
REQUESTS = logging.getLogger("surefoot.requests")
BUGS = logging.getLogger("surefoot.bugs")
# Seconds in which the same trouble is told once, and the loggers that this is true of, with the lowest level: while the database is away every request
# meets it, and what uvicorn warns of, or takes for an error, is what strangers send.
TROUBLE = 10.0
TROUBLED = {"surefoot.store": logging.ERROR, "uvicorn.error": logging.WARNING}
NEVER = logging.CRITICAL + 1


class Lines(logging.Formatter):
    """Formats a record as one line of JSON, with the data in `extra={"told": {…}}`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "about": record.name,
            "says": record.getMessage(),
        }
        told = getattr(record, "told", None)
        if isinstance(told, dict):
            line |= told
        game = getattr(record, "game", None)
        if isinstance(game, str):
            line["game"] = game
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class WithoutAddresses(logging.Filter):
    """Drops uvicorn's lines about sockets: they contain full addresses, which may hold secrets."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged; the gate logs every socket itself."""
        return "WebSocket %s" not in str(record.msg)


class Seldom(logging.Filter):
    """Lets the same trouble through once in ten seconds, so that it can't fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        # By text without its values: when it was told, and how many were left out since.
        self.told: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged; one that is says how many like it were not."""
        if record.levelno < TROUBLED.get(record.name, NEVER):
            return True
        kind = str(record.msg)
        at, left_out = self.told.get(kind, (-TROUBLE, 0))
        if record.created - at < TROUBLE:
            self.told[kind] = (at, left_out + 1)
            return False
        self.told[kind] = (record.created, 0)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} more like this)", None
        return True


def configuration(level: str) -> dict[str, Any]:
    """The logging configuration of `surefoot serve`: lines of JSON on standard error.

    Uvicorn does not log requests, because addresses may contain secrets.
    """
    own = {"handlers": ["lines"], "level": level.upper(), "propagate": False}
    # At debug level uvicorn would log whole frames, which may contain tokens.
    served = own | {"level": "INFO" if level == "debug" else level.upper()}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": "surefoot.server.logs.Lines"}},
        "filters": {
            "addresses": {"()": "surefoot.server.logs.WithoutAddresses"},
            "seldom": {"()": "surefoot.server.logs.Seldom"},
        },
        "handlers": {
            "lines": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": ["addresses", "seldom"],
            }
        },
        "loggers": {"surefoot": own, "uvicorn": served, "uvicorn.error": served},
    }
