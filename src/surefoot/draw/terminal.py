"""A picture as terminal text: a small map, its legend and its captions."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING

from surefoot.draw.crop import BEYOND
from surefoot.draw.layout import multiples
from surefoot.draw.looks import AREAS, GHOSTS, LINKS, word
from surefoot.draw.picture import Bar, Bounds, Patch, Picture, Point, Ring, Token
from surefoot.draw.scenery import bounds_of
from surefoot.geometry import kernel
from surefoot.language import Notation
from surefoot.language.speaker import text, text_count
from surefoot.records import dataclass
from surefoot.table.words import number

if TYPE_CHECKING:
    from rich.text import Text

# The width of a letter in table units; letters are about twice as tall as wide.
GRAINS = (0.25, 0.5, 1.0, 2.0, 2.5, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 250.0, 500.0, 1000.0, 2500.0)
TALL = 2.0
MOST_ROWS = 32
# The width of the numbers at the left.
MARGIN = 5
# The largest number of models listed below the map.
MOST_MODELS = 16

COLOURS = ("bright_blue", "bright_yellow", "bright_green", "bright_magenta", "white")
QUIET = "dim"


@dataclass(frozen=True)
class Signs:
    """The letters of a map."""

    kinds: dict[str, str]
    levels: str
    walk: str
    goal: str
    refused: str
    board: str


FINE = Signs(
    {
        "impassable": "╳",
        "dangerous": "≈",
        "very-difficult": "⁘",
        "difficult": "∴",
        "hindering": "∴",
        "treacherous": "ˆ",
        "variable": "÷",
        "water": "~",
        "area": "'",
        "goal-zone": "¤",
        "wall": "█",
        "obstacle": "▬",
        "door-open": "□",
        "door-closed": "■",
        "window": "◊",
        "railing": "─",
        "ductway": "=",
        "stairs": "/",
        "ramp": "/",
        "gap": " ",
        "ladder": "╫",
        "rope": "⌇",
        "deck": "≡",
        "lift": "↕",
        "climb": "↑",
        "by-ladder": "↑",
        "drop": "↓",
        "leap": "»",
    },
    "░▒▓▚",
    "•",
    "◎",
    "✗",
    "·",
)
PLAIN = Signs(
    {
        "impassable": "X",
        "dangerous": "!",
        "very-difficult": ";",
        "difficult": ":",
        "hindering": ":",
        "treacherous": "^",
        "variable": "?",
        "water": "~",
        "area": "'",
        "goal-zone": ",",
        "wall": "#",
        "obstacle": "%",
        "door-open": "_",
        "door-closed": "+",
        "window": "o",
        "railing": "-",
        "ductway": "=",
        "stairs": "/",
        "ramp": "/",
        "gap": " ",
        "ladder": "H",
        "rope": "|",
        "deck": "&",
        "lift": "$",
        "climb": "^",
        "by-ladder": "^",
        "drop": "v",
        "leap": ">",
    },
    "1234",
    "*",
    "@",
    "X",
    ".",
)


# ASCII replacements of other signs.
_PLAINLY = str.maketrans(
    {"″": '"', "•": "*", "·": "-", "…": "...", "→": "->", "✗": "x", "✓": "+", "×": "x", "↑": "^"}
)


class Writer:
    """Text output, limited to ASCII where needed."""

    def __init__(self, *, fine: bool) -> None:
        from rich.text import Text

        self.text = Text(no_wrap=True, overflow="crop")
        self.fine = fine

    def add(self, words: str, style: str = "") -> Writer:
        """Add a text with a style."""
        if not self.fine:
            words = words.translate(_PLAINLY).encode("ascii", "replace").decode("ascii")
        self.text.append(words, style)
        return self


def terminal(picture: Picture, width: int = 80, *, fine: bool = True, models: bool = True) -> Text:
    """The picture as text of some width, coloured where the terminal has colours.

    `fine` needs more than ASCII; `models` lists the models and their positions below the map.
    """
    writer = Writer(fine=fine)
    if picture.title:
        writer.add(f"{picture.title}\n", "bold")
    for panel in picture.panels or (() if picture.bars else (picture,)):
        if picture.panels and panel.title:
            writer.add(f"{panel.title}\n", "bold")
        _Map(panel, width, FINE if fine else PLAIN).write(writer, models=models)
        if picture.panels:
            _captions(writer, panel, width)
    for bar in picture.bars:
        _bar(writer, bar, width)
    _captions(writer, picture, width)
    writer.text.rstrip()
    return writer.text


def _captions(writer: Writer, picture: Picture, width: int) -> None:
    for caption in picture.caption:
        before = "" if caption.head else "  "
        line = f"{before}{caption.mark + ' ' if caption.mark else ''}{caption.text}"
        writer.add(f"{_folded(line, width)}\n", "bold" if caption.head else "")


def _folded(line: str, width: int) -> str:
    import textwrap

    return "\n".join(textwrap.wrap(line, max(20, width), subsequent_indent="    ", break_on_hyphens=False))


def _bar(writer: Writer, bar: Bar, width: int) -> None:
    room = max(8, min(24, width // 4))
    filled = round(bar.share * room) or (1 if bar.share > 0 else 0)
    full, empty = ("█", "░") if writer.fine else ("#", ".")
    writer.add(f"{full * filled}{empty * (room - filled)} ", "bright_blue")
    writer.add(f"{bar.says:>16}  ", "bold")
    folded = _folded(bar.words, width - room - 19).replace("\n    ", "\n" + " " * (room + 19))
    writer.add(f"{folded}\n")


@dataclass
class _Map:
    """One frame of a picture in letters."""

    picture: Picture
    room: int
    signs: Signs
    cells: list[list[tuple[str, str]]] = field(init=False)
    grain: float = field(init=False)
    bounds: Bounds = field(init=False)
    key: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        west, south, east, north = self.picture.bounds
        self.grain = next(
            (
                grain
                for grain in GRAINS
                if (east - west) / grain <= self.room - MARGIN and (north - south) / grain / TALL <= MOST_ROWS
            ),
            max((east - west) / max(1, self.room - MARGIN), (north - south) / TALL / MOST_ROWS),
        )
        west, south, east, north = self.bounds = self._snapped()
        columns = max(1, math.ceil((east - west) / self.grain - 1e-9))
        rows = max(1, math.ceil((north - south) / self.grain / TALL - 1e-9))
        self.cells = [[self._board(column, row) for column in range(columns)] for row in range(rows)]

    def _snapped(self) -> Bounds:
        """The bounds without the strip beyond the board, on whole letters."""
        west, south, east, north = self.picture.bounds
        if self.picture.board is not None:
            edges = self.picture.board
            west = edges[0] if edges[0] - BEYOND <= west <= edges[0] else west
            south = edges[1] if edges[1] - BEYOND <= south <= edges[1] else south
            east = edges[2] if edges[2] <= east <= edges[2] + BEYOND else east
            north = edges[3] if edges[3] <= north <= edges[3] + BEYOND else north
        tall = self.grain * TALL
        return (
            math.floor(west / self.grain + 1e-9) * self.grain,
            math.floor(south / tall + 1e-9) * tall,
            east,
            math.ceil(north / tall - 1e-9) * tall,
        )

    def write(self, writer: Writer, *, models: bool) -> None:
        """Draw all things from the bottom up, then write the map."""
        # Ground with several tags is shown as the worst of them, which comes first.
        said: dict[tuple[str, bool], None] = {}
        for patch in self.picture.patches:
            if (patch.title, patch.kind in AREAS) not in said:
                self._patch(patch)
            said[patch.title, patch.kind in AREAS] = None
        for track in self.picture.tracks:
            sign = self.signs.kinds.get(track.kind, self.signs.walk)
            style = (
                "bold red"
                if track.kind == "declared"
                else "bold green"
                if track.kind == "nearest"
                else "bold"
            )
            if not track.shade:
                for point in self._along(track.points):
                    self._put(point, sign, style)
                self._known(sign, word(track.kind))
        for token in self.picture.tokens:
            if not token.shade:
                self._token(token)
        for mark in self.picture.signs:
            if mark.kind in ("refused", "gone"):
                self._put((mark.x, mark.y), self.signs.refused, "bold red")
                self._known(self.signs.refused, word(mark.kind))
        self._framed(writer)
        if models:
            self._models(writer)

    # --- cells ------------------------------------------------------------------------------------

    def _middle(self, column: int, row: int) -> Point:
        west, _, _, north = self.bounds
        return west + (column + 0.5) * self.grain, north - (row + 0.5) * self.grain * TALL

    def _board(self, column: int, row: int) -> tuple[str, str]:
        """A grid of dots, for judging distances."""
        x, y = self._middle(column, row)
        west, south, east, north = self.picture.board or self.bounds
        inside = west <= x <= east and south <= y <= north
        return (self.signs.board if inside and column % 4 == 0 else " "), QUIET

    def _put(self, point: Point, sign: str, style: str) -> None:
        west, _, _, north = self.bounds
        column = min(len(self.cells[0]) - 1, math.floor((point[0] - west) / self.grain))
        # A point on the line between two rows belongs to the upper one, which has the number of that line.
        row = max(0, math.ceil((north - point[1]) / self.grain / TALL - 1e-9) - 1)
        if column >= 0 and row < len(self.cells):
            self.cells[row][column] = (sign, style)

    def _along(self, points: Ring) -> Iterator[Point]:
        for (ax, ay), (bx, by) in pairwise(points):
            steps = max(1, math.ceil(math.dist((ax, ay), (bx, by)) / self.grain * 1.5))
            for i in range(steps + 1):
                yield ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps

    def _known(self, sign: str, meaning: str) -> None:
        if sign != " ":
            self.key.setdefault(sign, meaning)

    # --- things -----------------------------------------------------------------------------------

    def _patch(self, patch: Patch) -> None:
        if patch.shade:
            return
        sign, meaning = self._sign(patch)
        style = "red" if patch.kind == "dangerous" else "bold" if patch.kind in LINKS else QUIET
        if patch.kind in AREAS:
            style = "red" if patch.kind == "dangerous" else "yellow"
        drawn = False
        for point in self._covered(patch):
            self._put(point, sign, style)
            drawn = True
        if drawn:
            self._known(sign, meaning)

    def _sign(self, patch: Patch) -> tuple[str, str]:
        if patch.kind in ("platform", "block"):
            sign = self.signs.levels[min(len(self.signs.levels), max(1, patch.step)) - 1]
            height = Notation(f"{number(patch.high)}{self.picture.unit}")
            if patch.step >= len(self.signs.levels):
                return sign, text("{height} up or more", height=height)
            return sign, text("{height} up", height=height)
        return self.signs.kinds.get(patch.kind, "?"), word(patch.kind).split(",")[0]

    def _covered(self, patch: Patch) -> Iterator[Point]:
        """The middles of all letters that a piece covers; for a thin piece, those on its line."""
        if not patch.rings:
            if patch.axis is not None:
                yield from self._along(patch.axis)
            return
        rings = tuple(tuple(value for point in ring for value in point) for ring in patch.rings)
        middles = [
            self._middle(column, row)
            for row in range(len(self.cells))
            for column in range(len(self.cells[0]))
        ]
        inside = [point for point in middles if kernel.inside_rings(*point, rings)]
        if inside and patch.kind not in ("wall", "door-open", "door-closed", "window", "railing"):
            yield from inside
            return
        for ring in patch.rings:
            yield from self._along(self._middle_line(ring))

    def _middle_line(self, ring: Ring) -> Ring:
        """The centre line of a thin piece; its outline if it is not parallel to an axis."""
        west, south, east, north = bounds_of((ring,))
        if north - south <= self.grain * TALL:
            return (west, (south + north) / 2), (east, (south + north) / 2)
        if east - west <= self.grain:
            return ((west + east) / 2, south), ((west + east) / 2, north)
        return (*ring, ring[0])

    def _token(self, token: Token) -> None:
        if token.kind in GHOSTS:
            if token.kind != "origin":
                self._put((token.x, token.y), self.signs.goal, "bold")
                self._known(self.signs.goal, word(token.kind))
            return
        side = int(token.kind.removeprefix("side-"))
        # As many letters of the name as the base is wide, so that bases stay to scale.
        wide = (
            max(1, round(2 * token.radius / self.grain)) if not token.outline else self._wide(token.outline)
        )
        name = _short(token.name, wide)
        start = token.x - (len(name) - 1) / 2 * self.grain
        for index, letter in enumerate(name):
            style = f"bold {COLOURS[side % len(COLOURS)]}{' italic' if token.down else ''}"
            self._put((start + index * self.grain, token.y), letter, style)

    def _wide(self, outline: Ring) -> int:
        xs = [x for x, _ in outline]
        return max(1, round((max(xs) - min(xs)) / self.grain))

    # --- the map ----------------------------------------------------------------------------------

    def _framed(self, writer: Writer) -> None:
        west, _, _, north = self.bounds
        step = _step(self.grain * TALL * 2)
        for row, line in enumerate(self.cells):
            below = north - (row + 1) * self.grain * TALL
            # A number stands at the letter whose southern edge it names.
            marks = [
                y for y in multiples(below, below + self.grain * TALL, step) if y < below + self.grain * TALL
            ]
            writer.add(f"{marks[0] if marks else '':>{MARGIN - 1}} ", QUIET)
            last = max((index for index, (sign, _) in enumerate(line) if sign != " "), default=-1)
            for sign, style in line[: last + 1]:
                writer.add(sign, style)
            writer.add("\n")
        writer.add(f"{self._numbers(west)}\n", QUIET)
        self._legend(writer)

    def _numbers(self, west: float) -> str:
        """The numbers along the southern edge, each under its letter."""
        step = _step(self.grain * 8)
        line = [" "] * (len(self.cells[0]) + MARGIN + 6)
        for x in multiples(west, west + len(self.cells[0]) * self.grain, step):
            at = MARGIN + math.floor((x - west) / self.grain + 1e-9)
            if at < len(self.cells[0]) + MARGIN:
                line[at : at + len(str(x))] = str(x)
        return "".join(line).rstrip()[: self.room]

    def _legend(self, writer: Writer) -> None:
        """Write the legend of the visible signs."""
        seen = dict.fromkeys(sign for line in self.cells for sign, _ in line)
        used = 0
        for sign, meaning in self.key.items():
            if sign not in seen:
                continue
            needed = len(meaning) + 5
            if used:
                writer.add("\n" if used + needed > self.room else "   ")
                used = 0 if used + needed > self.room else used
            writer.add(f"{sign} ", "bold").add(meaning, QUIET)
            used += needed
        writer.add("\n" if used else "")

    def _models(self, writer: Writer) -> None:
        named = [each for each in self.picture.tokens if each.name and not each.shade]
        for token in named[:MOST_MODELS]:
            side = int(token.kind.removeprefix("side-"))
            writer.add(token.called, f"bold {COLOURS[side % len(COLOURS)]}")
            writer.add(f" {token.details}\n", QUIET)
        if len(named) > MOST_MODELS:
            more = len(named) - MOST_MODELS
            writer.add(text_count("… and {n} more model", "… and {n} more models", more) + "\n", QUIET)


def _short(name: str, room: int) -> str:
    """A name shortened to the room; the number of a model in a unit is kept longest.

    >>> _short("kal", 2), _short("guard-12", 3), _short("guard.7", 1)
    ('ka', 'g12', '7')
    """
    numbered = re.fullmatch(r"(.+?)[.\-_ ]?([0-9]{1,2})", name)
    if numbered is None or room >= len(name):
        return name[:room] or "?"
    return f"{numbered[1][: max(0, room - len(numbered[2]))]}{numbered[2]}"[-room:]


def _step(least: float) -> int:
    """The least round number that is not below `least`."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if factor * size >= least:
                return factor * size
        size *= 10
