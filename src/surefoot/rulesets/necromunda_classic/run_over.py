"""Running over fighters: they are moved aside, and test when the vehicle has stopped."""

from __future__ import annotations

from typing import Literal

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Modifier, Procedure, Roll, do, passed
from surefoot.geometry.settle import Clear, Keep
from surefoot.language import Who, say
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

# The roll that a Seriously Injured fighter needs, instead of its Initiative.
INJURED_NEEDS = 6


def status_of(model: Model) -> Literal["standing", "pinned", "seriously injured"]:
    """The status of a fighter at the moment of contact."""
    if model.is_(SERIOUSLY_INJURED):
        return "seriously injured"
    return "pinned" if model.is_(PINNED) else "standing"


def displace(game: Game, m: Movement, touch: Touch) -> Procedure[None]:
    """Move a fighter the least distance to 1" from the whole path ahead."""
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
    # There is no spot on its level: it goes over the edge.
    landing = _over_the_edge(game.now, view, who, track)
    if landing is None:
        m.over, m.closed_in = True, (*m.closed_in, who)
        says = say("stops: {who} can't be moved aside", who=Who(who))
        yield from do(Stopped(m.who, f"{who} cannot be moved out of the way", says), *clauses)
    else:
        yield from fall.fall(game, who, landing, *clauses)


def _over_the_edge(table: Table, view: View, who: str, track: tuple[Keep, ...]) -> Landing | None:
    """Where a fighter lands that is moved off its level; None if walls close it in."""
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
    """The Initiative test, by the fighter's status when it was touched."""
    who, what = impact.fighter, "getting out of the way"
    says = say("Initiative test to dodge {vehicle}", vehicle=Who(impact.by))
    if impact.status == "seriously injured":
        clauses = ("run-over.test", "run-over.seriously-injured")
        request = Roll(what, D6, AtLeast(INJURED_NEEDS), who, clauses, hope=True, says=says)
        return (yield from passed(request))
    if impact.status == "pinned":
        return (yield from initiative_test(game.now, who, what, says, "run-over.test", "run-over.pinned"))
    bonus = Modifier(1, say("Standing"), "run-over.standing")
    return (yield from initiative_test(game.now, who, what, says, "run-over.test", modifiers=(bonus,)))
