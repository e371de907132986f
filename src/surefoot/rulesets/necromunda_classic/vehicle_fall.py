"""Falling vehicles: the drop, the hits, and the test to keep control."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Modifier, Procedure, do
from surefoot.geometry.shapes import turn
from surefoot.language import Length, say
from surefoot.referee.placing import Landing
from surefoot.rulesets.necromunda_classic import dangerous, fall, lose_control, vehicle_damage
from surefoot.rulesets.necromunda_classic.edges import brinks, edge_towards, over_the_edge
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle
from surefoot.rulesets.necromunda_classic.handling import keeps_control
from surefoot.rulesets.necromunda_classic.hits import Hit, suffer
from surefoot.rulesets.necromunda_classic.movement import Dropped, Go, Movement
from surefoot.rulesets.necromunda_classic.vehicle import stands_as_vehicle
from surefoot.table.effects import Moved, Stopped
from surefoot.table.table import Table

# The clauses of the hit of a fall, for vehicles and riders.
HIT = ("fall.hit", "fall.table")


def over(game: Game, m: Movement, who: str, step: Go) -> Procedure[None]:
    """A vehicle falls at an edge; its own movement is over, while a push goes on without it."""
    landing = _landing(game.now, who, game.now.pose(m.who).facing + step.way)
    if landing is None:
        m.over = True
        yield from do(Stopped(m.who, "nowhere to fall"), "support.fall-landing")
        return
    if who == m.who:
        # The fall has a test of its own, which takes the place of the action's.
        m.over = m.forfeited = True
    m.pushed = tuple(name for name in m.pushed if name != who)
    m.impacts.append(Dropped(who, landing.drop, landing.onto))
    yield from _down(game, who, landing, "support.vehicle-gap")


def _landing(table: Table, who: str, bearing: float) -> Landing | None:
    """Where a vehicle lands: just past the edge, straight down."""
    near = brinks(table, who, narrow=True)
    if not near:
        return None
    return over_the_edge(table, who, edge_towards(near, *turn(0.0, 1.0, bearing)).edge)


def _down(game: Game, who: str, landing: Landing, clause: str) -> Procedure[None]:
    unwilled = edition(game.now).against_its_will
    yield from do(
        Moved(who, landing.place, "falls"), clause, "support.fall-landing", "fall.round-up", *unwilled
    )


def lands(game: Game, who: str, landing: Landing, clause: str) -> Procedure[None]:
    """A vehicle falls because its floor was removed; its fall is resolved at once."""
    yield from _down(game, who, landing, clause)
    yield from resolve(game, Dropped(who, landing.drop, landing.onto))


def resolve(game: Game, impact: Dropped) -> Procedure[None]:
    """The hits of a fall on the vehicle, the models underneath and its riders; then the test to keep control."""
    who = impact.who
    if not stands_as_vehicle(game.now.models[who]):
        return
    inches = fall.rounded_up(impact.drop)
    hit = fall.read_table(impact.drop, str(game.now.option("fall_threshold"))).hit
    riders = [rider.id for rider in game.now.riders(who) if not is_vehicle(rider)]
    if hit is not None:
        clauses = ("fall.vehicle-auto-damage", "support.vehicle-fall-location", *HIT)
        yield from vehicle_damage.suffer(game, who, ("rear",), hit, *clauses, location="Drive")
    yield from _those_underneath(game, who, impact.onto, hit)
    for rider in riders:
        yield from _with_it(game, rider, hit)
    yield from _into_dangerous_ground(game, who)
    if not stands_as_vehicle(game.now.models[who]):
        return
    row = fall.fall_row(inches)
    worse = Modifier(
        row["vehicle"], say("Fall of {height}", height=Length.of(inches)), "fall.vehicle-modifier"
    )
    holds = yield from keeps_control(game.now, who, "fall.vehicle-handling", modifiers=(worse,))
    if not holds:
        yield from lose_control.lose_control(game, who, "fall.vehicle-handling")


def _into_dangerous_ground(game: Game, who: str) -> Procedure[None]:
    """A vehicle that landed on dangerous ground tests as if it had driven into it."""
    tested_on_entry = edition(game.now).driving.ground(game.now, who).tested_on_entry
    for area in dangerous.under(game.now, who) if tested_on_entry else ():
        if stands_as_vehicle(game.now.models[who]):
            yield from vehicle_damage.crosses(game, who, area, ((who, area),))


def _those_underneath(game: Game, who: str, onto: tuple[str, ...], hit: Hit | None) -> Procedure[None]:
    """The models underneath take the same hit, and the vehicle is moved off them."""
    for other in onto:
        before = game.now.models[other]
        yield from fall.hit_underneath(game, game.now.pose(who), other, hit)
        yield from fall.floored(game, before, "fall-on.pinned")
    yield from fall.make_room(game, who, onto)


def _with_it(game: Game, rider: str, hit: Hit | None) -> Procedure[None]:
    """A rider takes the hit of its vehicle's fall and becomes Pinned."""
    if not game.now.models[rider].place.on_table:
        return
    if hit is not None:
        yield from suffer(game, rider, hit, "fall.vehicle-handling", *HIT)
    yield from fall.pin(game, rider, "fall.pinned")
