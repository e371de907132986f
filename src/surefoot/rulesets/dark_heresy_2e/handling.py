"""The object that is lifted, pushed or thrown, and whether it is at hand."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.requests import Break
from surefoot.geometry.measure import gap_in_space
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import beyond
from surefoot.language import Quoted, Who, say
from surefoot.language import Thing as Named
from surefoot.records import dataclass, replace
from surefoot.referee.sight import in_reach_past
from surefoot.referee.view import seen
from surefoot.rulesets.dark_heresy_2e.carry import weight
from surefoot.rulesets.dark_heresy_2e.character import body_height
from surefoot.rulesets.dark_heresy_2e.numbers import exact
from surefoot.rulesets.dark_heresy_2e.prices import lens
from surefoot.table.model import Base, Object
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.words import suggested

# An object can be handled from this many metres away.
AT_HAND = 1.0
# The base of an object whose size is not given.
POINT = Base("round", (0,))


@dataclass(frozen=True, slots=True)
class Thing:
    """The thing that is lifted, pushed or thrown: an object of the table, or only a weight."""

    object: Object | None
    kilograms: Fraction
    sort: str


def outline(thing: Object | None) -> Base:
    """The base of an object; a point if it has none, or is only a weight."""
    return POINT if thing is None or thing.base is None else thing.base


def in_place_of(table: Table, who: str, thing: Object | None) -> Table:
    """The table with an object where a character is: as the object flies or falls from there, it meets terrain with its own base."""
    return table.changed(models=table.models.with_(who, replace(table.models[who], base=outline(thing))))


def _in_reach(table: Table, who: str, body: Body, there: Pose) -> bool:
    """Whether a character can reach an object over what stands between them: nothing taller than the character."""
    view, tall = seen(table, lens(table), who), float(body_height(table.models[who]))
    return in_reach_past(view, table.pose(who), body, there, tall)


def thing_of(table: Table, who: str, details: Record, clause: str) -> tuple[Thing | None, list[Break]]:
    """The object or weight that a declaration names, and why it cannot be handled."""
    name = details.text("object")
    if not name:
        kilograms = exact(details.get("weight"))
        if kilograms is None or kilograms <= 0:
            return None, [Break(clause, say("Choose an object, or give a weight in kilograms"))]
        return Thing(None, kilograms, details.text("thing")), []
    found = table.objects.get(name)
    if found is None:
        unknown = say("There is no object called {name}", name=Quoted(name))
        return None, [Break(clause, suggested(unknown, name, table.objects))]
    thing = Thing(found, weight(found), found.sort)
    if who in found.holders:
        return thing, []
    if found.holders:
        holders = tuple(Who(each) for each in found.holders)
        return thing, [Break(clause, say("{thing} is held by {holders}", thing=Named(name), holders=holders))]
    pose, there = table.pose(who), table.resolve(found.place)
    shape = outline(found).shape
    body = shape.at(there.x, there.y, there.facing)
    away = gap_in_space(table.body(who), pose.z, body, there.z)
    if not found.place.on_table or beyond(away, AT_HAND) or not _in_reach(table, who, body, there):
        says = say("{thing} is out of {who}'s reach", thing=Named(name), who=Who(who))
        return thing, [Break(clause, says)]
    return thing, []
