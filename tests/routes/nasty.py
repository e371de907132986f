"""Small scenes made to be nasty to a search: corners next to borders, slivers, tangents, borders that meet walls, starts on lines."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from surefoot.geometry.kernel import region_distance
from surefoot.referee.protocol import find
from surefoot.table.model import Base, Model
from surefoot.table.place import on_surface
from surefoot.table.record import Record, freeze
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

    salt = 7_000_000
    ruleset = "necromunda-classic"
    # How near to a wall the mover may stand, beyond touching it: below 0 it may press it.
    clear = 1e-3

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(self.salt + seed)
        self.base = self.dice.choice([25.0, 32.0, 40.0]) / 25.4
        self.radius = self.base / 2
        self.pieces: list[tuple[str, Ring]] = []
        self.start: Point = (0.0, 0.0)
        self.goals: list[Point] = []
        self.enemies: list[Point] = []
        kinds = self.kinds()
        self.kind = kinds[seed % len(kinds)]
        self.kind()

    def kinds(self) -> list[Callable[[], None]]:
        """What a scene is nasty by, one after the other."""
        return [self.corner, self.sliver, self.meeting, self.on_lines, self.tangent, self.abutting]

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
        ruleset = find(self.ruleset)
        options = Record({name: freeze(option.default) for name, option in ruleset.catalogue.options.items()})
        profile = Record(M=self.dice.choice([6, 8, 10]), I=4, T=3, W=1)
        if self.ruleset == "gemini-arap":
            profile = Record(M=profile["M"], I=4, ap=2)
        base = Base("round", lattice(self.base))
        fighters = [("me", self.start, "blue"), *((f"e{k}", at, "red") for k, at in enumerate(self.enemies))]
        models = [
            Model(name, base, on_surface(*at), side, height=1_500_000, profile=profile)
            for name, at, side in fighters
        ]
        return ruleset.lay(
            Table(
                ruleset.name,
                "inch",
                Board(*lattice(WIDTH, DEPTH)),
                options=options,
                pieces=Shelf((f"p{k}", _piece(f"p{k}", *each)) for k, each in enumerate(self.pieces)),
                models=Shelf((model.id, model) for model in models),
            )
        )[0]


GROUND = {"mud": "difficult", "mire": "very-difficult"}


def _piece(name: str, sort: str, ring: Ring) -> Piece:
    if sort in GROUND:
        return Piece(name, "area", lattice(*ring), tags=(GROUND[sort],))
    if sort == "hurdle":
        return Piece(name, "obstacle", lattice(*ring), height=750_000, tags=("obstacle",))
    return Piece(name, "wall", lattice(*ring), height=3_000_000)


def nasty(seed: int, kind: type[Scene] = Scene) -> tuple[Table, list[Point], str]:
    """The table of a seed with a start where the base fits, the places to ask for, and what is nasty about it."""
    for attempt in range(200):
        scene = kind(seed + 6_000_000 * attempt)
        table = scene.table()
        if _fits(scene):
            return table, scene.goals, scene.kind.__name__
    raise ValueError(f"seed {seed} has no scene")


def _fits(scene: Scene) -> bool:
    x, y = scene.start
    low = scene.radius
    inside = low <= x <= WIDTH - low and low <= y <= DEPTH - low
    solid = [ring for sort, ring in scene.pieces if sort not in GROUND]
    free = all(region_distance(x, y, (ring,)) >= scene.radius + scene.clear for ring in solid)
    return inside and free and all(math.dist(at, (x, y)) > 2 * low + 1.001 for at in scene.enemies)
