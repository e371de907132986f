"""The layout of a page in pixels: frames, texts, legend and ledger."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise

from surefoot.draw.labels import Box, Crowd, Placed, Placing, box_of
from surefoot.draw.lettering import LINE, text_width, wrapped
from surefoot.draw.looks import BADGES, GHOSTS, LINKS, SIZES, UNREADABLE
from surefoot.draw.picture import Caption, Picture, Point, Ring
from surefoot.draw.scenery import bounds_of
from surefoot.geometry import kernel
from surefoot.language.speaker import text, text_count
from surefoot.records import dataclass

MARGIN = 16.0
TITLE = 16.0
TEXT = 11.0
SMALL = 9.0
LEGEND_LINE = 21.0
SIGN_WIDTH = 30.0
# Between two panels.
GUTTER = 18.0
# The largest unit, how tall a frame may be for its width, and the narrowest page.
MOST_SCALE = 56.0
TALLEST = 1.15
NARROWEST = 340.0
# Room for the numbers along the edges.
EDGE_LEFT, EDGE_BELOW = 22.0, 15.0
# Steps of the grid: inches go by feet, metres by tens.
STEPS = {
    "″": (1, 2, 3, 6, 12, 24, 48, 96, 240, 480),
    "": (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000),
}


@dataclass(frozen=True, slots=True)
class Text:
    """A text with its box, size and colour."""

    text: str
    left: float
    top: float
    width: float
    height: float
    size: float
    bold: bool = False
    ink: str = "ink"
    halo: bool = False
    # A number on a sign of its own: stage, event or stride.
    badge: str = ""
    leader: tuple[Point, Point] | None = None

    @property
    def box(self) -> Box:
        """Its box on the page."""
        return self.left, self.top, self.width, self.height


@dataclass(frozen=True, slots=True)
class Frame:
    """A window onto a table: turns its units into pixels; north is up."""

    picture: Picture
    left: float
    top: float
    scale: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return (self.picture.bounds[2] - self.picture.bounds[0]) * self.scale

    @property
    def height(self) -> float:
        """How tall it is."""
        return (self.picture.bounds[3] - self.picture.bounds[1]) * self.scale

    @property
    def step(self) -> int:
        """How far two lines of the grid are apart."""
        return step_of(self.picture.unit, self.scale, 11.0)

    def point(self, x: float, y: float) -> Point:
        """The pixel of a point."""
        west, _, _, north = self.picture.bounds
        return self.left + (x - west) * self.scale, self.top + (north - y) * self.scale


def step_of(unit: str, scale: float, least: float) -> int:
    """The smallest step of a grid that is at least so many pixels wide."""
    steps = STEPS.get(unit, STEPS[""])
    return next((step for step in steps if step * scale >= least), steps[-1])


def multiples(low: float, high: float, step: int) -> range:
    """The multiples of a step between two numbers, either of them included.

    >>> list(multiples(-0.4, 7.0, 3))
    [0, 3, 6]
    """
    return range(math.ceil(low / step - 1e-9) * step, math.floor(high + 1e-9) + 1, step)


@dataclass
class Page:
    """Everything on the page."""

    width: float
    height: float = 0.0
    frames: list[Frame] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    # A sign of the legend, and the middle of its left edge.
    signs: list[tuple[str, float, float]] = field(default_factory=list)
    # Thin lines: of the ledger, of the scale bar.
    rules: list[tuple[Point, Point]] = field(default_factory=list)
    # Bars of a chart: a box, and the share of it that is filled.
    bars: list[tuple[Box, float]] = field(default_factory=list)

    def write(
        self,
        text: str,
        left: float,
        top: float,
        size: float = TEXT,
        *,
        bold: bool = False,
        ink: str = "ink",
        align: float = 0.0,
    ) -> float:
        """Write a line with its left edge (its middle for an `align` of 0.5, its right edge for 1) at a point; its width."""
        width = text_width(text, size, bold=bold)
        self.texts.append(Text(text, left - width * align, top, width, size * LINE, size, bold, ink))
        return width


def lay_out(picture: Picture, width: float = 720.0) -> Page:
    """The layout of a picture on a page of a given width."""
    panels = picture.panels or ((picture,) if not picture.bars else ())
    inner = width - 2 * MARGIN
    columns, scale = _columns(panels, inner) if panels else (1, 1.0)
    used = NARROWEST
    if panels:
        used = max(used, columns * (_wide(panels[0]) * scale + EDGE_LEFT) + (columns - 1) * GUTTER)
    page = Page(min(inner, max(used, _ledger_width(picture))) + 2 * MARGIN if not picture.bars else width)
    top = _titled(page, picture)
    top = _framed(page, panels, top, columns, scale)
    if panels:
        top = _scale_bar(page, picture, top, scale)
    top = _bars(page, picture, top)
    top = _legend(page, picture, top)
    top = _ledger(page, picture, top)
    top = _captions(page, picture.caption, MARGIN, top, page.width - 2 * MARGIN)
    top = _left_out(page, top)
    page.height = math.ceil(top + MARGIN - 4)
    page.width = math.ceil(page.width)
    return page


def _wide(panel: Picture) -> float:
    return panel.bounds[2] - panel.bounds[0]


def _columns(panels: tuple[Picture, ...], inner: float) -> tuple[int, float]:
    """The number of columns of panels, and the scale."""
    wide, deep = _wide(panels[0]), panels[0].bounds[3] - panels[0].bounds[1]
    least = min(340.0, max(190.0, 220.0 * wide / deep))
    columns = max(1, min(len(panels), int((inner + GUTTER) // least), 4))
    room = (inner - (columns - 1) * GUTTER) / columns - EDGE_LEFT
    rows = math.ceil(len(panels) / columns)
    tallest = inner * TALLEST / min(2, rows)
    return columns, min(MOST_SCALE, room / wide, tallest / deep)


def _titled(page: Page, picture: Picture) -> float:
    top = MARGIN
    for line in wrapped(picture.title, page.width - 2 * MARGIN, TITLE, bold=True) if picture.title else ():
        page.write(line, MARGIN, top, TITLE, bold=True)
        top += TITLE * LINE
    return top + (8.0 if picture.title else 0.0)


# --- frames ---------------------------------------------------------------------------------------


def _framed(page: Page, panels: tuple[Picture, ...], top: float, columns: int, scale: float) -> float:
    """Lay out the panels in rows, each with its title above and its captions below."""
    for start in range(0, len(panels), columns):
        row = panels[start : start + columns]
        named = any(panel.title for panel in row) and len(panels) > 1
        bottom = top
        for index, panel in enumerate(row):
            across = _wide(panel) * scale + EDGE_LEFT + GUTTER
            left = MARGIN + index * across + EDGE_LEFT
            if named:
                page.write(panel.title, left, top, 12.0, bold=True)
            frame = Frame(panel, left, top + (20.0 if named else 0.0), scale)
            page.frames.append(frame)
            _edges(page, frame)
            page.texts += _placed(frame)
            below = frame.top + frame.height + EDGE_BELOW + 2
            if len(panels) > 1:
                below = _captions(page, panel.caption, left, below, frame.width)
            bottom = max(bottom, below)
        top = bottom + (GUTTER if start + columns < len(panels) else 2.0)
    return top


def _edges(page: Page, frame: Frame) -> None:
    """Write coordinates along the southern and the western edge."""
    west, south, east, north = frame.picture.bounds
    step = step_of(frame.picture.unit, frame.scale, 34.0)
    step = max(step, frame.step)
    for x in multiples(west, east, step):
        at, _ = frame.point(x, south)
        half = text_width(str(x), SMALL) / 2
        if at - half >= frame.left and at + half <= frame.left + frame.width:
            page.write(str(x), at, frame.top + frame.height + 3, SMALL, ink="soft", align=0.5)
    for y in multiples(south, north, step):
        _, at = frame.point(west, y)
        if frame.top + 5 <= at <= frame.top + frame.height - 5:
            page.write(str(y), frame.left - 4, at - SMALL * LINE / 2, SMALL, ink="soft", align=1.0)


def _placed(frame: Frame) -> list[Text]:
    """The texts of a frame's labels, each where there is room."""
    placing = Placing((frame.left + 1, frame.top + 1, frame.width - 2, frame.height - 2))
    for sign in frame.picture.signs:
        x, y = frame.point(sign.x, sign.y)
        placing.taken.add((x - 8, y - 8, 16, 16))
    for token in frame.picture.tokens:
        if not token.shade:
            box = box_of(token, frame.point(token.x, token.y), frame.scale)
            (placing.path if token.kind in GHOSTS else placing.bases).add(box)
    for patch in frame.picture.patches:
        # The arrows of stairs and lifts are kept free as well.
        if patch.kind in ("stairs", "ramp") and patch.axis is not None:
            _along(placing.path, frame.point(*patch.axis[0]), frame.point(*patch.axis[1]))
        elif patch.kind in LINKS and patch.axis is not None and not patch.shade:
            x, y = frame.point(*patch.axis[0])
            placing.path.add((x - 8, y - 10, 16, 20))
        elif patch.kind == "lift":
            west, south, east, north = bounds_of(patch.rings)
            x, y = frame.point((west + east) / 2, (south + north) / 2)
            placing.path.add((x - 6, y - 10, 12, 20))
        elif patch.kind in UNREADABLE and not patch.shade:
            # Names on a wall are unreadable.
            for ring in patch.rings:
                for one, other in pairwise((*ring, ring[0])):
                    _along(placing.path, frame.point(*one), frame.point(*other))
            _all_over(placing.path, frame, patch.rings)
    for track in frame.picture.tracks:
        for one, other in pairwise(track.points):
            _along(placing.path, frame.point(*one), frame.point(*other))
    order = list(SIZES)
    for label in sorted(frame.picture.labels, key=lambda label: order.index(label.kind)):
        placing.place(label, *frame.point(label.x, label.y), frame.scale)
    return [_text(placed) for placed in placing.placed]


def _all_over(crowd: Crowd, frame: Frame, rings: Sequence[Ring]) -> None:
    """Cover an area with small squares, so that no text is placed between them."""
    flat = tuple(tuple(value for point in ring for value in point) for ring in rings)
    west, south, east, north = bounds_of(rings)
    step = 8.0 / frame.scale
    columns, rows = (min(200, int(far / step)) for far in (east - west, north - south))
    for column in range(1, columns):
        for row in range(1, rows):
            x, y = west + column * step, south + row * step
            if kernel.inside_rings(x, y, flat):
                left, top = frame.point(x, y)
                crowd.add((left - 1.5, top - 1.5, 3.0, 3.0))


def _along(crowd: Crowd, start: Point, end: Point) -> None:
    steps = max(1, math.ceil(math.dist(start, end) / 6))
    for i in range(steps + 1):
        x, y = (a + (b - a) * i / steps for a, b in zip(start, end, strict=True))
        crowd.add((x - 1.5, y - 1.5, 3.0, 3.0))


def _text(placed: Placed) -> Text:
    label = placed.label
    ink = "soft" if label.kind in ("height", "piece", "status") else "ink"
    if label.kind == "inside" and label.on:
        ink = f"on:{label.on}"
    badge = label.kind if label.kind in BADGES else ""
    return Text(
        label.text,
        *placed.box,
        placed.size,
        label.kind in ("name", "unit", *BADGES),
        ink,
        halo=not badge and not ink.startswith("on:"),
        badge=badge,
        leader=placed.leader,
    )


def _left_out(page: Page, top: float) -> float:
    """Write how many names were left out."""
    missing = 0
    for frame in page.frames:
        shown = [text.text for text in page.texts if text.halo or text.badge or text.ink.startswith("on:")]
        for label in frame.picture.labels:
            if label.kind in ("name", "unit"):
                if label.text in shown:
                    shown.remove(label.text)
                else:
                    missing += 1
    if not missing:
        return top
    says = text_count(
        "{n} name has no room and is left out", "{n} names have no room and are left out", missing
    )
    page.write(says, MARGIN, top + 2, SMALL, ink="soft")
    return top + 2 + SMALL * LINE + 4


# --- below ----------------------------------------------------------------------------------------


def _scale_bar(page: Page, picture: Picture, top: float, scale: float) -> float:
    units = step_of(picture.unit, scale, 40.0)
    left, y = MARGIN + EDGE_LEFT, top + 10
    right = left + units * scale
    page.rules += [((left, y), (right, y)), ((left, y - 4), (left, y + 4)), ((right, y - 4), (right, y + 4))]
    page.write(f"{units}{picture.unit}", right + 6, y - TEXT * LINE / 2, TEXT)
    page.write(text("north is up"), page.width - MARGIN, y - SMALL * LINE / 2, SMALL, ink="soft", align=1.0)
    return top + 26


def _legend(page: Page, picture: Picture, top: float) -> float:
    """Write the legend in columns."""
    if not picture.legend:
        return top
    room = page.width - 2 * MARGIN
    words = [(kind, wrapped(word, room - SIGN_WIDTH, TEXT)[0]) for kind, word in picture.legend]
    widest = max(text_width(word, TEXT) for _, word in words) + SIGN_WIDTH + 16
    columns = max(1, min(len(words), int((room + 16) // widest)))
    across = room / columns if columns > 1 else room
    across = min(across, widest + 20)
    for index, (kind, word) in enumerate(words):
        x = MARGIN + index % columns * across
        y = top + index // columns * LEGEND_LINE
        page.signs.append((kind, x, y + LEGEND_LINE / 2))
        page.write(word, x + SIGN_WIDTH, y + (LEGEND_LINE - TEXT * LINE) / 2, TEXT)
    return top + math.ceil(len(words) / columns) * LEGEND_LINE + 6


def _ledger_widths(picture: Picture) -> list[float]:
    assert picture.ledger is not None
    table = [picture.ledger.heads, *picture.ledger.rows]
    return [max(text_width(row[i], TEXT - 1) for row in table) + 12 for i in range(len(picture.ledger.heads))]


def _ledger_width(picture: Picture) -> float:
    return sum(_ledger_widths(picture)) if picture.ledger is not None else 0.0


def _ledger(page: Page, picture: Picture, top: float) -> float:
    """Write the ledger as a table; its text columns shrink if it is too wide."""
    if picture.ledger is None:
        return top
    room = page.width - 2 * MARGIN
    widths = _ledger_widths(picture)
    over = sum(widths) - room
    for column in (1, len(widths) - 1):
        if over > 0:
            less = min(over, max(0.0, widths[column] - 90.0))
            widths[column] -= less
            over -= less
    size = TEXT - 1
    lefts = [MARGIN + sum(widths[:i]) for i in range(len(widths))]
    top += 4
    for number_, row in enumerate([picture.ledger.heads, *picture.ledger.rows]):
        height = 0.0
        for i, cell in enumerate(row):
            right = i in range(2, len(row) - 1)
            for k, line in enumerate(wrapped(cell, widths[i] - 10, size) if cell else ()):
                left = lefts[i] + widths[i] - 12 if right else lefts[i]
                ink = "soft" if number_ == 0 else "ink"
                page.write(line, left, top + k * size * LINE, size, ink=ink, align=1.0 if right else 0.0)
                height = max(height, (k + 1) * size * LINE)
        top += height + 3
        if number_ == 0:
            page.rules.append(((MARGIN, top - 1.5), (MARGIN + min(room, sum(widths)), top - 1.5)))
            top += 1
    return top + 8


def _captions(page: Page, captions: tuple[Caption, ...], left: float, top: float, room: float) -> float:
    """Write the captions, wrapped to the width; reasons and tests below their verdict."""
    # Verdicts are indented by their widest number, the lines below them once more.
    outer = max(
        (_badge_width(caption.mark, "stage") + 6 for caption in captions if caption.head and caption.mark),
        default=0.0,
    )
    inner = max(
        (
            _badge_width(caption.mark, "event") + 6
            for caption in captions
            if not caption.head and caption.mark
        ),
        default=0.0,
    )
    for caption in captions:
        indent = outer if caption.head else outer + inner
        top += 6.0 if caption.head else 2.0
        if caption.mark:
            badge = "stage" if caption.head else "event" if caption.mark[0].isalnum() else ""
            _mark(page, caption.mark, left if caption.head else left + outer, top, badge)
        for line in wrapped(caption.text, max(40.0, room - indent), TEXT, bold=caption.head):
            page.write(line, left + indent, top, TEXT, bold=caption.head)
            top += TEXT * LINE
    return top + (4.0 if captions else 0.0)


def _mark(page: Page, mark: str, left: float, top: float, badge: str) -> None:
    """Write the mark in front of a caption: the same sign as on the picture."""
    if not badge:
        page.write(mark, left + 4, top, TEXT, ink="refused" if mark == "✗" else "ink")
        return
    size = SIZES[badge] - 1.5
    width = _badge_width(mark, badge)
    page.texts.append(Text(mark, left, top + 0.5, width, size * LINE + 1, size, bold=True, badge=badge))


def _badge_width(mark: str, badge: str) -> float:
    size = SIZES[badge] - 1.5
    return max(size * LINE + 1, text_width(mark, size, bold=True) + 6)


# --- chances --------------------------------------------------------------------------------------


def _bars(page: Page, picture: Picture, top: float) -> float:
    """Write the bars of a chart: text, bar and number."""
    if not picture.bars:
        return top
    room = page.width - 2 * MARGIN
    says = max(text_width(bar.says, TEXT) for bar in picture.bars) + 10
    words = min(room * 0.55, max(text_width(bar.words, TEXT) for bar in picture.bars) + 12)
    track = room - words - says
    for bar in picture.bars:
        lines = wrapped(bar.words, words - 12, TEXT)
        height = max(20.0, len(lines) * TEXT * LINE + 4)
        for i, line in enumerate(lines):
            above = (height - len(lines) * TEXT * LINE) / 2
            page.write(line, MARGIN, top + above + i * TEXT * LINE, TEXT)
        page.bars.append(((MARGIN + words, top + height / 2 - 7, track, 14.0), bar.share))
        page.write(bar.says, page.width - MARGIN, top + (height - TEXT * LINE) / 2, TEXT, align=1.0)
        top += height + 4
    return top + 6
