"""Pictures in the pseudo-language `en-XA`: titles, captions, legends and ledgers go through translation."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from typer.main import get_command

from surefoot.cli.app import app
from surefoot.files.scenario import loads
from surefoot.language.locale import using
from surefoot.language.pseudo import CLOSE, OPEN, escaped
from surefoot.language.speaker import titled

ROOT = Path(__file__).parent.parent.parent
GANTRY = "examples/gantry.yaml"
WORKS = "docs/examples/works.yaml"
LADDER = "examples/cheapest-ways/necromunda-classic.yaml"


@pytest.fixture(autouse=True)
def pseudo() -> Iterator[None]:
    with using("en-XA"):
        yield


COMMANDS = get_command(app)


def drawn(*arguments: str) -> str:
    """What a command draws, on standard output."""
    line = [str(ROOT / each) if each.endswith(".yaml") else each for each in arguments]
    result = CliRunner().invoke(COMMANDS, line, env={"COLUMNS": "300", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    return result.output


def names_in(file: str) -> list[str]:
    """Names that a scenario gives: its own, and those of models, units, terrain and objects."""
    laid = loads((ROOT / file).read_text(encoding="utf-8"), file)
    table = laid.table
    ids = [laid.name, *table.models, *table.units, *table.pieces, *table.objects]
    ids += [model.side for model in table.models.values()]
    return sorted({word for name in ids if name for word in (name, titled(name))}, key=len, reverse=True)


def words_left(texts: str, file: str) -> list[str]:
    """Words that did not go through translation, without the names of a scenario."""
    for name in names_in(file):
        texts = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", texts)
    return escaped(texts)


def texts_of(svg: str) -> str:
    """The texts of a picture; a text that is broken into lines is closed and opened at each break."""
    found = re.findall(r"<(?:title|desc|text)[^>]*>(.*?)</(?:title|desc|text)>", svg, re.DOTALL)
    lines, depth = [], 0
    for each in found:
        line = OPEN * depth + html.unescape(re.sub(r"<[^>]*>", " ", each))
        depth = max(0, line.count(OPEN) - line.count(CLOSE))
        lines.append(line + CLOSE * depth)
    return "\n".join(lines)


@pytest.mark.parametrize(
    "arguments",
    [
        ("draw", GANTRY, "--check", "--ledger"),
        ("draw", WORKS, "--check", "--ledger", "--strip"),
        ("draw", WORKS, "--levels", "--seed", "7"),
        ("draw", "examples/movement-phase.yaml", "--check"),
        ("draw", "examples/street-fight.yaml", "--check", "--ledger"),
        ("odds", GANTRY),
        ("reach", LADDER, "--who", "kal", "--actions", "2"),
        ("threat", LADDER, "--side", "red"),
        ("venture", LADDER, "--who", "kal"),
        ("route", LADDER, "--who", "kal", "--to", "9,8"),
    ],
    ids=" ".join,
)
def test_every_text_of_a_picture_is_translated(arguments: tuple[str, ...]) -> None:
    texts = texts_of(drawn(*arguments, "-o", "-"))

    assert texts.count(OPEN) > 3
    assert words_left(texts, arguments[1]) == []


@pytest.mark.parametrize("file", [GANTRY, WORKS])
def test_the_legend_of_a_text_map_is_translated(file: str) -> None:
    # Lines of the map hold letters of names and signs; every other line is text.
    lines = [line for line in drawn("draw", file, "--check").splitlines() if OPEN in line]

    assert len(lines) > 3
    assert words_left("\n".join(lines), file) == []
