"""Jumping up, standing and running: how high, what can be reached, and pulling oneself onto a ledge."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Modifier, Procedure, Refused, do
from surefoot.geometry.kernel import region_distance
from surefoot.geometry.tolerance import beyond, from_lattice, short_of, within
from surefoot.referee.bill import point
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.view import seen
from surefoot.rulesets.dark_heresy_2e.actions import FULL, TURN_OVER, spend
from surefoot.rulesets.dark_heresy_2e.carry import agility, encumbered
from surefoot.rulesets.dark_heresy_2e.character import PRONE, score
from surefoot.rulesets.dark_heresy_2e.gravity import here, jump_clauses, jumped
from surefoot.rulesets.dark_heresy_2e.leap import RUN_UP, run_up_bonus
from surefoot.rulesets.dark_heresy_2e.ledge import arms, hang, tall
from surefoot.rulesets.dark_heresy_2e.move import go
from surefoot.rulesets.dark_heresy_2e.numbers import HALF, chosen, rounded_up
from surefoot.rulesets.dark_heresy_2e.paths import said_breaks, straight_in
from surefoot.rulesets.dark_heresy_2e.prices import lens
from surefoot.rulesets.dark_heresy_2e.run_up import last_leg_breaks, run_fast, run_up
from surefoot.rulesets.dark_heresy_2e.tests import fewest, request, stood, tested
from surefoot.table.effects import Became, Moved, Noted, Stopped
from surefoot.table.model import Model
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table

# How high everybody jumps from a stand.
STANDING = HALF
# A ledge is within arm's length of the base.
ARM = 1.0


@dataclass(frozen=True)
class Spring:
    """A jump up: from where, to which ledge, and with how many metres of run-up."""

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
    """Run up, if there is room for it, jump, and land on a ledge or grab it."""
    who, legs = declaration.actor, declaration.legs
    breaks = [*said_breaks(declaration, "structured"), *last_leg_breaks(legs, "jump")]
    if breaks:
        raise Refused(*breaks)
    way, blocked = run_up(game.now, who, legs, "")
    if blocked:
        raise Refused(*blocked)
    target = legs[-1].to
    assert target is not None
    start = game.now.resolve(way.itinerary.end)
    to = from_lattice(target[0]), from_lattice(target[1])
    ledge = _ledge(game.now, who, start, to, legs[-1].on)
    dx, dy = to[0] - start.x, to[1] - start.y
    length = math.hypot(dx, dy)
    straight = straight_in(way.itinerary.strides, dx / length, dy / length) if beyond(length, 0.0) else 0.0
    spring = Spring(start, ledge, to, straight)
    if not spring.running:
        _check_reach(game.now, who, spring)
    yield from spend(game.now, who, "jump-up", FULL, "jump.full-action")
    if way.itinerary.strides:
        up = yield from go(game, who, way, declaration, fast=run_fast(game.now, who, way))
        if not up:
            return
    if spring.running:
        yield from _running(game, who, spring)
    else:
        yield from _standing(game, who, spring)


def _ledge(table: Table, who: str, start: Pose, to: tuple[float, float], on: str) -> Surface:
    """The ledge that is jumped for: above, and within arm's length; nor is one carried further onto it than that."""
    view = seen(table, lens(table), who)
    higher = [
        surface
        for surface in view.surfaces_at(*to)
        if beyond(surface.height(*to), start.z) and (not on or surface.id == on)
    ]
    if not higher:
        raise Refused(Break("jump.definition", "there is no ledge above that point", point(start)))
    ledge = higher[0]
    off = region_distance(start.x, start.y, ledge.region.rings)
    away, inwards = off - view.shape.reach, math.dist(to, start[:2]) - off
    if beyond(away, ARM):
        says = f"{ledge.id} is {away:.4g} m away: one jumps up beside it"
        raise Refused(Break("jump.definition", says, point(start)))
    if beyond(inwards, ARM):
        says = f"that is {inwards:.4g} m further in on {ledge.id}: a jump up ends near its edge"
        raise Refused(Break("jump.definition", says, point(start)))
    spot = Pose(*to, ledge.height(*to), start.facing)
    for _, what in view.around(to).overlapped(spot):
        raise Refused(Break("jump.definition", f"there is no room on {ledge.id}: {what}", point(spot)))
    return ledge


def reach(model: Model, jump: Fraction) -> Fraction:
    """How high somebody reaches who jumps so high."""
    return tall(model) + arms(model) + jump


def _check_reach(table: Table, who: str, spring: Spring) -> None:
    """Nobody jumps for a ledge from a stand that he cannot reach."""
    options = here(table, who)
    high = reach(table.models[who], jumped(options, STANDING))
    if beyond(spring.height, float(high)):
        says = f"the ledge is {spring.height:.4g} m up, and {who} reaches {float(high):g} m"
        cited = ("runjump.run-up",) if spring.run_up else ()
        raise Refused(
            *(Break(clause, says, point(spring.start)) for clause in ("vjump.reach", *cited)),
        )


def _standing(game: Game, who: str, spring: Spring) -> Procedure[None]:
    """A jump from a stand: no test, unless the GM asks those for one who carry too much."""
    table, options = game.now, here(game.now, who)
    clauses = ("vjump.half-metre", "vjump.same-for-all", "vjump.reach", *jump_clauses(options))
    if chosen(options, "jump_test_when_loaded") is True and encumbered(table, who):
        clause = "vjump.gm-test-when-loaded"
        jumps = yield from stood(options, who, "standing jump", agility(table, who), clause)
        if not jumps:
            yield from do(Stopped(who, "does not reach the ledge"), "vjump.gm-test-when-loaded")
            return
    else:
        clauses = (*clauses, "vjump.no-test")
    yield from _grab(game, who, spring, jumped(options, STANDING), clauses)


def height(options: Record, strength_bonus: int, degrees: int) -> Fraction:
    """Metres that a running jump rises with some degrees of success."""
    return jumped(options, STANDING + rounded_up(Fraction(strength_bonus, 2)) + HALF * (degrees - 1))


def _aims(options: Record, model: Model, strength_bonus: int, spring: Spring) -> tuple[Aim, ...]:
    """What the test of a running jump decides: whether hands or feet get as high as the ledge."""

    def gets(up: Callable[[Fraction], Fraction]) -> Callable[[int], bool]:
        return lambda degrees: within(spring.height, float(up(height(options, strength_bonus, degrees))))

    grabs, lands = fewest(gets(partial(reach, model))), fewest(gets(lambda up: up))
    return Aim("to grab the ledge at least", grabs), Aim("to land on the ledge", lands)


def _running(game: Game, who: str, spring: Spring) -> Procedure[None]:
    """A jump at the end of a run-up: the test, and the stumble if it fails."""
    table, options = game.now, here(game.now, who)
    strength = score(options, table.models[who], "S")
    bonus = Modifier(run_up_bonus(spring.run_up), f"a run-up of {spring.run_up:g} m", "runjump.run-up-bonus")
    asked = request(
        options,
        who,
        "running jump",
        agility(table, who),
        "runjump.test",
        "runjump.run-up",
        modifiers=(bonus,),
        amount=True,
        worst=1,
        aims=_aims(options, table.models[who], strength.bonus, spring),
    )
    degrees = yield from tested(asked)
    if degrees < 0:
        yield from _stumble(game, who)
        return
    up = height(options, strength.bonus, degrees)
    rounding = ("support.rounding",) if strength.bonus % 2 else ()
    clauses = ("runjump.height", *strength.clauses, *rounding, *jump_clauses(options))
    if beyond(spring.height, float(reach(table.models[who], up))):
        yield from do(Stopped(who, f"jumps {float(up):g} m high"), *clauses)
        return
    grabs = ("vjump.reach",) if beyond(spring.height, float(up)) else ()
    yield from _grab(game, who, spring, up, (*clauses, *grabs))


def _stumble(game: Game, who: str) -> Procedure[None]:
    """A failed jump: a second test to stay on one's feet, and the turn is over either way."""
    table = game.now
    steady = yield from stood(table.options, who, "stumble", agility(table, who), "runjump.stumble")
    if not steady:
        yield from do(Became(who, (PRONE,)), "runjump.stumble")
    yield from do(Noted(TURN_OVER, who, True, "round"), "runjump.stumble-ends-turn")
    yield from do(Stopped(who, "stumbles"), "runjump.stumble")


def _on(table: Table, who: str, spring: Spring) -> Place:
    """The place on the ledge that was meant."""
    x, y = spring.spot
    facing = table.pose(who).facing
    return Scene(table).place_at(Pose(x, y, spring.ledge.height(x, y), facing), spring.ledge)


def _grab(game: Game, who: str, spring: Spring, up: Fraction, clauses: tuple[str, ...]) -> Procedure[None]:
    """Stand on the ledge if it is no higher than the jump, else hang from it and pull oneself up."""
    if within(spring.height, float(up)):
        yield from do(Moved(who, _on(game.now, who, spring), "jumps up"), *clauses)
        return
    start = spring.start
    yield from hang(game, who, spring.ledge, spring.spot, (start.x, start.y, start.z), *clauses)
