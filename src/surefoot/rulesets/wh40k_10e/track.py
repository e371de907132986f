"""The result of following a path: the stretches at each level, the strides that are billed, where it ends."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.geometry.shapes import Body, Motion, Pivot, Shift
from surefoot.geometry.sweep import moved
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass
from surefoot.referee.itinerary import Stride
from surefoot.rulesets.wh40k_10e.plans import Step
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


def motions_of(pose: Pose, steps: tuple[Step, ...]) -> tuple[Motion, ...]:
    """The motion of each step, starting where the step before it ends."""
    found: list[Motion] = []
    for step in steps:
        found.append(_motion(step, pose))
        pose = after(pose, found[-1], 1.0)
    return tuple(found)


def _motion(step: Step, pose: Pose) -> Motion:
    if step.to is not None:
        return Shift(from_lattice(step.to[0]) - pose.x, from_lattice(step.to[1]) - pose.y)
    x, y = pose[:2] if step.about is None else (from_lattice(value) for value in step.about)
    return Pivot(from_lattice(step.turn), x, y)
