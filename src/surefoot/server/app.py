"""The application: its parts, opened in order when it starts and closed in the reverse order when it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse

import surefoot
from surefoot.server import games, socket
from surefoot.server.desk import desk_of
from surefoot.server.problems import MEDIA_TYPE, Problem
from surefoot.server.settings import Settings, inherited
from surefoot.server.store.store import opened
from surefoot.server.workers import Workers


def create_app(settings: Settings) -> FastAPI:
    """A server that keeps to these settings."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as parts:
            app.state.store = await parts.enter_async_context(opened(settings.database))
            app.state.workers = await parts.enter_async_context(Workers(settings.workers, settings.limits))
            app.state.desk = await parts.enter_async_context(
                desk_of(settings, app.state.store, app.state.workers)
            )
            yield

    app = FastAPI(
        title="Surefoot",
        version=surefoot.__version__,
        summary="A movement referee for tabletop games.",
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.add_exception_handler(Problem, _told)
    app.include_router(games.router)
    app.include_router(socket.router)
    return app


async def _told(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return JSONResponse(problem.data(), problem.status, media_type=MEDIA_TYPE)


def from_environment() -> FastAPI:
    """The application of one process among several."""
    return create_app(inherited())
