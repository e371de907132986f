"""Initiative tests."""

from __future__ import annotations

from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Modifier, Procedure, Roll, passed
from surefoot.language import Sentence
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import initiative
from surefoot.table.table import Table

# A natural or modified roll of this always fails.
LOWEST = 1


def initiative_roll(
    table: Table,
    who: str,
    what: str,
    says: Sentence,
    *clauses: str,
    modifiers: tuple[Modifier, ...] = (),
    at_edge: bool = False,
) -> Roll:
    """A D6 against a fighter's Initiative; `at_edge` if the test is against falling."""
    return Roll(
        what,
        D6,
        initiative_reading(table, who, modifiers, at_edge=at_edge),
        who,
        (*clauses, "support.initiative-test"),
        tuple(each for each in modifiers if each.value),
        hope=True,
        says=says,
    )


def initiative_reading(
    table: Table, who: str, modifiers: tuple[Modifier, ...] = (), *, at_edge: bool = False
) -> AtLeast:
    """What a fighter's Initiative test needs; `at_edge` if it is against falling."""
    fails = LOWEST if at_edge or lowest_fails(table) else 0
    return AtLeast(initiative(table.models[who]), sum(each.value for each in modifiers), fails)


def initiative_may_fail(table: Table, who: str) -> bool:
    """Whether some roll fails a fighter's Initiative test that nothing makes harder."""
    return initiative_reading(table, who).least > LOWEST


def initiative_test(
    table: Table,
    who: str,
    what: str,
    says: Sentence,
    *clauses: str,
    modifiers: tuple[Modifier, ...] = (),
    at_edge: bool = False,
) -> Procedure[bool]:
    """Roll a D6 against a fighter's Initiative; `at_edge` if the test is against falling. Whether it passed."""
    request = initiative_roll(table, who, what, says, *clauses, modifiers=modifiers, at_edge=at_edge)
    return (yield from passed(request))


def lowest_fails(table: Table) -> bool:
    """Whether the lowest roll fails every test, not only those against falling."""
    return edition(table).natural_one_fails or bool(table.option("natural_one_fails"))
