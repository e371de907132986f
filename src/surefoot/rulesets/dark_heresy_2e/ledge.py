"""Hanging from a ledge: pulling up, trying again, and letting go."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice
from surefoot.language import Sentence, Thing, say
from surefoot.referee.bill import point
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Surface
from surefoot.referee.view import seen
from surefoot.referee.walk import Line, Walk
from surefoot.rulesets.dark_heresy_2e.actions import FULL, Permits, spend
from surefoot.rulesets.dark_heresy_2e.character import body_height
from surefoot.rulesets.dark_heresy_2e.drop import drop
from surefoot.rulesets.dark_heresy_2e.falling import beneath, is_step_down
from surefoot.rulesets.dark_heresy_2e.kept import LEDGE, forget, keep
from surefoot.rulesets.dark_heresy_2e.numbers import exact, lattice
from surefoot.rulesets.dark_heresy_2e.prices import blocker, lens
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, roll_to_pass
from surefoot.table.effects import Moved, Stopped
from surefoot.table.model import Model
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table

# The default reach of the arms above the head.
ARMS = Fraction(1)


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
    if pull_breaks(game.now, who):
        # A leap that fell short may grab an edge without room behind it.
        yield from do(Stopped(who, "hangs from the ledge"), "vjump.pull-up")
        return
    yield from _pull(game, who)


def no_way_onto(table: Table, who: str, start: Pose, spot: Pose, ledge: Surface) -> Sentence | None:
    """Why a character can't get from a point below or beside a ledge to a spot on it; None if it can."""
    view = seen(table, lens(table), who).around(start[:2], spot[:2])
    line = Line(start.x, start.y, spot.x - start.x, spot.y - start.y)
    for _, what in view.overlapped(spot):
        return say(
            "There's no room on {ledge}: {blocker} is there",
            ledge=Thing(ledge.id),
            blocker=blocker(table, what),
        )
    met = Walk(view, line, start.facing).obstruction(0.0, 1.0, spot.z) if beyond(line.length, 0.0) else None
    if met is None:
        return None
    return say("{blocker} is in the way to that spot", blocker=blocker(table, met.what))


def pull_breaks(table: Table, who: str) -> list[Break]:
    """What keeps a character who hangs from a ledge from pulling up onto it: something in the way, or on the spot."""
    goal, ledge = table.note(LEDGE, who), seen(table, lens(table), who).surface(table.models[who].place.on)
    if not isinstance(goal, Record) or ledge is None:
        return []
    start, (x, y) = table.pose(who), (from_lattice(goal.number(name)) for name in ("x", "y"))
    wrong = no_way_onto(table, who, start, Pose(x, y, ledge.height(x, y), start.facing), ledge)
    return [] if wrong is None else [Break("vjump.pull-up", wrong, point(start))]


def may_pull(table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that forbids a character to pull up now."""
    return Permits("pull-up")(table, who) or tuple(pull_breaks(table, who))


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
