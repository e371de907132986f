"""How bases, paths and signs are drawn. All of it in pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from surefoot.draw.ink import arrow, element, line, towards
from surefoot.draw.layout import Frame
from surefoot.draw.looks import GHOSTS, TRACKS
from surefoot.draw.pen import Pen
from surefoot.draw.picture import Point, Sign, Token, Track
from surefoot.draw.standing import tip


def token(pen: Pen, shown: Token, frame: Frame) -> list[str]:
    """A base, in a frame."""
    centre = frame.point(shown.x, shown.y)
    outline = [frame.point(*point) for point in shown.outline]
    look = [frame.point(*tip(shown, share)) for share in (0.5, 1.0)] if shown.facing is not None else []
    return base(pen, shown, centre, shown.radius * frame.scale, outline, look)


def base(
    pen: Pen,
    shown: Token,
    centre: Point,
    radius: float,
    outline: Sequence[Point] = (),
    look: Sequence[Point] = (),
) -> list[str]:
    """A base centred at a pixel; `look` are two points in the direction of its facing."""
    shape = _shape(centre, radius, outline)
    if shown.shade:
        dashes = "1.5 3" if shown.shade == "above" else ""
        return [
            shape(
                1.0, shown.title, fill="none", stroke=pen("faint"), stroke_width=1.0, stroke_dasharray=dashes
            )
        ]
    if shown.kind in GHOSTS:
        return _ghost(pen, shown, shape, centre, radius, look)
    colour = pen(shown.kind)
    if shown.down:
        drawn = [
            shape(1.0, shown.title, fill=pen("paper"), stroke=pen("ink"), stroke_width=1.4),
            shape(0.84, fill="none", stroke=colour, stroke_width=max(2.0, radius * 0.16)),
            _lying(pen, centre, radius, outline),
        ]
    else:
        drawn = [shape(1.0, shown.title, fill=colour, stroke=pen("ink"), stroke_width=1.6)]
        drawn += _side(pen, shown.kind, shape, radius)
    if look:
        drawn.append(_nose(pen, shown, look))
    return drawn


def hidden(pen: Pen, shown: Token, frame: Frame) -> list[str]:
    """The edge of a base below terrain, drawn over the terrain."""
    shape = _shape(
        frame.point(shown.x, shown.y),
        shown.radius * frame.scale,
        [frame.point(*point) for point in shown.outline],
    )
    return [
        shape(
            1.0,
            fill=pen(shown.kind),
            fill_opacity="0.25",
            stroke=pen("ink"),
            stroke_width=1.3,
            stroke_dasharray="3 3",
        )
    ]


def _shape(centre: Point, radius: float, outline: Sequence[Point]) -> Callable[..., str]:
    """Draws the shape of a base, at a share of its size."""

    def drawn(share: float, title: str = "", /, **given: object) -> str:
        if not outline:
            return element("circle", title, cx=centre[0], cy=centre[1], r=radius * share, **given)
        corners = [
            (centre[0] + (x - centre[0]) * share, centre[1] + (y - centre[1]) * share) for x, y in outline
        ]
        return element("path", title, d=line(corners, closed=True), **given)

    return drawn


def _side(pen: Pen, kind: str, shape: Callable[..., str], radius: float) -> list[str]:
    """Rings that distinguish the sides in print."""
    rings = {"side-1": "", "side-2": "4 3", "side-3": "1.5 3", "side-4": "8 3"}
    if kind not in rings or radius < 5:
        return []
    return [shape(0.78, fill="none", stroke=pen("ink"), stroke_width=1.2, stroke_dasharray=rings[kind])]


def _lying(pen: Pen, centre: Point, radius: float, outline: Sequence[Point]) -> str:
    """A bar across a model that is down."""
    half = radius * 0.62
    if outline:
        half = min(half, min(math.dist(centre, point) for point in outline) * 0.7)
    return element(
        "path",
        d=line(((centre[0] - half, centre[1]), (centre[0] + half, centre[1]))),
        stroke=pen("ink"),
        stroke_width=max(2.5, radius * 0.22),
        stroke_linecap="round",
    )


def _nose(pen: Pen, shown: Token, look: Sequence[Point]) -> str:
    """A wedge at the edge of a base that shows its facing."""
    start, end = look
    size = min(12.0, max(3.5, math.dist(start, end) * 0.7))
    fill = pen("ink") if shown.kind in GHOSTS or shown.down else pen("paper")
    return element(
        "path", d=line(arrow(start, end, size), closed=True), fill=fill, stroke=pen("ink"), stroke_width=0.9
    )


def _ghost(
    pen: Pen, shown: Token, shape: Callable[..., str], centre: Point, radius: float, look: Sequence[Point]
) -> list[str]:
    looks = {
        "goal": {"fill": "none", "stroke": pen("ink"), "stroke_dasharray": "5 3", "stroke_width": 2.0},
        "ghost": {
            "fill": pen("leap"),
            "fill_opacity": "0.18",
            "stroke": pen("leap"),
            "stroke_dasharray": "2 3",
            "stroke_width": 2.0,
        },
        "origin": {"fill": "none", "stroke": pen("soft"), "stroke_dasharray": "1.5 3", "stroke_width": 1.6},
    }
    drawn = [shape(1.0, fill="none", stroke=pen("paper"), stroke_width=4.5, stroke_opacity="0.7")]
    drawn.append(shape(1.0, shown.title, **looks[shown.kind]))
    if shown.down and shown.kind == "goal":
        # Below the middle, where the path does not end.
        x, y = centre[0], centre[1] + radius * 0.5
        half = min(9.0, radius * 0.5)
        drawn.append(
            element(
                "path",
                d=line(((x - half, y), (x + half, y))),
                stroke=pen("ink"),
                stroke_width=3.5,
                stroke_linecap="round",
            )
        )
    if look:
        drawn.append(_nose(pen, shown, look))
    return drawn


# --- paths and signs ------------------------------------------------------------------------------


def track(pen: Pen, shown: Track, frame: Frame) -> list[str]:
    """A piece of a path."""
    points = [frame.point(*point) for point in shown.points]
    if shown.shade:
        return [
            element(
                "path",
                shown.title,
                d=line(points),
                fill="none",
                stroke=pen("faint"),
                stroke_width=1.4,
                stroke_dasharray="2 3",
            )
        ]
    colour, dashes = TRACKS[shown.kind]
    size = 9.0
    drawn_to = list(points)
    if shown.ends and math.dist(points[-2], points[-1]) > size:
        drawn_to[-1] = towards(points[-1], points[-2], size * 0.8)
    drawn = [
        element(
            "path",
            d=line(points),
            fill="none",
            stroke=pen("paper"),
            stroke_width=6.0,
            stroke_opacity="0.75",
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        element(
            "path",
            shown.title,
            d=line(drawn_to),
            fill="none",
            stroke=pen(colour),
            stroke_width=2.6 if shown.kind != "nearest" else 3.4,
            stroke_dasharray=dashes,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
    ]
    if shown.ends:
        drawn.append(
            element("path", d=line(arrow(points[-2], points[-1], size), closed=True), fill=pen(colour))
        )
    else:
        x, y = points[-1]
        drawn.append(element("circle", cx=x, cy=y, r=2.6, fill=pen(colour)))
    return drawn


def sign(pen: Pen, shown: Sign, at: Point) -> list[str]:
    """A mark at a point; none of them is larger than sixteen pixels."""
    x, y = at
    if shown.kind in ("refused", "gone"):
        colour = pen("drop") if shown.kind == "refused" else pen("ink")
        cross = line(((x - 5, y - 5), (x + 5, y + 5))) + line(((x - 5, y + 5), (x + 5, y - 5)))
        drawn = [element("path", d=cross, stroke=pen("paper"), stroke_width=6.5, stroke_linecap="round")]
        if shown.kind == "gone":
            drawn = [element("circle", cx=x, cy=y, r=8.0, fill=pen("paper"), fill_opacity="0.8")]
        drawn.append(
            element("path", shown.title, d=cross, stroke=colour, stroke_width=3.0, stroke_linecap="round")
        )
        return drawn
    if shown.kind == "object":
        diamond = [(x, y - 7), (x + 6, y), (x, y + 7), (x - 6, y)]
        return [
            element(
                "path",
                shown.title,
                d=line(diamond, closed=True),
                fill=pen("paper"),
                stroke=pen("ink"),
                stroke_width=1.6,
            )
        ]
    up = -1 if shown.kind == "up" else 1
    colour = pen("climb" if shown.kind == "up" else "drop")
    wedge = [(x, y + 5 * up), (x - 5, y - 3.5 * up), (x + 5, y - 3.5 * up)]
    return [
        element("circle", shown.title, cx=x, cy=y, r=8.0, fill=pen("paper"), stroke=colour, stroke_width=1.6),
        element("path", d=line(wedge, closed=True), fill=colour),
    ]
