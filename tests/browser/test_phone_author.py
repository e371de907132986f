"""The author of a table on a phone: pieces and models are placed by taps, and the table is played by both sides."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits, barriers

BOARD = (30, 20)


def _tap(page: Page, x: float, y: float) -> None:
    box = page.locator(".editor-stage .board").bounding_box()
    assert box is not None
    page.touchscreen.tap(
        box["x"] + box["width"] * x / BOARD[0], box["y"] + box["height"] * (1 - y / BOARD[1])
    )


def _turn(page: Page, tab: str) -> None:
    page.locator(".editor-tabs").get_by_role("button", name=tab, exact=True).tap()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)], ids=["upright", "on its side"])
def test_a_table_is_built_with_a_finger_and_played(visits: Visits, width: int, height: int) -> None:
    page = visits.open("#/editor", phone=True, dark=True)
    page.set_viewport_size({"width": width, "height": height})
    page.locator("[data-ruleset='necromunda-classic']").tap()
    # The table has room in both positions.
    expect(page.locator(".editor-says")).to_contain_text("1 problem")
    page.wait_for_timeout(200)
    box = page.locator(".editor-stage .board").bounding_box()
    assert box is not None
    assert box["width"] > 300
    # A piece is taken from the palette and put where the next tap is; one that is not wanted is dropped again.
    page.locator(".palette-item", has_text="Ramp").tap()
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator(".placing")).to_be_hidden()
    page.locator(".palette-item", has_text="Platform").tap()
    expect(page.locator(".placing")).to_contain_text("Platform")
    _tap(page, 15, 10)
    expect(page.locator('.piece[data-piece="platform"]')).to_be_visible()
    # No keyboard opens by itself.
    assert not page.evaluate("document.activeElement.matches('input')")
    _turn(page, "Models")
    for side, at in (("Orange", (15, 10)), ("Blue", (5, 5))):
        page.get_by_role("group", name="Side").get_by_role("button", name=side).tap()
        page.locator(".palette-item").tap()
        _tap(page, *at)
        expect(page.locator(".placing")).to_be_hidden()
    expect(page.locator(".editor-says.good")).to_be_visible()
    assert barriers(page) == []
    # A tap selects what is there, and its fields come to the front; further taps select more.
    _tap(page, 5, 5)
    expect(page.get_by_label("Name", exact=True)).to_be_visible()
    page.get_by_role("button", name="Select more").tap()
    _tap(page, 15, 10)
    expect(page.get_by_role("group", name="Align 2 entries")).to_be_visible()
    page.get_by_role("button", name="Play, both sides").tap()
    expect(page.locator(".play .token[data-model]")).to_have_count(2)
    for side in ("orange", "blue"):
        expect(page.locator(f'.play .token[aria-label*="{side}"]')).to_have_count(1)
    # The one that was put on the platform stands on it.
    expect(page.locator('.play .token[aria-label*="on the platform"]')).to_have_count(1)
