"""Games take a bounded space: quotas, expiry and deletion; bans; and a backup that is restored as a drill."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect

import surefoot
from surefoot.server.backup import copied
from surefoot.server.janitor import Bans, _tidied, counted
from surefoot.server.store import upkeep
from surefoot.server.store.engines import engine, parsed
from surefoot.server.store.tables import metadata
from tests.server.players import LADDER, VAT, Club, club

DAY = 86_400
PATIENT = {"seconds": 120, "game_seconds": 120}


def test_one_address_keeps_so_many_games_and_bytes_and_no_more(database: str) -> None:
    with club(database, limits={"client_games": 3}) as here:
        kept = [here.begin() for _ in range(3)]
        answer = here.client.post("/v1/games", json={"bundled": "gantry"})
        assert (answer.status_code, answer.json()["code"]) == (507, "limit/space")
        assert here.as_(kept[0], "DELETE").status_code == 204
        here.begin()
    for limit in ("client_bytes", "store_bytes"):
        with club(database, limits={limit: 10_000}) as here:
            answer = here.client.post("/v1/games", json={"bundled": "gantry"})
            assert (answer.status_code, answer.json()["code"]) == (507, "limit/space")


def test_moves_take_space_too_and_a_game_or_a_client_that_has_too_much_gets_no_more(database: str) -> None:
    """A stranger could fill the disk with moves: only new games were counted."""
    end = {"tick": "end-round"}
    with club(database, limits={"game_bytes": 20_000, **PATIENT}) as here:
        player = here.sit(here.begin(invite=[]))
        while (frame := player.declare(end))["kind"] == "done":
            assert player.seq < 200
        assert frame["problem"]["code"] == "limit/space"
        assert player.ask("finish")["kind"] == "over"
    with club(database, limits={"client_bytes": 100_000, **PATIENT}) as here:
        state, portal = here.client.app.state, here.client.portal  # type: ignore[attr-defined]
        assert portal is not None
        seated = [here.begin(invite=[]) for _ in range(2)]
        player, other = (here.sit(each) for each in seated)
        while portal.call(counted, state.store, state.lobby) is None and not state.lobby.full:
            assert player.declare(end)["kind"] == "done"
            assert player.seq < 200
        assert other.refused("declare", declaration=end) == "limit/space"
        assert here.as_(seated[0], "DELETE").status_code == 204
        portal.call(counted, state.store, state.lobby)
        assert other.declare(end)["kind"] == "done"


def test_the_host_deletes_a_game_that_is_over_or_that_nobody_else_has_joined(here: Club) -> None:
    orange, green, host, guest = here.two()
    assert here.as_(host, "DELETE").json()["code"] == "state/not-now"
    assert here.as_(guest, "DELETE").json()["code"] == "seat/not-yours"
    orange.ask("finish")
    green.ask("consent", agree=True)
    assert here.as_(host, "DELETE").status_code == 204
    with pytest.raises(WebSocketDisconnect):
        green.hear()
    assert here.as_(host, "GET").status_code == 401
    alone = here.begin()
    assert here.as_(alone, "DELETE").status_code == 204


def test_games_that_nobody_plays_are_deleted_and_others_are_not(database: str) -> None:
    with club(database) as here:
        ids = {name: here.begin()["game"] for name in ("never", "old", "new", "played")}
        seats = {name: here.begin() for name in ("moved", "moved-long-ago")}
        for name, seat in seats.items():
            here.sit(seat).declare(LADDER)
            ids[name] = seat["game"]
        app = here.client.app
        state = app.state  # type: ignore[attr-defined]
        now = int(time.time())
        old = {"never": 20, "old": 400, "new": 1, "played": 10, "moved": 400, "moved-long-ago": 400}

        def age(connection: object) -> None:
            for name, days in old.items():
                values = {"t": now - days * DAY, "g": ids[name]}
                connection.execute(text("UPDATE games SET touched = :t WHERE id = :g"), values)  # type: ignore[attr-defined]
            long_ago = {"t": now - 390 * DAY, "g": ids["moved-long-ago"]}
            connection.execute(text("UPDATE entries SET at = :t WHERE game = :g"), long_ago)  # type: ignore[attr-defined]

        portal = here.client.portal
        assert portal is not None
        portal.call(state.store.writer.do, age)
        assert portal.call(_tidied, state.store, state.lobby.limits, state.lobby) == 3
        left = portal.call(state.store.read, upkeep.overview)
        assert {each.id for each in left} == {ids[name] for name in ("new", "played", "moved")}


def test_a_banned_network_is_refused_until_its_time_is_over(database: str) -> None:
    bans = Bans()
    now = int(time.time())
    bans.read([upkeep.Ban("2001:db8:5::7/128", now + 9, "one address of a client")])
    assert [bans.covers(each) for each in ("2001:db8:5::/64", "2001:db8:6::/64", "10.1.2.3")] == [
        True,
        False,
        False,
    ]
    bans.read([upkeep.Ban("10.1.0.0/16", now + 9, "spam"), upkeep.Ban("2001:db8::/32", now + 9, "")])
    assert [bans.covers(each) for each in ("10.1.2.3", "10.2.2.3", "2001:db8:1::/64", "testclient")] == [
        *(True, False, True, False)
    ]
    with club(database) as here:
        state = here.client.app.state  # type: ignore[attr-defined]
        portal = here.client.portal
        assert portal is not None
        portal.call(state.store.writer.do, lambda c: upkeep.ban(c, upkeep.Ban("10.1.0.0/16", now + 60, "x")))
        portal.call(state.store.writer.do, lambda c: upkeep.ban(c, upkeep.Ban("10.3.0.0/16", now - 1, "x")))
        listed = portal.call(state.store.read, lambda c: upkeep.banned(c, now))
        assert [each.network for each in listed] == ["10.1.0.0/16"]
        state.bans.networks = ()
        assert here.client.get("/v1/problems").status_code == 200


def test_the_restore_drill(database: str, tmp_path: Path) -> None:
    """What an operator does on a bad day: the newest backup becomes the server, and every game verifies and goes on."""
    backup = f"sqlite:///{tmp_path / 'friday.db'}"
    with club(database) as here:
        played = []
        for _ in range(3):
            orange, green, seat, _ = here.two()
            orange.declare(LADDER)
            orange.declare(VAT)
            orange.ask("answer", roll=True)
            played.append((seat, orange.seq, orange.hash))
        copied(database, backup)
        # Played after the backup: these lines are lost with the machine.
        green.declare({"tick": "end-round"})
    if database.startswith("sqlite"):
        for file in tmp_path.glob("games.db*"):
            file.unlink()
    else:
        made = engine(parsed(database), writing=True)
        with made.begin() as connection:
            metadata.drop_all(connection)
            connection.execute(text("DROP TABLE schema_version"))
        made.dispose()
    copied(backup, database)
    with club(database) as restored:
        for seat, seq, state in played:
            player = restored.sit(seat)
            assert (player.seq, player.hash) == (seq, state)
            file = tmp_path / f"{seat['game']}.game"
            file.write_bytes(restored.as_(seat, "GET", "log").content)
            assert surefoot.verify_game(file) == ()
            assert player.declare({"tick": "end-round"})["kind"] in ("done", "refused")
