"""A photo under a table: dropped, scaled by two points, drawn over, played on by everybody who joins."""

from __future__ import annotations

import base64
import io
import json
import os

from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits, barriers, picture
from tests.browser.table import Table
from tests.browser.test_deploying import MAP, draft


def photo(width: int = 3000, height: int = 2000) -> bytes:
    """A picture that hardly shrinks, as photos do: grains of sand."""
    sand = Image.frombytes("L", (width // 10, height // 10), os.urandom(width * height // 100))
    stream = io.BytesIO()
    sand.resize((width, height)).convert("RGB").save(stream, "JPEG", quality=92)
    return stream.getvalue()


def shown(page: Page) -> list[float]:
    """Where the picture of a game lies in drawing units: x, y, width, height."""
    image = page.locator(".play .board-picture")
    expect(image).to_have_count(1)
    return [float(image.get_attribute(name) or "") for name in ("x", "y", "width", "height")]


def test_a_photo_is_dropped_scaled_by_two_points_and_played_on(visits: Visits) -> None:
    page = visits.open("")
    file = {"name": "My hall.jpg", "mimeType": "image/jpeg", "buffer": photo()}
    page.locator("#upload").set_input_files(file)
    page.locator("[data-ruleset='necromunda-2023']").click()
    expect(page.locator(".editor-stage .board-picture")).to_have_count(1)
    kept = draft(page)
    assert kept["name"] == "My hall"
    assert kept["board"] == [48, 32]
    assert len(kept["picture"]["data"]) <= 600_000

    # Half of its width is said to be 12″: all of it is 24″ wide, and the board becomes as large.
    page.get_by_role("button", name="Set the scale by two points").click()
    board = page.locator(".editor-stage .board").bounding_box()
    assert board is not None
    for share in (0.25, 0.75):
        page.mouse.click(board["x"] + board["width"] * share, board["y"] + board["height"] / 2)
    page.get_by_label("Distance between the points").fill("12")
    page.get_by_role("button", name="Apply").click()
    page.get_by_role("button", name="Make the board as large").click()
    width, depth = draft(page)["board"]
    assert abs(width - 24) < 0.1
    assert abs(depth - 16) < 0.1
    # Steps are taken back with the picture.
    page.get_by_role("button", name="Undo").click()
    assert draft(page)["board"] == [48, 32]
    page.get_by_role("button", name="Redo").click()
    assert barriers(page) == []

    page.get_by_role("button", name="Model", exact=True).click()
    expect(page.locator(".editor-says.good")).to_be_visible()
    page.get_by_role("button", name="Play, both sides").click()
    expect(Table(page).page.locator(".play .layer-tokens .token")).to_have_count(1)
    x, y, wide, _ = shown(page)
    assert (x, y) == (0, 0)
    assert abs(wide - 24 * 40) < 5
    picture(page, "photo")
    page.get_by_role("button", name="3D").first.click()
    expect(page.locator(".space")).to_be_visible()


def test_a_map_brings_its_picture_however_large_it_is(visits: Visits) -> None:
    image = base64.b64encode(photo(4000, 3000)).decode()
    assert len(image) > 1_000_000
    page = visits.open("")
    file = json.dumps({**MAP, "image": image}).encode()
    page.locator("#upload").set_input_files(
        {"name": "hall.dd2vtt", "mimeType": "application/json", "buffer": file}
    )
    page.locator(".brought").get_by_role("button", name="Add models").click()
    # A map names no game.
    page.locator("[data-ruleset='dark-heresy-2e']").click()
    expect(page.locator(".piece.wall")).to_have_count(1)
    assert draft(page)["ruleset"] == "dark-heresy-2e"
    page.get_by_role("button", name="Model", exact=True).click()
    expect(page.locator(".editor-says.good")).to_be_visible()
    page.get_by_role("button", name="Play, both sides").click()
    assert shown(page) == [0, 0, 30 * 40, 22 * 40]
