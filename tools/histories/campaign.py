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
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.serving.cluster import Replicated
from benchmarks.serving.matches import GREEN, ORANGE, ROUND, fetched, posted
from benchmarks.serving.served import Served
from tools.histories.checker import Event, Fault, faults
from tools.histories.machines import Machine
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
    # The codes of problems after which a request was sent again, and the longest time until one was answered.
    again: list[str] = field(default_factory=list)
    longest: float = 0.0
    seq: int = 0
    hash: str = ""

    def note(self, what: Any, **more: Any) -> None:
        """Write down an event."""
        self.events.append(Event(self.name, what, **more))

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request until it is answered, over as many connections as that takes."""
        self.note("asked", request=request["id"])
        begun = time.monotonic()
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
                            self.again.append(frame["problem"]["code"])
                            break
                        self.longest = max(self.longest, time.monotonic() - begun)
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
    """The servers, the proxy before them, their database, and the faults that are made."""

    servers: list[Served]
    chance: random.Random
    kinds: list[str]
    # Two clusters of PostgreSQL; None: the servers have another database.
    database: Replicated | None = None
    made: list[str] = field(default_factory=list)
    lines: int = 0
    seen: int = 0
    # What clients met on the way: codes of problems after which they asked again, and the longest wait in seconds.
    again: list[str] = field(default_factory=list)
    longest: float = 0.0
    proxy: Proxy = field(init=False)

    async def run(self, games: int, count: int) -> list[Fault]:
        """Play some games under so many faults; returns every broken promise."""
        for served in self.servers:
            await asyncio.to_thread(served.start)
        self.proxy = Proxy([served.port for served in self.servers], self.chance)
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
            for served in self.servers:
                await asyncio.to_thread(served.stop)

    @property
    def one(self) -> Served:
        """One of the servers."""
        return self.chance.choice(self.servers)

    async def _progress(self, games: list[Game], tasks: list[asyncio.Task[None]]) -> None:
        """Wait until every game has gone on: faults that stop a game for good are found here."""
        before = [game.number for game in games]
        async with asyncio.timeout(600):
            while any(game.number == was for game, was in zip(games, before, strict=True)):
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.005)

    def _begun(self, number: int) -> Game:
        http = self.servers[0].http
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
        log = fetched(f"{self.servers[0].http}/v1/games/{game.id}/log", game.clients[ORANGE].token)
        lines = [json.loads(line) for line in log.decode().splitlines()]
        kept = [(line["n"], line["state"]) for line in lines if "n" in line]
        # Whose request each line is: the log names the seat, the announcements the order.
        events = [event for client in game.clients.values() for event in client.events]
        told = {event.line: event.request for event in events if event.what == "done"}
        requests = [told.get(number, "") for number, _ in kept]
        self.lines += len(kept)
        self.again += [code for client in game.clients.values() for code in client.again]
        self.longest = max(self.longest, *(client.longest for client in game.clients.values()))
        self.seen += len(events)
        return faults(events, kept, requests)

    # --- faults -----------------------------------------------------------------------------------

    async def kill(self) -> None:
        """A server and all its processes end without a word."""
        await asyncio.to_thread(self.one.restart)

    async def pause(self) -> None:
        """A server stands still for a while, as a virtual machine does that is moved."""
        group = self.one.group
        os.killpg(group, signal.SIGSTOP)
        await asyncio.sleep(self.chance.uniform(0.05, 1.0))
        os.killpg(group, signal.SIGCONT)

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
        (served,) = self.servers
        file = Path(str(served.settings.database).removeprefix("sqlite:///"))
        sizes = [each.stat().st_size for each in file.parent.glob(f"{file.name}*")]
        _, hard = resource.prlimit(served.group, resource.RLIMIT_FSIZE)
        resource.prlimit(served.group, resource.RLIMIT_FSIZE, (max(1, min(sizes) // 2), hard))
        await asyncio.sleep(self.chance.uniform(0.05, 0.5))
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(served.group, resource.RLIMIT_FSIZE, (hard, hard))

    async def skew(self) -> None:
        """The clock of a server jumps: to the past, to the future, and stays there until the next restart."""
        served = self.one
        served.skew = self.chance.choice((-86_400, -60, 60, 86_400))
        await asyncio.to_thread(served.restart)
        served.skew = 0

    async def upgrade(self) -> None:
        """The next machine of the old version is replaced by one of the new version."""
        machine = next(each for each in self.servers if isinstance(each, Machine) and not each.upgraded)
        await asyncio.to_thread(machine.upgrade)

    # --- faults of the database -------------------------------------------------------------------

    async def failover(self) -> None:
        """The cluster that serves ends without a word, and the one that follows takes its place."""
        assert self.database is not None
        await asyncio.to_thread(self.database.fail_over)
        await asyncio.to_thread(self.database.rebuild)

    async def database_pause(self) -> None:
        """The database stands still for a while."""
        assert self.database is not None
        # The process that runs all others, and those that serve a connection or write the log.
        family = [self.database.serving.pid, *children(self.database.serving.pid)]
        for signalled in (signal.SIGSTOP, signal.SIGCONT):
            for pid in family:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signalled)
            if signalled == signal.SIGSTOP:
                await asyncio.sleep(self.chance.uniform(0.05, 2.0))

    async def database_restart(self) -> None:
        """The database ends without a word, and starts again."""
        assert self.database is not None
        await asyncio.to_thread(self.database.serving.restart)

    async def standby_gone(self) -> None:
        """The cluster that follows ends: commits wait until it is back, and are acknowledged then."""
        assert self.database is not None
        await asyncio.to_thread(self.database.following.stop)
        await asyncio.sleep(self.chance.uniform(0.05, 1.0))
        await asyncio.to_thread(self.database.following.start)


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    return [int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


FAULTS: dict[str, Callable[[Campaign], Awaitable[None]]] = {
    "kill": Campaign.kill,
    "pause": Campaign.pause,
    "cut": Campaign.cut,
    "partition": Campaign.partition,
    "full-disk": Campaign.full_disk,
    "skew": Campaign.skew,
    "upgrade": Campaign.upgrade,
    "failover": Campaign.failover,
    "database-pause": Campaign.database_pause,
    "database-restart": Campaign.database_restart,
    "standby-gone": Campaign.standby_gone,
}
# Those of a server on SQLite, and those of several servers on two clusters of PostgreSQL.
ON_SQLITE = ("cut", "full-disk", "kill", "partition", "pause", "skew")
ON_POSTGRESQL = tuple(sorted(set(FAULTS) - {"full-disk", "upgrade"}))
