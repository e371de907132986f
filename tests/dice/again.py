"""Finds hidden state: a procedure run again over its own replies must ask and do the very same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from surefoot.dice.host import (
    Again,
    Asked,
    Game,
    InLine,
    Reply,
    Responder,
    Run,
    Start,
    Step,
    drive,
    run_nested,
)
from surefoot.dice.requests import Break, Chain, Sub
from surefoot.table.table import Table


class HiddenState(AssertionError):
    """A second run over the same replies went another way: something outside the table decides."""


@dataclass
class Witness(InLine):
    """Writes down everything that is asked, nested procedures too, and passes the questions on."""

    then: Responder
    heard: list[Asked | Sub | Chain] = field(default_factory=list)

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """Somebody else's answer, overheard."""
        self.heard.append(request)
        return self.then.reply(request, breaks)

    def nested(self, request: Sub | Chain, game: Game, steps: list[Step]) -> Any:
        """Played in line, overheard."""
        self.heard.append(request)
        return run_nested(request, game, self, steps)


def driven_again(start: Start, table: Table, responder: Responder) -> Run:
    """Drive a procedure, then again over every beginning of its replies; raises HiddenState where they differ."""
    first = Witness(responder)
    run = drive(start, table, first)
    replies = run.replies
    for count in range(len(replies), -1, -1):
        again = Witness(Again(replies[:count]))
        repeated = drive(start, table, again)
        # A plan that was refused at first is asked once now: only what was accepted is remembered.
        _same("asks", _settled(first.heard)[: len(_settled(again.heard))], _settled(again.heard))
        _same("does", list(run.steps[: len(repeated.steps)]), list(repeated.steps))
        if count < len(replies) and repeated.unanswered is None:
            raise HiddenState(f"ended after {count} of {len(replies)} replies")
        if count == len(replies):
            _same(
                "ends with",
                [run.result, run.breaks, run.table],
                [repeated.result, repeated.breaks, repeated.table],
            )
            _same("asks", _settled(first.heard), _settled(again.heard))
    return run


def _settled(heard: list[Asked | Sub | Chain]) -> list[Asked | Sub | Chain]:
    """Without the repetitions of a plan that was refused."""
    return [each for i, each in enumerate(heard) if i == 0 or each is not heard[i - 1]]


def _same(verb: str, first: list[Any], second: list[Any]) -> None:
    for i, (one, other) in enumerate(zip(first, second, strict=True)):
        if one != other:
            raise HiddenState(f"step {i}: {verb} {other!r}, and first time {one!r}")
