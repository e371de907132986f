"""The purse: a run of move actions pays for a path, one allowance after the other, each in the way that goes furthest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.referee.bill import Line, point, price
from surefoot.referee.cut import Cut
from surefoot.referee.itinerary import Stride
from surefoot.referee.tariff import Tariff
from surefoot.rulesets.gemini_arap.prices import SIDESTEP
from surefoot.table.place import Pose
from surefoot.table.record import Value

_NOWHERE = Pose(0.0, 0.0, 0.0, 0.0)
_SLACK = to_lattice(TOLERANCE)


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be paid for: a stride priced by the tariff, or a fixed sum (a pivot, door work)."""

    stride: Stride
    fixed: int
    clauses: tuple[str, ...]
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """What one move action pays of one item."""

    item: int
    start: float
    end: float
    length: int
    rate: int
    cost: int
    clause: str
    action: int


@dataclass(frozen=True, slots=True)
class Paid:
    """What a run of actions pays: its shares, how far it gets, and the tariff that each action chose."""

    shares: tuple[Share, ...]
    reach: Cut
    whole: bool
    chosen: tuple[Tariff, ...]


def ahead(one: Cut, other: Cut) -> bool:
    """Whether a point of a path lies beyond another."""
    return one[0] + one[1] > other[0] + other[1] + 1e-9


def pay(items: tuple[Item, ...], tariffs: tuple[Tariff, ...], actions: int) -> Paid:
    """Pay for a path with some actions: each takes the price that carries it furthest, the first of equals."""
    at: Cut = (0, 0.0)
    shares: list[Share] = []
    chosen: list[Tariff] = []
    for action in range(actions):
        best: tuple[Cut, list[Share], Tariff] | None = None
        for tariff in tariffs:
            reach, found = _one(items, at, tariff, action)
            if _holds(items, found, tariff) and (best is None or ahead(reach, best[0])):
                best = reach, found, tariff
        assert best is not None, "the first tariff always holds"
        at = best[0]
        shares += best[1]
        chosen.append(best[2])
        if at[0] >= len(items):
            break
    return Paid(tuple(shares), at, at[0] >= len(items), tuple(chosen))


def _holds(items: tuple[Item, ...], shares: list[Share], tariff: Tariff) -> bool:
    """Whether an action really travels over the ground that its price is for."""
    meets = tariff.condition.meets
    if not meets:
        return True
    return any(tag in items[share.item].stride.grounds for share in shares if share.length for tag in meets)


def _one(items: tuple[Item, ...], at: Cut, tariff: Tariff, action: int) -> tuple[Cut, list[Share]]:
    """How far one action gets at one price."""
    left = to_lattice(tariff.allowance)
    shares: list[Share] = []
    index, start = at
    sidestepped = False
    while index < len(items):
        stride = items[index].stride
        if any(tag in stride.grounds for tag in tariff.condition.avoids):
            break
        if stride.manner == "sideways" and not sidestepped:
            if left < to_lattice(SIDESTEP) - _SLACK:
                break
            sidestepped = True
            left -= to_lattice(SIDESTEP)
            shares.append(
                Share(index, start, start, 0, 0, to_lattice(SIDESTEP), "sidestep.half-inch", action)
            )
        length, rate, cost, clause = _price(items[index], tariff)
        due = round(cost * (1.0 - start))
        end = 1.0
        if due > left + _SLACK:
            end = start + (1.0 - start) * max(0, left) / due
            due = left
        part = end - start
        if part > 0.0:
            shares.append(Share(index, start, end, round(length * part), rate, due, clause, action))
        left -= due
        if end < 1.0:
            return (index, end), shares
        index, start = index + 1, 0.0
    return (index, start), shares


def _price(item: Item, tariff: Tariff) -> tuple[int, int, int, str]:
    if item.is_fixed:
        clause = item.clauses[0] if item.clauses else ""
        return to_lattice(abs(item.stride.turn)), 0, item.fixed, clause
    length, rate, travel, clause = price(item.stride, tariff)
    return length, rate, travel + item.fixed, clause


def lines(items: tuple[Item, ...], paid: Paid, first: int, last: Cut, spent: int = 0) -> tuple[Line, ...]:
    """The ledger of the items from one on up to a point of the path."""
    found: list[Line] = []
    total = spent
    before: Share | None = None
    for share in paid.shares:
        if share.item < first or not ahead(last, (share.item, share.start)):
            continue
        if not share.cost and not share.length:
            continue
        total += share.cost
        stride = items[share.item].stride
        start, end = (point(_along(stride, fraction)) for fraction in (share.start, share.end))
        line = Line(start, end, _what(stride), share.length, share.rate, share.cost, share.clause, total)
        if before is not None and _goes_on(found[-1], line, before, share, stride):
            last_line = found.pop()
            length, cost_so_far = last_line.length + line.length, last_line.cost + line.cost
            line = replace(line, start=last_line.start, length=length, cost=cost_so_far)
        found.append(line)
        before = share
    return tuple(found)


def _what(stride: Stride) -> str:
    if stride.link or stride.over:
        return f"{stride.manner or stride.mode} {stride.link or stride.over}"
    return stride.manner or stride.mode


def _goes_on(last: Line, line: Line, before: Share, share: Share, stride: Stride) -> bool:
    """Whether a line only lengthens the one before: the same item, or the same walk at the same rate."""
    same_price = (last.what, last.rate, last.clause) == (line.what, line.rate, line.clause)
    return same_price and last.end == line.start and (before.item == share.item or stride.mode == "walk")


def _along(stride: Stride, fraction: float) -> Pose:
    a, b = stride.start, stride.end
    x, y, z = (p + (q - p) * fraction for p, q in zip(a[:3], b[:3], strict=True))
    return Pose(x, y, z, b.facing)


def cost(ledger: tuple[Line, ...]) -> int:
    """What a ledger comes to."""
    return sum(line.cost for line in ledger)


def kept(items: tuple[Item, ...], end: Cut) -> tuple[Value, ...]:
    """Items up to a point of the path as a note keeps them: priced again with what follows in the same run."""
    found: list[Value] = []
    for index, item in enumerate(items):
        share = 1.0 if index < end[0] else end[1]
        if index > end[0] or share <= 0.0:
            break
        stride = item.stride
        found.append(
            (
                stride.mode,
                to_lattice(stride.length * share),
                to_lattice(stride.rise * share),
                stride.manner,
                stride.grounds,
                item.fixed,
                item.is_fixed,
            )
        )
    return tuple(found)


def restored(notes: Value) -> tuple[Item, ...]:
    """Items that a note kept."""
    found = []
    for note in notes if isinstance(notes, tuple) else ():
        assert isinstance(note, tuple)
        mode, length, rise, manner, grounds, fixed, is_fixed = note
        stride = Stride(
            mode,  # type: ignore[arg-type]  # as it was kept
            _NOWHERE,
            _NOWHERE,
            from_lattice(length),  # type: ignore[arg-type]
            from_lattice(rise),  # type: ignore[arg-type]
            grounds=grounds,  # type: ignore[arg-type]
            manner=manner,  # type: ignore[arg-type]
        )
        found.append(Item(stride, fixed, (), bool(is_fixed)))  # type: ignore[arg-type]
    return tuple(found)
