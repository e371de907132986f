"""The search for a legal set-up, in fixed order, and proofs that there is none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from math import cos, dist, hypot, inf, pi, radians, sin

from surefoot.geometry import prepare
from surefoot.geometry.kernel import from_lowest, minkowski, signed_area
from surefoot.geometry.outline import convex_parts
from surefoot.geometry.settle import Arc, Clear, Keep, On, settle
from surefoot.geometry.shapes import Body, Region, Shape
from surefoot.geometry.tolerance import from_lattice, same, to_lattice, within
from surefoot.language import Quantity, Sentence, Who, count, say
from surefoot.records import dataclass
from surefoot.rulesets.wh40k_10e.engagement import HORIZONTALLY, VERTICALLY, apart_vertically
from surefoot.rulesets.wh40k_10e.move import fills, heights_meet
from surefoot.rulesets.wh40k_10e.plans import as_text
from surefoot.rulesets.wh40k_10e.setting_up import (
    LARGE_WITHIN,
    SetUpJudge,
    in_plan,
    reachable,
    too_large,
    zone_region,
)
from surefoot.rulesets.wh40k_10e.squad import FLY, Stand, is_afoot, measured, squad, stands
from surefoot.rulesets.wh40k_10e.stuck import has_place, inner_disc
from surefoot.rulesets.wh40k_10e.terrain import Ground, Part, features
from surefoot.table.model import Model
from surefoot.table.place import BOARD
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

# Added where a distance must be exceeded: small, and still visible in printed coordinates.
STEP = 0.001
# Number of directions from a Transport in which the search starts.
DIRECTIONS = 16
# Corners of the polygon that replaces a circle in the search; places that are found are judged exactly.
CORNERS = 48
# Distance between the starts of a search over the whole board.
SPACING = 6.0


# No reason is needed where places were found.
_PLACED = Sentence("")


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search for a set-up: places, or the reason why there are none and whether that is proven."""

    places: Value = None
    proven: bool = False
    why: Sentence = _PLACED


@lru_cache(maxsize=256)
def find(judge: SetUpJudge, hint: tuple[int, int] | None = None) -> Found:
    """A legal set-up of all models of a unit, or the reason why there is none."""
    proof = impossible(judge)
    if proof is not None:
        return Found(proven=True, why=proof)
    starts = tuple(_starts(judge, hint))
    for start in starts:
        places = _around(judge, start)
        if len(places) == len(judge.models):
            answer = Record(places=Record(places))
            if not judge(answer):
                return Found(answer)
    return Found(
        why=count(
            "The referee tried {n} spot and found no room around it for all models",
            "The referee tried {n} spots and found no room around any of them for all models",
            len(starts),
        )
    )


@lru_cache(maxsize=256)
def most(judge: SetUpJudge) -> Record:
    """A legal set-up of as many models as the search can place."""
    best: dict[str, Value] = {}
    for start in _starts(judge, None):
        places = _around(judge, start)
        while places and judge(Record(places=Record(places))):
            places.pop(next(reversed(places)))
        if len(places) > len(best):
            best = places
        if len(best) == len(judge.models):
            break
    return Record(places=Record(best))


# ---------------------------------------------------------------------- proofs


def impossible(judge: SetUpJudge) -> Sentence | None:
    """The reason why no set-up of all models can exist; None if that is not proven."""
    if features(judge.table).has_slopes:
        # On a slope a model can be at any height: that is not searched, so nothing is proven.
        return None
    alone = next((name for name in judge.models if not _has_a_place(judge, name)), None)
    if alone is not None:
        return say("There is no legal spot for {model}, even without the rest of its unit", model=Who(alone))
    models = [judge.table.models[name] for name in judge.models]
    needed = sum(_area(model.base.shape) for model in models)
    # Different models may use different ground: the areas are added up.
    unlike = {(model.base, model.height, model.keywords): model for model in models}
    rooms = (_room(judge, model, level) for model in unlike.values() for level in _levels(judge, model))
    room = 0.0
    for each in rooms:
        room += each
        if room >= needed:
            return None
    return say(
        "Its bases cover {needed} square inches, but only {free} are free",
        needed=Quantity(needed),
        free=Quantity(room),
    )


def _has_a_place(judge: SetUpJudge, who: str) -> bool:
    """Whether there is a place for the largest disc inside a base: without one there is none for the base."""
    model = judge.table.models[who]
    start = next(_starts(judge, None))
    return any(
        has_place(settle(inner_disc(model), *start, 0.0, _kept_at_least(judge, model, level)))
        for level in _levels(judge, model)
    )


def _kept_at_least(judge: SetUpJudge, model: Model, level: Ground) -> tuple[Keep, ...]:
    """Conditions that every legal place meets, rounded in favour of the player: used for proofs."""
    return _keeps(judge, model, level, (), outer=True)


def _room(judge: SetUpJudge, model: Model, level: Ground) -> float:
    """An upper bound for the area of a surface that bases could cover."""
    keeps = _kept_at_least(judge, model, level)
    ground = [keep.region for keep in keeps if isinstance(keep, On)]
    if not ground:
        return inf
    taken = [_taken(keep) for keep in keeps if isinstance(keep, Clear)]
    return _area_of(prepare.difference(reduce(_common, ground), taken))


def _common(one: Region, other: Region) -> Region:
    return prepare.difference(one, [prepare.difference(one, [other])])


def _taken(keep: Clear) -> Region:
    return reachable(keep.other, keep.gap) if isinstance(keep.other, Body) else keep.other


def _area_of(region: Region) -> float:
    return sum(signed_area(ring) for ring in region.rings)


def _area(shape: Shape) -> float:
    return pi * shape.radius * shape.radius if len(shape.core) == 2 else abs(signed_area(shape.core))


# ---------------------------------------------------------------------- the search


def _starts(judge: SetUpJudge, hint: tuple[int, int] | None) -> Iterator[tuple[float, float]]:
    """Points around which models are placed: around the Transport, furthest from enemies first; else over the board."""
    if hint is not None:
        yield from_lattice(hint[0]), from_lattice(hint[1])
    table, conditions = judge.table, judge.conditions
    if conditions.near:
        pose = table.pose(conditions.near)
        far = table.models[conditions.near].base.shape.reach + conditions.within / 2
        spots = [_towards(pose.x, pose.y, 360 * step / DIRECTIONS, far) for step in range(DIRECTIONS)]
        side = squad(table, judge.unit).side
        yield from sorted(spots, key=lambda spot: _away_from_enemies(table, side, spot))
        return
    west, south, east, north = _bounds(judge)
    across, up = max(1, round((east - west) / SPACING)), max(1, round((north - south) / SPACING))
    spots = [
        (west + (east - west) * (i + 0.5) / across, south + (north - south) * (j + 0.5) / up)
        for i in range(across)
        for j in range(up)
    ]
    middle = (west + east) / 2, (south + north) / 2
    yield from sorted(spots, key=lambda spot: hypot(spot[0] - middle[0], spot[1] - middle[1]))


def _bounds(judge: SetUpJudge) -> tuple[float, float, float, float]:
    if judge.conditions.zone:
        return zone_region(judge.conditions.zone).bounds
    board = features(judge.table).board
    return (0.0, 0.0, SPACING, SPACING) if board is None else board.bounds


def _towards(x: float, y: float, bearing: float, far: float) -> tuple[float, float]:
    turn = radians(bearing)
    return x + far * sin(turn), y + far * cos(turn)


def _away_from_enemies(table: Table, side: str, spot: tuple[float, float]) -> list[int]:
    """A sort key that puts spots far from enemies first; rounded to millionths, so that equal ones stay in order."""
    enemies = [other.body for other in stands(table) if other.side != side]
    return sorted((-to_lattice(dist(spot, (body.x, body.y))) for body in enemies), reverse=True)


def _around(judge: SetUpJudge, start: tuple[float, float]) -> dict[str, Value]:
    """Place models one after another, each as close to a start as possible."""
    found: dict[str, Value] = {}
    placed: list[Stand] = []
    for name in judge.models:
        model = judge.table.models[name]
        spot = _nearest(judge, model, start, tuple(placed))
        if spot is None:
            continue
        x, y, facing, level = spot
        placed.append(_stand(model, model.base.shape.at(x, y, facing), level))
        at: Value = (as_text(to_lattice(x)), as_text(to_lattice(y)))
        on = _surface(judge.table, level, x, y)
        found[name] = Record(at=at, on=on, facing=as_text(to_lattice(facing)))
    return found


def _nearest(
    judge: SetUpJudge, model: Model, start: tuple[float, float], placed: tuple[Stand, ...]
) -> tuple[float, float, float, Ground] | None:
    """The place of a model nearest to a start, on the first ground that has one, in one of a few facings."""
    for level in _levels(judge, model):
        keeps = _keeps(judge, model, level, placed)
        settled = [
            (facing, settle(model.base.shape, *start, facing, keeps)) for facing in _facings(judge, model)
        ]
        spots = [
            (to_lattice(found.distance), x, y, facing)
            for facing, found in settled
            for x, y in (*found.spots, *(_first_of(arc) for arc in found.arcs))
        ]
        if spots:
            _, x, y, facing = min(spots, key=lambda spot: spot[0])
            return x, y, facing, level
    return None


def _surface(table: Table, level: Ground, x: float, y: float) -> str:
    """The surface of a level under a point."""
    if level.region is None:
        return BOARD
    here = [part for part in features(table).parts if part.may_stop and same(part.counted, level.level)]
    here = [part for part in here if same(part.height_at(x, y), level.real)]
    return next((part.piece.id for part in here if part.holds(x, y)), BOARD)


def _first_of(arc: Arc) -> tuple[float, float]:
    """The first place of an arc."""
    return _towards(arc.x, arc.y, arc.from_bearing, arc.radius)


def _facings(judge: SetUpJudge, model: Model) -> tuple[float, ...]:
    """The facings to try: that of the Transport and across it; for a round base, north."""
    if model.base.kind == "round":
        return (0.0,)
    carrier = judge.conditions.near
    own = judge.table.pose(carrier).facing if carrier else 0.0
    return own, (own + 90.0) % 360.0


def _levels(judge: SetUpJudge, model: Model) -> tuple[Ground, ...]:
    """The board and every other ground on which a model may stand."""
    return features(judge.table).grounds(upper_ruins=is_afoot(model) or model.has(FLY))


def _reach(judge: SetUpJudge, model: Model, level: Ground, within_: float, *, outer: bool) -> Region:
    """The ground near enough to the Transport at a level, as a polygon inside the exact region or around it."""
    carrier = measured(judge.table, judge.conditions.near)
    across = in_plan(within_, apart_vertically(_stand(model, carrier.body, level), carrier))
    return Region(()) if across is None else around_body(carrier.body, across, outer=outer)


@lru_cache(maxsize=256)
def around_body(body: Body, distance: float, *, outer: bool) -> Region:
    """A body grown by a distance, as a polygon inside the exact shape or around it."""
    radius = (body.radius + distance) / (cos(pi / CORNERS) if outer else 1.0)
    turns = [2 * pi * step / CORNERS for step in range(CORNERS)]
    circle = from_lowest([value for turn in turns for value in (radius * cos(turn), radius * sin(turn))], 1.0)
    parts = [Region((tuple(minkowski(from_lowest(part, 1.0), circle)),)) for part in convex_parts(body.core)]
    return prepare.union(parts)


def _keeps(
    judge: SetUpJudge, model: Model, level: Ground, placed: tuple[Stand, ...], *, outer: bool = False
) -> tuple[Keep, ...]:
    """The conditions for the place of a model on some ground."""
    table, conditions = judge.table, judge.conditions
    ground = features(table)
    found: list[Keep] = [] if ground.board is None else [On(ground.board, "all")]
    if level.region is not None:
        found.append(On(level.region, level.share))
    if conditions.near:
        found.append(_near(judge, model, level, outer=outer))
    if conditions.zone:
        found.append(On(zone_region(conditions.zone), "all"))
    for other in (*stands(table), *placed):
        here = _stand(model, other.body, level)
        if other.side != model.side:
            away = conditions.apart + (0.0 if conditions.apart_allowed else STEP) if conditions.apart else 0.0
            if within(apart_vertically(here, other), VERTICALLY):
                away = max(away, HORIZONTALLY + STEP)
            if away:
                found.append(Clear(other.body, away))
        elif heights_meet(here.level, here.top, other):
            found.append(Clear(other.body))
    found += [Clear(part.region) for part in ground.parts if _bars(part, level, model)]
    return tuple(found)


def _stand(model: Model, body: Body, level: Ground) -> Stand:
    """A model as it would stand on some ground."""
    return Stand(
        model.id, model.side, body, level.real, from_lattice(model.height), model.base.kind == "hull"
    )


def _near(judge: SetUpJudge, model: Model, level: Ground, *, outer: bool) -> Keep:
    distance = judge.conditions.within
    if too_large(model, distance) and judge.table.option("wh40k.large_passengers"):
        near = LARGE_WITHIN + inner_disc(model).radius
        return On(_reach(judge, model, level, near, outer=outer), "centre")
    return On(_reach(judge, model, level, distance, outer=outer), "all")


def _bars(part: Part, level: Ground, model: Model) -> bool:
    """Whether a part may not be overlapped by a base on some ground."""
    if part.kind == "area":
        return part.closes(level.level, level.level)
    if part.raised:
        return fills(part, level.real, model)
    return part.bars(level.level)
