"""What analysts build on: many checks in one call, whose turn it is, frames, notebooks, copies, and errors that name the mistake."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import surefoot
from surefoot.answers.errors import InvalidQuestion
from surefoot.forecast.ask import NoSuchQuestion

GAP = surefoot.loads(surefoot.EXAMPLE)
CAUSEWAY = (Path(surefoot.__file__).parent / "scenarios" / "causeway.yaml").read_text()


def _walk(x: float) -> surefoot.Declaration:
    return surefoot.Declaration("move", ("kal",), (surefoot.Leg.at(x, 4),))


def test_many_checks_are_the_checks_one_by_one() -> None:
    walks = [_walk(2), _walk(9), GAP.declarations[0]]

    assert surefoot.checks(GAP.table, walks) == tuple(
        surefoot.check(GAP.table, each, nearest=False) for each in walks
    )


def test_many_checks_name_every_malformed_declaration_by_its_number() -> None:
    wrong = [_walk(2), surefoot.Declaration("mvoe", ("kal",)), surefoot.Declaration("move", ("kla",))]
    with pytest.raises(surefoot.Malformed) as malformed:
        surefoot.checks(GAP.table, wrong)

    assert [problem.where for problem in malformed.value.problems] == ["2: action", "3: who", "3: path"]


def test_the_turn_is_that_of_the_side_on_the_clock_and_units_stand_for_their_models() -> None:
    game = surefoot.Session(surefoot.loads(CAUSEWAY).table)

    assert surefoot.turn(game) == surefoot.Turn(
        ("blue",), ("guard", "serg", "apc"), ("end-step", "end-phase", "end-turn", "end-battle")
    )


def test_a_game_at_a_question_waits_for_the_side_that_answers_it() -> None:
    game = surefoot.Session(GAP.table)
    game.declare(GAP.declarations[0])
    choice = surefoot.turn(game)
    game.answer(surefoot.script(["leap"]).reply(choice.question, ()))  # type: ignore[arg-type]
    roll = surefoot.turn(game)

    assert (choice.answers, choice.actors, choice.ticks) == ("blue", (), ())
    assert (roll.answers, roll.sides) == ("", ())
    assert roll.question is not None
    assert roll.question.what == "leap"


@pytest.mark.parametrize("library", ["polars", "dict"])
def test_frames_have_a_row_for_each_outcome_end_and_model(library: Any) -> None:
    pytest.importorskip("polars")
    judged = surefoot.to_frame(surefoot.checks(GAP.table, [_walk(2), _walk(9)]), library)
    odds = surefoot.to_frame(surefoot.odds(GAP.table, GAP.declarations), library)
    played = surefoot.to_frame(surefoot.simulate(GAP.table, GAP.declarations, 50, asked="safe"), library)
    models = surefoot.to_frame(GAP.table, library)

    assert list(judged["verdict"]) == ["legal", "illegal"]
    assert list(judged["x"]) == [2.0, 4.0]
    assert sum(odds["chance"]) == pytest.approx(1)
    assert sum(played["runs"]) == 50
    assert list(models["model"]) == ["kal"]


def test_frames_of_other_things_and_by_other_libraries_are_refused() -> None:
    with pytest.raises(ValueError, match="did you mean 'polars'"):
        surefoot.to_frame(GAP.table, "polar")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not of Declaration"):
        surefoot.to_frame([_walk(2)])  # type: ignore[list-item]


@pytest.mark.parametrize(
    "value",
    [GAP.table, surefoot.check(GAP.table, GAP.declarations[0]), surefoot.odds(GAP.table, GAP.declarations)],
    ids=["table", "outcome", "odds"],
)
def test_notebooks_show_pictures(value: Any) -> None:
    assert value._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))], ids=["copy", "pickle"]
)
def test_answers_can_be_copied_and_sent(copied: Callable[[Any], Any]) -> None:
    table, declared = GAP.table, GAP.declarations
    for value in (
        surefoot.odds(table, declared),
        surefoot.simulate(table, declared, 5),
        surefoot.route(table, "kal", (2, 4)),
        surefoot.route(table, "kal", (15, 4)),
        surefoot.turn(table),
    ):
        assert copied(value) == value
    rules = surefoot.find("wh40k-10e")
    assert copied(rules) is rules


@pytest.mark.parametrize(
    ("asked", "error", "says"),
    [
        (lambda: surefoot.reach(GAP.table, "kal", "mvoe"), InvalidQuestion, "did you mean 'move'"),
        (lambda: surefoot.reach(GAP.table, "kal").cost(3, 3, on="bord"), KeyError, "did you mean 'board'"),
        (lambda: surefoot.reach(GAP.table, "kal", budgets=3), InvalidQuestion, "did you mean 'budget'"),
        (lambda: surefoot.route(GAP.table, "kla", (5, 4)), InvalidQuestion, "did you mean 'kal'"),
        (lambda: surefoot.route(GAP.table, "kal", 5), InvalidQuestion, "two numbers"),  # type: ignore[arg-type]
        (lambda: surefoot.threat(GAP.table, "blu"), InvalidQuestion, "did you mean 'blue'"),
        (lambda: surefoot.threat(GAP.table, "blue", "mvoe"), InvalidQuestion, "did you mean 'move'"),
        (lambda: surefoot.legal_actions(GAP.table, "kla"), surefoot.Malformed, "did you mean 'kal'"),
        (
            lambda: surefoot.odds(GAP.table, GAP.declarations).over("status", ("kla",)),
            NoSuchQuestion,
            "'kal'",
        ),
        (lambda: GAP.table.pose("kla"), KeyError, "did you mean 'kal'"),
        (lambda: surefoot.Leg((8, 4.5)), TypeError, "Leg.at"),  # type: ignore[arg-type]
        (lambda: surefoot.Declaration("move", ("kal",), surefoot.Leg.at(2, 4)), TypeError, "tuple of legs"),  # type: ignore[arg-type]
    ],
    ids=[
        "action",
        "surface",
        "option",
        "model",
        "place",
        "side",
        "threat",
        "nobody",
        "odds",
        "pose",
        "leg",
        "legs",
    ],
)
def test_wrong_names_are_named(asked: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        asked()


def test_a_script_without_a_main_guard_may_use_several_processes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import os, surefoot\n"
        "from surefoot.forecast.processes import processes\n"
        "print('once')\n"
        "with processes(1) as pool:\n"
        "    print(pool.submit(os.getpid).result() != os.getpid())\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["once", "True"]
    assert done.stderr == ""
