"""A question that is open: in one line for people, as data for other programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from surefoot.answers.words import length, odds
from surefoot.dice.branches import aimed, chance
from surefoot.dice.host import Asked
from surefoot.dice.requests import Choice, Roll, Ruling
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.verdict import aim_data
from surefoot.table.record import Value, thaw


def question(request: Asked) -> str:
    """What is asked, in one line."""
    who = f"{request.who}: " if request.who else ""
    if isinstance(request, Roll):
        needs = request.read.needs()
        likely = chance(request)
        wanted = f", needs {needs}" if needs else ""
        chances = "" if likely is None else f", {odds(likely)}"
        chances += "".join(f"; {each.what} {each.needs}, {odds(each.odds)}" for each in aimed(request))
        return f"{who}{request.what}, {request.dice}{wanted}{chances}"
    if isinstance(request, Choice):
        options = ", ".join(f"{index}) {_option(each)}" for index, each in enumerate(request.among, 1))
        return f"{request.by or who}: {request.what}? {options}"
    if isinstance(request, Ruling):
        usual = "" if request.default is None else f"; Enter for {thaw(request.default)}"
        return f"{request.what}? ({request.schema}{usual})"
    return f"{request.by or who}: {request.what}? (Enter for what is proposed)"


def _option(given: Any) -> str:
    if isinstance(given, tuple) and all(isinstance(each, int) for each in given):
        return f"({', '.join(length(each) for each in given)})"
    return str(given)


def open_data(request: Asked, cite: Callable[[str], str]) -> dict[str, Any]:
    """An open question for other programs: what is asked of whom, and what would be an answer."""
    shown: dict[str, Any] = {
        "what": request.what,
        "who": request.who,
        "asks": question(request),
        "clause": cite(request.clauses[0]) if request.clauses else "",
        "kind": type(request).__name__.lower(),
        "by": "" if isinstance(request, Ruling) else request.by,
    }
    if isinstance(request, Roll):
        likely = chance(request)
        return shown | {
            "dice": str(request.dice),
            "count": request.dice.count,
            "lowest": request.dice.faces[0],
            "highest": request.dice.faces[-1],
            "needs": request.read.needs(),
            "odds": None if likely is None else str(likely),
            "aims": [aim_data(each) for each in aimed(request)],
            "modifiers": [
                {"value": each.value, "says": each.says, "clause": cite(each.clause)}
                for each in request.modifiers
            ],
        }
    if isinstance(request, Choice):
        return shown | {"among": [_answer(each) for each in request.among]}
    if isinstance(request, Ruling):
        return shown | {"schema": request.schema, "default": thaw(request.default)}
    return shown


def _answer(given: Value) -> Any:
    """One of the answers to choose from, as a file would write it: places in the table's unit."""
    if isinstance(given, tuple) and given and all(type(each) is int for each in given):
        return [from_lattice(each) for each in given if isinstance(each, int)]
    return thaw(given)
