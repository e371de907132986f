"""Reach, routes and threats: checks of the question, the search, and the answer as JSON data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import surefoot
from surefoot.answers.errors import InvalidQuestion
from surefoot.geometry.search.anchor_search import Cancelled as SearchCancelled
from surefoot.geometry.shapes import Region
from surefoot.language import Notation, Quoted, Sentence, Thing, Who, count, say
from surefoot.language.speaker import Speaker
from surefoot.records import replace
from surefoot.referee.lens import Lens
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.speaking import speaker
from surefoot.referee.view import View
from surefoot.routes.found import FoundReach, FoundRoute
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.one_level.route import NoRoute, off_the_table
from surefoot.routes.one_level.threat import Threat, threat
from surefoot.routes.outlines import Gate, LevelOutline
from surefoot.routes.over_levels.floors import TakenLink
from surefoot.routes.plan import find_reach_steps, find_route
from surefoot.routes.query import DEFAULT_QUERY, CannotPlan, MoveQuery
from surefoot.routes.rolls import roll_odds
from surefoot.routes.units import is_unit, members
from surefoot.table.record import EMPTY
from surefoot.table.table import Table
from surefoot.table.words import suggested


def action_of(table: Table, who: str, action: str) -> str:
    """The action to search with: the named one, or the first action with a path that the model has."""
    if is_unit(table, who):
        standing = members(table, who)
        if not standing:
            raise _invalid(table, "who", say("{who} is not on the table", who=Who(who)))
        return action_of(table, standing[0], action)
    if who not in table.models:
        unknown = say("There is no model or unit {name}", name=Quoted(who))
        raise _invalid(table, "who", suggested(unknown, who, [*table.models, *table.units]))
    if not table.models[who].place.on_table:
        raise _invalid(table, "who", say("{who} is not on the table", who=Who(who)))
    known = [
        name
        for name, each in ruleset_of(table).actions.items()
        if each.kind == "declare" and each.path != "none" and each.offered(table, who)
    ]
    if not known:
        raise _invalid(table, "who", say("{who} has no action with a path", who=Who(who)))
    if action and action not in known:
        raise _invalid(table, "action", _unknown_action(action, known))
    return action or known[0]


def _invalid(table: Table, field: str, says: Sentence) -> InvalidQuestion:
    """An error in the words and units of a table."""
    return InvalidQuestion(field, speaker(table)(says))


def _unknown_action(action: str, known: list[str]) -> Sentence:
    return suggested(say("No action with a path is called {action}", action=Quoted(action)), action, known)


def measuring(table: Table, who: str) -> str:
    """Why pre-measuring is not allowed for a model, with the clause; empty if it is allowed."""
    asked = ruleset_of(table).questions.get("may measure")
    answer = asked(table, who, EMPTY) if asked is not None else None
    if answer is None or answer.value is not False:
        return ""
    return f"{speaker(table)(answer.says)} [{', '.join(answer.clauses)}]"


def reached(table: Table, who: str, action: str, query: MoveQuery = DEFAULT_QUERY) -> FoundReach:
    """Where a model or a unit can end its move, on any level; raises InvalidQuestion if that can't be planned."""
    *_, last = reached_steps(table, who, action, query)
    assert last is not None
    return last


def reached_steps(
    table: Table,
    who: str,
    action: str,
    query: MoveQuery = DEFAULT_QUERY,
    *,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[FoundReach | None]:
    """The same as it grows; the last one is the whole reach. None comes where nothing is new, but one may pause.

    `stopped` is asked now and then; once it says yes, no more comes.
    """
    try:
        with plannable(table):
            for found in find_reach_steps(table, who, action, query, cancelled=stopped):
                yield found
                if stopped is not None and stopped():
                    return
    except SearchCancelled:
        return


@contextmanager
def plannable(table: Table) -> Iterator[None]:
    """Raise InvalidQuestion, in the words and units of a table, where the planner can't search what is asked."""
    try:
        yield
    except Unpriced as problem:
        raise _invalid(table, "action", problem.says) from None
    except CannotPlan as problem:
        raise _invalid(table, problem.option, problem.says) from None


def routed(
    table: Table,
    who: str,
    action: str,
    to: tuple[float, float],
    query: MoveQuery = DEFAULT_QUERY,
) -> FoundRoute | NoRoute:
    """The cheapest route to a place on any level; for a unit, a formation around it."""
    known = [surface.id for surface in (*Scene(table).ground.surfaces, *Scene(table).decks)]
    if query.on and query.on not in known:
        unknown = say("No level is called {name}", name=Quoted(query.on))
        raise _invalid(table, "on", suggested(unknown, query.on, known))
    off = off_the_table(table, to)
    if off is not None:
        return replace(off, budget=query.budget or 0.0)
    with plannable(table):
        return find_route(table, who, action, to, query)


def from_now_on(table: Table, found: FoundRoute | NoRoute) -> FoundRoute | NoRoute:
    """A route over several actions, if all of them can be made now and end where they were planned to end."""
    if isinstance(found, NoRoute) or len(found.steps) < 2:
        return found
    now = table
    for step in found.steps:
        made = check(now, step.declaration, nearest=False)
        (who,) = step.declaration.who
        if made.verdict == "illegal" or made.run.table.models[who].place != step.run.table.models[who].place:
            says = count(
                "That takes {n} action, and {who} has fewer left",
                "That takes {n} actions, and {who} has fewer left",
                len(found.steps),
                who=Who(who),
            )
            return NoRoute(says, budget=found.budget, cost=found.cost)
        now = made.run.table
    return found


# If there is no route, up to this many further actions are tried.
_MORE = 2


def advice(
    table: Table, who: str, action: str, to: tuple[float, float], query: MoveQuery = DEFAULT_QUERY
) -> list[str]:
    """Hints where no route was found: the levels at that place, and how many actions would be enough."""
    found: list[str] = []
    words = speaker(table)
    if who not in table.models or table.models[who].base.kind != "round":
        return found
    if table.models[who].place.kind != "surface":
        # In the air and in the water there are no levels to choose, and one action is planned at a time.
        return found
    there = [surface.id for surface in View(Scene(table), _lens(table, who, action), who).surfaces_at(*to)]
    if len(there) > 1 and not query.on:
        levels = tuple(Thing(each) for each in there)
        several = say("There are several levels at that place: {levels}. Choose one with --on", levels=levels)
        found.append(words(several))
    once = ruleset_of(table).actions[action].once or query.target
    if once or roll_odds(table, who, action) is not None:
        return found
    whole = None if query.budget is None else query.budget / query.actions
    for actions in range(query.actions + 1, query.actions + 1 + _MORE):
        longer = None if whole is None else whole * actions
        way = find_route(table, who, action, to, replace(query, budget=longer, actions=actions))
        if not isinstance(way, NoRoute):
            hint = say(
                "With {count} actions {who} gets there, on {place}: try {option}",
                count=actions,
                who=Who(who),
                place=Thing(way.steps[-1].run.table.models[who].place.on),
                option=Notation(f"--actions {actions}"),
            )
            found.append(words(hint))
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


def reach_data(found: FoundReach, step: float) -> dict[str, Any]:
    """A reach as JSON data: on each level the outline for each cost, and the links that lead there."""
    levels = [_level(level, rolled=bool(found.rolls)) for level in found.outlines(step)]
    return {
        "who": found.who,
        "action": found.action,
        "actions": found.actions,
        "budget": found.budget,
        **({"roll": _roll(found)} if found.rolls else {}),
        **({"models": dict(found.models)} if found.models else {}),
        "error": found.error,
        "start": list(found.start),
        "bands": levels[0]["bands"],
        "levels": levels,
    }


def _roll(found: FoundReach) -> dict[str, Any]:
    """The rolls for the distance of an action: each total, and the chance of that much or more."""
    return {
        "dice": list(found.dice),
        "totals": [
            {"total": each.total, "budget": each.budget, "chance": str(each.chance)} for each in found.rolls
        ],
    }


def _level(level: LevelOutline, *, rolled: bool) -> dict[str, Any]:
    return {
        "height": level.z,
        "surfaces": list(level.names),
        "bands": [
            {
                "level": band.level,
                **({"chance": str(band.chance)} if rolled else {}),
                "rings": rings_data(band.region),
            }
            for band in level.bands
        ],
        "links": [_gate(gate) for gate in level.gates],
    }


def _gate(gate: Gate) -> dict[str, Any]:
    """A link onto a level: its kind, its two ends, its cost and its chance of success."""
    return {
        "by": gate.by,
        "along": gate.along,
        "from": [round(value, 6) for value in gate.start],
        "to": [round(value, 6) for value in gate.end],
        "cost": gate.cost,
        "actions": gate.actions,
        "chance": str(gate.chance),
        "tests": list(gate.tests),
        "used": round(gate.used, 6),
    }


def _link(taken: TakenLink) -> dict[str, Any]:
    """A link that a route takes: its kind, its two ends, its cost and its chance of success."""
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
    """Where any model of a side can get to; raises InvalidQuestion if the side has no models."""
    known = list(dict.fromkeys(model.side for model in table.models.values() if model.side))
    if side not in known:
        unknown = say("No model is on side {side}", side=Quoted(side))
        raise _invalid(table, "side", suggested(unknown, side, known))
    actions = [name for name, each in ruleset_of(table).actions.items() if each.path != "none"]
    if action and action not in actions:
        raise _invalid(table, "action", _unknown_action(action, actions))
    return threat(table, side, action=action, extra=extra)


def threat_data(found: Threat, step: float) -> dict[str, Any]:
    """A threat as JSON data: the outline for each amount of movement left."""
    return {
        "side": found.side,
        "most": found.most,
        "idle": list(found.idle),
        "bands": [{"spare": spare, "rings": rings_data(region)} for spare, region in found.spared(step)],
    }


def route_data(found: FoundRoute | NoRoute, words: Speaker | None = None) -> dict[str, Any]:
    """A route as JSON data, or why there is none."""
    if isinstance(found, NoRoute):
        words = words or Speaker()
        return {
            "found": False,
            "says": words(found.says),
            "budget": found.budget,
            "cost": found.cost,
            "blocked_by": list(found.blocked_by),
            "searched": found.searched,
            "breaks": [{"clause": each.clause, "says": words(each.says)} for each in found.breaks],
        }
    outcomes = [surefoot.data(step) for step in found.steps]
    of_unit = {"places": {name: list(at) for name, at in found.places.items()}, "costs": dict(found.costs)}
    return {
        "found": True,
        **({"error": found.error, "facings": list(found.facings)} if found.facings else {}),
        "cost": found.cost,
        "used": found.used,
        "budget": found.budget,
        "chance": str(found.chance),
        **(of_unit if found.places else {}),
        "path": [list(point) for point in found.points],
        "links": [_link(taken) for taken in found.links],
        **({"outcome": outcomes[0]} if len(outcomes) == 1 else {}),
        "outcomes": outcomes,
        "others": [{"cost": each.cost, "path": [list(at) for at in each.points]} for each in found.others],
    }
