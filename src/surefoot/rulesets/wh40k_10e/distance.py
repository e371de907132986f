"""The distance a model moves: that of the part of the model that travels furthest."""

from __future__ import annotations

import math

from surefoot.geometry.shapes import MILLIMETRES_PER_INCH, OVAL_CORNERS, Motion, Pivot, Shape, Shift, turn
from surefoot.geometry.tolerance import to_lattice
from surefoot.geometry.turning import turned
from surefoot.records import dataclass
from surefoot.referee.tariff import Turning
from surefoot.rulesets.wh40k_10e.squad import VEHICLE, is_big, row, trait
from surefoot.table.model import Model

AIRCRAFT = "Aircraft"
# Angles along an oval's edge are told apart down to this many radians.
_FINEST = 1e-6


@dataclass(frozen=True, slots=True)
class Priced:
    """The length of each motion of a path, and the clauses by which it is measured."""

    lengths: tuple[float, ...]
    clauses: tuple[str, ...]


def base_clause(model: Model) -> str:
    """The clause by which a model's straight movement is measured."""
    kinds = {"round": "distance.round-base", "hull": "distance.no-base"}
    return kinds.get(model.base.kind, "distance.furthest-part")


def pivot_clause(model: Model) -> str:
    """The clause by which a model's pivots are measured."""
    return {"round": "distance.round-base", "oval": "distance.oval-base"}.get(
        model.base.kind, "distance.hull"
    )


def priced(
    model: Model, start: tuple[float, float, float], motions: tuple[Motion, ...], pivot: str
) -> Priced:
    """The length of each motion, for the part that travels furthest over all of them together."""
    shape = model.base.shape
    if not any(isinstance(motion, Pivot) for motion in motions):
        return Priced(_track(start[:2], motions), ())
    if pivot == "value":
        return _by_value(model, start, motions)
    # The core of a round base is its centre.
    points = [start[:2]] if pivot == "free" else _corners(shape, start)
    tracks = [_track(point, motions, chord=pivot == "chord") for point in points]
    furthest = max(tracks, key=sum)
    if model.base.kind == "oval" and pivot != "free":
        furthest = _on_the_rim(shape, start, motions, tracks.index(furthest), chord=pivot == "chord")
    if pivot == "free":
        return Priced(furthest, ("distance.pivot-counts",))
    if model.base.kind == "round":
        return Priced(furthest, ("distance.round-base",))
    return Priced(furthest, (base_clause(model), "distance.pivot-counts", pivot_clause(model)))


def turning(model: Model, pivot: str) -> Turning | None:
    """The price of pivots about the centre, as the planner needs it; None if the model never has to turn."""
    if model.base.kind == "round":
        return None
    if pivot == "value":
        return Turning(first=pivot_value(model))
    if pivot == "free":
        return Turning()
    away = max(math.hypot(x, y) for x, y in _corners(model.base.shape, (0.0, 0.0, 0.0)))
    return Turning(fare=math.radians(away), straight=pivot == "chord")


def _by_value(model: Model, start: tuple[float, float, float], motions: tuple[Motion, ...]) -> Priced:
    """By the later update: the first pivot costs a fixed value, and straight lines are measured at the centre."""
    track = list(_track(start[:2], motions))
    first = next(i for i, each in enumerate(motions) if isinstance(each, Pivot))
    track[first] += pivot_value(model)
    return Priced(tuple(track), ("support.pivot-values", "distance.pivot-counts"))


def pivot_value(model: Model) -> float:
    """What a model's first pivot costs under the later update."""
    kind = "all-others"
    if model.has(AIRCRAFT):
        kind = "aircraft"
    elif model.base.kind != "round":
        kind = "monster-or-vehicle-not-on-round-base" if is_big(model) else "other-not-on-round-base"
    elif model.has(VEHICLE) and trait(model, "stem") and model.base.size[0] > _STEMMED_OVER:
        kind = "vehicle-on-round-base-over-32mm-with-stem"
    return float(row("support.pivot-values", "model", kind)["pivot_value"])


# On round bases up to this diameter, 32 mm, a flying stem makes no difference.
_STEMMED_OVER = to_lattice(32 / MILLIMETRES_PER_INCH)


def _corners(shape: Shape, start: tuple[float, float, float]) -> list[tuple[float, float]]:
    """The corners of a base: one of them always travels furthest, since the distance is a convex function of the point."""
    x, y, bearing = start
    offsets = (turn(*corner, bearing) for corner in shape.rim)
    return [(x + dx, y + dy) for dx, dy in offsets]


def _on_the_rim(
    shape: Shape, start: tuple[float, float, float], motions: tuple[Motion, ...], corner: int, *, chord: bool
) -> tuple[float, ...]:
    """The longest track of any point of an oval's edge near one of its corners, found by halving the arc."""
    (width, _), (_, length) = shape.rim[0], shape.rim[OVAL_CORNERS // 4]
    x, y, bearing = start

    def track(angle: float) -> tuple[float, ...]:
        dx, dy = turn(width * math.cos(angle), length * math.sin(angle), bearing)
        return _track((x + dx, y + dy), motions, chord=chord)

    step = 2 * math.pi / OVAL_CORNERS
    best = corner * step
    while step > _FINEST:
        best = max((best - step, best, best + step), key=lambda angle: sum(track(angle)))
        step /= 2
    return track(best)


def _track(
    point: tuple[float, float], motions: tuple[Motion, ...], *, chord: bool = False
) -> tuple[float, ...]:
    """How far one point travels in each motion."""
    x, y = point
    lengths = []
    for motion in motions:
        if isinstance(motion, Shift):
            lengths.append(math.hypot(motion.dx, motion.dy))
            x, y = x + motion.dx, y + motion.dy
        else:
            away = math.hypot(x - motion.x, y - motion.y)
            angle = math.radians(abs(motion.degrees))
            lengths.append(2 * away * abs(math.sin(angle / 2)) if chord else away * angle)
            x, y = turned((x, y), motion, 1.0)
    return tuple(lengths)
