"""The laws of the campaign on a few tables of every installed ruleset; `SUREFOOT_SEEDS=0-499` takes those seeds."""

from __future__ import annotations

import os

import pytest
from tests.kit.lores import LORES

from surefoot.referee.protocol import find, installed
from surefoot.testing.kit.campaign import campaign
from surefoot.testing.kit.lawbook import LAWS
from surefoot.testing.kit.worlds import lore_of


def seeds() -> range:
    first, _, last = os.environ.get("SUREFOOT_SEEDS", "0-5").partition("-")
    return range(int(first), int(last or first) + 1)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", installed())
def test_the_laws_hold_on_random_tables(name: str, law: str) -> None:
    lore = LORES.get(name) or lore_of(name)
    assert lore is not None
    tried = list(campaign(find(name), lore, {law: LAWS[law]}, seeds()))

    assert tried
    assert [str(failure) for _, _, failure in tried if failure is not None] == []
