"""Answers at hand: what a file or a caller says beforehand, and dice from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from surefoot.dice.explore import Policy
from surefoot.dice.host import Asked, Asking, InLine, Reply, Responder, Run, Unanswered, read_value
from surefoot.dice.requests import Break, Choice, Roll, Ruling
from surefoot.dice.responders import Entry, Script, Seeded, matches, script, settled


def scripted(given: list[Any], in_file: list[Any]) -> Script:
    """Dice from the command line come first; of the file's, what has a name still counts beside them."""
    if not given:
        return script(in_file)
    return script([*given, *(answer for answer in in_file if isinstance(answer, Mapping))])


def responder(given: list[Any], seed: int | None) -> Responder:
    """Who answers: the dice that were rolled, or a seed."""
    return scripted(given, []) if seed is None else Rolled(Seeded(str(seed)), scripted([], []))


@dataclass
class Foreseen:
    """What a file answers to choices and rulings, for looking ahead; its dice stay hoped for."""

    entries: list[Entry]

    @classmethod
    def of(cls, answers: list[Any]) -> Foreseen:
        """The answers of a file that have a name."""
        return cls([entry for entry in script(answers).entries if entry.key])

    def __call__(self) -> Policy:
        """A policy that has used nothing yet."""
        left = list(self.entries)
        return lambda request, breaks: _taken(left, request) or settled(request, breaks)

    def spent(self, run: Run) -> None:
        """Whatever a run has used is not there for the next one."""
        for step in run.steps:
            if isinstance(step, Asking):
                _taken(self.entries, step.request)


def _taken(left: list[Entry], request: Asked) -> Reply | None:
    """The first answer that fits a choice or a ruling, taken away from those that are left."""
    if not isinstance(request, Choice | Ruling):
        return None
    for entry in left:
        if not matches(entry.key, request):
            continue
        try:
            reply = read_value(request, entry.value)
        except Unanswered:
            # Under the same name there may be dice, too.
            continue
        left.remove(entry)
        return reply
    return None


@dataclass
class Rolled(InLine):
    """Seeded dice; everything else as the file answers it."""

    seeded: Seeded
    answers: Script

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """Rolled, or answered."""
        if not isinstance(request, Roll):
            return self.answers.reply(request, breaks)
        for entry in self.answers.entries:
            # Dice that the file has for this roll make way for the seed; nobody needs to be told.
            entry.used = entry.used or matches(entry.key, request)
        return self.seeded.reply(request, breaks)
