"""What is remembered until something happens, and what of it is forgotten again."""

from __future__ import annotations

from surefoot.dice.requests import Procedure, do
from surefoot.table.effects import Noted
from surefoot.table.record import Value

# The note of the spot on a ledge that somebody wants to stand on.
LEDGE = "ledge"
# The event that each of these is kept until.
UNTIL = {
    "day": "sleep",
    "chain": "rest",
    "burden": "setting the load down",
    "lifted": "setting the load down",
    "swum": "rest",
    "breath": "breathing",
    LEDGE: "leaving the ledge",
    "drift": "pushing off",
}


def keep(key: str, who: str, value: Value, *clauses: str) -> Procedure[None]:
    """Remember something of somebody until a rule forgets it; nothing at all forgets it."""
    yield from do(Noted(key, who, value, "event", UNTIL[key]), *clauses)


def forget(key: str, who: str, *clauses: str) -> Procedure[None]:
    """Remember something no longer."""
    yield from keep(key, who, None, *clauses)
