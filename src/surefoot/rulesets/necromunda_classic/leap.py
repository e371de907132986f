"""Leaping gaps."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Choice, Procedure, choose, do
from surefoot.geometry.tolerance import beyond
from surefoot.language import Who, say
from surefoot.records import replace
from surefoot.referee.itinerary import Itinerary, Leg, Stride
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.referee.view import bearing
from surefoot.rulesets.necromunda_classic.edges import brinks
from surefoot.rulesets.necromunda_classic.fall import fall_over
from surefoot.rulesets.necromunda_classic.fighter import LEVEL_STEP
from surefoot.rulesets.necromunda_classic.jump import drop_modifier, facing_along
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.table.effects import Reported, Stopped
from surefoot.table.table import Table


def is_leap(table: Table, who: str, stride: Stride) -> bool:
    """Whether a gap is wider than the base of the fighter that crosses it; otherwise it is a jump down."""
    way = bearing(stride.end.x - stride.start.x, stride.end.y - stride.start.y)
    return beyond(stride.length, table.models[who].base.shape.across(way, stride.start.facing))


def over_narrow_gaps(table: Table, who: str, tariff: Tariff, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """A route in which each jump to a lower level beyond a gap no wider than the base crosses that gap: no base fits down it."""
    for index, leg in enumerate(legs):
        if leg.by != "jump":
            continue
        across = (*legs[:index], replace(leg, by="leap"))
        if _crosses_narrow_gap(table, who, trace(Scene(table), tariff.lens, who, across)):
            legs = (*across, *legs[index + 1 :])
    return legs


def _crosses_narrow_gap(table: Table, who: str, way: Itinerary) -> bool:
    """Whether a route can be followed, and its last leg leaps to a lower level over a gap no wider than the base."""
    last = max((stride.leg for stride in way.strides), default=0)
    leaps = [stride for stride in way.strides if stride.leg == last and stride.mode == "leap"]
    return (
        way.hold is None
        and bool(leaps)
        and all(
            stride.rise < -LEVEL_STEP and beyond(stride.length, 0.0) and not is_leap(table, who, stride)
            for stride in leaps
        )
    )


def leaping(game: Game, who: str, stride: Stride, *, may_stay: bool) -> Procedure[bool]:
    """At the edge: leap or stay, the test, and the fall if it fails. Whether the fighter moves on."""
    yield from do(Reported("stops at the edge", who), "leap.stop-at-edge", "leap.gap-bigger-than-base")
    side = game.now.models[who].side
    options = 2 if may_stay else 1
    request = Choice(
        "leap or stay at the edge",
        ("leap", "stay")[:options],
        side,
        ("leap.test",),
        who,
        says=say("{who} is at the edge. Leap, or stay?", who=Who(who)),
        labels=(say("Leap"), say("Stay"))[:options],
    )
    answer = yield from choose(request)
    if answer == "stay":
        yield from do(Stopped(who, "declined the leap"), "leap.stop-at-edge", "leap.test")
        return False
    modifiers = drop_modifier(game.now, -stride.rise)
    says = say("Initiative test to leap")
    safe = yield from initiative_test(game.now, who, "leap", says, "leap.test", modifiers=modifiers)
    if safe:
        return True
    yield from fall_over(
        game, who, facing_along(brinks(game.now, who, narrow=True), stride), "leap.fail-fall"
    )
    return False
