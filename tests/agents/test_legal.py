"""Whether a move is legal is found with the first roll that lets it be made, and is what the referee says of all rolls."""

from __future__ import annotations

from random import Random

import pytest
from tests.kit.casts import CASTS

from surefoot.agents.moves import Move, candidates
from surefoot.agents.state import State, reference_table
from surefoot.files.scenario import loads
from surefoot.referee.referee import acceptance, check, problems_of

ADVANCE = """
ruleset: wh40k-10e
board: [40, 30]
models:
  ana: {base: 32, at: [10, 10], side: a, profile: {M: 6, W: 1}}
  foe: {base: 32, at: [30, 20], side: b, profile: {M: 6, W: 1}}
declare: [{who: ana, action: ACTION, path: [[10, TO]]}]
"""


def _said_by_all_rolls(move: Move) -> bool:
    if problems_of(move.declaration, move.table):
        return False
    judged = check(move.table, move.declaration, nearest=False)
    return judged.verdict != "illegal" and judged.run.unanswered is None and judged.run.table != move.table


@pytest.mark.parametrize("ruleset", CASTS)
def test_one_roll_tells_what_all_rolls_tell(ruleset: str) -> None:
    state, random = State(reference_table(ruleset).table, rounds=1, planned=False), Random(3)
    seen = set()
    while not state.is_terminal() and len(state.history) < 12:
        tried = (
            candidates(state.table, state.sides[state.current_player()]) if state.session.open is None else ()
        )
        for move in random.sample(tried, min(len(tried), 12)):
            if not move.clear:
                seen.add(move.is_legal)
                assert move.is_legal == _said_by_all_rolls(move), move.declaration
        chance = state.is_chance_node()
        state.apply_action(state.roll(random) if chance else random.choice(state.legal_actions()))
    assert seen


@pytest.mark.parametrize(
    ("action", "to", "legal", "known"),
    [
        # One roll in six is enough, and no other is looked at after it.
        ("advance", "22", True, False),
        ("advance", "17", True, False),
        # That no roll is enough is known only after all of them.
        ("advance", "22.5", False, True),
        # Without a roll the outcome is known at once.
        ("normal", "16", True, True),
        ("normal", "17", False, True),
    ],
)
def test_the_outcome_is_kept_where_all_of_it_was_looked_at(
    action: str, to: str, legal: bool, known: bool
) -> None:
    laid = loads(ADVANCE.replace("ACTION", action).replace("TO", to))
    accepted, judged = acceptance(laid.table, laid.declarations[0])
    assert accepted is legal
    assert (judged is not None) is known
    if judged is not None:
        assert judged == check(laid.table, laid.declarations[0], nearest=False)
