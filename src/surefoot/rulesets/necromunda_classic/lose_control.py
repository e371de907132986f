"""Losing control: a Swerve, a Jackknife or a Roll."""

from __future__ import annotations

from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.pool import D3, D6, DIRECTION
from surefoot.dice.readings import Row, Total
from surefoot.dice.requests import Break, Procedure, Refused, Roll, do, roll
from surefoot.language import Who, say
from surefoot.referee.catalogue import load
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic import driving, wreck
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import movement
from surefoot.rulesets.necromunda_classic.movement import Go, Movement, Step, Tested, Turn
from surefoot.rulesets.necromunda_classic.vehicle import impact_move, is_mobile, stands_as_vehicle
from surefoot.table.effects import Reported
from surefoot.table.record import Record

CLAUSE = "support.lose-control"
SIDES = Row(((3, "left"), (6, "right")))
# How far a vehicle tumbles each time.
TUMBLE = 2.0


def rows() -> tuple[Any, ...]:
    """The rows of the Control dice."""
    return load("surefoot.rulesets.necromunda_classic").rows(CLAUSE)


def lose_control(game: Game, who: str, *clauses: str, tested: Tested = ()) -> Procedure[None]:
    """A vehicle loses control: a Control dice decides how, and a D6 to which side.

    `tested` are the dangerous areas that it has tested for in this action: each is tested for once.
    """
    table = Row(
        tuple((int(str(row["control_d6"]).rpartition("-")[2]), str(row["control"])) for row in rows())
    )
    control = yield from roll(Roll("control dice", D6, table, who, (CLAUSE,)))
    row = next(row for row in rows() if row["control"] == control)
    yield from do(Reported("loses control", who, Record(control=control)), CLAUSE, *clauses)
    if row.get("wrecked"):
        yield from _tumble(game, who, tested)
        return
    side = yield from roll(Roll("left or right", D6, SIDES, who, (CLAUSE,)))
    model = game.now.models[who]
    degrees = float(row["pivot"])
    if side == "left":
        degrees = -degrees
    steps: tuple[Step, ...] = (Turn(degrees),)
    if is_mobile(model):
        steps = (*steps, Go(movement(model) / 2))
    yield from driving.drive(game, _out_of_control(game, who, tested), steps)


def _out_of_control(game: Game, who: str, tested: Tested) -> Movement:
    move, why = impact_move(game.now.models[who])
    clauses = (CLAUSE, *edition(game.now).against_its_will)
    return Movement(who, move, why, clauses=clauses, how="swerves", tested=tested)


def _tumble(game: Game, who: str, tested: Tested) -> Procedure[None]:
    """A Mobile vehicle tumbles; then it is Wrecked."""
    if is_mobile(game.now.models[who]):
        times = yield from roll(Roll("tumbles", D3, Total(), who, (CLAUSE,), says=say("Number of tumbles")))
        for _ in range(times):
            if not stands_as_vehicle(game.now.models[who]):
                return
            degrees = yield from roll(
                Roll("direction", DIRECTION, Total(), who, (CLAUSE, "support.random-direction"))
            )
            tumbling = _out_of_control(game, who, tested)
            tumbling.tumbling = tumbling.started = True
            tumbling.how = "tumbles"
            way = degrees - game.now.pose(who).facing
            yield from driving.drive(game, tumbling, (Go(TUMBLE, way),))
            tested = tumbling.tested
    if stands_as_vehicle(game.now.models[who]):
        yield from wreck.wrecked(game, who)


def loses_control(game: Game, declaration: Declaration) -> Procedure[None]:
    """A vehicle loses control for a reason outside movement."""
    who = declaration.actor
    if not stands_as_vehicle(game.now.models[who]):
        says = say("{who} can't lose control: it is not a vehicle in play", who=Who(who))
        raise Refused(Break("support.statuses", says))
    yield from lose_control(game, who)
