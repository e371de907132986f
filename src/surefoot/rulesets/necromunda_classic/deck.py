"""Riders: whether they keep their footing when their vehicle moves, and where they come down if not."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.pool import DIRECTION
from surefoot.dice.readings import Total
from surefoot.dice.requests import Procedure, Roll, do, roll
from surefoot.geometry.measure import lies_on
from surefoot.geometry.settle import Clear, Keep, On, settle
from surefoot.geometry.shapes import Body, Shape
from surefoot.geometry.tolerance import short_of, within
from surefoot.referee.scene import Scene
from surefoot.referee.view import View
from surefoot.rulesets.necromunda_classic import fall, loot
from surefoot.rulesets.necromunda_classic.edges import falling_view, nearest, straight_down
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import ONE_INCH, is_vehicle
from surefoot.rulesets.necromunda_classic.movement import Movement
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.table.effects import Noted, Reported
from surefoot.table.model import Model
from surefoot.table.place import Pose
from surefoot.table.table import Table

# Decks with this tag are designated transport spaces.
TRANSPORT = "transport"


def in_transport_space(table: Table, carrier: str, body: Body) -> bool:
    """Whether a rider's base, or an object, lies wholly in a designated transport space."""
    spaces = [deck.name for deck in table.models[carrier].decks if TRANSPORT in deck.tags]
    return any(
        surface.id == f"{carrier}.{name}" and lies_on(body, surface.region, "all")
        for surface in Scene(table).decks
        for name in spaces
    )


def starts_to_move(game: Game, m: Movement, carrier: str, *, shaken: bool = False) -> Procedure[None]:
    """A vehicle begins to move, of its own or because a collision moves it: riders test, loot slides."""
    for rider in game.now.riders(carrier):
        if not is_vehicle(rider) and (rider.id, carrier) not in m.falling:
            yield from _keeps_footing(game, m, carrier, rider, shaken=shaken)
    yield from loot.starts_to_move(game, m, carrier)


def _keeps_footing(game: Game, m: Movement, carrier: str, rider: Model, *, shaken: bool) -> Procedure[None]:
    """One rider's test: once in an activation, and where an edition says so once for every collision."""
    driving = edition(game.now).driving
    spared = driving.transport_spares_riders
    if game.now.option("transport_area_protects_fighters"):
        spared = ("deck.test-when-moves",)
    if spared and in_transport_space(game.now, carrier, game.now.body(rider.id)):
        yield from do(Reported("rides in a transport space", rider.id), *spared)
        return
    active = game.now.clock.active
    once = f"kept-footing-{rider.id}"
    clauses: tuple[str, ...] = ("deck.test-when-moves",)
    if shaken and driving.collisions_shake_riders:
        clauses = driving.collisions_shake_riders
    elif active and game.now.note(once, active):
        yield from do(Reported("has kept its footing already", rider.id), "deck.once-per-activation")
        return
    elif active:
        yield from do(Noted(once, active, True, "activation"), *clauses)
    stays = yield from initiative_test(game.now, rider.id, "staying aboard", *clauses)
    if not stays:
        m.falling.append((rider.id, carrier))


def set_down(game: Game, m: Movement) -> Procedure[None]:
    """Whoever and whatever fell off is placed, now that the movement is over."""
    falling, m.falling = list(m.falling), []
    for name, carrier in falling:
        if name in game.now.objects:
            yield from loot.falls_off(game, name, carrier)
        elif any(rider.id == name for rider in game.now.riders(carrier)):
            yield from _falls_off(game, name, carrier)


def _falls_off(game: Game, rider: str, carrier: str) -> Procedure[None]:
    """A rider comes down 1" from the hull, in a random direction from where it stood."""
    clauses = ["deck.fall-placement", *edition(game.now).driving.placed_after]
    bearing = yield from direction(rider, "deck.fall-placement")
    view = falling_view(game.now, rider)
    x, y, moved = beside(game.now, view, view.shape, game.now.pose(rider), carrier, bearing)
    if moved:
        clauses.append("deck.landing-impassable")
    landing = straight_down(game.now, rider, x, y, game.now.pose(rider).z)
    if landing is None:
        yield from do(Reported("nowhere to fall", rider), "deck.fall-placement")
        return
    yield from fall.fall(game, rider, landing, *clauses)
    warned = edition(game.now).driving.prone_beside
    if warned and game.now.models[rider].place.on_table:
        yield from do(Reported("lies where it may be run over", rider), *warned)


def direction(who: str, clause: str) -> Procedure[float]:
    """A random direction."""
    degrees = yield from roll(
        Roll("direction", DIRECTION, Total(), who, (clause, "support.random-direction"))
    )
    return float(degrees)


def beside(
    table: Table, view: View, shape: Shape, here: Pose, carrier: str, bearing: float
) -> tuple[float, float, bool]:
    """The spot 1" from a hull in a direction; where that is closed, the nearest that is free, and that it is another."""
    hull = table.body(carrier)
    angle = math.radians(bearing)
    way = (math.sin(angle), math.cos(angle))
    off = settle(shape, here.x, here.y, here.facing, (Clear(hull, ONE_INCH),), straight=way)
    x, y = nearest(off) or (here.x, here.y)
    lower = [s for s in view.surfaces_at(x, y) if s.carrier != carrier and short_of(s.height(x, y), here.z)]
    z = lower[-1].height(x, y) if lower else table.pose(carrier).z
    walls: list[Keep] = [Clear(one.region) for one in view.terrain.solids if view.bars(one.low, one.high, z)]
    ground = [On(Scene(table).ground.board, "all")] if Scene(table).ground.board is not None else []  # type: ignore[arg-type]  # checked
    if settle(shape, x, y, here.facing, (*walls, *ground)).distance == 0:
        return x, y, False
    # Keeping 1" from the vehicle is preferred, not required: an inch is not worth more than an inch of way.
    kept, loose = (
        settle(shape, x, y, here.facing, (*walls, *ground, On(view.support(z), "all"), Clear(hull, gap)))
        for gap in (ONE_INCH, 0.0)
    )
    found = kept if within(kept.distance, loose.distance + ONE_INCH) else loose
    return (*(nearest(found) or (x, y)), True)
