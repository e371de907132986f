"""Advice on scenarios that can be read: a model inside solid terrain."""

from __future__ import annotations

import pytest
from tests.command_line import CliRunner

from surefoot.answers.bundled import bundled
from surefoot.answers.movement import reached
from surefoot.cli.app import app
from surefoot.files.scenario import loads
from surefoot.referee.referee import check
from surefoot.referee.scene import Scene
from surefoot.routes.query import MoveQuery

TABLE = """
ruleset: necromunda-2023
board: [24, 18]
terrain:
  tower: {platform: {rect: [10, 8, 6, 6]}, z: 3, under: UNDER}
  crate: {obstacle: {rect: [2, 2, 2, 2]}, height: 2}
models: {kal: {side: blue, base: 32, at: [12, 10], MORE profile: {M: 5, I: 4}}}
declare: [{who: kal, action: move, path: [[13, 10]]}]
"""


def said(under: str = "solid", more: str = "", at: str = "12, 10") -> list[str]:
    text = TABLE.replace("UNDER", under).replace("MORE", more).replace("12, 10", at)
    return [str(each) for each in loads(text, "table.yaml").advice]


def test_a_model_inside_something_solid_is_told_with_what_to_write() -> None:
    (tower,) = said()
    assert tower.startswith("table.yaml:7: models.kal.at: ")
    assert "stands inside" in tower
    assert "on: tower" in tower
    assert "on: crate" in said(at="3, 3")[0]


@pytest.mark.parametrize(
    "meant",
    [{"more": "on: tower,"}, {"under": "open"}, {"at": "9, 10"}, {"at": "3, 3", "more": "on: crate,"}],
)
def test_what_was_meant_gets_no_advice(meant: dict[str, str]) -> None:
    assert said(**meant) == []


def test_the_command_line_tells_it_beside_the_verdict() -> None:
    text = TABLE.replace("UNDER", "solid").replace("MORE", "")
    ended = CliRunner().invoke(app, ["check", "-"], input=text)
    assert (
        "<stdin>:7: models.kal.at: Kal stands inside the tower. To put it on top, write on: tower"
        in ended.stderr
    )


def test_no_bundled_table_needs_advice() -> None:
    for name, file in bundled().items():
        assert loads(file.read_text(encoding="utf-8"), name).advice == (), name


def test_a_slab_that_is_thicker_than_it_is_high_is_told() -> None:
    text = TABLE.replace("under: UNDER", "thickness: 9").replace("MORE", "on: tower,")
    (told,) = loads(text, "table.yaml").advice
    assert (
        str(told)
        == "table.yaml:5: terrain.tower.thickness: its slab would reach below the board: its top is at 3"
    )


def test_a_keyword_whose_rules_are_missing_is_told_once() -> None:
    jets = ", ".join(
        f"jet-{n}: {{base: 60, at: [{9 * n}, 9], side: a, keywords: [Vehicle, Aircraft, Fly], profile: {{M: 20}}}}"
        for n in (1, 2)
    )
    (told,) = loads(f"ruleset: wh40k-10e\nboard: [60, 44]\nmodels: {{{jets}}}\n").advice

    assert "the moves of Aircraft are not covered" in str(told)
    assert told.field == "models.jet-1.keywords"


CUT_AWAY = """
ruleset: RULESET
MORE
board: [24, 18]
terrain:
  deep: {gap: {rect: [2.25, 7.25, 2, 3.5]}, depth: 2}
  shallow: {gap: {rect: [2.5, 7.5, 1.75, 2.5]}, depth: 1}
  roof: {platform: {rect: [12, 7, 4, 4]}, z: 3}
  hole: {gap: {rect: [12, 7, 4, 4]}, depth: 3, on: roof}
models: {kal: {side: blue, base: 25, at: [8, 9], height: 1.5, profile: {PROFILE}}}
declare: [{who: kal, action: ACTION, path: [[9, 9]]}]
"""


@pytest.mark.parametrize(
    ("ruleset", "profile", "action"),
    [
        ("necromunda-classic", "M: 5, I: 4", "move"),
        ("necromunda-2023", "M: 5, I: 4", "move"),
        ("gemini-arap", "M: 5, I: 4, ap: 3", "move"),
        ("dark-heresy-2e", "S: 40, T: 40, Ag: 40, Per: 30, WP: 30", "half-move"),
        ("wh40k-10e", "M: 6, W: 2", "normal"),
    ],
)
def test_a_floor_and_a_pit_of_which_nothing_is_left_are_told_and_in_no_ones_way(
    ruleset: str, profile: str, action: str
) -> None:
    text = CUT_AWAY.replace("RULESET", ruleset).replace("PROFILE", profile).replace("ACTION", action)
    text = text.replace("MORE", "scale: 1" if ruleset == "dark-heresy-2e" else "")
    scenario = loads(text, "table.yaml")

    assert [str(each) for each in scenario.advice] == [
        "table.yaml:7: terrain.shallow.gap: deeper pits cover all of it, so it is left out",
        "table.yaml:8: terrain.roof.platform: gaps cover all of it, so it is left out",
    ]
    assert check(scenario.table, scenario.declarations[0]).verdict == "legal"
    assert reached(scenario.table, "kal", action, MoveQuery()).cost(9, 9) == pytest.approx(1.0)
    # Where the shallow pit would be, the deep one is.
    assert {surface.id for surface in Scene(scenario.table).ground.surfaces} == {"board", "deep", "hole"}
