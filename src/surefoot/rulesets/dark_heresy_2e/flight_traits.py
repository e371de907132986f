"""Who can fly: Hoverers and Flyers, and the number that comes with the trait."""

from __future__ import annotations

from typing import Literal

from surefoot.table.model import Model

Trait = Literal["hoverer", "flyer", ""]
HOVERER: Trait = "hoverer"
FLYER: Trait = "flyer"


def flight_trait(model: Model) -> Trait:
    """The trait by which somebody flies; empty if he cannot."""
    if model.profile.number(FLYER):
        return FLYER
    return HOVERER if model.profile.number(HOVERER) else ""


def flying_number(model: Model) -> int:
    """The number that takes the place of the Agility bonus in the air."""
    return model.profile.number(FLYER) or model.profile.number(HOVERER)


def airborne(model: Model) -> bool:
    """Whether somebody flies; what only floats in zero gravity does not."""
    return model.place.kind == "air" and bool(flight_trait(model))
