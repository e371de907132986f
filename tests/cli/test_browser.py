"""`surefoot play` at a terminal: the page with a game on it, served by this machine until Ctrl+C."""

from __future__ import annotations

import json
import socket
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.cli.test_process import COMMAND
from tests.command_line import CliRunner

from surefoot.cli import browser
from surefoot.cli.app import app
from surefoot.cli.browser import has_display

if sys.platform == "win32":
    pytest.skip("pexpect drives a pseudo-terminal", allow_module_level=True)

import os

import pexpect


def test_the_welcome_is_served_or_a_table_with_a_seat_that_plays_every_side(tmp_path: Path) -> None:
    # No display and no browser: the address is printed.
    here = {"SUREFOOT_HOME": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    for named, printed in (
        ([], r"Surefoot is open at (http://127\.0\.0\.1:\d+)/\s"),
        (["gantry"], r"The game is open at (http://127\.0\.0\.1:\d+)/#/sit/([\w-]+)/([\w-]+)"),
    ):
        child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], "play", *named],
            env={**os.environ, **here},
            timeout=120,
            encoding="utf-8",
        )
        child.expect("Starting the server")
        child.expect(printed)
        url, *seat = child.match.groups()
        child.expect("No display found")
        child.expect(r"Press Ctrl\+C to stop")
        with urllib.request.urlopen(f"{url}/", timeout=60) as answer:
            assert b"<title>Surefoot</title>" in answer.read()
        if seat:
            game, token = seat
            request = urllib.request.Request(
                f"{url}/v1/games/{game}", headers={"authorization": f"Bearer {token}"}
            )
            with urllib.request.urlopen(request, timeout=60) as answer:
                shown = json.load(answer)
            assert shown["name"] == "The gantry"
            assert [each["sides"] for each in shown["seats"]] == [["orange", "green"]]
        child.sendintr()
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0


def test_a_scenario_with_a_mistake_is_told_of_before_anything_is_served(tmp_path: Path) -> None:
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "play", "ganrty"], env={**os.environ, "SUREFOOT_HOME": str(tmp_path)},
        timeout=120, encoding="utf-8",
    )  # fmt: skip
    child.expect("did you mean 'gantry'")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 4


@pytest.mark.parametrize(
    ("given", "seen"), [({}, False), ({"DISPLAY": ":0"}, True), ({"BROWSER": "firefox"}, True)]
)
@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has a display unless it is used over the network")
def test_a_browser_is_opened_where_it_would_be_seen(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], seen: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert has_display() is seen


def test_the_browser_gets_no_token_in_its_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All users of a machine see the arguments of its programs."""
    monkeypatch.setenv("SUREFOOT_HOME", str(tmp_path))
    page = browser._doorstep("http://127.0.0.1:8040/#/sit/game/surefoot-secret")
    assert page.stat().st_mode & 0o777 == 0o600
    assert "url=http://127.0.0.1:8040/#/sit/game/surefoot-secret" in page.read_text()
    opened: list[str] = []
    monkeypatch.setattr(browser.webbrowser, "open", opened.append)
    monkeypatch.setattr(browser, "_begun", lambda *_: "game/surefoot-secret")
    monkeypatch.setenv("BROWSER", "firefox")
    browser._open(SimpleNamespace(started=True), "http://127.0.0.1:8040", "")  # type: ignore[arg-type]
    assert opened == [page.as_uri()]
    assert "secret" not in opened[0]


def test_a_port_that_is_taken_is_told_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ended = CliRunner().invoke(
            app, ["serve", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'games.db'}"]
        )
    assert ended.exit_code == 1
    assert f"Another program listens at port {port} already" in ended.output
    assert "Surefoot is at" not in ended.output
