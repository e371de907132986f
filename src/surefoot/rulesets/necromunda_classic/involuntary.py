"""Involuntary moves: where models are moved to, and the separation that follows."""

from __future__ import annotations

import math
from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Plan, Procedure, choose, do, plan
from surefoot.geometry.measure import gap_in_space
from surefoot.geometry.settle import Arc, Clear, Keep, Settled
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import from_lattice, short_of, to_lattice, within
from surefoot.language import Sentence, Who, say
from surefoot.records import dataclass
from surefoot.referee.placing import (
    Nearest,
    entered,
    nearest_on_level,
    one_of,
    place_on_level,
    proposed,
    room,
)
from surefoot.referee.scene import Figure
from surefoot.referee.sight import in_sight
from surefoot.referee.view import View
from surefoot.rulesets.necromunda_classic import dangerous
from surefoot.rulesets.necromunda_classic.edges import falling_view
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import (
    ONE_INCH,
    SERIOUSLY_INJURED,
    is_vehicle,
)
from surefoot.rulesets.necromunda_classic.vehicle import WRECKED
from surefoot.table.effects import Moved, Reported
from surefoot.table.model import Model
from surefoot.table.place import Pose
from surefoot.table.table import Table


@dataclass(frozen=True, slots=True)
class OnArcs:
    """Judges a spot (millionths x, y): it must be on one of some arcs."""

    arcs: tuple[Arc, ...]
    clause: str

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        x, y = from_lattice(answer[0]), from_lattice(answer[1])
        if any(_on(arc, x, y) for arc in self.arcs):
            return ()
        return (Break(self.clause, say("That isn't one of the nearest spots"), (*answer, 0)),)


def _on(arc: Arc, x: float, y: float) -> bool:
    away = ((x - arc.x) ** 2 + (y - arc.y) ** 2) ** 0.5
    return within(abs(away - arc.radius), 0.0)


def counting_enemies(game: Game, who: str, but: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The enemies that count when a fighter is moved: it ends 1" from each of them. Some may be left out."""
    table = game.now
    injured_count = not edition(table).injured_stay_in_contact
    return tuple(
        model.id
        for model in table.models.values()
        if _is_enemy(table, model, who)
        and model.place.on_table
        and model.id not in but
        and (injured_count or not model.is_(SERIOUSLY_INJURED))
    )


def _is_enemy(table: Table, model: Model, who: str) -> bool:
    """Whether a model is an enemy that a fighter is separated from; vehicles count in some editions, wrecks never."""
    enemy = model.side != table.models[who].side
    return enemy and (
        not is_vehicle(model) or (edition(table).vehicles_are_enemies and not model.is_(WRECKED))
    )


def set_aside(
    game: Game,
    who: str,
    enemies: tuple[str, ...],
    *clauses: str,
    keeps: tuple[Keep, ...] = (),
    tested: tuple[str, ...] = (),
) -> Procedure[None]:
    """Move a model to the nearest free spot on its level that is 1" from some enemies; without one it stays.

    If it overlaps a model and there is no spot that far from them, it is moved off that model at least.
    """
    view = falling_view(game.now, who)
    z = game.now.pose(who).z
    # The opponent of the moved fighter's player chooses among equally near spots.
    by = f"opponent of {game.now.models[who].side}"
    past = tuple(figure.body for figure, _ in view.figures if figure.id in enemies)
    all_keeps = _apart(view, who, enemies, (*room(view, z), *keeps), past)
    moved = yield from moved_aside(game, view, who, all_keeps, by, *clauses, past=past, tested=tested)
    if not moved and enemies and any(kind == "model" for kind, _ in view.overlapped(game.now.pose(who))):
        off = (*room(view, z), *keeps)
        moved = yield from moved_aside(game, view, who, off, by, *clauses, tested=tested)
    if not moved:
        yield from do(Reported("has no room to be moved to", who), *clauses)


def _apart(
    view: View, who: str, enemies: tuple[str, ...], keeps: tuple[Keep, ...], past: tuple[Body, ...]
) -> tuple[Keep, ...]:
    """Some keeps, and the 1" to enemies. It is not measured through walls: enemies behind them count where they are seen."""
    pose = view.scene.table.pose(who)
    hidden = [one for one in view.scene.figures if one.id in enemies and not _is_beneath(view, pose.z, one)]
    seen = [one for one in hidden if in_sight(view, pose, one.beside(pose.z))]
    while seen:
        hidden = [one for one in hidden if one not in seen]
        keeps += tuple(Clear(one.body, _gap_in_plan(pose.z, one)) for one in seen)
        spot = one_of(_nearest(view, who, keeps, (*past, *_hulls(view, pose.z)))) if hidden else None
        if spot is None:
            break
        there = pose._replace(x=spot[0], y=spot[1])
        seen = [one for one in hidden if _near(view, there, one)]
    return keeps


def _gap_in_plan(z: float, enemy: Figure) -> float:
    """The gap in plan at which a base at a height is 1" from an enemy in space."""
    rise = abs(enemy.beside(z).pose.z - z)
    return math.sqrt(ONE_INCH**2 - rise**2) if rise < ONE_INCH else 0.0


def _near(view: View, pose: Pose, enemy: Figure) -> bool:
    """Whether a base at a position is within 1" of an enemy, in space and not through anything solid."""
    there = enemy.beside(pose.z)
    apart = gap_in_space(view.body(pose), pose.z, there.body, there.pose.z)
    return short_of(apart, ONE_INCH) and in_sight(view, pose, there) and not _is_beneath(view, pose.z, enemy)


def _is_beneath(view: View, z: float, enemy: Figure) -> bool:
    """Whether an enemy is a vehicle with a deck at or below some feet: the deck is ground."""
    return bool(enemy.model.decks) and not view.figure_bars(enemy, z)


def moved_aside(
    game: Game,
    view: View,
    who: str,
    keeps: tuple[Keep, ...],
    by: str,
    *clauses: str,
    past: tuple[Body, ...] = (),
    tested: tuple[str, ...] = (),
) -> Procedure[bool]:
    """Move a model to the nearest spot on its level that meets the conditions, round walls and vehicles.

    It tests for dangerous ground that it enters on the way, unless it has before. False if there is no such spot.
    """
    pose = game.now.pose(who)
    found = _nearest(view, who, keeps, (*past, *_hulls(view, pose.z)))
    spot = one_of(found)
    if spot is None:
        return False
    if found.distance > 0:
        says = say("Several spots are equally near. Where is {who} moved?", who=Who(who))
        chosen = yield from picked(f"where {who} is moved", says, who, found, by, *clauses)
        x, y = from_lattice(chosen[0]), from_lattice(chosen[1])
        place = place_on_level(view, x, y, pose.z, pose.facing)
        areas = entered(view, who, x, y, found.via)
        yield from do(Moved(who, place, "is moved aside"), *clauses)
        yield from dangerous.moved_through(game, who, areas, tested)
    return True


def _hulls(view: View, z: float) -> tuple[Body, ...]:
    """Vehicles without decks, which are not terrain: no model is moved through them."""
    return tuple(
        figure.body for figure, _ in view.figures if is_vehicle(figure.model) and view.figure_bars(figure, z)
    )


def _nearest(view: View, who: str, keeps: tuple[Keep, ...], past: tuple[Body, ...]) -> Nearest:
    """The nearest spots that meet the conditions and support the whole base on one surface."""
    return nearest_on_level(view, view.scene.table.pose(who), keeps, past=past)


def picked(
    what: str, says: Sentence, who: str, found: Settled, by: str, *clauses: str
) -> Procedure[tuple[int, int]]:
    """One of several equally near spots, chosen by a player."""
    if found.arcs:
        judge = OnArcs(found.arcs, clauses[0])
        answer = yield from plan(Plan(what, who, judge, by, clauses, proposed(found), says))
        return int(answer[0]), int(answer[1])
    spots = tuple((to_lattice(x), to_lattice(y)) for x, y in found.spots)
    chosen = yield from choose(Choice(what, spots, by, clauses, who, says))
    return next(spot for spot in spots if spot == chosen)


def separate(
    game: Game, who: str, fell_on: tuple[str, ...] = (), tested: tuple[str, ...] = ()
) -> Procedure[None]:
    """Once everything is resolved, move a fighter that was moved involuntarily 1" away from the enemies near it.

    Models that it fell on are left out: the rules of falling have separated it from them. Dangerous areas that its
    move has tested for are not tested for again.
    """
    table = game.now
    view = falling_view(table, who)
    model = table.models[who]
    near = [
        one
        for one in view.scene.figures
        if one.id not in fell_on and _is_enemy(table, one.model, who) and _near(view, table.pose(who), one)
    ]
    if not near:
        return
    injured = model.is_(SERIOUSLY_INJURED) or all(one.model.is_(SERIOUSLY_INJURED) for one in near)
    if injured and edition(table).injured_stay_in_contact:
        yield from do(Reported("stays in contact", who), "involuntary.no-separation-if-injured")
        return
    # The move has tested for the ground that it ends on already.
    known = (*tested, *dangerous.under(table, who))
    counted = counting_enemies(game, who, fell_on)
    yield from set_aside(game, who, counted, "involuntary.separate", tested=known)
