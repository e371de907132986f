"""The forms of terrain: one for each sort, with its fields."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from surefoot.files.kinds import (
    Data,
    FaceTags,
    GivenPositive,
    Level,
    MiddleLine,
    Name,
    NotNegative,
    Number,
    Opening,
    Outline,
    Positive,
    Shaft,
    Slope,
    Switch,
    Under,
    Upright,
    Word,
    Words,
)
from surefoot.table.record import EMPTY


class Form(BaseModel):
    """A mapping in a file; unknown fields are problems."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, defer_build=True)


# Descriptions of fields that several forms have.
LABELS = "free words: stored and shown, never read by rules"
TRAITS = "values for a single ruleset, under the name of the ruleset"
SIDE = "the side it belongs to"
NAME = "its name, for references"
_WIDTH = "thickness of the line; only for a piece given as a line"


class PieceForm(Form):
    """A piece of terrain: the key named after its sort holds its outline or position."""

    sort: ClassVar[str]
    id: Name = Field("", description=NAME)
    z: Number = Field(None, description="height of its foot above the board (of its top, for a platform)")
    on: Name = Field("", description="the surface it stands on; z is that surface's height unless given")
    tags: Words = Field((), description="tags of its ground or its sides: difficult, dangerous, …")
    face_tags: FaceTags = Field(EMPTY, description="tags of single faces")
    structure: Word = Field(
        "", description="the structure it belongs to; several pieces can form one structure"
    )
    state: Words = Field((), description="its states: open, closed, locked, …")
    climbable: Switch = Field(None, description="whether its sides can be climbed")
    traits: Data = Field(EMPTY, description=TRAITS)
    labels: Words = Field((), description=LABELS)


class TallForm(PieceForm):
    """A piece with a height above its foot."""

    height: NotNegative = Field(None, description="how far it rises above its foot")


class AreaForm(TallForm):
    """Ground with tags: woods, water, rubble."""

    sort = "area"
    area: Outline = Field(description="its outline, or its middle line with a width")
    width: Positive = Field(None, description=_WIDTH)


class WallForm(TallForm):
    """A wall."""

    sort = "wall"
    wall: Outline = Field(description="its two ends with a width, or its outline")
    width: Positive = Field(None, description=_WIDTH)


class ObstacleForm(TallForm):
    """An obstacle that models climb over: a barricade, a pipe, a crate."""

    sort = "obstacle"
    obstacle: Outline = Field(description="its two ends with a width, or its outline")
    width: Positive = Field(None, description=_WIDTH)


class PlatformForm(PieceForm):
    """A level to stand on: a gantry, a floor, a roof."""

    sort = "platform"
    platform: Outline = Field(description="its outline")
    width: Positive = Field(None, description=_WIDTH)
    thickness: NotNegative = Field(None, description="thickness of the slab, downwards from its top")
    under: Under = Field("open", description="the space below it: open (a gantry) or solid (a block)")
    supports: Word = Field("", description="its supports; none: nothing to climb")


class RailingForm(TallForm):
    """A railing along an edge."""

    sort = "railing"
    railing: MiddleLine = Field(description="the line it runs along")
    width: Positive = Field(None, description=_WIDTH)


class GapForm(PieceForm):
    """A hole in a surface."""

    sort = "gap"
    gap: Outline = Field(description="its outline")
    width: Positive = Field(None, description=_WIDTH)
    depth: Positive = Field(None, description="its depth")


class UprightForm(TallForm):
    """A vertical link from one height to another."""

    start: Level = Field(None, alias="from", description="height of its foot, or the surface it stands on")
    to: Level = Field(None, description="height of its head, or the surface it leads to")
    facing: Number = Field(None, description="the bearing it faces, in degrees clockwise from north")


class LadderForm(UprightForm):
    """A ladder that is part of the terrain."""

    sort = "ladder"
    ladder: Upright = Field(description="where it stands: [x, y], or its foot and its head")


class RopeForm(UprightForm):
    """A hanging rope."""

    sort = "rope"
    rope: Upright = Field(description="where it hangs: [x, y], or its foot and its head")


class GrappleForm(UprightForm):
    """A grapple with its line, in place."""

    sort = "grapple"
    grapple: Upright = Field(description="where it hangs: [x, y], or its foot and its head")


class PortableLadderForm(UprightForm):
    """A portable ladder that has been set up."""

    sort = "portable-ladder"
    portable_ladder: Upright = Field(
        alias="portable-ladder", description="where it stands: [x, y], or its foot and its head"
    )


class StairsForm(TallForm):
    """Stairs; `height` is how far they lead up."""

    sort = "stairs"
    stairs: Slope = Field(description="the middle of its low end and of its high end")
    width: GivenPositive = Field(description="how wide they are")


class RampForm(TallForm):
    """A ramp; `height` is how far it leads up."""

    sort = "ramp"
    ramp: Slope = Field(description="the middle of its low end and of its high end")
    width: GivenPositive = Field(description="its width")


class LiftForm(PieceForm):
    """A lift; `z` is the current height of its platform."""

    sort = "lift"
    lift: Outline = Field(description="its outline")
    width: Positive = Field(None, description=_WIDTH)
    shaft: Shaft = Field(description="the lowest and the highest position of its platform: [low, high]")


class DuctwayForm(TallForm):
    """A duct or tunnel from one opening to another."""

    sort = "ductway"
    ductway: MiddleLine = Field(description="its middle line, from one opening to the other")
    width: GivenPositive = Field(description="its width")


class DoorForm(TallForm):
    """A door."""

    sort = "door"
    door: Opening = Field(description="its two ends")
    width: Positive = Field(None, description="its thickness; that of its wall if left out")


class WindowForm(TallForm):
    """A window; `height` is that of the opening."""

    sort = "window"
    window: Opening = Field(description="its two ends")
    width: Positive = Field(None, description="its thickness; that of its wall if left out")
    sill: NotNegative = Field(None, description="height of its sill above its foot")


PIECE_FORMS: dict[str, type[PieceForm]] = {
    form.sort: form
    for form in (
        *(AreaForm, WallForm, ObstacleForm, PlatformForm, RailingForm, GapForm, LadderForm, StairsForm),
        *(RampForm, LiftForm, DuctwayForm, DoorForm, WindowForm, RopeForm, GrappleForm, PortableLadderForm),
    )
}

AnyPiece = (
    AreaForm
    | WallForm
    | ObstacleForm
    | PlatformForm
    | RailingForm
    | GapForm
    | LadderForm
    | StairsForm
    | RampForm
    | LiftForm
    | DuctwayForm
    | DoorForm
    | WindowForm
    | RopeForm
    | GrappleForm
    | PortableLadderForm
)
