"""Notes that last until an event: keeping and forgetting them; those of a round end with it."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.table.effects import Expired, Noted
from surefoot.table.record import Value

# The note of the spot on a ledge that a hanging character pulls up to.
LEDGE = "ledge"
# The note of the minutes rested in a row, and of the time at which they ended.
RESTED = "rested"
# The event until which each note is kept.
UNTIL = {
    "day": "sleep",
    "chain": "rest",
    "burden": "setting the load down",
    "lifted": "setting the load down",
    "swum": "rest",
    "breath": "breathing",
    LEDGE: "leaving the ledge",
    RESTED: "effort",
    "drift": "pushing off",
}


def keep(key: str, who: str, value: Value, *clauses: str) -> Procedure[None]:
    """Keep a note about a character until a rule forgets it; a value of None forgets it."""
    yield from do(Noted(key, who, value, "event", UNTIL[key]), *clauses)


def forget(key: str, who: str, *clauses: str) -> Procedure[None]:
    """Forget a note."""
    yield from keep(key, who, None, *clauses)


def new_turn(game: Game, who: str) -> Procedure[None]:
    """Minutes go by for a character: what it did in the round before counts no longer."""
    if any(note.of == who and note.lifetime == "round" for note in game.now.notes.values()):
        yield from do(Expired("round", of=who), "support.actions")
