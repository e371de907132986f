"""The laws of where a table stands: shifted, mirrored, turned, or all of it on a plate, nothing changes."""

from __future__ import annotations

from functools import partial

from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.referee.referee import problems_of
from surefoot.table.table import Table
from surefoot.testing.kit import laws
from surefoot.testing.kit.campaign import Violation
from surefoot.testing.kit.draws import Draws

TRIES = 4


def motions(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """Shifting, mirroring or turning a table changes no verdict."""
    found = []
    for _ in range(TRIES):
        declaration, motion = rng.declaration(table, ruleset), rng.choice(laws.MOTIONS)
        if problems_of(declaration, table):
            continue
        says = _elsewhere(table, declaration, motion)
        if says:
            found.append(
                Violation(says, (declaration,), partial(_elsewhere, declaration=declaration, motion=motion))
            )
    return found


def _elsewhere(table: Table, declaration: Declaration, motion: laws.Motion) -> str:
    try:
        laws.lies_anywhere(table, declaration, motion)
    except laws.LawBroken as broken:
        return str(broken)
    return ""
