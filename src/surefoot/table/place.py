"""Where something is: on a surface, on a link, hanging, in the air, in water, aboard, in reserve or gone."""

from __future__ import annotations

from typing import Literal, NamedTuple

from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.records import dataclass

PlaceKind = Literal["surface", "link", "edge", "air", "water", "aboard", "reserve", "off", "gone"]

# The floor of every table that has a board.
BOARD = "board"


class Pose(NamedTuple):
    """A position on the table in the ruleset's unit, and a bearing in degrees clockwise from north."""

    x: float
    y: float
    z: float
    facing: float


@dataclass(frozen=True, slots=True)
class Place:
    """A place, in millionths. On a surface `z` is the height above that surface, elsewhere above the board.

    What stands on something that moves (a deck, a lift) keeps its place in that frame, so that a carrier takes
    its riders along without anybody having to remember them.
    """

    kind: PlaceKind
    on: str = ""
    x: int = 0
    y: int = 0
    z: int = 0
    facing: int = 0
    band: str = ""

    def __str__(self) -> str:
        at = f"{from_lattice(self.x):g},{from_lattice(self.y):g},{from_lattice(self.z):g}"
        return (
            f"{self.kind} {self.on} {at} facing {from_lattice(self.facing):g}{self.band and ' ' + self.band}"
        )

    @property
    def on_table(self) -> bool:
        """Whether a body stands in the way there."""
        return self.kind in ("surface", "link", "edge", "air", "water")


def on_surface(x: float, y: float, on: str = BOARD, facing: float = 0.0, z: float = 0.0) -> Place:
    """A place on a surface, from lengths in the table's unit."""
    return Place("surface", on, to_lattice(x), to_lattice(y), to_lattice(z), to_lattice(facing % 360.0))


GONE = Place("gone")
