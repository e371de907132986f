"""A proxy between clients and a server that can be cut: connections break, or go silent while they stay open."""

from __future__ import annotations

import asyncio
import contextlib
import random
from dataclasses import dataclass, field


@dataclass
class Proxy:
    """Forwards connections to ports of this machine, as long as it is not cut."""

    # The ports of the servers: each connection goes to one of them.
    to: list[int]
    chance: random.Random
    port: int = 0
    _flows: set[asyncio.Task[None]] = field(default_factory=set)
    _open: asyncio.Event = field(default_factory=asyncio.Event)
    _server: asyncio.Server | None = None
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)

    async def start(self) -> None:
        """Listen at a free port."""
        self._open.set()
        self._server = await asyncio.start_server(self._served, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._open.is_set():
            writer.close()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.chance.choice(self.to))
        except OSError:
            writer.close()
            return
        self._writers |= {writer, far_writer}
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            flow = asyncio.create_task(self._flow(source, sink))
            self._flows.add(flow)
            flow.add_done_callback(self._flows.discard)

    async def _flow(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                await self._open.wait()
                sink.write(data)
                await sink.drain()
        sink.close()
        self._writers.discard(sink)

    def hold(self) -> None:
        """Keep all connections open, and forward nothing: a partition."""
        self._open.clear()

    def heal(self) -> None:
        """Forward again, also what was sent meanwhile."""
        self._open.set()

    def cut(self) -> None:
        """Break all connections at once."""
        for writer in list(self._writers):
            writer.transport.abort()
        self._writers.clear()

    async def stop(self) -> None:
        """Stop listening, and break what is open."""
        self._open.set()
        self.cut()
        if self._server is not None:
            self._server.close()
        for flow in list(self._flows):
            flow.cancel()
        await asyncio.gather(*self._flows, return_exceptions=True)
