"""The review of a game on the page: luck, the chance of each plan, and the movement of each model."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visits, barriers
from tests.browser.table import Table, asked, begun
from tests.server.serving import Served


def test_a_review_shows_luck_plans_and_movement_by_keyboard(visits: Visits, server: Served) -> None:
    sides = {"sides": ["orange", "green"]}
    seat = begun(server.url, bundled="gantry", dice="typed", host=sides, invite=[])
    address = f"/v1/games/{seat['game']}/requests"
    through = {"who": "vex", "action": "move", "path": [[11.5, 11.5]]}
    asked(
        server.url, address, {"kind": "declare", "id": "a", "seen": 0, "declaration": through}, seat["token"]
    )
    asked(server.url, address, {"kind": "answer", "id": "b", "seen": 1, "faces": [6]}, seat["token"])
    page = visits.open()
    Table.sit(page, server.url, seat)
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Review this game").focus()
    page.keyboard.press("Enter")

    found = page.locator(".review-found")
    expect(found).to_contain_text("luckier than")
    expect(found.locator(".review-bar.came")).to_have_count(1)
    expect(found.locator(".review-movement tbody th")).to_have_text("Vex")
    expect(found.locator(".review-movement tbody td").nth(2)).to_have_text("1 of 1")
    expect(found.locator(".review-moments")).to_contain_text("to succeed. It did")
    # The timeline stands below the table, which makes room for it: the move and what became of it, on the side of its player.
    timeline = page.get_by_role("region", name="Timeline")
    expect(timeline.locator(".timeline-mark.passed")).to_have_count(1)
    expect(timeline.locator(".timeline-luck")).to_have_count(1)
    mat, below = page.locator(".mat").bounding_box(), timeline.bounding_box()
    assert mat is not None
    assert below is not None
    assert mat["y"] + mat["height"] <= below["y"]
    assert barriers(page) == []
    # It goes to a moment, and so do its buttons; the slider goes along.
    timeline.get_by_role("button", name="One move back").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Go to move")).to_have_value("1")
    expect(timeline).to_contain_text("Move 1 of 2")
    expect(page.locator(".hindsight.played")).to_have_count(1)
