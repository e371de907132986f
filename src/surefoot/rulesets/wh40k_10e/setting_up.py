"""Setting models up: where they are put without having moved there, and what every such place has to keep."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot, sqrt
from typing import Any

from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry import prepare
from surefoot.geometry.measure import gap, lies_on, overlaps
from surefoot.geometry.shapes import Body, Region, Shift
from surefoot.geometry.sweep import swept
from surefoot.geometry.tolerance import beyond, from_lattice, short_of, within
from surefoot.referee.bill import point
from surefoot.rulesets.wh40k_10e import coherency
from surefoot.rulesets.wh40k_10e.engagement import apart_vertically
from surefoot.rulesets.wh40k_10e.move import fills, resting, standing_breaks
from surefoot.rulesets.wh40k_10e.plans import Spot, Unreadable, read_places
from surefoot.rulesets.wh40k_10e.squad import measured, squad, stand, stands
from surefoot.rulesets.wh40k_10e.terrain import Features, Part, features
from surefoot.table.effects import Moved, apply
from surefoot.table.model import Model
from surefoot.table.place import BOARD, Place, Pose
from surefoot.table.record import Value, freeze
from surefoot.table.table import Table

# How near a passenger too large for the usual distance may stand instead, as later commentary has it.
LARGE_WITHIN = 1.0


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a set-up asks of a place besides what every set-up does, and the clauses that ask it."""

    # Wholly within this distance of a Transport.
    near: str = ""
    within: float = 0.0
    near_clause: str = "disembark.wholly-within-3"
    engaged_clause: str = ""
    # Nobody on the space that the Transport still fills.
    filled_clause: str = ""
    # More than this far from every enemy, horizontally; the distance itself may be allowed.
    apart: float = 0.0
    apart_allowed: bool = False
    apart_clause: str = "reserves.own-setup-rule"
    # Wholly within some ground (corners, millionths).
    zone: tuple[int, ...] = ()
    # The clause by which nobody may be left out; empty where some may.
    whole_clause: str = "disembark.all-or-none"


@dataclass(frozen=True, slots=True)
class Placing:
    """A set-up as judged: the place of each model, and everything that is wrong."""

    places: tuple[tuple[str, Place], ...]
    breaks: tuple[Break, ...]


@dataclass(frozen=True, slots=True)
class SetUpJudge:
    """Judges an answer to the question where the models of a unit are set up."""

    table: Table
    unit: str
    models: tuple[str, ...]
    conditions: Conditions

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        return self.survey(answer).breaks

    def survey(self, answer: Any) -> Placing:
        """The set-up as judged."""
        try:
            frozen = freeze(answer)
        except TypeError:
            frozen = "no places"
        return _placing(self, frozen)


@lru_cache(maxsize=512)
def _placing(judge: SetUpJudge, answer: Value) -> Placing:
    try:
        spots = read_places(judge.models, answer)
    except Unreadable as problem:
        return Placing((), (Break("support.set-up", str(problem)),))
    breaks: list[Break] = []
    left = [name for name in judge.models if name not in spots]
    if left and judge.conditions.whole_clause:
        says = f"{', '.join(left)} of {judge.unit} would not be set up"
        breaks.append(Break(judge.conditions.whole_clause, says))
    places: list[tuple[str, Place]] = []
    table = judge.table
    for name in judge.models:
        if name in spots:
            place, found = put(judge.table, name, spots[name])
            breaks += found
            places.append((name, place))
            table = apply(table, Moved(name, place))
    for name, _ in places:
        breaks += _standing(table, name, judge.conditions)
        breaks += _conditions(table, name, judge.conditions)
    unit = replace(squad(table, judge.unit), models=tuple(name for name, _ in places))
    lacking = coherency.lacking(table, unit)
    if lacking:
        says = f"{judge.unit} has to be set up in coherency"
        breaks += [*lacking, Break("support.coherency-setup", says)]
    return Placing(tuple(places), tuple(breaks))


def put(table: Table, who: str, spot: Spot) -> tuple[Place, list[Break]]:
    """The place of a model that is put on a spot, and what keeps it from standing there."""
    ground = features(table)
    model = table.models[who]
    on = ground.named(spot.on)
    level = 0.0 if on is None else on.level_at(spot.x, spot.y)
    pose = Pose(spot.x, spot.y, level, spot.facing)
    body = model.base.shape.at(spot.x, spot.y, spot.facing)
    where = point(pose)
    real = ground.real(spot.x, spot.y, level)
    above = above_head(ground, body, real, model)
    place, found = resting(table, who, pose, level, above)
    breaks = list(found)
    if spot.on not in ("", BOARD, place.on) and not breaks:
        breaks.append(Break("terrain.no-end-mid-climb", f"{who} does not stand on {spot.on} there", where))
    if ground.board is not None and not lies_on(body, ground.board, "all"):
        says = f"{who} is not wholly on the battlefield"
        breaks.append(Break("move.no-crossing-board-edge", says, where))
    for part in ground.parts:
        if part.under(body) and in_the_way(part, real, model, above):
            breaks.append(Break("terrain.over-not-through", f"{who} would stand inside {part.id}", where))
        if part.kind == "area" and part.piece.has("impassable") and part.under(body):
            breaks.append(Break("terrain.ground-kinds", f"{part.id} is impassable", where))
    if breaks:
        breaks.append(Break("support.set-up", f"{who} cannot be set up there", where))
    return place, breaks


def above_head(ground: Features, body: Body, level: float, model: Model) -> tuple[str, ...]:
    """The floors that a model stands underneath with its whole height."""
    return tuple(
        part.id
        for part in ground.parts
        if part.raised and beyond(part.top, level) and not fills(part, level, model) and part.under(body)
    )


def in_the_way(part: Part, level: float, model: Model, above: tuple[str, ...]) -> bool:
    """Whether a part fills the space that a model on a level takes up; ruins say so themselves."""
    return part.raised and not part.in_ruins and part.id not in above and fills(part, level, model)


def _standing(table: Table, who: str, conditions: Conditions) -> list[Break]:
    """What a place breaks by other models: on top of one, or within Engagement Range."""
    found = standing_breaks(table, who)
    where = point(table.pose(who))
    if any(each.clause == "move.no-end-on-model" for each in found):
        found.append(Break("support.set-up", f"{who} cannot be set up on top of another model", where))
    if conditions.engaged_clause and any(each.clause == "support.engagement-end" for each in found):
        says = f"{who} cannot be set up within Engagement Range"
        found.append(Break(conditions.engaged_clause, says, where))
    if conditions.filled_clause and overlaps(table.body(who), table.body(conditions.near)):
        says = f"{conditions.near} is not removed yet; {who} cannot stand in its place"
        found.append(Break(conditions.filled_clause, says, where))
    return found


def _conditions(table: Table, who: str, conditions: Conditions) -> list[Break]:
    found = _near(table, who, conditions) if conditions.near else []
    if conditions.apart:
        found += _apart(table, who, conditions)
    body = table.body(who)
    if conditions.zone and not lies_on(body, zone_region(conditions.zone), "all"):
        says = f"{who} is not wholly within the ground that the arrival rule allows"
        found.append(Break(conditions.apart_clause, says, point(table.pose(who))))
    return found


def _near(table: Table, who: str, conditions: Conditions) -> list[Break]:
    """Wholly within a distance of the Transport, measured in space."""
    one, other = stand(table, who), measured(table, conditions.near)
    vertical = apart_vertically(one, other)
    where = point(table.pose(who))
    away = hypot(gap(one.body, other.body), vertical)
    if too_large(table.models[who], conditions.within) and table.option("wh40k.large_passengers"):
        if within(away, LARGE_WITHIN):
            return []
        says = f'{who} is {away:.4g}" from {conditions.near}, more than {LARGE_WITHIN:g}"'
        return [Break(conditions.near_clause, says, where)]
    reach = reachable(other.body, conditions.within, vertical)
    if reach.rings and lies_on(one.body, reach, "all"):
        return []
    says = f'{who} is not wholly within {conditions.within:g}" of {conditions.near}'
    found = [Break(conditions.near_clause, says, where)]
    if within(away, conditions.within):
        says = f'{who} is {away:.4g}" from {conditions.near}: within that distance, not wholly within'
        found.append(Break("support.wholly-within", says, where))
    return found


def _apart(table: Table, who: str, conditions: Conditions) -> list[Break]:
    """Far enough from every enemy, in plan, whatever the heights."""
    found = []
    here = stand(table, who)
    where = point(table.pose(who))
    for enemy in stands(table):
        if enemy.side == here.side:
            continue
        away = gap(here.body, enemy.body)
        if beyond(away, conditions.apart) or (
            conditions.apart_allowed and not short_of(away, conditions.apart)
        ):
            continue
        says = f'{who} is {away:.4g}" from {enemy.id}, not more than {conditions.apart:g}"'
        found.append(Break(conditions.apart_clause, says, where))
        if beyond(hypot(away, apart_vertically(here, enemy)), conditions.apart):
            says = "the height does not help: the distance is horizontal"
            found.append(Break("reserves.distance-is-horizontal", says, where))
    return found


def too_large(model: Model, distance: float) -> bool:
    """Whether a base could not lie wholly within a distance even if it touched the Transport."""
    shape = model.base.shape
    return beyond(min(shape.across(bearing) for bearing in range(180)), distance)


@lru_cache(maxsize=1024)
def reachable(body: Body, distance: float, vertical: float = 0.0) -> Region:
    """The ground of which every point is within a distance of a body, in space."""
    across = in_plan(distance, vertical)
    if across is None:
        return Region(())
    still = swept(body, Shift(0.0, 0.0))
    return prepare.rounded(still, across) if across > 0.0 else still


def in_plan(distance: float, vertical: float) -> float | None:
    """How far in plan a distance in space reaches at a height; None if it does not reach so high."""
    return sqrt(max(0.0, distance**2 - vertical**2)) if within(vertical, distance) else None


@lru_cache(maxsize=64)
def zone_region(zone: tuple[int, ...]) -> Region:
    """The ground that an arrival rule allows."""
    return Region((prepare.counter_clockwise([from_lattice(value) for value in zone]),))


def carry_out(placing: Placing, how: str, clauses: tuple[str, ...]) -> Procedure[None]:
    """Set the models up as judged."""
    for who, place in placing.places:
        yield from do(Moved(who, place, how), *clauses)
