"""Lifts: a ride in the course of a move, those who ride along, and those who stand in the way."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.pool import D3
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Plan, Procedure, Refused, Roll, do, plan, roll
from surefoot.geometry.measure import lies_on, overlaps
from surefoot.geometry.settle import Clear, settle
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import beyond, from_lattice, same, short_of, to_lattice, within
from surefoot.referee.bill import Line, bill, point
from surefoot.referee.itinerary import Leg
from surefoot.referee.placing import nearest, one_of, proposed, room
from surefoot.referee.scene import Figure, Scene, region_of
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.rulesets.necromunda_classic import one_inch
from surefoot.rulesets.necromunda_classic.edges import falling_view
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import contacts, is_vehicle, outline
from surefoot.rulesets.necromunda_classic.hits import Hit, suffer
from surefoot.rulesets.necromunda_classic.involuntary import separate, set_aside
from surefoot.rulesets.necromunda_classic.prices import lens, tariff
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.rulesets.necromunda_classic.toward import driven
from surefoot.table.effects import Moved, Noted, ObjectMoved, PieceChanged, Reported, apply
from surefoot.table.place import Place
from surefoot.table.table import Table

# A lift travels no further than this in one journey.
TRAVEL = 4.0
# Whoever gets out of its way moves no further than this.
ESCAPE = 2.0
# The Damage of being crushed, unless it is rolled.
CRUSH = 3
# Remembered of a lift that has made its journey of the round.
TRAVELLED = "travelled"
# If the shortest way out of a shaft is barred, a straight one is looked for at every so many degrees.
LOOK_ROUND = 5


@dataclass(frozen=True, slots=True)
class Ride:
    """A journey of a lift: its platform in plan, and from which height to which."""

    lift: str
    shaft: Region
    start: float
    end: float

    def carries(self, figure: Figure) -> bool:
        """Whether a model stands on the platform with its whole base."""
        return same(figure.pose.z, self.start) and lies_on(figure.body, self.shaft, "all")

    def meets(self, figure: Figure) -> bool:
        """Whether a model that does not ride stands in the path of the platform."""
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


def travel(game: Game, who: str, leg: Leg, spent: int, *, engages: bool) -> Procedure[bool]:
    """Have a lift travel; whether it did. `engages` if this move may end in contact with enemies."""
    if game.now.note(TRAVELLED, leg.link):
        yield from do(Reported("the lift stays", who), "lift.once-per-round")
        return False
    piece = game.now.pieces[leg.link]
    ride = Ride(leg.link, region_of(piece.outline), from_lattice(piece.z), from_lattice(piece.z + leg.rise))
    breaks = _breaks(game.now, who, ride, engages=engages)
    if breaks:
        raise Refused(*breaks)
    met = [figure.id for figure in Scene(game.now).figures if ride.meets(figure)]
    for name in met:
        yield from _out_of_the_way(game, name, ride)
    yield from _go(game, who, ride, spent)
    for name in met:
        if game.now.models[name].place.on_table:
            yield from separate(game, name)
    return True


def _breaks(table: Table, who: str, ride: Ride, *, engages: bool) -> list[Break]:
    """Everything that keeps a fighter from having a lift travel."""
    pose = table.pose(who)
    figures = Scene(table).figures
    details = table.pieces[ride.lift].details
    low, high = from_lattice(details.number("low")), from_lattice(details.number("high"))
    says = []
    if not any(figure.id == who and ride.carries(figure) for figure in figures):
        says.append(f"the whole base of {who} must be on {ride.lift}")
    if beyond(abs(ride.end - ride.start), TRAVEL) or ride.end == ride.start:
        says.append(f'a lift travels up to {TRAVEL:g}", up or down')
    if short_of(ride.end, low) or beyond(ride.end, high):
        says.append(f'the shaft of {ride.lift} goes from {low:g}" to {high:g}"')
    met = [figure for figure in figures if ride.meets(figure)]
    says += [f"{figure.id} blocks the shaft" for figure in met if is_vehicle(figure.model)]
    after = _arrived(table, ride)
    near = one_inch.nearer(table, after, who)
    if engages and contacts(after, who):
        near = []
    gone = [figure.id for figure in met]
    return [
        *(Break("lift.ride", each, point(pose)) for each in says),
        *(
            Break("one-inch.fighter-limit", f'the lift stops within 1" of {name}', point(after.pose(who)))
            for name in near
            if name not in gone
        ),
    ]


def _arrived(table: Table, ride: Ride) -> Table:
    """The table as it will be when the lift has stopped."""
    for name, place in _aboard(table, ride)[0].items():
        table = apply(table, Moved(name, place))
    return apply(table, PieceChanged(ride.lift, z=to_lattice(ride.end)))


def _go(game: Game, who: str, ride: Ride, spent: int) -> Procedure[None]:
    """The journey itself, free of charge, with everybody and everything on the platform."""
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
    # A platform level with the floor around it may count as that floor: from now on they stand on the lift.
    for name, place in models.items():
        if game.now.models[name].place != place:
            yield from do(Moved(name, place, "gets on"), "lift.ride")
    for name, place in things.items():
        if game.now.objects[name].place != place:
            yield from do(ObjectMoved(name, place), "lift.carries-all")
    yield from do(PieceChanged(ride.lift, z=to_lattice(ride.end)), "lift.ride", ledger=(line,))
    yield from do(Noted(TRAVELLED, ride.lift, True, "round"), "lift.ride")
    for name in (*models, *things):
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


# ---------------------------------------------------------------------- in the way


def _out_of_the_way(game: Game, who: str, ride: Ride) -> Procedure[None]:
    """A fighter in the path tests and gets clear, or is crushed."""
    what = f"getting out of the way of {ride.lift}"
    quick = yield from initiative_test(game.now, who, what, "lift.obstructed-test")
    judge = Escapes(game.now, who, ride.shaft)
    way_out = _way_out(judge) if quick else None
    if way_out is None:
        yield from _crushed(game, who, ride)
        return
    side = game.now.models[who].side
    spot = yield from plan(Plan(f"where {who} gets clear", who, judge, side, ("lift.escape-two",), way_out))
    here = game.now.pose(who)
    dx, dy = from_lattice(spot[0]) - here.x, from_lattice(spot[1]) - here.y
    clauses = ("lift.escape-two", *edition(game.now).against_its_will)
    bearing = math.degrees(math.atan2(dx, dy))
    yield from driven(game, who, bearing, math.hypot(dx, dy), clauses, "gets out of the way")


@dataclass(frozen=True, slots=True)
class Escapes:
    """Judges a spot (millionths x, y): straight there, at the prices of the ground, clear of the shaft."""

    table: Table
    who: str
    shaft: Region

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        scene = Scene(self.table)
        prices = _escape_prices(self.table, self.who)
        way = trace(scene, prices.lens, self.who, (Leg((int(answer[0]), int(answer[1]))),))
        found = []
        if way.hold is not None or not way.fits:
            found.append(Break("lift.escape-two", "it cannot get there"))
        if bill(way, prices).dry is not None:
            found.append(Break("lift.escape-two", f'that is more than {ESCAPE:g}" away'))
        body = apply(self.table, Moved(self.who, way.end)).body(self.who)
        if overlaps(body, self.shaft):
            found.append(Break("lift.escape-two", "there the lift would still meet it"))
        return tuple(found)


def _escape_prices(table: Table, who: str) -> Tariff:
    return replace(tariff(table, who, "move"), allowance=ESCAPE, lens=lens(table, who, voluntary=False))


def _way_out(judge: Escapes) -> tuple[int, int] | None:
    """The nearest spot to which a fighter can get clear of a shaft; none if there is no such spot."""
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
    """An automatic wound; who survives it is shifted out of the path."""
    damage = CRUSH
    if game.now.option("lift_damage") == "roll":
        damage = yield from roll(Roll("lift damage", D3, Total(), who, ("lift.crush",)))
    yield from suffer(game, who, Hit(0, 0, damage, wounds=True), "lift.crush")
    if game.now.models[who].place.on_table:
        clauses = ("lift.crush-survivor-moved", *edition(game.now).against_its_will)
        yield from set_aside(game, who, {}, *clauses, keeps=(Clear(ride.shaft),))
