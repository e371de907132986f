"""Reads dice and answers as they are typed: with --dice, or at the terminal."""

from __future__ import annotations

import re
import sys
from dataclasses import field
from typing import Any, TextIO

import typer

from surefoot.answers.open_question import question
from surefoot.dice.host import Asked, InLine, Reply, Unanswered, read_faces, read_value
from surefoot.dice.requests import Break, Choice, Roll, Ruling, asked
from surefoot.dice.responders import Entry, Script, placed, settled
from surefoot.language import Either, Notation, Quoted, Sentence, say
from surefoot.language.sentence import sentence
from surefoot.language.speaker import Speaker
from surefoot.records import dataclass


class NoDice(ValueError):
    """Typed dice or an answer that can't be read; `says` is the reason."""

    def __init__(self, says: Sentence) -> None:
        self.says = says
        super().__init__(str(says))


def given_dice(dice: str, option: str = "--dice") -> list[Any]:
    """The dice of an option; none if it is empty."""
    try:
        return read_dice(dice) if dice else []
    except NoDice as wrong:
        raise typer.BadParameter(Speaker()(wrong.says), param_hint=option) from None


def read_dice(text: str) -> list[Any]:
    """Typed dice: faces in order, or keyed by clause or question; `3+5` are several dice of one roll.

    A place is written in brackets, a plan in braces, as in a scenario.

    >>> read_dice("4, 2; leap.test=5; shove=3+5; edge=stay; where=[19.5, 4.25]")
    [4, 2, {'leap.test': 5}, {'shove': [3, 5]}, {'edge': 'stay'}, {'where': [19.5, 4.25]}]
    >>> read_dice("3, plan={shift: [0, -6], stay: [u2]}")
    [3, {'plan': {'shift': [0, -6], 'stay': ['u2']}}]
    """
    found: list[Any] = []
    for part in _parts(text):
        key, equals, value = _keyed(part)
        if not value or (equals and not key):
            raise NoDice(
                say(
                    "A value is missing in {dice}. Write for example {examples}",
                    dice=Quoted(text),
                    examples=Either((Notation("4,2,6"), Notation("leap.test=4"))),
                )
            )
        faces = [each.strip() for each in value.split("+")]
        if all(_whole(each) for each in faces):
            numbers = [int(each) for each in faces]
            answer: Any = numbers if len(numbers) > 1 else numbers[0]
        elif equals:
            answer = _answer(value)
        else:
            raise NoDice(
                say(
                    "{value} isn't a die roll. Write rolls such as {rolls}, or name the test: {named}",
                    value=Quoted(value),
                    rolls=Notation("4,2,6"),
                    named=Notation("leap.test=4"),
                )
            )
        found.append({key: answer} if equals else answer)
    return found


_OPENING, _CLOSING = "[{(", "]})"


def _parts(text: str) -> list[str]:
    """A text split at its commas and semicolons, except inside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if letter in ",;" and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    if depth:
        raise NoDice(say("A bracket isn't closed in {dice}", dice=Quoted(text)))
    return parts


def _keyed(part: str) -> tuple[str, str, str]:
    """An answer split at its equals sign: key, sign and value."""
    begins = next((i for i, letter in enumerate(part) if letter in _OPENING), len(part))
    key, equals, value = part[:begins].rpartition("=")
    return key.strip(), equals, f"{value}{part[begins:]}".strip()


def _answer(value: str) -> Any:
    """An answer that isn't a die roll: a place, a plan in braces, or a word."""
    place = typed_spot(value)
    if place is not None or value[0] not in "[{":
        return place or value
    from surefoot.files.problems import FileInvalid
    from surefoot.files.source import parse

    try:
        return parse(f"plan: {value}", "--dice").data["plan"]
    except FileInvalid as invalid:
        problem = sentence(invalid.problems[0].says)
        raise NoDice(say("Can't read {value}: {problem}", value=Quoted(value), problem=problem)) from None


def typed_spot(text: str) -> list[float] | None:
    """A typed place, `[19.5, 4.25]` or `19.5, 4.25`; None if the text isn't one."""
    parts = [part.strip() for part in text.strip().removeprefix("[").removesuffix("]").split(",")]
    if len(parts) not in (2, 3) or not all(
        re.fullmatch(r"-?[0-9]{1,5}(\.[0-9]{1,9})?", part) for part in parts
    ):
        return None
    return [float(part) for part in parts]


def _number(text: str) -> float | int | str:
    """A typed number; any other text unchanged."""
    if _whole(text):
        return int(text)
    return float(text) if re.fullmatch(r"-?[0-9]{1,5}\.[0-9]{1,9}", text) else text


def _whole(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,9}", text) is not None


@dataclass
class Typed(InLine):
    """Answers from a script first; further questions are asked at the terminal."""

    # Its `then` is None: the script must not settle further questions by itself.
    answers: Script
    source: TextIO = field(default_factory=lambda: sys.stdin)

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """The script's answer, or a typed one; asks again if it doesn't fit."""
        given = len(self.answers.unused)
        try:
            return self.answers.reply(request, breaks)
        except Unanswered as unanswered:
            # A missing answer needs no message; one that doesn't fit does.
            wrong = bool(breaks) or len(self.answers.unused) < given
            problem = Speaker()(unanswered.problem) if wrong else ""
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
                raise Unanswered(request, say("No answer to: {question}", question=asked(request)))
            try:
                return read_typed(request, line.strip())
            except (Unanswered, NoDice) as wrong:
                problem = Speaker()(wrong.says if isinstance(wrong, NoDice) else wrong.problem)


def read_typed(request: Asked, line: str) -> Reply:
    """A typed line as an answer; raises Unanswered or NoDice if it doesn't fit."""
    if isinstance(request, Roll):
        faces = re.split(r"[\s,;+]+", line)
        if not all(_whole(face) for face in faces):
            dice = Notation(str(request.dice))
            raise NoDice(say("{typed} isn't a roll of {dice}", typed=Quoted(line), dice=dice))
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
    raise NoDice(
        say(
            "Press Enter for the proposed answer, or type a place such as {place}",
            place=Notation("19.5, 4.25"),
        )
    )


def _chosen(request: Choice, line: str) -> Reply:
    by_number = int(line) if _whole(line) else 0
    if 1 <= by_number <= len(request.among):
        return Reply(request.among[by_number - 1])
    if line in request.among:
        return Reply(line)
    where = typed_spot(line)
    if where is not None:
        return read_value(request, where)
    raise NoDice(not_an_option(line, len(request.among)))


def not_an_option(line: str, options: int) -> Sentence:
    """The problem of an answer that is none of the numbered options."""
    return say("{typed} isn't a number from 1 to {n}", typed=Quoted(line), n=options)


def example(request: Asked) -> str:
    """An example answer to a question, for --dice."""
    if isinstance(request, Roll):
        return ",".join([str(request.dice.faces[-1])] * request.dice.count)
    key = request.clauses[0] if request.clauses else request.what
    answer = request.among[0] if isinstance(request, Choice) else "…"
    return f"'{key}={answer}'"


def idle(entries: list[Entry]) -> list[str]:
    """Answers that were not used, as they were written."""
    return [entry.written for entry in entries]
