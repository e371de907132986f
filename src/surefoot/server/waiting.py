"""Work for a client over HTTP: it ends when the client goes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

T = TypeVar("T")


def _cancel(work: asyncio.Task[Any]) -> None:
    work.cancel()


async def while_there(
    request: Request, work: Awaitable[T], give_up: Callable[[asyncio.Task[Any]], None] = _cancel
) -> T:
    """The result of some work; it is given up if the client disconnects."""
    doing: asyncio.Task[T] = asyncio.ensure_future(work)
    gone: asyncio.Task[None] = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise ClientDisconnect
        return doing.result()
    finally:
        gone.cancel()
        if not doing.done():
            give_up(doing)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
