"""A reach as a picture: the table with the contours of the price laid over it, like the isochrones of a map."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.draw.ink import digits, element, line
from surefoot.draw.layout import Frame, lay_out
from surefoot.draw.looks import PALETTES
from surefoot.draw.picture import Caption, Picture
from surefoot.draw.svg import WIDTH, drawn
from surefoot.geometry.prepare import inner_point
from surefoot.geometry.shapes import Flat, Region
from surefoot.routes.chances import Chances
from surefoot.routes.reach import Reach
from surefoot.table.words import number

# The nearest ground is the strongest; what can just be reached is the faintest.
_NEAR, _FAR = 0.42, 0.12


def reach_svg(
    picture: Picture, reach: Reach, *, step: float, dark: bool = False, width: float = WIDTH
) -> str:
    """A picture of the table as a complete SVG document, with what a model can reach on it."""
    colours = PALETTES[dark]

    def overlay(frame: Frame) -> list[str]:
        return _bands(frame, reach.bands(step), colours["leap"], colours["paper"])

    return _overlaid(picture, overlay, width, dark=dark)


def chances_svg(picture: Picture, found: Chances, *, dark: bool = False, width: float = WIDTH) -> str:
    """A picture of the table with how surely each place on it can be reached: the surer, the stronger."""
    colours = PALETTES[dark]

    def overlay(frame: Frame) -> list[str]:
        shown = []
        for chance, region in found.regions:
            colour = colours["leap"] if chance == 1 else colours["drop"]
            rings = _rings(frame, region.rings)
            strength = digits(_FAR + (_NEAR - _FAR) * float(chance))
            shown.append(
                element(
                    "path",
                    f"{chance} unharmed",
                    d=rings,
                    fill=colour,
                    fill_rule="evenodd",
                    fill_opacity=strength,
                    stroke=colour,
                    stroke_width=1.6,
                )
            )
        # Numbers above all colours.
        shown += [
            _number(
                frame,
                "sure" if chance == 1 else f"{float(chance):.0%}",
                inner_point(region),
                colours["ink"],
                colours["paper"],
            )
            for chance, region in found.regions
        ]
        return shown

    return _overlaid(picture, overlay, width, dark=dark)


def _overlaid(picture: Picture, overlay: Callable[[Frame], list[str]], width: float, *, dark: bool) -> str:
    page = lay_out(picture, width)
    text = drawn(page, picture, dark=dark).split("\n")
    # Over the terrain and under the words: at the end of the frame that shows the table.
    at = text.index("</svg>")
    return "\n".join([*text[:at], *overlay(page.frames[0]), *text[at:]])


def words(reach: Reach, step: float, unit: str) -> Caption:
    """What the contours mean."""
    return Caption(
        f"{reach.who} can end anywhere in green with {number(reach.budget)}{unit} of movement; "
        f"a line for every {number(step)}{unit}"
    )


def chances_words(found: Chances, unit: str) -> Caption:
    """What the colours mean."""
    return Caption(
        f"how surely {found.who} ends where, standing and unharmed, with {number(found.budget)}{unit} of movement"
    )


def _bands(frame: Frame, bands: tuple[tuple[float, Region], ...], colour: str, paper: str) -> list[str]:
    found = []
    inner: tuple[Flat, ...] = ()
    for k, (level, region) in enumerate(bands):
        share = k / max(1, len(bands) - 1)
        # A band is what this level adds: the rings of the one before are its holes.
        found.append(
            element(
                "path",
                f"{number(level)}",
                d=_rings(frame, (*region.rings, *inner)),
                fill=colour,
                fill_rule="evenodd",
                fill_opacity=digits(_NEAR + (_FAR - _NEAR) * share),
            )
        )
        inner = region.rings
    for k, (_, region) in enumerate(bands):
        last = k == len(bands) - 1
        found.append(
            element(
                "path",
                d=_rings(frame, region.rings),
                fill="none",
                stroke=colour,
                stroke_width=2.4 if last else 0.9,
                stroke_opacity="1" if last else "0.7",
                stroke_linejoin="round",
            )
        )
    found += [
        _number(frame, number(level), _northernmost(region), colour, paper)
        for level, region in bands
        if region.rings
    ]
    return found


def _rings(frame: Frame, rings: tuple[Flat, ...]) -> str:
    return " ".join(
        line([frame.point(ring[i], ring[i + 1]) for i in range(0, len(ring), 2)], closed=True)
        for ring in rings
    )


def _northernmost(region: Region) -> tuple[float, float]:
    ring = max(region.rings, key=len)
    top = max(range(0, len(ring), 2), key=lambda i: (ring[i + 1], ring[i]))
    return ring[top], ring[top + 1]


def _number(frame: Frame, says: str, at: tuple[float, float], colour: str, paper: str) -> str:
    """A price on its contour, or a chance on its ground."""
    x, y = frame.point(*at)
    # Behind every number a rim of paper, so that it can be read on any ground.
    return (
        f'<text x="{digits(x)}" y="{digits(y + 4)}" font-size="10" text-anchor="middle" font-weight="bold" '
        f'fill="{colour}" stroke="{paper}" stroke-width="3" paint-order="stroke">{says}</text>'
    )
