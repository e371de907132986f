"""A picture as PNG, from its SVG."""

from __future__ import annotations

from contextlib import ExitStack
from importlib.resources import as_file, files

from surefoot.draw.layout import lay_out
from surefoot.draw.lettering import FONTS, covered
from surefoot.draw.picture import Picture
from surefoot.draw.svg import WIDTH, drawn


def png(picture: Picture, *, dark: bool = False, width: float = WIDTH, zoom: int = 2) -> bytes:
    """The picture as a PNG file, `zoom` pixels for each pixel of the SVG."""
    page = lay_out(picture, width)
    return rendered(drawn(page, picture, dark=dark), zoom=zoom)


def rendered(text: str, *, zoom: int = 2) -> bytes:
    """An SVG as a PNG file, `zoom` pixels for each of its pixels."""
    # Imported here: only PNG needs the renderer.
    import resvg_py

    with ExitStack() as stack:
        # Our own fonts, so that texts look the same on every machine.
        fonts = [str(stack.enter_context(as_file(files("surefoot.draw") / name))) for name in FONTS.values()]
        made = resvg_py.svg_to_bytes(
            svg_string=text,
            zoom=zoom,
            font_files=fonts,
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
            # System fonts are used only for letters that our fonts lack.
            skip_system_fonts=all(covered(line) for line in text.splitlines()),
        )
    return bytes(made)
