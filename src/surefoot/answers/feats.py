"""One character and one feat: what it needs, how likely each degree is, and what each means.

Nothing here knows a rule: a small table is laid for the feat, and the ruleset is asked.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from surefoot.answers.feat_tables import FEATS, Asked
from surefoot.answers.given import responder
from surefoot.answers.words import number
from surefoot.answers.wrong import Wrong
from surefoot.dice.explore import Leaf
from surefoot.dice.host import Asking
from surefoot.dice.requests import Do, Roll
from surefoot.files import scenario
from surefoot.files.scenario import Scenario
from surefoot.referee import story
from surefoot.referee.referee import check, move, odds, ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, Outcome, data, outcome
from surefoot.table.effects import Moved, apply
from surefoot.table.place import Pose
from surefoot.table.words import instead


@dataclass(frozen=True)
class Feat:
    """A feat that was asked about: the small table, the verdict, what became of it if dice were given, the odds."""

    name: str
    laid: Scenario
    judged: Outcome
    made: Outcome | None
    degrees: list[Degree]


def tried(name: str, asked: Asked, given: list[Any], seed: int | None) -> Feat:
    """A feat judged; done, too, if there are dice for it."""
    if name not in FEATS:
        raise Wrong("feat", f"there is no {name!r}{instead(name, list(FEATS))}")
    laid = scenario.loads(json.dumps(FEATS[name](asked)), f"feat {name}")
    declared = laid.declarations[0]
    judged = check(laid.table, declared, nearest=False)
    if judged.verdict == "illegal":
        return Feat(name, laid, judged, None, [])
    made = move(laid.table, declared, responder(given, seed)) if given or seed is not None else None
    return Feat(name, laid, judged, made, by_degree(laid))


def feat_data(feat: Feat) -> dict[str, Any]:
    """A feat for other programs."""
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
    """What one result of the first test is worth: its chance, and every way it can mean with its own."""

    reading: int | None
    chance: Fraction
    means: tuple[tuple[str, Fraction], ...]


def by_degree(laid: Scenario) -> list[Degree]:
    """Every result of the first test, the best first, with exact chances that sum to one."""
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
    """What happens, in words; amounts that are rolled for afterwards stay open."""
    result = outcome(laid.declarations[0], laid.table, leaf.run)
    name = laid.declarations[0].actor
    rolled = [f"roll {test.what}" for test in result.tests[1:] if test.passed is None]
    told: list[str] = []
    table = laid.table
    moves = [step.effect for step in leaf.run.steps if isinstance(step, Do)]
    for effect in moves:
        if isinstance(effect, Moved) and effect.who == name and effect.how not in APPROACH:
            told.append(_moved(effect.how, table.pose(name), table.resolve(effect.to)))
        table = apply(table, effect)
    places = [effect.how for effect in moves if isinstance(effect, Moved)]
    words = speaker(leaf.run.table)
    for event, said in zip(result.events, story.events(result), strict=True):
        if said.books or event.what in (*places, *HANDLED) or (rolled and event.what in OPEN):
            continue
        if event.what == SHORT and told:
            # What has been told already says that it went no further.
            continue
        told.append(words(said.says))
    return "; ".join(dict.fromkeys([*told, *rolled])) or "nothing happens"


def _moved(how: str, before: Pose, after: Pose) -> str:
    """A change of place as a game master reads it aloud: how far, and how far up or down."""
    along, up = math.hypot(after.x - before.x, after.y - before.y), after.z - before.z
    words = how
    if abs(up) > LEVEL:
        way = "up" if up > 0 else "down"
        words += f" {number(abs(up))} m" if how.endswith(way) else f" {number(abs(up))} m {way}"
    elif along > LEVEL:
        words += f" {number(along)} m"
    return words


SHORT = "stops short"
# What an event about the character says better.
HANDLED = ("objectplaced", "objectmoved")
# What only leads up to the feat, and heights that are none.
APPROACH = ("goes",)
LEVEL = 0.01
# Events whose numbers come from dice that are rolled after the test.
OPEN = ("is hurt", "counted", "hits")
