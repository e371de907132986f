"""From a pasted list to the first judged move: units wait in a tray and are set up by mouse, by touch and by keys."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits, barriers, picture
from tests.browser.table import Table

LIST = "name,count,M,base\nVanguard,10,6,32\nWarden,1,8,60\n"
THEIRS = "name,count,M,base\nRaiders,5,6,32\n"
# A map with one wall, as Universal VTT writes it: squares of one inch.
MAP = {
    "format": 0.3,
    "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 30, "y": 22}, "pixels_per_grid": 70},
    "line_of_sight": [[{"x": 10, "y": 6}, {"x": 20, "y": 6}]],
    "portals": [],
}


def draft(page: Page) -> dict[str, Any]:
    """The table as the editor keeps it."""
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('surefoot.draft')"))
    return found


def spots(page: Page, unit: str) -> list[list[float]]:
    return [each["at"] for each in draft(page)["models"] if each.get("unit") == unit and "at" in each]


def waiting(page: Page, count: int) -> None:
    expect(page.locator("[data-waiting]")).to_have_count(count)


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def bring(page: Page, text: str) -> None:
    page.get_by_role("button", name="Bring a list or a map").click()
    page.get_by_role("dialog").get_by_label("Your list").fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Read the list").click()


def test_a_pasted_list_is_deployed_from_the_tray_and_moved(visits: Visits) -> None:
    page = visits.open()
    page.get_by_label("Your list").fill(LIST)
    page.locator(".bring select").select_option("wh40k-10e")
    began = time.monotonic()
    page.get_by_role("button", name="Read the list").click()
    page.get_by_role("button", name="Deploy").click()
    waiting(page, 2)
    expect(page.locator(".zone[data-side='blue']")).to_be_attached()
    assert barriers(page) == []

    # By mouse: the unit follows the pointer as it will stand, and is set down where it was let go.
    zone = middle_of(page, ".zone path")
    page.mouse.move(*middle_of(page, "[data-waiting='vanguard']"))
    page.mouse.down()
    page.mouse.move(zone[0] - 120, zone[1], steps=4)
    expect(page.locator(".layer-path .ghost")).to_have_count(10)
    picture(page, "deploy")
    page.mouse.up()
    waiting(page, 1)
    assert len(spots(page, "vanguard")) == 10
    assert all(at[1] < 11 for at in spots(page, "vanguard"))

    # By keys: a press sets it up in its zone, the arrows move it.
    page.locator("[data-waiting='warden']").focus()
    page.keyboard.press("Enter")
    waiting(page, 0)
    expect(page.locator(".editor-says.good")).to_be_visible()

    # A second list gets the other side, and its zone at the other edge.
    bring(page, THEIRS)
    waiting(page, 1)
    page.get_by_role("button", name="Set up all").click()
    waiting(page, 0)
    assert all(at[1] > 33 for at in spots(page, "raiders"))
    expect(page.locator(".editor-says.good")).to_be_visible()
    page.get_by_role("button", name="Play, both sides").click()
    table = Table(page)
    expect(page.locator(".play .layer-tokens .token")).to_have_count(16)
    start = draft(page)["models"][0]["at"]
    table.model("vanguard.1").click()
    table.tap(start[0], start[1] + 4)
    table.verdict("Legal")
    assert time.monotonic() - began < 120


def test_a_unit_is_set_up_with_a_finger_and_taken_back(visits: Visits) -> None:
    page = visits.open("#/editor", phone=True)
    page.locator("[data-ruleset='wh40k-10e']").tap()
    bring(page, LIST)
    waiting(page, 2)
    # A map replaces the terrain; whoever was set up before waits again.
    page.get_by_role("button", name="Bring a list or a map").tap()
    page.get_by_role("dialog").get_by_label("Choose a file").set_input_files(
        {"name": "hall.dd2vtt", "mimeType": "application/json", "buffer": json.dumps(MAP).encode()}
    )
    expect(page.locator(".piece.wall")).to_have_count(1)
    assert draft(page)["board"] == [30, 22]
    waiting(page, 2)
    board = page.locator(".editor-stage .board").bounding_box()
    assert board is not None
    finger = page.context.new_cdp_session(page)
    x, y = middle_of(page, "[data-waiting='vanguard']")
    goal = board["x"] + board["width"] / 2, board["y"] + board["height"] * 0.85
    touch = "Input.dispatchTouchEvent"
    finger.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for share in (0.2, 0.5, 0.8, 1.0):
        at = {"x": x + (goal[0] - x) * share, "y": y + (goal[1] - y) * share}
        finger.send(touch, {"type": "touchMove", "touchPoints": [at]})
    expect(page.locator(".layer-path .ghost")).to_have_count(10)
    finger.send(touch, {"type": "touchEnd", "touchPoints": []})
    waiting(page, 1)
    assert len(spots(page, "vanguard")) == 10
    page.get_by_role("button", name="Back to the tray").click()
    waiting(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert barriers(page) == []
