"""The shortest way into contact: what a charge is measured by. Lent to rulesets as a service of the game."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf

from surefoot.geometry.kernel_field import Field
from surefoot.geometry.kernel_search import Search
from surefoot.geometry.prepare import rounded
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.sweep import rings_of
from surefoot.geometry.ways import Point, Way, cheapest
from surefoot.referee.bill import bill
from surefoot.referee.itinerary import Leg
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.routes.drawing import drawn
from surefoot.routes.route import prepared
from surefoot.routes.survey import Survey, Unpriced, survey
from surefoot.table.table import Table

# Points tried on the outline of a body that is not round.
_TRIED = 0.25


@dataclass(frozen=True)
class Shortest:
    """The cheapest way into contact on one level: its legs and what they cost by the tariff, in millionths."""

    legs: tuple[Leg, ...]
    cost: int


def shortest_to_contact(
    table: Table,
    who: str,
    tariff: Tariff | str,
    target: str,
    reach: float = 0.0,
    without: tuple[str, ...] = (),
) -> Shortest | None:
    """The cheapest way of a model, however long, to where its base touches a target's, or is as near as a reach.

    On the level it stands on, by walking; zones are no matter to who ends in contact. Ground with a tag of `without` (what
    needs a test) is gone round. None: there is no such way; one by climbing or leaping may still exist.
    """
    if isinstance(tariff, str):
        tariff = ruleset_of(table).tariffs(table, who, tariff)[0]
    return _shortest(Scene(table), who, replace(tariff, allowance=0.0), target, reach, without)


@lru_cache(maxsize=1024)
def _shortest(
    scene: Scene, who: str, tariff: Tariff, target: str, reach: float, without: tuple[str, ...]
) -> Shortest | None:
    zoneless = replace(tariff, lens=replace(tariff.lens, zones=()), keep_out=())
    figure = next((one for one in scene.figures if one.id == target), None)
    if figure is None:
        return None
    try:
        ground = survey(scene, zoneless, who, (target,), without)
    except Unpriced:
        return None
    search = prepared(ground)
    body = figure.body
    distance = scene.table.models[who].base.shape.reach + body.radius + reach
    if len(body.core) == 2:
        ways = cheapest(ground.chart, ground.start, (body.x, body.y), radius=distance, search=search)
    else:
        ways = _to_outline(ground, search, body, distance)
    if not ways:
        return None
    if ways[0].cost <= 1e-9:
        return Shortest((), 0)
    legs = drawn(ground, ways[0], ways[0].end)
    itinerary = trace(scene, tariff.lens, who, legs)
    return Shortest(legs, bill(itinerary, tariff).cost)


def _to_outline(ground: Survey, search: Search, body: Body, distance: float) -> list[Way]:
    """The cheapest way to any point at a distance from a body with corners."""
    search.settle(*ground.start, inf, None)
    field = Field(search)
    best: tuple[float, Point] | None = None
    for point in _outline(body, distance):
        cost = field.cost_at(*point, best[0] if best else inf)
        if cost < inf and (best is None or cost < best[0]):
            best = cost, point
    if best is None:
        return []
    return cheapest(ground.chart, ground.start, best[1], search=search)


def _outline(body: Body, distance: float) -> list[Point]:
    """Points all round a body at a distance from it: beside its sides and round its corners."""
    found: list[Point] = []
    for ring in rings_of(rounded(Region((body.core,)), distance)):
        for i in range(0, len(ring), 2):
            ax, ay, bx, by = ring[i - 2], ring[i - 1], ring[i], ring[i + 1]
            parts = max(1, math.ceil(math.hypot(bx - ax, by - ay) / _TRIED))
            found += [(ax + (bx - ax) * k / parts, ay + (by - ay) * k / parts) for k in range(parts)]
    return found
