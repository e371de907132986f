"""The state of a table as JSON shows it."""

from __future__ import annotations

from typing import Any

from surefoot.referee.referee import ruleset_of
from surefoot.referee.verdict import length, place_data
from surefoot.table.model import Model, Object
from surefoot.table.record import thaw
from surefoot.table.table import Table


def state_data(table: Table, start: Table) -> dict[str, Any]:
    """Everything that can change, and the digest of the whole; of terrain only what is not as it was at the start."""
    shown: dict[str, Any] = {
        "digest": table.digest,
        "ruleset": ruleset_of(table).written(table.options),
        "clock": _clock(table),
        "models": {name: _model(model, table) for name, model in table.models.items()},
        "pieces": _changed_pieces(table, start),
        "notes": {
            name: {"value": thaw(note.value), "lifetime": note.lifetime}
            | ({"until": note.until} if note.until else {})
            for name, note in table.notes.items()
        },
    }
    if table.objects:
        shown["objects"] = {name: _object(thing, table) for name, thing in table.objects.items()}
    if table.environment:
        shown["environment"] = thaw(table.environment)
    return shown


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
