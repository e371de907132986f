"""The game master's desk: feats and journeys without a map."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits, barriers, picture


def bars(page: Page) -> list[str]:
    return page.locator(".plot-share").all_inner_texts()


def test_a_feat_is_plotted_while_it_is_typed(visits: Visits) -> None:
    page = visits.open("#/desk")
    expect(page.locator(".desk-test-head")).to_contain_text(
        "Vex: Agility test for a standing leap, 41 or less"
    )
    assert bars(page)[0] == "41 %"
    assert sum(int(share.split()[0]) for share in bars(page)) == 100
    page.get_by_label("Run-up (m)").fill("8")
    expect(page.locator(".desk-test-head")).to_contain_text(
        "Vex: Agility test for a running leap, 51 or less"
    )
    expect(page.locator(".desk-modifiers")).to_contain_text("+10 run-up of 8 m")
    page.get_by_role("button", name="runleap.run-up-bonus").click()
    expect(page.get_by_role("dialog")).to_contain_text("run-up")
    page.get_by_role("button", name="Close").click()
    assert barriers(page) == []
    picture(page, "desk")


def test_real_dice_are_read_and_the_fall_is_told(visits: Visits) -> None:
    page = visits.open("#/desk")
    expect(page.locator(".plot")).to_be_visible()
    page.get_by_label("Distance (m)").fill("4.5")
    page.get_by_label("Depth of the gap (m)").fill("6")
    expect(page.locator(".plot")).to_contain_text("falls")
    # An impossible die is refused beside its field, which stays; nothing is said to be done.
    page.get_by_label("Results of real dice").fill("120")
    page.get_by_role("button", name="Use these").click()
    expect(page.locator(".desk-dice .desk-needs")).to_contain_text("120 is not a face")
    expect(page.get_by_label("Results of real dice")).to_have_value("120")
    expect(page.locator(".desk-lead")).to_have_count(0)
    page.get_by_label("Results of real dice").fill("90")
    page.get_by_role("button", name="Use these").click()
    expect(page.locator(".desk-needs")).to_contain_text("No dice given for: Falling damage")
    page.get_by_label("Results of real dice").fill("90, 7")
    page.get_by_role("button", name="Use these").click()
    expect(page.locator(".desk-lead")).to_contain_text("6 degrees of failure")
    expect(page.locator(".plot-row.hit")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("6 degrees of failure")


def test_every_feat_can_be_asked_for_and_rolled(visits: Visits) -> None:
    page = visits.open("#/desk")
    for feat in ("Climb", "Jump", "Swim", "Lift", "Push", "Throw", "Leap"):
        page.get_by_role("button", name=feat, exact=True).click()
        expect(page.locator(".desk-results h2")).to_have_text(f"Vex: {feat}")
        expect(page.locator(".plot-row").first).to_be_visible()
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".desk-lead")).to_contain_text("degree")


def test_a_journey_is_plotted_and_made(visits: Visits) -> None:
    page = visits.open("#/desk/journeys")
    expect(page.locator(".plot-row.arrival")).to_have_count(2)
    expect(page.locator(".desk-stage")).to_have_count(3)
    expect(page.locator(".plot-row.arrival").first).to_contain_text("0 Fatigue: 35 % · 1 Fatigue: 65 %")
    page.get_by_role("button", name="Remove Sela").click()
    expect(page.locator(".plot-row.arrival")).to_have_count(1)
    page.get_by_label("In the dark").first.check()
    page.get_by_role("button", name="Add rest").click()
    expect(page.locator(".desk-stage")).to_have_count(4)
    assert barriers(page) == []
    picture(page, "journey")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".desk-worn")).to_have_text(re.compile(r"Vex.*Fatigue \d"))
    expect(page.locator("#status")).to_have_text(re.compile(r"Vex: Fatigue \d"))


def test_what_cannot_be_tried_is_explained(visits: Visits) -> None:
    page = visits.open("#/desk")
    page.get_by_role("button", name="Swim", exact=True).click()
    page.get_by_label("Distance (m)").fill("6")
    expect(page.locator(".desk-results h2")).to_have_text("Not possible")
    expect(page.locator(".desk-test .bad")).to_have_text(
        "Out of reach: 6 m to swim, 2 m at most with a Full Action"
    )


def test_a_modifier_of_the_game_master_counts(visits: Visits) -> None:
    page = visits.open("#/desk")
    page.get_by_role("button", name="Climb", exact=True).click()
    page.get_by_label("Surface").select_option("sheer")
    expect(page.locator(".desk-tests")).to_be_visible()
    page.get_by_label("Your modifier").fill("-10")
    expect(page.locator(".desk-modifiers")).to_contain_text("−10 the GM's modifier")


def test_the_desk_on_a_phone(visits: Visits) -> None:
    page = visits.open("#/desk", phone=True)
    expect(page.locator(".plot")).to_be_visible()
    page.get_by_role("button", name="Journeys").tap()
    expect(page.locator(".plot-row.arrival")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".desk-results").scroll_into_view_if_needed()
    page.locator(".desk-results").evaluate("each => each.scrollIntoView()")
    assert barriers(page) == []
    picture(page, "desk-phone")
