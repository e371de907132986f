"""Independent Characters: joining a unit, leaving it, and being barred from leaving."""

from __future__ import annotations

import math
from collections.abc import Mapping

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Procedure, choose, do
from surefoot.geometry.tolerance import beyond
from surefoot.language import Who, say
from surefoot.rulesets.gemini_arap import action
from surefoot.rulesets.gemini_arap.coherency import link
from surefoot.rulesets.gemini_arap.contact import touches
from surefoot.rulesets.gemini_arap.figure import INDEPENDENT, ROUTING
from surefoot.table.effects import Noted, Regrouped
from surefoot.table.place import Pose
from surefoot.table.table import Table


def _others(table: Table, who: str) -> tuple[str, ...]:
    """The other members of a character's unit."""
    unit = table.models[who].unit
    return tuple(name for name in action.members(table, (unit,)) if name != who) if unit else ()


def _away(table: Table, who: str, names: tuple[str, ...], heads: Mapping[str, Pose]) -> bool:
    """Whether a figure is out of coherency with all of these others."""
    return all(
        beyond(math.dist(heads[who][:3], heads[name][:3]), link(table, who, name)[0]) for name in names
    )


def locked(table: Table, names: tuple[str, ...]) -> bool:
    """Whether these figures are in close combat: one of them touches an enemy."""
    return any(touches(table, name, table.pose(name), _foes(table, name)) for name in names)


def _foes(table: Table, who: str) -> tuple[str, ...]:
    side = table.models[who].side
    return tuple(other.id for other in table.models.values() if other.side != side)


def _left(table: Table, who: str, ends: Mapping[str, Pose]) -> tuple[str, ...]:
    """The members of the unit that a character would leave with a move, itself last; empty if it leaves none."""
    others = tuple(name for name in _others(table, who) if name in ends)
    leaves = table.models[who].has(INDEPENDENT) and others and _away(table, who, others, ends)
    return (*others, who) if leaves else ()


def breaks(table: Table, ends: Mapping[str, Pose]) -> list[Break]:
    """The clauses broken by characters that leave their unit with a move."""
    found = []
    for who in ends:
        unit = _left(table, who, ends)
        if any(table.models[name].is_(ROUTING) for name in unit):
            says = say("{who} can't leave a unit that is Routing", who=Who(who))
            found.append(Break("character.cannot-leave", says))
        if locked(table, unit):
            says = say("{who} can't leave a unit in close combat", who=Who(who))
            found.append(Break("character.cannot-leave", says))
    return found


def arrive(game: Game, who: str) -> Procedure[None]:
    """At the end of its move, a character leaves a unit that is too far away, and joins one in coherency."""
    table = game.now
    if not table.models[who].has(INDEPENDENT):
        return
    others = _others(table, who)
    heads = {name: table.pose(name) for name in (who, *others)}
    if others and not _away(table, who, others, heads):
        return
    if others:
        yield from do(Regrouped(who, ""), "character.leaving")
    near = _near(game.now, who)
    if not near:
        return
    cited = ("character.joins-within-three", "character.choose-unit")[: len(near)]
    side = table.models[who].side
    asked = Choice(
        f"the unit that {who} joins",
        near,
        side,
        cited,
        who,
        says=say("Which unit does {who} join?", who=Who(who)),
        labels=tuple(say("{unit}", unit=Who(unit)) for unit in near),
    )
    unit = yield from choose(asked)
    # Until the end of the turn the character and the unit act separately.
    yield from do(Noted(action.CAME, who, True, "turn"), *cited)
    yield from do(Regrouped(who, str(unit)), *cited)


def _near(table: Table, who: str) -> tuple[str, ...]:
    """The friendly units within coherency of a character without a unit."""
    found = []
    for unit in table.units:
        names = action.members(table, (unit,))
        heads = {name: table.pose(name) for name in (who, *names)}
        friends = bool(names) and table.units[unit].side == table.models[who].side and who not in names
        if friends and not _away(table, who, names, heads):
            found.append(unit)
    return tuple(found)
