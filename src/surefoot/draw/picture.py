"""What a picture shows, in table coordinates: SVG, PNG, the terminal and the browser all draw from it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Point = tuple[float, float]
Ring = tuple[Point, ...]
# West, south, east, north.
Bounds = tuple[float, float, float, float]
# Where something lies when levels are shown apart: on the level shown, above it or below it.
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
    """A base to scale: round (a radius) or an outline. `kind` is its side, or what it stands for."""

    x: float
    y: float
    radius: float
    kind: str
    outline: Ring = ()
    facing: float | None = None
    height: float = 0.0
    # Prone, pinned, out cold: marked by its shape and not by colour alone.
    down: bool = False
    # Something is drawn over it that it stands under.
    hidden: bool = False
    name: str = ""
    title: str = ""
    shade: Shade = ""


@dataclass(frozen=True, slots=True)
class Track:
    """A piece of a path in one mode, from one height to another; `ends` where an arrow says that it goes no further."""

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
    """A text that belongs to a point; it may be moved round it, and left out where there is no room at all."""

    x: float
    y: float
    text: str
    kind: str = "name"
    # How far from the point the text keeps, from west to east and from south to north (half of a base).
    clear: Point = (0.0, 0.0)
    # What it may stand in, if it fits (a piece of terrain).
    box: Bounds | None = None
    # The kind of base it stands on, if it stands on one.
    on: str = ""
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Caption:
    """A line below the picture, with what stands before it: a number or letter of the picture, or a mark of its own.

    A `head` is a verdict; what follows up to the next one belongs to it.
    """

    text: str
    mark: str = ""
    head: bool = False


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a path costs, line by line, each with its number on the path, its mode, its price and its clause."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One way it can end: in words, as a share of 1, and as people say it."""

    words: str
    share: float
    says: str


@dataclass(frozen=True)
class Picture:
    """A picture: what is on it from the bottom up, and what the signs mean.

    A picture with panels has nothing of its own but the title, the legend and the words below. One with bars shows
    chances instead of a table.
    """

    bounds: Bounds
    # What stands behind a length: ″ or m.
    unit: str
    title: str = ""
    caption: tuple[Caption, ...] = ()
    things: tuple[Patch | Token, ...] = ()
    tracks: tuple[Track, ...] = ()
    signs: tuple[Sign, ...] = ()
    labels: tuple[Label, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    board: Bounds | None = None
    ledger: Ledger | None = None
    bars: tuple[Bar, ...] = ()
    panels: tuple[Picture, ...] = ()
    # The height of the level that a panel shows.
    low: float = 0.0

    @property
    def patches(self) -> tuple[Patch, ...]:
        """Everything that is terrain."""
        return tuple(thing for thing in self.things if isinstance(thing, Patch))

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Every base."""
        return tuple(thing for thing in self.things if isinstance(thing, Token))

    def describe(self) -> dict[str, Any]:
        """The picture as plain data, for the browser."""
        return asdict(self)

    def _repr_svg_(self) -> str:
        """Notebooks show a picture as what it is."""
        from surefoot.draw.svg import svg

        return svg(self)
