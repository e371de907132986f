"""Initiative tests."""

from __future__ import annotations

from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Modifier, Procedure, Roll, passed
from surefoot.rulesets.necromunda_classic.fighter import initiative
from surefoot.table.table import Table

# A natural or modified roll of this much always fails.
ALWAYS_FAILS = 1


def initiative_test(
    table: Table, who: str, what: str, *clauses: str, modifiers: tuple[Modifier, ...] = ()
) -> Procedure[bool]:
    """Roll a D6 against a fighter's Initiative."""
    need = initiative(table.models[who])
    modifier = sum(each.value for each in modifiers)
    request = Roll(
        what,
        D6,
        AtLeast(need, modifier, ALWAYS_FAILS),
        who,
        (*clauses, "support.initiative-test"),
        tuple(each for each in modifiers if each.value),
        hope=True,
    )
    return (yield from passed(request))
