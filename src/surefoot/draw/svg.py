"""A picture as SVG: to scale, with a legend and a scale bar, light or dark, readable in print."""

from __future__ import annotations

from xml.sax.saxutils import escape

from surefoot.draw.ink import digits, element, line, lines
from surefoot.draw.layout import Frame, Page, Text, lay_out, multiples
from surefoot.draw.legend import legend_sign
from surefoot.draw.lettering import BASELINE
from surefoot.draw.looks import GHOSTS, PALETTES, on
from surefoot.draw.marks import hidden, sign, token, track
from surefoot.draw.pen import Pen
from surefoot.draw.picture import Picture, Token
from surefoot.draw.relief import patch
from surefoot.language.speaker import text as words_of

WIDTH = 720.0
# DejaVu and Verdana are the widest common fonts: with another font, texts only get shorter.
FAMILY = "DejaVu Sans, Verdana, Geneva, sans-serif"


def svg(picture: Picture, *, dark: bool = False, width: float = WIDTH) -> str:
    """The picture as a complete SVG document."""
    return drawn(lay_out(picture, width), picture, dark=dark)


def drawn(page: Page, picture: Picture, *, dark: bool) -> str:
    """A page as a complete SVG document."""
    pen = Pen(dark)
    parts = [element("rect", width=page.width, height=page.height, fill=pen("paper"))]
    for frame in page.frames:
        parts += _frame(pen, frame)
    for box, share in page.bars:
        parts += _bar(pen, box, share)
    for kind, x, y in page.signs:
        parts += legend_sign(pen, kind, x, y)
    if page.rules:
        parts.append(element("path", d=lines(page.rules), stroke=pen("ink"), stroke_width=1.4))
    for text in page.texts:
        parts += _text(pen, text)
    size = f"{digits(page.width)} {digits(page.height)}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{digits(page.width)}" '
        f'height="{digits(page.height)}" role="img" font-family="{FAMILY}">'
    )
    return "\n".join([head, *_words(picture), pen.definitions(), *parts, "</svg>", ""])


def _words(picture: Picture) -> list[str]:
    """The title and the description, for screen readers."""
    panels = [caption.text for panel in picture.panels for caption in panel.caption]
    captions = [*panels, *(caption.text for caption in picture.caption)]
    told = [*captions, *(f"{bar.words}: {bar.says}" for bar in picture.bars)]
    found = [f"<title>{escape(picture.title or (told[0] if told else words_of('A table')))}</title>"]
    if told:
        found.append(f"<desc>{escape('; '.join(told))}</desc>")
    return found


def _frame(pen: Pen, frame: Frame) -> list[str]:
    picture = frame.picture
    # A frame clips its contents; one more pixel for its border.
    window = {
        "x": frame.left - 1,
        "y": frame.top - 1,
        "width": frame.width + 2,
        "height": frame.height + 2,
    }
    box = " ".join(digits(value) for value in window.values())
    parts = [
        element("svg", **window, viewBox=box, class_="frame").removesuffix("/>") + ">",
        *_ground(pen, frame),
    ]
    for thing in picture.things:
        if not isinstance(thing, Token):
            parts += patch(pen, thing, frame)
        elif thing.kind not in GHOSTS:
            parts += token(pen, thing, frame)
    for thing in picture.tokens:
        if thing.hidden and not thing.shade:
            parts += hidden(pen, thing, frame)
    for each in picture.tracks:
        parts += track(pen, each, frame)
    for thing in picture.tokens:
        if thing.kind in GHOSTS:
            parts += token(pen, thing, frame)
    for mark in picture.signs:
        parts += sign(pen, mark, frame.point(mark.x, mark.y))
    return [*parts, "</svg>"]


def _ground(pen: Pen, frame: Frame) -> list[str]:
    """The board with its grid; without a board, only the grid."""
    left, bottom, right, top = frame.picture.bounds
    west, south, east, north = frame.picture.board or frame.picture.bounds
    west, south, east, north = max(west, left), max(south, bottom), min(east, right), min(north, top)
    if west >= east or south >= north:
        return []
    corners = [frame.point(x, y) for x, y in ((west, south), (east, south), (east, north), (west, north))]
    step = frame.step
    grid = [(frame.point(x, south), frame.point(x, north)) for x in multiples(west, east, step)]
    grid += [(frame.point(west, y), frame.point(east, y)) for y in multiples(south, north, step)]
    drawn = [
        element(
            "path", d=line(corners, closed=True), fill=pen("board"), stroke=pen("faint"), stroke_width=0.8
        ),
        *_lying(pen, frame),
        element("path", d=lines(grid), stroke=pen("soft"), stroke_opacity="0.16", fill="none"),
    ]
    if frame.picture.board is not None:
        # No edge where the board continues beyond the picture.
        ends = ((south, bottom), (right, east), (top, north), (west, left))
        sides = zip(corners, [*corners[1:], corners[0]], strict=True)
        edges = [side for side, (one, other) in zip(sides, ends, strict=True) if one > other]
        drawn.append(element("path", d=lines(edges), stroke=pen("ink"), stroke_width=1.8))
    return drawn


def _lying(pen: Pen, frame: Frame) -> list[str]:
    """What lies on the board: the picture, the zones, the marked spots."""
    ground = frame.picture.ground
    drawn: list[str] = []
    if ground.image:
        west, south, east, north = ground.bounds
        (left, top), (right, bottom) = frame.point(west, north), frame.point(east, south)
        given = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        drawn.append(element("image", **given, preserveAspectRatio="none", href=ground.image))
    for zone in ground.zones:
        ring = line([frame.point(*point) for point in zone.ring], closed=True)
        colour = pen(zone.kind)
        drawn.append(
            element("path", d=ring, fill=colour, fill_opacity="0.08", stroke=colour, stroke_dasharray="6 4")
        )
    for spot in ground.spots:
        x, y = frame.point(*spot)
        drawn.append(
            element("circle", cx=x, cy=y, r=6.0, fill=pen("paper"), fill_opacity="0.7", stroke=pen("ink"))
        )
        drawn.append(element("circle", cx=x, cy=y, r=2.0, fill=pen("ink")))
    return drawn


def _bar(pen: Pen, box: tuple[float, float, float, float], share: float) -> list[str]:
    left, top, width, height = box
    filled = max(1.0, width * share)
    return [
        element("rect", x=left, y=top, width=width, height=height, fill=pen("board"), stroke=pen("faint")),
        element("rect", x=left, y=top, width=filled, height=height, fill=pen("bar"), stroke=pen("ink")),
    ]


def _text(pen: Pen, text: Text) -> list[str]:
    parts = []
    if text.leader is not None:
        parts.append(element("path", d=line(text.leader), stroke=pen("soft"), stroke_width=0.9))
    if text.badge:
        parts += _badge(pen, text)
    if text.ink.startswith("on:"):
        # Keeps a number readable above a path.
        x, y = text.left + text.width / 2, text.top + text.height / 2
        parts.append(element("circle", cx=x, cy=y, r=text.height / 2, fill=pen(text.ink.removeprefix("on:"))))
    anchor, x = ("middle", text.left + text.width / 2) if text.badge else ("", text.left)
    top = text.top + (1.0 if text.badge else 0.0)
    given = {
        "x": x,
        "y": top + text.size * BASELINE,
        "font_size": text.size,
        "font_weight": "700" if text.bold else "",
        "text_anchor": anchor,
        "fill": ink(pen.dark, text),
    }
    if text.halo:
        given |= {
            "stroke": pen("board"),
            "stroke_width": 3.0,
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }
    parts.append(element("text", **given).removesuffix("/>") + f">{escape(text.text)}</text>")
    return parts


def ink(dark: bool, text: Text) -> str:
    """The colour of a text."""
    palette = PALETTES[dark]
    if text.badge in ("stage", "event"):
        return palette["paper"]
    if text.ink.startswith("on:"):
        return on(palette[text.ink.removeprefix("on:")])
    return palette["drop" if text.ink == "refused" else text.ink]


def _badge(pen: Pen, text: Text) -> list[str]:
    """The sign behind a number: square for a declaration, round for an event, hollow for a stride."""
    hollow = text.badge == "stride"
    return [
        element(
            "rect",
            x=text.left,
            y=text.top,
            width=text.width,
            height=text.height,
            rx=2.5 if text.badge == "stage" else text.height / 2,
            fill=pen("paper" if hollow else "ink"),
            stroke=pen("ink" if hollow else "paper"),
            stroke_width=1.2,
        )
    ]
