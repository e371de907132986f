"""Which program wrote a map: decided by its content, never by its name alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import PurePath

from surefoot.intake.content import Content, limited, read
from surefoot.intake.problems import refused
from surefoot.language import Notation, count, say
from surefoot.maps.foundry_scene import is_scene, read_scene
from surefoot.maps.layouts_40k import PREFIX, read_layout
from surefoot.maps.photo import Scale, is_photo, read_photo
from surefoot.maps.svg import is_svg, read_svg
from surefoot.maps.table_map import Point, TableMap
from surefoot.maps.tiled import is_tiled, read_tiled
from surefoot.maps.universal_vtt import is_universal, read_universal
from surefoot.records import dataclass, replace

MOST_FEATURES = 9_000
LARGEST = 600.0


@dataclass(frozen=True)
class Format:
    """One kind of map: its name, whether a content is one, and its reader."""

    name: str
    fits: Callable[[Content], bool]
    read: Callable[[Content], TableMap]


FORMATS = (
    Format("universal-vtt", is_universal, read_universal),
    Format("tiled", is_tiled, read_tiled),
    Format("foundry-scene", is_scene, read_scene),
    Format("svg", is_svg, read_svg),
)


def inside(found: TableMap) -> TableMap:
    """The map without what lies wholly beyond its edges: part of a larger map that was cropped, or drawn beside it."""
    features = tuple(each for each in found.features if _reaches(each.points, found))
    markers = tuple(each for each in found.markers if _reaches((each.at,), found))
    zones = tuple(each for each in found.zones if _reaches(each.points, found))
    left_out = sum(
        len(all_of) - len(kept)
        for all_of, kept in (
            (found.features, features),
            (found.markers, markers),
            (found.zones, zones),
        )
    )
    if not left_out:
        return found
    says = count(
        "{n} piece beyond the edges of the map is left out",
        "{n} pieces beyond the edges of the map are left out",
        left_out,
    )
    return replace(found, features=features, markers=markers, zones=zones, notes=(*found.notes, says))


def _told_empty(found: TableMap) -> TableMap:
    """The map, with a note if nothing of it becomes terrain."""
    if found.features:
        return found
    says = (
        say("The map has no walls, doors or other terrain: its size and its picture come over")
        if found.background is not None and found.background.data
        else say("The map has nothing that becomes terrain: its size comes over")
    )
    return replace(found, notes=(*found.notes, says))


def _reaches(points: tuple[Point, ...], found: TableMap) -> bool:
    """Whether something reaches onto the map, by the box round it."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return bool(points) and (
        min(xs) <= found.width and max(xs) >= 0 and min(ys) <= found.depth and max(ys) >= 0
    )


def read_map(path: str | os.PathLike[str], scale: Scale | None = None) -> TableMap:
    """The map in a file, or a layout of the 40k data set as `40k:ID`; raises FileInvalid with every problem it has.

    `scale` says how large a photo is; other maps say it themselves.
    """
    if str(path).startswith(PREFIX):
        return read_layout(str(path))
    return map_of(read(path), scale)


def map_of(content: Content, scale: Scale | None = None) -> TableMap:
    """The map in a content; a photo needs its scale."""
    if not limited(content).data.strip():
        raise refused(content.name, say("the file is empty"))
    if is_photo(content):
        found = read_photo(content, scale)
        return replace(found, name=PurePath(found.name).stem or "Map")
    if scale is not None:
        raise refused(
            content.name, say("two points and their distance are for photos; this is no PNG, JPEG or WebP")
        )
    for each in FORMATS:
        if each.fits(content):
            found = _told_empty(inside(each.read(content)))
            if len(found.features) > MOST_FEATURES:
                most = Notation(f"{MOST_FEATURES:,}")
                raise refused(content.name, say("the map has more than {most} pieces", most=most))
            name = PurePath(found.name).stem if found.name == content.name else found.name
            return replace(found, name=name or "Map")
    says = say(
        "Surefoot does not know this kind of map. It reads Universal VTT ({vtt}), Tiled ({tiled}), Foundry scenes, SVG and "
        "pictures ({pictures})",
        vtt=Notation(".dd2vtt, .df2vtt, .uvtt"),
        tiled=Notation(".tmj, .tmx"),
        pictures=Notation(".png, .jpg, .webp"),
    )
    raise refused(content.name, says)
