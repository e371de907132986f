"""The review of a whole game: its moments one after another, the luck of each side, and where the game turned."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from surefoot.geometry.tolerance import from_lattice
from surefoot.hindsight.luck import (
    Cancelled,
    MomentLuck,
    NotGraded,
    ReviewCancelled,
    SideLuck,
    by_side,
    moment_luck,
)
from surefoot.hindsight.moments import Moment, moments
from surefoot.hindsight.paths import Alternatives, OutOfTime, Patience, alternatives
from surefoot.records import dataclass
from surefoot.referee.session import Session
from surefoot.referee.verdict import Outcome, outcome
from surefoot.table.showing import svg_of

# The number of turning points of a game that are named.
TURNING_POINTS = 3


@dataclass(frozen=True)
class Reviewed:
    """One declaration looked back at."""

    moment: Moment
    outcome: Outcome
    # None if nothing was rolled, or if it could not be graded.
    luck: MomentLuck | None
    # Whether dice were rolled that could not be graded: too many outcomes, or rules that have changed since.
    ungraded: bool
    alternatives: Alternatives | None
    # Whether there was no time to look for other paths.
    hurried: bool = False


@dataclass(frozen=True)
class Journey:
    """The movement of one model or unit in a game: what it used, what a cheaper path would have saved, and its tests."""

    who: str
    side: str
    used: float
    wasted: float
    tests: int
    passed: int


@dataclass(frozen=True)
class Review:
    """A game looked back at, as far as it was looked at."""

    session: Session
    moments: tuple[Reviewed, ...]
    # Whether the review was cancelled before its end.
    cut: bool = False

    def _repr_svg_(self) -> str:
        """The review in notebooks."""
        return svg_of(self)

    @cached_property
    def sides(self) -> tuple[SideLuck, ...]:
        """The luck of each side that rolled something."""
        return by_side(each.luck for each in self.moments if each.luck is not None)

    @property
    def turning_points(self) -> tuple[MomentLuck, ...]:
        """The moments in which the dice changed most, the greatest first."""
        found = [each.luck for each in self.moments if each.luck is not None and each.luck.luck]
        return tuple(sorted(found, key=lambda each: -abs(each.luck))[:TURNING_POINTS])

    @property
    def timeline(self) -> tuple[tuple[Reviewed, dict[str, Fraction]], ...]:
        """Each moment with the luck of every side up to and with it."""
        so_far: dict[str, Fraction] = {}
        found = []
        for each in self.moments:
            if each.luck is not None:
                side = each.moment.side
                so_far = so_far | {side: so_far.get(side, Fraction(0)) + each.luck.luck}
            found.append((each, so_far))
        return tuple(found)

    @property
    def journeys(self) -> tuple[Journey, ...]:
        """The movement of every model and unit that moved or made a test, in the order in which they did."""
        found: dict[str, Journey] = {}
        for each in self.moments:
            who, side = each.moment.declaration.actor, each.moment.side
            tests = each.luck.tests if each.luck is not None else ()
            used = from_lattice(each.outcome.cost)
            if not who or (not used and not tests):
                continue
            so_far = found.get(who, Journey(who, side, 0.0, 0.0, 0, 0))
            found[who] = Journey(
                who,
                side,
                so_far.used + used,
                so_far.wasted + (each.alternatives.wasted if each.alternatives is not None else 0.0),
                so_far.tests + len(tests),
                so_far.passed + sum(passed for _, passed in tests),
            )
        return tuple(found.values())

    @property
    def ungraded(self) -> int:
        """How many moments with dice could not be graded."""
        return sum(each.ungraded for each in self.moments)

    @property
    def wasted(self) -> dict[str, float]:
        """How much movement each side could have saved."""
        found: dict[str, float] = {}
        for each in self.moments:
            if each.alternatives is not None and each.alternatives.wasted:
                side = each.moment.side
                found[side] = found.get(side, 0.0) + each.alternatives.wasted
        return found


def reviewed(
    session: Session, *, paths: bool = True, cancelled: Cancelled | None = None
) -> Iterator[Reviewed]:
    """The moments of a game one after another, each as soon as it has been looked at; stops when it is cancelled."""
    patience = Patience()
    for moment in moments(session):
        if cancelled is not None and cancelled():
            return
        try:
            yield _one(moment, patience if paths else None, cancelled)
        except ReviewCancelled:
            return


def _one(moment: Moment, patience: Patience | None, cancelled: Cancelled | None) -> Reviewed:
    luck, ungraded = None, not moment.same
    try:
        luck = moment_luck(moment, cancelled=cancelled)
    except NotGraded:
        ungraded = True
    made = outcome(moment.declaration, moment.before, moment.run)
    others, hurried = None, False
    if patience is not None and moment.same:
        try:
            others = alternatives(moment, patience, cancelled=cancelled)
        except OutOfTime:
            hurried = True
    return Reviewed(moment, made, luck, ungraded, others, hurried)


def review(session: Session, *, paths: bool = True, cancelled: Cancelled | None = None) -> Review:
    """Look back at a whole game, or at as much of it as there is until it is cancelled."""
    found = tuple(reviewed(session, paths=paths, cancelled=cancelled))
    return Review(session, found, cut=cancelled is not None and cancelled())
