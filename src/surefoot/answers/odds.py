"""Exact odds of what a scenario declares, and what is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, cast

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.movement import rings_data
from surefoot.answers.prepared import Foreseen
from surefoot.files.scenario import Scenario
from surefoot.forecast.ask import NoSuchQuestion
from surefoot.forecast.odds import MOST_WAYS, Odds, odds
from surefoot.referee.referee import ruleset_of
from surefoot.referee.verdict import Citer
from surefoot.routes.query import MoveQuery
from surefoot.routes.risk.over_levels import reach_by_chance
from surefoot.table.table import Table
from surefoot.table.words import instead


def odds_of(
    laid: Scenario,
    known: list[Any],
    *,
    choose: str = "",
    most: int = MOST_WAYS,
    hasty: bool = True,
    ask: str = "end",
    who: Sequence[str] = (),
) -> tuple[Scenario, Odds, dict[Any, Fraction]]:
    """How a scenario can end, with dice and answers that are known already, and the answers to one question.

    So many ways are looked at; in haste only as many as it takes to see that there are more.
    """
    aim, colon, question = choose.partition(":")
    if choose and (aim not in ("most", "least") or not colon):
        raise InvalidQuestion("choose", "write least:losses or most:damage")
    try:
        ahead = odds(
            laid.table,
            laid.declarations,
            given=known,
            policy=Foreseen.of(laid.answers),
            choose=(cast(Literal["most", "least"], aim), question) if choose else None,
            most=most,
            hasty=hasty,
        )
        return laid, ahead, ahead.over(ask, known_models(who, laid))
    except NoSuchQuestion as wrong:
        raise InvalidQuestion("ask", str(wrong)) from None
    except InvalidQuestion:
        raise
    except ValueError as wrong:
        raise InvalidQuestion("choose", str(wrong)) from None


def known_models(who: Sequence[str], laid: Scenario) -> tuple[str, ...]:
    """Names of models, each known to be there."""
    for name in who:
        if name not in laid.table.models:
            raise InvalidQuestion("who", f"there is no {name!r}{instead(name, list(laid.table.models))}")
    return tuple(who)


def odds_data(
    laid: Scenario, ahead: Odds, answers: dict[Any, Fraction], ask: str, *, clauses: bool
) -> dict[str, Any]:
    """The odds of one scenario for other programs."""
    shown: dict[str, Any] = {
        "name": laid.name,
        "ask": ask,
        "answers": [
            {"answer": answer, "odds": str(share), "chance": float(share)}
            for answer, share in answers.items()
        ],
        "unresolved": str(ahead.unresolved),
    }
    if clauses:
        cite = Citer(ruleset_of(laid.table).catalogue)
        shown["clauses"] = {cite(clause): str(share) for clause, share in ahead.by_clause.items()}
    return shown


def with_chances(
    reach: dict[str, Any], table: Table, who: str, action: str, query: MoveQuery
) -> dict[str, Any]:
    """A reach as it is told, and on each level where the mover ends standing and unharmed, the surest first."""
    known = {level.z: level.regions for level in reach_by_chance(table, who, action, query).levels}
    told = [
        {
            **level,
            "chances": [
                {"chance": str(chance), "rings": rings_data(region)}
                for chance, region in known.get(level["height"], ())
            ],
        }
        for level in reach["levels"]
    ]
    return reach | {"levels": told}
