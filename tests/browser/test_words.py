"""Texts of the page: the pseudo-locale shows that all of them can be translated, and numbers are rounded in one way."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from surefoot.language.speaker import Speaker
from surefoot.server.pages import page as installed
from tests.browser.conftest import Visits
from tests.browser.table import Table, begun
from tests.browser.tables import GAP

ALONE = {"host": {"sides": ["orange", "green"]}, "invite": []}
# Every text in the pseudo-locale is in these brackets. What is outside of them must be a number with its unit, dice,
# or stand in an element that is marked as written by the referee or by the players (data-from).
_ESCAPED = r"""() => {
  const outside = (text) => {
    let depth = 0;
    let rest = "";
    for (const each of text) {
      if (each === "⟦") depth += 1;
      else if (each === "⟧") depth -= 1;
      else if (!depth) rest += each;
    }
    return rest
      .replace(/\b\d*D\d+\b/g, "")
      .replace(/[\d.,]+\s?(m|km|kg|mm|h|min)\b/g, "");
  };
  const found = new Set();
  const look = (where, text, element) => {
    if (/\p{L}/u.test(outside(text))) found.add(`${where} of <${element.tagName} class="${element.getAttribute("class")}">: ${text}`);
  };
  const theirs = (element) => element.closest("[data-from], [translate=no], script, style, noscript");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const shown = element.matches("option, title") || element.checkVisibility();
    if (shown && !theirs(element)) look("text", texts.currentNode.data, element);
  }
  for (const element of document.body.querySelectorAll("*")) {
    if (theirs(element)) continue;
    for (const name of ["aria-label", "aria-roledescription", "title", "placeholder", "alt"]) {
      if (element.hasAttribute(name)) look(name, element.getAttribute(name), element);
    }
  }
  return [...found];
}"""


@pytest.fixture
def page(visits: Visits) -> Page:
    """A page in the pseudo-locale."""
    found = visits.empty()
    found.add_init_script("localStorage.setItem('surefoot.words', 'en-XA')")
    found.goto(visits.url)
    expect(found.locator("html")).to_have_attribute("lang", "en-XA")
    return found


def escaped(page: Page) -> list[str]:
    """Texts that did not go through words.js."""
    assert "⟦" in page.locator("body").inner_text(), "nothing is in the pseudo-locale"
    found: list[str] = page.evaluate(_ESCAPED)
    return found


def at(page: Page, visits: Visits, hash_: str, shown: str) -> Page:
    """The page at another screen, once something is shown there."""
    page.goto(f"{visits.url}/{hash_}")
    expect(page.locator(shown).first).to_be_visible()
    return page


def test_the_lobby_and_the_way_into_a_game(page: Page, visits: Visits) -> None:
    refused = {
        "code": "seat/unknown",
        "title": "No seat",
        "detail": "This invite link was used or has expired.",
    }
    page.route(re.compile("/v1/(join|games/none)$"), lambda route: route.fulfill(status=422, json=refused))
    expect(page.locator(".tile").first).to_be_visible()
    page.locator(".wishes summary").click()
    assert escaped(page) == []
    at(page, visits, "#/join/none", "form.sheet")
    assert escaped(page) == []
    page.locator("form.sheet button").click()
    expect(page.locator(".wrong")).not_to_be_empty()
    assert escaped(page) == []
    for hash_ in ("#/game/none", "#/nowhere", "#/sit/none/none"):
        at(page, visits, hash_, ".sheet h2")
        assert escaped(page) == [], hash_


def test_a_game(page: Page, visits: Visits) -> None:
    table = Table.sit(page, visits.url, begun(visits.url, scenario=GAP, dice="typed", **ALONE))
    expect(page.locator(".hint")).to_be_visible()
    expect(page.locator(".turn button").first).to_be_visible()
    assert escaped(page) == []
    table.model("kal").click()
    expect(page.locator(".reach-tools")).to_be_visible()
    assert escaped(page) == []
    page.locator(".reach-tools button").last.click()
    expect(page.locator(".band.chance").first).to_be_attached()
    assert escaped(page) == []

    # An illegal move with its alternatives, then a legal one.
    page.locator(".way-tools .segments button").last.click()
    table.tap(7, 4)
    expect(page.locator(".instead .offer").first).to_be_visible()
    assert escaped(page) == []
    page.locator(".make-bar button").last.click()
    page.locator(".way-tools .segments button").first.click()
    table.tap(7, 4)
    expect(page.locator(".judged[aria-busy=false] .ledger")).to_be_visible()
    assert escaped(page) == []
    page.locator(".ledger .clause").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert escaped(page) == []
    page.get_by_role("dialog").get_by_role("button").click()
    page.locator(".make-bar .strong").click()
    expect(page.locator(".happened")).to_be_visible()

    # A leap: its odds, its choice, its die.
    table.tap(12, 4)
    expect(page.locator(".judged[aria-busy=false] .ends")).to_be_visible()
    assert escaped(page) == []
    page.locator(".make-bar .strong").click()
    expect(page.locator(".question .choices")).to_be_visible()
    assert escaped(page) == []
    page.locator(".question .choices button").first.click()
    expect(page.locator(".question .faces")).to_be_visible()
    assert escaped(page) == []
    page.locator(".faces button").last.click()
    page.locator(".typed-dice .strong").click()
    expect(page.locator(".happened .rolled")).to_be_visible()
    page.locator(".unable summary").click()
    assert escaped(page) == []

    # The other tabs, the replay, the tools of the table.
    page.locator("#tab-log").click()
    page.locator(".entry summary").first.click()
    assert escaped(page) == []
    for key in ("ArrowLeft", "Home"):
        page.locator(".slider").press(key)
        assert escaped(page) == []
    page.locator(".replay .row button").last.click()
    page.locator("#tab-text").click()
    for line in ("kla move", "kal move to 11,3", "grix ?", "confirm", "help", "table"):
        replies = page.locator(".heard p").count()
        page.locator(".command input").fill(line)
        page.locator(".command input").press("Enter")
        expect(page.locator(".heard p").nth(replies)).to_be_visible()
        assert escaped(page) == [], line
    page.locator("#tab-people").click()
    expect(page.locator(".facts")).to_be_visible()
    page.locator(".inviting button").click()
    expect(page.locator(".link")).to_be_visible()
    assert escaped(page) == []
    for tool in page.locator(".table-tools button").all():
        tool.click()
        assert escaped(page) == []


def test_a_referee_and_a_unit(page: Page, visits: Visits) -> None:
    seat = begun(visits.url, scenario=GAP, host={"role": "referee"}, invite=[{"role": "spectator"}])
    table = Table.sit(page, visits.url, seat)
    page.locator("#tab-people").click()
    page.locator(".correcting summary").click()
    assert escaped(page) == []
    page.locator(".correcting .strong").click()
    assert escaped(page) == []
    page.locator(".correcting input").last.fill("he stood there")
    page.locator(".correcting input").nth(0).fill("2")
    page.locator(".correcting input").nth(1).fill("2")
    page.locator(".correcting .strong").click()
    expect(table.model("kal")).to_have_attribute("aria-label", re.compile("2, 2"))
    page.locator("#tab-move").click()
    assert escaped(page) == []
    seat = begun(visits.url, bundled="causeway", host={"sides": ["blue", "orange"]}, invite=[])
    table = Table.sit(page, visits.url, seat)
    table.model("guard.1").click()
    expect(page.locator(".actions .action-tiles button").first).to_be_visible()
    page.locator(".details-given summary").click()
    assert escaped(page) == []
    table.drag((6, 10), (6, 5))
    expect(page.locator(".judged[aria-busy=false]")).to_be_visible()
    assert escaped(page) == []


def test_the_editor(page: Page, visits: Visits) -> None:
    at(page, visits, "#/editor/spillway", ".editor-says.good")
    assert escaped(page) == []
    for thing in ("filter-hall", "silt"):
        page.locator(f'[data-thing="{thing}"]').click()
        page.locator(".editor-more summary").click()
        assert escaped(page) == [], thing
    page.locator(".editor-head button").click()
    for add in page.locator(".palette-item").all():
        add.click()
        expect(page.locator(".editor-head")).to_be_visible()
        assert escaped(page) == []
        page.locator(".editor-head button").click()
    page.locator(".editor-add button:not(.palette-item)").first.click()
    assert escaped(page) == []
    expect(page.locator(".editor-says.bad")).to_be_visible()
    assert escaped(page) == []
    page.locator(".editor-tools button").last.click()
    expect(page.locator(".space")).to_be_visible()
    assert escaped(page) == []


def test_the_desk(page: Page, visits: Visits) -> None:
    at(page, visits, "#/desk", ".plot")
    for feat in page.locator("[data-feat]").all():
        feat.click()
        page.wait_for_timeout(400)
        expect(page.locator(".plot")).to_be_visible()
        assert escaped(page) == []
    page.locator(".desk-dice .strong").click()
    expect(page.locator(".desk-lead")).to_be_visible()
    assert escaped(page) == []
    at(page, visits, "#/desk/journeys", ".arrivals")
    assert escaped(page) == []
    page.locator(".desk-dice .strong").click()
    expect(page.locator(".desk-worn")).to_be_visible()
    assert escaped(page) == []


def test_a_catalogue_translates_the_page_and_can_be_chosen(visits: Visits) -> None:
    catalogue = {
        "Scenarios": "Szenarien",
        "Play {table}": "{table} spielen",
        "{n} model": {"one": "{n} Modell", "other": "{n} Modelle"},
    }
    page = visits.open()
    expect(page.locator(".language")).to_have_count(0)

    def index(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace('name="words" content=""', 'name="words" content="de"')
        route.fulfill(response=answer, body=body)

    page.route(re.compile(r"^http://[^/]+/(\?.*)?$"), index)
    page.route("**/words/de.json", lambda route: route.fulfill(json=catalogue))
    page.reload()
    page.locator(".menu-button").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Szenarien")).to_be_visible()
    expect(page.get_by_role("button", name="The last dry spillway spielen")).to_be_attached()
    expect(page.locator(".tile").first).to_contain_text("Modelle")
    # A text that the catalogue does not have stays English.
    expect(page.get_by_role("button", name="Make your first move")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def formatted(page: Page, call: str, *arguments: Any) -> Any:
    """The result of a function of format.js."""
    script = """async ([call, given]) => {
      const module = await (await import(document.querySelector("script").src)).need("js/format.js");
      return module[call](...given);
    }"""
    return page.evaluate(script, [call, arguments])


def test_lengths_and_names_are_written_for_people(visits: Visits) -> None:
    page = visits.open()
    lengths = [formatted(page, "length", value, "″") for value in (6, 3.24, 2.06, 0, 0.04)]
    assert lengths == ["6″", "3.2″", "2.1″", "0″", "less than 0.1″"]
    # A length that differs from its limit never reads as the limit.
    limited = [formatted(page, "length", value, "″", 6) for value in (5.5, 5.94, 5.97, 5.998, 6, 6.2)]
    assert limited == ["5.5″", "5.9″", "5.97″", "5.998″", "6″", "6.2″"]
    assert formatted(page, "length", 2.26, " m") == "2.3 m"
    names = [
        formatted(page, "named", name) for name in ("kal", "ork-boy-2", "filter-hall", "Big-Jim", "T-800")
    ]
    assert names == ["Kal", "Ork Boy 2", "Filter Hall", "Big-Jim", "T-800"]
    things = [formatted(page, "thing", name) for name in ("filter-hall", "wall-2", "Tower A")]
    assert things == ["the filter hall", "wall 2", "Tower A"]


def test_the_page_rounds_and_names_as_the_referee_does(visits: Visits) -> None:
    page, speaker = visits.open(), Speaker("inch")
    odds = [Fraction(top, 48) for top in range(49)] + [Fraction(1, 1000), Fraction(999, 1000), Fraction(1, 8)]
    lengths = [value * 10_000 for value in range(1_000, 1_100, 7)] + [250_000, 750_000, 1_250_000, 2_050_000]
    names = ["kal", "guard.1", "ork-boy-2", "Mad Donna"]
    things = ["catwalk", "wall-2", "Tower A", "filter_hall", "truck.roof"]
    for call, given, expected in [
        ("percent", [str(each) for each in odds], [speaker.percent(each) for each in odds]),
        ("chance", ["2/3", "1", "0"], [speaker.chance(Fraction(each)) for each in ("2/3", "1", "0")]),
        ("named", names, [speaker.who(each) for each in names]),
        ("thing", things, [speaker.thing(each) for each in things]),
    ]:
        assert [formatted(page, call, each) for each in given] == expected, call
    shown = [formatted(page, "length", each / 1e6, "″") for each in lengths]
    assert shown == [speaker.length(each) for each in lengths]


def test_the_first_argument_of_every_text_is_a_literal() -> None:
    calls = 0
    for path, content in installed().files.items():
        if not (path.startswith("js/") and path.endswith(".js")) or path == "js/words.js":
            continue
        for call in re.finditer(r'(?<![\w.])(tn?)\((?!")(.{0,40})', content.decode()):
            pytest.fail(f"{path}: {call.group(0)}: a text must be a literal, so that it can be extracted")
        calls += len(re.findall(r'(?<![\w.])tn?\("', content.decode()))
    assert calls > 200
