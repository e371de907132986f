"""Action points: each scavenger has its own, and gets them back at the end of the turn."""

from __future__ import annotations

from surefoot import author as sf

SPENT = "points"
# What each action costs.
PRICE = {"move": 1, "sneak": 2}


def left(table: sf.Table, who: str) -> int:
    """The action points that a scavenger has left this turn."""
    spent = table.note(SPENT, who)
    return table.models[who].profile.number("points") - (spent if isinstance(spent, int) else 0)


def lacking(table: sf.Table, who: str, action: str) -> tuple[sf.Break, ...]:
    """What forbids an action to a scavenger that has too few points for it."""
    if left(table, who) >= PRICE[action]:
        return ()
    says = sf.say("{who} has {points} action points left", who=sf.Who(who), points=left(table, who))
    return (sf.Break("points.number" if action == "move" else "points.sneak", says),)


def spend(table: sf.Table, who: str, action: str) -> sf.Procedure[None]:
    """Pay for an action."""
    spent = table.models[who].profile.number("points") - left(table, who) + PRICE[action]
    yield from sf.do(
        sf.Noted(SPENT, who, spent, "turn"), "points.move" if action == "move" else "points.sneak"
    )
