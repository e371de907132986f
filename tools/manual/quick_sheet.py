"""One page for game masters: tables of feats and journeys, computed by the engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tools.manual.writing import Files, page, table

from surefoot.answers.calculators.feats import Asked, set_up
from surefoot.answers.calculators.journeys import arrivals
from surefoot.answers.calculators.offers import feats_of, journeys_of
from surefoot.cli.calculator import leg
from surefoot.files import scenario
from surefoot.forecast.odds import odds
from surefoot.language.speaker import percent
from surefoot.referee.protocol import find
from surefoot.table.record import Record
from surefoot.table.table import Table

# Characteristics in the tables; the tens digit is the bonus.
VALUES = (25, 30, 35, 40, 45, 50, 55)
BONUSES = tuple(range(11))
SPEEDS = ("half", "full", "charge", "run")
LOADS = ("carry", "lift", "push")
LEAPS = (2.0, 3.0, 4.0, 5.0, 6.0)
DROPS = (2.0, 4.0, 6.0, 8.0)
MARCHES = (12, 14, 16, 18)


def files() -> Files:
    """The quick sheet of the ruleset that knows feats and journeys."""
    name = feats_of().ruleset
    return {
        sheet(name): page(
            "# Quick sheet",
            "",
            "Common numbers for game masters, computed by Surefoot when this manual was built.",
            "",
            "## Movement per action, and distance per day",
            "",
            _speeds(name),
            "## Weights in kilograms, by Strength bonus plus Toughness bonus",
            "",
            _loads(name),
            "## The chance of a standing leap, Strength bonus 4",
            "",
            _feats("leap", LEAPS),
            "## The chance to jump down unharmed",
            "",
            _feats("jump", DROPS),
            "## The chance to march without Fatigue",
            "",
            _marches(name),
            "`surefoot feat` and `surefoot travel` answer for any other character.",
        )
    }


def sheet(name: str) -> str:
    """Where the sheet of a ruleset lies."""
    return f"rules/{name}/quick-sheet.md"


def has_sheet(name: str) -> bool:
    """Whether there is a sheet for a ruleset."""
    return name == feats_of().ruleset


def _character(name: str, profile: dict[str, Any]) -> Table:
    text = {"ruleset": name, "characters": {"somebody": profile}}
    return scenario.loads(json.dumps(text), "quick sheet").table


def _asked(name: str, question: str, profile: dict[str, Any], **details: Any) -> str:
    answer = find(name).questions[question](_character(name, profile), "somebody", Record(details))
    return str(answer.value)


def _speeds(name: str) -> Iterator[str]:
    def row(bonus: int) -> tuple[str, ...]:
        profile = {"Ag": 10 * bonus}
        metres = [_asked(name, "speed", profile, speed=speed) for speed in SPEEDS]
        return (str(bonus), *metres, _travelled(name, profile, "1h"), _travelled(name, profile, "10h"))

    heads = ("Agility bonus", *(speed.capitalize() for speed in SPEEDS), "an hour", "a day")
    return iter(table(heads, [row(bonus) for bonus in BONUSES]))


def _travelled(name: str, profile: dict[str, Any], leg: str) -> str:
    from surefoot.referee.referee import check

    laid = _laid(name, profile, [leg])
    made = check(laid.table, laid.declarations[0], nearest=False)
    return f"{made.cost / 10**9:g} km"


def _laid(name: str, profile: dict[str, Any], legs: list[str]) -> scenario.Scenario:
    journeys = journeys_of(name).journeys
    party = [{"name": "somebody", **profile}]
    text = journeys.scenario(name, party, [leg(each, journeys) for each in legs])
    return scenario.loads(json.dumps(text), "quick sheet")


def _loads(name: str) -> Iterator[str]:
    def row(total: int) -> tuple[str, ...]:
        profile = {"S": 10 * (total // 2), "T": 10 * (total - total // 2)}
        return (str(total), *(_asked(name, "limit", profile, what=load) for load in LOADS))

    return iter(table(("bonuses", *(load.capitalize() for load in LOADS)), [row(n) for n in range(2, 15)]))


def _feats(feat: str, amounts: tuple[float, ...]) -> Iterator[str]:
    def share(agility: int, amount: float) -> str:
        asked = Asked(feat, amount, {"S": 40, "Ag": agility}, {})
        laid = set_up(feats_of().feats, asked)
        verdicts = odds(laid.table, laid.declarations).over("verdict")
        return percent(verdicts.get("legal", Fraction(0)))

    heads = ("Agility", *(f"{amount:g} m" for amount in amounts))
    return iter(table(heads, [(str(value), *(share(value, each) for each in amounts)) for value in VALUES]))


def _marches(name: str) -> Iterator[str]:
    def share(toughness: int, hours: int) -> str:
        arrived = arrivals(_laid(name, {"T": toughness}, [f"{hours}h"]))[0]
        return percent(arrived.counted.get(0, Fraction(0)))

    heads = ("Toughness", *(f"{hours} hours" for hours in MARCHES))
    return iter(table(heads, [(str(value), *(share(value, each) for each in MARCHES)) for value in VALUES]))
