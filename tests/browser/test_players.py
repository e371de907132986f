"""Two people at one table, each in a browser of his own: invitations, a lost line, taking back, watching."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Visits, barriers, picture
from tests.browser.table import Table, begun
from tests.browser.tables import GAP


class Line:
    """The line of a page to its server, which can be cut."""

    def __init__(self) -> None:
        self.sockets: list[WebSocketRoute] = []

    def __call__(self, socket: WebSocketRoute) -> None:
        """A socket that is opened goes through to the server."""
        socket.connect_to_server()
        self.sockets.append(socket)

    def cut(self) -> None:
        """Break it, as a bad network does."""
        self.sockets[-1].close(code=4000, reason="cut")


def two(visits: Visits) -> tuple[Table, Table, Line]:
    """Orange who has begun a game, green who has come by the link, and the line of orange."""
    seat = begun(visits.url, scenario=GAP, dice="typed")
    page = visits.empty()
    line = Line()
    page.route_web_socket(re.compile("/socket$"), line)
    orange = Table.sit(page, visits.url, seat)
    page.get_by_role("tab", name="People").click()
    link = page.get_by_label("Invite link").input_value()
    guest = visits.open(link.removeprefix(f"{visits.url}/"))
    guest.get_by_label("Your name").fill("Bo")
    guest.get_by_role("button", name="Join").click()
    green = Table(guest)
    expect(green.model("grix")).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("Bo")
    expect(page.locator(".notice")).to_contain_text("Bo joined (Green)")
    page.get_by_role("tab", name="Move").click()
    return orange, green, line


def test_both_see_every_move_and_a_lost_line_loses_nothing(visits: Visits) -> None:
    orange, green, line = two(visits)
    orange.model("kal").click()
    orange.tap(7, 4)
    orange.verdict("Legal")
    orange.press("Confirm move")
    for table in (orange, green):
        table.stands("kal", "on the near (3″ up)")

    # Orange leaps, and is cut off while the die is still in the air.
    orange.tap(12, 4)
    orange.verdict("Legal")
    orange.press("Confirm move")
    orange.press("Leap")
    expect(orange.page.locator(".faces")).to_be_visible()
    expect(green.page.locator(".question")).to_contain_text("Waiting for Orange")
    line.cut()
    expect(orange.page.locator(".offline")).to_be_hidden()
    expect(orange.status).to_contain_text("Nothing was lost")
    assert len(line.sockets) == 2
    orange.page.get_by_role("button", name="6", exact=True).click()
    orange.press("Use these dice")
    for table in (orange, green):
        table.stands("kal", "on the far (3″ up)")
        expect(table.page.locator(".question")).to_have_count(0)

    # Green answers with a move of its own; the round ends for both, and both agree that this was the end.
    expect(green.page.locator(".turn-banner")).to_contain_text("Orange’s turn")
    green.model("grix").click()
    green.tap(16.8, 3)
    green.verdict("Legal")
    green.press("Confirm move")
    for table in (orange, green):
        table.stands("grix", "at 16.8, 3")
    green.press("End round")
    green.press("End round anyway")
    for table in (orange, green):
        expect(table.page.locator(".turn-banner")).to_contain_text("Round 2")
    green.page.get_by_role("button", name="Menu").click()
    green.press("End game")
    expect(orange.page.locator(".banner")).to_contain_text("Bo asks to end the game")
    orange.press("Agree")
    for table in (orange, green):
        expect(table.page.locator(".turn-banner")).to_contain_text("The game is over")
        table.page.get_by_role("tab", name="People").click()
        expect(table.page.locator(".facts")).to_contain_text("Dice")
        table.page.get_by_role("tab", name="Move").click()
    # It is looked back at: the leap on the timeline, with the luck of orange.
    orange.press("Review the game")
    expect(orange.page.locator(".timeline-mark.passed")).to_have_count(1)
    expect(orange.page.locator(".review-found")).to_contain_text("luckier than")

    # Whoever loads the page again sits where he sat.
    green.page.reload()
    green.stands("kal", "on the far (3″ up)")


def test_players_talk_point_and_are_not_overruled(visits: Visits) -> None:
    orange, green, _ = two(visits)
    # Who writes is heard by everybody, wherever they look; who points shows the place.
    green.page.get_by_role("tab", name="People").click()
    green.page.get_by_label("Write to the table").fill("via here?")
    green.page.get_by_role("button", name="Send").click()
    expect(orange.page.locator(".notice", has_text="Bo: via here?")).to_be_visible()
    green.page.get_by_role("button", name="Point at the table").click()
    green.tap(13, 8)
    for table in (orange, green):
        expect(table.page.locator(".ping-name")).to_have_text("Bo")
    expect(green.page.locator(".talk .said.mine")).to_have_count(2)
    assert barriers(green.page) == []

    # A second proposal does not replace the first.
    orange.page.get_by_role("button", name="Menu").click()
    orange.press("End game")
    expect(green.page.locator(".banner")).to_contain_text("asks to end the game")
    orange.model("kal").click()
    orange.tap(3.5, 2)
    orange.verdict("Legal")
    green.press("Decline")
    expect(orange.status).to_contain_text("The request was declined")
    # What is said quietly meanwhile takes no notice away.
    orange.tap(3.5, 1.5)
    expect(orange.heard).to_contain_text("Legal: 2.5″ of 8″")
    expect(orange.status).to_contain_text("The request was declined")


def test_a_game_is_downloaded_and_opened_again(visits: Visits) -> None:
    alone: dict[str, Any] = {"host": {"sides": ["orange", "green"]}, "invite": []}
    table = Table.sit(visits.empty(), visits.url, begun(visits.url, scenario=GAP, **alone), name="Friday")
    page = table.page
    table.model("kal").click()
    table.tap(7, 4)
    table.verdict("Legal")
    table.press("Confirm move")
    table.stands("kal", "on the near (3″ up)")
    page.get_by_role("tab", name="People").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download log").click()
    # A picture of it, to scale; and a link that leads to this moment.
    page.get_by_role("button", name="Menu").click()
    wide = 0.0
    for what, suffix in (("Save drawing (SVG)", ".svg"), ("Save picture (PNG)", ".png")):
        if not page.get_by_role("button", name=what).is_visible():
            page.get_by_role("button", name="Menu").click()
        with page.expect_download() as drawn:
            page.get_by_role("button", name=what).click()
        assert drawn.value.suggested_filename.endswith(suffix)
        content = drawn.value.path().read_bytes()
        assert len(content) > 10_000
        if suffix == ".svg":
            # The board is 18 inches wide, and round it there is room for its rulers.
            wide = float(content.split(b'width="')[1].split(b"in")[0])
            assert 19 < wide < 20
            assert b"data:font/woff2" in content
    # Printed or kept as PDF it is as large as it really is, on one page.
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Print or PDF, to scale").click()
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    boxes = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", printed)
    assert len(boxes) == 1
    assert abs(float(boxes[0].split()[2]) / 72 - wide) < 0.05
    page.goto(f"{page.url}/at/1")
    page.reload()
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    file = saved.value.path().rename(saved.value.path().with_suffix(".game"))
    page.goto(f"{visits.url}/#/")
    page.locator("#upload").set_input_files(file)
    table.stands("kal", "on the near (3″ up)")
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log .entry")).to_have_count(1)
    # A file that is neither is refused beside the button, with every problem.
    page.goto(f"{visits.url}/#/")
    page.locator("#upload").set_input_files(
        {"name": "broken.yaml", "mimeType": "text/yaml", "buffer": b"name: x\nboard: [0, 9]\n"}
    )
    expect(page.locator(".upload .wrong")).to_contain_text("broken.yaml can’t be played")


def test_taking_back_needs_the_consent_of_the_other_once_dice_were_shown(visits: Visits) -> None:
    orange, green, _ = two(visits)
    orange.model("kal").click()
    orange.press("Draw path")
    orange.tap(3, 8)
    orange.verdict("Legal")
    orange.press("Confirm move")
    expect(orange.page.locator(".faces")).to_be_visible()
    orange.page.get_by_role("button", name="6", exact=True).click()
    orange.press("Use these dice")
    for table in (orange, green):
        table.stands("kal", "at 3, 8")

    orange.press("Undo")
    expect(orange.page.locator(".banner")).to_contain_text(
        "Waiting for the other players to agree to the undo"
    )
    expect(green.page.locator(".consent")).to_contain_text("asks to undo the last move")
    # It says what it takes back, and the table shows where to.
    expect(green.page.locator(".consent")).to_contain_text("1 roll is taken back")
    expect(green.page.locator(".layer-hindsight .price")).to_have_text("Back 4″")
    green.press("Keep the move")
    expect(orange.status).to_contain_text("The request was declined")
    orange.stands("kal", "at 3, 8")

    orange.press("Undo")
    expect(green.page.get_by_role("button", name="Allow the undo")).to_be_visible()
    picture(green.page, "desktop-consent")
    assert barriers(green.page) == []
    green.press("Allow the undo")
    for table in (orange, green):
        table.stands("kal", "at 3.5, 4")


def test_a_spectator_looks_and_a_referee_sets_right_with_a_reason(visits: Visits) -> None:
    seat = begun(visits.url, scenario=GAP, host={"role": "referee"}, invite=[{"role": "spectator"}])
    referee = Table.sit(visits.empty(), visits.url, seat)
    page = referee.page
    page.get_by_role("tab", name="People").click()
    link = page.get_by_label("Invite link").input_value()
    guest = visits.open(link.removeprefix(f"{visits.url}/"))
    guest.get_by_role("button", name="Join").click()
    watcher = Table(guest)
    watcher.model("kal").click()
    expect(guest.locator(".panel-body")).to_contain_text("Kal belongs to orange. You are a spectator")

    page.get_by_text("Referee correction").click()
    page.get_by_label("x", exact=True).fill("2")
    page.get_by_label("y", exact=True).fill("2")
    page.get_by_label("Reason (logged)").fill("he stood there")
    referee.press("Apply correction")
    for table in (referee, watcher):
        table.stands("kal", "at 2, 2")
    guest.get_by_role("tab", name="Log").click()
    expect(guest.locator(".log")).to_contain_text("Referee correction: he stood there")


def test_words_alone_are_enough_and_the_slider_shows_it_all_again(visits: Visits) -> None:
    alone: dict[str, Any] = {"host": {"sides": ["orange", "green"]}, "invite": []}
    table = Table.sit(visits.empty(), visits.url, begun(visits.url, scenario=GAP, **alone))
    page = table.page
    page.get_by_role("tab", name="Text").click()

    def say(line: str) -> None:
        page.get_by_role("textbox", name="Command").fill(line)
        page.get_by_role("textbox", name="Command").press("Enter")

    expect(page.get_by_role("region", name="Models")).to_contain_text("Grix")
    say("kla move to 4,2")
    expect(page.locator(".heard")).to_contain_text("kla")
    say("kal move to 4,2")
    expect(page.locator(".heard")).to_contain_text("Type “confirm” to make the move")
    say("confirm")
    table.stands("kal", "at 4, 2")
    say("grix move to 16.8,3")
    expect(page.locator(".heard p").first).to_contain_text(re.compile("grix", re.I))
    say("confirm")
    table.stands("grix", "at 16.8, 3")

    page.get_by_role("tab", name="Log").click()
    slider = page.get_by_label("Go to move")
    slider.focus()
    slider.press("Home")
    table.stands("kal", "at 3.5, 4")
    slider.press("ArrowRight")
    table.stands("kal", "at 4, 2")
    table.stands("grix", "at 16.8, 1")
    table.press("Back to live")
    table.stands("grix", "at 16.8, 3")


def test_levels_fade_what_is_above_and_the_tape_measures(visits: Visits) -> None:
    table = Table.sit(visits.empty(), visits.url, begun(visits.url, scenario=GAP))
    page = table.page
    near = page.locator(".play [data-piece='near']")
    table.press("Ground level")
    expect(near).to_have_class(re.compile(r"\babove\b"))
    table.press("Level 3″")
    expect(near).not_to_have_class(re.compile(r"\babove\b"))
    table.press("Measure")
    table.tap(1, 1)
    table.tap(4, 5)
    expect(page.locator(".tape-text")).to_have_text("5″")


def test_pre_measuring_is_off_until_it_is_switched_on_for_a_new_game(visits: Visits, tmp_path: Path) -> None:
    strict = GAP.replace("options: {premeasure: true}\n", "")
    assert strict != GAP
    file = tmp_path / "bridge.yaml"
    file.write_text(strict)
    page = visits.open()
    for measuring, shown in [("As in the scenario", ".note"), ("On", ".judged")]:
        page.goto(f"{visits.url}/#/")
        page.get_by_text("Game settings").click()
        page.get_by_label("Pre-measuring").select_option(measuring)
        page.locator("#upload").set_input_files(file)
        table = Table(page)
        table.model("kal").click()
        expect(page.locator(".way-tools")).to_be_visible()
        table.tap(3.5, 2)
        expect(page.locator(shown).first).to_be_visible()
        if measuring != "On":
            expect(page.locator(".note")).to_contain_text("Pre-measuring is off for this table")
            expect(page.get_by_role("button", name="Confirm move")).to_be_enabled()


def test_the_clock_is_moved_on_by_buttons(visits: Visits) -> None:
    scenario = GAP.replace("necromunda-classic", "necromunda-2023")
    table = Table.sit(
        visits.empty(), visits.url, begun(visits.url, scenario=scenario, host={"sides": ["orange"]})
    )
    # Nobody has acted yet: it asks, and takes the player to who can.
    table.press("End round")
    expect(table.page.locator(".turn .note.ask")).to_contain_text("Kal and Grix can still act")
    table.press("End round anyway")
    expect(table.page.locator(".clock")).to_contain_text("Round 2")
    table.page.get_by_role("textbox", name="Phase").fill("end")
    table.press("Next phase")
    expect(table.page.locator(".clock")).to_contain_text("End")


def test_a_clock_counts_the_time_of_the_side_that_has_the_turn(visits: Visits) -> None:
    scenario = GAP.replace("board:", "clock: {round: 1, side: orange}\nboard:")
    table = Table.sit(
        visits.empty(), visits.url, begun(visits.url, scenario=scenario, host={"sides": ["orange"]})
    )
    page = table.page
    expect(page.locator(".play-clock")).to_be_hidden()
    page.locator(".menu-button").click()
    page.get_by_role("button", name="Show a clock").click()
    expect(page.locator(".play-clock .runs")).to_contain_text(re.compile(r"Orange 0:0[2-9]"))
    # It goes on where it was.
    page.reload()
    expect(page.locator(".play-clock .runs")).to_contain_text(re.compile(r"Orange 0:[01][3-9]"))
    page.locator(".menu-button").click()
    page.get_by_role("button", name="Hide the clock").click()
    expect(page.locator(".play-clock")).to_be_hidden()
