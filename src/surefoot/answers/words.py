"""What happened, in a player's words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.protocol import Declaration
from surefoot.referee.verdict import Happened, declaration_data, leg_data
from surefoot.table.model import Object
from surefoot.table.place import BOARD, Place
from surefoot.table.record import Length, Record, thaw
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.table.words import number as rounded

# Changes that only keep the books: when an action was spent, whose activation it is.
BOOKKEEPING = ("clockset", "noted", "expired")

# What is longer is told no further in the heading of a declaration.
LONGEST_DETAIL = 60

# Effects whose name is no sentence yet: their words, with the fields they need.
_EFFECTS = {
    "removed": "is {why}",
    "counted": "{counter} {by:+d}",
    "piecechanged": "changes{z}",
    "pieceplaced": "is set on the table",
    "pieceremoved": "is taken off the table",
    "objectmoved": "is taken elsewhere",
    "objectplaced": "comes into the game",
    "objectremoved": "is gone",
    "regrouped": "joins {unit}",
    "environmentset": "surroundings change",
    "clockset": "clock moves on",
    "expired": "what lasts for the {lifetime} ends",
    # What is noted is kept for the rules, in their own measures: people are told that it is, not how.
    "noted": "noted: {key}",
}
# Fields of such effects that their sentence has used up or that say nothing to a player.
_SAID = (
    "why",
    "counter",
    "by",
    "unit",
    "lifetime",
    "key",
    "value",
    "of",
    "piece",
    "object",
    "until",
    "event",
    "clock",
    "z",
)


def number(value: float) -> str:
    """A length as people read it off a table: at most three decimals.

    >>> number(13.0), number(1.370078)
    ('13', '1.37')
    """
    return rounded(value, 3)


def length(millionths: int) -> str:
    """A length on the lattice."""
    return number(from_lattice(millionths))


def point(where: tuple[int, int, int], *, flat: bool = False) -> str:
    """A point of a ledger; its height only where something has one."""
    x, y, z = (length(value) for value in where)
    return f"{x}, {y}" if flat or z == "0" else f"{x}, {y}, {z}"


def place(where: Place, table: Table) -> str:
    """A place as a player would point at it."""
    if not where.on_table:
        return f"{where.kind} {where.on}".strip()
    pose = table.resolve(where)
    x, y, z = (number(value) for value in pose[:3])
    on = f" on {where.on}" if where.on not in ("", BOARD) else ""
    return f"{x}, {y}{on}{'' if z == '0' else f', {z} up'}"


def odds(chance: Fraction) -> str:
    """A chance, exactly and as people feel it.

    >>> odds(Fraction(2, 3))
    '2/3 (67 %)'
    """
    percent = round(chance * 100)
    return f"{chance} ({percent} %)" if chance.denominator > 1 else f"{percent} %"


def sentence(event: Happened, table: Table) -> str:
    """One thing that happened."""
    details = dict(event.details)
    who = _about(details) or event.who
    if "to" in details and isinstance(details["to"], Place) and event.what != "objectmoved":
        return f"{who} {event.what} to {place(details['to'], table)}".strip()
    if "answer" in details:
        return f"{event.what}: {value(details['answer'], table)}"
    if event.what == "stops short":
        return f"{who} stops short: {details.get('why', '')}".rstrip(": ")
    if event.what == "became":
        return f"{who} {_became(details)}"
    if event.what == "regrouped" and not details.get("unit"):
        return f"{who} is in no unit any more"
    words = _EFFECTS.get(event.what)
    if words is None:
        return f"{who} {event.what}{_listed(details, table)}".strip()
    rest = {key: each for key, each in details.items() if key not in _SAID}
    return f"{who} {words.format_map(_Words(details, table))}{_listed(rest, table)}".strip()


class _Words(dict[str, Any]):
    """Fields of an event as its sentence wants them."""

    def __init__(self, details: Mapping[str, Any], table: Table) -> None:
        super().__init__(
            {
                key: each if isinstance(each, int) and not isinstance(each, Length) else value(each, table)
                for key, each in details.items()
            }
        )
        if isinstance(details.get("z"), int):
            self["z"] = f", {length(details['z'])} up"

    def __missing__(self, key: str) -> str:
        return ""


def _about(details: Mapping[str, Any]) -> str:
    """Of whom a note is, which thing is placed."""
    for key in ("of", "piece", "object"):
        about = details.get(key)
        if about is not None:
            return str(getattr(about, "id", about))
    return ""


def _became(details: Mapping[str, Any]) -> str:
    gains, loses = (", ".join(details.get(key, ())) for key in ("gains", "loses"))
    if gains:
        # What is lost with it need not have been there.
        return f"is now {gains}{f', not {loses}' if loses else ''}"
    return f"is no longer {loses}"


def _listed(details: Mapping[str, Any], table: Table) -> str:
    told = ", ".join(f"{key} {value(each, table)}" for key, each in details.items())
    return f" ({told})" if told else ""


def value(given: Any, table: Table) -> str:
    """Any value of an event."""
    if isinstance(given, (Piece, Object)):
        return given.id
    if isinstance(given, Place):
        return place(given, table)
    if isinstance(given, bool):
        return "yes" if given else "no"
    if isinstance(given, Length):
        return length(given)
    if isinstance(given, tuple) and len(given) in (2, 3) and all(isinstance(each, int) for each in given):
        # Places that are chosen among come as points of the lattice.
        return ", ".join(length(each) for each in given)
    if isinstance(given, (tuple, list)):
        return ", ".join(value(each, table) for each in given)
    if isinstance(given, Record):
        return _plainly(thaw(given))
    return str(given)


def path_data(declaration: Declaration) -> list[Any]:
    """The way that was declared, as a file would write it."""
    return leg_data(declaration.legs)


def declared(declaration: Declaration, ruleset: str) -> str:
    """What was declared: who does what, and the way."""
    written = declaration_data(declaration, ruleset)
    who = " and ".join(declaration.who)
    parts = [f"{who} · {declaration.action}" if who else declaration.action]
    if declaration.target:
        parts.append(f"at {declaration.target}")
    path = way(written.get("path", []))
    if path:
        # A path that begins with a walk needs no more words; what is climbed or leapt says so itself.
        parts.append(f"to {path}" if path[0].isdigit() or path[0] == "-" else f"· {path}")
    known = ("who", "action", "happen", "tick", "path", "target")
    details = [_detail(key, each) for key, each in written.items() if key not in known]
    return " ".join(parts) + (f" ({', '.join(details)})" if details else "")


def _detail(key: str, given: Any) -> str:
    if isinstance(given, bool):
        return key if given else f"no {key}"
    text = f"{key} {_plainly(given)}"
    return text if len(text) <= LONGEST_DETAIL else f"{text[: LONGEST_DETAIL - 1].rstrip()}…"


def _plainly(given: Any) -> str:
    """Data of a declaration without the brackets of a programming language."""
    if isinstance(given, Mapping):
        return ", ".join(f"{key} {_plainly(each)}" for key, each in given.items())
    if isinstance(given, list):
        return f"[{', '.join(_plainly(each) for each in given)}]"
    return str(given)


def way(path: list[Any]) -> str:
    """A path, leg by leg."""
    return " → ".join(_leg(leg) for leg in path)


def _leg(leg: Any) -> str:
    if isinstance(leg, list):
        return ", ".join(number(each) for each in leg)
    if leg is None:
        return "…"
    parts = []
    for key, each in leg.items():
        shown = ", ".join(number(one) for one in each) if isinstance(each, list) else each
        parts.append(f"{key} {shown}" if shown is not None else key)
    return " ".join(str(part) for part in parts)
