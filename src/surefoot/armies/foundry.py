"""Actors that Foundry exports (JSON), of the Dark Heresy 2nd Edition systems `dark-heresy`, `dark-heresy-2nd` and `dh2e`."""

from __future__ import annotations

import re

from surefoot.armies.army import FROM_LIST, Army, Figure, Known, Squad, identifier
from surefoot.armies.numbers import plain
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
# A character is known by these fields.
_MARKS = ((b'"agility"', b'"weaponSkill"'), (b'"ag"', b'"wp"', b'"advances"'))
RANKS = ("untrained", "known", "trained", "experienced", "veteran")
# Traits with a number that the rules of movement read.
_TRAIT = re.compile(r"\s*(flyer|flier|hoverer|unnatural\s+\w+)\s*(?:\((\d+)\))?\s*", re.IGNORECASE)
_SIZE = re.compile(r"\s*size\s*\(\s*(\w+)\s*\)\s*", re.IGNORECASE)
# Sizes by name, in the order of their number; 4 is Average.
SIZES = (
    *("minuscule", "puny", "scrawny", "average", "hulking", "enormous", "massive", "immense"),
    *("monumental", "titanic"),
)
AVERAGE_SIZE = 4
# Traits that change how a character moves; what they do has to be set by hand.
_OTHER_WAYS = ("quadruped", "crawler", "amorphous", "burrower", "multiple legs", "incorporeal", "phase")


def is_actor(content: Content) -> bool:
    """Whether a file is one actor or a list of actors with characteristics."""
    if content.start[:1] not in (b"{", b"[") or b'"characteristics"' not in content.data:
        return False
    return any(all(word in content.data for word in words) for words in _MARKS)


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
    # The newer systems count advances in steps of five.
    newer = any(
        isinstance(each, dict) and ("modifier" in each or "advances" in each) for each in given.data.values()
    )
    profile: dict[str, Known] = {}
    unnatural: dict[str, int] = {}
    for key, short in CHARACTERISTICS.items():
        entry = given.first(key, short.lower())
        if not entry.exists:
            continue
        base, advance = _number(entry["base"]), _number(entry.first("advance", "advances"))
        modifier = _number(entry["modifier"]) if newer else 0.0
        profile[short] = Known(int(base + advance * (5 if newer else 1) + modifier), FROM_LIST)
        more = _number(entry["unnatural"])
        if more:
            unnatural[short] = int(more)
    for item in actor["items"].items():
        _unnatural(item, unnatural)
    if unnatural:
        profile["unnatural"] = Known(unnatural, FROM_LIST)
    wounds = _number(system["wounds"]["max"])
    if wounds:
        profile["W"] = Known(int(wounds), FROM_LIST)
    rank = _rank(system["skills"]["athletics"]["advance"], newer)
    if rank:
        profile["Athletics"] = Known(rank, FROM_LIST)
    size = int(_number(system["size"], float(AVERAGE_SIZE)))
    labels: list[str] = []
    for item in actor["items"].items():
        size = _size(item, size)
        _item(item, name, profile, labels, notes)
    if size != AVERAGE_SIZE:
        profile["movement_agb_bonus"] = Known(size - AVERAGE_SIZE, FROM_LIST)
    kind = actor["type"].text()
    keyword = {"acolyte": "acolyte", "npc": "npc"}.get(kind)
    if kind == "vehicle":
        actor["type"].wrong("a character; vehicles don't come over")
        return None
    return Figure(
        name, 1, profile, {keyword: FROM_LIST} if keyword else {}, None, None, tuple(dict.fromkeys(labels))
    )


def _number(look: Look, default: float = 0.0) -> float:
    """A number; Foundry keeps what was chosen from a list as text."""
    if isinstance(look.data, str) and re.fullmatch(r"\s*[-+]?\d{1,6}(?:\.\d+)?\s*", look.data):
        return float(look.data)
    if look.data == "":
        return default
    found = look.number(default)
    return default if found is None else found


def _rank(advance: Look, newer: bool) -> str:
    value = _number(advance, 0.0 if newer else -20.0)
    # The older system keeps the bonus itself: −20 untrained, 0 known, +10 trained.
    position = int(value) if newer else int(value) // 10 + 1
    return RANKS[max(0, min(position, 4))]


def _level(item: Look, match: re.Match[str]) -> int:
    """The number of a trait: in its name, or in a field of its own."""
    return int(match[2] or _number(item.first("system", "data").first("level", "rating")))


def _unnatural(item: Look, unnatural: dict[str, int]) -> None:
    """Add a trait such as Unnatural Strength (2), unless the characteristic says it already."""
    match = _TRAIT.fullmatch(item["name"].text()) if item["type"].text() == "trait" else None
    words = match[1].casefold().split() if match else []
    if match is None or len(words) != 2:
        return
    short = next((short for key, short in CHARACTERISTICS.items() if plain(key) == words[1]), "")
    if short and _level(item, match):
        unnatural.setdefault(short, _level(item, match))


def _size(item: Look, size: int) -> int:
    """The size that a trait such as Size (Hulking) gives, the same size otherwise."""
    match = _SIZE.fullmatch(item["name"].text()) if item["type"].text() == "trait" else None
    if match is None:
        return size
    word = match[1].casefold()
    if word.isdigit():
        return int(word)
    return SIZES.index(word) + 1 if word in SIZES else size


def _item(item: Look, name: str, profile: dict[str, Known], labels: list[str], notes: list[Sentence]) -> None:
    kind, title = item["type"].text(), item["name"].text()
    match = _TRAIT.fullmatch(title) if kind == "trait" else None
    if kind == "trait" and (
        _SIZE.fullmatch(title) or (match and match[1].casefold().startswith("unnatural"))
    ):
        # It is a number already.
        return
    if match:
        number = _level(item, match)
        if number:
            profile["hoverer" if match[1].casefold() == "hoverer" else "flyer"] = Known(number, FROM_LIST)
        else:
            notes.append(
                say("{who}: the trait {trait} has no number", who=Quoted(name), trait=Notation(title))
            )
    elif kind == "skill" and title.casefold() == "athletics":
        advance = item.first("system", "data")["advancement"]
        if advance.exists:
            profile["Athletics"] = Known(_rank(advance, True), FROM_LIST)
    elif kind in ("trait", "talent") and title:
        labels.append(title)
        if kind == "trait" and any(title.casefold().startswith(word) for word in _OTHER_WAYS):
            notes.append(
                say(
                    "{who}: the trait {trait} changes how it moves. Set what it does with {first} or {second}",
                    who=Quoted(name),
                    trait=Notation(title),
                    first=Notation("movement_agb_bonus"),
                    second=Notation("speed_factor"),
                )
            )
