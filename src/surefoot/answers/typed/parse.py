"""What a typed line means at a table, as plain data: a declaration to be judged, an order, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from surefoot.answers.typed.lexicon import Lexicon
from surefoot.answers.typed.named_places import NoAim, declared, measured_by_us
from surefoot.answers.typed.sentence import Order, Query, Said, Unclear, understand
from surefoot.files.problems import FileInvalid
from surefoot.referee.referee import Malformed
from surefoot.referee.verdict import declaration_data
from surefoot.table.table import Table


def heard_data(table: Table, line: str, withheld: Callable[[str], str]) -> dict[str, Any]:
    """What a line says; `withheld` tells why nothing may be measured for somebody yet."""
    heard = understand(line, Lexicon.of(table))
    if heard is None:
        return _unclear("type who does what, such as: NAME move to 8,6")
    if isinstance(heard, Unclear):
        return _unclear(*heard.problems)
    if isinstance(heard, Order):
        return {"heard": "order", "order": heard.verb, "rest": heard.rest}
    if isinstance(heard, Query):
        return {"heard": "query", "who": heard.who, "about": heard.about}
    return _said(table, heard, withheld)


def _said(table: Table, heard: Said, withheld: Callable[[str], str]) -> dict[str, Any]:
    who = heard.fields.get("who", "")
    why = withheld(who) if isinstance(who, str) and measured_by_us(heard.fields) else ""
    if why:
        return _unclear(why)
    try:
        found = declared(heard.fields, table)
    except FileInvalid as invalid:
        return _unclear(*(each.message() for each in invalid.problems))
    except NoAim as wrong:
        return _unclear(str(wrong))
    except Malformed as malformed:
        return _unclear(*(f"{each.where}: {each.says}" for each in malformed.problems))
    return {"heard": "declaration", "declaration": declaration_data(found, table.ruleset)}


def _unclear(*problems: str) -> dict[str, Any]:
    return {"heard": "unclear", "problems": list(problems)}
