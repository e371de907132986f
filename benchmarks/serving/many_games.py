"""Very many games in one PostgreSQL: what each piece of work on the database takes when it is full, and how large it is."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, text

from benchmarks.rows import Row
from benchmarks.serving.cluster import Cluster, running
from surefoot.server.backup import copied
from surefoot.server.store import upkeep
from surefoot.server.store.engines import engine, parsed
from surefoot.server.store.rows import EntryRow
from surefoot.server.store.store import Store, demand_ready, opened

# How many games there are at most, and how many lines each has; of a line and of its announcement so many bytes.
GAMES = int(os.environ.get("SUREFOOT_MANY", "20000"))
LINES = 20
SIZE, HEADER = 1_000, 6_000
# So many games are measured before, so that the growth can be seen.
FEW = 1_000
# Each piece of work is done so often, in games that lie anywhere.
TIMES = 200
DAY = 86_400
SPLIT = Path(__file__).parents[2] / "docs" / "examples" / "partition.sql"

# Texts that cannot be compressed: parts of a long random one, of which a part can be read alone.
FILL = """
CREATE TEMPORARY TABLE noise (says text);
ALTER TABLE noise ALTER says SET STORAGE EXTERNAL;
INSERT INTO noise SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 4000);
INSERT INTO games (id, name, mode, dice, seed, commitment, header, state, begun, over, proposal, client, bytes, touched)
    SELECT 'game' || i, 'Friday', 'enforce', 'server', md5(i::text), md5(i::text), substr(says, 1 + i % 100000, {header}),
        'state', {now}, false, '', 'client' || i % 1000, {header} + {lines} * {size} * 2, {now} - (i % 300) * 86400
    FROM generate_series({first}, {last}) AS i, noise;
INSERT INTO seats (id, game, role, sides, name, host, taken, token, expires, revoked)
    SELECT 'seat' || i || '.' || j, 'game' || i, 'player', '[]', 'Ann', j = 1, true, 'token' || i || '.' || j, {now}, false
    FROM generate_series({first}, {last}) AS i, generate_series(1, 2) AS j;
INSERT INTO entries (game, number, seat, request, line, told, at)
    SELECT 'game' || i, n, 'seat' || i || '.1', 'request' || n, substr(says, 1 + (i * 7 + n) % 100000, {size}),
        substr(says, 1 + (i * 11 + n) % 100000, {size}), {now} - (i % 300) * 86400
    FROM generate_series({first}, {last}) AS i, generate_series(1, {lines}) AS n, noise;
DROP TABLE noise;
ANALYZE
"""


def many_games() -> list[Row]:
    """Very many games in one database: PostgreSQL, first few, then many, then split into sixteen tables."""
    with running() as cluster:
        url, rows = cluster.database(), []
        demand_ready(url)
        for name, first, last, split in (
            (f"{FEW:,} games", 1, FEW, False),
            (f"{GAMES:,} games", FEW + 1, GAMES, False),
            (f"{GAMES:,} games in sixteen parts", 0, -1, True),
        ):
            begun = time.perf_counter()
            _work(url, _split if split else partial(_filled, first, last))
            rows.append(Row(f"{name}: made in", time.perf_counter() - begun, "s", "lower"))
            rows.append(Row(f"{name}: size of the database", _size(cluster), "MB", "lower"))
            rows += asyncio.run(_measured(url, name, FEW if last == FEW else GAMES))
        begun = time.perf_counter()
        copied(url, cluster.database())
        rows.append(
            Row(f"{GAMES:,} games: backup into another database", time.perf_counter() - begun, "s", "lower")
        )
    return rows


def _work(url: str, work: Callable[[Connection], None]) -> None:
    made = engine(parsed(url), writing=True)
    with made.begin() as connection:
        work(connection)
    made.dispose()


def _filled(first: int, last: int, connection: Connection) -> None:
    given = {
        "first": first,
        "last": last,
        "lines": LINES,
        "size": SIZE,
        "header": HEADER,
        "now": int(time.time()),
    }
    for statement in FILL.format(**given).split(";"):
        connection.exec_driver_sql(statement.replace("%", "%%"))


def _split(connection: Connection) -> None:
    connection.exec_driver_sql(SPLIT.read_text(encoding="utf-8").replace("%", "%%"))
    connection.exec_driver_sql("ANALYZE")


def _shortened(connection: Connection) -> None:
    """Take away what was measured, so that it can be measured again."""
    connection.execute(text("DELETE FROM entries WHERE number > :lines"), {"lines": LINES})


def _size(cluster: Cluster) -> float:
    return float(cluster.ask("SELECT pg_database_size(current_database())")[0][0]) / 1e6


async def _measured(url: str, name: str, games: int) -> list[Row]:
    """The median of each piece of work that a server does, in milliseconds; and of what operators ask for."""
    async with opened(url) as store:
        chosen = [f"game{1 + (k * 7919) % games}" for k in range(TIMES)]
        rows = [
            Row(f"{name}: {what}, median", await _median(work, chosen), "ms", "lower")
            for what, work in (
                ("a line written", lambda game: _appended(store, game)),
                ("a seat found by its token", lambda game: store.seat_of(f"token{game[4:]}.1")),
                ("a game of 20 lines read", lambda game: _read(store, game)),
                (
                    "an earlier request found",
                    lambda game: store.answered(game, f"seat{game[4:]}.1", "request7"),
                ),
                ("the quota of a client", lambda game: _held(store, int(game[4:]) % 1000)),
            )
        ]
        _work(url, _shortened)
        now = int(time.time())
        for what, once in (
            ("a round of the janitor", lambda c: upkeep.forgotten(c, now - 14 * DAY, now - 365 * DAY)),
            ("the space of all games", upkeep.space),
            ("surefoot admin games", upkeep.overview),
        ):
            begun = time.perf_counter()
            await store.read(once)
            rows.append(Row(f"{name}: {what}", 1000 * (time.perf_counter() - begun), "ms", "lower"))
    return rows


async def _median(work: Callable[[str], Awaitable[object]], games: list[str]) -> float:
    took = []
    for game in games:
        begun = time.perf_counter()
        await work(game)
        took.append(time.perf_counter() - begun)
    return 1000 * sorted(took)[len(took) // 2]


async def _appended(store: Store, game: str) -> None:
    await store.append(
        EntryRow(game, 21, f"seat{game[4:]}.1", "new", "x" * SIZE, "y" * SIZE, int(time.time()))
    )


async def _read(store: Store, game: str) -> None:
    assert await store.game(game) is not None
    assert len(await store.seats(game)) == 2
    assert len(await store.entries(game)) >= LINES


async def _held(store: Store, number: int) -> tuple[int, int]:
    return await store.read(lambda c: upkeep.held_by(c, f"client{number}"))
