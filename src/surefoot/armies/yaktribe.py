"""Gangs of Necromunda that YakTribe exports (JSON).

Fighters who are dead, captured or in recovery stand in such a file too. They take no part in a battle: they are left out,
and a note names them.
"""

from __future__ import annotations

import html

from surefoot.armies.army import FROM_LIST, UNNAMED, Army, Figure, Known, Squad, identifier
from surefoot.armies.gangs import demand_edition, moving_gear
from surefoot.armies.numbers import plain, printed, profile_names, sorted_words
from surefoot.intake.content import Content, json_of
from surefoot.intake.look import Look
from surefoot.intake.problems import Problems
from surefoot.language import Quoted, Sentence, say

# The one status with which a fighter takes part.
_FIT = "alive"
# A gang is known by these fields.
_MARKS = (b'"gangers"', b'"gang_name"')


def is_gang(content: Content) -> bool:
    """Whether a file is a gang of YakTribe."""
    return content.start[:1] == b"{" and all(mark in content.data for mark in _MARKS)


def read_gang(content: Content, ruleset: str) -> Army:
    """The fighters of a gang who can take part, each a unit of one model."""
    problems = Problems(content.name)
    root = Look(json_of(content), problems)
    # Programs that keep such gangs write them without the object round them.
    gang = root["gang"] if root["gang"].exists else root
    if not ruleset:
        demand_edition("Necromunda", "gang", problems)
    problems.demand_none()
    notes: list[Sentence] = []
    taken: set[str] = set()
    squads: list[Squad] = []
    for fighter in gang["gangers"].items():
        kind = _written(fighter["type"]) or "Fighter"
        name = _written(fighter["name"]) or kind
        status = fighter["status"].text(_FIT)
        if plain(status) != _FIT:
            says = say("{who} is left out: {status}", who=Quoted(name), status=Quoted(status))
            notes.append(says)
            continue
        squads.append(Squad(identifier(name, taken), name, kind, (_figure(fighter, kind, ruleset),)))
    if not squads and not problems.found:
        problems.wrong(say("the gang has no fighter who can take part"), "gang.gangers")
    problems.demand_none()
    title = _written(gang["gang_name"]) or UNNAMED
    return Army(title, ruleset, "yaktribe", tuple(squads), (), tuple(notes))


def _written(look: Look) -> str:
    """A name as the player wrote it; the site writes quotation marks as web pages do."""
    return html.unescape(look.text()).strip()


def _figure(fighter: Look, kind: str, ruleset: str) -> Figure:
    keywords, _ = sorted_words(ruleset, kind.split())
    names = profile_names(ruleset, tuple(keywords))
    profile: dict[str, Known] = {}
    for key in fighter.data if isinstance(fighter.data, dict) else ():
        name = names.get(plain(key))
        value = printed(fighter[key].text()) if name is not None else None
        # A number that does not exist is written as 0.
        if name is not None and isinstance(value, int) and value > 0:
            profile[name] = Known(value, FROM_LIST)
    if "M" not in profile:
        fighter["m"].wrong("the Movement of a fighter, a number above 0")
    gear = [_written(each["name"]) for each in fighter["equipment"].items()]
    skills = [_written(each) for each in fighter["skills"].items()]
    return Figure(
        kind,
        1,
        profile,
        dict.fromkeys(keywords, FROM_LIST),
        None,
        None,
        tuple(dict.fromkeys(moving_gear((*gear, *skills)))),
    )
