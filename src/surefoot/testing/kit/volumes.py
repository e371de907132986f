"""Volumes: what fills which heights over which ground, without a rule and without the engine's own shortcuts.

A model fills its base from its foot to its top, a piece of terrain its footprint between two heights.
"""

from __future__ import annotations

from collections.abc import Iterator

from surefoot.geometry import prepare
from surefoot.geometry.measure import overlaps
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass
from surefoot.referee.lens import Lens
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene, region_of
from surefoot.table.place import BOARD
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS

# Volumes that share no more height than this only touch.
TOUCH = 1e-3
# Deeper than any pit.
DEEP = 1e4


@dataclass(frozen=True)
class Volume:
    """A footprint between two heights."""

    id: str
    footprint: Body | Region
    low: float
    high: float

    def meets(self, body: Body, low: float, high: float) -> bool:
        """Whether another volume overlaps it, not only touches; a thin floor overlaps a model that it cuts."""
        return low + TOUCH < self.high and self.low < high - TOUCH and overlaps(body, self.footprint)


def of_model(table: Table, who: str) -> Volume:
    """The volume of a model."""
    pose = table.pose(who)
    return Volume(who, table.body(who), pose.z, pose.z + from_lattice(table.models[who].height))


def of_models(table: Table, without: str = "") -> Iterator[Volume]:
    """The volumes of all models on the table except one."""
    for model in table.models.values():
        if model.place.on_table and model.id != without:
            yield of_model(table, model.id)


def of_terrain(table: Table, lens: Lens | None) -> Iterator[Volume]:
    """The volumes of walls, obstacles, doors and platforms that block a mover."""
    for solid in Scene(table).ground.solids:
        if solid.piece is None:
            continue
        role = lens.role_of_piece(solid.piece) if lens is not None else "level"
        if role in ("absent", "ground", "link", "pass") or (solid.piece.sort == "area" and role != "solid"):
            continue
        yield Volume(solid.id, solid.region, solid.low, solid.high)
    pits = [piece for piece in table.pieces.values() if piece.sort == "gap" and piece.on in ("", BOARD)]
    board = Scene(table).ground.board
    if pits and board is not None:
        # The board is as deep as its pits.
        earth = prepare.difference(board, [region_of(pit.outline) for pit in pits])
        yield Volume("the side of a pit", earth, -DEEP, 0.0)


def lens_of(table: Table, who: str) -> Lens | None:
    """What things are to a model that walks: the lens of the first action with a path that it may be offered."""
    ruleset = ruleset_of(table)
    actor = table.models[who].unit or who
    for action in ruleset.actions.values():
        if action.path != "none" and action.kind == "declare" and action.offered(table, actor):
            tariffs = ruleset.tariffs(table, who, action.name)
            if tariffs:
                return tariffs[0].lens
    return None


def inside(table: Table, who: str, across: float = 0.0) -> tuple[str, ...]:
    """Everything that a model overlaps: models, terrain, and `board` where it is off it; empty if it is not on the table.

    A base may rest across terrain that rises no more than `across` above it.
    """
    model = table.models[who]
    if not model.place.on_table:
        return ()
    own, lens = of_model(table, who), lens_of(table, who)
    body = table.body(who)
    carried = {each.id for each in table.riders(who)}
    deck = table.deck(model.place.on) if model.place.kind == "surface" else None
    carrier = deck[0].id if deck is not None else ""
    # A base may rest across a rise that it steps over for nothing, be it terrain or the deck of a vehicle.
    step = max(across, lens.step if lens is not None else 0.0)
    found = [
        each.id
        for each in of_models(table, without=who)
        if each.id not in carried
        and each.id != carrier
        and each.meets(body, own.low, own.high)
        and not _rests_across_deck(table, own, each, across)
        and not _rests_across_deck(table, each, own, across)
    ]
    # A model on a ladder is beside the terrain it leads up to, although its place is the foot of the ladder.
    ladder = table.pieces.get(model.place.on) if model.place.kind == "link" else None
    hangs = ladder is not None and ladder.sort in LINK_SORTS
    # On a slope a base is not level: what the slope leads up to or rises beside is no higher than its top.
    slope = next(
        (each for each in Scene(table).ground.surfaces if each.id == model.place.on and each.sloped), None
    )
    beside = -DEEP if slope is None else slope.high + step
    found += [
        each.id
        for each in of_terrain(table, lens)
        if not hangs
        and each.high > beside + TOUCH
        and each.high > own.low + step + TOUCH
        and each.meets(body, own.low, own.high)
    ]
    board = Scene(table).ground.board
    if board is not None and not _on(body, board):
        found.append("board")
    return tuple(found)


def _rests_across_deck(table: Table, upper: Volume, lower: Volume, across: float) -> bool:
    """Whether a model is no further below the deck of another one than it steps up for nothing: then neither is in the other."""
    if not table.models[lower.id].decks:
        return False
    lens = lens_of(table, upper.id)
    return lower.high <= upper.low + max(across, lens.step if lens is not None else 0.0) + TOUCH


def _on(body: Body, board: Region) -> bool:
    west, south, east, north = board.bounds
    return west <= body.x <= east and south <= body.y <= north
