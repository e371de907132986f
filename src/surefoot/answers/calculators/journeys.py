"""Journeys of a party: the legs, the tests that fall due, and the exact odds of a counter, such as Fatigue, on arrival.

The rules come from the ruleset: it turns legs into declarations, and the referee judges them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from surefoot.answers.calculators.offers import OfferedJourneys, journeys_of
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.prepared import responder
from surefoot.files import scenario
from surefoot.files.scenario import Scenario
from surefoot.forecast.odds import odds
from surefoot.language import Field, Term, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass, replace
from surefoot.referee.calculators import Journeys, filled, wrong_values
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import attempt, check, ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, Outcome, data
from surefoot.table.record import Record


def on_the_road(laid: Scenario, legs: Sequence[Mapping[str, Any]], settings: Mapping[str, Any]) -> Scenario:
    """The party of a scenario with declarations for these legs, instead of its own declarations."""
    journeys = journeys_of(laid.table.ruleset).journeys
    _settings(journeys, settings)
    declare = journeys.declare(legs, list(laid.table.models), filled(journeys.inputs, settings))
    text = {"ruleset": laid.table.ruleset, "declare": declare}
    strangers: dict[str, dict[str, int]] = {name: {} for name in laid.table.models}
    typed = scenario.loads(json.dumps({**text, "characters": strangers}), "travel")
    return replace(laid, declarations=typed.declarations)


def party_of(
    offered: OfferedJourneys,
    people: Sequence[Mapping[str, Any]],
    legs: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
) -> Scenario:
    """A scenario of a party described by its characters, with declarations for these legs."""
    _settings(offered.journeys, settings)
    described = offered.journeys.scenario(offered.ruleset, people, legs, settings)
    return scenario.loads(json.dumps(described), "travel")


def _settings(journeys: Journeys, settings: Mapping[str, Any]) -> None:
    """Raise InvalidQuestion for a setting that there is not, or that has a wrong value."""
    for field, says in wrong_values(journeys.inputs, settings):
        raise InvalidQuestion(field, says)


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
        made = attempt(table, declared, answers)
        found.append(made)
        if made.verdict == "illegal" or made.run.unanswered is not None:
            break
        table = made.run.table
    return found


@dataclass(frozen=True)
class Arrival:
    """The arrival of one traveller: the probability of each value of the counter, and of collapsing on the way."""

    who: str
    counted: dict[int, Fraction]
    drops: Fraction


def arrivals(laid: Scenario) -> list[Arrival]:
    """The exact odds of each traveller, one by one: they are independent, although all keep the same pace."""
    journeys = journeys_of(laid.table.ruleset).journeys
    party = tuple(dict.fromkeys(name for each in laid.declarations for name in _people(laid, each)))
    found = []
    for name in party:
        ahead = odds(laid.table, [journeys.alone(each, name, party) for each in laid.declarations])
        counted = {int(value): share for value, share in ahead.over(journeys.counter, (name,)).items()}
        drops = sum(
            (way.chance for way in ahead.ways if way.end.after.models[name].is_(journeys.collapsed)),
            Fraction(0),
        )
        found.append(Arrival(name, dict(sorted(counted.items())), drops))
    return found


def _people(laid: Scenario, declared: Declaration) -> tuple[str, ...]:
    units = laid.table.units
    return tuple(each for name in declared.who for each in (units[name].models if name in units else (name,)))


@dataclass(frozen=True)
class Stage:
    """One declaration of a journey for people: its legs, the clock at its end, and how far the slowest traveller came."""

    says: str
    minutes: int
    metres: int | None


def stages(travelled: Travelled) -> list[Stage]:
    """The declarations of a journey for people."""
    journeys = journeys_of(travelled.laid.table.ruleset).journeys
    return [_stage(each, journeys) for each in travelled.told]


def _stage(result: Outcome, journeys: Journeys) -> Stage:
    details = result.declaration.details
    given = details.get("legs")
    legs = [each for each in given if isinstance(each, Record)] if isinstance(given, tuple) else [details]
    words, action = speaker(result.run.table), result.declaration.action
    said = [
        ", ".join(words(sentence(part)) for part in journeys.words({**leg, action: True})) for leg in legs
    ]
    covered: dict[str, int] = {}
    for event in result.events:
        metres = dict(event.details).get(journeys.metres)
        if event.who and metres is not None:
            covered[event.who] = covered.get(event.who, 0) + int(metres)
    return Stage(
        f"{words.term(action)}: {'; '.join(said)}",
        result.run.table.clock.minutes,
        min(covered.values()) if covered else None,
    )


def condition(travelled: Travelled, name: str) -> str:
    """A traveller at the end for people: the counter and the statuses."""
    journeys, last = journeys_of(travelled.laid.table.ruleset).journeys, travelled.told[-1].run.table
    model = last.models[name]
    title = sentence(journeys.title)
    state: tuple[Field, ...] = (
        say("{title} {value}", title=title, value=model.counted(journeys.counter)),
        *(Term(status) for status in model.statuses),
    )
    return speaker(last)(say("{state}", state=state))


def travel_data(travelled: Travelled) -> dict[str, Any]:
    """The answer about a journey as JSON data; the counter stands under its own name."""
    ruleset = ruleset_of(travelled.laid.table)
    cite, counter = Citer(ruleset.catalogue), journeys_of(ruleset.name).journeys.counter
    last = travelled.told[-1].run.table
    return {
        "timeline": [data(each, cite) for each in travelled.told],
        "stages": [
            {"says": each.says, "minutes": each.minutes, "metres": each.metres} for each in stages(travelled)
        ],
        "minutes": last.clock.minutes,
        "travellers": {
            name: {
                counter: model.counted(counter),
                "status": list(model.statuses),
                "says": condition(travelled, name),
            }
            for name, model in last.models.items()
        },
        "arrivals": [
            {
                "who": each.who,
                counter: {str(value): str(share) for value, share in each.counted.items()},
                "drops": str(each.drops),
            }
            for each in travelled.ahead
        ],
    }
