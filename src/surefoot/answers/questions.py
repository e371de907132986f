"""Questions to a ruleset about a model or a unit, such as speeds, limits and permissions; answers cite their clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from surefoot.answers import words
from surefoot.answers.errors import InvalidQuestion
from surefoot.language import Notation, Quoted, Sentence, Who, say
from surefoot.language.sentence import sentence
from surefoot.language.speaker import Speaker
from surefoot.referee.protocol import Answer, Detail, Question, Ruleset, detail_problems
from surefoot.referee.questions import fits, questions, without_details
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import ruleset_speaker, speaker
from surefoot.referee.values import shown
from surefoot.referee.verdict import Citer
from surefoot.table.record import EMPTY, Record, freeze, thaw
from surefoot.table.table import Table
from surefoot.table.words import suggested


def ask(table: Table, who: str, name: str, details: Mapping[str, Any] | None = None) -> Answer:
    """The answer to a question about a model or a unit; raises InvalidQuestion if it is unknown or incomplete."""
    known = questions(ruleset_of(table))
    if name not in known:
        unknown = say("{ruleset} has no question {name}", ruleset=Notation(table.ruleset), name=Quoted(name))
        raise InvalidQuestion("question", suggested(unknown, name, known))
    known_name(table, who)
    if not fits(table, who, known[name]):
        single = say(
            "{question} is about a single model, and {unit} is a unit. Ask about one of: {models}",
            question=Quoted(name),
            unit=Who(who),
            models=Notation(", ".join(table.units[who].models)),
        )
        raise InvalidQuestion("who", single)
    given = freeze(details or {})
    assert isinstance(given, Record)
    _fitting(known[name], name, given)
    _check_values(ruleset_of(table), known[name], given)
    _check_names(table, known[name], given)
    return known[name](table, who, given)


def ask_all(table: Table, who: str) -> dict[str, Answer]:
    """The answers to every question about a model or a unit that needs no details."""
    known_name(table, who)
    return {name: question(table, who, EMPTY) for name, question in without_details(table, who).items()}


def known_name(table: Table, who: str) -> None:
    """Raises InvalidQuestion if no model or unit has this name."""
    known = [*table.models, *table.units]
    if who not in known:
        unknown = say("There is no model or unit {name}", name=Quoted(who))
        raise InvalidQuestion("who", suggested(unknown if who else say("Name a model or a unit"), who, known))


def _fitting(question: Question, name: str, given: Record) -> None:
    if question.details is None:
        return
    known = {detail.name: detail for detail in question.details}
    if given and not known:
        raise InvalidQuestion("details", say("{question} takes no details", question=Quoted(name)))
    for key in given:
        if key not in known:
            asked, detail = Quoted(name), Quoted(key)
            unknown = say("{question} has no detail {detail}", question=asked, detail=detail)
            raise InvalidQuestion("details", suggested(unknown, key, known))
    missing = [each for each in question.details if each.required and each.name not in given]
    if missing:
        needed = tuple(
            say("{detail} ({meaning})", detail=Notation(each.name), meaning=sentence(each.says))
            for each in missing
        )
        needs = say("{question} also needs {details}", question=Quoted(name), details=needed)
        raise InvalidQuestion("details", needs)


# What a detail of some kind takes, and the types of such values; a state keeps fractions as text.
_VALUES: dict[str, tuple[Sentence, tuple[type, ...]]] = {
    "number": (say("a whole number"), (int,)),
    "switch": (say("true or false"), (bool,)),
    "text": (say("a word"), (str,)),
}


def _check_names(table: Table, question: Question, given: Record) -> None:
    """Raises InvalidQuestion if the target asked about is nothing on the table."""
    target = given.text("target")
    known = [*table.models, *table.units, *table.pieces, *table.objects]
    if target and target not in known and any(each.name == "target" for each in question.details or ()):
        unknown = say("There is no {name} on this table", name=Quoted(target))
        raise InvalidQuestion("details", suggested(unknown, target, known))


def _check_values(ruleset: Ruleset, question: Question, given: Record) -> None:
    """Raises InvalidQuestion if a detail has a value of another kind, or one out of its bounds."""
    for detail in question.details or ():
        if detail.name not in given:
            continue
        value = given[detail.name]
        takes, types = _VALUES.get(detail.kind, (say("anything"), ()))
        problem = None
        if types and type(value) not in types:
            problem = say("expected {takes}, found {found}", takes=takes, found=shown(value))
        else:
            problem = next((sentence(each.says) for each in detail_problems(ruleset, detail, value)), None)
        if problem is not None:
            wrong = say(
                "{detail}: {problem} ({meaning})",
                detail=Notation(detail.name),
                problem=problem,
                meaning=sentence(detail.says),
            )
            raise InvalidQuestion("details", wrong)


def questions_data(ruleset: Ruleset) -> list[dict[str, Any]]:
    """All questions of a ruleset as JSON data."""
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
    """One answer as JSON data: the value in the table's unit, a sentence, and the clauses behind it."""
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
    """JSON data of one answer, of all answers about a model or a unit, or of the list of questions if none is named."""
    if not who and not name:
        return {"questions": questions_data(ruleset_of(table)), "answers": []}
    found = {name: ask(table, who, name, details)} if name else ask_all(table, who)
    return {
        "questions": [],
        "answers": [answer_data(table, who, each, answer) for each, answer in found.items()],
    }


def told(answer: Answer, table: Table) -> str:
    """An answer for people, beginning with yes or no where it is one."""
    speaks = speaker(table)
    if isinstance(answer.value, bool) and answer.says:
        reason = sentence(answer.says)
        return speaks(say("Yes. {why}", why=reason) if answer.value else say("No. {why}", why=reason))
    return speaks(answer.says) or words.value(answer.value, table)
