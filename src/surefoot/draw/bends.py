"""Joins the many tiny strides of a path around a corner into one."""

from __future__ import annotations

from collections.abc import Iterable

from surefoot.records import replace
from surefoot.referee.bill import Line

# A stride shorter than this, in millionths, is part of a bend.
TINY = 100_000


def rounded(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines of a ledger with runs of tiny ones of the same kind joined; the total stays the same.

    >>> walk = Line((0, 0, 0), (40_000, 0, 0), "walk", 40_000, 1_000_000, 40_000, "move.any-path", 40_000)
    >>> bend = replace(walk, start=walk.end, end=(80_000, 0, 0), total=80_000)
    >>> [(line.length, line.total) for line in rounded([walk, bend])]
    [(80000, 80000)]
    """
    found: list[Line] = []
    tiny = False
    for line in lines:
        last = found[-1] if found else None
        if last is not None and tiny and line.length < TINY and _goes_on(last, line):
            found[-1] = replace(
                last,
                end=line.end,
                length=last.length + line.length,
                cost=last.cost + line.cost,
                total=line.total,
            )
            continue
        found.append(line)
        tiny = line.length < TINY
    return tuple(found)


def _goes_on(last: Line, line: Line) -> bool:
    same = (last.who, last.what, last.rate, last.clause) == (line.who, line.what, line.rate, line.clause)
    return same and last.end == line.start and line.start != line.end
