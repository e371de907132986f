"""Every way a procedure can go: exact odds, previews and simulation over the very same rules.

Generators cannot be copied, so each branch is a run of its own over the answers that lead to it. Equal readings
are merged before branching; procedures that need no table are explored once and used as one weighted die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from math import lcm
from typing import Any, Literal, TypeAlias

from surefoot.dice.branches import Branches, readings
from surefoot.dice.host import (
    Asked,
    Game,
    InLine,
    Reply,
    Run,
    Start,
    Step,
    Unanswered,
    finish,
    run_inside,
    run_nested,
)
from surefoot.dice.requests import Break, Chain, Choice, Do, Refused, Roll, Sub, Tally, added, asked, cited
from surefoot.dice.responders import Script, Seeded, settled
from surefoot.dice.sums import summable, summed
from surefoot.language import say
from surefoot.records import dataclass
from surefoot.table.effects import Effect, Stopped, apply
from surefoot.table.table import Table

Policy: TypeAlias = Callable[[Asked, tuple[Break, ...]], Reply]
Nested: TypeAlias = Sub | Chain | Tally


@dataclass(frozen=True, slots=True)
class Leaf:
    """One way it can end, with its exact chance; with the choices made on the way, if they were explored."""

    chance: Fraction
    run: Run
    # Where the way turned: what kind of fork, and which branch was taken.
    turns: tuple[tuple[Literal["chance", "choice"], int], ...] = ()
    # How likely each clause was cited inside nested procedures whose ways were merged.
    inside: Mapping[str, Fraction] = field(default_factory=dict)


class TooMany(Exception):
    """The exploration was stopped before its end: cancelled by the caller, or because it took too long."""


@dataclass
class _Fork:
    branches: tuple[tuple[Any, int], ...]
    total: int
    kind: Literal["chance", "choice"] = "chance"
    taken: int = 0


def _likeliest(branches: tuple[tuple[Any, int], ...]) -> int:
    """The number of the likeliest branch, the first of several."""
    weights = [weight for _, weight in branches]
    return weights.index(max(weights))


@dataclass
class Explorer:
    """Answers each request with the current branch; its driver backtracks from leaf to leaf."""

    branch: Callable[[Roll], Branches] = readings
    policy: Policy = settled
    # Preview follows what is hoped for and forks only over amounts; odds follow everything.
    hopeful: bool = False
    # Whether nested procedures that end alike are one way, however they came there.
    merge: bool = False
    # Whether merged ways remember how likely each clause was cited on them.
    tell: bool = False
    # Whether choices are followed too, each as a branch of its own.
    choices: bool = False
    # What was rolled and said already, anew for each way; the rest is explored.
    given: Callable[[], Script] | None = None
    # Asked on each way; once it says yes, no more ways are looked at.
    stop: Callable[[], bool] | None = None
    # Whether the likeliest ways are followed first, so that little is missed if not all of them are looked at.
    likeliest: bool = False
    forks: list[_Fork] = field(default_factory=list)
    depth: int = 0
    subs: dict[Any, tuple[Any, ...]] = field(default_factory=dict)
    most_forks: int = 64
    inside: list[Mapping[str, Fraction]] = field(default_factory=list)
    _script: Script | None = None
    _known: dict[tuple[int, Effect], tuple[Table, Table]] = field(default_factory=dict)

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """The reply of the branch being followed."""
        if self._script is not None and self._script.covers(request):
            return self._script.reply(request, breaks)
        if isinstance(request, Choice) and self.choices:
            among: tuple[tuple[Any, int], ...] = tuple((Reply(each), 1) for each in request.among)
            chosen: Reply = self._take(among, 1, "choice")
            return chosen
        if not isinstance(request, Roll):
            return self.policy(request, breaks)
        branches = self.branch(request)
        if self.hopeful:
            branches = self._hoped(request, branches)
        reply: Reply = self._take(branches, request.dice.total_weight)
        return reply

    @property
    def uses(self) -> list[bool]:
        """Whether each of what was given was used on the way that was followed last."""
        return [entry.used for entry in self._script.entries] if self._script is not None else []

    def _hoped(self, request: Roll, branches: Branches) -> Branches:
        wanted = request.assume if request.hope is None else request.hope
        if wanted is not None:
            hoped = [(reply, weight) for reply, weight in branches if reply.value == wanted]
            return ((hoped or branches)[0],)
        if len(branches) > self.most_forks:
            says = say("{roll} has too many results to try them all beforehand", roll=asked(request))
            raise Unanswered(request, says)
        return branches

    def _take(
        self,
        branches: tuple[tuple[Any, int], ...],
        total: int,
        kind: Literal["chance", "choice"] = "chance",
    ) -> Any:
        if self.depth == len(self.forks):
            self.forks.append(_Fork(branches, total, kind, _likeliest(branches) if self.likeliest else 0))
        fork = self.forks[self.depth]
        self.depth += 1
        return fork.branches[fork.taken][0]

    def nested(self, request: Nested, game: Game, steps: list[Step]) -> Any:
        """A table-free procedure as one weighted die over its results and effects."""
        if self._script is not None and self._script.unused:
            # Dice that were rolled already may be meant for what is in there.
            return run_nested(request, game, self, steps)
        if self.merge:
            return self._merged(request, game, steps)
        if isinstance(request, Chain):
            state = request.state
            for item in request.items:
                state = self.nested(Sub(request.step, (state, item)), game, steps)
            return state
        if isinstance(request, Tally):
            total = request.none
            for item in request.items:
                total = request.add(total, self.nested(Sub(request.procedure, (item,)), game, steps))
            return total
        result, inner = self._take(*self._distribution(request))
        for step in inner:
            if isinstance(step, Do):
                game.do(step.effect)
            steps.append(step)
        if isinstance(result, _Broken):
            raise result.error()
        return result

    def _inner(self) -> Explorer:
        return Explorer(
            self.branch,
            self.policy,
            self.hopeful,
            self.merge,
            self.tell,
            stop=self.stop,
            subs=self.subs,
            most_forks=self.most_forks,
        )

    def _distribution(self, request: Sub) -> tuple[Any, ...]:
        key = (request.procedure, request.facts)
        known = self.subs.get(key)
        if known is None:
            ways = self._inner().table_free(request)
            known = self.subs[key] = (ways, sum(weight for _, weight in ways))
        return known

    def table_free(self, request: Sub) -> tuple[tuple[Any, int], ...]:
        """Results and effects of a nested procedure with integer weights over a common denominator."""
        found: dict[Any, Fraction] = {}
        for result, steps in self._results(request):
            key = (result, tuple(steps))
            found[key] = found.get(key, Fraction(0)) + self.weight()
        common = lcm(*(share.denominator for share in found.values()))
        return tuple((key, int(share * common)) for key, share in found.items())

    def _results(self, request: Sub) -> Iterator[tuple[Any, list[Step]]]:
        """Each way through a nested procedure: its result and its steps."""
        for _ in self._branches():
            steps: list[Step] = []
            result: Any
            try:
                result = run_inside(request.procedure(*request.facts), _NoTable(), self, steps)
            except Refused as refused:
                result = _Broken(refused.breaks)
            except Unanswered as unanswered:
                result = _Broken(unanswered.breaks, unanswered.request, str(unanswered.problem))
            yield result, steps

    def _merged(self, request: Nested, game: Game, steps: list[Step]) -> Any:
        """The same with every two ways merged that leave the same result and the same table."""
        ground: _Ground = _Effects() if isinstance(game, _NoTable) else _Tables(self._known, game.now)
        key = (request, ground.key)
        known = self.subs.get(key)
        if known is None:
            ways = self._ways(request, ground)
            known = self.subs[key] = (ways, sum(weight for _, weight in ways))
        way: _Way = self._take(*known)
        way.ground.leave(game, steps)
        if self.tell:
            total = way.weight
            self.inside.append({clause: Fraction(mass, total) for clause, mass in way.cited.items()})
        if isinstance(way.state, _Broken):
            raise way.state.error()
        return way.state

    def _ways(self, request: Nested, ground: _Ground) -> tuple[tuple[_Way, int], ...]:
        now: dict[Any, _Way] = {}
        if isinstance(request, Sub):
            now = self._stepped(
                {None: _Way(None, ground, 1, {})}, lambda _: request, lambda _, result: result
            )
        elif isinstance(request, Chain):
            now = {None: _Way(request.state, ground, 1, {})}
            for item in request.items:
                step, here = request.step, item
                now = self._stepped(now, lambda state: Sub(step, (state, here)), lambda _, result: result)  # noqa: B023  # used at once
        else:
            quick = self._summed(request)
            if quick is not None:
                return tuple((_Way(total, ground, weight, {}), weight) for total, weight in quick.items())
            now = {None: _Way(request.none, ground, 1, {})}
            for item in request.items:
                one = Sub(request.procedure, (item,))
                now = self._stepped(now, lambda _: one, request.add)  # noqa: B023  # used at once
        return tuple((way, way.weight) for way in now.values())

    def _summed(self, request: Tally) -> dict[Any, int] | None:
        """A tally of plain numbers that leaves the table alone; None if it is not as simple as that."""
        if self.tell or request.add is not added:
            return None
        each = [self._folded(Sub(request.procedure, (item,)))[1] for item in request.items]
        if any(end.effects for ends in each for end in ends):
            return None
        shares = [[(end.result, end.weight) for end in ends] for ends in each]
        return summed(request.none, shares) if summable(request.none, shares) else None

    def _stepped(
        self, now: dict[Any, _Way], sub: Callable[[Any], Sub], join: Callable[[Any, Any], Any]
    ) -> dict[Any, _Way]:
        """One nested procedure further, from every way so far; the weights get a common denominator."""
        going = [way for way in now.values() if not isinstance(way.state, _Broken)]
        folded = {id(way): self._folded(sub(way.state)) for way in going}
        common = lcm(*(total for total, _ in folded.values())) if folded else 1
        after: dict[Any, _Way] = {}
        for way in now.values():
            if isinstance(way.state, _Broken):
                _add(after, way.state, way.ground, way, common, None, self.tell)
                continue
            total, ends = folded[id(way)]
            for end in ends:
                state = end.result if isinstance(end.result, _Broken) else join(way.state, end.result)
                ground = way.ground.grown(end.effects) if end.effects else way.ground
                _add(after, state, ground, way, common // total, end, self.tell)
        return after

    def _folded(self, request: Sub) -> tuple[int, tuple[_End, ...]]:
        """The ends of a nested procedure by result and effects, and the sum of their weights."""
        known = self.subs.get((request.procedure, request.facts))
        if known is None:
            known = self.subs[request.procedure, request.facts] = self._inner()._ends(request)
        total, ends = known
        return total, ends

    def _ends(self, request: Sub) -> tuple[int, tuple[_End, ...]]:
        shares: dict[Any, Fraction] = {}
        masses: dict[Any, dict[str, Fraction]] = {}
        for result, steps in self._results(request):
            effects = tuple(step.effect for step in steps if isinstance(step, Do))
            key, share = (result, effects), self.weight()
            shares[key] = shares.get(key, Fraction(0)) + share
            if self.tell:
                mass = masses.setdefault(key, {})
                for clause, likely in self.citing(steps).items():
                    mass[clause] = mass.get(clause, Fraction(0)) + share * likely
        common = lcm(
            *(share.denominator for share in shares.values()),
            *(share.denominator for mass in masses.values() for share in mass.values()),
        )
        ends = tuple(
            _End(result, effects, int(share * common), _whole(masses.get((result, effects), {}), common))
            for (result, effects), share in shares.items()
        )
        return common, ends

    def citing(self, steps: list[Step] | tuple[Step, ...]) -> dict[str, Fraction]:
        """How likely each clause was cited on the way being followed: surely by its steps, perhaps inside of it."""
        likely: dict[str, Fraction] = {}
        for masses in self.inside:
            for clause, mass in masses.items():
                likely[clause] = 1 - (1 - likely.get(clause, Fraction(0))) * (1 - mass)
        for step in steps:
            for clause in cited(step) if isinstance(step, Do) else cited(step.request):
                likely[clause] = Fraction(1)
        return likely

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
            self._begin()
            yield
            del self.forks[self.depth :]
            while self.forks and self.forks[-1].taken + 1 == len(self.forks[-1].branches):
                self.forks.pop()
            if not self.forks:
                return
            self.forks[-1].taken += 1

    def _begin(self) -> None:
        if self.stop is not None and self.stop():
            raise TooMany
        self.depth = 0
        self.inside = []
        self._script = self.given() if self.given is not None else None

    def _by_likelihood(self) -> Iterator[None]:
        """One turn for each leaf: of those that wait the likeliest, and on from there by the likeliest branches.

        Of the branches of a fork only the likeliest that was not taken yet waits: no other can come before it.
        """
        waiting: list[tuple[float, int, float, list[_Fork], list[int]]] = []
        number = count(1)

        def wait(likely: float, before: list[_Fork], fork: _Fork, order: list[int]) -> None:
            if order:
                chance = likely * (fork.branches[order[-1]][1] / fork.total)
                heappush(waiting, (-chance, next(number), likely, [*before, fork], order))

        likely = 1.0
        begun: list[_Fork] = []
        while True:
            known = len(begun)
            self.forks = begun
            self._begin()
            yield
            for depth in range(known, self.depth):
                fork = self.forks[depth]
                weights = [weight for _, weight in fork.branches]
                # The likeliest last, and of equal ones the first.
                order = sorted(range(len(weights) - 1, -1, -1), key=weights.__getitem__)
                order.remove(fork.taken)
                wait(likely, self.forks[:depth], fork, order)
                likely *= weights[fork.taken] / fork.total
            if not waiting:
                return
            chance, _, before, begun, order = heappop(waiting)
            *above, fork = begun
            begun = [*above, _Fork(fork.branches, fork.total, fork.kind, order.pop())]
            wait(before, above, fork, order)
            likely = -chance

    def leaves(self, start: Start, table: Table) -> Iterator[Leaf]:
        """Every leaf, one run each."""
        for _ in self._by_likelihood() if self.likeliest else self._branches():
            try:
                run = finish(start, _Shared(table, self._known), self)
            except RecursionError:
                # One thing leads to another (a wreck into a wall, over and over) for longer than Python can follow:
                # like every way that is not looked at, this one is missing from the sum.
                continue
            turns = tuple((fork.kind, fork.taken) for fork in self.forks[: self.depth])
            yield Leaf(self.weight(), run, turns, self.citing(()) if self.tell else {})


@dataclass(frozen=True, slots=True)
class _End:
    """Every way through a nested procedure with one result and the same effects."""

    result: Any
    effects: tuple[Effect, ...]
    weight: int
    cited: dict[str, int]


def _whole(masses: dict[str, Fraction], common: int) -> dict[str, int]:
    return {clause: int(mass * common) for clause, mass in masses.items()}


@dataclass(slots=True)
class _Way:
    """Every way through some nested procedures that has come to one state and one table."""

    state: Any
    ground: _Ground
    weight: int
    # The weight of those on which each clause was cited.
    cited: dict[str, int]


def _add(
    after: dict[Any, _Way], state: Any, ground: _Ground, way: _Way, times: int, end: _End | None, tell: bool
) -> None:
    """Let a way go on to an end (or, broken, stay where it is), and join those that have come there."""
    worth = times * (end.weight if end is not None else 1)
    key = (state, ground.key)
    known = after.get(key)
    if known is None:
        known = after[key] = _Way(state, ground, 0, {})
    known.weight += way.weight * worth
    if not tell:
        return
    passing = end.cited if end is not None else {}
    for clause in dict.fromkeys((*way.cited, *passing)):
        # All, but for those that cite it neither so far nor now.
        without = (way.weight - way.cited.get(clause, 0)) * (worth - times * passing.get(clause, 0))
        known.cited[clause] = known.cited.get(clause, 0) + way.weight * worth - without


class _Effects:
    """The effects of nested procedures inside another one, to be applied by the caller that has the table."""

    __slots__ = ("effects",)

    def __init__(self, effects: tuple[Effect, ...] = ()) -> None:
        self.effects = effects

    @property
    def key(self) -> Any:
        """Equal for what changes a table in the same way."""
        return self.effects

    def grown(self, effects: tuple[Effect, ...]) -> _Ground:
        """With some more effects."""
        return _Effects(self.effects + effects)

    def leave(self, game: Game, steps: list[Step]) -> None:  # noqa: ARG002  # there is no table here
        """Hand the effects on."""
        steps += [Do(effect, ()) for effect in self.effects]


class _Tables:
    """What nested procedures leave behind where there is a table: another table."""

    __slots__ = ("known", "stopped", "table")

    def __init__(
        self,
        known: dict[tuple[int, Effect], tuple[Table, Table]],
        table: Table,
        stopped: tuple[Effect, ...] = (),
    ) -> None:
        self.known, self.table, self.stopped = known, table, stopped

    @property
    def key(self) -> Any:
        """Equal for equal tables: Counted twice by one is Counted once by two."""
        return self.table, self.stopped

    def grown(self, effects: tuple[Effect, ...]) -> _Ground:
        """With some more effects."""
        table = self.table
        for effect in effects:
            table = _grown(self.known, table, effect)
        # A move that stopped short looks like any other on the table.
        stopped = tuple(effect for effect in effects if isinstance(effect, Stopped))
        return _Tables(self.known, table, self.stopped + stopped)

    def leave(self, game: Game, steps: list[Step]) -> None:
        """The game goes on with the table."""
        game.now = self.table
        steps += [Do(effect, ()) for effect in self.stopped]


_Ground: TypeAlias = _Effects | _Tables


def _grown(known: dict[tuple[int, Effect], tuple[Table, Table]], table: Table, effect: Effect) -> Table:
    found = known.get((id(table), effect))
    if found is None:
        # The table before is kept beside the one after, so that its identity stays its own.
        found = known[id(table), effect] = (table, apply(table, effect))
    return found[1]


class _Shared(Game):
    """A game whose tables are shared by all runs that did the same so far: what geometry knows of them is kept."""

    __slots__ = ("known",)

    def __init__(self, table: Table, known: dict[tuple[int, Effect], tuple[Table, Table]]) -> None:
        super().__init__(table)
        self.known = known

    def do(self, effect: Effect) -> None:
        """Change the table, once for all runs that come past here."""
        self.now = _grown(self.known, self.now, effect)


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
        """No table is kept."""

    @property
    def now(self) -> Table:  # type: ignore[override]  # reading the table here would be a lie
        """No table may be looked at."""
        raise RuntimeError("a procedure without a table looked at the table")

    def do(self, effect: Effect) -> None:
        """Not applied here: the caller that takes this branch applies it."""


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
