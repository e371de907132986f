"""Honest clients: two players of a game on sockets that stay open, who note what they see and how long it took."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from benchmarks.serving.matches import GREEN, ORANGE, ROUND, fetched, posted
from tools.histories.campaign import Client
from tools.histories.checker import Fault, faults
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

# Seconds after which a client connects again if nothing comes.
PATIENCE = 30.0
# How a connection breaks.
BROKEN = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError)


@dataclass
class Player(Client):
    """A client whose socket stays open, until it breaks."""

    heard_at: dict[int, float] = field(default_factory=dict)
    # How often it had to connect, and the problems after which it has repeated a request.
    connected: int = 0
    repeated: list[str] = field(default_factory=list)
    _wire: ClientConnection | None = None
    _reader: asyncio.Task[None] | None = None
    _answers: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _sitting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def sit(self) -> ClientConnection:
        """The open socket; a new one if there is none."""
        async with self._sitting:
            while self._wire is None:
                with contextlib.suppress(*BROKEN):
                    async with asyncio.timeout(PATIENCE):
                        wire = await connect(self.address(), compression=None, max_size=None)
                        await self._hello(wire)
                    self.connected += 1
                    self._wire, self._reader = wire, asyncio.create_task(self._read(wire))
                    break
                await asyncio.sleep(0.05)
            return self._wire

    async def _read(self, wire: ClientConnection) -> None:
        try:
            async for text in wire:
                self._heard(json.loads(text))
        except BROKEN:
            pass
        finally:
            self._wire = None
            for waits in self._answers.values():
                if not waits.done():
                    waits.set_exception(ConnectionResetError())
            self._news.set()

    def _heard(self, frame: dict[str, Any]) -> None:
        before = self.seq
        super()._heard(frame)
        if self.seq > before:
            self.heard_at[self.seq] = time.perf_counter()
            self._news.set()
        waits = self._answers.get(frame.get("id", ""))
        if waits is not None and not waits.done():
            waits.set_result(frame)

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request until it is answered."""
        self.note("asked", request=request["id"])
        while True:
            waits: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            self._answers = {request["id"]: waits}
            try:
                async with asyncio.timeout(PATIENCE):
                    await (await self.sit()).send(json.dumps(request))
                    frame = await waits
                if frame["kind"] != "refused" or not _passing(frame["problem"]):
                    return frame
                self.repeated.append(frame["problem"]["code"])
            except BROKEN:
                await self.cut()
            await asyncio.sleep(0.1)

    async def catch_up(self, line: int) -> None:
        """Wait until a line was announced, over as many sockets as that takes."""
        while self.seq < line:
            self._news.clear()
            await self.sit()
            if self.seq >= line:
                return
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._news.wait()
            except TimeoutError:
                await self.cut()

    async def cut(self) -> None:
        """Break the connection."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.transport.abort()
        if self._reader is not None:
            await asyncio.wait((self._reader,))


def _passing(problem: dict[str, Any]) -> bool:
    """Whether a request that was refused may be granted when it is repeated."""
    return bool(problem["status"] >= 429 or problem["code"] == "limit/time")


@dataclass
class Match:
    """A game whose players move in turn, at a steady pace, and ask for previews."""

    http: str
    id: str
    players: dict[str, Player]
    # When each move was made and how long it took until the other player saw it; the same for previews.
    moves: list[tuple[float, float]] = field(default_factory=list)
    previews: list[tuple[float, float]] = field(default_factory=list)
    # Previews that were refused, with the code of their problem.
    refused: list[tuple[float, str]] = field(default_factory=list)
    number: int = 0
    steps: Iterator[tuple[str, dict[str, Any]]] = field(default_factory=lambda: itertools.cycle(ROUND))

    @classmethod
    def begun(cls, http: str, number: int) -> Match:
        """A new game with its two players."""
        begun = posted(f"{http}/v1/games", {"bundled": "gantry", "dice": "typed"})
        joined = posted(f"{http}/v1/join", {"invitation": begun["invitations"][0]["invitation"]})
        tokens = {ORANGE: begun["token"], GREEN: joined["token"]}
        where = f"{http.replace('http', 'ws')}/v1/games/{begun['game']}/socket"
        players = {side: Player(f"{side} {number}", _at(where), token) for side, token in tokens.items()}
        return cls(http, begun["game"], players)

    async def play(self, ends: asyncio.Event, pace: float) -> None:
        """A move and a preview in each `pace` seconds, until all is over."""
        due = time.perf_counter()
        while not ends.is_set():
            await self._move()
            await self._preview()
            due = max(due + pace, time.perf_counter())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ends.wait(), due - time.perf_counter())

    async def _move(self) -> None:
        side, asked = next(self.steps)
        mover, other = self.players[side], self.players[GREEN if side == ORANGE else ORANGE]
        await mover.catch_up(self.number)
        await other.sit()
        request = {**asked, "id": f"line-{self.number + 1}", "seen": self.number}
        begun = time.perf_counter()
        answer = await mover.ask(request)
        assert answer["kind"] == "done", answer
        self.number = answer["seq"]
        await other.catch_up(self.number)
        self.moves.append((begun, other.heard_at.pop(self.number) - begun))
        mover.heard_at.pop(self.number, None)

    async def _preview(self) -> None:
        # Grix can always be asked about, whatever question is open.
        asked = {"who": "grix", "action": "move", "path": [[20.2, 9.5]]}
        begun = time.perf_counter()
        answer = await self.players[GREEN].ask(
            {"kind": "preview", "id": f"look-{self.number}", "declaration": asked}
        )
        if answer["kind"] == "refused":
            self.refused.append((begun, answer["problem"]["code"]))
        else:
            self.previews.append((begun, time.perf_counter() - begun))

    def checked(self) -> list[Fault]:
        """Every broken promise: what the players saw against each other and against the log."""
        log = fetched(f"{self.http}/v1/games/{self.id}/log", self.players[ORANGE].token)
        lines = [json.loads(line) for line in log.decode().splitlines()]
        kept = [(line["n"], line["state"]) for line in lines if "n" in line]
        events = [event for player in self.players.values() for event in player.events]
        told = {event.line: event.request for event in events if event.what == "done"}
        return faults(events, kept, [told.get(number, "") for number, _ in kept])


def _at(where: str) -> Callable[[], str]:
    return lambda: where
