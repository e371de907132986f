"""A link: places on one surface from which one leg leads to places on another."""

from __future__ import annotations

from surefoot.geometry.search.paths import Point
from surefoot.records import dataclass
from surefoot.referee.itinerary import By, Mode
from surefoot.referee.protocol import Opening


@dataclass(frozen=True)
class Link:
    """Places on one surface from which a leg of one kind leads to places on another.

    A start leads to every end no further off than `far`; without `far`, only to the end of the same number.
    """

    by: By
    mode: Mode
    name: str
    source: str
    target: str
    starts: tuple[Point, ...]
    ends: tuple[Point, ...]
    far: float | None = None
    # The height between its ends, the height climbed and left again in between, and the width of the top it leads
    # over.
    rise: float = 0.0
    over: float = 0.0
    across: float = 0.0
    ladder: str = ""
    # The end of a ladder at which it begins: any place that touches it will do.
    foot: Point | None = None
    # How the door is opened that it leads through.
    opening: Opening | None = None
    # A slope that is walked along before the link (or after it, with `behind`), and the offset from the link's end to
    # the slope.
    slope: str = ""
    offset: Point = (0.0, 0.0)
    # A sideways offset, for a base that is moved over an edge at a slant.
    aside: Point = (0.0, 0.0)
    behind: bool = False

    def on_slope(self, start: Point, end: Point) -> Point:
        """The point on the slope at which a link between two places begins or ends."""
        x, y = start if self.behind else end
        return x + self.offset[0] + self.aside[0], y + self.offset[1] + self.aside[1]

    @property
    def label(self) -> str:
        """Its name in `without` and `dares`: the kind of leg and the piece."""
        return f"{self.by} {self.name}"

    def is_named(self, without: tuple[str, ...]) -> bool:
        """Whether it is left out: by its label, by the piece that it uses, or by the level that it leads to."""
        piece = self.ladder or self.name
        return self.label in without or self.target in without or (piece in without and piece != self.source)

    def leads(self, apart: float) -> bool:
        """Whether it leads from a start to an end at this distance."""
        return self.far is None or apart <= self.far + 1e-9
