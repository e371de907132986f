"""Plays one game of a study and returns its row and the rows of its moves. The seed decides everything."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from surefoot.agents.moves import first_of
from surefoot.agents.opponents import Player, RandomPlayer, SearchPlayer, opponent
from surefoot.agents.state import State
from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.goals import standing
from surefoot.studies.plan import Job, PlanForm
from surefoot.table.table import Table


@lru_cache(maxsize=32)
def _table(text: str, name: str) -> Table:
    return loads(text, name).table


def played(form: PlanForm, text: str, job: Job) -> dict[str, Any]:
    """The row of a game, and those of its moves."""
    table = _table(text, job.table)
    state = State(table, rounds=form.rounds, planned=form.planned)
    players = {
        side: _player(strength, f"{job.seed}/{side}", form.positions) for side, strength in job.players
    }
    dice, opening = Random(f"{job.seed}/dice"), RandomPlayer(f"{job.seed}/opening")
    moves: list[dict[str, Any]] = []
    scored: dict[str, int] = {}
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.roll(dice))
        else:
            side = state.sides[state.current_player()]
            # The opening is the same for all players: who gives the same answers every time still plays other games.
            player = opening if len(state.history) < form.opening else players[side]
            action = player.choose(state).action
            if action and state.session.open is None:
                moves.append(_move(state, action, job, len(moves)))
            state.apply_action(action)
        _note_scores(state, scored)
    points = state.points()
    return {
        "game": {
            "game": job.number,
            "table": job.table,
            "ruleset": table.ruleset,
            "players": ", ".join(f"{side}: {strength}" for side, strength in job.players),
            "seed": job.seed,
            "winner": standing(state.table).winner or _leader(points),
            "points": ", ".join(f"{side}: {each}" for side, each in points.items()),
            "rounds": state.table.clock.round - table.clock.round,
            "first_scored": ", ".join(f"{side}: {each}" for side, each in scored.items()),
            "actions": state.serialize(),
            "digest": state.table.digest,
        },
        "moves": moves,
    }


def replayed(form: PlanForm, text: str, job: Job, actions: str) -> State:
    """The game of a row again, from its actions."""
    return State.deserialize(_table(text, job.table), actions, rounds=form.rounds, planned=form.planned)


def _player(strength: str, seed: str, positions: int) -> Player:
    if strength == "hard":
        # It counts positions instead of seconds, so that the machine makes no difference.
        return SearchPlayer(seed, seconds=3600.0, depth=1, most=positions)
    return opponent(strength, seed)


def _leader(points: dict[str, int]) -> str:
    best = max(points.values(), default=0)
    first = [side for side, each in points.items() if each == best]
    return first[0] if len(first) == 1 else ""


def _note_scores(state: State, scored: dict[str, int]) -> None:
    """The round in which each side scored first."""
    for side, each in state.points().items():
        if each and side not in scored:
            scored[side] = state.table.clock.round


def _move(state: State, action: int, job: Job, number: int) -> dict[str, Any]:
    move = state.moves()[action - 1]
    declared, now = move.declaration, state.table
    who = first_of(now, declared.actor)
    after = move.outcome.run.table
    on = who in after.models and after.models[who].place.on_table
    pose = after.pose(who) if on else None
    return {
        "game": job.number,
        "number": number,
        "round": now.clock.round,
        "side": state.sides[state.current_player()],
        "who": declared.actor,
        "action": declared.action,
        "towards": move.towards,
        "x": None if pose is None else round(pose.x, 6),
        "y": None if pose is None else round(pose.y, 6),
        "z": None if pose is None else round(pose.z, 6),
        "cost": from_lattice(move.outcome.cost),
        "chance": float(move.chance),
    }
