"""Setting up a table: the checks of classic, and the Locomotion of vehicles."""

from __future__ import annotations

from surefoot.language import Either, Notation, Quoted, Who, say
from surefoot.records import replace
from surefoot.referee.protocol import Problem
from surefoot.rulesets.necromunda_2023.locomotion import named, types
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle
from surefoot.rulesets.necromunda_classic.laying import lay as lay_classic
from surefoot.table.model import Model
from surefoot.table.table import Table
from surefoot.table.words import suggested


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in defaults; returns the table and its problems."""
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
    """Check the Locomotion of a vehicle; with lenient profiles a missing one is Wheeled."""
    given = model.profile.get("locomotion")
    where = f"models.{model.id}.profile"
    if given is None:
        if lenient:
            return replace(model, profile=model.profile.changed(locomotion="Wheeled")), []
        says = say(
            "The profile of {who} needs a locomotion: {types}",
            who=Who(model.id),
            types=Either(tuple(Notation(each) for each in types())),
        )
        return model, [Problem(where, says, "locomotion.required")]
    if not named(str(given)):
        says = suggested(say("There is no Locomotion {given}", given=Quoted(str(given))), str(given), types())
        return model, [Problem(f"{where}.locomotion", says, "locomotion.types")]
    return model, []
