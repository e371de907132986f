"""How lucky a move, a side and a game were, exactly.

The *grade* of an end is its place among all ends of the same declaration, from 0 (the worst) to 1 (the best): the chance of
something worse, and half the chance of something as good. On average it is 1/2, whatever is declared, so a bold plan is
not lucky or unlucky by itself; only its dice are. Luck is the grade less 1/2. The luck of a roll is what it changed in the
grade to expect, so the rolls of a move add up to the luck of the move.

The luck of a game is compared with the same decisions rolled afresh, each from the position in which it was made. What you
decided because of earlier dice counts as a decision, not as luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import Any

from surefoot.dice.branches import chance, every_reading
from surefoot.dice.explore import Explorer, TooMany
from surefoot.dice.host import Asked, Asking, Game, Reply, Run
from surefoot.dice.requests import Break, Procedure, Roll, success
from surefoot.dice.responders import Script
from surefoot.hindsight.moments import Moment
from surefoot.hindsight.standing import Judge, Standing
from surefoot.hindsight.sums import Distribution, added
from surefoot.records import dataclass
from surefoot.referee.referee import started

# A move with more outcomes than this, or whose outcomes take more steps of the rules in all, is not graded: it takes too
# long. A collision of vehicles takes tens of steps, and each is a piece of geometry.
MOST_WAYS, MOST_STEPS = 4_000, 12_000
# A roll with more results than this is not looked at result by result.
MOST_RESULTS = 40
# Grades are rounded to this many parts before they are added up, so that the sums of a long game can be listed. Grades of
# up to two six-sided dice are not changed by it.
PARTS = 720
HALF = Fraction(1, 2)

Cancelled = Callable[[], bool]


class NotGraded(Exception):
    """A move has too many outcomes to look at them all."""


class ReviewCancelled(Exception):
    """The review was cancelled while it looked at a move."""


@dataclass(frozen=True)
class RollLuck:
    """One roll: what it changed, and how likely one at least as good was."""

    asking: Asking
    # The grade to expect before and after the roll.
    before: Fraction
    after: Fraction
    # The chance of a result at least as good, and at least as bad; none if there are too many results.
    as_good: Fraction | None
    as_bad: Fraction | None

    @property
    def request(self) -> Roll:
        """What was rolled for."""
        assert isinstance(self.asking.request, Roll)
        return self.asking.request

    @property
    def luck(self) -> Fraction:
        """What the roll changed in the grade to expect."""
        return self.after - self.before


@dataclass(frozen=True)
class MomentLuck:
    """The luck of one declaration."""

    moment: Moment
    # The chance of each end by its standing, the best first.
    ends: dict[Standing, Fraction]
    came: Standing
    rolls: tuple[RollLuck, ...]
    # The damage that the acting side may take, and what it took.
    harm: Distribution
    harm_came: int

    @cached_property
    def better(self) -> Fraction:
        """The chance of something better."""
        return sum((share for end, share in self.ends.items() if end < self.came), Fraction(0))

    @cached_property
    def equal(self) -> Fraction:
        """The chance of something as good."""
        return self.ends[self.came]

    @property
    def worse(self) -> Fraction:
        """The chance of something worse."""
        return 1 - self.better - self.equal

    @property
    def as_good(self) -> Fraction:
        """The chance of something at least as good."""
        return self.better + self.equal

    @property
    def came_off(self) -> bool:
        """Whether it ended as well as it can."""
        return not self.better

    @cached_property
    def tests(self) -> tuple[tuple[Fraction, bool], ...]:
        """Its tests, each with its chance and whether it was passed; rolls for an amount are not tests."""
        return tuple(
            (odds, success(roll.request, roll.asking.reply.value) is True)
            for roll in self.rolls
            if (odds := chance(roll.request)) is not None
        )

    @property
    def grade(self) -> Fraction:
        """The place of the end among all ends: 0 the worst, 1 the best."""
        return self.worse + self.equal / 2

    @property
    def luck(self) -> Fraction:
        """The grade less 1/2."""
        return self.grade - HALF

    @property
    def hoped(self) -> Fraction:
        """The chance that it ends as well as it can."""
        return next(iter(self.ends.values()))

    @cached_property
    def graded(self) -> Distribution:
        """The grades in `PARTS` and their chances."""
        grades = graded(self.ends)
        return Distribution.of(_joined((_parts(grades[end]), share) for end, share in self.ends.items()))

    @property
    def graded_came(self) -> int:
        """The grade that came, in `PARTS`."""
        return _parts(self.grade)


def graded(ends: dict[Standing, Fraction]) -> dict[Standing, Fraction]:
    """The grade of each end, from the chances of all, the best first."""
    found, worse = {}, Fraction(1)
    for end, share in ends.items():
        worse -= share
        found[end] = worse + share / 2
    return found


def _parts(grade: Fraction) -> int:
    return round(grade * PARTS)


def _joined(pairs: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for value, share in pairs:
        found[value] = found.get(value, Fraction(0)) + share
    return found


def moment_luck(moment: Moment, *, cancelled: Cancelled | None = None) -> MomentLuck | None:
    """The luck of a declaration; None if nothing was rolled. Raises NotGraded if that would take too long."""
    if not moment.same or not moment.rolls:
        return None
    look = _Look(moment, cancelled)
    ends: dict[Standing, Fraction] = {}
    harm: dict[int, Fraction] = {}
    for share, run in look.ends(()):
        standing, hurt = look.judge(run), look.judge.own_harm(run)
        ends[standing] = ends.get(standing, Fraction(0)) + share
        harm[hurt] = harm.get(hurt, Fraction(0)) + share
    ends = dict(sorted(ends.items()))
    came = look.judge(moment.run)
    if came not in ends:
        raise NotGraded
    look.ways = look.steps = 0
    try:
        rolls = tuple(look.rolls(graded(ends)))
    except NotGraded:
        # The ends are known; what each single roll changed would take too long to look at.
        rolls = ()
    return MomentLuck(moment, ends, came, rolls, Distribution.of(harm), look.judge.own_harm(moment.run))


@dataclass
class _Look:
    """Looks at all ends of a moment, from its beginning or after some of its rolls."""

    moment: Moment
    cancelled: Cancelled | None
    judge: Judge = field(init=False)
    ways: int = 0
    steps: int = 0

    def __post_init__(self) -> None:
        self.judge = Judge(self.moment)

    def _enough(self) -> bool:
        self.ways += 1
        if self.cancelled is not None and self.cancelled():
            raise ReviewCancelled
        return self.ways > MOST_WAYS or self.steps > MOST_STEPS

    def ends(self, rolled: tuple[Reply, ...]) -> Iterator[tuple[Fraction, Run]]:
        """Every end after some rolls, with its chance."""
        explorer = Explorer(
            merge=True,
            given=lambda: _Rolled([], replies=rolled),
            stop=self._enough,
            policy=self.moment.policy(),
        )
        begin = started(self.moment.declaration, self.moment.before)

        def start(game: Game) -> Procedure[Any]:
            return (yield from begin(game))

        looked, mass = [], Fraction(0)
        try:
            for leaf in explorer.leaves(start, self.moment.before):
                looked.append((leaf.chance, leaf.run))
                mass += leaf.chance
                self.steps += len(leaf.run.steps)
        except TooMany:
            raise NotGraded from None
        if mass != 1:
            raise NotGraded
        yield from looked

    def rolls(self, grades: dict[Standing, Fraction]) -> Iterator[RollLuck]:
        """What each roll changed."""
        expected, rolled = HALF, tuple[Reply, ...]()
        for step in self.moment.rolls:
            request = step.request
            assert isinstance(request, Roll)
            results = every_reading(request)
            after: dict[Any, Fraction] = {}
            if len(results) <= MOST_RESULTS:
                for reply, _ in results:
                    after[reply.value] = self._expected((*rolled, Reply(reply.value)), grades)
            rolled = (*rolled, step.reply)
            now = after[step.reply.value] if after else self._expected(rolled, grades)
            as_good = as_bad = None
            if after:
                total = request.dice.total_weight
                as_good = Fraction(
                    sum(weight for reply, weight in results if after[reply.value] >= now), total
                )
                as_bad = Fraction(
                    sum(weight for reply, weight in results if after[reply.value] <= now), total
                )
            yield RollLuck(step, expected, now, as_good, as_bad)
            expected = now

    def _expected(self, rolled: tuple[Reply, ...], grades: dict[Standing, Fraction]) -> Fraction:
        """The grade to expect after some rolls."""
        return sum((share * grades[self.judge(run)] for share, run in self.ends(rolled)), Fraction(0))


@dataclass
class _Rolled(Script):
    """Replies to the first rolls, in order; dice are given by their readings."""

    replies: tuple[Reply, ...] = ()
    given: int = 0

    def covers(self, request: Asked) -> bool:
        """Whether this roll was made already."""
        return isinstance(request, Roll) and self.given < len(self.replies)

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:  # noqa: ARG002  # only rolls come here
        """What was rolled."""
        self.given += 1
        return self.replies[self.given - 1]

    @property
    def unused(self) -> list[Any]:
        """Rolls that were not asked for yet."""
        return list(self.replies[self.given :])


@dataclass(frozen=True)
class SideLuck:
    """The luck of a side over some moments."""

    side: str
    moments: tuple[MomentLuck, ...]

    @cached_property
    def graded(self) -> Distribution:
        """The sum of grades in `PARTS`, if each of these decisions were rolled afresh."""
        return added(each.graded for each in self.moments)

    @property
    def came(self) -> int:
        """The sum of the grades that came, in `PARTS`."""
        return sum(each.graded_came for each in self.moments)

    @property
    def luckier(self) -> Fraction:
        """The share of games like this that were luckier."""
        return self.graded.above(self.came)

    @property
    def equal(self) -> Fraction:
        """The share of games like this that were exactly as lucky."""
        return self.graded.at(self.came)

    @property
    def unluckier(self) -> Fraction:
        """The share of games like this that were unluckier."""
        return self.graded.below(self.came)

    @property
    def luck(self) -> Fraction:
        """The sum of what the dice gave and took, in moves: +1 is two moves that went from even to perfect."""
        return sum((each.luck for each in self.moments), Fraction(0))

    @cached_property
    def harm(self) -> Distribution:
        """The damage that the side may take in all."""
        return added(each.harm for each in self.moments)

    @property
    def harm_came(self) -> int:
        """The damage that it took."""
        return sum(each.harm_came for each in self.moments)

    @cached_property
    def tests(self) -> Distribution:
        """How many of its tests are passed."""
        return added(
            Distribution.of({0: 1 - odds, 1: odds}) for odds, _ in self._tests if odds not in (0, 1)
        ) + Distribution({sum(odds == 1 for odds, _ in self._tests): 1}, 1)

    @property
    def tests_passed(self) -> int:
        """How many of its tests were passed."""
        return sum(passed for _, passed in self._tests)

    @property
    def tests_made(self) -> int:
        """How many tests it made; rolls for an amount are not tests."""
        return len(self._tests)

    @cached_property
    def _tests(self) -> tuple[tuple[Fraction, bool], ...]:
        return tuple(test for each in self.moments for test in each.tests)

    @property
    def luckiest(self) -> MomentLuck | None:
        """The moment that the dice helped most; none if they helped nowhere."""
        best = max(self.moments, key=lambda each: each.luck, default=None)
        return best if best is not None and best.luck > 0 else None

    @property
    def unluckiest(self) -> MomentLuck | None:
        """The moment that the dice hurt most; none if they hurt nowhere."""
        worst = min(self.moments, key=lambda each: each.luck, default=None)
        return worst if worst is not None and worst.luck < 0 else None


def by_side(found: Iterable[MomentLuck]) -> tuple[SideLuck, ...]:
    """The luck of each side that rolled something, in the order in which they rolled."""
    sides: dict[str, list[MomentLuck]] = {}
    for each in found:
        sides.setdefault(each.moment.side, []).append(each)
    return tuple(SideLuck(side, tuple(row)) for side, row in sides.items())
