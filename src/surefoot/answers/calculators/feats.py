"""One character and one feat: the test it needs, and the probability and effect of each result.

The rules come from the ruleset: it sets up a small table for the feat, and the referee judges it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from surefoot.answers.calculators.offers import OfferedFeats
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.prepared import responder
from surefoot.dice.explore import Leaf
from surefoot.dice.host import Asking
from surefoot.dice.requests import Roll
from surefoot.files import scenario
from surefoot.files.scenario import Scenario
from surefoot.language import Field, Quoted, Sentence, Text, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass
from surefoot.referee import story
from surefoot.referee.calculators import Feats, wrong_values
from surefoot.referee.referee import attempt, check, odds, ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, Outcome, data, outcome
from surefoot.table.words import suggested


@dataclass(frozen=True)
class Asked:
    """A question about a feat: how much of it, the character, and the circumstances that are given."""

    feat: str
    amount: float
    who: Mapping[str, Any]
    circumstances: Mapping[str, Any]


@dataclass(frozen=True)
class Feat:
    """The answer about a feat: the small table, the verdict, the outcome if dice were given, and the odds."""

    name: str
    laid: Scenario
    judged: Outcome
    made: Outcome | None
    degrees: list[Degree]
    spans: list[Span]
    ends: list[End]


def tried(offered: OfferedFeats, asked: Asked, given: list[Any], seed: int | None) -> Feat:
    """Judge a feat; with dice or a seed, also roll it."""
    laid = set_up(offered.feats, asked)
    declared = laid.declarations[0]
    judged = check(laid.table, declared, nearest=False)
    if judged.verdict == "illegal":
        return Feat(asked.feat, laid, judged, None, [], [], [])
    made = attempt(laid.table, declared, responder(given, seed)) if given or seed is not None else None
    leaves = list(odds(laid.table, declared))
    degrees = by_degree(laid, leaves)
    return Feat(asked.feat, laid, judged, made, degrees, spans(degrees, offered.feats), ends(laid, leaves))


def set_up(feats: Feats, asked: Asked) -> Scenario:
    """The small table for a feat. Raises InvalidQuestion for a feat or a circumstance that there is not."""
    task = feats.feat(asked.feat)
    if task is None:
        known = [each.name for each in feats.feats]
        unknown = suggested(say("There is no feat {name}", name=Quoted(asked.feat)), asked.feat, known)
        raise InvalidQuestion("feat", unknown)
    amount = task.amounts[0].wrong(asked.amount)
    wrong = [("amount", amount)] if amount else []
    for field, says in (*wrong, *wrong_values(feats.inputs, asked.circumstances)):
        raise InvalidQuestion(field, says)
    attempt = feats.attempt(task, asked.amount, asked.who, asked.circumstances)
    return scenario.loads(json.dumps(feats.table(attempt)), f"feat {asked.feat}")


def feat_data(feat: Feat) -> dict[str, Any]:
    """The answer about a feat as JSON data."""
    cite, words = Citer(ruleset_of(feat.laid.table).catalogue), speaker(feat.laid.table)
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
        "results": [
            {
                "best": each.best,
                "worst": each.worst,
                "says": words(sentence(each.says)),
                "odds": str(each.chance),
                "chance": float(each.chance),
                "means": [{"what": what, "odds": str(share)} for what, share in each.means],
            }
            for each in feat.spans
        ],
        "ends": [
            {"across": each.across, "rise": each.rise, "odds": str(each.chance), "chance": float(each.chance)}
            for each in feat.ends
        ],
        "made": None if feat.made is None else data(feat.made, cite),
    }


@dataclass(frozen=True)
class Degree:
    """One result of the first test: its probability, and each of its effects with its own."""

    reading: int | None
    chance: Fraction
    means: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Span:
    """Neighbouring results with the same effect: the best and the worst, their probability, and the share of each effect."""

    best: int | None
    worst: int | None
    chance: Fraction
    means: tuple[tuple[str, Fraction], ...]
    says: Text = ""


@dataclass(frozen=True)
class End:
    """A place where the character can end: how far across the ground and how far up from where it began, and its probability."""

    across: float
    rise: float
    chance: Fraction


def ends(laid: Scenario, leaves: Iterable[Leaf]) -> list[End]:
    """Every place where the character can end, the nearest first; where it leaves the table there is none."""
    who = laid.declarations[0].who[0]
    x, y, z = laid.table.pose(who)[:3]
    found: dict[tuple[float, float], Fraction] = {}
    for leaf in leaves:
        after = leaf.run.table
        if who not in after.models or not after.models[who].place.on_table:
            continue
        to_x, to_y, to_z = after.pose(who)[:3]
        place = (round(math.hypot(to_x - x, to_y - y), 6), round(to_z - z, 6))
        found[place] = found.get(place, Fraction(0)) + leaf.chance
    return [End(across, rise, chance) for (across, rise), chance in sorted(found.items())]


def spans(degrees: list[Degree], feats: Feats) -> list[Span]:
    """Neighbouring results with the same effect, joined, in the words of the ruleset."""
    found: list[Span] = []
    for each in degrees:
        shares = tuple((what, share / each.chance) for what, share in each.means)
        last = found[-1] if found else None
        if last is not None and last.means == shares and ((last.best or 0) > 0) == ((each.reading or 0) > 0):
            found[-1] = Span(last.best, each.reading, last.chance + each.chance, shares)
        else:
            found.append(Span(each.reading, each.reading, each.chance, shares))
    return [_in_words(each, feats) for each in found]


def _in_words(span: Span, feats: Feats) -> Span:
    if span.best is None or span.worst is None:
        says: Text = say("No test")
    else:
        says = feats.result(span.best, span.worst)
    return Span(span.best, span.worst, span.chance, span.means, says)


def by_degree(laid: Scenario, leaves: Iterable[Leaf]) -> list[Degree]:
    """Every result of the first test, the best first, with exact probabilities that sum to 1."""
    shares: dict[int | None, dict[str, Fraction]] = {}
    for leaf in leaves:
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
            value = step.reply.value
            return int(value) if isinstance(value, int) else None
    return None


def _meaning(laid: Scenario, leaf: Leaf) -> str:
    """The effect of one outcome, for people; amounts that are rolled later stay open."""
    result = outcome(laid.declarations[0], laid.table, leaf.run)
    words = speaker(leaf.run.table)
    rolls = tuple(test.label for test in result.tests[1:] if test.passed is None)
    told: list[Field] = []
    walked: list[Field] = []
    for event, said in zip(result.events, story.events(result), strict=True):
        if said.books or said.aside or (rolls and event.what in OPEN):
            continue
        if event.what == SHORT and told:
            # The events before it already show how far it went.
            continue
        (walked if event.what in SKIPPED else told).extend(_predicates(said.says))
    did = tuple(dict.fromkeys(told or walked)) or (say("nothing happens"),)
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
