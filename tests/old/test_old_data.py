"""Files, games and databases of version 0.1, made by its code, are opened, continued and verified by this one."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.server.players import LADDER, club

import surefoot
from surefoot.files.game import open_game, replay, verify
from surefoot.files.lines import sealed
from surefoot.files.problems import FileInvalid, FileProblem

DATA = Path(__file__).parent / "data"
SCENARIOS = sorted((DATA / "scenarios").glob("*.yaml"))
GAMES = sorted((DATA / "games").glob("*.game"))


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_a_scenario_of_0_1_is_read(file: Path) -> None:
    if file.stem == "example-mistakes":
        with pytest.raises(FileInvalid, match="did you mean 'necromunda-classic'"):
            surefoot.load(file)
        return
    assert surefoot.load(file).table.models


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_game_of_0_1_is_replayed_verified_and_continued(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.game"
    shutil.copyfile(file, path)
    tables = [table for _, table in replay(path)]
    # What today's rules decide differently is named, and is no damage.
    assert {problem.code for problem in verify(path)} <= {"version"}

    notices: list[FileProblem] = []
    session = open_game(path, notices.append)
    assert session.now == (tables[-1] if tables else session.start)
    assert len(notices) == 1
    if tables and session.open is None:
        session.undo(consent=True)
        assert len(open_game(path).entries) == len(session.entries)


def test_a_database_of_0_1_is_taken_up_with_its_open_question(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "games.db")
    connection.executescript((DATA / "games.sql").read_text(encoding="utf-8"))
    connection.close()
    seats = json.loads((DATA / "seats.json").read_text(encoding="utf-8"))
    with club(f"sqlite:///{tmp_path / 'games.db'}") as server:
        player = server.sit(seats["gap"])
        assert player.question is not None
        assert player.question["what"] == "leap or stay at the edge"
        player.ask("answer", value="stay", seen=player.seq)
        assert player.question is None
        other = server.sit(seats["gantry"])
        assert other.ask("declare", declaration=LADDER, seen=other.seq)["kind"] == "done"


@pytest.mark.parametrize("written", [3, 99])
def test_a_newer_game_is_refused_by_name(written: int, tmp_path: Path) -> None:
    header = {"surefoot": written, "ruleset": "necromunda-classic"}
    (tmp_path / "new.game").write_text(sealed(header, "")[0] + "\n", encoding="utf-8")
    with pytest.raises(FileInvalid, match="written by a newer Surefoot"):
        open_game(tmp_path / "new.game")
