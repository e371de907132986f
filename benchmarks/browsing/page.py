"""How long the page takes: from a pick to the reach overlay, and how often the ledger follows a drag."""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.rows import Row
from benchmarks.serving.served import Served

# Tables that the page shows to newcomers and the largest of all, and who is picked on them.
TABLES = {
    "gantry": ("kal", "vex", "grix"),
    "spillway": ("mags", "silt", "oriel", "wick"),
    "refinery": ("vesper", "sable", "rook"),
}
# Whose path is drawn: from whom, and to where.
DRAGS = {"gantry": ("kal", (8.6, 8.5)), "spillway": ("silt", (17, 21.5)), "refinery": ("jun", (3, 10.5))}
LARGEST = "refinery"
SIDES = ["orange", "green"]
OVERLAY_AIM = 100.0
LEDGER_AIM = 30.0
FRAMES_AIM = 60.0
DRAGGED_SECONDS = 4.0
PATIENCE = 60_000
# Notes when a pointer is let go and when the overlay is there, by the browser's own clock.
WATCH_OVERLAY = """() => {
  window.picked = 0; window.shown = 0;
  addEventListener('pointerup', () => { window.picked = performance.now(); window.shown = 0; }, true);
  new MutationObserver(() => {
    if (window.picked && !window.shown && document.querySelector('.layer-reach .band')) window.shown = performance.now();
  }).observe(document.querySelector('.layer-reach'), { childList: true, subtree: true });
}"""
# Counts frames in which the verdict or the ledger beside the table has changed.
WATCH_LEDGER = """() => {
  window.updates = 0;
  let waits = false;
  new MutationObserver((all) => {
    const element = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement);
    const part = (node) => element(node)?.closest('.judged, .verdict, .ledger') || element(node)?.querySelector('.verdict');
    const told = all.some((each) => part(each.target) || [...each.addedNodes].some(part));
    if (!told || waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; window.updates += 1; });
  }).observe(document.querySelector('.panel'), { childList: true, subtree: true, characterData: true });
}"""
# Counts the frames that the browser draws, and notes the longest time between two of them.
WATCH_FRAMES = """() => {
  window.frames_drawn = 0; window.longest = 0;
  let before = performance.now();
  const drawn = (now) => {
    window.frames_drawn += 1; window.longest = Math.max(window.longest, now - before); before = now;
    requestAnimationFrame(drawn);
  };
  requestAnimationFrame(drawn);
}"""
WHERE = """([x, y]) => {
  const drawing = document.querySelector('.play svg.table');
  const box = drawing.viewBox.baseVal, frame = drawing.getBoundingClientRect();
  const depth = drawing.querySelector('.board').height.baseVal.value / 40;
  return [frame.left + (x * 40 - box.x) / box.width * frame.width, frame.top + ((depth - y) * 40 - box.y) / box.height * frame.height];
}"""


def page_waits() -> list[Row]:
    """What somebody at the page waits for, in a real browser."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("  there is no Chromium here: nothing is measured in a browser", file=sys.stderr)
        return []
    from playwright.sync_api import sync_playwright

    first: list[float] = []
    overlays: list[float] = []
    dragged: dict[str, _Dragged] = {}
    with tempfile.TemporaryDirectory() as folder:
        server = Served(f"sqlite:///{Path(folder) / 'games.db'}", workers=2)
        with server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for table in TABLES:
                page = _seated(browser, server.http, table)
                at_once, *later = _overlays(page, table)
                first.append(at_once)
                overlays += later
                dragged[table] = _dragged(page, table)
                page.context.close()
            browser.close()
    return [
        Row(
            "reach overlay after a pick as soon as the page is there", max(first), "ms", "lower", OVERLAY_AIM
        ),
        Row("reach overlay after a pick, median", statistics.median(overlays), "ms", "lower", OVERLAY_AIM),
        Row("reach overlay after a pick, slowest", max(overlays), "ms", "lower", OVERLAY_AIM),
        Row(
            "ledger while a path is dragged, slowest table",
            min(each.updates for each in dragged.values()),
            "updates/s",
            "higher",
            LEDGER_AIM,
        ),
        Row(
            "frames while a path is dragged, largest table",
            dragged[LARGEST].frames,
            "frames/s",
            "higher",
            FRAMES_AIM,
        ),
        Row("the same: longest time between two frames", dragged[LARGEST].longest, "ms", "lower"),
    ]


def _seated(browser: Any, url: str, table: str) -> Any:
    """A page at a new game with one player for all sides."""
    form = {"bundled": table, "host": {"sides": SIDES}, "invite": []}
    request = urllib.request.Request(
        f"{url}/v1/games", json.dumps(form).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        seat = json.loads(answer.read())
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(url)
    kept = {name: seat[name] for name in ("game", "token", "name")} | {"role": "player", "sides": SIDES}
    page.evaluate("seat => localStorage.setItem('surefoot.seats', JSON.stringify([seat]))", kept)
    page.goto(f"{url}/#/game/{seat['game']}")
    page.wait_for_selector(".play .token")
    return page


def _overlays(page: Any, table: str) -> list[float]:
    """Milliseconds from a pick to the overlay; the first of them as soon as there is something to pick."""
    page.evaluate(WATCH_OVERLAY)
    found = []
    for who in TABLES[table]:
        box = page.locator(f".play [data-model='{who}'] .base").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        # The page's policy lets nothing wait inside it for somebody else's expression.
        while not page.evaluate("window.shown > window.picked"):
            page.wait_for_timeout(20)
        found.append(page.evaluate("window.shown - window.picked"))
        page.wait_for_timeout(500)
        page.locator(".card-tools button[aria-label^='Deselect']").click()
        page.wait_for_timeout(500)
    return found


@dataclass(frozen=True)
class _Dragged:
    """A path dragged to and fro: how often a second the ledger changed and a frame was drawn, and the longest wait for one."""

    updates: float
    frames: float
    longest: float


def _dragged(page: Any, table: str) -> _Dragged:
    """Drag a model's path to and fro for some seconds, and count."""
    who, goal = DRAGS[table]
    box = page.locator(f".play [data-model='{who}'] .base").bounding_box()
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    end = page.evaluate(WHERE, list(goal))
    page.mouse.move(*start)
    page.mouse.down()
    # Until the model is picked, there is no verdict.
    for step in range(1, 200):
        share = min(1.0, step / 20)
        page.mouse.move(*(a + (b - a) * share for a, b in zip(start, end, strict=True)))
        page.wait_for_timeout(50)
        if page.locator(".panel .verdict").count():
            break
    page.evaluate(WATCH_LEDGER)
    page.evaluate(WATCH_FRAMES)
    began = time.perf_counter()
    before = page.evaluate("performance.now()")
    while (gone := time.perf_counter() - began) < DRAGGED_SECONDS:
        # There and back once a second.
        share = 0.3 + 0.7 * abs((gone % 1.0) * 2 - 1)
        page.mouse.move(*(a + (b - a) * share for a, b in zip(start, end, strict=True)))
    seconds = (page.evaluate("performance.now()") - before) / 1000
    updates, frames, longest = page.evaluate("[window.updates, window.frames_drawn, window.longest]")
    page.mouse.up()
    return _Dragged(updates / seconds, frames / seconds, longest)
