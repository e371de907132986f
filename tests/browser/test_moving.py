"""Whole activations in a real browser: by mouse, by keyboard alone, by touch, and of a unit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits, barriers, picture
from tests.browser.table import Table, begun
from tests.browser.tables import GAP

ALONE = {"host": {"sides": ["orange", "green"]}, "invite": []}


# The names that lie on a planned move.
_COVERED = """(() => {
  const boxes = (kind) => [...document.querySelectorAll(`.play ${kind}`)].map((each) => each.getBoundingClientRect());
  const planned = boxes('.ghost .base, .ghost-level, .price rect');
  return [...document.querySelectorAll('.play .layer-names > g')].filter((each) => {
    const a = each.querySelector('.plate')?.getBoundingClientRect();
    return a && planned.some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1);
  }).map((each) => each.textContent);
})()"""
# The prices that lie on a model or on another price.
_HIDDEN = """(() => {
  const boxes = (kind) => [...document.querySelectorAll(`.play ${kind}`)].map((each) => each.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const [prices, models] = [boxes('.price rect'), boxes('.layer-tokens .base')];
  return prices.flatMap((a, i) => [...prices.slice(i + 1), ...models].filter((b) => meet(a, b))).length;
})()"""
# What the line of notices says, and whether dice roll then.
_OVERHEARD = """() => {
  window.heard = [];
  const line = document.getElementById('status');
  const hear = () => window.heard.push([line.textContent, Boolean(document.querySelector('.dice-stage.rolling'))]);
  new MutationObserver(hear).observe(line, { childList: true, characterData: true, subtree: true });
}"""


def at_gap(visits: Visits, **look: bool) -> Table:
    """Alone at the broken bridge, with dice of one's own."""
    seat = begun(visits.url, scenario=GAP, dice="typed", **ALONE)
    return Table.sit(visits.empty(**look), visits.url, seat)


def answer_until_done(table: Table, face: int = 1) -> list[str]:
    """Choose the first that can be chosen, and type the same face for every die, until nothing is asked; what was asked."""
    found: list[str] = []
    card = table.page.locator(".question")
    while card.count():
        found.append(card.get_by_role("heading").inner_text())
        before = table.status.inner_text()
        faces = card.locator(".faces").all()
        for group in faces:
            group.get_by_role("button", name=str(face), exact=True).click()
        if faces:
            table.press("Use these dice")
        else:
            card.locator(".choices .button").first.click()
        expect(table.status).not_to_have_text(before)
        assert len(found) < 12
    return found


def test_an_activation_by_mouse_climbs_and_falls(visits: Visits) -> None:
    table = at_gap(visits)
    page = table.page
    table.model("kal").click()
    expect(page.locator(".band.outer").first).to_be_attached()
    expect(page.get_by_role("button", name="Move (Simple)")).to_have_attribute("aria-pressed", "true")

    # The cheapest way to a place on the platform goes up the ladder, and every stride has its clause.
    table.tap(7, 4)
    table.verdict("Legal")
    expect(page.locator(".ledger .line.by-ladder")).to_contain_text("Ladder rungs")
    expect(page.locator(".ledger .clause").first).to_be_visible()
    page.locator(".ledger .line.by-ladder .clause").click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("ladder", re.I))
    table.press("Close")
    table.press("Confirm move")
    table.stands("kal", "on the near (3″ up)")

    # Over the gap: the leap must be tested for, and the die fails.
    table.tap(12, 4)
    table.verdict("Legal")
    expect(page.locator(".judged .test")).to_contain_text("needs")
    expect(page.locator(".ends")).to_be_visible()
    table.press("Confirm move")
    expect(page.locator(".question")).to_contain_text("Kal is at the edge. Leap, or stay?")
    assert len(answer_until_done(table)) > 1
    expect(page.locator(".happened")).to_contain_text("Kal")
    # Every test is named, tests of different kinds are not added up, and the spent fighter's card ends its activation.
    expect(page.locator(".dice-grid")).to_contain_text("Initiative test to leap")
    expect(page.locator(".dice-grid")).to_contain_text("Wound roll")
    expect(page.locator(".dice-counts")).to_have_count(0)
    expect(page.locator(".card")).to_contain_text("Kal")
    expect(page.get_by_role("button", name="End activation")).to_be_visible()
    expect(table.model("kal")).not_to_have_attribute("aria-label", re.compile("″ up"))
    page.get_by_role("tab", name="Log").click()
    page.locator(".entry summary").first.click()
    expect(page.locator(".entry").first).to_contain_text("failed")
    expect(page.locator(".entry .events .clause").first).to_be_visible()


def test_the_same_activation_by_keyboard_alone(visits: Visits) -> None:
    table = at_gap(visits)
    page = table.page
    page.locator(".play svg.table").focus()
    page.keyboard.press("Tab")
    expect(table.model("kal")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".band.outer").first).to_be_attached()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(table.heard).to_contain_text("6.5, 4 on the near")
    page.keyboard.press("Enter")
    table.verdict("Legal")
    page.keyboard.press("m")
    table.stands("kal", "on the near (3″ up)")

    expect(page.locator(".card")).to_contain_text("on the near")
    expect(table.model("kal")).to_be_focused()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    expect(table.heard).to_contain_text("12.5, 4 on the far")
    page.keyboard.press("Enter")
    table.verdict("Legal")
    page.keyboard.press("m")
    for _ in range(12):
        expect(page.locator(".question, .happened").first).to_be_visible()
        if not page.locator(".question").count():
            break
        # The page leads there as the question opens; whoever was elsewhere by then tabs on.
        for _ in range(60):
            if page.evaluate("document.activeElement.closest('.question') !== null"):
                break
            page.keyboard.press("Tab")
        before = page.locator(".question").inner_text()
        # Asked before the answer: the dice of the next question may be there at once.
        dice = page.locator(".faces").count()
        page.keyboard.press("Enter")
        if dice:
            for _ in range(7):
                page.keyboard.press("Tab")
                if page.evaluate("document.activeElement.textContent") == "Use these dice":
                    break
            page.keyboard.press("Enter")
        page.wait_for_function(
            "(before) => document.querySelector('.question')?.innerText !== before", arg=before
        )
    expect(page.locator(".question")).to_have_count(0)
    expect(table.model("kal")).not_to_have_attribute("aria-label", re.compile("″ up"))


def test_dice_that_are_being_entered_stay_when_the_panel_is_drawn_again(visits: Visits) -> None:
    table = at_gap(visits)
    page = table.page
    table.model("kal").click()
    table.tap(7, 4)
    table.press("Confirm move")
    table.stands("kal", "on the near (3″ up)")
    table.tap(12, 4)
    table.press("Confirm move")
    table.press("Leap")
    page.locator(".faces").get_by_role("button", name="6", exact=True).click()
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("tab", name="Move").click()
    expect(page.locator(".faces").get_by_role("button", name="6", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    table.press("Use these dice")
    table.stands("kal", "on the far (3″ up)")
    expect(page.locator(".question")).to_have_count(0)


def test_a_refused_way_says_why_and_one_tap_makes_it_legal(visits: Visits) -> None:
    table = at_gap(visits)
    page = table.page
    table.model("kal").click()
    table.press("Draw path")
    table.tap(7, 4)
    table.verdict("Illegal")
    expect(page.locator(".reasons .clause").first).to_be_visible()
    expect(page.get_by_role("button", name="Confirm move")).to_be_disabled()
    page.get_by_role("button", name=re.compile("Take the cheapest path")).click()
    table.verdict("Legal")
    expect(page.get_by_role("button", name="Confirm move")).to_be_enabled()


def test_the_reach_is_shown_by_chance_on_every_level(visits: Visits) -> None:
    table = at_gap(visits)
    page = table.page
    table.model("kal").click()
    expect(page.locator(".band.outer").first).to_be_attached()
    expect(page.locator(".band.chance")).to_have_count(0)
    page.get_by_role("group", name="Show reach by").get_by_role("button", name="Chance").click()
    # On the ground surely, and through the vat by the odds of the move; up the ladder surely.
    expect(page.locator(".band.chance[data-chance='1']")).to_have_count(2)
    expect(page.locator(".band.chance[data-chance='1/2']")).to_have_count(1)
    expect(page.locator(".band.outer")).to_have_count(0)
    # Nothing pulses any more: all of it is known.
    expect(page.locator("[data-grows]")).to_have_count(0)
    expect(page.get_by_role("group", name="Chance to arrive unharmed")).to_contain_text("50 %")
    page.get_by_role("group", name="Show reach by").get_by_role("button", name="Cost").click()
    expect(page.locator(".band.outer").first).to_be_attached()


def test_what_is_loaded_in_advance_stops_no_search_that_was_asked_for(visits: Visits) -> None:
    table = Table.sit(visits.empty(), visits.url, begun(visits.url, bundled="gantry", **ALONE))
    page = table.page
    table.model("kal").click()
    table.tap(8, 6)
    table.verdict("Legal")
    table.press("Confirm move")
    table.stands("kal", "at 8, 6")
    # So long after a move the reach of all models is looked for.
    page.wait_for_timeout(700)
    table.model("grix").click()
    page.get_by_role("group", name="Show reach by").get_by_role("button", name="Chance").click()
    expect(page.locator(".band.chance").first).to_be_attached()


def test_the_ledger_follows_a_dragged_model(visits: Visits) -> None:
    table = at_gap(visits)
    table.drag((3.5, 4), (3.5, 1))
    table.verdict("Legal")
    expect(table.page.locator(".judged .verdict-cost")).to_have_text("3″ of 8″")
    expect(table.heard).to_contain_text("Legal: 3″ of 8″")

    # A base in hand snaps to the foot of a ladder, and flush with an edge; Alt leaves it where the hand is.
    page = table.page
    page.keyboard.press("Escape")
    page.mouse.move(*table.where(3.5, 4))
    page.mouse.down()
    for x, y, snaps in ((4.44, 4.05, "ladder"), (16.8, 2.06, "contact"), (8.42, 4, "edge")):
        page.mouse.move(*table.where(x, y), steps=3)
        expect(page.locator(".snap")).to_have_attribute("data-snap", snaps)
    page.keyboard.down("Alt")
    page.mouse.move(*table.where(8.43, 4.01))
    expect(page.locator(".snap")).to_have_count(0)
    page.keyboard.up("Alt")
    page.mouse.move(*table.where(8.42, 4))
    page.mouse.up()
    # Nobody walks through the air: let go, he takes the ladder to the edge.
    table.verdict("Legal")
    expect(page.locator(".judged .verdict-cost")).to_have_text("7″ of 8″")
    expect(page.locator(".ledger .line.by-ladder")).to_be_visible()


def test_a_unit_is_shifted_and_must_stay_coherent(visits: Visits) -> None:
    seat = begun(visits.url, bundled="causeway", host={"sides": ["blue", "orange"]}, invite=[])
    table = Table.sit(visits.empty(), visits.url, seat)
    page = table.page
    table.model("guard.1").click()
    expect(page.get_by_role("button", name="Normal move")).to_have_attribute("aria-pressed", "true")
    table.drag((6, 10), (6, 5))
    table.verdict("Legal")

    # One of them alone, too far from the others: refused with every clause of coherency.
    table.drag((6, 5), (2, 6))
    table.verdict("Illegal")
    expect(page.locator(".reasons")).to_contain_text("coherency")
    # Back among them it falls into line with the one behind.
    table.drag((2, 6), (6.2, 5.4))
    table.verdict("Legal")
    table.press("Confirm move")
    table.stands("guard.1", "at 6, 5.4")
    table.stands("guard.5", "3.2, ")


def test_a_phone_plays_by_touch(visits: Visits) -> None:
    seat = begun(visits.url, scenario=GAP, **ALONE)
    table = Table.sit(visits.empty(phone=True), visits.url, seat)
    page = table.page
    table.model("kal").tap()
    expect(page.locator(".band.outer").first).to_be_attached()
    picture(page, "phone-reach")
    page.touchscreen.tap(*table.where(7, 4))
    table.verdict("Legal")
    make = page.get_by_role("button", name="Confirm move")
    expect(make).to_be_in_viewport(ratio=1)
    picture(page, "phone-way")
    # No name lies on the ghost, on its height or on a price.
    assert page.locator(".layer-names .plate").count() > 0
    assert page.evaluate(_COVERED) == []
    assert page.locator(".price").count() > 1
    assert page.evaluate(_HIDDEN) == 0
    make.tap()
    table.stands("kal", "on the near (3″ up)")
    page.touchscreen.tap(*table.where(12, 4))
    table.verdict("Legal")
    make.tap()
    # A question, a result and another tab begin where they can be seen.
    expect(page.get_by_role("button", name="Leap", exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Leap", exact=True).tap()
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_in_viewport(ratio=1)
    picture(page, "phone-dice")
    # While the die rolls, nothing tells its result.
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(_OVERHEARD)
    page.get_by_role("button", name="Roll", exact=True).tap()
    expect(page.locator(".dice-said .rolled")).to_be_visible()
    # The result begins where it can be seen, or the next question if a fall has led to one.
    expect(page.locator(".question [data-primary], .dice-said .rolled").first).to_be_in_viewport(ratio=1)
    expect(table.status).to_contain_text(re.compile("passed|failed"))
    heard = page.evaluate("window.heard")
    assert [text for text, rolls in heard if rolls and re.search("passed|failed", text)] == []
    # With a model selected its card has the room of the tabs, and leads to them.
    leads = page.get_by_role("button", name="Show the log and the other tabs")
    if leads.is_visible():
        leads.tap()
    for tab in ("Log", "Text", "People", "Move"):
        page.locator(".panel-body").evaluate("each => each.scrollTo(0, 9999)")
        page.get_by_role("tab", name=tab).tap()
        expect(page.locator(".panel-body")).to_have_js_property("scrollTop", 0)
    # Nothing is cut off at the side.
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_barrier_on_any_screen_of_a_game(visits: Visits, dark: bool) -> None:
    table = at_gap(visits, dark=dark)
    page = table.page
    suffix = "-dark" if dark else ""
    table.model("kal").click()
    table.tap(7, 4)
    table.verdict("Legal")
    picture(page, f"desktop-way{suffix}")
    assert barriers(page) == []
    table.press("Confirm move")
    table.stands("kal", "on the near (3″ up)")
    table.tap(12, 4)
    table.verdict("Legal")
    table.press("Confirm move")
    expect(page.locator(".question")).to_be_visible()
    table.press("Leap")
    expect(page.locator(".question .faces")).to_be_visible()
    picture(page, f"desktop-dice{suffix}")
    assert barriers(page) == []
    answer_until_done(table)
    for tab in ("Log", "Text", "People"):
        page.get_by_role("tab", name=tab).click()
        if tab == "Log":
            page.locator(".entry summary").first.click()
        picture(page, f"desktop-{tab.lower()}{suffix}")
        assert barriers(page) == [], tab


def test_no_barrier_on_the_first_screen_and_at_the_door(visits: Visits) -> None:
    page: Page = visits.open()
    expect(page.locator(".hero .board")).to_be_attached()
    assert barriers(page) == []
    page = visits.open("#/join/none")
    expect(page.get_by_role("button", name="Join")).to_be_visible()
    assert barriers(page) == []

    # A screen that can't be loaded says why, and tries again.
    late = {"code": "limit/time", "detail": "The computation was stopped after 10 s"}
    page.route("**/v1/rulesets", lambda route: route.fulfill(status=422, json=late))
    page.goto(f"{visits.url}/#/desk")
    expect(page.get_by_role("alert")).to_contain_text("The computation was stopped after 10 s")
    page.unroute("**/v1/rulesets")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".desk-tabs button").first).to_be_visible()
