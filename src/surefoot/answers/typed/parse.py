"""A typed line as JSON data: a declaration, an order, a query, or its problems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from surefoot.answers.typed.lexicon import Lexicon
from surefoot.answers.typed.named_places import NoSuchPlace, declared, needs_measuring
from surefoot.answers.typed.sentence import Order, Query, TypedDeclaration, Unclear, parse_line
from surefoot.files.problems import FileInvalid
from surefoot.language.speaker import text
from surefoot.referee.referee import Malformed
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import declaration_data
from surefoot.table.table import Table


def line_data(table: Table, line: str, withheld: Callable[[str], str]) -> dict[str, Any]:
    """The meaning of a line; `withheld` says why nothing may be measured for a model yet, empty if it may."""
    heard, words = parse_line(line, Lexicon.of(table)), speaker(table)
    if heard is None:
        return _unclear(text("Type a name and an action, for example: NAME move to 8,6"))
    if isinstance(heard, Unclear):
        return _unclear(*(words(each) for each in heard.problems))
    if isinstance(heard, Order):
        return {"heard": "order", "order": heard.verb, "rest": heard.rest}
    if isinstance(heard, Query):
        return {"heard": "query", "who": heard.who, "about": heard.about}
    return _declaration(table, heard, withheld)


def _declaration(table: Table, heard: TypedDeclaration, withheld: Callable[[str], str]) -> dict[str, Any]:
    words = speaker(table)
    who = heard.fields.get("who", "")
    why = withheld(who) if isinstance(who, str) and needs_measuring(heard.fields) else ""
    if why:
        return _unclear(why)
    try:
        found = declared(heard.fields, table)
    except FileInvalid as invalid:
        return _unclear(*(each.message() for each in invalid.problems))
    except NoSuchPlace as wrong:
        return _unclear(words(wrong.says))
    except Malformed as malformed:
        return _unclear(*(f"{each.where}: {words(each.says)}" for each in malformed.problems))
    return {"heard": "declaration", "declaration": declaration_data(found, table.ruleset)}


def _unclear(*problems: str) -> dict[str, Any]:
    return {"heard": "unclear", "problems": list(problems)}
