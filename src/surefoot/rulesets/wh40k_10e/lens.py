"""The lens of the planner: what terrain and models are to a moving model, by the limits that declared paths are judged by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from surefoot.geometry.cells import Cells
from surefoot.geometry.kernel import core_region_distance
from surefoot.geometry.measure import lies_on
from surefoot.geometry.shapes import round_base
from surefoot.geometry.sweep import rings_of
from surefoot.geometry.tolerance import beyond, from_lattice, same, to_lattice, within
from surefoot.records import replace
from surefoot.referee.lens import Lens, LowRoof, Met, Models, Pieces, Role, Zone
from surefoot.referee.tariff import KeepOut
from surefoot.rulesets.wh40k_10e.engagement import HORIZONTALLY
from surefoot.rulesets.wh40k_10e.kinds_of_move import STATIONARY
from surefoot.rulesets.wh40k_10e.passing import (
    ENGAGEMENT,
    engaged_below_and_above,
    passes_big_friends,
    passes_enemies,
)
from surefoot.rulesets.wh40k_10e.squad import MONSTER, NAME, VEHICLE, Stand, is_afoot, stands
from surefoot.rulesets.wh40k_10e.terrain import Part, features
from surefoot.table.model import Model
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import Piece

NEAR = "engagement"
NEAR_HULL = "engagement-of-"

# Selectors of pieces, each with the role of the pieces that it selects.
Seen = tuple[tuple[Pieces, Role], ...]


def lens(table: Table, who: str, kind: str) -> Lens:
    """The lens of a model for a kind of move, from the level on which it stands."""
    model = table.models[who]
    level = to_lattice(_level(table, model))
    shut = _shut(table.pieces, model.height, is_afoot(model))
    return Lens(
        pieces=(
            *(((Pieces(ids=tuple(name for name, _ in shut)), "hurdle"),) if shut else ()),
            *_pieces(table.pieces, _carrier(table, model), level, is_afoot(model)),
        ),
        models=_models(model),
        zones=_zones(table, model),
        heights=tuple(_heights(table, model)),
        low_roofs=_low_roofs(table.pieces, model.height, model.base.shape.reach, is_afoot(model)),
        tops=shut,
    )


def _level(table: Table, model: Model) -> float:
    """The level on which a model stands: on a low part, the one that counts there."""
    ground, pose = features(table), table.pose(model.id)
    own = ground.named(model.place.on)
    if own is None or own.tall:
        return pose.z
    afoot = is_afoot(model)
    return ground.highest_below(
        own.counted, table.body(model.id), pose.z, lambda part: part.in_ruins and afoot
    )


def _carrier(table: Table, model: Model) -> str:
    """The piece on which a model stands: of a low part, the tall one that carries it."""
    own = features(table).named(model.place.on)
    while own is not None and not own.tall:
        own = features(table).named(own.piece.on)
    return "" if own is None else own.id


def _heights(table: Table, model: Model) -> Iterator[Met]:
    """The heights at which other models are met: low ground near them lifts the mover without a climb."""
    parts = [part for part in features(table).parts if part.is_low]
    if not parts:
        return
    level = _level(table, model)
    for other in stands(table):
        shape = round_base(2 * (other.reach + HORIZONTALLY + model.base.shape.reach))
        around = shape.at(other.body.x, other.body.y, 0.0)
        near = [part for part in parts if part.under(around)]
        if other.id == model.id or not near:
            continue
        heights = [_met_from(part, other, level) for part in near]
        on = tuple((part.piece.id, part.counted, height) for part, height in zip(near, heights, strict=True))
        # Ground on another level lifts the mover only when it is up there.
        here = [
            (part, height) for part, height in zip(near, heights, strict=True) if same(part.counted, level)
        ]
        under = [height for _, height in here]
        if not any(lies_on(around, part.region, "all") for part, _ in here):
            under.append(other.level)
        nearest = min(under, key=lambda height: abs(height - level))
        if on or not same(nearest, other.level):
            yield Met(other.id, nearest, on)


def _met_from(part: Part, other: Stand, level: float) -> float:
    """The height at which a model is met from a low part, which lifts the mover.

    On a slope that depends on the place: the nearest one counts on all of it, so that paths that are found are legal.
    """
    height = part.height_at(other.body.x, other.body.y)
    low, high = (part.foot, part.top) if part.kind == "slope" else (height, height)
    return min(max(level, other.level - (high - part.counted)), other.level - (low - part.counted))


@lru_cache(maxsize=256)
def _low_roofs(pieces: Shelf[Piece], height: int, reach: float, afoot: bool) -> tuple[LowRoof, ...]:
    """The floors under which a model does not fit on top of a low part beside or below them, although it fits on the level of that part."""
    parts = features(Table(NAME, "inch", pieces=pieces)).parts
    # The wall above a door that the model can't go through is climbed with the rest of it.
    shut = [name for name, _ in _shut(pieces, height, afoot)]
    roofs = _cells([part for part in parts if part.raised and part.named_for not in shut])
    tall = from_lattice(height)
    found = []
    for part in parts:
        # A wall of Ruins that a model walks through does not lift it.
        if not part.is_low or part.kind == "pit" or (part.in_ruins and afoot and not part.may_stop):
            continue
        west, south, east, north = part.region.bounds
        for roof in roofs.within((west - reach, south - reach, east + reach, north + reach)):
            room = within(part.counted + tall, roof.clear) and beyond(part.top + tall, roof.clear)
            if room and _apart(roof, part) < reach:
                passed = roof.in_ruins and afoot
                fits = roof.clear - tall
                found.append(LowRoof(part.piece.id, part.counted, roof.named_for, fits, passed))
    return tuple(dict.fromkeys(found))


def anywhere(table: Table, who: str, kind: str) -> Lens:
    """The lens with everything that a model could stand on as a level, regardless of its present level."""
    seen = lens(table, who, kind)
    raised = _raised(table.pieces, 2 * table.models[who].base.shape.reach)
    return replace(seen, pieces=(*raised, *seen.pieces))


@lru_cache(maxsize=256)
def _raised(pieces: Shelf[Piece], width: float) -> Seen:
    """Parts that can be stood on, and parts that can only be crossed to get from their top onto another part."""
    parts = features(Table(NAME, "inch", pieces=pieces)).raised
    found: list[tuple[Pieces, Role]] = []
    cells = _cells(parts)
    for part in parts:
        west, south, east, north = part.region.bounds
        near = cells.within((west - width, south - width, east + width, north + width))
        others = (other for other in near if other.piece.id != part.piece.id)
        if part.may_stop:
            found.append((Pieces(ids=(part.piece.id,)), "level"))
        elif any(_apart(part, other) < width for other in others):
            found.append((Pieces(ids=(part.piece.id,)), "top"))
    return tuple(found)


def _cells(parts: Sequence[Part]) -> Cells[Part]:
    return Cells([(*part.region.bounds, part) for part in parts])


def _apart(one: Part, other: Part) -> float:
    return min(core_region_distance(ring, other.region.rings) for ring in rings_of(one.region))


def keep_out(table: Table, who: str, kind: str) -> tuple[KeepOut, ...]:
    """Engagement Range: no model may end in it, and only models that Fall Back or Fly may pass through it."""
    model = table.models[who]
    if kind == STATIONARY:
        # A unit that does not move may be engaged.
        return ()
    passes = passes_enemies(model, kind)
    clause = "support.engagement-end" if passes else ENGAGEMENT[kind]
    return tuple(KeepOut(zone.key, clause, on_the_way=not passes) for zone in _zones(table, model))


def _models(model: Model) -> tuple[tuple[Models, Role], ...]:
    """Other models are passed over; Monsters and Vehicles go round friendly Monsters and Vehicles.

    Enemies are kept away from by their Engagement Range.
    """
    others: tuple[tuple[Models, Role], ...] = ((Models(), "pass"),)
    if passes_big_friends(model):
        return others
    return ((Models("friend", keywords=(MONSTER, VEHICLE)), "solid"), *others)


def _zones(table: Table, model: Model) -> tuple[Zone, ...]:
    """Engagement Range of every enemy: of a hull over its whole height, of a base at its level only."""
    level = table.pose(model.id).z
    at_level, _ = engaged_below_and_above(model, 0.0)
    hulls = [
        each
        for each in table.models.values()
        if each.side != model.side and each.base.kind == "hull" and each.place.on_table
    ]
    return (
        Zone(NEAR, Models("enemy"), HORIZONTALLY, at_level, closed=True),
        *(
            Zone(
                NEAR_HULL + each.id,
                Models(ids=(each.id,)),
                HORIZONTALLY,
                # The enemy is above the mover, or it is not.
                engaged_below_and_above(model, from_lattice(each.height))[
                    0 if beyond(table.pose(each.id).z, level) else 1
                ],
                closed=True,
            )
            for each in hulls
        ),
    )


@lru_cache(maxsize=256)
def _shut(pieces: Shelf[Piece], height: int, afoot: bool) -> tuple[tuple[str, float], ...]:
    """Doors and windows in higher walls that a model does not fit through, each with the height to which it climbs the wall there."""
    parts = features(Table(NAME, "inch", pieces=pieces)).parts
    low = [part for part in parts if part.is_lintel and height > pieces[part.named_for].height]
    closed = [
        part
        for part in parts
        if part.piece.sort == "door" and beyond(part.top, from_lattice(piece_top(part.piece)))
    ]
    return tuple((part.named_for, part.top) for part in (*low, *closed) if not (part.in_ruins and afoot))


@lru_cache(maxsize=256)
def _pieces(pieces: Shelf[Piece], on: str, level: int, afoot: bool) -> Seen:
    """The role of each part of terrain: walked over, climbed over, passed through, passed under or gone round."""
    found: dict[str, Role] = {}
    for part in features(Table(NAME, "inch", pieces=pieces)).parts:
        # Low parts count as absent, even for a model that stands on them.
        held = part.tall and (part.piece.id == on or (part.raised and same(part.top, from_lattice(level))))
        # The lintel of a window is part of the wall: the first part of a piece decides.
        stood: Role = "level" if part.may_stop else "top"
        found.setdefault(part.piece.id, stood if held else _role(part, afoot=afoot))
    return tuple((Pieces(ids=(name,)), role) for name, role in found.items())


def _role(part: Part, *, afoot: bool) -> Role:
    if part.kind == "area":
        return "solid" if part.piece.has("impassable") else "absent"
    if part.kind == "slope":
        return "level" if part.tall else "absent"
    if part.kind == "pit":
        return "level" if part.tall else "ground"
    if not part.tall:
        return "absent" if part.may_stop else "pass"
    if part.in_ruins and afoot:
        return "pass"
    if part.clear > 0.0:
        # A model that fits passes underneath.
        return "level"
    if part.piece.sort == "window":
        return "solid"
    # Up one side and down the other.
    return "hurdle"
