# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The points at which a cheapest path may bend on the border of an area.

They are its corners, its intersections with other borders and with the edges of obstacles, and points in between, so
close together that sliding finds everything between two of them.
"""

from __future__ import annotations

import math
from array import array

from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.intersections import line_circle, line_line

# Two points of one edge closer together than this are the same.
_SAME = 1e-7


def border_spots(chart: Chart, spacing: float) -> tuple[array[float], array[int]]:
    """All free points on the borders of areas (x, y, …) and the two edges that each lies on (-1: none)."""
    spots = array("d")
    edges = array("i")
    for area in range(chart.areas):
        first = chart.firsts[area]
        last = chart.firsts[area + 1]
        for edge in range(first, last):
            shares = _shares(chart, edge, spacing)
            shares.sort()
            before = -1.0
            ax = chart.edges[4 * edge]
            ay = chart.edges[4 * edge + 1]
            ex = chart.edges[4 * edge + 2] - ax
            ey = chart.edges[4 * edge + 3] - ay
            length = math.sqrt(ex * ex + ey * ey)
            for share in shares:
                # The far end of an edge is the near end of the next one.
                if share < 0.0 or share * length > length - _SAME or (share - before) * length < _SAME:
                    continue
                x = ax + share * ex
                y = ay + share * ey
                before = share
                if not chart.spot_free(x, y):
                    continue
                spots.append(x)
                spots.append(y)
                edges.append(edge)
                edges.append(_ending_at(chart, first, last, ax, ay) if share == 0.0 else -1)
    return spots, edges


def _ending_at(chart: Chart, first: int, last: int, x: float, y: float) -> int:
    for edge in range(first, last):
        if chart.edges[4 * edge + 2] == x and chart.edges[4 * edge + 3] == y:
            return edge
    return -1


def _shares(chart: Chart, edge: int, spacing: float) -> list[float]:
    """The positions of points along an edge, as shares of its length."""
    ax = chart.edges[4 * edge]
    ay = chart.edges[4 * edge + 1]
    bx = chart.edges[4 * edge + 2]
    by = chart.edges[4 * edge + 3]
    length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    parts = max(1, int(length / spacing + 0.5))
    out: list[float] = [i / parts for i in range(parts)]
    if length < _SAME:
        return out
    west = min(ax, bx)
    east = max(ax, bx)
    south = min(ay, by)
    north = max(ay, by)
    for k in range(chart.count):
        cx = chart.capsules[5 * k]
        cy = chart.capsules[5 * k + 1]
        dx = chart.capsules[5 * k + 2]
        dy = chart.capsules[5 * k + 3]
        # Slightly outside, so that rounding does not put a point inside.
        reach = chart.capsules[5 * k + 4] * (1.0 + 1e-8) + 1e-11
        if (
            min(cx, dx) - reach > east
            or max(cx, dx) + reach < west
            or min(cy, dy) - reach > north
            or max(cy, dy) + reach < south
        ):
            continue
        line_circle(ax, ay, bx, by, cx, cy, reach, out)
        if cx != dx or cy != dy:
            line_circle(ax, ay, bx, by, dx, dy, reach, out)
            long = math.sqrt((dx - cx) * (dx - cx) + (dy - cy) * (dy - cy))
            nx = -(dy - cy) / long * reach
            ny = (dx - cx) / long * reach
            line_line(ax, ay, bx, by, cx + nx, cy + ny, dx + nx, dy + ny, out)
            line_line(ax, ay, bx, by, cx - nx, cy - ny, dx - nx, dy - ny, out)
    for area in range(chart.areas):
        if (
            chart.boxes[4 * area] > east
            or chart.boxes[4 * area + 2] < west
            or chart.boxes[4 * area + 1] > north
            or chart.boxes[4 * area + 3] < south
        ):
            continue
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
    return out
