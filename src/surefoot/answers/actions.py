"""The actions of a model or a unit, each with the clauses that forbid it now; also happenings and the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from surefoot.answers.errors import InvalidQuestion
from surefoot.dice.requests import Break
from surefoot.language import Quoted, say
from surefoot.language.speaker import Speaker
from surefoot.referee.protocol import Action
from surefoot.referee.referee import legal_actions, ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer
from surefoot.table.table import Table
from surefoot.table.words import suggested


def actions_data(table: Table, who: str) -> dict[str, Any]:
    """All actions of a model or a unit, each with every clause that forbids it now; without a name, those of the clock."""
    ruleset = ruleset_of(table)
    cite, words = Citer(ruleset.catalogue), speaker(table)
    if not who:
        clock = [action for action in ruleset.actions.values() if action.kind == "tick"]
        return {"who": "", "actions": [_action(action, (), cite, words) for action in clock]}
    known = [*table.models, *table.units]
    if who not in known:
        unknown = say("There is no model or unit {name}", name=Quoted(who))
        raise InvalidQuestion("who", suggested(unknown, who, known))
    happens = [action for action in ruleset.actions.values() if action.kind == "happen"]
    return {
        "who": who,
        "actions": [_action(action, breaks, cite, words) for action, breaks in legal_actions(table, who)],
        "happens": [_action(action, (), cite, words) for action in happens],
    }


def _action(
    action: Action, breaks: tuple[Break, ...], cite: Callable[[str], str], words: Speaker
) -> dict[str, Any]:
    return {
        "name": action.name,
        "title": words(action.title),
        "kind": action.kind,
        "path": action.path,
        "target": action.target,
        "details": [
            {"name": each.name, "kind": each.kind, "says": words(each.says), "required": each.required}
            for each in action.details
        ],
        "allowed": not breaks,
        "why_not": [{"clause": cite(each.clause), "says": words(each.says)} for each in breaks],
    }
