"""Tiled maps (.tmj, .tmx): objects of every shape, their properties, levels by layer, and layers of tiles that are walls."""

from __future__ import annotations

import base64
import binascii
import gzip
import importlib
import json
import math
import zlib
from collections.abc import Iterable
from typing import Any

from surefoot.files.terrain_forms import PIECE_FORMS
from surefoot.intake.content import MOST_BYTES, Content, json_of
from surefoot.intake.look import Look
from surefoot.intake.problems import Problems
from surefoot.intake.xml import xml_of
from surefoot.language import Notation, Quoted, Sentence, count, say
from surefoot.maps.table_map import Feature, Marker, Point, TableMap, Zone, sort_of, tidy
from surefoot.maps.tiled_xml import as_json
from surefoot.table.terrain import SORTS

# Corners of an ellipse that becomes an outline.
_CORNERS = 24
# Bits of a tile's number that say how it is flipped.
_FLIPS = 0x0FFFFFFF
MOST_TILES = 1_000_000
# Sorts of terrain that tiles can be.
_TILE_SORTS = ("wall", "obstacle", "platform", "area", "gap")
# Maps whose tiles are squares of the table; those of others are six-sided or shifted by halves.
_SQUARE = ("orthogonal", "isometric")
TILE_OBJECTS, TEMPLATES = "tile objects", "templates"
ZONE = "deployment"
# The property of a map that says how large the table is, where it is no whole number of squares.
BOARD = "board"


def is_tiled(content: Content) -> bool:
    """Whether a file is a Tiled map, by its fields or its root element."""
    if content.start.startswith(b"<"):
        return b"<map" in content.start
    return content.start.startswith(b"{") and b'"layers"' in content.data and b'"tilewidth"' in content.data


def read_tiled(content: Content) -> TableMap:
    """The map of a file; what is wrong with it is told all at once."""
    problems = Problems(content.name)
    if content.start.startswith(b"<"):
        root = xml_of(content)
        if root.name != "map":
            problems.wrong(
                say("expected a map, found {what}", what=Notation(f"<{root.name}>")), line=root.line
            )
            problems.demand_none()
        look = Look(as_json(root, problems), problems)
    else:
        look = Look(json_of(content), problems)
    problems.demand_none()
    reader = _Reader(look)
    problems.demand_none()
    reader.layers(look["layers"].items(), 0.0, 0.0, 0.0)
    problems.demand_none()
    return reader.found(content.name)


class _Reader:
    """Reads layers into features; remembers what does not come over."""

    def __init__(self, root: Look) -> None:
        self.root = root
        self.problems = root.problems
        self.tile_width = root["tilewidth"].number(above=0.0) or 1.0
        self.tile_height = root["tileheight"].number(above=0.0) or 1.0
        self.orientation = root["orientation"].text("orthogonal")
        self.infinite = root["infinite"].yes()
        # An infinite map reaches as far as its chunks and objects do.
        self.left, self.top = 0.0, 0.0
        self.columns = root["width"].number(above=0.0) or 1.0
        self.rows = root["height"].number(above=0.0) or 1.0
        if self.infinite:
            self._reach(root["layers"].items())
        self.features: list[Feature] = []
        self.markers: list[Marker] = []
        self.zones: list[Zone] = []
        self.unread: dict[str, int] = {}
        self.unread_layers: list[str] = []
        self.tiles = _classes(root)
        self.unknown: dict[str, int] = {}

    def _reach(self, layers: list[Look]) -> None:
        boxes = [
            (x, y, x + wide, y + deep)
            for layer in _all_layers(layers)
            for chunk in layer["chunks"].items()
            for x, y, wide, deep in [[chunk[key].number(0.0) or 0.0 for key in ("x", "y", "width", "height")]]
        ]
        boxes += [
            (math.floor(x), math.floor(y), math.ceil(x), math.ceil(y))
            for layer in _all_layers(layers)
            for each in layer["objects"].items()
            for x, y in self._corners(each)
        ]
        if boxes:
            self.left, self.top = min(box[0] for box in boxes), min(box[1] for box in boxes)
            self.columns = max(1.0, max(box[2] for box in boxes) - self.left)
            self.rows = max(1.0, max(box[3] for box in boxes) - self.top)

    def _corners(self, each: Look) -> list[Point]:
        """The corners of an object in tiles, for the reach of an infinite map."""
        x, y = each["x"].number(0.0) or 0.0, each["y"].number(0.0) or 0.0
        points, _ = self._shape(each, x, y)
        return [(px, self.rows - py) for px, py in points or (self.at(x, y),)]

    def at(self, x: float, y: float) -> Point:
        """A point of the map, in pixels from its corner, in squares of the table."""
        # On isometric maps both axes of objects are measured in heights of a tile.
        across = self.tile_height if self.orientation == "isometric" else self.tile_width
        return tidy(x / across - self.left), tidy(self.rows - (y / self.tile_height - self.top))

    # --- layers -----------------------------------------------------------------------------------

    def layers(self, layers: list[Look], x: float, y: float, z: float) -> None:
        """Read layers, each with the offset and the height of the groups it is in."""
        for layer in layers:
            dx = x + (layer["offsetx"].number(0.0) or 0.0)
            dy = y + (layer["offsety"].number(0.0) or 0.0)
            properties = _properties(layer)
            level = properties.get("z", 0)
            height = z + (level if isinstance(level, int | float) else 0.0)
            kind = layer["type"].text()
            if kind == "group":
                self.layers(layer["layers"].items(), dx, dy, height)
            elif kind == "objectgroup":
                for each in layer["objects"].items():
                    self._object(each, layer, properties, dx, dy, height)
            elif kind == "tilelayer":
                self._tiles(layer, properties, dx, dy, height)
            elif kind:
                self._skipped(kind)

    def _skipped(self, what: str) -> None:
        self.unread[what] = self.unread.get(what, 0) + 1

    def _object(
        self, each: Look, layer: Look, inherited: dict[str, Any], dx: float, dy: float, z: float
    ) -> None:
        for unread in ("text", "template"):
            if each[unread].exists:
                self._skipped({"text": "texts", "template": TEMPLATES}[unread])
                return
        x, y = each["x"].number(), each["y"].number()
        if x is None or y is None:
            return
        tile = self.tiles.get(_tile_number(each["gid"]), "")
        name, kind = each["name"].text(), each.first("class", "type").text() or tile
        own = _properties(each)
        given = {**{key: value for key, value in inherited.items() if key != "z"}, **own}
        sort = (
            str(given.pop("sort", ""))
            or (kind if kind in SORTS else "")
            or sort_of(kind, name, layer["name"].text())
        )
        if each["gid"].exists and sort not in SORTS:
            self._skipped(TILE_OBJECTS)
            return
        points, closed = self._shape(each, x + dx, y + dy)
        if len(points) < 2:
            # A point; before Tiled had points, objects without a size served as such.
            self.markers.append(Marker(name or kind or "marker", self.at(x + dx, y + dy)))
            return
        words = f"{kind} {name} {layer['name'].text()}".casefold()
        if closed and ZONE in words:
            side = given.get("side")
            self.zones.append(Zone(name or kind or ZONE, points, str(side) if side else ""))
            return
        if not sort or sort not in SORTS:
            self.unknown[kind or layer["name"].text() or "?"] = (
                self.unknown.get(kind or layer["name"].text() or "?", 0) + 1
            )
            sort = "area" if closed else "wall"
        fields = self._fields(sort, given, each)
        if z or "z" in own:
            fields["z"] = tidy(z + (own["z"] if isinstance(own.get("z"), int | float) else 0.0))
        if name and "labels" not in fields:
            fields["labels"] = [name]
        self.features.append(Feature(name or kind, sort, sort, points, closed, fields))

    def _fields(self, sort: str, given: dict[str, Any], each: Look) -> dict[str, Any]:
        """Properties that a piece of this sort has; others are told once."""
        form = PIECE_FORMS[sort]
        known = {field.key for field in form.fields.values()} - {"id", "z", sort}
        found: dict[str, Any] = {}
        for key, value in given.items():
            if key == "z":
                continue
            if key in known:
                found[key] = _value(key, value)
            else:
                self._skipped(f"property {key}")
        del each
        return found

    # --- shapes -----------------------------------------------------------------------------------

    def _shape(self, each: Look, x: float, y: float) -> tuple[tuple[Point, ...], bool]:
        turn = math.radians(each["rotation"].number(0.0) or 0.0)
        if each["point"].yes():
            return (), False
        for key, closed in (("polygon", True), ("polyline", False)):
            if each[key].exists:
                local = [point for look in each[key].items() if (point := look.point()) is not None]
                return self._placed(local, x, y, turn), closed
        wide, deep = each["width"].number(0.0) or 0.0, each["height"].number(0.0) or 0.0
        if wide <= 0 and deep <= 0:
            return (), False
        if wide <= 0 or deep <= 0:
            return self._placed([(0.0, 0.0), (max(wide, 0.0), max(deep, 0.0))], x, y, turn), False
        if each["gid"].exists:
            # The picture of a tile stands on its point: on the left end of its foot, on isometric maps on the middle.
            left = wide / 2 if self.orientation == "isometric" else 0.0
            local = [(-left, -deep), (wide - left, -deep), (wide - left, 0.0), (-left, 0.0)]
        elif each["ellipse"].yes() or each["capsule"].yes():
            steps = [2 * math.pi * i / _CORNERS for i in range(_CORNERS)]
            local = [(wide / 2 * (1 + math.cos(step)), deep / 2 * (1 + math.sin(step))) for step in steps]
        else:
            local = [(0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)]
        return self._placed(local, x, y, turn), True

    def _placed(self, local: Iterable[Point], x: float, y: float, turn: float) -> tuple[Point, ...]:
        cos, sin = (math.cos(turn), math.sin(turn)) if turn else (1.0, 0.0)
        return tuple(self.at(x + px * cos - py * sin, y + px * sin + py * cos) for px, py in local)

    # --- tiles ------------------------------------------------------------------------------------

    def _tiles(self, layer: Look, properties: dict[str, Any], dx: float, dy: float, z: float) -> None:
        """A layer of tiles that are terrain, by the name of the layer, its property `sort` or their class."""
        name = layer["name"].text()
        sort = str(properties.get("sort", "")) or sort_of(layer.first("class", "type2").text(), name)
        of_layer = sort if sort in _TILE_SORTS else ""
        if self.orientation not in _SQUARE or not (
            of_layer or any(sort_of(kind) in _TILE_SORTS for kind in self.tiles.values())
        ):
            self.unread_layers.append(name)
            return
        parts = layer["chunks"].items() if self.infinite else [layer]
        filled: dict[str, set[tuple[int, int]]] = {}
        for part in parts:
            columns = int(part["width"].number(self.columns) or 0)
            numbers = self._numbers(part["data"], layer)
            left, top = (int(part[key].number(0.0) or 0) for key in ("x", "y")) if self.infinite else (0, 0)
            if columns <= 0:
                continue
            for i, tile in enumerate(numbers):
                if tile & _FLIPS:
                    kind = of_layer or sort_of(self.tiles.get(tile & _FLIPS, ""))
                    filled.setdefault(kind, set()).add((left + i % columns, top + i // columns))
        given = {key: value for key, value in properties.items() if key not in ("z", "sort")}
        if not any(kind in _TILE_SORTS for kind in filled):
            self.unread_layers.append(name)
            return
        # On isometric maps both axes are measured in heights of a tile.
        across = self.tile_height if self.orientation == "isometric" else self.tile_width
        for kind, tiles in filled.items():
            if kind not in _TILE_SORTS:
                continue
            fields = {**self._fields(kind, given, layer), **({"z": z} if z else {})}
            for x, y, wide, deep in rectangles(tiles):
                corners = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
                points = tuple(self.at(px * across + dx, py * self.tile_height + dy) for px, py in corners)
                self.features.append(Feature(name, kind, kind, points, True, fields))

    def _numbers(self, data: Look, layer: Look) -> list[int]:
        if isinstance(data.data, list):
            return [each for each in data.data if isinstance(each, int)]
        try:
            packed = base64.b64decode(data.text().strip(), validate=True)
            kind = layer["compression"].text()
            if kind == "zlib":
                stream = zlib.decompressobj()
                packed = stream.decompress(packed, min(4 * MOST_TILES, MOST_BYTES))
            elif kind == "gzip":
                with gzip.GzipFile(fileobj=_stream(packed)) as unzipped:
                    packed = unzipped.read(4 * MOST_TILES)
            elif kind == "zstd":
                packed = _zstd(packed)
            elif kind:
                data.wrong("tiles that are plain, zlib, gzip or zstd")
                return []
        except _NoZstd:
            says = say(
                "these tiles are packed with Zstandard, which needs Python 3.14 or the package {name}; or choose another {setting} in Tiled",
                name=Notation("zstandard"),
                setting=Quoted("Tile Layer Format"),
            )
            self.problems.wrong(says, data.way)
            return []
        except (binascii.Error, ValueError, zlib.error, OSError, EOFError):
            data.wrong("tiles as a list or in base64")
            return []
        return [int.from_bytes(packed[i : i + 4], "little") for i in range(0, len(packed) - 3, 4)]

    def _size(self) -> tuple[float, float]:
        """How large the table is, in squares."""
        board = _value(BOARD, _properties(self.root).get(BOARD))
        if not isinstance(board, list) or len(board) != 2:
            return self.columns, self.rows
        width, depth = (each if isinstance(each, int | float) else 0.0 for each in board)
        whole = 0 < width <= self.columns and 0 < depth <= self.rows
        return (float(width), float(depth)) if whole else (self.columns, self.rows)

    def found(self, name: str) -> TableMap:
        """The map with everything that was read."""
        notes: list[Sentence] = [
            say("Not read: {what}", what=Notation(f"{what} ({number})"))
            for what, number in self.unread.items()
        ]
        layers = Quoted(", ".join(dict.fromkeys(self.unread_layers))[:200])
        if self.unread_layers and self.orientation in _SQUARE:
            notes.append(
                say(
                    "Layers of tiles that are not read: {layers}. To have one read, call it in Tiled what its tiles are: {names}",
                    layers=layers,
                    names=Notation("Walls, Obstacles, Platforms, Water, Gaps"),
                )
            )
        elif self.unread_layers:
            notes.append(
                say(
                    "Layers of tiles that are not read, because the grid is not square: {layers}",
                    layers=layers,
                )
            )
        if TILE_OBJECTS in self.unread:
            notes.append(
                say(
                    "To have tile objects read, give them a class such as {names}",
                    names=Notation("wall, crate"),
                )
            )
        if TEMPLATES in self.unread:
            notes.append(
                say(
                    "To have templates read, export the map with {option} switched on in Tiled",
                    option=Quoted("Detach templates"),
                )
            )
        notes += [
            count(
                "{n} object {what} has no sort of terrain: outlines become areas, lines walls",
                "{n} objects {what} have no sort of terrain: outlines become areas, lines walls",
                number,
                what=Quoted(what),
            )
            for what, number in self.unknown.items()
        ]
        if self.orientation not in _SQUARE:
            notes.append(
                say(
                    "The map is {kind}: its objects are read as on a square grid",
                    kind=Notation(self.orientation),
                )
            )
        width, depth = self._size()
        return TableMap(
            name,
            "tiled",
            "square",
            width,
            depth,
            tuple(self.features),
            tuple(self.markers),
            tuple(self.zones),
            None,
            tuple(notes),
        )


def _classes(root: Look) -> dict[int, str]:
    """The classes of tiles, by the number that the map gives a tile; of tilesets that are part of the map."""
    found: dict[int, str] = {}
    for tileset in root["tilesets"].items():
        first = tileset["firstgid"].number(1.0) or 1.0
        # Tiled before 1.2 wrote the tiles of a set by their number.
        tiles = tileset["tiles"].items() if isinstance(tileset["tiles"].data, list) else []
        for tile in tiles:
            kind = tile.first("class", "type").text()
            number = tile["id"].number(0.0)
            if kind and number is not None:
                found[int(first + number)] = kind
    return found


def _tile_number(gid: Look) -> int:
    """The number of a tile without the bits that turn it; 0 if there is none."""
    return gid.data & _FLIPS if isinstance(gid.data, int) and not isinstance(gid.data, bool) else 0


class _NoZstd(Exception):
    """Nothing that is installed unpacks Zstandard."""


def _zstd(packed: bytes) -> bytes:
    """Bytes packed with Zstandard, unpacked up to the most tiles that a layer may have."""
    for name in ("compression.zstd", "zstandard"):
        try:
            library: Any = importlib.import_module(name)
        except ImportError:
            continue
        try:
            if name == "zstandard":
                return bytes(library.ZstdDecompressor().stream_reader(packed).read(4 * MOST_TILES))
            return bytes(library.ZstdDecompressor().decompress(packed, 4 * MOST_TILES))
        except library.ZstdError as error:
            raise ValueError(str(error)) from None
    raise _NoZstd


def _stream(data: bytes) -> Any:
    import io

    return io.BytesIO(data)


def _all_layers(layers: list[Look]) -> list[Look]:
    return [found for layer in layers for found in (layer, *_all_layers(layer["layers"].items()))]


def _properties(look: Look) -> dict[str, Any]:
    """The properties of a thing; Tiled before 1.2 wrote them as an object."""
    if isinstance(look["properties"].data, dict):
        return dict(look["properties"].data)
    return {each["name"].text(): each["value"].data for each in look["properties"].items()}


def _value(key: str, value: Any) -> Any:
    """A property as a scenario writes it: words in a list, anything else in JSON if it is."""
    if not isinstance(value, str):
        return value
    if key in ("tags", "state", "labels"):
        words = value.strip()
        if not words.startswith("["):
            return [word.strip() for word in words.split(",") if word.strip()]
    try:
        return json.loads(value, parse_constant=str)
    except (ValueError, RecursionError):
        return value


def rectangles(filled: set[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Tiles as few rectangles (x, y, width, depth): runs along a row, joined over rows where they are equal.

    >>> rectangles({(0, 0), (1, 0), (0, 1), (1, 1), (3, 1)})
    [(0, 0, 2, 2), (3, 1, 1, 1)]
    """
    runs: dict[int, list[tuple[int, int]]] = {}
    for x, y in sorted(filled, key=lambda tile: (tile[1], tile[0])):
        row = runs.setdefault(y, [])
        if row and row[-1][0] + row[-1][1] == x:
            row[-1] = (row[-1][0], row[-1][1] + 1)
        else:
            row.append((x, 1))
    found: list[tuple[int, int, int, int]] = []
    open_runs: dict[tuple[int, int], int] = {}
    for y in sorted({*runs, *(y + 1 for y in runs)}):
        here = {*runs.get(y, [])}
        for run, start in list(open_runs.items()):
            if run not in here:
                found.append((run[0], start, run[1], y - start))
                del open_runs[run]
        for run in sorted(here):
            open_runs.setdefault(run, y)
    return sorted(found, key=lambda box: (box[1], box[0]))
