"""The review of a game on the page: luck, the chance of each plan, and the movement of each model."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visits, barriers
from tests.browser.table import Table, asked, begun
from tests.server.serving import Served


def _played(server: Served) -> dict[str, Any]:
    """A game of one player in which Vex has crossed the vat."""
    sides = {"sides": ["orange", "green"]}
    seat = begun(server.url, bundled="gantry", dice="typed", host=sides, invite=[])
    address = f"/v1/games/{seat['game']}/requests"
    through = {"who": "vex", "action": "move", "path": [[11.5, 11.5]]}
    asked(
        server.url, address, {"kind": "declare", "id": "a", "seen": 0, "declaration": through}, seat["token"]
    )
    asked(server.url, address, {"kind": "answer", "id": "b", "seen": 1, "faces": [6]}, seat["token"])
    return seat


def test_a_review_shows_luck_plans_and_movement_by_keyboard(visits: Visits, server: Served) -> None:
    seat = _played(server)
    page = visits.empty()
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


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)], ids=["upright", "on its side"])
def test_on_a_phone_the_timeline_and_the_moment_stand_beside_the_table(
    visits: Visits, server: Served, width: int, height: int
) -> None:
    page = visits.empty(phone=True, dark=True)
    page.set_viewport_size({"width": width, "height": height})
    table = Table.sit(page, server.url, _played(server))
    page.get_by_role("button", name="Menu").tap()
    table.press("End game")
    table.press("Review the game")
    timeline, moment = page.locator(".panel .timeline"), page.locator(".review-moment")
    # Nothing has to be scrolled to: the timeline, and below it what happened.
    expect(timeline).to_be_in_viewport(ratio=1)
    expect(moment.locator(".review-what")).to_be_in_viewport(ratio=1)
    # It is the only slider, and stays where it is while the rest is scrolled.
    expect(page.get_by_label("Go to move")).to_be_hidden()
    timeline.get_by_role("button", name="One move back").tap()
    expect(timeline).to_contain_text("Move 1 of 2")
    before = timeline.bounding_box()
    page.locator(".panel-body").evaluate("body => (body.scrollTop = 200)")
    after = timeline.bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] - after["y"] < 16
    assert after["x"] + after["width"] <= width
    assert barriers(page) == []
