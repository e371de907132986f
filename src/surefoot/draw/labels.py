"""Placing texts so that none lies on another: nearest free place round its point, in a fixed order."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.draw.picture import Label

# Average width of a letter and height of a line, in shares of the font size: a cautious guess for sans-serif type.
LETTER = 0.58
LINE = 1.15


@dataclass(frozen=True, slots=True)
class Placed:
    """A text with its box in pixels: left, top, width, height; `moved` if it is away from its point."""

    text: str
    kind: str
    left: float
    top: float
    width: float
    height: float
    x: float
    y: float
    moved: bool


def text_width(text: str, size: float) -> float:
    """A cautious guess at how wide a text is."""
    return max(1, len(text)) * size * LETTER


def place(
    labels: list[tuple[Label, float, float, float]],
    sizes: dict[str, float],
    taken: list[tuple[float, float, float, float]],
) -> list[Placed]:
    """Place labels given as (label, x, y, clearance) in pixels, keeping off each other and off what is taken."""
    boxes = list(taken)
    found = []
    for label, x, y, clear in labels:
        size = sizes.get(label.kind, sizes["label"])
        width, height = text_width(label.text, size), size * LINE
        best: tuple[float, float, float] | None = None
        for order, (left, top) in enumerate(_candidates(label, x, y, clear, width, height)):
            box = (left, top, width, height)
            score = sum(_overlap(box, other) for other in boxes) + order * 1e-3
            if best is None or score < best[0]:
                best = (score, left, top)
            if score < 0.5:
                break
        assert best is not None
        _, left, top = best
        boxes.append((left - 1, top - 1, width + 2, height + 2))
        moved = abs(left + width / 2 - x) > width and abs(top + height / 2 - y) > 2 * height
        found.append(Placed(label.text, label.kind, left, top, width, height, x, y, moved))
    return found


def _candidates(
    label: Label, x: float, y: float, clear: float, width: float, height: float
) -> list[tuple[float, float]]:
    if label.kind == "height":
        return [(x, y + shift * height) for shift in (0.1, 1.1, 2.1, 3.1)] + [
            (x + width * 0.5, y + 0.1 * height),
            (x - width * 0.8, y - height),
        ]
    gap = 2.0
    ways = []
    for far in (0.0, height, 2 * height, 3.5 * height):
        out = clear + gap + far
        ways += [
            (x - width / 2, y - out - height),
            (x - width / 2, y + out),
            (x + out, y - height / 2),
            (x - out - width, y - height / 2),
            (x + out * 0.75, y - out * 0.75 - height),
            (x - out * 0.75 - width, y - out * 0.75 - height),
            (x + out * 0.75, y + out * 0.75),
            (x - out * 0.75 - width, y + out * 0.75),
        ]
    return ways


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0
