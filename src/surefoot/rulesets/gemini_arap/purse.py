"""The purse: a run of move actions pays for a path, one allowance after the other, each in the way that goes furthest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.referee.bill import Line, point, price
from surefoot.referee.cut import Cut
from surefoot.referee.itinerary import Stride
from surefoot.referee.tariff import Tariff
from surefoot.rulesets.gemini_arap.prices import SIDESTEP
from surefoot.rulesets.gemini_arap.terrain import CRAWLED, DIFFICULT, VERY_DIFFICULT
from surefoot.table.place import Pose
from surefoot.table.record import Value

# Ground that costs more than the open, the worst first.
WORST_FIRST = ((VERY_DIFFICULT, CRAWLED), (DIFFICULT,))
SLOW = (VERY_DIFFICULT, CRAWLED, DIFFICULT)
# Half an inch halved this often is far below a millionth.
HALVINGS = 40

_NOWHERE = Pose(0.0, 0.0, 0.0, 0.0)
_SLACK = to_lattice(TOLERANCE)


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be paid for: a stride priced by the tariff, or a fixed sum (a pivot, door work)."""

    stride: Stride
    fixed: int
    clauses: tuple[str, ...]
    is_fixed: bool = False
    # The clause that prices the stride, where its mode alone does not say it.
    priced_by: str = ""


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


@dataclass(frozen=True, slots=True)
class Extras:
    """What a run has beyond its allowances, in millionths of an inch.

    `cover`: travel that each action has for nothing in bad ground, though never further than the open would let it.
    `bonus`: travel that the whole run has besides, and which no ground makes dearer.
    """

    cover: int = 0
    bonus: int = 0


NO_EXTRAS = Extras()


def pay(
    items: tuple[Item, ...], tariffs: tuple[Tariff, ...], actions: int, extras: Extras = NO_EXTRAS
) -> Paid:
    """Pay for a path with some actions: each takes the price that carries it furthest, the first of equals."""
    paid = _pay(items, tariffs, actions, extras)
    if paid.whole or not extras.bonus:
        return paid
    # Which ground the bonus is best spent on depends on how far the path gets: look for the longest part that is paid.
    whole = 0
    while _pay(items[: whole + 1], tariffs, actions, extras).whole:
        whole += 1
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        cut = (*items[:whole], _begun(items[whole], middle))
        low, high = (middle, high) if _pay(cut, tariffs, actions, extras, 0).whole else (low, middle)
    part = _begun(items[whole], low)
    paid = _pay((*items[:whole], part) if low else items[:whole], tariffs, actions, extras)
    shares = tuple(
        replace(share, start=share.start * low, end=share.end * low) if share.item == whole else share
        for share in paid.shares
    )
    return Paid(shares, (whole, low), False, paid.chosen)


def _begun(item: Item, share: float) -> Item:
    """The first part of something to be paid for; what has a fixed price is not had by halves."""
    if item.is_fixed:
        return item
    stride = item.stride
    return replace(item, stride=replace(stride, length=stride.length * share, rise=stride.rise * share))


def _pay(
    items: tuple[Item, ...], tariffs: tuple[Tariff, ...], actions: int, extras: Extras, slack: int = _SLACK
) -> Paid:
    at: Cut = (0, 0.0)
    shares: list[Share] = []
    chosen: list[Tariff] = []
    eased, more = _eased(items, tariffs[0], extras.bonus)
    for action in range(actions):
        best: tuple[Cut, list[Share], Tariff] | None = None
        plain = tariffs[0]
        for tariff in tariffs:
            if not tariff.condition.meets:
                plain = tariff
            spending = _Spending(items, eased, tariff, plain, extras.cover, action, more, slack)
            reach = spending.spend(at)
            found = spending.shares
            if _holds(items, found, tariff) and (best is None or ahead(reach, best[0])):
                best = reach, found, tariff
        assert best is not None, "the first tariff always holds"
        at = best[0]
        shares += best[1]
        chosen.append(best[2])
        more = 0
        if at[0] >= len(items):
            break
    return Paid(tuple(shares), at, at[0] >= len(items), tuple(chosen))


def _eased(items: tuple[Item, ...], plain: Tariff, bonus: int) -> tuple[dict[int, float], int]:
    """The share of each item that a bonus pays for, the worst ground first, and what is left of it for the open."""
    eased: dict[int, float] = {}
    for tags in WORST_FIRST:
        for index, item in enumerate(items):
            due = _open_price(item, plain)
            if bonus > 0 and due > 0 and any(tag in item.stride.grounds for tag in tags):
                eased[index] = min(1.0, bonus / due)
                bonus -= min(bonus, due)
    return eased, bonus


def _open_price(item: Item, plain: Tariff) -> int:
    """What the travel of an item would cost on open ground in the same manner."""
    return 0 if item.is_fixed else price(replace(item.stride, grounds=()), plain)[2]


def _holds(items: tuple[Item, ...], shares: list[Share], tariff: Tariff) -> bool:
    """Whether an action really travels over the ground that its price is for."""
    meets = tariff.condition.meets
    if not meets:
        return True
    return any(tag in items[share.item].stride.grounds for share in shares if share.length for tag in meets)


class _Spending:
    """One action at one price: how far it gets."""

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
        # Travel for nothing never carries further than the open would.
        self.open_left = to_lattice(plain.allowance) + more if cover else None
        self.cover, self.slack = cover, slack
        self.sidestepped = False
        self.shares: list[Share] = []

    def spend(self, at: Cut) -> Cut:
        """Pay from a point of the path on; the point where the action is spent."""
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
        """The flat price of going sideways, once in an action; not paid where nothing would be left to go with."""
        if self.sidestepped:
            return True
        due = to_lattice(SIDESTEP)
        if self.left <= due + self.slack:
            return False
        self.sidestepped = True
        self.left -= due
        self.shares.append(Share(index, start, start, 0, 0, due, "sidestep.half-inch", self.action))
        return True

    def _item(self, index: int, start: float) -> float:
        """Pay for an item from a fraction on, with whatever makes it cheaper first; the fraction reached."""
        item = self.items[index]
        length, rate, cost, clause = _price(item, self.tariff)
        open_price = _open_price(item, self.plain)
        eased = self.eased.get(index, 0.0)
        if start < eased:
            share = eased - start
            paid = round(open_price * share)
            open_rate = round(open_price / item.stride.length) if item.stride.length else 0
            clause_of_bonus = "fleet.unreduced-by-terrain"
            self._share(index, start, eased, length, open_rate, paid, clause_of_bonus)
            start = eased
        if self.cover and start < 1.0 and length and any(tag in item.stride.grounds for tag in SLOW):
            end = min(1.0, start + self.cover / length)
            reached = self._up_to(start, end, item.fixed, open_price + item.fixed)
            due = round(item.fixed * (reached - start))
            self._share(index, start, reached, length, 0, due, "move-through-cover.plus-one")
            self.cover -= round(length * (reached - start))
            self.left -= due
            if reached < end:
                return reached
            start = reached
        end = self._up_to(start, 1.0, cost, open_price + item.fixed)
        due = round(cost * (end - start)) if end < 1.0 or start else cost
        due = min(due, max(0, self.left)) if end < 1.0 else due
        self._share(index, start, end, length, rate, due, clause)
        self.left -= due
        return end

    def _up_to(self, start: float, end: float, cost: int, open_cost: int) -> float:
        """How far an item can be paid for, towards a fraction of it."""
        reach = end
        if cost * (end - start) > self.left + self.slack:
            reach = start + max(0, self.left) / cost
        if self.open_left is not None:
            if open_cost * (reach - start) > self.open_left + self.slack:
                reach = start + max(0, self.open_left) / open_cost
            self.open_left -= round(open_cost * (reach - start))
        return reach

    def _share(
        self, index: int, start: float, end: float, length: int, rate: int, cost: int, clause: str
    ) -> None:
        if end > start:
            part = round(length * (end - start))
            self.shares.append(Share(index, start, end, part, rate, cost, clause, self.action))


def _price(item: Item, tariff: Tariff) -> tuple[int, int, int, str]:
    if item.is_fixed:
        clause = item.clauses[0] if item.clauses else ""
        return to_lattice(abs(item.stride.turn)), 0, item.fixed, clause
    length, rate, travel, clause = price(item.stride, tariff)
    return length, rate, travel + item.fixed, item.priced_by or clause


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
