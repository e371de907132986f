"""The slow oracle of odds: every face of every die is thrown, nothing is merged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import count, islice

from surefoot.dice.branches import Branches, faces_apart
from surefoot.dice.explore import Explorer, Leaf, TooMany
from surefoot.dice.requests import Roll
from surefoot.forecast.odds import Odds
from surefoot.referee.referee import started
from tests.forecast.rolled import Rolled

# Nested procedures, whose throws no way shows, may take so many turns; no roll may have more faces.
MOST_TURNS = 10_000
MOST_OF_A_ROLL = 10_000


def thrown(case: Rolled, most: int) -> dict[str, Fraction]:
    """The chance of each table afterwards, over so many ways at most: all of them if the chances sum to 1."""
    found: dict[str, Fraction] = {}
    for leaf in islice(_ways(case), most):
        found[leaf.run.table.digest] = found.get(leaf.run.table.digest, Fraction(0)) + leaf.chance
    return found


def merged(odds: Odds) -> dict[str, Fraction]:
    """The same by the odds that a user is told."""
    found: dict[str, Fraction] = {}
    for way in odds.ways:
        found[way.end.after.digest] = found.get(way.end.after.digest, Fraction(0)) + way.chance
    return found


def agree(odds: Odds, apart: dict[str, Fraction]) -> bool:
    """Whether odds hold all that was thrown, and nothing else if everything was."""
    together = merged(odds)
    if odds.unresolved:
        return sum(apart.values()) < 1 or all(chance <= apart[after] for after, chance in together.items())
    if sum(apart.values()) == 1:
        return together == apart
    return all(together.get(after, 0) >= chance for after, chance in apart.items())


def _ways(case: Rolled) -> Iterator[Leaf]:
    tried = count()
    slow = Explorer(branch=_all_faces, stop=lambda: next(tried) >= MOST_TURNS)
    with suppress(TooMany):
        yield from slow.leaves(started(case.declaration, case.table), case.table)


def _all_faces(request: Roll) -> Branches:
    if request.dice.total_weight > MOST_OF_A_ROLL:
        raise TooMany
    return faces_apart(request)
