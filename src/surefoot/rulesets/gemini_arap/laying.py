"""Sets up a table: checks profiles, fills in M and heights, and classifies terrain."""

from __future__ import annotations

from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Quoted, Sentence, Who, say
from surefoot.records import replace
from surefoot.referee.protocol import Problem
from surefoot.rulesets.gemini_arap import ladder_users, water
from surefoot.rulesets.gemini_arap.book import REPLACEABLE, decimal, rows
from surefoot.rulesets.gemini_arap.figure import (
    FALLEN,
    KNEELING,
    KNOCKED,
    M_SOURCE,
    PRONE,
    SIZE_TWO,
    equipped,
    names,
)
from surefoot.rulesets.gemini_arap.terrain import IMPASSABLE, classed, is_ruled, set_class
from surefoot.table.model import Model
from surefoot.table.record import Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.table.words import suggested

# The defaults of a man-sized figure: its height, size, Toughness and Wounds.
USUAL_HEIGHT = 1.25
USUAL = {"size": SIZE_TWO, "T": 3, "W": 1}
UNKNOWN_M = 4
MOST_AP = 3
# Armour that may be used against the hits of a fall.
FALL_ARMOUR = ("power-armour", "terminator-armour", "invulnerable")


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in defaults."""
    problems: list[Problem] = []
    models, pieces = table.models, table.pieces
    for model in table.models.values():
        fresh, found = _model(model)
        problems += found
        models = models.with_(model.id, fresh)
    for piece in table.pieces.values():
        if piece.sort == "area":
            pieces = pieces.with_(piece.id, _area(piece))
        elif piece.sort in ("ramp", "stairs") or is_ruled(piece):
            # Slopes are ground; sides that are climbed have a class only if the piece states one.
            pieces = pieces.with_(piece.id, classed(piece))
    problems += _override_problems(table)
    problems += ladder_users.note_problems(table)
    table = _lying(_in_the_water(table.changed(models=models, pieces=pieces)))
    return table, (*problems, *water.dry(table))


def _lying(table: Table) -> Table:
    """The table with figures that have fallen or were knocked down lying Prone, unless they are in the water."""
    models = table.models
    for model in table.models.values():
        down = model.is_(FALLEN) or model.is_(KNOCKED)
        if down and not model.is_(PRONE) and model.place.kind == "surface":
            models = models.with_(model.id, replace(model, statuses=tuple(sorted((*model.statuses, PRONE)))))
    return table.changed(models=models)


def _in_the_water(table: Table) -> Table:
    """The table with figures that are set up in deep water swimming there, at the height of the water."""
    afloat = {model.id: water.settled(table, model.place) for model in table.models.values()}
    models = table.models
    for name, place in afloat.items():
        if place != table.models[name].place:
            models = models.with_(name, table.models[name].at(place))
    return table.changed(models=models)


def _override_problems(table: Table) -> list[Problem]:
    """The problems of overrides: only replaceable clauses can be overridden, and only by numbers."""
    given = table.options.get("overrides")
    return [
        Problem(
            f"options.overrides.{clause}",
            _override_problem(clause, value),
            "general.precedence",
        )
        for clause, value in (given.items() if isinstance(given, Record) else ())
        if clause not in REPLACEABLE or decimal(value, -1.0) < 0.0
    ]


def _override_problem(clause: str, value: Value) -> Sentence:
    if clause in REPLACEABLE:
        return say(
            "Replace {clause} with a number, not {given}", clause=Quoted(clause), given=Quoted(str(value))
        )
    problem = say("{clause} has no number that can be replaced", clause=Quoted(clause))
    return suggested(problem, clause, REPLACEABLE)


def _area(piece: Piece) -> Piece:
    fresh = classed(piece)
    barred = set_class(piece) == IMPASSABLE and not fresh.has(IMPASSABLE)
    return replace(fresh, tags=(*fresh.tags, IMPASSABLE)) if barred else fresh


def _model(model: Model) -> tuple[Model, list[Problem]]:
    where = f"models.{model.id}"
    problems: list[Problem] = []
    profile: dict[str, Value] = {**USUAL, **model.profile}
    profile["fall_save"] = model.profile.get("fall_save", equipped(model, *FALL_ARMOUR))
    if "M" not in model.profile:
        profile["M"], profile[M_SOURCE] = _usual_movement(model)
    height = model.height
    if not height:
        if model.profile.number("size", USUAL["size"]) != USUAL["size"]:
            says = say("{who} isn't man-sized. State its height", who=Who(model.id))
            problems.append(Problem(f"{where}.height", says, "obstacle.model-height"))
        height = to_lattice(USUAL_HEIGHT)
    if model.has(KNEELING) and profile["size"] == SIZE_TWO:
        height = max(height, to_lattice(USUAL_HEIGHT))
    return replace(model, profile=Record(profile), height=height), problems


def _usual_movement(model: Model) -> tuple[int, str]:
    """The M of a figure whose profile has none, and its source."""
    called = names(model)
    for row in rows("allowance.by-creature"):
        if row["creature"] in called:
            return int(row["m"]), "creature"
    return UNKNOWN_M, "default"
