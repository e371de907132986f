# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Intersections of circles with lines, capsules and circles, as angles; of lines with circles, capsules and lines, as shares."""

from __future__ import annotations

import math
from math import inf, pi

from surefoot.geometry.tolerance import TOLERANCE

_TURN = 2.0 * pi
# A point inside a circle by no more than this, or than this share of its radius, counts as on it. A point where a border
# meets two obstacles lies on one of them, and may be inside the other by the distance at which two points are the
# same; a path that grazes an obstacle may be inside its circle by as much, and a base that touches a hurdle by the tolerance.
_TOUCHES = TOLERANCE
_SHARE = 1e-3


def is_inside(square: float, radius: float) -> bool:
    """Whether a point is inside a circle, by its squared distance from the centre."""
    away = radius - min(_TOUCHES, radius * _SHARE)
    return square < away * away


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


def line_in_capsule(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    cx: float,
    cy: float,
    dx: float,
    dy: float,
    reach: float,
) -> tuple[float, float]:
    """The part of a segment that lies in a capsule, as two shares: the first is the greater one if there is none."""
    low, high = _line_in_circle(ax, ay, bx, by, cx, cy, reach)
    ex = dx - cx
    ey = dy - cy
    length = math.sqrt(ex * ex + ey * ey)
    if length > 0.0:
        one, other = _line_in_circle(ax, ay, bx, by, dx, dy, reach)
        low = min(low, one)
        high = max(high, other)
        # Between the two circles: a band on both sides, and a band from end to end.
        ex /= length
        ey /= length
        one, other = _line_in_band(
            (ax - cx) * ey - (ay - cy) * ex, (bx - cx) * ey - (by - cy) * ex, -reach, reach
        )
        third, fourth = _line_in_band(
            (ax - cx) * ex + (ay - cy) * ey, (bx - cx) * ex + (by - cy) * ey, 0.0, length
        )
        one = max(one, third)
        other = min(other, fourth)
        if one < other:
            low = min(low, one)
            high = max(high, other)
    return max(low, 0.0), min(high, 1.0)


def line_in_box(
    ax: float, ay: float, bx: float, by: float, west: float, south: float, east: float, north: float
) -> tuple[float, float]:
    """The part of a segment that lies in a box, as two shares: the first is the greater one if there is none."""
    low, high = _line_in_band(ax, bx, west, east)
    one, other = _line_in_band(ay, by, south, north)
    return max(low, one, 0.0), min(high, other, 1.0)


def _line_in_circle(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, radius: float
) -> tuple[float, float]:
    vx = bx - ax
    vy = by - ay
    square = vx * vx + vy * vy
    off = (cx - ax) * vy - (cy - ay) * vx
    room = radius * radius * square - off * off
    if room <= 0.0 or square <= 0.0:
        return inf, -inf
    along = (cx - ax) * vx + (cy - ay) * vy
    half = math.sqrt(room)
    return (along - half) / square, (along + half) / square


def _line_in_band(start: float, end: float, low: float, high: float) -> tuple[float, float]:
    """The shares between which a value that goes from a start to an end is between two others."""
    if abs(end - start) < 1e-15:
        return (-inf, inf) if low < start < high else (inf, -inf)
    one = (low - start) / (end - start)
    other = (high - start) / (end - start)
    return min(one, other), max(one, other)


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


def presses(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> bool:
    """Whether a leg comes nearer to a segment than at its start. The gap is convex, so the start decides."""
    ex = dx - cx
    ey = dy - cy
    square = ex * ex + ey * ey
    share = 0.0
    if square > 0.0:
        share = max(0.0, min(1.0, ((ax - cx) * ex + (ay - cy) * ey) / square))
    away_x = ax - cx - share * ex
    away_y = ay - cy - share * ey
    return away_x * (bx - ax) + away_y * (by - ay) < -1e-12
