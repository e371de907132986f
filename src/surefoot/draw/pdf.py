"""A picture as PDF at scale: an inch of the table is exactly so long on paper. Large ones are cut into sheets."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING

from surefoot.draw.layout import lay_out
from surefoot.draw.picture import Picture
from surefoot.draw.png import rendered
from surefoot.draw.svg import WIDTH, drawn
from surefoot.geometry.shapes import MILLIMETRES_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

# Sheets in inches, upright.
PAPERS = {
    "a4": (210 / MILLIMETRES_PER_INCH, 297 / MILLIMETRES_PER_INCH),
    "a3": (297 / MILLIMETRES_PER_INCH, 420 / MILLIMETRES_PER_INCH),
    "letter": (8.5, 11.0),
}
# The edge of a sheet on which printers leave white.
MARGIN = 10 / MILLIMETRES_PER_INCH
# As many dots an inch as the eye needs at arm's length, and fewer for what would be too large to hold.
DOTS = 100.0
MOST_PIXELS = 50_000_000
QUALITY = 85


def pdf(picture: Picture, *, length: float = 1.0, paper: str = "", dark: bool = False) -> bytes:
    """The picture as a PDF file on which a unit of the table is `length` inches long.

    On one page as large as needed, or cut into sheets of a paper, each with its row and column and with marks to cut at.
    Needs Pillow, which comes with the extra `surefoot[photos]`.
    """
    # Imported here: only PDF needs it.
    from PIL import Image

    page = lay_out(picture, WIDTH)
    frame = page.frames[0]
    wanted = DOTS * length / frame.scale
    most = math.sqrt(MOST_PIXELS / (page.width * page.height))
    zoom = max(1, min(math.ceil(wanted), math.floor(most)))
    made = Image.open(io.BytesIO(rendered(drawn(page, picture, dark=dark), zoom=zoom))).convert("RGB")
    dots = frame.scale * zoom / length
    pages = sheets(made, dots, PAPERS[paper]) if paper else [made]
    stream = io.BytesIO()
    pages[0].save(
        stream,
        "PDF",
        save_all=True,
        append_images=pages[1:],
        resolution=dots,
        quality=QUALITY,
        title=picture.title,
    )
    return stream.getvalue()


def sheets(image: Image, dots: float, paper: tuple[float, float]) -> list[Image]:
    """The image cut into sheets, row by row, upright or across, whichever needs fewer."""
    upright, across = _cut(image, dots, paper), _cut(image, dots, (paper[1], paper[0]))
    wide, deep, columns, rows = min(upright, across, key=lambda cut: cut[2] * cut[3])
    return [
        _sheet(image, dots, (column * wide, row * deep), (wide, deep), f"{row + 1}-{column + 1}")
        for row in range(rows)
        for column in range(columns)
    ]


def _cut(image: Image, dots: float, paper: tuple[float, float]) -> tuple[int, int, int, int]:
    """The pixels of one sheet, and how many sheets there are beside and below each other."""
    wide, deep = (int((side - 2 * MARGIN) * dots) for side in paper)
    return wide, deep, math.ceil(image.width / wide), math.ceil(image.height / deep)


def _sheet(image: Image, dots: float, at: tuple[int, int], size: tuple[int, int], name: str) -> Image:
    from PIL import Image, ImageDraw

    edge = round(MARGIN * dots)
    sheet = Image.new("RGB", (size[0] + 2 * edge, size[1] + 2 * edge), "white")
    part = image.crop((at[0], at[1], min(at[0] + size[0], image.width), min(at[1] + size[1], image.height)))
    sheet.paste(part, (edge, edge))
    pen = ImageDraw.Draw(sheet)
    long = edge // 2
    for x, dx in ((edge, -long), (edge + size[0], long)):
        for y, dy in ((edge, -long), (edge + size[1], long)):
            pen.line([(x, y), (x + dx, y)], fill="black")
            pen.line([(x, y), (x, y + dy)], fill="black")
    pen.text((edge + long, long // 2), name, fill="black", font_size=max(8, long))
    return sheet
