"""Riders: the test when their vehicle moves, and where they land if they fall off."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.pool import DIRECTION
from surefoot.dice.readings import Total
from surefoot.dice.requests import Procedure, Roll, do, roll
from surefoot.geometry.contact import first_contact
from surefoot.geometry.measure import lies_on, overlaps
from surefoot.geometry.settle import Clear, settle
from surefoot.geometry.shapes import Body, Shape, Shift
from surefoot.geometry.tolerance import TOLERANCE, short_of, within
from surefoot.language import Who, say
from surefoot.records import replace
from surefoot.referee.placing import ground_at, nearest, one_of, walls_at
from surefoot.referee.scene import Scene
from surefoot.referee.view import View
from surefoot.rulesets.necromunda_classic import climb, fall, loot
from surefoot.rulesets.necromunda_classic.edges import falling_view, straight_down
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import ONE_INCH, hangs, is_vehicle
from surefoot.rulesets.necromunda_classic.movement import Movement
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.table.effects import Noted, Reported
from surefoot.table.model import Model
from surefoot.table.place import Pose
from surefoot.table.table import Table

# Decks with this tag are designated transport spaces.
TRANSPORT = "transport"


def in_transport_space(table: Table, carrier: str, body: Body) -> bool:
    """Whether a base is wholly inside a designated transport space."""
    spaces = [deck.name for deck in table.models[carrier].decks if TRANSPORT in deck.tags]
    return any(
        surface.id == f"{carrier}.{name}" and lies_on(body, surface.region, "all")
        for surface in Scene(table).decks
        for name in spaces
    )


def starts_to_move(game: Game, m: Movement, carrier: str, *, shaken: bool = False) -> Procedure[None]:
    """A vehicle begins to move, by itself or in a collision: riders test, and loot may fall off."""
    for rider in game.now.riders(carrier):
        if not is_vehicle(rider) and (rider.id, carrier) not in m.falling:
            yield from _keeps_footing(game, m, carrier, rider, shaken=shaken)
    decks = {f"{carrier}.{deck.name}" for deck in game.now.models[carrier].decks}
    for climber in [name for name, each in game.now.models.items() if each.place.on in decks]:
        if hangs(game.now, climber):
            yield from _keeps_hold(game, carrier, climber)
    yield from loot.starts_to_move(game, m, carrier)


def _keeps_footing(game: Game, m: Movement, carrier: str, rider: Model, *, shaken: bool) -> Procedure[None]:
    """One rider's test: once per activation, and in some editions once for every collision."""
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
    says = say("Initiative test to stay on {vehicle}", vehicle=Who(carrier))
    stays = yield from initiative_test(game.now, rider.id, "staying aboard", says, *clauses)
    if not stays:
        m.falling.append((rider.id, carrier))


def _keeps_hold(game: Game, carrier: str, climber: str) -> Procedure[None]:
    """A fighter on the side of a vehicle tests as well: it goes back to where it declared its climb, or falls."""
    back = climb.declared_at(game.now, climber)
    says = say("Initiative test to stay on {vehicle}", vehicle=Who(carrier))
    stays = yield from initiative_test(game.now, climber, "staying aboard", says, "deck.test-when-moves")
    if stays and back is not None:
        yield from climb.goes_back(game, climber, back)
    else:
        yield from fall.fall_off(game, climber, "deck.test-when-moves")


def set_down(game: Game, m: Movement) -> Procedure[None]:
    """Place the riders and objects that fell off, once the movement is over."""
    falling, m.falling = list(m.falling), []
    for name, carrier in falling:
        if name in game.now.objects:
            yield from loot.falls_off(game, name, carrier)
        elif any(rider.id == name for rider in game.now.riders(carrier)):
            yield from _falls_off(game, name, carrier)


def _falls_off(game: Game, rider: str, carrier: str) -> Procedure[None]:
    """A rider lands 1" from the hull, in a random direction from where it stood."""
    clauses = ["deck.fall-placement", *edition(game.now).driving.placed_after]
    bearing = yield from direction(rider, "deck.fall-placement")
    view = falling_view(game.now, rider)
    x, y, moved = beside(view, view.shape, game.now.pose(rider), carrier, bearing)
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


def beside(view: View, shape: Shape, here: Pose, carrier: str, bearing: float) -> tuple[float, float, bool]:
    """The spot 1" from a hull in a direction, or the nearest free one, and whether it had to be moved."""
    table = view.scene.table
    hull = table.body(carrier)
    angle = math.radians(bearing)
    way = (math.sin(angle), math.cos(angle))
    off = settle(shape, here.x, here.y, here.facing, (Clear(hull, ONE_INCH),), straight=way)
    shift = Shift(way[0] * off.distance, way[1] * off.distance)
    aim = (here.x + shift.dx, here.y + shift.dy)
    x, y, barred = _as_far_as_a_wall(view, shape, here, carrier, shift)
    lower = [s for s in view.surfaces_at(x, y) if s.carrier != carrier and short_of(s.height(x, y), here.z)]
    z = lower[-1].height(x, y) if lower else table.pose(carrier).z
    body = shape.at(x, y, here.facing)
    board = view.scene.ground.board
    inside = board is None or lies_on(body, board, "all")
    hurdles = [hurdle.region for hurdle in view.terrain.hurdles if view.takes_room(hurdle, z)]
    if inside and not barred and not any(overlaps(body, each) for each in (*walls_at(view, z), *hurdles)):
        return x, y, False
    start = Pose(x, y, z, here.facing)

    def room(gap: float) -> tuple[float, float] | None:
        keeps = (*ground_at(view, z), Clear(hull, gap))
        return one_of(nearest(view, start, keeps, shape=shape, off=(carrier,)))

    # Keeping 1" from the vehicle is preferred, unless that moves the model more than 1" further.
    kept = room(ONE_INCH)
    if kept is not None and within(math.dist(aim, kept), ONE_INCH):
        return (*kept, True)
    loose = room(0.0)
    if kept is None or loose is None:
        return (*(loose or (x, y)), True)
    worth = within(math.dist(aim, kept), math.dist(aim, loose) + ONE_INCH)
    return (*(kept if worth else loose), True)


def _as_far_as_a_wall(
    view: View, shape: Shape, here: Pose, carrier: str, shift: Shift
) -> tuple[float, float, bool]:
    """Where a shift at the height of a deck ends, and whether a wall stopped it."""
    walls = [("", wall) for wall in walls_at(view, here.z, (carrier,))]
    body = shape.at(here.x, here.y, here.facing)
    if not shape.reach:
        # A point gets a small radius, so that it stops on its own side of the wall.
        body = replace(body, radius=2 * TOLERANCE)
    met = first_contact([body], shift, walls)
    part = met[0].fraction if met else 1.0
    return here.x + part * shift.dx, here.y + part * shift.dy, bool(met)
