"""The Movement phase of a whole army, in one file: it plays, every step of it is legal, and it can be played again."""

from __future__ import annotations

from pathlib import Path

from surefoot.dice.responders import script
from surefoot.files import scenario
from surefoot.referee.session import Session
from surefoot.rulesets.wh40k_10e.squad import squads

FILE = Path(__file__).parents[3] / "examples" / "movement-phase.yaml"


def test_a_whole_movement_phase_plays_from_one_file_and_verifies() -> None:
    laid = scenario.load(FILE)
    session, answers = Session(laid.table), script(laid.answers)
    for declaration in laid.declarations:
        assert session.declare(declaration).verdict == "legal", declaration
        session.play_out(answers)

    assert session.now.clock.phase == "shooting"
    assert answers.unused == []
    again = Session(laid.table)
    for entry in session.entries:
        if entry.declaration is not None:
            again.declare(entry.declaration)
        elif entry.reply is not None:
            again.answer(entry.reply)
        assert again.now.digest == entry.state


def test_the_army_is_as_large_as_its_file_says() -> None:
    table = scenario.load(FILE).table
    mine = [unit for unit in squads(table) if unit.side == "blue"]
    models = [table.models[name] for unit in mine for name in unit.models]

    assert len(mine) == 15
    assert 60 <= len(models) <= 100
    assert sum(1 for model in models if model.has("Transport")) == 2
    assert sum(1 for unit in mine if table.models[unit.models[0]].place.kind == "reserve") == 1
    assert sum(1 for name in table.pieces if name.endswith("-floor")) == 12
