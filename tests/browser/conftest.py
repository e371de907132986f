"""A real browser before a real server. Whatever a page complains of fails the test that opened it."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.server.serving import Served, served

PICTURES = Path(__file__).parents[2] / "docs" / "pictures" / "browser"
# Pictures for the manual are taken again when somebody asks for it: SUREFOOT_PICTURES=1 pytest tests/browser
TAKEN = bool(os.environ.get("SUREFOOT_PICTURES"))
DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
# Without a graphics card WebGL is drawn in software; the page itself is not, as that would stop all frames.
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader-webgl", "--enable-unsafe-swiftshader"]
# Everything waits for something to be seen; where all tests run at once, that may take its time.
PATIENCE = int(os.environ.get("SUREFOOT_PATIENCE", "40000"))
# What a test has refused on purpose is answered with a status that browsers put on their console; and whoever takes
# a picture of WebGL that is drawn in software is told that it is slow.
HARMLESS = ("422 (Unprocessable", "GL Driver Message (OpenGL, Performance")
expect.set_options(timeout=PATIENCE)


# The same browser without its windows opens a page for half the processor time; where only the whole one is, it will do.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def _chromium() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        # The gate says so where no package registry has one to install.
        if os.environ.get("CI") and not os.environ.get("SUREFOOT_NO_BROWSER"):
            pytest.fail("the tests of the page need Chromium: apt-get install chromium-headless-shell")
        pytest.skip("there is no Chromium on this machine")
    return found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all pages; slow machines may take their time."""
    folder = tmp_path_factory.mktemp("browser")
    rates = {"client_rate": 1e4, "client_burst": 10**4, "game_rate": 1e4, "game_burst": 10**4}
    # All tests come from one address, and a busy machine answers late.
    rates |= {"seconds": 60.0}
    rates |= {"client_work": 1e4, "client_games": 10**4, "client_bytes": 10**10, "client_sockets": 10**4}
    # What these tests ask for is small; only a machine with much else to do needs longer than usual for it.
    rates |= {"seconds": 120.0, "game_seconds": 120.0}
    with served(folder, **rates) as found:
        # What every page asks for first is worked out once, and not while a test waits for it.
        for address in ("scenarios", "rulesets", "schema/scenario"):
            assert found.ask(f"/v1/{address}")[0] == 200
        yield found


# Whether it is a phone, and whether it is dark.
Look = tuple[bool, bool]
Idle = dict[Look, list[BrowserContext]]


@dataclass
class Chromium:
    """A browser that is started once; its event loop runs only while tests of a page do, as other tests have loops of their own."""

    browser: Browser
    loop: asyncio.AbstractEventLoop
    # Contexts that no test uses now. They know the files of the page already, so that a page opens for two thirds of the
    # processor time.
    idle: Idle = field(default_factory=dict)

    @contextmanager
    def running(self) -> Iterator[None]:
        asyncio._set_running_loop(self.loop)
        try:
            yield
        finally:
            asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """The browser of all files of tests."""
    path = _chromium()
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        found = Chromium(
            playwright.chromium.launch(executable_path=path, args=ARGUMENTS), asyncio.get_running_loop()
        )
        stack.callback(found.browser.close)
        asyncio._set_running_loop(None)
        yield found
        asyncio._set_running_loop(found.loop)


@pytest.fixture(scope="module")
def browser(chromium: Chromium) -> Iterator[Browser]:
    """The browser for one file of tests, without the pages of others."""
    with chromium.running():
        yield chromium.browser
        kept = [each for rooms in chromium.idle.values() for each in rooms]
        for context in chromium.browser.contexts:
            if context not in kept:
                context.close()


@dataclass
class Visits:
    """Opens pages, and hears whatever they complain of."""

    browser: Browser
    url: str
    # Browsers that an earlier test has left, by their look.
    idle: Idle = field(default_factory=dict)
    taken: list[tuple[Look, BrowserContext]] = field(default_factory=list)
    own: list[BrowserContext] = field(default_factory=list)
    # What an earlier test has kept in these is still there: it is cleared from their first page.
    unclean: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def context(self, *, phone: bool = False, dark: bool = False) -> BrowserContext:
        """A browser of one's own. It may have loaded the files of the page for an earlier test; it knows nothing else of it."""
        look = (phone, dark)
        if self.idle.get(look):
            found = self.idle[look].pop()
            self.unclean.append(found)
        else:
            found = self.new(phone=phone, dark=dark)
            self.own.remove(found)
        self.taken.append((look, found))
        return found

    def new(self, *, phone: bool = False, dark: bool = False, **other: Any) -> BrowserContext:
        """A browser that has loaded nothing yet, for this test alone."""
        usual = {
            "viewport": PHONE if phone else DESKTOP,
            "has_touch": phone,
            "is_mobile": phone,
            "device_scale_factor": 2 if phone else 1,
            "color_scheme": "dark" if dark else "light",
            "reduced_motion": "reduce",
            "accept_downloads": True,
        }
        found = self.browser.new_context(**usual | other)
        found.set_default_timeout(PATIENCE)
        self.own.append(found)
        return found

    def empty(self, context: BrowserContext | None = None, **look: bool) -> Page:
        """A page that has loaded nothing yet: a test that goes to another screen than the welcome saves loading it."""
        context = context or self.context(**look)
        page = context.new_page()
        if context in self.unclean:
            self.unclean.remove(context)
            session = context.new_cdp_session(page)
            session.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})
            session.detach()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def open(self, hash_: str = "", context: BrowserContext | None = None, **look: bool) -> Page:
        """A page at one of its screens."""
        page = self.empty(context, **look)
        page.goto(f"{self.url}/{hash_}")
        return page

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(each in message.text for each in HARMLESS):
            self.complaints.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        """Close all pages and leave the browsers for the next test."""
        for context in self.own:
            context.close()
        for look, context in self.taken:
            for page in context.pages:
                page.close()
            self.idle.setdefault(look, []).append(context)


@pytest.fixture
def visits(browser: Browser, chromium: Chromium, server: Served) -> Iterator[Visits]:
    """Pages of one test; it fails if any of them has complained."""
    found = Visits(browser, server.url, chromium.idle)
    yield found
    found.close()
    assert found.complaints == []


def picture(page: Page, name: str) -> None:
    """A picture for the manual, if pictures are to be taken."""
    if TAKEN:
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(400)
        page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


# What axe finds, without all that it looked at; it is read into a page once.
_AXE = Axe()
_VIOLATIONS = "() => axe.run({ resultTypes: ['violations'] }).then((found) => found.violations)"


def barriers(page: Page) -> list[str]:
    """What keeps somebody from using a page, as axe sees it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE.axe_script)
    found = page.evaluate(_VIOLATIONS)
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]
