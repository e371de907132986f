"""What is promised without the referee the referee accepts: in games on the reference tables, and on tables drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.kit.casts import CASTS

from surefoot.agents.moves import Move, moves
from surefoot.agents.state import State, reference_table
from surefoot.referee.goals import sides_of
from surefoot.referee.referee import check, ruleset_of
from surefoot.table.table import Table
from surefoot.testing.kit.casts import drawn_scenario, laid

# Rulesets with actions whose walks are promised.
RULESETS = [name for name in CASTS if name not in ("gemini-arap", "wh40k-10e")]


def _of_a_game(ruleset: str) -> Iterator[Move]:
    state, random = State(reference_table(ruleset).table, rounds=2, planned=False), Random(1)
    while not state.is_terminal():
        yield from state.moves()[random.randrange(4) :: 4]
        chance = state.is_chance_node()
        state.apply_action(state.roll(random) if chance else random.choice(state.legal_actions()))


def _on_drawn_tables(ruleset: str, seeds: range) -> Iterator[Move]:
    for seed in seeds:
        random = Random(f"straight/{seed}")
        table = laid(CASTS[ruleset], drawn_scenario(CASTS[ruleset], random))
        found = [move for side in sides_of(table) for move in moves(table, side, planned=False)]
        yield from random.sample(found, min(len(found), 25))


def _is_kept(table: Table, move: Move) -> bool:
    judged = check(table, move.declaration, nearest=False)
    return judged.verdict != "illegal" and judged.run.unanswered is None and judged.run.table != table


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seeds", [range(11), pytest.param(range(11, 24), marks=pytest.mark.campaign)])
def test_the_referee_accepts_what_was_promised(ruleset: str, seeds: range) -> None:
    found = (*_of_a_game(ruleset), *_on_drawn_tables(ruleset, seeds))
    promised = [move for move in found if move.clear]

    assert len(promised) > 100
    assert [move for move in promised if not _is_kept(move.table, move)] == []


def test_only_actions_that_say_so_are_promised() -> None:
    for name in CASTS:
        table = reference_table(name).table
        for side in sides_of(table):
            for move in moves(table, side, planned=False):
                walks = ruleset_of(table).actions[move.declaration.action].walks
                assert walks or not move.clear
