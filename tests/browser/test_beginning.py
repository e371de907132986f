"""The first minutes on a phone: a guided move, then undo, dice and the end of a round."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visits, barriers
from tests.browser.table import Table


def _step(page: Page, name: str) -> None:
    expect(page.locator(".guide-tape")).to_have_attribute("data-step", name)


def _free(page: Page, model: str) -> bool:
    """Whether nothing lies over the middle of a model."""
    found: bool = page.evaluate(
        """name => {
          const box = document.querySelector(`.play [data-model='${name}'] .base`).getBoundingClientRect();
          const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return Boolean(there?.closest(`[data-model='${name}']`)) && box.left >= 0 && box.right <= innerWidth;
        }""",
        model,
    )
    return found


def test_a_newcomer_is_led_through_a_move_undo_dice_and_the_end_of_a_round(visits: Visits) -> None:
    page = visits.open(phone=True)
    page.get_by_role("button", name="Make your first move").tap()
    table = Table(page)
    _step(page, "pick")
    # The model to pick stands free of the guide, the tools and the edge of the screen; so does the next one.
    assert _free(page, "kal")
    assert _free(page, "vex")
    table.model("kal").tap()
    _step(page, "aim")
    page.touchscreen.tap(*table.where(10.5, 6.5))
    table.verdict("Legal")
    _step(page, "confirm")
    page.get_by_role("button", name="Confirm move").tap()
    table.stands("kal", "on the catwalk (3″ up)")
    _step(page, "undo")
    page.locator(".bar").get_by_role("button", name="Undo").tap()
    table.stands("kal", "on the ground")
    _step(page, "dice")
    assert barriers(page) == []
    # Vex goes through the vat, which needs a test.
    table.model("vex").tap()
    page.touchscreen.tap(*table.where(11.5, 11.5))
    table.verdict("Legal")
    page.get_by_role("button", name="Confirm move").tap()
    _step(page, "roll")
    page.locator(".question [data-primary]").tap()
    _step(page, "end")
    expect(page.locator(".guide")).to_contain_text("press End round")
    deselect = page.get_by_role("button", name="Deselect Vex")
    if deselect.is_visible():
        deselect.tap()
    table.press("End round")
    table.press("End round anyway")
    _step(page, "finished")
    table.press("Keep playing")
    expect(page.locator(".guide")).to_have_count(0)


def test_every_later_step_of_the_guide_can_be_skipped(visits: Visits) -> None:
    page = visits.open()
    page.get_by_role("button", name="Make your first move").click()
    table = Table(page)
    table.model("kal").click()
    table.tap(7.5, 6)
    table.verdict("Legal")
    table.press("Confirm move")
    for step in ("undo", "dice", "end"):
        _step(page, step)
        table.press("Skip")
    _step(page, "finished")
    expect(page.locator(".guide").get_by_role("link", name="Training")).to_be_visible()


def test_a_button_whose_work_takes_long_shows_it_and_works_once(visits: Visits) -> None:
    page = visits.open()
    asked: list[Route] = []

    def ask(route: Route) -> None:
        asked.append(route)

    page.route("**/v1/games", ask)
    first = page.get_by_role("button", name="Make your first move")
    with page.expect_request("**/v1/games"):
        first.click()
    expect(first).to_have_attribute("aria-busy", "true")
    first.click()
    assert barriers(page) == []
    assert len(asked) == 1
    asked[0].fulfill(status=503, json={"code": "server/busy", "title": "Busy", "detail": "Too many requests"})
    # Then the reason stands below, and the button may be pressed again.
    expect(page.get_by_role("alert")).to_contain_text("Too many requests")
    expect(first).not_to_have_attribute("aria-busy", "true")
    # The browser tells of the answer that was made up here.
    assert [each for each in visits.complaints if "503" not in each] == []
    visits.complaints.clear()
    page.unroute("**/v1/games")
    first.click()
    _step(page, "pick")
