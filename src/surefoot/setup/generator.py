"""Plausible tables by style, density and seed: always playable, since lanes stay free and every platform has a ladder."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from surefoot.maps.table_map import Feature, Marker, Point, TableMap, tidy
from surefoot.records import dataclass
from surefoot.referee.protocol import find

# A structure stands within a cell and leaves a lane to its neighbours.
CELL = 8.0
LANE = 1.5
MOST_CELLS = 400


@dataclass(frozen=True)
class Site:
    """The box in which a structure is built, and the dice that shape it."""

    x: float
    y: float
    width: float
    depth: float
    dice: random.Random

    def rect(self, left: float, low: float, right: float, high: float) -> tuple[Point, ...]:
        """A rectangle given by shares of the box."""
        west, east = tidy(self.x + left * self.width), tidy(self.x + right * self.width)
        south, north = tidy(self.y + low * self.depth), tidy(self.y + high * self.depth)
        return (west, south), (east, south), (east, north), (west, north)

    def at(self, across: float, up: float) -> Point:
        """A point given by shares of the box."""
        return tidy(self.x + across * self.width), tidy(self.y + up * self.depth)


Builder = Callable[[Site], list[Feature]]


def _platform(
    site: Site,
    points: tuple[Point, ...],
    z: float,
    start: float = 0.0,
    more: Mapping[str, Any] | None = None,
) -> list[Feature]:
    """A platform with a ladder against the middle of one of its sides."""
    side = site.dice.randrange(4)
    (ax, ay), (bx, by) = points[side], points[(side + 1) % 4]
    foot = (tidy((ax + bx) / 2), tidy((ay + by) / 2))
    ladder = Feature("ladder", "ladder", "ladder", (foot,), False, {"z": start, "height": tidy(z - start)})
    return [Feature("platform", "platform", "platform", points, True, {"z": z, **(more or {})}), ladder]


def _gantry(site: Site) -> list[Feature]:
    found = _platform(site, site.rect(0.0, 0.2, 1.0, site.dice.choice((0.6, 0.7, 0.8))), 3.0)
    if site.dice.random() < 0.4:
        found += _platform(site, site.rect(0.3, 0.2, 0.7, 0.6), 6.0, 3.0)
    return found


def _crates(site: Site) -> list[Feature]:
    found: list[Feature] = []
    for left, low in ((0.0, 0.0), (0.6, 0.1), (0.1, 0.6), (0.65, 0.65)):
        if site.dice.random() < 0.75:
            size = site.dice.choice((0.2, 0.25, 0.3))
            points = site.rect(left, low, left + size, low + size)
            height = site.dice.choice((1.0, 1.5, 2.0))
            found.append(Feature("crate", "obstacle", "obstacle", points, True, {"height": height}))
    return found


def _pipe(site: Site) -> list[Feature]:
    up = site.dice.choice((0.3, 0.5, 0.7))
    ends = (site.at(0.0, up), site.at(1.0, up))
    return [Feature("pipe", "obstacle", "obstacle", ends, False, {"width": 0.6, "height": 1.0})]


def _ruin(site: Site) -> list[Feature]:
    corners = [site.at(0.05, 0.95), site.at(0.05, 0.05), site.at(0.95, 0.05), site.at(0.95, 0.95)]
    turn = site.dice.randrange(4)
    line = tuple(corners[(turn + i) % 4] for i in range(3))
    ruins = {"traits": {"wh40k-10e": {"type": "ruins"}}}
    found = [
        Feature("ruin", "area", "area", site.rect(0.0, 0.0, 1.0, 1.0), True, {"labels": ["ruin"], **ruins}),
        Feature(
            "wall",
            "wall",
            "wall",
            line,
            False,
            {"width": 0.3, "height": site.dice.choice((4.0, 5.0)), **ruins},
        ),
    ]
    if site.dice.random() < 0.5:
        found += _platform(site, site.rect(0.3, 0.3, 0.7, 0.7), 3.0, more=ruins)
    return found


def _rubble(site: Site) -> list[Feature]:
    points = tuple(
        site.at(*spot) for spot in ((0.1, 0.3), (0.5, 0.05), (0.9, 0.35), (0.75, 0.9), (0.3, 0.85))
    )
    return [Feature("rubble", "area", "area", points, True, {"tags": ["difficult"], "labels": ["rubble"]})]


def _trench(site: Site) -> list[Feature]:
    """Two parapets with an open passage between them, and duckboards."""
    found = [
        Feature(
            "parapet",
            "obstacle",
            "obstacle",
            (site.at(0.0, up), site.at(1.0, up)),
            False,
            {"width": 0.4, "height": 1.0},
        )
        for up in (0.15, 0.85)
    ]
    if site.dice.random() < 0.5:
        found += _rubble(Site(site.x, site.y + 0.3 * site.depth, site.width, 0.4 * site.depth, site.dice))
    return found


def _container(site: Site) -> list[Feature]:
    return _platform(site, site.rect(0.05, 0.25, 0.95, 0.6), 2.5, more={"under": "solid"})


def _pier(site: Site) -> list[Feature]:
    water = Feature(
        "water",
        "area",
        "area",
        site.rect(0.0, 0.0, 1.0, 1.0),
        True,
        {"tags": ["difficult"], "labels": ["water"]},
    )
    return [water, *_platform(site, site.rect(0.3, 0.0, 0.7, 1.0), 1.0)]


# What stands on tables of each style, the usual things first.
STYLES: dict[str, tuple[Builder, ...]] = {
    "industrial": (_gantry, _gantry, _crates, _pipe),
    "ruins": (_ruin, _ruin, _rubble, _crates),
    "trenches": (_trench, _trench, _rubble, _crates),
    "docks": (_container, _crates, _pier, _container),
}


def generated(
    style: str,
    ruleset: str,
    board: tuple[float, float],
    *,
    seed: int = 0,
    density: float = 0.6,
    mirrored: bool = False,
) -> TableMap:
    """A table of a style; the same seed makes the same table. `density` is the share of cells that are built on."""
    dice = random.Random(f"{style} {seed}")
    unit = 2.0 if find(ruleset).unit == "metre" and min(board) > 60 else 1.0
    cell = CELL * unit
    columns, rows = max(1, int(board[0] // cell)), max(1, int(board[1] // cell))
    while columns * rows > MOST_CELLS:
        cell *= 2
        columns, rows = max(1, int(board[0] // cell)), max(1, int(board[1] // cell))
    wide, deep = board[0] / columns, board[1] / rows
    features: list[Feature] = []
    # Of a table that is mirrored through its middle only the first half of the cells is drawn.
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    if mirrored:
        cells = cells[: len(cells) // 2]
    builders = STYLES[style]
    for column, row in cells:
        if dice.random() >= density:
            continue
        lane = LANE * unit
        site = Site(column * wide + lane, row * deep + lane, wide - 2 * lane, deep - 2 * lane, dice)
        if site.width <= 1.0 or site.depth <= 1.0:
            continue
        built = dice.choice(builders)(site)
        features += built
        if mirrored:
            features += [_opposite(each, board) for each in built]
    middle = (tidy(board[0] / 2), tidy(board[1] / 2))
    return TableMap(
        f"{style.capitalize()} {seed}",
        "generated",
        "inch",
        *board,
        tuple(features),
        (Marker("centre", middle),),
    )


def _opposite(feature: Feature, board: tuple[float, float]) -> Feature:
    """The same feature on the other side of the middle."""
    points = tuple((tidy(board[0] - x), tidy(board[1] - y)) for x, y in feature.points)
    return Feature(feature.name, feature.sort, feature.kind, points, feature.closed, feature.fields)
