"""Chain collisions: a pushed vehicle collides in turn, and every impact is resolved in its order."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.language import Who, say
from surefoot.rulesets.necromunda_classic import (
    push,
    run_over,
    terrain_collision,
    vehicle_damage,
    vehicle_fall,
)
from surefoot.rulesets.necromunda_classic.collision_damage import blow, halved
from surefoot.rulesets.necromunda_classic.involuntary import separate
from surefoot.rulesets.necromunda_classic.movement import Crash, Dropped, Movement, RunOver, Struck, Touch
from surefoot.rulesets.necromunda_classic.vehicle import facings_at, stands_as_vehicle, toughness
from surefoot.table.effects import Reported, Stopped


def collide(game: Game, m: Movement, touch: Touch) -> Procedure[None]:
    """A pushed vehicle touches another: that one is pushed along too, or stops the whole chain if it is tougher."""
    table = game.now
    leading = facings_at(table, touch.member, touch.point)
    struck = facings_at(table, touch.other, touch.point)
    yield from push.recorded(game, m, touch, leading, struck)
    mine = toughness(table.models[touch.member], leading)
    if toughness(table.models[touch.other], struck) > mine:
        m.over = True
        says = say(
            "stops: {other} is tougher than {pushed}", other=Who(touch.other), pushed=Who(touch.member)
        )
        why = f"{touch.other} is tougher than {touch.member}"
        yield from do(Stopped(m.who, why, says), "chain.all-stop")
        return
    yield from push.pushed(game, m, touch.other)


def resolve(game: Game, m: Movement) -> Procedure[None]:
    """Resolve every impact of a movement in order, each completely before the next."""
    impacts, m.impacts = list(m.impacts), []
    crashes = [impact for impact in impacts if isinstance(impact, Crash)]
    if len(crashes) > 1:
        yield from do(Reported("collisions are resolved in order", m.who), "chain.order")
    for impact in impacts:
        if isinstance(impact, RunOver):
            yield from run_over.resolve(game, m, impact)
        elif isinstance(impact, Struck):
            yield from terrain_collision.resolve(game, m, impact)
        elif isinstance(impact, Dropped):
            yield from vehicle_fall.resolve(game, impact)
        else:
            yield from _crash(game, m, impact)
    for who in dict.fromkeys(impact.fighter for impact in impacts if isinstance(impact, RunOver)):
        if game.now.models[who].place.on_table and who not in m.closed_in:
            yield from separate(game, who)


def _crash(game: Game, m: Movement, crash: Crash) -> Procedure[None]:
    """Both vehicles of a collision are hit, the less tough one harder."""
    table = game.now
    tough = {
        crash.one: toughness(table.models[crash.one], crash.facings),
        crash.other: toughness(table.models[crash.other], crash.other_facings),
    }
    initial: tuple[str, ...] = () if crash.one == m.who else ("chain.initial-move-stat",)
    facings = {crash.one: crash.facings, crash.other: crash.other_facings}
    for who in (crash.one, crash.other):
        if not stands_as_vehicle(game.now.models[who]) or (m.tumbling and who == m.who):
            continue
        move, clauses = m.move, initial
        if crash.rammed and who == crash.one:
            move, clauses = halved(m.move), ("collision-damage.ram-halves",)
        elif crash.rammed:
            clauses = ("collision-damage.ram-others-full",)
        hit = blow(move, *m.move_clauses, *clauses)
        if tough[who] < max(tough.values()):
            hit = hit.against_tougher()
        yield from vehicle_damage.suffer(
            game,
            who,
            facings[who],
            hit.hit,
            "push.all-hit-after-move",
            "push.facing-toughness",
            *hit.clauses,
        )
