"""Laying a table: what classic checks, the phase of the clock, and what only this edition knows of a model."""

from __future__ import annotations

from dataclasses import replace

from surefoot.referee.protocol import Problem
from surefoot.rulesets.necromunda_2023.locomotion import named, types
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle
from surefoot.rulesets.necromunda_classic.laying import lay as lay_classic
from surefoot.table.model import Model
from surefoot.table.table import Table
from surefoot.table.words import instead


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in what it leaves out."""
    laid, problems = lay_classic(table)
    found = list(problems)
    models = laid.models
    for who, model in laid.models.items():
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
