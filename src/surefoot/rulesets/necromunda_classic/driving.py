"""Driving: a vehicle's movement step by step, its collisions on the way, and their resolution at the end."""

from __future__ import annotations

import math
from typing import Literal

from surefoot.dice.host import Game
from surefoot.dice.requests import Choice, Modifier, Procedure, choose, do
from surefoot.geometry.shapes import Pivot
from surefoot.geometry.tolerance import TOLERANCE, within
from surefoot.language import Term, Who, say
from surefoot.records import dataclass
from surefoot.referee.bill import bill
from surefoot.referee.exact import leaving, meeting
from surefoot.referee.itinerary import Itinerary
from surefoot.referee.lens import ground_span
from surefoot.referee.scene import Scene
from surefoot.referee.view import bearing
from surefoot.rulesets.necromunda_classic import (
    chain,
    collision,
    deck,
    lose_control,
    vehicle_damage,
    vehicle_fall,
)
from surefoot.rulesets.necromunda_classic.dangerous import DANGEROUS
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import ONE_INCH, named
from surefoot.rulesets.necromunda_classic.handling import keeps_control
from surefoot.rulesets.necromunda_classic.movement import Go, Movement, Steady, Step, Touch, Turn
from surefoot.rulesets.necromunda_classic.track import DRIVING, Track, follow, near, touches, turned
from surefoot.rulesets.necromunda_classic.vehicle import stands_as_vehicle
from surefoot.table.effects import Moved, Stopped
from surefoot.table.table import Table


@dataclass(frozen=True, slots=True)
class Stop:
    """The next event in a step: after how many inches, its kind, the vehicle, and the thing that it meets."""

    at: float
    kind: Literal["touch", "edge", "board", "solid", "dangerous", "dry", "end"]
    who: str = ""
    what: str = ""
    touches: tuple[Touch, ...] = ()


# The order of events at the same point.
ORDER = ("dangerous", "touch", "solid", "edge", "board", "dry", "end")


def drive(game: Game, m: Movement, steps: tuple[Step, ...]) -> Procedure[None]:
    """Make all the movement first; then place riders that fell off, and resolve every impact in order."""
    turned = True
    for number, step in enumerate(steps):
        if m.lost_control or m.forfeited or not stands_as_vehicle(game.now.models[m.who]):
            break
        m.rest, m.cleared = steps[number + 1 :], ()
        if isinstance(step, Steady):
            # A vehicle that was stopped still tests, unless the test is for a turn that it never began.
            if turned:
                yield from _steady(game, m, step)
        elif m.over:
            turned = turned and not isinstance(step, Turn)
        else:
            yield from _take(game, m, step)
        m.pushed, m.ahead = (), None
    m.rest = ()
    yield from deck.set_down(game, m)
    yield from chain.resolve(game, m)
    if m.lost_control and stands_as_vehicle(game.now.models[m.who]):
        yield from lose_control.lose_control(game, m.who, "support.vehicle-actions", tested=m.tested)


def shoved(game: Game, m: Movement, dx: float, dy: float) -> Procedure[None]:
    """A vehicle is pushed straight aside by another; its collisions are resolved with the impacts of that one."""
    way = bearing(dx, dy) - game.now.pose(m.who).facing
    m.shoved = m.started = True
    yield from _take(game, m, Go(math.hypot(dx, dy), way))
    m.pushed = ()


def _steady(game: Game, m: Movement, step: Steady) -> Procedure[None]:
    """The test that an action asks for after a turn or at its end; failing it ends the action."""
    action = m.tariff.action if m.tariff is not None else "move"
    says = say("{action} action", action=Term(action))
    modifier = Modifier(step.modifier, says, "support.vehicle-actions")
    holds = yield from keeps_control(game.now, m.who, "support.vehicle-actions", modifiers=(modifier,))
    if not holds:
        m.over = m.lost_control = True


def _take(game: Game, m: Movement, step: Go | Turn) -> Procedure[None]:
    """Make one step, from event to event."""
    if not m.started and not _is_still(step):
        m.started = True
        yield from deck.starts_to_move(game, m, m.who)
    while not m.over and stands_as_vehicle(game.now.models[m.who]):
        tracks = _tracks(game.now, m, step)
        stop = _next(game.now, m, step, tracks)
        yield from _advance(game, m, step, tracks, stop.at)
        step = m.ahead = _left(game.now, m, step, stop.at)
        if stop.kind == "end":
            return
        yield from _meet(game, m, step, stop)


def _is_still(step: Go | Turn) -> bool:
    return (step.degrees if isinstance(step, Turn) else step.length) == 0.0


def _left(table: Table, m: Movement, step: Go | Turn, at: float) -> Go | Turn:
    """The rest of a step after some inches; a turn is measured at the tip of the hull."""
    if isinstance(step, Go):
        return Go(max(0.0, step.length - at), step.way)
    return Turn(step.degrees - math.copysign(_degrees(table, m, at), step.degrees))


def _degrees(table: Table, m: Movement, at: float) -> float:
    return math.degrees(at / table.models[m.who].base.shape.reach)


def _tracks(table: Table, m: Movement, step: Go | Turn) -> dict[str, Track]:
    """The ground under the vehicle and those that it pushes, along a straight line."""
    if isinstance(step, Turn):
        return {}
    pose = table.pose(m.who)
    angle = math.radians(pose.facing + step.way)
    dx, dy = step.length * math.sin(angle), step.length * math.cos(angle)
    return {member: follow(table, member, dx, dy) for member in (m.who, *m.pushed)}


def _next(table: Table, m: Movement, step: Go | Turn, tracks: dict[str, Track]) -> Stop:
    """The first event in a step."""
    stops: list[Stop] = []
    met = touches(table, m, step, tracks)
    if met:
        stops.append(Stop(met[0].at, "touch", touches=tuple(met)))
    if isinstance(step, Turn):
        stops += _in_a_turn(table, m, step)
    else:
        for member, track in tracks.items():
            stops += _on_the_ground(table, m, member, track)
        stops += _dry(m, tracks[m.who])
        stops.append(Stop(step.length, "end"))
    return min(stops, key=lambda stop: (round(stop.at / TOLERANCE), ORDER.index(stop.kind)))


def _on_the_ground(table: Table, m: Movement, member: str, track: Track) -> list[Stop]:
    """Where a vehicle enters dangerous ground, and where its ground ends."""
    stops = []
    for mark in track.itinerary.marks:
        piece = table.pieces.get(mark.what)
        if mark.kind == "enter" and piece is not None and _to_be_tested(table, m, member, piece.id):
            stops.append(Stop(track.before((mark.stride, 0.0)), "dangerous", member, piece.id))
    if track.hold == "edge":
        stops.append(Stop(track.length, "edge", member))
    elif track.hold == "board":
        stops.append(Stop(track.length, "board"))
    elif track.itinerary.hold is not None:
        stops.append(Stop(track.length, "solid", member, track.itinerary.hold.what))
    return stops


def _to_be_tested(table: Table, m: Movement, member: str, area: str) -> bool:
    return (
        table.pieces[area].has(DANGEROUS)
        and (member, area) not in m.tested
        and edition(table).driving.ground(table, member).tested_on_entry
    )


def _dry(m: Movement, track: Track) -> list[Stop]:
    """Where the allowance of a move runs out."""
    if m.tariff is None:
        return []
    dry = bill(track.itinerary, m.tariff, m.purse).dry
    return [] if dry is None else [Stop(track.before(dry), "dry")]


def _in_a_turn(table: Table, m: Movement, step: Turn) -> list[Stop]:
    """Events of a turn besides touches: the board edge, dangerous ground under the hull, its end."""
    pose, body = table.pose(m.who), table.body(m.who)
    pivot = Pivot(step.degrees, pose.x, pose.y)
    whole = math.radians(abs(step.degrees)) * table.models[m.who].base.shape.reach
    stops = [Stop(whole, "end")]
    ground = Scene(table).ground
    if ground.board is not None:
        stops += [Stop(low * whole, "board") for low, _ in leaving(body, pivot, ground.board)]
    for area in ground.areas:
        low, high = ground_span(DRIVING, area.low, area.high)
        level = within(low, pose.z) and within(pose.z, high)
        if level and _to_be_tested(table, m, m.who, area.id):
            stops += [
                Stop(low * whole, "dangerous", m.who, area.id) for low, _ in meeting(body, pivot, area.region)
            ]
    return stops


def _advance(
    game: Game, m: Movement, step: Go | Turn, tracks: dict[str, Track], at: float
) -> Procedure[None]:
    """Move the vehicle, and those that it pushes, up to the next event."""
    if isinstance(step, Turn):
        degrees = math.copysign(_degrees(game.now, m, at), step.degrees)
        place = turned(game.now, m.who, degrees)
        if place != game.now.models[m.who].place:
            yield from do(Moved(m.who, place, "turns"), *m.clauses)
        return
    parts = {member: track.part(min(at, track.length)) for member, track in tracks.items()}
    for member, part in parts.items():
        if part.end == game.now.models[member].place:
            continue
        if member == m.who:
            yield from _pay(game, m, part, Go(at, step.way))
        else:
            unwilled = edition(game.now).against_its_will
            yield from do(Moved(member, part.end, "is pushed"), "push.head-on-push", *unwilled)


def _pay(game: Game, m: Movement, part: Itinerary, step: Go) -> Procedure[None]:
    """Move the driving vehicle; it pays unless the movement is involuntary."""
    cited = list(m.clauses)
    if m.tariff is None:
        # In a paid move the bill cites this clause.
        stepped = any(stride.mode == "step" for stride in part.strides)
        yield from do(Moved(m.who, part.end, m.how), *cited, *(("collision.with-what",) if stepped else ()))
        return
    paid = bill(part, m.tariff, m.purse, m.spent)
    m.purse, m.spent = paid.purse, m.spent + paid.cost
    ground = edition(game.now).driving.ground(game.now, m.who)
    tags = [tag for rate in ground.rates for tag in rate.tags]
    if any(tag in stride.grounds for stride in part.strides for tag in tags):
        cited += ground.clauses
    if near(game.now, m, step, ONE_INCH):
        cited.append("one-inch.vehicles-exempt")
    cited += [line.clause for line in paid.lines]
    yield from do(Moved(m.who, part.end, m.how), *dict.fromkeys(cited), ledger=paid.lines)


def _meet(game: Game, m: Movement, step: Go | Turn, stop: Stop) -> Procedure[None]:
    """Resolve the event at which a step stopped."""
    if stop.kind == "touch":
        names = tuple(dict.fromkeys(each.other for each in stop.touches))
        by = game.now.models[m.who].side
        request = Choice(
            "what is struck first",
            names,
            by,
            ("push.arc-decides",),
            m.who,
            says=say("{who} touches several things at once. Which one first?", who=Who(m.who)),
            labels=tuple(say("{name}", name=named(game.now, name)) for name in names),
        )
        picked = yield from choose(request)
        touch = next(each for each in stop.touches if each.other == picked)
        yield from collision.meet(game, m, touch)
    elif stop.kind == "dangerous":
        yield from _dangerous(game, m, stop.who, stop.what)
    elif stop.kind == "edge":
        # Edges are only looked for along straight lines.
        assert isinstance(step, Go)
        yield from vehicle_fall.over(game, m, stop.who, step)
    elif stop.kind == "solid":
        assert isinstance(step, Go)
        yield from collision.runs_into(game, m, stop.who, stop.what, step)
    elif stop.kind == "board":
        m.over = True
        yield from do(Stopped(m.who, "the table ends here"), "impassable.no-cross")
    else:
        m.over = True
        clauses = ("move.short-goes-as-far", "move.never-beyond-allowance")
        yield from do(Stopped(m.who, "cannot get as far as planned"), *clauses)


def _dangerous(game: Game, m: Movement, who: str, area: str) -> Procedure[None]:
    """The Handling test on entry; if it fails, the Drive is hit at once."""
    m.tested = (*m.tested, (who, area))
    keeps_on = yield from vehicle_damage.crosses(game, who, area, m.tested)
    if not keeps_on:
        m.pushed = tuple(name for name in m.pushed if name != who)
        m.over = m.over or who == m.who
        m.forfeited = m.forfeited or who == m.who
