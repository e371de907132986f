"""Crawling and going Prone: which bodies can, and the price of ground for a crawler."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.language import Sentence, Who, say
from surefoot.referee.itinerary import Leg
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import PRONE, kind
from surefoot.rulesets.gemini_arap.prices import CRAWL
from surefoot.rulesets.gemini_arap.terrain import CRAWLED, DIFFICULT, NORMAL, VERY_DIFFICULT, Ground
from surefoot.table.model import Model
from surefoot.table.table import Table

# The refusals of legs that can't be crawled; legs through doors have become walks before.
_UPRIGHT: dict[str, Sentence] = {
    "link": say("{who} is Prone and must get up before using a ladder or rope"),
    "jump": say("{who} is Prone and must get up before jumping down"),
    "leap": say("{who} is Prone and must get up before jumping a gap"),
    "climb": say("{who} is Prone and must get up before climbing"),
}
_OTHERWISE = say("{who} is Prone and must get up first")


def able(model: Model, what: str) -> tuple[bool, str]:
    """Whether a creature can lie down ("prone") or "crawl", and the clause behind it."""
    own = model.profile.get("can_go_prone" if what == "prone" else "can_crawl")
    if isinstance(own, bool):
        return own, "prone.only-if-able"
    # A creature that is not in the table can go Prone but cannot crawl.
    row = next((row for row in rows("prone.capability") if row["type"] == kind(model)), None)
    return (what == "prone" if row is None else bool(row[what])), "prone.capability"


def unable(table: Table, who: str, what: str) -> list[Break]:
    """The clauses that keep a creature from going Prone or crawling."""
    model = table.models[who]
    can, clause = able(model, what)
    if can:
        return []
    if what == "prone":
        says = say("{who} isn't able to go Prone", who=Who(who))
    else:
        says = say("{who} isn't able to crawl", who=Who(who))
    return [Break(each, says) for each in dict.fromkeys(("prone.only-if-able", clause))]


def ground(under: Ground) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tags that price the ground for a crawler, and the clauses behind them."""
    if under.name == VERY_DIFFICULT:
        return (CRAWLED,), ("crawl.very-difficult-quarter",)
    if under.name == DIFFICULT:
        return (), ("crawl.half-rate", "crawl.difficult-no-change")
    assert under.name == NORMAL or under.variable, "impassable ground is not crawled over"
    return (), ("crawl.half-rate",)


def wrong(table: Table, who: str, legs: tuple[Leg, ...]) -> list[Break]:
    """The clauses that a path breaks by its stance: walking while Prone, or crawling without being able to."""
    found: list[Break] = []
    down = table.models[who].is_(PRONE)
    for leg in legs:
        if leg.manner == CRAWL:
            found += [] if down else unable(table, who, "prone")
            found += unable(table, who, "crawl")
            down = True
        if not down or leg.by == "turn":
            continue
        if leg.by != "walk":
            says = _UPRIGHT.get(leg.by, _OTHERWISE).filled(who=Who(who))
            found.append(Break("prone.getting-up-costs-action", says))
        elif leg.manner != CRAWL:
            says = say("{who} is Prone. Crawl, or get up first", who=Who(who))
            found.append(Break("prone.getting-up-costs-action", says))
    return list(dict.fromkeys(found))


def crawls(legs: tuple[Leg, ...]) -> bool:
    """Whether any part of a path is crawled."""
    return any(leg.manner == CRAWL for leg in legs)
