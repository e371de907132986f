"""Notifications from PostgreSQL about changes by other processes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import psycopg
from sqlalchemy.engine import URL

from surefoot.server.store.writer import CHANNEL

# Any game may have changed: notifications before the connection are lost.
EVERYTHING = ""
_PAUSE = 0.2


class Listener:
    """Listens until it is closed, and reconnects when the database was gone."""

    def __init__(self, url: URL, origin: str, heard: Callable[[str], None]) -> None:
        # As the other connections are made: a URL may name several hosts, each with its port.
        self._arguments: dict[str, Any] = dict(url.get_dialect()().create_connect_args(url)[1])
        self._origin = origin
        self._heard = heard
        self._task = asyncio.create_task(self._run())
        self._listening = asyncio.Event()

    async def ready(self) -> None:
        """Wait until notifications are received."""
        await self._listening.wait()

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(psycopg.Error):
                await self._listen()
            await asyncio.sleep(_PAUSE)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(autocommit=True, **self._arguments) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._listening.set()
            self._heard(EVERYTHING)
            async for notice in connection.notifies():
                origin, _, game = notice.payload.partition(" ")
                if origin != self._origin:
                    self._heard(game)
