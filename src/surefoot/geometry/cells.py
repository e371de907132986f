"""An index of bounding boxes by square cells: finds the boxes near a place without checking all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Generic, TypeVar

Part = TypeVar("Part")
# West, south, east, north.
Window = tuple[float, float, float, float]
Boxed = tuple[float, float, float, float, Part]


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

    # The index begins above FEW boxes. SIDE is the side of a cell. A box that meets more than WIDE cells is always checked.
    FEW, SIDE, WIDE = 32, 4.0, 64

    def __init__(self, boxes: Sequence[Boxed[Part]]) -> None:
        self.boxes = boxes
        self.wide: list[int] = []
        self.cells: dict[tuple[int, int], list[int]] = {}
        for number, box in enumerate(boxes if len(boxes) > self.FEW else ()):
            met = self._met(box[0], box[1], box[2], box[3])
            if met is None:
                self.wide.append(number)
                continue
            for cell in met:
                self.cells.setdefault(cell, []).append(number)

    def _met(self, west: float, south: float, east: float, north: float) -> list[tuple[int, int]] | None:
        """The cells that a box meets; None if there are too many."""
        if not math.isfinite(east - west + north - south):
            return None
        left, low, right, high = (math.floor(value / self.SIDE) for value in (west, south, east, north))
        if (right - left + 1) * (high - low + 1) > self.WIDE:
            return None
        return [(x, y) for x in range(left, right + 1) for y in range(low, high + 1)]

    def within(self, window: Window) -> list[Part]:
        """The things whose boxes meet a window, in their order."""
        met = self._met(*window) if len(self.boxes) > self.FEW else None
        if met is None:
            return in_window(self.boxes, window)
        numbers = {number for cell in met for number in self.cells.get(cell, ())}
        return in_window([self.boxes[k] for k in sorted(numbers.union(self.wide))], window)
