"""Necromunda by the core rulebook of 2023, layered on the classic edition.

`edition` holds the differences; the procedures are those of classic, and every clause that this catalogue does not
restate is cited as inherited.
"""

from __future__ import annotations

from surefoot.language import Either, Notation, say
from surefoot.referee.protocol import Action, Detail, Planning, Ruleset
from surefoot.rulesets.necromunda_2023.edition import NECROMUNDA_2023
from surefoot.rulesets.necromunda_2023.laying import lay
from surefoot.rulesets.necromunda_2023.phase import PHASES, begin_phase
from surefoot.rulesets.necromunda_2023.terms import TERMS
from surefoot.rulesets.necromunda_2023.vocabulary import vocabulary
from surefoot.rulesets.necromunda_classic import ACTIONS as INHERITED
from surefoot.rulesets.necromunda_classic import CROSSINGS, DAMAGES, HARMS
from surefoot.rulesets.necromunda_classic.door import opening
from surefoot.rulesets.necromunda_classic.laying import decks
from surefoot.rulesets.necromunda_classic.prices import tariffs
from surefoot.rulesets.necromunda_classic.questions import QUESTIONS

# The phases as they are typed.
_PHASES = Either(tuple(Notation(phase) for phase in PHASES))

ACTIONS = (
    *INHERITED,
    Action(
        "phase",
        begin_phase,
        say("Next phase"),
        kind="tick",
        details=(Detail("phase", say("Phase: {phases}", phases=_PHASES), required=True),),
    ),
)

ruleset = Ruleset(
    name=NECROMUNDA_2023.name,
    package="surefoot.rulesets.necromunda_2023",
    unit="inch",
    actions={action.name: action for action in ACTIONS},
    harms=HARMS,
    damages=DAMAGES,
    lay=lay,
    default_decks=decks,
    words=vocabulary,
    tariffs=tariffs,
    planning=Planning(crossings=CROSSINGS, opening=opening),
    questions=QUESTIONS,
    terms=TERMS,
)
