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

    # The index begins above FEW boxes. SIDE is the largest side of a cell; where boxes are crowded, cells are smaller, so that
    # a cell holds about CROWD of them, but not below FINE. A box that meets more than WIDE cells is always checked.
    FEW, SIDE, FINE, CROWD, WIDE = 32, 4.0, 0.5, 4, 64

    def __init__(self, boxes: Sequence[Boxed[Part]]) -> None:
        self.boxes = boxes
        self.wide: list[int] = []
        self.cells: dict[tuple[int, int], list[int]] = {}
        self.side = self.SIDE
        if len(boxes) > self.FEW:
            self.side = self._side()
            for number, box in enumerate(boxes):
                met = self._met(box[0], box[1], box[2], box[3])
                if met is None:
                    self.wide.append(number)
                    continue
                for cell in met:
                    self.cells.setdefault(cell, []).append(number)

    def _side(self) -> float:
        """The side of a cell, by how crowded the boxes are."""
        finite = [box for box in self.boxes if math.isfinite(box[2] - box[0] + box[3] - box[1])]
        if not finite:
            return self.SIDE
        wide = max(box[2] for box in finite) - min(box[0] for box in finite)
        deep = max(box[3] for box in finite) - min(box[1] for box in finite)
        return max(self.FINE, min(self.SIDE, math.sqrt(self.CROWD * wide * deep / len(self.boxes))))

    def _met(self, west: float, south: float, east: float, north: float) -> list[tuple[int, int]] | None:
        """The cells that a box meets; None if there are too many."""
        if not math.isfinite(east - west + north - south):
            return None
        side = self.side
        left, low, right, high = (math.floor(value / side) for value in (west, south, east, north))
        if (right - left + 1) * (high - low + 1) > self.WIDE:
            return None
        return [(x, y) for x in range(left, right + 1) for y in range(low, high + 1)]

    def within(self, window: Window) -> list[Part]:
        """The things whose boxes meet a window, in their order."""
        met = self._met(*window) if len(self.boxes) > self.FEW else None
        if met is None:
            return in_window(self.boxes, window)
        if len(met) == 1:
            # A cell has its boxes in their order.
            found: Sequence[int] = self.cells.get(met[0], ())
            if self.wide:
                found = sorted([*found, *self.wide])
        else:
            found = sorted({number for cell in met for number in self.cells.get(cell, ())}.union(self.wide))
        return in_window([self.boxes[k] for k in found], window)
