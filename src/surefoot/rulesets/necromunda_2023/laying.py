"""Laying a table: what classic checks, the phase of the clock, and what only this edition knows of a model."""

from __future__ import annotations

from dataclasses import replace

from surefoot.referee.protocol import Problem
from surefoot.rulesets.necromunda_2023.edition import NECROMUNDA_2023
from surefoot.rulesets.necromunda_2023.locomotion import named, types
from surefoot.rulesets.necromunda_2023.phase import PHASES
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle, own_traits
from surefoot.rulesets.necromunda_classic.laying import lay as lay_classic
from surefoot.table.model import Model
from surefoot.table.record import Record, Value
from surefoot.table.table import Table
from surefoot.table.words import instead

TRAITS = ("ignores_one_inch", "weapons")
WEAPON = ("long", "versatile")


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in what it leaves out."""
    laid, problems = lay_classic(table)
    found = list(problems)
    phase = table.clock.phase
    if phase not in ("", *PHASES):
        found.append(
            Problem("clock.phase", f"no phase {phase!r}{instead(phase, [*PHASES])}", "move.action-phase")
        )
    models = laid.models
    for who, model in laid.models.items():
        found += _trait_problems(own_traits(table, who), f"models.{who}.traits.{NECROMUNDA_2023.name}")
        if is_vehicle(model):
            moved, missing = _locomotion(model, lenient=bool(table.option("lenient_profiles")))
            models = models.with_(who, moved)
            found += missing
    return laid.changed(models=models), tuple(found)


def _locomotion(model: Model, *, lenient: bool) -> tuple[Model, list[Problem]]:
    """No vehicle goes without a type of Locomotion; where profiles are read leniently it is taken as Wheeled."""
    given = model.profile.get("locomotion")
    where = f"models.{model.id}.profile"
    if given is None:
        if lenient:
            return replace(model, profile=model.profile.changed(locomotion="Wheeled")), []
        says = f"{model.id} needs locomotion, one of {', '.join(types())}"
        return model, [Problem(where, says, "locomotion.required")]
    if not named(str(given)):
        says = f"no Locomotion {given!r}{instead(str(given), [*types()])}"
        return model, [Problem(f"{where}.locomotion", says, "locomotion.types")]
    return model, []


def _trait_problems(traits: Record, where: str) -> list[Problem]:
    found = [
        Problem(f"{where}.{name}", f"a fighter has no trait {name!r}{instead(name, [*TRAITS])}")
        for name in traits
        if name not in TRAITS
    ]
    leave = traits.get("ignores_one_inch")
    if leave is not None and not isinstance(leave, bool):
        says = f"it has leave or it has not (true or false), not {leave!r}"
        found.append(Problem(f"{where}.ignores_one_inch", says, "one-inch.charge-only-exception"))
    weapons = traits.get("weapons", Record())
    if not isinstance(weapons, Record):
        return [*found, Problem(f"{where}.weapons", "expected weapons by name")]
    for name, weapon in weapons.items():
        found += _weapon_problems(weapon, f"{where}.weapons.{name}")
    return found


def _weapon_problems(weapon: Value, where: str) -> list[Problem]:
    if not isinstance(weapon, Record):
        return [Problem(where, "expected what a weapon is, such as {versatile: true, long: 2}")]
    found = [
        Problem(f"{where}.{name}", f"a weapon has no {name!r} here{instead(name, [*WEAPON])}")
        for name in weapon
        if name not in WEAPON
    ]
    if not isinstance(weapon.get("versatile", False), bool):
        found.append(Problem(f"{where}.versatile", "a weapon is Versatile or not: true or false"))
    if "long" in weapon and not _is_length(weapon["long"]):
        found.append(Problem(f"{where}.long", f"expected inches, not {weapon['long']!r}"))
    return found


def _is_length(value: Value) -> bool:
    """Whether a value is a number of inches; files keep one with a fraction as text."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return False
    try:
        return 0.0 <= float(value) < float("inf")
    except ValueError:
        return False
