"""Splits a typed line into points, numbers, words, quoted text and data in brackets."""

from __future__ import annotations

import re
from typing import Any, Literal

from surefoot.language import Notation, Sentence, say
from surefoot.records import dataclass

Kind = Literal["point", "number", "word", "text", "data", "break"]

_NUMBER = r"[+-]?\d{1,6}(?:\.\d{1,6})?"
# A unit behind a number is ignored: the table has only one.
_UNIT = r"(?:[\"″']|in(?:ch(?:es)?)?\b|m(?:etres?)?\b)?"
_LEXEMES = re.compile(
    rf"""
    (?P<space>\s+)
  | (?P<point>\(?(?P<x>{_NUMBER}){_UNIT}\s*,\s*(?P<y>{_NUMBER}){_UNIT}(?:\s*,\s*(?P<z>{_NUMBER}){_UNIT})?\)?(?![\w.]))
  | (?P<number>{_NUMBER}{_UNIT}(?![\w.]))
  | (?P<text>"[^"]*"|'[^']*')
  | (?P<break>[,;&=:]+|->|→)
  | (?P<word>[^\s,;&=:{{\["(]+|.)
    """,
    re.VERBOSE,
)
_CLOSING = {"{": "}", "[": "]"}


@dataclass(frozen=True)
class Token:
    """One part of a line: its kind, its text as typed, and its value."""

    kind: Kind
    typed: str
    value: Any = None

    @property
    def word(self) -> str:
        """The text in lower case and without a full stop, for comparisons; empty if it isn't a word."""
        return self.typed.lower().rstrip(".!") if self.kind == "word" else ""


def tokens(line: str) -> tuple[list[Token], list[Sentence]]:
    """The tokens of a line, and its problems.

    >>> [(each.kind, each.value) for each in tokens('kal move to 12, 9 with {ap: 2}')[0]][-3:]
    [('point', [12, 9]), ('word', 'with'), ('data', {'ap': 2})]
    """
    found: list[Token] = []
    problems: list[Sentence] = []
    # The line may end with a full stop.
    line = line.rstrip().rstrip(".!")
    at = 0
    while at < len(line):
        if line[at] in _CLOSING:
            at = _data(line, at, found, problems)
            continue
        match = _LEXEMES.match(line, at)
        if match is None:
            # A line break counts as a space.
            at += 1
            continue
        at = match.end()
        found += _token(match)
    return found, problems


def _token(match: re.Match[str]) -> list[Token]:
    kind, typed = match.lastgroup, match[0]
    if match["point"] is not None:
        point = [float(match[name]) for name in ("x", "y", "z") if match[name] is not None]
        return [Token("point", typed, [_plain(each) for each in point])]
    if kind == "number":
        return [Token("number", typed, _plain(float(re.match(_NUMBER, typed)[0])))]  # type: ignore[index]  # it matched
    if kind == "text":
        return [Token("text", typed, typed[1:-1])]
    if kind == "break":
        return [Token("break", typed)]
    return [Token("word", typed, typed)] if kind == "word" else []


def _plain(number: float) -> float | int:
    return int(number) if number == int(number) else number


def _data(line: str, at: int, found: list[Token], problems: list[Sentence]) -> int:
    """Read data in brackets; returns the index behind its closing bracket."""
    end = _closed(line, at)
    typed = line[at:end]
    value = read_data(typed)
    if value is None:
        problems.append(
            say(
                "Can't read {data}. Write data like this: {example}",
                data=Notation(typed),
                example=Notation("{shift: [3, 0]}"),
            )
        )
    else:
        found.append(Token("data", typed, value))
    return end


def _closed(line: str, at: int) -> int:
    open_ones: list[str] = []
    for index in range(at, len(line)):
        sign = line[index]
        if sign in _CLOSING:
            open_ones.append(_CLOSING[sign])
        elif open_ones and sign == open_ones[-1]:
            open_ones.pop()
            if not open_ones:
                return index + 1
    return len(line)


def read_data(text: str) -> Any:
    """Plain data in the notation of a scenario; None if it can't be read."""
    from surefoot.files.problems import FileInvalid
    from surefoot.files.source import parse

    try:
        return parse(text, "").data
    except FileInvalid:
        return None
