"""Tiled's XML (.tmx) in the form of its JSON (.tmj), so that one reader serves both."""

from __future__ import annotations

from typing import Any

from surefoot.intake.problems import Problems
from surefoot.intake.xml import Element
from surefoot.language import Notation, say

_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "group": "group", "imagelayer": "imagelayer"}
_NUMBERS = (
    *(
        "x",
        "y",
        "width",
        "height",
        "rotation",
        "offsetx",
        "offsety",
        "tilewidth",
        "tileheight",
        "gid",
        "firstgid",
        "opacity",
    ),
)


def as_json(element: Element, problems: Problems) -> dict[str, Any]:
    """A map, a layer or an object with everything in it."""
    found: dict[str, Any] = {}
    for key, value in element.attributes.items():
        found[key] = number(value, key, element, problems) if key in _NUMBERS else value
    if element.name == "map":
        found["infinite"] = element.get("infinite") == "1"
        found["tilesets"] = [
            {
                "firstgid": number(each.get("firstgid", "1"), "firstgid", each, problems),
                "tiles": [
                    {
                        "id": number(tile.get("id", "0"), "id", tile, problems),
                        "type": tile.get("class") or tile.get("type"),
                    }
                    for tile in each.all("tile")
                ],
            }
            for each in element.all("tileset")
        ]
    properties = [
        {"name": each.get("name"), "value": _property(each, problems)}
        for each in element.all("properties", "property")
    ]
    if properties:
        found["properties"] = properties
    layers = [
        {**as_json(each, problems), "type": _LAYERS[each.name]}
        for each in element.inside
        if each.name in _LAYERS
    ]
    if layers or element.name in ("map", "group"):
        found["layers"] = layers
    for each in element.inside:
        if each.name == "object":
            found.setdefault("objects", []).append(as_json(each, problems))
        elif each.name in ("polygon", "polyline"):
            found[each.name] = _points(each, problems)
        elif each.name in ("ellipse", "point", "capsule"):
            found[each.name] = True
        elif each.name == "text":
            found["text"] = each.text
        elif each.name == "data":
            found |= _data(each, problems)
    return found


def number(text: str, key: str, element: Element, problems: Problems) -> Any:
    """A number of an attribute; noted as a problem if it is none."""
    try:
        value = float(text)
    except ValueError:
        says = say("expected a number, found {found}", found=Notation(text[:30]))
        problems.wrong(says, key, element.line)
        return 0.0
    return int(value) if value.is_integer() else value


def _property(element: Element, problems: Problems) -> Any:
    text = element.attributes.get("value", element.text)
    kind = element.get("type")
    if kind in ("int", "float"):
        return number(text, element.get("name"), element, problems)
    return text == "true" if kind == "bool" else text


def _points(element: Element, problems: Problems) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for pair in element.get("points").split():
        x, _, y = pair.partition(",")
        found.append(
            {"x": number(x, "points", element, problems), "y": number(y, "points", element, problems)}
        )
    return found


def _data(element: Element, problems: Problems) -> dict[str, Any]:
    chunks = [
        {
            **{key: number(value, key, each, problems) for key, value in each.attributes.items()},
            "data": _tiles(element, each, problems),
        }
        for each in element.all("chunk")
    ]
    found: dict[str, Any] = {"compression": element.get("compression")}
    if chunks:
        return {**found, "chunks": chunks}
    return {**found, "data": _tiles(element, element, problems)}


def _tiles(data: Element, element: Element, problems: Problems) -> Any:
    encoding = data.get("encoding")
    if encoding == "csv":
        cells = [cell.strip() for cell in element.text.replace("\n", ",").split(",")]
        if not all(cell.isdigit() for cell in cells if cell):
            problems.wrong(say("expected numbers of tiles"), "data", element.line)
            return []
        return [int(cell[:12]) for cell in cells if cell]
    if encoding == "base64":
        return "".join(element.text.split())
    return [
        int(each.get("gid", "0") or 0) if each.get("gid", "0").isdigit() else 0
        for each in element.all("tile")
    ]
