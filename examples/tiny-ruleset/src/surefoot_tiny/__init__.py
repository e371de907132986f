"""Tiny: a complete ruleset for Surefoot that you can read in ten minutes."""

from __future__ import annotations

from surefoot import author as sf
from surefoot_tiny.prices import tariffs
from surefoot_tiny.walking import end_turn, may_walk, walk

ACTIONS = (
    sf.Action("walk", walk, "Walk", may_walk, path="required"),
    sf.Action("end-turn", end_turn, "End turn", kind="tick"),
)


def words() -> sf.Vocabulary:
    """The words and numbers that Tiny knows."""
    pace = sf.Entry("pace", sf.Whole(1, 30), "inches in a turn", "move.pace", required=True)
    return sf.Vocabulary(
        sheets=(sf.Sheet("walker", (pace,), statuses=(sf.Word("wet", "has wet feet"),)),),
        tags=(
            sf.Word("mud", "each inch counts as two", ("area",)),
            sf.Word("grass", "plain ground", ("area",)),
        ),
    )


ruleset = sf.Ruleset(
    name="tiny",
    package="surefoot_tiny",
    unit="inch",
    actions={action.name: action for action in ACTIONS},
    tariffs=tariffs,
    words=words,
    api=1,
)
