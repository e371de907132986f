"""The manners in which a leg is walked, and the ways to work a door that a leg leads through."""

from __future__ import annotations

from surefoot.language import say
from surefoot.referee.vocabulary import Word
from surefoot.rulesets.gemini_arap.backup import KEEPS
from surefoot.rulesets.gemini_arap.door import OPENINGS, VERBS
from surefoot.rulesets.gemini_arap.prices import CRAWL

MANNERS = (
    Word(CRAWL, say("Crawl along the leg")),
    *(Word(name, say("Keep the facing along the leg")) for name in KEEPS),
    *(Word(verb, say("Work the door on the way; several words in a row"), OPENINGS) for verb in VERBS),
)
