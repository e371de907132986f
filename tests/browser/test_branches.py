"""What if: a moment of a game taken up again beside it, kept and compared."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visits, barriers
from tests.browser.table import Table, asked, begun
from tests.server.serving import Served

YARD = {
    "name": "The yard",
    "ruleset": "necromunda-classic",
    "board": [24, 16],
    "models": {
        "kal": {"base": 25, "at": [4, 8], "side": "orange", "profile": {"M": 5, "I": 4}},
        "mad": {"base": 25, "at": [20, 8], "side": "blue", "profile": {"M": 5, "I": 4}},
    },
}


def test_a_moment_is_taken_up_again_beside_the_game_and_compared(visits: Visits, server: Served) -> None:
    seat = begun(server.url, scenario=YARD, host={"sides": ["orange", "blue"]}, invite=[])
    for number, to in enumerate(([6, 8], [9, 8])):
        declared = {"who": "kal", "action": "move", "path": [to]}
        asked(
            server.url,
            f"/v1/games/{seat['game']}/requests",
            {"kind": "declare", "id": f"m{number}", "seen": number, "declaration": declared},
            seat["token"],
        )
    page = visits.empty()
    Table.sit(page, server.url, seat)
    page.get_by_role("tab", name="Log").click()
    page.get_by_label("Go to move").fill("1")
    page.get_by_role("button", name="Try something else from here").click()
    # The branch is a game of its own with the first move only.
    expect(page.locator(".branches")).to_have_count(0)
    page.wait_for_url(re.compile(rf"#/game/(?!{re.escape(seat['game'])})"))
    expect(page.locator("[data-model='kal']")).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log .entry")).to_have_count(1)
    expect(page.locator(".branches")).to_contain_text("A branch of another game, after move 1.")
    branch = page.url.rpartition("/")[2]
    token = page.evaluate(
        "id => JSON.parse(localStorage.getItem('surefoot.seats')).find((each) => each.game === id).token",
        branch,
    )
    other = {"who": "kal", "action": "move", "path": [[6, 10]]}
    asked(
        server.url,
        f"/v1/games/{branch}/requests",
        {"kind": "declare", "id": "else", "seen": 1, "declaration": other},
        token,
    )
    expect(page.locator(".log .entry")).to_have_count(2)
    page.get_by_role("button", name="Compare with the game").focus()
    page.keyboard.press("Enter")
    columns = page.locator(".branch-columns section")
    expect(columns.nth(0)).to_contain_text("Kal moves 2″")
    expect(columns.nth(1)).to_contain_text("Kal moves 3″")
    assert barriers(page) == []
    # The game itself is as it was, and knows its branch.
    page.locator(".branches").get_by_role("link", name="The yard").click()
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log .entry")).to_have_count(2)
    page.get_by_role("button", name="Compare the branch after move 1").click()
    expect(page.locator(".branch-columns section").nth(1)).to_contain_text("Kal moves 2″")
