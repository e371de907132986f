"""A game against the computer: chosen in the welcome, played by the server, its reasons told, points in the banner."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.table import Table


def test_the_computer_answers_with_moves_of_its_own_and_says_why(visits: Visits) -> None:
    page = visits.open()
    page.get_by_role("group", name="Play against the computer").get_by_role("button", name="Medium").click()
    table = Table(page)
    expect(table.model("bly")).to_be_visible()
    expect(page.locator(".turn-banner .score")).to_have_attribute(
        "aria-label", "Orange: 0 points and Green: 0 points"
    )
    expect(page.locator(".goals")).to_contain_text("Hold")
    expect(page.locator(".hint")).to_contain_text("You play orange")
    table.model("bly").click()
    for place, told in (((7, 8), "Bly moves 5″"), ((11, 8), "to succeed")):
        table.tap(*place)
        table.verdict("Legal")
        table.press("Confirm move")
        expect(page.locator(".happened")).to_contain_text(told)
        page.wait_for_timeout(600)
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log-why").first).to_contain_text("Computer: ")
    # Its models are not ours to move.
    page.get_by_role("tab", name="Move").click()
    table.model("fox").click()
    expect(page.locator(".panel-body")).to_contain_text("Fox belongs to your opponent (green)")
