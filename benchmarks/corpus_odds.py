"""Odds of everything that the corpus rolls for, and how they agree with simulation."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles

from tests.forecast.rolled import Rolled, rolled_in
from tests.forecast.thrown import agree, thrown

from benchmarks.rows import Row
from surefoot.forecast.odds import odds
from surefoot.forecast.simulate import simulate
from surefoot.testing.corpus import corpus_files, corpus_folder, pairs

# Every case with 100,000 runs takes some hours of one core, vehicles most of them: SUREFOOT_BENCH_SHORT=1 takes some cases only.
SHORT = os.environ.get("SUREFOOT_BENCH_SHORT") == "1"
EVERY = 60 if SHORT else 1
RUNS = 5_000 if SHORT else 100_000
# Of vehicles that run into each other there are more ways than anybody can look at, and hardly two runs are alike: each takes
# milliseconds. What was looked at is a bound there, for which fewer runs will do.
RUNS_OF_OPEN = 1_000 if SHORT else 2_000
MOST_WAYS = 1_000 if SHORT else 3_000
# The slow oracle throws every die of so many ways.
MOST_THROWN = 120 if SHORT else 2_000
SIGMAS = 4.0
# A single move is to be priced within this (ms).
SINGLE_MOVE = 2.0


@dataclass(frozen=True)
class _Compared:
    """What one declaration of the corpus came to."""

    id: str
    seconds: float
    ends: int
    unresolved: bool
    astray: tuple[str, ...]


def corpus_odds() -> list[Row]:
    """Exact odds of the dice of the corpus, each beside simulation of the same declaration."""
    files = list(corpus_files(corpus_folder()))
    compared: list[_Compared] = []
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for number, job in enumerate(as_completed([pool.submit(_of_file, file) for file in files]), 1):
            compared += job.result()
            print(f"  {number} of {len(files)} files, {len(compared)} declarations", file=sys.stderr)
            for line in (line for each in job.result() for line in each.astray):
                print(f"  {line}", file=sys.stderr)
    return _rows(compared)


def _rows(compared: list[_Compared]) -> list[Row]:
    times = [each.seconds * 1e3 for each in compared]
    ends = sum(each.ends for each in compared)
    within = sum(ms <= SINGLE_MOVE for ms in times) / len(times) * 100
    unresolved = sum(each.unresolved for each in compared)
    astray = sum(len(each.astray) for each in compared)
    # Of so many ends some are further off by chance alone.
    by_chance = ends * 6.3e-5
    return [
        Row(f"odds of a declaration of the corpus, median of {len(times):,}", median(times), "ms", "lower"),
        Row("the same, slowest but one in twenty", quantiles(times, n=20)[-1], "ms", "lower"),
        Row(f"the same, share within {SINGLE_MOVE:g} ms", within, "%", "higher", 100.0),
        Row("declarations with more ways than were looked at", float(unresolved), "cases", "lower"),
        Row(
            f"ends further than {SIGMAS:g} sigma off, of {ends:,} ({by_chance:.1f} by chance)",
            *(float(astray), "ends", "lower"),
        ),
    ]


def _of_file(file: Path) -> list[_Compared]:
    return [_compared(case) for case in rolled_in(list(pairs([file]))[::EVERY])]


def _compared(case: Rolled) -> _Compared:
    begun = time.process_time()
    found = odds(case.table, case.declaration, most=MOST_WAYS, hasty=True)
    seconds = time.process_time() - begun
    shares = found.over("end")
    astray = tuple(f"{case.id}: {line}" for line in _astray(case, shares, found.unresolved))
    if sum((way.chance for way in found.ways), Fraction(0)) + found.unresolved != 1:
        astray += (f"{case.id}: the chances do not sum to 1",)
    if (
        case.by_default
        and not found.unresolved
        and case.after not in {w.end.after.digest for w in found.ways}
    ):
        astray += (f"{case.id}: what came of its dice has no chance",)
    if not found.unresolved and not agree(found, thrown(case, MOST_THROWN)):
        astray += (f"{case.id}: merged ways are not all ways together",)
    return _Compared(case.id, seconds, len(shares), found.unresolved > 0, astray)


def _astray(case: Rolled, shares: dict[object, Fraction], unresolved: Fraction) -> Iterable[str]:
    """Ends seen more or less often than their chance allows; what was not looked at may belong to any of them."""
    runs = RUNS_OF_OPEN if unresolved else RUNS
    played = simulate(case.table, case.declaration, runs, seed=case.id)
    for end in played.seen:
        if end not in shares and not unresolved:
            yield f"{end} was seen and has no chance"
    for end, share in shares.items():
        lowest, highest = float(share), float(share + unresolved)
        seen = played.share(end)
        # Rare ends are seen once or not at all: a whole run more or less says nothing.
        if seen < lowest - _allowed(lowest, runs) or seen > highest + _allowed(highest, runs):
            yield f"{end}: {seen:.5f}, not {lowest:.5f}"


def _allowed(chance: float, runs: int) -> float:
    return SIGMAS * sqrt(chance * (1 - chance) / runs) + 1 / runs
