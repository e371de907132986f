"""What `print` shows of an outcome and of odds is what the command line shows; what the prompt shows is one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.command_line import CliRunner

import surefoot
from surefoot.cli.app import app

GAP = surefoot.loads(surefoot.EXAMPLE)
LEAP = GAP.declarations[0]


def test_a_printed_outcome_is_what_the_check_prints(tmp_path: Path) -> None:
    file = tmp_path / "gap.yaml"
    file.write_text(surefoot.EXAMPLE, encoding="utf-8")
    printed = CliRunner().invoke(app, ["check", str(file)], env={"COLUMNS": "100"}).stdout
    for line in filter(None, str(surefoot.check(GAP.table, LEAP)).splitlines()[2:]):
        assert line in printed


def test_a_move_that_was_made_shows_its_dice() -> None:
    made = str(surefoot.move(GAP.table, LEAP, surefoot.script([2, 1])))
    assert "legal, cost" in made or "stops short, cost" in made
    assert "Kal is now Pinned" in made


def test_printed_odds_list_every_outcome() -> None:
    printed = str(surefoot.odds(GAP.table, LEAP))
    assert "1/2 (50 %)" in printed
    assert len(printed.splitlines()) > 2


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (surefoot.check(GAP.table, LEAP), "<Outcome of kal move: legal, cost 3.5, tests: leap>"),
        (
            surefoot.check(
                GAP.table, surefoot.declaration(GAP.table, who="kal", action="move", path=[[8.5, 4]])
            ),
            "<Outcome of kal move: illegal, cost 0, breaks leap.gap-bigger-than-base>",
        ),
        (surefoot.odds(GAP.table, LEAP), "<Odds of kal move: 5 ways, the likeliest 1/2>"),
        (
            GAP,
            "<Scenario 'The gap': <Table necromunda-classic: 1 models, 2 pieces, round 1>, 1 declarations>",
        ),
    ],
)
def test_at_the_prompt_values_are_one_line(value: object, shown: str) -> None:
    assert repr(value) == shown


def test_only_outcomes_and_odds_have_a_text() -> None:
    from surefoot.cli.as_text import text_of

    with pytest.raises(TypeError, match="no text of int"):
        text_of(3)
