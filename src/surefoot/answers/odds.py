"""Exact odds of the declarations of a scenario, as JSON data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, cast

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.movement import rings_data
from surefoot.answers.prepared import Foreseen
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.scenario import Scenario
from surefoot.forecast.ask import NoSuchQuestion
from surefoot.forecast.odds import MOST_WAYS, NoAverage, Odds, WrongGiven, odds
from surefoot.language import Quoted, say
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.verdict import Citer
from surefoot.routes.risk.one_level import ChanceReach
from surefoot.routes.risk.over_levels import LevelChanceReach
from surefoot.table.words import suggested


def odds_of(
    laid: Scenario,
    known: list[Any],
    *,
    choose: str = "",
    most: int = MOST_WAYS,
    hasty: bool = True,
    ask: str = "end",
    who: Sequence[str] = (),
    stopped: Callable[[], bool] | None = None,
) -> tuple[Scenario, Odds, dict[Any, Fraction]]:
    """The outcomes of a scenario, and the answers to one question about them; dice and answers may be known already.

    At most `most` outcomes are counted. If there are more, `hasty` stops as soon as that is clear; `stopped` is asked now
    and then, and stops it too.
    """
    aim, colon, question = choose.partition(":")
    if choose and (aim not in ("most", "least") or not colon):
        raise InvalidQuestion(
            "choose", say("Write least or most and a question, for example least:losses or most:damage")
        )
    declared(laid)
    try:
        ahead = odds(
            laid.table,
            laid.declarations,
            given=known,
            policy=Foreseen.of(laid.answers),
            choose=(cast(Literal["most", "least"], aim), question) if choose else None,
            most=most,
            hasty=hasty,
            cancelled=stopped,
        )
        return laid, ahead, ahead.over(ask, known_models(who, laid))
    except NoSuchQuestion as wrong:
        raise InvalidQuestion("ask", wrong.says) from None
    except WrongGiven as wrong:
        raise InvalidQuestion("given", wrong.says) from None
    except NoAverage as wrong:
        raise InvalidQuestion("choose", wrong.says) from None


def declared(laid: Scenario) -> tuple[Declaration, ...]:
    """The declarations of a scenario; raises FileInvalid if it has none, so that there is nothing to look ahead to."""
    if not laid.declarations:
        raise FileInvalid([FileProblem(laid.source, 0, "declare", say("there are no declarations"))])
    return laid.declarations


def known_models(who: Sequence[str], laid: Scenario) -> tuple[str, ...]:
    """The names of models; raises InvalidQuestion for a name that isn't on the table."""
    for name in who:
        if name not in laid.table.models:
            unknown = say("There is no model {name}", name=Quoted(name))
            raise InvalidQuestion("who", suggested(unknown, name, laid.table.models))
    return tuple(who)


def odds_data(
    laid: Scenario, ahead: Odds, answers: dict[Any, Fraction], ask: str, *, clauses: bool
) -> dict[str, Any]:
    """The odds of one scenario as JSON data."""
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


def with_chances(reach: dict[str, Any], found: ChanceReach | LevelChanceReach) -> dict[str, Any]:
    """The data of a reach, with regions by the chance to arrive standing and unharmed, the surest first."""
    known = {level.z: level.regions for level in found.levels}
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
