"""Slabs in the way of a climb or a jump: overhangs above a wall, and ledges and floors between two levels."""

from __future__ import annotations

import math

from surefoot.geometry.measure import gap, overlaps
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import TOLERANCE, beyond, same, short_of, within
from surefoot.language import Length, Thing, say
from surefoot.records import dataclass
from surefoot.referee.course import Blocked
from surefoot.referee.itinerary import Hold
from surefoot.referee.scene import Solid, Surface
from surefoot.referee.view import View
from surefoot.referee.walk import Line, Walk
from surefoot.table.place import Pose


def slabs_above(view: View, pose: Pose, height: float, *, hanging: bool = False) -> list[Solid]:
    """The volumes over a base at a wall, up to a height, the lowest first; a base that hangs right below one is still to get round it."""
    body, least = view.body(pose), pose.z - (2 * TOLERANCE if hanging else 0.0)
    found = [
        solid
        for solid in view.terrain.solids
        if beyond(solid.low, least) and within(solid.low, height) and overlaps(body, solid.region)
    ]
    return sorted(found, key=lambda solid: (solid.low, solid.id))


def ledge_at(view: View, pose: Pose, hanging: str, height: float) -> Solid | None:
    """The ledge that a climber hangs beside or above, on its way to a height; None if it hangs on its wall."""
    body = view.body(pose)
    for solid in view.terrain.solids:
        level = within(solid.low, pose.z) and within(pose.z, solid.high)
        passed = same(pose.z, solid.high) or solid.id != hanging
        if level and passed and short_of(solid.high, height) and within(gap(body, solid.region), 0.0):
            return solid
    return None


def flush_with(view: View, solid: Solid, goal: Surface) -> Surface | None:
    """The level that a volume is part of, if that is the one to be reached or flush with it."""
    if solid.id == goal.id:
        return goal
    return view.surface(solid.id) if within(abs(solid.high - goal.high), view.lens.step) else None


def roofs_over(view: View, line: Line, pose: Pose, level: Surface) -> bool:
    """Whether a level covers a base so far that no climb leads onto it along the leg."""
    return beyond(level.low, pose.z) and beyond(
        _depth(view, line, pose, level.region), view.lens.overhang or 0.0
    )


def _depth(view: View, line: Line, pose: Pose, region: Region) -> float:
    """How far the leading edge of a base is under a region, along the leg."""
    back = Walk(view, Line(pose.x, pose.y, -line.dx, -line.dy), pose.facing)
    return back.overlap_length(region, 4 * view.shape.reach + 2.0)


def juts_out(view: View, line: Line, pose: Pose, slab: Solid) -> float:
    """How far a slab juts out over a base at a wall, along the leg; raises Blocked if that is too far to climb past."""
    depth = _depth(view, line, pose, slab.region)
    if view.lens.overhang is None or beyond(depth, view.lens.overhang):
        raise _too_far(slab.id, pose, depth)
    return depth


def reaches_back(view: View, line: Line, pose: Pose, upper: Surface, lands: float, z: float) -> float:
    """How far the wall below a level that has no supports of its own stands back from its edge: a climb down leads along that wall.

    Raises Blocked if there is none, or if it stands too far back.
    """
    piece = upper.piece
    if piece is None or piece.sort != "platform" or piece.details.text("supports") != "none":
        return 0.0
    if piece.details.text("under") == "solid":
        return 0.0
    limit = 4 * view.shape.reach + 2.0
    there = line.at(lands, z, pose.facing)
    back = Walk(view, Line(there.x, there.y, -line.dx, -line.dy), pose.facing)
    met = back.obstruction(0.0, limit / line.length, z)
    if met is None or met.kind != "solid" or met.what not in view.terrain.climbable:
        says = say("There is nothing to climb down below the edge of {level}", level=Thing(upper.id))
        raise Blocked(Hold("overhang", upper.id, pose, says=says))
    depth = met.at * line.length
    if view.lens.overhang is None or beyond(depth, view.lens.overhang):
        raise _too_far(upper.id, pose, depth)
    return depth


@dataclass(frozen=True, slots=True)
class Descent:
    """A way down over the edge of a level: the walk that leads there, the position at its edge, and where that is on the walk."""

    walk: Walk
    pose: Pose
    upper: Surface
    lip: float
    # How far beyond the edge the base may have to be set down.
    reach: float

    def room(self, z: float) -> float | None:
        """Where the base can be set down at a height; None if it does not fit there, or not past what is between."""
        return self.walk.first_room(self.lip, z, self.pose.facing, self.upper.region, self.reach, self.pose.z)

    def levels(self, lowest: float, highest: float) -> list[tuple[Surface, float]]:
        """The levels right behind the edge between two heights, with their heights, the highest first."""
        x, y = self.walk.line.point(self.lip + 2 * self.walk.hair)
        found = [(each, each.height(x, y)) for each in self.walk.view.surfaces_at(x, y)]
        return [each for each in reversed(found) if within(lowest, each[1]) and within(each[1], highest)]

    def first_with_room(self, below: Surface) -> Surface:
        """The level that a jump leads to: one too small for the base does not stop it."""
        top = below.height(*self.walk.line.point(self.lip + 2 * self.walk.hair))
        found = (level for level, z in self.levels(-math.inf, top) if self.room(z) is not None)
        return next(found, below)

    def landing_above(self, below: Surface) -> Surface | None:
        """The highest level with room for the base above one that it can't be set down on straight from the edge."""
        step = self.walk.view.lens.step
        z = below.height(*self.walk.line.point(self.lip + 2 * self.walk.hair))
        found = (
            level
            for level, height in self.levels(z + step, self.pose.z - step)
            if level is not below and self.room(height) is not None
        )
        return next(found, None)

    def ledge(self, z: float) -> tuple[Surface, float] | None:
        """The highest ledge on the way down to a height that is too narrow for the base, and where it ends."""
        step = self.walk.view.lens.step
        for level, height in self.levels(z + step, self.pose.z - step):
            spans = [
                ends for _, ends in self.walk.spans(level, self.lip + 1.0) if ends > self.lip + self.walk.hair
            ]
            narrow = bool(spans) and within((spans[0] - self.lip) * self.walk.line.length, self.reach)
            return (level, spans[0]) if narrow and not level.sloped and self.room(height) is None else None
        return None

    def underside(self, ledge: Surface, ends: float, z: float) -> float:
        """How far the way leads back in below a ledge that is open beneath, down to a height; 0 below a solid one.

        Raises Blocked if the ledge juts out too far to climb past, as it does on the way up.
        """
        view = self.walk.view
        if not any(solid.id == ledge.id and beyond(solid.low, z) for solid in view.terrain.solids):
            return 0.0
        depth = (ends - self.lip) * self.walk.line.length
        if view.lens.overhang is None or beyond(depth, view.lens.overhang):
            raise _too_far(ledge.id, self.pose, depth)
        return depth


def _too_far(name: str, pose: Pose, depth: float) -> Blocked:
    """The end of a climb at something that juts out too far."""
    says = say("{thing} overhangs the wall by {depth}", thing=Thing(name), depth=Length.of(depth))
    return Blocked(Hold("overhang", name, pose, gap=depth, says=says))


def higher_face(
    view: View, line: Line, pose: Pose, edge: tuple[float, float], reach: float
) -> tuple[Surface, float] | None:
    """A wall that goes on above a ledge too narrow to stand on, and where it begins; `edge` is where on the line the ledge begins and its height."""
    at, height = edge
    met = Walk(view, line, pose.facing).obstruction(at, at + reach / line.length, height)
    if met is None or met.kind != "solid" or met.what not in view.terrain.climbable:
        return None
    surface = view.surface(met.what)
    if surface is None or roofs_over(view, line, pose, surface):
        # What hangs over the climber is no wall that goes on.
        return None
    return surface, met.at


def step_on(
    view: View, walk: Walk, height: float, at: float, span: tuple[float, float], reach: float
) -> tuple[Surface, float] | None:
    """Something on a top too narrow to stand on, or right behind it, that is a free step higher, and where a base meets it that meets the top at a point."""
    limit = 1.0 + reach / walk.line.length
    steps = (
        each
        for each in view.surfaces
        if not each.sloped and beyond(each.low, height) and within(each.low - height, view.lens.step)
    )
    found = [
        (max(low, span[0]), number, each)
        for number, each in enumerate(steps)
        for low, high in walk.spans(each, limit)
        if low <= span[1] + walk.hair and high > span[0]
    ]
    begins, _, surface = min(found, default=(0.0, 0, None))
    return None if surface is None else (surface, at + begins - span[0])


def steps_off(
    view: View, walk: Walk, height: float, at: float, reach: float
) -> list[tuple[Surface, float, float]]:
    """The ledges beyond a narrow top that go on from it, level with it or a free step lower, each with its height and where on the line it ends.

    One on which the line ends is none.
    """
    limit = 1.0 + reach / walk.line.length
    found: list[tuple[Surface, float, float]] = []
    while True:
        ledges = [
            (each.low, high, number, each)
            for number, each in enumerate(view.surfaces)
            if not each.sloped and within(each.low, height) and within(height - each.low, view.lens.step)
            for low, high in walk.spans(each, limit)
            if low <= at + walk.hair and at + walk.hair < high < 1.0
        ]
        if not ledges:
            return found
        height, at, _, ledge = max(ledges)
        found.append((ledge, height, at))
