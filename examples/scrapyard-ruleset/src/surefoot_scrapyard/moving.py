"""Move and Sneak: a declared path is judged as a whole, then followed from leap to leap."""

from __future__ import annotations

from surefoot import author as sf
from surefoot_scrapyard.points import lacking, spend
from surefoot_scrapyard.prices import DOWN, tariffs

# A leap succeeds on this roll or more.
LEAPS = 3


def may_move(table: sf.Table, who: str) -> tuple[sf.Break, ...]:
    """What forbids a scavenger to move now."""
    return (*_down(table, who), *lacking(table, who, "move"))


def may_sneak(table: sf.Table, who: str) -> tuple[sf.Break, ...]:
    """What forbids a scavenger to sneak now."""
    return (*_down(table, who), *lacking(table, who, "sneak"))


def _down(table: sf.Table, who: str) -> tuple[sf.Break, ...]:
    if not table.models[who].is_(DOWN):
        return ()
    return (sf.Break("move.down", sf.say("{who} is knocked out", who=sf.Who(who))),)


def move(game: sf.Game, declaration: sf.Declaration) -> sf.Procedure[None]:
    """Move or sneak along a declared path."""
    who, action = declaration.actor, declaration.action
    path = sf.judge(game.now, who, tariffs(game.now, who, action)[0], declaration.legs)
    path.refuse()
    yield from spend(game.now, who, action)
    yield from sf.follow(game, path, at={"leap": leap}, how={"leap": "leaps", "drop": "jumps down"})


def leap(game: sf.Game, path: sf.Path, gap: sf.Stride) -> sf.Procedure[bool]:
    """The roll at the edge of a gap: whether the scavenger gets across."""
    reading = sf.AtLeast(LEAPS)
    if (yield from sf.passed(sf.Roll("leap", sf.D6, reading, path.who, ("leap.test",), hope=True))):
        return True
    yield from sf.do(sf.Stopped(path.who, "loses heart at the edge"), "leap.test")
    return False


def knocked_out(game: sf.Game, declaration: sf.Declaration) -> sf.Procedure[None]:
    """A scavenger goes down; it controls nothing any more."""
    yield from sf.do(sf.Became(declaration.actor, (DOWN,)), "control.down")


def end_turn(game: sf.Game, declaration: sf.Declaration) -> sf.Procedure[None]:
    """Give everybody their action points back."""
    yield from sf.do(sf.Expired("turn"), "points.again")
