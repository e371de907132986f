"""Laying a table: profiles checked, M and heights filled in, terrain classed."""

from __future__ import annotations

from dataclasses import replace

from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.catalogue import load
from surefoot.referee.protocol import Problem
from surefoot.rulesets.gemini_arap import water
from surefoot.rulesets.gemini_arap.book import PACKAGE, REPLACEABLE, decimal, rows
from surefoot.rulesets.gemini_arap.figure import KNEELING, M_SOURCE, SIZE_TWO, STATUSES, equipped
from surefoot.rulesets.gemini_arap.terrain import CLASSES, IMPASSABLE, classed, is_ruled, set_class, traits
from surefoot.table.model import Model
from surefoot.table.record import Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.table.words import instead

WHOLE = ("M", "I", "WS", "BS", "S", "T", "W", "Ld", "Sv", "ap", "size")
SWITCHES = (
    "natural_jumper",
    "fall_save",
    "can_go_prone",
    "can_crawl",
    "understands_firearms",
    "tactical_trained",
    "tactical_refused",
)
WORDS = ("creature", M_SOURCE, "equipment", "weapons", "ld_bonus")
# A man-sized figure is this tall if nothing else is said, and has one Wound and Toughness 3.
USUAL_HEIGHT = 1.25
USUAL = {"size": SIZE_TWO, "T": 3, "W": 1}
UNKNOWN_M = 4
MOST_AP = 3
# Armour that may be used against the hits of a fall.
FALL_ARMOUR = ("power-armour", "terminator-armour", "invulnerable")


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in what it leaves out."""
    problems: list[Problem] = []
    models, pieces = table.models, table.pieces
    for model in table.models.values():
        fresh, found = _model(model)
        problems += found
        models = models.with_(model.id, fresh)
    for piece in table.pieces.values():
        problems += _piece_problems(piece)
        if piece.sort == "area":
            pieces = pieces.with_(piece.id, _area(piece))
        elif piece.sort in ("ramp", "stairs") or is_ruled(piece):
            # Slopes are ground; the sides of what is climbed are, once somebody has ruled so.
            pieces = pieces.with_(piece.id, classed(piece))
    problems += _override_problems(table)
    return _in_the_water(table.changed(models=models, pieces=pieces)), tuple(problems)


def _in_the_water(table: Table) -> Table:
    """Who is set down in deep water swims there."""
    afloat = {model.id: water.afloat(table, model.place) for model in table.models.values()}
    models = table.models
    for name, place in afloat.items():
        if place != table.models[name].place:
            models = models.with_(name, table.models[name].at(place))
    return table.changed(models=models)


def _override_problems(table: Table) -> list[Problem]:
    """Only numbers that the rules ask for can be replaced, and only by numbers."""
    given = table.options.get("overrides")
    return [
        Problem(
            f"options.overrides.{clause}",
            f"{clause} has no number to replace{instead(clause, REPLACEABLE)}"
            if clause not in REPLACEABLE
            else f"{clause} is replaced by a number, not {value!r}",
            "general.precedence",
        )
        for clause, value in (given.items() if isinstance(given, Record) else ())
        if clause not in REPLACEABLE or decimal(value, -1.0) < 0.0
    ]


def _area(piece: Piece) -> Piece:
    fresh = classed(piece)
    barred = set_class(piece) == IMPASSABLE and not fresh.has(IMPASSABLE)
    return replace(fresh, tags=(*fresh.tags, IMPASSABLE)) if barred else fresh


def _model(model: Model) -> tuple[Model, list[Problem]]:
    where = f"models.{model.id}"
    problems = [
        Problem(f"{where}.profile.{name}", says, "allowance.value" if name == "M" else "")
        for name, value in model.profile.items()
        if (says := _profile_problem(name, value))
    ]
    problems += [
        Problem(f"{where}.status", f"no status {status!r}{instead(status, STATUSES)}")
        for status in model.statuses
        if status not in STATUSES
    ]
    profile: dict[str, Value] = {**USUAL, **model.profile}
    profile["fall_save"] = model.profile.get("fall_save", equipped(model, *FALL_ARMOUR))
    if "M" not in model.profile:
        profile["M"], profile[M_SOURCE] = _usual_movement(model)
    height = model.height
    if not height:
        if model.profile.number("size", USUAL["size"]) != USUAL["size"]:
            says = f"{model.id} is not man-sized: say how tall it is"
            problems.append(Problem(f"{where}.height", says, "obstacle.model-height"))
        height = to_lattice(USUAL_HEIGHT)
    if model.has(KNEELING) and profile["size"] == SIZE_TWO:
        height = max(height, to_lattice(USUAL_HEIGHT))
    return replace(model, profile=Record(profile), height=height), problems


def _known() -> tuple[str, ...]:
    """Everything that a profile may say: characteristics, and what clauses let a figure set."""
    settings = [name for clause in load(PACKAGE) for name in clause.settings]
    return tuple(dict.fromkeys((*WHOLE, *SWITCHES, *WORDS, *settings)))


def _profile_problem(name: str, value: Value) -> str:
    if name not in _known():
        return f"a figure has no characteristic {name!r}{instead(name, _known())}"
    if name in WHOLE and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        return f"{name} is a whole number from 0 up, not {value!r}"
    if name == "M" and value == 0:
        return "M is a number of inches from 1 up"
    if name == "ap" and isinstance(value, int) and value > MOST_AP:
        return f"a unit has 0 to {MOST_AP} Action Points, not {value}"
    if name in SWITCHES and not isinstance(value, bool):
        return f"{name} is true or false, not {value!r}"
    return ""


def _usual_movement(model: Model) -> tuple[int, str]:
    """M of a figure that states none, and where it comes from."""
    names = (model.profile.text("creature"), *model.keywords)
    for row in rows("allowance.by-creature"):
        if row["creature"] in names:
            return int(row["m"]), "creature"
    return UNKNOWN_M, "default"


def _piece_problems(piece: Piece) -> list[Problem]:
    given = traits(piece).text("class")
    if given and given not in CLASSES:
        return [Problem(f"terrain.{piece.id}.traits", f"no class {given!r}{instead(given, CLASSES)}")]
    return []
