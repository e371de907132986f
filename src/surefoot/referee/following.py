"""Judging and following a declared path by what a tariff says: the two calls that most actions consist of.

path = judge(game.now, who, tariff, declaration.legs)
path.refuse()
yield from follow(game, path, at={"leap": leaping})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, Self, TypeAlias

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Field, Length, Sentence, Text, Thing, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass, replace
from surefoot.referee.bill import Bill, bill, point
from surefoot.referee.cut import Cut, cut, last_rest
from surefoot.referee.itinerary import Hold, Itinerary, Leg, ModelZone, Stride
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Fare, KeepOut, Tariff
from surefoot.referee.trace import trace
from surefoot.table.effects import Moved, Stopped
from surefoot.table.place import Place
from surefoot.table.table import Table

# The event of a move on foot.
GOES = "goes"

# What a ruleset says of something in the way, if one clause for everything is not enough.
HoldBreaks: TypeAlias = Callable[[Hold], Iterable[Break]]


@dataclass(frozen=True, slots=True)
class Path:
    """A declared path, traced and priced: what it meets, what it costs, and every clause that it breaks."""

    who: str
    legs: tuple[Leg, ...]
    tariff: Tariff
    itinerary: Itinerary
    bill: Bill
    breaks: tuple[Break, ...] = ()
    # What was spent before it in the same move, in millionths.
    spent: int = 0
    # It ends before its declared end, where the movement runs out (`Tariff.short_clause`).
    short: bool = False

    @property
    def cost(self) -> int:
        """What the path costs, in millionths."""
        return self.bill.cost

    @property
    def strides(self) -> tuple[Stride, ...]:
        """The stretches of the path, in order."""
        return self.itinerary.strides

    @property
    def end(self) -> Place:
        """Where the path leads."""
        return self.itinerary.end

    def part(self, table: Table, to: Cut, since: int = 0) -> Self:
        """The path up to a point of it, from the start of a stride on; its ledger counts on from what was spent before."""
        last = len(self.strides) - 1
        whole = to[0] > last or (to[0] == last and to[1] >= 1.0)
        if whole and not since:
            return self
        itinerary = self.itinerary if whole else self.until(table, to)
        spent, purse = self.spent, self.bill.cost + self.bill.purse
        if since:
            before = self.billed(self.itinerary.between(0, since), purse, spent, whole=False).cost
            spent, purse = spent + before, purse - before
            itinerary = itinerary.between(since, len(itinerary.strides))
        paid = self.billed(itinerary, purse, spent, whole=whole)
        return replace(self, itinerary=itinerary, bill=paid, spent=spent)

    def until(self, table: Table, to: Cut) -> Itinerary:
        """What the path meets up to a point of it, and the place there."""
        return cut(self.itinerary, to, Scene(table))

    def billed(self, part: Itinerary, purse: int, spent: int, *, whole: bool) -> Bill:
        """What a part of the path costs."""
        return bill(part, self.tariff, purse, spent, whole=whole)

    def refuse(self, *more: Break) -> None:
        """Refuse the declaration if the path breaks a clause, or for other reasons besides."""
        if self.breaks or more:
            raise Refused(*more, *self.breaks)


# Asked at the start of a stretch: whether the move goes on.
Stop: TypeAlias = Callable[[Game, Path, Stride], Procedure[bool]]


def priced(
    table: Table, who: str, tariff: Tariff, legs: tuple[Leg, ...], purse: int | None = None, spent: int = 0
) -> Path:
    """Trace a path on a table and price it, without a judgement."""
    itinerary = trace(Scene(table), tariff.lens, who, legs)
    return Path(who, legs, tariff, itinerary, bill(itinerary, tariff, purse, spent), spent=spent)


def judge(
    table: Table,
    who: str,
    tariff: Tariff,
    legs: tuple[Leg, ...],
    *,
    hold: HoldBreaks | None = None,
    purse: int | None = None,
    spent: int = 0,
) -> Path:
    """Trace a path on a table and price it; its breaks are all that the tariff forbids, each with its clause and place.

    These are: something in the way (`hold` words it, or else `Tariff.blocked_clause`), no room at the end, a stretch
    that has no fare or is longer or higher than its fare allows, a cost beyond the allowance, and zones to keep out of.
    With a `Tariff.short_clause`, a path that costs too much ends where the base can rest before the movement runs out.
    """
    path = priced(table, who, tariff, legs, purse, spent)
    if tariff.short_clause and path.bill.dry is not None:
        lasts = last_rest(path.itinerary, path.bill.dry) or (0, 0.0)
        itinerary = cut(path.itinerary, lasts, Scene(table))
        path = replace(path, itinerary=itinerary, bill=bill(itinerary, tariff, purse, spent), short=True)
    found = (*_held(table, path, hold), *_barred(path), *short_breaks(path), *zone_breaks(path))
    return replace(path, breaks=found)


def _held(table: Table, path: Path, worded: HoldBreaks | None) -> Iterator[Break]:
    itinerary, tariff = path.itinerary, path.tariff
    clause = tariff.blocked_clause or tariff.allowance_clause
    hold = itinerary.hold
    if hold is not None:
        if worded is not None:
            yield from worded(hold)
            return
        says = hold.says or say("{blocker} blocks the path", blocker=_named(table, hold.what))
        yield Break(clause, says, point(hold.pose))
    elif not itinerary.fits:
        over = tuple(_named(table, what) for _, what in itinerary.overlapped)
        says = (
            say("There's no room at the end of the path: {things} is there", things=over)
            if over
            else say("The whole base must be on the level where the path ends")
        )
        yield Break(clause, says, point(table.resolve(itinerary.end)))


def _named(table: Table, name: str) -> Field:
    return Who(name) if name in table.models else Thing(name)


def _barred(path: Path) -> Iterator[Break]:
    """The break of a stretch that no price makes possible, if there is one."""
    if path.bill.barred is not None:
        index, says = path.bill.barred
        stride = path.strides[index]
        yield Break(_limit_clause(path.tariff, path.tariff.fare(stride.mode)), says, point(stride.start))


def _limit_clause(tariff: Tariff, fare: Fare | None) -> str:
    if fare is None:
        return tariff.blocked_clause or tariff.allowance_clause
    return fare.limit_clause or fare.clause


def short_breaks(path: Path) -> tuple[Break, ...]:
    """The break of a path that costs more than there is to spend, if it does: where it runs dry, and by how much."""
    if path.bill.dry is None:
        return ()
    over, whole = -path.bill.purse, path.cost + path.spent
    says = say(
        "{who} is {short} short: this path takes {length}, but it can move {most}",
        who=Who(path.who),
        short=Length(over),
        length=Length(whole),
        most=Length(whole - over),
    )
    return (Break(path.tariff.allowance_clause, says, point(path.strides[path.bill.dry[0]].start)),)


def zone_breaks(path: Path, until: Cut | None = None) -> tuple[Break, ...]:
    """A break for each model whose zone a path enters, or ends in, against the tariff's `keep_out`.

    Each is at the first point there. What lies beyond `until` is not gone any more.
    """
    tariff = path.tariff
    found: dict[tuple[str, ModelZone], Break] = {}
    last = len(path.strides) - 1
    for index, stride in enumerate(path.strides):
        if until is not None and (index, 0.0) >= until:
            break
        for keep in tariff.keep_out:
            ends = keep.at_the_end and index == last and until is None
            zones = (*stride.zones, *(stride.leaving if ends else ())) if keep.on_the_way or ends else ()
            for zone in zones:
                if zone.key == keep.zone and (keep.clause, zone) not in found:
                    found[keep.clause, zone] = Break(
                        keep.clause, _kept_out(tariff, keep, zone), point(stride.start)
                    )
    return tuple(found.values())


def _kept_out(tariff: Tariff, keep: KeepOut, zone: ModelZone) -> Text:
    if isinstance(keep.says, Sentence) and keep.says:
        reach = next((each.reach for each in tariff.lens.zones if each.key == zone.key), 0.0)
        return keep.says.filled(model=Who(zone.model), limit=Length.of(reach))
    return keep.says or say("The path comes too near to {model}", model=Who(zone.model))


# --- following -------------------------------------------------------------------------------------


def follow(
    game: Game,
    path: Path,
    *,
    at: Mapping[str, Stop] | None = None,
    into: Mapping[str, Stop] | None = None,
    how: Mapping[str, str] | None = None,
) -> Procedure[bool]:
    """Move along a judged path and pay for it, stopping wherever dice or choices are due; whether it was followed to its end.

    `at` names a procedure for each mode of moving (leap, climb …) that is run before a stretch of that mode, `into` one
    for each tag of ground, run before ground with that tag is entered. A procedure that returns False ends the move
    where the model is then. If it has changed the table, the rest of the path is judged again, with what is left.
    `how` names the event of a mode: {"leap": "leaps"}. Ledger lines carry the running total of the whole move.
    A path that ends short of its declared end is followed as far as it goes, which is told with `Tariff.short_clause`.
    """
    start, asked = 0, set[tuple[int, str]]()
    while True:
        stop = _next_stop(path, start, asked, at or {}, into or {})
        index = len(path.strides) if stop is None else stop.before
        yield from _go(game, path, start, index, how or {})
        if stop is None and path.short:
            why = Stopped(path.who, "cannot get as far as planned", say("runs out of movement"))
            yield from do(why, path.tariff.short_clause)
        if stop is None:
            return not path.short
        start = index
        asked.add((index, stop.tag))
        before = game.now.scene_digest
        goes_on = yield from stop.procedure(game, path, path.strides[index])
        if not goes_on:
            return False
        if game.now.scene_digest != before:
            path = _rest(game.now, path, index)
            if path.breaks:
                why = Stopped(path.who, "cannot go on", sentence(path.breaks[0].says))
                yield from do(why, *dict.fromkeys(each.clause for each in path.breaks))
                return False
            start, asked = 0, {(0, stop.tag)}


class _StopAt(NamedTuple):
    """The next stop of a path: before which stride, what is run there, and the ground that is entered, if any."""

    before: int
    procedure: Stop
    tag: str


def _next_stop(
    path: Path, start: int, asked: set[tuple[int, str]], at: Mapping[str, Stop], into: Mapping[str, Stop]
) -> _StopAt | None:
    for index in range(start, len(path.strides)):
        stride = path.strides[index]
        for tag, procedure in into.items():
            entered = tag in stride.grounds and index > 0 and tag not in path.strides[index - 1].grounds
            if entered and (index, tag) not in asked:
                return _StopAt(index, procedure, tag)
        if stride.mode in at and (index, "") not in asked:
            return _StopAt(index, at[stride.mode], "")
    return None


def _go(game: Game, path: Path, first: int, last: int, how: Mapping[str, str]) -> Procedure[None]:
    """Move along some strides and pay for them; each kind of movement that has its own event makes one."""
    while first < last:
        event = how.get(path.strides[first].mode, GOES)
        end = first + 1
        while end < last and how.get(path.strides[end].mode, GOES) == event:
            end += 1
        yield from walk(game, path.part(game.now, (end, 0.0), first), how=event)
        first = end


def walk(game: Game, path: Path, *clauses: str, how: str = GOES) -> Procedure[None]:
    """Move along a whole path, or a part of one, and pay for it; cites these clauses, or else those of its prices."""
    lines = path.bill.lines
    # A path that comes back to its start has been walked and paid for, too.
    if path.cost or path.end != game.now.models[path.who].place:
        prices = dict.fromkeys(line.clause for line in lines) or (path.tariff.allowance_clause,)
        yield from do(Moved(path.who, path.end, how), *(clauses or prices), ledger=lines)


def _rest(table: Table, path: Path, index: int) -> Path:
    """The rest of a path on a table that has changed, judged with what is left."""
    gone = path.part(table, (index, 0.0))
    legs = path.legs[path.strides[index].leg :]
    return judge(table, path.who, path.tariff, legs, purse=gone.bill.purse, spent=path.spent + gone.cost)
