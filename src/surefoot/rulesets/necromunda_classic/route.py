"""Following a declared route: it is priced, judged, tested and walked, from hinge to hinge."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.tolerance import beyond, to_lattice, within
from surefoot.language import Length, Sentence, Thing, Who, say
from surefoot.records import dataclass
from surefoot.referee.bill import point
from surefoot.referee.cut import Cut, last_rest
from surefoot.referee.following import Path, priced, walk
from surefoot.referee.itinerary import Hold, Itinerary, Leg, Stride
from surefoot.referee.tariff import Tariff
from surefoot.referee.view import seen
from surefoot.rulesets.necromunda_classic import climb, dangerous, deck_moves, lift, one_inch, railing
from surefoot.rulesets.necromunda_classic.fighter import (
    LEVEL_STEP,
    MOUNTED,
    ONE_INCH,
    SERIOUSLY_INJURED,
    is_vehicle,
    named,
)
from surefoot.rulesets.necromunda_classic.jump import jumping
from surefoot.rulesets.necromunda_classic.leap import is_leap, leaping, over_narrow_gaps
from surefoot.rulesets.necromunda_classic.prices import has_leave
from surefoot.table.effects import Moved, Stopped, apply
from surefoot.table.place import BOARD, Place
from surefoot.table.table import Table


@dataclass(frozen=True)
class Stage:
    """The rest of a route on the table as it is now, and where it must end."""

    path: Path
    end: Cut
    whole: bool
    clauses: tuple[str, ...]
    # It ends on a wall, where the next action continues the climb.
    on_wall: bool = False


_NOT_ON_FOOT: dict[str, Sentence] = {
    "fly": say("{who} can't fly: walk, climb, leap or jump down"),
    "swim": say("{who} can't swim: these rules have no deep water"),
}

# Judges the rest of a route: raises its breaks, or returns the cut at which it must end and the clauses for that.
Judge = Callable[[Game, "Journey", Path], tuple[Cut | None, tuple[str, ...]]]


@dataclass
class Journey:
    """One action's movement: the mover, its prices, the movement left (purse), and the areas tested for."""

    who: str
    tariff: Tariff
    start: Place
    judge: Judge
    purse: int
    # Dangerous areas that the mover stood in at the start.
    inside: tuple[str, ...]
    tested: tuple[str, ...] = ()
    # Whether it has ridden a lift.
    rode: bool = False

    @property
    def spent(self) -> int:
        """The movement spent."""
        return to_lattice(self.tariff.allowance) - self.purse


def journey(game: Game, who: str, tariff: Tariff, judge: Judge) -> Journey:
    """A movement about to begin."""
    start, inside = game.now.models[who].place, dangerous.under(game.now, who)
    return Journey(who, tariff, start, judge, to_lattice(tariff.allowance), inside)


def follow(game: Game, way: Journey, legs: tuple[Leg, ...]) -> Procedure[None]:
    """Follow a route to its end, or as far as possible."""
    refuse(_not_on_foot(way.who, legs))
    legs = over_narrow_gaps(game.now, way.who, way.tariff, legs)
    legs = (*(climb.goes_on(game.now, way.who, leg) for leg in legs[:1]), *legs[1:])
    while True:
        legs, ahead = lift.until_ride(legs)
        path = priced(game.now, way.who, way.tariff, legs, way.purse, way.spent)
        refuse(through_enemies(game.now, path, path.bill.dry))
        failed = climb.unfinished(path)
        if failed is not None and not failed.leads and path.itinerary.hold is not None:
            refuse(hold_breaks(game.now, way.who, path.itinerary.hold))
        if failed is not None and not climb.may_rest_on_wall(game, way.who, way.tariff, failed):
            if climb.hopeless(game, way.who, way.tariff):
                raise climb.too_far(path, failed)
            yield from climb.stays(game, way.who, way.start)
            return
        if failed is not None:
            refuse(climb.nowhere_to_hang(game.now, path, failed))
        stage = _stage(game, way, path, on_wall=failed is not None)
        hinge = _hinge(game.now, way, stage)
        if hinge is None:
            yield from _finish(game, way, stage, failed, ends=not ahead)
            goes_on = yield from _came_down(game, way)
            if not goes_on or not stage.whole or not ahead:
                return
            yield from _ride(game, way, ahead[0])
            legs = ahead[1:]
            continue
        index, area = hinge
        yield from _walk(game, way, path.part(game.now, (index, 0.0)))
        stride = path.strides[index]
        if area:
            way.tested = (*way.tested, area)
            goes_on = yield from dangerous.entering(game, way.who, area)
            legs = (*legs[stride.leg :], *ahead)
        else:
            leaps = stride.mode == "leap" and is_leap(game.now, way.who, stride)
            may_stay = _may_stay(game.now, way)
            cross = leaping if leaps else jumping
            goes_on = yield from cross(game, way.who, stride, may_stay=may_stay)
            if goes_on:
                ends = not ahead and index + 1 == len(path.strides)
                yield from _land(game, way, path.part(game.now, (index + 1, 0.0), index), ends=ends)
            legs = (*_beyond(legs, stride.leg), *ahead)
        if not goes_on:
            return


def _may_stay(table: Table, way: Journey) -> bool:
    """Whether a fighter at an edge may end its move there: no nearer to an enemy than it began, on no friend and no obstacle."""
    nearer = one_inch.nearer(apply(table, Moved(way.who, way.start)), table, way.who)
    return not nearer and not seen(table, way.tariff.lens, way.who).overlapped(table.pose(way.who))


def _not_on_foot(who: str, legs: tuple[Leg, ...]) -> list[Break]:
    """The breaks of legs that no fighter's action has: these rules know no flying and no swimming."""
    found = dict.fromkeys(leg.by for leg in legs if leg.by in _NOT_ON_FOOT)
    return [Break("support.fighter-actions", _NOT_ON_FOOT[by].filled(who=Who(who))) for by in found]


def _came_down(game: Game, way: Journey) -> Procedure[bool]:
    """Test for dangerous terrain that a climb, leap or jump ended in. Whether the fighter is still in play."""
    for area in dangerous.under(game.now, way.who):
        if area not in way.inside and area not in way.tested:
            way.tested = (*way.tested, area)
            safe = yield from dangerous.entering(game, way.who, area)
            if not safe:
                return False
    return True


def _ride(game: Game, way: Journey, leg: Leg) -> Procedure[None]:
    """Ride a lift during the move."""
    engages = way.tariff.action == "charge" or bool(game.now.option("house_move_to_engage"))
    yield from lift.travel(game, way.who, leg, way.spent, engages=engages)
    way.rode = True


def _beyond(legs: tuple[Leg, ...], index: int) -> tuple[Leg, ...]:
    """The legs after a leap or a jump: the rest of its own leg is walked."""
    return (Leg(legs[index].to), *legs[index + 1 :])


def _stage(game: Game, way: Journey, path: Path, *, on_wall: bool) -> Stage:
    """Where the rest of the route must end, and the clauses if that is short of its end."""
    itinerary, dry = path.itinerary, path.bill.dry
    whole: Cut = (len(path.strides), 0.0)
    limit, clauses = way.judge(game, way, path)
    reach = min(limit or whole, dry or whole)
    if on_wall and dry is not None and reach == dry:
        return Stage(path, reach, False, ("climb.two-actions",), on_wall=True)
    if dry is not None and reach == dry:
        short = ("move.short-goes-as-far", "move.never-beyond-allowance", *_why_dry(itinerary, dry))
        clauses = (*clauses, *short)
    end = last_rest(itinerary, reach)
    if end is None:
        end = (0, 0.0)
    complete = reach == whole and _same_point(itinerary, end, whole)
    if not complete and reach == whole:
        clauses = (*clauses, *_why_no_rest(itinerary))
    elif not _same_point(itinerary, end, reach):
        clauses = (*clauses, *_why_no_rest_at(itinerary, reach))
    return Stage(path, end, complete, clauses)


def _same_point(itinerary: Itinerary, one: Cut, other: Cut) -> bool:
    return _flat(itinerary, one) == _flat(itinerary, other)


def _flat(itinerary: Itinerary, at: Cut) -> Cut:
    """A cut in normal form: the end of a stride is the start of the next; strides without length are skipped."""
    index, fraction = at
    if fraction >= 1.0 - 1e-12:
        index, fraction = index + 1, 0.0
    while fraction == 0.0 and index > 0 and _still(itinerary, index - 1):
        index -= 1
    return index, fraction


def _still(itinerary: Itinerary, index: int) -> bool:
    stride = itinerary.strides[index]
    return stride.start == stride.end and stride.mode != "hurdle"


def _why_dry(itinerary: Itinerary, dry: Cut) -> tuple[str, ...]:
    stride = itinerary.strides[dry[0]]
    if stride.mode == "leap":
        return ("leap.enough-movement", "leap.stop-at-edge")
    if stride.mode == "drop":
        return ("jump.free-vertical",)
    return ()


def through_enemies(table: Table, path: Path, dry: Cut | None = None) -> list[Break]:
    """The breaks of a route that passes over an enemy before the movement runs out."""
    found: dict[str, Stride] = {}
    for index, stride in enumerate(path.strides):
        if dry is not None and (index, 0.0) >= dry:
            break
        for name in stride.passed:
            if table.models[name].side != table.models[path.who].side:
                found.setdefault(name, stride)
    return [
        each
        for name, stride in found.items()
        for each in hold_breaks(table, path.who, Hold("model", name, stride.start))
    ]


def rest_breaks(table: Table, itinerary: Itinerary) -> list[Break]:
    """The breaks of a route that ends where the base has no room."""
    if itinerary.fits:
        return []
    pose = itinerary.strides[-1].end if itinerary.strides else table.resolve(itinerary.end)
    over = [what for _, what in itinerary.overlapped]
    if over:
        says = say("The base would end on top of {things}", things=tuple(named(table, what) for what in over))
    else:
        says = say("The whole base must be on the level where the path ends")
    return [Break(clause, says, point(pose)) for clause in _why_no_rest(itinerary)]


def _why_no_rest(itinerary: Itinerary) -> tuple[str, ...]:
    """The clauses that keep the base from ending where the route does."""
    found: list[str] = []
    for kind, _ in itinerary.overlapped:
        if kind == "hurdle":
            found.append("obstacle.no-end-on-top")
        elif kind == "model":
            found.append("move.through-friends-clear")
    return tuple(dict.fromkeys(found)) or ("structure.space-for-base",)


def _why_no_rest_at(itinerary: Itinerary, at: Cut) -> tuple[str, ...]:
    """The clauses that keep the base from ending where the movement runs out."""
    stride = itinerary.strides[at[0]]
    if stride.over and stride.mode in ("walk", "hurdle"):
        return ("obstacle.no-end-on-top",)
    return ("move.through-friends-clear",) if stride.passed else ("structure.space-for-base",)


def _hinge(table: Table, way: Journey, stage: Stage) -> tuple[int, str] | None:
    """The first stride that needs a test: its index, and the dangerous area (empty for a leap or jump)."""
    itinerary = stage.path.itinerary
    end = _flat(itinerary, stage.end)
    found: list[tuple[int, str]] = []
    entry = dangerous.next_entry(itinerary, table, way.tested)
    if entry is not None and entry[0] < end:
        found.append((entry[0][0], entry[1]))
    for index, stride in enumerate(itinerary.strides):
        if stride.mode in ("leap", "drop") and index < end[0]:
            found.append((index, ""))
            break
    return min(found) if found else None


def _walk(game: Game, way: Journey, part: Path, *, ends: bool = False) -> Procedure[None]:
    """Move along a part of the route and pay for it."""
    way.purse -= part.cost
    rode = ("lift.remaining-movement",) if way.rode else ()
    if part.strides:
        yield from walk(game, part, *_cited(game.now, part, ends=ends), *rode)


def _cited(table: Table, part: Path, *, ends: bool) -> tuple[str, ...]:
    """The clauses of a walked part: its prices, the permissions that it used, and its end."""
    prices = [line.clause for line in part.bill.lines]
    cited = ["move.up-to-allowance", *prices, *one_inch.exceptions(part.itinerary)]
    foot: float | None = None
    for stride in part.strides:
        if stride.mode == "climb":
            foot = stride.start.z if foot is None else foot
            cited += _climbed(table, stride, foot)
            continue
        foot = None
        if stride.mode == "hurdle":
            cited += ["obstacle.definition", "obstacle.cross"]
    cited += deck_moves.walked(table, part.strides)
    cited += railing.crossed(table, part.strides)
    if any(stride.passed for stride in part.strides):
        cited.append("move.through-friends")
    return tuple(dict.fromkeys((*cited, *(_ended(table, part) if ends else ()))))


def _ended(table: Table, part: Path) -> tuple[str, ...]:
    """The clause of a route that ends on a level of a structure."""
    on_level = part.end.kind == "surface" and part.end.on in table.pieces
    return ("structure.end-on-level",) if on_level else ()


def _climbed(table: Table, stride: Stride, foot: float) -> list[str]:
    """The clauses of one stride of a climb that began at a height."""
    cited = ["climb.any-vertical"]
    if stride.surface and beyond(stride.end.z, foot) and not deck_moves.is_deck(table, stride.over):
        cited.append("structure.climb-onto" if within(foot, LEVEL_STEP) else "structure.between-levels")
    if stride.outward:
        cited.append("overhang.up-to-one")
    return cited


def _land(game: Game, way: Journey, part: Path, *, ends: bool) -> Procedure[None]:
    """Land on the far side of a leap or at the foot of a jump, where the route may end."""
    way.purse -= part.cost
    stride = part.strides[0]
    leaps = stride.mode == "leap" and is_leap(game.now, way.who, stride)
    clauses = ("leap.pass-continue", "leap.enough-movement") if leaps else ("jump.test", "jump.free-vertical")
    yield from walk(
        game,
        part,
        *clauses,
        *one_inch.exceptions(part.itinerary),
        *deck_moves.landed(game.now, game.now.models[way.who].place, part.end),
        *railing.crossed(game.now, part.strides),
        *(_ended(game.now, part) if ends else ()),
        how="leaps" if leaps else "jumps down",
    )


def _finish(
    game: Game, way: Journey, stage: Stage, failed: climb.Unfinished | None, *, ends: bool
) -> Procedure[None]:
    path = stage.path
    yield from _walk(game, way, path.part(game.now, stage.end), ends=ends)
    yield from climb.topped(game, way.who)
    if failed is not None and stage.on_wall:
        leg = path.legs[path.strides[stage.end[0]].leg]
        yield from climb.rest_on_wall(game.now, way.who, way.start, leg, failed)
    elif not stage.whole:
        why = Stopped(way.who, "cannot get as far as planned", _why_short(stage.clauses))
        yield from do(why, *stage.clauses)


def _why_short(clauses: tuple[str, ...]) -> Sentence:
    """Why a move ends before the end of its path."""
    if "charge.stop-one-inch" in clauses:
        return say("stops before it comes within {distance} of an enemy", distance=Length.of(ONE_INCH))
    if "move.short-goes-as-far" in clauses:
        return say("runs out of movement")
    return say("stops where there is room for the base")


def hold_breaks(table: Table, who: str, hold: Hold) -> list[Break]:
    """The breaks of a route that runs into something impassable."""
    where = point(hold.pose)
    what = hold.what
    if hold.kind == "model":
        if is_vehicle(table.models[what]):
            says = say("{vehicle}, a vehicle, blocks the path", vehicle=Who(what))
            return [Break("impassable.no-cross", says, where)]
        clause = "one-inch.charge" if has_leave(table, who) else "one-inch.fighter-limit"
        if table.models[what].is_(SERIOUSLY_INJURED):
            clause = "one-inch.seriously-injured"
        return [Break(clause, say("{enemy}, an enemy, blocks the path", enemy=Who(what)), where)]
    if hold.kind == "board":
        return [Break("impassable.no-cross", say("The path leaves the board"), where)]
    if hold.kind == "solid":
        return _solid_breaks(table, who, hold, where)
    if hold.kind == "edge":
        clause = "leap.gap-bigger-than-base" if hold.gap or hold.rise > 0 else "jump.test"
        return [Break(clause, hold.says, where)]
    if hold.kind == "overhang":
        return [Break("overhang.over-one-impassable", hold.says, where)]
    if hold.kind == "room":
        clause = {"jump": "jump.test", "leap": "leap.enough-movement"}.get(hold.by, "climb.must-reach-flat")
        return [Break(each, hold.says, where) for each in (clause, "structure.space-for-base")]
    if hold.kind == "link" and what in table.pieces and table.models[who].has(MOUNTED):
        return [_mounted(who, what, where)]
    clause = "ladder.normal-cost" if hold.kind == "link" else "structure.between-levels"
    return [Break(clause, hold.says or say("This path doesn't lead to {level}", level=Thing(what)), where)]


def _solid_breaks(table: Table, who: str, hold: Hold, where: tuple[int, int, int]) -> list[Break]:
    piece = table.pieces.get(hold.what)
    climbable = hold.what == BOARD or (
        piece is not None
        and piece.sort in ("wall", "obstacle", "platform", "gap", "stairs", "ramp", "lift")
        and not piece.has("impassable")
        and not piece.has("solid")
    )
    if hold.no_climbing or (climbable and table.models[who].has(MOUNTED)):
        return [_mounted(who, hold.what, where)]
    if hold.says:
        return [Break("impassable.no-cross", hold.says, where)]
    if climbable and piece is not None and piece.sort != "wall":
        found = [Break("step.over-half-climb", _climb_it(hold), where)]
        if piece.sort == "obstacle":
            says = say(
                "{thing} is too large to cross as an obstacle: it is a structure", thing=Thing(hold.what)
            )
            found.append(Break("structure.definition", says, where))
        return found
    if hold.what == BOARD or deck_moves.is_deck(table, hold.what):
        return [Break("step.over-half-climb", _climb_it(hold), where)]
    return [Break("impassable.no-cross", say("{thing} blocks the path", thing=Thing(hold.what)), where)]


def _mounted(who: str, thing: str, where: tuple[int, int, int]) -> Break:
    """The refusal of a climb of a mounted fighter, on a wall or a ladder."""
    says = say("{who} is mounted and can't climb {thing}", who=Who(who), thing=Thing(thing))
    return Break("support.mounted", says, where)


def _climb_it(hold: Hold) -> Sentence:
    """The refusal of a path that walks into something that can be climbed."""
    return say(
        "{thing} is {height} higher here, more than a step of {step}: climb it",
        thing=Thing(hold.what),
        height=Length.of(hold.rise),
        step=Length.of(LEVEL_STEP),
    )


def refuse(breaks: list[Break]) -> None:
    """Refuse a route for these reasons, if there are any."""
    if breaks:
        raise Refused(*breaks)
