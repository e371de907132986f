"""Running over fighters: they are moved out of the way, and tested when the vehicle has passed."""

from __future__ import annotations

from typing import Literal

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Modifier, Procedure, Roll, do, passed
from surefoot.geometry.settle import Clear, Keep
from surefoot.referee.placing import Landing, nearest, one_of, room, walls_at
from surefoot.referee.view import View
from surefoot.rulesets.necromunda_classic import fall
from surefoot.rulesets.necromunda_classic.collision_damage import blow
from surefoot.rulesets.necromunda_classic.edges import falling_view, straight_down
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import ONE_INCH, PINNED, SERIOUSLY_INJURED
from surefoot.rulesets.necromunda_classic.hits import suffer
from surefoot.rulesets.necromunda_classic.involuntary import moved_aside
from surefoot.rulesets.necromunda_classic.movement import Movement, RunOver, Touch
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.rulesets.necromunda_classic.track import ahead
from surefoot.table.effects import Reported, Stopped
from surefoot.table.model import Model
from surefoot.table.record import Record
from surefoot.table.table import Table

# What a Seriously Injured fighter must roll, whatever its Initiative.
INJURED_NEEDS = 6


def status_of(model: Model) -> Literal["standing", "pinned", "seriously injured"]:
    """How a fighter stands at the moment of contact."""
    if model.is_(SERIOUSLY_INJURED):
        return "seriously injured"
    return "pinned" if model.is_(PINNED) else "standing"


def displace(game: Game, m: Movement, touch: Touch) -> Procedure[None]:
    """A fighter is shifted as little as possible to 1" from the whole of the way that lies ahead."""
    who = touch.other
    status = status_of(game.now.models[who])
    details = Record(fighter=who)
    yield from do(Reported("runs over", touch.member, details), "collision.on-contact", "collision.with-what")
    if not any(isinstance(each, RunOver) and each.fighter == who for each in m.impacts):
        m.impacts.append(RunOver(who, touch.member, status))
    view = falling_view(game.now, who)
    pose = game.now.pose(who)
    track: tuple[Keep, ...] = tuple(Clear(region, ONE_INCH) for region in ahead(game.now, m))
    keeps = (*room(view, pose.z), *track)
    clauses = ("run-over.displace", *edition(game.now).against_its_will)
    moved = yield from moved_aside(game, view, who, keeps, game.now.models[who].side, *clauses)
    if moved:
        return
    # There is no place on its level: it goes over the edge.
    landing = _over_the_edge(game.now, view, who, track)
    if landing is None:
        m.over, m.closed_in = True, (*m.closed_in, who)
        yield from do(Stopped(m.who, f"{who} cannot be moved out of the way"), *clauses)
    else:
        yield from fall.fall(game, who, landing, *clauses)


def _over_the_edge(table: Table, view: View, who: str, track: tuple[Keep, ...]) -> Landing | None:
    """Where a fighter comes down that is shifted off its level; None if walls close it in."""
    pose = table.pose(who)
    past_the_edge = Clear(view.support(pose.z))
    walls = tuple(Clear(region) for region in walls_at(view, pose.z))
    spot = one_of(nearest(view, pose, (past_the_edge, *track, *walls), falls=True))
    return None if spot is None else straight_down(table, who, *spot, pose.z)


def resolve(game: Game, m: Movement, impact: RunOver) -> Procedure[None]:
    """The test of a fighter that was run over, and the hit if it fails."""
    who = impact.fighter
    if not game.now.models[who].place.on_table:
        return
    safe = yield from _test(game, impact)
    if safe:
        return
    initial = () if impact.by == m.who else ("chain.initial-move-stat",)
    hit = blow(m.move, *m.move_clauses, *initial)
    before = game.now.models[who]
    yield from suffer(game, who, hit.hit, "run-over.hit", *hit.clauses)
    yield from fall.floored(game, before, "run-over.hit")


def _test(game: Game, impact: RunOver) -> Procedure[bool]:
    """An Initiative test by how the fighter stood when it was touched."""
    who, what = impact.fighter, "getting out of the way"
    if impact.status == "seriously injured":
        clauses = ("run-over.test", "run-over.seriously-injured")
        return (yield from passed(Roll(what, D6, AtLeast(INJURED_NEEDS), who, clauses, hope=True)))
    if impact.status == "pinned":
        return (yield from initiative_test(game.now, who, what, "run-over.test", "run-over.pinned"))
    bonus = Modifier(1, "on its feet", "run-over.standing")
    return (yield from initiative_test(game.now, who, what, "run-over.test", modifiers=(bonus,)))
