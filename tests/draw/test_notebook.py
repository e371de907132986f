"""What notebooks show: tables, verdicts, odds."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from surefoot.draw.chances import MOST_BARS, bar_chart, chances
from surefoot.draw.compose import picture
from surefoot.files.scenario import loads
from tests.draw.scenes import GANTRY, LEAP, WALK, played, scenario


def test_tables_and_outcomes_show_themselves() -> None:
    laid = scenario(GANTRY, WALK)
    (result,) = played(laid)
    shown = [each._repr_svg_() for each in (laid.table, result, picture(laid.table))]
    for document in shown:
        assert ElementTree.fromstring(document).tag.endswith("svg")
    assert "start of the move" in shown[1]
    assert shown[0] == shown[2]


def test_odds_are_every_way_it_can_end_and_sum_to_one() -> None:
    laid = scenario(GANTRY, LEAP)
    shown = chances(laid.table, laid.declarations[0])
    assert shown.title == "Kal · Move (Simple)"
    assert sum(bar.share for bar in shown.bars) == pytest.approx(1.0)
    assert shown.bars[0].words == "Kal on the far at 14.6, 8.5"
    assert shown.bars[0].says == "1/2 (50 %)"
    assert "<svg" in shown._repr_svg_()


def test_of_many_ways_the_last_ones_are_added_up() -> None:
    shown = bar_chart([(f"way {i}", Fraction(1, 20)) for i in range(20)])
    assert len(shown.bars) == MOST_BARS
    assert shown.bars[-1].words == "13 other outcomes"
    assert shown.bars[-1].says == "13/20 (65 %)"


def test_what_was_not_computed_is_not_among_the_other_outcomes() -> None:
    ways = [(f"way {i}", Fraction(1, 40)) for i in range(20)]
    shown = bar_chart(ways, unresolved=Fraction(1, 2))
    assert [bar.words for bar in shown.bars[-2:]] == [
        "13 other outcomes",
        "not computed: too many outcomes",
    ]
    assert [bar.says for bar in shown.bars[-2:]] == ["13/40 (32 %)", "1/2 (50 %)"]


RIDER = """
ruleset: necromunda-classic
board: [44, 24]
models:
  Rig: {hull: [4, 2], height: 2, deck: 2, at: [6, 12], facing: 90, keywords: [vehicle], profile: {M: 8, handling: 6}}
  Kal: {base: 25.4, at: [6, 12, 2], profile: {M: 5, I: 3}}
declare: [{who: Rig, action: move, path: [[10, 12]]}]
"""


def test_where_very_many_outcomes_differ_by_places_what_becomes_of_the_models_is_shown() -> None:
    laid = loads(RIDER)
    shown = chances(laid.table, laid.declarations[0])
    assert [(bar.words, bar.says) for bar in shown.bars] == [
        ("All unharmed", "2/3 (67 %)"),
        ("Kal Pinned", "1/3 (33 %)"),
    ]
