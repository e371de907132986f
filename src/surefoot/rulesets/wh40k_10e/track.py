"""The result of following a path: the stretches at each level, the strides that are billed, where it ends."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.geometry.shapes import Body, Motion, Shift
from surefoot.geometry.sweep import moved
from surefoot.records import dataclass
from surefoot.referee.itinerary import Stride
from surefoot.table.place import Pose

PIVOT = "pivot"


@dataclass(frozen=True, slots=True)
class Sweep:
    """A stretch of a motion at one level, or along one slope; models that it meets are looked up per stretch."""

    motion: int
    low: float
    high: float
    level: float
    level_end: float


@dataclass(frozen=True)
class Passage:
    """A path over terrain and board: strides for the bill, sweeps for the models in its way."""

    bodies: tuple[Body, ...]
    motions: tuple[Motion, ...]
    strides: tuple[Stride, ...]
    sweeps: tuple[Sweep, ...]
    end: Pose
    level: float
    # Floors that the model ends underneath.
    under: tuple[str, ...]
    breaks: tuple[Break, ...]
    clauses: tuple[str, ...]


def after(pose: Pose, motion: Motion, fraction: float) -> Pose:
    """The pose after a fraction of a motion."""
    if isinstance(motion, Shift):
        x, y = pose.x + motion.dx * fraction, pose.y + motion.dy * fraction
        return Pose(x, y, pose.z, pose.facing % 360.0)
    body = moved(Body((pose.x, pose.y), 0.0, pose.x, pose.y), motion, fraction)
    return Pose(body.x, body.y, pose.z, (pose.facing + motion.degrees * fraction) % 360.0)
