"""Laying a table: profiles and datasheets checked, heights and the clock filled in."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from surefoot.dice.pool import dice
from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.protocol import Problem
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.arrival import DEEP_STRIKE, NoSuchRule, arrival_of
from surefoot.rulesets.wh40k_10e.destroyed import demise_of
from surefoot.rulesets.wh40k_10e.phase import DEPLOYMENT, MOVE_UNITS, MOVEMENT, PHASES, STEPS
from surefoot.rulesets.wh40k_10e.squad import TRANSPORT, Squad, is_big, squads, trait
from surefoot.table.model import Model
from surefoot.table.notes import Clock
from surefoot.table.record import Value
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.words import instead

# How tall a model is that does not say so: without a height it would fit under every floor.
HEIGHT = 1.5
BIG_HEIGHT = 3.0

PROFILE = ("M", "T", "Sv", "W", "Ld", "OC")


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
    problems += _reserve_problems(table)
    clock, found = _clock(table.clock)
    models = Shelf((model.id, _filled(table, model)) for model in table.models.values())
    return table.changed(clock=clock, models=models), tuple(problems + found)


def _filled(table: Table, model: Model) -> Model:
    """A model with some height, on the side of its unit."""
    owner = table.units.get(model.unit)
    side = model.side if owner is None else model.side or owner.side
    height = model.height or to_lattice(BIG_HEIGHT if is_big(model) else HEIGHT)
    return replace(model, height=height, side=side)


def _clock(clock: Clock) -> tuple[Clock, list[Problem]]:
    phase = clock.phase or MOVEMENT
    step = clock.step or (MOVE_UNITS if phase == MOVEMENT else "")
    problems = []
    if phase not in (DEPLOYMENT, *PHASES):
        problems.append(
            Problem("clock.phase", f"no phase {phase!r}{instead(phase, [*PHASES])}", "support.turn-sequence")
        )
    if phase == MOVEMENT and step not in STEPS:
        problems.append(
            Problem("clock.step", f"no step {step!r}{instead(step, [*STEPS])}", "phase.two-steps")
        )
    return clock.changed(phase=phase, step=step), problems


def _model_problems(model: Model) -> list[Problem]:
    where = f"models.{model.id}.profile"
    clause = "support.move-characteristic"
    problems = [
        Problem(f"{where}.{name}", f"no characteristic {name!r}{instead(name, [*PROFILE])}")
        for name in model.profile
        if name not in PROFILE
    ]
    try:
        demise_of(model)
    except ValueError:
        says = "deadly_demise is a number of mortal wounds or dice such as D3"
        problems.append(Problem(f"models.{model.id}.traits", says, "support.deadly-demise"))
    if "M" not in model.profile:
        problems.append(Problem(where, f"{model.id} needs M: inches, dice such as 2D6, or a dash", clause))
    elif not _is_move(model.profile["M"]):
        says = f"M is a whole number of inches, dice such as 2D6, or '-', not {model.profile['M']!r}"
        problems.append(Problem(f"{where}.M", says, clause))
    return problems


def _is_move(value: Value) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return value >= 0
    if not isinstance(value, str):
        return False
    if value == "-":
        return True
    try:
        dice(value)
    except ValueError:
        return False
    return True


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
