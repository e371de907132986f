"""`surefoot draw`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from surefoot.cli.app import app
from surefoot.files.game import create
from surefoot.referee.session import Session
from tests.command_line import CliRunner
from tests.draw.scenes import EVERYTHING, GANTRY, LEAP, TOO_FAR, scenario


@pytest.fixture
def leap(tmp_path: Path) -> Path:
    file = tmp_path / "leap.yaml"
    file.write_text(f"{GANTRY}\n{LEAP}\n", encoding="utf-8")
    return file


def run(*arguments: str | Path, given: str | None = None) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["draw", *map(str, arguments)], input=given)
    return done.exit_code, done.stdout, done.stderr


def drawn(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    return text


def test_a_table_is_drawn_into_a_file(leap: Path, tmp_path: Path) -> None:
    target = tmp_path / "table.svg"
    assert run(leap, "-o", target) == (0, "", "")
    assert "Kal at 8.5, 10" in drawn(target)
    assert "end of the move" not in drawn(target)


def test_what_is_declared_is_drawn_if_it_is_asked_for(leap: Path, tmp_path: Path) -> None:
    target = tmp_path / "judged.svg"
    assert run(leap, "--check", "-o", target)[0] == 0
    assert "Kal · Move (Simple): legal, 5.6″" in drawn(target)
    assert "needs 4+, 50 %" in drawn(target)


def test_dice_decide_what_is_drawn(leap: Path, tmp_path: Path) -> None:
    target = tmp_path / "made.svg"
    assert run(leap, "--dice", "6", "-o", target)[0] == 0
    assert "rolled 6, passed" in drawn(target)
    assert run(leap, "--seed", "6", "-o", target)[0] == 0
    assert "Kal falls" in drawn(target)


def test_a_picture_ends_where_an_answer_is_missing(leap: Path, tmp_path: Path) -> None:
    target = tmp_path / "made.svg"
    code, _, told = run(leap, "--move", "-o", target)
    assert code == 5
    assert "Answer needed" in told
    drawn(target)


def test_an_illegal_move_is_drawn_and_no_failure(tmp_path: Path) -> None:
    file, target = tmp_path / "far.yaml", tmp_path / "far.svg"
    file.write_text(f"{GANTRY}\n{TOO_FAR}\n", encoding="utf-8")
    assert run(file, "--check", "-o", target)[0] == 0
    assert "declared path" in drawn(target)


@pytest.mark.parametrize(
    ("option", "there"),
    [
        ("--dark", "#16181b"),
        ("--levels", ">9″ up<"),
        ("--whole", 'viewBox="0 0'),
    ],
)
def test_options_change_the_picture(tmp_path: Path, option: str, there: str) -> None:
    file = tmp_path / "all.yaml"
    file.write_text(EVERYTHING, encoding="utf-8")
    plain, other = tmp_path / "plain.svg", tmp_path / "other.svg"
    assert run(file, "-o", plain)[0] == 0
    assert run(file, option, "-o", other)[0] == 0
    assert drawn(plain) != drawn(other)
    assert there in drawn(other)


def test_ledger_strip_and_width_change_the_picture(leap: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.svg"
    assert run(leap, "--dice", "6", "--ledger", "--width", "480", "-o", target)[0] == 0
    assert "leap.enough-movement" in drawn(target)
    assert 'width="480"' in drawn(target)
    twice = f"{GANTRY}\ndeclare: [{{who: kal, action: move, path: [[10, 9]]}}, {{who: foe, action: move, path: [[20, 6]]}}]"
    leap.write_text(twice, encoding="utf-8")
    assert run(leap, "--seed", "1", "--strip", "-o", target)[0] == 0
    assert drawn(target).count('class="frame"') == 2


def test_a_png_is_written_by_its_name(leap: Path, tmp_path: Path) -> None:
    target = tmp_path / "table.PNG"
    assert run(leap, "-o", target)[0] == 0
    assert target.read_bytes().startswith(b"\x89PNG")


def test_without_a_file_it_is_drawn_in_letters(leap: Path) -> None:
    code, shown, _ = run(leap)
    assert code == 0
    assert "Kal at 8.5, 10" in shown
    assert "<svg" not in shown


def test_standard_input_and_standard_output_can_be_used() -> None:
    code, shown, _ = run("-", "-o", "-", given=GANTRY)
    assert code == 0
    assert ElementTree.fromstring(shown).tag.endswith("svg")


def test_a_game_is_drawn_as_it_stands_now(tmp_path: Path) -> None:
    laid = scenario(GANTRY, "declare: [{who: kal, action: move, path: [[10, 9]]}]")
    session = Session(laid.table)
    game, target = tmp_path / "game", tmp_path / "now.svg"
    create(game, session)
    session.declare(laid.declarations[0])
    assert run(game, "-o", target)[0] == 0
    assert "Kal at 10, 9, 4″ up" in drawn(target)
    code, _, told = run(game, "--check")
    assert code == 2
    assert "is a game" in told


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-o", "table.jpg"], "the name must end in .svg, .png or .pdf"),
        (["--check", "--seed", "1"], "Use only one of --check or --seed"),
        (["--dice", "x"], "isn't a die roll"),
        (["--strip", "--levels"], "Use --strip or --levels, not both"),
        (["--width", "10"], "360"),
    ],
)
def test_what_makes_no_sense_is_refused_in_plain_words(leap: Path, options: list[str], says: str) -> None:
    code, _, told = run(leap, *options)
    assert code == 2
    assert says in " ".join(told.split())


def test_a_folder_that_is_not_there_is_named(leap: Path, tmp_path: Path) -> None:
    code, _, told = run(leap, "-o", tmp_path / "nowhere" / "x.svg")
    assert code == 1
    assert "nowhere" in told
    assert "Traceback" not in told


def test_a_bad_file_draws_nothing(tmp_path: Path) -> None:
    file, target = tmp_path / "bad.yaml", tmp_path / "x.svg"
    file.write_text("ruleset: nothing", encoding="utf-8")
    assert run(file, "-o", target)[0] == 4
    assert not target.exists()


def test_help_loads_no_geometry() -> None:
    code = (
        "import sys\nfrom surefoot.cli.app import app\n"
        "print([name for name in ('shapely', 'numpy', 'pydantic', 'resvg_py') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_pdf_has_its_scale_on_paper(tmp_path: Path) -> None:
    file, out = tmp_path / "table.yaml", tmp_path / "table.pdf"
    file.write_text("ruleset: necromunda-2023\nboard: [24, 12]\n", encoding="utf-8")

    def pages(*options: str) -> list[tuple[float, float]]:
        ended = CliRunner().invoke(app, ["draw", str(file), "-o", str(out), *options])
        assert ended.exit_code == 0, ended.output
        boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) ]", out.read_bytes())
        return [(float(wide) / 72, float(deep) / 72) for wide, deep in boxes]

    ((whole, _),) = pages()
    ((quarter, _),) = pages("--scale", "1:4")
    # The board and its margin.
    assert 24 < whole < 28
    assert whole / 4 == pytest.approx(quarter, rel=0.001)
    sheets = pages("--paper", "a4")
    assert len(sheets) == 8
    assert {(round(wide * 25.4), round(deep * 25.4)) for wide, deep in sheets} == {(210, 297)}


@pytest.mark.parametrize(
    "options",
    [("-o", "t.svg", "--scale", "1:4"), ("-o", "t.pdf", "--scale", "4"), ("-o", "t.pdf", "--paper", "a9")],
)
def test_options_of_a_pdf_are_checked(tmp_path: Path, options: tuple[str, ...]) -> None:
    file = tmp_path / "table.yaml"
    file.write_text("ruleset: necromunda-2023\nboard: [24, 12]\n", encoding="utf-8")
    assert CliRunner().invoke(app, ["draw", str(file), *options]).exit_code == 2
