"""The words and numbers that the 2023 edition knows: those of the classic rules, on which it is layered."""

from __future__ import annotations

from dataclasses import replace

from surefoot.referee.vocabulary import Vocabulary
from surefoot.rulesets.necromunda_classic.vocabulary import VOCABULARY as CLASSIC

VOCABULARY = replace(CLASSIC, clauses={"phases": "move.action-phase"})


def vocabulary() -> Vocabulary:
    """Everything that a table of this ruleset may say."""
    return VOCABULARY
