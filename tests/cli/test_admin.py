"""`surefoot admin`: operators see, export and delete games, and ban addresses, while the server runs."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from tests.cli.playing import Ended
from tests.server.players import LADDER, club
from tests.server.serving import served

import surefoot
from surefoot.cli.commands.serve import greeting
from surefoot.server.settings import Settings


def test_games_are_listed_exported_and_deleted_while_the_server_runs(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with club(url) as here:
        played = here.begin(name="Friday")
        here.sit(played).declare(LADDER)
        other = here.begin()
        listed = json.loads(Ended("admin", "games", "--database", url, "--json").out)
        assert {each["id"] for each in listed} == {played["game"], other["game"]}
        (friday,) = [each for each in listed if each["name"] == "Friday"]
        assert (friday["lines"], friday["players"], len(friday["client"])) == (1, 1, 16)
        assert "Friday" in Ended("admin", "games", "--database", url).out
        space = json.loads(Ended("admin", "space", "--database", url, "--json").out)
        # As they were last counted: the server counts its lines every twenty seconds.
        assert (space["games"], space["bytes"] > 2_000) == (2, True)
        logs = tmp_path / "logs"
        assert Ended("admin", "export", str(logs), "--database", url).code == 0
        for file in logs.iterdir():
            assert surefoot.verify_game(file) == ()
            assert file.stat().st_mode & 0o777 == 0o600
        assert len(list(logs.iterdir())) == 2
        one, none = tmp_path / "one", tmp_path / "none"
        assert Ended("admin", "export", str(one), played["game"], "--database", url).code == 0
        assert [file.stem for file in one.iterdir()] == [played["game"]]
        # All that is given must hold.
        idle = ("--client", friday["client"], "--idle-days", "1", "--database", url)
        assert Ended("admin", "export", str(none), *idle).said == ""
        assert list(none.iterdir()) == []
        assert "0 games would be deleted" in Ended("admin", "delete", *idle).said
        shown = Ended("admin", "delete", other["game"], "--database", url)
        assert (shown.out.strip(), "repeat with --yes" in shown.said) == (other["game"], True)
        assert Ended("admin", "delete", other["game"], "--yes", "--database", url).code == 0
        assert here.as_(other, "GET").status_code == 401
        assert here.as_(played, "GET").status_code == 200
        assert Ended("admin", "delete", "nothing", "--yes", "--database", url).code == 1
    assert Ended("admin", "games", "--database", f"sqlite:///{tmp_path / 'none.db'}").code == 1
    assert Ended("admin", "delete", "--database", url).code == 2


def test_a_ban_holds_until_it_is_lifted(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        url = f"sqlite:///{tmp_path / 'games.db'}"
        assert Ended("admin", "ban", "127.0.0.1", "--why", "spam", "--database", url).code == 0
        assert json.loads(Ended("admin", "bans", "--database", url, "--json").out)[0]["why"] == "spam"
        _until(server, 403)
        assert Ended("admin", "unban", "127.0.0.1", "--database", url).code == 0
        assert Ended("admin", "unban", "127.0.0.1", "--database", url).code == 1
        _until(server, 200)
    assert Ended("admin", "ban", "everybody", "--database", url).code == 2


def _until(server: object, status: int) -> None:
    ends = time.monotonic() + 30
    while server.ask("/v1/problems")[0] != status:  # type: ignore[attr-defined]
        assert time.monotonic() < ends
        time.sleep(0.3)


@pytest.mark.parametrize(
    ("host", "names", "said", "unsaid"),
    [
        ("127.0.0.1", (), "Only this machine can reach it", "TLS"),
        ("0.0.0.0", (), "Tell it its name", "Only this machine"),
        ("::", ("club.example.org",), "Put a proxy with TLS", "Tell it its name"),
    ],
)
def test_the_server_greets_with_its_address_and_what_it_lacks(
    host: str, names: tuple[str, ...], said: str, unsaid: str
) -> None:
    lines = " ".join(greeting(host, 8040, Settings(database="sqlite:///x.db", names=names)))
    assert ":8040/" in lines
    assert said in lines
    assert unsaid not in lines
