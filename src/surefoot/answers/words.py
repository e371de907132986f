"""What happened, in a player's words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Who, say
from surefoot.language.speaker import Speaker
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.referee.story import answer, story
from surefoot.referee.verdict import Outcome, declaration_data, leg_data
from surefoot.table.place import BOARD, Place
from surefoot.table.table import Table
from surefoot.table.words import number as rounded

# A detail of a declaration that is longer is cut in its heading.
LONGEST_DETAIL = 60


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
    """A chance, exactly and in percent.

    >>> odds(Fraction(2, 3))
    '2/3 (67 %)'
    """
    return Speaker().chance(chance)


def told(result: Outcome) -> str:
    """What happened, in as few sentences as read well."""
    words = speaker(result.run.table)
    return ". ".join(words(each) for each in story(result))


def value(given: Any, table: Table) -> str:
    """Any value that was answered or reported."""
    return speaker(table)(say("{value}", value=answer(given, table)))


def path_data(declaration: Declaration) -> list[Any]:
    """The way that was declared, as a file would write it."""
    return leg_data(declaration.legs)


def declared(declaration: Declaration, table: Table) -> str:
    """The heading of a declaration: who does what, and the path."""
    written = declaration_data(declaration, table.ruleset)
    words, action = speaker(table), ruleset_of(table).actions.get(declaration.action)
    title = declaration.action if action is None else words(action.title)
    who = words(say("{who}", who=tuple(Who(each) for each in declaration.who)))
    parts = [f"{who} · {title}" if declaration.who else title]
    if declaration.target:
        parts.append(f"→ {words(say('{target}', target=answer(declaration.target, table)))} ")
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
