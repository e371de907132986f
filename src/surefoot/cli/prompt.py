"""Talking with the person at the terminal: questions, answers, and words that are understood at every question."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

from surefoot.cli.answers import NoDice, question, read_typed
from surefoot.dice.host import Asked, InLine, Reply, Unanswered
from surefoot.dice.requests import Break, Plan, Roll, Ruling
from surefoot.dice.responders import Seeded, settled


class Left(Exception):
    """The player has left the table."""


@dataclass(frozen=True)
class Verb:
    """A word that is understood at every question: its names, what it does in words, and what it does."""

    names: tuple[str, ...]
    says: str
    do: Callable[[], None]


def leave() -> None:
    """Leave the table."""
    raise Left


@dataclass
class Prompt:
    """Asks on the terminal and understands verbs on the way."""

    verbs: list[Verb] = field(default_factory=list)
    source: TextIO = field(default_factory=lambda: sys.stdin)
    talk: TextIO = field(default_factory=lambda: sys.stderr)

    def __post_init__(self) -> None:
        self.verbs = [
            *self.verbs,
            Verb(("quit", "q"), "leave the table", leave),
            Verb(("help", "?"), "say what can be typed", self._help),
        ]

    def line(self, asked: str) -> str:
        """What is typed in answer to a question; raises Left when the player leaves."""
        while True:
            self.talk.write(f"{asked} ")
            self.talk.flush()
            line = self.source.readline()
            if not line:
                self.talk.write("\n")
                raise Left
            typed = line.strip()
            verb = next((each for each in self.verbs if typed.lower() in each.names), None)
            if verb is None:
                return typed
            verb.do()

    def say(self, text: str) -> None:
        """Say something."""
        self.talk.write(f"{text}\n")

    def _help(self) -> None:
        self.say("At every question you can also type:")
        for verb in self.verbs:
            self.say(f"  {', '.join(verb.names):<10} {verb.says}")


@dataclass
class AtTable(InLine):
    """Answers of somebody who sits at the terminal: dice are rolled here or on a real table, the rest is chosen."""

    prompt: Prompt
    dice: Seeded

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """What is typed in; wrong answers are asked for again."""
        problem = "; ".join(each.says for each in breaks)
        while True:
            if problem:
                self.prompt.say(f"  {problem}")
            typed = self.prompt.line(f"{question(request)}\n  {_how(request)}:")
            try:
                return self._taken(request, typed)
            except (Unanswered, NoDice) as wrong:
                problem = str(wrong)

    def _taken(self, request: Asked, typed: str) -> Reply:
        if not isinstance(request, Roll):
            return read_typed(request, typed) if typed else settled(request, ())
        reply = read_typed(request, typed) if typed else self.dice.reply(request, ())
        self.prompt.say(f"  {_rolled(request, reply)}")
        return reply


def _how(request: Asked) -> str:
    if isinstance(request, Roll):
        several = "dice" if request.dice.count > 1 else "die"
        return f"Enter rolls, or type your own {several}"
    if isinstance(request, (Ruling, Plan)):
        return "Enter, or your answer"
    return "its number, or Enter for the first"


def _rolled(request: Roll, reply: Reply) -> str:
    faces = " + ".join(str(face) for face in reply.faces or ())
    if request.hope is None:
        return f"{faces}" if str(reply.value) == faces else f"{faces}: {reply.value}"
    return f"{faces}: {'passed' if reply.value == request.hope else 'failed'}"
