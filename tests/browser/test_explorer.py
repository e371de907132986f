"""The interactive documentation in a real browser: a question is asked from it, and nothing is loaded from elsewhere."""

from playwright.sync_api import Browser

from tests.server.serving import Served


def test_a_question_is_asked_from_the_documentation(server: Served, browser: Browser) -> None:
    page = browser.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda asked: wrong.append(asked.url) if server.url not in asked.url else None)
    page.goto(f"{server.url}/docs")
    box = page.locator("details", has_text="/v1/check").first
    box.locator("summary").click()
    box.get_by_role("button", name="Send").click()
    box.locator("pre", has_text="outcomes").wait_for(timeout=60_000)
    assert box.locator("pre").inner_text().startswith("200")
    assert wrong == []
    page.close()
