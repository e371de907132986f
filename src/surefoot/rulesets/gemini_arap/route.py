"""Follows a declared path: traces, prices and judges it, then walks it from one hinge to the next."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry.tolerance import MILLIONTHS, to_lattice
from surefoot.language import Sentence, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import Line, point
from surefoot.referee.cut import Cut, cut, last_rest
from surefoot.referee.itinerary import Itinerary, Leg, Stride
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.rulesets.gemini_arap import (
    burden,
    climb,
    crawl,
    dangerous,
    door,
    doorway,
    fall,
    jump,
    jump_down,
    ladder,
    machines,
    refusals,
    rope,
    rules,
    speed,
    steep,
    turn,
    water,
)
from surefoot.rulesets.gemini_arap.action import RUN
from surefoot.rulesets.gemini_arap.prices import CRAWL, Terms, alternatives, lens
from surefoot.rulesets.gemini_arap.purse import (
    SLOW,
    Funds,
    Item,
    Paid,
    ahead,
    cost,
    kept,
    kept_terms,
    lines,
    noted_terms,
    past,
    pay,
)
from surefoot.rulesets.gemini_arap.steep import Rise, rises
from surefoot.rulesets.gemini_arap.support import strength_test
from surefoot.rulesets.gemini_arap.terrain import IMPASSABLE, NORMAL, VARIABLE, Ground, grounds
from surefoot.rulesets.gemini_arap.tracing import traced
from surefoot.table.effects import Moved, Noted, Stopped
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# Legs that a move on foot cannot contain, with the clause and the refusal.
_NOT_WALKED: dict[str, tuple[str, Sentence]] = {
    "fly": ("impassable.machines", say("A model on foot can't fly")),
    "swim": ("swim.distance", say("You can't swim in a move on foot. Declare a swim instead")),
    "lift": ("support.building-level", say("These rules have no lifts. Use stairs or a ladder, or climb")),
}
# Strides over a gap or over the top of something.
_NO_GROUND = ("leap", "over")
# Free inches in bad ground, per action, for a figure with Move Through Cover.
COVER = 1.0


@dataclass(frozen=True)
class Way:
    """One figure's movement under way: the actions that pay for it, what they have paid for, a Variable score."""

    who: str
    moves: int
    past: tuple[Item, ...] = ()
    score: float | None = None
    spent: int = 0
    # Whether the figure turned before this declaration: its free degrees may be used up.
    earlier: bool = False
    # Replaces M: a tactical roll, or the double allowance of a charge.
    allowance: float | None = None
    # Additional inches of the run (Fleet), in millionths.
    bonus: int = 0
    # Whether Variable Terrain is rolled for; a Rout or Pursuit uses the class of the ground underneath.
    rolled: bool = True
    # Whether the next move action continues this run; a Tactical Move or a charge does not continue.
    runs_on: bool = True
    # The clause that allows the action.
    clause: str = "allowance.one-ap-one-move"
    # Two actions that buy one allowance and a climb; whether its test is done; the result of a test of the whole squad.
    climbs: bool = False
    tested: bool = False
    fate: climb.Fate = ""
    # Heights climbed so far: the way down the far side is free.
    gained: steep.Gained = ()
    # The terms of the actions that earlier declarations of the same run spent.
    before: tuple[Terms, ...] = ()


@dataclass(frozen=True)
class Trip:
    """The rest of a path on the current table: its itinerary and its price."""

    way: Way
    legs: tuple[Leg, ...]
    itinerary: Itinerary
    items: tuple[Item, ...]
    paid: Paid
    rises: tuple[Rise | None, ...]

    @property
    def offset(self) -> int:
        """The index of the path's first item among all items of the run."""
        return len(self.way.past)

    @property
    def reach(self) -> Cut:
        """How far along the path the actions carry."""
        index, fraction = self.paid.reach
        # Earlier items of the run were paid for, so they are paid for again.
        assert index >= self.offset
        return index - self.offset, fraction

    @property
    def whole(self) -> Cut:
        """The end of the path."""
        return len(self.itinerary.strides), 0.0

    @property
    def charged_down(self) -> tuple[str, ...]:
        """The clause for a charge that jumps down; none if it does not."""
        jumps = any(rise is not None and rise.kind == "drop" for rise in self.rises)
        return ("jump-down.charge",) if jumps else ()

    def leg(self, stride: Stride) -> Leg:
        """The leg that a stride belongs to."""
        return self.legs[stride.leg]


def begin(table: Table, who: str, moves: int) -> Way:
    """A movement about to begin; moves made just before belong to the same run."""
    run = table.note(RUN, who)
    earlier = bool(turn.turned(table, who))
    # Version 1 of these rules noted no terms: what it noted can't be run on from.
    if not isinstance(run, Record) or not isinstance(run["moves"], tuple):
        return Way(who, moves, earlier=earlier)
    before = noted_terms(run)
    return Way(
        who, moves + len(before), past(table, who), earlier=earlier, bonus=run.number("bonus"), before=before
    )


def terms(table: Table, way: Way) -> tuple[Terms, ...]:
    """The terms of each action of a run: as noted for earlier actions, as of now for those of this declaration."""
    who = way.who
    covered, _ = rules.through_cover(table, who)
    now = Terms(
        burden.slowest(table, who) if way.allowance is None else way.allowance,
        way.score,
        burden.factor(table, who)[0],
        to_lattice(COVER) if covered else 0,
    )
    return (*way.before, *(now,) * (way.moves - len(way.before)))


@remembered
def trip(table: Table, way: Way, legs: tuple[Leg, ...], opened: tuple[str, ...] = ()) -> Trip:
    """Trace and price a path; doors that it opens, or that others open before it (`opened`), do not block it."""
    legs = machines.travelled(table.models[way.who], legs)
    one = traced(table, way.who, legs, opened)
    itinerary, tight = one.itinerary, one.tight
    found = _priced(table, way, legs, itinerary, tight, rises(table, way.who, itinerary, way.gained))
    if found.paid.whole:
        return found
    stops = found.rises[found.reach[0]]
    if stops is None or not stops.passing:
        return found
    # The move ends before the far side: this is a climb up, and the way down has its own price.
    down = rises(table, way.who, itinerary, way.gained, over=False)
    return _priced(table, way, legs, itinerary, tight, down)


def _priced(
    table: Table,
    way: Way,
    legs: tuple[Leg, ...],
    itinerary: Itinerary,
    tight: tuple[Piece, ...],
    up_and_down: tuple[Rise | None, ...],
) -> Trip:
    """A path with its price; `up_and_down` tells how each stride up or down is made."""
    if all(item.stride.mode == "turn" for item in way.past):
        up_and_down = rope.floored(table, way.who, way.moves, itinerary, up_and_down)
    items = (*way.past, *_items(table, way, itinerary, legs, up_and_down, tight))
    return Trip(way, legs, itinerary, items, paid(table, way, items), up_and_down)


def paid(table: Table, way: Way, items: tuple[Item, ...]) -> Paid:
    """The payment for some items by the actions of a run."""
    actions = tuple(Funds(alternatives(table, way.who, each), each.cover) for each in terms(table, way))
    return pay(items, actions, way.bonus)


def _items(
    table: Table,
    way: Way,
    itinerary: Itinerary,
    legs: tuple[Leg, ...],
    up_and_down: tuple[Rise | None, ...],
    tight: tuple[Piece, ...],
) -> tuple[Item, ...]:
    """The strides of a path as items to be paid for, before any tariff is chosen."""
    found: list[Item] = []
    who = way.who
    under = grounds(table, itinerary, rolled=way.rolled)
    _, cover = rules.through_cover(table, who)
    turned, doors = turn.turned(table, who), door.done(table, who)
    inches_of_squeezing, why = doorway.squeeze(table, who)
    extra = door.Passage(to_lattice(inches_of_squeezing), why)
    openings = door.passages(table, who, itinerary, tuple(piece.id for piece in tight), extra)
    for index, (stride, ground) in enumerate(zip(itinerary.strides, under, strict=True)):
        leg = legs[stride.leg]
        if door.is_work(leg):
            price, clauses = door.price(table, doors)
            doors += 1
            found.append(Item(replace(stride, link=leg.link), price, clauses, True))
        elif stride.mode == "turn":
            inches, clauses = turn.price(table, turned, abs(stride.turn))
            turned += abs(stride.turn)
            found.append(Item(stride, to_lattice(inches), clauses, True))
        elif (rise := up_and_down[index]) is not None:
            item = steep.item(table, who, stride, rise, ground)
            if rise.kind == "rope":
                clause = rope.clause(table, who, rise)
                item = replace(item, clauses=(*item.clauses, clause), priced_by=item.priced_by or clause)
            else:
                item = replace(item, clauses=(*item.clauses, *climb.aided(table, who, rise)))
            found.append(item)
        else:
            opening = openings.get(index, door.Passage(0, ()))
            # A jump has no ground under it: its price depends on a carried load and on the manner only.
            tags, clauses = ((), ()) if stride.mode in _NO_GROUND else _priced_as(stride, ground)
            # The clauses about a character's Move Through Cover are cited only in bad ground.
            clauses = (*clauses, *opening.clauses, *(cover if tags and stride.length else ()))
            if any(table.pieces[name].has(IMPASSABLE) for name in stride.areas):
                clauses = (*clauses, "impassable.machines")
            tags = (*tags, VARIABLE) if ground.variable else tags
            slowed, why = burden.factor(table, who)
            tags = (*tags, burden.BURDENED) if slowed != 1.0 else tags
            clauses = (*ground.clauses, *clauses, *why)
            found.append(Item(replace(stride, grounds=tags), opening.fixed, clauses))
    return tuple(found)


def _priced_as(stride: Stride, ground: Ground) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tags that price a stride by the class of its ground, and the clauses behind them."""
    if stride.manner == CRAWL and stride.length:
        return crawl.ground(ground)
    return (() if ground.name == NORMAL else (ground.name,)), ()


# ---------------------------------------------------------------------- judging


def judged(table: Table, path: Trip, opened: tuple[str, ...] = (), foes: tuple[str, ...] = ()) -> list[Break]:
    """Every clause that a path breaks; a charge may run into certain foes."""
    who, itinerary = path.way.who, path.itinerary
    found = [Break(*_NOT_WALKED[leg.by]) for leg in path.legs if leg.by in _NOT_WALKED]
    found += _doors(table, path, opened)
    for stride, rise in zip(itinerary.strides, path.rises, strict=True):
        found += _up_down_or_over(table, path, stride, rise)
    if any(water.wet(table, stride) for stride in itinerary.strides):
        says = say("The water is too deep to wade. Declare a swim; from an edge, begin it with a jump down")
        found.append(Break("swim.distance", says))
    found += machines.barred(table, table.models[who], path.legs, itinerary, whole=path.paid.whole)
    if falls(table, path):
        return found
    squeezed = doorway.no_room(table, who, path.legs, itinerary, (*opened, *door.opened(path.legs)))
    if squeezed:
        return found + squeezed
    if itinerary.hold is not None and not (itinerary.hold.kind == "model" and itinerary.hold.what in foes):
        found.append(refusals.held(table, itinerary.hold))
    elif not path.paid.whole:
        found += _too_far(path) if _part_way(path) is None else steep.crowded(table, who, end(table, path))
    else:
        found += refusals.no_room(itinerary)
    return found


def _up_down_or_over(table: Table, path: Trip, stride: Stride, rise: Rise | None) -> list[Break]:
    """The clauses that a stride up, down or over a gap breaks."""
    way = path.way
    if stride.mode == "leap":
        return jump.breaks(table, way.who, stride, way.moves)
    if rise is None:
        return []
    if rise.kind == "climb":
        return climb.breaks(table, way.who, stride, rise, climbs=way.climbs)
    if rise.kind == "rope":
        index, fraction = path.reach
        ends = fraction if index < len(path.rises) and path.rises[index] is rise else 1.0
        return rope.breaks(table, way.who, stride, rise, ends, climbs=way.climbs)
    if rise.kind == "ladder" and not climb.can_climb(table.models[way.who]):
        return [climb.unable(way.who, point(stride.start))]
    if rise.kind == "drop":
        return jump_down.breaks(table, way.who, stride, way.clause)
    return []


def _part_way(path: Trip) -> Cut | None:
    """Where a path that runs out of movement ends part way up a climb; None if it cannot end there."""
    at = path.reach
    hangs = steep.may_hang(path.legs, path.itinerary.strides, path.rises, at)
    return at if hangs else None


def end(table: Table, path: Trip) -> Place:
    """Where a legal path ends: part way up a climb if it runs out of movement there."""
    at = None if path.paid.whole else _part_way(path)
    return path.itinerary.end if at is None else cut(path.itinerary, at, Scene(table)).end


def stop(path: Trip) -> Cut:
    """How far a path is walked: to its end, part way up a climb, or to the last place to stand within the movement."""
    if path.paid.whole:
        return path.whole
    return _part_way(path) or last_rest(path.itinerary, path.reach) or (0, 0.0)


def falls(table: Table, path: Trip) -> bool:
    """Whether the path ends with a jump that must fail: the figure committed to it before measuring."""
    who = path.way.who
    for index, stride in enumerate(path.itinerary.strides):
        if ahead((index, 0.0), path.reach):
            return False
        if stride.mode != "leap" or not jump.binding(table, who):
            continue
        if jump.too_wide(table, who, stride, path.way.moves) or ahead((index + 1, 0.0), path.reach):
            return True
    return False


def _doors(table: Table, path: Trip, opened: tuple[str, ...]) -> list[Break]:
    """The clauses that door work on a path breaks, in order."""
    found: list[Break] = []
    states: dict[str, door.Door] = {}
    changes: list[tuple[int, str, door.Door]] = []
    who = path.way.who
    for index, leg in enumerate(path.legs):
        if not door.is_work(leg):
            continue
        before = path.legs[:index]
        prefix = trace(Scene(table), lens(table, who, (*opened, *door.opened(before))), who, before)
        if prefix.hold is not None:
            return [*found, refusals.held(table, prefix.hold)]
        pose = prefix.strides[-1].end if prefix.strides else table.pose(who)
        state = states.get(leg.link) or door.door(table, leg.link)
        wrong = door.problem(table, leg, state, pose, who)
        found += wrong
        result = None if state is None else door.after(state, leg.manner)
        if isinstance(result, door.Door):
            states[leg.link] = result
            changes.append((index, leg.link, result))
    return found + door.shut(changes, path.itinerary, table, who)


def _too_far(path: Trip) -> list[Break]:
    """The allowance runs out before the path ends."""
    index, fraction = path.reach
    stride = path.itinerary.strides[index]
    where = point(_between(stride, fraction))
    leg = path.leg(stride)
    if door.is_work(leg):
        return [Break("door.pays-from-allowance", door.no_movement(leg), where)]
    found = [Break("allowance.value", out_of_movement(path), where)]
    if stride.mode == "bridge":
        says = say("There is not enough movement left to cross the gap. Stop before it")
        found.append(Break("jump.small-gap-must-clear", says, point(stride.start)))
    return found


def out_of_movement(path: Trip) -> Sentence:
    """How far along a path the movement lasts."""
    index, fraction = path.reach
    stride = path.itinerary.strides[index]
    if stride.mode == "turn":
        return say("There is not enough movement left for this turn")
    whole = speed.length(path.itinerary.strides)
    reached = speed.length(path.itinerary.strides[:index]) + fraction * speed.length((stride,))
    return refusals.runs_out(whole, reached, path.paid.shares)


def _between(stride: Stride, fraction: float) -> Pose:
    a, b = stride.start, stride.end
    return Pose(a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction, a.z, a.facing)


# ---------------------------------------------------------------------- walking


def follow(game: Game, way: Way, legs: tuple[Leg, ...]) -> Procedure[None]:
    """Follow a path to its end, or as far as the actions carry, or to a fall."""
    while True:
        path = trip(game.now, way, legs)
        total = speed.moved(game.now, way.who) + speed.length(path.itinerary.strides)
        hinge = _hinge(game.now, path, total)
        if hinge is None:
            yield from _finish(game, path, total)
            return
        stride = path.itinerary.strides[hinge]
        way = yield from walk(game, path, (hinge, 0.0))
        leg = path.leg(stride)
        hazards = dangerous.ahead_of(game.now, way.who, stride, total)
        if hazards:
            if not (yield from dangerous.cross(game, way.who, hazards, total)):
                return
            legs = path.legs[stride.leg :]
            continue
        rise = path.rises[hinge]
        if rise is not None and rise.kind in ("climb", "rope"):
            goes = yield from _climb(game, path, way, hinge)
            if goes is None:
                return
            way, legs = goes, path.legs[stride.leg :]
            continue
        item = path.items[path.offset + hinge]
        ledger = lines(path.items, path.paid, path.offset + hinge, (path.offset + hinge + 1, 0.0), way.spent)
        if door.is_work(leg):
            yield from door.work(game.now, way.who, leg, ledger, *item.clauses)
            legs = path.legs[stride.leg + 1 :]
        else:
            over = yield from _jump(game, path, hinge, ledger)
            if not over:
                return
            yield from speed.remember(game.now, way.who, (stride,), way.clause)
            legs = path.legs[stride.leg :]
            if not (yield from dangerous.arrives(game, way.who, total)):
                return
        way = replace(way, past=path.items[: path.offset + hinge + 1], spent=way.spent + cost(ledger))


def _climb(game: Game, path: Trip, way: Way, hinge: int) -> Procedure[Way | None]:
    """The test before a climb, or the Strength test of a weak climber on a rope; None if the move ends here."""
    stride, rise, who = path.itinerary.strides[hinge], path.rises[hinge], way.who
    assert rise is not None
    if _is_tested(game.now, way, rise):
        if rise.kind == "rope":
            goes = yield from rope.starting(game, who, stride, rise)
        else:
            goes = yield from climb.starting(game, who, stride, rise, way.fate)
        return replace(way, tested=True) if goes else None
    check = rope.next_check(game.now, who, stride, rise)
    assert check is not None
    inches = to_lattice(check * stride.rise)
    there = trip(game.now, way, (replace(path.leg(stride), rise=inches),))
    way = yield from walk(game, there, there.whole)
    strong = yield from strength_test(game.now, who, rope.STRENGTH, "rope.weak-every-two-levels")
    if not strong:
        yield from fall.drop(game, who, "rope.weak-every-two-levels")
        return None
    return way


def _jump(game: Game, path: Trip, hinge: int, ledger: tuple[Line, ...]) -> Procedure[bool]:
    """Jump across a gap, or down from an edge. Returns whether the move continues."""
    stride, who = path.itinerary.strides[hinge], path.way.who
    lands = cut(path.itinerary, (hinge + 1, 0.0), Scene(game.now)).end
    if stride.mode == "drop":
        return (yield from jump_down.jumping(game, who, stride, lands))
    enough = not ahead((hinge + 1, 0.0), path.reach)
    return (yield from jump.jumping(game, who, stride, path.way.moves, enough, lands, ledger))


def _is_tested(table: Table, way: Way, rise: Rise | None) -> bool:
    """Whether a climb needs a test that has not been made."""
    if rise is None or way.tested or way.fate == "holds":
        return False
    if rise.kind == "rope":
        return rope.is_tested(table, way.who, rise)
    return rise.kind == "climb" and climb.tests(table, way.who, rise)


def _hinge(table: Table, path: Trip, total: float) -> int | None:
    """The first stride at which dice or a change of the table interrupt the move: a hazard, a test, a jump, door work."""
    for index, stride in enumerate(path.itinerary.strides):
        if ahead((index, 0.0), path.reach):
            return None
        # A figure that stops at the edge of a hazard does not enter it.
        entered = ahead(path.reach, (index, 0.0))
        hazard = entered and dangerous.ahead_of(table, path.way.who, stride, total)
        rise = path.rises[index]
        if stride.mode == "leap" or hazard or (rise is not None and rise.kind == "drop"):
            return index
        if _is_tested(table, path.way, rise):
            # Without movement left, the test waits for the next action.
            return index if entered else None
        check = rope.next_check(table, path.way.who, stride, rise) if rise else None
        if check is not None and not ahead((index, check), path.reach):
            return index
        if door.is_work(path.leg(stride)):
            return None if ahead((index + 1, 0.0), path.reach) else index
    return None


def walk(game: Game, path: Trip, to: Cut) -> Procedure[Way]:
    """Move to a point of the path and pay for it."""
    way, who = path.way, path.way.who
    part = cut(path.itinerary, to, Scene(game.now))
    end = (path.offset + to[0], to[1])
    ledger = lines(path.items, path.paid, path.offset, end, way.spent)
    pivots = tuple(abs(stride.turn) for stride in part.strides if stride.turn)
    before = turn.turned(game.now, who)
    if pivots:
        cited = turn.clauses(before, pivots, earlier=way.earlier)
        # Turning within a quarter that is already paid for is free, by the clause of that price.
        yield from turn.remember(who, before + sum(pivots), *(cited or ("turn.extra-costs-half-inch",)))
    here = game.now.models[who].place
    if part.end != here or ledger:
        how = "turns" if replace(part.end, facing=here.facing) == here else "goes"
        yield from do(Moved(who, part.end, how), *_cited(path, part, ledger), ledger=ledger)
        yield from speed.remember(game.now, who, part.strides, way.clause)
    for name in ladder.climbed(game.now, part):
        yield from ladder.used(game.now, name, who)
    gained = steep.climbed(path.rises[: to[0]], way.gained)
    return replace(way, past=path.items[: end[0]], spent=way.spent + cost(ledger), gained=gained)


def _cited(path: Trip, part: Itinerary, ledger: tuple[Line, ...]) -> tuple[str, ...]:
    """The clauses of a walked part: those of its prices and of its free strides."""
    cited = [line.clause for line in ledger]
    if any(line.rate != MILLIONTHS and line.cost for line in ledger):
        cited.append("allowance.reductions")
    for index, stride in enumerate(part.strides):
        item = path.items[path.offset + index]
        if not item.is_fixed or item.fixed:
            cited += item.clauses
        reduced = bool(item.is_fixed and item.fixed) or stride.manner in ("backwards", "sideways", CRAWL)
        if reduced and path.way.score is not None:
            cited.append("variable.modifiers-after-roll")
        if stride.manner == "backwards":
            cited.append("backup.half-rate")
    if ladder.is_mixed(path.itinerary, path.rises):
        cited.append("ladder.mix-with-walking")
    cited += _whole_actions(path)
    return tuple(dict.fromkeys(clause for clause in cited if clause)) or (path.way.clause,)


def _whole_actions(path: Trip) -> list[str]:
    """The clause for the Move Through Cover rates, cited for actions that are entirely in bad ground."""
    for action in range(path.way.moves):
        shares = [share for share in path.paid.shares if share.action == action and share.length]
        grounds_met = [path.items[share.item].stride.grounds for share in shares]
        covered = any(share.covered for share in shares)
        if covered and all(any(tag in SLOW for tag in each) for each in grounds_met):
            return ["move-through-cover.rates"]
    return []


def _finish(game: Game, path: Trip, total: float) -> Procedure[None]:
    """Walk the rest, as far as the movement lasts; the payment is noted for moves that follow in the same run."""
    who, start = path.way.who, game.now.pose(path.way.who)
    hangs = None if path.paid.whole else _part_way(path)
    to = stop(path)
    yield from walk(game, path, to)
    items = kept(path.items, (path.offset + to[0], to[1]))
    if items and path.way.runs_on:
        more = {"bonus": path.way.bonus} if path.way.bonus else {}
        run = Record(moves=kept_terms(terms(game.now, path.way)), items=items, **more)
        yield from do(Noted(RUN, who, run, "turn"), path.way.clause)
    if hangs is not None:
        rise = path.rises[hangs[0]]
        assert rise is not None
        why = ("climb.test-next-action",) if _is_tested(game.now, path.way, rise) else _why_short(path)
        yield from steep.runs_out(game.now, who, rise, rise.inches * (1 - hangs[1]), *why)
    elif not path.paid.whole:
        yield from do(Stopped(who, "the movement carries it no further"), *_why_short(path))
    elif path.rises and (last := path.rises[-1]) is not None:
        yield from steep.part_way(game.now, who, last)
    yield from door.blocking(game.now, who)
    if game.now.pose(who)[:3] != start[:3]:
        yield from dangerous.arrives(game, who, total)


def _why_short(path: Trip) -> tuple[str, ...]:
    """The clause of the roll that cut a move short: Variable Terrain, Fleet, or a Tactical Move."""
    if path.way.score is None:
        return ("fleet.multiple-move-bonus",) if path.way.bonus else (path.way.clause,)
    # A figure whose last action avoids Variable Terrain has stopped at its edge: the score does not exceed M.
    halted = VARIABLE in path.paid.chosen[-1].condition.avoids
    return ("variable.halted-at-edge",) if halted else ("variable.roll-replaces-allowance",)
