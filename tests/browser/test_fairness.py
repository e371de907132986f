"""Two browsers add secrets of their own to the dice, and a referee waits until both players agree."""

import json
import time
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.table import Table, asked, begun
from tests.browser.tables import GAP


def seats(url: str, seat: dict[str, Any]) -> list[dict[str, Any]]:
    wanted = Request(f"{url}/v1/games/{seat['game']}", headers={"authorization": f"Bearer {seat['token']}"})
    with urlopen(wanted, timeout=60) as answer:
        found: list[dict[str, Any]] = json.load(answer)["seats"]
        return found


def test_both_players_add_secrets_and_agree_to_a_referee(visits: Visits) -> None:
    host = begun(visits.url, scenario=GAP, invite=[{"sides": ["green"]}, {"role": "referee"}])
    # The host is there first, and alone: his secret is revealed before the guest can pledge one.
    Table.sit(visits.empty(), visits.url, host)
    ends = time.monotonic() + 40
    while not any(each["revealed"] for each in seats(visits.url, host)):
        assert time.monotonic() < ends
        time.sleep(0.2)
    guest, referee = (
        asked(visits.url, "/v1/join", {"invitation": each["invitation"], "name": name})
        for each, name in zip(host["invitations"], ("Bo", "Rex"), strict=True)
    )
    green = Table.sit(visits.empty(), visits.url, guest)
    expect(green.page.get_by_text("Rex wants to be the referee")).to_be_visible()
    (shown,) = [each for each in seats(visits.url, host) if each["role"] == "referee"]
    assert shown["doubters"] == [guest["seat"]["id"]]
    green.press("Agree")
    expect(green.page.get_by_text("Rex wants to be the referee")).to_have_count(0)
    ends = time.monotonic() + 40
    while not all(each["revealed"] for each in seats(visits.url, host) if each["role"] == "player"):
        assert time.monotonic() < ends
        time.sleep(0.2)
    (shown,) = [each for each in seats(visits.url, referee) if each["role"] == "referee"]
    assert shown["doubters"] == []
