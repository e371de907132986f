"""What every page keeps to, whatever is on the table."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.draw.compose import picture
from surefoot.draw.crop import box_of
from surefoot.draw.layout import lay_out
from surefoot.draw.picture import Picture, Token
from surefoot.draw.svg import svg
from surefoot.referee.referee import check
from surefoot.table.table import Table
from tests.draw.scenes import (
    CROWD,
    EVERYTHING,
    GANTRY,
    LEAP,
    METRES,
    TOO_FAR,
    WALK,
    drawn_boxes,
    overlapping,
    played,
    scenario,
)
from tests.referee.worlds import declarations, tables
from tests.samples import sample

SCENES = {
    "everything": (EVERYTHING,),
    "a leap": (GANTRY, LEAP),
    "a walk": (GANTRY, WALK),
    "a refusal": (GANTRY, TOO_FAR),
    "a crowd": (CROWD,),
    "metres": (METRES,),
}
WAYS = {
    "plain": {},
    "whole": {"whole": True},
    "ledger": {"ledger": True},
    "levels apart": {"levels": "apart"},
    "strip": {"stages": "strip"},
}


def assert_page_is_sound(shown: Picture, width: float = 720.0) -> None:
    page = lay_out(shown, width)
    assert overlapping(page) == []
    for text in page.texts:
        assert text.left >= 0
        assert text.top >= 0
        assert text.left + text.width <= page.width
        assert text.top + text.height <= page.height
    document = svg(shown, width=width)
    ElementTree.fromstring(document)
    for element, (left, top, right, bottom) in drawn_boxes(document):
        assert left >= 0, element
        assert top >= 0, element
        assert right <= page.width + 0.1, element
        assert bottom <= page.height + 0.1, element


def assert_nothing_is_cut(shown: Picture) -> None:
    """Terrain may go on beyond a frame; bases, paths and signs do not."""
    for panel in shown.panels or (shown,):
        west, south, east, north = panel.bounds
        boxes = [box_of(thing) for thing in panel.things if isinstance(thing, Token)]
        boxes += [(x, y, x, y) for track in panel.tracks for x, y in track.points]
        boxes += [(sign.x, sign.y, sign.x, sign.y) for sign in panel.signs]
        for box in boxes:
            assert west <= box[0]
            assert south <= box[1]
            assert box[2] <= east
            assert box[3] <= north


def assert_legend_is_what_is_there(shown: Picture) -> None:
    there: dict[str, None] = {}
    for panel in shown.panels or (shown,):
        for thing in panel.things:
            there[thing.kind] = None
            if isinstance(thing, Token):
                there |= {"down-model": None} if thing.down else {}
                there |= {"hidden-model": None} if thing.hidden else {}
        there |= dict.fromkeys(track.kind for track in panel.tracks)
        there |= dict.fromkeys(sign.kind for sign in panel.signs)
    assert sorted(kind for kind, _ in shown.legend) == sorted(there)
    assert all(words for _, words in shown.legend)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_overlaps_and_nothing_is_cut_off(scene: str, way: str) -> None:
    laid = scenario(*SCENES[scene])
    shown = picture(laid.table, played(laid), title="A rather long title " * 8, **WAYS[way])
    assert shown.things or shown.panels
    assert_page_is_sound(shown)
    assert_nothing_is_cut(shown)
    assert_legend_is_what_is_there(shown)


@settings(max_examples=sample(120), deadline=None)
@given(st.data())
def test_random_tables_with_random_declarations_are_sound(data: st.DataObject) -> None:
    table: Table = data.draw(tables())
    outcomes = [check(table, data.draw(declarations(table)), nearest=False) for _ in range(2)]
    shown = picture(
        table,
        outcomes[: data.draw(st.integers(0, 2))],
        ledger=data.draw(st.booleans()),
        whole=data.draw(st.booleans()),
        levels=data.draw(st.sampled_from(["together", "apart"])),
    )
    assert_page_is_sound(shown, data.draw(st.sampled_from([720.0, 420.0])))
    assert_nothing_is_cut(shown)
    assert_legend_is_what_is_there(shown)


@settings(max_examples=sample(25), deadline=None)
@given(tables())
def test_everybody_is_drawn_where_he_stands_and_to_scale(table: Table) -> None:
    shown = picture(table)
    page = lay_out(shown)
    (frame,) = page.frames
    circles = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#\w+" stroke', svg(shown))
    found = [tuple(float(value) for value in circle) for circle in circles]
    for name, model in table.models.items():
        pose = table.pose(name)
        x, y = frame.point(pose.x, pose.y)
        expected = x, y, model.base.shape.reach * frame.scale
        assert any(
            all(abs(a - b) <= 0.06 for a, b in zip(circle, expected, strict=True)) for circle in found
        ), name


def test_an_empty_table_is_drawn_as_an_empty_board() -> None:
    table = Table("necromunda-classic", "inch")
    shown = picture(table)
    assert_page_is_sound(shown)
    assert shown.legend == ()
