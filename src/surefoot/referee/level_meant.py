"""The level that a leg of a path is to end on, where that is known before it is followed."""

from __future__ import annotations

from surefoot.geometry.tolerance import TOLERANCE, beyond
from surefoot.language import Either, Quoted, Thing, say
from surefoot.referee.course import Blocked, Course
from surefoot.referee.itinerary import Hold, Leg
from surefoot.referee.overhang import roofs_over
from surefoot.referee.scene import Surface
from surefoot.referee.view import View
from surefoot.referee.walk import Line

Point = tuple[float, float]


def level_meant(course: Course, view: View, line: Line, to: Point, leg: Leg) -> Surface | None:
    """The level that a leg names, or that a climb leads to; None for other legs. Raises Blocked if it is unknown or one of several."""
    if leg.on:
        goal = view.surface(leg.on)
        if goal is None:
            says = say("There is no level called {name}", name=Quoted(leg.on))
            raise Blocked(Hold("level", leg.on, course.pose, says=says))
        return goal
    return _climbed_to(course, view, line, to) if leg.by == "climb" else None


def _climbed_to(course: Course, view: View, line: Line, to: Point) -> Surface | None:
    """The level at the end of a climb, above or below the mover."""
    z = course.pose.z
    here = [
        surface
        for surface in view.surfaces_at(*to)
        for height in (surface.height(*to),)
        if not view.covered(*to, height) and not view.buried(*to, height)
    ]
    # A climb that an earlier action began goes on, however little of it is left, up or down.
    if climbed := next((surface for surface in here if surface.id == course.hanging), None):
        return climbed
    step = 0.0 if course.hanging else view.lens.step
    others = [s for s in here if beyond(abs(s.height(*to) - z), step)]
    if not course.hanging and line.length > TOLERANCE:
        others = [s for s in others if not roofs_over(view, line, course.pose, s)]
    # Floors at the same height are one level.
    others = [s for s in others if s is others[-1] or beyond(others[-1].height(*to), s.height(*to))]
    if len(others) > 1:
        levels = Either(tuple(Thing(surface.id) for surface in others))
        says = say("There are several levels here. Climb to which one: {levels}?", levels=levels)
        raise Blocked(Hold("level", "", course.pose, says=says))
    if others and (course.hanging or not any(s is course.surface for s in here) or others[0].low > z):
        return others[0]
    return others[0] if others and not any(s not in others for s in here) else None
