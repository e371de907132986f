"""Small scenes made to be nasty to a search: corners next to borders, slivers, tangents, borders that meet walls, starts on lines."""

from __future__ import annotations

import math
import random

from surefoot.geometry.kernel import region_distance
from surefoot.referee.protocol import find
from surefoot.table.model import Base, Model
from surefoot.table.place import on_surface
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece
from tests.routes.boards import lattice

WIDTH, DEPTH = 16.0, 12.0
Ring = tuple[float, ...]
Point = tuple[float, float]


def tiny(dice: random.Random) -> float:
    """A distance that is easily overlooked: 0, or from a thousandth to a fifth."""
    return dice.choice([0.0, 10 ** dice.uniform(-3, -0.7), 10 ** dice.uniform(-3, -0.7)])


def box(x: float, y: float, long: float, wide: float, turn: float) -> Ring:
    """A rectangle from one of its corners, turned round it."""
    ux, uy = math.cos(turn), math.sin(turn)
    corners = [(0.0, 0.0), (long, 0.0), (long, wide), (0.0, wide)]
    return tuple(round(value, 6) for a, b in corners for value in (x + a * ux - b * uy, y + a * uy + b * ux))


class Scene:
    """The parts of one scene: pieces, a mover, and places to go."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(7_000_000 + seed)
        self.base = self.dice.choice([25.0, 32.0, 40.0]) / 25.4
        self.radius = self.base / 2
        self.pieces: list[tuple[str, Ring]] = []
        self.start: Point = (0.0, 0.0)
        self.goals: list[Point] = []
        kinds = [self.corner, self.sliver, self.meeting, self.on_lines, self.tangent, self.abutting]
        self.kind = kinds[seed % len(kinds)]
        self.kind()

    def beside(self, x: float, y: float, low: float = 0.5, high: float = 4.0) -> Point:
        angle, far = self.dice.uniform(0, 2 * math.pi), self.dice.uniform(low, high)
        return x + far * math.cos(angle), y + far * math.sin(angle)

    def corner(self) -> None:
        """A wall of which one corner, grown by the base, ends next to the border of mud."""
        dice = self.dice
        y = 6.0
        self.pieces.append(("mud", (0.0, y, WIDTH, y, WIDTH, DEPTH, 0.0, DEPTH)))
        off = dice.choice([0.0, self.radius, -self.radius]) + dice.choice([-1, 1]) * tiny(dice)
        turn = dice.uniform(0, 2 * math.pi)
        self.pieces.append(("wall", box(8.0, y + off, dice.uniform(1, 4), dice.uniform(0.1, 1), turn)))
        self.start = (dice.uniform(4, 7), y + dice.choice([-1, 1]) * tiny(dice))
        self.goals = [(dice.uniform(9, 12), y + dice.choice([-1, 1]) * tiny(dice)) for _ in range(4)]
        self.goals += [self.beside(8, y) for _ in range(8)]

    def sliver(self) -> None:
        """Strips of mud, some thinner than anybody would draw, across each other and round a wall."""
        dice = self.dice
        for _ in range(dice.randint(2, 4)):
            x, y = dice.uniform(5, 9), dice.uniform(4, 7)
            wide = max(2e-3, tiny(dice)) if dice.random() < 0.7 else dice.uniform(0.3, 1.5)
            self.pieces.append(("mud", box(x, y, dice.uniform(2, 6), wide, dice.uniform(0, math.pi))))
        for _ in range(dice.randint(1, 2)):
            x, y = self.beside(8, 6, 0.0, 2.0)
            self.pieces.append(
                ("wall", box(x, y, dice.uniform(0.5, 3), dice.uniform(0.05, 0.8), dice.uniform(0, math.pi)))
            )
        self.start = self.beside(8, 6, 1.5, 4)
        self.goals = [self.beside(8, 6, 0.0, 5) for _ in range(12)]

    def meeting(self) -> None:
        """Mud that begins at the very corner or side of a wall."""
        dice = self.dice
        turn = dice.choice([0.0, dice.uniform(0, math.pi)])
        wall = box(7.0, 6.0, dice.uniform(1, 3), dice.uniform(0.1, 1.5), turn)
        self.pieces.append(("wall", wall))
        k = 2 * dice.randint(0, 3)
        x, y = wall[k], wall[k + 1]
        for _ in range(dice.randint(1, 2)):
            dx, dy = dice.choice([(0.0, 0.0), (self.radius, 0.0), (0.0, self.radius), (0.0, -self.radius)])
            ring = box(
                x + dx, y + dy, dice.uniform(1, 5), dice.uniform(0.3, 3), dice.choice([turn, turn + 2, 1.0])
            )
            self.pieces.append(("mud", ring))
        self.start = self.beside(x, y, 0.8, 3.5)
        self.goals = [self.beside(x, y, 0.5, 4) for _ in range(12)]

    def on_lines(self) -> None:
        """A start and goals on borders and on their corners, with a wall in between."""
        dice = self.dice
        turn = dice.choice([0.0, 0.0, dice.uniform(0, 1.5)])
        mud = box(5.0, 4.0, dice.uniform(3, 6), dice.uniform(2, 4), turn)
        self.pieces.append(("mud", mud))
        if dice.random() < 0.7:
            x, y = self.beside(7, 5.5, 0.0, 1.5)
            self.pieces.append(("wall", box(x, y, dice.uniform(0.5, 2), 0.2, dice.uniform(0, math.pi))))

        def spot() -> Point:
            k = 2 * dice.randint(0, 3)
            share = dice.choice([0.0, dice.random(), dice.random(), tiny(dice)])
            a, b = mud[k : k + 2], (mud + mud)[k + 2 : k + 4]
            return round(a[0] + share * (b[0] - a[0]), 6), round(a[1] + share * (b[1] - a[1]), 6)

        self.start = spot()
        self.goals = [spot() for _ in range(8)] + [self.beside(7, 5.5) for _ in range(4)]

    def tangent(self) -> None:
        """Borders that touch the outline of grown walls and of other fighters, or nearly."""
        dice = self.dice
        turn = dice.choice([0.0, dice.uniform(0, math.pi)])
        wall = box(7.0, 6.0, dice.uniform(0.3, 3), dice.uniform(0.1, 1), turn)
        self.pieces.append(("wall", wall))
        k = 2 * dice.randint(0, 3)
        angle = dice.choice([turn, turn + math.pi / 2, dice.uniform(0, 2 * math.pi)])
        off = self.radius + dice.choice([-1, 1]) * tiny(dice)
        x, y = wall[k] - off * math.sin(angle), wall[k + 1] + off * math.cos(angle)
        back = dice.uniform(0.5, 4)
        x, y = x - back * math.cos(angle), y - back * math.sin(angle)
        self.pieces.append(
            ("mud", box(x, y, dice.uniform(1, 8), dice.choice([-1, 1]) * dice.uniform(0.2, 3), angle))
        )
        self.start = self.beside(wall[k], wall[k + 1], 0.7, 4)
        self.goals = [self.beside(wall[k], wall[k + 1], 0.5, 4) for _ in range(12)]

    def abutting(self) -> None:
        """Two areas that share a side, or leave a hair between them: a lane that is worth taking."""
        dice = self.dice
        turn = dice.uniform(0, math.pi)
        gap, wide = tiny(dice), dice.uniform(0.5, 2)
        x, y = 6.0, 5.0
        self.pieces.append(("mud", box(x, y, dice.uniform(2, 5), wide, turn)))
        x, y = x + (wide + gap) * -math.sin(turn), y + (wide + gap) * math.cos(turn)
        self.pieces.append(("mud", box(x, y, dice.uniform(2, 5), dice.uniform(0.5, 2), turn)))
        at = self.beside(x, y, 0.0, 2)
        self.pieces.append(
            ("wall", box(*at, dice.uniform(0.3, 2), dice.uniform(0.1, 0.6), dice.uniform(0, math.pi)))
        )
        self.start = self.beside(x, y, 0.3, 3)
        self.goals = [self.beside(x, y, 0.3, 4.5) for _ in range(12)]

    def table(self) -> Table:
        """The scene as a table of one fighter, `me`."""
        ruleset = find("necromunda-classic")
        options = Record({name: option.default for name, option in ruleset.catalogue.options.items()})
        pieces = []
        for k, (sort, ring) in enumerate(self.pieces):
            if sort == "mud":
                pieces.append(Piece(f"p{k}", "area", lattice(*ring), tags=("difficult",)))
            else:
                pieces.append(Piece(f"p{k}", "wall", lattice(*ring), height=3_000_000))
        me = Model(
            "me",
            Base("round", lattice(self.base)),
            on_surface(*self.start),
            "blue",
            height=1_500_000,
            profile=Record(M=self.dice.choice([6, 8, 10]), I=4, T=3, W=1),
        )
        return ruleset.lay(
            Table(
                ruleset.name,
                "inch",
                Board(*lattice(WIDTH, DEPTH)),
                options=options,
                pieces=Shelf((piece.id, piece) for piece in pieces),
                models=Shelf([("me", me)]),
            )
        )[0]


def nasty(seed: int) -> tuple[Table, list[Point], str]:
    """The table of a seed with a start where the base fits, the places to ask for, and what is nasty about it."""
    for attempt in range(100):
        scene = Scene(seed + 6_000_000 * attempt)
        table = scene.table()
        if _fits(scene):
            return table, scene.goals, scene.kind.__name__
    raise ValueError(f"seed {seed} has no scene")


def _fits(scene: Scene) -> bool:
    x, y = scene.start
    low = scene.radius
    inside = low <= x <= WIDTH - low and low <= y <= DEPTH - low
    walls = [ring for sort, ring in scene.pieces if sort == "wall"]
    return inside and all(region_distance(x, y, (ring,)) >= scene.radius + 1e-3 for ring in walls)
