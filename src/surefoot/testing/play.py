"""Plays one side of a pair: sets up the table, makes the declarations, asks the questions."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from surefoot.dice.host import Unanswered
from surefoot.dice.responders import script
from surefoot.files import scenario
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.source import in_a_line
from surefoot.records import dataclass
from surefoot.referee import verdict
from surefoot.referee.catalogue import Catalogue, UnknownClause
from surefoot.referee.protocol import Answer, Problem, find
from surefoot.referee.questions import questions
from surefoot.referee.referee import Malformed, attempt
from surefoot.referee.verdict import GOAL, OVERRIDE, Outcome
from surefoot.table.record import Record, freeze, thaw
from surefoot.table.table import Table
from surefoot.table.words import instead


@dataclass(frozen=True)
class Question:
    """A question to the ruleset after all declarations."""

    ask: str
    who: str
    details: Record

    def __str__(self) -> str:
        more = "".join(f", {key} {thaw(value)}" for key, value in self.details.items())
        return f"{self.ask} of {self.who}{more}"


@dataclass(frozen=True)
class Side:
    """The result of one side: the problems of its file, or its outcomes."""

    ruleset: str
    problems: tuple[FileProblem | Problem, ...] = ()
    before: Table | None = None
    after: Table | None = None
    outcomes: tuple[Outcome, ...] = ()
    # The answer to each question, or a text why there is none.
    answers: tuple[tuple[Question, Answer | str], ...] = ()
    # The number of dice and answers of the script, and the positions of the unused ones.
    scripted: int = 0
    unused: tuple[int, ...] = ()
    # The question at which the script ran out or did not fit.
    unanswered: Unanswered | None = None
    crash: str = ""

    @property
    def catalogue(self) -> Catalogue:
        """The clauses of the ruleset it was played by."""
        return find(self.ruleset).catalogue

    @property
    def missing(self) -> str:
        """The question that stayed open, in words; empty if none did."""
        return "" if self.unanswered is None else str(self.unanswered)

    @property
    def tables(self) -> tuple[Table, Table]:
        """The table before and after; raises ValueError if the file was refused."""
        if self.before is None or self.after is None:
            raise ValueError("the file was refused: there is no table")
        return self.before, self.after

    @cached_property
    def shown(self) -> tuple[dict[str, Any], ...]:
        """Every outcome as data, as the command line prints it."""
        cite = verdict.Citer(self.catalogue)
        return tuple(verdict.data(each, cite) for each in self.outcomes)

    @cached_property
    def cited(self) -> tuple[str, ...]:
        """Every cited clause id, by outcomes, answers and problems of the file."""
        found = [clause for each in self.outcomes for clause in each.clauses]
        found += [
            clause for _, answer in self.answers if isinstance(answer, Answer) for clause in answer.clauses
        ]
        found += [problem.clause for problem in self.problems if problem.clause]
        return tuple(dict.fromkeys(found))

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The cited clauses, by their current ids."""
        known = [clause for clause in self.cited if clause in self.catalogue]
        return tuple(dict.fromkeys(self.catalogue[clause].id for clause in known))

    @cached_property
    def unresolved(self) -> tuple[str, ...]:
        """The problems of citations of unknown clauses."""
        found = []
        for clause in self.cited:
            try:
                if clause not in (GOAL, OVERRIDE):
                    _ = self.catalogue[clause]
            except UnknownClause as unknown:
                found.append(f"{unknown.args[0]}{instead(clause, self.catalogue.clauses)}")
        return tuple(found)

    @cached_property
    def summary(self) -> str:
        """The result as canonical text, without citations, input and unchanged places."""
        return json.dumps([noticed(each) for each in self.shown] + self._rest(), sort_keys=True)

    def _rest(self) -> list[Any]:
        answers = [thaw(answer.value) if isinstance(answer, Answer) else answer for _, answer in self.answers]
        refused = sorted(f"{problem.clause} {problem.says}" for problem in self.problems)
        return [self._ends(), answers, refused, bool(self.missing), bool(self.crash)]

    def _ends(self) -> dict[str, Any]:
        if self.before is None or self.after is None:
            return {}
        return {
            name: verdict.place_data(model.place, self.after)
            for name, model in self.after.models.items()
            if name not in self.before.models or self.before.models[name].place != model.place
        }


# Fields of an event that repeat an input, a citation or a place.
_NOT_NOTICED = ("clause", "clauses", "to", "answer")
_NOTICED_OF_TESTS = ("what", "who", "dice", "needs", "odds", "passed", "aims")


def noticed(shown: Mapping[str, Any]) -> list[Any]:
    """What tells an outcome from another one: verdict, cost, reasons, tests and events, without citations and places."""
    events = [
        {key: value for key, value in event.items() if key not in _NOT_NOTICED} for event in shown["events"]
    ]
    tests = [
        {key: test[key] for key in _NOTICED_OF_TESTS} | {"modifier": total_modifier(test)}
        for test in shown["tests"]
    ]
    reasons = sorted(reason["clause"] for reason in shown["reasons"])
    return [shown["verdict"], shown["cost"], reasons, tests, events]


def total_modifier(test: Mapping[str, Any]) -> int:
    """The sum of a test's modifiers."""
    return sum(each["value"] for each in test["modifiers"])


def play(ruleset: str, given: Mapping[str, Any], asked: tuple[Question, ...] = (), name: str = "") -> Side:
    """Set up the table, make the declarations in order, ask the questions."""
    try:
        laid = scenario.laid(in_a_line({"ruleset": ruleset, **given}, name or "the case"))
    except FileInvalid as invalid:
        return Side(ruleset, problems=invalid.problems)
    run = _Run(ruleset, laid.table)
    try:
        return run.play(laid, asked)
    except Malformed as malformed:
        return Side(ruleset, malformed.problems, laid.table, run.now, tuple(run.outcomes))
    except Exception:  # noqa: BLE001  # a crash is the failure of this case, not of the corpus
        return Side(
            ruleset,
            before=laid.table,
            after=run.now,
            outcomes=tuple(run.outcomes),
            crash=traceback.format_exc(limit=-6),
        )


@dataclass
class _Run:
    """A side that is being played."""

    ruleset: str
    now: Table
    outcomes: list[Outcome] = field(default_factory=list)

    def play(self, laid: scenario.Scenario, asked: tuple[Question, ...]) -> Side:
        answers = script(laid.answers)
        unanswered = None
        for declaration in laid.declarations:
            result = attempt(self.now, declaration, answers)
            self.outcomes.append(result)
            self.now = result.run.table
            unanswered = result.run.unanswered
            if unanswered is not None:
                break
        return Side(
            self.ruleset,
            before=laid.table,
            after=self.now,
            outcomes=tuple(self.outcomes),
            answers=tuple((question, self._ask(question)) for question in asked),
            scripted=len(answers.entries),
            unused=tuple(index for index, entry in enumerate(answers.entries) if not entry.used),
            unanswered=unanswered,
        )

    def _ask(self, question: Question) -> Answer | str:
        known = questions(find(self.ruleset))
        if question.ask not in known:
            return f"{self.ruleset} knows no question {question.ask!r}{instead(question.ask, known)}"
        return known[question.ask](self.now, question.who, question.details)


def question(written: Mapping[str, Any]) -> Question:
    """The question of an `answer` in a case: `ask`, `who` and details."""
    more = {key: value for key, value in written.items() if key not in ("ask", "who", "value")}
    details = freeze(more)
    assert isinstance(details, Record)
    return Question(str(written.get("ask", "")), str(written.get("who", "")), details)
