"""Studies: the same bytes on any workers, nothing lost or doubled when one is killed, and any row played again."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.playing import Ended

import surefoot
from surefoot.files.problems import FileInvalid
from surefoot.studies.plan import read_plan
from surefoot.studies.results import summary
from surefoot.studies.running import OtherPlan, rows_of, run

PLAN = """
name: silos
tables: [dark-heresy-2e]
players: {blue: [medium, easy], red: [easy]}
seeds: 0-1
rounds: 2
planned: false
"""


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small study, played here."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "plan.yaml").write_text(PLAN)
    run(read_plan(str(folder / "plan.yaml")), folder / "one")
    return folder


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "parts").iterdir())}


def test_games_are_the_product_of_tables_players_and_seeds(done: Path) -> None:
    games, moves = rows_of(read_plan(str(done / "plan.yaml")), done / "one")

    assert [(game["players"], game["seed"]) for game in games] == [
        ("blue: medium, red: easy", 0),
        ("blue: medium, red: easy", 1),
        ("blue: easy, red: easy", 0),
        ("blue: easy, red: easy", 1),
    ]
    assert {move["game"] for move in moves} == {0, 1, 2, 3}


def test_two_processes_that_are_stopped_and_continued_write_the_same_bytes(done: Path) -> None:
    two = done / "two"
    shutil.copytree(done / "one", two)
    for number in (1, 2, 3):
        (two / "parts" / f"{number:08d}.json").unlink()
    seen: list[tuple[int, int]] = []
    run(read_plan(str(done / "plan.yaml")), two, workers=2, progress=lambda *each: seen.append(each))

    assert _bytes(two) == _bytes(done / "one")
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("engine", "module"), [("dask", "distributed"), pytest.param("ray", "ray", marks=pytest.mark.campaign)]
)
def test_an_engine_for_clusters_writes_the_same_bytes(done: Path, engine: str, module: str) -> None:
    pytest.importorskip(module)
    command = [sys.executable, "-m", "surefoot", "study", str(done / "plan.yaml"), "--engine", engine]
    told = subprocess.run(
        [*command, "--workers", "2", "-o", str(done / engine)], capture_output=True, text=True, check=False
    )

    assert told.returncode == 0, told.stderr
    assert _bytes(done / engine) == _bytes(done / "one")


def _killed(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def test_a_killed_worker_loses_and_doubles_nothing(done: Path) -> None:
    from multiprocessing import active_children

    before = set(active_children())
    killed: list[int] = []

    def kill_one(count: int, _: int) -> None:
        workers = [each for each in active_children() if each not in before]
        if count == 1 and workers and not killed:
            assert workers[0].pid is not None
            killed.append(workers[0].pid)
            _killed(workers[0].pid)

    run(read_plan(str(done / "plan.yaml")), done / "killed", workers=2, progress=kill_one)

    assert killed
    assert _bytes(done / "killed") == _bytes(done / "one")


def test_the_command_writes_tables_with_a_schema_and_any_game_again(done: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    arrow = pytest.importorskip("pyarrow")
    made = Ended("study", str(done / "plan.yaml"), "-o", str(done / "one"))
    games = parquet.read_table(done / "one" / "games.parquet")
    with arrow.OSFile(str(done / "one" / "moves.arrow")) as file:
        moves = arrow.ipc.open_file(file).read_all()
    again = Ended(
        "study",
        str(done / "plan.yaml"),
        "-o",
        str(done / "one"),
        "--replay",
        "1",
        "--game",
        str(done / "1.game"),
    )

    assert (made.code, again.code) == (0, 0), (made.error, again.error)
    assert json.loads((done / "one" / "summary.json").read_text())["games"] == games.num_rows == 4
    # In words: each pairing, and the two strengths against each other.
    assert "dark-heresy-2e, blue: medium, red: easy:\n  " in made.out
    assert re.search(r"won by (blue|red): [12] of 2 \((50|100) %; 95 % interval: \d+ to \d+ %\)", made.out)
    assert "against easy on dark-heresy-2e:" in made.out or "against medium on dark-heresy-2e:" in made.out
    assert moves.column("chance").type == arrow.float64()
    assert (done / "one" / "danger-dark-heresy-2e.svg").read_text().startswith("<svg")
    assert surefoot.open_game(done / "1.game").now.digest == games.column("digest")[1].as_py()
    assert surefoot.verify_game(done / "1.game") == ()


def test_a_folder_keeps_to_its_plan(done: Path) -> None:
    (done / "other.yaml").write_text(PLAN.replace("0-1", "0-2"))
    with pytest.raises(OtherPlan, match="another plan"):
        run(read_plan(str(done / "other.yaml")), done / "one")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("dark-heresy-2e", "dark-heresy"), "did you mean 'dark-heresy-2e'"),
        (("blue:", "bleu:"), "did you mean 'blue'"),
        (("0-1", "9-1"), "write seeds as 0-99"),
        (("rounds:", "round:"), "did you mean 'rounds'"),
        ((PLAN, ""), "expected a plan: a mapping with tables, players, seeds, …, found nothing"),
        (("0-1", "some"), "seeds: write seeds as 0-99"),
        (("easy]", "eazy]"), "'easy', 'medium' or 'hard'"),
    ],
)
def test_a_wrong_plan_is_named(tmp_path: Path, change: tuple[str, str], says: Any) -> None:
    (tmp_path / "plan.yaml").write_text(PLAN.replace(*change))
    with pytest.raises(FileInvalid, match=says):
        read_plan(str(tmp_path / "plan.yaml"))


def test_rivals_play_each_opening_from_both_seats_and_strengths_are_compared(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(
        "tables: [dark-heresy-2e]\nplayers: {blue: [medium, easy], red: [medium, easy]}\n"
        "seeds: 0-1\nrounds: 2\nplanned: false\nopening: 2\nrivals: true\n"
    )
    study = read_plan(str(tmp_path / "plan.yaml"))
    run(study, tmp_path / "out")
    games, _ = rows_of(study, tmp_path / "out")

    assert [game["players"] for game in games] == 2 * ["blue: medium, red: easy"] + 2 * [
        "blue: easy, red: medium"
    ]
    openings = [game["actions"].split(",")[:2] for game in games]
    assert openings[:2] == openings[2:]
    (compared,) = summary(games)["strengths"]
    assert (compared["better"], compared["than"]) == ("medium", "easy")
    assert compared["won_both_ways"]["share"] == 1.0
