"""Shapes of SVG as points: paths with curves, transforms."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from surefoot.intake.xml import Element

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
Shape = tuple[list[Point], bool]

# Corners of a whole circle, and pieces of a curve.
CORNERS = 24
PIECES = 8
MOST_POINTS = 20_000
_TOKENS = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")
_NUMBERS = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
# How many numbers each command of a path takes.
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def applied(matrix: Matrix, point: Point) -> Point:
    """A point as a matrix moves it."""
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """Two matrices one after the other: first the inner one."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def transformed(matrix: Matrix, text: str) -> Matrix:
    """A matrix with the transform that an element carries."""
    for name, inside in _TRANSFORM.findall(text):
        numbers = [float(each) for each in _NUMBERS.findall(inside)]
        matrix = times(matrix, _one(name, numbers))
    return matrix


def _one(name: str, numbers: list[float]) -> Matrix:
    if name == "matrix" and len(numbers) == 6:
        return (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    first, *rest = [*numbers, 0.0] if numbers else [0.0]
    if name == "translate":
        return (1, 0, 0, 1, first, rest[0] if len(numbers) > 1 else 0.0)
    if name == "scale":
        return (first, 0, 0, rest[0] if len(numbers) > 1 else first, 0, 0)
    if name == "rotate":
        cos, sin = math.cos(math.radians(first)), math.sin(math.radians(first))
        x, y = (rest[0], rest[1]) if len(numbers) > 2 else (0.0, 0.0)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    if name == "skewX":
        return (1, 0, math.tan(math.radians(first)), 1, 0, 0)
    if name == "skewY":
        return (1, math.tan(math.radians(first)), 0, 1, 0, 0)
    return (1, 0, 0, 1, 0, 0)


def outline_of(element: Element, matrix: Matrix) -> list[Shape]:
    """The outlines and lines of a shape, moved by a matrix; raises ValueError if it is none."""
    return [([applied(matrix, point) for point in points], closed) for points, closed in _local(element)]


def _number(element: Element, name: str) -> float:
    match = _NUMBERS.match(element.get(name, "0").strip() or "0")
    if match is None:
        raise ValueError(name)
    return float(match[0])


def _local(element: Element) -> list[Shape]:
    if element.name == "path":
        return list(path(element.get("d")))
    if element.name in ("polyline", "polygon"):
        flat = [float(each) for each in _NUMBERS.findall(element.get("points"))]
        return [(list(zip(flat[0::2], flat[1::2], strict=False)), element.name == "polygon")]
    if element.name == "line":
        ends = [_number(element, key) for key in ("x1", "y1", "x2", "y2")]
        return [([(ends[0], ends[1]), (ends[2], ends[3])], False)]
    if element.name == "rect":
        x, y, wide, deep = (_number(element, key) for key in ("x", "y", "width", "height"))
        if wide <= 0 or deep <= 0:
            raise ValueError("rect")
        return [([(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)], True)]
    x, y = _number(element, "cx"), _number(element, "cy")
    rx = _number(element, "r" if element.name == "circle" else "rx")
    ry = _number(element, "r" if element.name == "circle" else "ry")
    if rx <= 0 or ry <= 0:
        raise ValueError("circle")
    steps = [2 * math.pi * i / CORNERS for i in range(CORNERS)]
    return [([(x + rx * math.cos(step), y + ry * math.sin(step)) for step in steps], True)]


def path(text: str) -> Iterator[Shape]:
    """The lines and outlines of a path.

    >>> list(path("M1 1h3v2z m1 1 l1 0"))
    [([(1.0, 1.0), (4.0, 1.0), (4.0, 3.0)], True), ([(2.0, 2.0), (3.0, 2.0)], False)]
    """
    pen = _Pen()
    tokens = _TOKENS.findall(text)
    command, position = "", 0
    while position < len(tokens):
        letter, _ = tokens[position]
        if letter:
            command = letter
            position += 1
        elif not command or command in "Zz":
            raise ValueError(text[:20])
        takes = _TAKES[command.upper()]
        taken = tokens[position : position + takes]
        if len(taken) < takes or any(each[0] for each in taken):
            raise ValueError(text[:20])
        position += takes
        numbers = [float(each[1]) for each in taken]
        yield from pen.draw(command, numbers)
        if len(pen.points) > MOST_POINTS:
            raise ValueError(text[:20])
        # More pairs behind a move are lines.
        command = {"M": "L", "m": "l"}.get(command, command)
    if len(pen.points) > 1:
        yield pen.points, False


class _Pen:
    """Where a path is, and the points of the line that it draws."""

    def __init__(self) -> None:
        self.at: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.control: Point | None = None
        self.points: list[Point] = []

    def draw(self, command: str, numbers: list[float]) -> Iterator[Shape]:
        """Follow one command; a line that it ends is handed over."""
        kind, relative = command.upper(), command.islower()
        if kind == "Z":
            if len(self.points) > 2:
                yield _open(self.points), True
            self.points, self.at = [], self.start
            return
        if kind == "M":
            if len(self.points) > 1:
                yield self.points, False
            self.at = self.start = self._absolute(numbers[:2], relative)
            self.points = [self.at]
            return
        if not self.points:
            self.points = [self.at]
        self._follow(kind, numbers, relative)

    def _follow(self, kind: str, numbers: list[float], relative: bool) -> None:
        x, y = self.at
        if kind == "H":
            end = ((x if relative else 0.0) + numbers[0], y)
        elif kind == "V":
            end = (x, (y if relative else 0.0) + numbers[0])
        else:
            end = self._absolute(numbers[-2:], relative)
        mirrored = (2 * x - self.control[0], 2 * y - self.control[1]) if self.control else (x, y)
        self.control = None
        if kind in {"C", "S"}:
            first = self._absolute(numbers[0:2], relative) if kind == "C" else mirrored
            self.control = self._absolute(numbers[-4:-2], relative)
            self._curve([(x, y), first, self.control, end])
        elif kind in {"Q", "T"}:
            self.control = self._absolute(numbers[0:2], relative) if kind == "Q" else mirrored
            self._curve([(x, y), self.control, end])
        elif kind == "A":
            self.points += _arc((x, y), end, numbers)
        else:
            self.points.append(end)
        self.at = end

    def _absolute(self, pair: list[float], relative: bool) -> Point:
        return (pair[0] + self.at[0], pair[1] + self.at[1]) if relative else (pair[0], pair[1])

    def _curve(self, controls: list[Point]) -> None:
        for i in range(1, PIECES + 1):
            points = controls
            while len(points) > 1:
                points = [
                    (a[0] + (b[0] - a[0]) * i / PIECES, a[1] + (b[1] - a[1]) * i / PIECES)
                    for a, b in itertools.pairwise(points)
                ]
            self.points.append(points[0])


def _open(points: list[Point]) -> list[Point]:
    return points[:-1] if points[0] == points[-1] else points


def _arc(start: Point, end: Point, numbers: list[float]) -> list[Point]:
    """An elliptic arc as the specification of SVG derives it (F.6.5)."""
    rx, ry, turn = abs(numbers[0]), abs(numbers[1]), math.radians(numbers[2])
    large, sweep = bool(numbers[3]), bool(numbers[4])
    if start == end or not rx or not ry:
        return [end]
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2)
    scale = math.sqrt(under / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
    cx, cy = scale * rx * py / ry, -scale * ry * px / rx
    middle = (cos * cx - sin * cy + (start[0] + end[0]) / 2, sin * cx + cos * cy + (start[1] + end[1]) / 2)
    first = math.atan2((py - cy) / ry, (px - cx) / rx)
    last = math.atan2((-py - cy) / ry, (-px - cx) / rx)
    if sweep and last < first:
        last += 2 * math.pi
    if not sweep and last > first:
        last -= 2 * math.pi
    steps = max(2, math.ceil(abs(last - first) / (2 * math.pi) * CORNERS))
    found: list[Point] = []
    for i in range(1, steps):
        angle = first + (last - first) * i / steps
        x, y = rx * math.cos(angle), ry * math.sin(angle)
        found.append((cos * x - sin * y + middle[0], sin * x + cos * y + middle[1]))
    return [*found, end]
