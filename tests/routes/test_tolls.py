"""What links cost at least and which of them need a test: the referee never bills less, whatever stands about."""

from __future__ import annotations

import math
import os
import random

import pytest

from surefoot.geometry.tolerance import TOLERANCE
from surefoot.routes.links.edges import Link
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.search import level_reach
from tests.routes.terraces import LANDS, terrace

# One of each ruleset tells enough from day to day, `make campaign` takes two; SUREFOOT_TABLES=100 takes the first hundred
# of each, 5000-5099 those seeds.
FIRST, _, LAST = os.environ.get("SUREFOOT_TABLES", "2").rpartition("-")
SEEDS = range(int(FIRST), int(LAST) + 1) if FIRST else range(int(LAST))
# A table on which something was found once: a leap down lands clear of the edge, and that way is not billed.
FOUND = [pytest.param("gemini-arap", 600, marks=pytest.mark.campaign)]
# The number of links that are tried on each table, and of pairs of a start and an end of each link.
SEAMS = int(os.environ.get("SUREFOOT_SEAMS", "40"))
PAIRS = 2
# What ends so far from where it was aimed is another link.
ASTRAY = 1e-3


def _pairs(link: Link, dice: random.Random) -> list[tuple[int, int]]:
    """Some of the starts and ends that a seam connects."""
    every = [(i, k) for i in range(len(link.starts)) for k in range(len(link.ends))]
    dice.shuffle(every)
    if link.far is None:
        every = [(k, k) for k in range(len(link.starts))]
        dice.shuffle(every)
    return [(i, k) for i, k in every if link.leads(math.dist(link.starts[i], link.ends[k]))][:PAIRS]


def _too_dear(atlas: Atlas, number: int, start: int, end: int) -> list[str]:
    """What is wrong with what is said of a link: that it costs more than the referee bills, takes more actions, or needs a test."""
    link = atlas.cache.links[number]
    found = []
    for own in atlas.uses(link):
        arrival = atlas.arrival(number, link.starts[start], end, own)
        if arrival is None or arrival.name != link.target:
            continue
        # The end of a ladder is where it leans, not where one is set down.
        if link.foot is None and math.dist(arrival.pose[:2], link.ends[end]) > ASTRAY:
            continue
        if arrival.judged.takes < atlas.least_actions(link, own):
            found.append(f"{link.label} from {start} to {end} by {own}: {arrival.judged.takes} actions")
        if own is None and arrival.judged.chance == 1 and atlas.link_costs.is_surely_tested(link):
            found.append(f"{link.label} from {start} to {end}: there is no test that may fail")
        least = atlas.link_costs.least(link, own, link.starts[start], link.ends[end])
        for said, paid in zip(least, arrival.judged.cost_parts, strict=True):
            if said > paid + TOLERANCE:
                found.append(
                    f"{link.label} from {start} to {end} by {own}: {least}, {arrival.judged.cost_parts}"
                )
    return found


@pytest.mark.parametrize(
    ("ruleset", "seed"),
    [
        *(
            pytest.param(ruleset, seed, marks=pytest.mark.campaign if seed else ())
            for ruleset in LANDS
            for seed in SEEDS
        ),
        *FOUND,
    ],
)
def test_no_link_costs_less_or_is_surer_than_is_said_of_it(ruleset: str, seed: int) -> None:
    table, land, dice = terrace(ruleset, seed), LANDS[ruleset], random.Random(seed)
    atlas = level_reach(table, "me", land.action, LevelOptions(actions=land.actions)).atlas
    links = [(number, link) for number, link in enumerate(atlas.cache.links) if link.opening is None]
    dice.shuffle(links)
    found, asked = [], 0
    for number, link in links[:SEAMS]:
        for floor in (each for each in atlas.floors if link.source in each.names):
            for start, end in _pairs(link, dice):
                if atlas.stands(floor, link, link.starts[start]):
                    asked += 1
                    found += _too_dear(atlas, number, start, end)
    assert asked or not links
    assert found == []
