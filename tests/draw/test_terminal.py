"""Pictures in letters."""

from __future__ import annotations

from fractions import Fraction

import pytest

from surefoot.draw.chances import bar_chart
from surefoot.draw.compose import picture
from surefoot.draw.terminal import FINE, PLAIN, terminal
from tests.draw.scenes import CROWD, EVERYTHING, GANTRY, LEAP, METRES, TOO_FAR, played, scenario


def lines(shown: str) -> list[str]:
    return shown.splitlines()


def test_a_small_table_in_letters() -> None:
    laid = scenario(GANTRY, LEAP)
    shown = terminal(picture(laid.table, played(laid)), 60, fine=False).plain
    assert shown == TABLE.strip("\n")


TABLE = r"""
  12 .   .   .   .   .   .   .   .   .
     . 1111111111.   . 1111111111.   .
  10 . 1111ka1111.   . 1111111111.   .
     . 11111****>.   . 1111111111.   .
   8 . 111111111>>>>>>>>@11111111.   .
     .   .   .   .   .   .   .   .   .
   6 .   .   .   .   .   .   .   .   .
     .   .   .   . ::::::::::.   .   .
   4 .   .   .   . ::::::::::.   . foe
     .   .   .   . ::::::::::.   .   .
   2 .   .   .   .   .   .   .   .   .
     5         10        15        20
: difficult ground   1 4" up   * on the ground   > leap
@ end of the move
Foe at 20.6, 4.1
Kal at 8.5, 10, 4" up
Kal - Move (Simple): legal, 5.6"
  * Kal: Initiative test to leap, D6, needs 4+: rolled 4,
    passed [Initiative test to leap; How an Initiative test
    works]
"""


@pytest.mark.parametrize("width", [40, 60, 80, 132])
@pytest.mark.parametrize("scene", [EVERYTHING, CROWD, METRES, GANTRY])
def test_no_map_is_wider_than_the_terminal(scene: str, width: int) -> None:
    shown = terminal(picture(scenario(scene).table), width).plain
    map_lines = [line for line in lines(shown) if not line.startswith(("…",)) and " at " not in line]
    assert max(len(line) for line in map_lines) <= width
    assert all(line == line.rstrip() for line in lines(shown))


@pytest.mark.parametrize("levels", ["together", "apart"])
def test_a_plain_terminal_gets_nothing_but_ascii(levels: str) -> None:
    laid = scenario(GANTRY, TOO_FAR)
    for table, outcomes in ((laid.table, played(laid)), (scenario(EVERYTHING).table, [])):
        assert terminal(picture(table, outcomes, levels=levels), 80, fine=False).plain.isascii()


def test_signs_of_a_map_are_told_apart() -> None:
    same = {
        "stairs": "slope",
        "ramp": "slope",
        "climb": "up",
        "by-ladder": "up",
        "difficult": "d",
        "hindering": "d",
    }
    for signs in (FINE, PLAIN):
        grounds = {same.get(kind, kind): sign for kind, sign in signs.kinds.items() if sign != " "}
        levels = dict(enumerate(signs.levels))
        terrain = [
            *levels.values(),
            *(sign for kind, sign in grounds.items() if kind not in ("up", "leap", "drop")),
        ]
        assert sorted(dict.fromkeys(terrain)) == sorted(terrain)


def test_the_key_names_only_what_can_be_seen() -> None:
    shown = terminal(picture(scenario(GANTRY).table), 80).plain
    assert "difficult ground" in shown
    assert "4″ up" in shown
    assert "wall" not in shown
    assert "Kal at 8.5, 10, 4″ up" in shown


def test_panels_stand_one_below_the_other() -> None:
    shown = terminal(picture(scenario(EVERYTHING).table, levels="apart"), 80).plain
    heads = [line for line in lines(shown) if line == "ground" or line.endswith("″ up")]
    assert heads[0] == "ground"
    assert "9″ up" in heads


def test_chances_are_bars() -> None:
    shown = terminal(bar_chart([("across", Fraction(3, 4)), ("down", Fraction(1, 4))]), 80, fine=False).plain
    assert shown.splitlines() == [
        "###############.....       3/4 (75 %)  across",
        "#####...............       1/4 (25 %)  down",
    ]


def test_sides_are_coloured_where_there_are_colours() -> None:
    shown = terminal(picture(scenario(GANTRY).table), 80)
    styles = [str(span.style) for span in shown.spans]
    assert any("bright_blue" in style for style in styles)
    assert any("bright_yellow" in style for style in styles)
