"""Unit Coherency: neighbours within 2" horizontally and 5" vertically, all models in a single group."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.geometry.measure import gap, gap_in_space
from surefoot.geometry.tolerance import beyond, to_lattice, within
from surefoot.language import Length, Sentence, Who, count, say
from surefoot.referee.bill import point
from surefoot.referee.protocol import Cohesion
from surefoot.rulesets.wh40k_10e.engagement import apart_vertically
from surefoot.rulesets.wh40k_10e.squad import Squad, Stand, squad, stand
from surefoot.rulesets.wh40k_10e.terms import named
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
    """Unit Coherency as the planner needs it to place the models of a unit."""
    need, clause = _need(len(squad(table, unit).models))
    return Cohesion(HORIZONTALLY, "bases", need, (clause, "support.coherency-single-group"))


def _need(models: int) -> tuple[int, str]:
    """How many neighbours each model of a unit of this size needs, and the clause that says so."""
    return (2, "support.coherency-large") if models >= LARGE else (1, "support.coherency-small")


def neighbours_needed(models: int) -> int:
    """How many neighbours each model of a unit of this size needs."""
    return _need(models)[0] if models > 1 else 0


def breaks(table: Table, unit: Squad) -> list[Break]:
    """Every reason why a unit would end its move out of coherency."""
    found = lacking(table, unit)
    if found:
        says = say("{unit} can't end its move out of Unit Coherency", unit=Who(unit.name))
        found.append(Break("support.coherency-undone", says))
    return found


def lacking(table: Table, unit: Squad) -> list[Break]:
    """Every reason why a unit on the table is out of coherency."""
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
    apart = _outside(links)
    if apart:
        says = count(
            "{unit} must stay in a single group: {models} is cut off from {first}",
            "{unit} must stay in a single group: {models} are cut off from {first}",
            len(apart),
            unit=Who(unit.name),
            models=named(apart),
            first=Who(next(name for name in links if name not in apart)),
        )
        found.append(Break("support.coherency-single-group", says, point(table.pose(apart[0]))))
    return found


def shortfalls(table: Table, unit: Squad) -> Record:
    """For each model out of coherency: how many neighbours it lacks, and how far it is from the next one."""
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
    """How much too far apart two models are to be neighbours, horizontally or vertically, whichever is more."""
    return max(gap(one.body, other.body) - HORIZONTALLY, apart_vertically(one, other) - VERTICALLY)


def _too_few(name: str, have: int, need: int) -> Sentence:
    return count(
        "{model} has {n} model of its unit within {across} horizontally and {up} vertically, but needs {need}",
        "{model} has {n} models of its unit within {across} horizontally and {up} vertically, but needs {need}",
        have,
        model=Who(name),
        across=Length.of(HORIZONTALLY),
        up=Length.of(VERTICALLY),
        need=need,
    )


def _links(members: list[Stand]) -> dict[str, list[str]]:
    """Each model's neighbours."""
    return {
        one.id: [each.id for each in members if each is not one and neighbours(one, each)] for one in members
    }


def _reached(links: dict[str, list[str]], first: str) -> list[str]:
    """The models that are linked to a model by chains of neighbours, itself included."""
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
    """Whether a model is in coherency only because horizontal and vertical distances are measured separately."""
    members = [stand(table, name) for name in unit.models if table.models[name].place.on_table]
    return any(
        neighbours(one, other)
        and beyond(gap_in_space(one.body, one.level, other.body, other.level), HORIZONTALLY)
        for one in members
        for other in members
        if one is not other
    )
