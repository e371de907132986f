"""Training in a real browser: lessons by mouse, by touch and by keyboard; what is known stays in the browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits, barriers, picture
from tests.server.serving import Served


def lesson(server: Served, ruleset: str, kind: str, **wanted: Any) -> tuple[str, dict[str, Any]]:
    """The id and the data of the first lesson whose first question is of a kind."""
    for entry in server.ask(f"/v1/lessons/{ruleset}")[1]["lessons"]:
        if all(entry[key] == value for key, value in wanted.items()):
            data = server.ask(f"/v1/lessons/{entry['id']}")[1]
            if data["questions"][0]["kind"] == kind:
                return entry["id"], data
    pytest.fail(f"{ruleset} has no lesson of kind {kind}")


def kept(page: Page) -> dict[str, list[int]]:
    found: dict[str, list[int]] = json.loads(
        page.evaluate("localStorage.getItem('surefoot.training') ?? '{}'")
    )
    return found


def test_from_the_welcome_to_the_first_lessons_by_mouse(visits: Visits) -> None:
    page = visits.open()
    page.get_by_role("link", name="Training").first.click()
    page.get_by_role("link", name="Necromunda before 2023, movement").click()
    expect(page.locator(".train-topic").nth(2)).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("link", name="Leaping gaps").click()
    expect(page.locator(".quiz-says")).to_have_count(1)
    expect(page.locator(".train-board .token").first).to_be_visible()
    assert barriers(page) == []
    # Every question of the lesson is answered, and then the rule stands there.
    while page.locator(".answer:enabled").count():
        page.locator(".answer:enabled").first.click()
    expect(page.locator(".lesson-rule h3")).to_be_visible()
    expect(page.locator(".lesson-twin")).to_contain_text("What if?")
    expect(page.locator(".answer.right").first).to_be_visible()
    assert barriers(page) == []
    picture(page, "training-answered")
    ((first, (_, _, seen)),) = kept(page).items()
    assert first.startswith("necromunda-classic/leap.")
    assert seen == 1
    page.get_by_role("button", name="Next lesson").click()
    expect(page.locator(".lesson-rule")).to_have_count(0)
    expect(page.locator(".answer:enabled").first).to_be_focused()


def test_a_lesson_by_keyboard_is_kept_and_asks_about_its_twin_next(visits: Visits, server: Served) -> None:
    name, data = lesson(server, "necromunda-classic", "legal", topic="leap")
    page = visits.open(f"#/train/{name}")
    for question in data["questions"]:
        expect(page.locator(".answer:enabled").first).to_be_focused()
        page.keyboard.press(str(question["right"] + 1))
    expect(page.locator("#status")).to_contain_text("Correct. Comes back in 1 day")
    box, _, seen = kept(page)[name]
    assert (box, seen) == (1, 1)
    page.reload()
    # The same lesson again: now its other side, and a wrong answer puts it back into the first box.
    twin = server.ask(f"/v1/lessons/{name}?twin=true")[1]["questions"]
    expect(page.locator(".answer:enabled").first).to_be_focused()
    page.keyboard.press("2" if twin[0]["right"] == 0 else "1")
    expect(page.locator(".answer-result").first).to_contain_text("Wrong. The answer is:")
    for question in twin[1:]:
        page.keyboard.press(str(question["right"] + 1))
    expect(page.locator("#status")).to_contain_text("Wrong. Comes back today")
    assert kept(page)[name][0] == 0
    page.get_by_role("button", name="Try it with one thing changed").click()
    expect(page.locator(".quiz-says").first).to_have_text(data["questions"][0]["says"])


def test_a_place_is_answered_by_moving_the_model_or_by_a_tap(visits: Visits, server: Served) -> None:
    name, data = lesson(server, "necromunda-classic", "end", level=1)
    question = data["questions"][0]
    page = visits.open(f"#/train/{name}")
    token = page.locator(f".train-board [data-model='{question['who']}']")
    expect(page.locator(".pin")).to_have_count(len(question["choices"]))
    page.wait_for_timeout(100)
    assert barriers(page) == []
    start = token.bounding_box()
    # The tip of a pin is the place.
    goal = page.locator(f"[data-pin='{question['right']}'] path").bounding_box()
    assert start
    assert goal
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    for step in range(1, 11):
        x = (
            start["x"]
            + start["width"] / 2
            + (goal["x"] + goal["width"] / 2 - start["x"] - start["width"] / 2) * step / 10
        )
        y = (
            start["y"]
            + start["height"] / 2
            + (goal["y"] + goal["height"] - start["y"] - start["height"] / 2) * step / 10
        )
        page.mouse.move(x, y)
    page.mouse.up()
    expect(page.locator(".answer-result").first).to_contain_text("Correct")
    expect(page.locator(".pin.right")).to_have_count(1)
    phone = visits.open(f"#/train/{name}", phone=True)
    wrong = 1 if question["right"] == 0 else 0
    expect(phone.locator(".pin")).to_have_count(len(question["choices"]))
    phone.wait_for_timeout(100)
    phone.locator(f"[data-pin='{wrong}']").tap()
    expect(phone.locator(".answer-result").first).to_contain_text("Wrong. The answer is:")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert barriers(phone) == []


def test_a_lesson_on_a_dark_phone_and_one_that_does_not_exist(visits: Visits, server: Served) -> None:
    name, _ = lesson(server, "wh40k-10e", "cost", level=1)
    page = visits.open(f"#/train/{name}", phone=True, dark=True)
    answers, rule = page.locator(".answer:enabled"), page.locator(".lesson-rule")
    expect(answers.or_(rule).first).to_be_visible()
    while answers.count():
        answers.first.tap()
        # The rule comes a moment after the last answer.
        expect(answers.or_(rule).first).to_be_visible()
    expect(page.locator(".lesson-rule h3")).to_be_visible()
    assert barriers(page) == []
    page.goto(f"{visits.url}/#/train/wh40k-11e")
    expect(page.get_by_role("heading", name="No lesson here")).to_be_visible()
    visits.complaints[:] = [each for each in visits.complaints if "404" not in each]


def test_a_puzzle_by_keyboard_mouse_and_touch_and_its_link(visits: Visits, server: Served) -> None:
    def right(seed: int, ruleset: str = "necromunda-classic") -> int:
        return int(server.ask(f"/v1/puzzles/{ruleset}/{seed}")[1]["question"]["right"])

    page = visits.open("#/puzzle/necromunda-classic/3")
    expect(page.locator(".pin").first).to_be_visible()
    expect(page.locator(".answer").first).to_be_focused()
    assert barriers(page) == []
    picture(page, "puzzle")
    page.keyboard.press("ABCD"[right(3)])
    expect(page.locator("#status")).to_have_text("Correct")
    expect(page.locator(".puzzle-why .right")).to_be_visible()
    assert barriers(page) == []
    # The link leads to the same puzzle, here on a phone: a letter on the table is tapped.
    phone = visits.open(page.url.partition("/#")[2].join(["#", ""]), phone=True)
    expect(phone.locator(".pin").first).to_be_visible()
    phone.wait_for_timeout(100)
    # On its side and upright again, the phone shows all that is asked about, on a table that is no strip.
    for width, height in ((844, 390), (390, 844)):
        phone.set_viewport_size({"width": width, "height": height})
        phone.wait_for_timeout(100)
        board = phone.locator(".train-board").bounding_box()
        assert board is not None
        assert board["height"] > 300
        for pin in phone.locator(".pin").all():
            box = pin.bounding_box()
            assert box is not None
            assert board["x"] <= box["x"] < board["x"] + board["width"]
            assert board["y"] <= box["y"] < board["y"] + board["height"]
    wrong = 1 if right(3) == 0 else 0
    phone.locator(f"[data-pin='{wrong}'] text").tap()
    expect(phone.locator(".answer-result")).to_contain_text("Wrong. The answer is:")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert barriers(phone) == []
    page.get_by_role("button", name="Puzzle of the day").click()
    expect(page.locator(".lesson-panel")).to_contain_text("Puzzle of the day")
    page.locator(".answer:enabled").first.click()
    expect(page.get_by_role("button", name="Another puzzle")).to_be_focused()


def test_the_start_of_the_training_says_how_far_one_is_and_where_to_continue(visits: Visits) -> None:
    page = visits.open("#/train", phone=True)
    expect(page.get_by_role("region", name="How it works")).to_be_visible()
    necromunda = page.locator(".train-game", has_text="Necromunda before 2023, movement")
    expect(necromunda).to_contain_text("Not begun")
    assert barriers(page) == []
    necromunda.get_by_role("link").tap()
    page.get_by_role("link", name="Leaping gaps").tap()
    expect(page.locator(".quiz-says")).to_be_visible()
    while page.locator(".answer:enabled").count():
        page.locator(".answer:enabled").first.tap()
    expect(page.locator(".lesson-rule h3")).to_be_attached()
    page.goto(f"{visits.url}/#/train")
    stopped = page.get_by_role("region", name="Continue")
    expect(stopped).to_contain_text("Leaping gaps")
    expect(stopped).to_contain_text("1 lesson answered")
    expect(necromunda).not_to_contain_text("Not begun")
    stopped.get_by_role("link", name="Continue").tap()
    expect(page.locator(".quiz-says")).to_be_visible()
    assert page.url.endswith("#/train/necromunda-classic/leap")


def test_the_answers_of_a_puzzle_are_words_and_the_reasons_come_into_view(
    visits: Visits, server: Served
) -> None:
    page = visits.open("#/puzzle/necromunda-classic/5", phone=True)
    expect(page.locator(".answer").nth(2)).to_contain_text("Straight ahead, through the mire")
    page.locator(".answer").first.tap()
    expect(page.locator(".answer-result")).to_be_in_viewport(ratio=1)
    expect(page.locator(".puzzle-why")).to_be_in_viewport()
    # The table with the paths stays in view, above them.
    expect(page.locator(".pin").first).to_be_in_viewport()
    page.goto(f"{visits.url}/#/train")
    expect(page.get_by_role("region", name="Puzzle of the day")).to_contain_text("of 1 puzzles solved")
