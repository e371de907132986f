"""What a program sees of a position: arrays of numbers, the same shape throughout a game, from the view of one side.

Models, goals and moves have a row each; places are shares of the board, measured so that every side looks the same way:
a side's own models come first. `raster` is the table as a picture: height, obstacles, own models, others, goals.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from surefoot.agents.state import MOST_ACTIONS, State
from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.goals import given, standing
from surefoot.referee.turns import actors
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

Array = npt.NDArray[np.float32]

MODEL_FIELDS = ("x", "y", "height", "north", "east", "own", "on_table", "may_act", "statuses", "radius")
GOAL_FIELDS = ("x", "y", "points", "own", "hold", "done")
MOVE_FIELDS = ("actor", "x", "y", "height", "cost", "chance", "action", "points")
CLOCK_FIELDS = ("round", "own_points", "other_points", "question")
# The cells of a raster, and its layers.
CELLS = 24
LAYERS = ("height", "obstacle", "own", "other", "goal")
# Heights, points and costs are divided by these, so that most numbers are between 0 and 1.
_HEIGHT, _POINTS, _COST = 12.0, 10.0, 12.0


def shapes(table: Table, *, raster: bool) -> dict[str, tuple[int, ...]]:
    """The shape of every array on a table."""
    found: dict[str, tuple[int, ...]] = {
        "models": (len(table.models), len(MODEL_FIELDS)),
        "goals": (max(1, len(table.goals)), len(GOAL_FIELDS)),
        "moves": (MOST_ACTIONS, len(MOVE_FIELDS)),
        "clock": (len(CLOCK_FIELDS),),
    }
    return found | ({"raster": (len(LAYERS), CELLS, CELLS)} if raster else {})


def observed(state: State, side: str, *, raster: bool) -> dict[str, Array]:
    """A position as a side sees it."""
    table = state.table
    found = {
        name: np.zeros(shape, np.float32)
        for name, shape in shapes(state.session.start, raster=raster).items()
    }
    order = _order(state.session.start, side)
    able = frozenset(actors(table))
    for row, name in enumerate(order):
        found["models"][row] = _model(table, name, side, able)
    keys = given(table)
    for row, goal in enumerate(table.goals):
        x, y = _share(table, *goal.middle) if goal.outline else (0.0, 0.0)
        own = 0.0 if not goal.side else 1.0 if goal.side == side else -1.0
        done_by = f"{goal.id} {side}" in keys
        found["goals"][row] = (x, y, goal.points / _POINTS, own, goal.kind == "hold", done_by)
    if state.sides[max(0, state.current_player())] == side:
        for row in range(1, 1 + len(state.moves())):
            found["moves"][row] = _move(state, order, side, row)
    points = state.points()
    others = max((each for name, each in points.items() if name != side), default=0)
    question = state.session.open is not None
    round_ = table.clock.round / max(1, state.rounds)
    found["clock"][:] = (round_, points[side] / _POINTS, others / _POINTS, question)
    if raster:
        found["raster"][:] = _raster(table, side)
    return found


def mask(state: State, side: str) -> npt.NDArray[np.int8]:
    """1 for every action that a side may take now."""
    found = np.zeros(MOST_ACTIONS, np.int8)
    player = state.current_player()
    if player >= 0 and state.sides[player] == side:
        found[state.legal_actions()] = 1
    return found


def _order(start: Table, side: str) -> list[str]:
    """The models of a side first, in the order of the table."""
    return sorted(start.models, key=lambda name: start.models[name].side != side)


def _share(table: Table, x: float, y: float) -> tuple[float, float]:
    if table.board is None:
        return x, y
    return x / from_lattice(table.board.width), y / from_lattice(table.board.depth)


def _model(table: Table, name: str, side: str, able: frozenset[str]) -> tuple[float, ...]:
    model = table.models[name]
    own = 1.0 if model.side == side else -1.0
    may = float(name in able or model.unit in able)
    if not model.place.on_table:
        return (0.0, 0.0, 0.0, 0.0, 0.0, own, 0.0, may, float(len(model.statuses)), 0.0)
    pose = table.pose(name)
    facing = math.radians(pose.facing)
    x, y = _share(table, pose.x, pose.y)
    statuses, radius = float(len(model.statuses)), model.base.shape.reach
    return (x, y, pose.z / _HEIGHT, math.cos(facing), math.sin(facing), own, 1.0, may, statuses, radius)


def _move(state: State, order: list[str], side: str, number: int) -> tuple[float, ...]:
    """Who moves where, what it costs, how likely it succeeds, and what it scores."""
    move = state.moves()[number - 1]
    after = move.outcome.run.table
    unit = after.units.get(move.declaration.actor)
    who = unit.models[0] if unit is not None and unit.models else move.declaration.actor
    x = y = z = 0.0
    if who in after.models and after.models[who].place.on_table:
        pose = after.pose(who)
        (x, y), z = _share(after, pose.x, pose.y), pose.z / _HEIGHT
    actor = order.index(who) if who in order else -1
    scored = standing(after).points.get(side, 0) - state.points()[side]
    names = sorted({each.declaration.action for each in state.moves()})
    action = (1 + names.index(move.declaration.action)) / len(names)
    cost = from_lattice(move.outcome.cost) / _COST
    return (actor / max(1, len(order)), x, y, z, cost, float(move.chance), action, scored / _POINTS)


def _raster(table: Table, side: str) -> Array:
    found = np.zeros((len(LAYERS), CELLS, CELLS), np.float32)
    if table.board is None:
        return found
    width, depth = from_lattice(table.board.width), from_lattice(table.board.depth)
    found[:2] = _terrain(table.pieces, width, depth)
    for name, model in table.models.items():
        if model.place.on_table:
            pose = table.pose(name)
            column = min(CELLS - 1, max(0, int(pose.x / width * CELLS)))
            row = min(CELLS - 1, max(0, int(pose.y / depth * CELLS)))
            found[2 if model.side == side else 3, row, column] += 1.0
    for goal in table.goals:
        if goal.outline:
            ring = tuple(from_lattice(value) for value in goal.outline)
            found[4] += goal.points / _POINTS * _inside((ring,), width, depth)
    return found


@lru_cache(maxsize=64)
def _terrain(pieces: Shelf[Piece], width: float, depth: float) -> Array:
    """Heights and obstacles of a table, which rarely change."""
    found = np.zeros((2, CELLS, CELLS), np.float32)
    for piece in pieces.values():
        corners = tuple(from_lattice(value) for value in piece.outline)
        if len(corners) < 6:
            continue
        inside = _inside((corners,), width, depth)
        if piece.sort in ("obstacle", "wall"):
            found[1] = np.maximum(found[1], inside)
        elif piece.sort in ("platform", "lift"):
            found[0] = np.maximum(found[0], inside * (from_lattice(piece.z) / _HEIGHT))
    return found


def _inside(rings: tuple[tuple[float, ...], ...], width: float, depth: float) -> Array:
    """1 for every cell whose middle is inside."""
    found = np.zeros((CELLS, CELLS), np.float32)
    for row in range(CELLS):
        for column in range(CELLS):
            x, y = (column + 0.5) / CELLS * width, (row + 0.5) / CELLS * depth
            found[row, column] = inside_rings(x, y, rings)
    return found
