"""What lies on a table and no rule reads: a picture under it, zones in which sides set up, markers."""

from __future__ import annotations

from typing import TypeVar

from surefoot.files.forms import MarkerForm, PictureForm, ZoneForm
from surefoot.files.kinds import Footprint, Point
from surefoot.files.reading import Reading
from surefoot.files.refusals import shown
from surefoot.files.terrain_forms import Form
from surefoot.language import say
from surefoot.records import dataclass

F = TypeVar("F", bound=Form)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture beside the scenario, and the corners of the part of the table that it covers."""

    file: str
    area: Footprint


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a side sets up."""

    name: str
    side: str
    outline: Footprint


@dataclass(frozen=True, slots=True)
class Marker:
    """A marked spot."""

    name: str
    at: Point


@dataclass(frozen=True, slots=True)
class Scenery:
    """Everything of a scenario that is only shown."""

    picture: Picture | None = None
    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()


def read_scenery(reading: Reading) -> Scenery:
    """Picture, zones and markers of a file; their problems are noted."""
    given = reading.data.get("picture")
    form = reading.check(PictureForm, given, ("picture",)) if given is not None else None
    return Scenery(
        None if form is None else Picture(form.file, form.area),
        tuple(Zone(each.name, each.side, each.zone) for _, each in listed(reading, "zones", ZoneForm)),
        tuple(Marker(each.name, each.at) for _, each in listed(reading, "markers", MarkerForm)),
    )


def listed(reading: Reading, section: str, form: type[F]) -> list[tuple[int, F]]:
    """The entries of a list with their positions, each read as a form; their problems are noted."""
    given = reading.data.get(section)
    if given is None:
        return []
    if not isinstance(given, list):
        reading.wrong((section,), say("expected a list, found {found}", found=shown(given)))
        return []
    found = [(i, reading.check(form, item, (section, i))) for i, item in enumerate(given)]
    return [(i, each) for i, each in found if each is not None]
