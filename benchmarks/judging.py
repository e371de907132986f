"""How many moves are judged per second, and where the time goes."""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.boards import random_moves, skirmish
from benchmarks.rows import Row
from surefoot.referee import bill as billing
from surefoot.referee import trace as tracing
from surefoot.referee import view as viewing
from surefoot.referee.itinerary import Itinerary
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene


def judged_moves() -> list[Row]:
    """Judge random moves on a table with 40 pieces and 30 models; nothing is remembered between two rounds."""
    table = skirmish(1)
    moves = random_moves(table, 2, 200)
    check(table, moves[0], nearest=False)
    whole = _best(lambda: _all(lambda: [check(table, each, nearest=False) for each in moves]), 3) / len(moves)
    ruleset = ruleset_of(table)
    scene = Scene(table)
    tariffs = [ruleset.tariffs(table, each.actor, "move")[0] for each in moves]

    def traces() -> list[Itinerary]:
        return [
            tracing.trace(scene, tariff.lens, each.actor, each.legs)
            for tariff, each in zip(tariffs, moves, strict=True)
        ]

    tracing_time = _best(lambda: _all(traces), 3) / len(moves)
    found = traces()
    billing_time = _best(
        lambda: [billing.bill(each, tariff) for each, tariff in zip(found, tariffs, strict=True)], 5
    ) / len(moves)
    prices = _best(lambda: [ruleset.tariffs(table, each.actor, "move") for each in moves], 5) / len(moves)
    rest = max(0.0, whole - tracing_time - billing_time - prices)
    return [
        Row("moves judged, 40 pieces and 30 models", 1 / whole, "moves/s", "higher"),
        Row("one move: trace", tracing_time * 1e6, "µs", "lower"),
        Row("one move: bill", billing_time * 1e6, "µs", "lower"),
        Row("one move: lens and tariff", prices * 1e6, "µs", "lower"),
        Row("one move: procedure, effects, verdict", rest * 1e6, "µs", "lower"),
    ]


def _all(work: Callable[[], object]) -> None:
    tracing._traced.cache_clear()
    viewing.seen.cache_clear()  # type: ignore[attr-defined]
    work()


def _best(work: Callable[[], object], times: int) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best
