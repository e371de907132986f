"""Doors: bolting, locking, unlocking, opening and closing during a move, each at a cost in movement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, inf

from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry.measure import gap, overlaps
from surefoot.geometry.shapes import Intervals, Shift
from surefoot.geometry.sweep import overlapping
from surefoot.geometry.tolerance import beyond, from_lattice, short_of, to_lattice
from surefoot.language import Length, Quoted, Sentence, Thing, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import Line, point
from surefoot.referee.exact import meeting
from surefoot.referee.itinerary import Itinerary, Leg, Stride
from surefoot.referee.protocol import Opening
from surefoot.referee.scene import Scene, region_of
from surefoot.referee.sight import gap_to
from surefoot.referee.view import seen
from surefoot.rulesets.gemini_arap.book import decimal, overridden, rows
from surefoot.rulesets.gemini_arap.prices import SMALL, lens, sill
from surefoot.table.effects import Noted, PieceChanged, Reported
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.table.words import suggested

# Unbolting has no price of its own: it counts as unlocking.
VERBS = ("bolt", "lock", "unlock", "unbolt", "open", "close")
WORKED = "doors"
OPENINGS = ("door", "window")
# The reach of a figure that works a door.
ARM = 1.0
# Actions beyond the last row of the table come in pairs.
PAIR, PAIR_PRICE = 2, 2.0

# Refusals of door work that the movement does not pay for.
_UNPAID: dict[str, Sentence] = {
    "bolt": say("There is not enough movement left to bolt {door}"),
    "lock": say("There is not enough movement left to lock {door}"),
    "unlock": say("There is not enough movement left to unlock {door}"),
    "unbolt": say("There is not enough movement left to unbolt {door}"),
    "open": say("There is not enough movement left to open {door}"),
    "close": say("There is not enough movement left to close {door}"),
}


@dataclass(frozen=True, slots=True)
class Door:
    """The state of a door during a path."""

    is_open: bool
    locked: bool
    bolted: bool

    @property
    def states(self) -> tuple[str, ...]:
        """The state as the table keeps it."""
        named = (
            ("open", self.is_open),
            ("closed", not self.is_open),
            ("locked", self.locked),
            ("bolted", self.bolted),
        )
        return tuple(name for name, holds in named if holds)


def is_work(leg: Leg) -> bool:
    """Whether a leg works a door on the spot."""
    return leg.by == "turn" and bool(leg.link)


# Where a leg along a ladder or a rope ends that follows other legs, and begins at a point.
LinkEnd = Callable[[tuple[Leg, ...], Leg, tuple[float, float]], tuple[float, float]]


def worked(table: Table, who: str, legs: tuple[Leg, ...], link_end: LinkEnd) -> tuple[Leg, ...]:
    """Legs with door work made explicit: a leg through a door becomes work on the spot (words of its manner) and a walk.

    A figure that does not reach the door yet walks up to it first. On a leg that leads out of the door on its other
    side, it closes the door behind itself, not before.
    """
    pose = table.pose(who)
    at = pose.x, pose.y
    found: list[Leg] = []
    for leg in legs:
        if leg.by != "through":
            at = link_end(tuple(found), leg, at) if leg.by == "link" else at
            found.append(leg)
        else:
            words = leg.manner.replace(",", " ").split()
            verbs = [word for word in words if word in VERBS]
            # Any other word is the manner of going through.
            manner = next((word for word in words if word not in VERBS), "")
            behind = _behind(table, who, leg, at) if "close" in verbs else None
            first = len(verbs) if behind is None else verbs.index("close")
            work = [Leg(by="turn", link=leg.link, manner=verb) for verb in verbs]
            before = _before(table, who, leg, at) if work[:first] else None
            found += [] if before is None else [Leg(before, on=leg.on, manner=manner)]
            found += work[:first]
            if behind is not None:
                found += [Leg(behind, on=leg.on, manner=manner), *work[first:]]
            if behind != leg.to:
                found.append(Leg(leg.to, on=leg.on, manner=manner))
        if leg.to is not None:
            at = from_lattice(leg.to[0]), from_lattice(leg.to[1])
    return tuple(found)


def _before(table: Table, who: str, leg: Leg, start: tuple[float, float]) -> tuple[int, int] | None:
    """Where a leg comes within reach of a door; None if it begins there, or does not lead to the door."""
    piece, motion = table.pieces.get(leg.link), _motion(leg, start)
    spans = _in_door(table, who, leg, start)
    if piece is None or not spans:
        return None
    body = table.models[who].base.shape.at(*start, table.pose(who).facing)
    if not beyond(gap(body, region_of(piece.outline)), ARM):
        return None
    # Half an arm's length before the base touches the door.
    share = spans[0][0] - ARM / 2 / hypot(motion.dx, motion.dy)
    return to_lattice(start[0] + share * motion.dx), to_lattice(start[1] + share * motion.dy)


def _behind(table: Table, who: str, leg: Leg, start: tuple[float, float]) -> tuple[int, int] | None:
    """Where a leg is first clear of a door on its other side; None if it does not lead through the door."""
    spans, motion = _in_door(table, who, leg, start), _motion(leg, start)
    last = table.models[who].base.shape.at(start[0] + motion.dx, start[1] + motion.dy, table.pose(who).facing)
    if not spans or overlaps(last, region_of(table.pieces[leg.link].outline)):
        return None
    end = spans[-1][1]
    return to_lattice(start[0] + end * motion.dx), to_lattice(start[1] + end * motion.dy)


def _motion(leg: Leg, start: tuple[float, float]) -> Shift:
    """The straight line of a leg in plan."""
    x, y = start if leg.to is None else (from_lattice(value) for value in leg.to)
    return Shift(x - start[0], y - start[1])


def _in_door(table: Table, who: str, leg: Leg, start: tuple[float, float]) -> Intervals:
    """The stretches of a leg on which the base is in its door, up to where it exactly touches it; none if it names no door."""
    piece = table.pieces.get(leg.link)
    if piece is None or piece.sort not in OPENINGS:
        return ()
    body = table.models[who].base.shape.at(*start, table.pose(who).facing)
    return meeting(body, _motion(leg, start), region_of(piece.outline))


def opened(legs: tuple[Leg, ...]) -> tuple[str, ...]:
    """The doors that these legs open."""
    return tuple(dict.fromkeys(leg.link for leg in legs if is_work(leg) and leg.manner == "open"))


def door(table: Table, name: str) -> Door | None:
    """The state of a door or window; None if there is none of that name."""
    piece = table.pieces.get(name)
    if piece is None or piece.sort not in OPENINGS:
        return None
    return Door(piece.is_("open"), piece.is_("locked"), piece.is_("bolted"))


def no_movement(leg: Leg) -> Sentence:
    """The refusal of a door action that the movement does not pay for."""
    return _UNPAID.get(leg.manner, say("There is not enough movement left to work {door}")).filled(
        door=Thing(leg.link)
    )


def after(state: Door, verb: str) -> Door | Sentence:
    """A door after one action, or the refusal of an impossible action, with the field `door` left open."""
    if verb == "open":
        if state.is_open:
            return say("{door} is already open")
        if state.locked:
            return say("{door} is locked. Unlock it first")
        return say("{door} is bolted. Unbolt it first") if state.bolted else Door(True, False, False)
    if verb == "close":
        return Door(False, False, False) if state.is_open else say("{door} is already closed")
    if verb == "unlock" and state.locked:
        return Door(state.is_open, False, state.bolted)
    if verb in ("unlock", "unbolt") and state.bolted:
        return Door(state.is_open, state.locked, False)
    if verb in ("unlock", "unbolt"):
        return say("{door} isn't locked") if verb == "unlock" else say("{door} isn't bolted")
    if verb == "lock":
        return _locked(state)
    return _bolted(state)


def _locked(state: Door) -> Door | Sentence:
    if state.is_open:
        return say("{door} is open. Close it before you lock it")
    return say("{door} is already locked") if state.locked else Door(False, True, state.bolted)


def _bolted(state: Door) -> Door | Sentence:
    if state.is_open:
        return say("{door} is open. Close it before you bolt it")
    return say("{door} is already bolted") if state.bolted else Door(False, state.locked, True)


def opening(table: Table, who: str, piece: Piece) -> Opening | None:
    """The door actions needed to pass a closed door or window; None if it is open or no door."""
    state = door(table, piece.id)
    if state is None or state.is_open:
        return None
    verbs: list[str] = []
    for verb in ("unlock", "unbolt", "open"):
        result = after(state, verb)
        if isinstance(result, Door):
            verbs.append(verb)
            state = result
    return Opening(ARM, manner=" ".join(verbs))


def done(table: Table, who: str) -> int:
    """The number of door actions of a figure in this player turn."""
    value = table.note(WORKED, who)
    return value if isinstance(value, int) else 0


def total(table: Table, count: int) -> tuple[float, tuple[str, ...]]:
    """The total cost of `count` door actions in one player turn, and the clauses behind it."""
    if count == 0:
        return 0.0, ()
    if count == 1:
        return overridden(table, "door.single", decimal(table.option("single_door_action_cost")))
    table_rows = rows("door.single")
    beyond_table = max(0, count - len(table_rows))
    row = table_rows[min(count, len(table_rows)) - 1]
    clause = {2: "door.two-actions", 3: "door.three-or-four-actions", 4: "door.three-or-four-actions"}
    more = PAIR_PRICE * ((beyond_table + PAIR - 1) // PAIR)
    return float(row["cost"]) + more, (clause.get(count, "door.single"),)


def price(table: Table, count: int) -> tuple[int, tuple[str, ...]]:
    """The cost of the next door action after `count`, in millionths: the difference of the running totals."""
    whole, clauses = total(table, count + 1)
    return to_lattice(whole) - to_lattice(total(table, count)[0]), clauses


def _openings(table: Table) -> tuple[str, ...]:
    return tuple(piece.id for piece in table.pieces.values() if piece.sort in OPENINGS)


def problem(table: Table, leg: Leg, state: Door | None, pose: Pose, who: str) -> list[Break]:
    """The clauses that one door action from a position breaks."""
    where = (to_lattice(pose.x), to_lattice(pose.y), to_lattice(pose.z))
    if state is None:
        unknown = say("There is no door called {name}", name=Quoted(leg.link))
        return [Break("door.actions", suggested(unknown, leg.link, _openings(table)), where)]
    away = out_of_reach(table, table.pieces[leg.link], pose, who)
    found = [] if away is None else [Break("door.actions", away, where)]
    result = after(state, leg.manner)
    if isinstance(result, Sentence):
        found.append(Break("door.two-actions", result.filled(door=Thing(leg.link)), where))
    elif leg.manner == "close" and (blocker := _in_the_way(table, who, pose, table.pieces[leg.link])):
        says = say("{model} stands in {door}: it can't be closed", model=Who(blocker), door=Thing(leg.link))
        found.append(Break("door.two-actions", says, where))
    return found


def at_level(piece: Piece, z: float) -> bool:
    """Whether a figure with its feet at a height is level with a door: it can work it, stand in it and go through it."""
    foot = from_lattice(piece.z)
    return not beyond(foot - z, ARM) and short_of(z, foot + from_lattice(piece.height))


def out_of_reach(table: Table, piece: Piece, pose: Pose, who: str) -> Sentence | None:
    """Why a figure at a position does not reach a door; None if it does."""
    if not at_level(piece, pose.z):
        return say("{door} is on another level than {who}", door=Thing(piece.id), who=Who(who))
    away = gap_to(seen(table, lens(table, who), who), pose, region_of(piece.outline), piece.id)
    if away == inf:
        return say("Something solid is between {who} and {door}", who=Who(who), door=Thing(piece.id))
    if not beyond(away, ARM):
        return None
    return say(
        "{door} is {away} away. Get within {reach} to work it",
        door=Thing(piece.id),
        away=Length.of(away),
        reach=Length.of(ARM),
    )


def _in_the_way(table: Table, who: str, pose: Pose, piece: Piece) -> str:
    """The figure that stands in a doorway, with the worker of the door at a position; empty if there is none."""
    outline = region_of(piece.outline)
    poses = {name: table.pose(name) for name, model in table.models.items() if model.place.on_table} | {
        who: pose
    }
    for name, each in poses.items():
        body = table.models[name].base.shape.at(each.x, each.y, each.facing)
        if at_level(piece, each.z) and overlaps(body, outline):
            return name
    return ""


def goes_by(piece: Piece, stride: Stride) -> bool:
    """Whether a stride begins or ends level with a door, not above or below it."""
    return at_level(piece, stride.start.z) or at_level(piece, stride.end.z)


def shut(
    states: Sequence[tuple[int, str, Door]], itinerary: Itinerary, table: Table, who: str
) -> list[Break]:
    """Refuse strides through a door that an earlier leg of the same path has closed; states by leg and door, in order."""
    shape = table.models[who].base.shape
    for stride in itinerary.strides:
        now = {link: state for leg, link, state in states if leg < stride.leg}
        motion = Shift(stride.end.x - stride.start.x, stride.end.y - stride.start.y)
        body = shape.at(stride.start.x, stride.start.y, stride.start.facing)
        for link, state in now.items():
            level = goes_by(table.pieces[link], stride)
            if (
                not state.is_open
                and level
                and overlapping(body, motion, region_of(table.pieces[link].outline))
            ):
                return [closed(link, point(stride.start))]
    return []


def closed(name: str, where: tuple[int, int, int]) -> Break:
    """The refusal of a path through a closed door."""
    return Break("door.actions", say("{door} is closed. Open it first", door=Thing(name)), where)


def work(table: Table, who: str, leg: Leg, ledger: tuple[Line, ...], *clauses: str) -> Procedure[None]:
    """One door action."""
    state = door(table, leg.link)
    assert state is not None, "judged before"
    result = after(state, leg.manner)
    assert isinstance(result, Door), "judged before"
    own = tuple(replace(line, who=who) for line in ledger)
    yield from do(PieceChanged(leg.link, result.states), "door.actions", *clauses, ledger=own)
    yield from do(Noted(WORKED, who, done(table, who) + 1, "turn"), "door.actions")


@dataclass(frozen=True, slots=True)
class Passage:
    """The cost and clauses of passing through openings at one stride of a path."""

    fixed: int
    clauses: tuple[str, ...]


NOTHING = Passage(0, ())


def passages(
    table: Table,
    who: str,
    itinerary: Itinerary,
    squeezed: tuple[str, ...] = (),
    extra: Passage = NOTHING,
) -> dict[int, Passage]:
    """The strides at which the base enters an opening with a sill, or one that it squeezes through.

    A low sill is free; a higher one costs its height.
    """
    shape = table.models[who].base.shape
    found: dict[int, Passage] = {}
    inside: list[str] = []
    pieces = [piece for piece in table.pieces.values() if piece.sort in OPENINGS]
    for index, stride in enumerate(itinerary.strides):
        a, b = stride.start, stride.end
        body = shape.at(a.x, a.y, a.facing)
        motion = Shift(b.x - a.x, b.y - a.y)
        crossed = [
            piece
            for piece in pieces
            if goes_by(piece, stride) and overlapping(body, motion, region_of(piece.outline))
        ]
        for piece in crossed:
            if piece.id not in inside:
                over = _over_sill(sill(piece)) if sill(piece) else NOTHING
                more = extra if piece.id in squeezed else NOTHING
                was = found.get(index, NOTHING)
                clauses = (*was.clauses, *over.clauses, *more.clauses)
                found[index] = Passage(was.fixed + over.fixed + more.fixed, clauses)
        inside = [piece.id for piece in crossed]
    return found


def _over_sill(height: float) -> Passage:
    if beyond(height, SMALL):
        return Passage(to_lattice(height), ("obstacle.medium-cost",))
    return Passage(0, ("door.low-sill-no-obstacle", "climb.windows-free"))


def blocking(table: Table, who: str) -> Procedure[None]:
    """Report a figure that ends its move in an open door and blocks it."""
    pose = table.pose(who)
    body = table.body(who)
    for piece in Scene(table).ground.pieces.values():
        level = at_level(piece, pose.z)
        if piece.sort == "door" and piece.is_("open") and level and overlaps(body, region_of(piece.outline)):
            details = Record(door=piece.id)
            yield from do(Reported("blocks the doorway", who, details), "door.enough-move-to-pass")
