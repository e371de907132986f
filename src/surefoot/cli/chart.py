"""A small map of a table, in letters: seen from above, with everybody on it and the way of a move."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from rich.text import Text

from surefoot.cli import words
from surefoot.cli.show import packed
from surefoot.geometry import kernel
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.scene import Figure, Scene, Surface, region_of
from surefoot.referee.verdict import Outcome
from surefoot.table.model import Model
from surefoot.table.place import BOARD
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS, Piece

# How much of the table one letter stands for, from left to right; it stands for twice as much from south to north,
# since letters are about twice as tall as they are wide.
GRAINS = (0.5, 1.0, 2.0, 2.5, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 250.0, 500.0, 1000.0)
MOST_ROWS = 30
# Room for the numbers at the left.
MARGIN = 4

SIDES = ("bright_yellow", "bright_green", "bright_magenta", "bright_cyan")
GROUND = "dim"
PATH = "bold bright_blue"
REFUSED = "bold red"

Spot: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Glyphs:
    """The signs of a map."""

    levels: Sequence[str]
    wall: str
    dangerous: str
    difficult: str
    other: str
    ladder: str
    slope: str
    hole: str
    railing: str
    board: str
    step: str
    end: str


FINE = Glyphs("░▒▓█", "█", "≈", "∴", "'", "H", "/", " ", "─", "·", "•", "◎")
PLAIN = Glyphs("1234", "#", "~", ":", "'", "H", "/", " ", "-", ".", "*", "@")


@dataclass(frozen=True)
class Window:
    """The part of the table that a map shows, and how finely."""

    west: float
    south: float
    grain: float
    columns: int
    rows: int

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """The point that a letter stands for; row 0 is the northernmost."""
        north = self.south + self.rows * 2 * self.grain
        return self.west + (column + 0.5) * self.grain, north - (row + 0.5) * 2 * self.grain

    def cell(self, x: float, y: float) -> tuple[int, int] | None:
        """The column and row of a point; None outside."""
        column = math.floor((x - self.west) / self.grain)
        row = self.rows - 1 - math.floor((y - self.south) / (2 * self.grain))
        # What stands on the far edge belongs to the last letter.
        column, row = min(column, self.columns - 1), max(row, 0)
        return (column, row) if column >= 0 and row < self.rows else None


def window(table: Table, room: int) -> Window | None:
    """What a map shows of a table in so many columns; None if there is nothing to be shown."""
    bounds = _bounds(table)
    if bounds is None:
        return None
    west, south, east, north = bounds
    width, depth = max(east - west, 1.0), max(north - south, 1.0)
    for grain in GRAINS:
        columns, rows = math.ceil(width / grain - 1e-9), math.ceil(depth / (2 * grain) - 1e-9)
        if columns <= room - MARGIN and rows <= MOST_ROWS:
            return Window(west, south, grain, columns, rows)
    return None


def _bounds(table: Table) -> tuple[float, float, float, float] | None:
    if table.board is not None:
        return 0.0, 0.0, from_lattice(table.board.width), from_lattice(table.board.depth)
    boxes = [region_of(piece.outline).bounds for piece in table.pieces.values() if piece.outline]
    boxes += [(f.pose.x - 1, f.pose.y - 1, f.pose.x + 1, f.pose.y + 1) for f in Scene(table).figures]
    if not boxes:
        return None
    west, south = (math.floor(min(box[i] for box in boxes)) for i in (0, 1))
    return west, south, max(box[2] for box in boxes), max(box[3] for box in boxes)


def way_of(result: Outcome, before: Table) -> list[Spot]:
    """The way of a move: as it was billed, or as it was declared if it was refused."""
    who = result.declaration.actor
    if result.ledger:
        first = result.ledger[0].start
        ends = [line.end for line in result.ledger]
        return [(from_lattice(x), from_lattice(y)) for x, y, _ in (first, *ends)]
    if who not in before.models or not before.models[who].place.on_table:
        return []
    pose = before.pose(who)
    goals = [leg.to for leg in result.declaration.legs if leg.to is not None]
    return [(pose.x, pose.y), *((from_lattice(x), from_lattice(y)) for x, y in goals)]


def letters(table: Table) -> dict[str, str]:
    """A letter for each model: one of its own name, if that is free, else any; a star if all are taken."""
    found: dict[str, str] = {}
    for name in table.models:
        own = [letter.upper() for letter in name if letter.isascii() and letter.isalnum()]
        free = (each for each in (*own, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ") if each not in found.values())
        found[name] = next(free, "*")
    return found


class Chart:
    """Draws one table."""

    def __init__(self, table: Table, room: int, *, fine: bool = True) -> None:
        self.table = table
        self.scene = Scene(table)
        self.glyphs = FINE if fine else PLAIN
        self.room = room
        self.window = window(table, room)
        self.letters = letters(table)
        self.levels = self._levels()
        # What stands on the map, in the order in which it was met: sign and meaning.
        self.key: dict[str, str] = {}

    def map(self, way: Sequence[Spot] = (), *, refused: bool = False) -> Text | None:
        """The map, with a way from its start on; None if there is nothing to be shown."""
        here = self.window
        if here is None:
            return None
        cells = [[self._ground(column, row) for column in range(here.columns)] for row in range(here.rows)]
        for (x, y), sign in self._upright():
            self._put(cells, x, y, sign, "bold")
        self._draw_way(cells, way, REFUSED if refused else PATH)
        for figure in self.scene.figures:
            sign, style = self._sign(figure)
            self._put(cells, figure.pose.x, figure.pose.y, sign, style)
        return self._framed(cells, here)

    # --- ground -----------------------------------------------------------------------------------

    def _levels(self) -> list[float]:
        """The heights of levels above the board, from the lowest."""
        surfaces = self.scene.ground.surfaces
        tops = sorted(
            each.low
            for each in surfaces
            if each.piece is not None and each.piece.sort in ("platform", "lift")
        )
        return list(dict.fromkeys(top for top in tops if top > 0))

    def _ground(self, column: int, row: int) -> tuple[str, str]:
        assert self.window is not None
        x, y = self.window.middle(column, row)
        thin = self._thin(x, y)
        if thin:
            return thin, GROUND
        here = [
            each
            for each in (*self.scene.ground.surfaces, *self.scene.decks)
            if kernel.inside_rings(x, y, each.region.rings)
        ]
        top = max(here, key=lambda each: each.height(x, y), default=None)
        return self._surface(top, x, y), GROUND

    def _thin(self, x: float, y: float) -> str:
        """Walls and the like, which may be thinner than a letter is wide."""
        signs = {"wall": self.glyphs.wall, "railing": self.glyphs.railing, "door": "+", "window": "o"}
        met = ""
        for piece in self.table.pieces.values():
            # What opens a wall is drawn over the wall.
            if (
                piece.sort in signs
                and (not met or piece.sort in ("door", "window"))
                and self._is_at(piece, x, y)
            ):
                met = self._known(signs[piece.sort], piece.sort)
        return met

    def _is_at(self, piece: Piece, x: float, y: float) -> bool:
        assert self.window is not None
        # In the measure of letters, where up counts half; a line between two letters belongs to the one above.
        x, y = x + 1e-6, y / 2 - 1e-6
        if piece.line:
            ax, ay, bx, by = (from_lattice(value) for value in piece.line)
            return kernel.point_segment(x, y, ax, ay / 2, bx, by / 2) <= self.window.grain / 2
        return kernel.inside_rings(x, y * 2, region_of(piece.outline).rings)

    def _surface(self, top: Surface | None, x: float, y: float) -> str:
        if top is None:
            return self.glyphs.hole
        piece = top.piece
        area = self._area(x, y, top.height(x, y))
        if area is not None:
            return area
        if top.id == BOARD:
            # Now and then a dot, so that distances can be judged by eye.
            assert self.window is not None
            across = math.floor((x - self.window.west) / self.window.grain)
            return self.glyphs.board if across % 4 == 0 else " "
        if top.carrier or piece is None:
            return self._known("=", "a deck")
        if piece.sort in ("stairs", "ramp"):
            return self._known(self.glyphs.slope, "stairs or a ramp")
        if piece.sort in ("wall", "door"):
            return self._known(self.glyphs.wall, "wall")
        if piece.sort == "obstacle":
            return self._known("%", "obstacle")
        if piece.sort == "gap":
            return self._known(self.glyphs.hole, "")
        level = self.levels.index(top.low) if top.low in self.levels else 0
        sign = self.glyphs.levels[min(level, len(self.glyphs.levels) - 1)]
        return self._known(sign, f"{words.number(top.low)} up")

    def _area(self, x: float, y: float, height: float) -> str | None:
        for area in self.scene.ground.areas:
            if abs(area.low - height) > 0.01 or not kernel.inside_rings(x, y, area.region.rings):
                continue
            for tag, sign in (("dangerous", self.glyphs.dangerous), ("difficult", self.glyphs.difficult)):
                if tag in area.tags:
                    return self._known(sign, tag)
            return self._known(self.glyphs.other, ", ".join(area.tags) or area.id)
        return None

    def _known(self, sign: str, meaning: str) -> str:
        if meaning:
            self.key.setdefault(sign, meaning)
        return sign

    # --- what stands on it ------------------------------------------------------------------------

    def _upright(self) -> Iterator[tuple[tuple[float, float], str]]:
        for piece in self.table.pieces.values():
            if piece.sort in LINK_SORTS:
                yield _foot(piece), self._known(self.glyphs.ladder, piece.sort)

    def _draw_way(self, cells: list[list[tuple[str, str]]], way: Sequence[Spot], style: str) -> None:
        assert self.window is not None
        for (ax, ay), (bx, by) in pairwise(way):
            steps = max(1, math.ceil(math.dist((ax, ay), (bx, by)) / self.window.grain))
            for i in range(1, steps + 1):
                share = i / steps
                self._put(cells, ax + (bx - ax) * share, ay + (by - ay) * share, self.glyphs.step, style)
        if way:
            self._put(cells, *way[-1], self.glyphs.end, style)
            self._known(self.glyphs.step, "the way")

    def _sign(self, figure: Figure) -> tuple[str, str]:
        """A model's letter; small if something is above it."""
        letter = self.letters[figure.id]
        return letter.lower() if self.below(figure) else letter, f"bold {self.colour(figure.model)}"

    def below(self, figure: Figure) -> bool:
        """Whether a model stands under something."""
        x, y, z = figure.pose[:3]
        return any(
            each.height(x, y) > z + 0.01
            for each in self.scene.ground.surfaces
            if kernel.inside_rings(x, y, each.region.rings)
        )

    def colour(self, model: Model) -> str:
        """The colour of a side."""
        sides = list(dict.fromkeys(each.side for each in self.table.models.values()))
        return SIDES[sides.index(model.side) % len(SIDES)]

    def _put(self, cells: list[list[tuple[str, str]]], x: float, y: float, sign: str, style: str) -> None:
        assert self.window is not None
        cell = self.window.cell(x, y)
        if cell is not None:
            cells[cell[1]][cell[0]] = (sign, style)

    # --- the picture ------------------------------------------------------------------------------

    def _framed(self, cells: list[list[tuple[str, str]]], here: Window) -> Text:
        text = Text(no_wrap=True, overflow="crop")
        for row, line in enumerate(cells):
            south = here.south + (here.rows - 1 - row) * 2 * here.grain
            marked = (here.rows - 1 - row) % 2 == 0
            text.append(f"{words.number(south) if marked else '':>{MARGIN - 1}} ", GROUND)
            for sign, style in line:
                text.append(sign, style)
            text.append("\n")
        text.append(" " * MARGIN)
        every = 10
        for column in range(0, here.columns, every):
            mark = words.number(here.west + column * here.grain)
            text.append(f"{mark:<{min(every, here.columns - column)}}", GROUND)
        text.rstrip()
        return text

    def legend(self) -> Text:
        """What the signs mean that were drawn; a sign and its meaning stay on one line."""
        parts = (Text(f"{sign} ", "bold").append(meaning, GROUND) for sign, meaning in self.key.items())
        return packed(parts, self.room)

    def roll_call(self) -> list[tuple[Text, str, str]]:
        """Every model: its letter and name, where it is, what has become of it."""
        found = []
        standing = {figure.id: figure for figure in self.scene.figures}
        for name, model in self.table.models.items():
            letter = self._sign(standing[name])[0] if name in standing else "-"
            label = Text(f"{letter} {name}", f"bold {self.colour(model)}")
            became = [*model.statuses, *(f"{key} {value}" for key, value in model.counters.items())]
            found.append((label, words.place(model.place, self.table), ", ".join(became)))
        return found


def _foot(piece: Piece) -> tuple[float, float]:
    return from_lattice(piece.line[0]), from_lattice(piece.line[1])
