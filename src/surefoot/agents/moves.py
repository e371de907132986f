"""The moves that a program chooses among: a fan of straight moves, planned paths to goals, and actions without a path.

The list is the same for the same table, on every machine. Every move in it was judged by the referee.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.planning import route
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Action, Declaration
from surefoot.referee.referee import check, legal_actions, problems_of, ruleset_of
from surefoot.referee.turns import actors, side_of
from surefoot.referee.verdict import Outcome
from surefoot.routes.one_level.route import NoRoute
from surefoot.table.goals import Goal
from surefoot.table.record import EMPTY, Record, freeze
from surefoot.table.table import Table

# Straight moves go in so many directions, first towards what matters.
DIRECTIONS = 8
# An action with a target is tried against so many of the nearest enemies.
TARGETS = 2
# Enemies further away than so many times the allowance of an action, and this much more, are out of its reach.
MOST_ROLLED, MOST_EXTRA = 1.5, 4.0
# Paths to goals are planned over so many actions in a row; the first of them is the move.
AHEAD = 2
# Straight moves shorter than this lead nowhere, in the table's unit.
_LEAST = 0.25


@dataclass(frozen=True)
class Move:
    """A legal declaration, and what the referee said of it when all goes well."""

    declaration: Declaration
    outcome: Outcome
    # What it was found for: a direction, a goal, an enemy, or nothing.
    towards: str = ""

    @property
    def chance(self) -> Fraction:
        """The chance that every test on the way is passed."""
        found = Fraction(1)
        for test in self.outcome.tests:
            found *= 1 if test.odds is None else test.odds
        return found


@lru_cache(maxsize=4096)
def moves(table: Table, side: str, *, planned: bool = True) -> tuple[Move, ...]:
    """The moves of a side now: of its active model or unit if there is one that may still act, else of all."""
    able = tuple(each for each in actors(table) if side_of(table, each) == side)
    active = table.clock.active
    if active in able:
        able = (active,)
    found: dict[Declaration, Move] = {}
    for who in able:
        for move in _of(table, who, planned=planned):
            found.setdefault(move.declaration, move)
    return tuple(found.values())


def _of(table: Table, who: str, *, planned: bool) -> Iterator[Move]:
    leads = False
    for action, breaks in legal_actions(table, who):
        if breaks:
            continue
        seen: set[str] = set()
        for declaration, towards in _tried(table, who, action):
            move = _judged(table, declaration, towards)
            if move is not None:
                seen.add(towards)
                yield move
        # Only goals that are not straight ahead are worth a search, and only with the first action that leads anywhere.
        if planned and not leads and action.target != "required" and (action.path != "none" or action.plan):
            leads = True
            for goal in aims(table, side_of(table, who)):
                found = _first_step(table, who, action.name, goal) if goal.id not in seen else None
                move = None if found is None else _judged(table, found, goal.id)
                if move is not None:
                    yield move


def _judged(table: Table, declaration: Declaration, towards: str) -> Move | None:
    """A move that the referee accepts; None for one that is illegal, asks something at once or changes nothing."""
    if problems_of(declaration, table):
        return None
    judged = check(table, declaration, nearest=False)
    if judged.verdict == "illegal" or judged.run.unanswered is not None or judged.run.table == table:
        return None
    return Move(declaration, judged, towards)


def _tried(table: Table, who: str, action: Action) -> Iterator[tuple[Declaration, str]]:
    """Declarations of an action, legal or not, each with what it is for."""
    details = _details(table, who, action)
    if details is None:
        return
    enemies = _near(table, who, action)[:TARGETS] if action.target == "required" else ("",)
    for target in enemies:
        plain = Declaration(action.name, (who,), (), target, details)
        if (action.path == "none" and not action.plan) or (target and action.path != "required"):
            # Where a path is optional, the rules find the way to a target.
            yield plain, target
        elif target:
            x, y = _at(table, target)
            yield (
                Declaration(action.name, (who,), (Leg.at(round(x, 4), round(y, 4)),), target, details),
                target,
            )
        else:
            yield from _fan(table, who, action, details)


def _details(table: Table, who: str, action: Action) -> Record | None:
    """The details that an action needs; None if a program can't tell them."""
    found: dict[str, int] = {}
    for detail in action.details:
        if detail.required and detail.kind == "number":
            # As many action points as there are, or one minute: the largest number that is not refused.
            for value in (3, 2, 1):
                tried = Declaration(action.name, (who,), details=Record({**found, detail.name: value}))
                if action.path != "required" and check(table, tried, nearest=False).verdict != "illegal":
                    found[detail.name] = value
                    break
            else:
                return None
        elif detail.required:
            return None
    return Record(found) if found else EMPTY


# --- places -------------------------------------------------------------------------------------


def members(table: Table, who: str) -> tuple[str, ...]:
    """The models of a unit that are on the table, or the model itself."""
    names = table.units[who].models if who in table.units else (who,)
    return tuple(name for name in names if name in table.models and table.models[name].place.on_table)


def _at(table: Table, who: str) -> tuple[float, float]:
    """Where a model stands, or the middle of a unit."""
    standing = [table.pose(name) for name in members(table, who)]
    count = max(1, len(standing))
    return sum(pose.x for pose in standing) / count, sum(pose.y for pose in standing) / count


def _enemies(table: Table, who: str) -> tuple[str, ...]:
    """The models of other sides, the nearest first."""
    side, here = side_of(table, who), _at(table, who)
    others = [n for n, m in table.models.items() if m.side != side and m.place.on_table]
    return tuple(sorted(others, key=lambda name: (round(math.dist(_at(table, name), here), 6), name)))


def _near(table: Table, who: str, action: Action) -> tuple[str, ...]:
    """The enemies that an action may lead to, the nearest first: the rules look for the way, and that takes long."""
    here, most = _at(table, who), allowance(table, who, action.name) * MOST_ROLLED + MOST_EXTRA
    return tuple(name for name in _enemies(table, who) if math.dist(_at(table, name), here) <= most)


def aims(table: Table, side: str) -> tuple[Goal, ...]:
    """The goals with a zone that are worth something to a side."""
    return tuple(goal for goal in table.goals if goal.outline and goal.side in ("", side))


def allowance(table: Table, who: str, action: str) -> float:
    """How far an action leads at most, by its first tariff; 0 if it has none."""
    standing = members(table, who)
    if not standing:
        return 0.0
    tariffs = ruleset_of(table).tariffs(table, standing[0], action)
    return tariffs[0].allowance if tariffs else 0.0


def _fan(table: Table, who: str, action: Action, details: Record) -> Iterator[tuple[Declaration, str]]:
    """Straight moves in all directions as far as they lead, and to goals and enemies or as far as possible towards them."""
    reach = allowance(table, who, action.name)
    if reach < _LEAST:
        return
    here = _at(table, who)
    wanted = [(goal.id, goal.middle) for goal in aims(table, side_of(table, who))]
    wanted += [(name, _at(table, name)) for name in _enemies(table, who)[:1]]
    for name, there in wanted:
        away = math.dist(here, there)
        if away > _LEAST:
            part = min(1.0, reach / away)
            yield (
                _moved(table, who, action, details, (there[0] - here[0]) * part, (there[1] - here[1]) * part),
                name,
            )
    for number in range(DIRECTIONS):
        angle = math.tau * number / DIRECTIONS
        dx, dy = reach * math.sin(angle), reach * math.cos(angle)
        share = _inside(table, who, dx, dy)
        if reach * share > _LEAST:
            yield _moved(table, who, action, details, dx * share, dy * share), f"direction {number}"


def _inside(table: Table, who: str, dx: float, dy: float) -> float:
    """The share of a straight move that stays on the board."""
    if table.board is None:
        return 1.0
    width, depth = from_lattice(table.board.width), from_lattice(table.board.depth)
    share = 1.0
    for name in members(table, who):
        pose, edge = table.pose(name), table.models[name].base.shape.reach + 0.01
        for at, by, size in ((pose.x, dx, width), (pose.y, dy, depth)):
            if by > 0:
                share = min(share, max(0.0, (size - edge - at) / by))
            elif by < 0:
                share = min(share, max(0.0, (at - edge) / -by))
    return share


def _moved(table: Table, who: str, action: Action, details: Record, dx: float, dy: float) -> Declaration:
    """A straight move of a model, or the same shift of all models of a unit."""
    if action.plan and (who in table.units or action.path == "none"):
        plan = freeze({"shift": [f"{dx:.4f}", f"{dy:.4f}"]})
        return Declaration(action.name, (who,), details=details.changed(**{action.plan: plan}))
    x, y = _at(table, who)
    return Declaration(action.name, (who,), (Leg.at(round(x + dx, 4), round(y + dy, 4)),), details=details)


# --- planned ------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _first_step(table: Table, who: str, action: str, goal: Goal) -> Declaration | None:
    """The first action of the cheapest path to a goal, over all levels; None if there is none within a few actions."""
    ahead = 1 if who in table.units or ruleset_of(table).actions[action].once else AHEAD
    standing = members(table, who)
    if not standing or goal.has(*_at(table, who), table.models[standing[0]].place.on):
        return None
    try:
        found = route(table, who, goal.middle, action, actions=ahead, on=goal.on)
    except (InvalidQuestion, ValueError, LookupError):
        # Some actions have no prices to search with, and some movers no planner.
        return None
    return None if isinstance(found, NoRoute) else found.steps[0].declaration
