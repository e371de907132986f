"""Hands at a table in a browser: begin a game, sit down, point at places as a person would."""

from __future__ import annotations

import json
import urllib.request
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

# Drawn units to one unit of the table, as the page has them.
SCALE = 40

_WHERE = """([x, y, scale]) => {
  const drawing = document.querySelector('.play svg.table');
  const box = drawing.viewBox.baseVal;
  const frame = drawing.getBoundingClientRect();
  const depth = drawing.querySelector('.board').height.baseVal.value / scale;
  return [
    frame.left + (x * scale - box.x) / box.width * frame.width,
    frame.top + ((depth - y) * scale - box.y) / box.height * frame.height,
  ];
}"""


def asked(url: str, address: str, body: Any, token: str = "") -> Any:
    """One request over HTTP."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url + address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def begun(url: str, **form: Any) -> dict[str, Any]:
    """A new game, with the seat of whoever began it."""
    found: dict[str, Any] = asked(url, "/v1/games", form)
    return found


@dataclass
class Table:
    """Somebody who sits at a game in a browser."""

    page: Page

    @classmethod
    def sit(cls, page: Page, url: str, seat: dict[str, Any], name: str = "") -> Table:
        """Sit down on a seat that was given out over HTTP."""
        kept = {
            "game": seat["game"],
            "token": seat["token"],
            "name": name or seat.get("name", "A game"),
            "role": seat["seat"]["role"],
            "sides": seat["seat"]["sides"],
            "invitations": seat.get("invitations", []),
        }
        # Something small of the same origin, only to keep the seat: the page is loaded once, at the game.
        page.goto(f"{url}/health")
        page.evaluate("seat => localStorage.setItem('surefoot.seats', JSON.stringify([seat]))", kept)
        page.goto(f"{url}/#/game/{seat['game']}")
        expect(page.locator(".play .token").first).to_be_visible()
        # A small screen shows a part of the table first.
        page.locator(".tool-fit").click()
        return cls(page)

    @property
    def status(self) -> Locator:
        """The line that speaks."""
        return self.page.locator("#status")

    @property
    def heard(self) -> Locator:
        """What screen readers were told last of what everybody else sees."""
        return self.page.locator("#heard")

    def model(self, name: str) -> Locator:
        """A model on the table."""
        return self.page.locator(f".play [data-model='{name}']")

    def press(self, name: str) -> None:
        """Press a button by its whole name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def where(self, x: float, y: float) -> tuple[float, float]:
        """The point of the window over a place on the table."""
        left, top = self.page.evaluate(_WHERE, [x, y, SCALE])
        return left, top

    def tap(self, x: float, y: float) -> None:
        """Click a place on the table."""
        self.page.mouse.click(*self.where(x, y))

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 12) -> None:
        """Drag from one place to another."""
        (x, y), (to_x, to_y) = self.where(*start), self.where(*end)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for step in range(1, steps + 1):
            share = step / steps
            self.page.mouse.move(x + (to_x - x) * share, y + (to_y - y) * share)
        self.page.mouse.up()

    def verdict(self, says: str) -> None:
        """Wait until the referee says so."""
        expect(self.page.locator(".judged[aria-busy='false'] .verdict-word")).to_have_text(says)

    def stands(self, name: str, *words: str) -> None:
        """Wait until a model says of itself where and how it is."""
        for each in words:
            expect(self.model(name)).to_have_attribute("aria-label", _containing(each))


def _containing(text: str) -> Any:
    import re

    return re.compile(re.escape(text))
