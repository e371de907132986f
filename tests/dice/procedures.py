"""Made-up procedures on the tiny table, each with another mixture of requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tests import tiny
from tests.tiny.rules import HIGHER_OF_TWO, Near, dash, hour, leap, march, saved, shove, sprint

from surefoot.dice.host import Game
from surefoot.dice.pool import D3, D6, Dice
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import (
    Break,
    Choice,
    Plan,
    Procedure,
    Refused,
    Roll,
    Ruling,
    chain,
    choose,
    do,
    passed,
    plan,
    roll,
    rule,
    sub,
)
from surefoot.table.effects import Became, Counted, Moved, Noted
from surefoot.table.place import on_surface

Made: TypeAlias = Callable[[Game], Procedure[Any]]


def _declared(procedure: Callable[..., Procedure[Any]], declaration: Any) -> Made:
    return lambda game: procedure(game, declaration)


def wandering(game: Game) -> Procedure[int]:
    """Rolls as long as the table says: what was done decides what is asked."""
    while game.now.models["ana"].counted("steps") < 4:
        more = yield from roll(Roll("steps", D3, Total(), "ana", ("move.walk",)))
        yield from do(Counted("ana", "steps", more), "move.walk")
    return game.now.models["ana"].counted("steps")


def nested(game: Game) -> Procedure[tuple[int, int]]:
    """The same nested procedure twice, with the same facts, between changes of the table."""
    first = yield from sub(bruised, "ana")
    if first:
        yield from do(Became("ana", gains=("prone",)), "leap.fall")
    second = yield from sub(bruised, "ana")
    return first, second


def bruised(who: str) -> Procedure[int]:
    """One or two wounds, each of which may be saved."""
    hits = yield from roll(Roll("bruises", Dice(1, 2), Total(), who, ("hurt.damage",)))
    wounds = 0
    for _ in range(hits):
        wounds += 0 if (yield from sub(saved, who, 1)) else 1
    if wounds:
        yield from do(Counted(who, "wounds", wounds), "hurt.damage")
    return wounds


def chained(game: Game) -> Procedure[int]:
    """A chain over three, then one die more for each that is tired."""
    tired = yield from chain(hour, 0, ("ana", "bo", "cy"))
    for _ in range(tired):
        if (yield from sub(saved, "ana", 1)):
            tired -= 1
    yield from do(Noted("tired", "", tired, "game"), "march.hour")
    return tired


def refusing(level: int) -> Procedure[int]:
    """Needs no table; refused on a 1, after something was done."""
    yield from do(Counted("ana", "tries", 1), "sprint.roll")
    face = yield from roll(Roll("try", D6, Total(), "ana", ("sprint.roll",)))
    if face <= level:
        raise Refused(Break("sprint.roll", "too low"))
    return int(face) % 2


def refused_inside(game: Game) -> Procedure[int]:
    """A nested procedure that is refused on some branches only."""
    first = yield from sub(refusing, 1)
    second = yield from sub(refusing, 2)
    yield from do(Noted("sum", "", first + second, "game"), "sprint.roll")
    return first + second


def planning(who: str) -> Procedure[str]:
    """Needs no table; on a 6 it wants a plan that nobody has."""
    face = yield from roll(Roll("luck", D6, Total(), who, ("camp.place",)))
    if face == 6:
        yield from plan(Plan("where to", who, Near(0, 0, 1), who, ("camp.place",)))
    return "low" if face < 3 else "high"


def stuck_inside(game: Game) -> Procedure[str]:
    """A nested procedure that finds no answer on one branch."""
    luck = yield from sub(planning, "ana")
    yield from do(Became("ana", gains=(luck,)), "camp.place")
    return luck


def choosing(game: Game) -> Procedure[str]:
    """A choice, a ruling and a plan with a proposal, and dice that depend on them."""
    way = yield from choose(Choice("way", ("left", "right"), "red", ("move.walk",)))
    weather = yield from rule(Ruling("weather", "text", "dry", ("camp.weather",)))
    near = Near(0, 0, 30_000_000)
    place = yield from plan(Plan("camp", "ana", near, "red", ("camp.place",), on_surface(4, 4)))
    yield from do(Moved("ana", place, "camps"), "camp.place")
    dice = HIGHER_OF_TWO if (way, weather) == ("left", "dry") else D6
    if (yield from passed(Roll("night", dice, AtLeast(3), "ana", ("camp.weather",), hope=True))):
        return "rested"
    yield from do(Counted("ana", "fatigue", 1), "camp.weather")
    return "tired"


def rerolling(game: Game) -> Procedure[int]:
    """Dice with faces that are thrown again, and the lower of two."""
    again = yield from roll(Roll("again", Dice(2, 6, again=(1, 6)), Total(), "ana", ("dash.roll",)))
    low = yield from roll(Roll("low", Dice(2, 4, "lowest", 1), AtLeast(2), "ana", ("dash.roll",)))
    yield from do(Counted("ana", "speed", again if low else 0), "dash.roll")
    return int(again)


MADE: dict[str, Made] = {
    "wandering": wandering,
    "nested": nested,
    "chained": chained,
    "refused inside": refused_inside,
    "stuck inside": stuck_inside,
    "choosing": choosing,
    "rerolling": rerolling,
    "leap": _declared(leap, tiny.leap(6, 3)),
    "dash": _declared(dash, tiny.dash(11, 3)),
    "sprint": _declared(sprint, tiny.dash(6, 3, "sprint")),
    "march": _declared(march, tiny.MARCH),
    "shove": _declared(shove, tiny.SHOVE),
}
