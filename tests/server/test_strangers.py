"""What strangers send: halves of characters, names that look like others, races, files that are none. Each was an attack that worked."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from surefoot.cli.app import app as command
from surefoot.server.gate import client_of
from surefoot.server.hosting import MOST_SEATS
from tests.command_line import CliRunner
from tests.server.players import Club, Player, club
from tests.server.serving import Served, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    free: dict[str, Any] = {"client_rate": 1e6, "client_burst": 10**6}
    with served(tmp_path_factory.mktemp("served"), seconds=60.0, **free) as found:
        yield found


def posted(here: Club, address: str, body: bytes, token: str = "") -> tuple[int, str]:
    fields = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    answer = here.client.post(address, content=body, headers=fields)
    return answer.status_code, answer.json().get("code", "")


# --- unreadable texts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        rb'{"log": "\ud800"}',
        b'{"scenario": {"terrain": ' + b"[" * 900 + b"]" * 900 + b"}}",
        b'{"scenario": {"board": [NaN, 1]}}',
        b"{" + b",".join(b'"f%d": 1' % number for number in range(1_000)) + b"}",
    ],
    ids=["half a character", "nested", "no number", "a thousand fields"],
)
def test_a_new_game_of_nonsense_is_unreadable(here: Club, sent: bytes) -> None:
    assert posted(here, "/v1/games", sent) == (400, "request/unreadable")


@pytest.mark.parametrize(
    "declaration",
    [rb'"\ud800"', b"[" * 900 + b"]" * 900, b'{"a": ' * 900 + b"1" + b"}" * 900, b"-Infinity"],
)
def test_a_request_of_nonsense_is_unreadable(here: Club, declaration: bytes) -> None:
    begun = here.begin()
    sent = b'{"kind": "preview", "id": "a", "declaration": {"who": ' + declaration + b"}}"
    found = posted(here, f"/v1/games/{begun['game']}/requests", sent, begun["token"])
    assert found == (400, "request/unreadable")


def test_a_small_form_has_no_large_body(here: Club) -> None:
    sent = b'{"invitation": "' + b"x" * 300_000 + b'"}'
    assert posted(here, "/v1/join", sent) == (413, "limit/size")


def test_half_a_character_as_an_id_does_not_end_a_socket(here: Club) -> None:
    player = here.sit(here.begin())
    player.wire.send_text('{"kind": "nonsense", "id": "\\ud800x"}')
    assert player._next()["problem"]["code"] == "frame/unreadable"
    assert player.ask("state")["kind"] == "looked"


def test_thousands_of_problems_of_a_frame_are_counted_and_not_listed(here: Club) -> None:
    player = here.sit(here.begin())
    fields = {f"f{number}": 1 for number in range(5_000)}
    player.send(kind="talk", id="a", text="x", **fields)
    problem = player._next()["problem"]
    assert problem["code"] == "frame/unreadable"
    assert "problems" not in problem
    assert "5,000" in problem["detail"]


@pytest.mark.parametrize("content", [b"\r\n,\r,\n" * 10, b"name,a\rb\n1,2\n", b"a,b\rc" + bytes(range(128))])
def test_a_list_with_lone_line_ends_is_refused_in_words(server: Served, content: bytes) -> None:
    file = {"name": "list.csv", "data": base64.b64encode(content).decode()}
    status, answer = server.ask("/v1/armies", {"file": file, "ruleset": "wh40k-10e"})
    assert (status, answer["code"]) == (422, "file/invalid")


# --- names --------------------------------------------------------------------------------------------

ALIKE = ["Bo", "bo", "B\u200bo", "Bo\u202e", " Bo ", "\uff22\uff4f", "\u0412\u043e", "\u0392\u03bf"]


def test_no_guest_gets_a_name_that_looks_like_another_one(here: Club) -> None:
    host = here.begin()
    names = [here.join(here.invite(host, role="spectator"), name)["seat"]["name"] for name in ALIKE]
    assert names[0] == "Bo"
    assert all(name.endswith(f"({number})") for number, name in enumerate(names[1:], 2)), names
    assert "\u202e" not in "".join(names)


def test_guests_who_come_at_once_get_different_names(server: Served) -> None:
    _, host = server.ask("/v1/games", {"bundled": "gantry", "invite": [{"role": "spectator"}] * 12})
    with ThreadPoolExecutor(12) as guests:
        joined = guests.map(
            lambda each: server.ask("/v1/join", {"invitation": each["invitation"], "name": "Bo"}),
            host["invitations"],
        )
        names = [found["seat"]["name"] for _, found in joined]
    assert len(set(names)) == 12, names


def test_a_game_has_no_more_seats_than_it_may_however_fast_they_are_asked_for(here: Club) -> None:
    host = here.begin()
    with ThreadPoolExecutor(8) as asking:
        found = list(
            asking.map(
                lambda _: here.as_(host, "POST", "seats", json={"role": "spectator"}).status_code,
                range(MOST_SEATS + 8),
            )
        )
    assert found.count(201) == MOST_SEATS - 2
    assert len(here.as_(host, "GET").json()["seats"]) == MOST_SEATS


def test_the_name_of_a_game_does_nothing_to_the_terminal_of_its_operator(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    table = {
        "name": "a\x1b[2J[/b]\n[red]x\x07",
        "ruleset": "necromunda-classic",
        "models": {"kal": {"base": 25, "at": [1, 1], "side": "o", "profile": {"M": 4, "I": 4}}},
    }
    with club(database) as here:
        here.begin(bundled="", scenario=table)
    found = CliRunner().invoke(command, ["admin", "games", "--database", database])
    assert found.exit_code == 0, found.output
    assert "\x1b[2J" not in found.output
    assert "\x07" not in found.output
    assert "[/b]" in found.output


# --- dice ---------------------------------------------------------------------------------------------


def test_no_secret_is_chosen_by_a_player_who_knows_those_of_others(here: Club) -> None:
    orange, green, *_ = here.two()
    own, other = "o" * 32, "g" * 32
    orange.ask("pledge", hash=hashlib.sha256(own.encode()).hexdigest())
    # Not before all players have pledged.
    assert orange.refused("reveal", secret=own) == "state/not-now"
    green.ask("pledge", hash=hashlib.sha256(other.encode()).hexdigest())
    assert orange.ask("reveal", secret=own)["kind"] == "looked"


def test_when_a_player_comes_after_secrets_were_revealed_all_pledge_again(here: Club) -> None:
    """A host could keep the guest out of the dice by revealing before he came; and each page did so by itself."""

    def pledges(player: Player, secret: str) -> None:
        player.ask("pledge", hash=hashlib.sha256(secret.encode()).hexdigest())

    host = here.begin()
    orange = here.sit(host)
    pledges(orange, "o" * 32)
    assert orange.ask("reveal", secret="o" * 32)["kind"] == "looked"
    green = here.sit(here.join(host["invitations"][0], "Bo"))
    pledges(green, "g" * 32)
    # The guest knows the first secret of the host: it counts no more, and can't be pledged again.
    assert green.refused("reveal", secret="g" * 32) == "state/not-now"
    assert orange.refused("reveal", secret="o" * 32) == "state/not-now"
    assert orange.refused("pledge", hash=hashlib.sha256(b"o" * 32).hexdigest()) == "state/not-now"
    pledges(orange, "n" * 32)
    assert green.ask("reveal", secret="g" * 32)["kind"] == "looked"
    assert orange.ask("reveal", secret="n" * 32)["kind"] == "looked"
    assert all(each["revealed"] for each in here.as_(host, "GET").json()["seats"] if each["taken"])


# --- answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "/log", "/announced"])
def test_answers_about_a_game_are_kept_by_no_cache_and_taken_for_nothing_else(here: Club, path: str) -> None:
    answer = here.as_(here.begin(), "GET", path.strip("/"))
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_an_address_of_both_versions_is_one_client() -> None:
    assert client_of({"client": ("::ffff:203.0.113.7", 1)}) == "203.0.113.7"


def test_a_token_of_another_game_opens_no_socket(here: Club) -> None:
    one, other = here.begin(), here.begin()
    with here.client.websocket_connect(f"/v1/games/{one['game']}/socket") as wire:
        wire.send_text(json.dumps({"kind": "hello", "token": other["token"]}))
        with pytest.raises(WebSocketDisconnect) as closed:
            wire.receive_text()
    assert closed.value.code == 4401


# --- talk ---------------------------------------------------------------------------------------------


def test_what_is_said_to_one_seat_is_heard_by_nobody_else(here: Club) -> None:
    host = here.begin()
    green_seat, watching_seat = (
        here.join(host["invitations"][0]),
        here.join(here.invite(host, role="spectator")),
    )
    orange, green, watching = here.sit(host), here.sit(green_seat), here.sit(watching_seat)
    told = orange.ask("talk", text="only for you", to=green_seat["seat"]["id"])
    assert told["text"] == "only for you"
    orange.ask("talk", text="for all")
    for player, texts in ((green, ["only for you", "for all"]), (watching, ["for all"])):
        heard: list[str] = []
        while "for all" not in heard:
            frame = player.hear()
            heard += [frame["text"]] if frame["kind"] == "talked" else []
        assert heard == texts
    assert orange.ask("talk", text="x", to="nobody")["problem"]["code"] == "seat/unknown"
