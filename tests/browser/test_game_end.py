"""The end of a game on the page: zones of goals, whose turn it is, the result, and what is offered then."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visits, barriers
from tests.browser.table import Table, begun

MODELS = """
  ash: {base: 32, at: [4, 4], side: blue, profile: {%s}}
  cor: {base: 32, at: [20, 8], side: red, profile: {%s}}
"""
GOALS = """
goals:
  - {id: yard, hold: {rect: [2, 2, 8, 6]}, points: 2}
  - {id: far-gate, reach: {rect: [18, 0, 6, 6]}, side: blue, points: 3}
  - {id: time, last: 1, points: 0}
"""
PROFILES = {
    "wh40k-10e": "M: 6",
    "gemini-arap": "M: 5, I: 4, ap: 2",
    "dark-heresy-2e": "S: 35, T: 35, Ag: 40, Per: 30, WP: 30",
}


def _table(ruleset: str, clock: str, more: str = GOALS) -> str:
    profile = PROFILES[ruleset]
    return f"ruleset: {ruleset}\nboard: [24, 12]\n{clock}models:{MODELS % (profile, profile)}{more}"


def _both(visits: Visits, scenario: str) -> tuple[Table, Table]:
    """Blue who has begun the game, and red with the invite link."""
    seat = begun(visits.url, scenario=scenario, host={"sides": ["blue"]}, invite=[{"sides": ["red"]}])
    blue = Table.sit(visits.empty(), visits.url, seat)
    guest = visits.open(f"#/join/{seat['invitations'][0]['invitation']}/game")
    guest.get_by_label("Your name").fill("Bo")
    guest.get_by_role("button", name="Join").click()
    red = Table(guest)
    expect(red.model("cor")).to_be_visible()
    return blue, red


def _end(table: Table, name: str, *, asks: bool = True) -> None:
    """End a turn or a round; the page asks if models can still act."""
    table.press(name)
    if not asks:
        return
    anyway = table.page.get_by_role("button", name=f"{name} anyway")
    expect(anyway).to_be_visible()
    anyway.click()


@pytest.mark.parametrize("ruleset", ["wh40k-10e", "gemini-arap"])
def test_players_end_only_their_own_turn_and_see_who_has_won(visits: Visits, ruleset: str) -> None:
    phase = ", phase: movement" if ruleset == "wh40k-10e" else ""
    blue, red = _both(visits, _table(ruleset, f"clock: {{side: blue{phase}}}\n"))
    # The zones of the goals are drawn and named.
    expect(blue.page.locator(".goal-zone")).to_have_count(2)
    expect(blue.page.locator(".goal-name")).to_have_text(["Yard", "Far Gate"])
    expect(blue.page.locator(".goals")).to_contain_text("Hold the yard at the end of each round, 2 points")
    # It is blue's turn: red can't end it.
    expect(red.page.locator(".hint")).to_have_text("You play red. It is Blue’s turn.")
    expect(blue.page.get_by_role("button", name="End turn")).to_be_visible()
    expect(red.page.get_by_role("button", name="End turn")).to_have_count(0)
    _end(blue, "End turn")
    expect(red.page.locator(".turn-banner")).to_contain_text("Your turn")
    expect(blue.page.get_by_role("button", name="End turn")).to_have_count(0)
    # In the Command phase, in which a turn of 40k begins, no model can act.
    asks = ruleset != "wh40k-10e"
    _end(red, "End turn", asks=asks)
    for table in (blue, red):
        expect(table.page.locator(".turn-banner")).to_contain_text("Blue wins")
        expect(table.page.locator(".ended")).to_contain_text("The game is over. Blue wins: Blue 2 and Red 0")
        expect(table.page.locator(".roster")).to_have_count(0)
        assert barriers(table.page) == []
    # What ended it can still be undone; then it goes on.
    red.page.get_by_role("button", name="Undo").first.click()
    blue.press("Allow the undo")
    expect(red.page.locator(".ended")).to_have_count(0)
    expect(red.page.get_by_role("button", name="End turn")).to_be_visible()
    _end(red, "End turn", asks=asks)
    red.press("End game")
    blue.press("Agree")
    expect(blue.page.locator(".ended")).to_contain_text("Blue wins: Blue 2 and Red 0")
    expect(blue.page.get_by_role("button", name="Play again")).to_be_visible()


def test_rounds_without_turns_end_a_game_too(visits: Visits) -> None:
    alone: dict[str, Any] = {"host": {"sides": ["blue", "red"]}, "invite": []}
    seat = begun(visits.url, scenario=_table("dark-heresy-2e", "scale: 1\n"), **alone)
    table = Table.sit(visits.empty(), visits.url, seat)
    _end(table, "End round")
    expect(table.page.locator(".ended")).to_contain_text("Blue wins: Blue 2 and Red 0")
    table.press("End game")
    table.press("Play again")
    expect(table.page.locator(".ended")).to_have_count(0)
    expect(table.page.locator(".turn-banner .score")).to_have_attribute(
        "aria-label", "Blue: 0 points and Red: 0 points"
    )


def test_the_end_of_the_battle_leads_to_the_end_of_the_game(visits: Visits) -> None:
    alone: dict[str, Any] = {"host": {"sides": ["blue", "red"]}, "invite": []}
    scenario = _table("wh40k-10e", "clock: {side: blue, phase: movement}\n", "")
    table = Table.sit(visits.empty(), visits.url, begun(visits.url, scenario=scenario, **alone))
    _end(table, "End battle")
    expect(table.page.locator(".ended")).to_contain_text("The game is over.")
    expect(table.page.get_by_role("button", name="End battle")).to_have_count(0)
    table.press("End game")
    expect(table.page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_turn_is_priced_in_degrees_and_an_undone_move_leaves_no_track(visits: Visits) -> None:
    alone: dict[str, Any] = {"host": {"sides": ["blue", "red"]}, "invite": []}
    scenario = _table("gemini-arap", "clock: {side: blue}\n", "")
    table = Table.sit(visits.empty(), visits.url, begun(visits.url, scenario=scenario, **alone))
    page = table.page
    table.model("ash").click()
    table.tap(7, 5)
    table.verdict("Legal")
    expect(page.locator(".line", has_text="Turn").locator(".line-sum")).to_have_text("71.57°")
    table.press("Confirm move")
    expect(page.locator(".last-way")).to_have_count(1)
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".last-way")).to_have_count(0)
