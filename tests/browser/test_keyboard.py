"""A game with the keyboard alone: the focus stays where the player is, and can be seen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.table import Table, begun

SQUAD = """
ruleset: gemini-arap
board: [24, 12]
clock: {side: blue}
units:
  - {id: scouts, of: scout, base: 25.4, count: 2, formation: [1, 2], at: [4, 4], gap: 0.4, side: blue, profile: {M: 5, I: 4, ap: 2}}
models:
  - {id: nox, base: 25.4, at: [20, 8], side: red, profile: {M: 5, I: 4, ap: 2}}
"""


def test_a_unit_is_moved_with_the_keyboard_and_keeps_the_focus(visits: Visits) -> None:
    alone: dict[str, Any] = {"host": {"sides": ["blue", "red"]}, "invite": []}
    table = Table.sit(visits.empty(), visits.url, begun(visits.url, scenario=SQUAD, **alone))
    page = table.page
    scout = table.model("scouts.1")
    scout.focus()
    page.keyboard.press("Enter")
    # What moves the unit comes first, whatever the order of the ruleset.
    expect(page.locator(".action-tiles .action").first).to_contain_text("Move")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    table.verdict("Legal")
    # A unit whose allowance is not known shows no tape, and nothing in its place.
    expect(page.locator(".verdict")).to_have_text("Legal3″ each")
    page.keyboard.press("m")
    expect(page.locator(".happened")).to_contain_text("moves 3″")
    expect(scout).to_be_focused()


def test_the_focus_goes_on_into_the_game_and_is_seen_on_the_button_of_a_file(visits: Visits) -> None:
    page = visits.open()
    page.locator("#upload").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    label = page.locator("label[for=upload]")
    expect(label).to_have_css("outline-style", "solid")
    play = page.get_by_role("button", name="Play The gantry")
    play.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".play .token").first).to_be_visible()
    expect(page.locator("#screen")).to_be_focused()
