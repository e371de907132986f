"""Jumping up, standing and running: the height, the reach, and grabbing a ledge."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Modifier, Procedure, Refused, Roll, do
from surefoot.geometry.kernel import region_distance
from surefoot.geometry.tolerance import beyond, from_lattice, short_of, within
from surefoot.language import Length, Thing, Who, say
from surefoot.records import dataclass
from surefoot.referee.bill import point
from surefoot.referee.overhang import flush_with, slabs_above
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.view import View, seen
from surefoot.rulesets.dark_heresy_2e.actions import FULL, TURN_OVER, spend
from surefoot.rulesets.dark_heresy_2e.carry import agility, encumbered
from surefoot.rulesets.dark_heresy_2e.character import PRONE, body_height, score
from surefoot.rulesets.dark_heresy_2e.gravity import jump_clauses, jumped, local_options
from surefoot.rulesets.dark_heresy_2e.leap import RUN_UP, run_up_bonus, run_up_reason
from surefoot.rulesets.dark_heresy_2e.ledge import arm_reach, hang, no_way_onto
from surefoot.rulesets.dark_heresy_2e.move import go
from surefoot.rulesets.dark_heresy_2e.numbers import HALF, chosen, length, rounded_up
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks, straight_in
from surefoot.rulesets.dark_heresy_2e.prices import lens
from surefoot.rulesets.dark_heresy_2e.run_up import last_leg_breaks, run_fast, run_up
from surefoot.rulesets.dark_heresy_2e.tests import (
    best_degrees,
    degrees_needed,
    request,
    roll_degrees,
    roll_to_pass,
)
from surefoot.table.effects import Became, Moved, Noted, Stopped
from surefoot.table.model import Model
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table

# The height of a standing jump.
STANDING = HALF
# The greatest distance from the base to a ledge.
ARM = 1.0


@dataclass(frozen=True)
class Spring:
    """A jump up: its start, its ledge, the spot on it, and the metres of run-up."""

    start: Pose
    ledge: Surface
    spot: tuple[float, float]
    run_up: float

    @property
    def height(self) -> float:
        """Metres from the ground to the ledge."""
        return self.ledge.height(*self.spot) - self.start.z

    @property
    def running(self) -> bool:
        """Whether the run-up is long enough."""
        return not short_of(self.run_up, RUN_UP)


def jump_up(game: Game, declaration: Declaration) -> Procedure[None]:
    """Make the run-up, if one is declared, jump, and land on a ledge or grab it."""
    who, legs = declaration.actor, declaration.legs
    breaks = [*declaration_breaks(declaration, "structured"), *last_leg_breaks(legs, "jump")]
    if breaks:
        raise Refused(*breaks)
    way = run_up(game.now, who, legs, "")
    way.refuse()
    target = legs[-1].to
    assert target is not None
    start = game.now.resolve(way.end)
    to = from_lattice(target[0]), from_lattice(target[1])
    ledge = _ledge(game.now, who, start, to, legs[-1].on)
    dx, dy = to[0] - start.x, to[1] - start.y
    far = math.hypot(dx, dy)
    straight = straight_in(way.strides, dx / far, dy / far) if beyond(far, 0.0) else 0.0
    spring = Spring(start, ledge, to, straight)
    if not spring.running:
        _check_reach(game.now, who, spring)
    yield from spend(game.now, who, "jump-up", FULL, "jump.full-action")
    if way.strides:
        up = yield from go(game, way, declaration, fast=run_fast(game.now, way))
        if not up:
            return
    if spring.running:
        yield from _running(game, who, spring)
    else:
        yield from _standing(game, who, spring)


def _ledge(table: Table, who: str, start: Pose, to: tuple[float, float], on: str) -> Surface:
    """The ledge of a jump up; refused if it is too far from the start, or the spot too far from its edge."""
    view = seen(table, lens(table), who)
    higher = [
        surface
        for surface in view.surfaces_at(*to)
        if beyond(surface.height(*to), start.z) and (not on or surface.id == on)
    ]
    if not higher:
        raise Refused(Break("jump.definition", say("There is no ledge above that point"), point(start)))
    ledge = higher[0]
    off = region_distance(start.x, start.y, ledge.region.rings)
    away, inwards = off - view.shape.reach, math.dist(to, start[:2]) - off
    if beyond(away, ARM):
        says = say(
            "{ledge} is too far away: {distance}, {most} at most. Move closer first",
            ledge=Thing(ledge.id),
            distance=Length.of(away),
            most=Length.of(ARM),
        )
        raise Refused(Break("jump.definition", says, point(start)))
    if beyond(inwards, ARM):
        says = say(
            "That spot is {distance} from the edge of {ledge}: a jump up ends within {most}",
            distance=Length.of(inwards),
            ledge=Thing(ledge.id),
            most=Length.of(ARM),
        )
        raise Refused(Break("jump.definition", says, point(start)))
    spot = Pose(*to, ledge.height(*to), start.facing)
    if (slab := _overhead(view, start, ledge, spot.z)) is not None:
        says = say("{who} can't jump through {slab} overhead", who=Who(who), slab=Thing(slab))
        raise Refused(Break("jump.definition", says, point(start)))
    if (wrong := no_way_onto(table, who, start, spot, ledge)) is not None:
        raise Refused(Break("jump.definition", wrong, point(spot)))
    return ledge


def _overhead(view: View, start: Pose, ledge: Surface, height: float) -> str | None:
    """The floor or other volume that covers the start of a jump below a height; None if there is none.

    Below the rim of the ledge the hands still reach it: only the centre of the base may not be under it.
    """
    under = {surface.id for surface in view.surfaces_at(start.x, start.y)}
    for solid in slabs_above(view, start, height):
        level = flush_with(view, solid, ledge)
        if level is None or level.id in under:
            return solid.id
    return None


def reach(model: Model, jump: Fraction) -> Fraction:
    """The reach of the hands in a jump of some height, in metres above the ground."""
    return body_height(model) + arm_reach(model) + jump


def _check_reach(table: Table, who: str, spring: Spring) -> None:
    """Refuse a standing jump to a ledge out of reach."""
    high = highest(table, who, 0.0)
    if beyond(spring.height, float(high)):
        says = say(
            "The ledge is {height} up, and {who} reaches {reach} without a run-up",
            height=Length.of(spring.height),
            who=Who(who),
            reach=length(high),
        )
        cited = ("runjump.run-up",) if spring.run_up else ()
        raise Refused(
            *(Break(clause, says, point(spring.start)) for clause in ("vjump.reach", *cited)),
        )


def _standing(game: Game, who: str, spring: Spring) -> Procedure[None]:
    """A standing jump: without a test, except by option for Encumbered characters."""
    table, options = game.now, local_options(game.now, who)
    clauses = ("vjump.half-metre", "vjump.same-for-all", "vjump.reach", *jump_clauses(options))
    if chosen(options, "jump_test_when_loaded") is True and encumbered(table, who):
        clause = "vjump.gm-test-when-loaded"
        jumps = yield from roll_to_pass(
            options,
            who,
            "standing jump",
            agility(table, who),
            clause,
        )
        if not jumps:
            yield from do(Stopped(who, "does not reach the ledge"), "vjump.gm-test-when-loaded")
            return
    else:
        clauses = (*clauses, "vjump.no-test")
    yield from _grab(game, who, spring, jumped(options, STANDING), clauses)


def height(options: Record, strength_bonus: int, degrees: int) -> Fraction:
    """The height of a running jump with some degrees of success."""
    return jumped(options, STANDING + rounded_up(Fraction(strength_bonus, 2)) + HALF * (degrees - 1))


def _aims(options: Record, model: Model, strength_bonus: int, spring: Spring) -> tuple[Aim, ...]:
    """The results that the test of a running jump decides about: grabbing the ledge, and landing on it."""

    def gets(up: Callable[[Fraction], Fraction]) -> Callable[[int], bool]:
        return lambda degrees: within(spring.height, float(up(height(options, strength_bonus, degrees))))

    grabs, lands = degrees_needed(gets(partial(reach, model))), degrees_needed(gets(lambda up: up))
    return Aim(say("to grab at least the ledge"), grabs), Aim(say("to land on the ledge"), lands)


def _test(table: Table, who: str, run_up: float, aims: tuple[Aim, ...] = ()) -> Roll:
    """The test of a running jump."""
    return request(
        local_options(table, who),
        who,
        "running jump",
        agility(table, who),
        "runjump.test",
        "runjump.run-up",
        modifiers=(Modifier(run_up_bonus(run_up), run_up_reason(run_up), "runjump.run-up-bonus"),),
        amount=True,
        worst=1,
        aims=aims,
    )


def highest(table: Table, who: str, run_up: float) -> Fraction:
    """The highest ledge, in metres above the ground, that a jump reaches with the best roll."""
    options, model = local_options(table, who), table.models[who]
    up = jumped(options, STANDING)
    if not short_of(run_up, RUN_UP):
        degrees = max(1, best_degrees(_test(table, who, run_up)))
        up = height(options, score(options, model, "S").bonus, degrees)
    return reach(model, up)


def _running(game: Game, who: str, spring: Spring) -> Procedure[None]:
    """A running jump: the test, and the stumble if it fails."""
    table, options = game.now, local_options(game.now, who)
    strength = score(options, table.models[who], "S")
    asked = _test(table, who, spring.run_up, _aims(options, table.models[who], strength.bonus, spring))
    degrees = yield from roll_degrees(asked)
    if degrees < 0:
        yield from _stumble(game, who)
        return
    up = height(options, strength.bonus, degrees)
    rounding = ("support.rounding",) if strength.bonus % 2 else ()
    clauses = ("runjump.height", *strength.clauses, *rounding, *jump_clauses(options))
    if beyond(spring.height, float(reach(table.models[who], up))):
        says = say("jumps {height} high and doesn't reach the ledge", height=length(up))
        yield from do(Stopped(who, f"jumps {float(up):g} m high", says=says), *clauses)
        return
    grabs = ("vjump.reach",) if beyond(spring.height, float(up)) else ()
    yield from _grab(game, who, spring, up, (*clauses, *grabs))


def _stumble(game: Game, who: str) -> Procedure[None]:
    """A failed jump: a second test to stay standing, and the end of the turn."""
    table = game.now
    steady = yield from roll_to_pass(
        table.options,
        who,
        "stumble",
        agility(table, who),
        "runjump.stumble",
    )
    if not steady:
        yield from do(Became(who, (PRONE,)), "runjump.stumble")
    yield from do(Noted(TURN_OVER, who, True, "round"), "runjump.stumble-ends-turn")
    yield from do(Stopped(who, "stumbles"), "runjump.stumble")


def _on(table: Table, who: str, spring: Spring) -> Place:
    """The declared place on the ledge."""
    x, y = spring.spot
    facing = table.pose(who).facing
    return Scene(table).place_at(Pose(x, y, spring.ledge.height(x, y), facing), spring.ledge)


def _grab(game: Game, who: str, spring: Spring, up: Fraction, clauses: tuple[str, ...]) -> Procedure[None]:
    """Land on the ledge if it is no higher than the jump, else hang from it and try to pull up."""
    if within(spring.height, float(up)):
        yield from do(Moved(who, _on(game.now, who, spring), "jumps up"), *clauses)
        return
    start = spring.start
    yield from hang(game, who, spring.ledge, spring.spot, (start.x, start.y, start.z), *clauses)
