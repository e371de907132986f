"""The database fails, fills up or was tampered with: clients get a clean answer, operators the reason."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import resource
import signal
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from benchmarks.serving.cluster import Cluster
from sqlalchemy import create_engine, inspect, text
from tools.histories.campaign import children

from surefoot.server import logs
from surefoot.server.backup import copied
from surefoot.server.store import first_schema, store
from surefoot.server.store.engines import engine, parsed
from surefoot.server.store.failures import StoreFailed
from surefoot.server.store.migrations import migrate
from surefoot.server.store.rows import EntryRow, GameRow, SeatRow
from surefoot.server.store.tables import metadata
from tests.server.players import LADDER, VAT, Club, club
from tests.server.serving import served

BEYOND = (2**31, 2**63, 99999999999999999999)


def test_numbers_beyond_range_and_characters_that_no_database_holds_are_refused(here: Club) -> None:
    seat = here.begin()
    for number in BEYOND:
        answer = here.as_(seat, "GET", f"announced?after={number}")
        assert (answer.status_code, answer.json()["code"]) == (422, "request/malformed")
        for asked in ({"kind": "replay", "after": number}, {"kind": "undo", "seen": number}):
            answer = here.as_(seat, "POST", "requests", json={"id": "x", **asked})
            assert (answer.status_code, answer.json()["code"]) == (422, "request/malformed")
    for name in ("a\0b", "a\x1bb"):
        answer = here.client.post(
            "/v1/games",
            content=json.dumps({"bundled": "gantry", "name": name}),
            headers={"content-type": "application/json"},
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "request/malformed"), name
    for address in ("/v1/games/a%00b", "/v1/problems?a=%00", "/v1/games/a%00b/log"):
        answer = here.client.get(address, headers={"Authorization": "Bearer x"})
        assert (answer.status_code, answer.json()["code"]) == (400, "request/unreadable"), address


def test_a_scenario_with_strange_characters_is_stored_or_refused(here: Club) -> None:
    scenario = {"ruleset": "necromunda-classic", "board": [9, 9], "models": {"k": {"base": 25, "at": [1, 1]}}}
    for strange in ("\0", "\x1b[31m", "\u202e"):
        text_ = json.dumps({"scenario": {**scenario, "name": f"a{strange}b"}})
        answer = here.client.post("/v1/games", content=text_, headers={"content-type": "application/json"})
        assert answer.status_code in (201, 422), (strange, answer.text)


def test_a_database_that_is_gone_is_told_without_its_address(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    with club(cluster.database()) as here, caplog.at_level(logging.ERROR, "surefoot"):
        orange, _, seat, _ = here.two()
        cluster.stop()
        try:
            frame = orange.declare(LADDER)
            asked = here.as_(seat, "GET")
        finally:
            cluster.start()
        problem = frame["problem"]
        assert problem["code"] == asked.json()["code"] == "store/failed"
        for said in (json.dumps(problem), asked.text):
            assert not any(word in said for word in ("127.0.0.1", "port", "psycopg", "connection", "socket"))
        assert any(record.name == "surefoot.store" for record in caplog.records)
        assert orange.declare(LADDER)["kind"] == "done"


@pytest.mark.parametrize("line", ["not json", "[]", "{}", '{"seal": 3}'])
def test_a_row_that_was_tampered_with_is_a_damaged_game_not_a_bug(tmp_path: Path, line: str) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with club(url) as here:
        orange, _, seat, _ = here.two()
        orange.declare(LADDER)
    made = create_engine(url)
    with made.begin() as connection:
        connection.execute(text("UPDATE entries SET line = :line"), {"line": line})
    made.dispose()
    with club(url) as here:
        answer = here.as_(seat, "POST", "requests", json={"kind": "undo", "id": "x", "seen": 1})
        assert (answer.status_code, answer.json()["code"]) == (500, "game/damaged")
        other = here.begin()
        assert here.sit(other).declare(LADDER)["kind"] == "done"


def test_databases_backups_and_locks_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    old = tmp_path / "games.db"
    old.touch(0o644)
    url = f"sqlite:///{old}"
    with club(url) as here:
        here.begin()
        copied(url, f"sqlite:///{tmp_path / 'copy.db'}")
        found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert {"games.db", "games.db-wal", "games.db-shm", "games.db.lock", "copy.db"} <= set(found)
    assert set(found.values()) == {0o600}


def test_trouble_that_every_request_meets_is_told_now_and_then() -> None:
    seldom = logs.Seldom()

    def says(
        at: float, text: str, *values: object, about: str = "surefoot.store", level: int = logging.ERROR
    ) -> str | None:
        record = logging.LogRecord(about, level, "", 0, text, values, None)
        record.created = at
        return record.getMessage() if seldom.filter(record) else None

    assert says(0.0, "could not read: %s", "gone") == "could not read: gone"
    assert says(1.0, "could not read: %s", "gone") is None
    assert says(2.0, "could not write: %s", "gone") == "could not write: gone"
    assert says(9.0, "could not read: %s", "gone 100 %") is None
    assert says(11.0, "could not read: %s", "100 %") == "could not read: 100 % (and 2 more like this)"
    assert says(22.0, "could not read: %s", "gone") == "could not read: gone"
    # So do requests that are none: strangers can send as many as they like.
    assert says(30.0, "Invalid HTTP request received.", about="uvicorn.error", level=logging.WARNING)
    assert says(31.0, "Invalid HTTP request received.", about="uvicorn.error", level=logging.WARNING) is None
    broken = "Invalid UTF-8 sequence received from client."
    assert [says(at, broken, about="uvicorn.error") for at in (40.0, 41.0)] == [broken, None]
    # Requests have a line each.
    assert [says(at, "done", about="surefoot.requests") for at in (0.0, 0.1)] == ["done", "done"]


def test_a_full_disk_is_seen_by_health_and_told_in_the_log(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        server.ask("/v1/games", {"bundled": "gantry"})
        files = list(tmp_path.glob("games.db*"))
        full = max(file.stat().st_size for file in files)
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        # The server can write no file beyond its present size, as if the disk were full.
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, hard))
        time.sleep(store.HEALTHY + 0.1)
        status, health = _until(server, 503)
        assert (status, health["parts"]["store"]) == (503, False)
        status, problem = server.ask("/v1/games", {"bundled": "gantry"})
        assert (status, problem["code"]) == (503, "store/failed")
        assert "/" not in problem["detail"]
        assert any(line["level"] == "error" and line["about"] == "surefoot.store" for line in server.lines())
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        assert _until(server, 200)[0] == 200
        assert server.ask("/v1/games", {"bundled": "gantry"})[0] == 201


def _until(server: Any, status: int) -> tuple[int, Any]:
    found: tuple[int, Any] = (0, None)
    ends = time.monotonic() + 30
    while found[0] != status and time.monotonic() < ends:
        time.sleep(0.3)
        found = server.ask("/health")
    return found


def test_a_database_of_the_first_schema_is_taken_up(database: str) -> None:
    made = engine(parsed(database), writing=True)
    with made.begin() as connection:
        migrate(connection, (first_schema.metadata.create_all,))
        row = "'g', 'old', 'enforce', 'typed', '', '', '{\"seal\": \"x\"}', 'state', 7, false, ''"
        connection.execute(text(f"INSERT INTO games VALUES ({row})"))
    made.dispose()
    with club(database) as here:
        assert here.sit(here.begin()).declare(VAT)["kind"] == "done"
    made = engine(parsed(database), writing=False)
    with made.begin() as connection:
        found = inspect(connection)
        for table in metadata.sorted_tables:
            assert {column["name"] for column in found.get_columns(table.name)} == set(table.columns.keys())
        assert connection.execute(text("SELECT bytes FROM games WHERE id = 'g'")).scalar() == 13
    made.dispose()


def test_a_database_that_stands_still_is_not_waited_for_without_end(cluster: Cluster) -> None:
    """A write fails in words when its time is over, and is made once when it is asked for again."""

    async def write() -> None:
        async with store.opened(cluster.database(), patience=1.0) as kept:
            game = GameRow("g", "", "enforce", "typed", "", "", "{}", "", 0)
            seat = SeatRow("s", "g", "player", "[]", "", host=True, taken=True, token="t", expires=9)
            await kept.begin(game, [seat])
            row = EntryRow("g", 1, "s", "r", "{}", "{}")
            family = [cluster.pid, *children(cluster.pid)]
            try:
                for pid in family:
                    os.kill(pid, signal.SIGSTOP)
                with pytest.raises(StoreFailed):
                    await kept.append(row)
                with pytest.raises(StoreFailed):
                    await kept.game("g")
            finally:
                for pid in family:
                    os.kill(pid, signal.SIGCONT)
            await kept.append(row)
            assert [each.number for each in await kept.entries("g")] == [1]

    asyncio.run(write())


@pytest.mark.parametrize(
    ("url", "name", "value"),
    [
        ("postgresql://surefoot@/games?host=db1&host=db2", "tcp_user_timeout", "10000"),
        ("postgresql://surefoot@db/games?connect_timeout=60", "connect_timeout", "60"),
    ],
)
def test_connections_notice_a_network_that_was_cut(url: str, name: str, value: str) -> None:
    assert parsed(url).query[name] == value
