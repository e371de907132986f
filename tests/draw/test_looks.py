"""Colours that can be read and told apart; numbers and letters that people can read."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from surefoot.draw.compose import picture
from surefoot.draw.layout import lay_out
from surefoot.draw.lettering import clean, covered, shortened, text_width, widths, wrapped
from surefoot.draw.looks import (
    AREAS,
    DARK,
    GHOSTS,
    LIGHT,
    PALETTES,
    SIDES,
    SIGNS,
    SOLIDS,
    TRACKS,
    WORDS,
    contrast,
    on,
)
from surefoot.draw.numbers import length
from surefoot.files.scenario import loads
from surefoot.language.speaker import percent
from surefoot.table.words import number

# What WCAG asks of text.
READABLE = 4.5
THEMES = [False, True]


@pytest.mark.parametrize("dark", THEMES, ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "board"])
@pytest.mark.parametrize("ink", ["ink", "soft", "drop"])
def test_texts_can_be_read(dark: bool, ground: str, ink: str) -> None:
    assert contrast(PALETTES[dark][ink], PALETTES[dark][ground]) >= READABLE


@pytest.mark.parametrize("dark", THEMES, ids=["light", "dark"])
def test_numbers_on_bases_and_badges_can_be_read(dark: bool) -> None:
    palette = PALETTES[dark]
    for index in range(SIDES):
        colour = palette[f"side-{index}"]
        assert contrast(colour, on(colour)) >= READABLE
    assert contrast(palette["paper"], palette["ink"]) >= READABLE


@pytest.mark.parametrize("dark", THEMES, ids=["light", "dark"])
def test_paths_and_patterns_stand_out_from_the_ground(dark: bool) -> None:
    palette = PALETTES[dark]
    for name in [colour for colour, _ in (*TRACKS.values(), *AREAS.values())]:
        assert contrast(palette[name], palette["board"]) >= 3.0, name


def test_black_on_white_has_the_contrast_that_wcag_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_levels_get_steadily_darker_on_paper_and_lighter_on_black() -> None:
    for palette, ground in ((LIGHT, "#ffffff"), (DARK, "#000000")):
        steps = [contrast(palette[f"level-{step}"], ground) for step in (1, 2, 3, 4)]
        assert steps == sorted(steps)
        assert all(high - low > 0.05 for low, high in pairwise(steps))


def test_the_first_two_sides_differ_in_print_by_lightness() -> None:
    for palette in (LIGHT, DARK):
        assert contrast(palette["side-0"], palette["side-1"]) >= 1.5


def test_modes_of_a_path_differ_without_colour() -> None:
    dashes = [dash for kind, (_, dash) in TRACKS.items() if kind not in ("walk", "nearest")]
    assert len(dict.fromkeys(dashes)) == len(dashes)
    assert "" not in dashes


def test_grounds_differ_without_colour() -> None:
    # Hindering ground is what one edition calls difficult ground.
    patterns = [pattern for kind, (_, pattern) in AREAS.items() if kind != "hindering"]
    assert len(dict.fromkeys(patterns)) == len(patterns)


def test_every_kind_has_a_word() -> None:
    kinds = [*AREAS, *SOLIDS, *TRACKS, *GHOSTS, *SIGNS]
    assert [kind for kind in kinds if kind not in WORDS] == []
    assert all(one != other for one, other in combinations(WORDS.values(), 2))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.943398, "0.94"),
        (4.0, "4"),
        (2.50, "2.5"),
        (1.999, "2"),
        (-0.001, "0"),
        (-1.5, "-1.5"),
        (100.0, "100"),
    ],
)
def test_numbers_have_two_decimals_at_most(value: float, text: str) -> None:
    assert number(value) == text
    assert length(round(value * 1_000_000)) == text


def test_a_chance_is_never_rounded_to_never_or_always() -> None:
    assert percent(Fraction(1, 1000)) == "<1 %"
    assert percent(Fraction(999, 1000)) == ">99 %"
    assert percent(Fraction(0)) == "0 %"
    assert percent(Fraction(1)) == "100 %"


def test_letters_are_as_wide_as_the_font_says() -> None:
    # Advance widths of DejaVu Sans, in 2048ths of its size.
    assert {letter: widths(False)[ord(letter)] * 2048 for letter in "Aim ″"} == {
        "A": 1401,
        "i": 569,
        "m": 1995,
        " ": 651,
        "″": 765,
    }
    assert text_width("mm", 10) == pytest.approx(2 * 10 * 1995 / 2048)
    assert text_width("kal", 10, bold=True) > text_width("kal", 10)


def test_fonts_have_every_letter_that_pictures_use_themselves() -> None:
    assert covered("".join(map(str, WORDS.values())) + "″×→↑✗✓•…·–0123456789%()[]<>")
    assert not covered("漢")


def test_lines_fit_and_lose_nothing() -> None:
    text = "a wall of an inch and a half, and averyveryverylongwordthatfitsnowhereatall behind it"
    lines = wrapped(text, 80, 10)
    assert all(text_width(line, 10) <= 80 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert wrapped("", 80, 10) == [""]


def test_names_are_made_fit_for_any_picture() -> None:
    assert clean("a\x00b\x1bc\nd\ud800") == "a\ufffdb\ufffdc d\ufffd"
    assert shortened("x" * 30, 10) == "x" * 9 + "…"


def test_no_name_stands_on_a_wall() -> None:
    laid = loads("""
ruleset: gemini-arap
board: [24, 14]
terrain:
  - {id: side, wall: [[16, 0], [16, 14]], width: 0.3, height: 4}
  - {id: gate, door: [[16, 9], [16, 12]], width: 0.3, height: 2, state: [open]}
  - {id: hatch, door: [[16, 2], [16, 4]], width: 0.3, height: 2, state: [closed]}
models:
  - {id: kal, base: 25, at: [10, 4], side: a, profile: {M: 4, I: 4, ap: 3}}
""")
    page = lay_out(picture(laid.table), 720.0)
    frame = page.frames[0]
    (left, top), (right, bottom) = frame.point(15.85, 14), frame.point(16.15, 0)
    shown = {text.text: text for text in page.texts if text.text in ("Gate", "Hatch", "Side ↑4″")}

    assert len(shown) == 3
    for text in shown.values():
        beside = text.left >= right or text.left + text.width <= left
        assert beside or text.top + text.height <= top or text.top >= bottom
