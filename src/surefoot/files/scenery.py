"""Reads what lies on a table and no rule reads: a picture under it, zones in which sides set up, markers."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any, TypeVar

from surefoot.files.bounds import beyond
from surefoot.files.form import Form
from surefoot.files.forms import MarkerForm, PictureForm, ZoneForm
from surefoot.files.kinds import LARGEST_PICTURE, Footprint
from surefoot.files.reading import Reading
from surefoot.files.refusals import shown
from surefoot.geometry.tolerance import to_lattice
from surefoot.language import say
from surefoot.records import replace
from surefoot.table.scenery import NO_SCENERY, Marker, Picture, Scenery, Zone
from surefoot.table.table import Board, Table

F = TypeVar("F", bound=Form)

# How the files of each kind of picture begin.
_KINDS = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp"}


def read_scenery(reading: Reading, board: Board | None) -> Scenery:
    """Picture, zones and markers of a file; their problems are noted."""
    zones, markers = listed(reading, "zones", ZoneForm), listed(reading, "markers", MarkerForm)
    found = Scenery(
        _picture(reading),
        tuple(Zone(each.name, each.side, _flat(each.zone)) for _, each in zones),
        tuple(Marker(each.name, to_lattice(each.at[0]), to_lattice(each.at[1])) for _, each in markers),
    )
    spots = [("zones", i, "zone", _flat(each.zone)) for i, each in zones]
    spots += [("markers", i, "at", tuple(map(to_lattice, each.at))) for i, each in markers]
    for section, i, field, flat in spots:
        off = beyond(board, flat)
        if off is not None:
            reading.doubt((section, i, field), off)
    return found if found != NO_SCENERY else NO_SCENERY


def _flat(footprint: Footprint) -> tuple[int, ...]:
    return tuple(to_lattice(value) for point in footprint.points for value in point[:2])


def _picture(reading: Reading) -> Picture | None:
    given = reading.data.get("picture")
    form = reading.check(PictureForm, given, ("picture",)) if given is not None else None
    if form is None:
        return None
    if not form.file and not form.data:
        reading.wrong(("picture",), say("a picture needs file or data"))
    flat = _flat(form.area)
    xs, ys = flat[0::2], flat[1::2]
    return Picture(form.file, (min(xs), min(ys), max(xs), max(ys)), form.data)


def with_picture(table: Table, folder: Path) -> Table:
    """The table with the bytes of its picture, if that lies in this folder and is not too large to be shown."""
    picture = table.scenery.picture
    if picture is None or picture.data or not picture.file:
        return table
    name = Path(picture.file)
    if name.is_absolute() or ".." in name.parts:
        return table
    try:
        with (folder / name).open("rb") as stream:
            data = stream.read(LARGEST_PICTURE)
    except (OSError, ValueError):
        return table
    shown = data_uri(data)
    if not shown:
        return table
    return table.changed(scenery=replace(table.scenery, picture=replace(picture, data=shown)))


def data_uri(data: bytes) -> str:
    """A picture as text; empty if it is too large, or of a kind that faces do not show."""
    kind = next((kind for sign, kind in _KINDS.items() if data.startswith(sign)), "")
    shown = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    return shown if kind and len(shown) <= LARGEST_PICTURE else ""


def listed(reading: Reading, section: str, form: type[F]) -> list[tuple[int, F]]:
    """The entries of a list with their positions, each read as a form; their problems are noted."""
    found = [(i, reading.check(form, item, (section, i))) for i, item in enumerate(entries(reading, section))]
    return [(i, each) for i, each in found if each is not None]


def entries(reading: Reading, section: str) -> list[Any]:
    """The entries of a list as they are written; anything else is noted."""
    given = reading.data.get(section)
    if given is None:
        return []
    if not isinstance(given, list):
        reading.wrong((section,), say("expected a list, found {found}", found=shown(given)))
        return []
    return given
