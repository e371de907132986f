"""Odds of everything that the corpus rolls for, and how they agree with simulation."""

from __future__ import annotations

import os
import sys
import time
from math import sqrt
from statistics import median, quantiles

from tests.forecast.rolled import Rolled, rolled

from benchmarks.rows import Row
from surefoot.forecast.odds import odds
from surefoot.forecast.simulate import simulate

# All cases with 100,000 runs each take most of an hour: SUREFOOT_BENCH_ALL=1 asks for them.
ALL = os.environ.get("SUREFOOT_BENCH_ALL") == "1"
EVERY = 1 if ALL else 60
RUNS = 100_000 if ALL else 5_000
SIGMAS = 4.0
MOST_WAYS = 20_000 if ALL else 1_000


def corpus_odds() -> list[Row]:
    """Exact odds of the dice of the corpus, each beside simulation of the same declaration."""
    cases = rolled(EVERY)
    times: list[float] = []
    open_ended, compared, astray = 0, 0, 0
    for case in cases:
        begun = time.perf_counter()
        found = odds(case.table, case.declaration, most=MOST_WAYS)
        times.append(time.perf_counter() - begun)
        if found.unresolved:
            open_ended += 1
            continue
        shares = found.over("end")
        far = _astray(case, shares)
        compared += len(shares)
        astray += len(far)
        for line in far:
            print(line, file=sys.stderr)
    return [
        Row(
            f"odds of a declaration of the corpus, median of {len(cases)}", median(times) * 1e3, "ms", "lower"
        ),
        Row("the same, slowest but one in twenty", quantiles(times, n=20)[-1] * 1e3, "ms", "lower"),
        Row("declarations with more ways than were looked at", float(open_ended), "cases", "lower"),
        Row(f"ends further than {SIGMAS:g} sigma off, of {compared:,}", float(astray), "ends", "lower"),
    ]


def _astray(case: Rolled, shares: dict[object, object]) -> list[str]:
    played = simulate(case.table, case.declaration, RUNS, seed=case.id)
    found = [f"{case.id}: {end} was seen and has no chance" for end in played.seen if end not in shares]
    for end, share in shares.items():
        chance = float(share)  # type: ignore[arg-type]  # a fraction
        spread = sqrt(chance * (1 - chance) / RUNS)
        # Rare ends are seen once or not at all: a whole run more or less says nothing.
        if abs(played.share(end) - chance) > SIGMAS * spread + 1 / RUNS:  # type: ignore[arg-type]
            found.append(f"{case.id}: {end}: {played.share(end):.5f}, not {chance:.5f}")
    return found
