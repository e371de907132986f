"""Odds of everything that the corpus rolls for: they sum to 1, know what was rolled, and agree with simulation."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from surefoot.forecast.odds import odds
from surefoot.forecast.simulate import simulate
from tests.forecast.rolled import Rolled, rolled
from tests.forecast.thrown import agree, thrown

# One case in so many, the same ones every time; `make bench` looks at all of them.
EVERY = 9
RUNS = 1_000
MOST_WAYS = 150
MOST_THROWN = 120
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
    assert agree(odds(case.table, case.declaration, most=MOST_WAYS), thrown(case, MOST_THROWN))


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
