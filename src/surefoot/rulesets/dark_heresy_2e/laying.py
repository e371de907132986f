"""Laying a table: profiles and terrain checked, conditions of the ground turned into what they do."""

from __future__ import annotations

import difflib
from dataclasses import replace

from surefoot.referee.catalogue import load
from surefoot.referee.protocol import Problem
from surefoot.rulesets.dark_heresy_2e.character import CHARACTERISTICS, RANKS, STATUSES
from surefoot.rulesets.dark_heresy_2e.env import conditions, ground_tags
from surefoot.rulesets.dark_heresy_2e.numbers import PACKAGE, chosen, exact
from surefoot.rulesets.dark_heresy_2e.speeds import SPEEDS
from surefoot.rulesets.dark_heresy_2e.terrain_traits import NAME, traits
from surefoot.table.model import Model
from surefoot.table.record import Record, Value, freeze
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

NUMBERS = (*CHARACTERISTICS, "W", "movement_agb_bonus", "free_hands")
SWITCHES = ("in_combat", "time_critical", "secured")
WORDS = {"Athletics": tuple(RANKS), "stand_cost": ("half", "free")}
BY_NAME = {"unnatural": CHARACTERISTICS, "speed_bonus": SPEEDS, "speed_factor": SPEEDS}
KNOWN = (*NUMBERS, *SWITCHES, *WORDS, *BY_NAME)
# Fields of terrain that only this ruleset knows.
TRAITS = ("hindering", "treacherous", "gm_modifier")


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in what it leaves out."""
    defaults = {name: freeze(option.default) for name, option in load(PACKAGE).options.items()}
    options = Record({**defaults, **table.options})
    problems: list[Problem] = []
    if chosen(options, "gravity") != "normal":
        problems.append(
            Problem("options.gravity", "only normal gravity is judged so far", "gravity.small-differences")
        )
    for model in table.models.values():
        problems += _profile_problems(model)
    pieces = table.pieces
    for piece in table.pieces.values():
        problems += _piece_problems(piece)
        if piece.sort == "area":
            pieces = pieces.with_(piece.id, _marked(piece))
    return table.changed(options=options, pieces=pieces), tuple(problems)


def _profile_problems(model: Model) -> list[Problem]:
    found: list[Problem] = []
    for name, value in model.profile.items():
        says = _wrong(name, value)
        if says:
            found.append(Problem(f"models.{model.id}.profile.{name}", says))
    found += [
        Problem(f"models.{model.id}.status", f"no status {status!r}{_instead(status, STATUSES)}")
        for status in model.statuses
        if status not in STATUSES
    ]
    return found


def _wrong(name: str, value: Value) -> str:
    """What is wrong with an entry of a profile."""
    if name not in KNOWN:
        return f"a character has no {name!r}{_instead(name, KNOWN)}"
    if name in NUMBERS:
        good = isinstance(value, int) and not isinstance(value, bool)
        return "" if good else f"{name} is a whole number, not {value!r}"
    if name in SWITCHES:
        return "" if isinstance(value, bool) else f"{name} is true or false, not {value!r}"
    if name in WORDS:
        good = isinstance(value, str) and value.lower() in WORDS[name]
        return "" if good else f"{name} is one of {', '.join(WORDS[name])}, not {value!r}"
    if not isinstance(value, Record):
        return f"{name} is given for each of {', '.join(BY_NAME[name])}"
    for key, each in value.items():
        if key not in BY_NAME[name]:
            return f"{name} has no {key!r}{_instead(key, BY_NAME[name])}"
        if exact(each) is None or (name == "unnatural" and not isinstance(each, int)):
            return f"{name} of {key} is a number, not {each!r}"
    return ""


def _instead(word: str, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(word, known, 1, 0.6)
    return f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(known)}"


def _piece_problems(piece: Piece) -> list[Problem]:
    where = f"terrain.{piece.id}"
    own = traits(piece)
    found = [
        Problem(f"{where}.traits.{NAME}.{name}", f"a piece has no {name!r}{_instead(name, TRAITS)}")
        for name in own
        if name not in TRAITS
    ]
    if piece.has("zero-gravity"):
        found.append(Problem(f"{where}.tags", "zero gravity is not judged so far", "gravity.zero-difficult"))
    if own.get("hindering") not in (None, True, False):
        found.append(
            Problem(f"{where}.traits.{NAME}.hindering", "hindering is true or false", "env.hindering-kinds")
        )
    treacherous = own.get("treacherous")
    if treacherous not in (None, False, *conditions()):
        says = f"treacherous is false or a condition, not {treacherous!r}{_instead(str(treacherous), conditions())}"
        found.append(Problem(f"{where}.traits.{NAME}.treacherous", says, "env.hindering-kinds"))
    return found


def _marked(piece: Piece) -> Piece:
    tags, own = piece.tags, traits(piece)
    derived = ground_tags(tags, own.get("hindering"), own.get("treacherous"))
    return replace(piece, tags=(*tags, *(tag for tag in derived if tag not in tags)))
