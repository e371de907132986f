"""Whose turn it is: who may act now, and what ends a turn."""

from __future__ import annotations

from collections.abc import Iterator

from surefoot.dice.host import Asked
from surefoot.dice.requests import Roll, Ruling
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, forbidden_by, offered_actions, ruleset_of
from surefoot.referee.remember import remembered
from surefoot.referee.session import Session
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table

# The tick that ends the activation of the model that acts, in games that have one.
END_ACTIVATION = "end-activation"


@dataclass(frozen=True)
class Turn:
    """Who may act now. A game at an open question waits for its answer first."""

    # The sides that may act; the only one in games in which sides take turns.
    sides: tuple[str, ...]
    # The models and units that may act, units in place of their models where they act as a whole.
    actors: tuple[str, ...]
    # What the clock may do now, such as ending the turn or the round.
    ticks: tuple[str, ...]
    # The open question, if there is one.
    question: Asked | None = None
    # The side that answers it; empty: dice, or the game master.
    answers: str = ""


def turn(game: Session | Table) -> Turn:
    """Who may act now on a table or in a game, what the clock may do, and which question is open."""
    table = game if isinstance(game, Table) else game.now
    waiting = None if isinstance(game, Table) or game.open is None else game.open.request
    if waiting is not None:
        by = "" if isinstance(waiting, Roll | Ruling) else waiting.by
        return Turn((by,) if by else (), (), (), waiting, by)
    able = actors(table)
    # Where sides take turns, the others may still have something that they could do in reply.
    own = tuple(each for each in able if side_of(table, each) == table.clock.side)
    found = own or able
    sides = dict.fromkeys(side_of(table, each) for each in found)
    return Turn(tuple(sides), found, ticks(table))


def side_of(table: Table, who: str) -> str:
    """The side of a model or a unit."""
    return table.units[who].side if who in table.units else table.models[who].side


@remembered
def actors(table: Table) -> tuple[str, ...]:
    """Every model and unit that has an action which nothing forbids, units in place of their models."""
    units = tuple(name for name, unit in table.units.items() if unit.models and _may_act(table, name))
    inside = {each for name in units for each in table.units[name].models}
    models = (
        name for name, model in table.models.items() if name not in inside and model.place.kind != "gone"
    )
    return (*units, *(name for name in models if _may_act(table, name)))


def _may_act(table: Table, who: str) -> bool:
    return any(not forbidden_by(action.permits, table, who) for action in offered_actions(table, who))


def ticks(table: Table) -> tuple[str, ...]:
    """What the clock may do now, without details: ticks that are refused are left out."""
    return tuple(name for name, _ in judged_ticks(table))


def judged_ticks(table: Table) -> Iterator[tuple[str, Outcome]]:
    """What the clock may do now, one after another, each with what the referee says of it."""
    for name, action in ruleset_of(table).actions.items():
        if action.kind == "tick" and not any(each.required for each in action.details):
            judged = check(table, Declaration(name, kind="tick"), nearest=False)
            if judged.verdict != "illegal":
                yield name, judged
