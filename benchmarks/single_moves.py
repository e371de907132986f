"""How long the exact odds of every single declaration of the corpus take: on a new table, and asked again."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.rows import Row
from surefoot.dice.host import Asking
from surefoot.dice.requests import Roll
from surefoot.forecast.odds import Odds, odds
from surefoot.referee.protocol import Declaration
from surefoot.table.table import Table
from surefoot.testing.corpus import corpus_files, corpus_folder, pairs

# Every case and twin take some ten minutes of the processor; SUREFOOT_BENCH_SHORT=1 takes one pair in twenty of each file.
EVERY = 20 if os.environ.get("SUREFOOT_BENCH_SHORT") == "1" else 1
# As the command line asks: where there are clearly more ways than that, most of them are left open.
MOST_WAYS = 3_000
# What a single move is to take (ms), and for how many of them in a hundred.
AIMS = ((2.0, 80.0), (20.0, 95.0))
SLOWEST = 12
# What is known of rules, words and dice stays when a table is forgotten.
KEPT = ("language", "files", "dice", "testing", "referee.protocol", "referee.catalogue", "referee.speaking")
KEPT_NAMES = ("vocabulary", "row", "_read", "_needs", "_told")


@dataclass(frozen=True)
class _Timed:
    """One declaration: whether it rolls dice, and the milliseconds of the processor of both answers."""

    id: str
    rolls: bool
    new: float
    again: float
    ways: int
    left_open: float

    @property
    def cause(self) -> str:
        """What the time is spent on."""
        if self.left_open:
            return f"{self.ways:,} ways looked at, {self.left_open:.1%} left open"
        if self.again < self.new / 4:
            return f"what is found out about the table: asked again it takes {self.again:.0f} ms"
        return f"{self.ways:,} ways, {self.again / self.ways:.1f} ms each"


def single_moves() -> list[Row]:
    """Exact odds of each declaration of the corpus by itself, with nothing known of its table, then once more."""
    timed = [_timed(*each) for file in corpus_files(corpus_folder()) for each in _declared(file)]
    for each in sorted(timed, key=lambda one: -one.new)[:SLOWEST]:
        print(f"  {each.new:6.0f} ms  {each.id}: {each.cause}", file=sys.stderr)
    rolled = [each for each in timed if each.rolls]
    return [
        *_rows("a declaration of the corpus", timed),
        *_rows("one that rolls dice", rolled),
    ]


def _rows(what: str, timed: list[_Timed]) -> list[Row]:
    rows = []
    for how, times in (("new table", [one.new for one in timed]), ("again", [one.again for one in timed])):
        name = f"odds of {what}, {how}"
        rows.append(Row(f"{name}: median of {len(times):,}", median(times), "ms", "lower"))
        for limit, aim in AIMS:
            share = sum(each <= limit for each in times) / len(times) * 100
            rows.append(Row(f"{name}: within {limit:g} ms", share, "%", "higher", aim))
    return rows


def _declared(file: Path) -> Iterator[tuple[str, bool, Table, Declaration]]:
    """Every declaration of a file's cases and twins, with the table that it is made on."""
    for pair in pairs([file])[::EVERY]:
        for name, side in ((pair.id, pair.side), (f"{pair.id}, twin", pair.twin)):
            before = side.before
            # A side that can't be read has no table, and no outcomes.
            for number, outcome in enumerate(side.outcomes if before is not None else (), 1):
                assert before is not None
                asked = [step.request for step in outcome.run.steps if isinstance(step, Asking)]
                rolls = any(isinstance(each, Roll) for each in asked)
                yield f"{name}/{number}", rolls, before, outcome.declaration
                before = outcome.run.table


def _timed(name: str, rolls: bool, table: Table, declaration: Declaration) -> _Timed:
    def answer() -> tuple[float, Odds]:
        begun = time.process_time()
        found = odds(table, declaration, most=MOST_WAYS, hasty=True)
        return (time.process_time() - begun) * 1e3, found

    answer()
    forget_tables()
    new, found = answer()
    again, _ = answer()
    return _Timed(name, rolls, new, again, len(found.ways), float(found.unresolved))


def forget_tables() -> None:
    """Forget everything that was worked out of tables; rules and dice stay known."""
    for name, module in [*sys.modules.items()]:
        room = name.removeprefix("surefoot.")
        if room != name and not room.startswith(KEPT) and not room.endswith((".vocabulary", ".numbers")):
            for each, kept in [*vars(module).items()]:
                if each not in KEPT_NAMES and getattr(kept, "__module__", "") == name:
                    _clear(kept)


def _clear(kept: Any) -> None:
    if hasattr(kept, "cache_clear"):
        kept.cache_clear()
