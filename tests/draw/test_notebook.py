"""What notebooks show: tables, verdicts, odds."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from surefoot.draw.chances import MOST_BARS, bar_chart, chances
from surefoot.draw.compose import picture
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
