"""A photo or a drawn map as a map: two of its points and their distance on the table say how large it is.

It has no terrain, only the picture that lies under the table. Pictures are read with Pillow, which comes with the extra
`surefoot[photos]`: it turns photos of phones the right way up and makes large ones smaller.
"""

from __future__ import annotations

import io
import math
import struct
import zlib
from typing import TYPE_CHECKING

from surefoot.files.problems import FileInvalid
from surefoot.intake.content import Content
from surefoot.intake.problems import refused
from surefoot.language import Notation, say
from surefoot.maps.table_map import Background, Point, TableMap, tidy
from surefoot.records import dataclass

if TYPE_CHECKING:
    from PIL.Image import Image

INSTALL = "pip install 'surefoot[photos]'"
# The longest side of a picture that is kept, in pixels: 50 for each inch of a table of four feet.
LONGEST = 2_400
# Larger pictures are not unpacked.
MOST_PIXELS = 120_000_000
QUALITY = 82

_SIGNS = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")


@dataclass(frozen=True, slots=True)
class Scale:
    """Two points of a picture, in pixels from its top left corner, and how far apart they are on the table."""

    one: Point
    other: Point
    distance: float


def is_photo(content: Content) -> bool:
    """Whether a content is a picture: PNG, JPEG or WebP."""
    return content.data.startswith(_SIGNS)


def read_photo(content: Content, scale: Scale | None) -> TableMap:
    """A map with nothing but the picture; refused without its scale."""
    if scale is None:
        says = say(
            "a picture does not say how large it is. Give two of its points, in pixels from its top left corner, and their "
            "distance on the table: {example}",
            example=Notation("--points 120,640:1480,640 --distance 24"),
        )
        raise refused(content.name, says)
    apart = math.dist(scale.one, scale.other)
    if not apart > 0:
        raise refused(content.name, say("the two points of the picture are the same"))
    image = _opened(content)
    width, depth = image.size
    outside = [
        each for each in (scale.one, scale.other) if not (0 <= each[0] <= width and 0 <= each[1] <= depth)
    ]
    if outside:
        says = say(
            "the point {point} is outside the picture, which has {width} × {depth} pixels",
            point=Notation(f"{outside[0][0]:g},{outside[0][1]:g}"),
            width=Notation(str(width)),
            depth=Notation(str(depth)),
        )
        raise refused(content.name, says)
    unit = scale.distance / apart
    note = say("A picture has no terrain: draw it over the picture in the editor, or write it into the file")
    return TableMap(
        content.name,
        "picture",
        "table",
        tidy(width * unit),
        tidy(depth * unit),
        (),
        background=_kept(image),
        notes=(note,),
    )


def smaller(background: Background) -> Background:
    """A picture that is small enough to be shown; the same one where it can't be read."""
    try:
        return _kept(_opened(Content("", background.data)))
    except FileInvalid:
        # A map is read without Pillow, too, and with a picture that is damaged.
        return background


def _opened(content: Content) -> Image:
    """The picture, the right way up."""
    try:
        from PIL import Image, ImageOps
    except ImportError:
        says = say("to read pictures, install the extra photos: {command}", command=Notation(INSTALL))
        raise refused(content.name, says) from None
    try:
        with Image.open(io.BytesIO(content.data), formats=("PNG", "JPEG", "WEBP")) as found:
            if found.width * found.height > MOST_PIXELS:
                most = Notation(f"{MOST_PIXELS:,}")
                raise refused(content.name, say("the picture has more than {most} pixels", most=most))
            return ImageOps.exif_transpose(found)
    # Everything that Pillow raises for a damaged picture; it documents no common class.
    except (
        OSError,
        SyntaxError,
        EOFError,
        IndexError,
        struct.error,
        zlib.error,
        Image.DecompressionBombError,
    ):
        raise refused(content.name, say("the picture is damaged")) from None


def _kept(image: Image) -> Background:
    """The picture as it is kept: no side longer than needed, as JPEG."""
    from PIL import Image

    image.thumbnail((LONGEST, LONGEST))
    # What is transparent shows paper.
    paper = Image.new("RGBA", image.size, "white")
    paper.alpha_composite(image.convert("RGBA"))
    stream = io.BytesIO()
    paper.convert("RGB").save(stream, "JPEG", quality=QUALITY)
    return Background(stream.getvalue(), ".jpg")
