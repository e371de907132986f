"""The rules of the tiny ruleset: one short procedure for each kind of request."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.pool import D3, D6, DIRECTION, Dice, Faces
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import (
    Break,
    Choice,
    Modifier,
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
from surefoot.geometry.tolerance import MILLIONTHS, from_lattice
from surefoot.referee.bill import Line
from surefoot.referee.lens import Lens
from surefoot.referee.protocol import Action, Declaration, Detail
from surefoot.referee.tariff import Fare, Tariff
from surefoot.table.effects import (
    Became,
    ClockSet,
    Counted,
    Expired,
    Moved,
    Noted,
    Reported,
    Stopped,
)
from surefoot.table.place import BOARD, Place
from surefoot.table.table import Table

HIGHER_OF_TWO = Dice(2, 6, "highest", 1)


def tariffs(table: Table, who: str, action: str) -> tuple[Tariff, ...]:
    """One inch costs one inch."""
    allowance = from_lattice(allowed(table, who))
    return (
        Tariff(action, allowance, "move.allowance", Lens((), ()), (Fare("walk", "move.walk", along=1.0),)),
    )


def allowed(table: Table, who: str) -> int:
    """The M of a model."""
    return table.models[who].profile.number("M")


def may_walk(table: Table, who: str) -> tuple[Break, ...]:
    """The prone may not."""
    if who in table.models and table.models[who].is_("prone"):
        return (Break("move.prone", f"{who} lies prone"),)
    return ()


def track(table: Table, declaration: Declaration) -> tuple[tuple[Line, ...], Place]:
    """The ledger of a path, and where it ends."""
    here = table.models[declaration.actor].place
    lines: list[Line] = []
    total = 0
    for leg in declaration.legs:
        assert leg.to is not None
        length = math.isqrt((leg.to[0] - here.x) ** 2 + (leg.to[1] - here.y) ** 2)
        there = replace(here, x=leg.to[0], y=leg.to[1])
        total += length
        start, end = (here.x, here.y, 0), (there.x, there.y, 0)
        lines.append(Line(start, end, "walk", length, MILLIONTHS, length, "move.walk", total))
        here = there
    return tuple(lines), here


def walk(game: Game, declaration: Declaration) -> Procedure[None]:
    """Go where the path leads, or be refused."""
    ledger, end = track(game.now, declaration)
    limit = allowed(game.now, declaration.actor)
    if ledger[-1].total > limit:
        says = f"{from_lattice(ledger[-1].total):g} is more than {from_lattice(limit):g}"
        raise Refused(Break("move.allowance", says, ledger[-1].end))
    yield from do(Moved(declaration.actor, end), "move.walk", ledger=ledger)


def leap(game: Game, declaration: Declaration) -> Procedure[bool]:
    """A test; who fails falls, is hurt, and may be turned by the other player."""
    who = declaration.actor
    helped = declaration.details.get("run-up") is True
    modifiers = (Modifier(1, "run-up", "leap.helped"),) if helped else ()
    target = game.now.options.number("leap_target", 4)
    read = AtLeast(target, sum(each.value for each in modifiers))
    test = Roll(f"{who} leaps", D6, read, who, ("leap.test",), modifiers, hope=True)
    ledger, end = track(game.now, declaration)
    if (yield from passed(test)):
        yield from do(Moved(who, end, "leaps"), "leap.test", ledger=ledger)
        return True
    yield from do(Became(who, gains=("prone",)), "leap.fall")
    if (yield from sub(hurt, who)):
        turn = Choice(f"{who} faces", ("north", "east", "south"), "blue", ("hurt.roll-over",), who)
        facing = ("north", "east", "south").index(str((yield from choose(turn)))) * 90 * MILLIONTHS
        place = replace(game.now.models[who].place, facing=facing)
        yield from do(Moved(who, place, "is turned"), "hurt.roll-over")
    return False


def hurt(who: str) -> Procedure[int]:
    """D3 wounds, each of which may be saved; needs no table."""
    wounds = 0
    hits = yield from roll(Roll(f"damage to {who}", D3, Total(), who, ("hurt.damage",)))
    for number in range(hits):
        if not (yield from sub(saved, who, number + 1)):
            wounds += 1
    if wounds:
        yield from do(Counted(who, "wounds", wounds), "hurt.damage")
    return wounds


def saved(who: str, number: int) -> Procedure[bool]:
    """One wound, saved on a 5."""
    save = Roll(f"{who} saves wound {number}", D6, AtLeast(5), who, ("hurt.damage",), hope=True)
    return (yield from passed(save))


def dash(game: Game, declaration: Declaration) -> Procedure[int]:
    """As far as M and a die allow; the rest is not gone."""
    who = declaration.actor
    more = yield from roll(Roll("dash", D6, Total(), who, ("dash.roll",)))
    ledger, end = track(game.now, declaration)
    reach = allowed(game.now, who) + more * MILLIONTHS
    if ledger[-1].total > reach:
        start = game.now.models[who].place
        x = start.x + (end.x - start.x) * reach // ledger[-1].total
        y = start.y + (end.y - start.y) * reach // ledger[-1].total
        end = replace(start, x=x, y=y)
        yield from do(Moved(who, end), "dash.roll", ledger=ledger)
        yield from do(Stopped(who, "the dash was too short"), "dash.roll")
    else:
        yield from do(Moved(who, end), "dash.roll", ledger=ledger)
    return int(more)


def sprint(game: Game, declaration: Declaration) -> Procedure[None]:
    """All of it, or a refusal after the die."""
    who = declaration.actor
    ledger, end = track(game.now, declaration)
    more = yield from roll(Roll("sprint", D6, Total(), who, ("sprint.roll",)))
    if ledger[-1].total > more * MILLIONTHS:
        raise Refused(Break("sprint.roll", f"{more} is not enough"))
    yield from do(Moved(who, end), "sprint.roll", ledger=ledger)


def march(game: Game, declaration: Declaration) -> Procedure[int]:
    """One model after the other, with the number of the tired carried along."""
    unit = game.now.units[declaration.actor]
    tired = yield from chain(hour, 0, unit.models)
    if tired >= 2:
        yield from do(Reported("the march stops", unit.id), "march.hour")
    return tired


def hour(tired: int, who: str) -> Procedure[int]:
    """An hour's march of one model; needs no table."""
    test = Roll(f"{who} marches", D6, AtLeast(2), who, ("march.hour",), hope=True)
    if (yield from passed(test)):
        return tired
    yield from do(Counted(who, "fatigue", 1), "march.hour")
    return tired + 1


@dataclass(frozen=True, slots=True)
class Near:
    """Refuses places that are too far off."""

    x: int
    y: int
    limit: int

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        place = spot(answer)
        away = math.isqrt((place.x - self.x) ** 2 + (place.y - self.y) ** 2)
        return (Break("camp.place", "too far off"),) if away > self.limit else ()


def spot(answer: Any) -> Place:
    """A place, or plain data such as {at: [x, y]}."""
    if isinstance(answer, Mapping):
        x, y = answer["at"]
        return Place("surface", BOARD, x, y)
    assert isinstance(answer, Place)
    return answer


def camp(game: Game, declaration: Declaration) -> Procedure[None]:
    """A place chosen now, and the game master's word on the weather."""
    who = declaration.actor
    here = game.now.models[who].place
    judge = Near(here.x, here.y, allowed(game.now, who))
    place = yield from plan(Plan("the camp", who, judge, "red", ("camp.place",)))
    yield from do(Moved(who, spot(place), "camps"), "camp.place")
    if (yield from rule(Ruling("the weather", "dry or rain", "dry", ("camp.weather",), who))) == "rain":
        yield from do(Noted("wet", who, True, "event", "rest"), "camp.weather")


@dataclass(frozen=True, slots=True)
class Quarter:
    """The quarter of the compass that a direction lies in."""

    def __call__(self, faces: Faces) -> str:
        return ("north", "east", "south", "west")[((faces[0] + 45) % 360) // 90]

    def needs(self) -> str:
        return ""


def shove(game: Game, declaration: Declaration) -> Procedure[None]:
    """Pushed somewhere."""
    who = declaration.actor
    quarter = yield from roll(Roll("shoved towards", DIRECTION, Quarter(), who, ("shove.scatter",)))
    far = yield from roll(Roll("shoved how far", HIGHER_OF_TWO, Total(), who, ("shove.scatter",)))
    dx, dy = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}[quarter]
    place = game.now.models[who].place
    moved = replace(place, x=place.x + dx * far * MILLIONTHS, y=place.y + dy * far * MILLIONTHS)
    yield from do(Moved(who, moved, "is shoved"), "shove.scatter")
    yield from do(Noted("shoved", who, far, "round"), "shove.scatter")


def end_round(game: Game, declaration: Declaration) -> Procedure[None]:
    """The round's notes go, the next round begins."""
    yield from do(Expired("round"), "clock.round")
    yield from do(ClockSet(game.now.clock.changed(round=game.now.clock.round + 1)), "clock.round")


_ALL = (
    Action("walk", walk, "Walk", may_walk, path="required"),
    Action(
        "leap",
        leap,
        "Leap",
        may_walk,
        path="required",
        details=(Detail("run-up", "whether there was a run-up", "switch"),),
    ),
    Action("dash", dash, "Dash", may_walk, path="required"),
    Action("sprint", sprint, "Sprint", may_walk, path="required"),
    Action("march", march, "March"),
    Action("camp", camp, "Camp"),
    Action("shove", shove, "Shove", kind="happen"),
    Action("end-round", end_round, "End of the round", kind="tick"),
)
ACTIONS = {action.name: action for action in _ALL}
