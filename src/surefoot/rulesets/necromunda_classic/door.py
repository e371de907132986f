"""Operate Door (Simple). Doors begin closed, and closed doors are solid."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.measure import overlaps
from surefoot.geometry.tolerance import from_lattice, short_of, within
from surefoot.language import Length, Quoted, Thing, Who, say
from surefoot.referee.protocol import Declaration, Opening
from surefoot.referee.scene import Scene, region_of
from surefoot.referee.sight import gap_to
from surefoot.referee.view import seen
from surefoot.rulesets.necromunda_classic.activation import row, spend
from surefoot.rulesets.necromunda_classic.prices import lens
from surefoot.table.effects import PieceChanged
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.table.words import suggested

ACTION = "operate door"
OPEN, CLOSED = "open", "closed"


def operate(game: Game, declaration: Declaration) -> Procedure[None]:
    """Open a closed door, or close an open one."""
    who = declaration.actor
    door = game.now.pieces.get(declaration.details.text("door"))
    if door is None or door.sort != "door":
        name = declaration.details.text("door")
        doors = [piece.id for piece in game.now.pieces.values() if piece.sort == "door"]
        says = suggested(say("There is no door called {name}", name=Quoted(name)), name, doors)
        raise Refused(Break("support.solid-terrain", says))
    breaks = _breaks(game.now, who, door)
    if breaks:
        raise Refused(*breaks)
    yield from spend(game, who, ACTION)
    gone, comes = (OPEN, CLOSED) if door.is_(OPEN) else (CLOSED, OPEN)
    state = (*(each for each in door.state if each != gone), comes)
    yield from do(PieceChanged(door.id, state=state), "support.solid-terrain")


def opening(table: Table, who: str, piece: Piece) -> Opening | None:
    """The action that opens a closed door; None for windows and open doors."""
    closed = piece.sort == "door" and not piece.is_(OPEN)
    return Opening(_reach(), ACTION, "door") if closed else None


def _reach() -> float:
    return float(row(ACTION)["within"])


def _breaks(table: Table, who: str, door: Piece) -> list[Break]:
    pose, region = table.pose(who), region_of(door.outline)
    reach = _reach()
    found = []
    view = seen(table, lens(table, who), who)
    away = math.hypot(gap_to(view, pose, region, door.id), pose.z - from_lattice(door.z))
    if away == math.inf:
        says = say("Something solid is between {who} and {door}", who=Who(who), door=Thing(door.id))
        found.append(Break("support.measuring", says))
    elif not within(away, reach):
        says = say(
            "{who} is {away} from {door}: it must be within {reach}",
            who=Who(who),
            away=Length.of(away),
            door=Thing(door.id),
            reach=Length.of(reach),
        )
        found.append(Break("support.solid-terrain", says))
    if door.is_(OPEN):
        low, high = from_lattice(door.z), from_lattice(door.z + door.height)
        found += [
            Break("support.solid-terrain", say("{who} is standing in the doorway", who=Who(figure.id)))
            for figure in Scene(table).figures
            if overlaps(figure.body, region) and within(low, figure.pose.z) and short_of(figure.pose.z, high)
        ]
    return found
