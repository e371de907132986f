"""Doorways: squeezing through, passing a figure that stands in one, crowding, and shooting from a crowd."""

from __future__ import annotations

import math
from collections.abc import Mapping

from surefoot.dice.host import Game
from surefoot.dice.pool import Dice
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Choice, Procedure, Refused, Roll, choose, do, roll
from surefoot.geometry.measure import overlaps
from surefoot.geometry.settle import Clear, Keep
from surefoot.geometry.shapes import Region, Shift, round_base
from surefoot.geometry.sweep import overlapping
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice, within
from surefoot.language import Length, Sentence, Thing, Who, say
from surefoot.records import replace
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.placing import ground_at, nearest
from surefoot.referee.protocol import Answer, Declaration
from surefoot.referee.scene import region_of
from surefoot.referee.view import bearing, seen
from surefoot.rulesets.gemini_arap import action, dangerous, door, speed
from surefoot.rulesets.gemini_arap.figure import called, on_large_base
from surefoot.rulesets.gemini_arap.prices import lens
from surefoot.table.effects import Moved, Noted, Reported
from surefoot.table.model import Base
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# The cost of squeezing through an opening narrower than the base.
SQUEEZE = 1.0
MAN_SIZED = 2
# A figure that stands aside keeps this distance: contact with an enemy would mean close combat.
APART = 0.01
# The door at which a figure is bunched with others.
BUNCHED = "bunched"
_THREAD = round_base(0.01)
# Further than any table is long.
FAR = 1000.0

Ends = Mapping[str, Pose]


def openings(table: Table, opened: tuple[str, ...] = ()) -> list[Piece]:
    """Doors and windows that are open, or will be."""
    return [
        piece
        for piece in table.pieces.values()
        if piece.sort in door.OPENINGS and (piece.is_("open") or piece.id in opened)
    ]


def _line(piece: Piece) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (from_lattice(value) for value in piece.line)
    return x0, y0, x1, y1


def width(piece: Piece) -> float:
    """The width of an opening."""
    x0, y0, x1, y1 = _line(piece)
    return math.dist((x0, y0), (x1, y1))


def narrow(table: Table, who: str, legs: tuple[Leg, ...], opened: tuple[str, ...] = ()) -> tuple[Piece, ...]:
    """The openings on a path that are narrower than the base."""
    shape = table.models[who].base.shape
    wide = openings(table, opened)
    pose = table.pose(who)
    x, y = pose.x, pose.y
    found: list[Piece] = []
    for leg in legs:
        if leg.to is None:
            continue
        to = from_lattice(leg.to[0]), from_lattice(leg.to[1])
        facing = bearing(to[0] - x, to[1] - y)
        for piece in wide:
            x0, y0, x1, y1 = _line(piece)
            tight = beyond(shape.across(bearing(x1 - x0, y1 - y0), facing), width(piece))
            crossed = overlapping(_THREAD.at(x, y), Shift(to[0] - x, to[1] - y), region_of(piece.outline))
            if tight and crossed and piece not in found:
                found.append(piece)
        x, y = to
    return tuple(found)


def gone_through(table: Table, tight: tuple[Piece, ...], itinerary: Itinerary) -> tuple[Piece, ...]:
    """The openings among these that a path leads through, not over or under."""
    return tuple(
        piece
        for piece in tight
        if any(
            door.goes_by(piece, stride)
            and overlapping(
                _THREAD.at(stride.start.x, stride.start.y),
                Shift(stride.end.x - stride.start.x, stride.end.y - stride.start.y),
                region_of(piece.outline),
            )
            for stride in itinerary.strides
        )
    )


def squeezed(table: Table, who: str, tight: tuple[Piece, ...]) -> Table:
    """The table with the figure's base as narrow as the tightest opening; `no_room` refuses large figures."""
    model = table.models[who]
    if not tight:
        return table
    thin = Base("round", (to_lattice(min(width(piece) for piece in tight)),))
    return table.changed(models=table.models.with_(who, replace(model, base=thin)))


def squeeze(table: Table, who: str) -> tuple[float, tuple[str, ...]]:
    """The cost of squeezing through for a figure, and the clauses behind it."""
    if on_large_base(table.models[who]):
        return SQUEEZE, ("doorway.large-size-two", "support.size-two")
    if table.option("narrow_openings_all_size_two") is False:
        return 0.0, ("support.size-two",)
    return SQUEEZE, ("doorway.narrow-for-normal", "support.size-two")


def no_room(
    table: Table, who: str, legs: tuple[Leg, ...], itinerary: Itinerary, opened: tuple[str, ...]
) -> list[Break]:
    """The clauses broken by a figure that is too large for an opening, or would end squeezed into a wall."""
    tight = gone_through(table, narrow(table, who, legs, opened), itinerary)
    if not tight:
        return []
    where = point(itinerary.strides[-1].end) if itinerary.strides else None
    if table.models[who].profile.number("size") > MAN_SIZED:
        says = say("{who} is too large to squeeze through {door}", who=Who(who), door=Thing(tight[0].id))
        return [Break("doorway.narrow-for-normal", says, where)]
    if itinerary.hold is not None:
        return []
    view = seen(table, lens(table, who, opened), who)
    met = [what for kind, what in view.overlapped(table.resolve(itinerary.end)) if kind == "solid"]
    return [
        Break(
            "doorway.large-size-two",
            say("{who} can't stop while squeezing past {thing}", who=Who(who), thing=Thing(what)),
            where,
        )
        for what in met
    ]


# ---------------------------------------------------------------------- passing others


def stands_in(table: Table, who: str, pose: Pose) -> str:
    """The open door that a figure at a position stands in; empty if none."""
    body = table.models[who].base.shape.at(pose.x, pose.y, pose.facing)
    for piece in openings(table):
        if piece.sort == "door" and door.at_level(piece, pose.z) and overlaps(body, region_of(piece.outline)):
            return piece.id
    return ""


def held(table: Table, who: str) -> bool:
    """Whether another figure than the mover stands in a doorway."""
    others = (name for name, model in table.models.items() if name != who and model.place.on_table)
    return any(stands_in(table, name, table.pose(name)) for name in others)


def _over(table: Table, who: str, itinerary: Itinerary, other: str, pose: Pose) -> bool:
    """Whether a path leads over the base of a figure at a position."""
    shape = table.models[who].base.shape
    there = table.models[other].base.shape.at(pose.x, pose.y, pose.facing)
    piece = table.pieces[stands_in(table, other, pose)]
    return any(
        door.goes_by(piece, stride)
        and overlapping(
            shape.at(stride.start.x, stride.start.y, stride.start.facing),
            Shift(stride.end.x - stride.start.x, stride.end.y - stride.start.y),
            there,
        )
        for stride in itinerary.strides
        if stride.length
    )


def passed_by(table: Table, who: str, itinerary: Itinerary, ends: Ends) -> tuple[str, ...]:
    """The friends in doorways that a path leads over; no path leads over an enemy."""
    found = []
    for other in table.models.values():
        if other.id == who or not other.place.on_table:
            continue
        pose = ends.get(other.id) or table.pose(other.id)
        if stands_in(table, other.id, pose) and _over(table, who, itinerary, other.id, pose):
            found.append(other.id)
    return tuple(found)


def blocked(table: Table, ways: Mapping[str, Itinerary]) -> list[Break]:
    """The clause broken by figures that cannot pass a friend in a doorway: only a longer move in the same turn can."""
    found = []
    ends: dict[str, Pose] = {}
    gone: dict[str, float] = {}
    crowd = bunches(table, ways)
    for who, itinerary in ways.items():
        inches = speed.moved(table, who) + speed.length(itinerary.strides)
        end = table.resolve(itinerary.end)
        together = next((names for names in crowd.values() if who in names), ())
        for other in passed_by(table, who, itinerary, ends):
            if other in together:
                continue
            active = other in gone or bool(action.did(table, other))
            further = beyond(inches, gone.get(other, speed.moved(table, other)))
            if not active or not further or stands_in(table, who, end):
                says = say(
                    "{other} stands in the doorway. {who} gets past only with a longer move in the same turn",
                    other=Who(other),
                    who=Who(who),
                )
                found.append(Break("doorway.further-movers-pass", says, point(end)))
        ends[who], gone[who] = end, inches
    return found


def tell_passed(table: Table, who: str, itinerary: Itinerary) -> Procedure[None]:
    """Report the friends in doorways that a figure passes."""
    for other in passed_by(table, who, itinerary, {}):
        details = Record(blocker=other)
        yield from do(Reported("is carried past", who, details), "doorway.further-movers-pass")


# ---------------------------------------------------------------------- crowds


def bunches(table: Table, ways: Mapping[str, Itinerary]) -> dict[str, tuple[str, ...]]:
    """The doors in which several figures would end, with those figures."""
    found: dict[str, tuple[str, ...]] = {}
    for who, itinerary in ways.items():
        name = stands_in(table, who, table.resolve(itinerary.end))
        if name:
            found[name] = (*found.get(name, ()), who)
    return {name: names for name, names in found.items() if len(names) > 1}


def ranked(
    game: Game, paths: dict[str, tuple[Leg, ...]], ways: Mapping[str, Itinerary]
) -> Procedure[dict[str, tuple[Leg, ...]]]:
    """The paths with one figure in the opening and the others in a rank before it, bases touching."""
    table = game.now
    new = dict(paths)
    for name, names in bunches(table, ways).items():
        cited = ("doorway.one-in-the-opening",)
        side = table.models[names[0]].side
        asked = Choice(
            f"who stands in {name}",
            names,
            side,
            cited,
            names[0],
            says=say("Which model stands in {door}?", door=Thing(name)),
            labels=_labels(names),
        )
        first = yield from choose(asked)
        rest = tuple(who for who in names if who != first)
        for who, spot in zip(rest, _rank(table, name, str(first), rest, ways), strict=True):
            new[who] = (*paths[who][:-1], Leg(spot))
        yield from do(Reported("crowd the doorway", names[0], Record(door=name, models=names)), *cited)
        for who in names:
            yield from do(Noted(BUNCHED, who, name, "game"), *cited)
    return new


def _labels(names: tuple[str, ...]) -> tuple[Sentence, ...]:
    return tuple(say("{who}", who=Who(name)) for name in names)


def _rank(
    table: Table, name: str, first: str, rest: tuple[str, ...], ways: Mapping[str, Itinerary]
) -> list[tuple[int, int]]:
    """Places side by side before the figure in the opening, on the side that the others come from."""
    x0, y0, x1, y1 = _line(table.pieces[name])
    long = math.dist((x0, y0), (x1, y1))
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    end = table.resolve(ways[first].end)
    start = table.pose(rest[0])
    across = (start.x - x0) * -uy + (start.y - y0) * ux
    sign = 1.0 if across > 0 else -1.0
    left = right = table.models[rest[0]].base.shape.reach
    off = table.models[first].base.shape.reach + right
    along = 0.0
    found = []
    for index, who in enumerate(rest):
        own = table.models[who].base.shape.reach
        if index % 2:
            along, right = right + own, right + 2 * own
        elif index:
            along, left = -left - own, left + 2 * own
        x, y = end.x + ux * along - uy * sign * off, end.y + uy * along + ux * sign * off
        found.append((to_lattice(x), to_lattice(y)))
    return found


def moves_off(game: Game, who: str) -> Procedure[None]:
    """A figure that moves again is no longer bunched."""
    if game.now.note(BUNCHED, who) is not None:
        yield from do(Noted(BUNCHED, who, None, "game"), "doorway.one-in-the-opening")


def shooters(game: Game, names: tuple[str, ...]) -> Procedure[tuple[str, ...]]:
    """The figures that fire: one of each crowd in a doorway, drawn at random if they differ, else chosen."""
    table = game.now
    firing = names
    doors = dict.fromkeys(str(table.note(BUNCHED, name)) for name in names if table.note(BUNCHED, name))
    for each in doors:
        crowd = tuple(name for name in names if table.note(BUNCHED, name) == each)
        if len(crowd) < 2:
            continue
        cited: tuple[str, ...] = ("doorway.one-shooter",)
        if len({_skill(table, name) for name in crowd}) > 1:
            cited = (*cited, "doorway.random-shooter")
            says = say("Random model that fires from {door}", door=Thing(each))
            drawn: int = yield from roll(
                Roll(f"who fires from {each}", Dice(1, len(crowd)), Total(), crowd[0], cited, says=says)
            )
            one = crowd[drawn - 1]
        else:
            side = table.models[crowd[0]].side
            asked = Choice(
                f"who fires from {each}",
                crowd,
                side,
                cited,
                crowd[0],
                says=say("Which model fires from {door}?", door=Thing(each)),
                labels=_labels(crowd),
            )
            one = str((yield from choose(asked)))
        yield from do(Reported("fires from the doorway", one, Record(door=each)), *cited)
        firing = tuple(name for name in firing if name == one or name not in crowd)
    return firing


def _skill(table: Table, name: str) -> tuple[int, str]:
    profile = table.models[name].profile
    return profile.number("BS"), repr((profile.get("weapons") or (), profile.get("equipment") or ()))


def targetable(table: Table, who: str, details: Record) -> Answer:
    """The figures that enemies may aim at: a figure, or the whole crowd that it is bunched with."""
    bunched = table.note(BUNCHED, who) is not None
    clause = "doorway.all-targets" if bunched else "support.bs-to-hit"
    crowd = [
        name for name in table.models if bunched and table.note(BUNCHED, name) == table.note(BUNCHED, who)
    ]
    found = tuple(crowd) or (who,)
    says = say("Enemies may aim at {targets}", targets=tuple(Who(name) for name in found))
    return Answer(found, (clause,), says)


# ---------------------------------------------------------------------- standing aside


def stand_aside(game: Game, declaration: Declaration) -> Procedure[None]:
    """A figure that worked a door makes room for others: a free move to the nearest spot beside the opening."""
    table, who = game.now, declaration.actor
    clause = "doorway.opener-stands-aside"
    found = action.breaks(table, declaration.who)
    if who not in table.models or len(declaration.who) != 1:
        raise Refused(*found, Break(clause, say("Select the model that opened the door")))
    piece = table.pieces.get(declaration.target)
    if piece is None or piece.sort != "door" or not piece.is_("open"):
        says = say("{target} isn't an open door", target=called(table, declaration.target))
        raise Refused(*found, Break(clause, says))
    if not door.done(table, who):
        found.append(Break(clause, say("{who} hasn't opened a door this turn", who=Who(who))))
    if door.out_of_reach(table, piece, table.pose(who), who) is not None:
        says = say(
            "{who} must be within {reach} of {door}",
            who=Who(who),
            reach=Length.of(door.ARM),
            door=Thing(piece.id),
        )
        found.append(Break(clause, says))
    spots = _aside(table, who, piece)
    if not spots:
        found.append(Break(clause, say("There is no room to stand aside at {door}", door=Thing(piece.id))))
    if found:
        raise Refused(*found)
    side = table.models[who].side
    asked = Choice(
        f"where {who} stands aside",
        spots,
        side,
        (clause,),
        who,
        says=say("Where does {who} stand aside?", who=Who(who)),
    )
    spot = yield from choose(asked)
    assert isinstance(spot, tuple), "a spot is two numbers"
    place = table.models[who].place
    there = Place("surface", place.on, int(str(spot[0])), int(str(spot[1])), place.z, place.facing)
    yield from moves_off(game, who)
    yield from do(Moved(who, there, "stands aside"), clause)
    yield from dangerous.arrives(game, who)


def _aside(table: Table, who: str, piece: Piece) -> tuple[tuple[int, int], ...]:
    """The nearest places clear of the opening, on the side where the figure stands, touching no enemy."""
    view = seen(table, lens(table, who), who)
    pose = table.pose(who)
    way, far = _corridor(table, who, piece)
    keeps: list[Keep] = [*ground_at(view, pose.z), Clear(way), Clear(far)]
    keeps += [
        Clear(figure.body, APART)
        for figure in view.scene.figures
        if figure.id != who and within(abs(figure.pose.z - pose.z), door.ARM)
    ]
    found = nearest(view, pose, tuple(keeps), limit=8 * view.shape.reach)
    return tuple((to_lattice(x), to_lattice(y)) for x, y in found.spots)


def _corridor(table: Table, who: str, piece: Piece) -> tuple[Region, Region]:
    """The passage through an opening on the figure's side, and everything on its far side."""
    x0, y0, x1, y1 = _line(piece)
    long = width(piece)
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    pose = table.pose(who)
    sign = 1.0 if (pose.x - x0) * -uy + (pose.y - y0) * ux > 0 else -1.0
    deep = 4 * table.models[who].base.shape.reach

    def box(a: float, b: float, c: float, d: float) -> Region:
        corners = ((a, c), (b, c), (b, d), (a, d))
        flat: list[float] = []
        for along, off in corners:
            flat += (x0 + ux * along - uy * off, y0 + uy * along + ux * off)
        return Region((tuple(flat),))

    near, beyond_it = (0.0, sign * deep), (0.0, -sign * FAR)
    return (
        box(0.0, long, min(near), max(near)),
        box(-FAR, long + FAR, min(beyond_it), max(beyond_it)),
    )
