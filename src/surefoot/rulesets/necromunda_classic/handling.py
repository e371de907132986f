"""Handling tests, and the test to keep control."""

from __future__ import annotations

from surefoot.dice.pool import TWO_D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Modifier, Procedure, Roll, passed
from surefoot.language import Sentence, say
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.tests import lowest_fails
from surefoot.rulesets.necromunda_classic.vehicle import CREW_DAMAGE, DRIVE_DAMAGE
from surefoot.table.table import Table

# A natural or modified roll of this always fails, in editions with that rule.
LOWEST = 2


def handling_test(
    table: Table, who: str, what: str, says: Sentence, *clauses: str, modifiers: tuple[Modifier, ...] = ()
) -> Procedure[bool]:
    """Roll 2D6 against a vehicle's Handling. Whether it passed."""
    model = table.models[who]
    damage = model.counted(DRIVE_DAMAGE)
    drive = Modifier(-damage, say("Drive damage"), edition(table).driving.drive)
    lasting = tuple(each for each in (*modifiers, drive) if each.value)
    need = model.profile.number("handling") + model.counted(CREW_DAMAGE)
    more = ["support.vehicle-damage"] if model.counted(CREW_DAMAGE) else []
    if table.option("natural_one_fails"):
        more.append("support.initiative-test")
    reading = AtLeast(need, sum(each.value for each in lasting), LOWEST if lowest_fails(table) else 0)
    cited = (*clauses, *more, "support.handling-test")
    return (yield from passed(Roll(what, TWO_D6, reading, who, cited, lasting, hope=True, says=says)))


def keeps_control(
    table: Table, who: str, *clauses: str, modifiers: tuple[Modifier, ...] = ()
) -> Procedure[bool]:
    """The test to keep control. Whether it passed."""
    control = edition(table).driving.control
    says = say("Handling test to keep control")
    return (
        yield from handling_test(table, who, "keeping control", says, *clauses, *control, modifiers=modifiers)
    )
