"""The surfaces that a base stands on once it is over an edge, and the places along the edge from which it does."""

from __future__ import annotations

import math

from surefoot.geometry.search.paths import Point
from surefoot.geometry.tolerance import beyond, within
from surefoot.referee.scene import Surface
from surefoot.referee.view import View
from surefoot.routes.ground.starting import AROUND
from surefoot.routes.links.sides import BEYOND, Edge

# Where one surface gives way to another along an edge, places this near to each other are tried on both.
_PARTED = 1e-3


def landed_on(view: View, edge: Edge, marks: list[float], inside: float) -> list[tuple[Surface, list[float]]]:
    """The surfaces for a base whose centre is so far inside the edge: the edge's own, or one on it or behind it that is a step away.

    Where one gives way to another, both have a place right beside the border.
    """
    found: dict[str, tuple[Surface, list[float]]] = {}
    before: float | None = None
    for mark in marks:
        for place in (*(() if before is None else _parted(view, edge, (before, mark), inside)), mark):
            onto = _onto(view, edge, place, inside)
            found.setdefault(onto.id, (onto, []))[1].append(place)
        before = mark
    return list(found.values())


def _onto(view: View, edge: Edge, place: float, inside: float) -> Surface:
    """The surface that a base stands on once it is over an edge at a place."""
    top, point = edge.surface, edge.at(place, -inside)
    near = [
        each
        for each in view.surfaces_at(*point)
        if not each.sloped and within(abs(each.low - top.low), view.lens.step)
    ]
    return near[-1] if near else top


def _parted(view: View, edge: Edge, ends: tuple[float, float], inside: float) -> tuple[float, ...]:
    """The places right before and right behind where one surface gives way to another between two places; none if it does not."""
    first, (low, high) = _onto(view, edge, ends[0], inside), ends
    if _onto(view, edge, high, inside) is first:
        return ()
    while high - low > _PARTED:
        middle = (low + high) / 2
        if _onto(view, edge, middle, inside) is first:
            low = middle
        else:
            high = middle
    return tuple(each for each in (low, high) if ends[0] < each < ends[1])


def landed_aside(
    edge: Edge, centre: Point, marks: list[float], radius: float, far: float
) -> tuple[tuple[Point, ...], float]:
    """Where a base lands that hangs over an edge, the furthest places to either side among them; and how far away that is at most.

    It is moved no further than `far`, and lands no further behind the edge than it is wide.
    """
    inside, out, at = -edge.off(*centre), radius + BEYOND, edge.beside(*centre)
    far = min(far, 2 * (inside + radius))
    aside = math.sqrt(max(0.0, (far - BEYOND) ** 2 - (inside + out) ** 2))
    furthest = (each for each in (at - aside, at + aside) if marks[0] < each < marks[-1])
    return tuple(edge.at(place, out) for place in sorted((*marks, *furthest))), far


def is_under(view: View, name: str, point: Point) -> bool:
    """Whether a place on a level lies under something a free step higher, all round it: a mover there stands on that."""
    own = view.surface(name) if name in view.below_a_step else None
    if own is None:
        return False
    higher = False
    for dx, dy in ((0.0, 0.0), *AROUND):
        here = [each for each in view.surfaces_at(point[0] + dx, point[1] + dy) if not each.sloped]
        if own in here:
            higher = any(
                beyond(each.low, own.low) and within(each.low - own.low, view.lens.step) for each in here
            )
            if not higher:
                return False
    return higher
