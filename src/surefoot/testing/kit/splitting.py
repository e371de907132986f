"""The law of split legs: a straight leg that is declared in two parts is judged as it is in one."""

from __future__ import annotations

from functools import partial

from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.records import replace
from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.referee.referee import check, problems_of
from surefoot.table.table import Table
from surefoot.testing.kit.campaign import Violation
from surefoot.testing.kit.draws import Draws
from surefoot.testing.kit.laws import ROUNDING

TRIES = 6


def split_legs(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """Splitting a leg that is walked, anywhere, changes no verdict and no cost."""
    found = []
    for _ in range(TRIES):
        whole = rng.move(table, ruleset)
        if whole is None or not whole.legs or problems_of(whole, table):
            continue
        index, share = rng.randrange(len(whole.legs)), rng.choice((0.25, 0.5, 0.75, rng.random()))
        split = _split(table, whole, index, share)
        if split is None:
            continue
        says = apart(table, whole, split)
        if says:
            found.append(Violation(says, (whole, split), partial(apart, whole=whole, split=split)))
    return found


def _split(table: Table, whole: Declaration, index: int, share: float) -> Declaration | None:
    """The same with one leg in two; None if that leg is no straight walk or its start is not known."""
    leg = whole.legs[index]
    before = whole.legs[index - 1] if index else None
    who = whole.actor if whole.actor in table.models else table.units[whole.actor].models[0]
    if leg.to is None or leg.by != "walk" or not table.models[who].place.on_table:
        return None
    if before is None or before.by == "turn":
        if any(each.by != "turn" for each in whole.legs[:index]):
            return None
        pose = table.pose(who)
        start = to_lattice(pose.x), to_lattice(pose.y)
    elif before.to is None or before.by != "walk":
        return None
    else:
        start = before.to
    middle = tuple(round(a + (b - a) * share) for a, b in zip(start, leg.to, strict=True))
    half = replace(leg, to=(middle[0], middle[1]))
    return replace(whole, legs=(*whole.legs[:index], half, *whole.legs[index:]))


def apart(table: Table, whole: Declaration, split: Declaration) -> str:
    """The difference in verdict if a declaration is made in two parts; empty if there is none."""
    one, two = check(table, whole, nearest=False), check(table, split, nearest=False)
    if one.verdict != two.verdict:
        reasons = "; ".join(str(each.says) for each in (*one.breaks, *two.breaks))
        return f"{one.verdict} in one leg, {two.verdict} in two: {reasons}"
    if abs(one.cost - two.cost) > ROUNDING:
        return f"costs {from_lattice(one.cost):g} in one leg, {from_lattice(two.cost):g} in two"
    return ""
