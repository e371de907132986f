"""A picture as PNG, from its SVG."""

from __future__ import annotations

from importlib.resources import as_file, files

from surefoot.draw.picture import Picture
from surefoot.draw.svg import svg


def png(picture: Picture, *, dark: bool = False, width: float = 720.0, zoom: int = 2) -> bytes:
    """The picture as a PNG file, `zoom` pixels for each pixel of the SVG."""
    # Only who wants a PNG needs the renderer.
    import resvg_py

    # A font comes along, so that texts look the same on machines that have none.
    with as_file(files("surefoot.draw") / "font.ttf") as font:
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg(picture, dark=dark, width=width),
            zoom=zoom,
            font_files=[str(font)],
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
        )
    return bytes(drawn)
