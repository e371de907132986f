"""Sums of independent results with exact weights: the odds of many models at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

# Results of one item with their weights: whole numbers, or rows of as many whole numbers.
Shares: TypeAlias = Sequence[tuple[Any, int]]


def summable(none: Any, each: Sequence[Shares]) -> bool:
    """Whether all results are whole numbers, or rows of whole numbers as long as the empty sum."""
    if isinstance(none, tuple):
        return all(
            isinstance(result, tuple)
            and len(result) == len(none)
            and all(type(part) is int for part in result)
            for shares in each
            for result, _ in shares
        ) and all(type(part) is int for part in none)
    return type(none) is int and all(type(result) is int for shares in each for result, _ in shares)


def summed(none: Any, each: Sequence[Shares]) -> dict[Any, int]:
    """Every sum of one result of each item, with the product of their weights.

    Rows are packed into one number with room for the largest sum in each place: adding packed rows adds them place by
    place, and whole numbers are quick to look up.

    >>> summed(0, [[(0, 1), (1, 2)], [(0, 1), (1, 2)]])
    {0: 1, 1: 4, 2: 4}
    >>> summed((0, 0), [[((1, 0), 1), ((0, 1), 1)]] * 2)
    {(2, 0): 1, (1, 1): 2, (0, 2): 1}
    """
    rows = isinstance(none, tuple)
    start = none if rows else (none,)
    tables = [[(result if rows else (result,), weight) for result, weight in shares] for shares in each]
    places = range(len(start))
    low = [min([0, *(row[place] for row, _ in table)]) for table in tables for place in places]
    lows = [low[index : index + len(start)] for index in range(0, len(low), len(start))]
    spans = [
        sum(
            max(0, *(row[place] - lows[index][place] for row, _ in table))
            for index, table in enumerate(tables)
        )
        + 1
        for place in places
    ]
    steps = [1]
    for span in spans[:-1]:
        steps.append(steps[-1] * span)
    now = {0: 1}
    for index, table in enumerate(tables):
        packed = [
            (sum((row[place] - lows[index][place]) * steps[place] for place in places), weight)
            for row, weight in table
        ]
        now = _convolved(now, packed)
    base = [start[place] + sum(each_low[place] for each_low in lows) for place in places]
    found: dict[Any, int] = {}
    for key, weight in now.items():
        row = tuple(base[place] + key // steps[place] % spans[place] for place in places)
        found[row if rows else row[0]] = weight
    return found


def _convolved(now: dict[int, int], packed: list[tuple[int, int]]) -> dict[int, int]:
    after: dict[int, int] = {}
    get = after.get
    for step, weight in packed:
        for key, known in now.items():
            total = key + step
            after[total] = get(total, 0) + known * weight
    return after
