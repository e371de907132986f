"""Jumping down: the test, the safe distance, jumps that are too far, and being pushed over an edge."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Procedure, Refused, Roll, do
from surefoot.geometry.tolerance import beyond, from_lattice, within
from surefoot.language import Who, say
from surefoot.referee.bill import point
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.referee.view import seen
from surefoot.referee.walk import Line, Walk
from surefoot.rulesets.dark_heresy_2e.actions import cost_of, spend
from surefoot.rulesets.dark_heresy_2e.carry import agility
from surefoot.rulesets.dark_heresy_2e.character import score
from surefoot.rulesets.dark_heresy_2e.falling import Landing, become_prone, beneath, fall, hurt
from surefoot.rulesets.dark_heresy_2e.flight_traits import airborne
from surefoot.rulesets.dark_heresy_2e.gravity import jump_clauses, jumped, local_options, weightless
from surefoot.rulesets.dark_heresy_2e.move import go
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks
from surefoot.rulesets.dark_heresy_2e.prices import blocker, lens
from surefoot.rulesets.dark_heresy_2e.run_up import last_leg_breaks, run_fast, run_up
from surefoot.rulesets.dark_heresy_2e.tests import (
    MOST_DEGREES,
    best_degrees,
    degrees_needed,
    request,
    roll_degrees,
)
from surefoot.table.effects import Moved, Stopped
from surefoot.table.record import Record
from surefoot.table.table import Table


def jump_down(game: Game, declaration: Declaration) -> Procedure[None]:
    """Go to the edge and jump."""
    who, table, legs = declaration.actor, game.now, declaration.legs
    breaks = [*declaration_breaks(declaration, "structured"), *last_leg_breaks(legs, "jump")]
    if breaks:
        raise Refused(*breaks)
    whole = trace(Scene(table), lens(table), who, legs)
    stride = next((each for each in whole.strides if each.mode == "drop"), None)
    way = run_up(table, who, legs, "drop")
    if stride is None:
        nothing = Break(
            "drop.permission", say("There is no edge here to jump down from"), point(table.pose(who))
        )
        raise Refused(*way.breaks, nothing)
    way.refuse()
    yield from spend(table, who, "jump-down", cost_of(table, who, "jump-down"), "jump.full-action")
    if way.strides:
        up = yield from go(game, way, declaration, fast=run_fast(table, way))
        if not up:
            return
    landing = beneath(game.now, who, stride.end.x, stride.end.y, stride.start.z)
    assert landing is not None
    yield from drop(game, who, landing, "jump.definition", "drop.permission")


def drop(game: Game, who: str, landing: Landing, *clauses: str) -> Procedure[None]:
    """A controlled drop: on the feet within the safe distance, beyond it Prone and hurt."""
    table = game.now
    options = local_options(table, who)
    own = score(options, table.models[who], "Ag")
    clauses = (*clauses, *own.clauses)
    enough = degrees_needed(
        lambda degrees: within(landing.drop, float(safe_drop(options, own.bonus, degrees)))
    )
    degrees = yield from roll_degrees(_test(table, who, enough, *clauses))
    if degrees < 0:
        yield from fall(game, who, landing, "drop.failure")
        yield from become_prone(game, who, "drop.failure")
        yield from do(Stopped(who, "fell"), "drop.failure")
        return
    changed = jump_clauses(options)
    if within(landing.drop, float(safe_drop(options, own.bonus, degrees))):
        yield from do(Moved(who, landing.place, "jumps down"), "drop.safe-distance", *changed)
        return
    yield from do(Moved(who, landing.place, "jumps down"), "drop.too-far", *changed)
    yield from hurt(game, who, landing.drop - own.bonus)
    yield from become_prone(game, who, "drop.too-far")
    yield from do(Stopped(who, "jumped further than was safe"), "drop.too-far")


def _test(table: Table, who: str, enough: int, *clauses: str) -> Roll:
    """The Agility test to jump down; so many degrees of success are enough."""
    return request(
        local_options(table, who),
        who,
        "jump down",
        agility(table, who),
        "drop.test",
        *clauses,
        enough=enough,
        worst=1,
        aims=(Aim(say("not to fall the whole way"), 1), Aim(say("to land unhurt"), enough)),
    )


def deepest(table: Table, who: str) -> Fraction:
    """Metres of a jump down that lands unhurt with the best roll."""
    options = local_options(table, who)
    bonus = score(options, table.models[who], "Ag").bonus
    return safe_drop(options, bonus, best_degrees(_test(table, who, MOST_DEGREES)))


def safe_drop(options: Record, agility_bonus: int, degrees: int) -> Fraction:
    """The safe distance of a jump down with some degrees of success."""
    return jumped(options, Fraction(agility_bonus + degrees))


def pushed(game: Game, declaration: Declaration) -> Procedure[None]:
    """A character is pushed over an edge and falls, without a test."""
    who, table = declaration.actor, game.now
    model = table.models.get(who)
    to = declaration.legs[-1].to
    if model is None or not model.place.on_table or to is None:
        raise Refused(Break("jump.uncontrolled-is-a-fall", say("{who} can't be pushed there", who=Who(who))))
    if weightless(table, who):
        raise Refused(
            Break("gravity.zero-push-off", say("{who} can't fall: there is no gravity here", who=Who(who)))
        )
    if airborne(model):
        says = say("{who} is flying and can't be pushed over an edge: use Stops flying instead", who=Who(who))
        raise Refused(Break("fly.stay-aloft", says))
    pose = table.pose(who)
    x, y, z = from_lattice(to[0]), from_lattice(to[1]), pose.z
    view = seen(table, lens(table), who)
    met = Walk(view, Line(pose.x, pose.y, x - pose.x, y - pose.y), pose.facing).obstruction(0.0, 1.0, z)
    if met is not None:
        says = say("{blocker} stops the push", blocker=blocker(table, met.what))
        raise Refused(Break("jump.uncontrolled-is-a-fall", says, point(pose)))
    landing = beneath(table, who, x, y, z)
    if landing is None:
        raise Refused(Break("jump.uncontrolled-is-a-fall", say("There is no surface below to land on")))
    if not beyond(landing.drop, lens(table).step):
        says = say("{who} doesn't fall: there is ground at that point. Push over an edge", who=Who(who))
        raise Refused(Break("jump.uncontrolled-is-a-fall", says))
    yield from fall(game, who, landing, "jump.uncontrolled-is-a-fall")
