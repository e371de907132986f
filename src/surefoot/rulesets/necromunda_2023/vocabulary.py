"""The vocabulary of the 2023 edition: that of the classic edition, with its own differences."""

from __future__ import annotations

from surefoot.language import Length, say
from surefoot.records import replace
from surefoot.referee.values import Switch
from surefoot.referee.vocabulary import Entry, Vocabulary
from surefoot.rulesets.necromunda_classic.fighter import ONE_INCH
from surefoot.rulesets.necromunda_classic.vocabulary import VOCABULARY as CLASSIC
from surefoot.rulesets.necromunda_classic.vocabulary import WEAPONS

IGNORES_ONE_INCH = Entry(
    "ignores_one_inch",
    Switch(),
    say("May come within {limit} of enemies", limit=Length.of(ONE_INCH)),
    "one-inch.charge-only-exception",
)

VOCABULARY = replace(CLASSIC, traits=(WEAPONS, IGNORES_ONE_INCH), clauses={"phases": "move.action-phase"})


def vocabulary() -> Vocabulary:
    """The words and numbers that a table of this ruleset may use."""
    return VOCABULARY
