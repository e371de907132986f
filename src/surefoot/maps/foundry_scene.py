"""Scenes that Foundry exports (JSON, versions 9 to 14): walls, doors, windows, regions, levels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from surefoot.intake.content import Content, json_of
from surefoot.intake.look import Look
from surefoot.intake.problems import Problems
from surefoot.language import Notation, Quoted, Sentence, count, say
from surefoot.maps.table_map import Background, Feature, Point, TableMap, sort_of, tidy

_DOOR_STATES = {0: "closed", 1: "open", 2: "locked"}
# Walls that hide nothing, or only what is behind two of them: windows, and things such as trees and furniture.
_SIGHT = {0: "see-through", 1: "object", 10: "object", 30: "see-through", 40: "see-through"}
# Corners of an ellipse that becomes an outline.
_CORNERS = 24


def is_scene(content: Content) -> bool:
    """Whether a file is such a scene, by its fields."""
    return content.start.startswith(b"{") and b'"walls"' in content.data and b'"grid"' in content.data


def read_scene(content: Content) -> TableMap:
    """The map of a scene; what is wrong with it is told all at once."""
    problems = Problems(content.name)
    root = Look(json_of(content), problems)
    scene = _Scene(root)
    problems.demand_none()
    features = [*scene.walls(), *scene.regions()]
    problems.demand_none()
    source = root["background"]["src"].text() or root["img"].text() or scene.picture()
    background = Background(b"", "", source) if source else None
    return TableMap(
        root["name"].text() or content.name,
        "foundry-scene",
        "square",
        scene.width / scene.size,
        scene.depth / scene.size,
        tuple(features),
        (),
        (),
        background,
        tuple(scene.notes()),
        heights_in_squares=True,
    )


class _Scene:
    """The measures of a scene: pixels per square, the padding round it, and the heights of its levels."""

    def __init__(self, root: Look) -> None:
        self.root = root
        grid = root["grid"]
        newer = isinstance(grid.data, dict)
        self.size = (grid["size"] if newer else grid).number(above=0.0) or 1.0
        self.distance = (grid["distance"] if newer else root["gridDistance"]).number(1.0, above=0.0) or 1.0
        self.width = root["width"].number(above=0.0) or 1.0
        self.depth = root["height"].number(above=0.0) or 1.0
        padding = root["padding"].number(0.25) or 0.0
        # The canvas is padded by whole squares; walls are measured on the canvas.
        self.left = math.ceil(padding * self.width / self.size) * self.size
        self.top = math.ceil(padding * self.depth / self.size) * self.size
        self.passable = self.without_effect = self.holes = 0
        self.stairs: list[str] = []
        self.levels = {each["_id"].text(): each["elevation"] for each in root["levels"].items()}
        # The lowest cellar lies on the table.
        bottoms = [each["bottom"].data for each in self.levels.values()]
        self.lowest = min([0.0, *(float(each) for each in bottoms if _is_number(each))])

    def at(self, x: float, y: float) -> Point:
        """A point of the canvas on the map."""
        return tidy((x - self.left) / self.size), tidy((self.depth - (y - self.top)) / self.size)

    def picture(self) -> str:
        """The picture of the level on the ground, as version 14 keeps it."""
        levels = sorted(
            self.root["levels"].items(), key=lambda each: abs(each["elevation"]["bottom"].number(0.0) or 0.0)
        )
        return next((source for each in levels if (source := each["background"]["src"].text())), "")

    def above(self, elevation: float) -> float:
        """An elevation of the scene in squares above the table."""
        return tidy((elevation - self.lowest) / self.distance)

    def walls(self) -> list[Feature]:
        """Walls, doors and windows that stop movement."""
        found: list[Feature] = []
        for wall in self.root["walls"].items():
            ends = [each.number() for each in wall["c"].items()]
            if len(ends) != 4 or any(end is None for end in ends):
                wall["c"].wrong("four numbers: the two ends of a wall")
                continue
            x0, y0, x1, y1 = (end or 0.0 for end in ends)
            points = (self.at(x0, y0), self.at(x1, y1))
            door = int(wall["door"].number(0.0) or 0)
            if not door and not wall["move"].number(20.0):
                # It hides or muffles, and models walk through it.
                self.passable += 1
                continue
            if points[0] == points[1]:
                continue
            fields: dict[str, Any] = dict(self._heights(wall))
            if door:
                state = _DOOR_STATES.get(int(wall["ds"].number(0.0) or 0), "closed")
                found.append(Feature("", "door", "door", points, False, {**fields, "state": [state]}))
            else:
                kind = _SIGHT.get(int(wall.first("sight", "sense").number(20.0) or 0), "wall")
                found.append(Feature("", "wall", kind, points, False, fields))
        return found

    def _heights(self, look: Look) -> Mapping[str, float]:
        """Foot and height of a wall, from its levels or from the module Wall Height."""
        ranges = [self.levels[name.text()] for name in look["levels"].items() if name.text() in self.levels]
        flags = look["flags"]["wall-height"]
        if flags.exists:
            ranges = [flags]
        bottoms = [each["bottom"].data for each in ranges]
        tops = [each["top"].data for each in ranges]
        if not ranges or not all(_is_number(each) for each in (*bottoms, *tops)):
            return {}
        low, high = self.above(min(bottoms)), self.above(max(tops))
        if not high > low or not math.isfinite(high - low):
            return {}
        return {"z": low, "height": tidy(high - low)}

    def regions(self) -> list[Feature]:
        """Regions that are floors, by their behaviour or their name, and those that are ground of some kind."""
        found: list[Feature] = []
        for region in self.root["regions"].items():
            name = region["name"].text()
            kinds = [each["type"].text() for each in region["behaviors"].items()]
            sort, z = self._sort(region, name, kinds)
            if "changeLevel" in kinds:
                self.stairs.append(name or "?")
            if not sort:
                self.without_effect += "changeLevel" not in kinds
                continue
            fields: dict[str, Any] = {"labels": [name]} if name else {}
            if sort == "area" and _is_hard(region):
                fields["tags"] = ["difficult"]
            if sort == "platform" and z is not None:
                fields["z"] = z
            for shape in region["shapes"].items():
                if shape["hole"].yes():
                    self.holes += 1
                elif points := self._outline(shape):
                    found.append(Feature(name, sort, sort, points, True, fields))
        return found

    def _sort(self, region: Look, name: str, kinds: list[str]) -> tuple[str, float | None]:
        """What a region becomes, and how high a floor is; empty if it changes nothing about movement."""
        elevation = region["elevation"]
        for behaviour in region["behaviors"].items():
            if behaviour["type"].text() == "defineSurface" and behaviour["system"]["move"].yes(True):
                end = elevation["top" if behaviour["system"]["placement"].text() == "top" else "bottom"].data
                height = self.above(end) if _is_number(end) else 0.0
                # A floor on the ground is the table itself.
                return ("platform", height) if height > 0 else ("", None)
        named = sort_of(name)
        bottom = elevation["bottom"].data
        if named == "platform" and not kinds:
            # Before version 14 only a name could say that a region is a floor.
            if not _is_number(bottom):
                return "platform", None
            return ("platform", self.above(bottom)) if self.above(bottom) > 0 else ("", None)
        if named in ("area", "gap", "obstacle") or _is_hard(region) or not kinds:
            return named if named in ("gap", "obstacle") else "area", None
        return "", None

    def _outline(self, shape: Look) -> tuple[Point, ...]:
        kind = shape["type"].text()
        if kind == "polygon":
            flat = [each.number() for each in shape["points"].items()]
            numbers = [each for each in flat if each is not None]
            pairs = list(zip(numbers[0::2], numbers[1::2], strict=False))
            if len(pairs) < 3:
                shape["points"].wrong("three or more corners")
            return tuple(self.at(x, y) for x, y in pairs)
        x, y = shape["x"].number(), shape["y"].number()
        if x is None or y is None:
            return ()
        turn = math.radians(shape["rotation"].number(0.0) or 0.0)
        if kind == "rectangle":
            wide, deep = shape["width"].number(), shape["height"].number()
            if wide is None or deep is None:
                return ()
            corners = [(0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)]
            middle = (wide / 2, deep / 2)
            return tuple(
                self.at(x + px, y + py) for px, py in (_turned(each, middle, turn) for each in corners)
            )
        if kind in ("ellipse", "circle"):
            first = shape.first("radiusX", "radius").number()
            second = shape.first("radiusY", "radius").number()
            if first is None or second is None:
                return ()
            steps = [2 * math.pi * i / _CORNERS for i in range(_CORNERS)]
            ring = [(first * math.cos(step), second * math.sin(step)) for step in steps]
            return tuple(
                self.at(x + px, y + py) for px, py in (_turned(each, (0.0, 0.0), turn) for each in ring)
            )
        shape["type"].wrong("polygon, rectangle, ellipse or circle")
        return ()

    def notes(self) -> list[Sentence]:
        """What did not come over."""
        found: list[Sentence] = []
        if self.passable:
            found.append(
                count(
                    "{n} wall that stops no movement is left out",
                    "{n} walls that stop no movement are left out",
                    self.passable,
                )
            )
        if self.lowest < 0:
            found.append(
                say(
                    "The lowest level lies on the table, and the level at 0 is {height} squares above it",
                    height=Notation(f"{self.above(0.0):g}"),
                )
            )
        if self.stairs:
            found.append(
                say(
                    "Regions that lead to another level do not come over: {names}. Add stairs or ladders there",
                    names=Quoted(", ".join(dict.fromkeys(self.stairs))[:200]),
                )
            )
        if self.without_effect:
            found.append(
                count(
                    "{n} region that changes nothing about movement is left out",
                    "{n} regions that change nothing about movement are left out",
                    self.without_effect,
                )
            )
        if self.holes:
            found.append(
                count(
                    "{n} hole of a region is closed; draw it as a gap",
                    "{n} holes of regions are closed; draw them as gaps",
                    self.holes,
                )
            )
        for name in ("lights", "sounds", "tiles", "tokens", "drawings", "notes"):
            number = len(self.root[name].items())
            if number:
                found.append(say("Not read: {what}", what=Notation(f"{name} ({number})")))
        return found


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _turned(point: Point, middle: Point, turn: float) -> Point:
    x, y = point[0] - middle[0], point[1] - middle[1]
    return (
        middle[0] + x * math.cos(turn) - y * math.sin(turn),
        middle[1] + x * math.sin(turn) + y * math.cos(turn),
    )


def _is_hard(region: Look) -> bool:
    """Whether a behaviour of the region makes walking cost more."""
    for behaviour in region["behaviors"].items():
        difficulties = behaviour["system"]["difficulties"].data
        if isinstance(difficulties, dict) and any(
            _is_number(each) and each > 1 for each in difficulties.values()
        ):
            return True
    return False
