"""Places labels so that they don't overlap: each at the best free place around its point, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from surefoot.draw.lettering import LINE, text_width
from surefoot.draw.looks import BADGES, SIZES
from surefoot.draw.picture import Label, Point, Token
from surefoot.records import dataclass

# Left, top, width, height, in pixels.
Box = tuple[float, float, float, float]

# The gap between two texts.
GAP = 2.0
# The penalties for covering a base (per pixel) or a path (per point), and for each step further away.
ON_BASE = 0.06
ON_PATH = 4.0
FURTHER = 7.0
# The penalty above which a label is left out, by kind; names are never left out for it.
MOST_COST = {"status": 40.0, "cost": 30.0, "height": 26.0, "piece": 22.0, "stride": 40.0, "inside": 1e9}
# The size of the squares of the lookup grid.
_SQUARE = 48.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A label with its place on the page; `leader` is a line to its point if that is not near."""

    label: Label
    left: float
    top: float
    width: float
    height: float
    size: float
    leader: tuple[Point, Point] | None = None

    @property
    def box(self) -> Box:
        """Its box on the page."""
        return self.left, self.top, self.width, self.height


@dataclass
class Crowd:
    """A grid of boxes, for finding overlaps."""

    squares: dict[tuple[int, int], list[Box]] = field(default_factory=dict)

    def add(self, box: Box) -> None:
        """Add a box."""
        for square in _squares(box):
            self.squares.setdefault(square, []).append(box)

    def near(self, box: Box) -> Iterator[Box]:
        """Boxes that may overlap a box, each once."""
        seen: dict[Box, None] = {}
        for square in _squares(box):
            seen |= dict.fromkeys(self.squares.get(square, ()))
        return iter(seen)

    def overlap(self, box: Box) -> float:
        """How much of a box is covered, all overlaps together."""
        return sum(overlap(box, other) for other in self.near(box))


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    left, top, width, height = box
    for column in range(int(left // _SQUARE), int((left + width) // _SQUARE) + 1):
        for row in range(int(top // _SQUARE), int((top + height) // _SQUARE) + 1):
            yield column, row


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


@dataclass
class Placing:
    """Places the labels of one frame, the most important ones first."""

    frame: Box
    # Boxes that no text may cover.
    taken: Crowd = field(default_factory=Crowd)
    # Boxes that texts avoid.
    bases: Crowd = field(default_factory=Crowd)
    path: Crowd = field(default_factory=Crowd)
    placed: list[Placed] = field(default_factory=list)
    left_out: list[Label] = field(default_factory=list)

    def place(self, label: Label, x: float, y: float, scale: float) -> None:
        """Place a label whose point lies at a pixel, or leave it out."""
        # In small pictures names are smaller.
        largest = SIZES[label.kind] * min(1.0, max(0.8, scale / 16))
        for size in (largest, largest * 0.85):
            found = self._best(label, x, y, scale, size)
            if found is not None:
                self.placed.append(found)
                left, top, width, height = found.box
                self.taken.add((left - GAP, top, width + 2 * GAP, height))
                return
        self.left_out.append(label)

    def _best(self, label: Label, x: float, y: float, scale: float, size: float) -> Placed | None:
        bold = label.kind in ("name", "unit", *BADGES)
        width, height = text_width(label.text, size, bold=bold), size * LINE
        if label.kind in BADGES:
            width, height = max(width + 7.0, height + 2.0), height + 2.0
        clear = label.clear[0] * scale, label.clear[1] * scale
        if label.kind == "inside" and width > 1.7 * clear[0]:
            return None
        best: tuple[float, float, float, int] | None = None
        for left, top, far, dear in self._candidates(label, x, y, clear, width, height, scale):
            box = (left, top, width, height)
            if not self._inside(box) or self.taken.overlap(box) > 0:
                continue
            cost = dear + self._cost(label, box)
            if best is None or cost < best[0]:
                best = cost, left, top, far
            if cost < 1.0:
                break
        if best is None or best[0] > MOST_COST.get(label.kind, 1e9):
            return None
        _, left, top, far = best
        away = far > (0 if label.kind in BADGES else 1)
        leader = _leader((left, top, width, height), x, y, clear) if away else None
        return Placed(label, left, top, width, height, size, leader)

    def _cost(self, label: Label, box: Box) -> float:
        if label.kind in ("inside", *BADGES):
            return 0.0
        crossed = sum(1 for point in self.path.near(box) if overlap(box, point) > 0)
        return self.bases.overlap(box) * ON_BASE + crossed * ON_PATH

    def _inside(self, box: Box) -> bool:
        left, top, width, height = self.frame
        return (
            box[0] >= left
            and box[1] >= top
            and box[0] + box[2] <= left + width
            and box[1] + box[3] <= top + height
        )

    def _candidates(
        self,
        label: Label,
        x: float,
        y: float,
        clear: Point,
        width: float,
        height: float,
        scale: float,
    ) -> Iterator[tuple[float, float, int, float]]:
        """Candidate places: left, top, number of steps from the point, and penalty."""
        if label.kind in ("inside", *BADGES) and (label.kind == "inside" or clear == (0.0, 0.0)):
            yield x - width / 2, y - height / 2, 0, 0.0
            if label.kind == "inside":
                return
        if label.box is not None:
            yield from _within(label.box, x, y, width, height, scale)
            west, south, east, north = label.box
            clear = (east - west) / 2 * scale, (north - south) / 2 * scale
        for far, step in enumerate((0.0, 1.0, 2.2, 3.6, 5.5)):
            dx, dy = clear[0] + GAP + step * height, clear[1] + GAP + step * height
            dear = far * FURTHER + 0.1
            # Statuses are preferred below a base, names above it.
            below = 0.0 if label.kind == "status" else 0.2
            yield x - width / 2, y - dy - height, far, dear + 0.1
            yield x - width / 2, y + dy, far, dear + below
            # Near the edge of the frame, pushed back into it.
            inside = min(max(x - width / 2, self.frame[0]), self.frame[0] + self.frame[2] - width)
            if abs(inside + width / 2 - x) <= width / 2 + clear[0]:
                yield inside, y - dy - height, far, dear + 0.3
                yield inside, y + dy, far, dear + 0.3
            yield x + dx, y - height / 2, far, dear + 0.2
            yield x - dx - width, y - height / 2, far, dear + 0.3
            for share, more in ((0.72, 0.4), (0.9, 0.5)):
                for right in (True, False):
                    for up in (True, False):
                        yield (
                            x + dx * share if right else x - dx * share - width,
                            y - dy * share - height if up else y + dy * share,
                            far,
                            dear + more,
                        )


def _within(
    box: tuple[float, float, float, float], x: float, y: float, width: float, height: float, scale: float
) -> Iterator[tuple[float, float, int, float]]:
    """Places inside a piece of terrain, if the text fits: its corners, then its middle."""
    west, south, east, north = box
    half_wide, half_high = (east - west) / 2 * scale - 5, (north - south) / 2 * scale - 4
    if 2 * half_wide < width or 2 * half_high < height:
        return
    lefts = x - half_wide, x + half_wide - width, x - width / 2
    tops = y - half_high, y + half_high - height, y - height / 2
    for i, (column, row) in enumerate(
        ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1), (0, 2), (1, 2), (2, 2))
    ):
        yield lefts[column], tops[row], 0, 0.1 * i


def _leader(box: Box, x: float, y: float, clear: Point) -> tuple[Point, Point]:
    """A line from the edge of a text to the edge of its base or piece."""
    left, top, width, height = box
    start = min(max(x, left), left + width), min(max(y, top), top + height)
    dx, dy = start[0] - x, start[1] - y
    reach = max(abs(dx) / clear[0] if clear[0] else 0.0, abs(dy) / clear[1] if clear[1] else 0.0)
    share = 1 / reach if reach > 1 else 0.0
    return start, (x + dx * share, y + dy * share)


def box_of(shown: Token, point: Point, scale: float) -> Box:
    """The box of a base on the page."""
    if not shown.outline:
        side = shown.radius * scale
        return point[0] - side, point[1] - side, 2 * side, 2 * side
    xs, ys = zip(*shown.outline, strict=True)
    left = point[0] + (min(xs) - shown.x) * scale
    top = point[1] - (max(ys) - shown.y) * scale
    return left, top, (max(xs) - min(xs)) * scale, (max(ys) - min(ys)) * scale
