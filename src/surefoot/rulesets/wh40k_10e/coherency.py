"""Unit coherency: neighbours within 2" horizontally and 5" vertically, all of them one group."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.geometry.measure import gap, gap_in_space
from surefoot.geometry.tolerance import beyond, to_lattice, within
from surefoot.language import Length
from surefoot.referee.bill import point
from surefoot.referee.protocol import Cohesion
from surefoot.rulesets.wh40k_10e.engagement import apart_vertically
from surefoot.rulesets.wh40k_10e.squad import Squad, Stand, squad, stand
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

HORIZONTALLY = 2.0
VERTICALLY = 5.0
# From this many models on, each needs two neighbours.
LARGE = 7


def neighbours(one: Stand, other: Stand) -> bool:
    """Whether two models of a unit are within coherency distance."""
    return within(gap(one.body, other.body), HORIZONTALLY) and within(
        apart_vertically(one, other), VERTICALLY
    )


def cohesion(table: Table, unit: str) -> Cohesion:
    """The same for whoever looks for the places of a unit's models."""
    need, clause = _need(len(squad(table, unit).models))
    return Cohesion(HORIZONTALLY, "bases", need, (clause, "support.coherency-single-group"))


def _need(models: int) -> tuple[int, str]:
    """How many neighbours each of so many models needs, and the clause that says so."""
    return (2, "support.coherency-large") if models >= LARGE else (1, "support.coherency-small")


def neighbours_needed(models: int) -> int:
    """How many neighbours each of so many models needs."""
    return _need(models)[0] if models > 1 else 0


def breaks(table: Table, unit: Squad) -> list[Break]:
    """Every way in which a unit ends its move out of coherency."""
    found = lacking(table, unit)
    if found:
        found.append(Break("support.coherency-undone", f"{unit.name} cannot end its move out of coherency"))
    return found


def lacking(table: Table, unit: Squad) -> list[Break]:
    """Every way in which a unit on the table is out of coherency."""
    members = [stand(table, name) for name in unit.models if table.models[name].place.on_table]
    if len(members) < 2:
        return []
    links = _links(members)
    need, clause = _need(len(members))
    found = [
        Break(clause, _too_few(one.id, len(links[one.id]), need), point(table.pose(one.id)))
        for one in members
        if len(links[one.id]) < need
    ]
    apart = _not_reached(links)
    if apart:
        says = f"{unit.name} falls into groups; not linked to {members[0].id}: {', '.join(apart)}"
        found.append(Break("support.coherency-single-group", says, point(table.pose(apart[0]))))
    return found


def shortfalls(table: Table, unit: Squad) -> Record:
    """By model out of coherency: how many neighbours it lacks, and by how much it misses the nearest."""
    members = [stand(table, name) for name in unit.models if table.models[name].place.on_table]
    links = _links(members)
    need, _ = _need(len(members))
    outside = _outside(links)
    found: dict[str, Value] = {}
    for one in members:
        missing = max(0, need - len(links[one.id]))
        strangers = [each for each in members if each is not one and each.id not in links[one.id]]
        if one.id in outside:
            strangers = [each for each in strangers if each.id not in outside]
        if strangers and (missing or one.id in outside):
            away = min(_missing(one, each) for each in strangers)
            found[one.id] = Record(lacks=missing, by=Length(to_lattice(away)))
    return Record(found)


def _missing(one: Stand, other: Stand) -> float:
    """How far two models are from being neighbours, on the axis on which they are furthest from it."""
    return max(gap(one.body, other.body) - HORIZONTALLY, apart_vertically(one, other) - VERTICALLY)


def _too_few(name: str, have: int, need: int) -> str:
    return f'{name} ends with {have} models of its unit within 2" and 5" vertically; it needs {need}'


def _links(members: list[Stand]) -> dict[str, list[str]]:
    """Each model's neighbours."""
    return {
        one.id: [each.id for each in members if each is not one and neighbours(one, each)] for one in members
    }


def _not_reached(links: dict[str, list[str]]) -> list[str]:
    """The models that no chain of neighbours links to the first."""
    reached = _reached(links, next(iter(links)))
    return [name for name in links if name not in reached]


def _reached(links: dict[str, list[str]], first: str) -> list[str]:
    """The group that chains of neighbours link to a model."""
    reached = [first]
    for name in reached:
        reached += [other for other in links[name] if other not in reached]
    return reached


def _outside(links: dict[str, list[str]]) -> list[str]:
    """The models outside the largest group."""
    groups: list[list[str]] = []
    for name in links:
        if not any(name in group for group in groups):
            groups.append(_reached(links, name))
    largest = max(groups, key=len, default=[])
    return [name for name in links if name not in largest]


def slanting(table: Table, unit: Squad) -> bool:
    """Whether some model keeps coherency only because each axis is measured by itself."""
    members = [stand(table, name) for name in unit.models if table.models[name].place.on_table]
    return any(
        neighbours(one, other)
        and beyond(gap_in_space(one.body, one.level, other.body, other.level), HORIZONTALLY)
        for one in members
        for other in members
        if one is not other
    )
