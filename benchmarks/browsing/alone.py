"""How long a page without a server takes: to start, to judge, to show a reach; and how large it is."""

from __future__ import annotations

import gzip
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.rows import Row

FIRST_AIM, LATER_AIM, REACH_AIM, SIZE_AIM = 8.0, 3.0, 3.0, 15.0
PATIENCE = 120_000
# The page asks its host, as its own modules do.
ASK = """async ([address, body]) => {
  const app = document.querySelector('script[type=module]').src;
  const { ask } = await (await import(app)).need('js/net.js');
  const begun = performance.now();
  await ask(address, body ? { body } : {});
  return (performance.now() - begun) / 1000;
}"""
CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"
# Whether the memory of Python is kept, with every ruleset in it.
REMEMBERED = """async () => {
  const shelf = await caches.open('surefoot-memory');
  const [first] = await shelf.keys();
  return first ? (await shelf.match(first)).headers.get('warm') === 'yes' : false;
}"""
# The name of each bundled table, and a model of it that stands there.
MODELS = """async () => {
  const app = document.querySelector('script[type=module]').src;
  const { once } = await (await import(app)).need('js/net.js');
  const { scenarios } = await once('/v1/scenarios');
  return Promise.all(scenarios.map(async ({ name }) => {
    const { state } = await once(`/v1/scenarios/${name}/table`);
    return [name, Object.keys(state.models).find((who) => state.models[who].place?.at)];
  }));
}"""
# Packed already: a host does not compress it again.
PACKED = (".gz", ".zip", ".woff2", ".png")


def page_alone() -> list[Row]:
    """A page without a server, in a real browser: start, first answer, reach, size."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None or shutil.which("node") is None:
        print("  there is no Chromium or no Node here: nothing is measured without a server", file=sys.stderr)
        return []
    from playwright.sync_api import sync_playwright
    from tools.static.serving import hosted
    from tools.static.site import written

    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        written(site)
        # The manual lies beside it if it was built, and is loaded only by those who read it.
        own = (each for each in site.rglob("*") if each.is_file() and site / "manual" not in each.parents)
        size = sum(_sent(each) for each in own) / 1e6
        with hosted(site) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            context = browser.new_context()
            context.set_default_timeout(PATIENCE)
            url = f"http://127.0.0.1:{server.server_port}/"
            first = _answered(context, url, keep=True)
            later = _answered(context, url)
            page = context.new_page()
            page.goto(url)
            # Python starts first: what is measured is the search alone.
            page.evaluate(ASK, ["/v1/check", {"scenario": page.evaluate(_SCENARIO, "gantry")}])
            reaches = {}
            for name, who in page.evaluate(MODELS):
                scenario = page.evaluate(_SCENARIO, name)
                reaches[name] = page.evaluate(ASK, ["/v1/reach", {"scenario": scenario, "who": who}])
            browser.close()
    slowest = max(reaches, key=lambda name: reaches[name])
    return [
        Row("alone: first visit to first verdict", first, "s", "lower", FIRST_AIM),
        Row("alone: later visit to first verdict", later, "s", "lower", LATER_AIM),
        Row("alone: all files as sent", size, "MB", "lower", SIZE_AIM),
        Row(
            f"alone: reach of a model, middle of {len(reaches)} tables",
            median(reaches.values()),
            "s",
            "lower",
        ),
        Row(f"alone: the same on the slowest one, {slowest}", reaches[slowest], "s", "lower", REACH_AIM),
    ]


_SCENARIO = """async (name) => {
  const app = document.querySelector('script[type=module]').src;
  const { once } = await (await import(app)).need('js/net.js');
  return (await once(`/v1/scenarios/${name}`)).text;
}"""


def _answered(context: Any, url: str, keep: bool = False) -> float:
    """Seconds from opening the page to the first verdict on the demo; `keep` waits until it is kept for later."""
    begun = time.perf_counter()
    page = context.new_page()
    page.goto(url)
    scenario = page.evaluate(_SCENARIO, "gantry")
    page.evaluate(ASK, ["/v1/check", {"scenario": scenario}])
    took = time.perf_counter() - begun
    while keep and not (page.evaluate(CONTROLLED) and page.evaluate(REMEMBERED)):
        page.wait_for_timeout(200)
    page.close()
    return took


def _sent(path: Path) -> int:
    """The bytes that a host sends which compresses what can be compressed."""
    content = path.read_bytes()
    return len(content) if path.suffix in PACKED else len(gzip.compress(content, 6))
