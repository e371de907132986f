"""A link: places on one surface from which one leg leads to places on another."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.geometry.search.paths import Point
from surefoot.referee.itinerary import By, Mode
from surefoot.referee.protocol import Opening


@dataclass(frozen=True)
class Link:
    """Places on one surface from which a leg of one kind leads to places on another.

    A start leads to every end that is no further off than `far`; without that, to the end of the same number alone.
    """

    by: By
    mode: Mode
    name: str
    source: str
    target: str
    starts: tuple[Point, ...]
    ends: tuple[Point, ...]
    far: float | None = None
    # How high it leads, and what it leads over besides: heights climbed and left again, the width of a top.
    rise: float = 0.0
    over: float = 0.0
    across: float = 0.0
    ladder: str = ""
    # The end of a ladder at which it begins: anywhere within touch of it will do.
    foot: Point | None = None
    # How that is opened which it leads through.
    opening: Opening | None = None
    # A slope that is walked along before the link, or behind it: from its end, or its start, to where it touches the slope.
    slope: str = ""
    offset: Point = (0.0, 0.0)
    # So far aside, for who is carried over an edge slantwise.
    aside: Point = (0.0, 0.0)
    behind: bool = False

    def on_slope(self, start: Point, end: Point) -> Point:
        """Where a link between two places begins or ends on a slope."""
        x, y = start if self.behind else end
        return x + self.offset[0] + self.aside[0], y + self.offset[1] + self.aside[1]

    @property
    def label(self) -> str:
        """What it is called by whoever will not take it: how, and along what."""
        return f"{self.by} {self.name}"

    def leads(self, apart: float) -> bool:
        """Whether it leads from a start to an end so far off."""
        return self.far is None or apart <= self.far + 1e-9
