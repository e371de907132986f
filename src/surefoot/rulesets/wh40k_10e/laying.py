"""Laying a table: profiles and datasheets checked, heights and the clock filled in."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.protocol import Problem
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.aftermath import EVENTS, FREE
from surefoot.rulesets.wh40k_10e.arrival import DEEP_STRIKE, NoSuchRule, arrival_of
from surefoot.rulesets.wh40k_10e.phase import MOVE_UNITS, MOVEMENT
from surefoot.rulesets.wh40k_10e.squad import DISEMBARKED, MADE, TRANSPORT, Squad, is_big, squads, trait
from surefoot.table.model import Model
from surefoot.table.notes import Clock
from surefoot.table.record import Value
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.words import instead

# How tall a model is that does not say so: without a height it would fit under every floor.
HEIGHT = 1.5
BIG_HEIGHT = 3.0


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in what it leaves out."""
    problems: list[Problem] = []
    for model in table.models.values():
        problems += _model_problems(model)
    for model in table.models.values():
        if model.has(TRANSPORT):
            problems += _transport_problems(table, model)
        elif capacity.aboard(table, model.id):
            says = f"{model.id} is no Transport and carries nobody"
            problems.append(Problem(f"models.{model.id}", says, "capacity.transport-keyword"))
    problems += [problem for unit in squads(table) for problem in _apart_problems(table, unit)]
    problems += _reserve_problems(table)
    problems += _note_problems(table)
    models = Shelf((model.id, _filled(table, model)) for model in table.models.values())
    return table.changed(clock=_clock(table.clock), models=models), tuple(problems)


def _filled(table: Table, model: Model) -> Model:
    """A model with some height, on the side of its unit."""
    owner = table.units.get(model.unit)
    side = model.side if owner is None else model.side or owner.side
    height = model.height or to_lattice(BIG_HEIGHT if is_big(model) else HEIGHT)
    return replace(model, height=height, side=side)


def _clock(clock: Clock) -> Clock:
    phase = clock.phase or MOVEMENT
    return clock.changed(phase=phase, step=clock.step or (MOVE_UNITS if phase == MOVEMENT else ""))


def _model_problems(model: Model) -> list[Problem]:
    if "M" in model.profile:
        return []
    says = f"{model.id} needs M: inches, dice such as 2D6, or a dash"
    return [Problem(f"models.{model.id}.profile", says, "support.move-characteristic")]


def _transport_problems(table: Table, model: Model) -> list[Problem]:
    """A Transport states its capacity, and those aboard keep to it."""
    where = f"models.{model.id}.traits"
    room = capacity.capacity(model)
    if not room.number("maximum"):
        says = f"{model.id} is a Transport and needs its capacity: {{maximum: 10, allowed: [Infantry]}}"
        return [Problem(where, says, "capacity.on-datasheet")]
    if trait(model, "measure_from") == "hull" and not _is_size(trait(model, "hull")):
        says = f"{model.id} is measured from its hull and has to state it: hull: [length, width] in inches"
        return [Problem(where, says, "support.measuring")]
    problems = [
        Problem(f"models.{each.id}", f"{model.id} cannot carry {each.id}", "capacity.type")
        for each in capacity.aboard(table, model.id)
        if capacity.wrong_type(each, room)
    ]
    taken = capacity.places_taken(table, model.id)
    if taken > room.number("maximum"):
        says = f"{taken} models are aboard {model.id}, which holds {room.number('maximum')}"
        problems.append(Problem(where, says, "capacity.maximum"))
    return problems


def _apart_problems(table: Table, unit: Squad) -> list[Problem]:
    """A unit is in one place: on the battlefield, in one Transport, in Reserves; and nobody rides in itself."""
    problems = []
    for name in unit.models:
        if name in _carriers(table, name):
            says = f"{name} is embarked within itself, or within what it carries"
            problems.append(Problem(f"models.{name}", says, "capacity.friendly-only"))
    kinds = {(place.kind, place.on) for place in (table.models[name].place for name in unit.models)}
    where = {
        kind if kind != "aboard" else f"aboard {on}" for kind, on in kinds if kind in ("aboard", "reserve")
    }
    out = [name for name in unit.models if table.models[name].place.kind not in ("aboard", "reserve")]
    if len(where) + bool(out) > 1:
        parts = [*sorted(where), *(["on the battlefield"] if out else [])]
        says = f"{unit.name} is in several places: {', '.join(parts)}; a unit is in one"
        problems.append(Problem(f"models.{unit.models[0]}", says, "capacity.whole-units"))
    return problems


def _carriers(table: Table, name: str) -> list[str]:
    """What a model is in, what that is in, and so on, each once."""
    found: list[str] = []
    place = table.models[name].place
    while place.kind == "aboard" and place.on in table.models and place.on not in found:
        found.append(place.on)
        place = table.models[place.on].place
    return found


# Notes that rules read, and what each may say.
_NOTED = {MADE: tuple(EVENTS), DISEMBARKED: tuple(FREE)}


def _note_problems(table: Table) -> list[Problem]:
    """What a file says that a unit has done is one of the things that units do."""
    return [
        Problem(
            f"notes.{note.key}:{note.of}",
            f"{note.of} has {note.key} {note.value!r}{instead(str(note.value), [*_NOTED[note.key]])}",
            "aftermath.table",
        )
        for note in table.notes.values()
        if note.key in _NOTED and note.value not in _NOTED[note.key]
    ]


def _is_size(value: Value) -> bool:
    """Whether a value is a length and a width."""
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    try:
        return all(0 < float(str(side)) < inf for side in value)
    except ValueError:
        return False


def _reserve_problems(table: Table) -> list[Problem]:
    """Who starts in Reserves has a rule for it, and the rule can be read."""
    return [problem for unit in squads(table) for problem in _unit_problems(table, unit)]


def _unit_problems(table: Table, unit: Squad) -> list[Problem]:
    models = [table.models[name] for name in unit.models]
    try:
        rule = arrival_of(table, unit)
    except NoSuchRule as problem:
        return [Problem(f"models.{unit.models[0]}.traits", str(problem), "reserves.own-setup-rule")]
    if rule is not None or not any(model.place.kind == "reserve" for model in models):
        return []
    says = f"{unit.name} is in Reserves and has no rule for it, such as Deep Strike"
    problems = [Problem(f"models.{unit.models[0]}.traits", says, "reserves.needs-a-rule")]
    if any(model.has(DEEP_STRIKE) for model in models):
        says = f"{unit.name} needs Deep Strike for every model, and some lack it"
        problems.append(Problem(f"models.{unit.models[0]}.traits", says, "support.deep-strike"))
    return problems
