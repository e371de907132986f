"""Figures from all over the kernel, to the last bit: what is compiled must give the same as what is interpreted."""

from __future__ import annotations

import json
import math
import random
import sys
from array import array
from math import inf

from surefoot import geometry
from surefoot.geometry import kernel
from surefoot.geometry.charting import Plot
from surefoot.geometry.kernel_field import Field
from surefoot.geometry.kernel_links import Links, beaten, manner, own_manner
from surefoot.geometry.kernel_search import Search
from surefoot.geometry.kernel_spread import Spread, Swell
from surefoot.geometry.ways import Arc, cheapest


def star(dice: random.Random, x: float, y: float, corners: int) -> tuple[float, ...]:
    """A polygon round a point, often not convex."""
    flat: list[float] = []
    for k in range(corners):
        angle, far = 2 * math.pi * (k + dice.random() * 0.8) / corners, dice.uniform(0.6, 3.0)
        flat += (x + far * math.cos(angle), y + far * math.sin(angle))
    return tuple(flat)


def plot(seed: int) -> Plot:
    """Obstacles, areas that overlap, and hurdles, strewn over 24 by 18."""
    dice = random.Random(seed)
    made = Plot(box=(0.5, 0.5, 23.5, 17.5))
    for k in range(5):
        made.solid([star(dice, dice.uniform(2, 22), dice.uniform(2, 16), 5)], 0.5, f"s{k}")
        made.disc(dice.uniform(2, 22), dice.uniform(2, 16), 1.4, f"d{k}")
    for _ in range(4):
        made.area([star(dice, dice.uniform(2, 22), dice.uniform(2, 16), 7)], dice.choice([1, 2]))
    made.hurdle([star(dice, dice.uniform(2, 22), dice.uniform(2, 16), 4)], 0.5, 1e-4, 0.75)
    return made


def of_ways(seed: int) -> list[float]:
    """Costs and corners of ways, and prices of places, over one random chart."""
    dice = random.Random(-seed)
    chart = plot(seed).chart([1.0, 2.0, 4.0, 4.0])
    found: list[float] = []
    start = dice.uniform(1, 23), dice.uniform(1, 17)
    for _ in range(4):
        for way in cheapest(chart, start, (dice.uniform(1, 23), dice.uniform(1, 17)), limit=20.0):
            found.append(way.cost)
            for part in way.parts:
                if isinstance(part, Arc):
                    found += (float(part.circle), part.side, part.nx, part.ny, part.turn)
                else:
                    found += (part.ax, part.ay, part.bx, part.by)
    search = Search(chart)
    search.settle(*start, 6.0, None)
    field = Field(search)
    for _ in range(25):
        place = dice.uniform(1, 23), dice.uniform(1, 17)
        found += (field.cost_at(*place, 6.0), field.polished(*place, 6.0))
    return found


def of_links(seed: int) -> list[float]:
    """What is used behind links that leave a chart, entered at one place and then at another."""
    dice = random.Random(-seed)
    chart = plot(seed).chart([1.0, 2.0, 4.0, 4.0])
    starts = array("d", [dice.uniform(1, 17) for _ in range(2 * 40)])
    ends = array("d", [value + dice.uniform(-1, 1) for value in starts])
    numbers, manners = array("d"), array("d")
    for far, rise, how in (
        (-1.0, 0.0, (manner(True, False), 0, 0.0)),
        (1.2, 2.0, (manner(False, False), 0, 0.0)),
        (1.5, 0.0, (manner(False, True), 0, 0.0)),
        (inf, 0.0, (own_manner(seed % 2 == 0, False), 2, 1.5)),
        (inf, 0.0, (own_manner(False, True), 2, 0.0)),
    ):
        numbers.extend((far, dice.uniform(0, 2), dice.uniform(1, 2), 0.3, 0.8, rise))
        manners.extend(how)
    firsts, indices = array("i", [0, 8, 16, 24, 32, 40]), array("i", [*range(8)] * 5)
    owners, each = array("i", range(41)), array("i", range(6))
    links = Links(numbers, manners, each, firsts, starts, owners, starts, indices, firsts, ends)
    spread = Spread(chart)
    found: list[float] = []
    for k in range(2):
        entry = array("d", [dice.uniform(1, 23), dice.uniform(1, 17), 1.5 * (1 - k)])
        if k == 0:
            spread.settle_from(entry, 1, 0, 12.0, None)
            swell = Swell(spread)
        else:
            first = spread.used
            spread.go_on_from(entry, 1, 0, None)
            swell.read_from(first)
        found.append(links.price(swell, 12.0))
        for link in range(5):
            for cost, number, end, *others in links.ranked(link, 4.0, 3, 2, 12.0):
                found += (cost, number, end, *others)
                links.is_there(link, end, cost)
                x, y = ends[2 * (8 * link + end)], ends[2 * (8 * link + end) + 1]
                found.append(beaten(chart, entry, 1, x, y, cost))
    return [float(value) for value in found]


def of_legs(seed: int) -> list[float]:
    """Everything that the kernel says about one leg and one polygon."""
    dice = random.Random(seed)
    ring, other = star(dice, 5, 5, 7), star(dice, 6, 6, 5)
    leg = tuple(dice.uniform(0, 10) for _ in range(4))
    rings = (ring, other)
    found = [
        kernel.point_segment(*leg, *ring[:2]),
        kernel.segment_segment(*leg, *ring[:4]),
        kernel.edge_distance(*leg[:2], rings),
        kernel.region_distance(*leg[:2], rings),
        kernel.signed_area(ring),
        kernel.core_distance(ring, other),
        float(kernel.is_convex(ring)),
        float(kernel.inside_rings(*leg[:2], rings)),
        *kernel.bounds(ring),
        *kernel.from_lowest(ring, -1.0),
        *kernel.leg_inside(*leg, rings),
        *kernel.leg_along_edges(*leg, rings, 1e-4),
        *kernel.leg_near_segment(*leg, *ring[:4], 0.7),
        *kernel.leg_near_edges(*leg, rings, 0.4),
        *kernel.leg_near_rings(*leg, rings, 0.4),
        *kernel.leg_clear_inside(*leg, rings, 0.2),
    ]
    hull = (0.0, 0.0, 2.0, 0.0, 2.5, 1.0, 0.5, 2.0)
    return found + kernel.minkowski(kernel.from_lowest(hull, 1.0), kernel.from_lowest(hull, -1.0))


def figures() -> list[str]:
    """All of them, written so that no bit is lost."""
    found = [value for seed in range(1, 9) for value in of_ways(seed)]
    found += [value for seed in range(1, 9) for value in of_links(seed)]
    found += [value for seed in range(100) for value in of_legs(seed)]
    return [float(value).hex() for value in found]


if __name__ == "__main__":
    json.dump({"interpreted": geometry.INTERPRETED, "figures": figures()}, sys.stdout)
