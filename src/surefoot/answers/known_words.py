"""The vocabulary of a ruleset as plain data, for the command line, the server and the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from surefoot.language.speaker import Speaker
from surefoot.referee.protocol import Ruleset
from surefoot.referee.speaking import ruleset_speaker
from surefoot.referee.vocabulary import Entry, Word


def words_data(ruleset: Ruleset) -> dict[str, Any] | None:
    """The vocabulary of a ruleset; None if it accepts any word."""
    known = ruleset.vocabulary
    if known is None:
        return None
    speak = ruleset_speaker(ruleset.name)
    return {
        "models": [
            {
                "called": sheet.called,
                "keyword": sheet.keyword,
                "base": [sheet.base.low, sheet.base.high],
                "height": [sheet.height.low, sheet.height.high],
                "profile": _entries(speak, sheet.profile),
                "statuses": _words(speak, sheet.statuses),
                "counters": _words(speak, sheet.counters),
            }
            for sheet in known.sheets
        ],
        "keywords": _words(speak, known.keywords),
        "traits": _entries(speak, known.traits),
        "unit_profile": _entries(speak, known.unit_profile),
        "tags": _words(speak, known.tags),
        "states": _words(speak, known.states),
        "piece_traits": _entries(speak, known.piece_traits),
        "deck_tags": _words(speak, known.deck_tags),
        "objects": [
            {"name": thing.sort, "says": speak(thing.says), "details": _entries(speak, thing.details)}
            for thing in known.objects
        ],
        "environment": _entries(speak, known.environment),
        "manners": _words(speak, known.manners),
        "phases": _words(speak, known.phases),
        "steps": _words(speak, known.steps),
        "board": [known.board.low, known.board.high],
        "levels": [known.levels.low, known.levels.high],
    }


def _words(speak: Speaker, words: Iterable[Word]) -> list[dict[str, Any]]:
    return [
        {"name": word.name, "says": speak(word.says), "sorts": list(word.sorts), "read": not word.described}
        for word in words
    ]


def _entries(speak: Speaker, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "name": entry.name,
            "takes": speak(entry.kind.takes()),
            "says": speak(entry.says),
            "clause": entry.clause,
            "schema": entry.kind.schema(),
            "read": not entry.described,
        }
        for entry in entries
    ]
