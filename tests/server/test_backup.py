"""A backup of a running server is whole, and a server can be started on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from surefoot.server.backup import Copied, NoBackup, copied
from tests.cli.playing import Ended
from tests.server.players import LADDER, VAT, club


def test_a_copy_of_a_running_server_plays_on_from_the_same_state(database: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    with club(database) as here:
        orange, _, seated, _ = here.two()
        orange.declare(LADDER)
        found = copied(database, f"sqlite:///{file}")
        assert found == Copied(games=1, seats=2, entries=orange.seq)
        was = (orange.seq, orange.hash, orange.state)
        orange.declare(VAT)
        assert orange.seq != was[0]
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]
    with club(f"sqlite:///{file}") as restored:
        again = restored.sit(seated)
        assert (again.seq, again.hash, again.state) == was
        assert again.declare(VAT)["kind"] == "done"


def test_a_copy_goes_back_into_an_empty_database_and_never_over_anything(
    database: str, tmp_path: Path
) -> None:
    file = f"sqlite:///{tmp_path / 'first.db'}"
    with club(file) as here:
        begun = here.begin()
    if database.startswith("postgresql"):
        assert copied(file, database).games == 1
        with club(database) as restored:
            assert restored.sit(begun).seq == 0
    with club(database) as other:
        other.begin()
    with pytest.raises(NoBackup, match=r"exists already|is not empty"):
        copied(file, database)


def test_the_command_says_what_it_copied_or_why_it_did_not(tmp_path: Path) -> None:
    source = f"sqlite:///{tmp_path / 'games.db'}"
    nothing = Ended("backup", str(tmp_path / "copy.db"), "--database", source)
    assert (nothing.code, "no such file" in nothing.said) == (1, True)
    with club(source) as here:
        here.begin()
    done = Ended("backup", str(tmp_path / "copy.db"), "--database", source, "--json")
    assert json.loads(done.out) == {"games": 1, "seats": 2, "entries": 0}
    twice = Ended("backup", str(tmp_path / "copy.db"), "--database", source)
    assert (twice.code, "exists already" in twice.said) == (1, True)
    assert Ended("backup", "x.db", "--database", "mysql://somewhere").code == 2
