"""What can be asked about a model or a unit: the ruleset's own questions, and the one that every ruleset answers."""

from __future__ import annotations

from surefoot.referee.protocol import Answer, Question, Ruleset
from surefoot.referee.referee import legal_actions
from surefoot.table.record import Record
from surefoot.table.table import Table

# The question that every ruleset answers.
OFFERED = "offered"


def questions(ruleset: Ruleset) -> dict[str, Question]:
    """Every question that can be asked about a model or a unit, by name."""
    known = {name: ruleset.question(name) for name in ruleset.questions}
    return {OFFERED: Question(_offered, "What can it do now, and why not the rest?"), **known}


def _offered(table: Table, who: str, _: Record) -> Answer:
    """What a model or a unit can do now, and for everything else the reason."""
    found = legal_actions(table, who)
    reasons: dict[str, list[str]] = {}
    for action, breaks in found:
        if breaks:
            why = ", ".join(dict.fromkeys(str(each.says) for each in breaks))
            reasons.setdefault(why, []).append(action.name)
    can = ", ".join(action.name for action, breaks in found if not breaks) or "nothing"
    why_not = "; ".join(f"{', '.join(names)} ({why})" for why, names in reasons.items())
    return Answer(
        Record({action.name: not breaks for action, breaks in found}),
        tuple(dict.fromkeys(each.clause for _, breaks in found for each in breaks)),
        f"can {can}{f'; not now: {why_not}' if why_not else ''}",
    )
