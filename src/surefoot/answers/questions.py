"""Questions to a ruleset about a model or a unit: speeds, limits, what it may do; each answer with its clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from surefoot.answers import words
from surefoot.answers.errors import InvalidQuestion
from surefoot.language import say
from surefoot.language.sentence import sentence
from surefoot.language.speaker import Speaker
from surefoot.referee.protocol import Answer, Detail, Question, Ruleset
from surefoot.referee.questions import fits, questions, without_details
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import ruleset_speaker, speaker
from surefoot.referee.verdict import Citer
from surefoot.table.record import EMPTY, Record, freeze, thaw
from surefoot.table.table import Table
from surefoot.table.words import instead


def ask(table: Table, who: str, name: str, details: Mapping[str, Any] | None = None) -> Answer:
    """The answer to a question about a model or a unit; raises InvalidQuestion with what is wrong with the question."""
    known = questions(ruleset_of(table))
    if name not in known:
        raise InvalidQuestion(
            "question", f"{table.ruleset} answers no question {name!r}{instead(name, known)}"
        )
    _known_name(table, who)
    if not fits(table, who, known[name]):
        models = ", ".join(table.units[who].models)
        raise InvalidQuestion("who", f"{name} is asked about a model; {who} is a unit of {models}")
    given = freeze(details or {})
    assert isinstance(given, Record)
    _fitting(known[name], name, given)
    return known[name](table, who, given)


def ask_all(table: Table, who: str) -> dict[str, Answer]:
    """The answers to every question about a model or a unit that needs no details."""
    _known_name(table, who)
    return {name: question(table, who, EMPTY) for name, question in without_details(table, who).items()}


def _known_name(table: Table, who: str) -> None:
    known = [*table.models, *table.units]
    if who not in known:
        says = f"there is no model or unit {who!r}{instead(who, known)}" if who else "name a model or a unit"
        raise InvalidQuestion("who", says)


def _fitting(question: Question, name: str, given: Record) -> None:
    if question.details is None:
        return
    known = {detail.name: detail for detail in question.details}
    for key in given:
        if key not in known:
            more = instead(key, known) if known else "; it takes no details"
            raise InvalidQuestion("details", f"{name} takes no {key!r}{more}")
    missing = [each for each in question.details if each.required and each.name not in given]
    if missing:
        raise InvalidQuestion(
            "details", "; ".join(f"{name} needs {each.name}: {each.says}" for each in missing)
        )


def questions_data(ruleset: Ruleset) -> list[dict[str, Any]]:
    """All questions of a ruleset for other programs."""
    words = ruleset_speaker(ruleset.name)
    return [
        {
            "name": name,
            "title": words(each.title),
            "details": [_detail(detail, words) for detail in each.details or ()],
        }
        for name, each in questions(ruleset).items()
    ]


def _detail(detail: Detail, words: Speaker) -> dict[str, Any]:
    return {"name": detail.name, "kind": detail.kind, "says": words(detail.says), "required": detail.required}


def answer_data(table: Table, who: str, name: str, answer: Answer) -> dict[str, Any]:
    """One answer for other programs: the value, in the table's unit, a sentence, and the clauses behind it."""
    cite = Citer(ruleset_of(table).catalogue)
    return {
        "who": who,
        "question": name,
        "value": thaw(answer.value),
        "says": told(answer, table),
        "clauses": [cite(clause) for clause in answer.clauses],
    }


def asked_data(
    table: Table, who: str = "", name: str = "", details: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """What can be asked, everything about a model or a unit, or one answer: whatever is named."""
    if not who and not name:
        return {"questions": questions_data(ruleset_of(table)), "answers": []}
    found = {name: ask(table, who, name, details)} if name else ask_all(table, who)
    return {
        "questions": [],
        "answers": [answer_data(table, who, each, answer) for each, answer in found.items()],
    }


def told(answer: Answer, table: Table) -> str:
    """An answer as people read it: a yes or no first, where it is one."""
    shown = speaker(table)
    if isinstance(answer.value, bool) and answer.says:
        reason = sentence(answer.says)
        return shown(say("Yes. {why}", why=reason) if answer.value else say("No. {why}", why=reason))
    return shown(answer.says) or words.value(answer.value, table)
