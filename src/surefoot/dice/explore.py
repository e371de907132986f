"""Every way a procedure can go: exact odds, previews and simulation over the very same rules.

Generators cannot be copied, so each branch is a run of its own over the answers that lead to it. Equal readings
are merged before branching; procedures that need no table are explored once and used as one weighted die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, TypeAlias

from surefoot.dice.host import Asked, Game, InLine, Reply, Run, Start, Step, Unanswered, finish, run_inside
from surefoot.dice.pool import Dice
from surefoot.dice.requests import Break, Chain, Do, Reading, Refused, Roll, Sub
from surefoot.dice.responders import Seeded, settled
from surefoot.table.effects import Effect, apply
from surefoot.table.table import Table

# Branches of one question: the reply and its weight. One branch of weight 1 is no chance at all.
Branches: TypeAlias = tuple[tuple[Reply, int], ...]
Policy: TypeAlias = Callable[[Asked, tuple[Break, ...]], Reply]


def readings(request: Roll) -> Branches:
    """What a roll can mean, each reading once, with exact weights."""
    return _readings(request.dice, request.read)  # type: ignore[arg-type]  # readings are frozen values


@lru_cache(maxsize=4096)
def _readings(dice: Dice, read: Reading) -> Branches:
    weights: dict[Any, int] = {}
    for faces, weight in dice.outcomes():
        reading = read(faces)
        weights[reading] = weights.get(reading, 0) + weight
    return tuple((Reply(reading), weight) for reading, weight in weights.items())


def faces_apart(request: Roll) -> Branches:
    """The same, without merging: the slow oracle."""
    return tuple((Reply(request.read(faces), faces), weight) for faces, weight in request.dice.outcomes())


def chance(request: Roll) -> Fraction | None:
    """The chance of the hoped reading; None for an amount."""
    if request.hope is None:
        return None
    hoped = sum(weight for reply, weight in readings(request) if reply.value == request.hope)
    return Fraction(hoped, request.dice.total_weight)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One way it can end, with its exact chance."""

    chance: Fraction
    run: Run


@dataclass
class _Fork:
    branches: tuple[tuple[Any, int], ...]
    total: int
    taken: int = 0


@dataclass
class Explorer:
    """Answers with the branch whose turn it is; whoever drives it backtracks from leaf to leaf."""

    branch: Callable[[Roll], Branches] = readings
    policy: Policy = settled
    # Preview follows what is hoped for and forks only over amounts; odds follow everything.
    hopeful: bool = False
    forks: list[_Fork] = field(default_factory=list)
    depth: int = 0
    subs: dict[Any, tuple[tuple[Any, int], ...]] = field(default_factory=dict)
    most_forks: int = 64

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """The reply of the branch being followed."""
        if not isinstance(request, Roll):
            return self.policy(request, breaks)
        branches = self.branch(request)
        if self.hopeful:
            branches = self._hoped(request, branches)
        reply: Reply = self._take(branches, request.dice.total_weight)
        return reply

    def _hoped(self, request: Roll, branches: Branches) -> Branches:
        if request.hope is not None:
            hoped = [(reply, weight) for reply, weight in branches if reply.value == request.hope]
            return ((hoped or branches)[0],)
        if len(branches) > self.most_forks:
            raise Unanswered(request, f"{request.what} has too many results to look at each beforehand")
        return branches

    def _take(self, branches: tuple[tuple[Any, int], ...], total: int) -> Any:
        if self.depth == len(self.forks):
            self.forks.append(_Fork(branches, total))
        fork = self.forks[self.depth]
        self.depth += 1
        return fork.branches[fork.taken][0]

    def nested(self, request: Sub | Chain, game: Game, steps: list[Step]) -> Any:
        """A table-free procedure as one weighted die over its results and effects."""
        if isinstance(request, Chain):
            state = request.state
            for item in request.items:
                state = self.nested(Sub(request.step, (state, item)), game, steps)
            return state
        outcomes = self._distribution(request)
        result, inner = self._take(outcomes, sum(weight for _, weight in outcomes))
        for step in inner:
            if isinstance(step, Do):
                game.do(step.effect)
            steps.append(step)
        if isinstance(result, _Broken):
            raise result.error()
        return result

    def _distribution(self, request: Sub) -> tuple[tuple[Any, int], ...]:
        key = (request.procedure, request.facts)
        known = self.subs.get(key)
        if known is None:
            inner = Explorer(
                self.branch, self.policy, self.hopeful, subs=self.subs, most_forks=self.most_forks
            )
            known = inner.table_free(request)
            self.subs[key] = known
        return known

    def table_free(self, request: Sub) -> tuple[tuple[Any, int], ...]:
        """Results and effects of a nested procedure with integer weights over a common denominator."""
        found: dict[Any, Fraction] = {}
        for _ in self._branches():
            steps: list[Step] = []
            result: Any
            try:
                result = run_inside(request.procedure(*request.facts), _NoTable(), self, steps)
            except Refused as refused:
                result = _Broken(refused.breaks)
            except Unanswered as unanswered:
                result = _Broken(unanswered.breaks, unanswered.request, unanswered.problem)
            key = (result, tuple(steps))
            found[key] = found.get(key, Fraction(0)) + self.weight()
        common = lcm(*(share.denominator for share in found.values()))
        return tuple((key, int(share * common)) for key, share in found.items())

    def weight(self) -> Fraction:
        """The chance of the branch being followed."""
        top, bottom = 1, 1
        for fork in self.forks[: self.depth]:
            top *= fork.branches[fork.taken][1]
            bottom *= (
                fork.total if not self.hopeful or len(fork.branches) > 1 else fork.branches[fork.taken][1]
            )
        return Fraction(top, bottom)

    def _branches(self) -> Iterator[None]:
        """One turn for each leaf: depth first, the last fork moves on first."""
        self.forks.clear()
        while True:
            self.depth = 0
            yield
            del self.forks[self.depth :]
            while self.forks and self.forks[-1].taken + 1 == len(self.forks[-1].branches):
                self.forks.pop()
            if not self.forks:
                return
            self.forks[-1].taken += 1

    def leaves(self, start: Start, table: Table, services: Any = None) -> Iterator[Leaf]:
        """Every leaf, one run each."""
        known: dict[tuple[int, Effect], tuple[Table, Table]] = {}
        for _ in self._branches():
            run = finish(start, _Shared(table, services, known), self)
            yield Leaf(self.weight(), run)


class _Shared(Game):
    """A game whose tables are shared by all runs that did the same so far: what geometry knows of them is kept."""

    __slots__ = ("known",)

    def __init__(
        self, table: Table, services: Any, known: dict[tuple[int, Effect], tuple[Table, Table]]
    ) -> None:
        super().__init__(table, services)
        self.known = known

    def do(self, effect: Effect) -> None:
        """Change the table, once for all runs that come past here."""
        before = self.now
        found = self.known.get((id(before), effect))
        if found is None:
            # The table before is kept beside the one after, so that its identity stays its own.
            found = self.known[id(before), effect] = (before, apply(before, effect))
        self.now = found[1]


@dataclass(frozen=True, slots=True)
class _Broken:
    """A branch of a nested procedure that was refused or found no answer: one result among others."""

    breaks: tuple[Break, ...]
    request: Asked | None = None
    problem: str = ""

    def error(self) -> Exception:
        """What the procedure would have raised in line."""
        if self.request is None:
            return Refused(*self.breaks)
        return Unanswered(self.request, self.problem, self.breaks)


class _NoTable(Game):
    """The game of a table-free procedure: effects inside it are blind."""

    __slots__ = ()

    def __init__(self) -> None:
        self.services = None

    @property
    def now(self) -> Table:  # type: ignore[override]  # reading the table here would be a lie
        """No table may be looked at."""
        raise RuntimeError("a procedure without a table looked at the table")

    def do(self, effect: Effect) -> None:
        """Blind: whoever takes this branch applies it."""


@dataclass
class Simulated(InLine):
    """Seeded dice run after run, for simulation."""

    seeded: Seeded
    policy: Policy = settled

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """Rolled; everything else by policy."""
        if isinstance(request, Roll):
            return self.seeded.reply(request, breaks)
        return self.policy(request, breaks)
