"""Faces: the piece of terrain behind each stretch of a climb, and its kind."""

from __future__ import annotations

from typing import Literal

from surefoot.dice.requests import Break
from surefoot.language import Thing, say
from surefoot.records import cached_property, dataclass
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.referee.view import View, seen
from surefoot.rulesets.dark_heresy_2e.prices import lens
from surefoot.table.place import Pose
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# From the easiest to the hardest.
Kind = Literal["stairs", "ladder", "trivial", "simple", "sheer"]
KINDS: tuple[Kind, ...] = ("stairs", "ladder", "trivial", "simple", "sheer")
# Kinds that need no test, and the free hands that each kind needs; stairs need none.
UNTESTED = ("stairs", "ladder", "trivial")
HANDS = {"ladder": 1, "trivial": 1, "simple": 1, "sheer": 2}
# Kinds that a piece is tagged with.
TAGS: tuple[Kind, ...] = ("trivial", "simple", "sheer")
# Pieces that a climb crosses; on top of any other piece, a climb ends.
CROSSED = ("wall", "obstacle")
STEEP = "steep-stairs"


@dataclass(frozen=True)
class Face:
    """One stretch of a climb: its number among the strides, the surface it leads up to, and the piece climbed."""

    index: int
    upper: str
    piece: Piece | None

    @cached_property
    def kind(self) -> Kind | None:
        """The kind of climb; None if the piece has no tag for it."""
        return None if self.piece is None else piece_kind(self.piece)


def piece_kind(piece: Piece) -> Kind | None:
    """The kind of climb on a piece; None if it has no tag for it."""
    if piece.sort == "stairs":
        return "stairs"
    if piece.sort == "ladder" or piece.has("ladder"):
        return "ladder"
    return next((kind for kind in TAGS if piece.has(kind)), None)


def is_climb(table: Table, stride: Stride) -> bool:
    """Whether a stretch is climbed: a face, a ladder, or stairs so steep that they count as one."""
    if stride.mode == "stairs":
        return table.pieces[stride.surface].has(STEEP)
    return stride.mode in ("climb", "ladder")


def faces(table: Table, who: str, itinerary: Itinerary) -> tuple[Face, ...]:
    """Every climbed stretch of a path."""
    view = seen(table, lens(table), who)
    found = []
    for index, stride in enumerate(itinerary.strides):
        if is_climb(table, stride):
            upper = stride.link or stride.over or stride.surface
            found.append(Face(index, upper, _crevasse(view, foot(stride), upper) or table.pieces.get(upper)))
    return tuple(found)


def foot(stride: Stride) -> Pose:
    """The lower end of a climbed stretch."""
    return min(stride.start, stride.end, key=lambda pose: pose.z)


def _crevasse(view: View, at: Pose, upper: str) -> Piece | None:
    """The crevasse at the foot of a climb: its sides belong to it, not to the ground that it is cut into."""
    return next((floor.piece for floor in view.surfaces_at(at.x, at.y) if floor.is_pit_in(upper)), None)


def face_breaks(faces: tuple[Face, ...], itinerary: Itinerary) -> list[Break]:
    """Faces without a kind of climb."""
    return [
        Break(
            "climb.two-kinds",
            say(
                "{face} can't be climbed until it has a kind: tag it simple or sheer",
                face=Thing(face.piece.id if face.piece else face.upper),
            ),
            point(itinerary.strides[face.index].start),
        )
        for face in faces
        if face.kind is None
    ]
