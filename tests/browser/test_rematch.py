"""After the end of a game: its tabs on a phone, and another game with the same table and seats."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Visits, barriers
from tests.browser.table import Table, begun
from tests.browser.tables import GAP
from tests.browser.test_players import two


def test_a_request_is_withdrawn_and_a_game_that_has_ended_is_played_again(visits: Visits) -> None:
    orange, green, _ = two(visits)
    green.page.get_by_role("button", name="Menu").click()
    green.press("End game")
    expect(orange.page.locator(".banner")).to_contain_text("Bo asks to end the game")
    green.press("Withdraw")
    expect(green.status).to_have_text("The request was withdrawn")
    expect(orange.page.locator(".consent")).to_have_count(0)
    green.page.get_by_role("button", name="Menu").click()
    green.press("End game")
    orange.press("Agree")
    old = orange.page.url
    # Green starts the next game and keeps the seat of orange, who takes it with one press.
    green.press("Play again")
    expect(green.page.locator(".turn-banner")).to_contain_text("You play Green")
    expect(orange.page.locator(".ended")).to_contain_text("Bo wants to play again")
    assert barriers(orange.page) == []
    orange.press("Join the next game")
    expect(orange.page.locator(".turn-banner")).to_contain_text("You play Orange")
    assert orange.page.url != old
    assert orange.page.url == green.page.url
    orange.model("kal").click()
    orange.tap(3.5, 2)
    orange.verdict("Legal")
    orange.press("Confirm move")
    for table in (orange, green):
        table.stands("kal", "at 3.5, 2")


def test_on_a_phone_a_game_that_has_ended_keeps_its_tabs_and_is_played_again(visits: Visits) -> None:
    alone: dict[str, Any] = {"host": {"sides": ["orange", "green"]}, "invite": []}
    table = Table.sit(visits.empty(phone=True), visits.url, begun(visits.url, scenario=GAP, **alone))
    page = table.page
    table.model("kal").tap()
    page.touchscreen.tap(*table.where(3.5, 2))
    table.verdict("Legal")
    page.get_by_role("button", name="Confirm move").tap()
    table.stands("kal", "at 3.5, 2")
    page.get_by_role("button", name="Menu").tap()
    table.press("End game")
    expect(page.locator(".ended")).to_contain_text("The game is over")
    # Although a model is still selected, the other tabs are in reach.
    expect(page.get_by_role("tab", name="Log")).to_be_visible()
    table.press("Play again")
    expect(page.locator(".ended")).to_have_count(0)
    table.stands("kal", "at 3.5, 4")
