"""Pays for a path with a run of move actions: one allowance after the other, each at the tariff that goes furthest."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from math import inf

from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.records import dataclass, replace
from surefoot.referee.bill import Line, point, price
from surefoot.referee.cut import Cut
from surefoot.referee.itinerary import Stride
from surefoot.referee.tariff import Tariff
from surefoot.rulesets.gemini_arap.action import RUN
from surefoot.rulesets.gemini_arap.prices import SIDESTEP, Terms
from surefoot.rulesets.gemini_arap.terrain import CRAWLED, DIFFICULT, VERY_DIFFICULT
from surefoot.table.place import Pose
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

# Ground that costs more than the open, the worst first.
WORST_FIRST = ((VERY_DIFFICULT, CRAWLED), (DIFFICULT,))
SLOW = (VERY_DIFFICULT, CRAWLED, DIFFICULT)

_SLACK = to_lattice(TOLERANCE)


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be paid for: a stride priced by the tariff, or a fixed cost (a pivot, door work)."""

    stride: Stride
    fixed: int
    clauses: tuple[str, ...]
    is_fixed: bool = False
    # The clause that prices the stride, if it does not follow from its mode.
    priced_by: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """The part of one item that one move action pays for."""

    item: int
    start: float
    end: float
    length: int
    rate: int
    cost: int
    clause: str
    action: int
    # Whether it is paid with the free inches of Move Through Cover.
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Paid:
    """The payment of a run of actions: its shares, how far it reaches, and the tariff that each action chose."""

    shares: tuple[Share, ...]
    reach: Cut
    whole: bool
    chosen: tuple[Tariff, ...]


def ahead(one: Cut, other: Cut) -> bool:
    """Whether a point of a path lies beyond another."""
    return one[0] + one[1] > other[0] + other[1] + 1e-9


@dataclass(frozen=True, slots=True)
class Funds:
    """The means of one action: its tariffs, and its free inches in bad ground (`cover`), in millionths.

    Free inches never lead further than open ground would.
    """

    tariffs: tuple[Tariff, ...]
    cover: int = 0


def pay(items: tuple[Item, ...], actions: tuple[Funds, ...], bonus: int = 0) -> Paid:
    """Pay for a path with some actions: each uses the tariff that reaches furthest, the first of equals.

    `bonus` are additional inches of the whole run, in millionths, which ground does not reduce.
    """
    paid = _pay(items, actions, bonus)
    if paid.whole or not bonus:
        return paid
    # The best use of the bonus depends on how far the path gets: search for the longest part that can be paid.
    whole = next(n for n in range(len(items)) if not _pay(items[: n + 1], actions, bonus).whole)

    def is_too_far(length: int) -> bool:
        part = _begun(items[whole], from_lattice(length))
        return not _pay((*items[:whole], part), actions, bonus, 0).whole

    long = to_lattice(items[whole].stride.length)
    reached = bisect_left(range(1, long), True, key=is_too_far)
    # An item without length, a pivot or door work, is paid completely or not at all.
    fraction = reached and reached / long
    part = _begun(items[whole], from_lattice(reached))
    paid = _pay((*items[:whole], part) if reached else items[:whole], actions, bonus)
    shares = tuple(
        replace(share, start=share.start * fraction, end=share.end * fraction)
        if share.item == whole
        else share
        for share in paid.shares
    )
    return Paid(shares, (whole, fraction), False, paid.chosen)


def _begun(item: Item, length: float) -> Item:
    """The first part of an item, of a given length."""
    return replace(item, stride=replace(item.stride, length=length))


def _pay(items: tuple[Item, ...], actions: tuple[Funds, ...], bonus: int, slack: int = _SLACK) -> Paid:
    at: Cut = (0, 0.0)
    shares: list[Share] = []
    chosen: list[Tariff] = []
    eased, more = _eased(items, actions[0].tariffs[0], bonus)
    met = {tag for item in items for tag in item.stride.grounds}
    for action, funds in enumerate(actions):
        # The tariff by the inch comes before the rounded ones of the same allowance.
        by_the_inch = tuple(accumulate(funds.tariffs, _by_the_inch))
        best: tuple[Cut, list[Share], Tariff] | None = None
        for tariff, plain in zip(funds.tariffs, by_the_inch, strict=True):
            # Most paths cross none of the ground that the rounded tariffs are for.
            if tariff.condition.meets and met.isdisjoint(tariff.condition.meets):
                continue
            spending = _Spending(items, eased, tariff, plain, funds.cover, action, more, slack)
            reach = spending.spend(at)
            found = spending.shares
            if _holds(items, found, tariff) and (best is None or ahead(reach, best[0])):
                best = reach, found, tariff
        assert best is not None, "the first tariff always holds"
        at = best[0]
        shares += best[1]
        chosen.append(best[2])
        more = 0
    return Paid(tuple(shares), at, at[0] >= len(items), tuple(chosen))


def _by_the_inch(before: Tariff, tariff: Tariff) -> Tariff:
    return before if tariff.condition.meets else tariff


def _eased(items: tuple[Item, ...], plain: Tariff, bonus: int) -> tuple[dict[int, float], int]:
    """The fraction of each item that a bonus pays for, worst ground first, and the rest of the bonus."""
    eased: dict[int, float] = {}
    if not bonus:
        return eased, 0
    for tags in WORST_FIRST:
        for index, item in enumerate(items):
            due = _in_the_open(item, plain)[1] - item.fixed
            if due and any(tag in item.stride.grounds for tag in tags):
                taken = min(bonus, due)
                eased[index] = taken / due
                bonus -= taken
    return eased, bonus


def _in_the_open(item: Item, plain: Tariff) -> tuple[int, int]:
    """The rate and cost of an item on open ground."""
    if _is_slow(item):
        stride = item.stride
        grounds = tuple(tag for tag in stride.grounds if tag not in SLOW)
        item = replace(item, stride=replace(stride, grounds=grounds))
    _, rate, cost, _ = _price(item, plain)
    return rate, cost


def _is_slow(item: Item) -> bool:
    """Whether an item crosses ground that costs more than the open."""
    return any(tag in SLOW for tag in item.stride.grounds)


def _holds(items: tuple[Item, ...], shares: list[Share], tariff: Tariff) -> bool:
    """Whether an action crosses the ground that its tariff is for."""
    meets = tariff.condition.meets
    if not meets:
        return True
    return any(tag in items[share.item].stride.grounds for share in shares if share.length for tag in meets)


@dataclass(frozen=True, slots=True)
class _Terms:
    """The costs of an item, each for its whole length.

    `cost` is paid from the allowance, `open_cost` is the cost on open ground, `besides` is paid by a bonus.
    """

    length: int
    rate: int
    cost: int
    open_cost: int
    besides: int
    clause: str
    covered: bool = False


class _Spending:
    """One action at one tariff: how far it reaches."""

    def __init__(
        self,
        items: tuple[Item, ...],
        eased: dict[int, float],
        tariff: Tariff,
        plain: Tariff,
        cover: int,
        action: int,
        more: int,
        slack: int,
    ) -> None:
        self.items, self.eased, self.tariff, self.plain, self.action = items, eased, tariff, plain, action
        self.left = to_lattice(tariff.allowance) + more
        # Free inches never lead further than open ground would.
        self.open_left = to_lattice(plain.allowance) + more if cover else inf
        self.cover, self.slack = cover, slack
        self.sidestepped = False
        self.shares: list[Share] = []

    def spend(self, at: Cut) -> Cut:
        """Pay from a point of the path on. Returns the point where the action is spent."""
        index, start = at
        while index < len(self.items):
            stride = self.items[index].stride
            if any(tag in stride.grounds for tag in self.tariff.condition.avoids):
                break
            if stride.manner == "sideways" and not self._sidestep(index, start):
                break
            end = self._item(index, start)
            if end < 1.0:
                return index, end
            index, start = index + 1, 0.0
        return index, start

    def _sidestep(self, index: int, start: float) -> bool:
        """Pay the flat cost of sidestepping, once per action. Returns False if no movement would be left."""
        if self.sidestepped:
            return True
        due = to_lattice(SIDESTEP)
        if min(self.left, self.open_left) <= due + self.slack:
            return False
        self.sidestepped = True
        self.left -= due
        self.open_left -= due
        self.shares.append(Share(index, start, start, 0, 0, due, "sidestep.half-inch", self.action))
        return True

    def _item(self, index: int, start: float) -> float:
        """Pay for an item from a fraction on, bonus and free inches first. Returns the fraction reached."""
        item, fixed = self.items[index], self.items[index].fixed
        slow = _is_slow(item)
        length, rate, cost, clause = _price(item, self.tariff)
        open_rate, open_cost = rate, cost
        if slow or self.plain is not self.tariff:
            open_rate, open_cost = _in_the_open(item, self.plain)
        eased = self.eased.get(index, start)
        if eased > start:
            bonus = _Terms(length, open_rate, fixed, fixed, open_cost - fixed, "fleet.unreduced-by-terrain")
            start = self._stretch(index, start, eased, bonus)
        if length and slow and self.cover:
            end = min(1.0, start + self.cover / length)
            cover = _Terms(length, 0, fixed, open_cost, 0, "move-through-cover.plus-one", covered=True)
            reached = self._stretch(index, start, end, cover)
            self.cover -= round(length * (reached - start))
            start = reached
        return self._stretch(index, start, 1.0, _Terms(length, rate, cost, open_cost, 0, clause))

    def _stretch(self, index: int, start: float, end: float, terms: _Terms) -> float:
        """Pay for an item from one fraction towards another. Returns the fraction reached."""
        for cost, left in ((terms.cost, self.left), (terms.open_cost, self.open_left)):
            if cost * (end - start) > left + self.slack:
                end = max(start, start + left / cost)
        part = end - start
        due = round(terms.cost * part)
        self.left -= due
        self.open_left -= round(terms.open_cost * part)
        paid, travel = due + round(terms.besides * part), round(terms.length * part)
        self.shares.append(
            Share(index, start, end, travel, terms.rate, paid, terms.clause, self.action, terms.covered)
        )
        return end


def _price(item: Item, tariff: Tariff) -> tuple[int, int, int, str]:
    if item.is_fixed:
        return to_lattice(abs(item.stride.turn)), 0, item.fixed, item.clauses[0]
    length, rate, travel, clause = price(item.stride, tariff)
    return length, rate, travel + item.fixed, item.priced_by or clause


def lines(items: tuple[Item, ...], paid: Paid, first: int, last: Cut, spent: int) -> tuple[Line, ...]:
    """The ledger of the items from `first` up to a point of the path."""
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
    # A jump is a jump, forward or backwards, and over a gap, not over what it begins on.
    if stride.mode == "leap":
        return stride.mode
    return f"{stride.manner or stride.mode} {stride.link or stride.over}".strip()


def _goes_on(last: Line, line: Line, before: Share, share: Share, stride: Stride) -> bool:
    """Whether a line continues the one before: the same item, or the same walk at the same rate."""
    same_price = (last.what, last.rate, last.clause) == (line.what, line.rate, line.clause)
    return same_price and last.end == line.start and (before.item == share.item or stride.mode == "walk")


def _along(stride: Stride, fraction: float) -> Pose:
    a, b = stride.start, stride.end
    x, y, z = (p + (q - p) * fraction for p, q in zip(a[:3], b[:3], strict=True))
    return Pose(x, y, z, b.facing)


def cost(ledger: tuple[Line, ...]) -> int:
    """The total cost of a ledger."""
    return sum(line.cost for line in ledger)


def kept(items: tuple[Item, ...], end: Cut) -> tuple[Value, ...]:
    """Items up to a point of the path as a note stores them; they are priced again with the rest of the run."""
    found: list[Value] = []
    for index, item in enumerate(items[: end[0] + 1]):
        share = 1.0 if index < end[0] else end[1]
        stride = item.stride
        if share:
            # No figure rests half way over a hurdle, so a height is stored whole.
            length, rise = to_lattice(stride.length * share), to_lattice(stride.rise)
            found.append((stride.mode, length, rise, stride.manner, stride.grounds, item.fixed))
    return tuple(found)


def past(table: Table, who: str) -> tuple[Item, ...]:
    """The items of a figure's run so far, as noted; their positions are not stored."""
    run = table.note(RUN, who)
    notes = run["items"] if isinstance(run, Record) else ()
    assert isinstance(notes, tuple)
    here = table.pose(who)
    found = []
    for note in notes:
        assert isinstance(note, tuple)
        mode, length, rise, manner, grounds, fixed = note
        stride = Stride(
            mode,  # type: ignore[arg-type]  # as stored by `kept`
            here,
            here,
            from_lattice(length),  # type: ignore[arg-type]
            from_lattice(rise),  # type: ignore[arg-type]
            grounds=grounds,  # type: ignore[arg-type]
            manner=manner,  # type: ignore[arg-type]
        )
        found.append(Item(stride, fixed, ()))  # type: ignore[arg-type]
    return tuple(found)


def kept_terms(found: tuple[Terms, ...]) -> tuple[Value, ...]:
    """Terms as a note stores them."""
    return tuple(
        (
            to_lattice(each.allowance),
            None if each.score is None else to_lattice(each.score),
            to_lattice(each.carried),
            each.cover,
        )
        for each in found
    )


def noted_terms(run: Record) -> tuple[Terms, ...]:
    """The terms stored in a note."""
    notes = run["moves"]
    assert isinstance(notes, tuple), "a run stores the terms of each of its moves"
    found = []
    for note in notes:
        assert isinstance(note, tuple)
        allowance, score, carried, cover = (each if isinstance(each, int) else None for each in note)
        found.append(
            Terms(
                from_lattice(allowance or 0),
                None if score is None else from_lattice(score),
                from_lattice(carried or 0),
                cover or 0,
            )
        )
    return tuple(found)
