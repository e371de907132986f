# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The points at which a cheapest path may bend on the border of an area.

They are its corners, its intersections with other borders and with the edges of obstacles, and points in between, so
close together that sliding finds everything between two of them.
"""

from __future__ import annotations

import math
from array import array

from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.intersections import line_circle, line_in_capsule, line_line
from surefoot.geometry.tolerance import TOLERANCE

# Two points of one edge closer together than this are the same.
_SAME = 1e-7
# A border this near to a circle that a path rounds, or a corner this near to an obstacle, all but touches it.
_TOUCHING = 0.05
# More than the lane beside a border is wide, and than a path keeps off the circles that it rounds.
_LEEWAY = 1e-3
# The end of a lane this near to where an obstacle meets the border is the same point.
_APART = 1e-3
# How often the spacing is halved beside such a point.
_FINER = 4
# What lies this far within an obstacle lies within it, however its place is rounded.
_INSIDE = 1e-9


def border_spots(chart: Chart, spacing: float) -> tuple[array[float], array[int]]:
    """All free points on the borders of areas (x, y, …) and the two edges that each lies on (-1: none).

    The free stretches of the borders are left in the chart.
    """
    spots = array("d")
    edges = array("i")
    stretches = array("d")
    firsts = array("i", [0])
    for area in range(chart.areas):
        first = chart.firsts[area]
        last = chart.firsts[area + 1]
        for edge in range(first, last):
            ax = chart.edges[4 * edge]
            ay = chart.edges[4 * edge + 1]
            if _is_shut(chart, ax, ay, chart.edges[4 * edge + 2], chart.edges[4 * edge + 3]):
                firsts.append(len(stretches) // 2)
                continue
            lanes: list[float] = []
            shares = _shares(chart, edge, spacing, lanes)
            shares.sort()
            before = -1.0
            ex = chart.edges[4 * edge + 2] - ax
            ey = chart.edges[4 * edge + 3] - ay
            length = math.sqrt(ex * ex + ey * ey)
            _add_stretches(chart, shares, ax, ay, ex, ey, length, len(lanes) > 0, stretches)
            firsts.append(len(stretches) // 2)
            for share in shares:
                # The far end of an edge is the near end of the next one.
                if share < 0.0 or share * length > length - _SAME or (share - before) * length < _SAME:
                    continue
                x = ax + share * ex
                y = ay + share * ey
                if not chart.spot_free(x, y):
                    continue
                before = share
                spots.append(x)
                spots.append(y)
                edges.append(edge)
                edges.append(_ending_at(chart, first, last, ax, ay) if share == 0.0 else -1)
    stretches.append(0.0)
    chart.stretches = stretches
    chart.stretch_firsts = firsts
    return spots, edges


def _is_shut(chart: Chart, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether one obstacle keeps a path off all of an edge: both of its ends lie inside it."""
    for k in chart.touching(ax, ay, ax, ay):
        reach = chart.capsules[5 * k + 4] - _INSIDE
        if chart.away(k, ax, ay)[2] < reach and chart.away(k, bx, by)[2] < reach:
            return True
    return False


def _add_stretches(
    chart: Chart,
    shares: list[float],
    ax: float,
    ay: float,
    ex: float,
    ey: float,
    length: float,
    lanes: bool,
    stretches: array[float],
) -> None:
    """Add the free stretches of an edge: between two of its points nothing changes.

    With `lanes` a stretch also ends where an obstacle closes the lane beside the border: from there on it costs more.
    """
    begun = -1.0
    before = 0.0
    count = len(shares)
    for i in range(count):
        low = shares[i]
        high = shares[i + 1] if i + 1 < count else 1.0
        if (high - low) * length < 1e-12:
            continue
        middle = (low + high) / 2.0
        if chart.spot_free(ax + middle * ex, ay + middle * ey):
            rate = 0.0
            if lanes:
                # The rate of a short piece round the middle.
                part = min((high - low) / 2.0, 1e-4 / length)
                rate = chart.ground(
                    ax + (middle - part) * ex, ay + (middle - part) * ey,
                    ax + (middle + part) * ex, ay + (middle + part) * ey,
                ) / (2.0 * part * length)  # fmt: skip
            if begun >= 0.0 and abs(rate - before) > 1e-6:
                stretches.append(begun * length)
                stretches.append(low * length)
                begun = -1.0
            before = rate
            if begun < 0.0:
                begun = low
        elif begun >= 0.0:
            stretches.append(begun * length)
            stretches.append(low * length)
            begun = -1.0
    if begun >= 0.0:
        stretches.append(begun * length)
        stretches.append(length)


def grazed(reach: float) -> float:
    """The radius of the circles that a path rounds, by the distance at which an obstacle stops it; a hair more."""
    if reach < 0.999e-4:
        return reach / 0.999 + 1e-14
    return reach + 1e-7 + 1e-11


def _ending_at(chart: Chart, first: int, last: int, x: float, y: float) -> int:
    for edge in range(first, last):
        if chart.edges[4 * edge + 2] == x and chart.edges[4 * edge + 3] == y:
            return edge
    return -1


def _shares(chart: Chart, edge: int, spacing: float, lanes: list[float]) -> list[float]:
    """The positions of points along an edge, as shares of its length; those where the lane beside it ends are in `lanes`, too."""
    ax = chart.edges[4 * edge]
    ay = chart.edges[4 * edge + 1]
    bx = chart.edges[4 * edge + 2]
    by = chart.edges[4 * edge + 3]
    length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    # Never only its ends, unless it is short.
    parts = max(2 if length > spacing / 2.0 else 1, int(length / spacing + 0.5))
    out: list[float] = [i / parts for i in range(parts)]
    if length < _SAME:
        return out
    west = min(ax, bx)
    east = max(ax, bx)
    south = min(ay, by)
    north = max(ay, by)
    touched: list[float] = []
    near = _TOUCHING + _LEEWAY
    for k in chart.touching(west - near, south - near, east + near, north + near):
        cx = chart.capsules[5 * k]
        cy = chart.capsules[5 * k + 1]
        dx = chart.capsules[5 * k + 2]
        dy = chart.capsules[5 * k + 3]
        # On the circles that a path rounds, not GRAZE inside them: tangents then leave the point along the obstacle.
        reach = grazed(chart.capsules[5 * k + 4])
        _lane_ends(
            ax, ay, bx, by, length, cx, cy, dx, dy, chart.capsules[5 * k + 4], chart.lane, chart.aside, lanes
        )
        if abs(chart.away(k, ax, ay)[2] - reach) < _TOUCHING:
            touched.append(0.0)
        if abs(chart.away(k, bx, by)[2] - reach) < _TOUCHING:
            touched.append(1.0)
        _outline(ax, ay, bx, by, length, cx, cy, dx, dy, reach, out, touched)
    for k in range(chart.hurdle_count):
        if (
            chart.hurdle_boxes[4 * k] > east + near
            or chart.hurdle_boxes[4 * k + 2] < west - near
            or chart.hurdle_boxes[4 * k + 1] > north + near
            or chart.hurdle_boxes[4 * k + 3] < south - near
        ):
            continue
        rings, distance, _, _ = chart.hurdles[k]
        for ring in rings:
            cx = ring[len(ring) - 2]
            cy = ring[len(ring) - 1]
            for i in range(0, len(ring), 2):
                dx = ring[i]
                dy = ring[i + 1]
                # Its fee is due only where a base presses it.
                _outline(ax, ay, bx, by, length, cx, cy, dx, dy, distance + TOLERANCE, out, touched)
                cx = dx
                cy = dy
    for area in chart.areas_near(west, south, east, north):
        for other in range(chart.firsts[area], chart.firsts[area + 1]):
            if other != edge:
                line_line(
                    ax, ay, bx, by,
                    chart.edges[4 * other], chart.edges[4 * other + 1],
                    chart.edges[4 * other + 2], chart.edges[4 * other + 3], out,
                )  # fmt: skip
    line_line(ax, ay, bx, by, chart.west, chart.south, chart.west, chart.north, out)
    line_line(ax, ay, bx, by, chart.east, chart.south, chart.east, chart.north, out)
    line_line(ax, ay, bx, by, chart.west, chart.south, chart.east, chart.south, out)
    line_line(ax, ay, bx, by, chart.west, chart.north, chart.east, chart.north, out)
    out += lanes
    for share in touched:
        away = spacing / length
        for _ in range(_FINER):
            away /= 2.0
            if share + away < 1.0:
                out.append(share + away)
            if share - away > 0.0:
                out.append(share - away)
    return out


def _lane_ends(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    length: float,
    cx: float,
    cy: float,
    dx: float,
    dy: float,
    reach: float,
    lane: float,
    aside: float,
    out: list[float],
) -> None:
    """Where a capsule that all but touches an edge closes the lane beside it, if that is not where it meets the edge.

    A lane that a straight path leads out of, from where the capsule meets the edge to where the lane is wide, is not closed.
    """
    first, last = line_in_capsule(ax, ay, bx, by, cx, cy, dx, dy, grazed(reach))
    for k in range(2):
        side = 1.0 - 2.0 * k
        nx = -side * (by - ay) / length
        ny = side * (bx - ax) / length
        low, high = line_in_capsule(
            ax + lane * nx, ay + lane * ny, bx + lane * nx, by + lane * ny, cx, cy, dx, dy, reach
        )
        if low >= high:
            continue
        apart = first >= last
        for i in range(2):
            at = low if i == 0 else high
            meets = first if i == 0 else last
            if at <= 0.0 or at >= 1.0:
                continue
            if not apart:
                if abs(at - meets) * length <= _APART:
                    continue
                opens = line_in_capsule(
                    ax + aside * nx, ay + aside * ny, bx + aside * nx, by + aside * ny, cx, cy, dx, dy, reach
                )[i]
                if 0.0 < opens < 1.0 and 0.0 < meets < 1.0:
                    begin, end = line_in_capsule(
                        ax + meets * (bx - ax), ay + meets * (by - ay),
                        ax + opens * (bx - ax) + aside * nx, ay + opens * (by - ay) + aside * ny,
                        cx, cy, dx, dy, reach,
                    )  # fmt: skip
                    if begin >= end:
                        continue
            out.append(at)


def _outline(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    length: float,
    cx: float,
    cy: float,
    dx: float,
    dy: float,
    reach: float,
    out: list[float],
    touched: list[float],
) -> None:
    """Where an edge meets the outline of a capsule, and where it all but touches the circles at its ends."""
    line_circle(ax, ay, bx, by, cx, cy, reach, out)
    _touching(ax, ay, bx, by, length, cx, cy, reach, touched)
    if cx != dx or cy != dy:
        line_circle(ax, ay, bx, by, dx, dy, reach, out)
        _touching(ax, ay, bx, by, length, dx, dy, reach, touched)
        long = math.sqrt((dx - cx) * (dx - cx) + (dy - cy) * (dy - cy))
        nx = -(dy - cy) / long * reach
        ny = (dx - cx) / long * reach
        line_line(ax, ay, bx, by, cx + nx, cy + ny, dx + nx, dy + ny, out)
        line_line(ax, ay, bx, by, cx - nx, cy - ny, dx - nx, dy - ny, out)


def _touching(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    length: float,
    cx: float,
    cy: float,
    reach: float,
    out: list[float],
) -> None:
    """Where an edge all but touches a circle that a path rounds: the foot of its centre, as a share of the edge."""
    ux = (bx - ax) / length
    uy = (by - ay) / length
    off = abs(ux * (cy - ay) - uy * (cx - ax))
    at = (ux * (cx - ax) + uy * (cy - ay)) / length
    if abs(off - reach) < _TOUCHING and -_TOUCHING < at * length < length + _TOUCHING:
        out.append(min(1.0, max(0.0, at)))
