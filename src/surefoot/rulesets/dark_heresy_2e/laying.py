"""Laying a table: profiles and terrain checked, conditions of the ground turned into what they do."""

from __future__ import annotations

from dataclasses import replace

from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.protocol import Problem
from surefoot.rulesets.dark_heresy_2e.altitude import BANDS, HOVER, HOVERING, metres_of
from surefoot.rulesets.dark_heresy_2e.falling import beneath
from surefoot.rulesets.dark_heresy_2e.flight_traits import HOVERER, flight_trait
from surefoot.rulesets.dark_heresy_2e.gravity import ZERO
from surefoot.rulesets.dark_heresy_2e.light import DARKNESS
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact
from surefoot.rulesets.dark_heresy_2e.surroundings import everywhere, marked
from surefoot.rulesets.dark_heresy_2e.terrain_traits import NAME, traits
from surefoot.rulesets.dark_heresy_2e.water import DEEP
from surefoot.table.model import Model
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in what it leaves out."""
    options = table.options
    problems: list[Problem] = []
    for model in table.models.values():
        if chosen(options, "track_weight") is True and "load" not in model.profile:
            says = f"say how many kilograms {model.id} carries: load"
            problems.append(Problem(f"models.{model.id}.profile", says, "carry.only-when-it-matters"))
    pieces = table.pieces
    for piece in pieces.values():
        problems += [*_water_problems(piece), *_gravity_problems(options, piece)]
        if piece.sort == "area":
            pieces = pieces.with_(piece.id, marked(piece))
    for piece in _everywhere(table, options):
        pieces = pieces.with_(piece.id, piece)
    table = table.changed(pieces=pieces)
    models = table.models
    for model in table.models.values():
        if model.place.kind == "air" and flight_trait(model):
            placed, wrong = _aloft(table, model)
            models, problems = models.with_(model.id, placed), [*problems, *wrong]
    return table.changed(models=models), tuple(problems)


def _everywhere(table: Table, options: Record) -> list[Piece]:
    """Areas for what holds on the whole board: no gravity, no light."""
    names = [ZERO] if chosen(options, "gravity") == "zero" else []
    if table.environment.get("light") == DARKNESS:
        names.append(DARKNESS)
    return [everywhere(table.board, name) for name in names]


def _gravity_problems(options: Record, piece: Piece) -> list[Problem]:
    """Where there is no gravity at all no area has any."""
    if chosen(options, "gravity") != "zero" or traits(piece).text("gravity", "zero") == "zero":
        return []
    says = "on a table without gravity no area has any: mark the areas without gravity instead"
    return [Problem(f"terrain.{piece.id}.traits.{NAME}.gravity", says, "gravity.small-differences")]


def _aloft(table: Table, model: Model) -> tuple[Model, list[Problem]]:
    """A flier at the height of its altitude; hovering, if nothing is said."""
    band, where = model.place.band or HOVERING, f"models.{model.id}.place"
    if band not in BANDS:
        return model, [
            Problem(where, f"altitude is one of {', '.join(BANDS)}, not {band!r}", "fly.three-altitudes")
        ]
    if band != HOVERING and flight_trait(model) == HOVERER:
        return model, [Problem(where, f"{model.id} hovers and goes no higher", "fly.hoverer-bound")]
    z = _hovering(table, model.id) if band == HOVERING else metres_of(table.options, band)
    return replace(model, place=replace(model.place, z=to_lattice(z), band=band)), []


def _hovering(table: Table, who: str) -> float:
    """The height of a flier that hovers, over whatever lies below it."""
    pose = table.pose(who)
    highest = max(pose.z, HOVER)
    landing = beneath(table, who, pose.x, pose.y, highest)
    return HOVER if landing is None else highest - landing.drop + HOVER


def _water_problems(piece: Piece) -> list[Problem]:
    """Deep water says how deep it is."""
    if not piece.has(DEEP) or exact(traits(piece).get("depth", 0)) != 0:
        return []
    says = "deep water needs a depth in metres: traits: {dark-heresy-2e: {depth: 3}}"
    return [Problem(f"terrain.{piece.id}.traits.{NAME}.depth", says, "swim.ideal-no-test")]
