"""Which models a kind of move passes, and when it comes within Engagement Range on the way.

Stated once: the judge words it (`move.py`), the planner searches by it (`lens.py`).
"""

from __future__ import annotations

from surefoot.geometry.tolerance import from_lattice
from surefoot.rulesets.wh40k_10e.engagement import VERTICALLY, covered
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, FALL_BACK, NORMAL
from surefoot.rulesets.wh40k_10e.squad import FLY, is_big
from surefoot.table.model import Model

# The clauses that keep the path of a kind of move clear of the enemy.
ENGAGEMENT = {NORMAL: "normal.no-engagement-range", ADVANCE: "advance.no-engagement-range"}


def passes_enemies(model: Model, kind: str) -> bool:
    """Whether a model may move over enemies and through their Engagement Range: if it Falls Back or Flies."""
    return kind == FALL_BACK or model.has(FLY)


def passes_big_friends(model: Model) -> bool:
    """Whether a model may move over friendly Monsters and Vehicles: if it is none of these, or Flies."""
    return not is_big(model) or model.has(FLY)


def engaged_below_and_above(model: Model, enemy_covers: float) -> tuple[float, float]:
    """How far below and above the level of an enemy the level of a model may be within its Engagement Range."""
    own = covered(from_lattice(model.height), hull=model.base.kind == "hull")
    return VERTICALLY + own, VERTICALLY + enemy_covers
