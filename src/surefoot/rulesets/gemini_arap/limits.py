"""How wide and how high a figure gets as part of a move: what the planner need not try."""

from __future__ import annotations

from surefoot.records import replace
from surefoot.referee.tariff import Fare, Limit, Tariff
from surefoot.rulesets.gemini_arap import jump, steep
from surefoot.rulesets.gemini_arap.figure import LEAPING
from surefoot.table.table import Table


def limited(prices: Tariff, table: Table, who: str, action: str) -> Tariff:
    """The prices of an action, with the limits of jumps; and of climbs, if they are not what the action is for."""
    limits: dict[str, Fare] = {}
    for fare in prices.fares:
        if fare.mode == "leap" and not jump.is_natural(table, who):
            limits[fare.mode] = replace(fare, longest=(Limit(jump.widest(table, who)[0]),))
        if fare.mode == "hurdle" and table.models[who].has(LEAPING):
            # Of all that is a hurdle to such a creature, nothing is too high to be leapt for nothing.
            limits[fare.mode] = replace(fare, clause="leap.vertical", up=0.0)
        if fare.mode == "climb" and action != "climb":
            limits[fare.mode] = replace(fare, highest=(Limit(steep.highest(table, who)),))
    return replace(prices, fares=tuple(limits.get(fare.mode, fare) for fare in prices.fares))
