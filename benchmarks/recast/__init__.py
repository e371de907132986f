"""recast-navigation, the navigation mesh that games use (WebAssembly, from npm): the way across the board beside ours."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from benchmarks.ruins import DEPTH, KEPT, RADIUS, WIDTH, Ruins

HERE = Path(__file__).parent
# Its cells: as fine as the grids that other peers are given.
CELL = 0.125
# The sides of a round enemy.
_SIDES = 24


class Mesh(NamedTuple):
    """What recast-navigation takes to build its mesh and to answer, in milliseconds, and what its way costs."""

    build: float
    ask: float
    paid: float


def across(ruins: Ruins) -> Mesh | None:
    """The way across the board; None, with a line that says why, where it cannot be installed."""
    missing = _missing()
    if missing:
        print(f"… recast-navigation is left out: {missing}", file=sys.stderr)
        return None
    board = {
        "width": WIDTH,
        "depth": DEPTH,
        "blocks": [*_walls(ruins), *map(_round, ruins.enemies)],
        "radius": RADIUS,
        "cell": CELL,
        "start": ruins.start,
        "goal": ruins.goal,
    }
    ran = subprocess.run(
        ["node", "across.mjs"],
        cwd=HERE,
        input=json.dumps(board),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    told = json.loads(ran.stdout)
    chart = ruins.chart()
    # It knows no weights: its way is priced as it is.
    paid = sum(chart.price(*one, *other) for one, other in pairwise(told["path"]))
    return Mesh(told["build"], told["ask"], paid)


def _missing() -> str:
    """Installs the package beside this file; why it is not there, or nothing."""
    if (HERE / "node_modules" / "recast-navigation").is_dir():
        return ""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "there is no node and npm"
    try:
        subprocess.run(
            [npm, "install", "--no-audit", "--no-fund", "--no-package-lock"],
            cwd=HERE,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
    except subprocess.CalledProcessError as failed:
        return f"npm install: {(failed.stderr.strip().splitlines() or ['failed'])[-1]}"
    except subprocess.TimeoutExpired:
        return "npm install took more than two minutes"
    return ""


def _walls(ruins: Ruins) -> list[list[tuple[float, float]]]:
    """The walls as triangles: a block has to be convex."""
    from shapely import constrained_delaunay_triangles, get_coordinates
    from shapely.geometry import Polygon

    return [
        [(x, y) for x, y, *_ in get_coordinates(part)[:3]]
        for wall in ruins.walls
        for part in constrained_delaunay_triangles(Polygon(wall)).geoms
    ]


def _round(at: tuple[float, float]) -> list[tuple[float, float]]:
    """What an enemy keeps the base out of, less the radius that the mesh keeps by itself."""
    far = KEPT - RADIUS
    turns = (2 * math.pi * k / _SIDES for k in range(_SIDES))
    return [(at[0] + far * math.cos(turn), at[1] + far * math.sin(turn)) for turn in turns]
