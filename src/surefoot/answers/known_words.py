"""The words and numbers that a ruleset knows, as plain data: for the command line, the server and the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from surefoot.referee.protocol import Ruleset
from surefoot.referee.vocabulary import Entry, Word


def words_data(ruleset: Ruleset) -> dict[str, Any] | None:
    """The vocabulary of a ruleset; None if it accepts any word."""
    known = ruleset.vocabulary
    if known is None:
        return None
    return {
        "models": [
            {
                "called": sheet.called,
                "keyword": sheet.keyword,
                "base": [sheet.base.low, sheet.base.high],
                "height": [sheet.height.low, sheet.height.high],
                "profile": _entries(sheet.profile),
                "statuses": _words(sheet.statuses),
                "counters": _words(sheet.counters),
            }
            for sheet in known.sheets
        ],
        "keywords": _words(known.keywords),
        "traits": _entries(known.traits),
        "unit_profile": _entries(known.unit_profile),
        "tags": _words(known.tags),
        "states": _words(known.states),
        "piece_traits": _entries(known.piece_traits),
        "deck_tags": _words(known.deck_tags),
        "objects": [
            {"name": thing.sort, "says": str(thing.says), "details": _entries(thing.details)}
            for thing in known.objects
        ],
        "environment": _entries(known.environment),
        "phases": _words(known.phases),
        "steps": _words(known.steps),
        "board": [known.board.low, known.board.high],
        "levels": [known.levels.low, known.levels.high],
    }


def _words(words: Iterable[Word]) -> list[dict[str, Any]]:
    return [
        {"name": word.name, "says": str(word.says), "sorts": list(word.sorts), "read": not word.described}
        for word in words
    ]


def _entries(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "name": entry.name,
            "takes": entry.kind.takes(),
            "says": str(entry.says),
            "clause": entry.clause,
            "schema": entry.kind.schema(),
            "read": not entry.described,
        }
        for entry in entries
    ]
