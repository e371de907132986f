"""The published counts of positions are those of today."""

from __future__ import annotations

import pytest

from surefoot.agents.perft import perft, published


@pytest.mark.parametrize("ruleset", list(published()))
def test_the_positions_after_one_action_are_those_published(ruleset: str) -> None:
    assert perft(ruleset, 1) == published()[ruleset][:1]


@pytest.mark.campaign
@pytest.mark.parametrize("ruleset", list(published()))
def test_the_positions_after_two_actions_are_those_published(ruleset: str) -> None:
    assert perft(ruleset, 2) == published()[ruleset]
