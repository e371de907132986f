"""Setting up a table: checks profiles and terrain, and turns conditions of the ground into tags."""

from __future__ import annotations

from surefoot.geometry.tolerance import short_of, to_lattice, within
from surefoot.language import Notation, Quoted, Who, say
from surefoot.records import replace
from surefoot.referee.protocol import Problem
from surefoot.rulesets.dark_heresy_2e.altitude import BANDS, HIGH, HOVER, HOVERING, LOW, metres_of
from surefoot.rulesets.dark_heresy_2e.falling import beneath
from surefoot.rulesets.dark_heresy_2e.flight_traits import HOVERER, cannot_fly, cannot_rise, flight_trait
from surefoot.rulesets.dark_heresy_2e.gravity import ZERO, weightless
from surefoot.rulesets.dark_heresy_2e.lift import LOAD
from surefoot.rulesets.dark_heresy_2e.light import DARKNESS
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact
from surefoot.rulesets.dark_heresy_2e.surroundings import everywhere, marked
from surefoot.rulesets.dark_heresy_2e.terrain_traits import NAME, traits
from surefoot.rulesets.dark_heresy_2e.water import DEEP, water_of
from surefoot.table.model import Model, Object
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.table.words import suggested


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in what follows from it; returns the table and its problems."""
    options = table.options
    problems: list[Problem] = []
    for model in table.models.values():
        if chosen(options, "track_weight") is True and "load" not in model.profile:
            says = say("Weights are tracked on this table: give {who} a load in kilograms", who=Who(model.id))
            problems.append(Problem(f"models.{model.id}.profile", says, "carry.only-when-it-matters"))
    problems += [problem for thing in table.objects.values() for problem in _weight_problems(thing)]
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
        elif model.place.kind == "air" and not weightless(table, model.id):
            problems.append(Problem(f"models.{model.id}.place", cannot_fly(model.id), "fly.two-categories"))
        elif model.place.kind == "water" and water_of(table, model.id) is None:
            says = say("There is no deep water where {who} is set up", who=Who(model.id))
            problems.append(Problem(f"models.{model.id}.place", says, "swim.ideal-no-test"))
    return table.changed(models=models), tuple(problems)


def _everywhere(table: Table, options: Record) -> list[Piece]:
    """Areas for conditions of the whole board: zero gravity, Darkness."""
    names = [ZERO] if chosen(options, "gravity") == "zero" else []
    if table.environment.get("light") == DARKNESS:
        names.append(DARKNESS)
    return [everywhere(table.board, name) for name in names]


def _gravity_problems(options: Record, piece: Piece) -> list[Problem]:
    """Areas with gravity on a table without gravity."""
    if chosen(options, "gravity") != "zero" or traits(piece).text("gravity", "zero") == "zero":
        return []
    says = say(
        "A table in zero gravity can't have areas with gravity: set the gravity of the table, and mark areas in zero gravity"
    )
    return [Problem(f"terrain.{piece.id}.traits.{NAME}.gravity", says, "gravity.small-differences")]


def _aloft(table: Table, model: Model) -> tuple[Model, list[Problem]]:
    """A flier at the height of its altitude, and problems with it."""
    band, where = model.place.band or _altitude(table, model.id), f"models.{model.id}.place"
    if band not in BANDS:
        says = suggested(say("There is no altitude {altitude}", altitude=Quoted(band)), band, BANDS)
        return model, [Problem(where, says, "fly.three-altitudes")]
    if band != HOVERING and flight_trait(model) == HOVERER:
        return model, [Problem(where, cannot_rise(model.id), "fly.hoverer-bound")]
    z = _hovering(table, model.id) if band == HOVERING else metres_of(table.options, band)
    return replace(model, place=replace(model.place, z=to_lattice(z), band=band)), []


def _altitude(table: Table, who: str) -> str:
    """The altitude of a flier for which the file gives at most a height: that of its height above what is below it."""
    pose = table.pose(who)
    landing = beneath(table, who, pose.x, pose.y, pose.z)
    height = pose.z if landing is None else landing.drop
    if within(height, HOVER):
        return HOVERING
    return LOW if short_of(height, metres_of(table.options, HIGH)) else HIGH


def _hovering(table: Table, who: str) -> float:
    """The height of a hovering flier above the surface below it."""
    pose = table.pose(who)
    highest = max(pose.z, HOVER)
    landing = beneath(table, who, pose.x, pose.y, highest)
    return HOVER if landing is None else highest - landing.drop + HOVER


def _weight_problems(thing: Object) -> list[Problem]:
    """A load without a weight."""
    if thing.sort != LOAD or thing.weight:
        return []
    says = say("A load needs a weight in kilograms: {example}", example=Notation("weight: 20"))
    return [Problem(f"objects.{thing.id}.weight", says, "carry.sum")]


def _water_problems(piece: Piece) -> list[Problem]:
    """Deep water without a depth."""
    if not piece.has(DEEP) or exact(traits(piece).get("depth", 0)) != 0:
        return []
    example = Notation("traits: {dark-heresy-2e: {depth: 3}}")
    says = say("Deep water needs a depth in metres: {example}", example=example)
    return [Problem(f"terrain.{piece.id}.traits.{NAME}.depth", says, "swim.ideal-no-test")]
