"""Where a climb that meets its wall at a slant is up: straight above the place where the base touches the wall."""

from __future__ import annotations

import math

from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import TOLERANCE, within
from surefoot.referee.scene import Surface
from surefoot.referee.sight import nearest_point
from surefoot.referee.view import View
from surefoot.referee.walk import Line, Walk
from surefoot.table.place import Pose

Point = tuple[float, float]


def straight_up(view: View, pose: Pose, top: Surface, height: float, to: Point) -> Pose | None:
    """Where a base at the edge of a level is set down straight beyond it; None without room there, or if that leads away from the goal."""
    here = pose.x, pose.y
    edges = (nearest_point(Body(ring, 0.0, 0.0, 0.0), here) for ring in top.region.rings)
    near = min(edges, key=lambda point: math.dist(point, here))
    away = math.dist(near, here)
    if within(away, 0.0):
        return None
    across = 2 * view.shape.reach + TOLERANCE
    dx, dy = (near[0] - pose.x) / away * across, (near[1] - pose.y) / away * across
    line = Line(pose.x, pose.y, dx, dy)
    lands = Walk(view, line, pose.facing).first_room(0.0, height, pose.facing, None, across)
    if lands is None or lands > 1.0:
        return None
    end = line.at(lands, height, pose.facing)
    # A goal that is no further beyond the edge than that would be walked back to, over the edge again.
    ahead = ((to[0] - end.x) * dx + (to[1] - end.y) * dy) / across
    return end if within(0.0, ahead) else None
