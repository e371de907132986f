"""Odds of everything that the corpus rolls for: they sum to 1, know what was rolled, and agree with simulation."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import count, islice
from math import sqrt

import pytest

from surefoot.dice.explore import Branches, Explorer, TooMany, faces_apart
from surefoot.dice.requests import Roll
from surefoot.forecast.odds import odds
from surefoot.forecast.simulate import simulate
from surefoot.referee.referee import started
from tests.forecast.rolled import Rolled, rolled

# One case in so many, the same ones every time; `make bench` looks at all of them.
EVERY = 9
RUNS = 1_000
MOST_WAYS = 150
# The slow oracle looks at so many ways, throws so many turns in nested procedures, and no roll with more faces.
MOST_FACES = 120
MOST_TURNS = 10_000
MOST_OF_A_ROLL = 10_000
SAMPLE = rolled(EVERY)


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.id)
def test_odds_of_a_case_hold_what_it_rolls(case: Rolled) -> None:
    found = odds(case.table, case.declaration, most=MOST_WAYS)

    assert sum((way.chance for way in found.ways), Fraction(0)) + found.unresolved == 1
    assert all(way.chance > 0 for way in found.ways)
    if found.unresolved == 0 and case.by_default:
        assert case.after in {way.end.after.digest for way in found.ways}


@pytest.mark.parametrize("case", SAMPLE[::4], ids=lambda case: case.id)
def test_merged_ways_are_all_ways_together(case: Rolled) -> None:
    """The slow oracle throws every die; where it would take too long, what it has seen must be known all the same."""
    tried = count()
    slow = Explorer(branch=_all_faces, stop=lambda: next(tried) >= MOST_TURNS)
    exact: dict[str, Fraction] = {}
    with suppress(TooMany):
        for leaf in islice(slow.leaves(started(case.declaration, case.table), case.table), MOST_FACES):
            exact[leaf.run.table.digest] = exact.get(leaf.run.table.digest, Fraction(0)) + leaf.chance
    found = odds(case.table, case.declaration, most=MOST_WAYS)
    merged: dict[str, Fraction] = {}
    for way in found.ways:
        merged[way.end.after.digest] = merged.get(way.end.after.digest, Fraction(0)) + way.chance
    if sum(exact.values()) == 1:
        assert merged == exact
    elif found.unresolved == 0:
        assert all(merged[digest] >= chance for digest, chance in exact.items())


def _all_faces(request: Roll) -> Branches:
    if request.dice.total_weight > MOST_OF_A_ROLL:
        raise TooMany
    return faces_apart(request)


@pytest.mark.parametrize("case", SAMPLE[::3], ids=lambda case: case.id)
def test_simulation_agrees_with_the_odds_of_a_case(case: Rolled) -> None:
    found = odds(case.table, case.declaration, most=MOST_WAYS)
    exact = found.over("end")
    played = simulate(case.table, case.declaration, RUNS, seed=case.id)
    if found.unresolved == 0:
        assert set(played.seen) <= set(exact)
    for answer, chance in exact.items():
        spread = sqrt(float(chance * (1 - chance)) / RUNS)
        share = float(chance)
        unknown = float(found.unresolved)
        assert share - 4.5 * spread <= played.share(answer) + 1e-12, answer
        assert played.share(answer) <= share + unknown + 4.5 * spread + 2 / RUNS, answer
