"""Actors that Foundry exports (JSON), of the two Dark Heresy 2nd Edition systems."""

from __future__ import annotations

import re
from typing import Any

from surefoot.armies.army import FROM_LIST, Army, Figure, Known, Squad, identifier
from surefoot.intake.content import Content, json_of
from surefoot.intake.look import Look
from surefoot.intake.problems import Problems
from surefoot.language import Notation, Quoted, Sentence, say

RULESET = "dark-heresy-2e"

CHARACTERISTICS = {
    "weaponSkill": "WS",
    "ballisticSkill": "BS",
    "strength": "S",
    "toughness": "T",
    "agility": "Ag",
    "intelligence": "Int",
    "perception": "Per",
    "willpower": "WP",
    "fellowship": "Fel",
    "influence": "Ifl",
}
RANKS = ("untrained", "known", "trained", "experienced", "veteran")
# Traits with a number that the rules of movement read.
_TRAIT = re.compile(r"\s*(flyer|hoverer)\s*(?:\((\d+)\))?\s*", re.IGNORECASE)
AVERAGE_SIZE = 4


def is_actor(content: Content) -> bool:
    """Whether a file is one actor or a list of actors with characteristics."""
    return content.start[:1] in (b"{", b"[") and all(
        word in content.data for word in (b'"characteristics"', b'"agility"', b'"weaponSkill"')
    )


def read_actors(content: Content, ruleset: str) -> Army:
    """The characters of a file, each a unit of one model."""
    problems = Problems(content.name)
    root = Look(json_of(content), problems)
    actors = root.items() if isinstance(root.data, list) else [root]
    taken: set[str] = set()
    notes: list[Sentence] = []
    squads: list[Squad] = []
    for actor in actors:
        name = actor["name"].text() or "Character"
        figure = _figure(actor, name, notes)
        if figure is not None:
            squads.append(Squad(identifier(name, taken), name, name, (figure,)))
    if not squads and not problems.found:
        problems.wrong(say("the file holds no actor with characteristics"))
    problems.demand_none()
    title = squads[0].name if len(squads) == 1 else "Party"
    return Army(title, ruleset or RULESET, "foundry-actor", tuple(squads), (), tuple(notes))


def _figure(actor: Look, name: str, notes: list[Sentence]) -> Figure | None:
    system = actor.first("system", "data")
    given = system["characteristics"]
    if not isinstance(given.data, dict):
        given.wrong("the characteristics of a Dark Heresy character")
        return None
    # The newer system counts advances in steps of five and has a modifier.
    newer = any(isinstance(each, dict) and "modifier" in each for each in given.data.values())
    profile: dict[str, Known] = {}
    unnatural: dict[str, int] = {}
    for key, short in CHARACTERISTICS.items():
        entry = given[key]
        if not entry.exists:
            continue
        base, advance = entry["base"].number(0.0), entry["advance"].number(0.0)
        modifier = entry["modifier"].number(0.0) if newer else 0.0
        if base is None or advance is None or modifier is None:
            continue
        profile[short] = Known(int(base + advance * (5 if newer else 1) + modifier), FROM_LIST)
        more = entry["unnatural"].number(0.0)
        if more:
            unnatural[short] = int(more)
    if unnatural:
        profile["unnatural"] = Known(unnatural, FROM_LIST)
    wounds = system["wounds"]["max"].number(0.0)
    if wounds:
        profile["W"] = Known(int(wounds), FROM_LIST)
    rank = _rank(system["skills"]["athletics"]["advance"], newer)
    if rank:
        profile["Athletics"] = Known(rank, FROM_LIST)
    size = system["size"].number(float(AVERAGE_SIZE))
    if size is not None and int(size) != AVERAGE_SIZE:
        profile["movement_agb_bonus"] = Known(int(size) - AVERAGE_SIZE, FROM_LIST)
    labels: list[str] = []
    for item in actor["items"].items():
        _item(item, name, profile, labels, notes)
    kind = actor["type"].text()
    keyword = {"acolyte": "acolyte", "npc": "npc"}.get(kind)
    if kind == "vehicle":
        actor["type"].wrong("a character; vehicles don't come over")
        return None
    return Figure(
        name, 1, profile, {keyword: FROM_LIST} if keyword else {}, None, None, tuple(dict.fromkeys(labels))
    )


def _rank(advance: Look, newer: bool) -> str:
    value: Any = advance.number(0.0 if newer else -20.0)
    if value is None:
        return ""
    # The older system keeps the bonus itself: −20 untrained, 0 known, +10 trained.
    position = int(value) if newer else int(value) // 10 + 1
    return RANKS[max(0, min(position, 4))]


def _item(item: Look, name: str, profile: dict[str, Known], labels: list[str], notes: list[Sentence]) -> None:
    kind, title = item["type"].text(), item["name"].text()
    match = _TRAIT.fullmatch(title) if kind == "trait" else None
    if match:
        level = item.first("system", "data")["level"].number(0.0)
        number = int(match[2] or level or 0)
        if number:
            profile[match[1].lower()] = Known(number, FROM_LIST)
        else:
            notes.append(
                say("{who}: the trait {trait} has no number", who=Quoted(name), trait=Notation(title))
            )
    elif kind in ("trait", "talent") and title:
        labels.append(title)
