"""Declarations judged beforehand or made, one after another, and what is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from surefoot.answers import words
from surefoot.answers.open_question import open_data
from surefoot.answers.prepared import Foreseen
from surefoot.answers.state import state_data
from surefoot.dice.host import Responder, Unanswered
from surefoot.files import scenario
from surefoot.forecast.odds import Odds, odds
from surefoot.referee import story
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.session import Session
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, Outcome, data, outcome
from surefoot.table.table import Table

# Whoever asks what a move costs does not want to wait for more ways than these; what is left is said to be left.
MOST_WAYS = 2_000


@dataclass
class Report:
    """What the referee said, one declaration after another, and the table that this leaves."""

    start: Table
    now: Table
    outcomes: list[Outcome] = field(default_factory=list)
    # The question that found no answer; nothing after it was judged.
    open: Unanswered | None = None
    # Declarations that nobody came to any more.
    left: int = 0
    # Looking ahead: how each of them can end, where dice decide that.
    ahead: list[Odds | None] = field(default_factory=list)

    @property
    def illegal(self) -> bool:
        """Whether anything was refused, before any die or after one that left nobody moved."""
        return any(result.verdict == "illegal" or result.in_vain for result in self.outcomes)


def previewed(laid: scenario.Scenario) -> Report:
    """Every declaration judged beforehand, each on the table that the one before is hoped to leave.

    Choices and rulings are answered as the file answers them.
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
    """What is said of one declaration while a path is still being drawn: its price and verdict, no odds, no way out."""
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
    """The open question of a game answered, then every declaration made, up to a question without an answer.

    Each is judged with what is answered to choices and rulings.
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
        # The answer that is missing is said in the words of whoever should have given it.
        run = replace(was.run, unanswered=unanswered)
        result = outcome(was.declaration, was.before, run)
        told.open = unanswered
    told.outcomes.append(result)


def told_data(told: Report, *, preview: bool) -> dict[str, Any]:
    """What was told, for other programs: each outcome, the table as it is now, and the question that is open."""
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
    """A test that was only hoped for has no result."""
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
    """How a declaration can end, for other programs."""
    if ahead is None:
        return {}
    ends = [{"end": end, "odds": str(share)} for end, share in ahead.over("end").items()]
    return {"ends": ends, "unresolved": str(ahead.unresolved)}


def in_words(shown: dict[str, Any], result: Outcome) -> dict[str, Any]:
    """An outcome as data, with a sentence for every event; what only keeps the books says so."""
    table = result.run.table
    events = [
        each | ({"books": True} if told.books else {})
        for each, told in zip(shown["events"], story.events(result), strict=True)
    ]
    return shown | {"events": events, "declared": words.declared(result.declaration, table)}
