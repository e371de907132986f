"""A siege of one server: storms of attacks and faults with quiet in between, honest clients throughout, and its report."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.serving.cluster import Cluster
from benchmarks.serving.served import free_port
from tools.histories.checker import Fault
from tools.siege.attacks import ATTACKS
from tools.siege.players import Match
from tools.siege.striking import FAULTS, ON_POSTGRESQL, ON_SQLITE, UNHEALTHY, Struck

# Seconds of a storm and of the quiet before it; each of the attackers makes one attack in a storm.
STORM, QUIET = 9.0, 5.0
ATTACKERS = 2
# Seconds after a storm that count for neither: what it left behind is cleared away.
AFTER = 2.0
# How often a storm comes with a fault.
WITH_FAULT = 0.5
# Seconds that the server has, after a fault that made it unhealthy, until it must be healthy again.
RECOVERY = 5.0
# Games of honest clients, and seconds between two moves of each.
GAMES, PACE = 6, 0.75
# Seconds in which all processes and games become warm before anything counts.
WARM = 15.0
# Seconds between two looks at the health and the memory of the server.
LOOK = 0.5


class Besieged:
    """A server as `surefoot serve` starts it, with its own limits."""

    def __init__(self, url: str, folder: Path) -> None:
        self.port = free_port()
        self.http = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        run = "from surefoot.cli import main; main()"
        command = [sys.executable, "-c", run, "serve", "--port", str(self.port), "--workers", "2"]
        with self.log.open("wb") as sink:
            self.process = subprocess.Popen(
                [*command, "--database", url, "--log", "warning"],
                stdout=sink,
                stderr=sink,
                start_new_session=True,
            )

    def health(self, seconds: float = 10.0) -> bool:
        """Whether it says that it is healthy."""
        try:
            with urllib.request.urlopen(f"{self.http}/health", timeout=seconds) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def wait(self) -> None:
        """Wait until it is healthy."""
        ends = time.monotonic() + 180
        while not self.health():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < ends, self.log.read_text()
            time.sleep(0.1)

    @property
    def memory(self) -> int:
        """The resident memory of the serving process in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

    def bugs(self) -> list[str]:
        """What it has logged of its own bugs, each once."""
        found: dict[str, None] = {}
        for line in self.log.read_text().splitlines():
            logged = json.loads(line) if line.startswith("{") else {"says": line}
            if logged.get("trace") or "Traceback" in line:
                found[f"{logged['says']} {str(logged.get('trace', ''))[-300:]}"] = None
        return list(found)

    def stop(self) -> None:
        """End it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGCONT)
            self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def besieged(url: str, folder: Path) -> Iterator[Besieged]:
    """A server for as long as it is besieged."""
    server = Besieged(url, folder)
    try:
        server.wait()
        yield server
    finally:
        server.stop()


@dataclass
class Storm:
    """One storm: when it was, its attacks with what was answered, and its fault."""

    began: float
    attacks: dict[str, dict[str, int]] = field(default_factory=dict)
    fault: str = ""
    # From when to when the fault lasted.
    struck: tuple[float, float] = (0.0, 0.0)
    ended: float = 0.0


@dataclass
class Siege:
    """Everything that happened, and what must be said of it."""

    server: Besieged
    database: Path | Cluster
    chance: random.Random
    # Seconds of each storm and of the quiet before it, and how often a storm comes with a fault.
    storm: float = STORM
    quiet: float = QUIET
    with_fault: float = WITH_FAULT
    # The attacks by name.
    kinds: Sequence[str] = tuple(ATTACKS)
    storms: list[Storm] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    # When the health was looked at, whether it was good, and how long the answer took.
    looks: list[tuple[float, bool, float]] = field(default_factory=list)
    # When everything was warm.
    began: float = 0.0
    memory: int = 0
    broken: list[Fault] = field(default_factory=list)

    async def run(self, seconds: float, storms: int = 0) -> None:
        """Besiege the server for at least these seconds and this number of storms: a busy machine has fewer storms in that time."""
        over = asyncio.Event()
        self.matches = [
            await asyncio.to_thread(Match.begun, self.server.http, number) for number in range(GAMES)
        ]
        attackers = [await _attacker() for _ in range(ATTACKERS)]
        playing = [asyncio.create_task(match.play(over, PACE)) for match in self.matches]
        watching = asyncio.create_task(self._watch())
        try:
            await asyncio.sleep(min(WARM, seconds / 4))
            self.began = time.perf_counter()
            ends = self.began + seconds
            names = self._shuffled([*self.kinds])
            faults = self._shuffled([*(ON_SQLITE if isinstance(self.database, Path) else ON_POSTGRESQL)])
            while time.perf_counter() < ends or len(self.storms) < storms:
                await asyncio.sleep(self.quiet)
                await self._storm([(each, next(names)) for each in attackers], faults)
                for task in playing:
                    if task.done():
                        task.result()
            over.set()
            async with asyncio.timeout(120):
                await asyncio.gather(*playing)
        finally:
            watching.cancel()
            for attacker in attackers:
                attacker.kill()
                await attacker.wait()
        for match in self.matches:
            self.broken += await asyncio.to_thread(match.checked)
            for player in match.players.values():
                await player.cut()

    def _shuffled(self, names: list[str]) -> Iterator[str]:
        """All names in a random order, again and again: none comes more often than another."""
        while True:
            yield from self.chance.sample(names, len(names))

    async def _storm(
        self, attacks: list[tuple[asyncio.subprocess.Process, str]], faults: Iterator[str]
    ) -> None:
        storm = Storm(time.perf_counter())
        self.storms.append(storm)
        work = [self._attack(storm, attacker, name) for attacker, name in attacks]
        if self.chance.random() < self.with_fault:
            work.append(self._strike(storm, next(faults)))
        await asyncio.gather(*work)
        storm.ended = time.perf_counter()
        await asyncio.sleep(AFTER)

    async def _attack(self, storm: Storm, attacker: asyncio.subprocess.Process, name: str) -> None:
        asked = {
            "attack": name,
            "port": self.server.port,
            "address": f"127.0.0.{self.chance.randint(2, 250)}",
            "seconds": self.storm * self.chance.uniform(0.5, 1.0),
            "seed": self.chance.getrandbits(32),
        }
        assert attacker.stdin is not None
        assert attacker.stdout is not None
        attacker.stdin.write(json.dumps(asked).encode() + b"\n")
        found = json.loads(await attacker.stdout.readline())
        ended = {"ended: " + found["ended"]: 1} if found["ended"] else {}
        storm.attacks[name] = {**found["answers"], **ended}

    async def _strike(self, storm: Storm, name: str) -> None:
        await asyncio.sleep(self.chance.uniform(0.1, self.storm / 2))
        storm.fault, began = name, time.perf_counter()
        # Until it is over: nobody knows when.
        storm.struck = (began, float("inf"))
        await FAULTS[name](Struck(self.server.process.pid, self.database, self.matches, self.chance))
        storm.struck = (began, time.perf_counter())

    async def _watch(self) -> None:
        while True:
            begun = time.perf_counter()
            healthy = await asyncio.to_thread(self.server.health)
            self.looks.append((begun, healthy, time.perf_counter() - begun))
            self.memory = max(self.memory, self.server.memory)
            await asyncio.sleep(LOOK)

    # --- what was seen ----------------------------------------------------------------------------

    def wrongly_unhealthy(self) -> list[float]:
        """When the server was not healthy without a fault that explains it, in seconds from the beginning."""
        faults = [storm.struck for storm in self.storms if storm.fault in UNHEALTHY]
        return [
            round(at - self.began, 1)
            for at, healthy, took in self.looks
            if not healthy
            and not any(began <= at + took and at <= ended + RECOVERY for began, ended in faults)
        ]

    def phase(self, at: float, took: float) -> str:
        """What was going on during a request: quiet, an attack, a fault; empty just after a storm and before all is warm."""
        if at < self.began:
            return ""
        for storm in self.storms:
            if storm.fault and storm.struck[0] <= at + took and at <= storm.struck[1] + RECOVERY:
                return "fault"
            if storm.began <= at <= storm.ended:
                return "attack"
            if storm.ended <= at <= storm.ended + AFTER:
                return ""
        return "quiet"

    def delays(self, *, previews: bool = False) -> dict[str, list[float]]:
        """How long moves or previews took in milliseconds, by what was going on."""
        found: dict[str, list[float]] = defaultdict(list)
        for match in self.matches:
            for at, took in match.previews if previews else match.moves:
                found[self.phase(at, took)].append(1000 * took)
        return {name: sorted(found[name]) for name in ("quiet", "attack", "fault")}

    def by_attack(self) -> dict[str, list[float]]:
        """How long moves took in milliseconds during each attack, alone or beside another one, without a fault."""
        found: dict[str, list[float]] = defaultdict(list)
        for match in self.matches:
            for at, took in match.moves:
                storm = next((each for each in self.storms if each.began <= at <= each.ended), None)
                if storm is not None and self.phase(at, took) == "attack":
                    for name in storm.attacks:
                        found[name].append(1000 * took)
        return {name: sorted(found[name]) for name in sorted(found)}

    def slowest(self, count: int = 12) -> list[dict[str, Any]]:
        """The slowest moves, with what was going on."""
        moves = sorted(
            (took, at, match.id) for match in self.matches for at, took in match.moves if at > self.began
        )
        found = []
        for took, at, game in reversed(moves[-count:]):
            storm = max(
                (each for each in self.storms if each.began <= at), key=lambda each: each.began, default=None
            )
            found.append(
                {
                    "ms": round(1000 * took),
                    "game": game,
                    "at": round(at - self.began, 1),
                    "what": self.phase(at, took),
                    "attacks": [] if storm is None else list(storm.attacks),
                    "since": 0 if storm is None else round(at - storm.began, 1),
                    "fault": "" if storm is None else storm.fault,
                }
            )
        return found

    def metrics(self) -> dict[str, float]:
        """Some of the server's own figures."""
        with urllib.request.urlopen(f"{self.server.http}/metrics", timeout=30) as answer:
            lines = [line.rpartition(" ") for line in answer.read().decode().splitlines()]
        return {
            name: float(value)
            for name, _, value in lines
            if name.startswith(("surefoot_work_", "surefoot_store_"))
        }

    def report(self) -> dict[str, Any]:
        """All figures."""
        attacks = [name for storm in self.storms for name in storm.attacks]
        answers: dict[str, Counter[str]] = defaultdict(Counter)
        for storm in self.storms:
            for name, found in storm.attacks.items():
                answers[name].update(found)
        players = [player for match in self.matches for player in match.players.values()]
        return {
            "attacks": len(attacks),
            "kinds": dict(sorted(Counter(attacks).items())),
            "faults": dict(sorted(Counter(storm.fault for storm in self.storms if storm.fault).items())),
            "lines": sum(match.number for match in self.matches),
            "events": sum(len(player.events) for player in players),
            "broken promises": [str(each) for each in self.broken],
            "moves": {name: _spread(found) for name, found in self.delays().items()},
            "previews": {name: _spread(found) for name, found in self.delays(previews=True).items()},
            "moves by attack": {name: _spread(found) for name, found in self.by_attack().items()},
            "slowest moves": self.slowest(),
            "metrics": self.metrics(),
            "previews refused": Counter(code for match in self.matches for _, code in match.refused),
            "connected again": sum(player.connected - 1 for player in players),
            "asked again": Counter(code for player in players for code in player.repeated),
            "health looked at": len(self.looks),
            "unhealthy": sum(not healthy for _, healthy, _ in self.looks),
            "wrongly unhealthy at": self.wrongly_unhealthy(),
            "health": _spread(sorted(1000 * took for _, _, took in self.looks)),
            "memory in MB": round(self.memory / 1e6),
            "bugs": self.server.bugs()[:20],
            "answers": {name: dict(found.most_common(8)) for name, found in sorted(answers.items())},
        }


def _spread(ordered: list[float]) -> dict[str, float]:
    """The median, the 99th percentile and the largest of some figures."""
    if not ordered:
        return {"count": 0}
    return {
        "count": len(ordered),
        "p50": round(ordered[len(ordered) // 2], 1),
        "p99": round(ordered[int(0.99 * (len(ordered) - 1))], 1),
        "max": round(ordered[-1], 1),
    }


async def _attacker() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.siege.attacks"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )


def promises_broken(report: dict[str, Any]) -> Iterable[str]:
    """What must not be, in words."""
    yield from report["broken promises"]
    yield from (f"not healthy after {at} s" for at in report["wrongly unhealthy at"])
    yield from report["bugs"]
