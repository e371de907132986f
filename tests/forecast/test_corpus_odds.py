"""Odds of everything that the corpus rolls for: they sum to 1, know what was rolled, and agree with simulation."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import sqrt
from pathlib import Path
from zlib import crc32

import pytest

from surefoot.forecast.odds import odds
from surefoot.forecast.simulate import simulate
from surefoot.testing.corpus import corpus_files
from tests.corpus import FOLDER
from tests.forecast.rolled import Rolled, rolled_in, sample
from tests.forecast.thrown import agree, thrown

# Every n-th pair, the same ones each time; `make bench` looks at all of them.
EVERY = 9
RUNS = 1_000
MOST_WAYS = 150
MOST_THROWN = 120
FILES = corpus_files(FOLDER)
# Cases are played when they are tested, not when the tests are collected, which every worker does. Tests of one file follow each other.
each_file = pytest.mark.parametrize(
    "file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}", scope="module"
)


@lru_cache(maxsize=2)
def cases(file: Path) -> tuple[Rolled, ...]:
    """The sample of a file."""
    return rolled_in(sample(EVERY).get(file, []))


def one_in(many: int, file: Path) -> list[Rolled]:
    """Some cases of the sample of a file, the same ones every time."""
    return [case for case in cases(file) if crc32(case.id.encode()) % many == 0]


@pytest.mark.parametrize("ruleset", sorted({file.parent.name for file in FILES}))
def test_the_sample_rolls_dice_in_every_ruleset(ruleset: str) -> None:
    assert any(cases(file) for file in FILES if file.parent.name == ruleset)


@each_file
def test_odds_of_a_case_hold_what_it_rolls(file: Path) -> None:
    for case in cases(file):
        found = odds(case.table, case.declaration, most=MOST_WAYS)

        assert sum((way.chance for way in found.ways), Fraction(0)) + found.unresolved == 1, case.id
        assert all(way.chance > 0 for way in found.ways), case.id
        if found.unresolved == 0 and case.by_default:
            assert case.after in {way.end.after.digest for way in found.ways}, case.id


@each_file
def test_merged_ways_are_all_ways_together(file: Path) -> None:
    """The slow oracle throws every die; where it would take too long, what it has seen must be known all the same."""
    for case in one_in(4, file):
        assert agree(odds(case.table, case.declaration, most=MOST_WAYS), thrown(case, MOST_THROWN)), case.id


@each_file
@pytest.mark.parametrize("many", [9, pytest.param(1, marks=pytest.mark.campaign)])
def test_simulation_agrees_with_the_odds_of_a_case(file: Path, many: int) -> None:
    for case in one_in(many, file):
        found = odds(case.table, case.declaration, most=MOST_WAYS)
        exact = found.over("end")
        played = simulate(case.table, case.declaration, RUNS, seed=case.id)
        if found.unresolved == 0:
            assert set(played.seen) <= set(exact), case.id
        for answer, chance in exact.items():
            spread = sqrt(float(chance * (1 - chance)) / RUNS)
            share = float(chance)
            unknown = float(found.unresolved)
            assert share - 4.5 * spread <= played.share(answer) + 1e-12, (case.id, answer)
            assert played.share(answer) <= share + unknown + 4.5 * spread + 2 / RUNS, (case.id, answer)
