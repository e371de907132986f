"""Terrain pieces: they say what they are, never what they cost."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, get_args

from surefoot.records import dataclass, replace
from surefoot.table.record import EMPTY, Record
from surefoot.table.words import labelled

Sort = Literal[
    "area",
    "wall",
    "obstacle",
    "platform",
    "railing",
    "gap",
    "ladder",
    "stairs",
    "ramp",
    "lift",
    "ductway",
    "door",
    "window",
    "rope",
    "grapple",
    "portable-ladder",
]

SORTS: tuple[str, ...] = get_args(Sort)

# Sorts that lead from one height to another at one spot.
LINK_SORTS = ("ladder", "rope", "grapple", "portable-ladder")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of terrain, in millionths.

    `outline` is the footprint, flat. `line` are the two ends of what has ends: a ladder's foot and head, the low
    and the high middle of stairs and ramps, the openings of a ductway, the ends of a wall, a door, a railing.
    `z` is the height of its foot (of its top for a platform, of the platform for a lift), `height` how far it rises
    above that (its thickness, for a platform).
    """

    id: str
    sort: Sort
    outline: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    z: int = 0
    height: int = 0
    on: str = ""
    tags: tuple[str, ...] = ()
    face_tags: Record = EMPTY
    structure: str = ""
    state: tuple[str, ...] = ()
    details: Record = EMPTY
    traits: Record = EMPTY
    filled: tuple[str, ...] = ()
    # Free words: kept and shown, never read by rules.
    labels: tuple[str, ...] = field(default=(), repr=False)

    def has(self, tag: str) -> bool:
        """Whether the piece carries a tag."""
        return tag in self.tags

    def is_(self, state: str) -> bool:
        """Whether the piece is in a state (open, closed, locked, …)."""
        return state in self.state

    def becoming(self, state: tuple[str, ...]) -> Piece:
        """The piece in other states."""
        return replace(self, state=tuple(sorted(state)))

    def scene_token(self) -> str:
        """A piece is seen whole."""
        return labelled(repr(self), self.labels)
