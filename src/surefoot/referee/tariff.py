"""Prices are data. A tariff is all that a ruleset says about the cost of moving, for one mover and one action."""

from __future__ import annotations

import math
from collections.abc import Container
from typing import Literal, TypeAlias

from surefoot.geometry.tolerance import TOLERANCE
from surefoot.language import Text
from surefoot.records import dataclass
from surefoot.referee.itinerary import Mode
from surefoot.referee.lens import Lens


@dataclass(frozen=True, slots=True)
class Rate:
    """Ground or a manner of moving that costs more (or less) per unit of length, with its clause.

    It is for ground with any of its tags; `together`: with all of them at once.
    """

    factor: float
    clause: str
    tags: tuple[str, ...] = ()
    manners: tuple[str, ...] = ()
    together: bool = False

    def is_for(self, grounds: Container[str], manner: str = "") -> bool:
        """Whether it applies to ground with some tags, or to a manner of moving."""
        if manner and manner in self.manners:
            return True
        met = all if self.together else any
        return bool(self.tags) and met(tag in grounds for tag in self.tags)


@dataclass(frozen=True, slots=True)
class Limit:
    """The most that a mode of moving can do with the best roll, after a straight run-up of at least so much."""

    most: float
    run_up: float = 0.0


# A plain number is a limit that needs no run-up.
Limits: TypeAlias = tuple[Limit, ...] | float


def limits(stated: Limits) -> tuple[Limit, ...]:
    """Stated limits one by one."""
    return stated if isinstance(stated, tuple) else (Limit(stated),)


def most(limits: Limits, run_up: float = 0.0) -> float:
    """The most that some limits allow with a run-up; infinite without limits."""
    if not limits:
        return math.inf if limits == () else 0.0
    if not isinstance(limits, tuple):
        return limits
    reached = 0.0
    # The planner asks for every leap that it considers: a plain loop is several times as fast as `max`.
    for each in limits:
        if each.most > reached and each.run_up <= run_up + TOLERANCE:
            reached = each.most
    return reached


# Modes whose price may have a least, a free part and a rounding: each is one stretch of a leg. Ground that is walked
# has no such stretches, as a path may bend anywhere: round the whole move instead (`Tariff.round_up`).
STRETCHES = ("climb", "drop", "leap", "ladder", "hurdle")


@dataclass(frozen=True, slots=True)
class Fare:
    """What one mode of moving costs: per unit along, up, down and outward, and a fixed sum.

    `free` units of each stretch cost nothing, `least` is what a stretch costs at least, and with `round_up` its price is
    rounded up to a multiple of that; a stretch is what one leg climbs, drops, leaps or crosses in one go.
    `by_ground`: the rates of the ground apply to what is travelled along. `rest`: a move may end on it. `pauses`: one
    action may begin it and the next one of the same turn go on with it.
    `risk`: the clause of the test it needs, if it needs one. `longest`, `highest`, `deepest`: the widest gap, the highest rise
    and the deepest drop that succeed with the best roll, for the planner; none: any. `to_end`: not a gap or rise on the way is limited, but all
    from the take-off to the declared end. `clears`: no roll is good enough to pass over something higher; none: any height.
    `risk_beyond`: a wider gap or a deeper drop always needs the test, which may fail; none: that depends.
    `at_once`: the most height that one action gets up or down, where the rest is left for the next ones; none: any height.
    """

    mode: Mode
    clause: str
    along: float = 0.0
    up: float = 0.0
    down: float = 0.0
    outward: float = 0.0
    fixed: float = 0.0
    least: float = 0.0
    free: float = 0.0
    round_up: float = 0.0
    by_ground: bool = False
    rest: bool = True
    pauses: bool = False
    risk: str = ""
    longest: Limits = ()
    highest: Limits = ()
    deepest: Limits = ()
    to_end: bool = False
    clears: float | None = None
    risk_beyond: float | None = None
    at_once: float | None = None
    says: Text = ""
    # The clause that is broken beyond `longest`, `highest` and `deepest`; by default the clause of the fare.
    limit_clause: str = ""

    def __post_init__(self) -> None:
        if self.by_stretch and self.mode not in STRETCHES:
            raise ValueError(
                f"Fare({self.mode!r}): least, free and round_up price a single stretch ({', '.join(STRETCHES)}); "
                "to round the whole move, give the tariff round_up"
            )

    @property
    def by_stretch(self) -> bool:
        """Whether the price of a stretch is not the sum of the prices of its parts."""
        return bool(self.least or self.free or self.round_up)

    def stretch(self, measured: float, linear: float) -> float:
        """What a stretch costs that is so long or high and would cost so much by the unit.

        >>> climb = Fare("climb", "climb.price", up=1.0, least=2.0, round_up=1.0)
        >>> climb.stretch(0.5, 0.5), climb.stretch(2.25, 2.25)
        (2.0, 3.0)
        >>> Fare("drop", "drop.price", down=1.0, free=2.0).stretch(5.0, 5.0)
        3.0
        """
        if measured <= 0.0:
            return linear
        if self.free:
            linear *= max(0.0, measured - self.free) / measured
        if self.round_up:
            linear = rounded_up(linear, self.round_up)
        return max(linear, self.least)


def rounded_up(value: float, unit: float) -> float:
    """The least multiple of a unit that is no less than a value, within the tolerance."""
    return max(0, math.ceil((value - TOLERANCE) / unit)) * unit


@dataclass(frozen=True, slots=True)
class KeepOut:
    """A zone that the mover may not enter on its way, or may not end in; `says` may name the model and the reach of the zone: `{model}`, `{limit}`."""

    zone: str
    clause: str
    on_the_way: bool = True
    at_the_end: bool = True
    says: Text = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """When an alternative holds: some ground is met, or is not."""

    meets: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Amend:
    """A price that no alternative can state: added after the bill, within a bound that the planner can rely on."""

    name: str
    clause: str
    at_least: float = 0.0
    at_most: float = 0.0


@dataclass(frozen=True, slots=True)
class Turning:
    """How a mover whose base is not round turns on the spot: what that costs, how often and how far, and where it goes then.

    `fare` is paid for each degree (with `straight`, as though it were travelled in a straight line), `first` once, for
    whichever turn is the first. `ways` are the degrees off its facing in which it goes on; none: any.
    """

    fare: float = 0.0
    first: float = 0.0
    straight: bool = False
    most: int | None = None
    widest: float = 180.0
    ways: tuple[float, ...] = ()

    def price(self, degrees: float) -> float:
        """What a turn costs beyond `first`."""
        if self.straight:
            return self.fare * 2.0 * math.degrees(math.sin(math.radians(min(abs(degrees), 180.0)) / 2.0))
        return self.fare * abs(degrees)


@dataclass(frozen=True, slots=True)
class Tariff:
    """The prices of one action: allowance, lens, rates of the ground, fares by mode.

    Several tariffs for one action are alternatives: each is linear, each has its condition, and whichever goes
    further on the whole path ahead is taken. With `round_up` the cost of a whole move is rounded up to a multiple of
    that, by `round_clause`; what an allowance has beyond such a multiple cannot be used, and is cut off.
    """

    action: str
    allowance: float
    allowance_clause: str
    lens: Lens
    fares: tuple[Fare, ...]
    rates: tuple[Rate, ...] = ()
    combine: Literal["highest", "product"] = "highest"
    turn_fare: float = 0.0
    turn_clause: str = ""
    keep_out: tuple[KeepOut, ...] = ()
    condition: Condition = Condition()
    amends: tuple[Amend, ...] = ()
    # How often in a row the action can be made in one turn.
    in_a_turn: int = 1
    # What earlier actions have left over for the next one, if only one follows.
    left_over: float = 0.0
    # Of a ruleset that follows paths by itself: what can be stood on at any height, for the planner over levels.
    anywhere: Lens | None = None
    # Of a mover to whom it matters how it stands; none: it is as good as round.
    turning: Turning | None = None
    round_up: float = 0.0
    round_clause: str = ""
    # The clause that is broken where something is in the way or the base has no room; by default that of the allowance.
    blocked_clause: str = ""
    # The manner in which planned legs are walked, such as a crawl; none: they are walked as usual.
    manner: str = ""
    # Whether a reach may rely on it; if not, it only leads a search for routes, which the referee judges.
    promises: bool = True
    # Whether it leads only searches over several actions, each of which may then be paid by another tariff.
    for_runs: bool = False
    # Whether the referee may refuse a path for what neither a lens nor a price shows: then it is asked before a place is promised.
    asks: bool = False
    # The clause by which a path that costs too much is followed as far as the movement lasts; without one it is refused.
    short_clause: str = ""

    def __post_init__(self) -> None:
        if self.round_up:
            whole = math.floor((self.allowance + TOLERANCE) / self.round_up) * self.round_up
            object.__setattr__(self, "allowance", whole)

    def fare(self, mode: str) -> Fare | None:
        """The price of a mode of moving; None if it cannot be done at all."""
        for fare in self.fares:
            if fare.mode == mode:
                return fare
        return None
