# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Intersections of circles with lines, capsules and circles, as angles; of lines with circles and lines, as shares."""

from __future__ import annotations

import math
from math import inf, pi

_TURN = 2.0 * pi
# A point inside a circle by no more than this share (of the squared distance) counts as on it. A point where a border
# meets two obstacles lies on one of them, and may be inside the other by the distance at which two points are the
# same; a path that grazes an obstacle may be inside its circle by as much.
_TOUCHES = 1.0 - 1e-6


def is_inside(square: float, radius: float) -> bool:
    """Whether a point is inside a circle, by its squared distance from the centre."""
    return square < radius * radius * _TOUCHES


def circle_line(
    x: float, y: float, radius: float, ax: float, ay: float, bx: float, by: float, out: list[float]
) -> None:
    """The angles at which a circle crosses a segment."""
    ex = bx - ax
    ey = by - ay
    square = ex * ex + ey * ey
    if square <= 0.0:
        return
    along = (x - ax) * ex + (y - ay) * ey
    off = (x - ax) * ey - (y - ay) * ex
    room = radius * radius * square - off * off
    if room < 0.0:
        return
    half = math.sqrt(room)
    for value in ((along - half) / square, (along + half) / square):
        if -1e-9 <= value <= 1.0 + 1e-9:
            angle = math.atan2(ay + value * ey - y, ax + value * ex - x)
            out.append(angle if angle >= 0.0 else angle + _TURN)


def circle_capsule(
    x: float,
    y: float,
    radius: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    reach: float,
    out: list[float],
) -> None:
    """The angles at which a circle crosses the border of a capsule."""
    circle_circle(x, y, radius, ax, ay, reach, out)
    if ax == bx and ay == by:
        return
    circle_circle(x, y, radius, bx, by, reach, out)
    length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    nx = -(by - ay) / length * reach
    ny = (bx - ax) / length * reach
    circle_line(x, y, radius, ax + nx, ay + ny, bx + nx, by + ny, out)
    circle_line(x, y, radius, ax - nx, ay - ny, bx - nx, by - ny, out)


def circle_circle(
    x: float, y: float, radius: float, cx: float, cy: float, other: float, out: list[float]
) -> None:
    """The angles at which a circle crosses another."""
    dx = cx - x
    dy = cy - y
    square = dx * dx + dy * dy
    if square <= 1e-24:
        return
    # The position of the intersections along the line between the centres.
    along = (square + radius * radius - other * other) / 2.0
    room = radius * radius * square - along * along
    if room < 0.0:
        return
    half = math.sqrt(room)
    for sign in (1.0, -1.0):
        angle = math.atan2(along * dy + sign * half * dx, along * dx - sign * half * dy)
        out.append(angle if angle >= 0.0 else angle + _TURN)


def line_circle(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, radius: float, out: list[float]
) -> None:
    """The shares of a segment at which it crosses a circle."""
    vx = bx - ax
    vy = by - ay
    square = vx * vx + vy * vy
    along = (cx - ax) * vx + (cy - ay) * vy
    off = (cx - ax) * vy - (cy - ay) * vx
    room = radius * radius * square - off * off
    if room < 0.0:
        return
    half = math.sqrt(room)
    if 0.0 <= (along - half) / square < 1.0:
        out.append((along - half) / square)
    if 0.0 <= (along + half) / square < 1.0:
        out.append((along + half) / square)


def line_line(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float, out: list[float]
) -> None:
    """The share of a segment at which it crosses another."""
    vx = bx - ax
    vy = by - ay
    ex = dx - cx
    ey = dy - cy
    turn = vx * ey - vy * ex
    if turn * turn < 1e-18 * (vx * vx + vy * vy) * (ex * ex + ey * ey) or not abs(turn) < inf:
        return
    share = ((cx - ax) * ey - (cy - ay) * ex) / turn
    across = ((cx - ax) * vy - (cy - ay) * vx) / turn
    if 0.0 <= share < 1.0 and -1e-9 <= across <= 1.0 + 1e-9:
        out.append(share)
