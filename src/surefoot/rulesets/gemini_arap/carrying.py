"""Objects that are carried, dropped, picked up and set up: each is either an object or a piece of terrain."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.geometry.measure import gap
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import from_lattice, within
from surefoot.records import replace
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.gemini_arap import burden, fall, loads, water
from surefoot.rulesets.gemini_arap.burden import LADDER
from surefoot.rulesets.gemini_arap.prices import SMALL
from surefoot.table.effects import (
    ObjectMoved,
    ObjectPlaced,
    ObjectRemoved,
    PiecePlaced,
    PieceRemoved,
    Reported,
)
from surefoot.table.model import Object
from surefoot.table.place import BOARD, Place
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece


def lying(table: Table, who: str) -> Place:
    """The ground at a figure's feet; below it if the figure hangs."""
    place = water.grounded(table, table.models[who].place)
    if place.kind == "surface":
        return place
    landing = fall.below(table, who)
    return water.grounded(table, fall.ground_below(table, who) if landing is None else landing.place)


def let_go(game: Game, who: str, *clauses: str) -> Procedure[None]:
    """A figure lets go of everything; objects without another holder lie at its feet."""
    yield from loads.release(game, who, lying(game.now, who), *clauses)


def drop(game: Game, thing: Object, *clauses: str) -> Procedure[None]:
    """All bearers drop an object where the first of them stands."""
    yield from do(ObjectMoved(thing.id, lying(game.now, thing.holders[0])), *clauses)
    yield from do(Reported("is dropped", thing.holders[0], Record(thing=thing.id)), *clauses)


def dropped(game: Game, names: tuple[str, ...], clause: str) -> Procedure[None]:
    """Figures that carry a ladder drop it."""
    for thing in tuple(game.now.objects.values()):
        if thing.sort == LADDER and any(name in thing.holders for name in names):
            yield from drop(game, thing, clause)


def held_together(game: Game, names: tuple[str, ...]) -> Procedure[None]:
    """Bearers that dice have parted drop what they carry together."""
    for thing, *_ in burden.parted(game.now, {name: game.now.pose(name) for name in names}):
        if thing.id in game.now.objects and burden.bearers(game.now, game.now.objects[thing.id]):
            yield from drop(game, thing, "portable-ladder.carry-rate")


def touches(table: Table, who: str, x: float, y: float, z: float, half: float = 0.0) -> bool:
    """Whether a figure's base touches something at a point; `half` is half the width of that thing."""
    there = Body((x, y), half, x, y)
    return within(gap(table.body(who), there), 0.0) and within(abs(table.pose(who).z - z), SMALL)


def spot(declaration: Declaration) -> tuple[float, float]:
    """The declared point at which an object is set up."""
    at = declaration.details["at"]
    assert isinstance(at, tuple), "the action needs a point"
    return from_lattice(int(str(at[0]))), from_lattice(int(str(at[1])))


def footing(table: Table, who: str) -> str:
    """The piece on which a figure stands; empty for the board."""
    base = table.models[who].place.on
    return base if base in table.pieces else ""


def set_up(game: Game, thing: Object, piece: Piece, *clauses: str) -> Procedure[None]:
    """Turn an object into a piece of terrain of the same id and sort; the piece keeps the object's values."""
    was = Record(length=thing.length, weight=thing.weight, details=thing.details)
    yield from do(ObjectRemoved(thing.id), *clauses)
    yield from do(
        PiecePlaced(replace(piece, details=piece.details.changed(was=was), labels=thing.labels)), *clauses
    )


def taken_down(game: Game, name: str, holders: tuple[str, ...], *clauses: str) -> Procedure[None]:
    """Turn a piece back into an object, carried by `holders` or lying at the foot of the piece."""
    piece = game.now.pieces[name]
    was = piece.details.get("was")
    # A ladder that stood there from the beginning has no stored values: its length is its height.
    kept = was if isinstance(was, Record) else Record(length=piece.height, details=Record())
    details = kept["details"]
    assert isinstance(details, Record), "set_up stores the object's details"
    foot = Place("surface", piece.on or BOARD, piece.line[0], piece.line[1])
    thing = Object(
        name,
        piece.sort,
        Place("aboard", holders[0]) if holders else foot,
        holders,
        length=kept.number("length"),
        weight=kept.number("weight"),
        details=details,
        labels=piece.labels,
    )
    yield from do(PieceRemoved(name), *clauses)
    yield from do(ObjectPlaced(thing), *clauses)


def climbers(table: Table, name: str) -> tuple[str, ...]:
    """The figures that hang on a piece, the highest last."""
    on = [one for one in table.models.values() if one.place.kind == "link" and one.place.on == name]
    return tuple(one.id for one in sorted(on, key=lambda one: (one.place.z, one.id)))


def cast_off(game: Game, name: str, *clauses: str) -> Procedure[None]:
    """Cast down a ladder or rope: every figure on it falls."""
    for who in climbers(game.now, name):
        yield from fall.drop(game, who, *clauses)
    yield from taken_down(game, name, (), *clauses)
