"""Collisions of vehicles: which of the two is moved, and where."""

from __future__ import annotations

from functools import lru_cache

from surefoot.dice.host import Game
from surefoot.dice.requests import Modifier, Procedure, do
from surefoot.geometry.settle import Clear, Keep, Settled, settle
from surefoot.geometry.shapes import Shape, Shift, hull
from surefoot.geometry.tolerance import from_lattice, same
from surefoot.language import Sentence, Who, say
from surefoot.rulesets.necromunda_classic import deck, driving, terrain_collision
from surefoot.rulesets.necromunda_classic.handling import handling_test
from surefoot.rulesets.necromunda_classic.involuntary import picked
from surefoot.rulesets.necromunda_classic.movement import Crash, Dropped, Go, Movement, Touch
from surefoot.rulesets.necromunda_classic.track import Track, ahead, follow, in_the_way, to_come, touched
from surefoot.rulesets.necromunda_classic.vehicle import Facing, facings_at, toughness
from surefoot.table.effects import Reported, Stopped
from surefoot.table.record import Record
from surefoot.table.table import Table

ARC = ("push.arc-decides", "support.vehicle-facing", "collision.facing-toughness")


def collide(game: Game, m: Movement, touch: Touch) -> Procedure[None]:
    """A moving vehicle touches another: head-on it pushes it or stops, side-on one of the two gives way."""
    table = game.now
    # On a corner its own arc is the foremost: a front corner is front, a rear corner is side.
    arc = facings_at(table, m.who, touch.point)[0]
    struck = facings_at(table, touch.other, touch.point)
    mine, theirs = toughness(table.models[m.who], (arc,)), toughness(table.models[touch.other], struck)
    side_on = arc == "side" and not m.tumbling
    yield from recorded(game, m, touch, (arc,), struck, rammed=m.ram and arc == "front")
    if side_on:
        yield from _side_on(game, m, touch, higher=mine > theirs)
    elif mine >= theirs:
        yield from pushed(game, m, touch.other)
    else:
        m.over = True
        says = say("stops: {other} is tougher", other=Who(touch.other))
        yield from do(Stopped(m.who, f"{touch.other} is tougher", says), "push.head-on-stop")


def recorded(
    game: Game,
    m: Movement,
    touch: Touch,
    facings: tuple[Facing, ...],
    struck: tuple[Facing, ...],
    *,
    rammed: bool = False,
) -> Procedure[None]:
    """Record a collision of two vehicles, to be resolved once everything has stopped."""
    m.impacts.append(Crash(touch.member, facings, touch.other, struck, rammed))
    details = Record({"with": touch.other, "arc": facings[0], "struck": " or ".join(struck)})
    yield from do(
        Reported("collides", touch.member, details), "collision.on-contact", "collision.with-what", *ARC
    )


def pushed(game: Game, m: Movement, other: str) -> Procedure[None]:
    """Push a vehicle: along a straight line as one body with the mover, or as little as possible clear of a turn."""
    if isinstance(m.ahead, Go):
        m.pushed = (*m.pushed, other)
        m.cleared = tuple(name for name in m.cleared if name != other)
        if m.ahead.length > 0:
            yield from deck.starts_to_move(game, m, other, shaken=True)
        return
    yield from _shift_other(game, m, other, "push.head-on-push")


def _side_on(game: Game, m: Movement, touch: Touch, *, higher: bool) -> Procedure[None]:
    """A Handling test decides which vehicle gives way."""
    bonus = (Modifier(1, say("Higher Toughness"), "push.side-on-bonus"),) if higher else ()
    holds = yield from handling_test(
        game.now,
        m.who,
        f"shouldering {touch.other} aside",
        say("Handling test to push {other} aside", other=Who(touch.other)),
        "push.side-on-test",
        modifiers=bonus,
    )
    if holds:
        yield from _shift_other(game, m, touch.other, "push.side-on-pass")
    else:
        yield from _shift_mover(game, m, touch.other)


def _where(who: str) -> Sentence:
    return say("Several spots are equally near. Where is {who} pushed?", who=Who(who))


@lru_cache(maxsize=4096)
def _settled(shape: Shape, x: float, y: float, facing: float, keeps: tuple[Keep, ...]) -> Settled:
    """The nearest spots; cached, because odds resolve the same collisions many times."""
    return settle(shape, x, y, facing, keeps)


def _shift_other(game: Game, m: Movement, other: str, *clauses: str) -> Procedure[None]:
    """Push the other vehicle, without turning it, by the least distance that clears the path ahead."""
    table = game.now
    pose, model = table.pose(other), table.models[other]
    keeps = tuple(Clear(region) for region in ahead(table, m))
    found = _settled(model.base.shape, pose.x, pose.y, pose.facing, keeps)
    if found.distance == 0:
        return
    side = table.models[m.who].side
    spot = yield from picked(f"where {other} is shifted", _where(other), other, found, side, *clauses)
    dx, dy = from_lattice(spot[0]) - pose.x, from_lattice(spot[1]) - pose.y
    yield from deck.starts_to_move(game, m, other, shaken=True)
    aside = _aside(m, other, *clauses)
    aside.cleared = (m.who,)
    yield from driving.shoved(game, aside, dx, dy)
    m.tested, m.closed_in = aside.tested, aside.closed_in
    fell = any(isinstance(impact, Dropped) and impact.who == other for impact in m.impacts)
    there = game.now.pose(other)
    reached = same(there.x, pose.x + dx) and same(there.y, pose.y + dy)
    if aside.over and not fell and not reached:
        m.over = True
        says = say("stops: {other} can't be pushed any further", other=Who(other))
        yield from do(Stopped(m.who, f"{other} cannot get out of the way", says), "chain.all-stop")


def _shift_mover(game: Game, m: Movement, other: str) -> Procedure[None]:
    """Shift the mover by the least distance that takes its path past the other vehicle; if it cannot, it stops."""
    table = game.now
    pose, obstacle = table.pose(m.who), table.body(other)
    # The path ahead is moved like a body: the vehicle goes on parallel to its declared path.
    ring = ahead(table, m)[0].rings[0]
    shape = hull([(ring[i] - pose.x, ring[i + 1] - pose.y) for i in range(0, len(ring), 2)])
    found = _settled(shape, pose.x, pose.y, 0.0, (Clear(obstacle),))
    if found.distance == 0:
        return
    clauses = ("push.side-on-fail",)
    side = table.models[m.who].side
    spot = yield from picked(f"where {m.who} is shifted", _where(m.who), m.who, found, side, *clauses)
    shift = Shift(from_lattice(spot[0]) - pose.x, from_lattice(spot[1]) - pose.y)
    track = follow(table, m.who, shift.dx, shift.dy)
    aside = _aside(m, m.who, *clauses)
    aside.cleared, aside.rest = (other,), to_come(m)
    if _bars(table, aside, shift, track):
        m.over = True
        yield from do(Stopped(m.who, "cannot be shifted aside"), *clauses)
        return
    yield from deck.starts_to_move(game, m, m.who, shaken=True)
    yield from driving.shoved(game, aside, shift.dx, shift.dy)
    # Its path lies elsewhere now: whatever was moved out of the old one may be met again.
    m.cleared, m.tested, m.closed_in = aside.cleared, aside.tested, aside.closed_in
    m.over, m.forfeited = m.over or aside.over, m.forfeited or aside.forfeited


def _bars(table: Table, m: Movement, shift: Shift, track: Track) -> bool:
    """Whether something holds up a vehicle that is shifted: not fighters, which it runs over, nor what it sweeps away."""
    hold = track.itinerary.hold
    swept = (
        hold is not None and hold.what in table.pieces and not terrain_collision.is_solid(table, hold.what)
    )
    if track.hold and not swept:
        return True
    others = tuple(
        (name, body)
        for kind, name, body in in_the_way(table, m, m.who, track)
        if kind == "vehicle" or (kind == "terrain" and terrain_collision.is_solid(table, name))
    )
    return bool(touched(table.body(m.who), shift, others))


def _aside(m: Movement, who: str, *clauses: str) -> Movement:
    """A vehicle that is shifted in the course of a movement: what it hits is resolved with the rest."""
    aside = Movement(who, m.move, m.move_clauses, clauses=clauses, how="is shifted aside")
    aside.impacts, aside.falling, aside.tested, aside.closed_in = m.impacts, m.falling, m.tested, m.closed_in
    return aside
