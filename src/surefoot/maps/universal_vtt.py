"""Universal VTT maps (.dd2vtt, .df2vtt, .uvtt): walls, doors, things that block sight, and the picture."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from surefoot.intake.content import Content, json_of
from surefoot.intake.look import Look
from surefoot.intake.problems import Problems
from surefoot.language import Notation, Sentence, count, say
from surefoot.maps.table_map import Background, Feature, Marker, Point, TableMap, Zone, tidy

# The field that Surefoot adds when it writes such a file: what the format has no word for.
OWN = "surefoot"

_ENDINGS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"RIFF": ".webp"}


def is_universal(content: Content) -> bool:
    """Whether a file is such a map, by its fields."""
    return (
        content.start.startswith(b"{")
        and b'"pixels_per_grid"' in content.data
        and b'"map_size"' in content.data
    )


def read_universal(content: Content) -> TableMap:
    """The map of a file; what is wrong with it is told all at once."""
    problems = Problems(content.name)
    root = Look(json_of(content), problems)
    size, origin = root["resolution"]["map_size"], root["resolution"]["map_origin"]
    width, depth = size["x"].number(above=0.0), size["y"].number(above=0.0)
    left, top = origin["x"].number(0.0), origin["y"].number(0.0)
    if width is None or depth is None or left is None or top is None:
        problems.demand_none()
        raise AssertionError("what is missing was told")
    frame = _Frame(left, top, depth)
    own = root[OWN]
    if own.exists:
        found = _own(own, content.name, width, depth, _background(root["image"], problems))
        problems.demand_none()
        return found
    drawn = [
        *_lines(root["line_of_sight"], "wall", frame),
        *_lines(root["objects_line_of_sight"], "object", frame),
    ]
    # Drawing leaves lines behind that have no length.
    lines = [each for each in drawn if len({*each.points}) > 1]
    features = [*lines, *_portals(root["portals"], frame)]
    background = _background(root["image"], problems)
    problems.demand_none()
    notes = [_lights(len(root["lights"].items()))] if root["lights"].data else []
    if len(lines) < len(drawn):
        notes.append(
            count(
                "{n} line without a length is left out",
                "{n} lines without a length are left out",
                len(drawn) - len(lines),
            )
        )
    return TableMap(
        content.name,
        "universal-vtt",
        "square",
        width,
        depth,
        tuple(features),
        (),
        (),
        background,
        tuple(notes),
    )


class _Frame:
    """From the file's coordinates (y downwards, from its own origin) to those of the map."""

    def __init__(self, left: float, top: float, depth: float) -> None:
        self.left, self.top, self.depth = left, top, depth

    def __call__(self, point: Point) -> Point:
        return tidy(point[0] - self.left), tidy(self.depth - (point[1] - self.top))


def _lights(number: int) -> Sentence:
    return count("{n} light is left out", "{n} lights are left out", number)


def _points(look: Look, frame: _Frame) -> tuple[Point, ...]:
    found = [each.point() for each in look.items()]
    return tuple(frame(point) for point in found if point is not None)


def _lines(look: Look, kind: str, frame: _Frame) -> list[Feature]:
    features: list[Feature] = []
    for line in look.items():
        points = _points(line, frame)
        closed = kind == "object" and len(points) > 3 and points[0] == points[-1]
        sort = "obstacle" if closed else "wall"
        features.append(Feature("", sort, kind, points[:-1] if closed else points, closed))
    return features


def _portals(look: Look, frame: _Frame) -> list[Feature]:
    features: list[Feature] = []
    for portal in look.items():
        points = _points(portal["bounds"], frame)
        if len(points) != 2:
            portal["bounds"].wrong("the two ends of a door")
            continue
        state = "closed" if portal["closed"].yes(True) else "open"
        features.append(Feature("", "door", "door", points, False, {"state": [state]}))
    return features


def _background(look: Look, problems: Problems) -> Background | None:
    text = look.text()
    if not text:
        return None
    if len(text) < 1_000 and "." in text:
        # Some converters write the name of a file instead of the picture.
        return Background(b"", "", text)
    try:
        data = base64.b64decode(text.partition(",")[2] if text.startswith("data:") else text, validate=True)
    except (binascii.Error, ValueError):
        problems.wrong(say("expected a picture in base64"), look.way)
        return None
    ending = next((ending for sign, ending in _ENDINGS.items() if data.startswith(sign)), "")
    if not ending:
        problems.wrong(
            say("unknown kind of picture: expected {kinds}", kinds=Notation("PNG, JPEG, WebP")),
            look.way,
        )
        return None
    return Background(data, ending)


def _own(own: Look, name: str, width: float, depth: float, background: Background | None) -> TableMap:
    """What Surefoot wrote for itself: every piece with every number."""
    features: list[Feature] = []
    for each in own["features"].items():
        points = tuple((tidy(x), tidy(y)) for x, y in _pairs(each["points"]))
        fields: Any = each["fields"].data or {}
        if not isinstance(fields, dict):
            each["fields"].wrong("fields by name")
            continue
        features.append(
            Feature(
                each["name"].text(),
                each["sort"].text(),
                each["kind"].text(),
                points,
                each["closed"].yes(),
                fields,
            )
        )
    markers = [
        Marker(each["name"].text(), at) for each in own["markers"].items() for at in _pairs(each["at"])
    ]
    zones = [
        Zone(each["name"].text(), tuple(_pairs(each["points"])), each["side"].text())
        for each in own["zones"].items()
    ]
    return TableMap(
        name, "universal-vtt", "inch", width, depth, tuple(features), tuple(markers), tuple(zones), background
    )


def _pairs(look: Look) -> list[Point]:
    found: list[Point] = []
    for each in look.items():
        numbers = [number.number() for number in each.items()]
        if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
            each.wrong("a point [x, y]")
            continue
        found.append((numbers[0], numbers[1]))
    return found
