"""Reports on declarations: judged in advance or made, one after another, and as JSON data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from surefoot.answers import words
from surefoot.answers.open_question import open_data
from surefoot.answers.prepared import Foreseen
from surefoot.answers.state import state_data
from surefoot.dice.host import Responder, Unanswered
from surefoot.files import scenario
from surefoot.forecast.odds import Odds, odds
from surefoot.records import dataclass, replace
from surefoot.referee import story
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.session import Session
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, Outcome, data, outcome
from surefoot.table.table import Table

# A preview counts at most this many outcomes, to stay quick; the rest is reported as unresolved.
MOST_WAYS = 2_000
# Beyond so many ends they are also added up by who is harmed, and how.
MANY_ENDS = 5


@dataclass
class Report:
    """The outcomes of several declarations, and the table after them."""

    start: Table
    now: Table
    outcomes: list[Outcome] = field(default_factory=list)
    # The question without an answer; the declarations after it were not judged.
    open: Unanswered | None = None
    # How many declarations were not judged.
    left: int = 0
    # In a preview: the odds of each declaration that rolls dice.
    ahead: list[Odds | None] = field(default_factory=list)

    @property
    def illegal(self) -> bool:
        """Whether any declaration was refused: before a die was rolled, or after one and with no model moved."""
        return any(result.verdict == "illegal" or result.in_vain for result in self.outcomes)


def previewed(laid: scenario.Scenario) -> Report:
    """A preview: every declaration is judged on the table that the one before leaves if its tests are passed.

    The file's answers to choices and rulings are used.
    """
    told, declarations = Report(laid.table, laid.table), laid.declarations
    answers = Foreseen.of(laid.answers)
    for index, declaration in enumerate(declarations):
        result = check(told.now, declaration, policy=answers)
        told.outcomes.append(result)
        told.ahead.append(_ahead(told.now, result, Foreseen([*answers.entries])))
        answers.spent(result.run)
        told.now = result.run.table
        if result.run.unanswered is not None:
            told.open = result.run.unanswered
            told.left = len(declarations) - index - 1
            break
    return told


def brief_data(laid: scenario.Scenario) -> dict[str, Any]:
    """A quick preview of one declaration as JSON data, without odds and without the nearest legal move."""
    (declaration,) = laid.declarations
    result = check(laid.table, declaration, policy=Foreseen.of(laid.answers), nearest=False)
    return in_words(not_rolled(data(result, Citer(ruleset_of(laid.table).catalogue))), result)


def _ahead(table: Table, result: Outcome, answers: Foreseen) -> Odds | None:
    if result.verdict == "illegal" or not result.tests:
        return None
    return odds(table, result.declaration, policy=answers, most=MOST_WAYS, hasty=True)


def played(
    session: Session,
    declarations: tuple[Declaration, ...],
    responder: Responder,
    answers: Sequence[Any] = (),
) -> Report:
    """Answer the open question of a game, then make the declarations, up to the first question without an answer.

    Each is judged with the given answers to choices and rulings.
    """
    foreseen = Foreseen.of([*answers])
    told = Report(session.start, session.now)
    if session.open is not None:
        _answered(session, responder, told)
    for index, declaration in enumerate(declarations):
        if told.open is not None:
            told.left = len(declarations) - index
            break
        result = session.declare(declaration, foreseen)
        if session.open is None:
            told.outcomes.append(result)
        else:
            _answered(session, responder, told)
        foreseen.spent(told.outcomes[-1].run)
    told.now = session.now
    return told


def _answered(session: Session, responder: Responder, told: Report) -> None:
    try:
        result = session.play_out(responder)
        assert result is not None
    except Unanswered as unanswered:
        was = session.open
        assert was is not None
        # The responder's own words say why there is no answer.
        run = replace(was.run, unanswered=unanswered)
        result = outcome(was.declaration, was.before, run)
        told.open = unanswered
    told.outcomes.append(result)


def told_data(told: Report, *, preview: bool) -> dict[str, Any]:
    """A report as JSON data: each outcome, the state of the table, and the open question."""
    cite = Citer(ruleset_of(told.start).catalogue)
    outcomes = [data(result, cite) for result in told.outcomes]
    if preview:
        outcomes = [
            not_rolled(shown) | ends_data(ahead) for shown, ahead in zip(outcomes, told.ahead, strict=True)
        ]
    waits = None
    if told.open is not None:
        waits = open_data(told.open.request, cite, speaker(told.now)) | {
            "problem": speaker(told.now)(told.open.problem)
        }
    return {
        "outcomes": outcomes,
        "state": state_data(told.now, told.start),
        "open": waits,
        "left": told.left,
    }


def not_rolled(outcome: dict[str, Any]) -> dict[str, Any]:
    """The data of an outcome without results of tests that were not rolled."""
    tests = [
        test
        | {
            "passed": None,
            "reading": None,
            "says": "",
            "aims": [each | {"met": None} for each in test["aims"]],
        }
        if test["rolled"] is None
        else test
        for test in outcome["tests"]
    ]
    return outcome | {"tests": tests}


def ends_data(ahead: Odds | None) -> dict[str, Any]:
    """The odds of each outcome of a declaration as JSON data."""
    if ahead is None:
        return {}
    found: dict[str, Any] = {"ends": _listed(ahead, "end"), "unresolved": str(ahead.unresolved)}
    # Many ends differ only by where a model stands.
    if len(found["ends"]) > MANY_ENDS:
        harms = _listed(ahead, "harm")
        found |= {"harms": harms} if len(harms) < len(found["ends"]) else {}
    return found


def _listed(ahead: Odds, asked: str) -> list[dict[str, Any]]:
    return [{"end": end, "odds": str(share)} for end, share in ahead.over(asked).items()]


def in_words(shown: dict[str, Any], result: Outcome) -> dict[str, Any]:
    """The data of an outcome, with its heading, and with events of bookkeeping marked as such."""
    table = result.run.table
    events = [
        each | ({"books": True} if told.books else {})
        for each, told in zip(shown["events"], story.events(result), strict=True)
    ]
    return shown | {"events": events, "declared": words.declared(result.declaration, table)}
