"""How long rosters and maps of other programs take: 200 models, 2,000 walls."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable

from benchmarks.rows import Row
from surefoot.armies.formats import army_of
from surefoot.files.home import HOME
from surefoot.intake.content import Content
from surefoot.maps.formats import map_of
from surefoot.setup.table import new_table

MODELS = 200
WALLS = 2_000


def brought() -> list[Row]:
    """Read a roster of 200 models and a map of 2,000 walls, each to what a table is made of."""
    before = os.environ.get(HOME)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[HOME] = folder
        try:
            roster = _best(lambda: army_of(Content("list", _roster())))
            walls = _best(lambda: map_of(Content("map", _map())))
            table = _best(lambda: new_table("necromunda-2023", (), map_of(Content("map", _map()))), 1)
        finally:
            os.environ.pop(HOME)
            if before is not None:
                os.environ[HOME] = before
    return [
        Row("a roster of 200 models", roster, "s", "lower", 1.0),
        Row("a map of 2,000 walls", walls, "s", "lower", 2.0),
        Row("a map of 2,000 walls, laid as a table", table, "s", "lower"),
    ]


def _best(action: Callable[[], object], times: int = 3) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


def _roster() -> bytes:
    numbers = {"M": '6"', "T": "4", "SV": "3+", "W": "2", "LD": "6+", "OC": "1"}
    profile = {
        "name": "Walker",
        "typeName": "Unit",
        "characteristics": [{"name": name, "$text": text} for name, text in numbers.items()],
    }
    units = [
        {
            "name": f"Walkers {i}",
            "type": "unit",
            "number": 1,
            "profiles": [profile],
            "categories": [{"name": "Infantry"}],
            "selections": [{"name": "Walker", "type": "model", "number": 10}],
        }
        for i in range(MODELS // 10)
    ]
    roster = {
        "name": "Many",
        "gameSystemName": "Warhammer 40,000 10th Edition",
        "forces": [{"selections": units}],
    }
    return json.dumps({"roster": roster}).encode()


def _map() -> bytes:
    """Walls in a grid, each of three points."""
    walls = [
        [{"x": x, "y": y}, {"x": x + 1.2, "y": y}, {"x": x + 1.2, "y": y + 0.8}]
        for x, y in ((2 * (i % 50), 2 * (i // 50)) for i in range(WALLS))
    ]
    size = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 100, "y": 80}, "pixels_per_grid": 100}
    return json.dumps({"format": 0.3, "resolution": size, "line_of_sight": walls}).encode()
