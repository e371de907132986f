"""Places of models and objects of a file: finds surfaces by name or height, checks places and overlaps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from surefoot.files.bounds import on_board, swapped
from surefoot.files.forms import StandingForm
from surefoot.files.reading import Reading
from surefoot.files.source import Way
from surefoot.geometry import kernel
from surefoot.geometry.measure import overlaps
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, same, to_lattice
from surefoot.language import Field, Notation, Quantity, Quoted, Sentence, count, say
from surefoot.records import dataclass
from surefoot.referee.scene import Scene, Surface
from surefoot.table.model import Model
from surefoot.table.place import BOARD, Place, PlaceKind, Pose
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS

# Kinds of places without a position.
NOWHERE = ("reserve", "off", "gone")
# Kinds of places with a position that is on no surface.
_ABOVE_GROUND = ("air", "water", "link", "edge")


def surfaces_of(scene: Scene) -> list[Surface]:
    """Every surface of a scene, with the decks of models."""
    return [*scene.ground.surfaces, *scene.decks]


def surface_at(scene: Scene, x: float, y: float, height: float) -> Surface | Sentence:
    """The surface at a point and a height; the problem if there is none."""
    here = [
        surface
        for surface in surfaces_of(scene)
        if kernel.region_distance(x, y, surface.region.rings) <= TOLERANCE
    ]
    for surface in here:
        if same(surface.height(x, y), height):
            return surface
    fields = {"height": Quantity(height), "x": Quantity(x), "y": Quantity(y)}
    there = tuple(
        say("{name} at {height}", name=Quoted(surface.id), height=Quantity(surface.height(x, y)))
        for surface in here
    )
    if there:
        return say("no surface is at height {height} at ({x}, {y}); found {there}", there=there, **fields)
    return say("no surface is at height {height} at ({x}, {y}), or at any other height", **fields)


class Places:
    """Reads the places of models and objects on a table with its terrain."""

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
        """The place that a form describes; None, with its problems added to the reading, if it can't be used."""
        kind = form.place.kind if form.place is not None else "surface"
        on = form.place.on if form.place is not None and form.place.on else form.on
        in_place = form.place is not None and (bool(form.place.on) or not form.on)
        on_way: Way = (*way, "place", "on") if in_place else (*way, "on")
        if kind in NOWHERE:
            needless = [name for name in ("at", "z") if name in form.given]
            for name in needless:
                says = say(
                    "the place {kind} has no position: leave out {field}",
                    kind=Quoted(kind),
                    field=Notation(name),
                )
                self.reading.wrong((*way, name), says)
            return None if needless else Place(cast(PlaceKind, kind), on)
        if kind == "aboard":
            return self._aboard(form, on, on_way, models)
        if not self._one_height(form, way):
            return None
        if kind == "link":
            return self._on_link(form, on, on_way, way)
        if form.at is None:
            self.reading.wrong(way, say("is missing: its position [x, y]"), missing="at")
            return None
        if kind in ("air", "water"):
            return self._place(form, kind, on, height_of(form) or 0.0)
        known = self.names if kind == "surface" else [*self.table.pieces, BOARD]
        called = say("a surface") if kind == "surface" else say("a piece of terrain")
        if on and not self.reading.refer(on, known, called, on_way):
            return None
        if kind == "surface":
            # Without a name the surface is found by its height, when the decks of all models have their places: `settled`.
            return self._place(form, kind, on or BOARD, 0.0)
        return self._place(form, kind, on or BOARD, height_of(form) or 0.0)

    def _one_height(self, form: StandingForm, way: Way) -> bool:
        """Whether a place has one height, if any: `z` and the third number of `at` mean the same."""
        high = None if form.at is None else form.at[2]
        if high is None or form.z is None or same(high, form.z):
            return True
        says = say(
            "at has the height {high} already: leave out z, or write {z} there",
            high=Quantity(high),
            z=Quantity(form.z),
        )
        self.reading.wrong((*way, "z"), says)
        return False

    def _place(self, form: StandingForm, kind: str, on: str, z: float) -> Place:
        x, y, _ = form.at if form.at is not None else (0.0, 0.0, None)
        band = form.place.band if form.place is not None else ""
        facing = to_lattice((form.facing or 0.0) % 360.0)
        return Place(cast(PlaceKind, kind), on, to_lattice(x), to_lattice(y), to_lattice(z), facing, band)

    def _aboard(self, form: StandingForm, on: str, way: Way, models: tuple[str, ...]) -> Place | None:
        needless = [name for name in ("at", "z") if name in form.given]
        for name in needless:
            says = say("a model aboard is where its carrier is: leave out {field}", field=Notation(name))
            self.reading.wrong((*way[:2], name), says)
        if needless:
            return None
        if not on:
            self.reading.wrong(way[:-1], say("is missing: the model that carries it"), missing="on")
            return None
        return Place("aboard", on) if self.reading.refer(on, models, say("a model"), way) else None

    def _on_link(self, form: StandingForm, on: str, on_way: Way, way: Way) -> Place | None:
        if not on:
            self.reading.wrong(
                on_way[:-1], say("is missing: the ladder, rope or wall it hangs on"), missing="on"
            )
            return None
        if not self.reading.refer(on, self.table.pieces, say("a ladder, a rope or a wall"), on_way):
            return None
        piece = self.table.pieces[on]
        high = height_of(form)
        z = from_lattice(piece.z) if high is None else high
        if form.at is not None:
            return self._place(form, "link", on, z)
        if piece.sort not in LINK_SORTS:
            self.reading.wrong(
                way, say("is missing: its position [x, y] on {on}", on=Quoted(on)), missing="at"
            )
            return None
        facing = to_lattice((form.facing or 0.0) % 360.0)
        return Place("link", on, piece.line[0], piece.line[1], to_lattice(z), facing)


def height_of(form: StandingForm) -> float | None:
    """The height that a model or an object gives, as `z` or as the third number of `at`."""
    return form.z if form.z is not None or form.at is None else form.at[2]


def height_field(form: StandingForm) -> str:
    """The field that gives the height."""
    return "at" if form.z is None else "z"


def names_surface(form: StandingForm) -> bool:
    """Whether a model or an object names its surface."""
    return bool(form.on or (form.place is not None and form.place.on))


def settled(scene: Scene, place: Place, form: StandingForm) -> Place | Sentence:
    """The place of a model or an object on the surface that it names, or that is at the height that it gives; the problem if there is none."""
    height = height_of(form)
    if place.kind != "surface" or height is None:
        return place
    pose = scene.table.resolve(place)
    if names_surface(form):
        # On a surface, z: 0 is a height above it.
        if same(pose.z, height) or form.z == 0:
            return place
        return say(
            "{on} is at height {found} there, not {height}: give only one of them",
            on=Quoted(place.on),
            found=Quantity(pose.z),
            height=Quantity(height),
        )
    found = surface_at(scene, pose.x, pose.y, height)
    if isinstance(found, Sentence):
        return found
    return scene.place_at(Pose(pose.x, pose.y, height, pose.facing), found)


def settle(reading: Reading, table: Table, standing: Mapping[str, tuple[StandingForm, Way]]) -> Table:
    """The table with each model that gave a height on the surface at that height; a carrier comes before what stands on its decks."""
    left = dict(standing)
    while left:
        waiting = [
            name
            for name, model in table.models.items()
            if name in left or left.keys() & set(carriers(table, model))
        ]
        # The deck of a carrier has its height once the carrier has its own.
        scene = Scene(table.changed(models=table.models.without(*waiting)))
        found = {
            name: settled(scene, table.models[name].place, form)
            for name, (form, _) in left.items()
            if not left.keys() & set(carriers(table, table.models[name]))
        }
        places = {name: place for name, place in found.items() if not isinstance(place, Sentence)}
        if not places:
            return _unsettled(reading, table, left, found)
        for name, place in places.items():
            table = table.changed(models=table.models.with_(name, table.models[name].at(place)))
            del left[name]
    return table


def _unsettled(
    reading: Reading,
    table: Table,
    left: Mapping[str, tuple[StandingForm, Way]],
    found: Mapping[str, Place | Sentence],
) -> Table:
    """The table without the models for which no surface was found; what stands on such a carrier has no problem of its own."""
    for name, says in found.items():
        form, way = left[name]
        if isinstance(says, Sentence):
            reading.wrong((*way, height_field(form)), says)
    reading.broken |= dict.fromkeys(left)
    return table.changed(models=table.models.without(*left))


def check_standing(reading: Reading, table: Table, ways: Mapping[str, Way]) -> None:
    """Add a problem for each model whose centre is not over its surface; one for all models of a unit in ranks."""
    scene = Scene(table)
    wrong: dict[Way, list[Sentence]] = {}
    for name, way in ways.items():
        says = unsupported(scene, name, table.models[name].place) if name in table.models else None
        if says is not None:
            wrong.setdefault(way, []).append(says)
    for way, (first, *others) in wrong.items():
        reading.wrong((*way, "at"), and_others(first, len(others)))


def and_others(first: Sentence, others: int) -> Sentence:
    """The problem of the first model of a unit that many of its models share."""
    if not others:
        return first
    return count(
        "{first}; the same goes for {n} other model of its unit",
        "{first}; the same goes for {n} other models of its unit",
        others,
        first=first,
    )


def unsupported(scene: Scene, name: str, place: Place) -> Sentence | None:
    """The problem if the centre of a model or object is not over its surface, or over no ground at all where it stands on none."""
    if place.kind in _ABOVE_GROUND:
        return _over_nothing(scene, name, place)
    if place.kind != "surface":
        return None
    surface = scene.surface(place.on)
    if surface is not None:
        return _outside(scene, name, place, surface)
    carried = scene.table.deck(place.on)
    if carried is None:
        return _no_ground(scene, name, place)
    return say(
        "{name} stands on {carrier}, which is not on the table",
        name=Notation(name),
        carrier=Notation(carried[0].id),
    )


def _over_nothing(scene: Scene, name: str, place: Place) -> Sentence | None:
    """The problem if there is no ground at all below the centre of a model that flies, swims, climbs or hangs."""
    pose = scene.table.resolve(place)
    if any(
        kernel.region_distance(pose.x, pose.y, each.region.rings) <= TOLERANCE for each in surfaces_of(scene)
    ):
        return None
    board = scene.surface(BOARD)
    if board is not None:
        return _outside(scene, name, place, board)
    return _no_ground(scene, name, place)


def _no_ground(scene: Scene, name: str, place: Place) -> Sentence:
    pose = scene.table.resolve(place)
    x, y = Quantity(pose.x), Quantity(pose.y)
    return say("{name} is at ({x}, {y}), where there is no ground", name=Notation(name), x=x, y=y)


def _outside(scene: Scene, name: str, place: Place, surface: Surface) -> Sentence | None:
    """The problem if the centre of a model or object is outside a surface."""
    pose = scene.table.resolve(place)
    if kernel.region_distance(pose.x, pose.y, surface.region.rings) <= TOLERANCE:
        return None
    west, south, east, north = surface.region.bounds
    called = say("the board") if surface.id == BOARD else say("{surface}", surface=Quoted(surface.id))
    fields: dict[str, Field] = {
        "name": Notation(name),
        "x": Quantity(pose.x),
        "y": Quantity(pose.y),
        "surface": called,
    }
    if west <= pose.x <= east and south <= pose.y <= north:
        return say("{name} is at ({x}, {y}), where {surface} has no ground", **fields)
    low = say("({x}, {y})", x=Quantity(west), y=Quantity(south))
    high = say("({x}, {y})", x=Quantity(east), y=Quantity(north))
    says = say(
        "{name} is at ({x}, {y}), outside {surface}, which extends from {low} to {high}",
        low=low,
        high=high,
        **fields,
    )
    turned = surface.id == BOARD and on_board(scene.table.board, pose.y, pose.x)
    return swapped(says) if turned else says


@dataclass(frozen=True, slots=True)
class _Stand:
    """A model with its body and its lowest and highest point, for finding overlaps."""

    model: Model
    body: Body
    low: float
    high: float
    reach: float


def overlapping(table: Table, names: Iterable[str]) -> Iterator[tuple[_Stand, _Stand]]:
    """Each pair of these models that overlap, in the order of their names."""
    stands = []
    for name in names:
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
                yield first, second
        open_.append(stand)


def check_overlaps(reading: Reading, table: Table, ways: dict[str, Way]) -> None:
    """Add a problem for each pair of models that overlap; one for all pairs of two units in ranks."""
    order = {name: i for i, name in enumerate(ways)}
    pairs: dict[tuple[Way, Way], list[tuple[_Stand, _Stand]]] = {}
    for first, second in overlapping(table, ways):
        pairs.setdefault((ways[first.model.id], ways[second.model.id]), []).append((first, second))
    for found in pairs.values():
        first, second = min(found, key=lambda pair: (order[pair[1].model.id], order[pair[0].model.id]))
        others = {pair[1].model.id for pair in found} - {second.model.id}
        _note_overlap(reading, first, second, ways, len(others))


def _note_overlap(reading: Reading, first: _Stand, second: _Stand, ways: dict[str, Way], others: int) -> None:
    name, other = second.model.id, first.model.id
    line = reading.source.line(ways[other])
    fields = {"name": Notation(name), "other": Notation(other), "line": Notation(str(line))}
    says = (
        say("{name} overlaps {other} (line {line})", **fields)
        if line
        else say("{name} overlaps {other}", name=fields["name"], other=fields["other"])
    )
    if "round" == first.model.base.kind == second.model.base.kind:
        needed = first.body.radius + second.body.radius
        apart = math.dist((first.body.x, first.body.y), (second.body.x, second.body.y))
        says = say(
            "{problem}: their centres are {apart} apart, their bases need {needed}",
            problem=says,
            apart=Quantity(apart),
            needed=Quantity(needed),
        )
    reading.wrong((*ways[name], "at"), and_others(says, others))


def _in_one_another(table: Table, one: _Stand, other: _Stand) -> bool:
    on_same = (
        one.model.place.kind == other.model.place.kind == "surface"
        and one.model.place.on == other.model.place.on
    )
    in_height = one.low < other.high - TOLERANCE and other.low < one.high - TOLERANCE
    if not (on_same or in_height or same(one.low, other.low)) or _above_climber(table, one, other):
        return False
    return overlaps(one.body, other.body) and not _rides(table, one.model, other.model)


def _above_climber(table: Table, one: _Stand, other: _Stand) -> bool:
    """Whether the lower of two models hangs on a ladder; how far below it must hang is for the rules to say."""
    lower = min(one, other, key=lambda each: each.low)
    piece = table.pieces.get(lower.model.place.on)
    on_ladder = lower.model.place.kind == "link" and piece is not None and piece.sort in LINK_SORTS
    return on_ladder and not same(one.low, other.low)


def _rides(table: Table, one: Model, other: Model) -> bool:
    """Whether one model is carried by the other, directly or indirectly."""
    return other.id in carriers(table, one) or one.id in carriers(table, other)


def carriers(table: Table, model: Model) -> list[str]:
    """The models that carry a model, nearest first. A cycle ends the list."""
    found: list[str] = []
    carried = table.deck(model.place.on) if model.place.kind == "surface" else None
    while carried is not None and carried[0].id not in found:
        found.append(carried[0].id)
        place = carried[0].place
        carried = table.deck(place.on) if place.kind == "surface" else None
    return found
