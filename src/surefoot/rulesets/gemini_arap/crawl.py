"""Crawling and lying down: who is able to, and what the ground is to somebody on hands and knees."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.referee.itinerary import Leg
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import PRONE, kind
from surefoot.rulesets.gemini_arap.prices import CRAWL
from surefoot.rulesets.gemini_arap.terrain import CRAWLED, DIFFICULT, NORMAL, VERY_DIFFICULT, Ground
from surefoot.table.model import Model
from surefoot.table.table import Table

# The legs that are gone on hands and knees; what others are called to people.
_CRAWLED = ("walk", "through")
_DOES = {"link": "climb a ladder or a rope", "jump": "jump down", "leap": "jump a gap", "lift": "ride a lift"}


def able(model: Model, what: str) -> tuple[bool, str]:
    """Whether a creature can lie down ("prone") or "crawl", and the clause behind it."""
    own = model.profile.get("can_go_prone" if what == "prone" else "can_crawl")
    if isinstance(own, bool):
        return own, "prone.only-if-able"
    # A beast of which nothing is known lies down and does not crawl.
    row = next((row for row in rows("prone.capability") if row["type"] == kind(model)), None)
    return (what == "prone" if row is None else bool(row[what])), "prone.capability"


def unable(table: Table, who: str, what: str) -> list[Break]:
    """What keeps a creature from lying down or crawling."""
    model = table.models[who]
    can, clause = able(model, what)
    if can:
        return []
    says = f"{who} is not able to {'lie down' if what == 'prone' else 'crawl'}"
    return [Break(each, says) for each in dict.fromkeys(("prone.only-if-able", clause))]


def ground(under: Ground) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tags that price the ground for a crawler, and the clauses that say so."""
    if under.name == VERY_DIFFICULT:
        return (CRAWLED,), ("crawl.very-difficult-quarter",)
    if under.name == DIFFICULT:
        return (), ("crawl.half-rate", "crawl.difficult-no-change")
    assert under.name == NORMAL or under.variable, "impassable ground is not crawled over"
    return (), ("crawl.half-rate",)


def wrong(table: Table, who: str, legs: tuple[Leg, ...]) -> list[Break]:
    """What is wrong with the stance in which a path is gone: nobody walks lying down, or crawls who cannot."""
    found: list[Break] = []
    down = table.models[who].is_(PRONE)
    for leg in legs:
        if leg.manner == CRAWL:
            found += [] if down else unable(table, who, "prone")
            found += unable(table, who, "crawl")
            down = True
        if not down or leg.by == "turn":
            continue
        if leg.by not in _CRAWLED:
            says = f"{who} is prone: it has to get up before it can {_DOES.get(leg.by, leg.by)}"
            found.append(Break("prone.getting-up-costs-action", says))
        elif leg.manner != CRAWL:
            says = f"{who} is prone: it crawls, or it has to get up first"
            found.append(Break("prone.getting-up-costs-action", says))
    return list(dict.fromkeys(found))


def crawls(legs: tuple[Leg, ...]) -> bool:
    """Whether a path is crawled, all of it or a part."""
    return any(leg.manner == CRAWL for leg in legs)
