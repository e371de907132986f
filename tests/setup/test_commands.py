"""The commands army, map and table: what they print, what they ask for, how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.playing import Ended

from surefoot.files.home import HOME
from surefoot.files.scenario import load

HERE = Path(__file__).parent.parent
ROSTERS, MAPS = HERE / "armies" / "files", HERE / "maps" / "files"
GANG = str(ROSTERS / "gang.json")
RULES = ("--ruleset", "necromunda-2023")


@pytest.fixture(autouse=True)
def _own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def test_a_roster_with_open_questions_is_shown_and_ends_with_5() -> None:
    ended = Ended("army", GANG, *RULES)

    assert ended.code == 5
    assert "Old Kettle" in ended.out
    assert "How large is the base of 'Juve'" in ended.said
    assert "--answer 'Juve.base=32'" in ended.said


@pytest.mark.parametrize("columns", [34, 48, 60, 100])
def test_a_number_stays_with_its_name_in_a_narrow_terminal(columns: int) -> None:
    lines = Ended("army", GANG, *RULES, width=columns).out.splitlines()

    for whole in ("M 4", "Wil 6", "base unknown", "your list"):
        assert any(whole in line for line in lines), whole


def test_each_source_says_which_values_it_gives() -> None:
    answers = ("--answer", "Juve.base=25", "--answer", "Forge Boss.base=40")
    assert "your list; your answer: base" in Ended("army", GANG, *RULES, *answers, width=200).out


def test_an_answer_is_kept_for_the_next_time() -> None:
    assert Ended("army", GANG, *RULES, "--answer", "Juve.base=25", "--answer", "Forge Boss.base=40").code == 0
    again = Ended("army", GANG, *RULES, "--json")

    assert again.code == 0
    assert json.loads(again.out)["units"][1]["models"][0]["shape"] == {
        "value": {"base": 25},
        "from": "your library",
    }


def test_suggestions_are_taken_only_if_wanted(tmp_path: Path) -> None:
    out = tmp_path / "gang.csv"

    assert Ended("army", GANG, *RULES, "--assume", "-o", str(out)).code == 0
    assert "Juve,3,32" in out.read_text(encoding="utf-8")


def test_an_answer_without_a_field_is_a_wrong_usage() -> None:
    assert Ended("army", GANG, *RULES, "--answer", "Juve").code == 2


def test_a_file_that_is_no_roster_ends_with_4() -> None:
    ended = Ended("army", str(MAPS / "README.md"), *RULES)

    assert ended.code == 4


def test_a_map_is_shown_with_its_assumptions_which_can_be_changed() -> None:
    shown = Ended("map", str(MAPS / "cellar.dd2vtt"))
    changed = json.loads(Ended("map", str(MAPS / "cellar.dd2vtt"), "--height", "wall=5", "--json").out)

    assert shown.code == 0
    assert "3 × wall" in shown.out
    assert "wall: height 3, assumed for 2" in shown.said
    assert changed["scenario"]["terrain"]["wall-1"]["height"] == 5
    assert Ended("map", str(MAPS / "cellar.dd2vtt"), "--height", "wal=5").code == 2


def test_one_command_makes_a_table_with_its_picture(tmp_path: Path) -> None:
    out = tmp_path / "table.yaml"
    armies = ("--army", GANG, "--army", str(ROSTERS / "gang.csv"), "--assume")
    ended = Ended(
        "table",
        "new",
        *RULES,
        *armies,
        "--map",
        str(MAPS / "cellar.dd2vtt"),
        "--square",
        "2.5",
        "-o",
        str(out),
    )
    scenario = load(out)

    assert ended.code == 0
    assert len(scenario.table.models) == 10
    assert scenario.table.scenery.picture is not None
    assert scenario.table.scenery.picture.file == "table.png"
    assert (tmp_path / "table.png").read_bytes()[1:4] == b"PNG"
    assert out.read_text(encoding="utf-8").startswith("# wall: height 3")


def test_a_table_waits_for_answers(tmp_path: Path) -> None:
    ended = Ended("table", "new", *RULES, "--army", GANG, "-o", str(tmp_path / "table.yaml"))

    assert ended.code == 5
    assert not (tmp_path / "table.yaml").exists()
    assert (
        Ended("table", "new", *RULES, "--army", GANG, "--assume", "--answer", "Rhino.hull=[4, 3]").code == 2
    )


def test_a_generated_table_goes_to_standard_output_or_on_to_other_programs(tmp_path: Path) -> None:
    out = tmp_path / "table.yaml"
    told = Ended("table", "new", *RULES, "--style", "docks", "--seed", "3")
    assert Ended("table", "new", *RULES, "--style", "docks", "--seed", "3", "-o", str(out)).code == 0

    assert told.out == out.read_text(encoding="utf-8")
    for ending in ("tmj", "dd2vtt"):
        assert Ended("table", "export", str(out), "-o", str(tmp_path / f"map.{ending}")).code == 0
        assert Ended("map", str(tmp_path / f"map.{ending}")).code == 0
    assert Ended("table", "export", str(out), "-o", str(tmp_path / "map.png")).code == 2
    assert Ended("table", "new", *RULES, "--style", "swamp").code == 2
    assert Ended("table", "burn").code == 2
