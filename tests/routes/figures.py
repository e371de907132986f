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
from surefoot.geometry.search.action_spans import own_kind, part_kind
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.bends import Bends
from surefoot.geometry.search.field import PriceField
from surefoot.geometry.search.link_search import (
    ASK,
    NOTHING,
    EndSpots,
    EntryQueue,
    LinkSearch,
    LinkTable,
)
from surefoot.geometry.search.multi_start import MultiStartField, MultiStartSearch
from surefoot.geometry.search.paths import Arc, cheapest
from surefoot.geometry.search.plot import Plot


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


def open_plot(seed: int) -> Plot:
    """Obstacles on ground with one price."""
    dice = random.Random(seed)
    made = Plot(box=(0.5, 0.5, 23.5, 17.5))
    for k in range(8):
        made.solid([star(dice, dice.uniform(2, 22), dice.uniform(2, 16), 5)], 0.3, f"s{k}")
        made.disc(dice.uniform(2, 22), dice.uniform(2, 16), 0.8, f"d{k}")
    return made


def of_bends(seed: int) -> list[float]:
    """The turns on the ways to random places, and where they face at the end."""
    dice = random.Random(seed)
    chart, found = open_plot(seed).chart([1.0]), list[float]()
    search, (x, y) = Search(chart), (dice.uniform(1, 23), dice.uniform(1, 17))
    search.settle(x, y, 20.0, None)
    field, bends = PriceField(search), Bends(chart, 8e-5, frozenset())
    for _ in range(25):
        place = dice.uniform(1, 23), dice.uniform(1, 17)
        if field.cost_at(*place, 20.0) < inf:
            field.polisher.path(search, field.found, *place, True, 0.0)
            found += (bends.turned(field.polisher.best, x, y, 45.0, *place), bends.facing)
    return found


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
    field = PriceField(search)
    for _ in range(25):
        place = dice.uniform(1, 23), dice.uniform(1, 17)
        found += (field.cost_at(*place, 6.0), field.polished(*place, 6.0))
    return found


def of_links(seed: int) -> list[float]:
    """What is used behind links that leave a chart, entered at one place and then at another, and lead back to it."""
    dice = random.Random(-seed)
    chart = plot(seed).chart([1.0, 2.0, 4.0, 4.0])
    starts = array("d", [dice.uniform(1, 17) for _ in range(2 * 40)])
    ends = array("d", [value + dice.uniform(-1, 1) for value in starts])
    numbers = array("d")
    for far, kind, takes, stroke, tries in (
        (-1.0, part_kind(True, False), 0, 0.0, 3),
        (1.2, part_kind(False, False), 0, 0.0, 3),
        (1.5, part_kind(False, True), 0, 0.0, 8),
        (inf, own_kind(seed % 2 == 0, False), 2, 1.5, 3),
        (inf, own_kind(False, True), 2, 0.0, 3),
    ):
        numbers.extend((far, kind, takes, stroke, tries))
    firsts, indices = array("i", [0, 8, 16, 24, 32, 40]), array("i", [*range(8)] * 5)
    owners = array("i", range(41))
    link_table = LinkTable(numbers, firsts, starts, owners, starts, indices, firsts, ends)
    for link in range(5):
        link_table.set_least_evenly(link, dice.uniform(0, 2), dice.uniform(1, 2), dice.randrange(3))
    links, queue, multi = LinkSearch(link_table, 4.0, 3, 2, 12.0), EntryQueue(chart), MultiStartSearch(chart)
    for link in range(5):
        spots = EndSpots(queue, array("i", range(9)), ends[16 * link : 16 * link + 16])
        links.set_spots(link, [spots])
    found: list[float] = []
    for k in range(2):
        queue.enter(dice.uniform(1, 23), dice.uniform(1, 17), 1.5 * (1 - k))
        if queue.prices is None:
            multi.settle_from(queue.waiting, 1, 0, 12.0, None)
            queue.prices = MultiStartField(multi)
        else:
            first = multi.used
            multi.add_starts(queue.waiting, 1, 0, None)
            queue.prices.read_from(first)
        queue.count = 0
        found.append(links.price_starts(queue.prices))
        found += _taken(links, queue, dice)
    return [float(value) for value in found]


def _taken(links: LinkSearch, queue: EntryQueue, dice: random.Random) -> list[float]:
    """All links that are queued, whoever is asked saying what comes to his mind."""
    link_table, found = links.table, list[float]()
    links.begin()
    for link in range(link_table.count):
        links.rank(link)
    links.sort()
    while (what := links.next()) != NOTHING:
        found += (what, links.link, links.end, links.pair)
        if what == ASK:
            if dice.random() < 0.3:
                link_table.set_refused(links.pair)
            else:
                link_table.set_paid(links.pair, dice.uniform(0, 0.2), dice.uniform(0, 3), 0.1, 2)
        elif dice.random() < 0.1:
            links.reject()
        else:
            queue.enter(dice.uniform(1, 23), dice.uniform(1, 17), links.value)
            found.append(links.value)
            links.set_reached(links.link, links.end, links.value)
    found.append(queue.pending())
    queue.count = 0
    return found


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
    found += [value for seed in range(1, 9) for value in of_bends(seed)]
    found += [value for seed in range(1, 9) for value in of_links(seed)]
    found += [value for seed in range(100) for value in of_legs(seed)]
    return [float(value).hex() for value in found]


if __name__ == "__main__":
    json.dump({"interpreted": geometry.INTERPRETED, "figures": figures()}, sys.stdout)
