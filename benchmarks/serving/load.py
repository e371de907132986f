"""Many games at once: how long an announcement takes at a steady rate, and the highest rate that is held."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.rows import Row
from benchmarks.serving.cluster import Cluster, NoPostgreSQL, program, running
from benchmarks.serving.killing import Report, killed
from benchmarks.serving.matches import Match
from benchmarks.serving.served import Served
from benchmarks.serving.wire import Pair

T = TypeVar("T")

# How much is asked for; less for a quick look: SUREFOOT_GAMES=100 SUREFOOT_RATE=100.
GAMES = int(os.environ.get("SUREFOOT_GAMES", "1000"))
RATE = float(os.environ.get("SUREFOOT_RATE", "500"))
SECONDS = float(os.environ.get("SUREFOOT_SECONDS", "20"))
KILLS = int(os.environ.get("SUREFOOT_KILLS", "1000"))
# At full speed so many games play at once; the others wait, as people do.
BUSY = 192
# The number of kills that the same games live through; then others begin, since a whole game is compared in the end.
AT_ONCE = 20
# As many processes that judge as there are cores; the one that serves and whoever asks share them.
WORKERS = os.cpu_count() or 1


@dataclass
class Measured:
    """What a load came to."""

    delays: list[float] = field(default_factory=list)
    seconds: float = 0.0
    # Processor time of all processes of the server, and of whoever made the load.
    busy: float = 0.0
    own: float = 0.0

    def percentile(self, share: float) -> float:
        """So much of all announcements took no longer, in milliseconds."""
        ordered = sorted(self.delays)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _processor_time(group: int) -> float:
    """Seconds that the processes of a group have computed so far."""
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


async def _steady(pairs: list[Pair], rate: float, seconds: float) -> None:
    """Each game moves at its own even pace, all together at the wanted rate."""
    chance, pace = random.Random(1), len(pairs) / rate
    ends = time.perf_counter() + seconds

    async def play(pair: Pair) -> None:
        due = time.perf_counter() + chance.uniform(0, pace)
        while due < ends:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await pair.step()
            due += pace

    await asyncio.gather(*(play(pair) for pair in pairs))


async def _full(pairs: list[Pair], seconds: float) -> None:
    """As fast as it goes, some games at once."""
    ends = time.perf_counter() + seconds

    async def play(mine: list[Pair]) -> None:
        while time.perf_counter() < ends:
            for pair in mine:
                await pair.step()
                if time.perf_counter() >= ends:
                    return

    await asyncio.gather(*(play(pairs[i::BUSY]) for i in range(min(BUSY, len(pairs)))))


async def _measured(served: Served, pairs: list[Pair], work: Awaitable[None]) -> Measured:
    for pair in pairs:
        pair.delays.clear()
    begun, busy, own = time.perf_counter(), _processor_time(served.group), time.process_time()
    await work
    found = Measured(seconds=time.perf_counter() - begun, busy=_processor_time(served.group) - busy)
    found.own = time.process_time() - own
    found.delays = [delay for pair in pairs for delay in pair.delays]
    return found


async def _loaded(served: Served) -> tuple[Measured, Measured]:
    with ThreadPoolExecutor(8) as pool:
        pairs = [Pair(match) for match in pool.map(Match.begun, [served.http] * GAMES)]
    for pair in pairs:
        await pair.sit()
    # Once round, so that every game is known to its worker, and every ruleset is warm.
    await _full(pairs, SECONDS / 4)
    steady = await _measured(served, pairs, _steady(pairs, RATE, SECONDS))
    full = await _measured(served, pairs, _full(pairs, SECONDS / 2))
    for pair in pairs:
        pair.leave()
    return steady, full


def _run(work: Coroutine[Any, Any, T]) -> T:
    """On the loop that costs least."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


@contextmanager
def _postgresql() -> Iterator[Cluster | None]:
    """A PostgreSQL of our own, if it is installed."""
    try:
        program("initdb")
    except NoPostgreSQL:
        yield None
        return
    with running() as cluster:
        yield cluster


def served_games() -> list[Row]:
    """Play a thousand games over two thousand sockets, with real moves and real pricing, on both databases."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 16_384)), hard))
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, _postgresql() as cluster:
        databases = {"SQLite": f"sqlite:///{folder}/games.db"}
        databases |= {"PostgreSQL": cluster.database()} if cluster is not None else {}
        for name, url in databases.items():
            with Served(url, WORKERS) as served:
                steady, full = _run(_loaded(served))
            held = len(steady.delays) / steady.seconds
            what = f"{GAMES:,} games on {name}"
            rows += [
                Row(f"{what}: moves asked for {RATE:g} a second, announced", held, "/s", "higher", RATE),
                Row(f"{what}: half of them announced within", steady.percentile(0.5), "ms", "lower"),
                Row(f"{what}: 99 in 100 announced within", steady.percentile(0.99), "ms", "lower", 25.0),
                Row(f"{what}: processor time of a move", 1000 * full.busy / len(full.delays), "ms", "lower"),
                Row(f"{what}: of whoever asks for it", 1000 * full.own / len(full.delays), "ms", "lower"),
                Row(f"{what}: highest rate", len(full.delays) / full.seconds, "/s", "higher", 1000.0),
            ]
    return rows


def killed_servers() -> list[Row]:
    """Kill the server, or PostgreSQL under it, at a thousand random moments under load; what is lost stops this."""
    with tempfile.TemporaryDirectory() as folder, _postgresql() as cluster:
        on_sqlite = Served(f"sqlite:///{folder}/games.db")
        if cluster is None:
            return _struck("kills on SQLite", on_sqlite, KILLS)
        on_postgresql = Served(cluster.database())
        return [
            *_struck("kills on SQLite", on_sqlite, KILLS // 2),
            *_struck("kills on PostgreSQL", on_postgresql, KILLS // 4),
            *_struck("cuts of PostgreSQL itself", on_postgresql, KILLS // 4, cluster.restart),
        ]


def _struck(what: str, served: Served, times: int, strike: Callable[[], object] | None = None) -> list[Row]:
    report = Report()
    while report.kills < max(1, times):
        kills = min(AT_ONCE, max(1, times) - report.kills)
        report.add(asyncio.run(killed(served, 16, kills, seed=report.kills, strike=strike)))
        print(f"  {report.kills} {what}, {report.lines} lines", file=sys.stderr)
    back, went_on = (sorted(each)[int(0.99 * (len(each) - 1))] for each in (report.back, report.went_on))
    what = f"{report.kills} {what}"
    rows = [
        Row(f"{what}: lines acknowledged, none lost", report.lines, "", "higher"),
        Row(f"{what}: all games gone on (99 in 100)", went_on, "s", "lower"),
    ]
    if strike is None:
        # Where only the database is cut off, nobody has to come back.
        rows.append(Row(f"{what}: all back at their hash (99 in 100)", back, "s", "lower", 1.0))
    return rows
