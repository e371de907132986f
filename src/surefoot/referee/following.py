"""Judging and following a declared path by what a tariff says: the two calls that most actions consist of.

path = judge(game.now, who, tariff, declaration.legs)
path.refuse()
yield from follow(game, path, at={"leap": leaping})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Field, Length, Sentence, Text, Thing, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass
from surefoot.referee.bill import Bill, Line, bill, point
from surefoot.referee.cut import Cut, cut
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
    breaks: tuple[Break, ...]
    # What was spent before it in the same move, in millionths.
    spent: int = 0

    @property
    def cost(self) -> int:
        """What the path costs, in millionths."""
        return self.bill.cost

    @property
    def strides(self) -> tuple[Stride, ...]:
        """The stretches of the path, in order."""
        return self.itinerary.strides

    def refuse(self, *more: Break) -> None:
        """Refuse the declaration if the path breaks a clause, or for other reasons besides."""
        if self.breaks or more:
            raise Refused(*more, *self.breaks)


# Asked at the start of a stretch: whether the move goes on.
Stop: TypeAlias = Callable[[Game, Path, Stride], Procedure[bool]]


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
    """
    itinerary = trace(Scene(table), tariff.lens, who, legs)
    paid = bill(itinerary, tariff, purse, spent)
    breaks = [
        *_held(table, itinerary, tariff, hold),
        *barred_breaks(itinerary, tariff, paid),
        *_dry(who, itinerary, tariff, paid, spent),
        *zone_breaks(itinerary, tariff),
    ]
    return Path(who, legs, tariff, itinerary, paid, tuple(breaks), spent)


def _held(table: Table, itinerary: Itinerary, tariff: Tariff, worded: HoldBreaks | None) -> Iterator[Break]:
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


def barred_breaks(itinerary: Itinerary, tariff: Tariff, paid: Bill) -> tuple[Break, ...]:
    """The break of a stretch that no price makes possible, if there is one."""
    if paid.barred is None:
        return ()
    index, says = paid.barred
    stride = itinerary.strides[index]
    return (Break(_limit_clause(tariff, tariff.fare(stride.mode)), says, point(stride.start)),)


def _limit_clause(tariff: Tariff, fare: Fare | None) -> str:
    if fare is None:
        return tariff.blocked_clause or tariff.allowance_clause
    return fare.limit_clause or fare.clause


def _dry(who: str, itinerary: Itinerary, tariff: Tariff, paid: Bill, spent: int) -> Iterator[Break]:
    over = -paid.purse
    if paid.dry is not None:
        stride = itinerary.strides[paid.dry[0]]
        says = say(
            "{who} is {short} short: this path takes {length}, but it can move {most}",
            who=Who(who),
            short=Length(over),
            length=Length(paid.cost + spent),
            most=Length(paid.cost + spent - over),
        )
        yield Break(tariff.allowance_clause, says, point(stride.start))


def zone_breaks(itinerary: Itinerary, tariff: Tariff, until: Cut | None = None) -> tuple[Break, ...]:
    """A break for each model whose zone a path enters, or ends in, against the tariff's `keep_out`.

    Each is at the first point there. What lies beyond `until` is not gone any more.
    """
    found: dict[tuple[str, ModelZone], Break] = {}
    last = len(itinerary.strides) - 1
    for index, stride in enumerate(itinerary.strides):
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
    """
    start, asked = 0, set[tuple[int, str]]()
    while True:
        stop = _next_stop(path, start, asked, at or {}, into or {})
        index = len(path.strides) if stop is None else stop.before
        yield from _go(game, path, start, index, how or {})
        if stop is None:
            return True
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
        place, lines = part(game.now, path, first, end)
        if lines or place != game.now.models[path.who].place:
            clauses = dict.fromkeys(line.clause for line in lines) or (path.tariff.allowance_clause,)
            yield from do(Moved(path.who, place, event), *clauses, ledger=lines)
        first = end


def part(table: Table, path: Path, first: int, last: int) -> tuple[Place, tuple[Line, ...]]:
    """Where some strides of a path lead, and their ledger with the running total of the whole move."""
    scene, itinerary = Scene(table), path.itinerary
    whole = last == len(path.strides)
    end = itinerary.end if whole else cut(itinerary, (last, 0.0), scene).end
    before = bill(_only(itinerary, itinerary.strides[:first]), path.tariff, spent=path.spent, whole=False)
    spent = path.spent + before.cost
    left = to_lattice(path.tariff.allowance) - spent
    gone = _only(itinerary, itinerary.strides[first:last])
    return end, bill(gone, path.tariff, left, spent, whole=whole).lines


def _only(itinerary: Itinerary, strides: tuple[Stride, ...]) -> Itinerary:
    return Itinerary(itinerary.start, itinerary.end, strides)


def _rest(table: Table, path: Path, index: int) -> Path:
    """The rest of a path on a table that has changed, judged with what is left."""
    before = bill(_only(path.itinerary, path.strides[:index]), path.tariff, spent=path.spent, whole=False)
    spent = path.spent + before.cost
    left = to_lattice(path.tariff.allowance) - spent
    legs = path.legs[path.strides[index].leg :]
    return judge(table, path.who, path.tariff, legs, purse=left, spent=spent)
