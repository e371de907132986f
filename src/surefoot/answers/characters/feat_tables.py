"""The small table for a feat of one character. Imports little: the help of the command line lists the feats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from surefoot.answers.errors import InvalidQuestion
from surefoot.language import say
from surefoot.records import dataclass

# The actions that a ruleset needs for feats and journeys.
NEEDS = ("lift", "push", "throw", "journey")
# The centre of the small table.
X, Y = 50.0, 20.0


def ruleset() -> str:
    """The ruleset for feats: the first one installed that has all these actions."""
    from surefoot.referee.protocol import find, installed

    for name in installed():
        if all(need in find(name).actions for need in NEEDS):
            return name
    raise InvalidQuestion("feat", say("No installed ruleset has character feats"))


@dataclass(frozen=True)
class Asked:
    """A question about a feat: the distance or weight, the character, and the circumstances."""

    amount: float
    who: dict[str, Any]
    run_up: float
    deep: float
    face: str
    up: bool
    distracted: bool
    rough: bool
    wall: float
    target: bool
    options: dict[str, Any]
    # The game master's modifier to a climb.
    modifier: int = 0


Table = dict[str, Any]


def _leap(asked: Asked) -> Table:
    there = X + asked.amount
    terrain = (
        {
            "near": {"platform": {"rect": [0, 0, X, 40]}, "z": asked.deep, "thickness": 0.2},
            "far": {"platform": {"rect": [there, 0, 100 - there, 40]}, "z": asked.deep, "thickness": 0.2},
        }
        if asked.deep
        else {}
    )
    path = [*([[X, Y]] if asked.run_up else []), {"leap": [there, Y]}]
    return _table(
        asked, terrain, X - asked.run_up, {"action": "leap", "path": path}, "near" if asked.deep else ""
    )


def _climb(asked: Asked) -> Table:
    wall = {"platform": {"rect": [X, 10, 20, 20]}, "z": asked.amount, "under": "solid", "tags": [asked.face]}
    if asked.modifier:
        wall["traits"] = {ruleset(): {"gm_modifier": asked.modifier}}
    declare = {"action": "climb", "path": [{"climb": [X + 5, Y]}], "distracted": asked.distracted}
    return _table(asked, {"face": wall}, X - 0.5, declare)


def _jump(asked: Asked) -> Table:
    block = {"platform": {"rect": [X, 10, 20, 20]}, "z": asked.amount, "under": "solid"}
    if not asked.up:
        declare: Table = {"action": "jump-down", "path": [{"jump": [X - 2, Y]}]}
        return _table(asked, {"ledge": block}, X, declare, "ledge")
    path = [*([[X - 0.5, Y]] if asked.run_up else []), {"jump": [X + 1, Y]}]
    return _table(asked, {"ledge": block}, X - 0.5 - asked.run_up, {"action": "jump-up", "path": path})


def _swim(asked: Asked) -> Table:
    water = {"depth": 10, "water": "rough" if asked.rough else "calm"}
    lake = {"area": {"rect": [10, 5, 80, 30]}, "tags": ["deep-water"], "traits": {ruleset(): water}}
    return _table(asked, {"lake": lake}, X, {"action": "swim", "path": [{"swim": [X + asked.amount, Y]}]})


def _lift(asked: Asked) -> Table:
    return _table(asked, {}, X, {"action": "lift", "weight": asked.amount})


def _push(asked: Asked) -> Table:
    ground = {"area": {"rect": [0, 0, 100, 40]}, "tags": ["rubble" if asked.rough else "floor"]}
    declare = {"action": "push", "weight": asked.amount, "path": [[X + 1, Y]]}
    return _table(asked, {"ground": ground}, X, declare)


def _throw(asked: Asked) -> Table:
    declare: Table = {"action": "throw", "weight": asked.amount}
    if asked.wall:
        declare["surface"] = asked.wall
    if asked.target:
        declare["target"] = "target"
    laid = _table(asked, {}, X, declare)
    laid["models"]["target"] = {"base": 25.4, "at": [X + 10, Y], "side": "b"}
    return laid


FEATS: dict[str, Callable[[Asked], Table]] = {
    "leap": _leap,
    "climb": _climb,
    "jump": _jump,
    "swim": _swim,
    "lift": _lift,
    "push": _push,
    "throw": _throw,
}


def _table(asked: Asked, terrain: Table, x: float, declare: Table, on: str = "") -> Table:
    standing = {"on": on} if on else {}
    counters = {"fatigue": asked.who["fatigue"]} if "fatigue" in asked.who else {}
    profile = {name: value for name, value in asked.who.items() if name not in ("fatigue", "name")}
    name = str(asked.who.get("name", "character"))
    return {
        "ruleset": ruleset(),
        "name": name,
        "scale": 1,
        "board": [100, 40],
        "options": asked.options,
        "terrain": terrain,
        "models": {
            name: {
                "base": 25.4,
                "at": [x, Y],
                **standing,
                "side": "a",
                "profile": profile,
                "counters": counters,
            }
        },
        "declare": [{"who": name, **declare}],
    }
