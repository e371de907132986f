"""A reach as a picture: the table with the contours of the price laid over it, like the isochrones of a map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from surefoot.draw.ink import arrow, digits, element, line
from surefoot.draw.layout import Frame, lay_out
from surefoot.draw.looks import PALETTES
from surefoot.draw.picture import Caption, Picture
from surefoot.draw.svg import WIDTH, drawn
from surefoot.geometry.prepare import inner_point
from surefoot.geometry.shapes import Flat, Region
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.routes.found import FoundReach
from surefoot.routes.one_level.threat import Threat
from surefoot.routes.outlines import Band, Gate, plain_bands
from surefoot.routes.risk.one_level import ChanceReach
from surefoot.routes.risk.over_levels import LevelChanceReach
from surefoot.table.words import number

# The nearest ground is the strongest; what can just be reached is the faintest.
_NEAR, _FAR = 0.42, 0.12
# The radius of the mark where a link begins.
_MARK = 4.0

Overlay = Callable[[Frame], list[str]]


def reach_svg(
    picture: Picture, found: FoundReach, *, step: float, dark: bool = False, width: float = WIDTH
) -> str:
    """A picture of the table as a complete SVG document, with what a model or a unit can reach on it.

    With a panel for each level every level is shown on its own; without panels all of them lie on one another.
    """
    colours = PALETTES[dark]
    levels = found.outlines(step)

    def overlay(frame: Frame) -> list[str]:
        shown = []
        for level in levels:
            if _shows(frame.picture, picture, level.z):
                shown += _bands(frame, level.bands, colours["leap"], colours["paper"])
        for level in levels:
            arrives = _shows(frame.picture, picture, level.z)
            for gate in level.gates:
                if arrives or _shows(frame.picture, picture, gate.source):
                    shown += _gate(frame, gate, colours, arrives=arrives)
        return shown

    return _overlaid(picture, overlay, width, dark=dark)


def _shows(panel: Picture, whole: Picture, z: float) -> bool:
    """Whether a panel is that of a level: the highest that begins no higher."""
    lows = [each.low for each in whole.panels if each.low <= z + TOLERANCE]
    return not whole.panels or panel.low == max(lows, default=whole.panels[0].low)


def _gate(frame: Frame, gate: Gate, colours: dict[str, str], *, arrives: bool) -> list[str]:
    """A link: an arrow from where it begins to where it ends, with what it costs and how likely it succeeds."""
    colour = colours["climb"] if gate.chance == 1 else colours["drop"]
    start, end = frame.point(*gate.start), frame.point(*gate.end)
    title = gate_words(gate, frame.picture.unit)
    shown = [
        element("path", title, d=line([start, end]), stroke=colour, stroke_width=2.2),
        element("path", d=line(arrow(start, end, 7.0), closed=True), fill=colour),
        element("circle", cx=start[0], cy=start[1], r=_MARK, fill=colours["paper"], stroke=colour),
    ]
    if arrives:
        says = number(gate.used) + (f", {float(gate.chance):.0%}" if gate.chance < 1 else "")
        shown.append(_number(frame, says, gate.end, colour, colours["paper"], below=12.0))
    return shown


def gate_words(gate: Gate, unit: str) -> str:
    """A link in words: how, along what, for how much, how likely."""
    takes = (
        f"{gate.actions} action{'s' if gate.actions > 1 else ''}"
        if gate.actions
        else f"{number(gate.cost)}{unit}"
    )
    how = gate.mode if gate.mode in ("stairs", "ladder") else gate.by
    sure = "" if gate.chance == 1 else f", {float(gate.chance):.0%} ({', '.join(gate.tests)})"
    return f"{how}, {gate.along}: {takes}{sure}"


def threat_svg(
    picture: Picture, found: Threat, *, step: float, dark: bool = False, width: float = WIDTH
) -> str:
    """A picture of the table with where a side gets to, and with how much to spare."""
    colours = PALETTES[dark]

    def overlay(frame: Frame) -> list[str]:
        return _bands(frame, plain_bands(found.spared(step)), colours["drop"], colours["paper"])

    return _overlaid(picture, overlay, width, dark=dark)


def threat_words(found: Threat, step: float, unit: str) -> Caption:
    """What the contours of a threat mean."""
    return Caption(
        f"where side {found.side} can get to; a line for every {number(step)}{unit} that somebody has to spare"
    )


def chances_svg(
    picture: Picture, found: ChanceReach | LevelChanceReach, *, dark: bool = False, width: float = WIDTH
) -> str:
    """A picture of the table with how surely each place on it can be reached: the surer, the stronger."""
    colours = PALETTES[dark]

    def overlay(frame: Frame) -> list[str]:
        shown = []
        here = [level for level in found.levels if _shows(frame.picture, picture, level.z)]
        regions = [each for level in here for each in level.regions]
        for chance, region in regions:
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
            for chance, region in regions
        ]
        return shown

    return _overlaid(picture, overlay, width, dark=dark)


def _overlaid(picture: Picture, overlay: Overlay, width: float, *, dark: bool) -> str:
    page = lay_out(picture, width)
    found: list[str] = []
    frames = iter(page.frames)
    for each in drawn(page, picture, dark=dark).split("\n"):
        # Over the terrain and under the words: at the end of each frame.
        frame = next(frames, None) if each == "</svg>" else None
        found += [*(overlay(frame) if frame is not None else ()), each]
    return "\n".join(found)


def words(found: FoundReach, step: float, unit: str) -> Caption:
    """What the contours mean."""
    moves = {
        "model": f"{found.who} can end anywhere in green",
        "hull": f"the middle of {found.who} can end anywhere in green, looking some way,",
        "unit": f"some model of {found.who} can end anywhere in green, the others near enough,",
    }[found.mover]
    often = f" in {found.actions} actions" if found.actions > 1 else ""
    rolled = f" with the best {' and '.join(found.dice)}" if found.rolls else ""
    upto = "up to " if found.mover == "unit" else ""
    return Caption(
        f"{moves} with {upto}{number(found.budget)}{unit} of movement{often}{rolled}; "
        f"a line for every {number(step)}{unit}" + (" and every roll, with its chance" if found.rolls else "")
    )


def chances_words(found: ChanceReach | LevelChanceReach, unit: str) -> Caption:
    """What the colours mean."""
    return Caption(
        f"how surely {found.who} ends where, standing and unharmed, with {number(found.budget)}{unit} of movement"
    )


def _bands(frame: Frame, bands: Sequence[Band], colour: str, paper: str) -> list[str]:
    found = []
    inner: tuple[Flat, ...] = ()
    for k, band in enumerate(bands):
        region = band.region
        share = k / max(1, len(bands) - 1)
        # A band is what this level adds: the rings of the one before are its holes.
        found.append(
            element(
                "path",
                _price(band),
                d=_rings(frame, (*region.rings, *inner)),
                fill=colour,
                fill_rule="evenodd",
                fill_opacity=digits(_NEAR + (_FAR - _NEAR) * share),
            )
        )
        inner = region.rings
    for k, band in enumerate(bands):
        last = k == len(bands) - 1
        found.append(
            element(
                "path",
                d=_rings(frame, band.region.rings),
                fill="none",
                stroke=colour,
                stroke_width=2.4 if last else 0.9,
                stroke_opacity="1" if last else "0.7",
                stroke_linejoin="round",
            )
        )
    found += [
        _number(frame, _price(band), _northernmost(band.region), colour, paper)
        for band in bands
        if band.region.rings
    ]
    return found


def _price(band: Band) -> str:
    """The price of a contour, and the chance of so much movement if it is rolled."""
    return number(band.level) + (f", {float(band.chance):.0%}" if band.chance < 1 else "")


def _rings(frame: Frame, rings: tuple[Flat, ...]) -> str:
    return " ".join(
        line([frame.point(ring[i], ring[i + 1]) for i in range(0, len(ring), 2)], closed=True)
        for ring in rings
    )


def _northernmost(region: Region) -> tuple[float, float]:
    ring = max(region.rings, key=len)
    top = max(range(0, len(ring), 2), key=lambda i: (ring[i + 1], ring[i]))
    return ring[top], ring[top + 1]


def _number(
    frame: Frame, says: str, at: tuple[float, float], colour: str, paper: str, below: float = 0.0
) -> str:
    """A price on its contour, or a chance on its ground."""
    x, y = frame.point(*at)
    y += below
    # Behind every number a rim of paper, so that it can be read on any ground.
    return (
        f'<text x="{digits(x)}" y="{digits(y + 4)}" font-size="10" text-anchor="middle" font-weight="bold" '
        f'fill="{colour}" stroke="{paper}" stroke-width="3" paint-order="stroke">{says}</text>'
    )
