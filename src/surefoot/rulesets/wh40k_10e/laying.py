"""Setting up a table: checks profiles and datasheets, fills in heights and the clock."""

from __future__ import annotations

from math import inf

from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Either, Field, Notation, Quoted, Who, say
from surefoot.records import replace
from surefoot.referee.protocol import Problem
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.aftermath import EVENTS, FREE
from surefoot.rulesets.wh40k_10e.arrival import DEEP_STRIKE, NoSuchRule, arrival_of
from surefoot.rulesets.wh40k_10e.destroyed import LOST
from surefoot.rulesets.wh40k_10e.phase import MOVE_UNITS, MOVEMENT
from surefoot.rulesets.wh40k_10e.squad import DISEMBARKED, MADE, TRANSPORT, Squad, is_big, squads, trait
from surefoot.table.model import Model
from surefoot.table.notes import Clock
from surefoot.table.record import Value
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table

# Default heights: a model without a height would fit under every floor.
HEIGHT = 1.5
BIG_HEIGHT = 3.0


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in its defaults."""
    problems: list[Problem] = []
    for model in table.models.values():
        problems += _model_problems(model)
    for model in table.models.values():
        if model.has(TRANSPORT):
            problems += _transport_problems(table, model)
        elif capacity.aboard(table, model.id):
            says = say("{model} is not a Transport and can't carry models", model=Who(model.id))
            problems.append(Problem(f"models.{model.id}", says, "capacity.transport-keyword"))
    problems += [problem for unit in squads(table) for problem in _apart_problems(table, unit)]
    problems += _reserve_problems(table)
    problems += _note_problems(table)
    models = Shelf((model.id, _filled(table, model)) for model in table.models.values())
    return table.changed(clock=_clock(table.clock), models=models), tuple(problems)


def _filled(table: Table, model: Model) -> Model:
    """A model with a height, on the side of its unit."""
    owner = table.units.get(model.unit)
    side = model.side if owner is None else model.side or owner.side
    height = model.height or to_lattice(BIG_HEIGHT if is_big(model) else HEIGHT)
    return replace(model, height=height, side=side)


def _clock(clock: Clock) -> Clock:
    phase = clock.phase or MOVEMENT
    return clock.changed(phase=phase, step=clock.step or (MOVE_UNITS if phase == MOVEMENT else ""))


def _model_problems(model: Model) -> list[Problem]:
    return [*_move_problems(model), *_wound_problems(model)]


def _wound_problems(model: Model) -> list[Problem]:
    """A model that has lost all its Wounds is destroyed and can't be set up."""
    wounds, lost = model.profile.number("W", 1), model.counted(LOST)
    if not lost or lost < wounds or model.place.kind == "gone":
        return []
    says = say(
        "{model} has {wounds} wounds and has lost {lost}, so it is destroyed. Leave it out, or lower {counter}",
        model=Who(model.id),
        lost=lost,
        wounds=wounds,
        counter=Notation(LOST),
    )
    return [Problem(f"models.{model.id}.counters", says, "support.mortal-wounds")]


def _move_problems(model: Model) -> list[Problem]:
    if "M" in model.profile:
        return []
    says = say(
        "{model} needs {move}: inches, dice such as {dice}, or a dash",
        model=Who(model.id),
        move=Notation("M"),
        dice=Notation("2D6"),
    )
    return [Problem(f"models.{model.id}.profile", says, "support.move-characteristic")]


def _transport_problems(table: Table, model: Model) -> list[Problem]:
    """Problems of a Transport: no capacity, no hull to measure from, or passengers that it can't carry."""
    where = f"models.{model.id}.traits"
    room = capacity.capacity(model)
    if not room.number("maximum"):
        says = say(
            "{transport} is a Transport and needs a capacity: {capacity}",
            transport=Who(model.id),
            capacity=Notation("{maximum: 10, allowed: [Infantry]}"),
        )
        return [Problem(where, says, "capacity.on-datasheet")]
    if trait(model, "measure_from") == "hull" and not _is_size(trait(model, "hull")):
        says = say(
            "{transport} is measured from its hull and needs its size in inches: {hull}",
            transport=Who(model.id),
            hull=Notation("hull: [length, width]"),
        )
        return [Problem(where, says, "support.measuring")]
    problems = [
        Problem(
            f"models.{each.id}",
            say("{transport} can't carry {model}", transport=Who(model.id), model=Who(each.id)),
            "capacity.type",
        )
        for each in capacity.aboard(table, model.id)
        if capacity.wrong_type(each, room)
    ]
    problems += [
        Problem(
            f"models.{each.id}",
            say(
                "{transport} is an enemy of {model} and can't carry it",
                transport=Who(model.id),
                model=Who(each.id),
            ),
            "capacity.friendly-only",
        )
        for each in capacity.aboard(table, model.id)
        if each.side != model.side
    ]
    taken = capacity.places_taken(table, model.id)
    if taken > room.number("maximum"):
        says = say(
            "The models embarked in {transport} take up {taken} places, but it has {most}",
            transport=Who(model.id),
            taken=taken,
            most=room.number("maximum"),
        )
        problems.append(Problem(where, says, "capacity.maximum"))
    return problems


def _apart_problems(table: Table, unit: Squad) -> list[Problem]:
    """A unit must be in one place: on the battlefield, in one Transport or in Reserves; and not inside itself."""
    problems = []
    for name in unit.models:
        if name in _carriers(table, name):
            says = say("{model} is embarked in itself, or in a model that it carries", model=Who(name))
            problems.append(Problem(f"models.{name}", says, "capacity.friendly-only"))
    kinds = {(place.kind, place.on) for place in (table.models[name].place for name in unit.models)}
    where = {(kind, on if kind == "aboard" else "") for kind, on in kinds if kind in ("aboard", "reserve")}
    out = [name for name in unit.models if table.models[name].place.kind not in ("aboard", "reserve")]
    if len(where) + bool(out) > 1:
        parts: list[Field] = [
            say("embarked in {transport}", transport=Who(on)) if on else say("in Reserves")
            for _, on in sorted(where)
        ]
        parts += [say("on the battlefield")] if out else []
        says = say(
            "All models of {unit} must be in the same place, but some are {places}",
            unit=Who(unit.name),
            places=tuple(parts),
        )
        problems.append(Problem(f"models.{unit.models[0]}", says, "capacity.whole-units"))
    return problems


def _carriers(table: Table, name: str) -> list[str]:
    """The Transport of a model, the Transport of that one, and so on, each once."""
    found: list[str] = []
    place = table.models[name].place
    while place.kind == "aboard" and place.on in table.models and place.on not in found:
        found.append(place.on)
        place = table.models[place.on].place
    return found


# Notes that rules read, with the values that each may have.
_NOTED = {MADE: tuple(EVENTS), DISEMBARKED: tuple(FREE)}


def _note_problems(table: Table) -> list[Problem]:
    """Notes of a file about what a unit has done that no rule knows."""
    return [
        Problem(
            f"notes.{note.key}:{note.of}",
            say(
                "{value} is not a value of {note} of {unit}. Write {known}",
                value=Quoted(str(note.value)),
                note=Notation(note.key),
                unit=Who(note.of),
                known=Either(tuple(Notation(each) for each in _NOTED[note.key])),
            ),
            "aftermath.table",
        )
        for note in table.notes.values()
        if note.key in _NOTED and note.value not in _NOTED[note.key]
    ]


def _is_size(value: Value) -> bool:
    """Whether a value is a length and a width, both positive and finite."""
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    try:
        return all(0 < float(str(side)) < inf for side in value)
    except ValueError:
        return False


def _reserve_problems(table: Table) -> list[Problem]:
    """Units in Reserves need a rule that lets them start there, and one that can be read."""
    return [problem for unit in squads(table) for problem in _unit_problems(table, unit)]


def _unit_problems(table: Table, unit: Squad) -> list[Problem]:
    models = [table.models[name] for name in unit.models]
    try:
        rule = arrival_of(table, unit)
    except NoSuchRule as problem:
        return [Problem(f"models.{unit.models[0]}.traits", problem.says, "reserves.own-setup-rule")]
    if rule is not None or not any(model.place.kind == "reserve" for model in models):
        return []
    says = say("{unit} is in Reserves, but has no rule for it, such as Deep Strike", unit=Who(unit.name))
    problems = [Problem(f"models.{unit.models[0]}.traits", says, "reserves.needs-a-rule")]
    if any(model.has(DEEP_STRIKE) for model in models):
        says = say("Every model of {unit} needs Deep Strike, but some lack it", unit=Who(unit.name))
        problems.append(Problem(f"models.{unit.models[0]}.traits", says, "support.deep-strike"))
    return problems
