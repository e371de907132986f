"""The forms of terrain: one for each sort, with its fields."""

from typing import ClassVar

from surefoot.files.form import Form, field
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

# Descriptions of fields that several forms have.
LABELS = "free words: stored and shown, never read by rules"
TRAITS = "values for a single ruleset, under the name of the ruleset"
SIDE = "the side it belongs to"
NAME = "its name, for references"
_WIDTH = "thickness of the line; only for a piece given as a line"


class PieceForm(Form):
    """A piece of terrain: the key named after its sort holds its outline or position."""

    sort: ClassVar[str]
    id: Name = field("", description=NAME)
    z: Number = field(None, description="height of its foot above the board (of its top, for a platform)")
    on: Name = field("", description="the surface it stands on; z is that surface's height unless given")
    tags: Words = field((), description="tags of its ground or its sides: difficult, dangerous, …")
    face_tags: FaceTags = field(EMPTY, description="tags of single faces")
    structure: Word = field(
        "", description="the structure it belongs to; several pieces can form one structure"
    )
    state: Words = field((), description="its states: open, closed, locked, …")
    climbable: Switch = field(None, description="whether its sides can be climbed")
    traits: Data = field(EMPTY, description=TRAITS)
    labels: Words = field((), description=LABELS)


class TallForm(PieceForm):
    """A piece with a height above its foot."""

    height: NotNegative = field(None, description="how far it rises above its foot")


class AreaForm(TallForm):
    """Ground with tags: woods, water, rubble."""

    sort = "area"
    area: Outline = field(description="its outline, or its middle line with a width")
    width: Positive = field(None, description=_WIDTH)


class WallForm(TallForm):
    """A wall."""

    sort = "wall"
    wall: Outline = field(description="its two ends with a width, or its outline")
    width: Positive = field(None, description=_WIDTH)


class ObstacleForm(TallForm):
    """An obstacle that models climb over: a barricade, a pipe, a crate."""

    sort = "obstacle"
    obstacle: Outline = field(description="its two ends with a width, or its outline")
    width: Positive = field(None, description=_WIDTH)


class PlatformForm(PieceForm):
    """A level to stand on: a gantry, a floor, a roof."""

    sort = "platform"
    platform: Outline = field(description="its outline")
    width: Positive = field(None, description=_WIDTH)
    thickness: NotNegative = field(None, description="thickness of the slab, downwards from its top")
    under: Under = field("open", description="the space below it: open (a gantry) or solid (a block)")
    supports: Word = field("", description="its supports; none: nothing to climb")


class RailingForm(TallForm):
    """A railing along an edge."""

    sort = "railing"
    railing: MiddleLine = field(description="the line it runs along")
    width: Positive = field(None, description=_WIDTH)


class GapForm(PieceForm):
    """A hole in a surface."""

    sort = "gap"
    gap: Outline = field(description="its outline")
    width: Positive = field(None, description=_WIDTH)
    depth: Positive = field(None, description="its depth")


class UprightForm(TallForm):
    """A vertical link from one height to another."""

    start: Level = field(None, alias="from", description="height of its foot, or the surface it stands on")
    to: Level = field(None, description="height of its head, or the surface it leads to")
    facing: Number = field(None, description="the bearing it faces, in degrees clockwise from north")


class LadderForm(UprightForm):
    """A ladder that is part of the terrain."""

    sort = "ladder"
    ladder: Upright = field(description="where it stands: [x, y], or its foot and its head")


class RopeForm(UprightForm):
    """A hanging rope."""

    sort = "rope"
    rope: Upright = field(description="where it hangs: [x, y], or its foot and its head")


class GrappleForm(UprightForm):
    """A grapple with its line, in place."""

    sort = "grapple"
    grapple: Upright = field(description="where it hangs: [x, y], or its foot and its head")


class PortableLadderForm(UprightForm):
    """A portable ladder that has been set up."""

    sort = "portable-ladder"
    portable_ladder: Upright = field(
        alias="portable-ladder", description="where it stands: [x, y], or its foot and its head"
    )


class StairsForm(TallForm):
    """Stairs; `height` is how far they lead up."""

    sort = "stairs"
    stairs: Slope = field(description="the middle of its low end and of its high end")
    width: GivenPositive = field(description="how wide they are")


class RampForm(TallForm):
    """A ramp; `height` is how far it leads up."""

    sort = "ramp"
    ramp: Slope = field(description="the middle of its low end and of its high end")
    width: GivenPositive = field(description="its width")


class LiftForm(PieceForm):
    """A lift; `z` is the current height of its platform."""

    sort = "lift"
    lift: Outline = field(description="its outline")
    width: Positive = field(None, description=_WIDTH)
    shaft: Shaft = field(description="the lowest and the highest position of its platform: [low, high]")


class DuctwayForm(TallForm):
    """A duct or tunnel from one opening to another."""

    sort = "ductway"
    ductway: MiddleLine = field(description="its middle line, from one opening to the other")
    width: GivenPositive = field(description="its width")


class DoorForm(TallForm):
    """A door."""

    sort = "door"
    door: Opening = field(description="its two ends")
    width: Positive = field(None, description="its thickness; that of its wall if left out")


class WindowForm(TallForm):
    """A window; `height` is that of the opening."""

    sort = "window"
    window: Opening = field(description="its two ends")
    width: Positive = field(None, description="its thickness; that of its wall if left out")
    sill: NotNegative = field(None, description="height of its sill above its foot")


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
