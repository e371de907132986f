"""One straight leg of a path: walking, and climbing, leaping or jumping where the player said so."""

from __future__ import annotations

from surefoot.geometry.kernel import leg_inside
from surefoot.geometry.measure import gap, overlaps
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import MILLIONTHS, TOLERANCE, beyond, same, short_of, within
from surefoot.language import Sentence, Thing, Who, say
from surefoot.referee.course import Blocked, Course
from surefoot.referee.edge_words import edge_reached, no_room, not_there, too_high_to_leap_to, too_low
from surefoot.referee.itinerary import Hold, Leg, Mode
from surefoot.referee.level_meant import level_meant
from surefoot.referee.overhang import (
    Descent,
    flush_with,
    higher_face,
    juts_out,
    ledge_at,
    reaches_back,
    slabs_above,
    step_on,
    steps_off,
)
from surefoot.referee.scene import Surface
from surefoot.referee.straight_up import straight_up
from surefoot.referee.walk import Event, Line, Stretch, Walk, shallow_ditch
from surefoot.table.place import Pose

# The leeway of a climb straight up, and of the longest slant over an edge.
LEEWAY = 10 * TOLERANCE
# Over an edge a base is carried so many times as far as straight over it, at most.
_SLANT = 2.0
# The smallest length that a table keeps.
_NOTHING = 1 / MILLIONTHS


class Way:
    """One straight leg: walking, and climbing, leaping or jumping where the player said so."""

    def __init__(self, course: Course, to: tuple[float, float], leg: Leg) -> None:
        self.course = course
        self.by = leg.by
        self.to = to
        self._set_out()
        # How far beyond the declared end a base may have to be set down.
        self.reach = 2 * self.view.shape.reach + TOLERANCE
        self.goal = level_meant(course, self.view, self.line, to, leg)

    def _set_out(self) -> None:
        """Draw the line from where the mover is to the end of the leg."""
        course, (x, y) = self.course, self.to
        self.view = course.view.around(course.pose[:2], self.to)
        course.strider.view = self.view
        start = course.pose
        self.line = Line(start.x, start.y, x - start.x, y - start.y)
        self.walk = Walk(self.view, self.line, start.facing)
        self.at = 0.0

    def go(self) -> None:
        """Follow the leg to its end, or raise where it cannot be followed any further."""
        if self.line.length <= TOLERANCE:
            if self.course.hanging and self.by == "climb":
                self._straight_down()
            elif not self.course.hanging:
                # A level above or below this very point is not reached by staying.
                self._arrive()
            return
        if self.course.hanging:
            self._from_the_wall()
        been: list[tuple[float, str]] = []
        # What is left after a landing and is less than a table can tell is no way to go.
        while (1.0 - self.at) * self.line.length > _NOTHING:
            event = self._walk_on()
            if event.kind == "end":
                break
            self._meet(event)
            here = self.at, self.course.surface.id if self.course.surface else ""
            if here in been:
                # Up onto something and down again at the same place, for ever.
                says = say("Climbing here only leads back to {level}", level=Thing(here[1]))
                raise Blocked(Hold("level", here[1], self.course.pose, says=says))
            been.append(here)
            if self.by in ("leap", "jump"):
                self.by = "walk"
        self._arrive()

    def _arrive(self) -> None:
        goal, course = self.goal, self.course
        if (
            goal is not None
            and course.surface is not goal
            and not same(course.pose.z, goal.height(*course.pose[:2]))
        ):
            rise = goal.height(*course.pose[:2]) - course.pose.z
            short = gap(self.view.body(course.pose), goal.region)
            climbs, stays = self.by == "climb", self.line.length <= TOLERANCE
            says = not_there(goal, rise, short, climbs=climbs, stays=stays)
            raise Blocked(Hold("level", goal.id, course.pose, rise=rise, says=says))

    def _walk_on(self) -> Event:
        course = self.course
        if course.surface is None:
            raise Blocked(Hold("level", "", course.pose, says=say("There is nothing here to walk on")))
        lip = self._open_lip()
        first = len(self.walk.stretches)
        event = self.walk.run(self.at, course.surface, course.pose.z, 1.0, lip)
        stretches = self.walk.stretches[first:]
        ditch = shallow_ditch(stretches) if self.by == "leap" and event.kind != "edge" else None
        if ditch is not None:
            # A declared leap leads over a ditch, even if the ditch is shallow enough to walk through.
            stretches, event = stretches[:ditch], Event("edge", stretches[ditch].start, course.surface.id)
        self._write(stretches)
        self.at = event.at
        return event

    def _write(self, stretches: list[Stretch]) -> None:
        course = self.course
        for stretch in stretches:
            start = self.line.at(stretch.start, stretch.z_start, course.pose.facing)
            end = self.line.at(stretch.end, stretch.z_end, course.pose.facing)
            course.strider.walked(stretch.mode, start, end, stretch.surface, course.leg, course.manner)
            course.pose = end
            if stretch.mode != "bridge":
                course.surface = stretch.surface

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
        if within(goal.low, self.course.pose.z + self.view.lens.step):
            return None
        if goal.piece.details.text("under") == "solid" or goal.piece.details.text("supports") == "none":
            return None
        # A model under it has to come out first: it can't climb through a floor.
        under = overlaps(self.view.body(self.course.pose), goal.region)
        return None if under else goal.region

    def _meet(self, event: Event) -> None:
        course = self.course
        if event.kind == "edge":
            self._edge(event)
        elif event.kind == "lip" and self.goal is not None:
            self._face(self.goal.id)
        elif event.kind == "solid" and self.by == "climb" and event.what in self.view.terrain.climbable:
            self._face(event.what)
        elif event.kind == "solid":
            raise Blocked(self._wall(event.what, event.step))
        else:
            raise Blocked(Hold("board" if event.kind == "board" else "model", event.what, course.pose))

    def _wall(self, name: str, step: float) -> Hold:
        """What stops the mover at something solid: it stands in the way, or hangs too low to pass under after a step."""
        pose = self.course.pose
        solid = next((one for one in self.view.terrain.solids if one.id == name), None)
        if solid is None:
            # The side of a slope: it is climbed to where the base comes to stand on it.
            slope = self.view.surface(name)
            rise = 0.0 if slope is None else self._crest(slope, self.at) - pose.z
            return Hold("solid", name, pose, rise=rise)
        if self.course.surface is not None and self.course.surface.is_pit_in(name):
            # In a pit, the ground that it is cut into is the pit's side.
            return Hold("solid", self.course.surface.id, pose, rise=solid.high - pose.z)
        room, tall = solid.low - pose.z - step, self.view.height
        if beyond(room, 0.0 if step > 0.0 else self.view.lens.step):
            return Hold("solid", name, pose, rise=solid.high - pose.z, says=too_low(name, room, tall))
        return Hold("solid", name, pose, rise=solid.high - pose.z)

    # ------------------------------------------------------------------ at an edge

    def _edge(self, event: Event) -> None:
        course = self.course
        upper = course.surface
        z = course.pose.z
        gap = self._gap_beyond(event.at, z)
        if self.by == "leap" and gap is not None:
            self._leap(event.at, gap)
            return
        above = self._above(event.at, z)
        if above is not None:
            # The side of a pit: the ground round it is its face.
            self._back_to_rest(event.at)
            height = above.height(*self._point(event.at + 2 * self.walk.hair))
            if self.by != "climb":
                raise Blocked(Hold("solid", event.what, course.pose, rise=height - z))
            self._up(height, above, self.at)
            return
        below = self._below(event.at, z)
        drop = z - below.height(*self._point(event.at + self.walk.hair)) if below is not None else 0.0
        if self.by == "walk" or upper is None or below is None:
            width = (gap[1] - event.at) * self.line.length if gap is not None else 0.0
            raise Blocked(
                Hold("edge", event.what, course.pose, rise=-drop, gap=width, says=edge_reached(drop, width))
            )
        if self.by == "leap":
            raise Blocked(
                Hold("edge", event.what, course.pose, rise=-drop, says=say("There is nothing to leap to"))
            )
        self._back_to_rest(event.at)
        if self.by == "jump" and below is not self.goal:
            below = Descent(self.walk, course.pose, upper, event.at, self.reach).first_with_room(below)
        self._down("drop" if self.by == "jump" else "climb", upper, below, event.at)

    def _point(self, at: float) -> tuple[float, float]:
        return self.line.x + self.line.dx * at, self.line.y + self.line.dy * at

    def _gap_beyond(self, at: float, z: float) -> tuple[Surface, float] | None:
        """The far side of a gap: what the leg is to end on, else the next surface that is level or lower; for a leap a higher one, too."""
        limit = 1.0 + self.reach / self.line.length
        if self.goal is not None:
            return self.walk.next_surface(at, z, limit, named=self.goal.id)
        there = self.view.surfaces_at(*self.to)
        lower = [s for s in there if short_of(s.height(*self.to), z)][-1:]
        # A leap that aims too high says so, instead of that there is nothing to leap to.
        higher = [s for s in there if beyond(s.height(*self.to), z)][:1] if self.by == "leap" else []
        tried = ("", *(each.id for each in (*lower, *higher)))
        found = (self.walk.next_surface(at, z, limit, named=name) for name in tried)
        return next((each for each in found if each is not None), None)

    def _above(self, at: float, z: float) -> Surface | None:
        """The ground that goes on higher up where a pit ends: the goal, else the lowest above."""
        x, y = self._point(at + 2 * self.walk.hair)
        higher = [s for s in self.view.surfaces_at(x, y) if beyond(s.height(x, y), z + self.view.lens.step)]
        if self.goal is not None and self.goal in higher:
            return self.goal
        return next((s for s in higher if s.piece is None or s.piece.sort != "platform"), None)

    def _below(self, at: float, z: float) -> Surface | None:
        """The surface to climb or jump down to: the goal, else the highest below."""
        x, y = self._point(at + 2 * self.walk.hair)
        below = [s for s in self.view.surfaces_at(x, y) if short_of(s.height(x, y), z - self.view.lens.step)]
        if self.goal is not None and self.goal in below:
            return self.goal
        return below[-1] if below else None

    def _back_to_rest(self, lip: float) -> None:
        """Take back what was walked past the last place where the whole base rests: the mover stands at the lip."""
        course = self.course
        pose = course.strider.back_to_rest(course.leg)
        if pose is None and self.view.supported(course.pose):
            # Nothing was walked in this leg: the mover stands at the lip already.
            pose = course.pose
        if pose is None:
            says = say("There is no room for the base at the edge")
            raise Blocked(Hold("room", course.surface.id if course.surface else "", course.pose, says=says))
        course.pose = pose
        self.at = min(lip, self._fraction(pose))

    def _fraction(self, pose: Pose) -> float:
        dx, dy = self.line.dx, self.line.dy
        return ((pose.x - self.line.x) * dx + (pose.y - self.line.y) * dy) / (dx * dx + dy * dy)

    def _leap(self, lip: float, gap: tuple[Surface, float]) -> None:
        course, view = self.course, self.view
        far, begins = gap
        z = far.height(*self._point(begins + self.walk.hair))
        rise = z - course.pose.z
        if beyond(rise, view.lens.step):
            says = too_high_to_leap_to(far, rise)
            raise Blocked(Hold("edge", far.id, course.pose, rise=rise, says=says))
        upper = course.surface
        self._back_to_rest(lip)
        holds = self._last_hold(lip)
        if upper is not None and beyond((holds - self.at) * self.line.length, self._over_edge()):
            raise Blocked(self._slides(upper, rise))
        lands = self.walk.first_room(begins, z, course.pose.facing, None, self.reach, course.pose.z)
        if lands is None:
            raise Blocked(Hold("room", far.id, course.pose, says=no_room(far)))
        self._flight_clear(lands)
        width = (begins - holds) * self.line.length
        small = within(width, self.walk.small_gap) and within(abs(rise), view.lens.step)
        self._land("bridge" if small else "leap", lands, far, width, over="" if small else far.id)

    def _last_hold(self, lip: float) -> float:
        """Where the ground that a leap begins on ends: what lies beyond a small gap is none if the base never rested there."""
        line, here = self.line, self.at
        spans: list[tuple[float, float]] = []
        for surface in self.view.surfaces:
            if surface.sloped or within(abs(surface.low - self.course.pose.z), self.view.lens.step):
                found = leg_inside(*self._point(0.0), *self._point(lip), surface.region.rings)
                spans += [
                    (begins * lip, ends * lip) for begins, ends in zip(found[0::2], found[1::2], strict=True)
                ]
        for begins, ends in sorted(spans):
            if begins <= here + self.walk.hair:
                here = max(here, ends)
        return here if short_of(here * line.length, lip * line.length) else lip

    def _flight_clear(self, lands: float) -> None:
        """Nothing solid may stand in the way of a leap."""
        course = self.course
        flight = Walk(self.view, self.line, course.pose.facing)
        met = flight.obstruction(self.at, lands, course.pose.z)
        if met is not None:
            raise Blocked(Hold("solid" if met.kind == "solid" else "model", met.what, course.pose))

    def _land(self, mode: Mode, at: float, surface: Surface, length: float, *, over: str) -> None:
        course = self.course
        point = self._point(at)
        on = self._surface_at(point, surface)
        z = on.height(*point)
        end = self.line.at(at, z, course.pose.facing)
        course.surface, course.hanging = on, ""
        course.add(mode, end, length, rise=z - course.pose.z, surface=on.id, over=over)
        if beyond(self.at * self.line.length, at * self.line.length):
            # On what juts out over the wall: what lies between the landing and the wall is walked back.
            self._set_out()
        else:
            self.at = at

    def _surface_at(self, point: tuple[float, float], near: Surface) -> Surface:
        """The surface under the centre at a landing: the one meant, or the one that adjoins it there."""
        z = near.height(*point)
        here = [
            s for s in self.view.surfaces_at(*point) if within(abs(s.height(*point) - z), self.view.lens.step)
        ]
        return here[-1] if here else near

    def _down(self, mode: Mode, upper: Surface, below: Surface, lip: float, inward: float = 0.0) -> None:
        """Climb or jump down over an edge; `inward` is how far a climb leads back in below it, where that is known."""
        course = self.course
        z, came = below.height(*self._point(lip + 2 * self.walk.hair)), course.pose.z
        descent = Descent(self.walk, course.pose, upper, lip, self.reach)
        ledge = descent.ledge(z) if mode == "climb" else None
        if ledge is not None:
            # As on the way up, a ledge too narrow to stand on costs its depth, and the way round its underside.
            top, ends = ledge
            inward = descent.underside(top, ends, z)
            self._climb_to(top.high, upper)
            across = self.line.at(ends, top.high, course.pose.facing)
            course.add("over", across, (ends - lip) * self.line.length, over=top.id)
            self.at = ends
            self._down(mode, top, below, ends, inward)
            return
        lands = descent.room(z)
        between = descent.landing_above(below) if lands is None and mode == "climb" else None
        if between is not None and between not in self.view.surfaces_at(*self.to):
            # A level on the way holds the base, and the leg leads on beyond it: from its edge it goes on down.
            self._down(mode, upper, between, lip, inward)
            return
        if lands is None:
            free = self.walk.first_room(lip, z, course.pose.facing, upper.region, self.reach) is not None
            level = Thing(below.id)
            too_tight = say("The base doesn't fit past what is between here and {level}", level=level)
            says = too_tight if free else no_room(below)
            raise Blocked(Hold("room", below.id, course.pose, rise=z - came, says=says))
        if beyond((lands - self.at) * self.line.length, self._over_edge()):
            raise Blocked(self._slides(upper, z - came))
        if mode == "climb":
            self._in_under(upper, lands, z, inward)
        self._land(mode, lands, below, 0.0, over=upper.id)

    def _slides(self, upper: Surface, rise: float) -> Hold:
        """The refusal of a path over an edge that runs along it for longer than a base takes over it: sliding would be free."""
        says = say("This path runs along the edge of {level}. Cross it more directly", level=Thing(upper.id))
        return Hold("room", upper.id, self.course.pose, rise=rise, says=says)

    def _in_under(self, upper: Surface, lands: float, z: float, inward: float) -> None:
        """Over the edge of a level and in under it to the wall that the climb down leads along, unless that is done already.

        `inward` is how far that is below a ledge that was passed; 0 if it must be looked for.
        """
        course, line = self.course, self.line
        depth = inward or reaches_back(self.view, line, course.pose, upper, lands, z)
        if not depth or (course.hanging and short_of(course.pose.z, upper.low)):
            return
        # What a climb that paused over the edge has still to go; one that passes a ledge has not paused there.
        left = 1.0 if inward else (lands - self.at) * line.length / self._across_edge()
        end = line.at(lands, course.pose.z, course.pose.facing)
        course.hang(upper.id, end, depth * min(1.0, left))

    def _over_edge(self) -> float:
        """The longest way that a base takes over an edge, from where it rests to where it is clear of it; at a slant it is twice as long."""
        return _SLANT * self._across_edge() + LEEWAY

    def _across_edge(self) -> float:
        """The way that a base takes straight over an edge."""
        return (2.0 if self.view.lens.rest == "all" else 1.0) * self.view.shape.reach

    # ------------------------------------------------------------------ up a face

    def _face(self, name: str) -> None:
        """Climb the side of something solid: onto its top, further up, or over it and down again."""
        top = self.view.surface(name)
        outward, goal = self._past_slabs(top)
        if goal is not None:
            self._up(goal.high, goal, self.at - outward / self.line.length)
        elif top is not None:
            self._up(self._crest(top, self.at), top, self.at)
        else:
            raise Blocked(self._wall(name, 0.0))

    def _past_slabs(self, top: Surface | None) -> tuple[float, Surface | None]:
        """Climb past what juts out on the way up; returns how far the level to be reached juts out itself, and that level."""
        course, goal = self.course, self.goal
        if goal is not None and not beyond(goal.high, course.pose.z):
            goal = None
        onto = goal or top
        if onto is None:
            return 0.0, None
        high = self._set_down_at(self._crest(onto, self.at), onto)
        for solid in slabs_above(self.view, course.pose, high, hanging=bool(course.hanging)):
            depth = juts_out(self.view, self.line, course.pose, solid)
            level = flush_with(self.view, solid, onto) or self._ledge_with_room(solid.id, depth)
            # Up to the slab first: a climb that pauses below it has not paid for the way round it yet.
            if short_of(course.pose.z, solid.low):
                self._climb_to(solid.low, onto)
            self._out_under(depth, level or onto)
            if level is not None:
                return depth, level
            self._climb_to(solid.high, onto)
            self._in_over(solid.id, self.at - depth / self.line.length)
        return 0.0, None

    def _ledge_with_room(self, name: str, depth: float) -> Surface | None:
        """The top of a slab that juts out over the mover, if the base has room there; None if it is too narrow."""
        ledge, begins = self.view.surface(name), self.at - depth / self.line.length
        return ledge if ledge is not None and self._room_at(ledge.high, begins) is not None else None

    def _room_at(self, height: float, at: float) -> float | None:
        """Where on the line the base can be set down right behind an edge that it meets at a point; None without room there."""
        lands = self.walk.first_room(at, height, self.course.pose.facing, None, self.reach)
        if lands is None or (lands - at) * self.line.length > 2 * self.view.shape.reach + LEEWAY:
            return None
        return lands

    def _out_under(self, depth: float, level: Surface) -> None:
        """Out along the underside of a level that juts out, back along the leg, until the base hangs in front of its edge."""
        course = self.course
        end = self.line.at(self.at - depth / self.line.length, course.pose.z, course.pose.facing)
        course.hang(level.id, end, depth)

    def _in_over(self, ledge: str, at: float) -> None:
        """In over a ledge that was climbed past, to the wall behind it: it costs its depth."""
        course, length = self.course, self.line.length
        behind = Walk(self.view, self.line, course.pose.facing).obstruction(
            at, at + self.reach / length, course.pose.z
        )
        ends = self.at if behind is None else behind.at
        if beyond(ends * length, at * length):
            course.add(
                "over",
                self.line.at(ends, course.pose.z, course.pose.facing),
                (ends - at) * length,
                over=ledge,
            )
        self.at = max(self.at, ends)

    def _past_ledge(self, top: Surface) -> None:
        """From the wall, where an earlier action paused beside a ledge or above it: up to its top, and in over it."""
        course = self.course
        ledge = ledge_at(self.view, course.pose, course.hanging, self._crest(top, 0.0))
        if ledge is not None:
            if short_of(course.pose.z, ledge.high):
                self._climb_to(ledge.high, top)
            self._in_over(ledge.id, 0.0)

    def _set_down_at(self, height: float, top: Surface) -> float:
        """The height at which a climb onto a top sets the base down: that of the top, or of a floor a free step above it."""
        lands = self._room_at(height, self.at)
        if lands is None:
            return height
        point = self._point(lands)
        return max(height, self._surface_at(point, top).height(*point))

    def _crest(self, top: Surface, at: float) -> float:
        """The height to which a climb leads: that of a top, or that of a slope where the base comes to stand on it."""
        if not top.sloped:
            return top.high
        return top.height(*self._point(at + self._across_edge() / self.line.length))

    def _up(self, height: float, top: Surface, at: float) -> None:
        course, view = self.course, self.view
        if not view.lens.climbs:
            raise Blocked(
                Hold(
                    "solid",
                    top.id,
                    course.pose,
                    rise=height - course.pose.z,
                    says=say("You can't climb in this action"),
                    no_climbing=True,
                )
            )
        lands = self._room_at(height, at)
        if lands is not None:
            course.hanging = top.id
            self._land("climb", lands, top, 0.0, over=top.id)
            return
        end = straight_up(view, course.pose, top, height, self.to)
        if end is not None:
            course.surface, course.hanging = self._surface_at((end.x, end.y), top), ""
            course.add("climb", end, 0.0, rise=height - course.pose.z, surface=course.surface.id, over=top.id)
            self._set_out()
            return
        self._over(height, top, at)

    def _no_room_above(self, height: float, top: Surface, at: float) -> Sentence:
        """Why the base can't be set down on a top: it has no room there, or the leg meets the wall at a slant."""
        rest = max(self.reach, (1.0 - at) * self.line.length)
        if self.walk.first_room(at, height, self.course.pose.facing, None, rest) is None:
            return no_room(top)
        return say("Climb straight up: that spot isn't directly above {who}", who=Who(self.view.mover.id))

    def _over(self, height: float, top: Surface, at: float) -> None:
        """Over a top too narrow for the base: up, across its thickness, and up or down on the far side."""
        course = self.course
        spans = [span for span in self.walk.spans(top, 1.0 + self.reach / self.line.length) if span[1] > at]
        higher = higher_face(self.view, self.line, course.pose, (at, height), self.reach)
        step = (
            None if higher or not spans else step_on(self.view, self.walk, height, at, spans[0], self.reach)
        )
        onward = higher or step
        if onward is not None:
            surface, begins = onward
            ledge = (begins - at) * self.line.length
            self._climb_to(height, top)
            if ledge > TOLERANCE:
                course.add("over", self.line.at(begins, height, course.pose.facing), ledge, over=top.id)
                self.at = begins
            if step is not None:
                up = course.pose._replace(z=surface.high)
                course.add("step", up, 0.0, rise=surface.high - height, over=surface.id)
            self._up(surface.high, surface, begins)
            return
        begins, ends = spans[0] if spans else (1.0, 1.0)
        ledges = steps_off(self.view, self.walk, height, ends, self.reach) if spans else []
        last, foot, far = ledges[-1] if ledges else (top, height, ends)
        below = self._below(far, foot) if spans else None
        if below is None or ends >= 1.0:
            raise Blocked(
                Hold(
                    "room",
                    top.id,
                    course.pose,
                    rise=height - course.pose.z,
                    says=self._no_room_above(height, top, at),
                )
            )
        self._climb_to(height, top)
        across = self.line.at(ends, height, course.pose.facing)
        course.add("over", across, (ends - begins) * self.line.length, over=top.id)
        for lower, low, end in ledges:
            if beyond(course.pose.z - low, 0.0):
                course.add("step", course.pose._replace(z=low), 0.0, rise=low - course.pose.z, over=lower.id)
            course.add(
                "over",
                self.line.at(end, low, course.pose.facing),
                (end - ends) * self.line.length,
                over=lower.id,
            )
            ends = end
        self.at = far
        self._down("climb", last, below, far)

    def _climb_to(self, height: float, top: Surface) -> None:
        pose = self.course.pose
        self.course.hang(top.id, Pose(pose.x, pose.y, height, pose.facing), 0.0)

    def _straight_down(self) -> None:
        """Climb down to the ground right below, where the leg ends at the point at which the mover hangs."""
        course, view = self.course, self.view
        x, y, z, facing = course.pose
        lower = [s for s in view.surfaces_at(x, y) if short_of(s.height(x, y), z)]
        below = self.goal if self.goal in lower else lower[-1] if lower else None
        if below is None:
            return
        end = Pose(x, y, below.height(x, y), facing)
        if not view.supported(end) or any(kind == "solid" for kind, _ in view.overlapped(end)):
            says = no_room(below)
            raise Blocked(Hold("room", below.id, course.pose, rise=end.z - z, says=says))
        over = course.hanging
        course.surface, course.hanging = below, ""
        course.add("climb", end, 0.0, rise=end.z - z, surface=below.id, over=over)

    def _from_the_wall(self) -> None:
        """Go on with a climb that an earlier action began."""
        course = self.course
        top = self.view.surface(course.hanging)
        if self.by != "climb" or top is None:
            raise Blocked(
                Hold("level", course.hanging, course.pose, says=say("Finish the climb first, up or down"))
            )
        # A model that is to reach the far side continues over the top; any other goes down again.
        over = any(0.0 < ends < 1.0 for _, ends in self.walk.spans(top, 1.0))
        if self.goal is not None and short_of(self.goal.high, course.pose.z) and not over:
            self._down("climb", top, self.goal, 0.0)
        else:
            if not slabs_above(self.view, course.pose, course.pose.z, hanging=True):
                self._past_ledge(self.goal or top)
            self._face(top.id)
