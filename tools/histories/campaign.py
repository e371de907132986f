"""A campaign: games are played over a proxy while the server, its network, its clock and its disk are disturbed."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import resource
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.serving.matches import GREEN, ORANGE, ROUND, fetched, posted
from benchmarks.serving.served import Served
from tools.histories.checker import Event, Fault, faults
from tools.histories.proxy import Proxy
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

# Seconds after which a client gives a connection up on which nothing comes.
PATIENCE = 3.0


@dataclass
class Client:
    """A player who writes down everything that he sees."""

    name: str
    address: Callable[[], str]
    token: str
    events: list[Event] = field(default_factory=list)
    seq: int = 0
    hash: str = ""

    def note(self, what: Any, **more: Any) -> None:
        """Write down an event."""
        self.events.append(Event(self.name, what, **more))

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request until it is answered, over as many connections as that takes."""
        self.note("asked", request=request["id"])
        while True:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                async with asyncio.timeout(PATIENCE), connect(self.address(), compression=None) as wire:
                    await self._hello(wire)
                    await wire.send(json.dumps(request))
                    while True:
                        frame = json.loads(await wire.recv())
                        self._heard(frame)
                        if frame.get("id") != request["id"]:
                            continue
                        if frame["kind"] == "refused" and frame["problem"]["status"] >= 500:
                            # It may have been stored all the same: ask again.
                            break
                        return dict(frame)
            await asyncio.sleep(0.02)

    async def catch_up(self, line: int) -> None:
        """Read until a line was announced."""
        while self.seq < line:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                async with asyncio.timeout(PATIENCE), connect(self.address(), compression=None) as wire:
                    await self._hello(wire)
                    while self.seq < line:
                        self._heard(json.loads(await wire.recv()))
            await asyncio.sleep(0.02)

    async def _hello(self, wire: Any) -> None:
        resume = {"resume": self.seq}
        await wire.send(json.dumps({"kind": "hello", "token": self.token, **resume}))
        welcome = json.loads(await wire.recv())
        if welcome["kind"] != "welcome":
            raise TimeoutError
        self.note("known", line=welcome["seq"], hash=welcome["hash"] if welcome["seq"] else "")
        # What was missed follows, in order.
        while self.seq < welcome["seq"]:
            self._heard(json.loads(await wire.recv()))

    def _heard(self, frame: dict[str, Any]) -> None:
        told = frame["announced"] if frame["kind"] == "done" else frame
        if frame["kind"] == "done":
            self.note("done", request=frame["id"], line=frame["seq"], hash=frame["hash"])
        elif frame["kind"] == "refused":
            self.note("refused", request=frame["id"])
        if told["kind"] == "announced" and told["seq"] > self.seq:
            self.seq, self.hash = told["seq"], told["hash"]
            self.note("heard", line=self.seq, hash=self.hash)


@dataclass
class Game:
    """A game of two clients, who move in turn."""

    id: str
    clients: dict[str, Client]
    number: int = 0
    steps: Any = field(default_factory=lambda: itertools.cycle(ROUND))

    async def play(self, ends: asyncio.Event) -> None:
        """Play until the campaign ends."""
        while not ends.is_set():
            side, asked = next(self.steps)
            mover, other = self.clients[side], self.clients[GREEN if side == ORANGE else ORANGE]
            await mover.catch_up(self.number)
            request = {**asked, "id": f"line-{self.number + 1}", "seen": self.number}
            answer = await mover.ask(request)
            assert answer["kind"] == "done", answer
            self.number = answer["seq"]
            await other.catch_up(self.number)


@dataclass
class Campaign:
    """The server, the proxy before it, and the faults that are made."""

    served: Served
    chance: random.Random
    kinds: list[str]
    made: list[str] = field(default_factory=list)
    lines: int = 0
    seen: int = 0
    proxy: Proxy = field(init=False)

    async def run(self, games: int, count: int) -> list[Fault]:
        """Play some games under so many faults; returns every broken promise."""
        await asyncio.to_thread(self.served.start)
        self.proxy = Proxy(self.served.port)
        await self.proxy.start()
        ends = asyncio.Event()
        try:
            playing = [await asyncio.to_thread(self._begun, number) for number in range(games)]
            tasks = [asyncio.create_task(game.play(ends)) for game in playing]
            for _ in range(count):
                await self._progress(playing, tasks)
                await asyncio.sleep(self.chance.uniform(0, 0.05))
                kind = self.chance.choice(self.kinds)
                self.made.append(kind)
                await FAULTS[kind](self)
            await self._progress(playing, tasks)
            ends.set()
            await asyncio.gather(*tasks)
            return [fault for game in playing for fault in await asyncio.to_thread(self._checked, game)]
        finally:
            await self.proxy.stop()
            await asyncio.to_thread(self.served.stop)

    async def _progress(self, games: list[Game], tasks: list[asyncio.Task[None]]) -> None:
        """Wait until every game has gone on: faults that stop a game for good are found here."""
        before = [game.number for game in games]
        async with asyncio.timeout(120):
            while any(game.number == was for game, was in zip(games, before, strict=True)):
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.005)

    def _begun(self, number: int) -> Game:
        http = self.served.http
        begun = posted(f"{http}/v1/games", {"bundled": "gantry", "dice": "typed"})
        joined = posted(f"{http}/v1/join", {"invitation": begun["invitations"][0]["invitation"]})

        def address() -> str:
            return f"ws://127.0.0.1:{self.proxy.port}/v1/games/{begun['game']}/socket"

        tokens = {ORANGE: begun["token"], GREEN: joined["token"]}
        return Game(
            begun["game"],
            {side: Client(f"{side} {number}", address, token) for side, token in tokens.items()},
        )

    def _checked(self, game: Game) -> list[Fault]:
        log = fetched(f"{self.served.http}/v1/games/{game.id}/log", game.clients[ORANGE].token)
        lines = [json.loads(line) for line in log.decode().splitlines()]
        kept = [(line["n"], line["state"]) for line in lines if "n" in line]
        # Whose request each line is: the log names the seat, the announcements the order.
        events = [event for client in game.clients.values() for event in client.events]
        told = {event.line: event.request for event in events if event.what == "done"}
        requests = [told.get(number, "") for number, _ in kept]
        self.lines += len(kept)
        self.seen += len(events)
        return faults(events, kept, requests)

    # --- faults -----------------------------------------------------------------------------------

    async def kill(self) -> None:
        """The server and all its processes end without a word."""
        await asyncio.to_thread(self.served.restart)
        self.proxy.to = self.served.port

    async def pause(self) -> None:
        """The server stands still for a while, as a virtual machine does that is moved."""
        os.killpg(self.served.group, signal.SIGSTOP)
        await asyncio.sleep(self.chance.uniform(0.05, 1.0))
        os.killpg(self.served.group, signal.SIGCONT)

    async def cut(self) -> None:
        """All connections break."""
        self.proxy.cut()

    async def partition(self) -> None:
        """Nothing comes through for a while, and nobody is told."""
        self.proxy.hold()
        await asyncio.sleep(self.chance.uniform(0.05, 1.5))
        if self.chance.random() < 0.5:
            self.proxy.cut()
        self.proxy.heal()

    async def full_disk(self) -> None:
        """The server can write no file beyond its present size."""
        file = Path(str(self.served.settings.database).removeprefix("sqlite:///"))
        sizes = [each.stat().st_size for each in file.parent.glob(f"{file.name}*")]
        if not sizes:
            return  # the disk of PostgreSQL is not ours
        _, hard = resource.prlimit(self.served.group, resource.RLIMIT_FSIZE)
        resource.prlimit(self.served.group, resource.RLIMIT_FSIZE, (max(1, min(sizes) // 2), hard))
        await asyncio.sleep(self.chance.uniform(0.05, 0.5))
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(self.served.group, resource.RLIMIT_FSIZE, (hard, hard))

    async def skew(self) -> None:
        """The clock of the server jumps: to the past, to the future, and stays there until the next restart."""
        self.served.skew = self.chance.choice((-86_400, -60, 60, 86_400))
        await self.kill()
        self.served.skew = 0


FAULTS: dict[str, Callable[[Campaign], Awaitable[None]]] = {
    "kill": Campaign.kill,
    "pause": Campaign.pause,
    "cut": Campaign.cut,
    "partition": Campaign.partition,
    "full-disk": Campaign.full_disk,
    "skew": Campaign.skew,
}
