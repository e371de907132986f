"""The store keeps what it was given, in either database: whole, once, in order."""

import asyncio
import gc
import threading
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmarks.serving.cluster import Cluster
from sqlalchemy import Connection, text

from surefoot.server.store.alone import InUse
from surefoot.server.store.engines import NoSuchStore, engine, parsed
from surefoot.server.store.failures import Overtaken
from surefoot.server.store.migrations import STEPS, TooNew, migrate, version
from surefoot.server.store.rows import EntryRow, GameRow, SeatRow
from surefoot.server.store.store import Store, demand_ready, opened

GAME = GameRow("g", "The gap", "enforce", "server", "seed", "hash", "{}", "state", 7)
SEAT = SeatRow("s", "g", "player", '["orange"]', "", False, False, "invitation", 100)


def line(number: int, says: str = "", game: str = "g") -> EntryRow:
    return EntryRow(game, number, "s", f"r{number}{says}", f"line {number}{says}", f"told {number}{says}")


def with_store(database: str, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with opened(database) as store:
            await work(store)

    asyncio.run(run())


def test_what_was_written_is_there_when_the_store_is_opened_again(database: str) -> None:
    async def write(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        for number in (1, 2, 3):
            await store.append(line(number))

    async def read(store: Store) -> None:
        assert await store.game("g") == GAME
        assert await store.seats("g") == [SEAT]
        assert await store.entries("g") == [line(1), line(2), line(3)]
        assert await store.entries("g", after=1, limit=1) == [line(2)]
        assert await store.last("g") == line(3)
        assert await store.log("g") == ["{}", "line 1", "line 2", "line 3"]
        assert await store.counts() == (1, 3)
        assert await store.game("h") is None
        assert await store.last("h") is None

    with_store(database, write)
    with_store(database, read)


def test_of_two_who_write_the_same_line_one_is_told_so_and_the_log_has_no_gap(database: str) -> None:
    async def work(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        results = await asyncio.gather(
            store.append(line(1)), store.append(line(1, " too")), return_exceptions=True
        )
        assert [type(each) for each in results] == [type(None), Overtaken]
        assert await store.entries("g") == [line(1)]

    with_store(database, work)


def test_a_line_that_is_written_twice_stands_there_once(database: str) -> None:
    async def work(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        await store.begin(replace(GAME, name="another"), [SEAT])
        await store.append(line(1))
        await store.append(line(1))
        assert await store.entries("g") == [line(1)]
        assert await store.game("g") == GAME

    with_store(database, work)


def test_many_games_share_the_cost_of_being_durable(database: str) -> None:
    async def work(store: Store) -> None:
        names = [f"g{i}" for i in range(100)]
        await asyncio.gather(
            *(
                store.begin(replace(GAME, id=name), [replace(SEAT, id=name, game=name, token=name)])
                for name in names
            )
        )
        before = store.writer.commits
        await asyncio.gather(*(store.append(line(1, game=name)) for name in names))
        assert store.writer.commits - before < 20
        assert await store.counts() == (100, 100)

    with_store(database, work)


def test_a_request_that_was_granted_is_found_again_by_its_seat_and_id(database: str) -> None:
    async def work(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        await store.append(line(1))
        assert await store.answered("g", "s", "r1") == line(1)
        assert await store.answered("g", "s", "r2") is None
        assert await store.answered("g", "another", "r1") is None

    with_store(database, work)


def test_an_invitation_is_good_for_one_guest(database: str) -> None:
    async def work(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        guests = await asyncio.gather(*(store.take_seat("invitation", f"t{i}", "Ann", 9) for i in range(4)))
        (seat,) = [guest for guest in guests if guest is not None]
        assert seat == replace(SEAT, taken=True, token=seat.token, name="Ann", expires=9)
        assert await store.seat_of(seat.token) == seat
        assert await store.take_seat("unheard of", "t", "", 9) is None

    with_store(database, work)


def test_a_revoked_invitation_is_good_for_nobody(database: str) -> None:
    async def work(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        await store.change_seat(SEAT, revoked=True)
        assert await store.take_seat("invitation", "t", "", 9) is None

    with_store(database, work)


def test_what_fails_fails_alone(database: str) -> None:
    def fails(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM nothing_of_that_name"))

    async def work(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        results = await asyncio.gather(
            store.append(line(1)),
            store.writer.do(fails),
            store.change_game("g", over=True),
            return_exceptions=True,
        )
        assert [result is None for result in results] == [True, False, True]
        assert await store.entries("g") == [line(1)]
        assert (await store.game("g")) == replace(GAME, over=True)

    with_store(database, work)


def test_each_process_hears_what_another_has_written_and_not_what_it_wrote_itself(cluster: Cluster) -> None:
    url = cluster.database()

    async def run() -> None:
        async with opened(url) as here, opened(url) as there:
            heard_here: list[str] = []
            heard_there: asyncio.Queue[str] = asyncio.Queue()
            here.heard, there.heard = heard_here.append, heard_there.put_nowait
            await here.begin(GAME, [SEAT])
            await here.append(line(1))
            assert await asyncio.wait_for(heard_there.get(), 10) == "g"
            await here.change_seat(SEAT, revoked=True)
            assert await asyncio.wait_for(heard_there.get(), 10) == "g"
            assert heard_here == []

    asyncio.run(run())


def test_nothing_is_lost_or_doubled_when_the_database_is_cut_off_and_comes_back(cluster: Cluster) -> None:
    url = cluster.database()

    async def run() -> None:
        async with opened(url) as store:
            await store.begin(GAME, [SEAT])
            kept = 0

            async def play() -> None:
                nonlocal kept
                for number in range(1, 200):
                    await store.append(line(number))
                    kept = number
                    await asyncio.sleep(0.002)

            playing = asyncio.create_task(play())
            while kept < 30:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(cluster.start)
            await playing
            assert await store.entries("g") == [line(number) for number in range(1, 200)]

    asyncio.run(run())


# psycopg warns of a connection that is forgotten while it is open, and warnings are errors.


def test_a_reading_that_outlives_its_store_leaves_no_connection_open(cluster: Cluster) -> None:
    at_work = threading.Event()

    def slow(connection: Connection) -> None:
        at_work.set()
        connection.execute(text("SELECT pg_sleep(0.5)"))

    async def run() -> None:
        async with opened(cluster.database()) as store:
            reading = asyncio.create_task(store.read(slow))
            await asyncio.to_thread(at_work.wait)
            reading.cancel()

    asyncio.run(run())
    gc.collect()


def test_a_store_that_can_not_be_opened_leaves_no_connection_open(cluster: Cluster) -> None:
    url = cluster.database()
    made = engine(parsed(url), writing=True)
    with made.begin() as connection:
        migrate(connection, (*STEPS, lambda _: None))
    made.dispose()

    async def run() -> None:
        async with opened(url):
            pass

    with pytest.raises(TooNew):
        asyncio.run(run())
    gc.collect()


# --- the schema ---------------------------------------------------------------------------------


def test_a_new_database_gets_the_newest_schema_once(database: str) -> None:
    made = engine(parsed(database), writing=True)
    with made.begin() as connection:
        assert version(connection) == 0
        assert migrate(connection) == len(STEPS)
    with made.begin() as connection:
        assert version(connection) == len(STEPS)
        assert migrate(connection) == 0
    made.dispose()


def test_a_step_that_fails_leaves_the_schema_as_it_was(database: str) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE half (id INTEGER)"))
        raise KeyError("half way")

    made = engine(parsed(database), writing=True)
    with made.begin() as connection:
        migrate(connection)
    with pytest.raises(KeyError), made.begin() as connection:
        migrate(connection, (*STEPS, half))
    with made.begin() as connection:
        assert version(connection) == len(STEPS)
        connection.execute(text("CREATE TABLE half (id INTEGER)"))
    made.dispose()


def test_a_database_of_a_later_surefoot_is_left_alone(database: str) -> None:
    made = engine(parsed(database), writing=True)
    with made.begin() as connection:
        migrate(connection, (*STEPS, lambda _: None))
    with pytest.raises(TooNew, match="written by a newer Surefoot"), made.begin() as connection:
        migrate(connection)
    made.dispose()


@pytest.mark.parametrize(
    "url", ["", "games.db", "mysql://localhost/games", "sqlite://", "sqlite:///:memory:"]
)
def test_a_url_that_names_no_database_is_refused_in_plain_words(url: str) -> None:
    with pytest.raises(NoSuchStore, match="The database must be"):
        parsed(url)


def test_sqlite_is_told_to_be_durable(tmp_path: Path) -> None:
    made = engine(parsed(f"sqlite:///{tmp_path / 'games.db'}"), writing=True)
    with made.begin() as connection:
        found = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        ]
    made.dispose()
    assert found == ["wal", 2]


LONG = "x" * 50_000


def test_no_change_waits_until_the_journal_of_sqlite_is_copied_into_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Idle:
        """Checkpoints that are never made."""

        def __init__(self, _: str) -> None:
            pass

        def committed(self) -> None:
            pass

        def close(self) -> None:
            pass

    monkeypatch.setattr("surefoot.server.store.writer.Checkpoints", Idle, raising=False)
    database = tmp_path / "games.db"

    async def work(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        before = database.stat().st_size
        for number in range(1, 101):
            await store.append(line(number, LONG))
        assert database.stat().st_size == before
        assert (tmp_path / "games.db-wal").stat().st_size > 10_000_000

    with_store(f"sqlite:///{database}", work)


def test_the_journal_of_sqlite_is_copied_and_used_again_while_games_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("surefoot.server.store.checkpoints.COMMITS", 1)
    database, journal = tmp_path / "games.db", tmp_path / "games.db-wal"

    async def work(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        number, used_again = 0, False
        while number < 300 and not used_again:
            before = journal.stat().st_size
            number += 1
            await store.append(line(number, LONG))
            used_again = number > 50 and journal.stat().st_size == before
            await asyncio.sleep(0.02)
        assert used_again
        # What was written stands in the database itself, long before the limit at which the writer would copy it.
        assert journal.stat().st_size < 20_000_000
        assert database.stat().st_size > 4_000_000
        assert len(await store.entries("g")) == number

    with_store(f"sqlite:///{database}", work)


def test_two_servers_on_one_sqlite_file_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "other.db").symlink_to(tmp_path / "games.db")
    url = f"sqlite:///{tmp_path / 'games.db'}"

    async def work(store: Store) -> None:
        await store.begin(GAME, [SEAT])
        for name in ("games.db", "other.db"):
            with pytest.raises(InUse, match=r"Another server uses .*games\.db"):
                async with opened(f"sqlite:///{tmp_path / name}"):
                    pass
        # Whoever was refused has taken nothing away from the first one.
        await store.append(line(1))

    async def read(store: Store) -> None:
        assert await store.entries("g") == [line(1)]

    with_store(url, work)
    with_store(f"sqlite:///{tmp_path / 'other.db'}", read)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoSuchStore, match=r"Can't store games in .*nowhere"):
        demand_ready(f"sqlite:///{tmp_path / 'nowhere' / 'games.db'}")


def test_servers_share_a_postgresql(cluster: Cluster) -> None:
    url = cluster.database()

    async def work(store: Store) -> None:
        async with opened(url) as other:
            await store.begin(GAME, [SEAT])
            assert await other.game("g") == GAME

    with_store(url, work)
