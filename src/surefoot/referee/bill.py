"""The bill: an itinerary priced by a tariff, out of a purse."""

from __future__ import annotations

import math
from math import inf

from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.language import Length, Term, Text, say
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.referee.tariff import Fare, Rate, Tariff, most, rounded_up
from surefoot.table.place import Pose

# The ledger line that rounds a whole move up (`Tariff.round_up`).
ROUNDED_UP = "rounded up"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a ledger, in millionths: from, to, what, how long, at which rate, at what cost, by which clause."""

    start: tuple[int, int, int]
    end: tuple[int, int, int]
    what: str
    length: int
    rate: int
    cost: int
    clause: str
    total: int
    # The allowance that the total counts against, and whose line it is.
    of: int = 0
    who: str = ""


@dataclass(frozen=True, slots=True)
class Bill:
    """What a path costs: lines, the purse afterwards, and where it ran dry (stride, fraction), if it did."""

    lines: tuple[Line, ...]
    cost: int
    purse: int
    dry: tuple[int, float] | None = None
    # A stride that no price makes possible (no fare for its mode, too high, too long).
    barred: tuple[int, Text] | None = None


def point(pose: Pose) -> tuple[int, int, int]:
    """A position as a ledger keeps it."""
    return to_lattice(pose.x), to_lattice(pose.y), to_lattice(pose.z)


def ground_rate(stride: Stride, tariff: Tariff) -> tuple[float, str]:
    """The rate of the ground under a stride and the clause that sets it."""
    if not stride.grounds and not stride.manner:
        return 1.0, ""
    met = [rate for rate in tariff.rates if rate.is_for(stride.grounds, stride.manner)]
    if not met:
        return 1.0, ""
    if tariff.combine == "highest":
        worst: Rate = max(met, key=lambda rate: rate.factor)
        return worst.factor, worst.clause
    factor = 1.0
    for rate in met:
        factor *= rate.factor
    return factor, met[0].clause


def price(stride: Stride, tariff: Tariff) -> tuple[int, int, int, str]:
    """Length, rate, cost (millionths) and clause of one stride."""
    measured, rate, cost, clause = exact_price(stride, tariff)
    return to_lattice(measured), to_lattice(rate), to_lattice(cost), clause


def exact_price(stride: Stride, tariff: Tariff) -> tuple[float, float, float, str]:
    """Length, rate, cost and clause of one stride that is a stretch of its own, not rounded to the lattice."""
    measured, shown, linear, clause = _linear(stride, tariff)
    fare = tariff.fare(stride.mode)
    if fare is None:
        return measured, shown, linear, clause
    return measured, shown, fare.stretch(measured, linear) + fare.fixed, clause


def _linear(stride: Stride, tariff: Tariff) -> tuple[float, float, float, str]:
    """Length, rate, what a stride costs by the unit, and the clause."""
    if stride.mode == "turn":
        turned = abs(stride.turn)
        return turned, tariff.turn_fare, turned * tariff.turn_fare, tariff.turn_clause
    fare = tariff.fare(stride.mode)
    if fare is None:
        return stride.length, 0.0, 0.0, tariff.allowance_clause
    rate, clause = ground_rate(stride, tariff) if fare.by_ground else (1.0, "")
    vertical = fare.up if stride.rise > 0 else fare.down
    cost = stride.length * fare.along * rate + abs(stride.rise) * vertical + stride.outward * fare.outward
    measured = stride.length if fare.along else abs(stride.rise) + stride.outward
    shown = fare.along * rate if fare.along else vertical
    return measured, shown, cost, clause or fare.clause


class _Stretch:
    """The strides of one leg that are priced together: a climb is cut into several where zones begin or end."""

    def __init__(self) -> None:
        self.key: tuple[object, ...] = ()
        self.measured = self.linear = self.cost = 0.0

    def add(self, stride: Stride, fare: Fare, measured: float, linear: float) -> float:
        """What one more stride adds to the price."""
        key = stride.leg, stride.mode, stride.over, stride.link, stride.rise > 0
        if key != self.key:
            self.key, self.measured, self.linear, self.cost = key, 0.0, 0.0, 0.0
        self.measured += measured
        self.linear += linear
        before, self.cost = self.cost, fare.stretch(self.measured, self.linear)
        return self.cost - before + fare.fixed

    def share(self, fare: Fare, measured: float, cost: float, left: float) -> float:
        """The part of the last stride, which costs so much, that can be paid with what is left."""
        paid = left + self.cost - cost + fare.fixed
        if paid < max(fare.least, fare.fixed) - TOLERANCE or not self.linear:
            return 0.0
        if fare.round_up:
            paid = math.floor((paid + TOLERANCE) / fare.round_up) * fare.round_up
        reach = fare.free + paid * self.measured / self.linear
        return min(1.0, max(0.0, (reach - (self.measured - measured)) / measured))


class _Rounding:
    """Rounds numbers one after another so that their sum is the rounded sum."""

    def __init__(self) -> None:
        self.exact, self.rounded = 0.0, 0

    def __call__(self, value: float) -> int:
        self.exact += value
        before, self.rounded = self.rounded, to_lattice(self.exact)
        return self.rounded - before


def bill(
    itinerary: Itinerary, tariff: Tariff, purse: int | None = None, spent: int = 0, *, whole: bool = True
) -> Bill:
    """Price an itinerary; without a purse, the tariff's whole allowance is in it.

    `spent` was paid before, in the same move. A part of a move that goes on is not `whole`: it is not rounded up.
    """
    left = to_lattice(tariff.allowance) if purse is None else purse
    allowance = left + spent
    lines: list[Line] = []
    total, dry, barred = spent, None, None
    # A path that is cut into many strides costs what it would cost uncut.
    round_length, round_cost, stretch = _Rounding(), _Rounding(), _Stretch()
    for index, stride in enumerate(itinerary.strides):
        fare = tariff.fare(stride.mode)
        by_stretch = fare if fare is not None and fare.by_stretch else None
        measured, factor, exact, clause = exact_price(stride, tariff)
        if by_stretch:
            exact = stretch.add(stride, by_stretch, measured, _linear(stride, tariff)[2])
        length, rate, cost = round_length(measured), to_lattice(factor), round_cost(exact)
        problem = _barred(stride, fare)
        if problem and barred is None:
            barred = (index, problem)
        if dry is None and cost > left + to_lattice(TOLERANCE):
            if stride.mode in ("hurdle", "leap", "drop", "bridge"):
                share = 0.0
            elif by_stretch:
                share = stretch.share(by_stretch, measured, exact, from_lattice(left))
            else:
                share = max(0.0, left / cost)
            dry = (index, share)
        left -= cost
        total += cost
        line = _line(stride, length, rate, cost, clause, total, allowance)
        if lines and _goes_on(lines[-1], line, itinerary.strides[index - 1], stride):
            last = lines.pop()
            line = replace(line, start=last.start, length=last.length + length, cost=last.cost + cost)
            lines.append(line)
        elif cost or length:
            lines.append(line)
    if tariff.round_up and whole and lines:
        more = to_lattice(rounded_up(from_lattice(total), tariff.round_up)) - total
        left, total = left - more, total + more
        if more:
            last, clause = lines[-1], tariff.round_clause or tariff.allowance_clause
            lines.append(Line(last.end, last.end, ROUNDED_UP, 0, 0, more, clause, total, of=allowance))
    return Bill(tuple(lines), total - spent, left, dry, barred)


def _goes_on(last: Line, line: Line, before: Stride, stride: Stride) -> bool:
    """Whether a line only lengthens the one before: the same leg at the same rate."""
    same_price = (last.what, last.rate, last.clause) == (line.what, line.rate, line.clause)
    return same_price and before.leg == stride.leg and before.mode == stride.mode and last.end == line.start


def _line(stride: Stride, length: int, rate: int, cost: int, clause: str, total: int, of: int) -> Line:
    """One line of the ledger."""
    what = stride.manner or stride.mode
    if stride.over and stride.mode in ("hurdle", "over"):
        what = f"{what} {stride.over}"
    if stride.link:
        what = f"{what} {stride.link}"
    return Line(point(stride.start), point(stride.end), what, length, rate, cost, clause, total, of=of)


def _barred(stride: Stride, fare: Fare | None) -> Text:
    if stride.mode in ("turn", "set"):
        return ""
    if fare is None:
        return say("You can't {mode} here", mode=Term(stride.mode))
    furthest = most(fare.longest, inf)
    if stride.length > furthest + TOLERANCE:
        return fare.says or say("Too far: {most} at most", most=Length.of(furthest))
    highest = most(fare.highest, inf)
    if stride.rise > highest + TOLERANCE:
        return fare.says or say("Too high: {most} at most", most=Length.of(highest))
    deepest = most(fare.deepest, inf)
    if -stride.rise > deepest + TOLERANCE:
        return fare.says or say("Too deep: {most} at most", most=Length.of(deepest))
    return ""
