"""The results of a study: Parquet and Arrow files with a schema, a summary, and a heat map of each table."""

from __future__ import annotations

import json
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import from_lattice
from surefoot.studies.plan import Study
from surefoot.table.table import Table

# The columns of both files, and the types of Arrow.
GAME_COLUMNS = {
    "game": "int64",
    "table": "string",
    "ruleset": "string",
    "players": "string",
    "seed": "int64",
    "winner": "string",
    "points": "string",
    "rounds": "int64",
    "first_scored": "string",
    "actions": "string",
    "digest": "string",
}
MOVE_COLUMNS = {
    "game": "int64",
    "number": "int64",
    "round": "int64",
    "side": "string",
    "who": "string",
    "action": "string",
    "towards": "string",
    "x": "float64",
    "y": "float64",
    "z": "float64",
    "cost": "float64",
    "chance": "float64",
}
# 95 % of all studies of this length find a share no further from the truth.
_SIGMAS = 1.96
# The cells of a heat map along the longer side of its table.
_CELLS = 24


def write(study: Study, folder: Path, games: list[dict[str, Any]], moves: list[dict[str, Any]]) -> list[Path]:
    """Write all results; returns their files."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    found: list[Path] = []
    for name, columns, rows in (("games", GAME_COLUMNS, games), ("moves", MOVE_COLUMNS, moves)):
        schema = pa.schema([(column, getattr(pa, kind)()) for column, kind in columns.items()])
        table = pa.Table.from_pylist(rows, schema=schema)
        pq.write_table(table, folder / f"{name}.parquet")
        with pa.OSFile(str(folder / f"{name}.arrow"), "wb") as file, pa.ipc.new_file(file, schema) as writer:
            writer.write_table(table)
        found += [folder / f"{name}.parquet", folder / f"{name}.arrow"]
    told = folder / "summary.json"
    told.write_text(json.dumps(summary(games), indent=1), encoding="utf-8")
    for name, text in study.texts.items():
        chart = folder / f"danger-{Path(name).stem}.svg"
        numbers = {game["game"] for game in games if game["table"] == name}
        chart.write_text(
            heat_map(loads(text, name).table, [m for m in moves if m["game"] in numbers]), encoding="utf-8"
        )
        found.append(chart)
    return [*found, told]


def summary(games: list[dict[str, Any]]) -> dict[str, Any]:
    """Who won how often, by table and players, with intervals; and how often each side won over all pairings."""
    by: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for game in games:
        by.setdefault((game["table"], game["players"]), []).append(game)
    return {
        "games": len(games),
        "pairings": [
            {"table": table, "players": players, "games": len(rows), "won": _won(rows), "rounds": _mean(rows)}
            for (table, players), rows in by.items()
        ],
        "sides": _won(games),
        "strengths": _strengths(games),
    }


def _strengths(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """How often one strength beat another on each table, by games and by seeds; a draw is half a win.

    `won` counts games. `won_both_ways` counts seeds: all games of a seed, one from each seat, as one match by their points, so
    that neither the opening nor the better seat decides it.
    """
    won: dict[tuple[str, str, str], list[float]] = {}
    leads: dict[tuple[str, str, str], dict[int, int]] = {}
    for game in games:
        played = dict(each.split(": ") for each in game["players"].split(", "))
        among = sorted(set(played.values()))
        if len(among) != 2:
            continue
        points = {side: int(each) for side, each in (one.split(": ") for one in game["points"].split(", "))}
        best = [max(points[side] for side in played if played[side] == strength) for strength in among]
        key = (game["table"], among[0], among[1])
        won.setdefault(key, []).append(
            0.5 if not game["winner"] else float(played[game["winner"]] == among[0])
        )
        matches = leads.setdefault(key, {})
        matches[game["seed"]] = matches.get(game["seed"], 0) + best[0] - best[1]
    return [_compared(key, won[key], list(leads[key].values())) for key in won]


def _compared(key: tuple[str, str, str], scores: list[float], leads: list[int]) -> dict[str, Any]:
    table, *names = key
    matches = [0.5 if not lead else float(lead > 0) for lead in leads]
    turned = sum(matches) * 2 < len(matches)
    better, than = reversed(names) if turned else names
    return {
        "table": table,
        "better": better,
        "than": than,
        "draws": sum(each == 0.5 for each in scores),
        "won": _shared(scores, turned=turned),
        "won_both_ways": _shared(matches, turned=turned),
    }


def _shared(scores: list[float], *, turned: bool) -> dict[str, float]:
    count = sum(scores)
    return _share(len(scores) - count if turned else count, len(scores))


def _won(games: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    counted = Counter(game["winner"] or "draw" for game in games)
    return {side: _share(count, len(games)) for side, count in sorted(counted.items())}


def _mean(games: list[dict[str, Any]]) -> float:
    return float(sum(game["rounds"] for game in games) / len(games))


def _share(count: float, games: int) -> dict[str, float]:
    """A share with its interval (Wilson's)."""
    share, square = count / games, _SIGMAS * _SIGMAS
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = _SIGMAS * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    bounds = {"low": max(0.0, middle - half), "high": min(1.0, middle + half)}
    return {"games": count, "of": games, "share": share, **bounds}


def heat_map(table: Table, moves: list[dict[str, Any]]) -> str:
    """Where moves ended that could have failed, as SVG: the darker a cell, the more risk was taken there."""
    if table.board is None:
        return '<svg xmlns="http://www.w3.org/2000/svg"/>'
    width, depth = from_lattice(table.board.width), from_lattice(table.board.depth)
    cell = max(width, depth) / _CELLS
    risks: dict[tuple[int, int], float] = {}
    for move in moves:
        if move["x"] is not None:
            where = int(move["x"] / cell), int(move["y"] / cell)
            risks[where] = risks.get(where, 0.0) + 1.0 - move["chance"]
    most = max(risks.values(), default=0) or 1
    rects = [
        f'<rect x="{column * cell:g}" y="{depth - (row + 1) * cell:g}" width="{cell:g}" height="{cell:g}" '
        f'fill="#b3261e" fill-opacity="{risk / most:.3f}"/>'
        for (column, row), risk in sorted(risks.items())
        if risk
    ]
    frame = f'<rect width="{width:g}" height="{depth:g}" fill="none" stroke="#555" stroke-width="0.1"/>'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {depth:g}" width="{width * 20:g}">'
    )
    return "\n".join([head, frame, *rects, "</svg>"])
