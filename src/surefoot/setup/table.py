"""A new table: armies and a map become the data of a scenario file, with everything that was assumed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from surefoot.armies.army import Army, Figure, identifier
from surefoot.armies.fitting import model_data
from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import drafted
from surefoot.files.scenery import data_uri
from surefoot.files.source import of_data
from surefoot.geometry.shapes import MILLIMETRES_PER_INCH
from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Quoted, Sentence, say
from surefoot.language.speaker import Speaker
from surefoot.maps.photo import smaller
from surefoot.maps.table_map import Background, TableMap, Zone, tidy
from surefoot.maps.terrain import Assumption, terrain_of
from surefoot.maps.terrain import told as in_words
from surefoot.records import dataclass
from surefoot.referee.protocol import find
from surefoot.setup.deploy import Ground, set_up
from surefoot.table.table import Table

SIDES = ("blue", "red", "green", "yellow")
# Games that move units; in others each model is on its own.
UNITS = ("wh40k-10e", "gemini-arap")
BOARDS = {"wh40k-10e": (60.0, 44.0)}
BOARD = (24.0, 24.0)
# Games in which one side has the turn: where it begins. The first army has it.
FIRST_TURN = {"wh40k-10e": {"phase": "movement"}}
# How deep a zone is where the map has none: a part of the table, and no more than this.
ZONE_SHARE, DEEPEST_ZONE = 0.25, 12.0


@dataclass
class NewTable:
    """The data of a scenario, and what a player should know about how it was made."""

    data: dict[str, Any]
    assumptions: list[Assumption] = field(default_factory=list)
    notes: list[Sentence] = field(default_factory=list)
    background: Background | None = None


def new_table(
    ruleset: str,
    armies: Sequence[Army] = (),
    table_map: TableMap | None = None,
    *,
    name: str = "",
    board: tuple[float, float] | None = None,
    square: float = 1.0,
    scale: float = 1.0,
    heights: Mapping[str, float] | None = None,
) -> NewTable:
    """A table with these armies on this map; `square` is the size of a square of the map on the table.

    `scale` is how many metres an inch of the table stands for, in rulesets that are played in metres.
    """
    rules = find(ruleset)
    metres = rules.unit == "metre"
    made = NewTable({"name": name or _name(armies, table_map), "ruleset": ruleset})
    if metres:
        made.data["scale"] = scale
    factor = _factor(table_map, square, scale if metres else 1.0)
    width, depth = board or BOARDS.get(ruleset, BOARD)
    if table_map is not None:
        width, depth = board or (tidy(table_map.width * factor), tidy(table_map.depth * factor))
    made.data["board"] = [width, depth]
    zones: list[Zone] = []
    if table_map is not None:
        zones = _mapped(made, table_map, ruleset, factor, heights)
    table = _laid(made)
    if armies:
        if ruleset in FIRST_TURN:
            made.data["clock"] = {"side": SIDES[0], **FIRST_TURN[ruleset]}
        zones = _zones(made, zones, width, depth, len(armies))
        made.data["zones"] = [_zone_data(zone) for zone in zones]
        _deploy(made, armies, zones, table, scale if metres else 1.0)
        _laid(made)
    made.notes = list(dict.fromkeys(made.notes))
    return made


def _name(armies: Sequence[Army], table_map: TableMap | None) -> str:
    names = " against ".join(army.name for army in armies)
    return names or (table_map.name if table_map is not None else "New table")


def _factor(table_map: TableMap | None, square: float, scale: float) -> float:
    if table_map is None:
        return 1.0
    return {"square": square, "inch": scale, "table": 1.0}[table_map.unit]


def _mapped(
    made: NewTable, table_map: TableMap, ruleset: str, factor: float, heights: Mapping[str, float] | None
) -> list[Zone]:
    terrain = terrain_of(table_map, ruleset, factor, heights)
    made.assumptions += terrain.assumptions
    made.notes += [*table_map.notes, *terrain.notes]
    made.background = table_map.background
    if table_map.markers:
        made.data["markers"] = [
            {"name": each.name, "at": [tidy(each.at[0] * factor), tidy(each.at[1] * factor)]}
            for each in table_map.markers
        ]
    made.data["terrain"] = terrain.pieces
    return [
        Zone(zone.name, tuple((tidy(x * factor), tidy(y * factor)) for x, y in zone.points), zone.side)
        for zone in table_map.zones
    ]


def _zone_data(zone: Zone) -> dict[str, Any]:
    return {"name": zone.name, "side": zone.side, "zone": [list(point) for point in zone.points]}


def _laid(made: NewTable) -> Table:
    """The table as far as it is; raises FileInvalid if the ruleset refuses it."""
    scenario, problems = drafted(of_data(made.data, "<new table>"))
    if problems or scenario is None:
        raise FileInvalid(problems)
    return scenario.table


def _zones(made: NewTable, given: list[Zone], width: float, depth: float, number: int) -> list[Zone]:
    """A zone for each side: those of the map if it has enough, strips along two edges otherwise."""
    if len(given) >= number:
        return [Zone(zone.name, zone.points, SIDES[i]) for i, zone in enumerate(given[:number])]
    deep = min(depth * ZONE_SHARE, DEEPEST_ZONE)
    made.assumptions.append(Assumption("zone", "depth", round(deep, 3), number))
    strips = [
        (0.0, deep),
        (depth - deep, depth),
        (deep * 1.5, deep * 2),
        (depth - 2 * deep, depth - 1.5 * deep),
    ]
    return [
        Zone(f"Zone {SIDES[i]}", ((0.0, low), (width, low), (width, high), (0.0, high)), SIDES[i])
        for i, (low, high) in enumerate(strips[:number])
    ]


# --- models ---------------------------------------------------------------------------------------


def _deploy(made: NewTable, armies: Sequence[Army], zones: list[Zone], table: Table, unit: float) -> None:
    blocked = blocked_ground(table)
    board = made.data["board"]
    taken = set(made.data.get("terrain", ()))
    models: dict[str, Any] = {}
    made.data["models"] = models
    for i, (army, zone) in enumerate(zip(armies, zones, strict=True)):
        area = Polygon(zone.points).intersection(shapely.box(0, 0, board[0], board[1]))
        northwards = area.centroid.y < board[1] / 2
        ground = Ground(area, blocked, unit)
        made.notes += army.notes
        for squad in sorted(
            army.squads, key=lambda squad: -max(_radius(each, unit) for each in squad.figures)
        ):
            figures = [figure for figure in squad.figures for _ in range(figure.count)]
            places = set_up(ground, [_radius(figure, unit) for figure in figures], northwards)
            if places is None:
                says = say(
                    "{unit} has no room in the zone and stands beside the table", unit=Quoted(squad.name)
                )
                made.notes.append(says)
            name = identifier(squad.id, taken)
            for number, figure in enumerate(figures, 1):
                entry = {"side": SIDES[i], **model_data(figure, army.ruleset)}
                if army.ruleset in UNITS:
                    entry["unit"] = name
                if places is None:
                    entry["place"] = {"kind": "off"}
                else:
                    entry |= {"at": list(places[number - 1]), "facing": 0 if northwards else 180}
                alone = len(figures) == 1 and army.ruleset not in UNITS
                models[name if alone else f"{name}.{number}"] = entry


def _radius(figure: Figure, unit: float) -> float:
    """The radius of the circle round a base, in units of the table."""
    shape: Mapping[str, Any] = figure.shape.value if figure.shape is not None else {"base": 32}
    if "hull" in shape:
        hull = shape["hull"]
        if len(hull) == 2 and not isinstance(hull[0], list):
            return math.hypot(*hull) / 2
        return max(math.hypot(*point) for point in hull)
    size = shape["base"]
    if isinstance(size, Mapping):
        kind, value = next(iter(size.items()))
        sides = value if isinstance(value, list) else [value]
        across = math.hypot(*sides) if kind == "rectangle" else max(sides)
    else:
        across = size
    return float(across) / 2 / MILLIMETRES_PER_INCH * unit


def blocked_ground(table: Table) -> BaseGeometry:
    """Where nothing should be set up: every piece but plain ground."""
    outlines = []
    for piece in table.pieces.values():
        if piece.sort == "area" and not piece.tags:
            continue
        corners = [from_lattice(value) for value in piece.outline]
        if len(corners) >= 6:
            outlines.append(Polygon(list(zip(corners[0::2], corners[1::2], strict=True))).buffer(0))
        elif piece.line:
            ends = [from_lattice(value) for value in piece.line]
            outlines.append(shapely.LineString(list(zip(ends[0::2], ends[1::2], strict=True))).buffer(0.3))
    return shapely.unary_union(outlines) if outlines else Polygon()


def shown_background(made: NewTable) -> Background:
    """The picture of a new table, made smaller if faces could not show it; a note says so if it stays too large."""
    assert made.background is not None
    if data_uri(made.background.data):
        return made.background
    shown = smaller(made.background)
    if not data_uri(shown.data):
        made.notes.append(say("The picture is too large to be shown: make it smaller than 4 MB"))
    return shown


def told(made: NewTable) -> list[str]:
    """What was assumed and left out, line by line."""
    speak = Speaker()
    return [speak(in_words(each)) for each in made.assumptions] + [speak(note) for note in made.notes]


def table_data(made: NewTable, found: TableMap | None) -> dict[str, Any]:
    """A new table as plain data: the scenario, and what was assumed."""
    return {
        "scenario": made.data,
        "read_as": found.format if found is not None else None,
        "assumptions": [
            {"kind": each.kind, "field": each.field, "value": each.value, "count": each.count}
            for each in made.assumptions
        ],
        "notes": [str(note) for note in made.notes],
        "picture": made.background is not None,
    }
