"""What is typed at the table, cut into points, numbers, words, quoted text and data in brackets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["point", "number", "word", "text", "data", "break"]

_NUMBER = r"[+-]?\d{1,6}(?:\.\d{1,6})?"
# An inch sign or the letter of the unit behind a number says nothing that the table does not know.
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
    """One piece of a line: what it is, how it was typed, what it stands for."""

    kind: Kind
    typed: str
    value: Any = None

    @property
    def word(self) -> str:
        """As it is compared: small letters, without a full stop behind it."""
        return self.typed.lower().rstrip(".!") if self.kind == "word" else ""


def tokens(line: str) -> tuple[list[Token], list[str]]:
    """The pieces of a line, and what is wrong with it in plain words.

    >>> [(each.kind, each.value) for each in tokens('kal move to 12, 9 with {ap: 2}')[0]][-3:]
    [('point', [12, 9]), ('word', 'with'), ('data', {'ap': 2})]
    """
    found: list[Token] = []
    problems: list[str] = []
    # A sentence may end like one.
    line = line.rstrip().rstrip(".!")
    at = 0
    while at < len(line):
        if line[at] in _CLOSING:
            at = _data(line, at, found, problems)
            continue
        match = _LEXEMES.match(line, at)
        if match is None:
            # A line break inside a line is a blank.
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


def _data(line: str, at: int, found: list[Token], problems: list[str]) -> int:
    """Data in brackets, up to the bracket that closes it; where the line goes on."""
    end = _closed(line, at)
    typed = line[at:end]
    value = read_data(typed)
    if value is None:
        problems.append(f"{typed} cannot be read; data is written like {{shift: [3, 0]}}")
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
    """Plain data as a scenario file writes it; None if it cannot be read."""
    from surefoot.files.problems import FileInvalid
    from surefoot.files.source import parse

    try:
        return parse(text, "").data
    except FileInvalid:
        return None
