"""One character and one feat: the test it needs, and the probability and effect of each degree.

The rules come from the ruleset: a small table is set up for the feat, and the referee judges it.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from surefoot.answers.characters.feat_tables import FEATS, Asked
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.prepared import responder
from surefoot.dice.explore import Leaf
from surefoot.dice.host import Asking
from surefoot.dice.requests import Roll
from surefoot.files import scenario
from surefoot.files.scenario import Scenario
from surefoot.language import Field, Quoted, Sentence, say
from surefoot.records import dataclass
from surefoot.referee import story
from surefoot.referee.referee import check, move, odds, ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, Outcome, data, outcome
from surefoot.table.words import suggested


@dataclass(frozen=True)
class Feat:
    """The answer about a feat: the small table, the verdict, the outcome if dice were given, and the odds."""

    name: str
    laid: Scenario
    judged: Outcome
    made: Outcome | None
    degrees: list[Degree]


def tried(name: str, asked: Asked, given: list[Any], seed: int | None) -> Feat:
    """Judge a feat; with dice or a seed, also roll it."""
    if name not in FEATS:
        unknown = suggested(say("There is no feat {name}", name=Quoted(name)), name, FEATS)
        raise InvalidQuestion("feat", unknown)
    laid = scenario.loads(json.dumps(FEATS[name](asked)), f"feat {name}")
    declared = laid.declarations[0]
    judged = check(laid.table, declared, nearest=False)
    if judged.verdict == "illegal":
        return Feat(name, laid, judged, None, [])
    made = move(laid.table, declared, responder(given, seed)) if given or seed is not None else None
    return Feat(name, laid, judged, made, by_degree(laid))


def feat_data(feat: Feat) -> dict[str, Any]:
    """The answer about a feat as JSON data."""
    cite = Citer(ruleset_of(feat.laid.table).catalogue)
    return {
        "feat": feat.name,
        "judged": data(feat.judged, cite),
        "degrees": [
            {
                "degrees": each.reading,
                "odds": str(each.chance),
                "chance": float(each.chance),
                "means": [{"what": what, "odds": str(share)} for what, share in each.means],
            }
            for each in feat.degrees
        ],
        "made": None if feat.made is None else data(feat.made, cite),
    }


@dataclass(frozen=True)
class Degree:
    """One result of the first test: its probability, and each of its effects with its own."""

    reading: int | None
    chance: Fraction
    means: tuple[tuple[str, Fraction], ...]


def by_degree(laid: Scenario) -> list[Degree]:
    """Every result of the first test, the best first, with exact probabilities that sum to 1."""
    shares: dict[int | None, dict[str, Fraction]] = {}
    for leaf in odds(laid.table, laid.declarations[0]):
        first = _first_reading(leaf)
        meaning = _meaning(laid, leaf)
        known = shares.setdefault(first, {})
        known[meaning] = known.get(meaning, Fraction(0)) + leaf.chance
    found = [
        Degree(
            reading, sum(means.values(), Fraction(0)), tuple(sorted(means.items(), key=lambda each: -each[1]))
        )
        for reading, means in shares.items()
    ]
    return sorted(found, key=lambda each: -(each.reading or 0))


def _first_reading(leaf: Leaf) -> int | None:
    for step in leaf.run.steps:
        if isinstance(step, Asking) and isinstance(step.request, Roll):
            return int(step.reply.value)
    return None


def _meaning(laid: Scenario, leaf: Leaf) -> str:
    """The effect of one outcome, for people; amounts that are rolled later stay open."""
    result = outcome(laid.declarations[0], laid.table, leaf.run)
    words = speaker(leaf.run.table)
    rolls = tuple(test.label for test in result.tests[1:] if test.passed is None)
    told: list[Field] = []
    for event, said in zip(result.events, story.events(result), strict=True):
        if said.books or said.aside or event.what in SKIPPED or (rolls and event.what in OPEN):
            continue
        if event.what == SHORT and told:
            # The events before it already show how far it went.
            continue
        told += _predicates(said.says)
    did = tuple(dict.fromkeys(told)) or (say("nothing happens"),)
    if rolls:
        return words(say("{did}. Then roll: {rolls}", did=did, rolls=rolls))
    return words(say("{did}", did=did))


def _predicates(said: Sentence) -> tuple[Field, ...]:
    """The predicates of an event, one by one."""
    did = dict(said.fields).get("did")
    return did if isinstance(did, tuple) else (said,)


SHORT = "stops short"
# Events that only lead up to the feat, or that another event describes better.
SKIPPED = ("goes", "objectplaced", "objectmoved")
# Events with amounts from dice that are rolled after the test.
OPEN = ("is hurt", "counted", "hits")
