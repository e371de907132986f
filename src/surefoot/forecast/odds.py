"""The exact chance of every way a move, or a plan of several, can end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeAlias

from surefoot.dice.branches import readings
from surefoot.dice.explore import Explorer, Leaf, Policy, TooMany
from surefoot.dice.host import Asked, Game, InLine, Reply, drive
from surefoot.dice.requests import Break, Do, Procedure, Roll, cited
from surefoot.dice.responders import Script, SeededSource, script, settled
from surefoot.forecast.ask import End, Question, actors, question
from surefoot.language import Sentence, say
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import Malformed, by_default, problems_of, started
from surefoot.table.effects import Stopped
from surefoot.table.showing import svg_of
from surefoot.table.table import Table

# More outcomes than this take too long; the rest is reported as unresolved.
MOST_WAYS = 10_000
# With `hasty`, the search checks after this many outcomes, and again after each doubling, whether it can finish.
FIRST_LOOK = 64
# In haste, rules are run for no more than so many steps for each way that may be looked at, and no more than this in all:
# a collision of vehicles takes tens of them, and each is a piece of geometry.
STEPS_A_WAY, MOST_STEPS = 2, 6_000
# Random ways that are followed to guess how many there are.
PROBES = 24

Aim: TypeAlias = Literal["most", "least"]


class NoAverage(ValueError):
    """An average of answers that aren't numbers."""

    def __init__(self, says: Sentence) -> None:
        self.says = says
        super().__init__(str(says))


@dataclass(frozen=True)
class Way:
    """One way it can end, however it came there, with its exact chance."""

    chance: Fraction
    end: End


@dataclass(frozen=True)
class Wanted:
    """The aim of the side that chooses: the most or the least of a number."""

    aim: Aim
    asked: Question


@dataclass(frozen=True)
class Odds:
    """Every way a plan can end: the chances and what was not looked at add up to exactly 1."""

    before: Table
    plan: tuple[Declaration, ...]
    ways: tuple[Way, ...]
    # The probability of outcomes that were not looked at: they took too long, or the search was cancelled.
    unresolved: Fraction
    how: How = field(repr=False)

    def _repr_svg_(self) -> str:
        """The odds in notebooks."""
        return svg_of(self)

    def over(self, asked: str | Question = "end", who: tuple[str, ...] = ()) -> dict[Any, Fraction]:
        """The chance of each answer to a question, the likeliest first."""
        ask = question(asked, self.before, who) if isinstance(asked, str) else asked
        found: dict[Hashable, Fraction] = {}
        for way in self.ways:
            answer = ask(way.end)
            found[answer] = found.get(answer, Fraction(0)) + way.chance
        return dict(sorted(found.items(), key=lambda each: -each[1]))

    def mean(self, asked: str | Question, who: tuple[str, ...] = ()) -> Fraction:
        """The average answer to a question whose answers are numbers, over what was looked at."""
        return _mean(self.over(asked, who))

    @cached_property
    def by_clause(self) -> dict[str, Fraction]:
        """How likely each clause is cited, the surest first: 1/6 because of `climb.fall`, say."""
        search = _Search(self.before, self.plan, self.how, tell=True)
        masses: dict[str, Fraction] = {}
        for way in search.ways(self.before, 0, stopped=False):
            for clause, mass in way.cited.items():
                masses[clause] = masses.get(clause, Fraction(0)) + mass
        return dict(sorted(masses.items(), key=lambda each: -each[1]))


@dataclass(frozen=True)
class How:
    """How a plan is looked at: what was rolled already, who decides how, and when it is enough."""

    given: tuple[Any, ...] = ()
    policy: Callable[[], Policy] = by_default
    wanted: Wanted | None = None
    most: int = MOST_WAYS
    hasty: bool = False
    cancelled: Callable[[], bool] | None = None


def odds(
    table: Table,
    plan: Declaration | Sequence[Declaration],
    *,
    given: Sequence[Any] = (),
    policy: Callable[[], Policy] = by_default,
    choose: tuple[Aim, str] | None = None,
    most: int = MOST_WAYS,
    hasty: bool = False,
    cancelled: Callable[[], bool] | None = None,
) -> Odds:
    """How a declared move, or several one after another, can end, and with what exact chance.

    `given` are dice and answers that are known already, in order or by clause. `choose` is what a side with a choice
    is after (`("least", "losses")`); without it choices are settled by a policy. Beyond `most` ways, or once it is
    cancelled, the rest is left as `unresolved`; if `hasty`, as soon as it is plain that there are more than so many.
    """
    declared = (plan,) if isinstance(plan, Declaration) else tuple(plan)
    problems = tuple(problem for each in declared for problem in problems_of(each, table))
    if problems:
        raise Malformed(problems)
    wanted = Wanted(choose[0], question(choose[1], table)) if choose is not None else None
    how = How(tuple(given), policy, wanted, most, hasty, cancelled)
    found = _Search(table, declared, how).ways(table, 0, stopped=False)
    ways = tuple(Way(way.chance, way.end) for way in sorted(found, key=lambda way: -way.chance))
    unresolved = 1 - sum((way.chance for way in ways), Fraction(0))
    return Odds(table, declared, ways, unresolved, how)


def estimate(table: Table, plan: Declaration | Sequence[Declaration], seed: str = "estimate") -> int:
    """About how many ways there are to look at, from a few that are followed at random (Knuth's estimate)."""
    declared = (plan,) if isinstance(plan, Declaration) else tuple(plan)
    source, total = SeededSource(seed), 0
    for _ in range(PROBES):
        probe = _Probe(source)
        now = table
        for declaration in declared:
            run = drive(started(declaration, now), now, probe)
            now = run.table
            if run.breaks or run.unanswered is not None:
                break
        total += probe.branches
    return round(total / PROBES)


@dataclass
class _Probe(InLine):
    """Takes a branch at random wherever there are several, and multiplies how many there are."""

    source: SeededSource
    branches: int = 1

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        if not isinstance(request, Roll):
            return settled(request, breaks)
        among = readings(request)
        self.branches *= len(among)
        return among[self.source.face(0, len(among) - 1)][0]


@dataclass
class _Ended:
    """Every way that comes to one end; with the mass on which each clause was cited."""

    chance: Fraction
    end: End
    cited: dict[str, Fraction]


@dataclass
class _Search:
    """Looks at a plan, declaration after declaration; equal tables in between are looked at once."""

    before: Table
    plan: tuple[Declaration, ...]
    how: How
    tell: bool = False
    looked_at: int = 0
    # The ways through the first declaration so far, and their mass.
    leaves: int = 0
    mass: float = 0.0
    # How many steps of the rules they took.
    steps: int = 0
    _looked: tuple[int, float] = (0, 0.0)
    _next_look: int = FIRST_LOOK
    known: dict[Any, tuple[_Ended, ...]] = field(default_factory=dict)

    def ways(self, table: Table, index: int, *, stopped: bool) -> tuple[_Ended, ...]:
        """How the plan can end from one of its declarations on."""
        key = (index, table, stopped)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._look(table, index, stopped)
        return found

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """Who declares something."""
        return actors(self.plan)

    def _enough(self) -> bool:
        self.looked_at += 1
        cancelled = self.how.cancelled
        if cancelled is not None and cancelled():
            return True
        return self.looked_at > self.how.most or (self.how.hasty and self._is_hopeless())

    def _is_hopeless(self) -> bool:
        """Whether too many ways are left: the likeliest come first, so that none to come holds more than the last ones did."""
        if self.steps > min(STEPS_A_WAY * self.how.most, MOST_STEPS):
            return True
        if self.how.wanted is not None or self.leaves < self._next_look:
            return False
        count, mass = self._looked
        each = (self.mass - mass) / (self.leaves - count)
        self._looked, self._next_look = (self.leaves, self.mass), 2 * self.leaves
        return 1 - self.mass > each * (self.how.most - self.looked_at)

    def _look(self, table: Table, index: int, stopped: bool) -> tuple[_Ended, ...]:
        if index == len(self.plan):
            return (_Ended(Fraction(1), End(self.before, table, index, self.actors, stopped=stopped), {}),)
        explorer = Explorer(
            merge=True,
            tell=self.tell,
            choices=self.how.wanted is not None,
            given=self._given if index == 0 and self.how.given else None,
            stop=self._enough,
            likeliest=True,
        )
        begin = started(self.plan[index], table)

        def start(game: Game) -> Procedure[Any]:
            explorer.policy = self.how.policy()
            return (yield from begin(game))

        leaves: list[tuple[Leaf, tuple[_Ended, ...]]] = []
        # What was not looked at is missing from the sum, and is said to be.
        with suppress(TooMany):
            for leaf in explorer.leaves(start, table):
                self.steps += len(leaf.run.steps)
                if index == 0:
                    self.leaves, self.mass = self.leaves + 1, self.mass + float(leaf.chance)
                leaves.append((leaf, self._after(leaf, index, stopped)))
        # In the order of the dice, in whatever order they were looked at.
        leaves.sort(key=lambda each: each[0].turns)
        return _joined(self._chosen(leaves, 0))

    def _given(self) -> Script:
        return script(self.how.given)

    def _after(self, leaf: Leaf, index: int, stopped: bool) -> tuple[_Ended, ...]:
        """What comes of one way through a declaration: the end, or however the rest of the plan ends."""
        run = leaf.run
        short = stopped or any(
            isinstance(step, Do) and isinstance(step.effect, Stopped) for step in run.steps
        )
        if run.breaks or run.unanswered is not None:
            end = End(self.before, run.table, index, self.actors, run.breaks, run.unanswered, short)
            rest: tuple[_Ended, ...] = (_Ended(Fraction(1), end, {}),)
        else:
            rest = self.ways(run.table, index + 1, stopped=short)
        if not self.tell:
            return tuple(_Ended(leaf.chance * each.chance, each.end, {}) for each in rest)
        cited = self._cited(leaf)
        return tuple(
            _Ended(
                leaf.chance * each.chance,
                each.end,
                {
                    clause: leaf.chance * _either(each.chance, each.cited.get(clause), cited.get(clause))
                    for clause in dict.fromkeys((*cited, *each.cited))
                },
            )
            for each in rest
        )

    def _cited(self, leaf: Leaf) -> dict[str, Fraction]:
        likely = dict(leaf.inside)
        for step in leaf.run.steps:
            for clause in cited(step) if isinstance(step, Do) else cited(step.request):
                likely[clause] = Fraction(1)
        for each in leaf.run.breaks:
            likely[each.clause] = Fraction(1)
        return likely

    def _chosen(self, leaves: list[tuple[Leaf, tuple[_Ended, ...]]], depth: int) -> list[_Ended]:
        """The outcomes that are left once every choice is made to serve the aim."""
        if self.how.wanted is None or not leaves or len(leaves[0][0].turns) <= depth:
            return [each for _, ended in leaves for each in ended]
        branches: dict[int, list[tuple[Leaf, tuple[_Ended, ...]]]] = {}
        for leaf, ended in leaves:
            branches.setdefault(leaf.turns[depth][1], []).append((leaf, ended))
        options = [self._chosen(branch, depth + 1) for branch in branches.values()]
        if leaves[0][0].turns[depth][0] == "chance":
            return [each for option in options for each in option]
        pick = max if self.how.wanted.aim == "most" else min
        return pick(options, key=self._worth)

    def _worth(self, ways: list[_Ended]) -> Fraction:
        assert self.how.wanted is not None
        found: dict[Any, Fraction] = {}
        for way in ways:
            answer = self.how.wanted.asked(way.end)
            found[answer] = found.get(answer, Fraction(0)) + way.chance
        return _mean(found)


def _either(mass: Fraction, later: Fraction | None, now: Fraction | None) -> Fraction:
    """The mass on which a clause is cited now or later, of a mass of ways."""
    without = mass - (later or 0)
    return mass - without * (1 - (now or 0))


def _mean(answers: dict[Any, Fraction]) -> Fraction:
    looked_at = sum(answers.values(), Fraction(0))
    if not looked_at or not all(isinstance(answer, (int, Fraction)) for answer in answers):
        raise NoAverage(say("The answers aren't numbers, so they have no average"))
    return sum((answer * chance for answer, chance in answers.items()), Fraction(0)) / looked_at


def _joined(ways: list[_Ended]) -> tuple[_Ended, ...]:
    """Ways with the same end as one."""
    found: dict[Any, _Ended] = {}
    for way in ways:
        end = way.end
        asked = end.unanswered.request if end.unanswered is not None else None
        key = (end.reached, end.after, end.breaks, asked, end.stopped)
        known = found.get(key)
        if known is None:
            found[key] = _Ended(way.chance, end, dict(way.cited))
            continue
        known.chance += way.chance
        for clause, mass in way.cited.items():
            known.cited[clause] = known.cited.get(clause, Fraction(0)) + mass
    return tuple(found.values())
