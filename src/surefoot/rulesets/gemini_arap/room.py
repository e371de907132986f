"""Room for a squad whose dice cut its moves short: a figure stops before its fellows, not on them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.geometry.measure import overlaps
from surefoot.geometry.tolerance import from_lattice, short_of, to_lattice
from surefoot.records import replace
from surefoot.referee.cut import Cut, cut, last_rest
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.scene import Scene
from surefoot.rulesets.gemini_arap import door, route
from surefoot.rulesets.gemini_arap.figure import on_table
from surefoot.rulesets.gemini_arap.prices import SMALL
from surefoot.rulesets.gemini_arap.steep import above_climber
from surefoot.rulesets.gemini_arap.tracing import traced
from surefoot.table.effects import Moved, Stopped, apply
from surefoot.table.place import Place, Pose
from surefoot.table.table import Table

Paths = dict[str, tuple[Leg, ...]]
Bunches = tuple[tuple[str, ...], ...]


def overlap(table: Table, one: str, here: Pose, other: str, there: Pose) -> bool:
    """Whether two figures would be in each other at these places: their bases overlap, at heights that meet."""
    tall, taller = (max(from_lattice(table.models[name].height), SMALL) for name in (one, other))
    if not (short_of(here.z, there.z + taller) and short_of(there.z, here.z + tall)):
        return False
    bodies = (
        table.models[name].base.shape.at(pose.x, pose.y, pose.facing)
        for name, pose in ((one, here), (other, there))
    )
    return overlaps(*bodies)


def crowded(table: Table, ends: Mapping[str, Pose], bunches: Bunches = ()) -> list[tuple[str, str]]:
    """The pairs of figures that would be in each other; not those of a bunch: at a doorway or on a ladder there is room."""
    return [
        (one, other)
        for one, other in combinations(ends, 2)
        if not any(one in bunch and other in bunch for bunch in bunches)
        and overlap(table, one, ends[one], other, ends[other])
    ]


def files(table: Table, places: Mapping[str, Place]) -> Bunches:
    """The pairs of figures of which one hangs on a ladder and the other is far enough above it."""
    pairs = combinations(places, 2)
    return tuple(
        pair for pair in pairs if above_climber(table, pair[0], places[pair[0]], pair[1], places[pair[1]])
    )


def shortened(table: Table, squad: tuple[str, ...], ways: Mapping[str, route.Way], paths: Paths) -> Paths:
    """The paths that end earlier because figures that run out of movement leave no room; an empty one: it stays."""
    trips: dict[str, route.Trip] = {}
    opened: dict[str, tuple[str, ...]] = {}
    doors: tuple[str, ...] = ()
    for name, legs in paths.items():
        opened[name] = doors
        trips[name] = route.trip(table, ways[name], legs, doors)
        doors = (*doors, *door.opened(legs))
    if all(path.paid.whole for path in trips.values()):
        return {}
    stops = {name: route.stop(path) for name, path in trips.items()}
    places = {name: table.models[name].place for name in squad}
    for name, path in trips.items():
        places[name] = cut(path.itinerary, stops[name], Scene(table)).end
    found: Paths = {}
    while True:
        ends = {name: table.resolve(place) for name, place in places.items()}
        pairs = crowded(table, ends, files(table, places))
        back = next((name for pair in pairs if (name := _yields(trips, stops, pair))), "")
        if not back:
            return found
        path = trips[back]
        # A figure that must give way a second time stays where it is.
        at = None if back in found else _before(table, path, places, stops[back], opened[back])
        stops[back] = at or (0, 0.0)
        found[back] = () if at is None else _legs_to(path.legs, path.itinerary, at, table)
        places[back] = cut(path.itinerary, stops[back], Scene(table)).end


def _yields(trips: Mapping[str, route.Trip], stops: Mapping[str, Cut], pair: tuple[str, str]) -> str:
    """Which of two figures stops earlier: rather one that ran out of movement; empty if both have not moved."""
    able = [name for name in reversed(pair) if name in trips and stops[name] > (0, 0.0)]
    return min(able, key=lambda name: trips[name].paid.whole, default="")


def _before(
    table: Table, path: route.Trip, places: Mapping[str, Place], at: Cut, opened: tuple[str, ...]
) -> Cut | None:
    """The last point of a path, before another, at which a figure is clear of its fellows there."""
    who = path.way.who
    for name, place in places.items():
        if name != who:
            table = apply(table, Moved(name, place, "goes"))
    return last_rest(traced(table, who, path.legs, opened, beside=True).itinerary, at)


def _legs_to(legs: tuple[Leg, ...], itinerary: Itinerary, at: Cut, table: Table) -> tuple[Leg, ...]:
    """The legs of a path up to a point of it."""
    stride = itinerary.strides[at[0]]
    leg = legs[stride.leg]
    pose = table.resolve(cut(itinerary, at, Scene(table)).end)
    to = to_lattice(pose.x), to_lattice(pose.y)
    if leg.to is not None:
        leg = replace(leg, to=to)
    elif leg.by == "link" and stride.mode != "ladder":
        # It stops on the way to the ladder.
        leg = Leg(to, on=leg.on)
    return (*legs[: stride.leg], leg)


def follow(game: Game, way: route.Way, legs: tuple[Leg, ...], short: Paths) -> Procedure[None]:
    """Follow a path as far as the dice allow and the squad leaves room."""
    ends_early = way.who in short
    path = short.get(way.who, legs)
    if path:
        yield from route.follow(game, way, path)
    if ends_early and on_table(game.now, (way.who,)):
        yield from do(Stopped(way.who, "the squad leaves no room"), "coherency.head-to-head")
