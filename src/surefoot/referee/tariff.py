"""Prices are data. A tariff is all that a ruleset says about the cost of moving, for one mover and one action."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from surefoot.geometry.tolerance import TOLERANCE
from surefoot.language import Text
from surefoot.referee.itinerary import Mode
from surefoot.referee.lens import Lens


@dataclass(frozen=True, slots=True)
class Rate:
    """Ground or a manner of moving that costs more (or less) per unit of length, with its clause."""

    factor: float
    clause: str
    tags: tuple[str, ...] = ()
    manners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Limit:
    """The most that a mode of moving can do with the best roll, after a straight run-up of at least so much."""

    most: float
    run_up: float = 0.0


# A plain number is a limit that needs no run-up.
Limits: TypeAlias = tuple[Limit, ...] | float


def most(limits: Limits, run_up: float = 0.0) -> float:
    """The most that some limits allow with a run-up; infinite without limits."""
    if isinstance(limits, int | float):
        return limits
    reached = (each.most for each in limits if each.run_up <= run_up + TOLERANCE)
    return max(reached, default=0.0) if limits else math.inf


@dataclass(frozen=True, slots=True)
class Fare:
    """What one mode of moving costs: per unit along, up, down and outward, and a fixed sum.

    `by_ground`: the rates of the ground apply to what is travelled along. `rest`: a move may end on it. `pauses`: one
    action may begin it and the next one of the same turn go on with it.
    `risk`: the clause of the test it needs, if it needs one. `longest`, `highest`: the widest gap and the highest rise
    that succeed with the best roll, for the planner; none: any. `to_end`: not a gap or rise on the way is limited, but all
    from the take-off to the declared end. `clears`: no roll is good enough to pass over something higher; none: any height.
    """

    mode: Mode
    clause: str
    along: float = 0.0
    up: float = 0.0
    down: float = 0.0
    outward: float = 0.0
    fixed: float = 0.0
    by_ground: bool = False
    rest: bool = True
    pauses: bool = False
    risk: str = ""
    longest: Limits = ()
    highest: Limits = ()
    to_end: bool = False
    clears: float | None = None
    says: Text = ""


@dataclass(frozen=True, slots=True)
class KeepOut:
    """A zone that the mover may not enter on its way, or may not end in."""

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
    further on the whole path ahead is taken.
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
    # Of a ruleset that follows paths by itself: what can be stood on at any height, for the planner over levels.
    anywhere: Lens | None = None
    # Of a mover to whom it matters how it stands; none: it is as good as round.
    turning: Turning | None = None

    def fare(self, mode: str) -> Fare | None:
        """The price of a mode of moving; None if it cannot be done at all."""
        return next((fare for fare in self.fares if fare.mode == mode), None)
