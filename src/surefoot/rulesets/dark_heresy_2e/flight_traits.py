"""The flying traits: Hoverer and Flyer, and their numbers."""

from __future__ import annotations

from typing import Literal

from surefoot.language import Sentence, Who, say
from surefoot.table.model import Model

Trait = Literal["hoverer", "flyer", ""]
HOVERER: Trait = "hoverer"
FLYER: Trait = "flyer"


def flight_trait(model: Model) -> Trait:
    """The flying trait of a model; empty if it has none."""
    if model.profile.number(FLYER):
        return FLYER
    return HOVERER if model.profile.number(HOVERER) else ""


def flying_number(model: Model) -> int:
    """The number of the trait, used instead of the Agility bonus in the air."""
    return model.profile.number(FLYER) or model.profile.number(HOVERER)


def airborne(model: Model) -> bool:
    """Whether a model is flying; floating in zero gravity is not."""
    return model.place.kind == "air" and bool(flight_trait(model))


def cannot_fly(who: str) -> Sentence:
    """The refusal of a flight without a flying trait."""
    return say("{who} can't fly: it needs the Hoverer or Flyer trait", who=Who(who))


def cannot_rise(who: str) -> Sentence:
    """The refusal of an altitude above that of a Hoverer."""
    return say("{who} is a Hoverer and can't fly higher than hovering", who=Who(who))
