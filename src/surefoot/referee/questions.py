"""What can be asked about a model or a unit: the ruleset's own questions, and the one that every ruleset answers."""

from __future__ import annotations

from surefoot.language import Sentence, say
from surefoot.language.sentence import sentence
from surefoot.referee.protocol import Answer, Question, Ruleset
from surefoot.referee.referee import legal_actions, ruleset_of
from surefoot.table.record import Record
from surefoot.table.table import Table

# The question that every ruleset answers.
OFFERED = "offered"


def questions(ruleset: Ruleset) -> dict[str, Question]:
    """Every question that can be asked about a model or a unit, by name."""
    known = {name: ruleset.question(name) for name in ruleset.questions}
    return {OFFERED: Question(_offered, say("What can it do now, and why not the rest?")), **known}


def fits(table: Table, who: str, question: Question) -> bool:
    """Whether a question can be asked about a model or a unit: some are about models only."""
    return question.about == "any" or who in table.models


def without_details(table: Table, who: str) -> dict[str, Question]:
    """The questions about a model or a unit that need no details, by name."""
    return {
        name: question
        for name, question in questions(ruleset_of(table)).items()
        if fits(table, who, question) and not any(detail.required for detail in question.details or ())
    }


def _offered(table: Table, who: str, _: Record) -> Answer:
    """What a model or a unit can do now, and for everything else the reason."""
    found = legal_actions(table, who)
    reasons: dict[tuple[Sentence, ...], list[Sentence]] = {}
    for action, breaks in found:
        if breaks:
            why = tuple(dict.fromkeys(sentence(each.says) for each in breaks))
            reasons.setdefault(why, []).append(sentence(action.title))
    can = tuple(sentence(action.title) for action, breaks in found if not breaks)
    why_not = tuple(
        say("{actions} ({why})", actions=tuple(titles), why=_chained(why)) for why, titles in reasons.items()
    )
    return Answer(
        Record({action.name: not breaks for action, breaks in found}),
        tuple(dict.fromkeys(each.clause for _, breaks in found for each in breaks)),
        _told(can, why_not),
    )


def _chained(whole: tuple[Sentence, ...]) -> Sentence:
    """Whole sentences one after another: unlike words they are not joined by *and*."""
    first, *rest = whole
    return first if not rest else say("{first}; {rest}", first=first, rest=_chained(tuple(rest)))


def _told(can: tuple[Sentence, ...], why_not: tuple[Sentence, ...]) -> Sentence:
    if not can:
        return (
            say("No actions left. Unavailable: {why_not}", why_not=why_not)
            if why_not
            else say("No actions left")
        )
    if not why_not:
        return say("Available: {actions}", actions=can)
    return say("Available: {actions}. Unavailable: {why_not}", actions=can, why_not=why_not)
