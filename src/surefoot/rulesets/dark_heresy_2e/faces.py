"""What is climbed: the face behind each stretch of a climb, its kind, and where one hangs on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import TOLERANCE, short_of, to_lattice
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.referee.view import View, seen
from surefoot.rulesets.dark_heresy_2e.prices import lens
from surefoot.table.place import Place
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# From the easiest to the hardest.
Kind = Literal["stairs", "ladder", "trivial", "simple", "sheer"]
KINDS: tuple[Kind, ...] = ("stairs", "ladder", "trivial", "simple", "sheer")
# Kinds that nobody tests for, and the hands that each kind needs at least.
UNTESTED = ("stairs", "ladder", "trivial")
HANDS = {"stairs": 0, "ladder": 1, "trivial": 1, "simple": 1, "sheer": 2}
# What is crossed on the way over it; everything else ends a climb at its top.
CROSSED = ("wall", "obstacle")
STEEP = "steep-stairs"


@dataclass(frozen=True)
class Face:
    """One stretch of a climb: its number among the strides, the surface it leads up to, and the piece climbed."""

    index: int
    upper: str
    piece: Piece | None

    @property
    def kind(self) -> Kind | None:
        """How it is climbed; None if nobody has said."""
        piece = self.piece
        if piece is None:
            return None
        if piece.sort == "stairs":
            return "stairs"
        if piece.sort == "ladder" or piece.has("ladder"):
            return "ladder"
        return next((kind for kind in KINDS[2:] if piece.has(kind)), None)


def is_climb(table: Table, stride: Stride) -> bool:
    """Whether a stretch is climbed: a face, a ladder, or stairs so steep that they count as one."""
    if stride.mode == "stairs":
        return table.pieces[stride.surface].has(STEEP)
    return stride.mode in ("climb", "ladder")


def faces(table: Table, who: str, itinerary: Itinerary) -> tuple[Face, ...]:
    """Every climbed stretch of a path."""
    view = seen(table, lens(table), who)
    found = []
    standing = itinerary.start.on
    for index, stride in enumerate(itinerary.strides):
        if is_climb(table, stride):
            upper = standing if stride.rise < 0 else stride.over or stride.surface
            found.append(Face(index, upper, _piece(table, view, stride, upper)))
        standing = stride.surface or standing
    return tuple(found)


def _piece(table: Table, view: View, stride: Stride, upper: str) -> Piece | None:
    if stride.link:
        return table.pieces[stride.link]
    if stride.mode == "stairs":
        return table.pieces[stride.surface]
    if upper in table.pieces:
        return table.pieces[upper]
    # The sides of a crevasse belong to it, not to the ground above.
    foot = stride.start if stride.rise > 0 else stride.end
    below = [s for s in view.surfaces_at(foot.x, foot.y) if short_of(s.low, foot.z + 2 * TOLERANCE)]
    return below[-1].piece if below else None


def face_breaks(faces: tuple[Face, ...], itinerary: Itinerary) -> list[Break]:
    """Faces of which nobody has said how they are climbed."""
    return [
        Break(
            "climb.two-kinds",
            f"nobody has said how {face.piece.id if face.piece else face.upper} is climbed: tag it simple or sheer",
            point(itinerary.strides[face.index].start),
        )
        for face in faces
        if face.kind is None
    ]


def hanging(stride: Stride, fraction: float, upper: str, facing: int) -> Place:
    """Where one hangs part-way: in plan at the foot of the face, at the height reached."""
    foot = stride.start if stride.rise > 0 else stride.end
    z = stride.start.z + stride.rise * fraction
    return Place("link", stride.link or upper, to_lattice(foot.x), to_lattice(foot.y), to_lattice(z), facing)
