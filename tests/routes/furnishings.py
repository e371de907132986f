"""Doors opened, lifts ridden and water swum through by explorers: what they declare for it, whether it is allowed or not."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

Made = tuple[Declaration, ...]


def used(table: Table, made: Made, action: str, dice: random.Random) -> Made | None:
    """What has been declared so far, and on top of it the use of a door, a lift or water."""
    found = [piece for piece in table.pieces.values() if _how(piece)]
    if not found:
        return None
    piece = dice.choice(found)
    how = _how(piece)
    if how == "door":
        return _through(table, made, action, piece, dice)
    if how == "lift":
        return _ridden(table, made, action, piece, dice)
    return _swum(table, made, action, piece, dice)


def _how(piece: Piece) -> str:
    if piece.sort in ("door", "lift"):
        return piece.sort
    return "swim" if "deep-water" in piece.tags else ""


def _walk(x: float, y: float) -> Leg:
    return Leg((to_lattice(x), to_lattice(y)))


def _more(made: Made, action: str, *legs: Leg, anew: bool = False) -> Made:
    """Some legs more: in the last declaration if it is such an action, or in a new one."""
    if not legs:
        return made
    if made and made[-1].action == action and not anew:
        return (*made[:-1], replace(made[-1], legs=(*made[-1].legs, *legs)))
    return (*made, Declaration(action, ("me",), legs))


def _box(piece: Piece) -> tuple[float, float, float, float]:
    west, south, east, north = (from_lattice(piece.outline[i]) for i in (0, 1, 4, 5))
    return west, south, east, north


def _through(table: Table, made: Made, action: str, door: Piece, dice: random.Random) -> Made:
    """Up to a door, open it if it is closed, and through it or not."""
    pose, radius = table.pose("me"), table.body("me").radius
    west, south, east, north = _box(door)
    y = dice.uniform(south + radius, north - radius)
    near, far = (west - radius, east + radius) if pose.x < west else (east + radius, west - radius)
    away = math.copysign(dice.choice([0.001, dice.uniform(0.0, 0.9)]), near - far)
    opening = ruleset_of(table).planning.opening(table, "me", door)
    if dice.random() < 0.7:
        made = _more(made, action, _walk(near + away, y), anew=dice.random() < 0.3)
    if opening is not None and opening.action:
        said = Record({opening.detail: door.id})
        made = (*made, Declaration(opening.action, ("me",), details=said))
    elif opening is not None:
        on = table.models["me"].place.on
        spot = to_lattice(near + away), to_lattice(y)
        made = _more(made, action, Leg(spot, "through", on=on, link=door.id, manner=opening.manner))
    if dice.random() < 0.7:
        beyond = dice.uniform(0.0, 1.5)
        legs = (_walk(near, y), _walk(far - math.copysign(beyond, near - far), y))
        made = _more(made, action, *legs)
    return made


def _ridden(table: Table, made: Made, action: str, lift: Piece, dice: random.Random) -> Made:
    """Onto a lift, up or down with it, and off it."""
    radius = table.body("me").radius
    west, south, east, north = _box(lift)
    low, high = (lift.details.number(end) for end in ("low", "high"))

    def somewhere() -> tuple[float, float]:
        return (
            dice.uniform(west + radius, max(west + radius, east - radius)),
            dice.uniform(south + radius, max(south + radius, north - radius)),
        )

    if dice.random() < 0.8:
        made = _more(made, action, _walk(*somewhere()), anew=dice.random() < 0.2)
    rise = (high if lift.z == low else low) - lift.z
    made = _more(made, action, Leg(None, "lift", link=lift.id, rise=rise), anew=dice.random() < 0.2)
    x, y = somewhere()
    off = dice.uniform(radius, radius + 1.5)
    ends = [(west - off, y), (east + off, y), (x, south - off), (x, north + off)]
    return _more(made, action, _walk(*dice.choice(ends)), anew=dice.random() < 0.2)


def _swum(table: Table, made: Made, action: str, water: Piece, dice: random.Random) -> Made:
    """To the shore, and straight across by as many strokes as it takes."""
    west, south, east, north = _box(water)
    shores = [
        (west - 0.001, dice.uniform(south, north)),
        (east + 0.001, dice.uniform(south, north)),
        (dice.uniform(west, east), south - 0.001),
        (dice.uniform(west, east), north + 0.001),
    ]
    (ax, ay), (bx, by) = dice.sample(shores, 2)
    if dice.random() < 0.7:
        made = _more(made, action, _walk(ax, ay), anew=dice.random() < 0.2)
    else:
        pose = table.pose("me")
        ax, ay = pose.x, pose.y
    longest = ruleset_of(table).tariffs(table, "me", "swim")[0].allowance
    count = max(1, math.ceil(math.dist((ax, ay), (bx, by)) / longest - 1e-6)) if longest > 0 else 1
    for k in range(1, count + 1):
        stroke = Leg((to_lattice(ax + (bx - ax) * k / count), to_lattice(ay + (by - ay) * k / count)), "swim")
        made = (*made, Declaration("swim", ("me",), (stroke,)))
    return made
