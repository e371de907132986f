"""Pictures of reach: the table with contours of the cost, like isochrones on a map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from surefoot.draw.ink import arrow, digits, element, line
from surefoot.draw.layout import Frame, lay_out
from surefoot.draw.looks import PALETTES
from surefoot.draw.picture import Caption, Picture
from surefoot.draw.svg import WIDTH, drawn
from surefoot.geometry.prepare import inner_point
from surefoot.geometry.shapes import Flat, Region
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.language import Chance, Clause, Field, Notation, Term, Who, count, say
from surefoot.language.speaker import Speaker, percent, text
from surefoot.routes.found import FoundReach
from surefoot.routes.one_level.threat import Threat
from surefoot.routes.outlines import Band, Gate, LevelOutline, plain_bands
from surefoot.routes.risk.one_level import ChanceReach
from surefoot.routes.risk.over_levels import LevelChanceReach
from surefoot.table.words import number

# Opacity of the nearest and of the furthest ground.
_NEAR, _FAR = 0.42, 0.12
# The radius of the mark where a link begins.
_MARK = 4.0

Overlay = Callable[[Frame], list[str]]


def reach_svg(
    picture: Picture,
    levels: tuple[LevelOutline, ...],
    speak: Speaker,
    *,
    dark: bool = False,
    width: float = WIDTH,
) -> str:
    """A picture of the table with the outlines of a reach, as a complete SVG document.

    With a panel for each level every level is shown on its own; without panels all of them lie on one another.
    """
    colours = PALETTES[dark]

    def overlay(frame: Frame) -> list[str]:
        shown = []
        for level in levels:
            if _shows(frame.picture, picture, level.z):
                shown += _bands(frame, level.bands, colours["leap"], colours["paper"])
        for level in levels:
            arrives = _shows(frame.picture, picture, level.z)
            for gate in level.gates:
                if arrives or _shows(frame.picture, picture, gate.source):
                    shown += _gate(frame, gate, speak, colours, arrives=arrives)
        return shown

    return _overlaid(picture, overlay, width, dark=dark)


def _shows(panel: Picture, whole: Picture, z: float) -> bool:
    """Whether a panel shows a level: the highest panel that does not begin above it."""
    lows = [each.low for each in whole.panels if each.low <= z + TOLERANCE]
    return not whole.panels or panel.low == max(lows, default=whole.panels[0].low)


def _gate(frame: Frame, gate: Gate, speak: Speaker, colours: dict[str, str], *, arrives: bool) -> list[str]:
    """A link: an arrow from its start to its end, with its cost and its probability of success."""
    colour = colours["climb"] if gate.chance == 1 else colours["drop"]
    start, end = frame.point(*gate.start), frame.point(*gate.end)
    title = gate_words(gate, speak, frame.picture.unit)
    shown = [
        element("path", title, d=line([start, end]), stroke=colour, stroke_width=2.2),
        element("path", d=line(arrow(start, end, 7.0), closed=True), fill=colour),
        element("circle", cx=start[0], cy=start[1], r=_MARK, fill=colours["paper"], stroke=colour),
    ]
    if arrives:
        says = number(gate.used) + (f", {percent(gate.chance)}" if gate.chance < 1 else "")
        shown.append(_number(frame, says, gate.end, colour, colours["paper"], below=12.0))
    return shown


def gate_words(gate: Gate, speak: Speaker, unit: str) -> str:
    """A link as text: its mode, its name, its cost and its probability of success."""
    takes = (
        count("{n} action", "{n} actions", gate.actions)
        if gate.actions
        else say("{cost}", cost=_length(gate.cost, unit))
    )
    how = gate.mode if gate.mode in ("stairs", "ladder") else gate.by
    fields: dict[str, Field] = {"how": Term(how), "along": Notation(gate.along), "takes": takes}
    link = say("by {how} ({along}): {takes}", **fields)
    if gate.chance == 1:
        return speak(link)
    tests = tuple(map(Clause, gate.tests))
    return speak(say("{link}, {chance} ({tests})", link=link, chance=Chance(gate.chance), tests=tests))


def _length(value: float, unit: str) -> Notation:
    """A length with the unit sign of a picture."""
    return Notation(f"{number(value)}{unit}")


def threat_svg(
    picture: Picture, found: Threat, *, step: float, dark: bool = False, width: float = WIDTH
) -> str:
    """A picture of the table with the places that a side can reach, and the movement left there."""
    colours = PALETTES[dark]

    def overlay(frame: Frame) -> list[str]:
        return _bands(frame, plain_bands(found.spared(step)), colours["drop"], colours["paper"])

    return _overlaid(picture, overlay, width, dark=dark)


def threat_words(found: Threat, step: float, unit: str) -> Caption:
    """The caption of the contours of a threat."""
    return Caption(
        text(
            "Where side {side} can move. One line per {step} of movement left",
            side=Notation(found.side),
            step=_length(step, unit),
        )
    )


def chances_svg(
    picture: Picture, found: ChanceReach | LevelChanceReach, *, dark: bool = False, width: float = WIDTH
) -> str:
    """A picture of the table with the probability of reaching each place: the higher, the stronger the colour."""
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
                    text("{chance} unharmed", chance=Chance(chance)),
                    d=rings,
                    fill=colour,
                    fill_rule="evenodd",
                    fill_opacity=strength,
                    stroke=colour,
                    stroke_width=1.6,
                )
            )
        # Numbers are drawn over all colours.
        shown += [
            _number(
                frame,
                percent(chance),
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
        # At the end of each frame: over the terrain and under the texts.
        frame = next(frames, None) if each == "</svg>" else None
        found += [*(overlay(frame) if frame is not None else ()), each]
    return "\n".join(found)


def words(found: FoundReach, step: float, unit: str) -> Caption:
    """The caption of the contours."""
    who = Who(found.who)
    ends = {
        "model": say("{who} can end anywhere in green", who=who),
        "hull": say("The centre of {who} can end anywhere in green, with some facing", who=who),
        "unit": say("A model of {who} can end anywhere in green, the others in coherency", who=who),
    }[found.mover]
    budget = _length(found.budget, unit)
    most = (
        say("with up to {budget} of movement", budget=budget)
        if found.mover == "unit"
        else say("with {budget} of movement", budget=budget)
    )
    if found.actions > 1:
        most = say("{most} in {actions} actions", most=most, actions=found.actions)
    lines = say("one line per {step}", step=_length(step, unit))
    if found.rolls:
        best = Notation(" + ".join(found.dice))
        most = say("{most} and the best roll of {dice}", most=most, dice=best)
        lines = say("{lines} and per roll, with its probability", lines=lines)
    return Caption(text("{ends}, {most}; {lines}", ends=ends, most=most, lines=lines))


def chances_words(found: ChanceReach | LevelChanceReach, unit: str) -> Caption:
    """The caption of the colours."""
    return Caption(
        text(
            "The probability that {who} ends there standing and unharmed, with {budget} of movement",
            who=Who(found.who),
            budget=_length(found.budget, unit),
        )
    )


def _bands(frame: Frame, bands: Sequence[Band], colour: str, paper: str) -> list[str]:
    found = []
    inner: tuple[Flat, ...] = ()
    for k, band in enumerate(bands):
        region = band.region
        share = k / max(1, len(bands) - 1)
        # The rings of the previous band are the holes of this one.
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
    """The cost of a contour, and the probability of that much movement if it is rolled."""
    return number(band.level) + (f", {percent(band.chance)}" if band.chance < 1 else "")


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
    """A cost on its contour, or a probability on its ground."""
    x, y = frame.point(*at)
    y += below
    # A rim in the colour of the paper keeps the number readable on any ground.
    return (
        f'<text x="{digits(x)}" y="{digits(y + 4)}" font-size="10" text-anchor="middle" font-weight="bold" '
        f'fill="{colour}" stroke="{paper}" stroke-width="3" paint-order="stroke">{escape(says)}</text>'
    )
