"""Matches that play on whatever happens to the server, and remember every word of it.

Two players sit at a gantry and move in turn, with dice that they type. Whoever loses the connection comes back, resumes
from what he has seen and repeats the one request of which he has heard nothing. Every acknowledgement and every
announcement must be the next line: nothing lost, nothing doubled, nothing out of order.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

ORANGE, GREEN = "orange", "green"


def _move(who: str, x: float, y: float) -> dict[str, Any]:
    return {"kind": "declare", "declaration": {"who": who, "action": "move", "path": [[x, y]]}}


_PASSED = {"kind": "answer", "faces": [5]}
# One round: out and back again, so that it can be played for ever. Vex crosses a vat, which takes a test each time.
ROUND: tuple[tuple[str, dict[str, Any]], ...] = (
    (ORANGE, _move("kal", 7.5, 6)),
    (ORANGE, _move("kal", 5.5, 6)),
    (GREEN, _move("grix", 20.2, 8)),
    (GREEN, _move("grix", 20.2, 11)),
    (ORANGE, _move("vex", 11.5, 11.5)),
    (ORANGE, _PASSED),
    (ORANGE, _move("vex", 8, 11.5)),
    (ORANGE, _PASSED),
    (GREEN, {"kind": "declare", "declaration": {"tick": "end-round"}}),
)


class Wrong(AssertionError):
    """The server has broken a promise."""


def posted(address: str, form: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request."""
    asked = Request(address, json.dumps(form).encode(), {"Content-Type": "application/json"})
    with urlopen(asked, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def fetched(address: str, token: str) -> bytes:
    """What stands at an address, for the owner of a token."""
    with urlopen(Request(address, headers={"Authorization": f"Bearer {token}"}), timeout=60) as answer:
        content: bytes = answer.read()
        return content


@dataclass
class Seat:
    """One player: what he has seen, and the connection over which he sees it, as long as there is one."""

    address: str
    token: str
    seq: int = 0
    hash: str = ""
    # When each line was announced to him.
    times: dict[int, float] = field(default_factory=dict)
    _socket: ClientConnection | None = None
    _reader: asyncio.Task[None] | None = None
    _answers: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _sitting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def sit(self) -> None:
        """Come to the table, or back to it, however long that takes."""
        async with self._sitting:
            if self._reader is None or self._reader.done():
                await self._sit()

    async def _sit(self) -> None:
        while True:
            try:
                socket = await connect(self.address, compression=None, ping_interval=None, max_size=None)
                resume = {"resume": self.seq} if self.hash else {}
                await socket.send(json.dumps({"kind": "hello", "token": self.token, **resume}))
                self._take(json.loads(await socket.recv()))
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await asyncio.sleep(0.01)
            else:
                self._socket = socket
                self._reader = asyncio.ensure_future(self._read(socket))
                return

    async def leave(self) -> None:
        """Go home."""
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            await self._socket.close()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._take(json.loads(text))
        except (ConnectionClosed, asyncio.CancelledError):
            pass
        finally:
            for future in self._answers.values():
                if not future.done():
                    future.set_exception(ConnectionResetError())

    def _take(self, frame: dict[str, Any]) -> None:
        told = frame["announced"] if frame["kind"] == "done" else frame
        if frame["kind"] == "welcome" and frame["state"] is not None:
            self.seq, self.hash = frame["seq"], frame["hash"]
        elif frame["kind"] == "welcome" and frame["seq"] < self.seq:
            raise Wrong(f"line {self.seq} was announced, and the server knows only {frame['seq']}")
        elif frame["kind"] == "welcome" and frame["seq"] == self.seq and frame["hash"] != self.hash:
            raise Wrong("another state than the one that was announced")
        elif told["kind"] == "announced" and told["seq"] > self.seq:
            if told["seq"] != self.seq + 1:
                raise Wrong(f"line {told['seq']} was announced behind {self.seq}")
            self.seq, self.hash = told["seq"], told["hash"]
            self.times[self.seq] = time.perf_counter()
            self._news.set()
        answered = self._answers.get(frame.get("id", ""))
        if answered is not None and not answered.done():
            answered.set_result(frame)

    async def seen(self, number: int) -> None:
        """Wait until a line was announced to him; he comes back for it if he has to."""
        while self.seq < number:
            self._news.clear()
            if self._reader is None or self._reader.done():
                await self.sit()
                continue
            waiting = asyncio.ensure_future(self._news.wait())
            await asyncio.wait((waiting, self._reader), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ask for something until it is answered."""
        while True:
            if self._socket is None or self._reader is None or self._reader.done():
                await self.sit()
            assert self._socket is not None
            future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            self._answers = {request["id"]: future}
            try:
                await self._socket.send(json.dumps(request))
                return await future
            except (ConnectionClosed, ConnectionResetError):
                if self._reader is not None:
                    self._reader.cancel()
                    await asyncio.wait((self._reader,))


@dataclass
class Match:
    """One game and its two players."""

    http: str
    game: str
    seats: dict[str, Seat]
    # Every acknowledged request with the line that it wrote and the hash of the state.
    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    # From each request to the announcement at the other player, in seconds.
    delays: list[float] = field(default_factory=list)
    _steps: Iterator[tuple[str, dict[str, Any]]] = field(default_factory=lambda: itertools.cycle(ROUND))

    @classmethod
    def begun(cls, http: str) -> Match:
        """A new game, with a token for each player."""
        begun = posted(f"{http}/v1/games", {"bundled": "gantry", "dice": "typed"})
        joined = posted(f"{http}/v1/join", {"invitation": begun["invitations"][0]["invitation"]})
        address = f"{http.replace('http', 'ws')}/v1/games/{begun['game']}/socket"
        seats = {ORANGE: Seat(address, begun["token"]), GREEN: Seat(address, joined["token"])}
        return cls(http, begun["game"], seats)

    @property
    def seq(self) -> int:
        """The last line that was acknowledged."""
        return self.acknowledged[-1][1] if self.acknowledged else 0

    async def step(self) -> None:
        """Say the next thing, and wait until both players have heard of it."""
        side, asked = next(self._steps)
        mover, other = self.seats[side], self.seats[GREEN if side == ORANGE else ORANGE]
        number = self.seq
        await mover.seen(number)
        request = {**asked, "id": f"line-{number + 1}", "seen": number}
        begun = time.perf_counter()
        answer = await mover.ask(request)
        if answer["kind"] != "done" or answer["seq"] != number + 1:
            raise Wrong(f"line {number + 1} was asked for, and this came: {answer}")
        self.acknowledged.append((request["id"], answer["seq"], answer["hash"]))
        await other.seen(number + 1)
        if other.hash != answer["hash"]:
            raise Wrong("the players stand at two hashes")
        if number + 1 in other.times:
            self.delays.append(other.times.pop(number + 1) - begun)

    def log(self) -> bytes:
        """The log as the server keeps it."""
        return fetched(f"{self.http}/v1/games/{self.game}/log", self.seats[ORANGE].token)

    def check(self, log: bytes) -> None:
        """Compare the log with what was acknowledged."""
        lines = [line for line in map(json.loads, log.decode().splitlines()) if "n" in line]
        kept = [(line["n"], line["state"]) for line in lines]
        told = [(number, state) for _, number, state in self.acknowledged]
        # What was under way when everything ended may have been kept without anybody having heard of it.
        if kept[: len(told)] != told or len(kept) > len(told) + 1:
            raise Wrong(f"{len(told)} lines were acknowledged, {len(kept)} are kept, and they differ")
