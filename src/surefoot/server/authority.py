"""Permissions of seats: a player acts for their own sides, a referee for all sides, a spectator for none."""

from __future__ import annotations

from typing import NamedTuple

from surefoot.answers.movement import measuring
from surefoot.dice.host import Asked
from surefoot.dice.requests import Ruling
from surefoot.language import Notation, Sentence, Who, say
from surefoot.referee.protocol import Declaration
from surefoot.referee.turns import END_ACTIVATION
from surefoot.table.table import Table

WATCH_ONLY = say("Spectators only watch")


class Actor(NamedTuple):
    """The seat that acts, with its role and its sides."""

    seat: str
    role: str
    sides: tuple[str, ...] = ()
    name: str = ""
    # Whether the table has a referee; without one the players give rulings themselves.
    refereed: bool = False

    @property
    def plays(self) -> bool:
        """Whether the seat may change the game."""
        return self.role != "spectator"


def side_of(table: Table, who: str) -> str:
    """The side of a model or a unit; empty if it has none."""
    if who in table.models:
        return table.models[who].side
    return table.units[who].side if who in table.units else ""


def forbids_declaring(actor: Actor, table: Table, declaration: Declaration) -> Sentence | None:
    """Why a seat may not make a declaration; None if it may."""
    if actor.role == "referee":
        return None
    if not actor.plays:
        return WATCH_ONLY
    if declaration.kind == "tick":
        side = table.clock.side
        if not side and declaration.action == END_ACTIVATION:
            # Where no side has the turn, an activation is ended by the side of the model that acts.
            side = side_of(table, table.clock.active)
        return None if not side or side in actor.sides else say("It's {side}'s turn", side=Who(side))
    for who in declaration.who:
        side = side_of(table, who)
        if side and side not in actor.sides:
            return say("{who} belongs to your opponent ({side})", who=Who(who), side=Notation(side))
    return None


def forbids_answering(actor: Actor, table: Table, request: Asked) -> Sentence | None:
    """Why a seat may not answer a question; None if it may."""
    if actor.role == "referee":
        return None
    if not actor.plays:
        return WATCH_ONLY
    if isinstance(request, Ruling):
        return say("Only the referee can decide this") if actor.refereed else None
    side = asked(table, request)
    if not side or side in actor.sides:
        return None
    return say("This question is for your opponent ({side})", side=Notation(side))


def asked(table: Table, request: Asked) -> str:
    """The side that a question is for; empty: all sides."""
    if isinstance(request, Ruling):
        return ""
    return request.by if request.by in sides(table) else side_of(table, request.who)


def withholds(actor: Actor, table: Table, who: str, declared: tuple[str, ...]) -> str:
    """Why a seat may not see the cost of a model's move yet; empty if it may.

    A referee may always see it. After the declaration, all seats may.
    """
    if actor.role == "referee" or who in declared or who not in table.models:
        return ""
    return measuring(table, who)


def sides(table: Table) -> tuple[str, ...]:
    """All sides of a table, in the order of their first model."""
    return tuple(dict.fromkeys(model.side for model in table.models.values() if model.side))
