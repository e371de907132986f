"""What a picture shows, in table coordinates: drawn by SVG, PNG and the browser alike."""

from __future__ import annotations

from dataclasses import dataclass, field

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Patch:
    """A closed outline: terrain, a zone, a base. `kind` says how it is drawn, `height` how high its top is."""

    points: tuple[Point, ...]
    kind: str
    height: float = 0.0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Disc:
    """A round base."""

    x: float
    y: float
    radius: float
    kind: str
    facing: float | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """A piece of a path in one mode."""

    points: tuple[Point, ...]
    kind: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A text that belongs to a point; it may be moved round it so that nothing overlaps."""

    x: float
    y: float
    text: str
    kind: str = "label"
    # How far from the point the text must keep (the radius of a base).
    clear: float = 0.0


@dataclass(frozen=True)
class Picture:
    """A picture: its bounds (west, south, east, north), what is on it from the bottom up, and what the signs mean."""

    bounds: tuple[float, float, float, float]
    unit: str
    title: str = ""
    caption: tuple[str, ...] = ()
    patches: tuple[Patch, ...] = ()
    discs: tuple[Disc, ...] = ()
    tracks: tuple[Track, ...] = ()
    labels: tuple[Label, ...] = ()
    legend: tuple[tuple[str, str], ...] = field(default=())
    board: tuple[float, float, float, float] | None = None

    def _repr_svg_(self) -> str:
        """Notebooks show a picture as what it is."""
        from surefoot.draw.svg import svg

        return svg(self)
