"""Structured logs: one line of JSON for each thing that is worth a line, and no token in any of them."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

# Requests and sockets, one line each when they end; bugs, with where they happened.
REQUESTS = logging.getLogger("surefoot.requests")
BUGS = logging.getLogger("surefoot.bugs")


class Lines(logging.Formatter):
    """A record as one line of JSON; what a caller gives as `extra={"told": {…}}` stands beside the message."""

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
    """Leaves out what uvicorn says of sockets: it names each address as it was called, with whatever stood in it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is kept; the gate has a line of its own for every socket."""
        return "WebSocket %s" not in str(record.msg)


def configuration(level: str) -> dict[str, Any]:
    """How a server that runs by itself logs: everything to standard error, as lines of JSON.

    The requests that uvicorn would log are not logged by it: addresses may hold what is nobody's business.
    """
    own = {"handlers": ["lines"], "level": level.upper(), "propagate": False}
    # What uvicorn would say when asked for everything holds whole frames, and a frame may hold a token.
    served = own | {"level": "INFO" if level == "debug" else level.upper()}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": "surefoot.server.logs.Lines"}},
        "filters": {"addresses": {"()": "surefoot.server.logs.WithoutAddresses"}},
        "handlers": {
            "lines": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["addresses"]}
        },
        "loggers": {"surefoot": own, "uvicorn": served, "uvicorn.error": served},
    }
