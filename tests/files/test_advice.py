"""Advice on scenarios that can be read: a model inside solid terrain."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from surefoot.answers.bundled import bundled
from surefoot.cli.app import app
from surefoot.files.scenario import loads

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
