"""Playing a plan many times with seeded dice: slower than exact odds and never exact, but it always gives an answer."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import field
from functools import partial
from math import sqrt
from time import monotonic
from typing import Any

from surefoot.dice.host import Asked, InLine, Reply, Run, drive, read_faces
from surefoot.dice.requests import Break, Roll
from surefoot.dice.responders import Seeded, SeededSource
from surefoot.forecast.ask import End, actors, question
from surefoot.forecast.odds import planned
from surefoot.forecast.processes import processes
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import started
from surefoot.referee.verdict import cut_short
from surefoot.table.table import Table

# The seconds that a chunk of runs takes: long enough to be worth it, short enough to see progress.
PACE = 0.25
# The seconds left from which on other processes are worth their start, which takes two thirds of a second.
WORTH_PROCESSES = 3.0
# The runs of the first chunk, and of the largest.
FIRST_CHUNK, LARGEST_CHUNK = 10, 20_000
# Ways that are remembered, so that they need not be played again; beyond them every run is played in full.
MOST_REMEMBERED = 200_000
# 99.99 % of all simulations find a share no further from the truth than so many standard deviations.
SIGMAS = 3.89


@dataclass(frozen=True)
class Simulated:
    """How often each answer was seen."""

    runs: int
    seen: dict[Any, int]

    def share(self, answer: Hashable) -> float:
        """The share of the runs that gave an answer."""
        return self.seen.get(answer, 0) / self.runs

    def interval(self, answer: Hashable) -> tuple[float, float]:
        """Where the true chance lies, but for one simulation in ten thousand (Wilson's interval)."""
        share, square = self.share(answer), SIGMAS * SIGMAS
        middle = (share + square / (2 * self.runs)) / (1 + square / self.runs)
        spread = share * (1 - share) / self.runs + square / (4 * self.runs * self.runs)
        half = SIGMAS * sqrt(spread) / (1 + square / self.runs)
        return max(0.0, middle - half), min(1.0, middle + half)


class Interrupted(KeyboardInterrupt):
    """Ctrl+C during a simulation; `so_far` is what was played until then, None if nothing was."""

    def __init__(self, so_far: Simulated | None) -> None:
        super().__init__()
        self.so_far = so_far


def simulate(
    table: Table,
    plan: Declaration | Sequence[Declaration],
    runs: int,
    *,
    seed: str = "surefoot",
    asked: str = "end",
    who: tuple[str, ...] = (),
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Simulated:
    """Play a plan many times. Each run has dice of its own, so that the result does not depend on how many work on it.

    Ctrl+C raises `Interrupted` at once, with the runs played so far.
    """
    declared = planned(table, plan)
    if runs < 1:
        raise ValueError(f"{runs} runs show nothing: at least one is needed")
    question(asked, table, who)  # an unknown one is refused before anybody has waited
    play = partial(_played, table, declared, seed, asked, who)
    seen: Counter[Hashable] = Counter()
    try:
        for count, part in _parts(play, runs, workers):
            seen.update(part)
            if progress is not None:
                progress(count)
    except KeyboardInterrupt:
        raise Interrupted(_counted(seen) if seen else None) from None
    return _counted(seen)


def _counted(seen: Counter[Hashable]) -> Simulated:
    """What was seen, the most frequent first."""
    ordered = sorted(seen.items(), key=lambda each: (-each[1], str(each[0])))
    return Simulated(seen.total(), dict(ordered))


@dataclass
class _Chunks:
    """Deals out the numbers of the runs, as many at once as take about `PACE` seconds."""

    runs: int
    dealt: int = 0
    size: int = FIRST_CHUNK

    def deal(self) -> range:
        """The next numbers; empty after the last."""
        start, self.dealt = self.dealt, min(self.dealt + self.size, self.runs)
        return range(start, self.dealt)

    def took(self, count: int, seconds: float) -> None:
        """Learn from the time that some runs took. It at most doubles: the first runs of a plan are the slowest."""
        fitting = int(count * PACE / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 2 * self.size, LARGEST_CHUNK))


def _parts(
    play: partial[Counter[Hashable]], runs: int, workers: int
) -> Iterator[tuple[int, Counter[Hashable]]]:
    chunks = _Chunks(runs)
    workers = workers or os.cpu_count() or 1
    # One memory for all chunks.
    memory, spent = _Memory(), 0.0
    while chunk := chunks.deal():
        part, seconds = _timed(play, chunk, memory)
        chunks.took(len(chunk), seconds)
        yield len(chunk), part
        spent += seconds
        rest = (runs - chunks.dealt) * seconds / len(chunk)
        if workers > 1 and spent > PACE and rest > WORTH_PROCESSES:
            yield from _by_processes(play, chunks, workers)


def _by_processes(
    play: partial[Counter[Hashable]], chunks: _Chunks, workers: int
) -> Iterator[tuple[int, Counter[Hashable]]]:
    """The rest of the runs by several processes, which end if the caller stops early."""
    jobs: dict[Future[tuple[Counter[Hashable], float]], int] = {}
    with processes(workers) as pool:
        while True:
            while len(jobs) < 2 * workers and (chunk := chunks.deal()):
                jobs[pool.submit(_timed, play, chunk)] = len(chunk)
            if not jobs:
                return
            for done in wait(jobs, return_when=FIRST_COMPLETED).done:
                part, seconds = done.result()
                count = jobs.pop(done)
                chunks.took(count, seconds)
                yield count, part


def _timed(
    play: partial[Counter[Hashable]], chunk: range, memory: _Memory | None = None
) -> tuple[Counter[Hashable], float]:
    """What some runs gave, and the seconds that they took."""
    start = monotonic()
    part = play(chunk, memory)
    return part, monotonic() - start


def _played(
    table: Table,
    plan: tuple[Declaration, ...],
    seed: str,
    asked: str,
    who: tuple[str, ...],
    chunk: range,
    memory: _Memory | None = None,
) -> Counter[Hashable]:
    """Some runs by their numbers: the dice of a run depend on the seed and on its number alone."""
    memory = memory or _process_memory(table, plan)
    ask = question(asked, table, who)
    seen: Counter[Hashable] = Counter()
    for number in chunk:
        seen[_run(table, plan, SeededSource(f"{seed}/{number}"), memory, ask)] += 1
    return seen


@dataclass
class _Node:
    """What comes after the same dice so far: another roll, or an end."""

    request: Roll | None = None
    after: dict[Hashable, _Node] = field(default_factory=dict)
    # Kept in a tuple, since None may be an answer.
    answer: tuple[Hashable] | None = None


@dataclass
class _Memory:
    """Ways that were played already. The rules are a function of the readings: the same ones lead to the same end."""

    root: _Node = field(default_factory=_Node)
    size: int = 0


_kept: dict[str, _Memory] = {}


def _process_memory(table: Table, plan: tuple[Declaration, ...]) -> _Memory:
    """The memory of a working process; it works on one plan at a time."""
    key = f"{table.digest}{plan!r}"
    if key not in _kept:
        _kept.clear()
        _kept[key] = _Memory()
    return _kept[key]


def _run(
    table: Table,
    plan: tuple[Declaration, ...],
    source: SeededSource,
    memory: _Memory,
    ask: Callable[[End], Hashable],
) -> Hashable:
    node = memory.root
    rolled: list[Reply] = []
    while node.request is not None:
        reply = read_faces(node.request, node.request.dice.roll(source))
        rolled.append(reply)
        following = node.after.get(reply.value)
        if following is None:
            break
        node = following
    else:
        if node.answer is not None:
            return node.answer[0]
    end, asked = _play(table, plan, rolled, source)
    answer = ask(end)
    if memory.size < MOST_REMEMBERED:
        _remember(memory, asked, answer)
    return answer


def _remember(memory: _Memory, asked: list[tuple[Roll, Reply]], answer: Hashable) -> None:
    node = memory.root
    for request, reply in asked:
        node.request = request
        if reply.value not in node.after:
            node.after[reply.value] = _Node()
            memory.size += 1
        node = node.after[reply.value]
    node.answer = (answer,)


@dataclass
class _Dice(InLine):
    """Dice rolled already come first, then fresh ones; everything else is settled."""

    rolled: list[Reply]
    seeded: Seeded
    asked: list[tuple[Roll, Reply]] = field(default_factory=list)

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        if not isinstance(request, Roll):
            return self.seeded.reply(request, breaks)
        reply = self.rolled.pop(0) if self.rolled else self.seeded.reply(request, breaks)
        self.asked.append((request, reply))
        return reply


def _play(
    table: Table, plan: tuple[Declaration, ...], rolled: list[Reply], source: SeededSource
) -> tuple[End, list[tuple[Roll, Reply]]]:
    seeded = Seeded(source.seed)
    seeded.source = source
    dice = _Dice(list(rolled), seeded)
    now, stopped = table, False
    run: Run | None = None
    reached = 0
    for declaration in plan:
        run = drive(started(declaration, now), now, dice)
        stopped = stopped or cut_short(declaration, now, run)
        now = run.table
        if run.breaks or run.unanswered is not None:
            break
        reached += 1
    breaks = run.breaks if run is not None else ()
    unanswered = run.unanswered if run is not None else None
    return End(table, now, reached, actors(plan), breaks, unanswered, stopped), dice.asked
