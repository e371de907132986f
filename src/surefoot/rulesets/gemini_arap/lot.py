"""Squads that roll as one: the figure that rolls for the majority, and random picks."""

from __future__ import annotations

from surefoot.dice.pool import Dice
from surefoot.dice.readings import Total
from surefoot.dice.requests import Procedure, Roll, roll, sub
from surefoot.rulesets.gemini_arap.figure import initiative
from surefoot.rulesets.gemini_arap.support import Named
from surefoot.table.table import Table


def majority(table: Table, names: tuple[str, ...]) -> str:
    """The first figure with the Initiative of the majority; of equal numbers, the higher Initiative."""
    values = [initiative(table.models[name]) for name in names]
    return names[values.index(max(values, key=lambda value: (values.count(value), value)))]


def drawn(names: tuple[str, ...], count: int, named: Named, *clauses: str) -> Procedure[tuple[str, ...]]:
    """`count` of these figures, picked at random one after the other; all of them if there are no more."""
    if count >= len(names):
        return names
    return (yield from sub(_picked, names, count, named, clauses))


def _picked(
    names: tuple[str, ...], count: int, named: Named, clauses: tuple[str, ...]
) -> Procedure[tuple[str, ...]]:
    """The picked figures in their original order: the order of picks makes no difference."""
    left = list(names)
    for _ in range(count):
        dice = Dice(1, len(left))
        number = yield from roll(Roll(named.what, dice, Total(), left[0], clauses, says=named.says))
        del left[number - 1]
    return tuple(name for name in names if name not in left)
