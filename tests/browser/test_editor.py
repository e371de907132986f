"""Editing a table: everything by mouse, by keys and by touch, looked at by the referee all the while."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visits, barriers, picture
from tests.browser.table import Table


@pytest.fixture
def page(visits: Visits) -> Page:
    found = visits.open("#/editor/spillway")
    expect(found.locator(".editor-says.good")).to_be_visible()
    expect(found.locator(".token")).to_have_count(8)
    return found


def drag(page: Page, selector: str, dx: float, dy: float) -> None:
    box = None
    for _ in range(50):
        # While the table is drawn anew there may be none.
        box = page.locator(selector).first.bounding_box()
        if box is not None:
            break
        page.wait_for_timeout(100)
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def inch(page: Page) -> float:
    """How many pixels an inch of the table is."""
    box = None
    # While the table is drawn anew there is none for a moment.
    for _ in range(50):
        if box := page.locator(".table .board").bounding_box():
            break
        page.wait_for_timeout(100)
    assert box is not None
    return box["width"] / 36


def numbers(page: Page) -> list[float]:
    return [
        float(each)
        for each in page.locator(".editor-shape input").evaluate_all("all => all.map(e => e.value)")
    ]


def pick(page: Page, thing: str) -> None:
    page.locator(f'[data-thing="{thing}"]').click()
    expect(page.get_by_label("Name", exact=True)).to_have_value(thing)


def typed(page: Page, field: str, value: str) -> None:
    """Type into a field of the selected entry; one letter is a characteristic of its profile."""
    at = page.locator(f"[data-field='{field}'] input")
    if field == "name":
        at = page.get_by_label("Name", exact=True)
    elif len(field) == 1:
        at = page.locator(".editor-profile").get_by_label(field, exact=True)
    at.fill(value)
    at.press("Enter")


@contextmanager
def checks_held(page: Page) -> Iterator[None]:
    """The referee answers only afterwards."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/v1/table", hold)
    yield
    for _ in range(100):
        if held:
            break
        page.wait_for_timeout(100)
    assert held, "nothing was checked"
    for each in held:
        each.continue_()
    page.unroute("**/v1/table")


def test_a_piece_is_moved_resized_turned_and_taken_back(page: Page) -> None:
    page.locator('.piece[data-piece="drums"]').click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("drums")
    assert numbers(page) == [20, 20.5, 2, 1]
    drag(page, '.grip-shape[data-piece="drums"]', 2 * inch(page), 0)
    assert numbers(page) == [22, 20.5, 2, 1]
    drag(page, '.grip[data-corner="1"] .grip-dot', inch(page), inch(page))
    assert numbers(page) == [22, 19.5, 3, 2]
    page.get_by_role("button", name="Turn right").click()
    expect(page.locator(".editor-shape input")).to_have_count(8)
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    assert numbers(page) == [20, 20.5, 2, 1]
    page.get_by_role("button", name="Redo").click()
    assert numbers(page) == [22, 20.5, 2, 1]
    expect(page.locator(".editor-says.good")).to_be_visible()


def test_a_mistake_is_told_at_once_and_leads_to_its_field(page: Page) -> None:
    silt, ruk = (page.locator(f'[data-model="{who}"] .base').bounding_box() for who in ("silt", "ruk"))
    assert silt is not None
    assert ruk is not None
    drag(page, '[data-model="silt"] .base', ruk["x"] - silt["x"], ruk["y"] - silt["y"])
    expect(page.locator(".editor-says.bad")).to_have_text("1 problem")
    expect(page.locator(".editor-problems")).to_contain_text("Silt · Position: silt overlaps ruk")
    page.get_by_role("button", name="Done").click()
    page.locator("button.editor-problem").click()
    expect(page.locator('[data-field="at"] .wrong')).to_contain_text("their centres are")
    expect(page.locator("#status")).to_contain_text("Silt")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".editor-says.good")).to_be_visible()
    # A check that takes long is told, and the old verdict is gone.
    with checks_held(page):
        page.get_by_role("button", name="Redo").click()
        expect(page.locator(".editor-says")).to_have_text("Checking …")
    expect(page.locator(".editor-says")).not_to_have_text("Checking …")


def test_an_answer_of_the_referee_leaves_what_is_selected_or_typed(page: Page) -> None:
    pick(page, "silt")
    place = page.locator("[data-field='at'] input").input_value()
    name = page.get_by_label("Name", exact=True)
    # What is selected is replaced by what is typed next, although the fields were drawn again in between.
    with checks_held(page):
        typed(page, "at", "100, 100")
        name.select_text()
    expect(page.locator("[data-field='at'] .wrong")).not_to_be_empty()
    page.keyboard.type("kal")
    expect(name).to_have_value("kal")
    # What is half typed stays, and the fields are drawn again once it is taken over.
    page.keyboard.press("Enter")
    expect(page.locator('[data-thing="kal"]')).to_have_count(1)
    with checks_held(page):
        typed(page, "at", place)
        name.fill("vex and ")
    expect(page.locator(".editor-says.good")).to_be_visible()
    page.keyboard.type("moth")
    expect(name).to_have_value("vex and moth")
    name.fill("kal")
    page.locator("[data-field='side'] input").focus()
    expect(page.locator("[data-field='at'] .wrong")).to_have_count(0)
    expect(page.locator("[data-field='side'] input")).to_be_focused()
    # Numbers, too.
    movement = page.locator(".editor-profile").get_by_label("M", exact=True)
    with checks_held(page):
        typed(page, "at", "100, 100")
        movement.select_text()
    expect(page.locator("[data-field='at'] .wrong")).not_to_be_empty()
    page.keyboard.type("7")
    expect(movement).to_have_value("7")


def test_whoever_is_set_down_on_a_platform_stands_on_it(page: Page) -> None:
    silt, hall = (
        page.locator(selector).bounding_box()
        for selector in ('[data-model="silt"] .base', '.piece[data-piece="filter-hall"] .body')
    )
    assert silt is not None
    assert hall is not None
    middle = hall["x"] + hall["width"] * 0.55, hall["y"] + hall["height"] * 0.75
    drag(page, '[data-model="silt"] .base', middle[0] - silt["x"], middle[1] - silt["y"])
    expect(page.locator('[data-field="on"] select')).to_have_value("filter-hall")
    expect(page.locator(".editor-says.good")).to_be_visible()
    expect(page.locator('[data-model="silt"]')).to_have_attribute("data-z", "3")


def test_everything_goes_by_keyboard(page: Page) -> None:
    page.get_by_role("button", name="Ladder", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(page.get_by_label("Name", exact=True)).to_have_value("ladder")
    page.get_by_label("Name", exact=True).fill("new-ladder")
    page.keyboard.press("Enter")
    before = numbers(page)
    page.locator('[data-thing="new-ladder"]').focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert numbers(page) == [before[0] - 0.5, before[1] + 0.5]
    page.keyboard.press("Delete")
    expect(page.locator('[data-thing="new-ladder"]')).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.locator('[data-thing="new-ladder"]')).to_have_count(1)


def test_heights_and_levels_are_typed(page: Page) -> None:
    pick(page, "crane")
    page.get_by_label("Elevation").fill("4")
    page.get_by_label("Elevation").press("Enter")
    expect(page.locator('.piece[data-piece="crane"]')).to_have_attribute("data-top", "4")
    expect(page.locator(".editor-says.good")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("combobox", name="Level", exact=True).select_option("3")
    expect(page.locator('.piece[data-piece="crane"]')).to_have_class("piece platform above")
    expect(page.locator('.piece[data-piece="pump-hall"]')).not_to_have_class("above")


def test_a_table_is_saved_opened_again_and_played_on(page: Page, visits: Visits, tmp_path: Path) -> None:
    pick(page, "drums")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator('.piece[data-piece="drums"]')).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    saved = json.loads(file.read_text())
    assert file.name == "the-last-dry-spillway.json"
    assert "drums" not in [each["id"] for each in saved["terrain"]]
    assert "declare" not in saved
    other = visits.open("#/editor")
    other.get_by_role("button", name="Cancel").click()
    other.get_by_label("Open file").set_input_files(file)
    expect(other.locator(".bar-title")).to_have_text("The last dry spillway")
    expect(other.locator(".editor-says.good")).to_be_visible()
    other.get_by_role("button", name="Play, both sides").click()
    other.wait_for_url("**/#/game/*")
    expect(other.locator(".layer-tokens .token")).to_have_count(8)
    expect(other.locator('.piece[data-piece="drums"]')).to_have_count(0)


def test_a_ladder_to_nowhere_is_told_and_set_at_a_floor(visits: Visits) -> None:
    page = visits.open("#/editor")
    page.locator("[data-ruleset='necromunda-classic']").click()
    page.get_by_role("button", name="Ladder", exact=True).click()
    expect(page.locator(".editor-problems")).to_contain_text(
        "Ladder leads to no floor: add a platform beside it"
    )
    page.get_by_role("button", name="Platform", exact=True).click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("platform")
    expect(page.locator(".editor-shape input")).to_have_count(4)
    for field, value in zip(page.locator(".editor-shape input").all(), ("20", "12", "4", "4"), strict=True):
        field.fill(value)
        field.press("Enter")
    expect(page.locator(".editor-problems")).to_contain_text("away from Platform")
    page.get_by_role("button", name="Fix it").click()
    expect(page.locator(".editor-problems")).not_to_contain_text("away from Platform")


@pytest.mark.parametrize("ruleset", ["necromunda-2023", "wh40k-10e"])
def test_a_new_model_walks_although_the_first_of_the_bundled_tables_drives(
    visits: Visits, ruleset: str
) -> None:
    page = visits.open("#/editor")
    page.locator(f"[data-ruleset='{ruleset}']").click()
    page.get_by_role("button", name="Model", exact=True).click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("model")
    expect(page.locator(".editor-profile").get_by_label("M", exact=True)).to_be_visible()
    expect(page.locator(".editor-profile").get_by_label("handling", exact=True)).to_have_count(0)
    expect(page.locator("[data-field='hull'] input")).to_have_value("")
    expect(page.locator(".editor-says.good")).to_be_visible()


def test_a_table_of_ones_own_is_built_and_played_by_both_sides(visits: Visits) -> None:
    page = visits.open("#/editor")
    page.locator("[data-ruleset='necromunda-classic']").click()
    # An empty table is no table to play on.
    expect(page.locator(".editor-problems")).to_contain_text("Add at least one model")
    expect(page.get_by_label("Pre-measuring")).to_have_value("true")
    # A platform is dragged to its place, five inches high.
    page.get_by_role("group", name="Height of new pieces").get_by_role("button", name="5″").click()
    stage = page.locator(".editor-stage svg.table").bounding_box()
    assert stage is not None
    item = page.get_by_role("button", name="Platform").bounding_box()
    assert item is not None
    page.mouse.move(item["x"] + 10, item["y"] + 10)
    page.mouse.down()
    goal = stage["x"] + stage["width"] * 0.7, stage["y"] + stage["height"] * 0.5
    page.mouse.move(goal[0] - 40, goal[1])
    page.mouse.move(*goal)
    page.mouse.up()
    expect(page.locator(".piece[data-piece='platform']")).to_have_attribute("data-top", "5")
    assert numbers(page)[0] > 15
    page.get_by_role("button", name="Done").click()

    # Two models with bases from the shop, one for each side.
    page.get_by_role("group", name="Base in mm").get_by_role("button", name="40", exact=True).click()
    page.get_by_role("button", name="Model", exact=True).click()
    expect(page.get_by_label("Base", exact=True)).to_have_value("40")
    typed(page, "name", "kal")
    typed(page, "at", "3, 3")
    typed(page, "side", "orange")
    # What is emptied stays where it was, and is a problem.
    typed(page, "M", "")
    expect(page.locator(".editor-says.bad")).to_be_visible()
    typed(page, "M", "6")
    expect(page.locator(".editor-says.good")).to_be_visible()
    page.get_by_label("Base", exact=True).select_option("")
    page.get_by_role("button", name="Copy", exact=True).click()
    typed(page, "name", "grix")
    typed(page, "at", "8, 12")
    typed(page, "side", "green")
    expect(page.locator(".token")).to_have_count(2)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Mirror left to right").click()
    expect(page.locator(".piece.platform")).to_have_count(2)
    expect(page.locator(".editor-says.good")).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("button", name="Play, both sides").click()

    # Both sides are played here, and everything can be measured before it is declared.
    table = Table(page)
    expect(table.model("kal")).to_be_visible()
    for who, to in (("kal", (3.0, 5.0)), ("grix", (8.0, 15.0))):
        table.model(who).click()
        expect(page.locator(".band.outer").first).to_be_attached()
        table.tap(*to)
        table.verdict("Legal")
        table.press("Confirm move")
        table.stands(who, f"at {to[0]:g}, {to[1]:g}")


def test_the_editor_has_no_barriers_and_is_worth_a_picture(page: Page, visits: Visits) -> None:
    assert barriers(page) == []
    pick(page, "filter-hall")
    assert barriers(page) == []
    expect(page.locator(".editor-panel .editor-head")).to_be_in_viewport()
    picture(page, "editor")
    phone = visits.open("#/editor/basilica", phone=True)
    expect(phone.locator(".token")).to_have_count(14)
    phone.locator('.piece[data-piece="plinth"] .body').tap()
    expect(phone.get_by_label("Name", exact=True)).to_have_value("plinth")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert barriers(phone) == []
    picture(phone, "editor-phone")


def test_the_table_in_space_is_drawn_only_when_something_changes(page: Page) -> None:
    page.get_by_role("button", name="3D").click()
    space = page.locator(".space")
    expect(space).to_have_attribute("data-models", "8")
    expect(space).to_have_attribute("data-frames", re.compile(r"\d+"))
    page.wait_for_timeout(300)
    frames = int(space.get_attribute("data-frames") or 0)
    page.wait_for_timeout(300)
    assert int(space.get_attribute("data-frames") or 0) == frames
    before = space.screenshot()
    picture(page, "space")
    space.focus()
    page.keyboard.press("ArrowRight")
    expect(space).not_to_have_attribute("data-frames", str(frames))
    assert space.screenshot() != before
    assert barriers(page) == []
    page.get_by_role("button", name="3D").click()
    expect(space).to_have_count(0)
    expect(page.locator(".token").first).to_be_visible()
