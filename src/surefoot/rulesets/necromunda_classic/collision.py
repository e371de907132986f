"""Collisions: a moving vehicle touches a fighter, another vehicle or terrain."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.geometry.shapes import turn
from surefoot.rulesets.necromunda_classic import chain, push, run_over, terrain_collision
from surefoot.rulesets.necromunda_classic.movement import Go, Movement, Touch
from surefoot.table.effects import Stopped


def meet(game: Game, m: Movement, touch: Touch) -> Procedure[None]:
    """Resolve a touch, by the kind of thing that was touched and the vehicle that touched it."""
    m.cleared = (*m.cleared, touch.other)
    if touch.kind == "fighter":
        yield from run_over.displace(game, m, touch)
    elif touch.kind == "terrain":
        yield from terrain_collision.meet(game, m, touch)
    elif touch.member == m.who and not m.shoved:
        yield from push.collide(game, m, touch)
    else:
        yield from chain.collide(game, m, touch)
    if m.halts and not m.over:
        m.over = True
        yield from do(Stopped(m.who, "stops on the collision"), *m.halts)


def runs_into(game: Game, m: Movement, who: str, what: str, step: Go) -> Procedure[None]:
    """A vehicle runs into the side of a slope, which has no outline: its foremost point touches it."""
    pose = game.now.pose(who)
    dx, dy = turn(0.0, game.now.models[who].base.shape.reach, game.now.pose(m.who).facing + step.way)
    yield from meet(game, m, Touch(0.0, who, "terrain", what, (pose.x + dx, pose.y + dy)))
