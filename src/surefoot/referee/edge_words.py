"""Sentences about edges: what can be done at one, and that there is no room beyond it."""

from __future__ import annotations

from surefoot.language import Sentence, Thing, say
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
