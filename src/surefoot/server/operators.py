"""Health, metrics and error handling of the application."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import surefoot
from surefoot.answers.errors import InvalidQuestion
from surefoot.dice.host import Unanswered
from surefoot.files.problems import FileInvalid
from surefoot.language import Notation, say
from surefoot.referee.referee import Malformed
from surefoot.referee.session import NeedsConsent, NotNow
from surefoot.server import siblings
from surefoot.server.gate import Gate, response_of
from surefoot.server.metrics import Metrics
from surefoot.server.problems import Problem, malformed, problem_of, rendered
from surefoot.server.settings import Settings
from surefoot.server.store.failures import RowDamaged, StoreFailed
from surefoot.server.store.store import Store
from surefoot.server.workers import Workers

FORESEEN = (
    Problem,
    FileInvalid,
    Malformed,
    InvalidQuestion,
    Unanswered,
    NeedsConsent,
    NotNow,
    StoreFailed,
    RowDamaged,
)
# The store must answer a health check within this many seconds.
SOON = 2.0


def operate(app: FastAPI, settings: Settings) -> None:
    """Add the gate, the error handlers, /health and /metrics to an application."""
    metrics = Metrics()
    app.state.metrics = metrics
    for kind in (*FORESEEN, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _told)
    app.add_middleware(
        Gate, settings=settings, metrics=metrics, bans=app.state.bans, doorway=app.state.doorway
    )
    app.add_api_route("/health", _health, include_in_schema=False)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)


def watch(app: FastAPI) -> None:
    """Register the metrics of a running server."""
    metrics: Metrics = app.state.metrics
    metrics.watch_workers(app.state.workers)
    metrics.watch_games(app.state.lobby, app.state.store.writer)
    metrics.watch_connections(app.state.doorway)


async def _told(request: Request, error: Exception) -> Response:
    problem = _problem(error)
    status, headers, body = response_of(problem, request.scope["state"]["visit"])
    return Response(body, status, headers)


def _problem(error: Exception) -> Problem:
    if isinstance(error, RequestValidationError):
        return malformed(error.errors())
    if not isinstance(error, HTTPException):
        return problem_of(error)
    if isinstance(error.__cause__, Problem):
        # FastAPI wraps errors that occur while a body is read.
        return error.__cause__
    if error.status_code == 404:
        return Problem("request/unknown-address", say("There is nothing at this address"))
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "")
        return Problem(
            "request/wrong-method",
            say("This address takes {methods}", methods=Notation(allowed)),
            allow=allowed,
        )
    if error.status_code < 500:
        return Problem("request/unreadable", rendered(str(error.detail)))
    return problem_of(error)


async def _health(request: Request) -> Response:
    """The health of the workers and the store."""
    workers: Workers = request.app.state.workers
    store: Store = request.app.state.store
    found = {"workers": workers.alive, "store": await store.healthy(SOON)}
    well = all(found.values())
    body = {"status": "ok" if well else "failing", "version": surefoot.__version__, "parts": found}
    return JSONResponse(body, 200 if well else 503, {"cache-control": "no-store"})


async def _metrics(request: Request) -> Response:
    settings: Settings = request.app.state.settings
    found = siblings.text(request.app.state.metrics, settings.together)
    return Response(found, media_type="text/plain; version=0.0.4; charset=utf-8")
