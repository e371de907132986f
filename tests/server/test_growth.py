"""The path to many games, as the manual describes it: the lines of all games are split into several tables, and much is read from a copy."""

from __future__ import annotations

from pathlib import Path

from benchmarks.serving.cluster import Cluster, replicated
from sqlalchemy import text

import surefoot
from surefoot.server.store.engines import engine, parsed
from tests.cli.playing import Ended
from tests.server.players import ALLEY, LADDER, club

SPLIT = Path(__file__).parents[2] / "docs" / "examples" / "partition.sql"


def test_games_go_on_when_their_lines_were_split_into_several_tables(
    cluster: Cluster, tmp_path: Path
) -> None:
    database = cluster.database()
    with club(database) as here:
        orange, green, host, guest = here.two()
        orange.declare(LADDER)
    made = engine(parsed(database), writing=True)
    with made.begin() as connection:
        connection.exec_driver_sql(SPLIT.read_text(encoding="utf-8").replace("%", "%%"))
        parts = connection.execute(text("SELECT count(*) FROM pg_inherits")).scalar_one()
    made.dispose()
    assert parts >= 16
    with club(database) as here:
        before, state = orange.seq, orange.hash
        orange, green = here.sit(host), here.sit(guest)
        assert (orange.seq, orange.hash) == (before, state)
        # A request that is repeated is found, a stale one refused, and a new one made.
        frame = green.declare(ALLEY)
        assert frame["kind"] == "done", frame
        assert green.ask("declare", declaration=ALLEY, seen=before)["problem"]["code"] == "state/stale"
        file = tmp_path / "split.game"
        file.write_bytes(here.as_(host, "GET", "log").content)
        assert surefoot.verify_game(file) == ()
        assert here.begin()["game"]


def test_operators_read_games_from_the_database_that_follows(tmp_path: Path) -> None:
    with replicated() as pair:
        with club(pair.url("games")) as here:
            played = here.begin(name="Friday")
            here.sit(played).declare(LADDER)
        copy = f"postgresql://surefoot@/postgres?host={pair.following.folder}&options=-csearch_path%3Dgames"
        assert "Friday" in Ended("admin", "games", "--database", copy).out
        assert "1 game takes" in Ended("admin", "space", "--database", copy).out
        assert Ended("admin", "export", str(tmp_path / "logs"), "--database", copy).code == 0
        assert surefoot.verify_game(tmp_path / "logs" / f"{played['game']}.game") == ()
        backup = tmp_path / "backup.db"
        assert "1 game, 1 log line" in Ended("backup", str(backup), "--database", copy).out
        refused = Ended("admin", "delete", played["game"], "--yes", "--database", copy)
        assert (refused.code, "read-only" in refused.said) == (1, True)
