"""What notebooks show: tables, verdicts, odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from surefoot.draw import notebook
from surefoot.draw.chances import MOST_BARS, bar_chart, chances
from surefoot.draw.compose import picture
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table
from tests.draw.scenes import EVERYTHING, GANTRY, LEAP, WALK, played, scenario


@pytest.fixture
def enabled() -> Iterator[None]:
    notebook.enable()
    yield
    for kind in (Table, Outcome):
        delattr(kind, "_repr_svg_")


def test_tables_know_nothing_of_pictures_until_they_are_told() -> None:
    assert not hasattr(scenario(EVERYTHING).table, "_repr_svg_")


@pytest.mark.usefixtures("enabled")
def test_tables_and_outcomes_show_themselves() -> None:
    laid = scenario(GANTRY, WALK)
    (result,) = played(laid)
    shown = [getattr(each, "_repr_svg_")() for each in (laid.table, result, picture(laid.table))]  # noqa: B009
    for document in shown:
        assert ElementTree.fromstring(document).tag.endswith("svg")
    assert "start of the move" in shown[1]
    assert shown[0] == shown[2]


@pytest.mark.usefixtures("enabled")
def test_enabling_twice_is_enabling_once() -> None:
    notebook.load_ipython_extension(None)
    assert hasattr(Table, "_repr_svg_")


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
