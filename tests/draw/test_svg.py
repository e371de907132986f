"""The documents themselves: well-formed, escaped, the same on every run."""

from __future__ import annotations

import hashlib
import os
import re
import struct
import subprocess
import sys
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from surefoot.draw.chances import bar_chart
from surefoot.draw.compose import picture
from surefoot.draw.layout import lay_out
from surefoot.draw.looks import PALETTES
from surefoot.draw.png import png
from surefoot.draw.svg import svg
from surefoot.table.model import Base, Model
from surefoot.table.place import on_surface
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece
from tests.draw.scenes import EVERYTHING, GANTRY, LEAP, METRES, played, scenario

MILLION = 1_000_000
NASTY = "</text><script>alert('&')</script>\x00\x1b\"\n漢"
SVG = "{http://www.w3.org/2000/svg}"


def nasty_table() -> Table:
    model = Model(NASTY, Base("round", (MILLION,)), on_surface(3, 3), NASTY, statuses=(NASTY,))
    square = tuple(value * MILLION for value in (5, 5, 7, 5, 7, 7, 5, 7))
    piece = Piece(NASTY, "area", square, tags=(NASTY,))
    return Table(
        NASTY,
        "inch",
        Board(9 * MILLION, 9 * MILLION),
        pieces=Shelf([(NASTY, piece)]),
        models=Shelf([(NASTY, model)]),
    )


@pytest.mark.parametrize("dark", [False, True])
def test_what_people_write_cannot_break_out_of_a_document(dark: bool) -> None:
    document = svg(picture(nasty_table(), title=NASTY), dark=dark)
    root = ElementTree.fromstring(document)
    assert root.tag == f"{SVG}svg"
    assert not list(root.iter(f"{SVG}script"))
    written = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert any("</text><script>" in text for text in written)


def test_a_document_says_what_it_shows() -> None:
    laid = scenario(GANTRY, LEAP)
    root = ElementTree.fromstring(svg(picture(laid.table, played(laid), title="A leap")))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A leap"
    assert "Kal · Move (Simple): legal, 5.6″" in (root.findtext(f"{SVG}desc") or "")
    titles = [each.text for each in root.iter(f"{SVG}title")]
    assert "Kal at 8.5, 10, 4″ up" in titles
    assert "leap: 3.02 × 1 = 3.02″" in titles


def test_every_text_of_the_page_is_written_in_the_document() -> None:
    shown = picture(scenario(EVERYTHING).table)
    root = ElementTree.fromstring(svg(shown))
    assert [text.text for text in root.iter(f"{SVG}text")] == [text.text for text in lay_out(shown).texts]


def test_a_document_has_a_scale_bar_of_the_length_it_states() -> None:
    page = lay_out(picture(scenario(METRES).table))
    (frame,) = page.frames
    (left, y), (right, _) = page.rules[0]
    beside = [
        text.text for text in page.texts if abs(text.top + text.height / 2 - y) < 1 and text.left > right
    ]
    assert beside[0] == f"{round((right - left) / frame.scale)} m"


def test_patterns_that_are_used_are_defined_and_no_others() -> None:
    document = svg(picture(scenario(EVERYTHING).table))
    used = sorted(dict.fromkeys(re.findall(r"url\(#([\w-]+)\)", document)))
    defined = sorted(re.findall(r'<pattern id="([\w-]+)"', document))
    assert used == defined
    assert defined


def test_light_and_dark_differ_in_colours_only() -> None:
    shown = picture(scenario(EVERYTHING).table)
    light, dark = svg(shown), svg(shown, dark=True)
    assert PALETTES[True]["paper"] in dark
    assert PALETTES[False]["board"] not in dark
    tags = [[element.tag for element in ElementTree.fromstring(each).iter()] for each in (light, dark)]
    assert tags[0] == tags[1]


@pytest.mark.parametrize(("zoom", "width"), [(1, 720.0), (2, 720.0), (2, 420.0)])
def test_a_png_is_as_large_as_its_page(zoom: int, width: float) -> None:
    shown = picture(scenario(GANTRY).table)
    page = lay_out(shown, width)
    made = png(shown, zoom=zoom, width=width)
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", made[16:24]) == (page.width * zoom, page.height * zoom)


def test_a_png_of_letters_that_the_fonts_lack_is_drawn_all_the_same() -> None:
    assert png(picture(nasty_table(), title=NASTY)).startswith(b"\x89PNG")


def test_a_chart_of_chances_has_a_bar_for_each_way() -> None:
    shown = bar_chart([("across", Fraction(3, 4)), ("down", Fraction(1, 4))], title="odds")
    page = lay_out(shown)
    assert [round(share, 3) for _, share in page.bars] == [0.75, 0.25]
    filled = [
        float(each.get("width", "0"))
        for each in ElementTree.fromstring(svg(shown)).iter(f"{SVG}rect")
        if each.get("fill") == PALETTES[False]["bar"]
    ]
    assert filled[0] == pytest.approx(3 * filled[1], abs=0.3)


DRAWN = """
import hashlib
from surefoot.draw.compose import picture
from surefoot.draw.png import png
from surefoot.draw.svg import svg
from surefoot.draw.terminal import terminal
from tests.draw.scenes import EVERYTHING, GANTRY, LEAP, played, scenario
found = hashlib.sha256()
for texts in ((EVERYTHING,), (GANTRY, LEAP)):
    laid = scenario(*texts)
    for levels in ("together", "apart"):
        shown = picture(laid.table, played(laid), levels=levels, ledger=True)
        found.update(svg(shown).encode())
        found.update(terminal(shown).plain.encode())
        found.update(png(shown, zoom=1))
print(found.hexdigest())
"""


def test_pictures_are_the_same_under_any_hash_seed() -> None:
    digests = []
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", DRAWN], env=environment, capture_output=True, text=True, check=True
        )
        digests.append(done.stdout.strip())
    assert len(digests[0]) == len(hashlib.sha256().hexdigest())
    assert len(dict.fromkeys(digests)) == 1
