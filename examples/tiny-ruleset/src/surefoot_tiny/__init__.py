"""Tiny: a complete ruleset for Surefoot that you can read in ten minutes."""

from __future__ import annotations

from surefoot.referee.protocol import Action, Answer, Ruleset
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot_tiny.laying import lay
from surefoot_tiny.prices import tariffs
from surefoot_tiny.walking import end_turn, may_walk, walk


def pace(table: Table, who: str, details: Record) -> Answer:
    """How far may it walk?"""
    return Answer(table.models[who].profile.number("pace"), ("move.pace",))


ACTIONS = (
    Action("walk", walk, "Walk", may_walk, path="required"),
    Action("end-turn", end_turn, "End turn", kind="tick"),
)

ruleset = Ruleset(
    name="tiny",
    package="surefoot_tiny",
    unit="inch",
    actions={action.name: action for action in ACTIONS},
    lay=lay,
    tariffs=tariffs,
    questions={"pace": pace},
)
