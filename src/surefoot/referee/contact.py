"""Base contact: how far apart in height two models stand where their bases touch. On a slope a base leans with it."""

from __future__ import annotations

from surefoot.geometry.kernel import leg_inside
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import TOLERANCE, within
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.sight import nearest_point
from surefoot.table.place import Pose


def height_between(scene: Scene, here: Pose, body: Body, there: Pose, other: Body, step: float) -> float:
    """The difference in height of two bases at the points where they are nearest to each other.

    A base is as high as its centre, and along stairs or a ramp that lead there from its centre as high as these;
    `step` is the rise at the foot of a slope that does not interrupt it.
    """
    plain = abs(here.z - there.z)
    slopes = tuple(surface for surface in scene.ground.surfaces if surface.sloped)
    if not slopes or plain <= TOLERANCE:
        return plain
    near = nearest_point(body, (there.x, there.y))
    far = nearest_point(other, near)
    near = nearest_point(body, far)
    ours, theirs = _heights(slopes, here, near, step), _heights(slopes, there, far, step)
    return min(abs(one - another) for one in ours for another in theirs)


def _heights(slopes: tuple[Surface, ...], pose: Pose, rim: tuple[float, float], step: float) -> list[float]:
    """The heights of a base at a point of its rim: that of its centre, and those of slopes that lead there from it."""
    found = [pose.z]
    dx, dy = rim[0] - pose.x, rim[1] - pose.y
    for slope in slopes:
        spans = leg_inside(pose.x, pose.y, *rim, slope.region.rings)
        if spans and spans[-1] >= 1.0 - TOLERANCE:
            foot = slope.height(pose.x + dx * spans[-2], pose.y + dy * spans[-2])
            if within(abs(foot - pose.z), step):
                found.append(slope.height(*rim))
    return found
