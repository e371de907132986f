"""Routes and reaches by chance and cost, as JSON data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.movement import plannable, rings_data
from surefoot.language import Notation, Who, say
from surefoot.referee.speaking import speaker
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.query import DEFAULT_QUERY, MoveQuery
from surefoot.routes.risk.one_level import ChanceReach, RiskyRoute, risky_routes
from surefoot.routes.risk.over_levels import LevelChanceReach, reach_by_chance
from surefoot.routes.units import is_unit
from surefoot.table.table import Table


def ventured(
    table: Table, who: str, action: str, to: tuple[float, float], query: MoveQuery = DEFAULT_QUERY
) -> tuple[RiskyRoute, ...] | NoRoute:
    """The routes of a model to a place by chance and cost; raises InvalidQuestion for a unit and if that can't be planned."""
    _single(table, who)
    with plannable(table):
        return risky_routes(table, who, action, to, query)


def reached_by_chance(
    table: Table, who: str, action: str, query: MoveQuery = DEFAULT_QUERY
) -> ChanceReach | LevelChanceReach:
    """Where a model can end, by chance; raises InvalidQuestion for a unit and if that can't be planned."""
    _single(table, who)
    with plannable(table):
        return reach_by_chance(table, who, action, query)


def _single(table: Table, who: str) -> None:
    """Raises InvalidQuestion if a unit is named: its models fail and pass tests apart from each other."""
    if is_unit(table, who):
        says = say(
            "Paths by their chance are searched for a single model, and {unit} is a unit. Name one of: {models}",
            unit=Who(who),
            models=Notation(", ".join(table.units[who].models)),
        )
        raise InvalidQuestion("who", speaker(table)(says))


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
