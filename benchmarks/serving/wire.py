"""Two players of a game on two plain sockets: as little work for each move as a load can be made with.

On a small machine whoever makes the load takes the processor from the server. A client of a library costs as much for
a move as the server itself; this one reads only how a frame begins.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from benchmarks.serving.matches import GREEN, ORANGE, ROUND, Match, Wrong

# How every frame begins, whatever else it says.
HEAD = re.compile(rb'\{"kind":"(\w+)","seq":(\d+),"hash":"(\w+)"')
# One frame of text, unmasked (from the server) or masked (to it). A mask of zeros is a mask, too.
TEXT, MASKED, NO_MASK = 0x81, 0x80, bytes(4)


class Wire(asyncio.Protocol):
    """A WebSocket, as far as a game needs one: whole frames of text."""

    def __init__(
        self, path: str, told: Callable[[str, int, bytes, bytes], None], lost: Callable[[], None]
    ) -> None:
        self.path = path
        self.told = told
        self.lost = lost
        self.open = asyncio.get_running_loop().create_future()
        self._held = b""
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        fields = f"Host: it\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13"
        transport.write(f"GET {self.path} HTTP/1.1\r\n{fields}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        held = self._held + data if self._held else data
        if not self.open.done():
            head, end, held = held.partition(b"\r\n\r\n")
            if not end:
                self._held = head
                return
            assert b" 101 " in head.splitlines()[0], head
            self.open.set_result(None)
        at = 0
        while len(held) - at >= 2:
            assert held[at] == TEXT, "only whole frames of text are sent"
            size, begins = held[at + 1], at + 2
            if size == 126:
                size, begins = int.from_bytes(held[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begins = int.from_bytes(held[at + 2 : at + 10], "big"), at + 10
            if len(held) < begins + size:
                break
            self._take(held[begins : begins + size])
            at = begins + size
        self._held = held[at:]

    def _take(self, text: bytes) -> None:
        head = HEAD.match(text)
        assert head is not None, text[:200]
        self.told(head[1].decode(), int(head[2]), head[3], text)

    def connection_lost(self, _: Exception | None) -> None:
        self.lost()

    def say(self, text: bytes) -> None:
        size = len(text)
        head = (
            bytes((TEXT, MASKED | size))
            if size < 126
            else bytes((TEXT, MASKED | 126)) + size.to_bytes(2, "big")
        )
        self._transport.write(head + NO_MASK + text)

    def close(self) -> None:
        self._transport.close()


def _itself(wire: Wire) -> Wire:
    return wire


class Pair:
    """One game and its two players, each with a socket; every line is compared between the two."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.number = 0
        # From each request to the announcement at the other player, in seconds.
        self.delays: list[float] = []
        self.ended: asyncio.Future[None] | None = None
        self._wires: dict[str, Wire] = {}
        self._steps: Iterator[tuple[str, dict[str, Any]]] = itertools.cycle(ROUND)
        self._mover = ""
        self._begun = 0.0
        # What each player was told of the line under way.
        self._heard: dict[str, bytes] = {}
        self._closing = False

    async def sit(self) -> None:
        """Bring both to the table."""
        loop = asyncio.get_running_loop()
        for side, seat in self.match.seats.items():
            self.ended = loop.create_future()
            where = urlsplit(seat.address)
            wire = Wire(where.path, self._teller(side), self._lost)
            await loop.create_connection(partial(_itself, wire), str(where.hostname), where.port or 80)
            await wire.open
            wire.say(json.dumps({"kind": "hello", "token": seat.token}).encode())
            await self.ended
            self._wires[side] = wire

    def leave(self) -> None:
        """Both go home."""
        self._closing = True
        for wire in self._wires.values():
            wire.close()

    def step(self) -> asyncio.Future[None]:
        """Say the next thing; done when both have heard of it."""
        self.ended = asyncio.get_running_loop().create_future()
        self._mover, asked = next(self._steps)
        self._heard = {}
        said = {**asked, "id": f"line-{self.number + 1}", "seen": self.number}
        self._begun = time.perf_counter()
        self._wires[self._mover].say(json.dumps(said).encode())
        return self.ended

    def _teller(self, side: str) -> Callable[[str, int, bytes, bytes], None]:
        return lambda kind, seq, state, text: self._told(side, kind, seq, state, text)

    def _told(self, side: str, kind: str, seq: int, state: bytes, text: bytes) -> None:
        assert self.ended is not None
        if kind == "welcome":
            self.ended.set_result(None)
            return
        if kind != ("done" if side == self._mover else "announced") or seq != self.number + 1:
            self._wrong(f"line {self.number + 1} was asked for, and this came: {text[:500].decode()}")
            return
        if side != self._mover:
            self.delays.append(time.perf_counter() - self._begun)
        self._heard[side] = state
        if len(self._heard) < 2:
            return
        if self._heard[ORANGE] != self._heard[GREEN]:
            self._wrong("the players stand at two hashes")
            return
        self.number += 1
        self.ended.set_result(None)

    def _lost(self) -> None:
        if not self._closing:
            self._wrong("the server hung up")

    def _wrong(self, says: str) -> None:
        if self.ended is not None and not self.ended.done():
            self.ended.set_exception(Wrong(says))
