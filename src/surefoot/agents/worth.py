"""How good a position is for a side, and its moves in the order of what they are worth.

A move that shifts its actor is measured by where it would stand; the referee is asked only about those that seem best.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from surefoot.agents.moves import Move, aims, allowance, members
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.goals import given, sides_of, standing
from surefoot.referee.referee import ruleset_of
from surefoot.table.goals import Goal
from surefoot.table.model import Model
from surefoot.table.table import Table

# What a point of the score is worth beside a unit of distance to a goal.
POINT = 10.0
# What it is worth to be out of the enemy's reach, for each model, and to have a model at all.
SAFE, ALIVE = 0.5, 6.0
# What each status takes away: statuses of the rulebooks hinder (prone, pinned, unconscious).
HINDERED = 4.0

Places = Mapping[str, tuple[float, float]]


class _Stands(NamedTuple):
    """A model on the table: whose it is, where it is, and how far it may get."""

    name: str
    side: str
    x: float
    y: float
    on: str
    far: float
    statuses: int


class Prospects:
    """A table as far as it matters for what it is worth."""

    def __init__(self, table: Table) -> None:
        board = table.board
        self.size = 1.0 if board is None else from_lattice(max(board.width, board.depth))
        self.points, self.done = standing(table).points, frozenset(given(table))
        self.goals = {side: aims(table, side) for side in sides_of(table)}
        self.models: list[_Stands] = []
        for name, model in table.models.items():
            if model.place.on_table:
                pose = table.pose(name)
                far = _longest(table, model)
                place = pose.x, pose.y, model.place.on
                self.models.append(_Stands(name, model.side, *place, far, len(model.statuses)))

    def worth(self, side: str, moved: Places | None = None) -> float:
        """How good it is for a side, with some models elsewhere: its own prospects less those of the best other side."""
        models = self.models
        if moved:
            models = [
                each._replace(x=moved[each.name][0], y=moved[each.name][1]) if each.name in moved else each
                for each in models
            ]
        others = [self._of(other, models) for other in self.goals if other != side]
        return self._of(side, models) - max(others, default=0.0)

    def _of(self, side: str, models: list[_Stands]) -> float:
        """Points, nearness to goals, safety, and models left that nothing hinders."""
        own = [each for each in models if each.side == side]
        enemies = [each for each in models if each.side != side]
        found = ALIVE * len(own) + POINT * self.points.get(side, 0)
        found -= HINDERED * sum(each.statuses for each in own)
        for goal in self.goals.get(side, ()):
            found += self._nearness(goal, side, own)
        for each in own:
            if all(math.hypot(each.x - enemy.x, each.y - enemy.y) > enemy.far for enemy in enemies):
                found += SAFE
        return found

    def _nearness(self, goal: Goal, side: str, own: list[_Stands]) -> float:
        if not own or f"{goal.id} {side}" in self.done:
            return 0.0
        x, y = goal.middle
        near = [max(0.0, 1.0 - math.hypot(each.x - x, each.y - y) / self.size) for each in own]
        inside = sum(goal.has(each.x, each.y, each.on) for each in own)
        if goal.kind == "reach" and inside:
            return POINT * goal.points
        # The others come along behind the first.
        found = POINT * goal.points * max(near) / 2 + goal.points * sum(near)
        if goal.kind == "hold":
            found += POINT * goal.points * min(1, inside) / 3 + goal.points * inside
        return found


@lru_cache(maxsize=512)
def prospects(table: Table) -> Prospects:
    """A table, measured once."""
    return Prospects(table)


def worth(table: Table, side: str) -> float:
    """How good a table is for a side."""
    return prospects(table).worth(side)


def ranked(table: Table, side: str, among: Sequence[Move]) -> Iterator[int]:
    """The numbers of legal moves (from 1) in the order of what they are worth, and 0 for passing, which is worth what is now."""
    here = prospects(table)
    now = here.worth(side)
    # Guesses come first; each is measured when its turn comes, and waits again if it is worth less.
    waiting = [(-_guess(here, move, side, now), number, False) for number, move in enumerate(among, 1)]
    waiting.append((-now, 0, True))
    heapify(waiting)
    while waiting:
        value, number, measured = heappop(waiting)
        if measured:
            yield number
        elif among[number - 1].is_legal:
            exact = min(-value, _measured(among[number - 1], side, now))
            heappush(waiting, (-exact, number, True))


def _guess(here: Prospects, move: Move, side: str, now: float) -> float:
    """What a move is worth if it succeeds, by where it leads."""
    if move.shift is None:
        # Only the referee knows where it leads: it is asked first.
        return math.inf
    places = {each.name: each for each in here.models}
    names = [name for name in members(move.table, move.declaration.actor) if name in places]
    dx, dy = move.shift
    if not dx and not dy:
        # At best it rids its actor of what hinders it.
        return now + HINDERED * sum(places[name].statuses for name in names)
    return here.worth(side, {name: (places[name].x + dx, places[name].y + dy) for name in names})


def _measured(move: Move, side: str, now: float) -> float:
    """What a move is worth by what the referee says of it."""
    after, chance = worth(move.outcome.run.table, side), float(move.chance)
    # If a test fails, the mover most likely ends where it began, or worse.
    return chance * after + (1 - chance) * (now - ALIVE / 2)


def _longest(table: Table, model: Model) -> float:
    """The allowance of a model's first action with a path; it rarely changes, so it is looked up once for each profile."""
    key = (table.ruleset, model.profile, model.statuses, model.unit)
    if key not in _KNOWN:
        named = (
            a.name for a in ruleset_of(table).actions.values() if a.kind == "declare" and a.path != "none"
        )
        _KNOWN[key] = allowance(table, model.id, next(named, ""))
    return _KNOWN[key]


_KNOWN: dict[object, float] = {}
