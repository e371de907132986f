"""From a table and what happened on it to a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from surefoot.draw.picture import Disc, Label, Patch, Picture, Point, Track
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.scene import Figure, Scene
from surefoot.referee.verdict import Outcome
from surefoot.table.place import Place
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import LINK_SORTS, Piece

# Room round what is shown, in table units.
MARGIN = 1.0

# What a piece is drawn as: the first tag that has a look of its own decides for areas.
_AREA_LOOKS = ("impassable", "dangerous", "difficult", "very-difficult", "treacherous", "water")

_WORDS = {
    "impassable": "impassable ground",
    "dangerous": "dangerous ground",
    "difficult": "difficult ground",
    "very-difficult": "very difficult ground",
    "treacherous": "treacherous ground",
    "water": "water",
    "area": "other ground",
    "link": "ladder or rope",
    "side-0": "first side",
    "side-1": "second side",
    "side-2": "third side",
    "down": "model that is down",
    "goal": "where it ends",
    "walk": "on foot",
    "climb": "climb",
    "leap": "leap",
    "drop": "jump or fall",
    "ladder": "by ladder",
    "set": "moved",
    "refused": "refused here",
    "declared": "as declared",
}


def picture(
    table: Table, outcomes: Sequence[Outcome] = (), *, whole: bool = False, title: str = ""
) -> Picture:
    """A picture of a table and of what some outcomes did on it; cropped to what matters unless the `whole` is wanted."""
    scene = Scene(table)
    patches = [_terrain(piece) for piece in _from_below(table)]
    discs: list[Disc] = []
    labels = [*_heights(table)]
    tracks: list[Track] = []
    sides = list(dict.fromkeys(model.side for model in table.models.values()))
    for figure in scene.figures:
        shown = _base(figure, sides, figure.body)
        (patches if isinstance(shown, Patch) else discs).append(shown)  # type: ignore[arg-type]  # by its kind
        labels.append(Label(figure.pose.x, figure.pose.y, figure.id, "name", figure.reach))
    for result in outcomes:
        _what_happened(table, result, patches, discs, tracks, labels)
    board = None
    if table.board is not None:
        board = (0.0, 0.0, from_lattice(table.board.width), from_lattice(table.board.depth))
    bounds = board if whole and board else _bounds(board, patches, discs, tracks)
    kinds = dict.fromkeys([*(p.kind for p in patches), *(d.kind for d in discs), *(t.kind for t in tracks)])
    legend = tuple((kind, _WORDS.get(kind, kind.replace("-", " "))) for kind in kinds)
    return Picture(
        bounds,
        "″" if table.unit == "inch" else " m",
        title,
        tuple(_caption(result, table) for result in outcomes),
        tuple(patches),
        tuple(discs),
        tuple(tracks),
        tuple(labels),
        legend,
        board,
    )


def _from_below(table: Table) -> list[Piece]:
    """Pieces in the order in which they are drawn: what is higher covers what is lower."""
    order = {"area": 0, "gap": 1}
    return sorted(
        (piece for piece in table.pieces.values() if piece.outline or piece.sort in LINK_SORTS or piece.line),
        key=lambda piece: (order.get(piece.sort, 2), piece_top(piece), piece.id),
    )


def _points(flat: Sequence[int]) -> tuple[Point, ...]:
    return tuple((from_lattice(flat[i]), from_lattice(flat[i + 1])) for i in range(0, len(flat), 2))


def _terrain(piece: Piece) -> Patch:
    top = from_lattice(piece_top(piece))
    if piece.sort in LINK_SORTS or not piece.outline:
        (x0, y0), (x1, y1) = _points(piece.line)
        kind = "link" if piece.sort in LINK_SORTS else piece.sort
        if math.dist((x0, y0), (x1, y1)) < 0.01:
            return Patch(_square(x0, y0, 0.25), kind, top, piece.id)
        return Patch(((x0, y0), (x1, y1)), kind, top, piece.id)
    if piece.sort == "area":
        look = next((tag for tag in _AREA_LOOKS if tag in piece.tags), "area")
        return Patch(_points(piece.outline), look, top, f"{piece.id}: {', '.join(piece.tags) or 'ground'}")
    kind: str = f"door-{'open' if piece.is_('open') else 'closed'}" if piece.sort == "door" else piece.sort
    return Patch(_points(piece.outline), kind, top, f"{piece.id}, {top:g} high")


def _square(x: float, y: float, half: float) -> tuple[Point, ...]:
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def _heights(table: Table) -> list[Label]:
    """How high each level is, written in its corner."""
    found = []
    for piece in table.pieces.values():
        if piece.sort in ("platform", "lift", "obstacle", "wall") and piece.outline:
            xs, ys = zip(*_points(piece.outline), strict=True)
            found.append(
                Label(
                    min(xs) + 0.1, max(ys) - 0.1, f"{piece.id} {from_lattice(piece_top(piece)):g}", "height"
                )
            )
    return found


def _base(figure: Figure, sides: list[str], body: Body, kind: str = "") -> Disc | Patch:
    look = kind or f"side-{min(2, sides.index(figure.model.side))}"
    title = f"{figure.id} at {figure.pose.x:g}, {figure.pose.y:g}, {figure.pose.z:g} up"
    if figure.model.statuses:
        title += f", {', '.join(figure.model.statuses)}"
    if figure.model.base.kind == "round":
        return Disc(body.x, body.y, body.radius, look, figure.pose.facing, title)
    points = tuple((body.core[i], body.core[i + 1]) for i in range(0, len(body.core), 2))
    return Patch(points, look, figure.pose.z, title)


def _what_happened(
    table: Table,
    result: Outcome,
    patches: list[Patch],
    discs: list[Disc],
    tracks: list[Track],
    labels: list[Label],
) -> None:
    who = result.declaration.actor
    if who not in table.models:
        return
    pose = table.pose(who) if table.models[who].place.on_table else None
    for line in result.ledger:
        start, end = _xy(line.start), _xy(line.end)
        mode = line.what.split(" ")[0]
        kind = mode if mode in ("climb", "leap", "drop", "ladder") else "walk"
        words = f"{line.what}: {from_lattice(line.length):g} at ×{from_lattice(line.rate):g} = {from_lattice(line.cost):g}"
        tracks.append(Track((start, end), kind, words))
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if line.cost and line.length >= 200_000:
            labels.append(Label(*middle, f"{from_lattice(line.cost):g}", "cost", 0.1))
    ends: dict[str, tuple[float, float, float]] = {}
    for event in result.events:
        place = next(
            (value for name, value in event.details if name == "to" and isinstance(value, Place)), None
        )
        if place is None or not place.on_table:
            continue
        there = result.run.table.resolve(place)
        if event.what in ("falls", "is driven", "is moved aside", "goes back") and event.who in table.models:
            before = ends.get(event.who) or (*table.pose(event.who)[:2], 0.0)
            kind = "drop" if event.what == "falls" else "set"
            tracks.append(
                Track(((before[0], before[1]), (there.x, there.y)), kind, f"{event.who} {event.what}")
            )
        ends[event.who] = (there.x, there.y, there.facing)
    for name, (x, y, _) in ends.items():
        model = table.models[name]
        body = model.base.shape.at(x, y, 0.0)
        if model.base.kind == "round":
            discs.append(Disc(x, y, body.radius, "goal", None, f"{name} ends here"))
    if result.verdict == "illegal" and pose is not None:
        # What was declared and refused is shown as well.
        points = [(pose.x, pose.y), *(_goal(leg.to) for leg in result.declaration.legs if leg.to is not None)]
        tracks.append(Track(tuple(points), "declared", "as declared"))
    for reason in result.breaks:
        if reason.where is not None:
            x, y = from_lattice(reason.where[0]), from_lattice(reason.where[1])
            patches.append(Patch(_square(x, y, 0.2), "refused", 0.0, f"{reason.clause}: {reason.says}"))


def _goal(to: tuple[int, int]) -> Point:
    return from_lattice(to[0]), from_lattice(to[1])


def _xy(point: tuple[int, int, int]) -> Point:
    return from_lattice(point[0]), from_lattice(point[1])


def _bounds(
    board: tuple[float, float, float, float] | None,
    patches: list[Patch],
    discs: list[Disc],
    tracks: list[Track],
) -> tuple[float, float, float, float]:
    """Everything that is shown, with a margin, but not beyond the board."""
    xs = [x for patch in patches for x, _ in patch.points] + [x for track in tracks for x, _ in track.points]
    ys = [y for patch in patches for _, y in patch.points] + [y for track in tracks for _, y in track.points]
    for disc in discs:
        xs += [disc.x - disc.radius, disc.x + disc.radius]
        ys += [disc.y - disc.radius, disc.y + disc.radius]
    if not xs:
        return board or (0.0, 0.0, 10.0, 10.0)
    west, south, east, north = min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN
    if board is not None:
        west, south = max(west, board[0] - MARGIN / 2), max(south, board[1] - MARGIN / 2)
        east, north = min(east, board[2] + MARGIN / 2), min(north, board[3] + MARGIN / 2)
    return west, south, east, north


def _caption(result: Outcome, table: Table) -> str:
    who = ", ".join(result.declaration.who)
    unit = "″" if table.unit == "inch" else " m"
    words = {"legal": "legal", "illegal": "illegal", "stopped-short": "stopped short"}[result.verdict]
    text = f"{who} · {result.declaration.action}: {words}, {from_lattice(result.cost):g}{unit}"
    if result.breaks:
        text += f" – {result.breaks[0].says} [{result.breaks[0].clause}]"
    return text


def describe(shown: Picture) -> dict[str, Any]:
    """The picture as plain data, for the browser."""
    from dataclasses import asdict

    return asdict(shown)
