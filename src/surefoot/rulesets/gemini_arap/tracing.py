"""Traces the path of a figure on foot, with the doors open that it or others before it open."""

from __future__ import annotations

from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.lens import Lens, Models
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.rulesets.gemini_arap import climb, door, doorway, machines
from surefoot.rulesets.gemini_arap.prices import lens
from surefoot.table.table import Table
from surefoot.table.terrain import Piece


@dataclass(frozen=True)
class Traced:
    """A traced path, and the openings on it that are narrower than the base."""

    itinerary: Itinerary
    tight: tuple[Piece, ...]


def traced(
    table: Table, who: str, legs: tuple[Leg, ...], opened: tuple[str, ...] = (), *, beside: bool = False
) -> Traced:
    """The path of a figure. Its own squad moves along with it and is not seen, unless it is to end `beside` the others."""
    opened = (*opened, *door.opened(legs))
    seen = lens(table, who, opened, climb.onto(table, legs))
    seen = beside_its_squad(seen) if beside else seen

    def followed(tight: tuple[Piece, ...]) -> Itinerary:
        return trace(Scene(doorway.squeezed(table, who, tight)), seen, who, legs)

    near = doorway.narrow(table, who, legs, opened)
    itinerary = followed(near)
    tight = doorway.gone_through(table, near, itinerary)
    # An opening that the path leads over or under does not make the base narrow.
    itinerary = itinerary if tight == near else followed(tight)
    return Traced(machines.resting(table, table.models[who], itinerary), tight)


def beside_its_squad(seen: Lens) -> Lens:
    """The lens of a figure that passes the others of its squad, but does not end on them."""
    return replace(seen, models=((Models("unit"), "pass"), *seen.models))
