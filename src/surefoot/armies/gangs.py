"""Gangs of Necromunda: what the rosters of all programs have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable

from surefoot.intake.problems import Problems
from surefoot.language import Notation, Quoted, say

# Equipment and skills that move people; no rule reads them yet, so they come over as labels.
_MOVING = (
    *("grapnel", "grav-chute", "jump booster", "drop rig", "web grapnel", "wings", "bike", "mount", "hover"),
    *("clamber", "sprint", "spring up", "catfall", "dodge", "infiltrate", "skates", "servo harness"),
    "jump pack",
)

_MOVING_WORD = re.compile(rf"\b(?:{'|'.join(map(re.escape, _MOVING))})(?:s|ing)?\b", re.IGNORECASE)

# The keyword of vehicles, and how they may move; a roster names it among what a vehicle has.
VEHICLE = "vehicle"
_LOCOMOTION = ("Wheeled", "Tracked", "Skimmer", "Walker")


def locomotion(names: Iterable[str]) -> str:
    """How a vehicle moves, by the names of what it has; empty if none of them says it."""
    written = [name.casefold() for name in names]
    return next((each for each in _LOCOMOTION if any(each.casefold() in name for name in written)), "")


def moving_gear(names: Iterable[str]) -> list[str]:
    """Those names of equipment and skills that have to do with movement."""
    return [name for name in names if _MOVING_WORD.search(name)]


def demand_edition(game: str, place: str, problems: Problems) -> None:
    """Note that the roster does not say which edition is played."""
    says = say(
        "this is a roster of {game}. Say which edition you play: {first} or {second}",
        game=Quoted(game),
        first=Notation("--ruleset necromunda-2023"),
        second=Notation("--ruleset necromunda-classic"),
    )
    problems.wrong(says, place)
