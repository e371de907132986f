"""What the move actions of a run have left for the next one."""

from __future__ import annotations

from surefoot.geometry.tolerance import to_lattice
from surefoot.rulesets.gemini_arap import route
from surefoot.rulesets.gemini_arap.purse import SLOW, past
from surefoot.table.table import Table


def left(table: Table, who: str) -> int | None:
    """The inches of open ground that are left of a figure's run of moves, in millionths; None if no run has begun."""
    way = route.begin(table, who, 0)
    if not way.before:
        return None
    paid = route.paid(table, way, past(table, who))
    have = sum(to_lattice(each.allowance) for each in way.before) + way.bonus
    return max(0, have - sum(share.cost for share in paid.shares))


def has_met_slow_ground(table: Table, who: str) -> bool:
    """Whether a figure's run of moves has led through Difficult or Very Difficult Ground."""
    return any(tag in SLOW for item in past(table, who) for tag in item.stride.grounds)


def left_to_plan(table: Table, who: str) -> int:
    """The same for the planner, in millionths: never more than the next move action can use."""
    way = route.begin(table, who, 0)
    if any(each.score is not None or each.carried != 1.0 for each in way.before):
        # A score stands for slow ground and a load slows: neither is counted in inches of open ground.
        return 0
    # Free inches in bad ground do not lead further than open ground would.
    travelled = to_lattice(sum(item.stride.length for item in way.past))
    have = sum(to_lattice(each.allowance) for each in way.before) + way.bonus
    return max(0, min(left(table, who) or 0, have - travelled))
