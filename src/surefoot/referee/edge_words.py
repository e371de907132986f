"""Sentences about edges: what can be done at one, that there is no room beyond it, and what a path lacks to a level."""

from __future__ import annotations

from surefoot.language import Length, Sentence, Thing, say
from surefoot.referee.scene import Surface


def edge_reached(drop: float, width: float) -> Sentence:
    """An edge with a drop or a gap behind it, and what can be done there."""
    if width and drop > 0:
        return say("You've reached an edge. Leap, climb down or jump down?")
    if drop > 0:
        return say("You've reached an edge. Climb down or jump down?")
    return (
        say("You've reached an edge. Leap?")
        if width
        else say("You've reached an edge: there is nothing beyond it")
    )


def no_room(level: Surface) -> Sentence:
    """Why a base can't be set down on a level."""
    return say("There is no room for the base on {level}", level=Thing(level.id))


def not_there(goal: Surface, rise: float, short: float, *, climbs: bool, stays: bool) -> Sentence:
    """What a path lacks to the level that it was to end on: how far that is beside the base, and above or below it."""
    thing, high = Thing(goal.id), Length.of(abs(rise))
    if short > 0.0:
        return say("You can't get onto {goal} this way: {short} short", goal=thing, short=Length.of(short))
    if stays and climbs:
        return say("To climb, name a point beyond the edge of {goal}", goal=thing)
    if rise > 0.0 and climbs:
        return say("This path meets nothing to climb: it ends {height} below {goal}", goal=thing, height=high)
    if rise > 0.0:
        return say(
            "You can't get onto {goal} this way: it is {height} higher. Climb it", goal=thing, height=high
        )
    return say(
        "You can't get to {goal} this way: it is {height} lower. Climb or jump down", goal=thing, height=high
    )
