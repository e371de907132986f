"""Numbers, places, paths and headings of declarations for people."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Length, Notation, Term, Thing, Who, count, say
from surefoot.language.speaker import Speaker
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import ruleset_speaker, speaker
from surefoot.referee.story import answer, held_by
from surefoot.referee.story import where as surface
from surefoot.referee.unit_plan import EXCEPT, ORDER, PATHS, SHIFT
from surefoot.referee.verdict import declaration_data, leg_data
from surefoot.table.place import BOARD, Place
from surefoot.table.record import Record, thaw
from surefoot.table.table import Table
from surefoot.table.words import number as rounded

# Longer details of a declaration are cut in its heading.
LONGEST_DETAIL = 60
# Fields of a leg that name something on the table.
_THINGS = ("link", "ladder", "through", "lift")


def number(value: float) -> str:
    """A coordinate that may be typed again, such as the end of a legal path: at most three decimals.

    >>> number(13.0), number(1.370078)
    ('13', '1.37')
    """
    return rounded(value, 3)


def length(millionths: int) -> str:
    """A length of a ledger, with at most two decimals."""
    return rounded(from_lattice(millionths))


def point(where: tuple[int, int, int], *, flat: bool = False) -> str:
    """A point of a ledger; the height is left out if it is 0 or the ledger is flat."""
    x, y, z = (length(value) for value in where)
    return f"{x}, {y}" if flat or z == "0" else f"{x}, {y}, {z}"


def place(where: Place, table: Table) -> str:
    """A place with its coordinates, as they are typed, and its level: "8.5, 6 on the catwalk (3″ up)"."""
    words = speaker(table)
    if not where.on_table:
        return words(say("{place}", place=surface(where, table)))
    pose = table.resolve(where)
    spot, height = Notation(f"{number(pose.x)}, {number(pose.y)}"), Length.of(pose.z)
    if where.on in ("", BOARD):
        return words(
            say("{spot} ({height} up)", spot=spot, height=height) if height else say("{spot}", spot=spot)
        )
    held = held_by(where, table)
    if not height:
        return words(say("{spot} {held}", spot=spot, held=held))
    return words(say("{spot} {held} ({height} up)", spot=spot, held=held, height=height))


def odds(chance: Fraction) -> str:
    """A probability, exactly and in percent.

    >>> odds(Fraction(2, 3))
    '2/3 (67 %)'
    """
    return Speaker().chance(chance)


def value(given: Any, table: Table) -> str:
    """A value that was answered or reported."""
    return speaker(table)(say("{value}", value=answer(given, table)))


def declared(declaration: Declaration, table: Table) -> str:
    """The heading of a declaration: the model, the action and the path."""
    written = declaration_data(declaration, table.ruleset)
    words, action = speaker(table), ruleset_of(table).actions.get(declaration.action)
    title = words.term(declaration.action) if action is None else words(action.title)
    who = words.names(declaration.who)
    parts = [f"{who} · {title}" if declaration.who else title]
    if declaration.target:
        parts.append(f"→ {words(say('{target}', target=answer(declaration.target, table)))} ")
    shown = path(declaration, words)
    if shown:
        # A path that begins on foot reads "to 8, 6"; other legs begin with their kind: "leap 14, 6".
        on_foot = shown[0].isdigit() or shown[0] == "-"
        parts.append(words(say("to {path}", path=Notation(shown))) if on_foot else f"· {shown}")
    known = ("who", "action", "happen", "tick", "path", "target")
    details = []
    for key, each in written.items():
        if key == "plan" and isinstance(each, Mapping):
            details += _plan(each, words)
        elif key not in known:
            details.append(_detail(key, each, words))
    return " ".join(parts) + (f" ({_listed(details)})" if details else "")


def _listed(details: list[str]) -> str:
    """Details in a row, parted by semicolons where one of them has a comma of its own."""
    return ("; " if len(details) > 1 and any("," in each for each in details) else ", ").join(details)


def _detail(key: str, given: Any, words: Speaker) -> str:
    name = Notation(key)
    if isinstance(given, bool):
        return words(say("{detail}", detail=name) if given else say("no {detail}", detail=name))
    text = f"{key} {_plainly(given)}"
    text = text if len(text) <= LONGEST_DETAIL else f"{text[: LONGEST_DETAIL - 1].rstrip()}…"
    return words(say("{detail}", detail=Notation(text)))


def plan(given: Record, table: Table) -> str:
    """The plan of a unit, as it was answered."""
    words, parts = speaker(table), thaw(given)
    return _listed(_plan(parts, words) if isinstance(parts, Mapping) else []) or words(say("none"))


def _plan(given: Mapping[str, Any], words: Speaker) -> list[str]:
    """The plan of a unit, part by part: by how much all its models move, where it is set up, and paths of single models."""
    found = []
    for key, each in sorted(given.items(), key=lambda part: part[0] != SHIFT):
        if key == SHIFT and _spot(each):
            found.append(words(say("by {shift}", shift=Notation(_spot(each)))))
        elif key == "near" and _spot(each):
            found.append(words(say("near {spot}", spot=Notation(_spot(each)))))
        elif key in (PATHS, EXCEPT) and isinstance(each, Mapping) and each:
            found.append(_own_paths(each, words, named=key == EXCEPT))
        elif key == ORDER and isinstance(each, list):
            names = tuple(Who(str(name)) for name in each)
            found.append(words(say("in the order {models}", models=names)))
        else:
            found.append(_detail(key, each, words))
    return found


def _own_paths(paths: Mapping[str, Any], words: Speaker, *, named: bool) -> str:
    """The paths of single models: where the only one leads, and whose it is if that is not clear; the number of several."""
    ((who, path), *others) = paths.items()
    spots = [_spot(leg) for leg in path] if isinstance(path, list) and not others else [""]
    if not all(spots):
        return words(count("{n} model on a path of its own", "{n} models on paths of their own", len(paths)))
    to = Notation(" → ".join(spots))
    return words(say("{who} to {path}", who=Who(who), path=to) if named else say("to {path}", path=to))


def _spot(given: Any) -> str:
    """Two numbers of a plan, as they are typed; empty if it is something else."""
    if isinstance(given, Mapping) and not given.get("on") and set(given) <= {"on", "to"}:
        return _spot(given.get("to"))
    pair = isinstance(given, list) and len(given) == 2
    if not pair or any(isinstance(each, Mapping | list) for each in given):
        return ""
    return ", ".join(str(each) for each in given)


def _plainly(given: Any) -> str:
    """Data of a declaration without the brackets of a programming language."""
    if isinstance(given, Mapping):
        return ", ".join(f"{key} {_plainly(each)}" for key, each in given.items())
    if isinstance(given, list):
        return f"[{', '.join(_plainly(each) for each in given)}]"
    if isinstance(given, bool):
        # As a file writes it.
        return "true" if given else "false"
    return str(given)


def path(declaration: Declaration, words: Speaker) -> str:
    """The path of a declaration, leg by leg: "8, 6 → leap 14, 6"."""
    return " → ".join(_leg(leg, words) for leg in leg_data(declaration.legs))


def path_in(declaration: Declaration, ruleset: str) -> str:
    """The path of a declaration in the words of a ruleset, without a table."""
    return path(declaration, ruleset_speaker(ruleset))


def _leg(leg: Any, words: Speaker) -> str:
    if isinstance(leg, list):
        return ", ".join(number(each) for each in leg)
    if leg is None:
        return "…"
    return " ".join(_part(key, each, words) for key, each in leg.items())


def _part(key: str, given: Any, words: Speaker) -> str:
    """One field of a leg: its kind and where it leads, or something more about it."""
    if isinstance(given, list):
        spot = ", ".join(number(each) for each in given)
        return words(say("to {spot}", spot=Notation(spot))) if key == "to" else f"{words.term(key)} {spot}"
    if key == "on":
        return words(say("on {level}", level=Thing(given)))
    if key == "rise":
        return words(say("up {height}", height=Length.of(given)))
    if key == "manner":
        return words(say("({manner})", manner=Term(given)))
    if key in _THINGS:
        return words(say("{kind} {name}", kind=Term(key), name=Notation(str(given))))
    return words.term(key) if given is None else f"{words.term(key)} {given}"
