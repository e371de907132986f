"""Random tables of several levels: platforms on platforms, gaps, stairs, ladders, doors, pits, water, and who stands about."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.referee.itinerary import By
from surefoot.referee.protocol import find
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.view import View
from surefoot.table.model import Base, Model
from surefoot.table.place import on_surface
from surefoot.table.record import EMPTY, Record, freeze
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece, Sort
from tests.routes.boards import lattice, quarter

WIDTH, DEPTH = 16.0, 12.0
# From this seed on tables have doors, lifts and water to go through, to ride and to swim, and explorers do so.
FURNISHED = 10_000
# Nobody stands in anybody; but near enough to keep somebody from setting out.
_APART = 1.3
WAYS: tuple[By, ...] = ("climb", "climb", "jump", "leap", "link", "walk")
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Land:
    """What a table of a ruleset is made of."""

    action: str
    profile: Record
    heights: tuple[float, ...] = (0.5, 1.0, 1.5, 2.0, 2.5)
    # How what stands about is climbed, where somebody has to say so.
    tags: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ("difficult", "dangerous")
    # The number of actions in a row.
    actions: int = 1
    keywords: tuple[str, ...] = ()
    # How an explorer tries to go on.
    ways: tuple[By, ...] = WAYS
    # What a ruleset says of some of what stands about.
    traits: Record = EMPTY
    # How deep pits are, to climb into and to leap over.
    depths: tuple[float, ...] = (1.0, 2.0)
    # Whether there are lifts to ride, and deep water to swim through; and what a ruleset says of that.
    lifts: bool = False
    water: bool = False
    waters: Record = EMPTY


FIGHTER = Record(M=6, I=4, T=3, W=1)
LANDS = {
    "necromunda-classic": Land("move", FIGHTER, actions=2, lifts=True),
    "necromunda-2023": Land("move", FIGHTER, lifts=True),
    "wh40k-10e": Land(
        "normal",
        Record(M=9),
        heights=(1.5, 2.5, 3.0, 4.0),
        grounds=("impassable",),
        keywords=("Infantry",),
        ways=("climb", "walk"),
        depths=(1.0, 2.0, 3.0),
        traits=Record({"wh40k-10e": Record(type="ruins")}),
    ),
    "dark-heresy-2e": Land(
        "full-move",
        Record(S=40, T=40, Ag=40, Per=30, WP=30),
        tags=("simple",),
        grounds=("mud",),
        actions=3,
        water=True,
        waters=Record({"dark-heresy-2e": Record(depth=5, water="calm")}),
    ),
    "gemini-arap": Land(
        "move",
        Record(M=6, I=4, ap=3),
        tags=("rough-stone",),
        grounds=("difficult",),
        actions=3,
        water=True,
    ),
}


def _outline(box: Box) -> tuple[int, ...]:
    x, y, width, depth = box
    return lattice(x, y, x + width, y, x + width, y + depth, x, y + depth)


class _Builder:
    """Puts up one thing after another; on most tables nothing stands in something else, on some they run into each other."""

    def __init__(self, dice: random.Random, land: Land, *, furnished: bool) -> None:
        self.dice, self.land, self.furnished = dice, land, furnished
        self.pieces: list[Piece] = []
        self.taken: list[Box] = []
        self.sloped: list[Box] = []
        self.heaped = dice.random() < 0.3

    def built(self) -> list[Piece]:
        dice = self.dice
        for k in range(dice.randint(2, 4)):
            self._deck(k)
        for k in range(dice.randint(1, 4)):
            dice.choice([self._wall, self._gate, self._pipe, self._area, self._area, self._pit])(k)
        if self.furnished:
            self._furnish()
        return self.pieces

    def _furnish(self) -> None:
        """A door, a lift and water, each by chance, where the ruleset has it."""
        if self.dice.random() < 0.6:
            self._gate(len(self.pieces))
        if self.land.lifts and self.dice.random() < 0.8:
            self._lift()
        if self.land.water and self.dice.random() < 0.8:
            self._water()

    def _room(self, width: float, depth: float, beside: float = 0.0) -> Box | None:
        """Somewhere for a thing of some size, with so much room to the west of it."""
        for _ in range(12):
            x, y = (
                quarter(self.dice, 0.5 + beside, WIDTH - width - 0.5),
                quarter(self.dice, 0.5, DEPTH - depth - 0.5),
            )
            box = (x - beside, y, width + beside, depth)
            # Nothing stands in a slope, even there.
            apart = self.sloped if self.heaped and not beside else self.taken
            if not any(_meet(box, other) for other in apart):
                self.taken.append(box)
                if beside:
                    self.sloped.append(box)
                return x, y, width, depth
        return None

    def _add(self, name: str, sort: Sort, box: Box | None = None, **fields: Any) -> None:
        outline = _outline(box) if box is not None else ()
        self.pieces.append(Piece(name, sort, outline, **fields))

    # ------------------------------------------------------------------ what can be stood on

    def _deck(self, k: int) -> None:
        """A platform, what leads up to it, and what stands on it or beside it."""
        dice, land = self.dice, self.land
        ways: list[Sort | None] = ["ladder", "ladder", "stairs", "ramp", "rope", None, None]
        way = dice.choice(ways)
        sloped = way in ("stairs", "ramp")
        box = self._room(quarter(dice, 2, 5), quarter(dice, 2, 4), beside=2.5 if sloped else 0.0)
        if box is None:
            return
        x, y, width, depth = box
        z = dice.choice(land.heights)
        under = Record(under="solid") if dice.random() < 0.5 else Record()
        traits = land.traits if land.traits and dice.random() < 0.4 else EMPTY
        self._add(f"deck{k}", "platform", box, z=to_lattice(z), tags=land.tags, details=under, traits=traits)
        if way is not None and sloped:
            line = lattice(x - 2.5, y + depth / 2, x, y + depth / 2)
            wide = dice.choice([1.5, 2.0])
            slope = (x - 2.5, y + depth / 2 - wide / 2, 2.5, wide)
            self._add(f"{way}{k}", way, slope, line=line, height=to_lattice(z))
        elif way is not None:
            self._upright(f"{way}{k}", way, x + dice.uniform(0.8, width - 0.8), y, 0.0, z)
        if dice.random() < 0.35:
            self._tier(k, box, z)
        if dice.random() < 0.35:
            self._twin(k, box, z)
        if dice.random() < 0.3:
            patch = (x + width / 4, y + depth / 4, width / 2, depth)
            self._add(f"patch{k}", "area", patch, on=f"deck{k}", tags=(dice.choice(land.grounds),))

    def _upright(self, name: str, sort: Sort, x: float, y: float, low: float, high: float) -> None:
        line = lattice(x, y - 0.02, x, y + 0.02)
        self._add(name, sort, line=line, z=to_lattice(low), height=to_lattice(high - low))

    def _tier(self, k: int, box: Box, low: float) -> None:
        """A second platform on the first."""
        dice, (x, y, width, depth) = self.dice, box
        dx, dy = quarter(dice, 0.5, 1.5), quarter(dice, 0.5, 1.5)
        inner = (x + dx, y + dy, max(1.25, width - dx - dice.choice([0.0, 0.75])), max(1.25, depth - dy))
        high = low + dice.choice([0.5, 1.0, 1.5])
        details = Record(under="solid", foot=to_lattice(low))
        self._add(f"tier{k}", "platform", inner, z=to_lattice(high), tags=self.land.tags, details=details)
        if dice.random() < 0.4:
            self._upright(f"steps{k}", "ladder", inner[0] + inner[2] / 3, inner[1], low, high)

    def _twin(self, k: int, box: Box, z: float) -> None:
        """Another platform across a gap, as high or lower."""
        dice, (x, y, width, _) = self.dice, box
        away = quarter(dice, 0.5, 2.75)
        beyond = (x + width + away, y + quarter(dice, -1, 1), quarter(dice, 1.5, 3), quarter(dice, 1.5, 3))
        if beyond[0] + beyond[2] > WIDTH or beyond[1] < 0.0 or beyond[1] + beyond[3] > DEPTH:
            return
        if any(_meet(beyond, other) for other in self.sloped):
            return
        self.taken.append(beyond)
        z = max(0.5, z - dice.choice([0.0, 0.0, 0.5, 1.0]))
        self._add(f"twin{k}", "platform", beyond, z=to_lattice(z), tags=self.land.tags)

    def _lift(self) -> None:
        """A lift beside a platform, at its foot or level with it."""
        dice = self.dice
        deck = dice.choice([piece for piece in self.pieces if piece.sort == "platform"])
        west, south, east, north = (from_lattice(deck.outline[i]) for i in (0, 1, 4, 5))
        away, wide = dice.choice([0.0, 0.0, 0.25]), dice.choice([1.5, 2.0, 2.5])
        along = quarter(dice, -0.5, 1.0)
        sides = [
            (west - away - wide, south + along, wide, wide),
            (east + away, south + along, wide, wide),
            (west + along, south - away - wide, wide, wide),
            (west + along, north + away, wide, wide),
        ]
        dice.shuffle(sides)
        for box in sides:
            on_board = box[0] >= 0 and box[1] >= 0 and box[0] + wide <= WIDTH and box[1] + wide <= DEPTH
            if on_board and not any(_meet(box, other) for other in self.taken):
                self.taken.append(box)
                shaft = Record(low=0, high=deck.z)
                self._add("lift", "lift", box, z=dice.choice([0, 0, deck.z]), details=shaft)
                return

    # ------------------------------------------------------------------ what is in the way

    def _wall(self, k: int) -> None:
        box = self._room(*self.dice.choice([(0.25, 3.0), (3.0, 0.5), (2.0, 2.0), (4.0, 0.25)]))
        if box is not None:
            high = to_lattice(self.dice.choice([1.0, 2.0, 3.0]))
            self._add(f"wall{k}", "wall", box, height=high, tags=self.land.tags)

    def _gate(self, k: int) -> None:
        """A long wall with a door in it, open or closed."""
        box = self._room(0.25, 7.0)
        if box is not None:
            x, y, width, _ = box
            high = to_lattice(self.dice.choice([2.5, 3.0]))
            self._add(f"gate{k}", "wall", box, height=high, tags=self.land.tags)
            door = (x, y + quarter(self.dice, 1.0, 4.0), width, 1.75)
            line = lattice(x + width / 2, door[1], x + width / 2, door[1] + 1.75)
            state = (self.dice.choice(["open", "closed", "closed"]),)
            self._add(f"door{k}", "door", door, line=line, height=to_lattice(2.0), state=state)

    def _pipe(self, k: int) -> None:
        box = self._room(*self.dice.choice([(0.5, 3.0), (3.0, 0.5), (1.0, 1.0)]))
        if box is not None:
            high = to_lattice(self.dice.choice([0.5, 0.75, 1.25]))
            self._add(f"pipe{k}", "obstacle", box, height=high, tags=self.land.tags)

    def _area(self, k: int) -> None:
        box = self._room(*self.dice.choice([(3.0, 3.0), (6.0, 0.5), (4.0, 2.0), (0.5, 3.0)]))
        if box is not None:
            self._add(f"area{k}", "area", box, tags=(self.dice.choice(self.land.grounds),))

    def _pit(self, k: int) -> None:
        box = self._room(*self.dice.choice([(1.5, 4.0), (4.0, 1.5), (2.5, 2.5)]))
        if box is not None:
            deep = to_lattice(self.dice.choice(self.land.depths))
            self._add(f"pit{k}", "gap", box, z=-deep, tags=self.land.tags, details=Record(depth=deep))

    def _water(self) -> None:
        box = self._room(quarter(self.dice, 1.5, 3), quarter(self.dice, 3, 6))
        if box is not None:
            self._add("water", "area", box, tags=("deep-water",), traits=self.land.waters)


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _beside(pieces: list[Piece], dice: random.Random) -> tuple[float, float] | None:
    """Somewhere beside a door, a lift or water: from afar nobody gets to it."""
    found = [each for each in pieces if each.sort in ("door", "lift") or "deep-water" in each.tags]
    if not found:
        return None
    piece = dice.choice(found)
    west, south, east, north = (from_lattice(piece.outline[i]) for i in (0, 1, 4, 5))
    x, y = quarter(dice, west - 2, east + 2), quarter(dice, south - 2, north + 2)
    return min(max(x, 1.0), WIDTH - 1), min(max(y, 1.0), DEPTH - 1)


def terrace(ruleset_name: str, seed: int) -> Table:
    """A table with platforms, walls, ladders and stairs for one model, `me`, among friends and enemies."""
    dice = random.Random(seed)
    ruleset, land = find(ruleset_name), LANDS[ruleset_name]
    options = Record({name: freeze(option.default) for name, option in ruleset.catalogue.options.items()})
    while True:
        pieces = _Builder(dice, land, furnished=seed >= FURNISHED).built()
        base = Base("round", lattice(dice.choice([25.0, 32.0]) / 25.4))
        models: list[Model] = []
        mine = 0.0, 0.0
        for k in range(dice.randint(1, 3)):
            spot = (quarter(dice, 1, WIDTH - 1), quarter(dice, 1, DEPTH - 1))
            if k == 0 and seed >= FURNISHED:
                spot = _beside(pieces, dice) or spot
            name, side = ("me", "blue") if k == 0 else (f"m{k}", dice.choice(["blue", "red"]))
            if models and math.dist(spot, mine) < _APART:
                continue
            mine = mine if models else spot
            place = on_surface(*spot)
            models.append(
                Model(
                    name,
                    base,
                    place,
                    side,
                    height=1_500_000,
                    profile=land.profile,
                    keywords=land.keywords,
                )
            )
        table = Table(
            ruleset.name,
            ruleset.unit,
            Board(to_lattice(WIDTH), to_lattice(DEPTH)),
            options=options,
            pieces=Shelf((piece.id, piece) for piece in pieces),
            models=Shelf((model.id, model) for model in models),
        )
        laid, problems = ruleset.lay(table)
        if not problems:
            lifted = _lifted(laid, dice)
            if lifted is not None:
                return lifted


def _lifted(table: Table, dice: random.Random) -> Table | None:
    """The same with every model on what it stands over or under; none if one of them stands nowhere."""
    for name in table.models:
        model = table.models[name]
        view = View(
            Scene(table), ruleset_of(table).tariffs(table, "me", LANDS[table.ruleset].action)[0].lens, name
        )
        pose = table.pose(name)
        spots = []
        if any(surface.sloped for surface in view.surfaces_at(pose.x, pose.y)):
            return None
        for surface in view.surfaces_at(pose.x, pose.y):
            there = pose._replace(z=surface.height(pose.x, pose.y))
            # Nor does anybody stand inside of a block, however low it is.
            buried = any(
                view.fills(solid, there.z) and inside_rings(pose.x, pose.y, solid.region.rings)
                for solid in view.terrain.solids
            )
            if not surface.sloped and not buried and not view.overlapped(there) and view.supported(there):
                spots.append(surface.id)
        if not spots:
            return None
        place = on_surface(pose.x, pose.y, dice.choice(spots))
        table = table.changed(models=table.models.with_(name, model.at(place)))
    return table
