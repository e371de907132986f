"""SVG drawings as maps: shapes become terrain by their id, class or label, or by that of the layer they are in."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from surefoot.intake.content import Content
from surefoot.intake.problems import Problems
from surefoot.intake.xml import Element, xml_of
from surefoot.language import Notation, Quoted, Sentence, count, say
from surefoot.maps.svg_path import Matrix, outline_of, transformed
from surefoot.maps.table_map import Feature, MapUnit, Marker, TableMap, Zone, sort_of, tidy

SHAPES = ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path")
# Inches in one of these units, as CSS has them.
UNITS = {"in": 1.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "px": 1 / 96, "pt": 1 / 72, "pc": 1 / 6}
_LENGTH = re.compile(r"\s*([-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?\d+)?)\s*([a-z%]*)\s*")
_NUMBERS = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FIELDS = ("height", "z", "thickness", "depth", "sill", "width")
_NOT_DRAWN = ("defs", "clipPath", "mask", "symbol", "marker", "pattern", "metadata", "style", "namedview")


def is_svg(content: Content) -> bool:
    """Whether a file is an SVG, by its root element."""
    return content.start.startswith(b"<") and b"<svg" in content.start


def read_svg(content: Content) -> TableMap:
    """The map of a drawing; what is wrong with it is told all at once."""
    problems = Problems(content.name)
    root = xml_of(content)
    if root.name != "svg":
        problems.wrong(
            say("expected a drawing, found {what}", what=Notation(f"<{root.name}>")), line=root.line
        )
        problems.demand_none()
    drawing = _Drawing(root, problems)
    problems.demand_none()
    drawing.read(root, drawing.matrix, "")
    problems.demand_none()
    return drawing.found(content.name)


class _Drawing:
    """The frame of a drawing in inches, and what was read of it."""

    def __init__(self, root: Element, problems: Problems) -> None:
        self.problems = problems
        box = [float(each) for each in _NUMBERS.findall(root.get("viewBox"))]
        width, wide_unit = _length(root.get("width"))
        depth, deep_unit = _length(root.get("height"))
        if len(box) != 4:
            box = [0.0, 0.0, width or 0.0, depth or 0.0]
        if not all(math.isfinite(each) and abs(each) < 1e7 for each in box) or box[2] <= 0 or box[3] <= 0:
            says = say(
                "the drawing does not say how large it is: give it {first} and {second}, or a {third}",
                first=Notation("width"),
                second=Notation("height"),
                third=Notation("viewBox"),
            )
            problems.wrong(says, "svg", root.line)
            box = [0.0, 0.0, 1.0, 1.0]
        measured = wide_unit in UNITS and deep_unit in UNITS and width is not None and depth is not None
        # Without a real unit the numbers of the drawing are squares of the table.
        self.unit: MapUnit = "inch" if measured else "square"
        self.width = (width or 0.0) * UNITS[wide_unit] if measured else box[2]
        self.depth = (depth or 0.0) * UNITS[deep_unit] if measured else box[3]
        sx, sy = self.width / box[2], self.depth / box[3]
        self.matrix: Matrix = (sx, 0.0, 0.0, -sy, -box[0] * sx, self.depth + box[1] * sy)
        self.features: list[Feature] = []
        self.markers: list[Marker] = []
        self.zones: list[Zone] = []
        self.unknown = 0
        self.unread: dict[str, int] = {}

    def read(self, element: Element, matrix: Matrix, inherited: str) -> None:
        """Read what is in a group, each shape by its own words or by those of its layer."""
        for each in element.inside:
            if each.name in _NOT_DRAWN or "display:none" in each.get("style").replace(" ", ""):
                continue
            inner = transformed(matrix, each.get("transform"))
            words = " ".join(each.get(key) for key in ("label", "class", "data-sort", "id"))
            if each.name in ("g", "a", "svg"):
                own = " ".join(each.get(key) for key in ("label", "class", "data-sort", "id"))
                self.read(each, inner, own if sort_of(own) or _is_zone(own) else inherited)
            elif each.name in SHAPES:
                self._shape(each, inner, words, inherited)
            elif each.name not in ("title", "desc"):
                self.unread[each.name] = self.unread.get(each.name, 0) + 1

    def _shape(self, each: Element, matrix: Matrix, words: str, inherited: str) -> None:
        name = each.get("label") or each.get("id")
        for points, closed in self._outlines(each, matrix):
            if _is_zone(f"{words} {inherited}") and closed:
                self.zones.append(Zone(name or "zone", points))
                continue
            if "objective" in f"{words} {inherited}".casefold() and closed:
                x, y = (sum(point[i] for point in points) / len(points) for i in (0, 1))
                self.markers.append(Marker(name or "objective", (tidy(x), tidy(y))))
                continue
            sort = sort_of(
                each.get("data-sort"), each.get("class"), each.get("label"), each.get("id"), inherited
            )
            if not sort:
                self.unknown += 1
                sort = "area" if closed else "wall"
            fields: dict[str, object] = {}
            for key in _FIELDS:
                value = _length(each.get(f"data-{key}"))[0]
                if value is not None:
                    fields[key] = value
            tags = each.get("data-tags").replace(",", " ").split()
            if tags:
                fields["tags"] = tags
            if name:
                fields["labels"] = [name]
            self.features.append(Feature(name, sort, sort, points, closed, fields))

    def _outlines(
        self, each: Element, matrix: Matrix
    ) -> Iterator[tuple[tuple[tuple[float, float], ...], bool]]:
        try:
            shapes = outline_of(each, matrix)
        except (ValueError, OverflowError):
            says = say("the shape {name} can't be read", name=Quoted(each.get("id") or each.name))
            self.problems.wrong(says, each.name, each.line)
            return
        for points, closed in shapes:
            if len(points) >= 2 and all(math.isfinite(v) and abs(v) < 1e6 for point in points for v in point):
                yield tuple((tidy(x), tidy(y)) for x, y in points), closed

    def found(self, name: str) -> TableMap:
        """The map with everything that was read."""
        notes: list[Sentence] = [
            say("Not read: {what}", what=Notation(f"{what} ({number})"))
            for what, number in self.unread.items()
        ]
        if self.unknown:
            notes.append(
                count(
                    "{n} shape has no word for terrain in its label, class or id: outlines become areas, lines walls",
                    "{n} shapes have no word for terrain in their label, class or id: outlines become areas, lines walls",
                    self.unknown,
                )
            )
        return TableMap(
            name,
            "svg",
            self.unit,
            self.width,
            self.depth,
            tuple(self.features),
            tuple(self.markers),
            tuple(self.zones),
            None,
            tuple(notes),
        )


def _is_zone(words: str) -> bool:
    return "deployment" in words.casefold()


def _length(text: str) -> tuple[float | None, str]:
    match = _LENGTH.fullmatch(text)
    if match is None:
        return None, ""
    value = float(match[1])
    return (value, match[2]) if math.isfinite(value) else (None, "")
