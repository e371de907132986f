"""What the library refuses or shows in plain words: options of the planner, places, answers and declarations."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

import surefoot
from surefoot.agents.state import State, reference_table

GAP = surefoot.loads(surefoot.EXAMPLE)
TABLE = GAP.table


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"budget": -1}, "budget is a length of 0 or more, not -1"),
        ({"budget": float("nan")}, "budget is a length of 0 or more, not nan"),
        ({"extra": "2"}, "extra is a length of 0 or more, not '2'"),
        ({"actions": 0}, "actions is a whole number from 1 to 9, not 0"),
        ({"actions": 1.5}, "actions is a whole number from 1 to 9, not 1.5"),
        ({"actions": True}, "actions is a whole number from 1 to 9, not True"),
    ],
)
def test_options_of_the_planner_that_make_no_sense_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        surefoot.reach(TABLE, "kal", **options)


def test_a_place_off_the_table_is_called_that_by_routes_and_ventures() -> None:
    for found in (surefoot.route(TABLE, "kal", (99, 4)), surefoot.venture(TABLE, "kal", (99, 4))):
        assert str(found) == "That place is off the table"
        assert repr(found) == "<NoRoute: That place is off the table>"


def test_an_answer_of_the_rules_prints_as_words() -> None:
    answer = surefoot.ask(TABLE, "kal", "offered")

    assert "Sentence(" not in f"{answer} {answer!r}"
    assert str(answer).endswith("[support.fighter-actions]")


def test_a_question_about_a_target_that_there_is_not_names_the_one_that_was_meant() -> None:
    table = surefoot.loads(
        "ruleset: dark-heresy-2e\nscale: 1\nboard: [24, 24]\n"
        "models: {vex: {base: 25, at: [5, 5], side: us}, sela: {base: 25, at: [12, 5], side: them}}"
    ).table
    with pytest.raises(ValueError, match="no 'sella' on this table; did you mean 'sela'"):
        surefoot.ask(table, "vex", "may-charge", {"target": "sella"})
    assert "did you mean 'agility'?" in str(surefoot.ask(table, "vex", "test", {"test": "Ag"}))


def test_a_declaration_is_taken_as_a_mapping_and_with_numbers_of_other_kinds() -> None:
    fields: dict[str, Any] = {"who": "kal", "action": "move", "path": [[2, 4]]}
    walk = surefoot.declaration(TABLE, fields)

    assert walk == surefoot.declaration(TABLE, **fields)
    assert walk == surefoot.declaration(TABLE, fields, path=[[Decimal(2), Decimal("4.0")]])


def test_agents_are_told_what_can_not_be_asked_of_a_state() -> None:
    state = State(reference_table("necromunda-classic").table)
    with pytest.raises(ValueError, match="no dice are rolled now"):
        state.chance_outcomes()
    with pytest.raises(ValueError, match="no action was taken yet"):
        state.undo_action()
    with pytest.raises(
        ValueError, match="there is no reference table for 'necromunda'; did you mean 'necromunda-"
    ):
        reference_table("necromunda")


@pytest.mark.parametrize("options", [{"against": "insane"}, {"render_mode": "human"}])
def test_an_environment_refuses_opponents_and_modes_that_there_are_not(options: dict[str, str]) -> None:
    environments = pytest.importorskip("surefoot.agents.environments")
    (value,) = options.values()
    with pytest.raises(ValueError, match=f"'{value}'"):
        environments.SeatEnv(reference_table("necromunda-classic").table, **options)
