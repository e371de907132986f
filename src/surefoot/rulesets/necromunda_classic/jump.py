"""Jumping down."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Choice, Modifier, Procedure, choose, do
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.referee.itinerary import Stride
from surefoot.rulesets.necromunda_classic.edges import Brink, brinks, edge_towards
from surefoot.rulesets.necromunda_classic.fall import fall_over, fall_rows
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.table.effects import Stopped
from surefoot.table.table import Table

# The first inches of a drop are unmodified, and each further stretch of as many gives -1.
STRETCH = 2.0


def drop_modifier(table: Table, drop: float) -> tuple[Modifier, ...]:
    """The modifier of a jump down from some height."""
    worse = max(0, math.ceil((drop - STRETCH) / STRETCH - TOLERANCE))
    if table.option("long_drop_modifiers") == "table":
        worse = min(worse, max(-row["jump"] for row in fall_rows()))
    return (Modifier(-worse, f'a drop of {drop:g}"', "jump.modifier"),)


def facing_along(near: tuple[Brink, ...], stride: Stride) -> Brink:
    """The same for a fighter that was about to leap or jump."""
    return edge_towards(near, stride.end.x - stride.start.x, stride.end.y - stride.start.y)


def jumping(game: Game, who: str, stride: Stride, *, may_stay: bool) -> Procedure[bool]:
    """At the lip: jump or stay, the test, and the fall if it fails; true if the fighter is to go on."""
    side = game.now.models[who].side
    answer = yield from choose(
        Choice("jump or stay at the edge", ("jump", "stay")[: 1 + may_stay], side, ("jump.test",), who)
    )
    if answer == "stay":
        yield from do(Stopped(who, "declined the jump"), "jump.test")
        return False
    modifiers = drop_modifier(game.now, -stride.rise)
    safe = yield from initiative_test(game.now, who, "jump down", "jump.test", modifiers=modifiers)
    if safe:
        return True
    yield from fall_over(game, who, facing_along(brinks(game.now, who, narrow=True), stride), "jump.fail")
    return False
