"""What a program sees of a position: arrays of numbers, the same shape throughout a game, from the view of one side.

Models, goals and moves have a row each; places are shares of the board, measured so that every side looks the same way:
a side's own models come first. `raster` is the table as a picture: height, obstacles, own models, others, goals.
`judged` adds to every move what the referee says of it, which takes most of the time of a step.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from surefoot.agents.moves import Move, first_of
from surefoot.agents.state import MOST_ACTIONS, State
from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.goals import given, standing
from surefoot.referee.turns import actors
from surefoot.table.model import Model
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

Array = npt.NDArray[np.float32]

MODEL_FIELDS = ("x", "y", "height", "north", "east", "own", "on_table", "may_act", "statuses", "radius")
GOAL_FIELDS = ("x", "y", "points", "own", "hold", "done")
MOVE_FIELDS = ("actor", "x", "y", "action")
JUDGED_FIELDS = ("height", "cost", "chance", "points")
CLOCK_FIELDS = ("round", "own_points", "other_points", "question")
# The cells of a raster, and its layers.
CELLS = 24
LAYERS = ("height", "obstacle", "own", "other", "goal")
# Heights, points and costs are divided by these, so that most numbers are between 0 and 1.
_HEIGHT, _POINTS, _COST = 12.0, 10.0, 12.0


def shapes(table: Table, *, raster: bool, judged: bool) -> dict[str, tuple[int, ...]]:
    """The shape of every array on a table."""
    fields = len(MOVE_FIELDS) + (len(JUDGED_FIELDS) if judged else 0)
    found: dict[str, tuple[int, ...]] = {
        "models": (len(table.models), len(MODEL_FIELDS)),
        "goals": (max(1, len(table.goals)), len(GOAL_FIELDS)),
        "moves": (MOST_ACTIONS, fields),
        "clock": (len(CLOCK_FIELDS),),
    }
    return found | ({"raster": (len(LAYERS), CELLS, CELLS)} if raster else {})


def observed(state: State, side: str, *, raster: bool = False, judged: bool = False) -> dict[str, Array]:
    """A position as a side sees it."""
    table, start = state.table, state.session.start
    found = {
        name: np.zeros(shape, np.float32)
        for name, shape in shapes(start, raster=raster, judged=judged).items()
    }
    order = _order(start.models, side)
    able = frozenset(actors(table))
    found["models"][:] = [_model(table, name, side, able) for name in order]
    keys = given(table)
    for row, goal in enumerate(table.goals):
        x, y = _share(table, *goal.middle) if goal.outline else (0.0, 0.0)
        own = 0.0 if not goal.side else 1.0 if goal.side == side else -1.0
        done_by = f"{goal.id} {side}" in keys
        found["goals"][row] = (x, y, goal.points / _POINTS, own, goal.kind == "hold", done_by)
    if state.sides[max(0, state.current_player())] == side and (moves := state.moves()):
        found["moves"][1 : 1 + len(moves)] = _moves(state, moves, order, side, judged=judged)
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


@lru_cache(maxsize=64)
def _order(models: Shelf[Model], side: str) -> dict[str, int]:
    """The row of each model: those of a side first, in the order of the table."""
    names = sorted(models, key=lambda name: models[name].side != side)
    return {name: row for row, name in enumerate(names)}


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


def _moves(
    state: State, moves: tuple[Move, ...], order: dict[str, int], side: str, *, judged: bool
) -> list[tuple[float, ...]]:
    """Of each move who moves where with which action; and what it costs, how likely it succeeds, and what it scores."""
    table, count = state.table, max(1, len(order))
    names = sorted({each.declaration.action for each in moves})
    number = {name: (1 + index) / len(names) for index, name in enumerate(names)}
    found: list[tuple[float, ...]] = []
    for move in moves:
        who = first_of(table, move.declaration.actor)
        after = move.outcome.run.table if judged else table
        end = move.end if not judged else None
        on_table = who in after.models and after.models[who].place.on_table
        if end is None and on_table:
            end = after.pose(who)[:2]
        x, y = _share(table, *end) if end is not None else (0.0, 0.0)
        row: tuple[float, ...] = (order.get(who, -1) / count, x, y, number[move.declaration.action])
        if judged:
            height = after.pose(who).z / _HEIGHT if on_table else 0.0
            scored = standing(after).points.get(side, 0) - standing(table).points[side]
            cost = from_lattice(move.outcome.cost) / _COST
            row = (*row, height, cost, float(move.chance), scored / _POINTS)
        found.append(row)
    return found


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
