"""The signs of the legend: each kind of thing as it is drawn on the table, in small."""

from __future__ import annotations

from surefoot.draw.ink import element, line
from surefoot.draw.looks import GHOSTS, LINKS, SIGNS, TRACKS
from surefoot.draw.marks import base, sign
from surefoot.draw.pen import Pen
from surefoot.draw.picture import Patch, Point, Sign, Token
from surefoot.draw.relief import terrain


def legend_sign(pen: Pen, kind: str, x: float, y: float) -> list[str]:
    """The sign of a kind in a box of 24 × 14 pixels; (x, y) is the middle of its left edge."""
    if kind in TRACKS:
        colour, dashes = TRACKS[kind]
        return [
            element(
                "path",
                d=line(((x + 1, y), (x + 23, y))),
                stroke=pen(colour),
                stroke_width=2.6 if kind != "nearest" else 3.4,
                stroke_dasharray=dashes,
                stroke_linecap="round",
            )
        ]
    if kind in SIGNS:
        return sign(pen, Sign(0.0, 0.0, kind), (x + 12, y))
    if kind.startswith("side-") or kind in GHOSTS or kind.endswith("-model"):
        return _model(pen, kind, (x + 12, y))
    if kind in LINKS:
        ends = ((x + 6, y), (x + 18, y)) if kind == "ladder" else ((x + 12, y), (x + 12, y))
        return terrain(pen, Patch((), kind), [], ends, 24.0)
    half = 1.5 if kind == "railing" else 7.0
    box: list[Point] = [(x, y + half), (x + 24, y + half), (x + 24, y - half), (x, y - half)]
    axis = ((x, y), (x + 24, y))
    lifted = Patch((), kind, step=1)
    return terrain(pen, lifted, [box], axis, 20.0)


def _model(pen: Pen, kind: str, centre: Point) -> list[str]:
    if kind == "hidden-model":
        x, y = centre
        return [
            element(
                "circle",
                cx=x,
                cy=y,
                r=7.5,
                fill="none",
                stroke=pen("ink"),
                stroke_width=1.3,
                stroke_dasharray="3 3",
            )
        ]
    down = kind == "down-model"
    return base(pen, Token(0.0, 0.0, 1.0, "side-4" if down else kind, down=down), centre, 7.5)
