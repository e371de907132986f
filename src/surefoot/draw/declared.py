"""The paths of a declaration, legal or not."""

from __future__ import annotations

from collections.abc import Iterator

from surefoot.draw.picture import Point, Ring
from surefoot.geometry.prepare import FURTHEST
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.unit_plan import UnitPlan, UnreadablePlan
from surefoot.table.record import Record, Value
from surefoot.table.table import Table


def declared_paths(table: Table, declaration: Declaration) -> list[tuple[str, Ring]]:
    """The path of each model, from the legs of the declaration or from its plan."""
    found = []
    actor = declaration.actor
    goals = [leg.to for leg in declaration.legs if leg.to is not None]
    if goals and _stands(table, actor):
        way = tuple((from_lattice(x), from_lattice(y)) for x, y in goals)
        found.append((actor, (_start(table, actor), *way)))
    plan = declaration.details.get(ruleset_of(table).actions[declaration.action].plan)
    if isinstance(plan, Record):
        found += [
            (name, (_start(table, name), *way)) for name, way in _planned(table, declaration, plan) if way
        ]
    return found


def _planned(table: Table, declaration: Declaration, given: Record) -> Iterator[tuple[str, Ring]]:
    """The paths of a plan: a common shift, or a path for each model; none of a plan that can't be read."""
    try:
        plan = UnitPlan.read(given, tuple(table.models))
    except UnreadablePlan:
        return
    for name in dict.fromkeys((*plan.paths, *_members(table, declaration))):
        if not _stands(table, name):
            continue
        to = plan.shifted(table, name)
        if name in plan.paths:
            yield name, _path(plan.paths[name])
        elif to is not None:
            yield name, ((from_lattice(to[0]), from_lattice(to[1])),)


def _members(table: Table, declaration: Declaration) -> list[str]:
    found: list[str] = []
    for who in declaration.who:
        found += table.units[who].models if who in table.units else [who]
    return found


def _path(steps: tuple[Value, ...]) -> Ring:
    read = [_point(step.get("to") if isinstance(step, Record) else step) for step in steps]
    return tuple(point for point in read if point is not None)


def _point(value: Value) -> Point | None:
    """A point of a file; numbers with a fraction are stored as text."""
    if not isinstance(value, tuple) or len(value) < 2:
        return None
    try:
        x, y = float(str(value[0])), float(str(value[1]))
    except ValueError:
        return None
    return (x, y) if max(abs(x), abs(y)) <= FURTHEST else None


def _stands(table: Table, name: str) -> bool:
    return name in table.models and table.models[name].place.on_table


def _start(table: Table, name: str) -> Point:
    pose = table.pose(name)
    return pose.x, pose.y
