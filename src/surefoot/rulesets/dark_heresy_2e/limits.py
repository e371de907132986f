"""How far, how high and how deep leaps, jumps and climbs get with the best roll: what the planner need not try."""

from __future__ import annotations

from fractions import Fraction

from surefoot.records import replace
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Fare, Limit, Tariff
from surefoot.rulesets.dark_heresy_2e.climb import most_at_once
from surefoot.rulesets.dark_heresy_2e.drop import deepest
from surefoot.rulesets.dark_heresy_2e.gravity import gravity_of
from surefoot.rulesets.dark_heresy_2e.leap import RUN_UPS, height_of, longest
from surefoot.rulesets.dark_heresy_2e.vjump import highest
from surefoot.table.table import Table


def limited(prices: Tariff, table: Table, who: str, action: str) -> Tariff:
    """The prices of an action, with the limits of a leap, a jump or a climb."""
    found = _limits(table, who, action)
    return replace(prices, fares=(*prices.fares, *found)) if found else prices


@remembered
def _limits(table: Table, who: str, action: str) -> tuple[Fare, ...]:
    # Where gravity changes from place to place, so do the limits.
    if action not in ("leap", "jump-up", "jump-down", "climb") or any(
        gravity_of(area) for area in Scene(table).ground.areas
    ):
        return ()
    if action == "climb":
        most = most_at_once(table, who)
        at_once = None if most is None else float(most)
        return tuple(Fare(mode, "climb.simple-rate", at_once=at_once) for mode in ("climb", "ladder"))
    if action == "jump-down":
        return (Fare("drop", "drop.safe-distance", deepest=float(deepest(table, who))),)
    if action == "leap":
        limits = [(longest(table, who, run_up), run_up) for run_up in RUN_UPS]
        clears = float(height_of(max(metres for metres, _ in limits)))
        return (
            Fare(
                "leap",
                "leap.success",
                longest=_said(limits),
                deepest=float(deepest(table, who)),
                to_end=True,
                clears=clears,
            ),
        )
    limits = [(highest(table, who, run_up), run_up) for run_up in RUN_UPS]
    return (Fare("drop", "vjump.reach", highest=_said(limits), to_end=True),)


def _said(limits: list[tuple[Fraction, int]]) -> tuple[Limit, ...]:
    return tuple(Limit(float(most), float(run_up)) for most, run_up in limits)
