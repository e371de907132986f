"""The bounds of a picture: the whole table, or the surroundings of an outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from surefoot.draw.looks import GHOSTS
from surefoot.draw.picture import Bounds, Label, Patch, Picture, Token
from surefoot.draw.scenery import bounds_of
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import replace
from surefoot.table.table import Table

# The margin: a share of the size, and the least margin in table units.
MARGIN = 0.04
LEAST_MARGIN = 1.0
# The least size: otherwise a single model would fill the picture.
LEAST_SIZE = 9.0
# The strip that is shown beyond the edge of the board.
BEYOND = 0.4
# The surroundings of an outcome: in base sizes of the acting models, and as a share of its size.
ROUND_BASES, ROUND = 6.0, 0.4
# If the surroundings cover more than this share of the table, the whole table is shown.
NEARLY = 0.75


def board_of(table: Table) -> Bounds | None:
    """The board; narrative tables have none."""
    if table.board is None:
        return None
    return 0.0, 0.0, from_lattice(table.board.width), from_lattice(table.board.depth)


def union(boxes: Sequence[Bounds]) -> Bounds:
    """The smallest bounds round some others."""
    wests, souths, easts, norths = zip(*boxes, strict=True)
    return min(wests), min(souths), max(easts), max(norths)


def common(one: Bounds, other: Bounds) -> Bounds | None:
    """The intersection of two bounds; None if they are apart."""
    west, south = max(one[0], other[0]), max(one[1], other[1])
    east, north = min(one[2], other[2]), min(one[3], other[3])
    return (west, south, east, north) if west <= east and south <= north else None


def bounds_for(shown: Picture, actors: Sequence[str], *, whole: bool = False) -> Bounds:
    """The bounds of a picture: all models and terrain, or the surroundings of the acting models."""
    boxes = list(_boxes(shown))
    if shown.board is not None and (whole or not boxes):
        boxes.append(shown.board)
    if not boxes:
        return 0.0, 0.0, LEAST_SIZE, LEAST_SIZE
    everything = union(boxes)
    window = None if whole else _window(shown, actors)
    if window is None or _size(window) > NEARLY * _size(everything):
        return _with_margin(everything, shown.board)
    return uncut(shown, _with_margin(window, shown.board))


def cropped(shown: Picture, bounds: Bounds) -> Picture:
    """The picture with these bounds, without things outside of them."""
    return replace(
        shown,
        bounds=bounds,
        things=tuple(thing for thing in shown.things if common(box_of(thing), bounds) is not None),
        signs=tuple(sign for sign in shown.signs if _within(sign.x, sign.y, bounds)),
        labels=tuple(cut for label in shown.labels if (cut := _cut(label, bounds)) is not None),
    )


def _size(bounds: Bounds) -> float:
    return max(bounds[2] - bounds[0], bounds[3] - bounds[1])


def _within(x: float, y: float, bounds: Bounds) -> bool:
    return bounds[0] <= x <= bounds[2] and bounds[1] <= y <= bounds[3]


def _cut(label: Label, bounds: Bounds) -> Label | None:
    """A label moved to the visible part of its piece; None if there is none."""
    if label.box is None:
        return label if _within(label.x, label.y, bounds) else None
    box = common(label.box, bounds)
    if box is None:
        return None
    return replace(label, x=(box[0] + box[2]) / 2, y=(box[1] + box[3]) / 2, box=box)


def _window(shown: Picture, actors: Sequence[str]) -> Bounds | None:
    """The bounds of an outcome with its surroundings; None if there is no outcome."""
    acting = [thing for thing in shown.tokens if thing.name in actors or thing.kind in GHOSTS]
    boxes = [box_of(thing) for thing in acting]
    boxes += [bounds_of((track.points,)) for track in shown.tracks]
    boxes += [(sign.x, sign.y, sign.x, sign.y) for sign in shown.signs if sign.kind != "object"]
    if not boxes or not acting:
        return None
    west, south, east, north = union(boxes)
    size = max(east - west, north - south)
    pad = max(ROUND_BASES * max(thing.radius for thing in acting), ROUND * size)
    window = (west - pad, south - pad, east + pad, north + pad)
    if shown.board is not None:
        window = union([common(window, shown.board) or window, (west, south, east, north)])
    return window


def uncut(shown: Picture, bounds: Bounds) -> Bounds:
    """Wider bounds that cut through no base and no small piece."""
    most = 0.6 * max(bounds[2] - bounds[0], bounds[3] - bounds[1])
    while True:
        boxes = [box_of(thing) for thing in shown.things if _stays_whole(thing, most)]
        near = [(x0 - BEYOND, y0 - BEYOND, x1 + BEYOND, y1 + BEYOND) for x0, y0, x1, y1 in boxes]
        wider = union([bounds, *(box for box in near if common(box, bounds) is not None)])
        if wider == bounds:
            return bounds
        bounds = wider


def _stays_whole(thing: Patch | Token, most: float) -> bool:
    west, south, east, north = box_of(thing)
    return isinstance(thing, Token) or max(east - west, north - south) <= most


def _with_margin(inner: Bounds, board: Bounds | None) -> Bounds:
    """Bounds with a margin, which ends just beyond the board."""
    west, south, east, north = inner
    margin = max(LEAST_MARGIN, MARGIN * max(east - west, north - south))
    wide = max(margin, (LEAST_SIZE - (east - west)) / 2)
    deep = max(margin, (LEAST_SIZE * 0.7 - (north - south)) / 2)
    west, south, east, north = west - wide, south - deep, east + wide, north + deep
    if board is not None:
        west = min(max(west, board[0] - BEYOND), inner[0] - BEYOND)
        south = min(max(south, board[1] - BEYOND), inner[1] - BEYOND)
        east = max(min(east, board[2] + BEYOND), inner[2] + BEYOND)
        north = max(min(north, board[3] + BEYOND), inner[3] + BEYOND)
    return west, south, east, north


def box_of(thing: Patch | Token) -> Bounds:
    """The bounds of a piece or a base."""
    if isinstance(thing, Token):
        if thing.outline:
            return bounds_of((thing.outline,))
        return (
            thing.x - thing.radius,
            thing.y - thing.radius,
            thing.x + thing.radius,
            thing.y + thing.radius,
        )
    return bounds_of(thing.rings or ((thing.axis,) if thing.axis is not None else (((0.0, 0.0),),)))


def _boxes(shown: Picture) -> Iterator[Bounds]:
    for thing in shown.things:
        yield box_of(thing)
    for track in shown.tracks:
        yield bounds_of((track.points,))
    for sign in shown.signs:
        yield sign.x, sign.y, sign.x, sign.y
