"""The state of a table as JSON data."""

from __future__ import annotations

from typing import Any

from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.goal_words import ending
from surefoot.referee.goals import describe, standing
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import length, place_data
from surefoot.table.goals import Goal
from surefoot.table.model import Model, Object
from surefoot.table.notes import Note
from surefoot.table.place import BOARD
from surefoot.table.record import thaw
from surefoot.table.table import Table


def state_data(table: Table, start: Table) -> dict[str, Any]:
    """Everything that can change, and the digest of the table; of terrain only the pieces that have changed since the start."""
    return _shown(table, start, table, {})


def state_after(table: Table, start: Table, before: Table, known: dict[str, Any]) -> dict[str, Any]:
    """Like `state_data`, but reuses the data of an earlier table (`before`, `known`) for everything that is unchanged."""
    return _shown(table, start, before, known)


def _shown(table: Table, start: Table, before: Table, known: dict[str, Any]) -> dict[str, Any]:
    # Unchanged shelves, and unchanged entries, are the same objects.
    still = bool(known) and table.pieces is before.pieces
    models, notes = known.get("models", {}), known.get("notes", {})
    shown: dict[str, Any] = {
        "digest": table.digest,
        "ruleset": ruleset_of(table).written(table.options),
        "clock": _clock(table),
        "models": {
            name: models[name]
            if name in models and before.models.get(name) is model and _stays(model, table, still)
            else _model(model, table)
            for name, model in table.models.items()
        },
        "pieces": known["pieces"] if still else _changed_pieces(table, start),
        "notes": {
            name: notes[name] if name in notes and before.notes.get(name) is note else _note(note)
            for name, note in table.notes.items()
        },
    }
    if table.objects:
        shown["objects"] = {name: _object(thing, table) for name, thing in table.objects.items()}
    if table.goals:
        shown["goals"] = goals_data(table)
    if table.environment:
        shown["environment"] = thaw(table.environment)
    return shown


def goals_data(table: Table) -> dict[str, Any]:
    """The goals in words, the points of every side, and whether the game is over."""
    now, words = standing(table), speaker(table)
    return {
        "goals": [
            {
                "id": goal.id,
                "kind": goal.kind,
                "says": words(describe(goal)),
                "side": goal.side,
                "points": goal.points,
                "zone": [[from_lattice(x), from_lattice(y)] for x, y in zip(*_corners(goal), strict=True)],
                "on": goal.on,
            }
            for goal in table.goals
        ],
        "points": dict(now.points),
        "over": now.over,
        "winner": now.winner,
        "says": words(ending(now.points)) if now.over else "",
    }


def _corners(goal: Goal) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return goal.outline[0::2], goal.outline[1::2]


def _stays(model: Model, table: Table, still: bool) -> bool:
    """Whether an unchanged model is also at the same place: its carrier may have moved."""
    place = model.place
    return place.kind != "surface" or place.on == BOARD or (still and place.on in table.pieces)


def _note(note: Note) -> dict[str, Any]:
    shown: dict[str, Any] = {"value": thaw(note.value), "lifetime": note.lifetime}
    return shown | ({"until": note.until} if note.until else {})


def _clock(table: Table) -> dict[str, Any]:
    clock = table.clock
    shown = {
        "round": clock.round,
        "side": clock.side,
        "phase": clock.phase,
        "step": clock.step,
        "active": clock.active,
        "minutes": clock.minutes,
    }
    return shown | ({"details": thaw(clock.details)} if clock.details else {})


def _model(model: Model, table: Table) -> dict[str, Any]:
    return {
        "place": place_data(model.place, table),
        "status": list(model.statuses),
        "counters": thaw(model.counters),
    }


def _object(thing: Object, table: Table) -> dict[str, Any]:
    return {"sort": thing.sort, "place": place_data(thing.place, table), "holders": list(thing.holders)}


def _changed_pieces(table: Table, start: Table) -> dict[str, Any]:
    found: dict[str, Any] = {name: {"removed": True} for name in start.pieces if name not in table.pieces}
    for name, piece in table.pieces.items():
        if start.pieces.get(name) != piece:
            placed = {"placed": piece.sort} if name not in start.pieces else {}
            found[name] = {"state": list(piece.state), "z": length(piece.z)} | placed
    return found
