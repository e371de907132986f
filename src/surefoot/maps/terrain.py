"""Features of a map as terrain of a scenario: heights and widths by kind, each told as an assumption that can be changed."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from surefoot.geometry import prepare
from surefoot.language import Notation, Sentence, count, say
from surefoot.maps.table_map import Feature, Point, TableMap, tidy
from surefoot.records import dataclass
from surefoot.referee.protocol import find

# Usual sizes by kind, in inches of the table; in rulesets in metres, in metres.
HEIGHTS = {
    "wall": 3.0,
    "see-through": 3.0,
    "object": 1.0,
    "door": 3.0,
    "window": 1.0,
    "obstacle": 1.0,
    "railing": 0.8,
    "platform": 3.0,
    "floor": 3.0,
    "dense": 5.0,
    "light": 2.0,
    "gap": 3.0,
    "stairs": 3.0,
    "ramp": 3.0,
    "ladder": 3.0,
    "rope": 3.0,
    "grapple": 3.0,
    "portable-ladder": 3.0,
    "ductway": 1.0,
}
# The field of each sort that a height goes into.
FIELDS = {
    "platform": "z",
    "gap": "depth",
    "ladder": "height",
    "rope": "height",
    "grapple": "height",
    "portable-ladder": "height",
}
WIDTHS = {
    "wall": 0.2,
    "door": 0.2,
    "window": 0.2,
    "obstacle": 0.5,
    "railing": 0.1,
    "platform": 2.0,
    "stairs": 1.5,
}
WIDTHS |= {"ramp": 1.5, "ductway": 1.0, "area": 1.0, "gap": 1.0, "lift": 2.0}
SILL = 1.0
# A line that a piece can hold has fewer points than this.
LONGEST_LINE = 200
_UPRIGHT = ("ladder", "rope", "grapple", "portable-ladder")
_ENDS = ("door", "window", "stairs", "ramp")
_OUTLINES = ("area", "wall", "obstacle", "platform", "gap", "lift")


@dataclass(frozen=True, slots=True)
class Assumption:
    """A size that the file does not say: for which kind of thing, which field, and what is taken."""

    kind: str
    field: str
    value: float
    count: int


@dataclass(frozen=True)
class Terrain:
    """Terrain of a scenario, with what was assumed and what was left out."""

    pieces: dict[str, dict[str, Any]]
    assumptions: tuple[Assumption, ...]
    notes: tuple[Sentence, ...]


def terrain_of(
    found: TableMap, ruleset: str, scale: float = 1.0, heights: Mapping[str, float] | None = None
) -> Terrain:
    """The features of a map as pieces; `scale` is how many units of the table a unit of the map is."""
    measure = scale if found.heights_in_squares else 1.0
    return _Builder(ruleset, scale, measure, {**HEIGHTS, **(heights or {})}).built(found)


class _Builder:
    def __init__(self, ruleset: str, scale: float, measure: float, heights: Mapping[str, float]) -> None:
        self.rules = find(ruleset)
        self.scale = scale
        self.measure = measure
        self.heights = heights
        self.assumed: dict[tuple[str, str], list[float]] = {}
        self.pieces: dict[str, dict[str, Any]] = {}
        self.dropped: dict[str, int] = {}
        vocabulary = self.rules.vocabulary
        self.tags = None if vocabulary is None else {word.name for word in vocabulary.tags}
        self.states = None if vocabulary is None else {word.name for word in vocabulary.states}

    def built(self, found: TableMap) -> Terrain:
        numbers: dict[str, int] = {}
        for feature in found.features:
            for piece in self._pieces(feature):
                numbers[feature.sort] = numbers.get(feature.sort, 0) + 1
                self.pieces[f"{feature.sort}-{numbers[feature.sort]}"] = piece
        assumptions = [
            Assumption(kind, field, values[0], len(values)) for (kind, field), values in self.assumed.items()
        ]
        notes = [
            count(
                "{n} {what} has no outline that can stand on a table, and is left out",
                "{n} of {what} have no outline that can stand on a table, and are left out",
                number,
                what=Notation(what),
            )
            for what, number in self.dropped.items()
        ]
        return Terrain(self.pieces, tuple(assumptions), tuple(notes))

    def _pieces(self, feature: Feature) -> list[dict[str, Any]]:
        points = _distinct([(tidy(x * self.scale), tidy(y * self.scale)) for x, y in feature.points])
        fields = self._fields(feature)
        width = fields.pop("width", None)
        if feature.sort in _UPRIGHT:
            ends = [points[0], points[-1]] if len(points) > 1 else points
            where: Any = [list(each) for each in ends] if len(ends) > 1 else list(ends[0])
            return [{feature.sort: where, **fields}]
        if feature.closed and feature.sort in _OUTLINES:
            if len(points) < 3 or prepare.problems(points):
                return self._left_out(feature.sort)
            return [{feature.sort: [list(each) for each in points], **fields}]
        width = self._size(feature.kind, "width", WIDTHS.get(feature.sort, 0.2)) if width is None else width
        if len(points) < 2:
            return self._left_out(feature.sort)
        if feature.sort in _ENDS:
            ends = _middle_ends(points) if feature.closed else [points[0], points[-1]]
            return [{feature.sort: [list(each) for each in ends], "width": width, **fields}]
        if feature.closed:
            points = [*points, points[0]]
        return [
            {feature.sort: [list(each) for each in line], "width": width, **fields}
            for line in lines(points, width)
        ]

    def _left_out(self, sort: str) -> list[dict[str, Any]]:
        self.dropped[sort] = self.dropped.get(sort, 0) + 1
        return []

    def _fields(self, feature: Feature) -> dict[str, Any]:
        fields = dict(feature.fields)
        for name in ("z", "height", "depth", "thickness", "sill", "width"):
            if isinstance(fields.get(name), int | float) and self.measure != 1.0:
                fields[name] = tidy(fields[name] * self.measure)
        for name, known in (("tags", self.tags), ("state", self.states)):
            words = fields.get(name)
            if known is not None and isinstance(words, list):
                fields[name] = [word for word in words if word in known]
                others = [word for word in words if word not in known]
                if others:
                    fields["labels"] = list(dict.fromkeys([*fields.get("labels", []), *others]))
                if not fields[name]:
                    del fields[name]
        traits = fields.get("traits")
        if isinstance(traits, dict):
            fields["traits"] = {name: each for name, each in traits.items() if name == self.rules.name}
            if not fields["traits"]:
                del fields["traits"]
        self._height(feature, fields)
        if feature.sort == "window" and "sill" not in fields:
            fields["sill"] = self._size(feature.kind, "sill", SILL)
        if feature.sort == "lift" and "shaft" not in fields:
            fields["shaft"] = [0.0, self._size(feature.kind, "height", self.heights.get("platform", 3.0))]
        return fields

    def _height(self, feature: Feature, fields: dict[str, Any]) -> None:
        field = FIELDS.get(feature.sort, "height")
        if (
            feature.sort in ("area", "lift")
            or field in fields
            or (feature.sort in _UPRIGHT and "to" in fields)
        ):
            return
        usual = self.heights.get(feature.kind, self.heights.get(feature.sort))
        if usual is not None:
            fields[field] = self._size(feature.kind, field, usual)

    def _size(self, kind: str, field: str, value: float) -> float:
        self.assumed.setdefault((kind, field), []).append(value)
        return value


def _distinct(points: list[Point]) -> list[Point]:
    found: list[Point] = []
    for point in points:
        if not found or point != found[-1]:
            found.append(point)
    return found


def _middle_ends(points: list[Point]) -> list[Point]:
    """The ends of the middle line of an outline: the middles of its two shortest opposite sides."""
    if len(points) != 4:
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        y = (min(ys) + max(ys)) / 2
        return [(min(xs), y), (max(xs), y)]
    sides = list(zip(points, [*points[1:], points[0]], strict=True))

    def length(side: tuple[Point, Point]) -> float:
        return (side[0][0] - side[1][0]) ** 2 + (side[0][1] - side[1][1]) ** 2

    first = 0 if length(sides[0]) <= length(sides[1]) else 1
    return [(tidy((a[0] + b[0]) / 2), tidy((a[1] + b[1]) / 2)) for a, b in (sides[first], sides[first + 2])]


def lines(points: list[Point], width: float) -> list[list[Point]]:
    """A line as lines that a piece can be made of: none closes on itself, none has too many points."""
    if len(points) > 2 and points[0] == points[-1]:
        middle = len(points) // 2
        return [*lines(points[: middle + 1], width), *lines(points[middle:], width)]
    if len(points) > LONGEST_LINE:
        starts = range(0, len(points) - 1, LONGEST_LINE - 1)
        return [each for start in starts for each in lines(points[start : start + LONGEST_LINE], width)]
    if len(points) > 2 and len(prepare.line_region(points, width).rings) != 1:
        return [[a, b] for a, b in itertools.pairwise(points) if a != b]
    return [points]


def told(assumption: Assumption) -> Sentence:
    """An assumption in words."""
    return say(
        "{kind}: {field} {value}, assumed for {count}",
        kind=Notation(assumption.kind),
        field=Notation(assumption.field),
        value=Notation(f"{assumption.value:g}"),
        count=Notation(str(assumption.count)),
    )
