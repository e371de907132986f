"""Which program wrote a roster: decided by its content, never by its name alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from surefoot.armies.army import UNNAMED, Army
from surefoot.armies.battlescribe import read_battlescribe
from surefoot.armies.fitting import assumed, fitted, suggested
from surefoot.armies.foundry import is_actor, read_actors
from surefoot.armies.selections import is_tree
from surefoot.armies.sheets import is_csv, is_roster, read_csv, read_roster
from surefoot.armies.text_40k import is_list, read_list
from surefoot.armies.yaktribe import is_gang, read_gang
from surefoot.intake.content import Content, limited, read
from surefoot.intake.problems import refused
from surefoot.language import Notation, say
from surefoot.records import dataclass, replace
from surefoot.referee.protocol import installed


@dataclass(frozen=True)
class Format:
    """One kind of roster: its name, whether a content is one, and its reader."""

    name: str
    fits: Callable[[Content], bool]
    read: Callable[[Content, str], Army]


# In this order; the last takes every other text and says what is wrong with it.
FORMATS = (
    Format("surefoot-roster", is_roster, read_roster),
    Format("battlescribe", is_tree, read_battlescribe),
    Format("yaktribe", is_gang, read_gang),
    Format("foundry-actor", is_actor, read_actors),
    Format("csv", is_csv, read_csv),
    Format("list-40k", is_list, read_list),
)


def read_army(
    path: str | os.PathLike[str], ruleset: str = "", answers: Mapping[str, Mapping[str, Any]] | None = None
) -> Army:
    """The army in a file, fitted to its ruleset; raises FileInvalid with every problem it has."""
    return army_of(read(path), ruleset, answers)


def army_of(
    content: Content,
    ruleset: str = "",
    answers: Mapping[str, Mapping[str, Any]] | None = None,
    suggestions: Mapping[str, Mapping[str, Any]] | None = None,
) -> Army:
    """The army in a content, fitted to its ruleset, with answers, the player's library and accepted suggestions applied."""
    if ruleset and ruleset not in installed():
        says = say(
            "there is no ruleset {name}; installed are {names}",
            name=Notation(ruleset),
            names=Notation(", ".join(installed())),
        )
        raise refused(content.name, says)
    if not limited(content).data.strip():
        raise refused(content.name, say("the file is empty"))
    for each in FORMATS:
        if each.fits(content):
            found = each.read(content, ruleset)
            if found.name == UNNAMED:
                found = replace(found, name=PurePath(content.name).stem or UNNAMED)
            return fitted(found, content.name, answers or {}, suggestions or {})
    says = say(
        "Surefoot does not know this kind of roster. It reads BattleScribe, New Recruit, ListForge, Rosterizer, the "
        "official app's text, YakTribe, Foundry actors and CSV"
    )
    raise refused(content.name, says)


def assuming(content: Content, ruleset: str, answers: Mapping[str, Mapping[str, Any]]) -> Army:
    """The army in a content with every suggestion accepted that its questions have; its notes say which."""
    found = army_of(content, ruleset, answers)
    if not found.questions:
        return found
    complete = army_of(content, ruleset, answers, suggested(found))
    return replace(complete, notes=(*assumed(found), *complete.notes))
