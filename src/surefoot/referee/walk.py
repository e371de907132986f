"""Walking along a straight line: from surface to surface, up and down free steps, over small gaps, until something stops it."""

from __future__ import annotations

import math
from typing import Literal

from surefoot.geometry.kernel import leg_clear_inside
from surefoot.geometry.measure import overlaps
from surefoot.geometry.shapes import Body, Intervals, Region, Shift
from surefoot.geometry.sweep import complement, inside, intersection, overlapping, union
from surefoot.geometry.tolerance import TOLERANCE, beyond, same, short_of, within
from surefoot.records import cached_property, dataclass
from surefoot.referee.exact import grown, meeting, presses, recedes, share
from surefoot.referee.scene import Solid, Surface
from surefoot.referee.view import View, bearing
from surefoot.table.place import Pose

EventKind = Literal["end", "solid", "model", "board", "edge", "lip"]


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line in plan, walked from fraction 0; fractions beyond 1 lie past its declared end."""

    x: float
    y: float
    dx: float
    dy: float

    @property
    def length(self) -> float:
        """Length from fraction 0 to 1."""
        return math.hypot(self.dx, self.dy)

    @property
    def bearing(self) -> float:
        """The direction of travel."""
        return bearing(self.dx, self.dy)

    def point(self, fraction: float) -> tuple[float, float]:
        """The point at a fraction."""
        return self.x + self.dx * fraction, self.y + self.dy * fraction

    def at(self, fraction: float, z: float, facing: float) -> Pose:
        """The position at a fraction."""
        return Pose(self.x + self.dx * fraction, self.y + self.dy * fraction, z, facing)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of the walk on one surface, or over a small gap."""

    start: float
    end: float
    mode: Literal["walk", "stairs", "bridge", "step"]
    surface: Surface
    z_start: float
    z_end: float


@dataclass(frozen=True, slots=True)
class Event:
    """What ended the walk, and where."""

    kind: EventKind
    at: float
    what: str = ""
    # How high the next step leads, where it is that step which is blocked.
    step: float = 0.0


def shallow_ditch(stretches: list[Stretch]) -> int | None:
    """The first step down of a walk that leads up again further on; None if there is none."""
    steps = [
        (index, each.z_end - each.z_start) for index, each in enumerate(stretches) if each.mode == "step"
    ]
    last_up = max((index for index, rise in steps if rise > 0.0), default=0)
    return next((index for index, rise in steps if rise < 0.0 and index < last_up), None)


# All of a motion.
_EVERYWHERE: Intervals = ((0.0, 1.0),)
# The shares of a stretch at which the heights of two things exactly touch, and between which they meet.
Shares = tuple[float, float, float]
_ALL: Shares = (0.0, 0.0, 1.0)


def _shares(z: tuple[float, float], heights: tuple[float, float]) -> Shares | None:
    """The shares of a rise between two heights; None if it never leads there."""
    low, high = heights
    if z[0] == z[1]:
        return _ALL if low < z[0] < high else None
    met = share(*z, low, high)
    exact = share(*z, low - TOLERANCE, high + TOLERANCE) if met is not None else None
    return None if met is None or exact is None else (exact[0], *met)


class Walk:
    """A walk along a line from a surface, up to a limit."""

    def __init__(self, view: View, line: Line, facing: float) -> None:
        self.view = view
        self.line = line
        self.facing = facing
        self.stretches: list[Stretch] = []
        self._spans: dict[tuple[str, float], Intervals] = {}
        # A hair's breadth along the line: enough to be on the far side of a boundary.
        self.hair = (TOLERANCE / 2) / max(line.length, TOLERANCE)

    def spans(self, surface: Surface, limit: float) -> Intervals:
        """The fractions of the line that lie on a surface."""
        key = surface.id, limit
        known = self._spans.get(key)
        if known is None:
            line = self.line
            # A surface includes its edge: a base that walks along it is on it, on either side.
            x, y = line.x + line.dx * limit, line.y + line.dy * limit
            flat = leg_clear_inside(line.x, line.y, x, y, surface.region.rings, 0.0)
            known = tuple(
                (flat[i] * limit, flat[i + 1] * limit)
                for i in range(0, len(flat), 2)
                if (flat[i + 1] - flat[i]) * limit > self.hair / 10
            )
            self._spans[key] = known
        return known

    def run(self, at: float, surface: Surface, z: float, limit: float, lip: Region | None = None) -> Event:
        """Walk on until the limit or until something stops it; `lip` stops it where the base first touches that region."""
        since: float = at
        met: list[str] = []
        while True:
            leaves = self._leaves(surface, at, limit)
            rises = self._rises(surface, at, leaves, limit, met)
            end = min(leaves, limit, rises[0] if rises else limit)
            stop = self._stop(at, end, surface, lip) or self._side(rises, surface, at, end)
            if stop is not None:
                self._stretch(at, stop.at, surface)
                return stop
            self._stretch(at, end, surface)
            z = self._height(surface, end)
            at = end
            if rises and rises[0] <= end + self.hair / 10:
                follower = rises[1]
            elif end >= limit - self.hair / 10:
                return Event("end", limit)
            else:
                found = self._adjoining(surface, end, z, limit)
                if found is None:
                    bridged = self._bridge(end, z, limit)
                    if bridged is None:
                        return Event("edge", end, surface.id)
                    follower, far = bridged
                    blocker = self._blocks_step(far, z, self._height(follower, far + self.hair), follower)
                    if blocker is not None and far <= limit:
                        # Without room on the far side the gap is not crossed.
                        return Event(blocker.kind, end, blocker.what, blocker.step)
                    stop = self._stop(at, min(far, limit), surface, lip)
                    reached = stop.at if stop is not None else min(far, limit)
                    # Until it is across, a base keeps the height of the near side.
                    level = same(self._height(follower, far + self.hair), z)
                    on = follower if level else surface
                    self.stretches.append(Stretch(at, reached, "bridge", on, z, z))
                    if stop is not None:
                        return stop
                    at = reached
                    if far > limit:
                        return Event("end", limit)
                else:
                    follower = found
            if at > since:
                since, met = at, []
            if follower.id in met:
                # Along the very edge between two of them neither leads on.
                return Event("edge", at, surface.id)
            met.append(follower.id)
            z_next = self._height(follower, min(at + self.hair, limit))
            blocker = self._blocks_step(at, z, z_next, follower)
            if blocker is not None:
                return blocker
            if abs(z_next - z) > TOLERANCE:
                self.stretches.append(Stretch(at, at, "step", follower, z, z_next))
            surface, z = follower, z_next

    def _height(self, surface: Surface, at: float) -> float:
        line = self.line
        return surface.height(line.x + line.dx * at, line.y + line.dy * at)

    def _leaves(self, surface: Surface, at: float, limit: float) -> float:
        """Where the centre leaves a surface it stands on."""
        if limit <= at:
            return at
        for low, high in self.spans(surface, limit):
            if low - self.hair <= at and high > at + self.hair / 10:
                # What is left of the line behind an edge may be too short to lie on anything else.
                return high if high < limit - self.hair / 10 else limit
        return at

    def _rises(
        self, surface: Surface, at: float, leaves: float, limit: float, met: list[str]
    ) -> tuple[float, Surface] | None:
        """The first higher surface, a free step up or sloping up, that begins on the way and was not `met` right here."""
        best: tuple[float, Surface] | None = None
        for other in self.view.surfaces:
            if other.id == surface.id or not self._near(other):
                continue
            for low, high in self.spans(other, limit):
                # One that ends right here lies behind: the base has just stepped down from it.
                if low < at - self.hair or low >= leaves or high <= max(low, at + self.hair):
                    continue
                # Two slopes side by side rise alike along their common edge: either leads up, not each to the other.
                if low <= at + self.hair and other.id in met:
                    continue
                rise = self._height(other, low + self.hair) - self._height(surface, low + self.hair)
                step = within(rise, self.view.lens.step)
                wanted = (other.sloped and rise >= -1e-9) or (rise > TOLERANCE and step)
                if wanted and (best is None or low < best[0]):
                    best = (max(low, at), other)
        return best

    def _side(
        self, rises: tuple[float, Surface] | None, surface: Surface, at: float, end: float
    ) -> Event | None:
        """Running into the side of a slope where it is higher than a free step: the base stops at its foot."""
        if rises is None or rises[0] > end + self.hair / 10:
            return None
        slope = rises[1]
        if within(self._height(slope, end + self.hair), self._height(surface, end) + self.view.lens.step):
            return None
        events: list[Event] = []
        self._touch(events, "solid", slope.id, slope.region, (at, end), _ALL)
        return events[0] if events else Event("solid", end, slope.id)

    @cached_property
    def _ahead(self) -> tuple[float, float, float, float]:
        """A box around the line, and as far ahead as a walk ever looks."""
        line = self.line
        reach = max(1.0, 1.0 + 50.0 / max(line.length, 1e-9))
        x1, y1 = line.x + line.dx * reach, line.y + line.dy * reach
        return (
            min(line.x, x1) - TOLERANCE,
            min(line.y, y1) - TOLERANCE,
            max(line.x, x1) + TOLERANCE,
            max(line.y, y1) + TOLERANCE,
        )

    def _near(self, surface: Surface) -> bool:
        west, south, east, north = surface.region.bounds
        from_x, from_y, to_x, to_y = self._ahead
        return from_x <= east and to_x >= west and from_y <= north and to_y >= south

    def _adjoining(self, surface: Surface, end: float, z: float, limit: float) -> Surface | None:
        """The surface that goes on where this one ends, within a free step up or down; the highest of several."""
        best: tuple[float, Surface] | None = None
        for other in self.view.surfaces:
            if other.id == surface.id or not self._near(other):
                continue
            for low, high in self.spans(other, max(limit, end + 2 * self.hair)):
                if low <= end + self.hair and high > end + self.hair:
                    height = self._height(other, end + self.hair)
                    if within(abs(height - z), self.view.lens.step) and (best is None or height > best[0]):
                        best = (height, other)
        return None if best is None else best[1]

    @property
    def small_gap(self) -> float:
        """The widest gap that is walked over."""
        lens = self.view.lens
        return lens.gap + lens.gap_in_bases * self.view.shape.across(self.line.bearing, self.facing)

    def _bridge(self, end: float, z: float, limit: float) -> tuple[Surface, float] | None:
        """The next surface beyond a gap small enough to be walked over."""
        width = self.small_gap
        if width <= 0.0:
            return None
        length = max(self.line.length, 1e-9)
        found = self.next_surface(end, z, max(limit, end + 1.01 * width / length))
        if found is not None and within((found[1] - end) * self.line.length, width):
            return found
        return self._lower_side(end, z, width / length) if self.view.lens.gap_down else None

    def _lower_side(self, end: float, z: float, width: float) -> tuple[Surface, float] | None:
        """The first surface beyond a gap that is lower and holds the base along the line, and where the base is past the edge."""
        found = [
            (low, other)
            for other in self.view.surfaces
            for low, high in self.spans(other, end + 2.01 * width)
            if low > end + self.hair
            and within(low, end + width)
            and within(width, high - low)
            and short_of(self._height(other, low + self.hair), z)
        ]
        low, other = min(found, key=lambda each: each[0], default=(0.0, None))
        return None if other is None else (other, max(low, end + width / 2))

    def next_surface(
        self, end: float, z: float, limit: float, named: str = ""
    ) -> tuple[Surface, float] | None:
        """The first surface that begins beyond an edge: level with it within a free step, or the one that is named."""
        best: tuple[float, Surface] | None = None
        for other in self.view.surfaces:
            if named and other.id != named:
                continue
            for low, _ in self.spans(other, limit):
                if low <= end + self.hair:
                    continue
                height = self._height(other, low + self.hair)
                fits = bool(named) or within(abs(height - z), self.view.lens.step)
                if fits and (best is None or low < best[0]):
                    best = (low, other)
        return None if best is None else (best[1], best[0])

    def _stretch(self, start: float, end: float, surface: Surface) -> None:
        if end - start > 1e-12:
            mode: Literal["walk", "stairs"] = "stairs" if surface.sloped else "walk"
            self.stretches.append(
                Stretch(start, end, mode, surface, self._height(surface, start), self._height(surface, end))
            )

    def _blocks_step(self, at: float, z: float, z_next: float, follower: Surface) -> Event | None:
        """What the base would stand in after a step up or down and did not before: a low roof over a slab, a wall beside a hole."""
        if abs(z_next - z) <= TOLERANCE:
            return None
        body, view = self.view.body(self.line.at(at, 0.0, self.facing)), self.view
        for solid in view.terrain.solids:
            if (
                self._counts_beside(solid, follower)
                and view.bars(solid.low, solid.high, z_next)
                and not view.bars(solid.low, solid.high, z)
                and overlaps(body, solid.region)
            ):
                return Event("solid", at, solid.id, z_next - z)
        # A free step up from here leads onto a slab from beside it, not through it from below.
        ahead = self.line.point(at + 4 * self.hair)
        roof = view.roof_over(*ahead, z_next)
        if roof and not view.roof_over(*ahead, z):
            return Event("solid", at, roof, z_next - z)
        for figure, role in view.figures:
            newly = view.figure_bars(figure, z_next) and not view.figure_bars(figure, z)
            if role == "solid" and newly and overlaps(body, figure.body):
                return Event("model", at, figure.id)
        return None

    def _stop(self, start: float, end: float, surface: Surface, lip: Region | None) -> Event | None:
        """The first thing that stops the base between two fractions."""
        if end - start <= 1e-12:
            return None
        z = self._height(surface, start), self._height(surface, end)
        events: list[Event] = []
        for solid in self.view.terrain.solids:
            if self._counts_beside(solid, surface):
                heights = self.view.barring(solid.low, solid.high)
                self._touch(events, "solid", solid.id, solid.region, (start, end), _shares(z, heights))
        for figure, role in self.view.figures:
            if role == "solid":
                heights = self.view.barring_figure(figure)
                self._touch(events, "model", figure.id, figure.body, (start, end), _shares(z, heights))
        if lip is not None:
            self._touch(events, "lip", "", lip, (start, end), _ALL)
        self._board(events, start, end)
        return min(events, key=lambda event: (event.at, event.kind, event.what)) if events else None

    def _counts_beside(self, solid: Solid, surface: Surface) -> bool:
        """Whether a solid can stop a mover on a surface: not the one that a slope leads up to or rises beside, unless it stands on the slope."""
        if surface.sloped and within(solid.high, surface.high + self.view.lens.step):
            lowest = self.view.stands_on_slope(solid, surface)
            return lowest is not None and beyond(solid.high, lowest + self.view.lens.step)
        return True

    def _touch(
        self,
        events: list[Event],
        kind: EventKind,
        what: str,
        other: Region | Body,
        stretch: tuple[float, float],
        shares: Shares | None,
    ) -> None:
        """Add the event of the base running into something on a share of a stretch, the part of it where their heights meet."""
        if shares is None:
            return
        length, (touch, first, last) = stretch[1] - stretch[0], shares
        start, end = stretch[0] + first * length, stretch[0] + last * length
        body = self.view.body(self.line.at(start, 0.0, self.facing))
        motion = Shift(self.line.dx * (end - start), self.line.dy * (end - start))
        # Heights that only meet further on excuse no overlap: the base has come up under a roof.
        if first > 0.0 and overlaps(body, other):
            events.append(Event(kind, stretch[0] + touch * length, what))
            return
        for low, high in meeting(body, motion, other):
            # A base may leave what it overlaps, also in several legs, as long as the last does not end there.
            gone = high < 1.0 or kind == "model" or (kind == "solid" and recedes(body, motion, other))
            if low <= 1e-9 and gone and not presses(body, motion, other):
                continue
            events.append(Event(kind, start + low * (end - start), what))
            return

    def _board(self, events: list[Event], start: float, end: float) -> None:
        board, line, far = self.view.scene.ground.board, self.line, self.view.shape.reach
        if board is None:
            return
        west, south, east, north = board.bounds
        if all(
            west <= x - far and x + far <= east and south <= y - far and y + far <= north
            for x, y in (line.point(start), line.point(end))
        ):
            return
        body = self.view.body(self.line.at(start, 0.0, self.facing))
        span = end - start
        motion = Shift(self.line.dx * span, self.line.dy * span)
        for low, high in complement(inside(body, motion, board, "all")):
            if low <= 1e-9 and high < 1.0:
                continue
            exact = [
                first for first, last in complement(inside(grown(body), motion, board, "all")) if last >= low
            ]
            events.append(Event("board", start + (exact[0] if exact else low) * span, "board"))
            return

    def first_room(
        self,
        at: float,
        z: float,
        facing: float,
        upper: Region | None,
        reach: float,
        came: float | None = None,
    ) -> float | None:
        """The first fraction from `at` on where the base rests at a height, clear of solids and of an upper level.

        If it comes down there from a height (`came`), it is clear of everything solid in between, too.
        """
        line, view = self.line, self.view
        span = reach / max(line.length, 1e-9)
        body = view.body(line.at(at, z, facing))
        motion = Shift(line.dx * span, line.dy * span)
        # It is set down exactly at the lip; where there is room for exactly the base, the tolerance finds it.
        for trial in (grown(body), body):
            free = self._room(trial, motion, (z, z if came is None else max(z, came)), upper)
            if free:
                low, high = free[0]
                return at + (low if trial is not body else (low + high) / 2 if low > 0.0 else low) * span
        return None

    def _room(
        self, body: Body, motion: Shift, heights: tuple[float, float], upper: Region | None
    ) -> Intervals:
        view, z = self.view, heights[0]
        free = inside(body, motion, view.support(z), view.lens.rest)
        if upper is not None and free:
            free = intersection(free, complement(overlapping(body, motion, upper)))
        return self._clear_of_solids(free, body, motion, heights)

    def _clear_of_solids(
        self, free: Intervals, body: Body, motion: Shift, heights: tuple[float, float]
    ) -> Intervals:
        """The fractions at which nothing solid is in a base that comes down to a height, nor in one that stands on what is under its centre there."""
        z, came = heights
        stood = [(z, _EVERYWHERE), *(self._other_levels(body, motion, z) if free else ())]
        for solid in self.view.terrain.solids:
            lowest, highest = self.view.barring(solid.low, solid.high)
            for level, where in stood:
                if free and lowest < max(came, level) and level < highest:
                    met = intersection(where, overlapping(body, motion, solid.region))
                    free = intersection(free, complement(met))
        return free

    def _other_levels(self, body: Body, motion: Shift, z: float) -> list[tuple[float, Intervals]]:
        """The heights a free step from another on which a base comes to stand, with the fractions at which its centre is over such ground."""
        near = [
            each
            for each in self.view.surfaces
            if not each.sloped and within(abs(each.low - z), self.view.lens.step)
        ]
        if all(same(each.low, z) for each in near):
            return []
        found: list[tuple[float, Intervals]] = []
        higher: Intervals = ()
        ahead = body.x + motion.dx, body.y + motion.dy
        for each in sorted(near, key=lambda each: -each.low):
            flat = leg_clear_inside(body.x, body.y, *ahead, each.region.rings, 0.0)
            over = tuple(zip(flat[0::2], flat[1::2], strict=True))
            top = () if same(each.low, z) else intersection(over, complement(higher))
            if top:
                found.append((each.low, top))
            higher = union(higher, over)
        return found

    def obstruction(self, start: float, end: float, z: float) -> Event | None:
        """The first solid or model in the way of a base that passes at a height."""
        events: list[Event] = []
        (ax, ay), (bx, by), far = self.line.point(start), self.line.point(end), self.view.shape.reach
        window = min(ax, bx) - far, min(ay, by) - far, max(ax, bx) + far, max(ay, by) + far
        for solid in self.view.terrain.solid_boxes.within(window):
            if self.view.bars(solid.low, solid.high, z):
                self._touch(events, "solid", solid.id, solid.region, (start, end), _ALL)
        for figure, role in self.view.figures:
            if role == "solid" and self.view.figure_bars(figure, z):
                self._touch(events, "model", figure.id, figure.body, (start, end), _ALL)
        return min(events, key=lambda event: (event.at, event.kind, event.what)) if events else None

    def overlap_length(self, region: Region, most: float) -> float:
        """How far the base must go along the line until it overlaps a region no more."""
        body = self.view.body(self.line.at(0.0, 0.0, self.facing))
        span = most / max(self.line.length, 1e-9)
        spans = meeting(body, Shift(self.line.dx * span, self.line.dy * span), region)
        return spans[0][1] * most if spans and spans[0][0] <= 1e-9 else 0.0
