"""Where answers come from: dice on the command line or in the file, a seed, or the person at the keyboard."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from typing import Any, TextIO

from surefoot.answers.open_question import question
from surefoot.dice.host import Asked, InLine, Reply, Unanswered, read_faces, read_value
from surefoot.dice.requests import Break, Choice, Roll, Ruling
from surefoot.dice.responders import Entry, Script, placed, settled


class NoDice(ValueError):
    """Dice that cannot be read as such, in plain words."""


def read_dice(text: str) -> list[Any]:
    """Dice as they are typed: faces in order, or keyed by clause or question; `3+5` are several dice of one roll.

    A place on the table stands in brackets, a plan in braces, as a file writes them.

    >>> read_dice("4, 2; leap.test=5; shove=3+5; edge=stay; where=[19.5, 4.25]")
    [4, 2, {'leap.test': 5}, {'shove': [3, 5]}, {'edge': 'stay'}, {'where': [19.5, 4.25]}]
    >>> read_dice("3, plan={shift: [0, -6], stay: [u2]}")
    [3, {'plan': {'shift': [0, -6], 'stay': ['u2']}}]
    """
    found: list[Any] = []
    for part in _parts(text):
        key, equals, value = _keyed(part)
        if not value or (equals and not key):
            raise NoDice(f"{text!r} has an empty place; write for example 4,2,6 or leap.test=4")
        faces = [each.strip() for each in value.split("+")]
        if all(_whole(each) for each in faces):
            numbers = [int(each) for each in faces]
            answer: Any = numbers if len(numbers) > 1 else numbers[0]
        elif equals:
            answer = _answer(value)
        else:
            raise NoDice(f"{value!r} is no die; write faces such as 4,2,6, or what it is for: leap.test=4")
        found.append({key: answer} if equals else answer)
    return found


_OPENING, _CLOSING = "[{(", "]})"


def _parts(text: str) -> list[str]:
    """A text cut at its commas and semicolons, but not inside brackets: those belong to a place or a plan."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if letter in ",;" and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    if depth:
        raise NoDice(f"{text!r} has a bracket that is not closed")
    return parts


def _keyed(part: str) -> tuple[str, str, str]:
    """What an answer is for, and the answer."""
    begins = next((i for i, letter in enumerate(part) if letter in _OPENING), len(part))
    key, equals, value = part[:begins].rpartition("=")
    return key.strip(), equals, f"{value}{part[begins:]}".strip()


def _answer(value: str) -> Any:
    """An answer that is no die: a place, a plan in braces as a file would write it, or a word."""
    place = typed_spot(value)
    if place is not None or value[0] not in "[{":
        return place or value
    from surefoot.files.problems import FileInvalid
    from surefoot.files.source import parse

    try:
        return parse(f"plan: {value}", "--dice").data["plan"]
    except FileInvalid as invalid:
        raise NoDice(f"{value!r} cannot be read: {invalid.problems[0].says}") from None


def typed_spot(text: str) -> list[float] | None:
    """A place as it is typed, `[19.5, 4.25]` or `19.5, 4.25`; None if it is none."""
    parts = [part.strip() for part in text.strip().removeprefix("[").removesuffix("]").split(",")]
    if len(parts) not in (2, 3) or not all(
        re.fullmatch(r"-?[0-9]{1,5}(\.[0-9]{1,9})?", part) for part in parts
    ):
        return None
    return [float(part) for part in parts]


def _number(text: str) -> float | int | str:
    """A number as it is typed; any other text as it is."""
    if _whole(text):
        return int(text)
    return float(text) if re.fullmatch(r"-?[0-9]{1,5}\.[0-9]{1,9}", text) else text


def _whole(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,9}", text) is not None


@dataclass
class Typed(InLine):
    """Answers from a script first; what it does not cover is asked of the person at the keyboard."""

    # Its `then` is None: what a script does not cover is not settled behind the player's back.
    answers: Script
    source: TextIO = field(default_factory=lambda: sys.stdin)

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """The script's answer, or one that is typed in; wrong ones are asked for again."""
        given = len(self.answers.unused)
        try:
            return self.answers.reply(request, breaks)
        except Unanswered as unanswered:
            # That nothing was given needs no words; that it does not fit does.
            wrong = bool(breaks) or len(self.answers.unused) < given
            problem = str(unanswered.problem) if wrong else ""
        return self._asked(request, problem)

    def _asked(self, request: Asked, problem: str) -> Reply:
        while True:
            if problem:
                sys.stderr.write(f"{problem}\n")
            sys.stderr.write(f"{question(request)}: ")
            sys.stderr.flush()
            line = self.source.readline()
            if not line:
                sys.stderr.write("\n")
                raise Unanswered(request, f"nobody answered: {request.what}")
            try:
                return read_typed(request, line.strip())
            except (Unanswered, NoDice) as wrong:
                problem = str(wrong)


def read_typed(request: Asked, line: str) -> Reply:
    """A line of somebody at the keyboard as an answer; raises Unanswered or NoDice if it is none."""
    if isinstance(request, Roll):
        faces = re.split(r"[\s,;+]+", line)
        if not all(_whole(face) for face in faces):
            raise NoDice(f"{line!r} is no {request.dice}")
        return read_faces(request, tuple(int(face) for face in faces))
    if not line:
        return settled(request, ())
    if isinstance(request, Choice):
        return _chosen(request, line)
    if isinstance(request, Ruling):
        return read_value(request, _number(line))
    where = typed_spot(line)
    if where is not None:
        return Reply(placed(request, where))
    raise NoDice("press Enter to take what is proposed, or type a place such as 19.5, 4.25")


def _chosen(request: Choice, line: str) -> Reply:
    by_number = int(line) if _whole(line) else 0
    if 1 <= by_number <= len(request.among):
        return Reply(request.among[by_number - 1])
    if line in request.among:
        return Reply(line)
    where = typed_spot(line)
    if where is not None:
        return read_value(request, where)
    raise NoDice(f"{line!r} is none of 1 to {len(request.among)}")


def example(request: Asked) -> str:
    """What would answer a question on the command line."""
    if isinstance(request, Roll):
        return ",".join([str(request.dice.faces[-1])] * request.dice.count)
    key = request.clauses[0] if request.clauses else request.what
    answer = request.among[0] if isinstance(request, Choice) else "…"
    return f"'{key}={answer}'"


def idle(entries: list[Entry]) -> list[str]:
    """Answers that nothing asked for, as they were written."""
    return [f"{entry.key}={entry.value}" if entry.key else str(entry.value) for entry in entries]
