"""Who may say what at a table: a player for his sides, a referee for everybody, a spectator for nobody."""

from __future__ import annotations

from typing import NamedTuple

from surefoot.answers.movement import measuring
from surefoot.dice.host import Asked
from surefoot.dice.requests import Ruling
from surefoot.referee.protocol import Declaration
from surefoot.table.table import Table


class Speaker(NamedTuple):
    """Whoever sits on a seat."""

    seat: str
    role: str
    sides: tuple[str, ...] = ()
    name: str = ""
    # Whether somebody else rules at this table: else players do it among themselves.
    refereed: bool = False

    @property
    def plays(self) -> bool:
        """Whether he may change anything."""
        return self.role != "spectator"


def side_of(table: Table, who: str) -> str:
    """The side of a model or a unit; empty if it has none."""
    if who in table.models:
        return table.models[who].side
    return table.units[who].side if who in table.units else ""


def forbids_declaring(speaker: Speaker, table: Table, declaration: Declaration) -> str:
    """Why a seat may not declare something, in plain words; empty if it may."""
    if speaker.role == "referee":
        return ""
    if not speaker.plays:
        return "spectators only look"
    if declaration.kind == "tick":
        side = table.clock.side
        return "" if not side or side in speaker.sides else f"it is the turn of {side}"
    for who in declaration.who:
        side = side_of(table, who)
        if side and side not in speaker.sides:
            return f"{who} is of {side}, and this seat plays {_sides(speaker)}"
    return ""


def forbids_answering(speaker: Speaker, table: Table, request: Asked) -> str:
    """Why a seat may not answer a question, in plain words; empty if it may."""
    if speaker.role == "referee":
        return ""
    if not speaker.plays:
        return "spectators only look"
    if isinstance(request, Ruling):
        return "the referee rules" if speaker.refereed else ""
    side = asked(table, request)
    if not side or side in speaker.sides:
        return ""
    return f"{side} is asked, and this seat plays {_sides(speaker)}"


def asked(table: Table, request: Asked) -> str:
    """The side that a question is put to; empty if it is put to everybody."""
    if isinstance(request, Ruling):
        return ""
    return request.by if request.by in sides(table) else side_of(table, request.who)


def withholds(speaker: Speaker, table: Table, who: str, declared: tuple[str, ...]) -> str:
    """Why a seat may not see yet what a move of somebody would cost; empty if it may.

    A referee may look. What is declared is declared: from then on everybody sees it.
    """
    if speaker.role == "referee" or who in declared or who not in table.models:
        return ""
    return measuring(table, who)


def sides(table: Table) -> tuple[str, ...]:
    """All sides of a table, in the order of their first model."""
    return tuple(dict.fromkeys(model.side for model in table.models.values() if model.side))


def _sides(speaker: Speaker) -> str:
    return " and ".join(speaker.sides) or "no side"
