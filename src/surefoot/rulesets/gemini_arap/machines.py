"""Machines that fly over Impassable Ground or tunnel under it."""

from __future__ import annotations

from surefoot.records import replace
from surefoot.referee.itinerary import Leg
from surefoot.rulesets.gemini_arap.prices import CRAWL
from surefoot.table.model import Model

FOOT, FLY, TUNNEL = "foot", "fly", "tunnel"


def mode_of(model: Model) -> str:
    """How a model travels."""
    return model.profile.text("movement_mode", FOOT)


def crosses_impassable(model: Model, legs: tuple[Leg, ...]) -> bool:
    """Whether Impassable Ground does not bar a path: a machine's, unless it crawls."""
    return mode_of(model) in (FLY, TUNNEL) and not any(leg.manner == CRAWL for leg in legs)


def travelled(model: Model, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """The legs of a path; those that a flier calls fly are its ordinary ones."""
    if mode_of(model) != FLY:
        return legs
    return tuple(replace(leg, by="walk") if leg.by == "fly" else leg for leg in legs)
