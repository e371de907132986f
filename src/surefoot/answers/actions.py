"""The actions of a model or a unit, each with the clauses that forbid it now; also happenings and the clock."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import surefoot
from surefoot.answers.errors import InvalidQuestion
from surefoot.dice.requests import Break
from surefoot.files.problems import FileInvalid
from surefoot.language import Quoted, say
from surefoot.language.speaker import Speaker
from surefoot.referee.protocol import Action, Declaration
from surefoot.referee.referee import Malformed, check, legal_actions, ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer
from surefoot.routes.units import is_unit, members
from surefoot.table.table import Table
from surefoot.table.words import suggested


def actions_data(table: Table, who: str) -> dict[str, Any]:
    """All actions of a model or a unit, each with every clause that forbids it now; without a name, those of the clock."""
    ruleset = ruleset_of(table)
    cite, words = Citer(ruleset.catalogue), speaker(table)
    if not who:
        clock = [action for action in ruleset.actions.values() if action.kind == "tick"]
        return {"who": "", "actions": [_action(each, _untimely(table, each), cite, words) for each in clock]}
    _demand_known(table, who)
    happens = [action for action in ruleset.actions.values() if action.kind == "happen"]
    made_for: dict[str, tuple[str, ...]] = {}
    for crossing in ruleset.planning.crossings:
        made_for[crossing.action] = (*made_for.get(crossing.action, ()), crossing.by)
    return {
        "who": who,
        "actions": [
            _action(action, breaks, cite, words, made_for.get(action.name, ())) | _driving(table, who, action)
            for action, breaks in legal_actions(table, who)
        ],
        "happens": [_action(action, (), cite, words) for action in happens],
    }


def _untimely(table: Table, action: Action) -> tuple[Break, ...]:
    """Why an action of the clock can't be done now; nothing is known of one that needs details."""
    if any(each.required for each in action.details):
        return ()
    try:
        return check(table, Declaration(action.name, kind="tick"), nearest=False).breaks
    except (FileInvalid, Malformed):
        return ()


def _action(
    action: Action,
    breaks: tuple[Break, ...],
    cite: Callable[[str], str],
    words: Speaker,
    legs: tuple[str, ...] = (),
) -> dict[str, Any]:
    """An action as data. `legs` are the kinds of legs that it is made for; none: its path is walked."""
    return {
        "name": action.name,
        "title": words(action.title),
        "kind": action.kind,
        "path": action.path,
        "target": action.target,
        "legs": list(legs),
        "details": [
            {"name": each.name, "kind": each.kind, "says": words(each.says), "required": each.required}
            for each in action.details
        ],
        "allowed": not breaks,
        "why_not": [{"clause": cite(each.clause), "says": words(each.says)} for each in breaks],
    }


def _driving(table: Table, who: str, action: Action) -> dict[str, Any]:
    """How a vehicle drives with an action: the directions off its facing, how many turns, and the widest of them."""
    if action.path == "none" or who not in table.models or not table.models[who].place.on_table:
        return {}
    tariffs = ruleset_of(table).tariffs(table, who, action.name)
    turning = tariffs[0].turning if tariffs else None
    if turning is None or not turning.ways:
        return {}
    return {"drives": {"ways": list(turning.ways), "turns": turning.most, "widest": turning.widest}}


def targets_data(table: Table, who: str, action: str) -> dict[str, Any]:
    """What an action may be aimed at now: models, units, pieces and objects that the referee accepts as its target.

    Of an action that also needs a path or details only the kind of target can be told: every model that is not the
    mover's own. The others are tried one by one. If none of them is accepted, `nearest` says why not the nearest model.
    """
    known = ruleset_of(table).actions.get(action)
    if known is None or known.target == "none":
        return {"who": who, "action": action, "targets": []}
    _demand_known(table, who)
    own = _own(table, who)
    side = _side(table, who)
    if known.path != "none" or any(each.required for each in known.details):
        others = [name for name, model in table.models.items() if name not in own and model.side != side]
        return {"who": who, "action": action, "targets": others}
    names = (*table.models, *table.units, *table.pieces, *table.objects)
    tried = [name for name in dict.fromkeys(names) if name not in own]
    found = [name for name in tried if _accepted(table, who, action, name)]
    said: dict[str, Any] = {"who": who, "action": action, "targets": found}
    return said if found else said | _why_not(table, who, action, own)


def _why_not(table: Table, who: str, action: str, own: tuple[str, ...]) -> dict[str, Any]:
    """The model that is nearest to the mover, and why it can't be the target; empty if there is none."""
    here = [table.pose(name) for name in own if name in table.models and table.models[name].place.on_table]
    others = {
        name: min((math.dist(pose[:2], table.pose(name)[:2]) for pose in here), default=0.0)
        for name, model in table.models.items()
        if name not in own and model.place.on_table
    }
    if not others:
        return {}
    nearest = min(others, key=others.__getitem__)
    try:
        made = surefoot.declaration(table, who=who, action=action, target=nearest)
        breaks = check(table, made, nearest=False).breaks
    except (FileInvalid, Malformed):
        return {}
    cite, words = Citer(ruleset_of(table).catalogue), speaker(table)
    reasons = [{"clause": cite(each.clause), "says": words(each.says)} for each in breaks]
    return {"nearest": {"target": nearest, "reasons": reasons}} if reasons else {}


def _demand_known(table: Table, who: str) -> None:
    """Raise InvalidQuestion if there is no such model or unit."""
    known = [*table.models, *table.units]
    if who not in known:
        unknown = say("There is no model or unit {name}", name=Quoted(who))
        raise InvalidQuestion("who", suggested(unknown, who, known))


def _own(table: Table, who: str) -> tuple[str, ...]:
    """A unit with its models, or a model."""
    return (who, *members(table, who)) if is_unit(table, who) else (who,)


def _side(table: Table, who: str) -> str:
    return table.units[who].side if who in table.units else table.models[who].side


def _accepted(table: Table, who: str, action: str, target: str) -> bool:
    """Whether the referee accepts a target: the declaration is readable and not refused."""
    try:
        made = surefoot.declaration(table, who=who, action=action, target=target)
        return check(table, made, nearest=False).verdict != "illegal"
    except (FileInvalid, Malformed):
        return False
