"""A picture as SVG: to scale, with a legend and a scale bar, light or dark, readable in print."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape, quoteattr

from surefoot.draw.labels import place, text_width
from surefoot.draw.looks import AREA_COLOUR, DARK, DASH, FILL, LIGHT, PATTERNS, TRACK_COLOUR
from surefoot.draw.picture import Disc, Patch, Picture, Point

SIZES = {"name": 12.0, "height": 9.0, "cost": 10.0, "label": 10.0}
MARGIN = 16.0
LEGEND_LINE = 20.0


class _Page:
    """Turns table units into pixels; north is up."""

    def __init__(self, picture: Picture, width: float) -> None:
        west, south, east, north = picture.bounds
        self.scale = min(60.0, max(6.0, width / max(east - west, 1e-6)))
        self.west, self.north = west, north
        self.head = MARGIN + (22.0 if picture.title else 0.0)
        self.width = (east - west) * self.scale
        self.height = (north - south) * self.scale

    def point(self, x: float, y: float) -> Point:
        return MARGIN + (x - self.west) * self.scale, self.head + (self.north - y) * self.scale

    def path(self, points: tuple[Point, ...], *, closed: bool = True) -> str:
        text = " L ".join(f"{x:.2f} {y:.2f}" for x, y in (self.point(*each) for each in points))
        return f"M {text}{' Z' if closed else ''}"


def svg(picture: Picture, *, dark: bool = False, width: float = 720.0) -> str:
    """The picture as a complete SVG document."""
    page = _Page(picture, width)
    palette = DARK if dark else LIGHT
    parts: list[str] = []
    if picture.title:
        parts.append(_text(MARGIN, MARGIN + 8, picture.title, 15, palette["ink"], weight="600"))
    parts += _ground(picture, page, palette)
    parts += [_patch(patch, page, palette) for patch in picture.patches]
    parts += [_disc(disc, page, palette) for disc in picture.discs if disc.kind != "goal"]
    parts += _tracks(picture, page, palette)
    parts += [_disc(disc, page, palette) for disc in picture.discs if disc.kind == "goal"]
    parts += _labels(picture, page, palette)
    parts += _scale_bar(picture, page, palette)
    bottom = page.head + page.height + 34
    legend, legend_height = _legend(picture, page, palette, bottom)
    parts += legend
    bottom += legend_height
    captions, bottom = _captions(picture, page, palette, bottom)
    parts += captions
    total_width = page.width + 2 * MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total_width:.0f} {bottom:.0f}" '
        f'width="{total_width:.0f}" height="{bottom:.0f}" role="img" font-family="DejaVu Sans, Verdana, sans-serif">'
    )
    title = f"<title>{escape(picture.title or '; '.join(picture.caption) or 'A table')}</title>"
    return "\n".join(
        [head, title, _defs(palette), _paper(total_width, bottom, palette), *parts, "</svg>", ""]
    )


def _paper(width: float, height: float, palette: dict[str, str]) -> str:
    return f'<rect width="{width:.0f}" height="{height:.0f}" fill="{palette["paper"]}"/>'


def _defs(palette: dict[str, str]) -> str:
    def pattern(name: str, size: int, drawn: str) -> str:
        return f'<pattern id="{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">{drawn}</pattern>'

    found = []
    for kind, colour_name in AREA_COLOUR.items():
        colour = palette[colour_name]
        drawn = {
            "dots": f'<circle cx="3" cy="3" r="1.4" fill="{colour}"/>',
            "stripes": f'<path d="M0 8 L8 0" stroke="{colour}" stroke-width="1.8"/>',
            "cross": f'<path d="M0 0 L8 8 M0 8 L8 0" stroke="{colour}" stroke-width="1.4"/>',
            "waves": f'<path d="M0 4 q2 -3 4 0 t4 0" fill="none" stroke="{colour}" stroke-width="1.4"/>',
            "none": "",
        }[PATTERNS[kind]]
        found.append(pattern(f"p-{kind}", 8, drawn))
    return f"<defs>{''.join(found)}</defs>"


def _ground(picture: Picture, page: _Page, palette: dict[str, str]) -> list[str]:
    if picture.board is None:
        return []
    west, south, east, north = picture.board
    left, bottom, right, top = picture.bounds
    west, south, east, north = max(west, left), max(south, bottom), min(east, right), min(north, top)
    corners = ((west, south), (east, south), (east, north), (west, north))
    lines = [
        f'<path d="{page.path(corners)}" fill="{palette["board"]}" stroke="{palette["soft"]}" stroke-width="1"/>'
    ]
    step = 1 if max(east - west, north - south) <= 24 else 6
    drawn = []
    for x in range(math.ceil(west / step) * step, math.floor(east) + 1, step):
        drawn.append(page.path(((x, south), (x, north)), closed=False))
    for y in range(math.ceil(south / step) * step, math.floor(north) + 1, step):
        drawn.append(page.path(((west, y), (east, y)), closed=False))
    lines.append(
        f'<path d="{" ".join(drawn)}" stroke="{palette["soft"]}" stroke-opacity="0.18" fill="none"/>'
    )
    return lines


def _patch(patch: Patch, page: _Page, palette: dict[str, str]) -> str:
    title = f"<title>{escape(patch.title)}</title>" if patch.title else ""
    if len(patch.points) == 2:
        return (
            f'<path d="{page.path(patch.points, closed=False)}" stroke="{palette[FILL.get(patch.kind, "link")]}" '
            f'stroke-width="4" fill="none">{title}</path>'
        )
    path = page.path(patch.points)
    if patch.kind in AREA_COLOUR:
        colour = palette[AREA_COLOUR[patch.kind]]
        return (
            f'<path d="{path}" fill="{colour}" fill-opacity="0.14"/>'
            f'<path d="{path}" fill="url(#p-{patch.kind})" stroke="{colour}" stroke-dasharray="6 3">{title}</path>'
        )
    if patch.kind.startswith("side-"):
        return f'<path d="{path}" fill="{palette[patch.kind]}" fill-opacity="0.85" stroke="{palette["ink"]}">{title}</path>'
    fill = palette[FILL.get(patch.kind, "platform")]
    # The higher a level, the heavier its edge: it can be told from the ground in print, too.
    edge = 1.0 + min(3.0, max(0.0, patch.height) * 0.45)
    opacity = 0.9 if patch.kind in ("wall", "obstacle", "refused", "link") else 0.72
    return (
        f'<path d="{path}" fill="{fill}" fill-opacity="{opacity}" stroke="{palette["ink"]}" '
        f'stroke-opacity="0.75" stroke-width="{edge:.1f}">{title}</path>'
    )


def _disc(disc: Disc, page: _Page, palette: dict[str, str]) -> str:
    x, y = page.point(disc.x, disc.y)
    radius = disc.radius * page.scale
    title = f"<title>{escape(disc.title)}</title>" if disc.title else ""
    if disc.kind == "goal":
        return (
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="none" stroke="{palette["goal"]}" '
            f'stroke-width="2" stroke-dasharray="4 3">{title}</circle>'
        )
    dashed = ' stroke-dasharray="5 2"' if disc.kind == "side-1" else ""
    drawn = (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="{palette[disc.kind]}" fill-opacity="0.88" '
        f'stroke="{palette["ink"]}" stroke-width="1.6"{dashed}>{title}</circle>'
    )
    if disc.facing is not None:
        angle = math.radians(disc.facing)
        tip = x + radius * math.sin(angle), y - radius * math.cos(angle)
        root = x + radius * 0.45 * math.sin(angle), y - radius * 0.45 * math.cos(angle)
        drawn += (
            f'<path d="M {root[0]:.2f} {root[1]:.2f} L {tip[0]:.2f} {tip[1]:.2f}" '
            f'stroke="{palette["paper"]}" stroke-width="2.4"/>'
        )
    return drawn


def _tracks(picture: Picture, page: _Page, palette: dict[str, str]) -> list[str]:
    drawn = []
    for track in picture.tracks:
        colour = palette[TRACK_COLOUR.get(track.kind, "walk")]
        dash = f' stroke-dasharray="{DASH[track.kind]}"' if DASH.get(track.kind) else ""
        drawn.append(
            f'<path d="{page.path(track.points, closed=False)}" fill="none" stroke="{palette["paper"]}" '
            f'stroke-width="6" stroke-opacity="0.7" stroke-linecap="round"/>'
            f'<path d="{page.path(track.points, closed=False)}" fill="none" stroke="{colour}" stroke-width="2.8" '
            f'stroke-linecap="round"{dash}><title>{escape(track.title)}</title></path>'
        )
        drawn += [
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="3" fill="{colour}"/>'
            for x, y in (page.point(*point) for point in track.points[-1:])
        ]
    return drawn


def _labels(picture: Picture, page: _Page, palette: dict[str, str]) -> list[str]:
    west, south, east, north = picture.bounds
    shown = [label for label in picture.labels if west <= label.x <= east and south <= label.y <= north]
    order = {"name": 0, "height": 1, "cost": 2}
    shown.sort(key=lambda label: order.get(label.kind, 3))
    asked = [(label, *page.point(label.x, label.y), label.clear * page.scale) for label in shown]
    taken = []
    for disc in picture.discs:
        x, y = page.point(disc.x, disc.y)
        radius = disc.radius * page.scale
        taken.append((x - radius, y - radius, 2 * radius, 2 * radius))
    drawn = []
    for each in place(asked, SIZES, taken):
        size = SIZES.get(each.kind, SIZES["label"])
        colour = palette["soft"] if each.kind == "height" else palette["ink"]
        weight = "600" if each.kind == "name" else "400"
        if each.moved:
            drawn.append(
                f'<path d="M {each.x:.1f} {each.y:.1f} L {each.left + each.width / 2:.1f} {each.top + each.height / 2:.1f}" '
                f'stroke="{palette["soft"]}" stroke-width="0.8"/>'
            )
        halo = f'stroke="{palette["board"]}" stroke-width="3" paint-order="stroke" stroke-linejoin="round"'
        drawn.append(
            _text(each.left, each.top + size * 0.95, each.text, size, colour, weight=weight, more=halo)
        )
    return drawn


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    *,
    weight: str = "400",
    more: str = "",
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" font-weight="{weight}" fill="{colour}" '
        f"text-anchor={quoteattr(anchor)} {more}>{escape(text)}</text>"
    )


def _scale_bar(picture: Picture, page: _Page, palette: dict[str, str]) -> list[str]:
    units = next(size for size in (1, 2, 3, 6, 12, 24, 50, 100) if size * page.scale >= 40 or size == 100)
    left, y = MARGIN, page.head + page.height + 14
    right = left + units * page.scale
    bar = f"M {left:.1f} {y - 4:.1f} L {left:.1f} {y + 4:.1f} M {left:.1f} {y:.1f} L {right:.1f} {y:.1f} M {right:.1f} {y - 4:.1f} L {right:.1f} {y + 4:.1f}"
    return [
        f'<path d="{bar}" stroke="{palette["ink"]}" stroke-width="1.6" fill="none"/>',
        _text(right + 6, y + 4, f"{units}{picture.unit}", 11, palette["ink"]),
        _text(page.width + MARGIN, y + 4, "north is up", 10, palette["soft"], anchor="end"),
    ]


def _legend(picture: Picture, page: _Page, palette: dict[str, str], top: float) -> tuple[list[str], float]:
    """One sign for each kind, in as many rows as the width needs."""
    drawn: list[str] = []
    x, y = MARGIN, top
    for kind, words in picture.legend:
        width = 30 + text_width(words, 11) + 14
        if x + width > page.width + MARGIN and x > MARGIN:
            x, y = MARGIN, y + LEGEND_LINE
        drawn += _sign(kind, x, y, palette)
        drawn.append(_text(x + 30, y + 11, words, 11, palette["ink"]))
        x += width
    return drawn, (y - top + LEGEND_LINE + 4) if picture.legend else 0.0


def _sign(kind: str, x: float, y: float, palette: dict[str, str]) -> list[str]:
    if kind in DASH:
        colour = palette[TRACK_COLOUR.get(kind, "walk")]
        dash = f' stroke-dasharray="{DASH[kind]}"' if DASH[kind] else ""
        return [f'<path d="M {x:.1f} {y + 7:.1f} h 24" stroke="{colour}" stroke-width="2.8"{dash}/>']
    if kind.startswith("side-") or kind == "goal":
        fill = "none" if kind == "goal" else palette[kind]
        dash = ' stroke-dasharray="4 2"' if kind in ("goal", "side-1") else ""
        return [
            f'<circle cx="{x + 12:.1f}" cy="{y + 7:.1f}" r="7" fill="{fill}" stroke="{palette["ink"]}" stroke-width="1.5"{dash}/>'
        ]
    if kind in AREA_COLOUR:
        colour = palette[AREA_COLOUR[kind]]
        box = f'x="{x:.1f}" y="{y:.1f}" width="24" height="14"'
        return [
            f'<rect {box} fill="{colour}" fill-opacity="0.14"/>',
            f'<rect {box} fill="url(#p-{kind})" stroke="{colour}" stroke-dasharray="4 2"/>',
        ]
    fill = palette[FILL.get(kind, "platform")]
    return [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="24" height="14" fill="{fill}" fill-opacity="0.85" stroke="{palette["ink"]}"/>'
    ]


def _captions(picture: Picture, page: _Page, palette: dict[str, str], top: float) -> tuple[list[str], float]:
    """What was judged, wrapped to the width."""
    drawn: list[str] = []
    y = top + 4
    most = max(20, int(page.width / (11 * 0.56)))
    for caption in picture.caption:
        for line in _wrapped(caption, most):
            drawn.append(_text(MARGIN, y + 11, line, 11, palette["ink"]))
            y += 16
    return drawn, y + MARGIN


def _wrapped(text: str, most: int) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > most:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]
