"""Involuntary moves directly towards or away from a model, or in a direction."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.pool import DIRECTION
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Choice, Procedure, Refused, Roll, choose, do, roll
from surefoot.geometry.tolerance import from_lattice, same, to_lattice
from surefoot.language import Quoted, Who, say
from surefoot.referee.cut import cut, last_rest
from surefoot.referee.itinerary import Hold, Itinerary, Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.rulesets.necromunda_classic import compass, dangerous, one_inch, vehicle_damage
from surefoot.rulesets.necromunda_classic.driving import drive
from surefoot.rulesets.necromunda_classic.edges import brinks, edge_towards, falling_view
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fall import fall_off, fall_over, floored
from surefoot.rulesets.necromunda_classic.fighter import hangs, is_vehicle, touching
from surefoot.rulesets.necromunda_classic.hits import Hit, suffer
from surefoot.rulesets.necromunda_classic.involuntary import separate
from surefoot.rulesets.necromunda_classic.movement import Go, Movement
from surefoot.rulesets.necromunda_classic.prices import lens
from surefoot.rulesets.necromunda_classic.vehicle import facings_at, impact_move, stands_as_vehicle
from surefoot.table.effects import Moved, Reported
from surefoot.table.record import Record
from surefoot.table.words import suggested

# How far a hanging fighter is moved on trial, to see whether it is pressed against its wall.
TRIED = 0.01


def thrown(game: Game, declaration: Declaration) -> Procedure[None]:
    """A model is moved involuntarily: towards or away from another, or along a bearing."""
    who = declaration.actor
    model = game.now.models[who]
    drives = is_vehicle(model)
    if not model.place.on_table or (drives and not edition(game.now).driving.thrown):
        raise Refused(Break("toward.line", say("{who} is not a fighter on the table", who=Who(who))))
    length = from_lattice(declaration.details.number("inches"))
    if length < 0.0:
        raise Refused(
            Break("toward.line", say("The distance can't be negative: give the opposite direction"))
        )
    bearing, clauses = yield from _bearing(game, declaration)
    clauses = (*clauses, *edition(game.now).against_its_will)
    if drives:
        move, why = impact_move(model)
        m = Movement(who, move, why, clauses=clauses, how="is driven", halts=("toward.line",))
        m.barred = ("toward.not-through-terrain", "toward.stops-on-contact")
        yield from drive(game, m, (Go(length, bearing - game.now.pose(who).facing),))
        return
    touched, fell_on, tested = yield from driven(game, who, bearing, length, clauses)
    hit = declaration.details.get("hit")
    if touched and isinstance(hit, Record):
        yield from _contact_hits(game, who, touched, hit)
    if game.now.models[who].place.on_table:
        yield from separate(game, who, fell_on, tested)


def _bearing(game: Game, declaration: Declaration) -> Procedure[tuple[float, tuple[str, ...]]]:
    """The direction of the move and the clauses that set it."""
    table, who = game.now, declaration.actor
    towards, away = declaration.details.text("towards"), declaration.details.text("away")
    other = towards or away
    if (towards and away) or (other and "bearing" in declaration.details):
        raise Refused(
            Break("toward.line", say("Give one direction: towards a model, away from one, or a bearing"))
        )
    if not other:
        if "bearing" in declaration.details:
            return from_lattice(declaration.details.number("bearing")), ("support.random-direction",)
        request = Roll("direction", DIRECTION, Total(), who, ("support.random-direction",))
        degrees = yield from roll(request)
        return float(degrees), ("support.random-direction",)
    clause = "toward.line" if towards else "toward.away-line"
    if other not in table.models or not table.models[other].place.on_table:
        here = [name for name, model in table.models.items() if model.place.on_table and name != who]
        says = say("There is no model called {name} on the table", name=Quoted(other))
        raise Refused(Break(clause, suggested(says, other, here)))
    if other == who:
        raise Refused(
            Break(clause, say("{who} can't be moved relative to itself: name another model", who=Who(who)))
        )
    start, end = table.pose(who), table.pose(other)
    if not towards:
        start, end = end, start
    dx, dy = end.x - start.x, end.y - start.y
    if same(math.hypot(dx, dy), 0.0):
        by = f"opponent of {table.models[who].side}"
        request_ = Choice(
            "direction",
            tuple(range(0, 360, compass.POINT)),
            by,
            ("toward.away-line",),
            who,
            says=say("Both models are at the same point. In which direction is {who} moved?", who=Who(who)),
            labels=compass.DIRECTIONS,
        )
        picked = yield from choose(request_)
        assert isinstance(picked, int)
        return float(picked), (clause,)
    return math.degrees(math.atan2(dx, dy)), (clause,)


def driven(
    game: Game, who: str, bearing: float, length: float, clauses: tuple[str, ...], how: str = "is driven"
) -> Procedure[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]]:
    """Move straight on until the distance is covered or something stops the fighter.

    Returns the models that it ran into, those that it fell on, and the dangerous areas that it has tested for.
    """
    tested: tuple[str, ...] = ()
    before = [one.id for one in touching(game.now, who)]
    pose = game.now.pose(who)
    angle = math.radians(bearing)
    to = pose.x + length * math.sin(angle), pose.y + length * math.cos(angle)
    leg = Leg((to_lattice(to[0]), to_lattice(to[1])))
    if hangs(game.now, who):
        return (), (yield from _torn_off(game, who, to, clauses)), ()
    while True:
        scene = Scene(game.now)
        itinerary = trace(scene, lens(game.now, who, voluntary=False), who, (leg,))
        entry = dangerous.next_entry(itinerary, game.now, tested)
        if entry is not None:
            part = cut(itinerary, entry[0], scene)
            if part.end != game.now.models[who].place:
                yield from do(Moved(who, part.end, how), *clauses, *_suspended(part))
            tested = (*tested, entry[1])
            safe = yield from dangerous.entering(game, who, entry[1])
            if not safe:
                return (), (), tested
            continue
        falls = itinerary.hold is not None and itinerary.hold.kind == "edge"
        # Unless it goes over an edge, it ends where its whole base has room, or stays where it was.
        rest = None if falls or itinerary.fits else last_rest(itinerary) or (0, 0.0)
        part = itinerary if rest is None else cut(itinerary, rest, scene)
        if part.end != game.now.models[who].place:
            yield from do(
                Moved(who, part.end, how),
                *clauses,
                *_suspended(part),
                *_why_stopped(itinerary.hold),
                *(() if rest is None else _why_no_rest(itinerary)),
            )
        if falls:
            return (), (yield from _over_an_edge(game, who, angle)), tested
        ran_into = (
            (itinerary.hold.what,) if itinerary.hold is not None and itinerary.hold.kind == "model" else ()
        )
        fresh = [one.id for one in touching(game.now, who) if one.id not in before]
        return tuple(dict.fromkeys((*ran_into, *fresh))), (), tested


def _torn_off(
    game: Game, who: str, to: tuple[float, float], clauses: tuple[str, ...]
) -> Procedure[tuple[str, ...]]:
    """A hanging fighter falls, unless it is pressed against its wall; returns the models that it fell on."""
    pose = game.now.pose(who)
    away = math.hypot(to[0] - pose.x, to[1] - pose.y)
    if same(away, 0.0):
        return ()
    share = min(1.0, TRIED / away)
    there = pose._replace(x=pose.x + (to[0] - pose.x) * share, y=pose.y + (to[1] - pose.y) * share)
    barred = [what for kind, what in falling_view(game.now, who).overlapped(there) if kind != "model"]
    if barred:
        held = Reported("is held", who, Record(by=barred[0]))
        yield from do(held, *clauses, "toward.not-through-terrain", "toward.stops-on-contact")
        return ()
    return (yield from fall_off(game, who, *clauses, "toward.away-line"))


def _suspended(itinerary: Itinerary) -> tuple[str, ...]:
    """The clauses that suspend the 1" rule in involuntary moves, where the move needs them."""
    return ("one-inch.involuntary", "involuntary.suspends-one-inch") if one_inch.entered(itinerary) else ()


def _why_no_rest(itinerary: Itinerary) -> tuple[str, ...]:
    """The clause that keeps a fighter from ending where it was moved."""
    on_top = any(kind == "hurdle" for kind, _ in itinerary.overlapped)
    return ("obstacle.no-end-on-top",) if on_top else ("structure.space-for-base",)


def _why_stopped(hold: Hold | None) -> tuple[str, ...]:
    if hold is not None and hold.kind == "solid":
        return ("toward.not-through-terrain", "toward.stops-on-contact")
    if hold is not None and hold.kind == "model":
        return ("move.involuntary-not-through",)
    return ()


def _over_an_edge(game: Game, who: str, angle: float) -> Procedure[tuple[str, ...]]:
    """A fighter that is moved over an edge falls; returns the models that it fell on."""
    near = brinks(game.now, who, narrow=True)
    if not near:
        return ()
    brink = edge_towards(near, math.sin(angle), math.cos(angle))
    return (yield from fall_over(game, who, brink, "toward.away-line"))


def _contact_hits(game: Game, who: str, touched: tuple[str, ...], hit: Record) -> Procedure[None]:
    """Every model brought into contact takes the hit of the effect; fighters become Pinned."""
    blow = Hit(hit.number("strength"), hit.number("ap"), hit.number("damage", 1))
    pose = game.now.pose(who)
    for name in (who, *touched):
        model = game.now.models[name]
        if is_vehicle(model):
            if stands_as_vehicle(model):
                facings = facings_at(game.now, name, (pose.x, pose.y))
                clauses = ("involuntary.contact-hits", "support.vehicle-facing")
                yield from vehicle_damage.suffer(game, name, facings, blow, *clauses)
            continue
        yield from suffer(game, name, blow, "involuntary.contact-hits")
        yield from floored(game, model, "involuntary.contact-hits", "involuntary.until-resolved")
