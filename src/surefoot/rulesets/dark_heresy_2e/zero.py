"""Zero gravity: pushing off, drifting, and drifting on."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import beyond, from_lattice, same, to_lattice, within
from surefoot.language import Who, say
from surefoot.records import replace
from surefoot.referee.itinerary import Itinerary
from surefoot.referee.view import View, seen
from surefoot.referee.walk import Line, Walk
from surefoot.rulesets.dark_heresy_2e.altitude import HOVERING
from surefoot.rulesets.dark_heresy_2e.character import PRONE
from surefoot.rulesets.dark_heresy_2e.direction import random_direction
from surefoot.rulesets.dark_heresy_2e.falling import beneath, fall
from surefoot.rulesets.dark_heresy_2e.flight_traits import flight_trait
from surefoot.rulesets.dark_heresy_2e.gravity import weightless
from surefoot.rulesets.dark_heresy_2e.kept import forget, keep
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, setting
from surefoot.rulesets.dark_heresy_2e.prices import SPEED_OF, lens
from surefoot.table.effects import Became, Moved, Stopped
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table

# The note of the last drift, as a vector in millionths of a metre.
DRIFT = "drift"
# The action that, like every move, begins with pushing off.
JOURNEY = "journey"
# Actions that are impossible in zero gravity.
NEED_GRAVITY = ("climb", "abseil", "leap", "jump-down", "jump-up", "pull-up", "let-go")


def beside(table: Table, who: str) -> bool:
    """Whether a model is next to something fixed: a floor, a wall, a ceiling or other terrain."""
    if table.models[who].place.kind != "air":
        return True
    near = float(setting(table.options, "adjacent_distance"))
    view, pose, body = seen(table, lens(table), who), table.pose(who), table.body(who)
    top = pose.z + from_lattice(table.models[who].height)
    solids = [(solid.region, solid.low, solid.high) for solid in view.terrain.solids]
    floors = [(floor.region, floor.low, floor.high) for floor in view.surfaces]
    return any(
        within(math.hypot(gap(body, region), max(0.0, low - top, pose.z - high)), near)
        for region, low, high in (*solids, *floors)
    )


def zero_breaks(table: Table, who: str, action: str) -> list[Break]:
    """What zero gravity forbids to a character."""
    if action not in (*SPEED_OF, *NEED_GRAVITY, JOURNEY) or not weightless(table, who):
        return []
    if action in NEED_GRAVITY:
        says = say("{who} can't climb or jump in zero gravity: push off with a move instead", who=Who(who))
        return [Break("gravity.zero-push-off", says)]
    if flight_trait(table.models[who]) or beside(table, who):
        return []
    says = say("{who} is floating and has nothing within reach to push off from", who=Who(who))
    return [Break("gravity.zero-push-off", says)]


def drift(game: Game, who: str, itinerary: Itinerary) -> Procedure[None]:
    """Drift in a random direction, as far as the path was long, and become Prone."""
    first = next(stride for stride in itinerary.strides if stride.length)
    heading = (first.end.x - first.start.x, first.end.y - first.start.y)
    options = game.now.options
    dx, dy = yield from random_direction(options, who, heading, "gravity.zero-drift")
    yield from _float(game, who, dx * itinerary.length, dy * itinerary.length, "gravity.zero-drift")
    if not game.now.models[who].is_(PRONE):
        yield from do(Became(who, (PRONE,)), "gravity.zero-prone")
    yield from do(Stopped(who, "drifts off"), "gravity.zero-drift")


def float_on(game: Game, who: str) -> Procedure[None]:
    """At the end of a round: a drifting character with nothing in reach drifts as far again."""
    way = game.now.note(DRIFT, who)
    if not isinstance(way, Record):
        return
    if beside(game.now, who):
        yield from forget(DRIFT, who, "gravity.zero-push-off")
        return
    dx, dy = from_lattice(way.number("x")), from_lattice(way.number("y"))
    yield from _float(game, who, dx, dy, "gravity.zero-push-off")


def _float(game: Game, who: str, dx: float, dy: float, clause: str) -> Procedure[None]:
    """Drift in a straight line at the same height, to the first obstacle or the board edge."""
    table = game.now
    here = table.pose(who)
    view = seen(table, lens(table), who)
    line = Line(here.x, here.y, dx, dy)
    event = Walk(view, line, here.facing).obstruction(0.0, 1.0, here.z)
    shares = [1.0, *_to_the_edge(table, who, here, dx, dy), *(() if event is None else (event.at,))]
    share = min(shares)
    place = afloat(view, here.x + dx * share, here.y + dy * share, here.z, here.facing)
    if place.kind == "air" and flight_trait(table.models[who]):
        place = replace(place, band=table.models[who].place.band or HOVERING)
    yield from do(Moved(who, place, "drifts"), clause)
    yield from _keep_floating(game, who, dx, dy, clause)


def push_off(game: Game, who: str, itinerary: Itinerary) -> Procedure[None]:
    """The end of a floating move: with nothing in reach, the character floats as far again along its last heading."""
    last = next((stride for stride in reversed(itinerary.strides) if stride.length), None)
    if last is not None:
        share = itinerary.length / last.length
        dx, dy = last.end.x - last.start.x, last.end.y - last.start.y
        yield from _keep_floating(game, who, dx * share, dy * share, "gravity.zero-push-off")


def _keep_floating(game: Game, who: str, dx: float, dy: float, clause: str) -> Procedure[None]:
    """Note the way on for a character with nothing in reach; one that leaves zero gravity in the air falls."""
    table = game.now
    model = table.models[who]
    # Fliers have their own thrust.
    floats = model.place.kind == "air" and not flight_trait(model)
    if (
        floats
        and weightless(table, who)
        and chosen(table.options, "float_on") is True
        and not beside(table, who)
    ):
        yield from keep(DRIFT, who, Record(x=to_lattice(dx), y=to_lattice(dy)), clause)
        return
    if table.note(DRIFT, who) is not None:
        yield from forget(DRIFT, who, "gravity.zero-push-off")
    if floats and not weightless(table, who):
        pose = table.pose(who)
        landing = beneath(table, who, pose.x, pose.y, pose.z)
        if landing is not None:
            yield from fall(game, who, landing, "jump.uncontrolled-is-a-fall")


def afloat(view: View, x: float, y: float, z: float, facing: float) -> Place:
    """A place at a height: on the floor at that height if there is one, else in the air."""
    floors = [floor for floor in view.surfaces_at(x, y) if same(floor.height(x, y), z)]
    if floors:
        return view.scene.place_at(Pose(x, y, z, facing), floors[-1])
    return Place("air", x=to_lattice(x), y=to_lattice(y), z=to_lattice(z), facing=to_lattice(facing))


def _to_the_edge(table: Table, who: str, here: Pose, dx: float, dy: float) -> list[float]:
    """The fractions of a path at which the base meets the board edges."""
    if table.board is None:
        return []
    reach = table.models[who].base.shape.reach
    shares = []
    for at, step, size in (
        (here.x, dx, from_lattice(table.board.width)),
        (here.y, dy, from_lattice(table.board.depth)),
    ):
        if beyond(abs(step), 0.0):
            limit = size - reach if step > 0 else reach
            shares.append(max(0.0, (limit - at) / step))
    return shares
