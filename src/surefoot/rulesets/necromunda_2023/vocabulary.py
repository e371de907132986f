"""The words and numbers that the 2023 edition knows: those of the classic rules, on which it is layered."""

from __future__ import annotations

from dataclasses import replace

from surefoot.referee.values import Switch
from surefoot.referee.vocabulary import Entry, Vocabulary
from surefoot.rulesets.necromunda_classic.vocabulary import VOCABULARY as CLASSIC
from surefoot.rulesets.necromunda_classic.vocabulary import WEAPONS

LEAVE = Entry(
    "ignores_one_inch",
    Switch(),
    "has leave to come within 1 inch of enemies",
    "one-inch.charge-only-exception",
)

VOCABULARY = replace(CLASSIC, traits=(WEAPONS, LEAVE), clauses={"phases": "move.action-phase"})


def vocabulary() -> Vocabulary:
    """Everything that a table of this ruleset may say."""
    return VOCABULARY
