"""The slow obvious oracle of the odds: every throw of every die, one run each, without any host of Surefoot."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from surefoot.dice.explore import Leaf
from surefoot.dice.host import Game, Run, Start
from surefoot.dice.pool import Dice, Faces
from surefoot.dice.requests import Chain, Choice, Do, Plan, Procedure, Refused, Roll, Ruling, Sub
from surefoot.table.effects import apply
from surefoot.table.table import Table

# How it ended: the table, what the procedure returned, the clauses that refused it, the question left open.
Ending: TypeAlias = tuple[str, Hashable, tuple[str, ...], str]


class _Open(Exception):
    """More dice are needed."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice


class _Stuck(Exception):
    """A plan that nobody proposes."""


def throws(dice: Dice) -> Iterator[Faces]:
    """Every way the dice can fall, all equally likely; who may throw again has two throws, used or not."""
    each = [
        second if first in dice.again else first
        for first, second in (
            product(dice.faces, repeat=2) if dice.again else zip(dice.faces, dice.faces, strict=True)
        )
    ]
    return product(each, repeat=dice.count)


def _run(procedure: Procedure[Any], game: Game, thrown: list[Faces]) -> Any:
    answer: Any = None
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration as stop:
            return stop.value
        answer = None
        if isinstance(request, Do):
            game.now = apply(game.now, request.effect)
        elif isinstance(request, Sub):
            answer = _run(request.procedure(*request.facts), game, thrown)
        elif isinstance(request, Chain):
            answer = request.state
            for item in request.items:
                answer = _run(request.step(answer, item), game, thrown)
        elif isinstance(request, Roll):
            if not thrown:
                raise _Open(request.dice)
            answer = request.read(request.dice.keeping(thrown.pop(0)))
        elif isinstance(request, Choice):
            answer = request.among[0]
        elif isinstance(request, Ruling):
            answer = request.default
        elif isinstance(request, Plan):
            if request.proposal is None:
                raise _Stuck(request.what)
            answer = request.proposal


def enumerated(start: Start, table: Table) -> dict[Ending, Fraction]:
    """The exact distribution of endings."""
    found: dict[Ending, Fraction] = {}
    waiting: list[tuple[list[Faces], Fraction]] = [([], Fraction(1))]
    while waiting:
        thrown, share = waiting.pop()
        game = Game(table)
        result, clauses, stuck = None, (), ""
        try:
            result = _run(start(game), game, list(thrown))
        except _Open as more:
            each = list(throws(more.dice))
            waiting += [([*thrown, faces], share / len(each)) for faces in each]
            continue
        except Refused as refused:
            clauses = tuple(each.clause for each in refused.breaks)
        except _Stuck as error:
            stuck = str(error)
        ending = (game.now.digest, result, clauses, stuck)
        found[ending] = found.get(ending, Fraction(0)) + share
    return found


def ending(run: Run) -> Ending:
    """How a run of Surefoot ended, in the same terms."""
    clauses = tuple(each.clause for each in run.breaks)
    stuck = "" if run.unanswered is None else run.unanswered.request.what
    return run.table.digest, run.result, clauses, stuck


def collected(leaves: Iterable[Leaf]) -> dict[Ending, Fraction]:
    """The distribution of endings over some leaves."""
    found: dict[Ending, Fraction] = {}
    for leaf in leaves:
        key = ending(leaf.run)
        found[key] = found.get(key, Fraction(0)) + leaf.chance
    return found
