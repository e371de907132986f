"""Elements of SVG as text: numbers without noise, escaped words, shapes with their strokes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from surefoot.draw.picture import Point


def digits(value: float) -> str:
    """A coordinate to a tenth of a pixel: finer differences are not seen, and may differ between machines.

    >>> digits(12.04), digits(-0.01), digits(3.25)
    ('12', '0', '3.2')
    """
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def attributes(**given: object) -> str:
    """Attributes of an element; underscores stand for hyphens, empty ones are left out."""
    parts = []
    for name, value in given.items():
        if value is None or value == "":
            continue
        shown = digits(value) if isinstance(value, float) else str(value)
        parts.append(f'{name.rstrip("_").replace("_", "-")}="{escape(shown, {chr(34): "&quot;"})}"')
    return " ".join(parts)


def element(tag: str, title: str = "", /, **given: object) -> str:
    """An element; its title is what a mouse resting on it shows."""
    head = f"<{tag} {attributes(**given)}"
    return f"{head}><title>{escape(title)}</title></{tag}>" if title else f"{head}/>"


def line(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data through some points."""
    text = "L".join(f"{digits(x)} {digits(y)}" for x, y in points)
    return f"M{text}{'Z' if closed else ''}"


def lines(pairs: Iterable[tuple[Point, Point]]) -> str:
    """Path data of separate lines."""
    return "".join(line(pair) for pair in pairs)


def towards(start: Point, end: Point, distance: float) -> Point:
    """The point at a distance from a start, on the way to an end."""
    far = math.dist(start, end)
    if far == 0.0:
        return start
    share = distance / far
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def beside(start: Point, end: Point, distance: float) -> Point:
    """A step of some length to the left of the way from a start to an end."""
    far = math.dist(start, end) or 1.0
    return (end[1] - start[1]) / far * distance, -(end[0] - start[0]) / far * distance


def arrow(start: Point, end: Point, size: float) -> list[Point]:
    """The three corners of an arrow head at the end of a line."""
    root = towards(end, start, size)
    dx, dy = beside(start, end, size * 0.55)
    return [end, (root[0] + dx, root[1] + dy), (root[0] - dx, root[1] - dy)]
