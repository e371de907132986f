"""Sentences about edges and levels: what can be done at an edge, what there is no room for, and what a path lacks to a level."""

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


def too_low(thing: str, room: float, tall: float) -> Sentence:
    """Why a base can't pass under something."""
    return say(
        "Too low to pass under {thing}: {room} of headroom for a height of {tall}",
        thing=Thing(thing),
        room=Length.of(room),
        tall=Length.of(tall),
    )


def too_high_to_leap_to(far: Surface, rise: float) -> Sentence:
    """Why a leap does not lead to the far side of a gap."""
    return say("{far} is too high to leap to: {height} up", far=Thing(far.id), height=Length.of(rise))


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
