"""How Necromunda 2023 writes its codes for people: the terms of the classic edition, and its own."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.language import Sentence, say
from surefoot.rulesets.necromunda_classic.terms import TERMS as CLASSIC

TERMS: Mapping[str, Sentence] = {
    **CLASSIC,
    "phase": say("Next phase"),
    "hovered": say("hovering test made this activation"),
    "Wheeled": say("Wheeled"),
    "Tracked": say("Tracked"),
    "Skimmer": say("Skimmer"),
    "Walker": say("Walker"),
}
