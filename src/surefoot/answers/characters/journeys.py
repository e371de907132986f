"""Journeys of a party: the legs, the tests that fall due, and the exact odds of each level of Fatigue on arrival.

The rules come from the ruleset: legs become declarations of journeys and rests, and the referee judges them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from surefoot.answers.characters.feat_tables import ruleset
from surefoot.answers.prepared import responder
from surefoot.files import scenario
from surefoot.files.scenario import Scenario
from surefoot.forecast.odds import odds
from surefoot.records import dataclass, replace
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, move, ruleset_of
from surefoot.referee.verdict import Citer, Outcome, data

REST = "rest"
# Details of a character that are not part of its profile.
APART = ("name", "fatigue")


def plan(legs: Sequence[Mapping[str, Any]], party: list[str], *, own_pace: bool) -> list[dict[str, Any]]:
    """Legs as declarations: the legs between two rests form one journey."""
    found: list[dict[str, Any]] = []
    for each in legs:
        leg = {name: value for name, value in each.items() if name != REST}
        if each.get(REST):
            found.append({"who": party, "action": REST, **leg})
        elif found and found[-1]["action"] == "journey":
            found[-1]["legs"].append(leg)
        else:
            found.append({"who": party, "action": "journey", "own_pace": own_pace, "legs": [leg]})
    return found


def on_the_road(laid: Scenario, legs: Sequence[Mapping[str, Any]], *, own_pace: bool) -> Scenario:
    """The party of a scenario with declarations for these legs, instead of its own declarations."""
    text = {"ruleset": laid.table.ruleset, "declare": plan(legs, list(laid.table.models), own_pace=own_pace)}
    strangers: dict[str, dict[str, int]] = {name: {} for name in laid.table.models}
    typed = scenario.loads(json.dumps({**text, "characters": strangers}), "travel")
    return replace(laid, declarations=typed.declarations)


def party_of(
    people: Sequence[Mapping[str, Any]], legs: Sequence[Mapping[str, Any]], *, own_pace: bool
) -> Scenario:
    """A scenario of a party described by its characters, with declarations for these legs."""
    characters: dict[str, dict[str, Any]] = {}
    for number, each in enumerate(people, 1):
        name = str(each.get("name", f"traveller-{number}" if len(people) > 1 else "traveller"))
        profile = {key: value for key, value in each.items() if key not in APART}
        counters = {"fatigue": each["fatigue"]} if "fatigue" in each else {}
        characters[name] = {"profile": profile, "counters": counters}
    typed_in: dict[str, Any] = {
        "ruleset": ruleset(),
        "name": "Journey",
        "characters": characters,
        "declare": plan(legs, list(characters), own_pace=own_pace),
    }
    return scenario.loads(json.dumps(typed_in), "travel")


@dataclass(frozen=True)
class Travelled:
    """The answer about a journey: the outcome of each declaration, and the arrivals if no dice were rolled."""

    laid: Scenario
    told: list[Outcome]
    ahead: list[Arrival]


def travelled(laid: Scenario, given: list[Any], seed: int | None) -> Travelled:
    """Preview a journey; with dice or a seed, roll it."""
    if given or seed is not None:
        return Travelled(laid, _made(laid, given, seed), [])
    told = _foreseen(laid)
    return Travelled(laid, told, [] if told[-1].verdict == "illegal" else arrivals(laid))


def _foreseen(laid: Scenario) -> list[Outcome]:
    """Each declaration judged on the table that the previous one leaves if its tests are passed."""
    found: list[Outcome] = []
    table = laid.table
    for declared in laid.declarations:
        judged = check(table, declared, nearest=False)
        found.append(judged)
        if judged.verdict == "illegal":
            break
        table = judged.run.table
    return found


def _made(laid: Scenario, given: list[Any], seed: int | None) -> list[Outcome]:
    """Each declaration made with dice, one after another."""
    found: list[Outcome] = []
    table, answers = laid.table, responder(given, seed)
    for declared in laid.declarations:
        made = move(table, declared, answers)
        found.append(made)
        if made.verdict == "illegal" or made.run.unanswered is not None:
            break
        table = made.run.table
    return found


@dataclass(frozen=True)
class Arrival:
    """The arrival of one traveller: the probability of each level of Fatigue, and of collapsing on the way."""

    who: str
    fatigue: dict[int, Fraction]
    drops: Fraction


def arrivals(laid: Scenario) -> list[Arrival]:
    """The exact odds of each traveller, one by one: they are independent, although all keep the same pace."""
    party = tuple(dict.fromkeys(name for declared in laid.declarations for name in _people(laid, declared)))
    found = []
    for name in party:
        ahead = odds(laid.table, [_alone(declared, name, party) for declared in laid.declarations])
        fatigue = {int(levels): share for levels, share in ahead.over("fatigue", (name,)).items()}
        drops = sum(
            (way.chance for way in ahead.ways if way.end.after.models[name].is_("unconscious")), Fraction(0)
        )
        found.append(Arrival(name, dict(sorted(fatigue.items())), drops))
    return found


def _people(laid: Scenario, declared: Declaration) -> tuple[str, ...]:
    units = laid.table.units
    return tuple(each for name in declared.who for each in (units[name].models if name in units else (name,)))


def _alone(declared: Declaration, name: str, party: tuple[str, ...]) -> Declaration:
    """A declaration of the party for one traveller alone."""
    details = declared.details
    if declared.action == "journey":
        details = details.changed(company=party)
    return replace(declared, who=(name,), details=details)


def travel_data(travelled: Travelled) -> dict[str, Any]:
    """The answer about a journey as JSON data."""
    cite = Citer(ruleset_of(travelled.laid.table).catalogue)
    last = travelled.told[-1].run.table
    return {
        "timeline": [data(each, cite) for each in travelled.told],
        "minutes": last.clock.minutes,
        "travellers": {
            name: {"fatigue": model.counted("fatigue"), "status": list(model.statuses)}
            for name, model in last.models.items()
        },
        "arrivals": [
            {
                "who": each.who,
                "fatigue": {str(levels): str(share) for levels, share in each.fatigue.items()},
                "drops": str(each.drops),
            }
            for each in travelled.ahead
        ],
    }
