"""Scenarios out again: terrain as Universal VTT or Tiled, models as a roster; read in again, every number is the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from surefoot.armies.army import Army, Figure, Known, Squad, identifier
from surefoot.files.forms import NAMED_SECTIONS
from surefoot.files.kinds import Footprint, footprint, slope, upright
from surefoot.files.scenario import Scenario
from surefoot.files.scenery import with_picture
from surefoot.files.terrain_forms import PIECE_FORMS
from surefoot.geometry.shapes import MILLIMETRES_PER_INCH
from surefoot.geometry.tolerance import from_lattice
from surefoot.maps.table_map import Feature, Marker, Point, Zone, tidy
from surefoot.maps.tiled import BOARD
from surefoot.maps.universal_vtt import OWN
from surefoot.table.model import Model
from surefoot.table.record import Record

# Pixels of a square: a power of two, so that numbers come back as they were.
PIXELS = 64
_UPRIGHT = ("ladder", "rope", "grapple", "portable-ladder")


def features_of(data: Mapping[str, Any]) -> list[Feature]:
    """The terrain of a scenario's data as features."""
    assert "terrain" in NAMED_SECTIONS
    terrain = data.get("terrain") or {}
    entries = (
        terrain.items() if isinstance(terrain, Mapping) else [(each.get("id", ""), each) for each in terrain]
    )
    found: list[Feature] = []
    for name, entry in entries:
        sort = next(key for key in entry if key in PIECE_FORMS)
        fields = {key: value for key, value in entry.items() if key not in (sort, "id")}
        points, closed = _points(sort, entry[sort], "width" in fields)
        found.append(Feature(str(name), sort, sort, points, closed, fields))
    return found


def _points(sort: str, where: Any, wide: bool) -> tuple[tuple[Point, ...], bool]:
    if sort in _UPRIGHT:
        ends = upright(where)
        return (ends[:1] if ends[0] == ends[-1] else ends), False
    if sort in ("stairs", "ramp"):
        return slope(where), False
    outline: Footprint = footprint(where)
    closed = outline.closed or (len(outline.points) > 2 and not wide and sort not in ("railing", "ductway"))
    return outline.points, closed


# --- Universal VTT --------------------------------------------------------------------------------


def universal_of(scenario: Scenario, data: Mapping[str, Any], folder: Path | None = None) -> str:
    """The terrain of a scenario as Universal VTT; what the format has no word for stands in a field of our own."""
    width, depth = _board(scenario)
    features = features_of(data)
    walls = [each for each in features if each.sort in ("wall", "obstacle", "railing")]
    doors = [each for each in features if each.sort == "door"]
    written: dict[str, Any] = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": width, "y": depth},
            "pixels_per_grid": PIXELS,
        },
        "line_of_sight": [_line(each, depth) for each in walls],
        "objects_line_of_sight": [],
        "portals": [
            {
                "position": _xy(_middle(each.points), depth),
                "bounds": [_xy(point, depth) for point in each.points],
                "rotation": 0,
                "closed": "open" not in _words(each.fields.get("state")),
                "freestanding": False,
            }
            for each in doors
        ],
        "lights": [],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "image": _picture(scenario, folder),
        OWN: {
            "features": [
                {
                    "name": each.name,
                    "sort": each.sort,
                    "kind": each.kind,
                    "points": [list(point) for point in each.points],
                    "closed": each.closed,
                    "fields": dict(each.fields),
                }
                for each in features
            ],
            "markers": [{"name": each.name, "at": [list(each.at)]} for each in _markers(scenario)],
            "zones": [
                {"name": each.name, "side": each.side, "points": [list(point) for point in each.points]}
                for each in _zones(scenario)
            ],
        },
    }
    return json.dumps(written, indent=1)


def _words(state: Any) -> list[str]:
    return [state] if isinstance(state, str) else list(state or ())


def _picture(scenario: Scenario, folder: Path | None) -> str:
    table = scenario.table if folder is None else with_picture(scenario.table, folder)
    picture = table.scenery.picture
    return "" if picture is None else picture.data.partition(",")[2]


def _board(scenario: Scenario) -> tuple[float, float]:
    board = scenario.table.board
    return (1.0, 1.0) if board is None else (from_lattice(board.width), from_lattice(board.depth))


def _xy(point: Point, depth: float) -> dict[str, float]:
    return {"x": tidy(point[0]), "y": tidy(depth - point[1])}


def _line(feature: Feature, depth: float) -> list[dict[str, float]]:
    points = [*feature.points, feature.points[0]] if feature.closed else list(feature.points)
    return [_xy(point, depth) for point in points]


def _middle(points: tuple[Point, ...]) -> Point:
    return (points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2


def _markers(scenario: Scenario) -> list[Marker]:
    return [Marker(each.name, each.at) for each in scenario.table.scenery.markers]


def _zones(scenario: Scenario) -> list[Zone]:
    return [Zone(each.name, each.corners, each.side) for each in scenario.table.scenery.zones]


# --- Tiled ----------------------------------------------------------------------------------------


def tiled_of(scenario: Scenario, data: Mapping[str, Any]) -> str:
    """The terrain of a scenario as a Tiled map in JSON: one object for each piece, its numbers as properties."""
    width, depth = _board(scenario)
    # A map has whole rows; the origin of the table is its lower left corner.
    rows = int(-(-depth // 1))
    objects: list[dict[str, Any]] = []
    for each in features_of(data):
        objects.append(
            _object(len(objects) + 1, each.name, each.sort, each.points, each.closed, rows, each.fields)
        )
    for zone in _zones(scenario):
        fields = {"side": zone.side} if zone.side else {}
        objects.append(_object(len(objects) + 1, zone.name, "deployment", zone.points, True, rows, fields))
    for marker in _markers(scenario):
        spot = {"x": marker.at[0] * PIXELS, "y": (rows - marker.at[1]) * PIXELS, "point": True}
        objects.append({"id": len(objects) + 1, "name": marker.name, "type": "marker", **spot})
    written = {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        "width": int(-(-width // 1)),
        "height": rows,
        "tilewidth": PIXELS,
        "tileheight": PIXELS,
        "nextlayerid": 2,
        "nextobjectid": len(objects) + 1,
        "tilesets": [],
        "properties": [{"name": BOARD, "type": "string", "value": json.dumps([width, depth])}],
        "layers": [
            {
                "type": "objectgroup",
                "id": 1,
                "name": "Table",
                "x": 0,
                "y": 0,
                "opacity": 1,
                "visible": True,
                "draworder": "index",
                "objects": objects,
            }
        ],
    }
    return json.dumps(written, indent=1)


def _object(
    number: int,
    name: str,
    kind: str,
    points: tuple[Point, ...],
    closed: bool,
    rows: int,
    fields: Mapping[str, Any],
) -> dict[str, Any]:
    x, y = points[0][0] * PIXELS, (rows - points[0][1]) * PIXELS
    # An upright at one spot is a line of no length to Tiled, which needs two points.
    shown = points if len(points) > 1 else (points[0], points[0])
    local = [{"x": px * PIXELS - x, "y": (rows - py) * PIXELS - y} for px, py in shown]
    return {
        "id": number,
        "name": name,
        "type": kind,
        "x": x,
        "y": y,
        "width": 0,
        "height": 0,
        "rotation": 0,
        "visible": True,
        "polygon" if closed else "polyline": local,
        "properties": [_property(key, value) for key, value in fields.items()],
    }


def _property(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"name": name, "type": "bool", "value": value}
    if isinstance(value, int | float):
        return {"name": name, "type": "float", "value": value}
    return {"name": name, "type": "string", "value": value if isinstance(value, str) else json.dumps(value)}


# --- models ---------------------------------------------------------------------------------------


def roster_of(scenario: Scenario) -> Army:
    """The models on a table as an army: units as they stand, single models each as a unit of their own."""
    table = scenario.table
    groups: dict[str, list[Model]] = {}
    for model in table.models.values():
        groups.setdefault(model.unit or model.id, []).append(model)
    scale = from_lattice(table.scale)
    taken: set[str] = set()
    squads = tuple(
        Squad(
            identifier(name, taken),
            name,
            name,
            tuple(_figure(model, table.ruleset, scale) for model in models),
        )
        for name, models in groups.items()
    )
    return Army(scenario.name, table.ruleset, "table", squads)


def _figure(model: Model, ruleset: str, scale: float) -> Figure:
    source = "the table"
    sizes = [from_lattice(value) for value in model.base.size]
    if model.base.kind == "hull":
        shape: dict[str, Any] = {"hull": [list(pair) for pair in zip(sizes[0::2], sizes[1::2], strict=True)]}
    else:
        millimetres = [round(size * MILLIMETRES_PER_INCH / scale, 3) for size in sizes]
        shape = {"base": millimetres[0] if model.base.kind == "round" else {model.base.kind: millimetres}}
    traits = model.traits.get(ruleset)
    return Figure(
        model.id,
        1,
        {name: Known(_plain(value), source) for name, value in model.profile.items()},
        dict.fromkeys(model.keywords, source),
        Known(shape, source),
        Known(from_lattice(model.height), source),
        model.labels,
        {name: Known(_plain(value), source) for name, value in traits.items()}
        if isinstance(traits, Record)
        else {},
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value
