"""Models that wait beside a table: where they can be set up, in the zone of their side and clear of everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from surefoot.files.scenario import Scenario
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass
from surefoot.setup.deploy import Ground, Point, set_up
from surefoot.setup.table import blocked_ground
from surefoot.table.model import Model
from surefoot.table.scenery import Zone
from surefoot.table.table import Table


@dataclass(frozen=True)
class Deployed:
    """Where each model can be set up and which way it faces, and the groups for which there is no room."""

    places: dict[str, Point]
    facings: dict[str, float]
    without_room: tuple[tuple[str, ...], ...] = ()

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "places": {name: list(at) for name, at in self.places.items()},
            "facings": self.facings,
            "without_room": [list(each) for each in self.without_room],
        }


def deployed(scenario: Scenario, groups: Sequence[Sequence[str]], near: Point | None = None) -> Deployed:
    """Places for groups of models, one group after another: each stays together, as near to a point as there is room.

    Without a point each stands at the front of its zone; without a zone, anywhere on the table.
    """
    table = scenario.table
    unit = from_lattice(table.scale)
    blocked = blocked_ground(table)
    width, depth = _board(table)
    moved = {name for group in groups for name in group}
    taken = [_standing(table, model) for model in table.models.values() if model.id not in moved]
    grounds: dict[str, Ground] = {}
    places: dict[str, Point] = {}
    facings: dict[str, float] = {}
    without: list[tuple[str, ...]] = []
    everybody = [each for each in taken if each is not None]
    for group in groups:
        models = [table.models[name] for name in group]
        area = _area(table.scenery.zones, models[0].side, width, depth)
        ground = grounds.setdefault(models[0].side, Ground(area, blocked, unit, everybody))
        northwards = area.centroid.y <= depth / 2
        found = set_up(ground, [model.base.shape.reach for model in models], northwards, near)
        if found is None:
            without.append(tuple(group))
            continue
        places |= dict(zip(group, found, strict=True))
        facings |= dict.fromkeys(group, 0.0 if northwards else 180.0)
    return Deployed(places, facings, tuple(without))


def _area(zones: Sequence[Zone], side: str, width: float, depth: float) -> BaseGeometry:
    own = [Polygon(zone.corners).buffer(0) for zone in zones if zone.side == side]
    board = shapely.box(0, 0, width, depth)
    return shapely.unary_union(own).intersection(board) if own else board


def _board(table: Table) -> tuple[float, float]:
    assert table.board is not None
    return from_lattice(table.board.width), from_lattice(table.board.depth)


def _standing(table: Table, model: Model) -> tuple[float, float, float] | None:
    """The circle that a model on the table takes up."""
    if not model.place.on_table:
        return None
    pose = table.resolve(model.place)
    return pose.x, pose.y, model.base.shape.reach
