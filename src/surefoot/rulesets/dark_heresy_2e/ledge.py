"""Hanging from a ledge: pulling up, trying again, and letting go."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.tolerance import to_lattice
from surefoot.language import say
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Surface
from surefoot.rulesets.dark_heresy_2e.actions import FULL, spend
from surefoot.rulesets.dark_heresy_2e.drop import drop
from surefoot.rulesets.dark_heresy_2e.falling import beneath, is_step_down
from surefoot.rulesets.dark_heresy_2e.kept import LEDGE, forget, keep
from surefoot.rulesets.dark_heresy_2e.numbers import exact, lattice, metres
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, roll_to_pass
from surefoot.table.effects import Moved, Stopped
from surefoot.table.model import Model
from surefoot.table.place import Place
from surefoot.table.record import Record

# The default reach of the arms above the head, and the default height of a character.
ARMS = Fraction(1)
TALL = Fraction(9, 5)


def body_height(model: Model) -> Fraction:
    """The height of a character in metres."""
    return metres(model.height) if model.height else TALL


def arm_reach(model: Model) -> Fraction:
    """The reach of the arms above the head in metres."""
    given = exact(model.profile.get("arm_reach"))
    return ARMS if given is None else given


def hang(
    game: Game,
    who: str,
    ledge: Surface,
    spot: tuple[float, float],
    below: tuple[float, float, float],
    *clauses: str,
) -> Procedure[None]:
    """Grab a ledge from a point below or beside it, and try to pull up to a spot on it."""
    model = game.now.models[who]
    soles = to_lattice(ledge.height(*spot)) - lattice(body_height(model) + arm_reach(model))
    x, y, z = (to_lattice(value) for value in below)
    place = Place("edge", ledge.id, x, y, max(z, soles), model.place.facing)
    yield from do(Moved(who, place, "grabs the ledge"), *clauses)
    goal = Record(x=to_lattice(spot[0]), y=to_lattice(spot[1]))
    yield from keep(LEDGE, who, goal, *clauses)
    yield from _pull(game, who)


def _pull(game: Game, who: str) -> Procedure[None]:
    """The Strength test to pull up onto the ledge."""
    table = game.now
    skill = characteristic(table.options, table.models[who], "S")
    up = yield from roll_to_pass(table.options, who, "pull oneself up", skill, "vjump.pull-up")
    if not up:
        yield from do(Stopped(who, "hangs from the ledge"), "vjump.pull-up")
        return
    place, goal = table.models[who].place, table.note(LEDGE, who)
    assert isinstance(goal, Record)
    on = Place("surface", place.on, goal.number("x"), goal.number("y"), facing=place.facing)
    yield from do(Moved(who, on, "pulls himself up"), "vjump.pull-up")
    yield from forget(LEDGE, who, "vjump.pull-up")


def pull_up(game: Game, declaration: Declaration) -> Procedure[None]:
    """Try again to pull up onto a ledge."""
    who = declaration.actor
    yield from spend(game.now, who, "pull-up", FULL, "vjump.pull-up")
    yield from _pull(game, who)


def let_go(game: Game, declaration: Declaration) -> Procedure[None]:
    """Let go of a ledge: a jump down, measured from the soles."""
    who, table = declaration.actor, game.now
    pose = table.pose(who)
    landing = beneath(table, who, pose.x, pose.y, pose.z)
    if landing is None:
        raise Refused(Break("drop.permission", say("There is no surface below to land on")))
    yield from forget(LEDGE, who, "vjump.pull-up")
    if is_step_down(table, landing):
        yield from do(Moved(who, landing.place, "lets go"), "vjump.pull-up", "drop.permission")
        return
    yield from spend(table, who, "let-go", FULL, "jump.full-action")
    yield from drop(game, who, landing, "vjump.pull-up")
