"""Moving models: which models a path may pass over, and where it may end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from math import inf
from typing import Literal

from surefoot.dice.requests import Break
from surefoot.geometry.measure import gap, lies_on, overlaps
from surefoot.geometry.shapes import Body, Intervals, Pivot
from surefoot.geometry.sweep import moved, nearer, overlapping
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, same, within
from surefoot.language import Length, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import point
from surefoot.referee.scene import Scene
from surefoot.rulesets.wh40k_10e.engagement import HORIZONTALLY, covered, in_engagement_range
from surefoot.rulesets.wh40k_10e.leaving import not_past, too_tall_for
from surefoot.rulesets.wh40k_10e.passing import (
    ENGAGEMENT,
    engaged_below_and_above,
    passes_big_friends,
    passes_enemies,
)
from surefoot.rulesets.wh40k_10e.squad import FLY, Stand, is_afoot, is_big, stand, stands
from surefoot.rulesets.wh40k_10e.terrain import LOW, Features, Part, body_box, features, surface_name
from surefoot.rulesets.wh40k_10e.track import Passage, Sweep
from surefoot.table.model import Model
from surefoot.table.place import BOARD, Place, Pose, on_surface
from surefoot.table.table import Table

# The clause of a big model that would pass over another one of its own unit.
OWN_UNIT = "move.big-blocked-by-own-unit"


def heights_meet(low: float, high: float, other: Stand) -> bool:
    """Whether a range of heights overlaps that of a model; equal levels always do."""
    return same(low, other.level) or (beyond(high, other.level) and beyond(other.top, low))


@dataclass(frozen=True, slots=True)
class Crossed:
    """How a path passes other models: the clauses it breaks, those that allow it, and the enemies it passes over."""

    breaks: tuple[Break, ...]
    clauses: tuple[str, ...]
    enemies: tuple[str, ...]


def crossings(table: Table, who: str, way: Passage, kind: str) -> Crossed:
    """How a path of a kind of move passes other models."""
    return _crossed(Scene(table), who, way, kind)


@lru_cache(maxsize=4096)
def _crossed(scene: Scene, who: str, way: Passage, kind: str) -> Crossed:
    table = scene.table
    model = table.models[who]
    breaks: list[Break] = []
    clauses: list[str] = []
    enemies: list[str] = []
    box = _box(way, model.base.shape.reach + HORIZONTALLY + TOLERANCE)
    for other in stands(table):
        if other.id == who or _outside(other, box):
            continue
        over = _first(way, other, model)
        if other.side != model.side:
            near = _first_near(way, other, model)
            if over is not None:
                enemies.append(other.id)
            found, used = _past_enemy(model, other, (over, near), kind)
        elif over is not None:
            found, used = _over_friend(model, table.models[other.id], over)
        else:
            continue
        breaks += found
        clauses += used
    return Crossed(tuple(breaks), tuple(dict.fromkeys(clauses)), tuple(enemies))


def _box(way: Passage, pad: float) -> tuple[float, float, float, float]:
    """A box around a path, with a margin."""
    for body, motion in zip(way.bodies, way.motions, strict=True):
        if isinstance(motion, Pivot) and (motion.x, motion.y) != (body.x, body.y):
            # A turn about a point swings the base out to one side: rare, so no box is computed.
            return -inf, -inf, inf, inf
    spots = [(body.x, body.y) for body in way.bodies] + [(way.end.x, way.end.y)]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad


def _outside(other: Stand, box: tuple[float, float, float, float]) -> bool:
    west, south, east, north = box
    x, y, reach = other.body.x, other.body.y, other.reach
    return x + reach < west or x - reach > east or y + reach < south or y - reach > north


def _past_enemy(
    model: Model, enemy: Stand, met: tuple[Pose | None, Pose | None], kind: str
) -> tuple[list[Break], list[str]]:
    """The clauses that a kind of move breaks or uses by passing over an enemy, or within its Engagement Range."""
    over, near = met
    if passes_enemies(model, kind):
        return [], _flown(over, near) if model.has(FLY) else _fallen_back(over, near)
    found = []
    if over is not None:
        says = say("{model} can't move through {enemy}. Go around", model=Who(model.id), enemy=Who(enemy.id))
        found.append(Break("move.no-crossing-enemy", says, point(over)))
        says = say("Only a unit that Falls Back can move over {enemy}", enemy=Who(enemy.id))
        found.append(Break("fall-back.only-kind-over-enemy", says, point(over)))
    if near is not None:
        says = say(
            "{model} comes within Engagement Range of {enemy}", model=Who(model.id), enemy=Who(enemy.id)
        )
        found.append(Break(ENGAGEMENT[kind], says, point(near)))
    return found, []


def _flown(over: Pose | None, near: Pose | None) -> list[str]:
    if over is not None:
        return ["fly.applies-to", "fly.over-enemy"]
    return [] if near is None else ["fly.applies-to", "fly.through-engagement"]


def _fallen_back(over: Pose | None, near: Pose | None) -> list[str]:
    if over is not None:
        return ["fall-back.over-enemy"]
    return [] if near is None else ["fall-back.through-engagement"]


def freeing_order(before: Table, after: Table, ways: Mapping[str, Passage]) -> tuple[str, ...] | None:
    """An order in which big models move without passing over each other; None if there is none.

    A model whose path leads over the place that another leaves moves after it; one whose path leads over the place
    that another takes moves before it.
    """
    waits: dict[str, set[str]] = {who: set() for who in ways}
    big = [who for who in ways if is_big(before.models[who])]
    for who, mate in permutations(big, 2):
        model = before.models[who]
        if passes_big_friends(model) or not ways[who].motions:
            continue
        if _first(ways[who], stand(before, mate), model) is not None:
            waits[who].add(mate)
        if _first(ways[who], stand(after, mate), model) is not None:
            waits[mate].add(who)
    order: list[str] = []
    while len(order) < len(ways):
        free = next((who for who in ways if who not in order and waits[who] <= set(order)), None)
        if free is None:
            return None
        order.append(free)
    return tuple(order)


def _over_friend(model: Model, friend: Model, at: Pose) -> tuple[list[Break], list[str]]:
    if is_big(model) and is_big(friend):
        if passes_big_friends(model):
            return [], ["fly.applies-to", "fly.big-over-big"]
        own = bool(model.unit) and model.unit == friend.unit
        clause = OWN_UNIT if own else "move.big-not-over-friendly-big"
        says = say("{model} must go around {friend}", model=Who(model.id), friend=Who(friend.id))
        return [Break(clause, says, point(at))], []
    if is_big(model):
        return [], ["move.big-over-small-friendly"]
    return [], ["move.small-over-big-friendly" if is_big(friend) else "move.over-friendly"]


def _first(way: Passage, other: Stand, model: Model) -> Pose | None:
    """Where a path first passes over a model at a height that meets it; None if it does not."""
    tall = from_lattice(model.height)
    spans = [
        overlapping(body, motion, other.body) for body, motion in zip(way.bodies, way.motions, strict=True)
    ]
    for sweep in _between_levels(way.sweeps, other.level - tall, other.top):
        at = _met(sweep, spans[sweep.motion])
        level = sweep.level
        rising = not same(level, sweep.level_end)
        if at is not None and (rising or heights_meet(level, level + tall, other)):
            return _pose(way, sweep, at)
    return None


def _first_near(way: Passage, enemy: Stand, model: Model) -> Pose | None:
    """Where a path first comes within Engagement Range of an enemy; None if it does not."""
    spans = [
        nearer(body, motion, enemy.body, HORIZONTALLY, closed=True)
        for body, motion in zip(way.bodies, way.motions, strict=True)
    ]
    below, above = engaged_below_and_above(model, covered(enemy.height, hull=enemy.hull))
    for sweep in _between_levels(way.sweeps, enemy.level - below, enemy.level + above):
        at = _met(sweep, spans[sweep.motion])
        if at is not None:
            return _pose(way, sweep, at)
    return None


def _between_levels(sweeps: tuple[Sweep, ...], low: float, high: float) -> Iterator[Sweep]:
    """The parts of some stretches whose level lies between two levels, both included."""
    for sweep in sweeps:
        rise = sweep.level_end - sweep.level
        if same(rise, 0.0):
            if within(low, sweep.level) and within(sweep.level, high):
                yield sweep
            continue
        shares = sorted(((low - TOLERANCE - sweep.level) / rise, (high + TOLERANCE - sweep.level) / rise))
        first, last = max(0.0, shares[0]), min(1.0, shares[1])
        if first <= last:
            span = sweep.high - sweep.low
            yield replace(sweep, low=sweep.low + span * first, high=sweep.low + span * last)


def _met(sweep: Sweep, spans: Intervals) -> float | None:
    """The first fraction of a stretch that lies in some intervals; None if none does."""
    for low, high in spans:
        first, last = max(low, sweep.low), min(high, sweep.high)
        if first < last or (sweep.low == sweep.high and first <= last):
            return first
    return None


def _pose(way: Passage, sweep: Sweep, at: float) -> Pose:
    body = moved(way.bodies[sweep.motion], way.motions[sweep.motion], at)
    return Pose(body.x, body.y, sweep.level, way.end.facing)


# ---------------------------------------------------------------------- where a move ends


def rest(table: Table, who: str, way: Passage) -> tuple[Place, list[Break]]:
    """The place where a path ends, and why the model can't stand there."""
    return resting(table, who, way.end, way.level, way.under)


def resting(
    table: Table, who: str, end: Pose, level: float, under: tuple[str, ...]
) -> tuple[Place, list[Break]]:
    """A place at a level, underneath some floors, and why a model can't stand there."""
    ground = features(table)
    model = table.models[who]
    body = model.base.shape.at(end.x, end.y, end.facing)
    near = [part for part in ground.around(body_box(body)) if part.under(body)]
    over = [part for part in near if part.id not in under]
    where = point(end._replace(z=level))
    breaks = [
        Break(
            "terrain.low-free",
            say(
                "{model} can't end its move on {thing}. Stop before or behind it",
                model=Who(who),
                thing=part.shown,
            ),
            where,
        )
        for part in over
        if part.bars(level)
    ]
    inside = [part for part in near if part.raised and fills(part, ground.real(end.x, end.y, level), model)]
    breaks += [
        Break(
            "support.ruins",
            say("{model} can't end its move inside {thing}", model=Who(who), thing=part.shown),
            where,
        )
        for part in inside
        if part.in_ruins
    ]
    breaks += [too_tall_for(who, part, where) for part in inside if part.id in under and not part.in_ruins]
    surface = _surface(ground, over, end, level)
    if surface is None or not _whole(ground, body, surface, level):
        climbed = next((part for part in over if part.raised and same(part.counted, level)), None)
        breaks.append(_not_resting(who, surface, climbed, where))
        if surface is None and model.has(FLY):
            says = say("{model} can't end its move in mid-air", model=Who(who))
            breaks.append(Break("fly.no-end-in-air", says, where))
    on = ground.named(surface or BOARD)
    if on is not None and on.in_ruins and on.raised and not (is_afoot(model) or model.has(FLY)):
        says = say(
            "{model} can't stand on {thing}: only Infantry, Beasts and models that Fly can stand on upper floors of Ruins",
            model=Who(who),
            thing=on.shown,
        )
        breaks.append(Break("support.ruins", says, where))
    # A model on no surface keeps the height of its path, so that models beside it are judged correctly.
    height = level if surface is None else 0.0
    return on_surface(end.x, end.y, surface or BOARD, end.facing, height), breaks


def fills(part: Part, level: float, model: Model) -> bool:
    """Whether the heights of a part and of a model on a level overlap."""
    return beyond(part.top, level) and beyond(level + from_lattice(model.height), part.foot)


def _surface(ground: Features, over: list[Part], end: Pose, level: float) -> str | None:
    """The surface under the centre at the level reached: a part or the board; None if there is none."""
    x, y = end.x, end.y
    slopes = [part for part in ground.parts if part.kind == "slope" and part.holds(x, y)]
    slope = next((part for part in slopes if same(part.level_at(x, y), level)), None)
    if slope is not None:
        return slope.id
    here = [part for part in over if part.may_stop and part.kind in ("block", "floor", "pit")]
    here = [part for part in here if part.holds(x, y) and not ground.at_rim(part, x, y)]
    reached = [part for part in here if same(part.counted, level)]
    if reached:
        return max(reached, key=lambda part: part.height_at(x, y)).piece.id
    return BOARD if same(level, 0.0) and not here else None


def _whole(ground: Features, body: Body, surface: str, level: float) -> bool:
    """Whether a base lies wholly on a raised surface; over lower ones it may overhang."""
    slopes = [part.id for part in ground.parts if part.kind == "slope"]
    return not beyond(level, LOW) or surface in slopes or lies_on(body, ground.level(level), "all")


def _not_resting(who: str, surface: str | None, climbed: Part | None, where: tuple[int, int, int]) -> Break:
    """The break of a place where a base does not lie; `climbed` is what it would have to stand on."""
    if surface is not None:
        says = say(
            "The base of {model} would overhang {surface}. Move wholly onto it",
            model=Who(who),
            surface=surface_name(surface),
        )
        return Break("support.overhang", says, where)
    if climbed is not None:
        return not_past(who, climbed, where)
    says = say("{model} can't end its move part-way through a climb", model=Who(who))
    return Break("terrain.no-end-mid-climb", says, where)


@dataclass(frozen=True, slots=True)
class Crowded:
    """A model too close to a place: it would be stood on, or is an enemy within Engagement Range."""

    how: Literal["on top", "engaged"]
    broken: Break


def crowding(table: Table, who: str) -> list[Crowded]:
    """The models that make the place of a model illegal."""
    here = stand(table, who)
    where = point(table.pose(who))
    found = []
    for other in stands(table):
        if other.id == who or here.far_from(other, HORIZONTALLY):
            continue
        if overlaps(here.body, other.body) and heights_meet(here.level, here.top, other):
            says = say("{model} can't end on top of {other}", model=Who(who), other=Who(other.id))
            found.append(Crowded("on top", Break("move.no-end-on-model", says, where)))
        if other.side != here.side and in_engagement_range(here, other):
            says = say(
                "{model} would end {apart} from {enemy}, within Engagement Range",
                model=Who(who),
                apart=Length.of(gap(here.body, other.body)),
                enemy=Who(other.id),
            )
            found.append(Crowded("engaged", Break("support.engagement-end", says, where)))
    return found
