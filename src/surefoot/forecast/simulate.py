"""Playing a plan many times with seeded dice: slower than exact odds and never exact, but it always gives an answer."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import field
from functools import partial
from math import sqrt
from multiprocessing import get_context
from typing import Any

from surefoot.dice.host import Asked, InLine, Reply, Run, drive, read_faces
from surefoot.dice.requests import Break, Do, Roll
from surefoot.dice.responders import Seeded, SeededSource
from surefoot.forecast.ask import End, actors, question
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import Malformed, problems_of, started
from surefoot.table.effects import Stopped
from surefoot.table.table import Table

# Runs that are handed to a process at once: long enough to be worth it, short enough to see progress.
CHUNK = 5_000
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
    """Play a plan many times. Each run has dice of its own, so that the result does not depend on how many work on it."""
    declared = (plan,) if isinstance(plan, Declaration) else tuple(plan)
    problems = tuple(problem for each in declared for problem in problems_of(each, table))
    if problems:
        raise Malformed(problems)
    if runs < 1:
        raise ValueError(f"{runs} runs show nothing: at least one is needed")
    question(asked, table, who)  # an unknown one is refused before anybody has waited
    play = partial(_played, table, declared, seed, asked, who)
    seen: Counter[Hashable] = Counter()
    for count, part in _parts(play, runs, workers):
        seen.update(part)
        if progress is not None:
            progress(count)
    ordered = sorted(seen.items(), key=lambda each: (-each[1], str(each[0])))
    return Simulated(runs, dict(ordered))


def _parts(
    play: partial[Counter[Hashable]], runs: int, workers: int
) -> Iterator[tuple[int, Counter[Hashable]]]:
    chunks = [range(start, min(start + CHUNK, runs)) for start in range(0, runs, CHUNK)]
    workers = min(workers or os.cpu_count() or 1, len(chunks))
    if workers <= 1:
        # One memory for all chunks.
        memory = _Memory()
        for chunk in chunks:
            yield len(chunk), play(chunk, memory)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(play, chunk): len(chunk) for chunk in chunks}
        for job in as_completed(jobs):
            yield jobs[job], job.result()


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
        now = run.table
        stopped = stopped or any(isinstance(s, Do) and isinstance(s.effect, Stopped) for s in run.steps)
        if run.breaks or run.unanswered is not None:
            break
        reached += 1
    breaks = run.breaks if run is not None else ()
    unanswered = run.unanswered if run is not None else None
    return End(table, now, reached, actors(plan), breaks, unanswered, stopped), dice.asked
