"""Reads the goals of a scenario."""

from __future__ import annotations

from surefoot.files.bounds import beyond
from surefoot.files.forms import GoalForm
from surefoot.files.reading import Reading
from surefoot.files.scenery import listed
from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Quoted, say
from surefoot.table.goals import Goal, GoalKind
from surefoot.table.place import BOARD
from surefoot.table.table import Table

ALL = "all"


def read_goals(reading: Reading, table: Table) -> tuple[Goal, ...]:
    """The goals of a file; names that are not on the table are problems."""
    found: dict[str, Goal] = {}
    sides = list(dict.fromkeys(model.side for model in table.models.values() if model.side))
    for number, form in listed(reading, "goals", GoalForm):
        way = ("goals", number)
        kind: GoalKind = next(
            each for each in ("reach", "hold", "loot", "home", "last") if each in form.given
        )
        names = tuple(name for name in (*form.loot, *form.home) if name != ALL)
        known = table.objects if kind == "loot" else table.models
        what = say("an object") if kind == "loot" else say("a model")
        checked = [reading.refer(name, known, what, (*way, kind)) for name in names]
        if form.side:
            checked.append(reading.refer(form.side, sides, say("a side"), (*way, "side")))
        if form.on:
            surfaces = [BOARD, *table.pieces]
            checked.append(reading.refer(form.on, surfaces, say("a surface"), (*way, "on")))
        if form.id in found:
            reading.wrong((*way, "id"), say("there are two goals {name}", name=Quoted(form.id)))
        zone = form.reach or form.hold or form.to
        points = () if zone is None else zone.points
        outline = tuple(to_lattice(value) for point in points for value in point[:2])
        off = beyond(table.board, outline)
        if off is not None:
            reading.wrong((*way, kind if form.to is None else "to"), off)
        if all(checked) and off is None:
            found[form.id] = Goal(form.id, kind, form.points, form.side, outline, form.on, names, form.last)
    return tuple(found.values())
