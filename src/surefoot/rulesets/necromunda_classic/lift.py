"""Lifts: a ride during a move, the models that ride along, and those in the path of the platform."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.pool import D3
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Plan, Procedure, Refused, Roll, do, plan, roll
from surefoot.geometry.measure import lies_on, overlaps
from surefoot.geometry.settle import Clear, settle
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import beyond, from_lattice, same, short_of, to_lattice, within
from surefoot.language import Length, Thing, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import Line, point
from surefoot.referee.following import priced
from surefoot.referee.itinerary import Leg
from surefoot.referee.placing import nearest, one_of, proposed, room
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Figure, Scene, region_of
from surefoot.referee.tariff import Tariff
from surefoot.rulesets.necromunda_classic import one_inch
from surefoot.rulesets.necromunda_classic.edges import falling_view
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import ONE_INCH, contacts, is_vehicle, outline
from surefoot.rulesets.necromunda_classic.hits import Hit, suffer
from surefoot.rulesets.necromunda_classic.involuntary import separate, set_aside
from surefoot.rulesets.necromunda_classic.prices import lens, tariff
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.rulesets.necromunda_classic.toward import driven
from surefoot.table.effects import Moved, Noted, ObjectMoved, PieceChanged, Reported, apply
from surefoot.table.place import Place
from surefoot.table.table import Table

# The furthest that a lift moves in one ride.
TRAVEL = 4.0
# The furthest that a fighter moves to get clear of a lift.
ESCAPE = 2.0
# The Damage of being crushed, unless it is rolled.
CRUSH = 3
# The note of a lift that has moved this round.
TRAVELLED = "travelled"
# If the shortest way out of a shaft is blocked, straight ones are tried this many degrees apart.
LOOK_ROUND = 5


@dataclass(frozen=True, slots=True)
class Ride:
    """A ride: the lift, its platform in plan, and the heights that it moves between."""

    lift: str
    shaft: Region
    start: float
    end: float

    def carries(self, figure: Figure) -> bool:
        """Whether a model stands on the platform with its whole base."""
        return same(figure.pose.z, self.start) and lies_on(figure.body, self.shaft, "all")

    def meets(self, figure: Figure) -> bool:
        """Whether a model that is not on the platform is in its path."""
        if self.carries(figure) or not overlaps(figure.body, self.shaft):
            return False
        foot, head = figure.pose.z, figure.high
        if self.end > self.start:
            return not short_of(foot, self.start) and short_of(foot, self.end)
        return within(foot, self.start) and (not short_of(foot, self.end) or beyond(head, self.end))


def until_ride(legs: tuple[Leg, ...]) -> tuple[tuple[Leg, ...], tuple[Leg, ...]]:
    """The legs before the first ride on a lift, and those from it on."""
    index = next((index for index, leg in enumerate(legs) if leg.by == "lift"), len(legs))
    return legs[:index], legs[index:]


def travel(game: Game, who: str, leg: Leg, spent: int, *, engages: bool) -> Procedure[None]:
    """Move a lift. `engages` if this move may end in contact with enemies."""
    piece = game.now.pieces[leg.link]
    ride = Ride(leg.link, region_of(piece.outline), from_lattice(piece.z), from_lattice(piece.z + leg.rise))
    breaks = _breaks(game.now, who, ride, engages=engages)
    if breaks:
        raise Refused(*breaks)
    met = [figure.id for figure in _in_the_path(game.now, ride)]
    tested: dict[str, tuple[str, ...]] = {}
    for name in met:
        tested[name] = yield from _out_of_the_way(game, name, ride)
    yield from _go(game, who, ride, spent)
    for name in met:
        if game.now.models[name].place.on_table:
            yield from separate(game, name, tested=tested[name])


def _in_the_path(table: Table, ride: Ride) -> list[Figure]:
    """The models that the platform would run into. A rider on a vehicle that the lift carries rides along."""
    figures = Scene(table).figures
    along = {rider for figure in figures if ride.carries(figure) for rider in _riders(table, figure.id)}
    return [figure for figure in figures if figure.id not in along and ride.meets(figure)]


def _riders(table: Table, carrier: str) -> Iterator[str]:
    """The models on the decks of a model, and those on their decks."""
    for rider in table.riders(carrier):
        yield rider.id
        yield from _riders(table, rider.id)


@remembered
def _breaks(table: Table, who: str, ride: Ride, *, engages: bool) -> tuple[Break, ...]:
    """Everything that forbids a fighter a ride."""
    pose = table.pose(who)
    figures = Scene(table).figures
    details = table.pieces[ride.lift].details
    low, high = from_lattice(details.number("low")), from_lattice(details.number("high"))
    says = []
    if not any(figure.id == who and ride.carries(figure) for figure in figures):
        says.append(say("{who} must be on {lift} with its whole base", who=Who(who), lift=Thing(ride.lift)))
    if beyond(abs(ride.end - ride.start), TRAVEL) or ride.end == ride.start:
        says.append(say("A lift moves up or down, up to {most}", most=Length.of(TRAVEL)))
    if short_of(ride.end, low) or beyond(ride.end, high):
        says.append(
            say(
                "{lift} only moves between heights of {low} and {high}",
                lift=Thing(ride.lift),
                low=Length.of(low),
                high=Length.of(high),
            )
        )
    met = _in_the_path(table, ride)
    says += [
        say("{vehicle} blocks the lift", vehicle=Who(figure.id)) for figure in met if is_vehicle(figure.model)
    ]
    says += [
        say("{thing} is in the way of the lift", thing=Thing(name))
        for name in _above_and_below(table, who, ride)
    ]
    after = _arrived(table, ride)
    near = one_inch.nearer(table, after, who)
    if engages and contacts(after, who):
        near = []
    gone = [figure.id for figure in met]
    once = say("{lift} has already moved this round", lift=Thing(ride.lift))
    return (
        *([Break("lift.once-per-round", once, point(pose))] if table.note(TRAVELLED, ride.lift) else ()),
        *(Break("lift.ride", each, point(pose)) for each in says),
        *(
            Break(
                "one-inch.fighter-limit",
                say(
                    "The lift would take {who} within {limit} of {enemy}, an enemy",
                    who=Who(who),
                    limit=Length.of(ONE_INCH),
                    enemy=Who(name),
                ),
                point(after.pose(who)),
            )
            for name in near
            if name not in gone
        ),
    )


def _above_and_below(table: Table, who: str, ride: Ride) -> list[str]:
    """The floors, roofs and obstacles that the models on the platform would be moved into; floors at its stops are open."""
    view = falling_view(table, who)
    bottom, top = min(ride.start, ride.end), max(ride.start, ride.end)
    found = []
    for solid in (*view.terrain.solids, *view.terrain.hurdles):
        stop = solid.id == ride.lift or same(solid.high, ride.start) or same(solid.high, ride.end)
        if stop or table.deck(solid.id) is not None or not beyond(solid.high, bottom):
            continue
        if any(
            ride.carries(figure)
            and short_of(solid.low, top + figure.high - figure.pose.z)
            and overlaps(figure.body, solid.region)
            for figure in view.scene.figures
        ):
            found.append(solid.id)
    return found


def _arrived(table: Table, ride: Ride) -> Table:
    """The table as it will be when the lift has stopped."""
    for name, place in _aboard(table, ride)[0].items():
        table = apply(table, Moved(name, place))
    return apply(table, PieceChanged(ride.lift, z=to_lattice(ride.end)))


def _go(game: Game, who: str, ride: Ride, spent: int) -> Procedure[None]:
    """The ride itself, which costs no movement, with all models and objects on the platform."""
    here = game.now.pose(who)
    line = Line(
        point(here),
        point(here._replace(z=ride.end)),
        f"ride {ride.lift}",
        to_lattice(abs(ride.end - ride.start)),
        0,
        0,
        "lift.ride",
        spent,
    )
    models, things = _aboard(game.now, ride)
    # Models on a platform level with the floor around it may be placed on that floor: now they are on the lift.
    for name, place in models.items():
        if game.now.models[name].place != place:
            yield from do(Moved(name, place, "gets on"), "lift.ride")
    for name, place in things.items():
        if game.now.objects[name].place != place:
            yield from do(ObjectMoved(name, place), "lift.carries-all")
    yield from do(PieceChanged(ride.lift, z=to_lattice(ride.end)), "lift.ride", ledger=(line,))
    yield from do(Noted(TRAVELLED, ride.lift, True, "round"), "lift.ride")
    riders = [rider for name in models for rider in _riders(game.now, name)]
    for name in (*models, *riders, *things):
        if name != who:
            yield from do(
                Reported("is carried", name), "lift.carries-all", *edition(game.now).against_its_will
            )


def _aboard(table: Table, ride: Ride) -> tuple[dict[str, Place], dict[str, Place]]:
    """The models and the objects on the platform, and their places on it."""
    scene = Scene(table)
    floor = scene.surface(ride.lift)
    assert floor is not None
    models = {
        figure.id: scene.place_at(figure.pose, floor) for figure in scene.figures if ride.carries(figure)
    }
    things = {}
    for thing in table.objects.values():
        pose = table.resolve(thing.place)
        body = outline(thing, pose)
        lies = thing.place.kind == "surface" and same(pose.z, ride.start)
        if lies and lies_on(body, ride.shaft, "all"):
            things[thing.id] = scene.place_at(pose, floor)
    return models, things


# ---------------------------------------------------------------------- models in the path


def _out_of_the_way(game: Game, who: str, ride: Ride) -> Procedure[tuple[str, ...]]:
    """A fighter in the path tests: it gets clear or is crushed. Returns the dangerous areas that it has tested for."""
    what = f"getting out of the way of {ride.lift}"
    says = say("Initiative test to avoid {lift}", lift=Thing(ride.lift))
    quick = yield from initiative_test(game.now, who, what, says, "lift.obstructed-test")
    judge = Escapes(game.now, who, ride.shaft)
    way_out = _way_out(judge) if quick else None
    if way_out is None:
        yield from _crushed(game, who, ride)
        return ()
    side = game.now.models[who].side
    asks = say("Where does {who} get clear of {lift}?", who=Who(who), lift=Thing(ride.lift))
    request = Plan(f"where {who} gets clear", who, judge, side, ("lift.escape-two",), way_out, asks)
    spot = yield from plan(request)
    here = game.now.pose(who)
    dx, dy = from_lattice(spot[0]) - here.x, from_lattice(spot[1]) - here.y
    clauses = ("lift.escape-two", *edition(game.now).against_its_will)
    bearing = math.degrees(math.atan2(dx, dy))
    *_, tested = yield from driven(game, who, bearing, math.hypot(dx, dy), clauses, "gets out of the way")
    return tested


@dataclass(frozen=True, slots=True)
class Escapes:
    """Judges a spot (millionths x, y): reached straight, within the distance, clear of the shaft."""

    table: Table
    who: str
    shaft: Region

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        leg = Leg((int(answer[0]), int(answer[1])))
        way = priced(self.table, self.who, _escape_prices(self.table, self.who), (leg,))
        found = []
        if way.itinerary.hold is not None or not way.itinerary.fits:
            found.append(Break("lift.escape-two", say("{who} can't get there", who=Who(self.who))))
        if way.bill.dry is not None:
            says = say(
                "Too far: {who} may move up to {most} to get clear", who=Who(self.who), most=Length.of(ESCAPE)
            )
            found.append(Break("lift.escape-two", says))
        body = apply(self.table, Moved(self.who, way.end)).body(self.who)
        if overlaps(body, self.shaft):
            says = say("{who} would still be in the path of the lift there", who=Who(self.who))
            found.append(Break("lift.escape-two", says))
        return tuple(found)


def _escape_prices(table: Table, who: str) -> Tariff:
    return replace(tariff(table, who, "move"), allowance=ESCAPE, lens=lens(table, who, voluntary=False))


def _way_out(judge: Escapes) -> tuple[int, int] | None:
    """The nearest spot where a fighter is clear of a shaft; None if there is none."""
    table, who = judge.table, judge.who
    view = falling_view(table, who)
    pose = table.pose(who)
    keeps = (*room(view, pose.z), Clear(judge.shaft))
    near = nearest(view, pose, keeps, limit=ESCAPE)
    if one_of(near) is None:
        return None
    spot = proposed(near)
    if not judge(spot):
        return spot
    found: list[tuple[float, tuple[int, int]]] = []
    for degrees in range(0, 360, LOOK_ROUND):
        ahead = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        settled = settle(view.shape, pose.x, pose.y, pose.facing, keeps, straight=ahead)
        if settled.spots and not judge(proposed(settled)):
            found.append((settled.distance, proposed(settled)))
    return min(found)[1] if found else None


def _crushed(game: Game, who: str, ride: Ride) -> Procedure[None]:
    """A fighter is wounded automatically; if it survives, it is moved out of the path."""
    damage = CRUSH
    if game.now.option("lift_damage") == "roll":
        damage = yield from roll(Roll("lift damage", D3, Total(), who, ("lift.crush",)))
    yield from suffer(game, who, Hit(0, 0, damage, wounds=True), "lift.crush")
    if game.now.models[who].place.on_table:
        clauses = ("lift.crush-survivor-moved", *edition(game.now).against_its_will)
        yield from set_aside(game, who, (), *clauses, keeps=(Clear(ride.shaft),))
