"""How the page looks: each screen at three sizes in both looks, beside its last picture; room for the table; a light first load."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.conftest import TAKEN, Visits, barriers
from tests.browser.table import Table, begun
from tests.browser.tables import CARRIER

# Pictures are kept as coarse grids of colours: what moves a little or is drawn by another browser looks the same in
# them, what is missing or in the wrong colour does not. SUREFOOT_PICTURES=1 takes them again.
KEPT = Path(__file__).with_name("looks.json")
ACROSS, DOWN = 16, 12
# How far a colour may be off, and how many of the cells may be off.
OFF, CELLS = 30, 0.12

SIZES = {
    "desk": ViewportSize(width=1440, height=900),
    "phone": ViewportSize(width=390, height=844),
    "side": ViewportSize(width=844, height=390),
}
# The most that may be loaded before the welcome is there, without the 3D view.
LIGHTEST = 500_000
SMALLEST_TARGET = 44
TABLE_SHARE = 0.6

_GRID = """async ([picture, across, down]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = across;
  canvas.height = down;
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  // Halve step by step: a single step would leave most pixels out.
  let [from, w, h] = [image, image.width, image.height];
  while (w > across * 2 && h > down * 2) {
    const half = document.createElement('canvas');
    [half.width, half.height] = [w >> 1, h >> 1];
    half.getContext('2d').drawImage(from, 0, 0, half.width, half.height);
    [from, w, h] = [half, half.width, half.height];
  }
  pen.drawImage(from, 0, 0, across, down);
  return [...pen.getImageData(0, 0, across, down).data].filter((_, i) => i % 4 < 3);
}"""


def _grid(page: Page) -> list[int]:
    """The colours of a screen, cell by cell."""
    shot = base64.b64encode(page.screenshot(animations="disabled")).decode()
    found: list[int] = page.evaluate(_GRID, [shot, ACROSS, DOWN])
    return found


def _differing(one: list[int], other: list[int]) -> float:
    """The share of cells whose colour is another one."""
    cells = range(0, len(one), 3)
    far = [max(abs(one[i + k] - other[i + k]) for k in range(3)) for i in cells]
    return sum(each > OFF for each in far) / len(far)


def _screens(page: Page, url: str) -> dict[str, Any]:
    def welcome() -> None:
        page.goto(f"{url}/#/")
        expect(page.locator(".hero .token").first).to_be_visible()
        # Pictures further down are drawn when they are scrolled to.
        if page.viewport_size == SIZES["desk"]:
            expect(page.locator(".family .tile-picture svg").nth(3)).to_be_attached()

    def game() -> None:
        seat = begun(url, bundled="gantry", host={"sides": ["orange", "green"]}, invite=[])
        table = Table.sit(page, url, seat)
        table.model("kal").locator(".base").click()
        expect(page.locator(".band.outer").first).to_be_attached()
        page.mouse.move(2, 2)

    def path() -> None:
        Table(page).tap(11, 6)
        Table(page).verdict("Legal")
        expect(page.locator(".plan-line")).to_be_attached()
        page.mouse.move(2, 2)

    def space() -> None:
        game()
        page.get_by_role("button", name="3D", exact=True).click()
        expect(page.locator("canvas.space")).to_have_attribute("data-frames", re.compile("[1-9]"))

    def people() -> None:
        # Of the game in which the path was drawn: from the card to the tabs on a phone, from tab to tab beside a table.
        leads = page.get_by_role("button", name="Show the log and the other tabs")
        if leads.is_visible():
            leads.click()
        page.get_by_role("tab", name="People").click()
        expect(page.get_by_text("Check the dice")).to_be_attached()

    def unit() -> None:
        table = Table.sit(page, url, begun(url, scenario=CARRIER, host={"sides": ["blue"]}, invite=[]))
        table.model("vanguard.3").locator(".base").click()
        expect(page.locator(".band.outer").first).to_be_attached()
        table.tap(8, 14.4)
        table.verdict("Legal")
        page.mouse.move(2, 2)

    def train() -> None:
        page.goto(f"{url}/#/train")
        expect(page.locator(".train-game .tile-picture svg").first).to_be_attached()

    def editor() -> None:
        page.goto(f"{url}/#/editor/gantry")
        expect(page.locator(".editor .token").first).to_be_visible()

    def desk() -> None:
        page.goto(f"{url}/#/desk")
        expect(page.locator(".desk button").first).to_be_visible()

    # What takes long is looked at in one size each.
    slow = {"desk": [unit], "phone": [train], "side": [space]}
    size = next(name for name, each in SIZES.items() if page.viewport_size == each)
    shown = [welcome, game, path, people, *slow[size], editor, desk]
    return {each.__name__: each for each in shown}


def _context(visits: Visits, size: str, look: str) -> BrowserContext:
    return visits.new(
        dark=look == "dark",
        viewport=SIZES[size],
        has_touch=size != "desk",
        is_mobile=False,
        device_scale_factor=1,
    )


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
def test_every_screen_looks_as_in_its_last_picture_and_has_no_barrier(
    visits: Visits, size: str, look: str
) -> None:
    page = visits.empty(context=_context(visits, size, look))
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    strange: dict[str, float] = {}
    hindering: dict[str, list[str]] = {}
    for name, show in _screens(page, visits.url).items():
        show()
        page.wait_for_timeout(300)
        key = f"{name} {size} {look}"
        grid = _grid(page)
        if TAKEN:
            kept[key] = grid
        elif (off := _differing(grid, kept[key])) > CELLS:
            strange[key] = off
        # What keeps somebody from using a page depends on its look, hardly on its size.
        if size == "desk" and (found := barriers(page)):
            hindering[key] = found
    if TAKEN:
        KEPT.write_text(json.dumps(kept, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")
    assert strange == {}
    assert hindering == {}


@pytest.mark.parametrize("size", ["phone", "side"])
def test_the_table_has_most_of_a_phone_and_everything_can_be_hit_with_a_thumb(
    visits: Visits, size: str
) -> None:
    page = visits.empty(context=_context(visits, size, "light"))
    Table.sit(page, visits.url, begun(visits.url, bundled="gantry"))
    frame = SIZES[size]
    sheet, stage = page.locator(".panel").bounding_box(), page.locator(".stage").bounding_box()
    assert sheet is not None
    assert stage is not None
    seen = (
        (sheet["y"] - stage["y"]) * stage["width"]
        if size == "phone"
        else (sheet["x"] - stage["x"]) * stage["height"]
    )
    assert seen / (frame["width"] * frame["height"]) >= TABLE_SHARE
    small = page.evaluate(
        """most => [...document.querySelectorAll('.table-tools button, .bar button')]
          .map(each => [each.getAttribute('aria-label') || each.textContent, each.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.width < most || box.height < most)).map(([name]) => name)""",
        SMALLEST_TARGET,
    )
    assert small == []
    # The whole table lies free of the tools at its edge.
    mat, tools = page.locator(".mat").bounding_box(), page.locator(".tool-measure").bounding_box()
    assert mat is not None
    assert tools is not None
    assert mat["x"] + mat["width"] <= tools["x"] + 1
    # The menu opens below its button, scrolls within the window, and every row has its label.
    button = page.get_by_role("button", name="Menu")
    button.click()
    menu, below = page.locator("#menu").bounding_box(), button.bounding_box()
    assert menu is not None
    assert below is not None
    assert abs(menu["x"] - below["x"]) < 1
    assert below["y"] + below["height"] <= menu["y"]
    assert menu["y"] + menu["height"] <= frame["height"]
    rows = page.evaluate(
        """[...document.querySelectorAll('#menu .button')].map(each => {
          const words = document.createRange();
          words.selectNodeContents(each.querySelector('.button-text') ?? each.lastChild);
          return [each.textContent, each.clientHeight, words.getBoundingClientRect().width];
        })"""
    )
    assert len(rows) > 8
    assert [name for name, high, wide in rows if high < SMALLEST_TARGET - 2 or wide < len(name) * 3] == []
    page.locator("#menu .look").scroll_into_view_if_needed()
    expect(page.locator("#menu .look")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth") <= frame["width"]


def test_the_sheet_of_a_phone_stops_at_three_heights(visits: Visits) -> None:
    page = visits.empty(context=_context(visits, "phone", "light"))
    Table.sit(page, visits.url, begun(visits.url, bundled="gantry"))
    grip, heights = page.get_by_role("button", name="Larger or smaller panel"), []
    for _ in range(3):
        box = page.locator(".panel").bounding_box()
        assert box is not None
        heights.append(round(844 - box["y"]))
        grip.click()
        page.wait_for_timeout(250)
    assert heights == [306, 760, 96]


def test_the_welcome_is_light(visits: Visits) -> None:
    page = visits.new().new_page()
    sizes: dict[str, int] = {}

    def came(answer: Any) -> None:
        if "/v1/" not in answer.url and answer.ok:
            sizes[answer.url] = len(answer.body())

    page.on("response", came)
    page.goto(visits.url)
    expect(page.locator(".hero .token").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not [each for each in sizes if "three" in each.rpartition("/")[2] and each.endswith(".js")]
    assert sum(sizes.values()) < LIGHTEST


def test_nothing_moves_for_ever_where_motion_is_reduced(visits: Visits) -> None:
    page = visits.open()
    # Pictures further down wait until they are scrolled to, and show it.
    expect(page.locator(".hero .token").first).to_be_visible()
    expect(page.locator(".tile-picture:empty").last).to_be_attached()
    endless = (
        "document.getAnimations().filter((each) => each.effect.getTiming().iterations === Infinity).length"
    )
    assert page.evaluate(endless) == 0


# Notes each search that goes on while its first outlines are drawn already, and what moves them.
_GROWING = """() => {
  window.growing = [];
  const moving = (each) => each.querySelectorAll('animate').length
    + each.getAnimations().filter((one) => one.effect.getTiming().iterations === Infinity).length;
  const look = () => document.querySelectorAll('[data-grows]').forEach((each) => window.growing.push(moving(each)));
  new MutationObserver(look).observe(document.querySelector('.play'), { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_reach_that_grows_pulses_unless_motion_is_reduced(visits: Visits, motion: str) -> None:
    page = visits.new(reduced_motion=motion).new_page()
    Table.sit(page, visits.url, begun(visits.url, bundled="refinery"))
    page.evaluate(_GROWING)
    page.locator(".play .token .base").first.click()
    page.wait_for_function("window.growing.length > 0")
    assert page.evaluate("Math.max(...window.growing)") == (1 if motion == "no-preference" else 0)


def test_the_3d_view_is_an_equal_of_the_plan_and_can_be_left(visits: Visits) -> None:
    table = Table.sit(visits.empty(), visits.url, begun(visits.url, bundled="gantry"))
    page = table.page
    table.model("kal").locator(".base").click()
    expect(page.locator(".band.outer").first).to_be_attached()
    table.tap(8, 7.5)
    table.verdict("Legal")
    page.get_by_role("button", name="3D", exact=True).click()
    space = page.locator("canvas.space")
    expect(space).to_have_attribute("data-models", "3")
    expect(space).to_be_focused()
    # Selection, reach, path and the place where Kal will stand.
    assert int(space.get_attribute("data-over") or 0) > 3
    for tool in ("Measure", "Zoom in", "Show the whole table"):
        page.get_by_role("button", name=tool, exact=True).click(trial=True)
    # A tap in the middle aims at the catwalk or the tower, which are too far for one move.
    page.get_by_role("button", name="Above", exact=True).click()
    space.click()
    expect(page.locator(".judged[aria-busy='false'] .verdict-word")).not_to_have_text("Legal")
    space.press("Escape")
    expect(space).to_have_count(0)
    expect(page.locator(".play svg.table")).to_be_visible()


def test_the_3d_view_shows_the_zones_of_goals(visits: Visits) -> None:
    table = Table.sit(visits.empty(), visits.url, begun(visits.url, bundled="silos"))
    page = table.page
    on_the_plan = page.locator(".play .goal-zone")
    expect(on_the_plan.first).to_be_attached()
    page.get_by_role("button", name="3D", exact=True).click()
    expect(page.locator("canvas.space")).to_have_attribute("data-zones", str(on_the_plan.count()))
