"""Small phones: nothing leaves the screen, nothing covers anything else, and a tap need not be exact."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.table import Table, begun

BOTH = {"host": {"sides": ["orange", "green"]}, "invite": []}
OVER = "() => document.documentElement.scrollWidth - innerWidth"


def boxes(page: Page, *names: str) -> dict[str, Any]:
    """Where some parts of the page are."""
    found = {name: page.locator(name).first.bounding_box() for name in names}
    assert all(found.values()), found
    return found


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes do not overlap."""
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]


def test_on_the_narrowest_phone_the_menu_of_the_welcome_stays_on_the_screen(visits: Visits) -> None:
    page = visits.open(phone=True)
    page.set_viewport_size({"width": 320, "height": 640})
    expect(page.get_by_role("button", name="Make your first move")).to_be_visible()
    assert page.evaluate(OVER) == 0
    field = page.get_by_placeholder("Invite link or code").bounding_box()
    assert field is not None
    assert field["height"] >= 44


def test_a_long_notice_has_the_width_of_the_screen(visits: Visits) -> None:
    page = visits.open(phone=True)
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator("textarea").first.fill("Kal, M 5, 25mm")
    page.get_by_role("button", name="Read the list").click()
    expect(page.locator("#status.shown")).to_contain_text("does not know this kind of roster")
    notice = page.locator("#status").bounding_box()
    assert notice is not None
    assert notice["width"] == 320 - 2 * 16


def test_the_small_map_covers_neither_the_scale_nor_the_level(visits: Visits) -> None:
    page = visits.empty(phone=True)
    for width, height in ((320, 568), (375, 667), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        Table.sit(page, visits.url, begun(visits.url, bundled="gantry", **BOTH))
        # Opened again, a small screen shows the part of the table that can be read.
        page.reload()
        expect(page.locator(".overview")).to_be_visible()
        found = boxes(page, ".overview", ".scale-plate", ".levels", ".panel")
        for other in (".scale-plate", ".levels"):
            assert apart(found[".overview"], found[other]), (width, height, other, found)
        assert apart(found[".levels"], found[".panel"]), (width, height, found)


def test_a_tap_on_a_ladder_or_beside_an_edge_means_the_place_there_where_the_base_can_stand(
    visits: Visits,
) -> None:
    page = visits.empty()
    table = Table.sit(page, visits.url, begun(visits.url, bundled="gantry", **BOTH))
    for x, y in ((9.1, 6.0), (9.4, 6.2)):
        table.model("kal").click()
        table.tap(x, y)
        table.verdict("Legal")
        expect(page.locator(".judged")).to_contain_text("6″ of 6″")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
