"""The exact chance of every way a move, or a plan of several, can end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import field
from fractions import Fraction
from functools import partial
from typing import Any, Literal, TypeAlias

from surefoot.dice.branches import readings
from surefoot.dice.explore import Explorer, Leaf, Policy, TooMany
from surefoot.dice.host import Asked, Asking, Game, InLine, Reply, Run, Unfit, drive
from surefoot.dice.requests import Break, Do, Procedure, Roll, cited
from surefoot.dice.responders import Entry, Script, SeededSource, script, settled
from surefoot.forecast.ask import End, Question, actors, question
from surefoot.language import Notation, Sentence, say
from surefoot.language.sentence import sentence
from surefoot.records import cached_property, dataclass
from surefoot.referee.protocol import Declaration, Problem
from surefoot.referee.referee import Malformed, by_default, problems_of, started
from surefoot.referee.verdict import cut_short
from surefoot.table.showing import svg_of, text_of
from surefoot.table.table import Table
from surefoot.table.words import suggested

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


class WrongGiven(Malformed):
    """Dice or answers that are given as known and can't be: no such face, or nothing asks for them."""

    def __init__(self, says: Sentence) -> None:
        self.says = says
        super().__init__((Problem("given", says),))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.says,)


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

    def __repr__(self) -> str:
        plan = ", ".join(" ".join((*each.who, each.action)) for each in self.plan)
        found = f"<Odds of {plan}: {len(self.ways)} ways"
        if self.ways:
            found += f", the likeliest {self.ways[0].chance}"
        return f"{found}, unresolved {self.unresolved}>" if self.unresolved else f"{found}>"

    def __str__(self) -> str:
        """Every outcome with a bar for its chance."""
        return text_of(self)

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
        found = _Search(self.before, self.plan, self.how, tell=True).found()
        return dict(sorted(found.cited.items(), key=lambda each: -each[1]))


@dataclass(frozen=True)
class How:
    """How a plan is looked at: what was rolled already, who decides how, and when it is enough."""

    given: tuple[tuple[str, Any], ...] = ()
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

    `given` are dice and answers that are known already, in order or by clause; raises Malformed if one of them does not fit,
    or if nothing asks for it. `choose` is what a side with a choice
    is after (`("least", "losses")`); without it choices are settled by a policy. Beyond `most` ways, or once it is
    cancelled, the rest is left as `unresolved`; if `hasty`, as soon as there are clearly more ways than that. Counting
    all of them may take ten seconds where vehicles crash: use `hasty`, as the command line does, or a smaller `most`.
    """
    declared = planned(table, plan)
    wanted = Wanted(choose[0], question(choose[1], table)) if choose is not None else None
    known = tuple((entry.key, entry.value) for entry in script(given).entries)
    how = How(known, policy, wanted, most, hasty, cancelled)
    search = _Search(table, declared, how)
    ways = search.ways()
    unresolved = 1 - sum((way.chance for way in ways), Fraction(0))
    if not unresolved and not all(way.end.breaks for way in ways):
        search.refuse_surplus()
    return Odds(table, declared, ways, unresolved, how)


def planned(table: Table, plan: Declaration | Sequence[Declaration]) -> tuple[Declaration, ...]:
    """The declarations of a plan. Raises Malformed if there are none, or with the problems of all."""
    declared = (plan,) if isinstance(plan, Declaration) else tuple(plan)
    if not declared:
        raise Malformed((Problem("plan", say("There are no declarations")),))
    problems = tuple(problem for each in declared for problem in problems_of(each, table))
    if problems:
        raise Malformed(problems)
    return declared


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


class _Node:
    """A table before one of the declarations of a plan, with the ways through it; or one way in which the plan ends."""

    __slots__ = ("branches", "cited", "end", "mass", "total")

    def __init__(self, end: End | None = None) -> None:
        self.end = end
        # In the order of the dice, as far as they were looked at.
        self.branches: list[_Branch] = []
        # The chance of what was looked at from here on; and of that, what cites each clause.
        self.mass = Fraction(1)
        self.cited: dict[str, Fraction] = {}
        # The sum of the answers to what a side is after, each by its chance; None if they aren't numbers.
        self.total: Fraction | None = Fraction(0)


@dataclass(slots=True)
class _Branch:
    """One way through a declaration: its chance, where the dice and choices turned, and where it leads."""

    chance: Fraction
    turns: tuple[tuple[str, int], ...]
    to: _Node
    # How likely each clause is cited on it.
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
    known: dict[Any, _Node] = field(default_factory=dict)
    # The given dice and answers that some way has used, by their numbers; and the names of all questions, if some are left.
    used: set[int] = field(default_factory=set)
    names: dict[str, None] = field(default_factory=dict)

    def found(self) -> _Node:
        """Everything that can come of the plan."""
        return self._node(self.before, 0, tuple(range(len(self.how.given))), stopped=False)

    def refuse_surplus(self) -> None:
        """Raise WrongGiven if no way has a use for something that was given."""
        surplus = [Entry(*each) for number, each in enumerate(self.how.given) if number not in self.used]
        if not surplus:
            return
        answers = Notation(", ".join(each.written for each in surplus))
        says = say("Nothing asks for: {answers}", answers=answers)
        named = [each.key for each in surplus if each.key]
        raise WrongGiven(suggested(says, named[0], self.names) if named else says)

    def ways(self) -> tuple[Way, ...]:
        """Every way the plan can end, the likeliest first; of equal ones the one that comes first by the dice."""
        ends: dict[_Node, tuple[Fraction, tuple[int, ...]]] = {}
        # Every node is a declaration further than the ones that lead to it, so its mass is complete when its turn comes.
        now: dict[_Node, tuple[Fraction, tuple[int, ...]]] = {self.found(): (Fraction(1), ())}
        while now:
            after: dict[_Node, tuple[Fraction, tuple[int, ...]]] = {}
            for node, (mass, path) in now.items():
                for number, branch in enumerate(node.branches):
                    level = after if branch.to.end is None else ends
                    known = level.get(branch.to)
                    share = mass * branch.chance
                    level[branch.to] = (
                        (share, (*path, number)) if known is None else (known[0] + share, known[1])
                    )
            now = after
        ranked = sorted(ends.items(), key=lambda each: (-each[1][0], each[1][1]))
        return tuple(Way(chance, node.end) for node, (chance, _) in ranked if node.end is not None)

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

    def _node(self, table: Table, index: int, left: tuple[int, ...], *, stopped: bool) -> _Node:
        key = (index, table, left, stopped)
        found = self.known.get(key)
        if found is None:
            if index == len(self.plan):
                found = self._ended(End(self.before, table, index, self.actors, stopped=stopped))
            else:
                found = self._looked_through(table, index, left, stopped)
            self.known[key] = found
        return found

    def _ended(self, end: End) -> _Node:
        node = _Node(end)
        if self.how.wanted is not None:
            answer = self.how.wanted.asked(end)
            node.total = Fraction(answer) if isinstance(answer, (int, Fraction)) else None
        return node

    def _looked_through(self, table: Table, index: int, left: tuple[int, ...], stopped: bool) -> _Node:
        """All ways through one declaration, and through the rest of the plan from where each of them leads."""
        explorer = Explorer(
            merge=True,
            tell=self.tell,
            choices=self.how.wanted is not None,
            given=partial(self._given, left) if left else None,
            stop=self._enough,
            likeliest=True,
        )
        begin = started(self.plan[index], table)

        def start(game: Game) -> Procedure[Any]:
            explorer.policy = self.how.policy()
            return (yield from begin(game))

        branches: list[_Branch] = []
        # What was not looked at is missing from the sum, and is said to be.
        with suppress(TooMany):
            for leaf in explorer.leaves(start, table):
                self.steps += len(leaf.run.steps)
                if index == 0:
                    self.leaves, self.mass = self.leaves + 1, self.mass + float(leaf.chance)
                short = stopped or cut_short(self.plan[index], table, leaf.run)
                to = self._after(leaf.run, index, self._left(explorer, left, leaf.run), stopped=short)
                branches.append(_Branch(leaf.chance, leaf.turns, to, self._cited(leaf) if self.tell else {}))
        # In the order of the dice, in whatever order they were looked at.
        branches.sort(key=lambda each: each.turns)
        node = _Node()
        node.branches = self._chosen(branches, 0)
        if self.tell:
            node.mass, node.cited = _citing(node.branches)
        if self.how.wanted is not None:
            node.mass, node.total = _summed(node.branches)
        return node

    def _given(self, left: tuple[int, ...]) -> Script:
        return Script([Entry(*self.how.given[number]) for number in left])

    def _left(self, explorer: Explorer, given: tuple[int, ...], run: Run) -> tuple[int, ...]:
        """What is left of the given dice and answers behind a way; raises WrongGiven if one of them did not fit."""
        if not given:
            return ()
        if isinstance(run.unanswered, Unfit):
            raise WrongGiven(sentence(run.unanswered.problem))
        left = tuple(number for number, used in zip(given, explorer.uses, strict=True) if not used)
        self.used.update(set(given) - set(left))
        if left:
            asked = (step.request for step in run.steps if isinstance(step, Asking))
            self.names |= dict.fromkeys(name for each in asked for name in (each.what, *each.clauses))
        return left

    def _after(self, run: Run, index: int, left: tuple[int, ...], *, stopped: bool) -> _Node:
        """Where one way through a declaration leads: to an end, or to the table before the next declaration."""
        if not run.breaks and run.unanswered is None:
            return self._node(run.table, index + 1, left, stopped=stopped)
        asked = run.unanswered.request if run.unanswered is not None else None
        key = (index, run.table, stopped, run.breaks, asked)
        found = self.known.get(key)
        if found is None:
            end = End(self.before, run.table, index, self.actors, run.breaks, run.unanswered, stopped)
            found = self.known[key] = self._ended(end)
        return found

    def _cited(self, leaf: Leaf) -> dict[str, Fraction]:
        likely = dict(leaf.inside)
        for step in leaf.run.steps:
            for clause in cited(step) if isinstance(step, Do) else cited(step.request):
                likely[clause] = Fraction(1)
        for each in leaf.run.breaks:
            likely[each.clause] = Fraction(1)
        return likely

    def _chosen(self, branches: list[_Branch], depth: int) -> list[_Branch]:
        """The branches that are left once every choice is made to serve the aim."""
        if self.how.wanted is None or not branches or len(branches[0].turns) <= depth:
            return branches
        turned: dict[int, list[_Branch]] = {}
        for branch in branches:
            turned.setdefault(branch.turns[depth][1], []).append(branch)
        options = [self._chosen(option, depth + 1) for option in turned.values()]
        if branches[0].turns[depth][0] == "chance":
            return [each for option in options for each in option]
        pick = max if self.how.wanted.aim == "most" else min
        return pick(options, key=_worth)


def _summed(branches: list[_Branch]) -> tuple[Fraction, Fraction | None]:
    """The chance of what was looked at along some branches, and the sum of the answers at their ends by their chances."""
    mass = sum((each.chance * each.to.mass for each in branches), Fraction(0))
    totals = [(each.chance, each.to.total) for each in branches]
    if any(total is None for _, total in totals):
        return mass, None
    return mass, sum((chance * total for chance, total in totals if total is not None), Fraction(0))


def _worth(branches: list[_Branch]) -> Fraction:
    """The average answer at the ends of some branches, of what was looked at."""
    mass, total = _summed(branches)
    if not mass or total is None:
        raise _no_average()
    return total / mass


def _citing(branches: list[_Branch]) -> tuple[Fraction, dict[str, Fraction]]:
    """The chance of what was looked at along some branches; and on how much of it each clause is cited, now or later."""
    mass, found = Fraction(0), dict[str, Fraction]()
    for branch in branches:
        later = branch.to
        mass += branch.chance * later.mass
        for clause in dict.fromkeys((*branch.cited, *later.cited)):
            without = (later.mass - later.cited.get(clause, 0)) * (1 - branch.cited.get(clause, 0))
            found[clause] = found.get(clause, Fraction(0)) + branch.chance * (later.mass - without)
    return mass, found


def _no_average() -> NoAverage:
    return NoAverage(say("The answers aren't numbers, so they have no average"))


def _mean(answers: dict[Any, Fraction]) -> Fraction:
    looked_at = sum(answers.values(), Fraction(0))
    if not looked_at or not all(isinstance(answer, (int, Fraction)) for answer in answers):
        raise _no_average()
    return sum((answer * chance for answer, chance in answers.items()), Fraction(0)) / looked_at
