"""Strides: a walked stretch cut wherever its ground, its zones or what it passes over change."""

from __future__ import annotations

import math
from copy import copy
from itertools import pairwise

from surefoot.geometry.measure import gap_in_space, overlaps
from surefoot.geometry.shapes import Body, Intervals, Shift
from surefoot.geometry.sweep import (
    complement,
    covers,
    inside,
    intersection,
    moved,
    nearer_in_space,
    overlapping,
    union,
)
from surefoot.geometry.tolerance import TOLERANCE, beyond, within
from surefoot.records import cached_property, replace
from surefoot.referee.exact import coming_near, grown, meeting, share
from surefoot.referee.itinerary import Mark, Mode, ModelZone, Stride
from surefoot.referee.lens import Zone, ground_height, ground_span, in_height
from surefoot.referee.scene import Area, Figure, Solid, Surface
from surefoot.referee.sight import sighted
from surefoot.referee.view import View
from surefoot.table.place import Pose
from surefoot.table.terrain import Piece


class _Stretch:
    """One straight stretch and everything that changes along it."""

    def __init__(self, view: View, start: Pose, end: Pose, on: Piece | None = None) -> None:
        self.view, self.start, self.end = view, start, end
        # The piece that it leads over, if any.
        self.on = on
        self.motion = Shift(end.x - start.x, end.y - start.y)
        self.body: Body = view.body(start)
        self.areas = self._areas()
        self.hurdles = self._hurdles()
        self.passed = self._passed()
        self.zones = self._zones()

    def _areas(self) -> list[tuple[Area, Intervals, Intervals]]:
        found = []
        for area in self.view.terrain.areas:
            ground, hazard = self._ground(area), self._hazard(area)
            if ground or hazard:
                found.append((area, ground, hazard))
        return found

    def _ground(self, area: Area) -> Intervals:
        """Where the centre of the base is on an area, or on something vaulted that stands on it."""
        start = ground_height(self.view.lens, area.tags, self.on, self.start.z)
        span = self._at_height(area, start, start + self.end.z - self.start.z)
        return (
            ()
            if span is None
            else intersection(inside(self.body, self.motion, area.region, "centre"), (span,))
        )

    def _hazard(self, area: Area) -> Intervals:
        """Where any part of the base is in an area."""
        span = self._at_height(area, self.start.z, self.end.z)
        return () if span is None else intersection(meeting(self.body, self.motion, area.region), (span,))

    def _at_height(self, area: Area, start: float, end: float) -> tuple[float, float] | None:
        """The part of a stretch between two heights in which an area counts; a slope leads out of it."""
        bottom, top = ground_span(self.view.lens, area.low, area.high)
        if start != end:
            return share(start, end, bottom, top)
        return (0.0, 1.0) if within(bottom, start) and within(start, top) else None

    def _hurdles(self) -> list[tuple[Solid, Intervals]]:
        found = []
        for hurdle in self.view.terrain.hurdles:
            if self.view.stands_beside(hurdle, self.start.z):
                spans = meeting(self.body, self.motion, hurdle.region)
                if spans:
                    found.append((hurdle, spans))
        return found

    def _passed(self) -> list[Figure]:
        """Models that the base passes over: it may not end on them."""
        return [figure for figure, _ in self.view.figures if self._over(figure, self.body)]

    def _over(self, figure: Figure, body: Body) -> Intervals:
        """Where the base is over a model, at heights that meet: on a slope those change."""
        span = share(self.start.z, self.end.z, *self.view.barring_figure(figure))
        return () if span is None else intersection(overlapping(body, self.motion, figure.body), (span,))

    def _zones(self) -> list[tuple[ModelZone, Figure, Zone, Intervals]]:
        found = []
        for zone, figure in self.view.zoned:
            spans = self._zone(zone, figure)
            if spans and not zone.through_walls:
                spans = sighted(self.view, self.start, self.end, figure, spans)
            if spans:
                found.append((ModelZone(zone.key, figure.id), figure, zone, spans))
        return found

    def _zone(self, zone: Zone, figure: Figure) -> Intervals:
        rise = self.start.z - figure.pose.z, self.end.z - figure.pose.z
        if not zone.space:
            if not (in_height(zone, rise[0]) or in_height(zone, rise[1])):
                return ()
            return coming_near(self.body, self.motion, figure.body, zone.reach, closed=zone.closed)
        if rise[0] == rise[1]:
            if beyond(abs(rise[0]), zone.reach):
                return ()
            plan = math.sqrt(max(0.0, zone.reach * zone.reach - rise[0] * rise[0]))
            return coming_near(self.body, self.motion, figure.body, plan, closed=zone.closed)
        return nearer_in_space(self.body, self.motion, rise, figure.body, zone.reach, closed=zone.closed)

    def rests(self, *, footing: bool = False) -> Intervals:
        """Where the base could end: judged with the tolerance, but what the rules stop, they stop exactly.

        With `footing` alone models and hurdles do not matter: it may leap or climb from there, though not end there.
        """
        free = self._free(self.body, footing)
        if all(low <= 0.0 and high >= 1.0 for low, high in free):
            return free
        # Grown by the tolerance, the base is judged without any.
        exact = self._free(grown(self.body), footing)
        kept = []
        for low, high in free:
            inner = [(a, b) for a, b in exact if a >= low - 1e-12 and b <= high + 1e-12]
            # Room for exactly the base: its middle is the exact place, or the start, if the base stands there.
            middle = low if low <= 0.0 else high if high >= 1.0 else (low + high) / 2
            first = low if low <= 0.0 else inner[0][0] if inner else middle
            last = high if high >= 1.0 else inner[-1][1] if inner else middle
            kept.append((first, last))
        return tuple(kept)

    def _free(self, body: Body, footing: bool) -> Intervals:
        free = self._supported(body)
        for hurdle in () if footing else self.view.terrain.hurdles:
            # Also under one that juts out over an edge, which is not crossed there.
            if self.view.takes_room(hurdle, self.start.z):
                free = intersection(free, complement(overlapping(body, self.motion, hurdle.region)))
        for figure in () if footing else self.passed:
            free = intersection(free, complement(self._over(figure, body)))
        for solid in () if footing else self.begun_in:
            free = intersection(free, complement(overlapping(body, self.motion, solid.region)))
        return free

    @cached_property
    def begun_in(self) -> list[Solid]:
        """The solid things that the base lies in as it begins: it may leave them, but not end in them."""
        (x, y, z, _), far, view = self.start, self.view.shape.reach, self.view
        if z != self.end.z:
            return []
        return [
            solid
            for solid in view.terrain.solid_boxes.within((x - far, y - far, x + far, y + far))
            if view.bars(solid.low, solid.high, z) and overlaps(self.body, solid.region)
        ]

    def _supported(self, body: Body) -> Intervals:
        """Where the base rests on what is level with it: on a slope, other ground at each height."""
        view, (start, end) = self.view, (self.start.z, self.end.z)
        if start == end:
            return inside(body, self.motion, view.support(start), view.lens.rest)
        step = view.lens.step
        heights = [z for each in view.surfaces for z in (each.low - step, each.high + step)]
        changes = [(z - start) / (end - start) for z in heights]
        points = sorted([0.0, 1.0, *(point for point in changes if 0.0 < point < 1.0)])
        found: Intervals = ()
        for low, high in pairwise(points):
            level = view.support(start + (end - start) * (low + high) / 2)
            rests = inside(body, self.motion, level, view.lens.rest)
            found = union(found, intersection(rests, ((low, high),)))
        return found

    def cuts(self) -> list[float]:
        """Every fraction at which something changes."""
        points = [0.0, 1.0]
        for _, ground, hazard in self.areas:
            points += [value for span in (*ground, *hazard) for value in span]
        for _, spans in self.hurdles:
            points += [value for span in spans for value in span]
        for _, _, _, spans in self.zones:
            points += [value for span in spans for value in span]
        points = sorted(min(1.0, max(0.0, value)) for value in points)
        kept = [0.0]
        for value in points[1:]:
            if value - kept[-1] > 1e-9:
                kept.append(value)
        kept[-1] = 1.0
        return kept

    def pose(self, fraction: float) -> Pose:
        a, b = self.start, self.end
        return Pose(
            a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction, a.z + (b.z - a.z) * fraction, a.facing
        )


class Strider:
    """Collects strides, marks and rests along a path."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.strides: list[Stride] = []
        self.marks: list[Mark] = []
        self.rests: list[Intervals] = []
        # The same without regard to models: where a leap or a climb may start.
        self.footings: list[Intervals] = []
        self._hazards: list[str] = []
        # What the base is over already has been paid for.
        start = view.scene.table.pose(view.mover.id) if view.mover.place.on_table else None
        self._crossing: list[str] = [] if start is None else view.crossed_at(start)
        # Zones that the mover has been in since its start.
        self._leaving: list[tuple[ModelZone, Figure]] | None = None

    def copied(self) -> Strider:
        """The same so far; what is added to one is not added to the other."""
        other = copy(self)
        other.strides, other.marks = [*self.strides], [*self.marks]
        other.rests, other.footings = [*self.rests], [*self.footings]
        other._hazards, other._crossing = [*self._hazards], [*self._crossing]
        other._leaving = None if self._leaving is None else [*self._leaving]
        return other

    def finished(self) -> tuple[tuple[Stride, ...], tuple[Mark, ...], tuple[Intervals, ...]]:
        """Everything, as an itinerary keeps it."""
        return tuple(self.strides), tuple(self.marks), tuple(self.rests)

    def jumped(self, stride: Stride) -> None:
        """A stride that is not walked: a climb, a leap, a drop, a turn. It is the same all along."""
        if stride.mode != "turn" and all(each.mode == "turn" for each in self.strides):
            # Areas that the path begins in are entered as it begins, on foot or not.
            begun = _Stretch(self.view, stride.start, stride.start)
            self._enter([area for area, _, hazard in begun.areas if hazard], stride.start, len(self.strides))
        stretch = _Stretch(self.view, stride.end, stride.end)
        zones = self._met(_zones_between(self.view, stride), stride.start, stride.end, stride.rise)
        stride = replace(
            stride, zones=zones[0], leaving=zones[1], areas=tuple(area.id for area, _, _ in stretch.areas)
        )
        self.strides.append(stride)
        rests = ((1.0, 1.0),) if stride.surface and not self.view.overlapped(stride.end) else ()
        self.rests.append(rests)
        self.footings.append(rests)
        self._crossing.clear()
        self._enter([area for area, _, hazard in stretch.areas if hazard], stride.end, len(self.strides))

    def walked(self, mode: Mode, start: Pose, end: Pose, surface: Surface, leg: int, manner: str) -> None:
        """A walked stretch, cut into strides."""
        if mode == "step":
            self.strides.append(
                Stride("step", start, end, 0.0, end.z - start.z, surface=surface.id, leg=leg, manner=manner)
            )
            self.rests.append(())
            self.footings.append(())
            return
        stretch = _Stretch(self.view, start, end, surface.piece)
        rests = stretch.rests() if mode != "bridge" else ()
        passes = bool(stretch.passed or stretch.hurdles or stretch.begun_in) and mode != "bridge"
        footing = stretch.rests(footing=True) if passes else rests
        cuts = stretch.cuts()
        for low, high in pairwise(cuts):
            self._stride(stretch, mode, low, high, surface, leg, manner, rests, footing)

    def _stride(
        self,
        stretch: _Stretch,
        mode: Mode,
        low: float,
        high: float,
        surface: Surface,
        leg: int,
        manner: str,
        rests: Intervals,
        footing: Intervals,
    ) -> None:
        middle = (low + high) / 2
        start, end = stretch.pose(low), stretch.pose(high)
        hazards = [area for area, _, hazard in stretch.areas if covers(hazard, middle)]
        self._enter(hazards, start, len(self.strides))
        over = self._hurdles(stretch, middle, start, leg, surface)
        # A slope is ground of the kind that its own tags name, wherever it lies.
        grounds: list[str] = list(surface.piece.tags) if surface.piece is not None and surface.sloped else []
        for area, ground, _ in stretch.areas:
            if covers(ground, middle):
                grounds += [tag for tag in area.tags if tag not in grounds]
        rise = end.z - start.z
        met = [(key, figure) for key, figure, _, spans in stretch.zones if covers(spans, middle)]
        zones, leaving = self._met(met, start, end, rise)
        stride = Stride(
            mode,
            start,
            end,
            math.dist(start[:3], end[:3]) if mode == "stairs" else math.dist(start[:2], end[:2]),
            rise,
            grounds=tuple(grounds),
            zones=zones,
            leaving=leaving,
            over=over,
            manner=manner,
            leg=leg,
            surface=surface.id,
            areas=tuple(area.id for area in hazards),
            passed=tuple(figure.id for figure in stretch.passed),
        )
        self.strides.append(stride)
        here = _local(rests, low, high)
        self.rests.append(here)
        self.footings.append(here if footing is rests else _local(footing, low, high))

    def _hurdles(self, stretch: _Stretch, middle: float, at: Pose, leg: int, surface: Surface) -> str:
        """Names what the base is over; a hurdle newly met is a stride of its own, as high as the hurdle."""
        over = [hurdle for hurdle, spans in stretch.hurdles if covers(spans, middle)]
        for hurdle in over:
            if hurdle.id not in self._crossing:
                height = hurdle.high - hurdle.low
                self.strides.append(
                    Stride("hurdle", at, at, 0.0, height, over=hurdle.id, leg=leg, surface=surface.id)
                )
                self.rests.append(())
                self.footings.append(())
        self._crossing = [hurdle.id for hurdle in over]
        return over[0].id if over else ""

    def _enter(self, hazards: list[Area], at: Pose, index: int) -> None:
        names = [area.id for area in hazards]
        for name in names:
            if name not in self._hazards:
                self.marks.append(Mark("enter", index, at, name))
        for name in self._hazards:
            if name not in names:
                self.marks.append(Mark("leave", index, at, name))
        self._hazards = names

    def _met(
        self, met: list[tuple[ModelZone, Figure]], start: Pose, end: Pose, rise: float
    ) -> tuple[tuple[ModelZone, ...], tuple[ModelZone, ...]]:
        """The zones a stride is in: those it may not be in, and those it started in and only leaves."""
        names = [key for key, _ in met]
        if self._leaving is None:
            zoned = ((ModelZone(zone.key, figure.id), figure) for zone, figure in self.view.zoned)
            self._leaving = [
                (key, figure) for key, figure in zoned if self._in_from_start(figure, key, start)
            ]
        # A mover leaves a zone for as long as it comes no nearer, whether or not something hides it on the way.
        self._leaving = [
            (key, figure)
            for key, figure in self._leaving
            if self._in_from_start(figure, key, start) and _widens(self.view, start, end, rise, figure)
        ]
        left = [key for key, _ in self._leaving]
        tolerated = tuple(key for key in names if key in left)
        return tuple(key for key in names if key not in left), tolerated

    def _in_from_start(self, figure: Figure, key: ModelZone, start: Pose) -> bool:
        zone = next(zone for zone in self.view.lens.zones if zone.key == key.key)
        # A zone that reaches to every height is measured in plan.
        height = start.z if zone.space else figure.pose.z
        gap = gap_in_space(self.view.body(start), height, figure.body, figure.pose.z)
        return gap < zone.reach - TOLERANCE if not zone.closed else within(gap, zone.reach)

    def back_to_rest(self, leg: int) -> Pose | None:
        """Drop what was walked in this leg beyond the last place with footing for the base; where it stands then."""
        stood: Pose | None = None
        while self.strides and self.strides[-1].leg == leg:
            stride, footing = self.strides[-1], self.footings[-1]
            if footing:
                fraction = footing[-1][1]
                if fraction < 1.0 - 1e-12:
                    self._shorten(fraction)
                return self.strides[-1].end
            self._drop_last()
            stood = stride.start
        return stood

    def _drop_last(self) -> None:
        self.strides.pop()
        self.rests.pop()
        self.footings.pop()
        gone = len(self.strides)
        self.marks = [mark for mark in self.marks if mark.stride <= gone]

    def _shorten(self, fraction: float) -> None:
        stride = shortened(self.strides[-1], fraction)
        if stride.passed:
            met = {figure.id for figure in _Stretch(self.view, stride.start, stride.end, None).passed}
            stride = replace(stride, passed=tuple(name for name in stride.passed if name in met))
        self.strides[-1] = stride
        self.rests[-1] = _local(self.rests[-1], 0.0, fraction)
        self.footings[-1] = _local(self.footings[-1], 0.0, fraction)


def shortened(stride: Stride, fraction: float) -> Stride:
    """The first part of a stride; a climber stays outside of the face or at its ladder, and shifts over the lip at the top."""
    a, b = stride.start, stride.end
    across = fraction
    # Along a level rope, or under an overhang, it is where it has got to.
    level = not stride.rise and stride.outward
    if (stride.mode == "climb" and not level) or (stride.mode == "ladder" and not stride.length):
        across = 0.0 if stride.rise > 0 else 1.0
    end = Pose(
        a.x + (b.x - a.x) * across,
        a.y + (b.y - a.y) * across,
        a.z + (b.z - a.z) * fraction,
        (a.facing + stride.turn * fraction) % 360.0,
    )
    return replace(
        stride,
        end=end,
        length=stride.length * fraction,
        rise=stride.rise * fraction,
        turn=stride.turn * fraction,
        outward=stride.outward * fraction,
    )


def _local(intervals: Intervals, low: float, high: float) -> Intervals:
    """Intervals of a stretch as fractions of a part of it."""
    span = high - low
    found = []
    for start, end in intervals:
        first, last = max(start, low), min(end, high)
        # A stretch that merely touches the part belongs to its neighbour; room for exactly the base is a point.
        least = 1e-12 if end - start > 1e-9 else -1e-12
        if last - first >= least and span > 0:
            found.append((min(1.0, max(0.0, (first - low) / span)), min(1.0, max(0.0, (last - low) / span))))
    return tuple(found)


def _widens(view: View, start: Pose, end: Pose, rise: float, figure: Figure) -> bool:
    """Whether the gap to a model never shrinks along a stride; it is convex along it, so its start decides."""
    body = view.body(start)
    share = 1e-3
    later = moved(body, Shift(end.x - start.x, end.y - start.y), share)
    before = gap_in_space(body, start.z, figure.body, figure.pose.z)
    return gap_in_space(later, start.z + rise * share, figure.body, figure.pose.z) >= before - 1e-9


def _zones_between(view: View, stride: Stride) -> list[tuple[ModelZone, Figure]]:
    """The zones that a climb, a leap or a drop passes through or ends in."""
    stretch = _Stretch(view, stride.start, stride.end)
    found = [(key, figure) for key, figure, _, spans in stretch.zones if spans]
    if stride.mode in ("climb", "ladder", "drop"):
        # Up or down a face the base keeps its place in plan and is shifted only at the lip.
        foot = (
            stride.start
            if stride.rise > 0
            else Pose(stride.end.x, stride.end.y, stride.start.z, stride.end.facing)
        )
        head = Pose(foot.x, foot.y, stride.end.z, foot.facing)
        vertical = _Stretch(view, foot, head)
        level = _Stretch(view, stride.end, stride.end)
        found = [(key, figure) for part in (vertical, level) for key, figure, _, spans in part.zones if spans]
    unique: list[tuple[ModelZone, Figure]] = []
    for entry in found:
        if entry[0] not in [key for key, _ in unique]:
            unique.append(entry)
    return unique
