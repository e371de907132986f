"""The description of a picture in table coordinates, drawn as SVG, PNG, terminal text or in the browser."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from surefoot.records import dataclass

Point = tuple[float, float]
Ring = tuple[Point, ...]
# West, south, east, north.
Bounds = tuple[float, float, float, float]
# The position of a thing when levels are shown apart: on the level, above it or below it.
Shade = Literal["", "above", "below"]


@dataclass(frozen=True, slots=True)
class Patch:
    """An outline with its holes: a piece of terrain, a deck. `kind` says how it is drawn.

    `low` and `high` are the heights of its foot and its top, `axis` the two ends of what has ends (the low and the
    high end of stairs, the foot and the head of a ladder), `step` counts levels from the lowest.
    """

    rings: tuple[Ring, ...]
    kind: str
    low: float = 0.0
    high: float = 0.0
    title: str = ""
    axis: tuple[Point, Point] | None = None
    step: int = 0
    shade: Shade = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A base to scale: round (a radius) or an outline. `kind` is its side, or the position it marks."""

    x: float
    y: float
    radius: float
    kind: str
    outline: Ring = ()
    facing: float | None = None
    height: float = 0.0
    # Prone, pinned, stunned: marked by shape, not only by colour.
    down: bool = False
    # Whether it is below terrain that is drawn over it.
    hidden: bool = False
    # The id of the model, its name for people, and further details of it.
    name: str = ""
    called: str = ""
    details: str = ""
    title: str = ""
    shade: Shade = ""


@dataclass(frozen=True, slots=True)
class Track:
    """A stretch of a path in one mode, from one height to another; `ends`: with an arrow head."""

    points: Ring
    kind: str
    title: str = ""
    low: float = 0.0
    high: float = 0.0
    ends: bool = False
    shade: Shade = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark at a point: refused, up, down, gone, object."""

    x: float
    y: float
    kind: str
    title: str = ""
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Label:
    """A text for a point; it is placed around the point, and left out if there is no room."""

    x: float
    y: float
    text: str
    kind: str = "name"
    # The distance of the text from the point in x and y (half of a base).
    clear: Point = (0.0, 0.0)
    # The piece of terrain it may be placed in, if it fits.
    box: Bounds | None = None
    # The kind of base it is placed on, if any.
    on: str = ""
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Zone:
    """An area on the ground that a side has; `kind` is the colour of the side."""

    ring: Ring
    kind: str


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies on the board under everything: a picture (a data URI with its bounds), zones and marked spots."""

    image: str = ""
    bounds: Bounds = (0.0, 0.0, 0.0, 0.0)
    zones: tuple[Zone, ...] = ()
    spots: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Caption:
    """A line below the picture, with its mark: a number or letter of the picture, or another sign.

    A `head` is a verdict; the lines up to the next head belong to it.
    """

    text: str
    mark: str = ""
    head: bool = False


@dataclass(frozen=True, slots=True)
class Ledger:
    """The cost of a path, line by line: number on the path, mode, cost and clause."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One outcome: its text, its share of 1, and its probability as text."""

    words: str
    share: float
    says: str


@dataclass(frozen=True)
class Picture:
    """A picture: its things from the bottom up, and its legend.

    A picture with panels has only a title, a legend and captions of its own. A picture with bars shows odds instead of
    a table.
    """

    bounds: Bounds
    # The unit sign of lengths: ″ or m.
    unit: str
    title: str = ""
    caption: tuple[Caption, ...] = ()
    things: tuple[Patch | Token, ...] = ()
    tracks: tuple[Track, ...] = ()
    signs: tuple[Sign, ...] = ()
    labels: tuple[Label, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    board: Bounds | None = None
    ground: Ground = Ground()
    ledger: Ledger | None = None
    bars: tuple[Bar, ...] = ()
    panels: tuple[Picture, ...] = ()
    # The height of the level that a panel shows.
    low: float = 0.0

    @property
    def patches(self) -> tuple[Patch, ...]:
        """All terrain."""
        return tuple(thing for thing in self.things if isinstance(thing, Patch))

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All bases."""
        return tuple(thing for thing in self.things if isinstance(thing, Token))

    def describe(self) -> dict[str, Any]:
        """The picture as plain data, for the browser."""
        return asdict(self)

    def _repr_svg_(self) -> str:
        """The picture in notebooks."""
        from surefoot.draw.svg import svg

        return svg(self)
