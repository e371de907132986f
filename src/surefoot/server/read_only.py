"""Read-only requests about a table: previews, odds, reach and routes. They run outside the queue of the game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import surefoot
from surefoot.answers import movement, odds, verdicts
from surefoot.answers.actions import actions_data, targets_data
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.questions import asked_data
from surefoot.answers.typed.parse import line_data
from surefoot.files.codec import decode
from surefoot.files.lines import resumed
from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import Scenario
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import Malformed
from surefoot.referee.speaking import speaker
from surefoot.routes.query import MoveQuery
from surefoot.routes.risk.over_levels import reach_by_chance
from surefoot.server import authority
from surefoot.server.authority import Actor
from surefoot.server.growing import Part, part_of
from surefoot.server.messages import Actions, Ask, Heard, Odds, Preview, Reach, ReadOnly, Route, Targets
from surefoot.server.problems import Problem, problem_of, rendered
from surefoot.table.table import Table


@dataclass(frozen=True, slots=True)
class View:
    """The table as JSON, the seat that asks, and the models of the open declaration."""

    table: str
    actor: Actor
    declared: tuple[str, ...]
    # The largest number of branches of exact odds.
    ways: int


@lru_cache(maxsize=64)
def table_of(text: str) -> Table:
    """A table from its JSON form in the log."""
    found: Table = decode(Table, json.loads(text))
    return found


def look(view: View, asked: ReadOnly) -> dict[str, Any]:
    """The answer to a read-only request; raises Problem if it can't be answered."""
    table = table_of(view.table)
    try:
        match asked:
            case Preview():
                return _preview(view, table, asked)
            case Odds():
                return _odds(view, table, asked)
            case Reach():
                return _reach(view, table, asked)
            case Route():
                return _route(view, table, asked)
            case Actions():
                return actions_data(table, asked.who)
            case Targets():
                return targets_data(table, asked.who, asked.action)
            case Ask():
                return asked_data(table, asked.who, asked.question, asked.details)
            case Heard():
                return line_data(table, asked.line, lambda who: _withheld(view, table, who))
    except (FileInvalid, Malformed, InvalidQuestion) as wrong:
        raise problem_of(wrong, speaker(table)) from None


def look_partly(view: View, asked: Reach, key: str, again: bool) -> Part:
    """The next part of the answer to a reach; raises Problem if it can't be answered."""
    table = table_of(view.table)
    try:
        if not again:
            movement.action_of(table, asked.who, asked.action)
            _seen(view, table, asked.who)
        return part_of(key, table, asked, again=again)
    except (FileInvalid, Malformed, InvalidQuestion) as wrong:
        raise problem_of(wrong, speaker(table)) from None


def _preview(view: View, table: Table, asked: Preview) -> dict[str, Any]:
    laid = _laid(view, table, asked.declaration)
    if asked.brief:
        return verdicts.brief_data(laid)
    found = verdicts.previewed(laid)
    data = verdicts.told_data(found, preview=True)
    return verdicts.in_words(data["outcomes"][0], found.outcomes[0]) | {"open": data["open"]}


def _odds(view: View, table: Table, asked: Odds) -> dict[str, Any]:
    laid = _laid(view, table, asked.declaration)
    found = odds.odds_of(laid, asked.given, most=view.ways, ask=asked.ask, who=asked.who)
    return odds.odds_data(*found, asked.ask, clauses=True)


def _reach(view: View, table: Table, asked: Reach) -> dict[str, Any]:
    action = movement.action_of(table, asked.who, asked.action)
    _seen(view, table, asked.who)
    query = MoveQuery.from_fields(asked)
    found = movement.reached(table, asked.who, action, query)
    shown = movement.reach_data(found, asked.step)
    if asked.chances and found.mover != "unit":
        return odds.with_chances(shown, reach_by_chance(table, asked.who, action, query))
    return shown


def _route(view: View, table: Table, asked: Route) -> dict[str, Any]:
    action = movement.action_of(table, asked.who, asked.action)
    _seen(view, table, asked.who)
    found = movement.routed(table, asked.who, action, asked.to, MoveQuery.from_fields(asked))
    return movement.route_data(movement.from_now_on(table, found), speaker(table))


def _laid(view: View, table: Table, fields: dict[str, Any]) -> Scenario:
    """The table with one declaration, as a scenario."""
    declaration: Declaration = surefoot.declaration(table, **fields)
    for who in declaration.who if declaration.legs else ():
        _seen(view, table, who)
    return Scenario(table, (declaration,), [], "", "")


def _withheld(view: View, table: Table, who: str) -> str:
    return authority.withholds(view.actor, table, who, view.declared)


def _seen(view: View, table: Table, who: str) -> None:
    withheld = _withheld(view, table, who)
    if withheld:
        raise Problem("measure/withheld", rendered(withheld))


def reviewed(lines: Sequence[str], paths: bool) -> dict[str, Any]:
    """The review of a game from the lines of its log; runs in a worker."""
    from surefoot.answers.review import review_data
    from surefoot.hindsight.game import review

    try:
        session, _ = resumed(lines, "log", judged=False)
    except FileInvalid as invalid:
        raise problem_of(invalid) from None
    return review_data(review(session, paths=paths))
