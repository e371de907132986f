"""Prepared answers: those of a scenario or a caller, and dice from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from surefoot.dice.explore import Policy
from surefoot.dice.host import Asked, Asking, InLine, Reply, Responder, Run, Unanswered, read_value
from surefoot.dice.requests import Break, Choice, Roll, Ruling
from surefoot.dice.responders import Entry, Script, Seeded, matches, script, settled
from surefoot.records import dataclass


def scripted(given: list[Any], in_file: list[Any]) -> Script:
    """A script of answers: the given ones first, then those of the file that name their question."""
    if not given:
        return script(in_file)
    return script([*given, *(answer for answer in in_file if isinstance(answer, Mapping))])


def responder(given: list[Any], seed: int | None) -> Responder:
    """A responder from given rolls, or from a seed."""
    return scripted(given, []) if seed is None else Rolled(Seeded(str(seed)), scripted([], []))


@dataclass
class Foreseen:
    """The answers of a file to choices and rulings, for previews: dice in the file are not used."""

    entries: list[Entry]

    @classmethod
    def of(cls, answers: list[Any]) -> Foreseen:
        """The answers of a file that name their question."""
        return cls([entry for entry in script(answers).entries if entry.key])

    def __call__(self) -> Policy:
        """A policy that starts with all answers unused."""
        left = list(self.entries)
        return lambda request, breaks: _taken(left, request) or settled(request, breaks)

    def spent(self, run: Run) -> None:
        """Remove the answers that a run has used."""
        for step in run.steps:
            if isinstance(step, Asking):
                _taken(self.entries, step.request)


def _taken(left: list[Entry], request: Asked) -> Reply | None:
    """The first answer that fits a choice or a ruling; it is removed from the list."""
    if not isinstance(request, Choice | Ruling):
        return None
    for entry in left:
        if not matches(entry.key, request):
            continue
        try:
            reply = read_value(request, entry.value)
        except Unanswered:
            # The same name may also hold dice.
            continue
        left.remove(entry)
        return reply
    return None


@dataclass
class Rolled(InLine):
    """Rolls dice from a seed, and answers everything else from the file."""

    seeded: Seeded
    answers: Script

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """Dice from the seed, or the file's answer."""
        if not isinstance(request, Roll):
            return self.answers.reply(request, breaks)
        for entry in self.answers.entries:
            # The seed replaces the file's dice for this roll: they count as used, so that no warning is shown.
            entry.used = entry.used or matches(entry.key, request)
        return self.seeded.reply(request, breaks)
