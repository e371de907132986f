"""Setting up models: the conditions for every place where a model is put without moving there."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, sqrt
from typing import Any

from surefoot.dice.requests import Break, Procedure, do
from surefoot.geometry import prepare
from surefoot.geometry.measure import gap, lies_on, overlaps
from surefoot.geometry.shapes import Body, Region, Shape, Shift
from surefoot.geometry.sweep import swept
from surefoot.geometry.tolerance import beyond, from_lattice, same, short_of, within
from surefoot.language import Length, Notation, Sentence, Who, count, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import point
from surefoot.referee.unit_plan import UnreadablePlan
from surefoot.rulesets.wh40k_10e import coherency
from surefoot.rulesets.wh40k_10e.engagement import apart_vertically
from surefoot.rulesets.wh40k_10e.move import crowding, fills, resting
from surefoot.rulesets.wh40k_10e.plans import Spot, read_places
from surefoot.rulesets.wh40k_10e.squad import measured, squad, stand, stands
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.rulesets.wh40k_10e.terrain import Features, Part, features, surface_name
from surefoot.table.effects import Moved, apply
from surefoot.table.model import Model
from surefoot.table.place import BOARD, Place, Pose
from surefoot.table.record import Value, freeze
from surefoot.table.table import Table

# The distance for passengers too large for the usual one, by later commentary on the rules.
LARGE_WITHIN = 1.0


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of a particular set-up, besides those of every set-up, and their clauses."""

    # Wholly within this distance of a Transport.
    near: str = ""
    within: float = 0.0
    near_clause: str = "disembark.wholly-within-3"
    engaged_clause: str = ""
    # No model on the space that the Transport still occupies.
    filled_clause: str = ""
    # More than this far from every enemy, horizontally; exactly this distance may be allowed.
    apart: float = 0.0
    apart_allowed: bool = False
    apart_clause: str = "reserves.own-setup-rule"
    # Wholly within a zone (its corners in millionths).
    zone: tuple[int, ...] = ()
    # The clause by which all models must be set up; empty if some may be left out.
    whole_clause: str = "disembark.all-or-none"


@dataclass(frozen=True, slots=True)
class Placing:
    """A set-up as judged: the place of each model, and everything that is wrong."""

    places: tuple[tuple[str, Place], ...]
    breaks: tuple[Break, ...]


@dataclass(frozen=True, slots=True)
class SetUpJudge:
    """Judges where the models of a unit are set up."""

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
        spots = read_places(judge.table, judge.models, answer)
    except UnreadablePlan as problem:
        return Placing((), problem.breaks("support.set-up"))
    breaks: list[Break] = []
    left = [name for name in judge.models if name not in spots]
    if left and judge.conditions.whole_clause:
        breaks.append(Break(judge.conditions.whole_clause, _left_out(judge.unit, left)))
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
        says = say("{unit} must be set up in Unit Coherency", unit=Who(judge.unit))
        breaks += [*lacking, Break("support.coherency-setup", says)]
    return Placing(tuple(places), tuple(breaks))


def _left_out(unit: str, left: list[str]) -> Sentence:
    return count(
        "Set up all models of {unit}: {models} is missing",
        "Set up all models of {unit}: {models} are missing",
        len(left),
        unit=Who(unit),
        models=named(left),
    )


def put(table: Table, who: str, spot: Spot) -> tuple[Place, list[Break]]:
    """The place of a model that is set up on a spot, and why it can't stand there."""
    ground = features(table)
    model = table.models[who]
    level = _level(ground, spot)
    pose = Pose(spot.x, spot.y, level, spot.facing)
    body = model.base.shape.at(spot.x, spot.y, spot.facing)
    where = point(pose)
    real = ground.real(spot.x, spot.y, level)
    above = above_head(ground, body, real, model)
    place, found = resting(table, who, pose, level, above)
    breaks = [_set_up_words(each, who) for each in found]
    if spot.on not in ("", BOARD, place.on) and not breaks:
        says = say("This spot for {model} is not on {surface}", model=Who(who), surface=surface_name(spot.on))
        breaks.append(Break("terrain.no-end-mid-climb", says, where))
    if ground.board is not None and not lies_on(body, ground.board, "all"):
        says = say("{model} must be wholly on the battlefield", model=Who(who))
        breaks.append(Break("move.no-crossing-board-edge", says, where))
    for part in ground.parts:
        if part.under(body) and overlaps_model(part, real, model, above):
            breaks.append(Break("terrain.over-not-through", _inside(spot, who, part, body), where))
        if part.closes(level, level) and part.under(body):
            says = say("{thing} is impassable: no model can stand there", thing=part.shown)
            breaks.append(Break("terrain.ground-kinds", says, where))
    if breaks:
        says = say("{model} can't be set up here. Choose another spot", model=Who(who))
        breaks.append(Break("support.set-up", says, where))
    return place, breaks


def _level(ground: Features, spot: Spot) -> float:
    """The level that counts for climbs on a spot: of the surface it names, or of the one at its height."""
    on = ground.named(spot.on)
    if on is not None or spot.z is None or spot.on:
        return 0.0 if on is None else on.level_at(spot.x, spot.y)
    there = (part for part in ground.parts if part.holds(spot.x, spot.y) and part.kind != "area")
    high = (part for part in there if same(part.height_at(spot.x, spot.y), spot.z))
    return next((part.level_at(spot.x, spot.y) for part in high), spot.z)


def _inside(spot: Spot, who: str, part: Part, body: Body) -> Sentence:
    """Why a model can't be set up inside a part, and how to write a place on top of it."""
    if spot.on or not part.may_stop or not lies_on(body, part.region, "all"):
        return say("{model} would stand inside {thing}", model=Who(who), thing=part.shown)
    return say(
        "{model} would stand inside {thing}. To set it up on top, write {place}",
        model=Who(who),
        thing=part.shown,
        place=Notation(f"{{at: [x, y], on: {part.id}}}"),
    )


def _set_up_words(broken: Break, who: str) -> Break:
    """A refusal of the end of a move in the words for a set-up, where no move ends."""
    if broken.clause not in ("terrain.no-end-mid-climb", "fly.no-end-in-air"):
        return broken
    return replace(broken, says=say("There is no surface here that holds {model}", model=Who(who)))


def above_head(ground: Features, body: Body, level: float, model: Model) -> tuple[str, ...]:
    """The floors under which a model stands with room for its whole height."""
    return tuple(
        part.id
        for part in ground.parts
        if part.raised and beyond(part.top, level) and not fills(part, level, model) and part.under(body)
    )


def overlaps_model(part: Part, level: float, model: Model, above: tuple[str, ...]) -> bool:
    """Whether a part fills the space that a model on a level takes up; for Ruins `resting` checks this."""
    return part.raised and not part.in_ruins and part.id not in above and fills(part, level, model)


def _standing(table: Table, who: str, conditions: Conditions) -> list[Break]:
    """Why a place is illegal because of other models: on top of one, or within Engagement Range."""
    crowded = crowding(table, who)
    found = [each.broken for each in crowded]
    where = point(table.pose(who))
    if any(each.how == "on top" for each in crowded):
        says = say("{model} can't be set up on top of another model", model=Who(who))
        found.append(Break("support.set-up", says, where))
    if conditions.engaged_clause and any(each.how == "engaged" for each in crowded):
        says = say("{model} can't be set up within Engagement Range of an enemy", model=Who(who))
        found.append(Break(conditions.engaged_clause, says, where))
    if conditions.filled_clause and overlaps(table.body(who), table.body(conditions.near)):
        says = say(
            "{model} can't be set up on the space of {transport}, which is removed only afterwards",
            model=Who(who),
            transport=Who(conditions.near),
        )
        found.append(Break(conditions.filled_clause, says, where))
    return found


def _conditions(table: Table, who: str, conditions: Conditions) -> list[Break]:
    found = _near(table, who, conditions) if conditions.near else []
    if conditions.apart:
        found += _apart(table, who, conditions)
    body = table.body(who)
    if conditions.zone and not lies_on(body, zone_region(conditions.zone), "all"):
        says = say("{model} must be set up wholly within its zone", model=Who(who))
        found.append(Break(conditions.apart_clause, says, point(table.pose(who))))
    return found


def _near(table: Table, who: str, conditions: Conditions) -> list[Break]:
    """Why a place is too far from the Transport; distances are measured in three dimensions."""
    one, other = stand(table, who), measured(table, conditions.near)
    vertical = apart_vertically(one, other)
    where = point(table.pose(who))
    away = hypot(gap(one.body, other.body), vertical)
    if too_large(table.models[who], conditions.within) and table.option("wh40k.large_passengers"):
        if within(away, LARGE_WITHIN):
            return []
        says = say(
            "{model} is {away} from {transport}. It must be within {near}",
            model=Who(who),
            away=Length.of(away),
            transport=Who(conditions.near),
            near=Length.of(LARGE_WITHIN),
        )
        return [Break(conditions.near_clause, says, where)]
    reach = reachable(other.body, conditions.within, vertical)
    if reach.rings and lies_on(one.body, reach, "all"):
        return []
    says = say(
        "{model} must be set up wholly within {near} of {transport}",
        model=Who(who),
        near=Length.of(conditions.within),
        transport=Who(conditions.near),
    )
    found = [Break(conditions.near_clause, says, where)]
    if within(away, conditions.within):
        says = say(
            "{model} is {away} from {transport}: within {near}, but not wholly within",
            model=Who(who),
            away=Length.of(away),
            transport=Who(conditions.near),
            near=Length.of(conditions.within),
        )
        found.append(Break("support.wholly-within", says, where))
    return found


def _apart(table: Table, who: str, conditions: Conditions) -> list[Break]:
    """Why a place is too close to enemies, measured horizontally only."""
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
        says = _too_close(who, away, enemy.id, conditions)
        found.append(Break(conditions.apart_clause, says, where))
        if beyond(hypot(away, apart_vertically(here, enemy)), conditions.apart):
            says = say("Height makes no difference: this distance is measured horizontally")
            found.append(Break("reserves.distance-is-horizontal", says, where))
    return found


def _too_close(who: str, away: float, enemy: str, conditions: Conditions) -> Sentence:
    model, apart, foe, least = Who(who), Length.of(away), Who(enemy), Length.of(conditions.apart)
    if conditions.apart_allowed:
        return say(
            "{model} is {away} from {enemy}. It must be at least {least} away",
            model=model,
            away=apart,
            enemy=foe,
            least=least,
        )
    return say(
        "{model} is {away} from {enemy}. It must be more than {least} away",
        model=model,
        away=apart,
        enemy=foe,
        least=least,
    )


def too_large(model: Model, distance: float) -> bool:
    """Whether a base can't lie wholly within a distance even if it touches the Transport."""
    return beyond(_narrowest(model.base.shape), distance)


@lru_cache(maxsize=1024)
def _narrowest(shape: Shape) -> float:
    """The least width of a base, tried at every degree; a round one has the same everywhere."""
    bearings = range(180) if len(shape.core) > 2 else (0,)
    return min(shape.across(bearing) for bearing in bearings)


@lru_cache(maxsize=1024)
def reachable(body: Body, distance: float, vertical: float = 0.0) -> Region:
    """The ground within a distance of a body, measured in three dimensions."""
    across = in_plan(distance, vertical)
    if across is None:
        return Region(())
    still = swept(body, Shift(0.0, 0.0))
    return prepare.rounded(still, across) if across > 0.0 else still


def in_plan(distance: float, vertical: float) -> float | None:
    """The horizontal part of a distance at a height difference; None if the height alone is more."""
    return sqrt(max(0.0, distance**2 - vertical**2)) if within(vertical, distance) else None


@lru_cache(maxsize=64)
def zone_region(zone: tuple[int, ...]) -> Region:
    """The region of a zone."""
    return Region((prepare.counter_clockwise([from_lattice(value) for value in zone]),))


def carry_out(placing: Placing, how: str, clauses: tuple[str, ...]) -> Procedure[None]:
    """Set up the models as judged."""
    for who, place in placing.places:
        yield from do(Moved(who, place, how), *clauses)
