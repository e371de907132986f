"""What links cost at least: the referee never bills less, whatever stands about."""

from __future__ import annotations

import math
import os
import random

import pytest

from surefoot.geometry.tolerance import TOLERANCE
from surefoot.routes.atlas import Atlas
from surefoot.routes.levels import levels
from surefoot.routes.seams import Seam
from tests.routes.terraces import LANDS, terrace

# A few tell enough from day to day; SUREFOOT_TABLES=100 takes the first hundred of each ruleset, 5000-5099 those seeds.
FIRST, _, LAST = os.environ.get("SUREFOOT_TABLES", "2").rpartition("-")
SEEDS = range(int(FIRST), int(LAST) + 1) if FIRST else range(int(LAST))
# So many seams are tried of each table, and so many pairs of a start and an end of each.
SEAMS = int(os.environ.get("SUREFOOT_SEAMS", "40"))
PAIRS = 2
# What ends so far from where it was aimed is another link.
ASTRAY = 1e-3


def _pairs(seam: Seam, dice: random.Random) -> list[tuple[int, int]]:
    """Some of the starts and ends that a seam connects."""
    every = [(i, k) for i in range(len(seam.starts)) for k in range(len(seam.ends))]
    dice.shuffle(every)
    if seam.far is None:
        every = [(k, k) for k in range(len(seam.starts))]
        dice.shuffle(every)
    return [(i, k) for i, k in every if seam.leads(math.dist(seam.starts[i], seam.ends[k]))][:PAIRS]


def _too_dear(atlas: Atlas, number: int, start: int, end: int) -> list[str]:
    """What is wrong with the least that a link costs: everything that the referee bills less for."""
    seam = atlas.web.seams[number]
    found = []
    for own in atlas.manners(seam):
        landing = atlas.landing(number, seam.starts[start], end, own)
        if landing is None or landing.name != seam.target:
            continue
        # The end of a ladder is where it leans, not where one is set down.
        if seam.foot is None and math.dist(landing.pose[:2], seam.ends[end]) > ASTRAY:
            continue
        least = atlas.tolls.least(seam, own, seam.starts[start], seam.ends[end])
        for said, paid in zip(least, landing.crossed.toll, strict=True):
            if said > paid + TOLERANCE:
                found.append(f"{seam.label} from {start} to {end} by {own}: {least}, {landing.crossed.toll}")
    return found


@pytest.mark.parametrize(("ruleset", "seed"), [(ruleset, seed) for ruleset in LANDS for seed in SEEDS])
def test_no_link_costs_less_than_is_said_of_it(ruleset: str, seed: int) -> None:
    table, land, dice = terrace(ruleset, seed), LANDS[ruleset], random.Random(seed)
    atlas = levels(table, "me", land.action, actions=land.actions).atlas
    seams = [(number, seam) for number, seam in enumerate(atlas.web.seams) if seam.opening is None]
    dice.shuffle(seams)
    found, asked = [], 0
    for number, seam in seams[:SEAMS]:
        for floor in (each for each in atlas.floors if seam.source in each.names):
            for start, end in _pairs(seam, dice):
                if atlas.stands(floor, seam, seam.starts[start]):
                    asked += 1
                    found += _too_dear(atlas, number, start, end)
    assert asked
    assert found == []
