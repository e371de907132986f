"""Vehicles: their characteristics, their status, and their arcs."""

from __future__ import annotations

import math
from typing import Literal

from surefoot.geometry.kernel import bounds
from surefoot.geometry.shapes import Shape, turn
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.referee.catalogue import load
from surefoot.rulesets.necromunda_classic.fighter import BROKEN, is_vehicle
from surefoot.table.model import Model
from surefoot.table.table import Table

STALLED = "stalled"
WRECKED = "wrecked"
VEHICLE_STATUSES = (BROKEN, STALLED, WRECKED)
# Counters of a vehicle.
HULL_LOST = "hull-points-lost"
DRIVE_DAMAGE = "drive-damage"
CREW_DAMAGE = "crew-damage"
ENGINE_DAMAGE = "engine-damage"
# The clause about the Move of a Stationary vehicle in a collision.
STATIONARY = "collision-damage.stationary-three"

Facing = Literal["front", "side", "rear"]
FACINGS: tuple[Facing, ...] = ("front", "side", "rear")
Point = tuple[float, float]


def is_mobile(model: Model) -> bool:
    """Whether a vehicle is Mobile: neither Stalled nor Wrecked."""
    return not model.is_(STALLED) and not model.is_(WRECKED)


def stands_as_vehicle(model: Model) -> bool:
    """Whether a model is a vehicle on the table that is not Wrecked."""
    return is_vehicle(model) and model.place.on_table and not model.is_(WRECKED)


def hull_points_left(model: Model) -> int:
    """The Hull Points that are left."""
    return model.profile.number("hp") - model.counted(HULL_LOST)


def impact_move(model: Model) -> tuple[int, tuple[str, ...]]:
    """The Move by which a vehicle's collisions are measured, and the clauses that set it."""
    if is_mobile(model):
        return model.profile.number("M"), ("collision-damage.move-stat",)
    # The rows of the table differ only in the cause.
    row = load("surefoot.rulesets.necromunda_classic").rows(STATIONARY)[0]
    return row["move"], ("collision-damage.move-stat", STATIONARY)


def facings_at(table: Table, who: str, point: Point) -> tuple[Facing, ...]:
    """The facing in whose arc a point lies; on the line between two arcs both, the foremost first."""
    pose = table.pose(who)
    x, y = turn(point[0] - pose.x, point[1] - pose.y, -pose.facing)
    west, south, east, north = rectangle(table.models[who].base.shape)
    found: list[Facing] = []
    if _between((west, north), (east, north), x, y):
        found.append("front")
    if _between((east, north), (east, south), x, y) or _between((west, south), (west, north), x, y):
        found.append("side")
    if _between((east, south), (west, south), x, y):
        found.append("rear")
    return tuple(found)


def rectangle(shape: Shape) -> tuple[float, float, float, float]:
    """The smallest rectangle along a vehicle's facing that holds its hull or base: west, south, east, north."""
    west, south, east, north = bounds(shape.core)
    grown = shape.radius
    return west - grown, south - grown, east + grown, north + grown


def _between(first: Point, last: Point, x: float, y: float) -> bool:
    """Whether a point lies clockwise between two rays from the centre, or on one of them."""
    return _right_of(first, x, y) >= -TOLERANCE and _right_of(last, x, y) <= TOLERANCE


def _right_of(ray: Point, x: float, y: float) -> float:
    """How far a point lies to the right of the line through the centre and a corner."""
    return (x * ray[1] - y * ray[0]) / math.hypot(*ray)


def toughness(model: Model, facings: tuple[Facing, ...]) -> int:
    """The Toughness of a facing; the better one if there are two."""
    return max(model.profile.number(facing) for facing in facings)
