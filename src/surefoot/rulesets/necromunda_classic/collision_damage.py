"""Collision Damage: the hits of a collision, by the Move of the moving vehicle."""

from __future__ import annotations

import math

from surefoot.records import dataclass, replace
from surefoot.referee.catalogue import load
from surefoot.rulesets.necromunda_classic.hits import Hit


@dataclass(frozen=True, slots=True)
class Blow:
    """A hit and the clauses that set it."""

    hit: Hit
    clauses: tuple[str, ...]

    def against_tougher(self) -> Blow:
        """The hit on a vehicle that is less tough than another in the collision."""
        hit = self.hit
        harder = replace(hit, strength=hit.strength + 1, ap=hit.ap - 1, damage=hit.damage + 1)
        return Blow(harder, (*self.clauses, "collision-damage.lower-toughness"))


def blow(move: int, *clauses: str) -> Blow:
    """The hit for a Move, from the collision table."""
    rows = load("surefoot.rulesets.necromunda_classic").rows("collision-damage.table")
    row = next(row for row in rows if move <= row["max"])
    return Blow(Hit(row["strength"], row["ap"], row["damage"]), ("collision-damage.table", *clauses))


def halved(move: int) -> int:
    """The Move that sets a vehicle's own hit when it rams head-on."""
    return math.ceil(move / 2)
