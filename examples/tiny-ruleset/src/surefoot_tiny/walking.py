"""The walk action: judged as a whole, then followed from ditch to ditch."""

from __future__ import annotations

from surefoot import author as sf
from surefoot_tiny.prices import needs, tariffs

WALKED = "walked"


def may_walk(table: sf.Table, who: str) -> tuple[sf.Break, ...]:
    """Every clause that forbids any walk now."""
    if not table.models[who].place.on_table:
        return (sf.Break("move.blocked", f"{who} is not on the table"),)
    return (sf.Break("move.once", f"{who} has already walked this turn"),) if table.note(WALKED, who) else ()


def walk(game: sf.Game, declaration: sf.Declaration) -> sf.Procedure[None]:
    """Follow a path; stop at each ditch, roll, and jump or stay."""
    who = declaration.actor
    path = sf.judge(game.now, who, tariffs(game.now, who, "walk")[0], declaration.legs)
    path.refuse()
    yield from sf.do(sf.Noted(WALKED, who, True, "turn"), "move.once")
    yield from sf.follow(game, path, at={"leap": jump})


def jump(game: sf.Game, path: sf.Path, ditch: sf.Stride) -> sf.Procedure[bool]:
    """The roll at the edge of a ditch: whether the walker jumps it."""
    need = next(roll for width, roll in needs() if sf.within(ditch.length, width))
    modifiers = (sf.Modifier(-1, "slippery banks", "jump.slippery"),) if game.now.option("slippery") else ()
    reading = sf.AtLeast(need, sum(each.value for each in modifiers))
    test = sf.Roll("jump", sf.D6, reading, path.who, ("jump.test", "jump.table"), modifiers, hope=True)
    if (yield from sf.passed(test)):
        return True
    yield from sf.do(sf.Became(path.who, ("wet",)), "jump.test")
    yield from sf.do(sf.Stopped(path.who, "fell short of the far bank"), "jump.test")
    return False


def end_turn(game: sf.Game, declaration: sf.Declaration) -> sf.Procedure[None]:
    """Let every walker walk again."""
    yield from sf.do(sf.Expired("turn"), "turn.end")
