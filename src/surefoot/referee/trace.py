"""Trace: what a declared path meets, in order. Pure geometry; the lens says what things are to the mover."""

from __future__ import annotations

import math
from functools import lru_cache

from surefoot.geometry.settle import On, settle
from surefoot.geometry.shapes import Pivot, Region, Shift
from surefoot.geometry.sweep import overlapping
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, same, short_of, to_lattice, within
from surefoot.referee.itinerary import Hold, Itinerary, Leg, Mode, Stride
from surefoot.referee.lens import Lens
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.strides import Strider
from surefoot.referee.view import View
from surefoot.referee.walk import Event, Line, Stretch, Walk
from surefoot.table.place import Place, Pose


def trace(scene: Scene, lens: Lens, who: str, legs: tuple[Leg, ...]) -> Itinerary:
    """What a mover meets along some legs, from where it stands."""
    return _traced(scene, lens, who, legs)


@lru_cache(maxsize=8192)
def _traced(scene: Scene, lens: Lens, who: str, legs: tuple[Leg, ...]) -> Itinerary:
    return _Tracer(scene, lens, who).follow(legs)


class _Stop(Exception):
    """The path cannot be followed any further."""

    def __init__(self, hold: Hold) -> None:
        super().__init__(hold.kind)
        self.hold = hold


class _Tracer:
    """Follows legs one after another and writes down what they meet."""

    def __init__(self, scene: Scene, lens: Lens, who: str) -> None:
        self.scene = scene
        self.view = View(scene, lens, who)
        self.lens = lens
        self.start = scene.table.models[who].place
        self.pose = scene.table.pose(who)
        # What the mover stands on; None while it hangs on a wall or a ladder.
        self.surface: Surface | None = self._standing(self.start)
        self.hanging = self.start.on if self.start.kind in ("link", "edge") else ""
        self.strider = Strider(self.view)
        self.leg = 0
        self.manner = ""

    def _standing(self, place: Place) -> Surface | None:
        if place.kind != "surface":
            return None
        named = self.view.surface(place.on)
        if named is not None:
            return named
        # It stands on something that is no level to this lens (a hurdle, a deck of its own): take what is there.
        below = [
            s
            for s in self.view.surfaces_at(self.pose.x, self.pose.y)
            if within(s.low, self.pose.z + TOLERANCE)
        ]
        return below[-1] if below else None

    def follow(self, legs: tuple[Leg, ...]) -> Itinerary:
        hold: Hold | None = None
        for index, leg in enumerate(legs):
            self.leg, self.manner = index, leg.manner
            try:
                self._one(leg)
            except _Stop as stop:
                hold = stop.hold
                break
        strides, marks, rests = self.strider.finished()
        overlapped = tuple(self.view.overlapped(self.pose))
        fits = self.surface is not None and not overlapped and self.view.supported(self.pose)
        return Itinerary(self.start, self._place(), strides, marks, rests, hold, fits, overlapped)

    def _place(self) -> Place:
        if self.surface is not None:
            return self.scene.place_at(self.pose, self.surface)
        if not self.strider.strides:
            return self.start
        x, y, z, facing = (to_lattice(value) for value in self.pose)
        return Place("link", self.hanging, x, y, z, facing)

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
        _Way(self, to, leg).go()

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
                raise _Stop(Hold("solid" if kind == "solid" else "model", what, end))
        self.add("turn", end, 0.0, turn=degrees)

    # ------------------------------------------------------------------ ladders and ropes

    def _link(self, leg: Leg) -> None:
        link = next((one for one in self.view.terrain.links if one.id == leg.link), None)
        if link is None:
            raise _Stop(
                Hold("link", leg.link, self.pose, says=f"there is no ladder or rope called {leg.link}")
            )
        if self.hanging == link.id:
            up = leg.rise >= 0
        else:
            up = abs(self.pose.z - link.low) <= abs(self.pose.z - link.high)
            near, height = (link.foot, link.low) if up else (link.head, link.high)
            self._approach(near, height, link.id)
        here = self.pose
        x, y = link.head if up else link.foot
        z = link.high if up else link.low
        landing, surface = self._landing_near(x, y, z)
        if landing is None or surface is None:
            raise _Stop(
                Hold(
                    "room",
                    link.id,
                    here,
                    rise=z - here.z,
                    says=f"no room for the base at the end of {link.id}",
                )
            )
        self.surface, self.hanging = surface, ""
        self.add("ladder", landing, 0.0, rise=landing.z - here.z, link=link.id, surface=surface.id)

    def _approach(self, foot: tuple[float, float], height: float, name: str) -> None:
        """Walk straight to a link until the base touches it."""
        if beyond(abs(self.pose.z - height), self.lens.step):
            raise _Stop(
                Hold(
                    "link",
                    name,
                    self.pose,
                    rise=height - self.pose.z,
                    says=f"{name} begins at another height",
                )
            )
        distance = math.hypot(foot[0] - self.pose.x, foot[1] - self.pose.y)
        reach = self.view.shape.across(0.0) / 2 if self.view.shape.name == "round" else self.view.shape.reach
        if within(distance, reach):
            return
        share = (distance - reach) / distance
        to = (
            self.pose.x + (foot[0] - self.pose.x) * share,
            self.pose.y + (foot[1] - self.pose.y) * share,
        )
        try:
            _Way(self, to, Leg()).go()
        except _Stop as stop:
            # The wall behind a ladder may stop the base short of its foot: near enough is at the ladder.
            left = math.hypot(foot[0] - self.pose.x, foot[1] - self.pose.y)
            if stop.hold.kind != "solid" or not within(left, reach + self.view.shape.reach):
                raise

    def _landing_near(self, x: float, y: float, z: float) -> tuple[Pose | None, Surface | None]:
        """The nearest spot to a point at which the base rests at a height."""
        view = self.view
        found = settle(
            view.shape,
            x,
            y,
            self.pose.facing,
            (On(view.support(z), "all" if view.lens.rest == "all" else "centre"),),
            limit=4 * view.shape.reach,
        )
        spots = list(found.spots)
        if not spots:
            return None, None
        spot_x, spot_y = spots[0]
        surfaces = [
            s
            for s in view.surfaces_at(spot_x, spot_y)
            if within(abs(s.height(spot_x, spot_y) - z), view.lens.step)
        ]
        if not surfaces:
            return None, None
        surface = surfaces[-1]
        return Pose(spot_x, spot_y, surface.height(spot_x, spot_y), self.pose.facing), surface

    # ------------------------------------------------------------------ flying

    def _fly(self, to: tuple[float, float], leg: Leg) -> None:
        surfaces = self.view.surfaces_at(*to)
        if leg.on:
            surfaces = [surface for surface in surfaces if surface.id == leg.on]
        if not surfaces:
            raise _Stop(Hold("level", leg.on or "board", self.pose, says="there is nothing to land on"))
        surface = surfaces[-1]
        end = Pose(*to, surface.height(*to), self.pose.facing)
        length = math.dist(self.pose[:3], end[:3])
        rise = end.z - self.pose.z
        self.surface, self.hanging = surface, ""
        self.add("fly", end, length, rise=rise, surface=surface.id)

    def add(
        self,
        mode: Mode,
        end: Pose,
        length: float,
        *,
        rise: float = 0.0,
        turn: float = 0.0,
        link: str = "",
        over: str = "",
        outward: float = 0.0,
        surface: str = "",
    ) -> None:
        """One stride that is not walked, and the mover at its end."""
        self.strider.jumped(
            Stride(
                mode,
                self.pose,
                end,
                length,
                rise,
                turn,
                over=over,
                link=link,
                manner=self.manner,
                outward=outward,
                leg=self.leg,
                surface=surface or (self.surface.id if self.surface else ""),
            )
        )
        self.pose = end


class _Way:
    """One straight leg: walking, and climbing, leaping or jumping where the player said so."""

    def __init__(self, tracer: _Tracer, to: tuple[float, float], leg: Leg) -> None:
        self.tracer = tracer
        self.view = tracer.view
        self.leg = leg
        self.by = leg.by
        self.to = to
        start = tracer.pose
        self.line = Line(start.x, start.y, to[0] - start.x, to[1] - start.y)
        self.walk = Walk(self.view, self.line, start.facing)
        # How far beyond the declared end a base may have to be set down.
        self.reach = 2 * self.view.shape.reach + TOLERANCE
        self.at = 0.0
        self.goal = self._goal()

    def _goal(self) -> Surface | None:
        """The surface that the leg is to end on, where that is known."""
        leg, tracer = self.leg, self.tracer
        if leg.on:
            goal = self.view.surface(leg.on)
            if goal is None:
                raise _Stop(
                    Hold("level", leg.on, tracer.pose, says=f"there is no level called {leg.on} to stand on")
                )
            return goal
        if self.by != "climb":
            return None
        here = [
            surface
            for surface in self.view.surfaces_at(*self.to)
            if not self.view.covered(*self.to, surface.height(*self.to))
        ]
        z = tracer.pose.z
        others = [s for s in here if beyond(abs(s.height(*self.to) - z), self.view.lens.step)]
        if len(others) > 1:
            names = ", ".join(surface.id for surface in others)
            raise _Stop(
                Hold(
                    "level",
                    "",
                    tracer.pose,
                    says=f"several levels lie there; say on which one to end: {names}",
                )
            )
        if others and (tracer.hanging or not any(s is tracer.surface for s in here) or others[0].low > z):
            return others[0]
        return next((s for s in here if s not in others), others[0] if others else None)

    def go(self) -> None:
        if self.line.length <= TOLERANCE:
            return
        if self.tracer.hanging:
            self._from_the_wall()
        while self.at < 1.0 - 1e-12:
            event = self._walk_on()
            if event.kind == "end":
                break
            self._meet(event)
            if self.by in ("leap", "jump"):
                self.by = "walk"
        self._arrive()

    def _arrive(self) -> None:
        goal, tracer = self.goal, self.tracer
        if (
            goal is not None
            and tracer.surface is not goal
            and not same(tracer.pose.z, goal.height(*tracer.pose[:2]))
        ):
            rise = goal.height(*tracer.pose[:2]) - tracer.pose.z
            raise _Stop(
                Hold("level", goal.id, tracer.pose, rise=rise, says=f"this way does not lead to {goal.id}")
            )

    def _walk_on(self) -> Event:
        tracer = self.tracer
        if tracer.surface is None:
            raise _Stop(Hold("level", "", tracer.pose, says="it stands on nothing to walk on"))
        lip = self._open_lip()
        first = len(self.walk.stretches)
        event = self.walk.run(self.at, tracer.surface, tracer.pose.z, 1.0, lip)
        stretches = self.walk.stretches[first:]
        self._write(stretches)
        self.at = event.at
        return event

    def _write(self, stretches: list[Stretch]) -> None:
        tracer = self.tracer
        for stretch in stretches:
            start = self.line.at(stretch.start, stretch.z_start, tracer.pose.facing)
            end = self.line.at(stretch.end, stretch.z_end, tracer.pose.facing)
            tracer.strider.walked(stretch.mode, start, end, stretch.surface, tracer.leg, tracer.manner)
            tracer.pose = end
            if stretch.mode != "bridge":
                tracer.surface = stretch.surface

    def _open_lip(self) -> Region | None:
        """The outline of an open platform that is to be climbed at its own supports."""
        goal = self.goal
        if (
            self.by != "climb"
            or goal is None
            or goal.piece is None
            or goal.piece.sort not in ("platform", "lift")
        ):
            return None
        if within(goal.low, self.tracer.pose.z + self.view.lens.step):
            return None
        if goal.piece.details.text("under") == "solid" or goal.piece.details.text("supports") == "none":
            return None
        return goal.region

    def _meet(self, event: Event) -> None:
        tracer = self.tracer
        if event.kind == "edge":
            self._edge(event)
        elif event.kind == "lip" and self.goal is not None:
            self._up(self.goal.high, self.goal, self.at)
        elif event.kind == "solid" and self.by == "climb" and event.what in self.view.terrain.climbable:
            self._face(event.what)
        else:
            kind = event.kind if event.kind in ("solid", "model", "board") else "solid"
            raise _Stop(Hold(kind, event.what, tracer.pose, rise=self._rise_of(event)))

    def _rise_of(self, event: Event) -> float:
        solid = next((one for one in self.view.terrain.solids if one.id == event.what), None)
        return solid.high - self.tracer.pose.z if solid is not None and event.kind == "solid" else 0.0

    # ------------------------------------------------------------------ at an edge

    def _edge(self, event: Event) -> None:
        tracer = self.tracer
        upper = tracer.surface
        z = tracer.pose.z
        gap = self._gap_beyond(event.at, z)
        if self.by == "leap" and gap is not None:
            self._leap(event.at, gap)
            return
        below = self._below(event.at, z)
        drop = z - below.height(*self._point(event.at + self.walk.hair)) if below is not None else 0.0
        if self.by == "walk" or upper is None or below is None:
            width = (gap[1] - event.at) * self.line.length if gap is not None else 0.0
            raise _Stop(
                Hold("edge", event.what, tracer.pose, rise=-drop, gap=width, says=self._say_how(drop, width))
            )
        if self.by == "leap":
            raise _Stop(Hold("edge", event.what, tracer.pose, rise=-drop, says="there is nothing to leap to"))
        self._back_to_rest(event.at)
        self._down("drop" if self.by == "jump" else "climb", upper, below, event.at)

    @staticmethod
    def _say_how(drop: float, width: float) -> str:
        ways = ["leap"] if width else []
        ways += ["climb", "jump down"] if drop > 0 else []
        return (
            f"here is an edge; say {' or '.join(ways)}" if ways else "here is an edge and nothing beyond it"
        )

    def _point(self, at: float) -> tuple[float, float]:
        return self.line.x + self.line.dx * at, self.line.y + self.line.dy * at

    def _gap_beyond(self, at: float, z: float) -> tuple[Surface, float] | None:
        """The far side of a gap: what the leg is to end on, else the next surface that is level or lower."""
        limit = 1.0 + self.reach / self.line.length
        if self.goal is not None:
            return self.walk.next_surface(at, z, limit, named=self.goal.id)
        level = self.walk.next_surface(at, z, limit)
        if level is not None:
            return level
        there = self.view.surfaces_at(*self.to)
        lower = [s for s in there if short_of(s.height(*self.to), z) and s.id != "board"]
        return self.walk.next_surface(at, z, limit, named=lower[-1].id) if lower else None

    def _below(self, at: float, z: float) -> Surface | None:
        """The surface to climb or jump down to: the goal, else the highest below."""
        x, y = self._point(at + 2 * self.walk.hair)
        below = [s for s in self.view.surfaces_at(x, y) if short_of(s.height(x, y), z - self.view.lens.step)]
        if self.goal is not None and self.goal in below:
            return self.goal
        return below[-1] if below else None

    def _back_to_rest(self, lip: float) -> None:
        """Take back what was walked past the last place where the whole base rests: the mover stands at the lip."""
        tracer = self.tracer
        pose = tracer.strider.back_to_rest(tracer.leg)
        if pose is None:
            raise _Stop(
                Hold(
                    "room",
                    tracer.surface.id if tracer.surface else "",
                    tracer.pose,
                    says="no room at the edge",
                )
            )
        tracer.pose = pose
        self.at = min(lip, self._fraction(pose))

    def _fraction(self, pose: Pose) -> float:
        dx, dy = self.line.dx, self.line.dy
        return ((pose.x - self.line.x) * dx + (pose.y - self.line.y) * dy) / (dx * dx + dy * dy)

    def _leap(self, lip: float, gap: tuple[Surface, float]) -> None:
        tracer, view = self.tracer, self.view
        far, begins = gap
        z = far.height(*self._point(begins + self.walk.hair))
        rise = z - tracer.pose.z
        if beyond(rise, view.lens.step):
            raise _Stop(Hold("edge", far.id, tracer.pose, rise=rise, says=f"{far.id} is too high to leap to"))
        self._back_to_rest(lip)
        lands = self.walk.first_room(begins, z, tracer.pose.facing, None, self.reach)
        if lands is None:
            raise _Stop(Hold("room", far.id, tracer.pose, says=f"no room for the base on {far.id}"))
        self._flight_clear(lands)
        self._land("leap", lands, far, (begins - lip) * self.line.length, over=far.id)

    def _flight_clear(self, lands: float) -> None:
        """Nothing solid may stand in the way of a leap."""
        tracer = self.tracer
        flight = Walk(self.view, self.line, tracer.pose.facing)
        met = flight.obstruction(self.at, lands, tracer.pose.z)
        if met is not None:
            raise _Stop(Hold("solid" if met.kind == "solid" else "model", met.what, tracer.pose))

    def _land(
        self, mode: Mode, at: float, surface: Surface, length: float, *, over: str, outward: float = 0.0
    ) -> None:
        tracer = self.tracer
        point = self._point(at)
        on = self._surface_at(point, surface)
        z = on.height(*point)
        end = self.line.at(at, z, tracer.pose.facing)
        tracer.surface, tracer.hanging = on, ""
        tracer.add(mode, end, length, rise=z - tracer.pose.z, outward=outward, surface=on.id, over=over)
        self.at = max(at, self.at)

    def _surface_at(self, point: tuple[float, float], near: Surface) -> Surface:
        """The surface under the centre at a landing: the one meant, or the one that adjoins it there."""
        z = near.height(*point)
        here = [
            s for s in self.view.surfaces_at(*point) if within(abs(s.height(*point) - z), self.view.lens.step)
        ]
        return near if near in here or not here else here[-1]

    def _down(self, mode: Mode, upper: Surface, below: Surface, lip: float) -> None:
        z = below.height(*self._point(lip + 2 * self.walk.hair))
        lands = self.walk.first_room(lip, z, self.tracer.pose.facing, upper.region, self.reach)
        if lands is None:
            raise _Stop(
                Hold(
                    "room",
                    below.id,
                    self.tracer.pose,
                    rise=z - self.tracer.pose.z,
                    says=f"no room for the base on {below.id}",
                )
            )
        self._land(mode, lands, below, 0.0, over=upper.id)

    # ------------------------------------------------------------------ up a face

    def _face(self, name: str) -> None:
        """Climb the side of something solid: onto its top, further up, or over it and down again."""
        tracer, view = self.tracer, self.view
        solid = next(one for one in view.terrain.solids if one.id == name)
        top = next((surface for surface in view.surfaces if surface.id == name), None)
        outward, goal = self._overhang()
        if goal is not None:
            self._up(goal.high, goal, self.at - outward / self.line.length, outward)
            return
        if top is None:
            raise _Stop(Hold("solid", name, tracer.pose, rise=solid.high - tracer.pose.z))
        self._up(solid.high, top, self.at)

    def _overhang(self) -> tuple[float, Surface | None]:
        """How far the level to be reached juts out over the wall being climbed, if it does."""
        goal, tracer, view = self.goal, self.tracer, self.view
        body = view.body(tracer.pose)
        for solid in view.terrain.solids:
            slab = (
                solid.piece is not None
                and solid.piece.sort == "platform"
                and beyond(solid.low, tracer.pose.z)
            )
            if not slab or not overlapping(body, _still(), solid.region):
                continue
            if goal is None or solid.id != goal.id:
                if goal is not None and short_of(goal.high, solid.low):
                    continue
                raise _Stop(Hold("overhang", solid.id, tracer.pose, says=f"{solid.id} juts out above"))
            depth = self._depth_under(goal.region)
            if self.view.lens.overhang is None or beyond(depth, self.view.lens.overhang):
                raise _Stop(
                    Hold(
                        "overhang",
                        goal.id,
                        tracer.pose,
                        gap=depth,
                        says=f"{goal.id} juts out {depth:.4g} over the wall",
                    )
                )
            return depth, goal
        return 0.0, None

    def _depth_under(self, region: Region) -> float:
        """How far the leading edge of the base has come in under a region, along the leg."""
        back = Line(self.tracer.pose.x, self.tracer.pose.y, -self.line.dx, -self.line.dy)
        walk = Walk(self.view, back, self.tracer.pose.facing)
        return walk.overlap_length(region, 4 * self.view.shape.reach + 2.0)

    def _up(self, height: float, top: Surface, at: float, outward: float = 0.0) -> None:
        tracer, view = self.tracer, self.view
        if not view.lens.climbs:
            raise _Stop(Hold("solid", top.id, tracer.pose, rise=height - tracer.pose.z, says="cannot climb"))
        lands = self.walk.first_room(at, height, tracer.pose.facing, None, self.reach)
        if lands is not None and (lands - at) * self.line.length <= 2 * view.shape.reach + 10 * TOLERANCE:
            tracer.hanging = top.id
            self._land("climb", lands, top, 0.0, over=top.id, outward=outward)
            return
        self._over(height, top, at)

    def _over(self, height: float, top: Surface, at: float) -> None:
        """Over a top too narrow for the base: up, across its thickness, and up or down on the far side."""
        tracer = self.tracer
        spans = [span for span in self.walk.spans(top, 1.0 + self.reach / self.line.length) if span[1] > at]
        higher = self._higher_face(height, at)
        if higher is not None:
            surface, begins = higher
            ledge = (begins - at) * self.line.length
            self._climb_to(height, top)
            if ledge > TOLERANCE:
                tracer.add("over", self.line.at(begins, height, tracer.pose.facing), ledge, over=top.id)
                self.at = begins
            self._up(surface.high, surface, begins)
            return
        if not spans:
            raise _Stop(
                Hold(
                    "room",
                    top.id,
                    tracer.pose,
                    rise=height - tracer.pose.z,
                    says=f"no room for the base on {top.id}",
                )
            )
        begins, ends = spans[0]
        below = self._below(ends, height)
        if below is None or ends >= 1.0:
            raise _Stop(
                Hold(
                    "room",
                    top.id,
                    tracer.pose,
                    rise=height - tracer.pose.z,
                    says=f"no room for the base on {top.id}",
                )
            )
        self._climb_to(height, top)
        across = self.line.at(ends, height, tracer.pose.facing)
        tracer.add("over", across, (ends - begins) * self.line.length, over=top.id)
        self.at = ends
        self._down("climb", top, below, ends)

    def _higher_face(self, height: float, at: float) -> tuple[Surface, float] | None:
        """A wall that goes on above a ledge too narrow to stand on, and where it begins."""
        ahead = Walk(self.view, self.line, self.tracer.pose.facing)
        met = ahead.obstruction(at, at + self.reach / self.line.length, height)
        if met is None or met.kind != "solid" or met.what not in self.view.terrain.climbable:
            return None
        surface = self.view.surface(met.what)
        return None if surface is None else (surface, met.at)

    def _climb_to(self, height: float, top: Surface) -> None:
        tracer = self.tracer
        pose = tracer.pose
        tracer.surface, tracer.hanging = None, top.id
        tracer.add(
            "climb",
            Pose(pose.x, pose.y, height, pose.facing),
            0.0,
            rise=height - pose.z,
            surface="",
            over=top.id,
        )

    def _from_the_wall(self) -> None:
        """Go on with a climb that an earlier action began."""
        tracer = self.tracer
        top = self.view.surface(tracer.hanging)
        if self.by != "climb" or top is None:
            raise _Stop(
                Hold("level", tracer.hanging, tracer.pose, says="it hangs on a wall and must climb on")
            )
        if self.goal is not None and short_of(self.goal.high, tracer.pose.z):
            self._down("climb", top, self.goal, 0.0)
        else:
            self._up(top.high, top, 0.0)


def _still() -> Shift:
    return Shift(0.0, 0.0)
