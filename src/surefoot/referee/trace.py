"""Trace: what a declared path meets, in order. Pure geometry; the lens says what things are to the mover."""

from __future__ import annotations

import math
from functools import lru_cache

from surefoot.geometry.settle import Clear, Keep, On, settle
from surefoot.geometry.shapes import Pivot
from surefoot.geometry.sweep import overlapping
from surefoot.geometry.tolerance import beyond, from_lattice, short_of, within
from surefoot.language import Length, Quoted, Thing, say
from surefoot.records import replace
from surefoot.referee.course import Blocked, Course
from surefoot.referee.itinerary import Hold, Itinerary, Leg
from surefoot.referee.lens import Lens
from surefoot.referee.scene import Ladder, Scene, Surface
from surefoot.referee.strides import Strider
from surefoot.referee.view import View
from surefoot.referee.way import Way
from surefoot.table.place import Pose


def trace(scene: Scene, lens: Lens, who: str, legs: tuple[Leg, ...]) -> Itinerary:
    """What a mover meets along some legs, from where it stands."""
    return _traced(scene, lens, who, legs)


@lru_cache(maxsize=8192)
def _traced(scene: Scene, lens: Lens, who: str, legs: tuple[Leg, ...]) -> Itinerary:
    return _Tracer(scene, lens, who).follow(legs)


class _Tracer(Course):
    """Follows legs one after another and writes down what they meet."""

    def follow(self, legs: tuple[Leg, ...]) -> Itinerary:
        hold: Hold | None = None
        for index, leg in enumerate(legs):
            self.leg, self.manner = index, leg.manner
            if leg.by == "fly":
                # A flight leads out of what was near the leg before.
                self.strider.view = self.view
            try:
                self._one(leg)
            except Blocked as stop:
                hold = replace(stop.hold, by=leg.by)
                break
        strides, marks, rests = self.strider.finished()
        # What can matter at the end is near the last leg.
        here = self.strider.view
        overlapped = tuple(here.overlapped(self.pose))
        fits = self.surface is not None and not overlapped and here.supported(self.pose)
        return Itinerary(self.start, self.place(), strides, marks, rests, hold, fits, overlapped)

    def _one(self, leg: Leg) -> None:
        if leg.by == "turn":
            self._turn(from_lattice(leg.turn))
            return
        if leg.by == "link":
            self._link(leg)
            if leg.to is None:
                return
        if leg.to is None:
            return
        to = from_lattice(leg.to[0]), from_lattice(leg.to[1])
        if leg.by == "fly":
            self._fly(to, leg)
            return
        Way(self, to, leg).go()

    # ------------------------------------------------------------------ turning

    def _turn(self, degrees: float) -> None:
        pose = self.pose
        end = Pose(pose.x, pose.y, pose.z, (pose.facing + degrees) % 360.0)
        if self.view.shape.name != "round":
            body = self.view.body(pose)
            motion = Pivot(degrees, pose.x, pose.y)
            met: list[tuple[float, str, str]] = []
            for solid in self.view.terrain.solids:
                if self.view.bars(solid.low, solid.high, pose.z):
                    met += [
                        (low, "solid", solid.id) for low, _ in overlapping(body, motion, solid.region)[:1]
                    ]
            for figure, role in self.view.figures:
                if role == "solid" and self.view.figure_bars(figure, pose.z):
                    met += [
                        (low, "model", figure.id) for low, _ in overlapping(body, motion, figure.body)[:1]
                    ]
            if met:
                fraction, kind, what = min(met)
                end = Pose(pose.x, pose.y, pose.z, (pose.facing + degrees * fraction) % 360.0)
                self.add("turn", end, 0.0, turn=degrees * fraction)
                raise Blocked(Hold("solid" if kind == "solid" else "model", what, end))
        self.add("turn", end, 0.0, turn=degrees)

    # ------------------------------------------------------------------ ladders and ropes

    def _link(self, leg: Leg) -> None:
        link = next((one for one in self.view.terrain.links if one.id == leg.link), None)
        if link is None:
            raise Blocked(
                Hold(
                    "link",
                    leg.link,
                    self.pose,
                    says=say("There is no ladder or rope called {name}", name=Quoted(leg.link)),
                )
            )
        if self.hanging == link.id:
            up = leg.rise >= 0
        else:
            up = self._at_foot(link)
            self._approach(link, up=up)
        here = self.pose
        x, y = link.head if up else link.foot
        # A rope may end far from where it begins.
        self.strider.view = self.view.around(here[:2], (x, y))
        z = link.high if up else link.low
        # A level rope is as long as it is in plan; everything else is as long as it is high.
        length = math.hypot(x - here.x, y - here.y) if link.low == link.high else 0.0
        whole, part = length or abs(z - here.z), from_lattice(abs(leg.rise))
        if leg.rise and short_of(part, whole):
            self._part_of(link, (x, y, z), part / whole, length)
            return
        landing, surface = self._landing_near(x, y, z)
        if landing is None or surface is None:
            raise Blocked(
                Hold(
                    "room",
                    link.id,
                    here,
                    rise=z - here.z,
                    says=say("There is no room for the base at the end of {ladder}", ladder=Thing(link.id)),
                )
            )
        self.surface, self.hanging = surface, ""
        self.add("ladder", landing, length, rise=landing.z - here.z, link=link.id, surface=surface.id)

    def _at_foot(self, link: Ladder) -> bool:
        """Whether a mover that stands uses a link from its foot: from the end that is nearer in height, or in space."""
        pose = self.pose
        if link.low != link.high:
            return abs(pose.z - link.low) <= abs(pose.z - link.high)
        return math.dist(pose[:2], link.foot) <= math.dist(pose[:2], link.head)

    def _part_of(self, link: Ladder, end: tuple[float, float, float], share: float, length: float) -> None:
        """Go a part of a link and stay there: straight up or down, or along a level rope."""
        here = self.pose
        x, y, z = (a + (b - a) * share for a, b in zip(here[:3], end, strict=True))
        there = Pose(x, y, z, here.facing) if length else Pose(here.x, here.y, z, here.facing)
        self.surface, self.hanging = None, link.id
        self.add("ladder", there, length * share, rise=there.z - here.z, link=link.id)

    def _approach(self, link: Ladder, *, up: bool) -> None:
        """Walk straight to the foot or the head of a link until the base touches it, or to the nearest room beside it."""
        foot, height = (link.foot, link.low) if up else (link.head, link.high)
        self._at_height(height, link.id)
        distance = math.hypot(foot[0] - self.pose.x, foot[1] - self.pose.y)
        reach = self.view.shape.across(0.0) / 2 if self.view.shape.name == "round" else self.view.shape.reach
        if within(distance, reach):
            return
        share = (distance - reach) / distance
        to = (
            self.pose.x + (foot[0] - self.pose.x) * share,
            self.pose.y + (foot[1] - self.pose.y) * share,
        )
        before = self.pose, self.surface, self.strider.copied()
        try:
            Way(self, to, Leg()).go()
        except Blocked as stop:
            self._beside(foot, height, reach + self.view.shape.reach, before, stop)
        # Stairs on the way may have led past it to another level, or a step to where its other end is.
        self._at_height(height, link.id)
        if self._at_foot(link) != up and link.low != link.high:
            raise Blocked(self._begins_elsewhere(height, link.id))

    def _beside(
        self,
        foot: tuple[float, float],
        height: float,
        near: float,
        before: tuple[Pose, Surface | None, Strider],
        stop: Blocked,
    ) -> None:
        """Go to the room nearest to the foot of a link: what it leans against has stopped the base on the straight way.

        Where that room can't be walked to, near enough is at the ladder.
        """
        left, start = math.dist(self.pose[:2], foot), before[0]
        places = [pose for pose, _ in self._landings_near(*foot, height)]
        beside = min(places, key=lambda pose: math.dist(pose[:2], start[:2]), default=None)
        close = stop.hold.kind == "solid" and within(left, near)
        if close and (beside is None or within(left, math.dist(beside[:2], foot))):
            return
        if beside is None or not within(math.dist(beside[:2], foot), near):
            raise stop
        stopped = self.pose, self.surface, self.strider
        self.pose, self.surface, self.strider = before
        try:
            Way(self, (beside.x, beside.y), Leg()).go()
        except Blocked:
            if not close:
                raise
            self.pose, self.surface, self.strider = stopped

    def _at_height(self, height: float, name: str) -> None:
        if beyond(abs(self.pose.z - height), self.lens.step):
            raise Blocked(self._begins_elsewhere(height, name))

    def _begins_elsewhere(self, height: float, name: str) -> Hold:
        rise = height - self.pose.z
        says = say("{ladder} begins {height} higher than here", ladder=Thing(name), height=Length.of(rise))
        if rise < 0:
            says = say(
                "{ladder} begins {height} lower than here", ladder=Thing(name), height=Length.of(-rise)
            )
        return Hold("link", name, self.pose, rise=rise, says=says)

    def _landing_near(self, x: float, y: float, z: float) -> tuple[Pose | None, Surface | None]:
        """The nearest spot to a point at which the base rests at a height."""
        found = self._landings_near(x, y, z)
        return found[0] if found else (None, None)

    def _landings_near(self, x: float, y: float, z: float) -> list[tuple[Pose, Surface]]:
        """The spots at which the base rests at a height, all equally near to a point."""
        return landings_near(self.view, Pose(x, y, z, self.pose.facing))

    # ------------------------------------------------------------------ flying

    def _fly(self, to: tuple[float, float], leg: Leg) -> None:
        surfaces = self.view.surfaces_at(*to)
        if leg.on:
            surfaces = [surface for surface in surfaces if surface.id == leg.on]
        if not surfaces:
            raise Blocked(
                Hold("level", leg.on or "board", self.pose, says=say("There is nothing to land on here"))
            )
        surface = surfaces[-1]
        end = Pose(*to, surface.height(*to), self.pose.facing)
        length = math.dist(self.pose[:3], end[:3])
        rise = end.z - self.pose.z
        self.surface, self.hanging = surface, ""
        self.add("fly", end, length, rise=rise, surface=surface.id)


def landings_near(view: View, pose: Pose) -> list[tuple[Pose, Surface]]:
    """The spots at which the base of a mover rests at a height, all equally near to a point, each with its surface."""
    x, y, z, facing = pose
    view = view.around((x, y))
    keeps: list[Keep] = [On(view.support(z), "all" if view.lens.rest == "all" else "centre")]
    keeps += [Clear(solid.region) for solid in view.terrain.solids if view.bars(solid.low, solid.high, z)]
    spots = settle(view.shape, x, y, facing, tuple(keeps), limit=4 * view.shape.reach).spots
    found = []
    for spot in spots:
        heights = [(each, each.height(*spot)) for each in view.surfaces_at(*spot)]
        level = [one for one in heights if within(abs(one[1] - z), view.lens.step)]
        if level:
            surface, height = level[-1]
            found.append((Pose(*spot, height, facing), surface))
    return found
