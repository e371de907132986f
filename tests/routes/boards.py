"""Random boards of many kinds of trouble, and a slow and obvious oracle for what can be reached on them."""

from __future__ import annotations

import heapq
import math
import random
from dataclasses import dataclass

from surefoot.geometry.kernel import leg_inside, leg_near_rings, point_segment, region_distance
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.protocol import find
from surefoot.table.model import Base, Model
from surefoot.table.place import on_surface
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece

WIDTH, DEPTH = 18.0, 14.0
Ring = tuple[float, ...]


def lattice(*values: float) -> tuple[int, ...]:
    return tuple(round(value * 1_000_000) for value in values)


def quarter(dice: random.Random, low: float, high: float) -> float:
    """On quarters of an inch edges fall together, touch and nest all the time."""
    return round(dice.uniform(low, high) * 4) / 4


def rectangle(dice: random.Random) -> Ring:
    x, y = quarter(dice, 1, WIDTH - 4), quarter(dice, 1, DEPTH - 4)
    width, depth = quarter(dice, 0.25, 4), quarter(dice, 0.25, 4)
    return (x, y, x + width, y, x + width, y + depth, x, y + depth)


def turned(dice: random.Random) -> Ring:
    """Any polygon round a point, often not convex, sometimes with slivers."""
    x, y, corners = dice.uniform(2, WIDTH - 2), dice.uniform(2, DEPTH - 2), dice.randint(3, 7)
    flat: list[float] = []
    for k in range(corners):
        angle, far = 2 * math.pi * (k + dice.random() * 0.9) / corners, dice.uniform(0.3, 2.6)
        flat += (x + far * math.cos(angle), y + far * math.sin(angle))
    return tuple(round(value, 6) for value in flat)


def _pieces(dice: random.Random) -> list[Piece]:
    found = []
    for k in range(dice.randint(3, 9)):
        outline = lattice(*(rectangle(dice) if dice.random() < 0.6 else turned(dice)))
        sort = dice.choice(["area", "area", "area", "wall", "wall", "obstacle", "closed"])
        if sort == "area":
            found.append(
                Piece(f"p{k}", "area", outline, tags=(dice.choice(["difficult", "dangerous", "plain"]),))
            )
        elif sort == "closed":
            found.append(Piece(f"p{k}", "area", outline, tags=("impassable",)))
        elif sort == "wall":
            found.append(Piece(f"p{k}", "wall", outline, height=3_000_000))
        else:
            found.append(Piece(f"p{k}", "obstacle", outline, height=750_000, tags=("obstacle",)))
    return found


def board(seed: int) -> Table:
    """A table for one fighter, `me`, among terrain, friends and enemies; he stands free, often touching something."""
    dice = random.Random(seed)
    ruleset = find("necromunda-classic")
    options = Record({name: option.default for name, option in ruleset.catalogue.options.items()})
    while True:
        pieces = _pieces(dice)
        base = Base("round", lattice(dice.choice([25.0, 32.0, 40.0]) / 25.4))
        models: list[Model] = []
        for k in range(dice.randint(1, 5)):
            spot = (quarter(dice, 1, WIDTH - 1), quarter(dice, 1, DEPTH - 1))
            name, side = ("me", "blue") if k == 0 else (f"m{k}", dice.choice(["blue", "red", "red"]))
            profile = Record(M=dice.choice([4, 5]), I=4, T=3, W=1)
            models.append(Model(name, base, on_surface(*spot), side, height=1_500_000, profile=profile))
        table = Table(
            ruleset.name,
            "inch",
            Board(*lattice(WIDTH, DEPTH)),
            options=options,
            pieces=Shelf((piece.id, piece) for piece in pieces),
            models=Shelf((model.id, model) for model in models),
        )
        laid, problems = ruleset.lay(table)
        if not problems and Oracle(laid).free(*_spot(laid)):
            return laid


def _spot(table: Table) -> tuple[float, float]:
    pose = table.pose("me")
    return pose.x, pose.y


@dataclass(frozen=True)
class Wall:
    """Something to keep away from."""

    rings: tuple[Ring, ...]
    distance: float


class Oracle:
    """Where a fighter can get on a fine grid of straight steps, each checked and priced by first principles.

    What it finds is a way that exists, so that no field may be dearer anywhere.
    """

    STEP = 0.4
    STEPS = tuple((dx, dy) for dx in range(-3, 4) for dy in range(-3, 4) if math.gcd(dx, dy) == 1)

    def __init__(self, table: Table) -> None:
        self.start = _spot(table)
        me = table.models["me"]
        self.radius = me.base.shape.reach
        self.walls: list[Wall] = []
        self.hurdles: list[tuple[Ring, float]] = []
        self.areas: list[tuple[Ring, float]] = []
        self.discs: list[tuple[float, float, float]] = []
        for piece in table.pieces.values():
            ring = tuple(from_lattice(value) for value in piece.outline)
            if piece.sort == "wall" or piece.has("impassable"):
                self.walls.append(Wall((ring,), self.radius))
            elif piece.sort == "obstacle" and piece.has("obstacle"):
                self.hurdles.append((ring, from_lattice(piece.height)))
            elif piece.sort == "obstacle":
                self.walls.append(Wall((ring,), self.radius))
            elif piece.has("difficult") or piece.has("dangerous"):
                self.areas.append((ring, 2.0))
        for model in table.models.values():
            if model.side != me.side:
                pose = table.pose(model.id)
                self.discs.append((pose.x, pose.y, 2 * self.radius + 1.0))

    def free(self, x: float, y: float) -> bool:
        low, high = self.radius, (WIDTH - self.radius, DEPTH - self.radius)
        return (
            low <= x <= high[0]
            and low <= y <= high[1]
            and all(region_distance(x, y, wall.rings) >= wall.distance for wall in self.walls)
            and all(math.hypot(x - cx, y - cy) >= away for cx, cy, away in self.discs)
            and all(region_distance(x, y, (ring,)) >= self.radius for ring, _ in self.hurdles)
        )

    def leg(self, ax: float, ay: float, bx: float, by: float) -> float:
        """What a straight step costs; infinite if it cannot be made."""
        for wall in self.walls:
            if leg_near_rings(ax, ay, bx, by, wall.rings, wall.distance):
                return math.inf
        for x, y, away in self.discs:
            if point_segment(x, y, ax, ay, bx, by) < away:
                return math.inf
        dear: list[float] = []
        for ring, _ in self.areas:
            dear += leg_inside(ax, ay, bx, by, (ring,))
        cost = math.hypot(bx - ax, by - ay) * (1.0 + _covered(dear))
        for ring, high in self.hurdles:
            cost += high * (len(leg_near_rings(ax, ay, bx, by, (ring,), self.radius)) // 2)
        return cost

    def costs(self, budget: float) -> dict[tuple[float, float], float]:
        """What each place of the grid costs, within a budget."""
        x, y = self.start
        best = {(0, 0): 0.0}
        heap = [(0.0, (0, 0))]
        legs: dict[tuple[int, int], bool] = {}
        while heap:
            cost, at = heapq.heappop(heap)
            if cost > best[at]:
                continue
            ax, ay = x + at[0] * self.STEP, y + at[1] * self.STEP
            for dx, dy in self.STEPS:
                to = at[0] + dx, at[1] + dy
                bx, by = x + to[0] * self.STEP, y + to[1] * self.STEP
                if cost + math.hypot(bx - ax, by - ay) >= min(budget, best.get(to, math.inf)):
                    continue
                if to not in legs:
                    legs[to] = self.free(bx, by)
                if legs[to]:
                    total = cost + self.leg(ax, ay, bx, by)
                    if total < min(budget, best.get(to, math.inf)):
                        best[to] = total
                        heapq.heappush(heap, (total, to))
        return {(x + i * self.STEP, y + j * self.STEP): cost for (i, j), cost in best.items()}


def _covered(spans: list[float]) -> float:
    """The share of a leg that lies in any of some stretches."""
    pairs = sorted(zip(spans[0::2], spans[1::2], strict=True))
    total, end = 0.0, 0.0
    for low, high in pairs:
        total += max(0.0, high - max(low, end))
        end = max(end, high)
    return total
