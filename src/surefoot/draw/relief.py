"""How terrain is drawn: ground, walls, levels with their shadows, stairs, ladders, gaps. All of it in pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence

from surefoot.draw.ink import arrow, beside, element, line, lines, towards
from surefoot.draw.layout import Frame
from surefoot.draw.looks import AREAS, LINKS, SOLIDS
from surefoot.draw.pen import Pen
from surefoot.draw.picture import Patch, Point

# The length of a level's shadow per unit of height, and its largest length.
SHADOW, MOST_SHADOW = 1.6, 9.0


def patch(pen: Pen, shown: Patch, frame: Frame) -> list[str]:
    """A piece of terrain, in a frame."""
    rings = [[frame.point(*point) for point in ring] for ring in shown.rings]
    axis = (frame.point(*shown.axis[0]), frame.point(*shown.axis[1])) if shown.axis else None
    return terrain(pen, shown, rings, axis, frame.scale)


def terrain(
    pen: Pen,
    shown: Patch,
    rings: Sequence[Sequence[Point]],
    axis: tuple[Point, Point] | None,
    scale: float,
) -> list[str]:
    """A piece of terrain whose outline lies at some pixels."""
    path = "".join(line(ring, closed=True) for ring in rings)
    if shown.shade:
        return _shaded(pen, shown, path, axis)
    if shown.kind in LINKS:
        return _link(pen, shown, axis, scale) if axis is not None else []
    if shown.kind in AREAS:
        return _area(pen, shown, path)
    if shown.kind == "gap":
        return _gap(pen, shown, path, rings)
    if shown.kind in SOLIDS:
        return _solid(pen, shown, path, axis)
    return _level(pen, shown, path, rings, axis)


def _shaded(pen: Pen, shown: Patch, path: str, axis: tuple[Point, Point] | None) -> list[str]:
    """A piece above or below the shown level: only its edge."""
    if not path:
        path = line(axis) if axis is not None else ""
    dashes = "1.5 3" if shown.shade == "above" else ""
    return [
        element(
            "path",
            shown.title,
            d=path,
            fill="none",
            stroke=pen("faint"),
            stroke_width=1.0 if shown.shade == "above" else 0.7,
            stroke_dasharray=dashes,
        )
    ]


def _area(pen: Pen, shown: Patch, path: str) -> list[str]:
    colour, pattern = AREAS[shown.kind]
    edge = {"stroke": pen(colour), "stroke_width": 1.2, "stroke_dasharray": "6 3"}
    return [
        element("path", d=path, fill=pen(colour), fill_opacity="0.1", fill_rule="evenodd"),
        element(
            "path",
            shown.title,
            d=path,
            fill="none" if pattern == "none" else pen.pattern(pattern, colour),
            fill_rule="evenodd",
            **edge,
        ),
    ]


def _gap(pen: Pen, shown: Patch, path: str, rings: Sequence[Sequence[Point]]) -> list[str]:
    """A gap: dark, with ticks that point into it, like hollows on maps."""
    ticks = [tick for ring in rings for tick in _ticks(ring, 9.0, 5.0)]
    return [
        element("path", d=path, fill=pen("depth"), fill_opacity="0.28"),
        element(
            "path",
            shown.title,
            d=path,
            fill=pen.pattern("depth", "depth"),
            fill_opacity="0.35",
            stroke=pen("ink"),
            stroke_width=1.3,
        ),
        element("path", d=lines(ticks), stroke=pen("ink"), stroke_width=1.0),
    ]


def _edges(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def _shadow(rings: Sequence[Sequence[Point]], far: float) -> str:
    """The shadow of a level outside of it; light comes from the north-west."""
    cast = ""
    for start, end in (edge for ring in rings for edge in _edges(ring)):
        inward = beside(start, end, 1.0)
        if inward[0] + inward[1] < -1e-6:
            fallen = [(end[0] + far, end[1] + far), (start[0] + far, start[1] + far)]
            cast += line([start, end, *fallen], closed=True)
    return cast


def _ticks(ring: Sequence[Point], every: float, long: float) -> list[tuple[Point, Point]]:
    """Short lines from an edge inwards."""
    found = []
    for start, end in _edges(ring):
        far = math.dist(start, end)
        count = int(far // every)
        dx, dy = beside(start, end, long)
        for i in range(count):
            x, y = towards(start, end, far * (i + 0.5) / count)
            found.append(((x, y), (x + dx, y + dy)))
    return found


def _solid(pen: Pen, shown: Patch, path: str, axis: tuple[Point, Point] | None) -> list[str]:
    fill, opacity = SOLIDS[shown.kind]
    drawn = [
        element(
            "path",
            shown.title,
            d=path,
            fill=pen(fill),
            fill_opacity=f"{opacity:g}",
            fill_rule="evenodd",
            stroke=pen("ink"),
            stroke_width=1.0 if shown.kind != "wall" else 1.6,
            stroke_dasharray="3 2" if shown.kind in ("door-open", "ductway") else "",
        )
    ]
    if shown.kind == "obstacle":
        drawn.append(element("path", d=path, fill=pen.pattern("planks", "ink"), fill_rule="evenodd"))
    if axis is None or math.dist(*axis) < 2:
        return drawn
    if shown.kind in ("window", "door-closed"):
        drawn.append(element("path", d=line(axis), stroke=pen("ink"), stroke_width=1.0))
    if shown.kind == "railing":
        count = max(1, int(math.dist(*axis) // 12))
        posts = [towards(*axis, math.dist(*axis) * i / count) for i in range(count + 1)]
        drawn += [element("circle", cx=x, cy=y, r=2.2, fill=pen("ink")) for x, y in posts]
    return drawn


def _level(
    pen: Pen,
    shown: Patch,
    path: str,
    rings: Sequence[Sequence[Point]],
    axis: tuple[Point, Point] | None,
) -> list[str]:
    """A level: the higher it is, the darker it is, the heavier its edge, and the further its shadow falls."""
    drawn = []
    far = min(MOST_SHADOW, SHADOW * (shown.high if shown.kind != "deck" else 0.0))
    if far > 0.5 and shown.kind not in ("stairs", "ramp"):
        drawn.append(element("path", d=_shadow(rings, far), fill=pen("shadow"), fill_opacity="0.22"))
    step = min(4, max(1, shown.step))
    see_through = {"platform": "0.86", "deck": "0.35"}.get(shown.kind, "1")
    drawn.append(
        element(
            "path",
            shown.title,
            d=path,
            fill=pen("glass" if shown.kind == "lift" else f"level-{step}"),
            fill_opacity=see_through,
            fill_rule="evenodd",
            stroke=pen("ink"),
            stroke_width=0.8 + 0.45 * min(4, shown.step),
            stroke_dasharray="5 2" if shown.kind == "deck" else "",
        )
    )
    if shown.kind == "deck":
        drawn.append(element("path", d=path, fill=pen.pattern("planks", "ink"), fill_rule="evenodd"))
    if shown.kind == "block":
        drawn.append(_inner(pen, rings))
    if shown.kind == "lift" and rings:
        drawn += _lift_arrows(pen, rings[0])
    if axis is not None and shown.kind in ("stairs", "ramp"):
        drawn += _slope(pen, shown, rings, axis)
    return drawn


def _inner(pen: Pen, rings: Sequence[Sequence[Point]]) -> str:
    """Solid below: short lines along the inside of the edge, as sections of masonry are hatched."""
    ticks = [tick for ring in rings for tick in _ticks(ring, 7.0, 4.0)]
    slanted = [
        (start, (end[0] + (end[1] - start[1]) * 0.7, end[1] - (end[0] - start[0]) * 0.7))
        for start, end in ticks
    ]
    return element("path", d=lines(slanted), stroke=pen("soft"), stroke_width=0.9)


def _lift_arrows(pen: Pen, ring: Sequence[Point]) -> list[str]:
    xs, ys = zip(*ring, strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    up = [(x, y - 9), (x - 5, y - 2), (x + 5, y - 2)]
    down = [(x, y + 9), (x - 5, y + 2), (x + 5, y + 2)]
    return [element("path", d=line(each, closed=True), fill=pen("ink")) for each in (up, down)]


def _slope(pen: Pen, shown: Patch, rings: Sequence[Sequence[Point]], axis: tuple[Point, Point]) -> list[str]:
    """Stairs by their steps, ramps by lines that run up; an arrow on both."""
    low, high = axis
    far = math.dist(low, high)
    half = max(_off(point, axis) for ring in rings for point in ring)
    dx, dy = beside(low, high, half)
    if shown.kind == "stairs":
        count = max(2, min(14, int(far // 7)))
        marks = [towards(low, high, far * i / count) for i in range(1, count)]
        across = [((x - dx, y - dy), (x + dx, y + dy)) for x, y in marks]
    else:
        across = [
            (
                (low[0] + dx * s, low[1] + dy * s),
                towards((low[0] + dx * s, low[1] + dy * s), (high[0] + dx * s, high[1] + dy * s), far * 0.55),
            )
            for s in (-0.75, -0.45, 0.45, 0.75)
        ]
    start, end = towards(low, high, far * 0.16), towards(low, high, far * 0.84)
    size = min(9.0, far * 0.3)
    return [
        element("path", d=lines(across), stroke=pen("ink"), stroke_width=0.8),
        element("path", d=line((start, end)), stroke=pen("paper"), stroke_width=4.5),
        element(
            "path", d=line((start, towards(end, start, size * 0.8))), stroke=pen("ink"), stroke_width=1.6
        ),
        element("path", d=line(arrow(start, end, size), closed=True), fill=pen("ink")),
    ]


def _off(point: Point, axis: tuple[Point, Point]) -> float:
    """The distance of a point from a line."""
    (ax, ay), (bx, by) = axis
    far = math.dist(*axis) or 1.0
    return abs((point[0] - ax) * (by - ay) - (point[1] - ay) * (bx - ax)) / far


def _link(pen: Pen, shown: Patch, axis: tuple[Point, Point], scale: float) -> list[str]:
    """A ladder by its rungs, a rope by its coil; where foot and head lie apart, all the way between them."""
    foot, head = axis
    half = min(8.0, max(4.5, scale * 0.22))
    if math.dist(foot, head) < 4:
        foot, head = (foot[0], foot[1] + half * 1.5), (foot[0], foot[1] - half * 1.5)
    if shown.kind == "rope":
        x, y = axis[0]
        return [
            element("path", d=line(axis), stroke=pen("wood"), stroke_width=2.0, stroke_dasharray="4 2"),
            element(
                "circle",
                shown.title,
                cx=x,
                cy=y,
                r=half,
                fill=pen("paper"),
                stroke=pen("wood"),
                stroke_width=2.2,
            ),
            element("circle", cx=x, cy=y, r=half * 0.4, fill=pen("wood")),
        ]
    dx, dy = beside(foot, head, half)
    far = math.dist(foot, head)
    corners = [
        (foot[0] - dx, foot[1] - dy),
        (head[0] - dx, head[1] - dy),
        (head[0] + dx, head[1] + dy),
        (foot[0] + dx, foot[1] + dy),
    ]
    count = max(3, int(far // 6))
    rungs = [towards(foot, head, far * (i + 0.5) / count) for i in range(count)]
    return [
        element("path", shown.title, d=line(corners, closed=True), fill=pen("paper"), fill_opacity="0.9"),
        element(
            "path",
            d=line(corners[:2])
            + line(corners[2:])
            + lines(((x - dx, y - dy), (x + dx, y + dy)) for x, y in rungs),
            stroke=pen("wood"),
            stroke_width=1.8,
            fill="none",
        ),
    ]
