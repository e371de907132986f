"""A browser without a server: everything but playing over the network, and all of it with the network cut."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from tools.static.site import service_worker

from surefoot.answers.bundled import bundled
from surefoot.files.source import parse
from surefoot.server import game_worker, questions
from surefoot.server.authority import Actor
from surefoot.server.limits import Limits
from tests.browser.conftest import DESKTOP, PATIENCE, barriers
from tests.browser.table import Table
from tests.browser.tables import GAP

# What a module of the page exports, asked for in the page.
_CALL = """async ([module, name, given]) => {
  const app = document.querySelector('script[type=module]').src;
  return (await (await import(app)).need(`js/${module}`))[name](...given);
}"""
KAL = {"M": 8, "I": 4, "T": 3, "W": 1}
LEAP = {"who": "kal", "action": "move", "path": [{"leap": [12, 4]}]}
# What a page says on its console when something is wrong.
LOUD = ("error", "warning")
# The worker that holds the games; and a disk that is full, as far as this worker can see.
_HOLDS_GAMES = "() => self.name === 'surefoot'"
_FULL = """(times) => {
  self.add ??= IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (...given) {
    if (times-- <= 0) return self.add.apply(this, given);
    throw new DOMException('full', 'QuotaExceededError');
  };
}"""
_CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"
_MEMORIES = "async () => (await (await caches.open('surefoot-memory')).keys()).length"
_VERSIONS = "async () => (await caches.keys()).filter((name) => name !== 'surefoot-memory')"
# A memory of Python that is none, in its place.
_DAMAGED = """async () => {
  const app = document.querySelector('script[type=module]').src;
  const { remember } = await (await import(app)).need('js/host/memory.js');
  const engine = new URL(document.querySelector('meta[name=engine]').content, document.baseURI).href;
  await remember(engine, new Uint8Array(1000), true);
}"""
UP = {"who": "kal", "action": "move", "path": [[4.2, 4]]}
# All answers to a reach on a socket of its own.
_GROWS = """async ([begun, asked]) => {
  const app = document.querySelector('script[type=module]').src;
  const { host } = await (await import(app)).need('js/host/host.js');
  const line = host.socket(begun.game);
  const heard = [];
  return new Promise((resolve) => {
    line.onopen = () => line.send(JSON.stringify({ kind: 'hello', token: begun.token }));
    line.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.kind === 'welcome') line.send(JSON.stringify({ kind: 'reach', id: 'grow', partly: true, ...asked }));
      if (frame.id !== 'grow') return;
      heard.push(frame);
      if (frame.more) return;
      line.close();
      resolve(heard);
    };
  });
}"""


class Alone:
    """Somebody with a browser and no network."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.complaints: list[str] = []

    def open(self, hash_: str = "") -> Page:
        page = self.context.new_page()
        page.on("console", lambda each: each.type in LOUD and self.complain(each.text, each.location["url"]))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"{self.url}/{hash_}")
        return page

    def complain(self, text: str, where: str) -> None:
        # The example of a page of somebody else has no icon.
        if not where.endswith("/favicon.ico"):
            self.complaints.append(f"{text} ({where.rpartition('/')[2]})")

    def begin(self, page: Page, **form: Any) -> str:
        """A new game; its id."""
        begun = page.evaluate(_CALL, ["net.js", "ask", ["/v1/games", {"body": form}]])
        seat = {"role": "player", "name": begun["name"], "sides": begun["seat"]["sides"]}
        page.evaluate(
            _CALL, ["lobby/seats.js", "keep", [{"game": begun["game"], "token": begun["token"], **seat}]]
        )
        page.goto(f"{self.url}/#/game/{begun['game']}")
        expect(page.locator(".play .token").first).to_be_visible()
        return str(begun["game"])


@pytest.fixture(scope="module")
def online(browser: Browser, files: ThreadingHTTPServer) -> Iterator[Alone]:
    """A browser, and a host of files."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    found = Alone(context, f"http://127.0.0.1:{files.server_port}/surefoot")
    yield found
    context.close()
    assert "\n".join(found.complaints) == ""


def kept(online: Alone) -> Page:
    """A page that is kept for visits without a network."""
    page = online.open()
    expect(page.locator(".families")).to_be_visible()
    for _ in range(4 * PATIENCE // 500):
        if page.evaluate(_CONTROLLED):
            break
        page.wait_for_timeout(500)
    assert page.evaluate(_CONTROLLED)
    return page


@pytest.fixture(scope="module")
def alone(online: Alone, files: ThreadingHTTPServer) -> Alone:
    """A browser that has seen the page once; then its network is cut."""
    kept(online).close()
    files.shutdown()
    files.server_close()
    online.context.set_offline(True)
    return online


@pytest.fixture(scope="module")
def page(alone: Alone) -> Page:
    """One page for all tests: starting Python takes seconds."""
    found = alone.open()
    # Pictures come from Python, whose start takes its time where all tests run at once.
    expect(found.locator(".families .tile-picture svg").first).to_be_visible(timeout=4 * PATIENCE)
    assert barriers(found) == []
    return found


def test_a_table_in_another_page_judges_and_moves(online: Alone) -> None:
    # What a browser remembers of an earlier visit may be damaged: then Python begins anew.
    page = online.open()
    page.evaluate(_DAMAGED)
    page.goto(online.url.removesuffix("surefoot"))
    table = page.locator("surefoot-table")
    expect(table.locator(".token").first).to_be_visible(timeout=4 * PATIENCE)
    # The language of the other page is its own.
    assert page.evaluate("document.documentElement.lang") == "en"

    verdict = table.evaluate("(table, given) => table.check(given)", UP)
    assert verdict["verdict"] == "legal"
    expect(page.locator("#verdict")).to_contain_text("legal")
    page.get_by_role("button", name="Make the move").click()
    expect(page.locator("#verdict")).to_have_text("Done.")
    assert table.evaluate("table => table.state.models.kal.place.at") == [4.2, 4, 0]
    refused = table.evaluate(
        "table => table.declare({who: 'kal', action: 'mvoe'}).catch((wrong) => wrong.problem.code)"
    )
    assert refused == "declaration/malformed"
    page.close()


def published(page: Page, site: Path, text: str) -> Locator:
    """Publish a version with this text, and let the page see it: the notice that tells of it."""
    (site / "LICENCES.txt").write_text(text, encoding="utf-8")
    (site / "sw.js").unlink()
    (site / "sw.js").write_text(service_worker(site), encoding="utf-8")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    notice = page.locator(".fresh")
    expect(notice).to_contain_text("new version")
    return notice


def test_an_open_page_tells_of_a_new_version_and_waits(online: Alone, site: Path) -> None:
    page = kept(online)
    before = page.evaluate(_VERSIONS)
    notice = published(page, site, "another version")
    notice.get_by_role("button", name="Later").click()
    expect(notice).to_be_hidden()

    page.reload()
    expect(notice).to_contain_text("new version", timeout=4 * PATIENCE)
    assert set(before) < set(page.evaluate(_VERSIONS))
    with page.expect_navigation():
        notice.get_by_role("button", name="Use it now").click()
    expect(page.locator(".families")).to_be_visible()
    # The old one goes as soon as its last request is answered, and what Python remembers stays.
    page.wait_for_function(f"async () => (await ({_VERSIONS})()).length === 1", timeout=4 * PATIENCE)
    after = page.evaluate(_VERSIONS)
    assert len(after) == len(before) == 1
    assert after != before
    assert page.evaluate(_MEMORIES) == 1
    page.close()


def test_a_version_that_still_waits_for_its_host_is_replaced(online: Alone, site: Path) -> None:
    page = kept(online)
    notice = published(page, site, "a third version")
    # A file whose bytes do not come.
    os.mkfifo(site / "endless")
    page.evaluate("() => void fetch('endless')")
    with page.expect_navigation():
        notice.get_by_role("button", name="Use it now").click()
    with (site / "endless").open("wb"):
        (site / "endless").unlink()
    expect(page.locator(".families")).to_be_visible()
    page.wait_for_function(_CONTROLLED, timeout=4 * PATIENCE)
    assert page.evaluate("async () => (await fetch('LICENCES.txt')).text()") == "a third version"
    page.close()


def test_a_move_is_judged_made_and_kept(alone: Alone, page: Page, tmp_path: Path) -> None:
    sides = {"host": {"sides": ["orange", "green"]}, "invite": []}
    game = alone.begin(page, scenario=GAP, dice="typed", **sides)
    table = Table(page)
    page.locator(".tool-fit").click()
    table.model("kal").click()
    expect(page.locator(".band.outer").first).to_be_attached()
    table.tap(7, 4)
    table.verdict("Legal")
    table.press("Confirm move")
    table.stands("kal", "on the near (3″ up)")
    # Exact odds of the leap over the gap, to the last byte as they are here.
    up = {"id": "kal", "base": 25.4, "at": [8, 4], "on": "near", "side": "orange", "profile": KAL}
    asked = {"scenario": {**parse(GAP, "gap").data, "models": [up]}, "declare": LEAP}
    found = page.evaluate(_CALL, ["net.js", "ask", ["/v1/odds", {"body": asked}]])
    assert found == json.loads(questions.answered("odds", json.dumps(asked).encode(), Limits()))
    assert len(found["odds"][0]["answers"]) > 1

    # The log is the file that every other part reads: here it is judged again, line by line.
    page.get_by_role("tab", name="People").click()
    with page.expect_download() as downloading:
        table.press("Download log")
    log = Path(downloading.value.path()).read_text(encoding="utf-8")
    again = game_worker.reopen(log, Actor("", "player"), Limits())
    assert len(again.lines) == len(log.splitlines()) - 1 > 0
    # And it comes back as a file.
    assert page.evaluate(_CALL, ["net.js", "ask", ["/v1/games", {"body": {"log": log, **sides}}]])["sides"]

    # Another window, and Python with it, begins anew: the game is as it was left.
    other = alone.open(f"#/game/{game}")
    expect(other.locator(".play .token").first).to_be_visible(timeout=4 * PATIENCE)
    Table(other).stands("kal", "on the near (3″ up)")
    other.close()


def test_a_unit_of_40k_moves_together(alone: Alone, page: Page) -> None:
    listed = page.evaluate(_CALL, ["net.js", "once", ["/v1/scenarios"]])["scenarios"]
    name = next(each["name"] for each in listed if each["ruleset"] == "wh40k-10e")
    text = page.evaluate(_CALL, ["net.js", "once", [f"/v1/scenarios/{name}"]])["text"]
    sides = re.findall(r"side: (\w+)", text)
    alone.begin(page, bundled=name, host={"sides": sorted(set(sides))}, invite=[])
    page.locator(".play .token").first.click()
    expect(page.locator(".band.outer").first).to_be_attached()


def test_a_feat_of_dark_heresy_is_plotted(alone: Alone, page: Page) -> None:
    page.goto(f"{alone.url}/#/desk")
    expect(page.locator(".desk-test-head")).to_contain_text("41 or less")
    assert barriers(page) == []


def test_a_table_is_edited_and_travels_in_a_link(alone: Alone, page: Page) -> None:
    page.goto(f"{alone.url}/#/editor/spillway")
    expect(page.locator(".editor-says.good")).to_be_visible()
    scenario = page.evaluate(_CALL, ["net.js", "once", ["/v1/scenarios/spillway"]])["scenario"]
    link = page.evaluate(_CALL, ["host/table_link.js", "linkOf", [scenario]])
    page.goto(link)
    expect(page.locator(".tile-picture svg")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.evaluate(_CALL, ["host/table_link.js", "tableIn", [link.rpartition("/")[2]]]) == scenario
    page.goto(f"{alone.url}/#/table/broken")
    expect(page.get_by_role("heading", name=re.compile("incomplete"))).to_be_visible()


def test_a_question_can_be_given_up_while_it_is_computed(page: Page) -> None:
    name = page.evaluate(
        """async () => {
          const app = document.querySelector('script[type=module]').src;
          const { host } = await (await import(app)).need('js/host/host.js');
          const { scenario } = await (await host.fetch('/v1/scenarios/spillway')).json();
          const body = JSON.stringify({ scenario, who: 'nobody' });
          const gone = new AbortController();
          const asked = host.fetch('/v1/reach', { method: 'POST', body, signal: gone.signal });
          gone.abort();
          return asked.then(() => 'answered', (error) => error.name);
        }"""
    )
    assert name == "AbortError"
    # The next one is answered all the same.
    assert (
        page.evaluate(_CALL, ["net.js", "ask", ["/v1/table", {"body": {"scenario": GAP}}]])["problems"] == []
    )


def test_a_reach_is_drawn_while_it_grows(page: Page) -> None:
    form = {"bundled": "gantry", "host": {"sides": ["orange", "green"]}, "invite": []}
    begun = page.evaluate(_CALL, ["net.js", "ask", ["/v1/games", {"body": form}]])
    asked = {"who": "kal", "action": "move", "step": 2}
    parts = page.evaluate(_GROWS, [begun, asked])

    assert len(parts) > 1
    assert all(part["kind"] == "looked" for part in parts)
    # The own level first, and at the end the same answer as here, to the last digit.
    assert len(parts[0]["answer"]["levels"]) == 1
    gantry = bundled()["gantry"].read_text(encoding="utf-8")
    whole = json.dumps({"scenario": gantry, **asked}).encode()
    assert parts[-1]["answer"] == json.loads(questions.answered("reach", whole, Limits()))


def test_a_full_storage_changes_nothing_and_says_so(alone: Alone, page: Page) -> None:
    host = next(each for each in page.workers if each.evaluate(_HOLDS_GAMES))
    # What only saves time makes room for a game.
    assert page.evaluate(_MEMORIES) == 1
    host.evaluate(_FULL, 1)
    alone.begin(page, scenario=GAP, dice="typed", host={"sides": ["orange", "green"]}, invite=[])
    assert page.evaluate(_MEMORIES) == 0
    table = Table(page)
    page.locator(".tool-fit").click()
    table.model("kal").click()
    table.tap(7, 4)
    table.verdict("Legal")
    # Now there is nothing left to remove.
    host.evaluate(_FULL, 1)
    table.press("Confirm move")
    expect(page.locator("#status")).to_contain_text("storage of this browser is full")
    table.press("Confirm move")
    table.stands("kal", "on the near (3″ up)")


@pytest.mark.parametrize("refused", [False, True])
def test_storage_and_its_stand_in_answer_alike(page: Page, refused: bool) -> None:
    found = page.evaluate(_SHELVES, refused)

    assert found["volatile"] is refused
    assert found["answers"] == _ANSWERS


# Requests as Python makes them, to the storage of the browser or to what stands in where it is refused.
_SHELVES = """async (refused) => {
  const app = document.querySelector('script[type=module]').src;
  const { openedShelf } = await (await import(app)).need('js/host/shelf.js');
  const { MemoryShelf } = await (await import(app)).need('js/host/memory_shelf.js');
  const shelf = refused ? new MemoryShelf() : await openedShelf(() => {});
  const seat = (id, token) => ({ id, game: 'test', token, taken: false });
  const line = (number, request) => ({ game: 'test', number, seat: 'a', request });
  const write = (...changes) => shelf.write(JSON.stringify({ game: 'test', changes }));
  const read = async (request) => JSON.parse(await shelf.read(JSON.stringify(request))).rows;
  const add = (store, row) => ({ how: 'add', store, row });
  const answers = [];
  answers.push(await write(add('games', { id: 'test' }), add('seats', seat('a', 'x')), add('seats', seat('b', 'y'))));
  answers.push(await write(add('entries', line(1, 'first')), add('entries', line(2, 'second'))));
  answers.push(await write(add('entries', line(2, 'third'))));
  answers.push(await write(add('entries', line(3, 'first'))));
  answers.push(await write({ how: 'change', store: 'seats', key: 'a', values: { taken: true }, only: { taken: true } }));
  answers.push((await read({ store: 'seats', index: 'token', at: 'x' })).map((row) => row.taken));
  answers.push(await write({ how: 'change', store: 'seats', key: 'a', values: { taken: true }, only: { taken: false } }));
  answers.push((await read({ store: 'seats', index: 'game', at: 'test' })).map((row) => row.taken));
  answers.push((await read({ store: 'entries', of: 'test', last: true })).map((row) => row.number));
  answers.push((await read({ store: 'entries', of: 'test', after: 1 })).map((row) => row.number));
  answers.push((await read({ store: 'entries', of: 'test', limit: 1 })).map((row) => row.number));
  answers.push((await read({ store: 'entries', key: ['test', 2] })).map((row) => row.request));
  answers.push((await read({ store: 'entries', index: 'request', at: ['test', 'a', 'first'] })).map((row) => row.number));
  answers.push(await write({ how: 'remove', game: 'test' }));
  answers.push((await read({ store: 'seats', index: 'game', at: 'test' })).length + (await read({ store: 'entries', of: 'test' })).length);
  return { volatile: shelf.volatile, answers };
}"""
_ANSWERS: list[Any] = json.loads(
    '["", "", "ConstraintError", "ConstraintError", "", [false], "", [true, false], [2], [2], [1], ["second"], [1], "", 0]'
)
