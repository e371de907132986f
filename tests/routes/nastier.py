"""More scenes made to be nasty to a search: chequered ground, wedges, starts that touch, hurdles, rims of enemies, three rates."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.routes.nasty import Point, Ring, Scene, box, tiny

# The seeds of nasty scenes from this one on are those of the kinds of this module.
NASTIER = 60_000


def disc(x: float, y: float, radius: float, count: int, turn: float) -> Ring:
    """A polygon with its corners on a circle."""
    angles = [turn + 2 * math.pi * k / count for k in range(count)]
    return tuple(
        round(value, 6) for a in angles for value in (x + radius * math.cos(a), y + radius * math.sin(a))
    )


class Nastier(Scene):
    """One such scene."""

    salt = 11_000_000

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.goals = [(round(x, 6), round(y, 6)) for x, y in self.goals]

    def kinds(self) -> list[Callable[[], None]]:
        """What a scene is nasty by, one after the other."""
        first = [self.wedge, self.star, self.hoop, self.nested, self.ended]
        return [*first, self.touching, self.rim, self.cornered, self.hurdles, self.chequered]

    def add(self, sort: str, ring: Ring) -> Ring:
        self.pieces.append((sort, tuple(round(value, 6) for value in ring)))
        return ring

    def wall(self, x: float, y: float) -> Ring:
        dice = self.dice
        long, wide, turn = dice.uniform(0.3, 3), dice.uniform(0.05, 1), dice.uniform(0, 2 * math.pi)
        return self.add("wall", box(x, y, long, wide, turn))

    def on_borders(self, count: int) -> list[Point]:
        """Points on borders and hurdles, some of them corners."""
        dice, found = self.dice, []
        rings = [ring for sort, ring in self.pieces if sort != "wall"]
        for _ in range(count if rings else 0):
            ring = dice.choice(rings)
            k = 2 * dice.randrange(len(ring) // 2)
            share = dice.choice([0.0, dice.random(), dice.random(), tiny(dice)])
            (ax, ay), (bx, by) = ring[k : k + 2], (ring + ring)[k + 2 : k + 4]
            found.append((ax + share * (bx - ax), ay + share * (by - ay)))
        return found

    def wedge(self) -> None:
        """A wedge of free ground between two areas, over a corner of a wall or of its outline."""
        dice = self.dice
        wall = self.wall(7, 6)
        k = 2 * dice.randint(0, 3)
        angle = dice.uniform(0, 2 * math.pi)
        off, aside = dice.choice([0.0, self.radius, self.radius + tiny(dice)]), dice.uniform(0, 2 * math.pi)
        x, y = wall[k] + off * math.cos(aside), wall[k + 1] + off * math.sin(aside)
        back = dice.uniform(0.3, 3)
        tip = x - back * math.cos(angle), y - back * math.sin(angle)
        opening, wide = dice.choice([0.002, 0.01, 0.05, 0.2, 0.6]), dice.uniform(0.3, 1.5)
        far = dice.uniform(back, back + 3)
        for side in (1, -1):
            turns = (angle + side * opening / 2, angle + side * (opening / 2 + wide))
            ring = [tip, *((tip[0] + far * math.cos(turn), tip[1] + far * math.sin(turn)) for turn in turns)]
            self.add("mud", tuple(value for point in ring for value in point))
        self.start = self.beside(x, y, 0.7, 3.5)
        self.goals = [self.beside(x, y, 0.2, 4) for _ in range(12)]

    def star(self) -> None:
        """Areas with a corner or a border at the very start."""
        dice, (x, y) = self.dice, (8.0, 6.0)
        angle = dice.uniform(0, 2 * math.pi)
        for _ in range(dice.randint(1, 4)):
            wide, far = dice.uniform(0.05, 1.5), dice.uniform(0.3, 4)
            if dice.random() < 0.6:
                ends = [(x + far * math.cos(a), y + far * math.sin(a)) for a in (angle, angle + wide)]
                self.add("mud", (x, y, *ends[0], *ends[1]))
            else:
                back = dice.uniform(0, 2)
                wide_too = dice.choice([-1, 1]) * dice.uniform(0.05, 2)
                at = x - back * math.cos(angle), y - back * math.sin(angle)
                self.add("mud", box(*at, far + back, wide_too, angle))
            angle += wide + dice.choice([0.0, dice.uniform(0, 2)])
        for _ in range(dice.randint(0, 2)):
            self.wall(*self.beside(x, y, self.radius, 2.5))
        self.start = x, y
        self.goals = [self.beside(x, y, 0.1, 5) for _ in range(8)] + self.on_borders(6)

    def hoop(self) -> None:
        """Round mud, as wide as the base or nearly, about the corner of a wall or near it."""
        dice = self.dice
        wall = self.wall(7, 6)
        k = 2 * dice.randint(0, 3)
        x, y = wall[k : k + 2]
        for _ in range(dice.randint(1, 2)):
            radius = self.radius * dice.choice([1, 1, 2, 0.5]) + dice.choice([-1, 0, 0, 1]) * tiny(dice)
            count = dice.choice([6, 8, 12, 24, 48])
            at = (x, y) if dice.random() < 0.6 else self.beside(x, y, 0, self.radius * 2)
            turn = dice.choice([0.0, dice.uniform(0, 1)])
            self.add("mud", disc(*at, max(radius, 0.05), count, turn))
        if dice.random() < 0.5:
            self.wall(*self.beside(x, y, 1, 2.5))
        self.start = self.beside(x, y, 0.7, 3)
        self.goals = [self.beside(x, y, 0.3, 3.5) for _ in range(10)] + self.on_borders(4)

    def nested(self) -> None:
        """Areas in areas, with three rates, that share sides and corners."""
        dice = self.dice
        self.ruleset = "gemini-arap"
        turn = dice.choice([0.0, dice.uniform(0, 1.5)])
        wide, deep = dice.uniform(3, 6), dice.uniform(2, 5)
        c, s = math.cos(turn), math.sin(turn)

        def at(u: float, v: float) -> Point:
            return 5.0 + u * c - v * s, 3.5 + u * s + v * c

        west, south, east, north = 0.0, 0.0, wide, deep
        for _ in range(dice.randint(2, 4)):
            corners = [at(west, south), at(east, south), at(east, north), at(west, north)]
            self.add(dice.choice(["mud", "mire"]), tuple(value for corner in corners for value in corner))
            across, along = east - west, north - south
            west += dice.choice([0.0, tiny(dice), across * dice.uniform(0.1, 0.4)])
            south += dice.choice([0.0, tiny(dice), along * dice.uniform(0.1, 0.4)])
            east -= dice.choice([0.0, tiny(dice), across * dice.uniform(0.1, 0.4)])
            north -= dice.choice([0.0, tiny(dice), along * dice.uniform(0.1, 0.4)])
        if dice.random() < 0.7:
            self.wall(*at(dice.uniform(0, wide), dice.uniform(0, deep)))

        def anywhere() -> Point:
            return at(dice.uniform(-1.5, wide + 1.5), dice.uniform(-1.5, deep + 1.5))

        self.start = anywhere()
        self.goals = [anywhere() for _ in range(10)] + self.on_borders(4)

    def ended(self) -> None:
        """Walls that end on borders or run along them, some as thin as lines."""
        dice = self.dice
        mud = self.add(
            "mud",
            box(6.0, 4.0, dice.uniform(2, 5), dice.uniform(1, 4), dice.choice([0.0, dice.uniform(0, 3)])),
        )
        for _ in range(dice.randint(1, 3)):
            k = 2 * dice.randint(0, 3)
            (ax, ay), (bx, by) = mud[k : k + 2], (mud + mud)[k + 2 : k + 4]
            share = dice.choice([0.0, dice.random(), dice.random()])
            turn = dice.choice([0.0, math.pi, math.pi / 2, -math.pi / 2, dice.uniform(0, 6.3)])
            wide = dice.choice([-1, 1]) * dice.choice([0.002, 0.05, 0.25])
            x, y = ax + share * (bx - ax), ay + share * (by - ay)
            self.add("wall", box(x, y, dice.uniform(0.3, 2.5), wide, math.atan2(by - ay, bx - ax) + turn))
        self.start = self.beside(7.5, 5.5, 0.7, 4)
        self.goals = [self.beside(7.5, 5.5, 0.2, 4) for _ in range(10)] + self.on_borders(4)

    def touching(self) -> None:
        """A start and goals that touch a wall or its corner, where borders begin."""
        dice = self.dice
        self.clear = -5e-5
        turn = dice.choice([0.0, math.pi / 2, dice.uniform(0, 6.28)])
        wall = self.add("wall", box(7.0, 6.0, dice.uniform(0.5, 3), dice.uniform(0.05, 1), turn))
        ax, ay, bx, by = wall[:4]
        side = math.atan2(by - ay, bx - ax)

        def beside(share: float, away: float, slant: float = 0.0) -> Point:
            angle = side - math.pi / 2 + slant
            x, y = ax + share * (bx - ax), ay + share * (by - ay)
            return x + away * math.cos(angle), y + away * math.sin(angle)

        share = dice.choice([0.0, dice.random(), 1.0])
        slant = dice.choice([0.0, (2 * share - 1) * dice.uniform(0, 1.5)]) if share in (0.0, 1.0) else 0.0
        self.start = beside(
            share, self.radius + dice.choice([0.0, 1e-6, 2e-6, 5e-5, 1e-4, 2e-4, 1e-3]), slant
        )
        for _ in range(dice.randint(0, 2)):
            at = self.start if dice.random() < 0.6 else beside(share, 0.0)
            wide = dice.choice([-1, 1]) * dice.uniform(0.1, 2)
            turn = dice.choice([side, side - math.pi / 2 + slant, dice.uniform(0, 6.28)])
            self.add("mud", box(*at, dice.uniform(0.5, 4), wide, turn))
        if dice.random() < 0.4:
            self.wall(*self.beside(*self.start, 2 * self.radius, 3))
        self.goals = [self.beside(7, 6, 0.5, 5) for _ in range(8)] + self.on_borders(4)
        self.goals += [beside(dice.random(), self.radius + dice.choice([0.0, 1e-6, 1e-4])) for _ in range(3)]

    def rim(self) -> None:
        """An enemy that keeps others away up to a border, to a lane beside a wall, or to the rim of another enemy."""
        dice, (x, y) = self.dice, (8.0, 6.0)
        self.enemies.append((x, y))
        rim, angle = 2 * self.radius + 1.0, dice.uniform(0, 6.28)
        sort = dice.choice(["border", "wall", "rims"])
        off = rim + dice.choice([-1, 0, 1]) * tiny(dice)
        px, py = x + off * math.cos(angle), y + off * math.sin(angle)
        along = angle + math.pi / 2
        if sort == "rims":
            off = 2 * rim + dice.choice([-1, 1]) * tiny(dice)
            self.enemies.append((round(x + off * math.cos(angle), 6), round(y + off * math.sin(angle), 6)))
        elif sort == "wall":
            gap, back = self.radius + dice.choice([-1, 1]) * tiny(dice), dice.uniform(0.2, 2)
            at = px + gap * math.cos(angle), py + gap * math.sin(angle)
            at = at[0] - back * math.cos(along), at[1] - back * math.sin(along)
            self.add("wall", box(*at, dice.uniform(back, back + 2), -dice.uniform(0.1, 1), along))
        for _ in range(dice.randint(1, 2)):
            back = dice.uniform(0.2, 3)
            turn = along + dice.choice([0.0, 0.0, dice.uniform(-0.3, 0.3), dice.uniform(0, 3)])
            wide = dice.choice([-1, 1]) * dice.uniform(0.1, 2)
            at = px - back * math.cos(turn), py - back * math.sin(turn)
            self.add("mud", box(*at, dice.uniform(back, back + 3), wide, turn))
        self.start = self.beside(px, py, 0.3, 4)
        self.goals = [self.beside(px, py, 0.1, 4) for _ in range(12)] + self.on_borders(4)

    def cornered(self) -> None:
        """A start and goals on corners of areas that are corners of the outline of a wall, grown by the base."""
        dice, r = self.dice, self.radius
        self.clear = -5e-5
        wall = self.add(
            "wall", box(7.0, 6.0, dice.choice([1.0, 2.0, 2.5]), dice.choice([0.25, 0.5, 1.0]), 0.0)
        )
        grown = box(7.0 - r, 6.0 - r, wall[2] - wall[0] + 2 * r, wall[5] - wall[1] + 2 * r, 0.0)
        corners = [(grown[k], grown[k + 1]) for k in range(0, 8, 2)]
        for _ in range(dice.randint(1, 3)):
            at = dice.choice([*corners, (7.0, 6.0 - r), (7.0 - r, 6.0)])
            long = dice.choice([-1, 1]) * dice.choice([0.5, 1.0, r, 2.0])
            self.add("mud", box(*at, long, dice.choice([-1, 1]) * dice.choice([0.25, r, 1.0, 3.0]), 0.0))
        self.start = dice.choice(corners + self.on_borders(4))
        self.goals = corners + self.on_borders(8) + [self.beside(8, 6, 0.5, 4) for _ in range(4)]

    def hurdles(self) -> None:
        """Hurdles to climb over beside walls, and borders that touch them or their outline."""
        dice = self.dice
        turn = dice.choice([0.0, dice.uniform(0, 3)])
        hurdle = self.add("hurdle", box(7.0, 6.0, dice.uniform(0.5, 3), dice.uniform(0.05, 1), turn))
        k = 2 * dice.randint(0, 3)
        x, y = hurdle[k : k + 2]
        if dice.random() < 0.7:
            r = self.radius
            dx, dy = dice.choice([(0.0, 0.0), (r, 0.0), (0.0, r), (0.0, -r)])
            wide = dice.choice([-1, 1]) * dice.uniform(0.2, 3)
            slant = dice.choice([turn, turn + math.pi / 2, 1.0])
            self.add("mud", box(x + dx, y + dy, dice.uniform(0.5, 4), wide, slant))
        for _ in range(dice.randint(0, 2)):
            at = self.beside(x, y, 0.0, 2.5)
            if dice.random() < 0.5:
                self.wall(*at)
            else:
                slant = dice.choice([turn, dice.uniform(0, 3)])
                self.add("hurdle", box(*at, dice.uniform(0.5, 2), dice.uniform(0.05, 0.5), slant))
        self.start = self.beside(x, y, 0.7, 4)
        self.goals = [self.beside(x, y, 0.5, 4) for _ in range(12)]

    def chequered(self) -> None:
        """Tiles of mud that meet at their corners, like the black squares of a chessboard."""
        dice = self.dice
        turn = dice.choice([0.0, 0.0, dice.uniform(0, 1.5)])
        c, s = math.cos(turn), math.sin(turn)
        size, count = dice.choice([0.25, 0.5, 1.0, self.radius]), dice.randint(2, 4)
        for i in range(count):
            for j in range(dice.randint(1, count)):
                if (i + j) % 2 == 0:
                    u, v = i * size, j * size
                    self.add("mud", box(6 + u * c - v * s, 5 + u * s + v * c, size, size, turn))
        if dice.random() < 0.6:
            self.wall(*self.beside(7, 6, 0.0, 2.0))
        self.start = dice.choice([self.beside(7, 6, 0.7, 3), *self.on_borders(2)])
        self.goals = self.on_borders(8) + [self.beside(7, 6, 0.3, 4) for _ in range(8)]
