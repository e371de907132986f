"""Strides up or down: low obstacles, climbs, ladders, ropes and drops, classified and priced."""

from __future__ import annotations

import math
from typing import Literal

from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry.kernel import leg_inside
from surefoot.geometry.measure import overlaps
from surefoot.geometry.tolerance import beyond, from_lattice, short_of, to_lattice, within
from surefoot.language import Field, Length, Thing, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import point
from surefoot.referee.cut import Cut
from surefoot.referee.itinerary import Itinerary, Leg, Stride
from surefoot.referee.scene import Scene, region_of
from surefoot.rulesets.gemini_arap import burden, leap
from surefoot.rulesets.gemini_arap.fall import LADDERS
from surefoot.rulesets.gemini_arap.figure import KNEELING
from surefoot.rulesets.gemini_arap.prices import STEEP as STEEP_CLASS
from surefoot.rulesets.gemini_arap.prices import STEEP_RATES
from surefoot.rulesets.gemini_arap.purse import Item
from surefoot.rulesets.gemini_arap.terrain import DIFFICULT, NORMAL, VARIABLE, Ground, face, is_listed
from surefoot.table.effects import Reported, Stopped
from surefoot.table.place import Place
from surefoot.table.record import Record, amount
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# low: no higher than the figure. leap: a height that a Leaping creature clears for free. climb: higher, or sustained.
Kind = Literal["low", "leap", "climb", "ladder", "rope", "drop"]


@dataclass(frozen=True, slots=True)
class Rise:
    """One stride up or down: its kind, the piece it follows, and the inches of it that are paid."""

    kind: Kind
    up: bool
    inches: float
    piece: Piece | None
    paid: float = 0.0
    # Down the far side of what was climbed in the same move.
    passing: bool = False
    # Where it begins in plan, and its length in plan.
    foot: tuple[float, float] = (0.0, 0.0)
    drift: float = 0.0
    # Inches in plan that are paid in addition to the height: those across the top before a climb down.
    besides: float = 0.0
    # A rope from one side of a gap to the other.
    across: bool = False

    @property
    def name(self) -> str:
        """The id of the piece that is climbed."""
        return self.piece.id if self.piece is not None else ""

    @property
    def thing(self) -> Field:
        """The piece that is climbed, for a sentence."""
        return Thing(self.name) if self.name else say("the side")


@dataclass(frozen=True, slots=True)
class Gain:
    """The climb of one move on one piece: height, starting point, and unpaid length in plan."""

    inches: float
    foot: tuple[float, float]
    drift: float


# The climbs of one move, by piece.
Gained = tuple[tuple[str, Gain], ...]


def is_steep(piece: Piece | None) -> bool:
    """Whether a slope must be climbed, not walked: 45 degrees or more, and not on the lists of ground."""
    if piece is None or piece.sort != "ramp" or is_listed(piece):
        return False
    x0, y0, x1, y1 = (from_lattice(value) for value in piece.line)
    return within(math.hypot(x1 - x0, y1 - y0), from_lattice(piece.height))


def rises(
    table: Table, who: str, itinerary: Itinerary, before: Gained = (), *, over: bool = True
) -> tuple[Rise | None, ...]:
    """Each stride of a path as a `Rise` if it leads up or down; `before` are earlier climbs of the same move.

    Without `over`, no piece is passed over entirely: the way down its far side is a climb of its own.
    """
    gained = dict(before)
    hanging = table.models[who].place.kind == "link"
    found: list[Rise | None] = []
    for stride in itinerary.strides:
        one = _rise(table, who, stride, hanging=hanging)
        if stride.mode == "over":
            unpaid = _in_plan(stride) - stride.length
            gained = {name: replace(gain, drift=gain.drift + unpaid) for name, gain in gained.items()}
        if one is not None:
            one = replace(one, foot=stride.start[:2], drift=_in_plan(stride))
            down = not one.up and (stride.mode == "climb" or one.kind == "leap")
            gain = gained.get(one.name) if down else None
            if gain is not None and _is_passed(one.piece, gain.foot, stride.end[:2]):
                del gained[one.name]
                across = one.drift + gain.drift
                height = max(0.0, one.inches - gain.inches)
                one = (
                    replace(one, paid=height, passing=True, drift=across)
                    if over
                    else replace(one, besides=across)
                )
        gained = dict(climbed((one,), tuple(gained.items())))
        hanging = hanging and one is None
        found.append(one)
    return tuple(found)


def _in_plan(stride: Stride) -> float:
    """The length of a stride in plan."""
    return math.dist(stride.start[:2], stride.end[:2])


def _is_passed(piece: Piece | None, foot: tuple[float, float], end: tuple[float, float]) -> bool:
    """Whether a piece lies between the start and the end of a climb; coming down on the same side does not pass it."""
    return piece is not None and bool(leg_inside(*foot, *end, region_of(piece.outline).rings))


def climbed(up_and_down: tuple[Rise | None, ...], before: Gained = ()) -> Gained:
    """The heights that a move has climbed on each piece: the way down the far side is free."""
    gained = dict(before)
    for one in up_and_down:
        if one is not None and one.up and one.kind in ("low", "leap", "climb"):
            was = gained.get(one.name, Gain(0.0, one.foot, 0.0))
            gained[one.name] = Gain(was.inches + one.inches, was.foot, was.drift + one.drift)
    return tuple(gained.items())


def _rise(table: Table, who: str, stride: Stride, *, hanging: bool) -> Rise | None:
    up = stride.rise > 0
    inches = abs(stride.rise)
    piece = face(table, stride)
    tall = from_lattice(table.models[who].height)
    if stride.mode == "ladder":
        kind: Kind = "ladder" if piece is not None and piece.sort in LADDERS else "rope"
        if stride.length:
            return Rise("rope", up, stride.length, piece, stride.length, across=True)
        return Rise(kind, up, inches, piece, inches)
    if stride.mode == "stairs":
        if piece is None or not is_steep(piece) or within(from_lattice(piece.height), tall):
            return None
        return Rise("climb", up, stride.length, piece, stride.length)
    if stride.mode == "hurdle":
        return Rise("leap" if leap.clears(table, who, inches) else "low", True, inches, piece)
    if stride.mode not in ("climb", "drop"):
        return None
    if leap.clears(table, who, inches) and not hanging:
        return Rise("leap", up, inches, piece)
    if stride.mode == "drop":
        return Rise("drop", up, inches, piece)
    low = within(inches, tall) and not hanging
    return Rise("low" if low else "climb", up, inches, piece, inches)


def highest(table: Table, who: str) -> float:
    """The highest rise that is no climb for a figure that stands: its own height, or what it clears by leaping."""
    tall = from_lattice(table.models[who].height)
    return max(tall, leap.cleared(table, who))


def _priced(stride: Stride, clauses: list[str], by: str = "") -> Item:
    """An item priced by its length, or free."""
    return Item(stride, 0, tuple(clauses), priced_by=by)


def item(table: Table, who: str, stride: Stride, rise: Rise, ground: Ground) -> Item:
    """A stride up or down as an item to be paid for: its inches, at the class of the climbed surface."""
    cited = list(ground.clauses)
    priced_by = ""
    if rise.kind == "leap":
        if rise.passing:
            return _walked(table, who, stride, rise, ground, ["leap.vertical"])
        return _priced(replace(stride, rise=0.0), ["leap.vertical"])
    if rise.kind == "low":
        if table.models[who].has(KNEELING):
            cited.append("obstacle.kneeling-models")
        if stride.mode == "hurdle":
            load, why = burden.factor(table, who)
            return Item(stride, to_lattice(rise.inches * (load - 1.0)), (*cited, *why))
        priced_by = "obstacle.medium-cost" if rise.up else "descend.like-climbing"
    if rise.passing:
        cited += ["climb.over-in-one-move", *(["climb.vertical-cost"] if rise.paid else [])]
        if beyond(rise.inches - rise.paid, from_lattice(table.models[who].height)):
            cited.append("climb.over-one-test")
        return _walked(table, who, stride, rise, ground, cited)
    if rise.kind == "ladder":
        cited.append("ladder.no-test")
        priced_by = "difficult.two-for-one" if ground.name != NORMAL else ""
    if stride.mode == "stairs":
        cited.append("climb.definition")
    load, why = burden.factor(table, who)
    cited += why
    loaded = (burden.BURDENED,) if load != 1.0 else ()
    if rise.across:
        crossed = replace(stride, rise=0.0, grounds=(f"{STEEP_CLASS}{DIFFICULT}", *loaded))
        return _priced(crossed, cited)
    tags = (f"{STEEP_CLASS}{ground.name}", *((VARIABLE,) if ground.variable else ()), *loaded)
    mode = "climb" if stride.mode == "stairs" else stride.mode
    # Height costs the same whichever way the figure faces.
    climbed = replace(stride, mode=mode, length=rise.paid, rise=0.0, grounds=tags, manner="")
    return Item(climbed, to_lattice(rise.besides * load), tuple(cited), priced_by=priced_by)


def _walked(table: Table, who: str, stride: Stride, rise: Rise, ground: Ground, cited: list[str]) -> Item:
    """A stride whose length in plan is paid like walking, plus the height that is left to pay."""
    load, why = burden.factor(table, who)
    tags = (
        *(() if ground.name == NORMAL else (ground.name,)),
        *((VARIABLE,) if ground.variable else ()),
        *((burden.BURDENED,) if load != 1.0 else ()),
    )
    walked = replace(stride, mode="walk", length=rise.drift, rise=0.0, grounds=tags)
    height = rise.paid * STEEP_RATES.get(ground.name, 1.0) * load
    by = cited[-1] if rise.kind == "leap" else "climb.over-in-one-move"
    return Item(walked, to_lattice(height), (*cited, *why), priced_by=by)


def may_hang(
    legs: tuple[Leg, ...], strides: tuple[Stride, ...], up: tuple[Rise | None, ...], at: Cut
) -> bool:
    """Whether a move that runs out there may end part way up or down: on a climb, in its last leg."""
    rise = up[at[0]]
    climbs = rise is not None and rise.kind in ("climb", "ladder", "rope")
    return climbs and strides[at[0]].leg == len(legs) - 1


def above_climber(table: Table, one: str, here: Place, other: str, there: Place) -> bool:
    """Whether the lower of two figures at these places hangs on a ladder, a base's width below the other or more."""
    (z, who, place), (top, _, _) = sorted(
        ((table.resolve(place).z, name, place) for name, place in ((one, here), (other, there))),
        key=lambda each: each[0],
    )
    piece = table.pieces.get(place.on)
    if place.kind != "link" or piece is None or piece.sort not in LADDERS:
        return False
    return within(2.0 * table.models[who].base.shape.reach, top - z)


def crowded(table: Table, who: str, place: Place) -> list[Break]:
    """Two hanging figures may not overlap, unless in file on a ladder. A squad is judged where all of it ends."""
    if place.kind != "link":
        return []
    pose = table.resolve(place)
    top = pose.z + from_lattice(table.models[who].height)
    body = table.models[who].base.shape.at(pose.x, pose.y, pose.facing)
    found = []
    for one in Scene(table).figures:
        level = short_of(one.pose.z, top) and short_of(pose.z, one.high)
        mate = one.id == who or (one.model.unit != "" and one.model.unit == table.models[who].unit)
        apart = mate or above_climber(table, who, place, one.id, one.model.place)
        if not apart and level and overlaps(body, one.body):
            says = say("{who} can't stop at this height: {other} is there", who=Who(who), other=Who(one.id))
            found.append(Break("coherency.head-to-head", says, point(pose)))
    return found


def part_way(table: Table, who: str, rise: Rise) -> Procedure[None]:
    """Report the height of a figure that ends its move part way up a climb."""
    place = table.models[who].place
    if place.kind == "link":
        details = Record(on=place.on, height=amount(from_lattice(place.z)))
        says = say("stops on {thing} at a height of {height}", thing=Thing(place.on), height=Length(place.z))
        yield from do(Reported("is part way", who, details, says), *_kept_by(rise))


def runs_out(table: Table, who: str, rise: Rise, missing: float, *why: str) -> Procedure[None]:
    """Stop a figure that runs out of movement on a climb, or just before it, `missing` inches short."""
    yield from part_way(table, who, rise)
    hangs = table.models[who].place.kind == "link"
    where = f"on {rise.name}" if hangs else f"before it gets onto {rise.name}"
    code = f'runs out of movement {where}, {round(missing, 2):g}" short'
    if hangs:
        says = say("runs out of movement, {short} short", short=Length.of(missing))
    else:
        says = say(
            "runs out of movement before climbing {thing}, {short} short",
            thing=rise.thing,
            short=Length.of(missing),
        )
    yield from do(Stopped(who, code, says), *why, *(_kept_by(rise) if hangs else ()))


def _kept_by(rise: Rise) -> tuple[str, ...]:
    """The clauses by which a figure part way up keeps its height."""
    if rise.kind == "ladder":
        return ("ladder.track-height", "ladder.mix-with-walking")
    if rise.kind == "climb" and not rise.up:
        return ("climb.track-height", "descend.distance")
    return ("climb.track-height",)
