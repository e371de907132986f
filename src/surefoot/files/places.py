"""Where things of a file stand: surfaces found by name or by height, places checked, overlaps found."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

from surefoot.files.forms import StandingForm
from surefoot.files.reading import Reading
from surefoot.files.source import Way
from surefoot.geometry import kernel
from surefoot.geometry.measure import overlaps
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, same, to_lattice
from surefoot.referee.scene import Scene, Surface
from surefoot.table.model import Model
from surefoot.table.place import BOARD, Place, PlaceKind, Pose
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS

# Kinds of places that are nowhere in particular.
NOWHERE = ("reserve", "off", "gone")


def surfaces_of(scene: Scene) -> list[Surface]:
    """Everything that can be stood on."""
    return [*scene.ground.surfaces, *scene.decks]


def surface_at(scene: Scene, x: float, y: float, height: float) -> Surface | str:
    """The surface at a height under a point; in words what there is instead, if there is none."""
    here = [
        surface
        for surface in surfaces_of(scene)
        if kernel.region_distance(x, y, surface.region.rings) <= TOLERANCE
    ]
    for surface in here:
        if same(surface.height(x, y), height):
            return surface
    there = [f"{surface.id} at {surface.height(x, y):g}" for surface in here]
    says = f"there is no surface at height {height:g} at ({x:g}, {y:g})"
    return f"{says}; there is {', '.join(there)}" if there else f"{says}, nor at any other height"


class Places:
    """Finds the places of models and objects on a table whose terrain is laid."""

    def __init__(self, reading: Reading, table: Table, decks: tuple[str, ...]) -> None:
        self.reading = reading
        self.table = table
        self.scene = Scene(table)
        self.names = [
            BOARD,
            *(surface.id for surface in self.scene.ground.surfaces if surface.id != BOARD),
            *decks,
        ]

    def place(self, form: StandingForm, way: Way, models: tuple[str, ...]) -> Place | None:
        """The place that a form describes; None, with its problems noted, if it describes none."""
        kind = form.place.kind if form.place is not None else "surface"
        on = form.place.on if form.place is not None and form.place.on else form.on
        in_place = form.place is not None and (bool(form.place.on) or not form.on)
        on_way: Way = (*way, "place", "on") if in_place else (*way, "on")
        if kind in NOWHERE:
            if form.at is not None:
                self.reading.wrong((*way, "at"), f"what is in place {kind!r} stands nowhere; leave `at` out")
                return None
            return Place(cast(PlaceKind, kind), on)
        if kind == "aboard":
            return self._aboard(form, on, on_way, models)
        if kind == "link":
            return self._on_link(form, on, on_way, way)
        if form.at is None:
            self.reading.wrong(way, "is missing: where it stands, [x, y]", missing="at")
            return None
        if kind in ("air", "water"):
            return self._off_ground(form, kind, on)
        known = self.names if kind == "surface" else [*self.table.pieces, BOARD]
        called = "a surface" if kind == "surface" else "a piece of terrain"
        if on and not self.reading.refer(on, known, called, on_way):
            return None
        x, y, height = form.at
        if height is not None and not on:
            # Found later, when the decks of all models are where they belong.
            on = ""
        elif height is not None and not self._at_height(on, x, y, height, (*way, "at")):
            return None
        else:
            on = on or BOARD
        return self._place(form, kind, on, form.z or 0.0)

    def _place(self, form: StandingForm, kind: str, on: str, z: float) -> Place:
        x, y, _ = form.at if form.at is not None else (0.0, 0.0, None)
        band = form.place.band if form.place is not None else ""
        facing = to_lattice((form.facing or 0.0) % 360.0)
        return Place(cast(PlaceKind, kind), on, to_lattice(x), to_lattice(y), to_lattice(z), facing, band)

    def _at_height(self, on: str, x: float, y: float, height: float, way: Way) -> bool:
        surface = self.scene.surface(on)
        if surface is None or same(surface.height(x, y), height):
            return True
        self.reading.wrong(
            way,
            f"{on!r} is at height {surface.height(x, y):g} there, not {height:g}; leave one of the two out",
        )
        return False

    def _aboard(self, form: StandingForm, on: str, way: Way, models: tuple[str, ...]) -> Place | None:
        if form.at is not None:
            self.reading.wrong((*way[:2], "at"), "who is aboard stands inside its carrier; leave `at` out")
            return None
        if not on:
            self.reading.wrong(way[:-1], "is missing: the model that carries it", missing="on")
            return None
        return Place("aboard", on) if self.reading.refer(on, models, "a model", way) else None

    def _on_link(self, form: StandingForm, on: str, on_way: Way, way: Way) -> Place | None:
        if not on:
            self.reading.wrong(on_way[:-1], "is missing: the ladder, rope or wall it hangs on", missing="on")
            return None
        if not self.reading.refer(on, self.table.pieces, "a ladder, a rope or a wall", on_way):
            return None
        piece = self.table.pieces[on]
        z = from_lattice(piece.z) if form.z is None else form.z
        if form.at is not None:
            return self._place(form, "link", on, z)
        if piece.sort not in LINK_SORTS:
            self.reading.wrong(way, f"is missing: where on {on!r} it hangs, [x, y]", missing="at")
            return None
        facing = to_lattice((form.facing or 0.0) % 360.0)
        return Place("link", on, piece.line[0], piece.line[1], to_lattice(z), facing)

    def _off_ground(self, form: StandingForm, kind: str, on: str) -> Place:
        height = form.at[2] if form.at is not None else None
        return self._place(form, kind, on, form.z if form.z is not None else height or 0.0)


def settle_hints(reading: Reading, table: Table, hints: dict[str, tuple[float, Way]]) -> Table:
    """Models that said at which height they stand get the surface that is there."""
    scene = Scene(table)
    for name, (height, way) in hints.items():
        model = table.models[name]
        x, y = from_lattice(model.place.x), from_lattice(model.place.y)
        found = surface_at(scene, x, y, height)
        if isinstance(found, str):
            reading.wrong((*way, "at"), found)
            reading.broken[name] = None
            table = table.changed(models=table.models.without(name))
            continue
        pose = Pose(x, y, height, from_lattice(model.place.facing))
        place = scene.place_at(pose, found)
        table = table.changed(models=table.models.with_(name, model.at(place)))
    return table


def check_standing(reading: Reading, table: Table, ways: dict[str, Way]) -> None:
    """Every model that stands on a surface has its centre over it."""
    scene = Scene(table)
    for name, way in ways.items():
        if name in table.models:
            stands(reading, scene, name, table.models[name].place, way)


def stands(reading: Reading, scene: Scene, name: str, place: Place, way: Way) -> bool:
    """Whether what is on a surface has its centre over it; a problem if not."""
    surface = scene.surface(place.on) if place.kind == "surface" else None
    if surface is None:
        return True
    pose = scene.table.resolve(place)
    if kernel.region_distance(pose.x, pose.y, surface.region.rings) <= TOLERANCE:
        return True
    west, south, east, north = surface.region.bounds
    called = "the board" if surface.id == BOARD else repr(surface.id)
    says = f"{name} would stand at ({pose.x:g}, {pose.y:g}), which is not on {called}"
    extent = f"that reaches from ({west:g}, {south:g}) to ({east:g}, {north:g})"
    hole = west <= pose.x <= east and south <= pose.y <= north
    reading.wrong((*way, "at"), f"{says}: {'there is no ground at that point' if hole else extent}")
    return False


@dataclass(frozen=True, slots=True)
class _Stand:
    """A model as others could bump into it."""

    model: Model
    body: Body
    low: float
    high: float
    reach: float


def check_overlaps(reading: Reading, table: Table, ways: dict[str, Way]) -> None:
    """No two models stand in one another."""
    stands = []
    for name in ways:
        model = table.models.get(name)
        if model is None or not model.place.on_table:
            continue
        pose = table.pose(name)
        high = pose.z + from_lattice(model.height)
        stands.append(_Stand(model, table.body(name), pose.z, high, model.base.shape.reach))
    order = {stand.model.id: i for i, stand in enumerate(stands)}
    by_west = sorted(stands, key=lambda stand: (stand.body.x - stand.reach, order[stand.model.id]))
    open_: list[_Stand] = []
    for stand in by_west:
        west = stand.body.x - stand.reach
        open_ = [other for other in open_ if other.body.x + other.reach > west]
        for other in open_:
            if _in_one_another(table, stand, other):
                first, second = sorted((stand, other), key=lambda each: order[each.model.id])
                _note_overlap(reading, first, second, ways)
        open_.append(stand)


def _note_overlap(reading: Reading, first: _Stand, second: _Stand, ways: dict[str, Way]) -> None:
    name, other = second.model.id, first.model.id
    line = reading.source.line(ways[other])
    says = f"{name} overlaps {other}{f' (line {line})' if line else ''}"
    if "round" == first.model.base.kind == second.model.base.kind:
        needed = first.body.radius + second.body.radius
        apart = math.dist((first.body.x, first.body.y), (second.body.x, second.body.y))
        says += f": their centres are {apart:.3g} apart, and their bases need {needed:.3g}"
    reading.wrong((*ways[name], "at"), says)


def _in_one_another(table: Table, one: _Stand, other: _Stand) -> bool:
    on_same = (
        one.model.place.kind == other.model.place.kind == "surface"
        and one.model.place.on == other.model.place.on
    )
    in_height = one.low < other.high - TOLERANCE and other.low < one.high - TOLERANCE
    if not (on_same or in_height or same(one.low, other.low)):
        return False
    return overlaps(one.body, other.body) and not _rides(table, one.model, other.model)


def _rides(table: Table, one: Model, other: Model) -> bool:
    """Whether one of the two stands on the other, directly or on what the other carries."""
    return other.id in carriers(table, one) or one.id in carriers(table, other)


def carriers(table: Table, model: Model) -> list[str]:
    """The models that carry a model, from the nearest on; ends when a circle closes."""
    found: list[str] = []
    carried = table.deck(model.place.on) if model.place.kind == "surface" else None
    while carried is not None and carried[0].id not in found:
        found.append(carried[0].id)
        place = carried[0].place
        carried = table.deck(place.on) if place.kind == "surface" else None
    return found
