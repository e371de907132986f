"""Where a model can go and the cheapest way to a place: what may be asked, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import surefoot
from surefoot.answers.errors import InvalidQuestion
from surefoot.dice.pool import Dice
from surefoot.geometry.shapes import Region
from surefoot.referee.lens import Lens
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Outcome
from surefoot.referee.view import View
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.one_level.route import NoRoute, Route
from surefoot.routes.one_level.threat import Threat, threat
from surefoot.routes.outlines import bands, gates
from surefoot.routes.over_levels.floors import Floor, TakenLink
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.route import LevelRoute
from surefoot.routes.plan import find_reach, find_route
from surefoot.routes.query import DEFAULT_QUERY, MoveQuery
from surefoot.routes.turning.driving import DrivingReach
from surefoot.routes.turning.over_levels import TurningLevelReach
from surefoot.routes.turning.reach import TurningReach
from surefoot.routes.turning.route import TurningRoute
from surefoot.routes.units import Formation, UnitReach, formation, members, unit_reach
from surefoot.table.place import BOARD
from surefoot.table.record import EMPTY
from surefoot.table.table import Table
from surefoot.table.words import instead


def action_of(table: Table, who: str, action: str) -> str:
    """The action with a path that is meant: the one that is named, or the first that the model has."""
    if is_unit(table, who):
        standing = members(table, who)
        if not standing:
            raise InvalidQuestion("who", f"{who} is not on the table")
        return action_of(table, standing[0], action)
    if who not in table.models:
        known = [*table.models, *table.units]
        raise InvalidQuestion("who", f"there is no model or unit {who!r}{instead(who, known)}")
    if not table.models[who].place.on_table:
        raise InvalidQuestion("who", f"{who} is not on the table")
    known = [
        name
        for name, each in ruleset_of(table).actions.items()
        if each.kind == "declare" and each.path != "none" and each.offered(table, who)
    ]
    if not known:
        raise InvalidQuestion("who", f"no action of {who} has a path")
    if action and action not in known:
        raise InvalidQuestion("action", f"no action with a path is called {action!r}{instead(action, known)}")
    return action or known[0]


def is_unit(table: Table, who: str) -> bool:
    """Whether a name is that of a unit, and of no model."""
    return who in table.units and who not in table.models


def measuring(table: Table, who: str) -> str:
    """What the rules say where they forbid measuring beforehand; empty where they do not."""
    asked = ruleset_of(table).questions.get("may measure")
    answer = asked(table, who, EMPTY) if asked is not None else None
    if answer is None or answer.value is not False:
        return ""
    return f"{speaker(table)(answer.says)} [{', '.join(answer.clauses)}]"


def _once(table: Table, action: str, query: MoveQuery) -> None:
    """An action that nobody makes twice in a row is not planned twice."""
    if query.actions > 1 and ruleset_of(table).actions[action].once:
        raise InvalidQuestion("actions", f"{action} is made once, not {query.actions} times in a row")


def assumed(table: Table, who: str, action: str, query: MoveQuery = DEFAULT_QUERY) -> str:
    """What a reach leaves out: dice that will be added to the allowance and are not rolled yet; empty if there are none."""
    dice = ruleset_of(table).actions[action].rolled(table, who)
    if dice is None or query.budget is not None or query.extra:
        return ""
    return f"without the {dice} that is rolled for it: --extra says what it shows"


def _most(dice: Dice) -> int:
    return dice.count * dice.faces[-1]


def reached(
    table: Table,
    who: str,
    action: str,
    query: MoveQuery = DEFAULT_QUERY,
) -> LevelReach | TurningLevelReach | TurningReach | DrivingReach | UnitReach:
    """Where a model can end on any level, or a unit; what has no price cannot be asked for."""
    _once(table, action, query)
    try:
        if is_unit(table, who):
            return unit_reach(table, who, action, budget=query.budget)
        return find_reach(table, who, action, query)
    except Unpriced as problem:
        raise InvalidQuestion("action", str(problem)) from None


def routed(
    table: Table,
    who: str,
    action: str,
    to: tuple[float, float],
    query: MoveQuery = DEFAULT_QUERY,
) -> Route | LevelRoute | Formation | NoRoute:
    """The cheapest way to a place on any level; of a unit, a formation there."""
    if is_unit(table, who):
        return formation(table, who, action, to, budget=query.budget)
    known = [surface.id for surface in (*Scene(table).ground.surfaces, *Scene(table).decks)]
    if query.on and query.on not in known:
        raise InvalidQuestion(
            "on", f"there is nothing called {query.on!r} to stand on{instead(query.on, known)}"
        )
    _once(table, action, query)
    found = find_route(table, who, action, to, query)
    dice = ruleset_of(table).actions[action].rolled(table, who)
    if not isinstance(found, NoRoute) or dice is None or query.budget is not None or query.extra:
        return found
    # As far as the best roll leads; how likely that is the referee says.
    most = ruleset_of(table).tariffs(table, who, action)[0].allowance + _most(dice)
    return find_route(table, who, action, to, replace(query, budget=most))


def likely(outcomes: Iterable[Outcome]) -> Fraction:
    """The chance that rolls which were not made yet, such as how far an action leads, let some declarations be made."""
    found = Fraction(1)
    for outcome in outcomes:
        if outcome.forks:
            found *= sum((fork.chance for fork in outcome.forks if fork.verdict != "illegal"), Fraction(0))
    return found


# Where there is no way, so many actions more are tried.
_MORE = 2


def advice(
    table: Table, who: str, action: str, to: tuple[float, float], query: MoveQuery = DEFAULT_QUERY
) -> list[str]:
    """What may help whoever has found no way: on which levels the place lies, and how many actions would do."""
    found: list[str] = []
    if who not in table.models or table.models[who].base.kind != "round":
        return found
    there = [surface.id for surface in View(Scene(table), _lens(table, who, action), who).surfaces_at(*to)]
    if len(there) > 1 and not query.on:
        found.append(f"Several levels lie there, and none was reached: {', '.join(there)} (--on names one).")
    if ruleset_of(table).actions[action].once:
        return found
    whole = None if query.budget is None else query.budget / query.actions
    for count in range(query.actions + 1, query.actions + 1 + _MORE):
        longer = None if whole is None else whole * count
        way = find_route(table, who, action, to, replace(query, budget=longer, actions=count))
        if isinstance(way, LevelRoute):
            place = way.steps[-1].run.table.models[who].place.on
            where = "the ground" if place == BOARD else place
            found.append(f"{count} actions in a row lead to it on {where}: --actions {count}")
            break
    return found


def _lens(table: Table, who: str, action: str) -> Lens:
    tariff = ruleset_of(table).tariffs(table, who, action)[0]
    return tariff.anywhere or tariff.lens


def rings_data(region: Region) -> list[list[list[float]]]:
    """The outlines of a region as lists of points."""
    return [
        [[round(ring[i], 6), round(ring[i + 1], 6)] for i in range(0, len(ring), 2)] for ring in region.rings
    ]


def _turned_data(found: TurningReach | DrivingReach, step: float) -> dict[str, Any]:
    """A reach of a base that turns: where its centre may end, whichever way it looks then."""
    pose = found.pose
    bands = [{"level": level, "rings": rings_data(region)} for level, region in found.bands(step)]
    return {
        "who": found.who,
        "action": found.action,
        "actions": 1,
        "budget": found.budget,
        "error": found.error,
        "start": [pose.x, pose.y],
        "bands": bands,
        "levels": [{"height": pose.z, "surfaces": [], "bands": bands, "links": []}],
    }


def _unit_data(found: UnitReach, step: float) -> dict[str, Any]:
    """A reach of a unit: where some model of it may end, and how far each of them goes."""
    return {
        "who": found.unit,
        "action": found.action,
        "actions": 1,
        "budget": found.budget,
        "models": {name: each.budget for name, each in found.fields.items()},
        "bands": [{"level": level, "rings": rings_data(region)} for level, region in found.bands(step)],
    }


def reach_data(
    found: LevelReach | TurningLevelReach | TurningReach | DrivingReach | UnitReach, step: float
) -> dict[str, Any]:
    """A reach for other programs: on every level the outline of what can be reached for each price, and how one gets there."""
    if isinstance(found, (TurningReach, DrivingReach)):
        return _turned_data(found, step)
    if isinstance(found, UnitReach):
        return _unit_data(found, step)
    atlas, here = found.atlas, found.floors[0]
    outlines = [_bands(found, floor, step) for floor in found.floors]
    return {
        "who": atlas.who,
        "action": atlas.action,
        "actions": atlas.action_budget.actions,
        "budget": found.budget,
        "error": found.error,
        "start": list(here.ground.start),
        "bands": outlines[0],
        "levels": [
            {
                "height": floor.z,
                "surfaces": list(floor.names),
                "bands": drawn,
                "links": [{**_link(gate.taken), "used": round(gate.used, 6)} for gate in gates(found, floor)],
            }
            for floor, drawn in zip(found.floors, outlines, strict=True)
        ],
    }


def _bands(found: LevelReach | TurningLevelReach, floor: Floor, step: float) -> list[dict[str, Any]]:
    return [{"level": level, "rings": rings_data(region)} for level, region in bands(found, floor, step)]


def _link(taken: TakenLink) -> dict[str, Any]:
    """A link between two levels: how, along what, from where to where, for how much, and how likely it succeeds."""
    return {
        "by": taken.link.by,
        "along": taken.link.name,
        "from": [round(value, 6) for value in taken.start],
        "to": [round(value, 6) for value in taken.end],
        "cost": taken.judged.cost,
        "actions": taken.judged.takes,
        "chance": str(taken.judged.chance),
        "tests": list(taken.judged.tests),
    }


def threatened(table: Table, side: str, action: str, extra: float) -> Threat:
    """Where any model of a side could get to; a side that has no models cannot be asked for."""
    known = list(dict.fromkeys(model.side for model in table.models.values() if model.side))
    if side not in known:
        raise InvalidQuestion("side", f"no model is on side {side!r}{instead(side, known)}")
    actions = [name for name, each in ruleset_of(table).actions.items() if each.path != "none"]
    if action and action not in actions:
        raise InvalidQuestion(
            "action", f"no action with a path is called {action!r}{instead(action, actions)}"
        )
    return threat(table, side, action=action, extra=extra)


def threat_data(found: Threat, step: float) -> dict[str, Any]:
    """A threat for other programs: where somebody gets to with so much to spare."""
    return {
        "side": found.side,
        "most": found.most,
        "idle": list(found.idle),
        "bands": [{"spare": spare, "rings": rings_data(region)} for spare, region in found.spared(step)],
    }


def route_data(found: Route | LevelRoute | Formation | NoRoute) -> dict[str, Any]:
    """A way for other programs, or why there is none."""
    if isinstance(found, Formation):
        return {
            "found": True,
            "cost": found.cost,
            "budget": found.budget,
            "places": {name: list(place) for name, place in found.places.items()},
            "costs": found.costs,
            "outcome": surefoot.data(found.outcome),
            "outcomes": [surefoot.data(found.outcome)],
        }
    if isinstance(found, LevelRoute):
        return {
            "found": True,
            "cost": found.cost,
            "used": found.used,
            "budget": found.budget,
            "chance": str(found.chance),
            "path": [list(point) for point in found.points],
            "links": [_link(taken) for taken in found.links],
            "outcomes": [surefoot.data(step) for step in found.steps],
            "others": [],
        }
    if not isinstance(found, Route):
        return {
            "found": False,
            "says": str(found.says),
            "budget": found.budget,
            "cost": found.cost,
            "blocked_by": list(found.blocked_by),
            "searched": found.searched,
            "breaks": [{"clause": each.clause, "says": str(each.says)} for each in found.breaks],
        }
    made = likely([found.outcome])
    turned = {"error": found.error, "facings": list(found.facings)} if isinstance(found, TurningRoute) else {}
    return {
        "found": True,
        **turned,
        **({"chance": str(made)} if made < 1 else {}),
        "cost": found.cost,
        "used": found.cost,
        "budget": found.budget,
        "path": [list(point) for point in found.points],
        "links": [],
        "outcome": surefoot.data(found.outcome),
        "outcomes": [surefoot.data(found.outcome)],
        "others": [{"cost": each.cost, "path": [list(at) for at in each.points]} for each in found.others],
    }
