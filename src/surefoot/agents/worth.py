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


class _Aim:
    """A goal of a side: how near each of its models is, and whether it is inside."""

    __slots__ = ("done", "goal", "inside", "near", "size", "x", "y")

    def __init__(self, goal: Goal, own: list[_Stands], size: float, *, done: bool) -> None:
        self.goal, self.size, self.done = goal, size, done
        self.x, self.y = goal.middle
        self.near = [self._nearness(each) for each in own]
        self.inside = [goal.has(each.x, each.y, each.on) for each in own]

    def _nearness(self, model: _Stands) -> float:
        return max(0.0, 1.0 - math.hypot(model.x - self.x, model.y - self.y) / self.size)

    def worth(self, moved: Mapping[int, _Stands]) -> float:
        """What it is worth with some of the side's models elsewhere, by their number."""
        if self.done or not self.near:
            return 0.0
        near, inside, goal = self.near, self.inside, self.goal
        if moved:
            near, inside = near.copy(), inside.copy()
            for number, each in moved.items():
                near[number] = self._nearness(each)
                inside[number] = goal.has(each.x, each.y, each.on)
        count = sum(inside)
        if goal.kind == "reach" and count:
            return POINT * goal.points
        # The others come along behind the first.
        found = POINT * goal.points * max(near) / 2 + goal.points * sum(near)
        if goal.kind == "hold":
            found += POINT * goal.points * min(1, count) / 3 + goal.points * count
        return found


class Prospects:
    """A table as far as it matters for what it is worth."""

    def __init__(self, table: Table) -> None:
        board = table.board
        size = 1.0 if board is None else from_lattice(max(board.width, board.depth))
        points, done = standing(table).points, frozenset(given(table))
        self.sides = sides_of(table)
        self.models: dict[str, list[_Stands]] = {side: [] for side in (*self.sides, "")}
        # The side of each model that is on the table, and its number among those of its side.
        self.known: dict[str, tuple[str, int]] = {}
        for name, model in table.models.items():
            if model.place.on_table:
                pose, own = table.pose(name), self.models[model.side]
                self.known[name] = model.side, len(own)
                far = _longest(table, model)
                own.append(
                    _Stands(name, model.side, pose.x, pose.y, model.place.on, far, len(model.statuses))
                )
        self.aims = {
            side: [
                _Aim(goal, self.models[side], size, done=f"{goal.id} {side}" in done)
                for goal in aims(table, side)
            ]
            for side in self.sides
        }
        self.sums: dict[str, float] = {}
        for side in self.sides:
            own = self.models[side]
            found = ALIVE * len(own) + POINT * points.get(side, 0)
            self.sums[side] = found - HINDERED * sum(each.statuses for each in own)

    def worth(self, side: str, moved: Places | None = None) -> float:
        """How good it is for a side, with some of its models elsewhere: its prospects less those of the best other side."""
        shifted = (
            {} if moved is None else {self.known[name][1]: self._at(name, at) for name, at in moved.items()}
        )
        own = self.models[side]
        if shifted:
            own = own.copy()
            for number, each in shifted.items():
                own[number] = each
        models = self.models | {side: own}
        others = [self._of(other, models, {}) for other in self.sides if other != side]
        return self._of(side, models, shifted) - max(others, default=0.0)

    def model(self, name: str) -> _Stands:
        """A model that is on the table."""
        side, number = self.known[name]
        return self.models[side][number]

    def _at(self, name: str, at: tuple[float, float]) -> _Stands:
        return self.model(name)._replace(x=at[0], y=at[1])

    def _of(self, side: str, models: Mapping[str, list[_Stands]], moved: Mapping[int, _Stands]) -> float:
        """Points, nearness to goals, safety, and models left that nothing hinders."""
        found = self.sums[side]
        for aim in self.aims[side]:
            found += aim.worth(moved)
        enemies = [each for other, there in models.items() if other != side for each in there]
        for each in models[side]:
            x, y = each.x, each.y
            for enemy in enemies:
                if math.hypot(x - enemy.x, y - enemy.y) <= enemy.far:
                    break
            else:
                found += SAFE
        return found


@lru_cache(maxsize=512)
def prospects(table: Table) -> Prospects:
    """A table, measured once."""
    return Prospects(table)


def worth(table: Table, side: str) -> float:
    """How good a table is for a side."""
    return prospects(table).worth(side)


def lead(table: Table, side: str) -> float:
    """How good a game that is over is for a side: by its points, and only among equals by where models stand."""
    points = standing(table).points
    others = max((each for name, each in points.items() if name != side), default=0)
    return POINT * (points[side] - others) + worth(table, side) / 1000


def ranked(table: Table, side: str, among: Sequence[Move], *, roughly: bool = False) -> Iterator[int]:
    """The numbers of legal moves (from 1) in the order of what they are worth, and 0 for passing, which is worth what is now.

    Roughly: the referee is not asked about what is most likely illegal. That is a walk that an actor may not make with
    another action, and an action against a target that is not known to be clear.
    """
    here = prospects(table)
    now = here.worth(side)
    refused: set[tuple[str, tuple[float, float] | None]] = set()
    # Guesses come first; each is measured when its turn comes, and waits again if it is worth less.
    waiting = [
        (-_guess(here, move, side, now), number, False)
        for number, move in enumerate(among, 1)
        if move.clear or move.shift is not None or not roughly
    ]
    waiting.append((-now, 0, True))
    heapify(waiting)
    while waiting:
        value, number, measured = heappop(waiting)
        if measured:
            yield number
            continue
        move = among[number - 1]
        walk = move.declaration.actor, move.shift
        if roughly and move.shift is not None and walk in refused:
            continue
        if move.can_be_measured:
            exact = min(-value, _measured(move, side, now))
            heappush(waiting, (-exact, number, True))
        else:
            refused.add(walk)


def _guess(here: Prospects, move: Move, side: str, now: float) -> float:
    """What a move is worth if it succeeds, by where it leads."""
    if move.shift is None:
        # Only the referee knows where it leads: it is asked first.
        return math.inf
    stand = [here.model(name) for name in members(move.table, move.declaration.actor)]
    dx, dy = move.shift
    if not dx and not dy:
        # At best it rids its actor of what hinders it.
        return now + HINDERED * sum(each.statuses for each in stand)
    return here.worth(side, {each.name: (each.x + dx, each.y + dy) for each in stand})


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
