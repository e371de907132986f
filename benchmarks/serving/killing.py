"""Kill the server, or the database under it, at random moments under load, as often as is wanted, and see that nothing was lost."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import surefoot
from benchmarks.serving.matches import Match
from benchmarks.serving.served import Served


@dataclass
class Report:
    """What was seen."""

    kills: int = 0
    lines: int = 0
    # From the moment the server listens again until every player is back at the table and at his hash, in seconds.
    back: list[float] = field(default_factory=list)
    # And until every game has gone on.
    went_on: list[float] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Count what was seen elsewhere too."""
        self.kills += other.kills
        self.lines += other.lines
        self.back += other.back
        self.went_on += other.went_on


async def _on(match: Match, ends: asyncio.Event) -> None:
    while not ends.is_set():
        await match.step()


async def _progress(matches: list[Match], playing: list[asyncio.Task[None]], more: int) -> None:
    """Wait until some more lines were acknowledged; whoever has broken off says why."""
    goal = sum(len(match.acknowledged) for match in matches) + more
    while sum(len(match.acknowledged) for match in matches) < goal:
        for task in playing:
            if task.done():
                task.result()
        await asyncio.sleep(0.002)


async def killed(
    served: Served,
    games: int,
    kills: int,
    seed: int,
    between: float = 0.05,
    strike: Callable[[], object] | None = None,
) -> Report:
    """Play some games, kill the server under them, or strike otherwise, and check every log in the end."""
    chance = random.Random(seed)
    report, ends = Report(), asyncio.Event()
    await asyncio.to_thread(served.start)
    matches = [await asyncio.to_thread(Match.begun, served.http) for _ in range(games)]
    playing = [asyncio.ensure_future(_on(match, ends)) for match in matches]
    for _ in range(kills):
        await _progress(matches, playing, games)
        await asyncio.sleep(chance.uniform(0, between))
        await asyncio.to_thread(strike or served.restart)
        listens = time.perf_counter()
        await asyncio.gather(*(seat.sit() for match in matches for seat in match.seats.values()))
        report.back.append(time.perf_counter() - listens)
        before = {match.game: match.seq for match in matches}
        while any(match.seq == before[match.game] for match in matches):
            await _progress(matches, playing, 1)
        report.went_on.append(time.perf_counter() - listens)
        report.kills += 1
    ends.set()
    await asyncio.gather(*playing)
    for match in matches:
        await asyncio.to_thread(_checked, match)
        report.lines += len(match.acknowledged)
        for seat in match.seats.values():
            await seat.leave()
    served.stop()
    return report


def _checked(match: Match) -> None:
    log = match.log()
    match.check(log)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "exported.game"
        file.write_bytes(log)
        problems = surefoot.verify_game(file)
    assert problems == (), problems
