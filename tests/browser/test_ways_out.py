"""No dead end: every action asks, nothing is confirmed on an old verdict, and whoever is stuck is shown a way out."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visits
from tests.browser.table import Table, begun
from tests.browser.tables import ALLEY, CARRIER, PILE_UP

BOTH = {"host": {"sides": ["orange", "green"]}, "invite": []}


class Held:
    """The line of a page, on which requests of some kinds are held back until they are let go."""

    def __init__(self, page: Page) -> None:
        self.kinds: set[str] = set()
        self.waiting: list[Any] = []
        page.route_web_socket(re.compile("/socket$"), self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        self.server = socket.connect_to_server()
        socket.on_message(self._sent)

    def _sent(self, message: str | bytes) -> None:
        if json.loads(message)["kind"] in self.kinds:
            self.waiting.append(message)
        else:
            self.server.send(message)

    def let_go(self) -> None:
        """Send everything that was held back."""
        self.kinds.clear()
        for message in self.waiting:
            self.server.send(message)
        self.waiting.clear()


def at(visits: Visits, scenario: str, seats: dict[str, Any] = BOTH, **look: bool) -> tuple[Table, Held]:
    """Somebody alone at a table, with dice of the server."""
    page = visits.empty(**look)
    line = Held(page)
    return Table.sit(page, visits.url, begun(visits.url, scenario=scenario, **seats)), line


def confirm(table: Table) -> None:
    """Press the button that makes the move, once it may be pressed."""
    make = table.page.get_by_role("button", name=re.compile("^Confirm"))
    expect(make).to_be_enabled()
    make.click()


def roll_on(table: Table) -> None:
    """Answer whatever is asked: the first choice, and the dice of the server."""
    card = table.page.locator(".question")
    for _ in range(40):
        expect(table.page.locator(".question, .happened").first).to_be_visible()
        if not card.count():
            return
        before = table.status.inner_text()
        card.locator("[data-primary], .choices .button").first.click()
        expect(table.status).not_to_have_text(before)


def test_an_action_without_a_path_is_judged_as_it_is_chosen(visits: Visits) -> None:
    table, _ = at(visits, ALLEY)
    page = table.page
    table.model("moth").click()
    page.get_by_role("button", name=re.compile("^Stand Up")).click()
    table.verdict("Legal")
    # It may be thought better of: then another action is chosen, and nothing hangs.
    table.press("Clear")
    expect(page.get_by_text("Checking …")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Stand Up")).click()
    table.verdict("Legal")
    confirm(table)
    expect(table.model("moth")).not_to_have_attribute("aria-label", re.compile("Pinned"))

    seats = {"host": {"sides": ["blue", "orange"]}, "invite": []}
    table, _ = at(visits, CARRIER, seats)
    table.model("carrier").click()
    table.page.get_by_role("button", name=re.compile("Remain Stationary", re.I)).click()
    table.verdict("Legal")


def test_nothing_is_confirmed_on_the_verdict_of_another_path(visits: Visits) -> None:
    table, line = at(visits, ALLEY)
    page = table.page
    table.model("kal").click()
    table.tap(6, 3)
    table.verdict("Legal")
    make = page.get_by_role("button", name="Confirm move")
    expect(make).to_be_enabled()
    # Now straight through the wall, while the referee takes its time.
    table.press("Draw path")
    line.kinds = {"preview", "route"}
    table.drag((6, 3), (6, 10))
    expect(page.locator(".verdict-word")).to_have_text("Checking …")
    expect(page.locator(".verdict.legal")).to_have_count(0)
    expect(make).to_be_disabled()
    expect(page.locator(".ghost.checking")).to_have_count(1)
    page.keyboard.press("m")
    line.let_go()
    table.verdict("Illegal")
    expect(make).to_be_disabled()
    table.stands("kal", "at 6, 5")


def test_a_drag_shows_while_the_actions_are_still_asked_for(visits: Visits) -> None:
    table, line = at(visits, ALLEY)
    line.kinds = {"actions"}
    table.drag((6, 5), (6, 3))
    expect(table.page.locator(".ghost.checking")).to_have_count(1)
    line.let_go()
    table.verdict("Legal")
    expect(table.page.locator(".judged .verdict-cost")).to_have_text("2″ of 8″")


def test_where_floors_overlap_the_page_asks_which_is_meant(visits: Visits) -> None:
    table, _ = at(visits, ALLEY)
    page = table.page
    table.model("kal").click()
    expect(page.locator(".band.outer").first).to_be_attached()
    table.tap(9.5, 5)
    table.verdict("Legal")
    which = page.get_by_role("group", name="Which level?")
    expect(which.get_by_role("button", name="On the walkway (3″ up)")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.locator(".ghost-level")).to_have_text("3″ up")
    which.get_by_role("button", name="Under the walkway").click()
    table.verdict("Legal")
    expect(page.locator(".judged .verdict-cost")).to_have_text("3.5″ of 8″")
    expect(page.locator(".ghost-level")).to_have_count(0)
    # A ladder can be tapped though the ghost of the path lies over it.
    page.keyboard.press("Escape")
    table.press("Draw path")
    table.tap(7.5, 5)
    table.verdict("Legal")
    table.tap(7.95, 5)
    table.verdict("Legal")
    expect(page.locator(".ledger .line.by-ladder")).to_be_visible()


def test_a_climb_of_two_actions_is_not_begun_with_the_last_one(visits: Visits) -> None:
    page = visits.empty()
    table = Table.sit(page, visits.url, begun(visits.url, bundled="gantry", **BOTH))
    table.model("kal").click()
    expect(page.locator(".band.outer").first).to_be_attached()
    # A place that takes two actions: the first is drawn, the second follows it, paler and then by itself.
    table.tap(11, 6)
    table.verdict("Legal")
    expect(page.locator(".plan-line")).to_contain_text("Action 1 of 2")
    expect(page.locator(".layer-path .later .stride")).not_to_have_count(0)
    # Its strides are told as those of the first.
    expect(page.locator(".plan-later .ledger .line")).to_have_count(1)
    confirm(table)
    table.stands("kal", "on the catwalk")
    table.verdict("Legal")
    expect(page.locator(".plan-line")).to_have_count(0)
    table.press("Clear")
    # The tower is too far for the action that is left: no offer begins what cannot be finished.
    expect(page.locator(".band.outer").first).to_be_attached()
    table.tap(17, 6)
    table.verdict("Illegal")
    expect(page.locator(".offer").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Takes two actions"))).to_have_count(0)
    page.locator(".offer", has_text="as close as possible").click()
    table.verdict("Legal")
    table.press("Clear")
    page.keyboard.press("Escape")
    table.press("End round")
    table.press("End round anyway")
    expect(page.locator(".clock")).to_contain_text("Round 2")

    # With both actions the first leaves him on the wall: the way off is drawn by itself.
    table.model("kal").click()
    expect(page.locator(".band.outer").first).to_be_attached()
    # The list of unavailable actions stays folded until it is opened.
    expect(page.locator(".unable")).not_to_have_attribute("open", "")
    table.tap(17, 6)
    table.verdict("Stops short")
    confirm(table)
    table.stands("kal", "on the tower (3.5″ up)")
    table.verdict("Legal")
    # The rest of the way is drawn, not only the climb to the edge.
    confirm(table)
    table.stands("kal", "on the tower (5″ up)", "at 17, 6")


def test_a_vehicle_rams_what_is_tapped(visits: Visits) -> None:
    table, _ = at(visits, PILE_UP)
    page = table.page
    table.model("grinder").click()
    page.get_by_role("button", name=re.compile("^Ram")).click()
    expect(page.locator(".band.outer").first).to_be_attached()
    # The reach is that of the Ram: further than that of a Move.
    expect(page.locator(".reach-tools")).to_contain_text("16″")
    table.model("van").click()
    table.verdict("Legal")
    expect(page.locator(".panel-body .card")).to_contain_text("Grinder")
    # It is drawn as it will stand, turned towards the van; the van is drawn where it is pushed.
    turned = page.locator(".ghost[data-ghost='grinder'] .hull").get_attribute("transform")
    assert turned != page.locator("[data-model='grinder'] .hull").get_attribute("transform")
    expect(page.locator(".ghost.pushed")).to_have_count(1)
    expect(page.locator(".tests-of")).to_have_count(2)
    # Which sides meet is told, and shown beside the van.
    expect(page.locator(".contacts")).to_contain_text("Front strikes side")
    expect(page.locator(".price.drop")).to_have_text("Struck side")
    confirm(table)
    # All dice at once, until something has to be decided; every die has the name of its model.
    table.press("Roll all")
    expect(page.locator(".dice-cell").nth(1)).to_be_visible()
    expect(page.locator(".question [data-primary]")).to_have_count(0)
    roll_on(table)
    expect(page.locator(".happened")).to_contain_text("Van")
    expect(page.locator(".dice-grid")).to_contain_text("Grinder")
    expect(page.locator(".dice-grid")).to_contain_text("Van")
    # A tap on the ground is enough for a drive as well: it goes straight there, however rough the tap.
    table, _ = at(visits, PILE_UP)
    table.model("grinder").click()
    table.tap(17.9, 8.3)
    table.verdict("Legal")


def test_an_action_pressed_before_the_first_reach_is_there_keeps_its_own_reach(visits: Visits) -> None:
    """On a slow server the reach of a Move was drawn for a Ram, and nothing told how far it leads."""
    table, line = at(visits, PILE_UP)
    page = table.page
    line.kinds.add("reach")
    table.model("grinder").click()
    page.get_by_role("button", name=re.compile("^Ram")).click()
    line.let_go()
    expect(page.locator(".reach-tools")).to_contain_text("16″")


def test_a_unit_of_ten_embarks_and_gets_out_on_a_phone(visits: Visits) -> None:
    seats = {"host": {"sides": ["blue", "orange"]}, "invite": []}
    table, _ = at(visits, CARRIER, seats, phone=True)
    page = table.page
    table.model("vanguard.3").tap()
    expect(page.get_by_role("button", name="Normal move")).to_have_attribute("aria-pressed", "true")
    page.touchscreen.tap(*table.where(8, 14.4))
    table.verdict("Legal")
    expect(page.locator(".judged .verdict-cost")).to_have_text(re.compile(r"^5\.\d″ of 6″ each$"))
    confirm(table)
    # Told once for all ten.
    expect(page.locator(".happened")).to_contain_text(re.compile(r"10 models of Vanguard move"))
    embark = page.get_by_role("button", name="Embark")
    embark.tap()
    # Only what can take them is offered: one transport, so it is chosen by itself.
    table.verdict("Legal")
    assert page.get_by_label("Target").locator("option").all_inner_texts()[1:] == ["Carrier"]
    confirm(table)
    expect(table.model("vanguard.3")).to_have_count(0)
    table.press("Deselect Vanguard")
    # The list of one's own models knows where they are, and that is enough to select them.
    expect(page.locator("[data-roster='vanguard']")).to_contain_text("10 models · aboard Carrier")
    # The carrier could still act: the first end of a turn asks. In the Command phase there is nothing to ask.
    table.press("End turn")
    table.press("End turn anyway")
    expect(page.locator(".clock")).to_contain_text("Orange")
    table.press("End turn")
    expect(page.locator(".clock")).to_contain_text("Round 2")
    table.press("End phase")
    expect(page.locator(".clock")).to_contain_text("Movement")
    table.model("carrier").tap()
    expect(page.locator(".passengers")).to_contain_text("10 aboard")
    page.locator(".passenger").tap()
    expect(page.get_by_role("button", name="Disembark")).to_have_attribute("aria-pressed", "true")
    table.verdict("Legal")
    expect(page.locator(".ghost")).to_have_count(10)
    # Elsewhere they have no room: what was proposed comes back.
    page.touchscreen.tap(*table.where(14, 17))
    table.verdict("Illegal")
    page.get_by_role("button", name="Clear").tap()
    table.verdict("Legal")
    confirm(table)
    expect(table.model("vanguard.3")).to_be_visible()


def test_an_action_without_a_target_in_reach_says_so_where_it_is_seen(visits: Visits) -> None:
    seats = {"host": {"sides": ["blue", "orange"]}, "invite": []}
    table, _ = at(visits, CARRIER, seats, phone=True)
    page = table.page
    table.model("vanguard.3").tap()
    expect(page.get_by_role("button", name="Normal move")).to_have_attribute("aria-pressed", "true")
    page.touchscreen.tap(*table.where(8, 13.5))
    table.verdict("Legal")
    confirm(table)
    page.get_by_role("button", name="Embark").tap()
    # One of them stands 3.1″ from the transport: that is told at once, and not below the last move.
    expect(page.locator(".needs")).to_contain_text("Embark has no target in reach now")
    expect(page.locator(".needs p").nth(1)).to_be_in_viewport(ratio=1)


def test_a_climb_is_declared_with_one_tap_by_the_ladder_at_hand(visits: Visits) -> None:
    scenario = """
ruleset: dark-heresy-2e
scale: 1
board: [24, 16]
terrain:
  tower: {platform: {rect: [10, 8, 4, 4]}, z: 2, under: solid}
  rungs: {ladder: [[12, 7.98], [12, 8.02]], height: 2}
  crag: {platform: {rect: [2, 8, 4, 4]}, z: 2, under: solid, tags: [simple]}
models:
  vex: {base: 25, at: [12, 7.5], side: orange, profile: {S: 40, T: 40, Ag: 40, Per: 30, WP: 30}}
  nim: {base: 25, at: [4, 7.507874], side: orange, profile: {S: 40, T: 40, Ag: 40, Per: 30, WP: 30}}
"""
    table, _ = at(visits, scenario, {"host": {"sides": ["orange"]}, "invite": []})
    page = table.page
    for who, goal, leg in (("vex", (12, 9), "Ladder"), ("nim", (4, 9), "Climb")):
        table.model(who).click()
        page.get_by_role("button", name=re.compile("^Climb")).first.click()
        table.tap(*goal)
        table.verdict("Legal")
        expect(page.locator(".ledger")).to_contain_text(leg)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")


def test_an_advance_says_how_likely_its_roll_is_enough(visits: Visits) -> None:
    seats = {"host": {"sides": ["blue", "orange"]}, "invite": []}
    table, _ = at(visits, CARRIER, seats)
    page = table.page
    table.model("vanguard.3").click()
    page.get_by_role("button", name="Advance").click()
    start = page.locator("[data-model='vanguard.3']")
    expect(start).to_be_visible()
    table.tap(22, 9)
    table.verdict("Illegal")
    # What holds for all ten is told once.
    assert page.locator(".reasons li").count() <= 3
    expect(page.locator(".reasons")).to_contain_text("more like this")
    table.tap(17, 9)
    table.verdict("Legal")
    expect(page.locator(".verdict-if")).to_have_text(re.compile(r"^if the roll is enough: \d+ %$"))
