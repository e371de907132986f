"""Jumping down."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Choice, Modifier, Procedure, choose, do
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.language import Length, Who, say
from surefoot.referee.itinerary import Stride
from surefoot.rulesets.necromunda_classic.edges import Brink, brinks, edge_towards
from surefoot.rulesets.necromunda_classic.fall import fall_over, fall_rows
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.table.effects import Stopped
from surefoot.table.table import Table

# The first inches of a drop are unmodified; each further stretch of this length gives -1.
STRETCH = 2.0


def drop_modifier(table: Table, drop: float) -> tuple[Modifier, ...]:
    """The modifier of a jump down from some height."""
    worse = max(0, math.ceil((drop - STRETCH) / STRETCH - TOLERANCE))
    if table.option("long_drop_modifiers") == "table":
        worse = min(worse, max(-row["jump"] for row in fall_rows()))
    return (Modifier(-worse, say("Drop of {drop}", drop=Length.of(drop)), "jump.modifier"),)


def facing_along(near: tuple[Brink, ...], stride: Stride) -> Brink:
    """The edge that a leap or a jump goes over."""
    return edge_towards(near, stride.end.x - stride.start.x, stride.end.y - stride.start.y)


def jumping(game: Game, who: str, stride: Stride, *, may_stay: bool) -> Procedure[bool]:
    """At the edge: jump or stay, the test, and the fall if it fails. Whether the fighter moves on."""
    side = game.now.models[who].side
    options = 2 if may_stay else 1
    request = Choice(
        "jump or stay at the edge",
        ("jump", "stay")[:options],
        side,
        ("jump.test",),
        who,
        says=say("{who} is at the edge. Jump down, or stay?", who=Who(who)),
        labels=(say("Jump down"), say("Stay"))[:options],
    )
    answer = yield from choose(request)
    if answer == "stay":
        yield from do(Stopped(who, "declined the jump"), "jump.test")
        return False
    modifiers = drop_modifier(game.now, -stride.rise)
    says = say("Initiative test to jump down")
    safe = yield from initiative_test(game.now, who, "jump down", says, "jump.test", modifiers=modifiers)
    if safe:
        return True
    yield from fall_over(game, who, facing_along(brinks(game.now, who, narrow=True), stride), "jump.fail")
    return False
