"""<surefoot-table> in another page: the example in plain HTML, with the referee in the browser."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Browser, expect
from tools.static.serving import hosted

from tests.browser.conftest import PATIENCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "embed"
UP = {"who": "kal", "action": "move", "path": [[4.2, 4]]}


def test_a_table_in_another_page_judges_and_moves(browser: Browser, site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "host"
    shutil.copytree(EXAMPLE, folder)
    shutil.copytree(site, folder / "surefoot")
    with hosted(folder) as server:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.server_port}/")
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
        assert complaints == []
        page.close()
