"""Routes and reaches by chance and cost, as JSON data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from surefoot.answers.movement import rings_data
from surefoot.routes.risk.one_level import ChanceReach, RiskyRoute
from surefoot.routes.risk.over_levels import LevelChanceReach


def share(chance: Fraction) -> dict[str, Any]:
    """A probability: exactly, and as a decimal number."""
    return {"chance": str(chance), "about": round(float(chance), 6)}


def ventures_data(found: tuple[RiskyRoute, ...]) -> dict[str, Any]:
    """Routes to a place as JSON data, the cheapest first."""
    return {
        "found": True,
        "ways": [
            {
                "cost": each.cost,
                "budget": each.route.budget,
                **share(each.chance),
                "avoids": list(each.avoids),
                "path": [list(point) for point in each.route.points],
                "actions": len(each.outcomes),
            }
            for each in found
        ],
    }


def chances_data(found: ChanceReach | LevelChanceReach) -> dict[str, Any]:
    """A reach by chance as JSON data: on each level an outline for each probability, the surest first."""
    return {
        "who": found.who,
        "action": found.action,
        "budget": found.budget,
        "layers": [{**share(layer.chance), "crosses": list(layer.crosses)} for layer in found.layers],
        "levels": [
            {
                "height": level.z,
                "surfaces": list(level.surfaces),
                "regions": [
                    {**share(chance), "rings": rings_data(region)} for chance, region in level.regions
                ],
            }
            for level in found.levels
        ],
    }
