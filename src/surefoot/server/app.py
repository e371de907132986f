"""The application: its parts, opened in order when it starts and closed in the reverse order when it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from fastapi import FastAPI

import surefoot
from surefoot.server.settings import Settings, inherited


def create_app(settings: Settings) -> FastAPI:
    """A server that keeps to these settings."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack():
            yield

    app = FastAPI(
        title="Surefoot",
        version=surefoot.__version__,
        summary="A movement referee for tabletop games.",
        lifespan=lifespan,
    )
    app.state.settings = settings
    return app


def from_environment() -> FastAPI:
    """The application of one process among several."""
    return create_app(inherited())
