"""The published counts of positions are those of today."""

from __future__ import annotations

import json

import pytest

from surefoot.agents.perft import hash_of_question, perft, published
from surefoot.agents.state import State, reference_table


@pytest.mark.parametrize("ruleset", list(published()))
def test_the_positions_after_one_action_are_those_published(ruleset: str) -> None:
    assert perft(ruleset, 1) == published()[ruleset][:1]


@pytest.mark.campaign
@pytest.mark.parametrize("ruleset", list(published()))
def test_the_positions_after_two_actions_are_those_published(ruleset: str) -> None:
    assert perft(ruleset, 2) == published()[ruleset]


def test_counts_do_not_depend_on_how_classes_are_written() -> None:
    state = State(reference_table("gemini-arap").table, planned=False)
    asked = next(n for n in state.legal_actions() if " tactical " in state.action_to_string(n))
    state.apply_action(asked)
    declared, replies = json.loads(hash_of_question(state))

    assert (declared["action"], replies) == ("tactical", [])
