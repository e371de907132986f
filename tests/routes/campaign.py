"""Cheapest paths on random boards and nasty scenes beside the dense oracle: `python -m tests.routes.campaign --boards 0-399`.

For each place: what `reach` says it costs, what `cheapest` finds there and back, and what the oracle pays. A place is *lost*
if only the oracle gets there, *dear* if ours costs more than the oracle's path by more than a thousandth, *denied* if no path
is drawn that is billed within 0.0005 of its price, and *in vain* if it is promised nevertheless.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from surefoot.geometry.search.paths import cheapest
from surefoot.routes.one_level.reach import Reach, reach
from surefoot.routes.one_level.route import Route, prepared, route
from surefoot.table.table import Table
from tests.routes.boards import board
from tests.routes.dense import SPACING, Dense, Point
from tests.routes.nastier import NASTIER, Nastier
from tests.routes.nasty import Scene, nasty

# Places per board, besides those on borders.
PLACES = 40


@dataclass(frozen=True)
class Compared:
    """One place: what it costs by each way of asking."""

    name: str
    place: Point
    oracle: float
    field: float
    there: float
    back: float
    # What the referee bills at a budget just above the price; infinite if it refuses.
    billed: float = 0.0

    @property
    def over(self) -> float:
        """How much more than the oracle the dearest of our answers costs."""
        return max(self.field, self.there) - self.oracle

    @property
    def apart(self) -> float:
        """How much the answers of `reach` and `route`, there and back, differ."""
        found = (self.field, self.there, self.back)
        return max(found) - min(found) if max(found) < math.inf else math.inf * (max(found) != min(found))


def places_of(table: Table, field: Reach, seed: int) -> list[Point]:
    """Places to ask for: anywhere round the start, and on or next to the borders of areas."""
    dice, chart = random.Random(seed), field.ground.chart
    x, y = field.ground.start
    far = field.budget
    found = [(x + dice.uniform(-far, far), y + dice.uniform(-far, far)) for _ in range(PLACES)]
    edges = chart.firsts[chart.areas]
    for _ in range(PLACES // 2 if edges else 0):
        k, share, off = dice.randrange(edges), dice.random(), dice.choice([0.0, 1e-3, -1e-3, 0.05, -0.05])
        ax, ay, bx, by = chart.edges[4 * k : 4 * k + 4]
        away = math.hypot(bx - ax, by - ay)
        found.append(
            (ax + share * (bx - ax) - off * (by - ay) / away, ay + share * (by - ay) + off * (bx - ax) / away)
        )
    return [place for place in found if math.dist(place, (x, y)) < far]


def compared(name: str, table: Table, places: list[Point], spacing: float = SPACING) -> Iterator[Compared]:
    """Each of some places that the oracle or the search reaches within the mover's allowance."""
    field = reach(table, "me", "move")
    ground = field.ground
    dense = Dense(ground.chart, ground.start, field.budget, ground.leaving, spacing)
    search = prepared(ground)
    # A hurdle under the base at the start has been paid for, and an obstacle there may be left.
    symmetric = not ground.leaving and not ground.chart.hurdle_count
    for place in places:
        if not ground.chart.spot_free(*place):
            continue
        oracle, priced = dense.cost(*place), field.cost(*place)
        if oracle == math.inf and priced is None:
            continue
        limit = field.budget + field.error
        ways = cheapest(ground.chart, ground.start, place, limit=limit, search=search)
        back = cheapest(ground.chart, place, ground.start, limit=limit) if symmetric else ways
        assert all(math.dist(way.end, place) < 1e-6 for way in ways), name
        yield Compared(
            name,
            place,
            oracle,
            math.inf if priced is None else priced,
            ways[0].cost if ways else math.inf,
            back[0].cost if back else math.inf,
        )


def random_board(seed: int) -> tuple[Table, list[Point]]:
    """A random board and places on it."""
    table = board(seed)
    return table, places_of(table, reach(table, "me", "move"), seed)


def nasty_scene(seed: int) -> tuple[Table, list[Point]]:
    """A nasty scene and places on it; from a seed on those of the newer kinds."""
    table, goals, _ = nasty(seed, Nastier if seed >= NASTIER else Scene)
    return table, goals + places_of(table, reach(table, "me", "move"), seed)[-PLACES // 2 :]


def in_vain(table: Table, places: list[Point], below: float = 5e-4) -> Iterator[tuple[Point, float, str]]:
    """The places that are promised with a budget a little above their price, and that `route` then denies."""
    for place, cost, says in denied(table, places, below):
        tight = reach(table, "me", "move", budget=_tight(cost + below))
        if tight.says(*place) == "yes":
            yield place, cost, says


def denied(table: Table, places: list[Point], below: float = 5e-4) -> Iterator[tuple[Point, float, str]]:
    """The places that `route` denies with a budget a little above their price, promised or not."""
    field = reach(table, "me", "move")
    for place in places:
        cost = field.at_most(*place)
        if cost + below > field.budget or field.ground.resting.refuses(*place):
            continue
        way = route(table, "me", "move", place, budget=_tight(cost + below))
        if not isinstance(way, Route):
            yield place, cost, str(way.says)
        elif way.cost > _tight(cost + below) + 1e-6:
            yield place, cost, f"billed {way.cost:.6f}"


def _tight(budget: float) -> float:
    return math.ceil(budget * 1e6) / 1e6


def _seeds(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> int:
    """Run the campaign; 1 if it finds something."""
    out = sys.stdout.write
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=_seeds, default=range(0), help="seeds of random boards: 0-399")
    parser.add_argument(
        "--scenes", type=_seeds, default=range(0), help="seeds of nasty scenes: 0-299, 60000-60199"
    )
    parser.add_argument("--spacing", type=float, default=SPACING, help="distance of the oracle's spots")
    parser.add_argument("--vain", action="store_true", help="only ask whether promises are kept")
    parser.add_argument("--show", type=float, default=0.005, help="show places that are dearer by more")
    asked = parser.parse_args()
    begun, found, vain, refused, asked_for = time.time(), [], 0, 0, 0
    for sort, seeds in (("board", asked.boards), ("scene", asked.scenes)):
        for seed in seeds:
            table, places = random_board(seed) if sort == "board" else nasty_scene(seed)
            if asked.vain:
                asked_for += len(places)
                lost = list(denied(table, places))
                promised = list(in_vain(table, [place for place, _, _ in lost]))
                vain, refused = vain + len(promised), refused + len(lost)
                for place, cost, says in lost:
                    how = "in vain" if (place, cost, says) in promised else "denied"
                    out(f"{sort} {seed} {place} {how}: {cost:.6f} {says}\n")
                continue
            for each in compared(f"{sort} {seed}", table, places, asked.spacing):
                found.append(each)
                if each.over > asked.show or each.apart > asked.show:
                    out(
                        f"{each.name} {each.place} oracle {each.oracle:.5f} field {each.field:.5f}"
                        f" there {each.there:.5f} back {each.back:.5f}\n"
                    )
    if asked.vain:
        out(f"{asked_for} places: {vain} in vain, {refused} denied; {time.time() - begun:.0f} s\n")
        return int(vain > 0)
    lost = [each for each in found if each.over == math.inf]
    over = sorted((each.over for each in found if each.over < math.inf), reverse=True)
    counts = ", ".join(f"{sum(value > more for value in over)} over {more}" for more in (0.001, 0.005, 0.02))
    apart = sum(each.apart > 0.001 for each in found)
    out(f"{len(found)} places: {len(lost)} lost, {counts}, worst {max(over, default=0.0):.4f};")
    out(f" {apart} apart by over 0.001; {time.time() - begun:.0f} s\n")
    return int(bool(lost) or (bool(over) and over[0] > 0.005))


if __name__ == "__main__":
    sys.exit(main())
