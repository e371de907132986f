"""The application: opens its parts in order when it starts and closes them in reverse order when it stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from fastapi import FastAPI

import surefoot
from surefoot.server import addresses, explorer, games, hosting, manual, pages, reviews, socket, stateless
from surefoot.server.janitor import Bans, Quotas, janitor
from surefoot.server.listening import Doorway
from surefoot.server.lobby import lobby_of
from surefoot.server.openapi import describe
from surefoot.server.operators import operate, watch
from surefoot.server.settings import Settings, inherited
from surefoot.server.sharing import measuring
from surefoot.server.siblings import shared
from surefoot.server.signing import Signer
from surefoot.server.store.store import KEY, SECRET, opened
from surefoot.server.tidying import tidying
from surefoot.server.workers import Workers


def create_app(settings: Settings, *, alone: bool = False) -> FastAPI:
    """The application with these settings; `alone`: it has its process for itself."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as parts:
            app.state.store = await parts.enter_async_context(opened(settings.database))
            share = app.state.doorway.share
            workers = Workers(settings.workers, settings.limits, questions_yield=settings.questions_yield)
            app.state.workers = await parts.enter_async_context(workers)
            app.state.lobby = await parts.enter_async_context(
                lobby_of(settings, app.state.store, app.state.workers)
            )
            secret = await app.state.store.fact(SECRET)
            app.state.signer = Signer(await app.state.store.fact(KEY))
            app.state.quotas = Quotas(app.state.store, settings.limits, secret)
            await parts.enter_async_context(janitor(app.state.store, app.state.lobby, app.state.bans))
            await parts.enter_async_context(measuring(share))
            watch(app)
            await parts.enter_async_context(shared(app.state.metrics, settings.together))
            await asyncio.to_thread(_warm, app)
            if alone:
                await parts.enter_async_context(tidying())
            yield

    app = FastAPI(
        title="Surefoot",
        version=surefoot.__version__,
        summary="A movement referee for tabletop games.",
        lifespan=lifespan,
        # FastAPI's own pages load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        # Ours is written once: see `describe`.
        openapi_url=None,
    )
    app.state.settings = settings
    app.state.bans = Bans()
    app.state.doorway = Doorway(settings.limits)
    # Answers that never change while the server runs.
    app.state.kept = {}
    # The lists among them that are being made.
    app.state.under_way = {}
    operate(app, settings)
    for part in (pages, explorer, manual, games, addresses, reviews, socket, stateless):
        app.include_router(part.router)
    describe(app)
    return app


def _warm(app: FastAPI) -> None:
    """Make now what would else be made with the first requests, while all sockets wait: the handlers of all addresses, and lists."""
    nowhere = {
        "type": "http",
        "method": "GET",
        "path": "/nowhere",
        "root_path": "",
        "headers": [],
        "query_string": b"",
    }
    for route in app.routes:
        # FastAPI builds the handlers of a router when it is first asked whether it has an address.
        route.matches(nowhere)
    hosting.bundled_scenarios()


def from_environment() -> FastAPI:
    """The application of a server process that `surefoot serve` has started."""
    return create_app(inherited(), alone=True)
