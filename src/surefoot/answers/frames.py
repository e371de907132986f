"""Answers as data frames: outcomes, odds, simulations and tables, for polars or pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Literal, TypeAlias

from surefoot.forecast.odds import Odds
from surefoot.forecast.simulate import Simulated
from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Quoted, say
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table
from surefoot.table.words import suggested

Library: TypeAlias = Literal["", "polars", "pandas", "dict"]
LIBRARIES = ("polars", "pandas", "dict")
Framed: TypeAlias = Outcome | Iterable[Outcome] | Odds | Simulated | Table


def to_frame(value: Framed, library: Library = "") -> Any:
    """Outcomes, odds, a simulation or the models of a table as a data frame, a row for each.

    `library` is `"polars"`, `"pandas"` or `"dict"` (a dictionary of columns); without it, the first of the two that is
    installed.
    """
    if library and library not in LIBRARIES:
        unknown = say("There are no frames of {name}", name=Quoted(library))
        raise ValueError(str(suggested(unknown, library, LIBRARIES)))
    columns = _columns(_rows(value))
    if library == "dict":
        return columns
    for name in (library,) if library else ("polars", "pandas"):
        try:
            return import_module(name).DataFrame(columns)
        except ModuleNotFoundError as missing:
            if missing.name != name:
                raise
    wanted = library or "polars or pandas"
    raise ModuleNotFoundError(f"install {wanted}, or use to_frame(..., 'dict') for a dictionary of columns")


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _rows(value: Framed) -> list[dict[str, Any]]:
    if isinstance(value, Table):
        return [_model(value, name) for name in value.models]
    if isinstance(value, Odds):
        return [
            {"end": str(end), "odds": str(chance), "chance": float(chance)}
            for end, chance in value.over("end").items()
        ]
    if isinstance(value, Simulated):
        return [
            {"answer": answer, "runs": runs, "share": value.share(answer)} | _interval(value, answer)
            for answer, runs in value.seen.items()
        ]
    outcomes = [value] if isinstance(value, Outcome) else list(value)
    for each in outcomes:
        if not isinstance(each, Outcome):
            raise TypeError(
                f"frames are made of outcomes, odds, simulations and tables, not of {type(each).__name__}"
            )
    return [_outcome(each) for each in outcomes]


def _interval(value: Simulated, answer: Any) -> dict[str, float]:
    low, high = value.interval(answer)
    return {"low": low, "high": high}


def _outcome(result: Outcome) -> dict[str, Any]:
    chance = 1.0
    for test in result.tests:
        # Amounts have no chance of success.
        chance *= 1.0 if test.odds is None else float(test.odds)
    words = speaker(result.run.table)
    end: Mapping[str, Any] = {}
    if result.declaration.actor in result.run.table.models:
        end = _place(result.run.table, result.declaration.actor)
    return {
        "who": ", ".join(result.declaration.who),
        "action": result.declaration.action,
        "verdict": result.verdict,
        "cost": from_lattice(result.cost),
        "tests": len(result.tests),
        "chance": chance,
        "clauses": ", ".join(result.clauses),
        "reasons": "; ".join(words(each.says) for each in result.breaks),
        **end,
        "digest": result.run.table.digest,
    }


def _place(table: Table, who: str) -> dict[str, Any]:
    model = table.models[who]
    if not model.place.on_table:
        return {"place": model.place.kind, "x": None, "y": None, "z": None}
    pose = table.pose(who)
    return {"place": model.place.kind, "x": pose.x, "y": pose.y, "z": pose.z}


def _model(table: Table, who: str) -> dict[str, Any]:
    model = table.models[who]
    return {
        "model": who,
        "side": model.side,
        "unit": model.unit,
        **_place(table, who),
        "statuses": ", ".join(model.statuses),
    }
