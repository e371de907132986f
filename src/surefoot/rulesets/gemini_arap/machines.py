"""Machines that fly over Impassable Ground or tunnel under it."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.geometry.measure import overlaps
from surefoot.language import Thing, Who, say
from surefoot.records import replace
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.lens import Lens, Pieces, Role
from surefoot.referee.scene import region_of
from surefoot.rulesets.gemini_arap.prices import CRAWL
from surefoot.rulesets.gemini_arap.terrain import IMPASSABLE, impassable
from surefoot.table.model import Model
from surefoot.table.table import Table

FOOT, FLY, TUNNEL = "foot", "fly", "tunnel"


def mode_of(model: Model) -> str:
    """How a model travels."""
    return model.profile.text("movement_mode", FOOT)


def crosses_impassable(model: Model, legs: tuple[Leg, ...]) -> bool:
    """Whether Impassable Ground does not bar a path: a machine's, unless it crawls."""
    return mode_of(model) in (FLY, TUNNEL) and not any(leg.manner == CRAWL for leg in legs)


def planned(model: Model, seen: Lens) -> Lens:
    """The lens for route search: Impassable Ground is closed on foot; a machine passes it, but does not end in it."""
    role: Role = "pass" if mode_of(model) in (FLY, TUNNEL) else "solid"
    return replace(seen, pieces=((Pieces(sorts=("area",), tags=(IMPASSABLE,)), role), *seen.pieces))


def in_the_impassable(table: Table, who: str) -> bool:
    """Whether the base of a figure overlaps Impassable Ground where it stands."""
    closed = (piece for piece in table.pieces.values() if piece.sort == "area" and piece.has(IMPASSABLE))
    return table.models[who].place.on_table and any(
        overlaps(table.body(who), region_of(piece.outline)) for piece in closed
    )


def travelled(model: Model, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """The legs of a path; those that a flier calls fly are its ordinary ones."""
    if mode_of(model) != FLY:
        return legs
    return tuple(replace(leg, by="walk") if leg.by == "fly" else leg for leg in legs)


def resting(table: Table, model: Model, itinerary: Itinerary) -> Itinerary:
    """The path of a machine with the places at which it can stop: none of them in Impassable Ground."""
    if mode_of(model) == FOOT or impassable(table, itinerary) is None:
        return itinerary
    rests = tuple(
        rest if impassable(table, replace(itinerary, strides=(stride,))) is None else ()
        for stride, rest in zip(itinerary.strides, itinerary.rests, strict=True)
    )
    return replace(itinerary, rests=rests)


def barred(
    table: Table, model: Model, legs: tuple[Leg, ...], itinerary: Itinerary, *, whole: bool
) -> list[Break]:
    """The clause that impassable ground on a path breaks; a machine crosses it, but does not end in it.

    A path that is paid for only in part (not `whole`) ends before its last stride.
    """
    found = impassable(table, itinerary)
    if found is None:
        return []
    index, name = found
    if not crosses_impassable(model, legs):
        says = say("{thing} is Impassable on foot. Go around it", thing=Thing(name))
        return [Break("impassable.not-on-foot", says, point(itinerary.strides[index].start))]
    ends = impassable(table, replace(itinerary, strides=itinerary.strides[-1:]))
    if ends is None or not whole:
        return []
    says = say("{who} can't end its move in {thing}", who=Who(model.id), thing=Thing(ends[1]))
    return [Break("impassable.machines", says, point(itinerary.strides[-1].end))]
