"""Cutting an itinerary short: at a stride and a fraction of it, since turns and doors have no length."""

from __future__ import annotations

from surefoot.geometry.tolerance import to_lattice
from surefoot.records import replace
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.referee.scene import Scene
from surefoot.referee.strides import shortened
from surefoot.table.place import Place

Cut = tuple[int, float]


def cut(itinerary: Itinerary, at: Cut, scene: Scene) -> Itinerary:
    """The itinerary up to a point of it; `end` is the place there, on a wall or a ladder if that is where it is."""
    index, fraction = at
    strides = list(itinerary.strides[:index])
    rests = list(itinerary.rests[:index])
    if index < len(itinerary.strides) and fraction > 0.0:
        stride = shortened(itinerary.strides[index], fraction) if fraction < 1.0 else itinerary.strides[index]
        strides.append(stride)
        rests.append(tuple((low, high) for low, high in itinerary.rests[index] if low <= fraction))
    marks = tuple(mark for mark in itinerary.marks if mark.stride < len(strides))
    end = _place(itinerary, strides, at, scene)
    return Itinerary(itinerary.start, end, tuple(strides), marks, tuple(rests))


def _place(itinerary: Itinerary, strides: list[Stride], at: Cut, scene: Scene) -> Place:
    if not strides:
        return itinerary.start
    last = strides[-1]
    if last.mode == "turn" and not last.surface:
        # A model that turns while it hangs stays where it hangs.
        before = _place(itinerary, strides[:-1], (len(strides) - 1, 0.0), scene)
        return replace(before, facing=to_lattice(last.end.facing))
    whole = at[1] >= 1.0 or at[1] <= 0.0
    if last.mode in ("climb", "ladder", "over") and (not whole or not last.surface):
        x, y, z, facing = (to_lattice(value) for value in last.end)
        return Place("link", last.link or last.over, x, y, z, facing)
    surface = scene.surface(last.surface)
    if surface is None:
        return itinerary.end
    return scene.place_at(last.end, surface)


def last_rest(itinerary: Itinerary, at: Cut | None = None) -> Cut | None:
    """The last point, up to a given one, at which the base could end; None if there is none but the start."""
    index, fraction = at if at is not None else (len(itinerary.strides), 0.0)
    for number in range(min(index, len(itinerary.strides) - 1), -1, -1):
        limit = fraction if number == index else 1.0
        ends = [min(high, limit) for low, high in itinerary.rests[number] if low <= limit + 1e-12]
        if ends:
            return _before_hurdles(itinerary, (number, ends[-1]))
    return None


def _before_hurdles(itinerary: Itinerary, at: Cut) -> Cut:
    """The same point before the obstacles that begin there: a base that ends in front of one has not crossed it."""
    index, fraction = at
    while fraction == 0.0 and index > 0 and itinerary.strides[index - 1].mode == "hurdle":
        index -= 1
    return index, fraction
