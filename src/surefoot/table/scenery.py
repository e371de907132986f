"""What lies on a table and no rule reads: a picture under it, zones in which sides set up, markers."""

from __future__ import annotations

from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture under the table: its name, the part of the table that it covers, and its bytes as a data URI."""

    file: str
    # West, south, east, north, in millionths.
    area: tuple[int, int, int, int]
    # Empty where the picture is not at hand: it lies beside a scenario that came without it.
    data: str = ""

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east, north."""
        west, south, east, north = self.area
        return from_lattice(west), from_lattice(south), from_lattice(east), from_lattice(north)


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a side sets up; the corners are in millionths."""

    name: str
    side: str
    outline: tuple[int, ...]

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners."""
        flat = [from_lattice(value) for value in self.outline]
        return tuple(zip(flat[0::2], flat[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Marker:
    """A marked spot, in millionths."""

    name: str
    x: int
    y: int

    @property
    def at(self) -> tuple[float, float]:
        """Where it is."""
        return from_lattice(self.x), from_lattice(self.y)


@dataclass(frozen=True, slots=True)
class Scenery:
    """Everything of a table that is only shown."""

    picture: Picture | None = None
    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()


NO_SCENERY = Scenery()
