"""Each screen as the manual shows it: on a desk and in a hand, without a barrier and with nothing cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visits, barriers, picture
from tests.browser.table import Table, begun

ALONE = {"bundled": "spillway", "host": {"sides": ["orange", "green"]}, "invite": []}


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_everybody_finds_a_table_to_begin_with(visits: Visits, phone: bool) -> None:
    page = visits.open(phone=phone)
    expect(page.get_by_role("button", name="Play The last dry spillway")).to_be_attached()
    expect(page.locator(".hero .token").first).to_be_visible()
    expect(page.get_by_role("link", name="Manual")).to_have_attribute("href", "manual/")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    picture(page, "begin-phone" if phone else "begin")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_way_is_shown_with_its_price_and_a_refusal_with_its_reason(visits: Visits, phone: bool) -> None:
    table = Table.sit(visits.empty(phone=phone), visits.url, begun(visits.url, **ALONE))
    page = table.page
    table.model("mags").click()
    expect(page.locator(".band.outer").first).to_be_attached()
    table.tap(15.6, 8.2)
    table.verdict("Legal")
    picture(page, "game-phone" if phone else "game")
    # Drawn straight over the edge of the hall, which nobody walks over.
    table.press("Clear")
    table.press("Draw path")
    table.drag((10.8, 8.2), (10.8, 3))
    table.verdict("Illegal")
    expect(page.locator(".reasons")).not_to_be_empty()
    expect(page.locator(".instead .offer").first).to_be_visible()
    picture(page, "refused-phone" if phone else "refused")
