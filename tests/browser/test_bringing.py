"""Lists that are pasted: what is missing is asked for in words that say what to do, and only the newest answer counts."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.conftest import Visits

LIST = "name,count,M,base\nVanguard,3,6,32\nWarden,1,8,60"


def test_a_list_without_a_game_asks_for_it_and_a_mistake_names_its_line(visits: Visits) -> None:
    page = visits.open()
    page.get_by_label("Your list").fill(LIST)
    page.get_by_role("button", name="Read the list").click()
    wrong = page.locator(".brought.wrong")
    expect(wrong).to_contain_text("This list doesn’t say which game it is for. Choose it under “Game”")
    page.locator(".bring-card select").select_option("wh40k-10e")
    page.get_by_label("Your list").fill(LIST.replace("3", "three", 1))
    page.get_by_role("button", name="Read the list").click()
    expect(wrong).to_contain_text("Line 2, count: expected a number of models, found 'three'")
    page.get_by_label("Your list").fill(LIST)
    page.get_by_role("button", name="Read the list").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(wrong).to_be_empty()


def test_an_answer_that_comes_late_does_not_cover_a_newer_one(visits: Visits) -> None:
    page = visits.open()
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/v1/tables", hold)
    page.get_by_label("Your list").fill(LIST)
    page.get_by_role("button", name="Read the list").click()
    expect(page.locator(".brought .waiting")).to_be_visible()
    page.locator(".bring-card select").select_option("wh40k-10e")
    page.get_by_role("button", name="Read the list").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    held[0].continue_()
    page.wait_for_timeout(1000)
    expect(page.locator(".brought.wrong")).to_be_empty()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
