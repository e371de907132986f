"""Reads the goals of a scenario."""

from __future__ import annotations

from surefoot.files.bounds import beyond
from surefoot.files.forms import GoalForm
from surefoot.files.reading import Reading
from surefoot.files.scenery import entries
from surefoot.files.source import Way
from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Quoted, say
from surefoot.table.goals import Goal, GoalKind
from surefoot.table.place import BOARD
from surefoot.table.table import Table

ALL = "all"


def read_goals(reading: Reading, table: Table) -> tuple[Goal, ...]:
    """The goals of a file; names that are not on the table are problems."""
    found: dict[str, Goal] = {}
    for number, item in enumerate(entries(reading, "goals")):
        way: Way = ("goals", number)
        form = reading.check(GoalForm, item, way)
        # What can be read of a wrong one is checked as well.
        part = form or GoalForm.readable(item)
        goal = None if part is None else _goal(reading, table, part, way)
        if form is None or goal is None:
            continue
        if goal.id in found:
            reading.wrong((*way, "id"), say("there are two goals {name}", name=Quoted(goal.id)))
        found[goal.id] = goal
    return tuple(found.values())


def _goal(reading: Reading, table: Table, form: GoalForm, way: Way) -> Goal | None:
    """A goal; None if a name or a zone of it is a problem."""
    kinds: tuple[GoalKind, ...] = ("reach", "hold", "loot", "home", "last")
    kind = next((each for each in kinds if each in form.given), None)
    if kind is None:
        return None
    names = tuple(name for name in (*form.loot, *form.home) if name != ALL)
    known = table.objects if kind == "loot" else table.models
    what = say("an object") if kind == "loot" else say("a model")
    checked = [reading.refer(name, known, what, (*way, kind)) for name in names]
    if form.side:
        sides = list(dict.fromkeys(model.side for model in table.models.values() if model.side))
        checked.append(reading.refer(form.side, sides, say("a side"), (*way, "side")))
    if form.on:
        checked.append(reading.refer(form.on, [BOARD, *table.pieces], say("a surface"), (*way, "on")))
    zone = form.reach or form.hold or form.to
    points = () if zone is None else zone.points
    outline = tuple(to_lattice(value) for point in points for value in point[:2])
    off = beyond(table.board, outline)
    if off is not None:
        reading.wrong((*way, kind if form.to is None else "to"), off)
    if off is not None or not all(checked):
        return None
    return Goal(form.id, kind, form.points, form.side, outline, form.on, names, form.last)
