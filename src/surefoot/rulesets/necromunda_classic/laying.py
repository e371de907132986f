"""Setting up a table: checks profiles, classes terrain as obstacle or structure, and fills in defaults."""

from __future__ import annotations

import math

from surefoot.geometry.tolerance import from_lattice, within
from surefoot.language import Notation, Who, say
from surefoot.records import replace
from surefoot.referee.protocol import Problem
from surefoot.rulesets.necromunda_classic import ductway
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle
from surefoot.rulesets.necromunda_classic.vehicle import HULL_LOST, WRECKED, hull_points_left
from surefoot.table.model import Deck, Model, base_outline
from surefoot.table.record import Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# The defaults of a fighter's profile: an ordinary ganger.
FIGHTER_DEFAULTS = {"T": 3, "W": 1}
# The defaults of a vehicle's profile: an ordinary buggy.
VEHICLE_DEFAULTS = {"front": 5, "side": 5, "rear": 4, "hp": 3}
# The limit of an obstacle's height and of its breadth.
OBSTACLE_LIMIT = 2.0


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in defaults; returns the table and its problems."""
    problems: list[Problem] = []
    models = table.models
    for model in table.models.values():
        fresh, found = _model(model)
        problems += found
        models = models.with_(model.id, fresh)
    pieces = table.pieces
    for piece in table.pieces.values():
        if piece.sort == "ductway":
            problems += ductway.problems(table, piece)
        if piece.sort == "obstacle":
            pieces = pieces.with_(piece.id, classed(piece))
    return table.changed(models=models, pieces=pieces), tuple(problems)


def _model(model: Model) -> tuple[Model, list[Problem]]:
    needed = ("M", "handling") if is_vehicle(model) else ("M", "I")
    problems = [
        Problem(
            f"models.{model.id}.profile",
            say("The profile of {who} needs {name}", who=Who(model.id), name=Notation(name)),
        )
        for name in needed
        if name not in model.profile
    ]
    usual: dict[str, Value] = dict(VEHICLE_DEFAULTS if is_vehicle(model) else FIGHTER_DEFAULTS)
    laid = replace(model, profile=Record({**usual, **model.profile}))
    problems += _hull_problems(laid)
    return replace(laid, decks=model.decks or decks(model)), problems


def _hull_problems(model: Model) -> list[Problem]:
    """A vehicle that has lost all its Hull Points is wrecked."""
    lost = model.counted(HULL_LOST)
    if not is_vehicle(model) or not lost or hull_points_left(model) > 0:
        return []
    if model.is_(WRECKED) or model.place.kind == "gone":
        return []
    says = say(
        "{vehicle} has {points} Hull Points and has lost {lost}, so it is Wrecked. Add the status {status}, or lower {counter}",
        vehicle=Who(model.id),
        points=model.profile.number("hp"),
        lost=lost,
        status=Notation(WRECKED),
        counter=Notation(HULL_LOST),
    )
    return [Problem(f"models.{model.id}.counters", says, "support.wreck")]


def decks(model: Model) -> tuple[Deck, ...]:
    """The deck of a vehicle for which none is given: its top, so that fighters can climb onto it."""
    if not is_vehicle(model) or not model.height:
        return ()
    return (Deck("deck", base_outline(model.base), model.height),)


def classed(piece: Piece) -> Piece:
    """Tag a free-standing piece as an obstacle if its height and breadth are within the limit, else as a structure."""
    low = within(from_lattice(piece.height), OBSTACLE_LIMIT)
    slim = within(breadth(piece), OBSTACLE_LIMIT)
    tag = "obstacle" if low and slim else "structure"
    tags = [each for each in piece.tags if each not in ("obstacle", "structure")]
    return replace(piece, tags=tuple(sorted([*tags, tag])))


def breadth(piece: Piece) -> float:
    """The shorter horizontal dimension: the least width of the footprint over all directions."""
    points = [
        (from_lattice(piece.outline[i]), from_lattice(piece.outline[i + 1]))
        for i in range(0, len(piece.outline), 2)
    ]
    widths = []
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        length = math.dist((ax, ay), (bx, by))
        if length > 0:
            shadows = [(x * (by - ay) - y * (bx - ax)) / length for x, y in points]
            widths.append(max(shadows) - min(shadows))
    return min(widths)
