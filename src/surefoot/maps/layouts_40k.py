"""Terrain layouts and templates of the data set `wh40kdc` (CC BY 4.0), by their id or name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from surefoot.intake.problems import refused
from surefoot.language import Notation, Sentence, say
from surefoot.maps.table_map import Feature, Marker, Point, TableMap, Zone, tidy

PREFIX = "40k:"
WIDTH, DEPTH = 60.0, 44.0
RUINS = {"wh40k-10e": {"type": "ruins"}}


def names() -> list[str]:
    """The ids of every layout; empty where the data set is not installed."""
    data = _data("")
    return [] if data is None else [str(each["id"]) for each in data["terrain_layouts"]]


def _data(name: str) -> Mapping[str, Any] | None:
    try:
        from wh40kdc.data.bundle import raw_data
    except ImportError:
        if not name:
            return None
        says = say(
            "the layouts of Warhammer 40,000 come with a data set: {command}",
            command=Notation("pip install 'surefoot[40k]'"),
        )
        raise refused(name, says) from None
    data: Mapping[str, Any] = raw_data()
    return data


def read_layout(name: str) -> TableMap:
    """A layout of the data set, or one of its templates alone, as `40k:ID`."""
    wanted = name.removeprefix(PREFIX).casefold()
    data = _data(name)
    assert data is not None
    layout = next(
        (
            each
            for each in data["terrain_layouts"]
            if wanted in (each["id"].casefold(), each["name"].casefold())
        ),
        None,
    )
    if layout is None:
        template = next(
            (each for each in data["terrain_templates"] if wanted in (each["id"], each["name"].casefold())),
            None,
        )
        if template is None:
            known = ", ".join(each["id"] for each in data["terrain_layouts"][:6])
            says = say(
                "there is no layout {name}; layouts are {known}, …",
                name=Notation(wanted),
                known=Notation(known),
            )
            raise refused(name, says)
        piece = {"id": "piece", "template": template["id"], "position": {"x": WIDTH / 2, "y": DEPTH / 2}}
        layout = {
            "id": template["id"],
            "name": template["name"],
            "pieces": [{**piece, "piece_type": template["kind"]}],
        }
    from wh40kdc.terrain.resolve import resolve_layout

    features = [
        feature for piece in resolve_layout(layout, data["terrain_templates"]) for feature in _features(piece)
    ]
    markers = [
        Marker(
            str(each.get("objective_role") or "objective"),
            _point(each["objective"].get("position") or each["position"]),
        )
        for each in layout["pieces"]
        if each.get("objective")
    ]
    zones = _zones(layout, data)
    notes: list[Sentence] = [
        say(
            "The layouts of {source} are from the 11th edition, without the upper floors of ruins",
            source=Notation("wh40kdc"),
        )
    ]
    return TableMap(
        str(layout["name"]),
        "wh40kdc-layout",
        "inch",
        WIDTH,
        DEPTH,
        tuple(features),
        tuple(markers),
        tuple(zones),
        None,
        tuple(notes),
    )


def _point(point: Mapping[str, float], offset: Mapping[str, float] | None = None) -> Point:
    shift = offset or {"x": 0.0, "y": 0.0}
    return tidy(point["x"] + shift["x"]), tidy(DEPTH - point["y"] - shift["y"])


def _features(piece: Mapping[str, Any]) -> list[Feature]:
    """The area of a piece, its upper floor, or its walls; heights are assumed by category: dense or light."""
    name = str(piece.get("name") or piece.get("id") or "terrain")
    outline = tuple(_point(each) for each in piece.get("vertices") or ())
    category = str(piece.get("terrain_category") or "dense")
    if piece.get("piece_type") == "area":
        return [Feature(name, "area", "ruins", outline, True, {"traits": RUINS, "labels": [name]})]
    if piece.get("floor"):
        return [Feature(name, "platform", "floor", outline, True, {"traits": RUINS, "labels": [name]})]
    walls = piece.get("walls") or ()
    if not walls:
        return [Feature(name, "obstacle", category, outline, True, {"labels": [name]})]
    found: list[Feature] = []
    for wall in walls:
        points = tuple(_point(each) for each in wall["points"])
        if len(points) > 3 and points[0] == points[-1]:
            found.append(Feature(name, "obstacle", category, points[:-1], True, {"labels": [name]}))
        elif len(points) > 1:
            fields = {"traits": RUINS, "width": wall.get("thickness") or 0.5, "labels": [name]}
            found.append(Feature(name, "wall", category, points, False, fields))
    return found


def _zones(layout: Mapping[str, Any], data: Mapping[str, Any]) -> list[Zone]:
    wanted = layout.get("deployment_pattern_id")
    pattern = next((each for each in data["deployment_patterns"] if each["id"] == wanted), None)
    if pattern is None:
        return []
    return [
        Zone(
            str(zone["name"]),
            tuple(_point(each, zone.get("position")) for each in _corners(zone["shape"])),
            str(zone["player"]),
        )
        for zone in pattern["zones"]
    ]


def _corners(shape: Mapping[str, Any]) -> list[Mapping[str, float]]:
    from wh40kdc.terrain.resolve import footprint_vertices

    found: list[Mapping[str, float]] = footprint_vertices(dict(shape))
    return found
