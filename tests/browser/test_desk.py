"""The game master's desk: feats and journeys without a map."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visits, barriers, picture
from tests.examples import installed_in
from tests.server.serving import served


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
    # From the side: an arc to each place where it can end, with what the referee says of it.
    expect(page.get_by_role("img", name="Where it can end")).to_have_accessible_name(
        re.compile(r"falls 6 m: \d+ %")
    )
    expect(page.locator(".profile-arc.falls").first).to_be_visible()
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
    expect(page.locator(".plot-row.arrival").first).to_contain_text("Fatigue 0: 35 % · Fatigue 1: 65 %")
    page.get_by_role("button", name="Remove Sela").click()
    expect(page.locator(".plot-row.arrival")).to_have_count(1)
    page.get_by_label("In the dark").first.check()
    page.get_by_role("button", name="Add a leg: Rest").click()
    expect(page.locator(".desk-stage")).to_have_count(4)
    assert barriers(page) == []
    page.locator(".desk-tabs").evaluate("each => each.scrollIntoView()")
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


def test_a_ruleset_by_others_has_its_table_and_its_feats_on_the_page(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", installed_in(tmp_path / "packages"))
    with served(tmp_path, fresh=True, seconds=60.0) as server:
        visits = Visits(browser, server.url)
        page = visits.open()
        expect(page.get_by_role("heading", name="Scrapyard")).to_be_visible()
        page.goto(f"{server.url}/#/desk")
        expect(page.locator(".desk-results h2")).to_have_text("Vex: Leap")
        page.get_by_label("Game", exact=True).select_option("scrapyard")
        expect(page.locator(".desk-results h2")).to_have_text("Rook: Leap")
        assert page.locator(".plot-name").all_inner_texts() == ["Passed", "Failed"]
        assert bars(page) == ["67 %", "33 %"]
        page.get_by_label("Results of real dice").fill("1")
        page.get_by_role("button", name="Use these").click()
        expect(page.locator(".desk-lead")).to_have_text("Failed: stops short: loses heart at the edge")
        page.get_by_role("button", name="Climb", exact=True).click()
        page.get_by_label("Run-up over scrap").check()
        expect(page.locator(".plot-means")).to_have_count(1)
        expect(page.locator(".plot-means")).to_contain_text("climbs 3″ onto the ledge")
        page.get_by_label("Run-up (″)").fill("9")
        expect(page.locator(".desk-wrong")).to_have_text("Run-up: Expected a number from 0 to 6")
        assert barriers(page) == []
        visits.close()
    assert visits.complaints == []
