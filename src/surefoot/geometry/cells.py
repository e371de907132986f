"""An index of bounding boxes by square cells: finds the boxes near a place without checking all of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Generic, TypeVar

Part = TypeVar("Part")
# West, south, east, north.
Window = tuple[float, float, float, float]
Boxed = tuple[float, float, float, float, Part]
# Cells by their first and last column and their first and last row.
_Block = tuple[int, int, int, int]


def in_window(boxes: Sequence[Boxed[Part]], window: Window) -> list[Part]:
    """The things whose boxes meet a window, in their order."""
    west, south, east, north = window
    return [
        part
        for left, low, right, high, part in boxes
        if left <= east and right >= west and low <= north and high >= south
    ]


class Cells(Generic[Part]):
    """An index of boxes. Up to FEW of them are checked one by one."""

    # The index begins above FEW boxes. SIDE is the largest side of a cell; where boxes are crowded, cells are smaller, so that
    # a cell holds about CROWD of them, but not below FINE. A box that meets more than WIDE cells is always checked.
    FEW, SIDE, FINE, CROWD, WIDE = 32, 4.0, 0.5, 4, 64
    # The number of blocks of cells whose boxes are kept: one question after another is about the same place.
    KEPT = 4096

    def __init__(self, boxes: Sequence[Boxed[Part]]) -> None:
        self.boxes = boxes
        self.wide: list[int] = []
        self.cells: dict[tuple[int, int], list[int]] = {}
        self.side = self.SIDE
        # What lies in blocks of cells that were asked for.
        self.blocks: dict[_Block, list[Boxed[Part]]] = {}
        if len(boxes) > self.FEW:
            self.side = self._side()
            for number, box in enumerate(boxes):
                block = self._block(box[0], box[1], box[2], box[3])
                if block is None:
                    self.wide.append(number)
                    continue
                for cell in _cells_of(block):
                    self.cells.setdefault(cell, []).append(number)

    def _side(self) -> float:
        """The side of a cell, by how crowded the boxes are."""
        finite = [box for box in self.boxes if math.isfinite(box[2] - box[0] + box[3] - box[1])]
        if not finite:
            return self.SIDE
        wide = max(box[2] for box in finite) - min(box[0] for box in finite)
        deep = max(box[3] for box in finite) - min(box[1] for box in finite)
        return max(self.FINE, min(self.SIDE, math.sqrt(self.CROWD * wide * deep / len(self.boxes))))

    def _block(self, west: float, south: float, east: float, north: float) -> _Block | None:
        """The cells that a box meets: the first and the last column, the first and the last row. None if there are too many."""
        if not math.isfinite(east - west + north - south):
            return None
        side = self.side
        left, right = math.floor(west / side), math.floor(east / side)
        low, high = math.floor(south / side), math.floor(north / side)
        if (right - left + 1) * (high - low + 1) > self.WIDE:
            return None
        return left, right, low, high

    def within(self, window: Window) -> list[Part]:
        """The things whose boxes meet a window, in their order."""
        block = self._block(*window) if len(self.boxes) > self.FEW else None
        return in_window(self.boxes if block is None else self._in_block(block), window)

    def _in_block(self, block: _Block) -> list[Boxed[Part]]:
        """The boxes that meet a block of cells, in their order, and those that are always checked."""
        known = self.blocks.get(block)
        if known is None:
            numbers = {number for cell in _cells_of(block) for number in self.cells.get(cell, ())}
            if len(self.blocks) >= self.KEPT:
                self.blocks.clear()
            known = self.blocks[block] = [self.boxes[k] for k in sorted(numbers.union(self.wide))]
        return known


def _cells_of(block: _Block) -> Iterator[tuple[int, int]]:
    """The cells of a block, by column and row."""
    left, right, low, high = block
    return product(range(left, right + 1), range(low, high + 1))
