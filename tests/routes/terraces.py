"""Random tables of several levels, and explorers who try legs at random: whatever the referee lets them do is possible."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.protocol import Declaration, find
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.view import View
from surefoot.routes.crossing import declared
from surefoot.table.model import Base, Model
from surefoot.table.place import Place, on_surface
from surefoot.table.record import EMPTY, Record, freeze
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece
from tests.routes.boards import lattice, quarter

WIDTH, DEPTH = 16.0, 12.0
WAYS: tuple[By, ...] = ("climb", "climb", "jump", "leap", "link", "walk")


@dataclass(frozen=True)
class Land:
    """What a table of a ruleset is made of."""

    action: str
    profile: Record
    heights: tuple[float, ...] = (0.5, 1.0, 1.5, 2.0, 2.5)
    # How what stands about is climbed, where somebody has to say so.
    tags: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ("difficult", "dangerous")
    # So many actions in a row.
    actions: int = 1
    keywords: tuple[str, ...] = ()
    # How an explorer tries to go on.
    ways: tuple[By, ...] = WAYS
    # What a ruleset says of some of what stands about.
    traits: Record = EMPTY


FIGHTER = Record(M=6, I=4, T=3, W=1)
LANDS = {
    "necromunda-classic": Land("move", FIGHTER),
    "necromunda-2023": Land("move", FIGHTER),
    "wh40k-10e": Land(
        "normal",
        Record(M=9),
        heights=(1.5, 2.5, 3.0, 4.0),
        grounds=("impassable",),
        keywords=("Infantry",),
        ways=("climb", "walk"),
        traits=Record({"wh40k-10e": Record(type="ruins")}),
    ),
    "dark-heresy-2e": Land(
        "full-move", Record(S=40, T=40, Ag=40, Per=30, WP=30), tags=("simple",), grounds=("mud",), actions=3
    ),
    "gemini-arap": Land(
        "move", Record(M=6, I=4, ap=3), tags=("rough-stone",), grounds=("difficult",), actions=3
    ),
}


def _box(x: float, y: float, width: float, depth: float) -> tuple[int, ...]:
    return lattice(x, y, x + width, y, x + width, y + depth, x, y + depth)


def _pieces(dice: random.Random, land: Land) -> list[Piece]:
    found: list[Piece] = []
    heights = land.heights
    for k in range(dice.randint(2, 4)):
        x, y = quarter(dice, 1, WIDTH - 6), quarter(dice, 1, DEPTH - 5)
        width, depth, z = quarter(dice, 2, 5), quarter(dice, 2, 4), dice.choice(heights)
        under = Record(under="solid") if dice.random() < 0.5 else Record()
        deck = _box(x, y, width, depth)
        traits = land.traits if land.traits and dice.random() < 0.4 else EMPTY
        found.append(
            Piece(f"deck{k}", "platform", deck, z=to_lattice(z), tags=land.tags, details=under, traits=traits)
        )
        if dice.random() < 0.4:
            at = x + dice.uniform(0.8, width - 0.8)
            line = lattice(at, y - 0.02, at, y + 0.02)
            found.append(Piece(f"ladder{k}", "ladder", line=line, height=to_lattice(z)))
        elif dice.random() < 0.5:
            line = lattice(x - 2.5, y + depth / 2, x, y + depth / 2)
            outline = _box(x - 2.5, y + depth / 2 - 1, 2.5, 2)
            found.append(Piece(f"stairs{k}", "stairs", outline, line, height=to_lattice(z)))
    for k in range(dice.randint(0, 3)):
        x, y = quarter(dice, 1, WIDTH - 5), quarter(dice, 1, DEPTH - 4)
        width, depth = dice.choice([(0.25, 3.0), (3.0, 0.5), (2.0, 2.0), (4.0, 0.25)])
        high = to_lattice(dice.choice([1.0, 2.0, 3.0]))
        if dice.random() < 0.5:
            found.append(Piece(f"wall{k}", "wall", _box(x, y, width, depth), height=high, tags=land.tags))
        else:
            tags = (dice.choice(land.grounds),)
            found.append(Piece(f"area{k}", "area", _box(x, y, 2 * width, depth), tags=tags))
    return found


def terrace(ruleset_name: str, seed: int) -> Table:
    """A table with platforms, walls, ladders and stairs for one model, `me`, among friends and enemies."""
    dice = random.Random(seed)
    ruleset, land = find(ruleset_name), LANDS[ruleset_name]
    options = Record({name: freeze(option.default) for name, option in ruleset.catalogue.options.items()})
    while True:
        pieces = _pieces(dice, land)
        base = Base("round", lattice(dice.choice([25.0, 32.0]) / 25.4))
        models: list[Model] = []
        for k in range(dice.randint(1, 3)):
            spot = (quarter(dice, 1, WIDTH - 1), quarter(dice, 1, DEPTH - 1))
            name, side = ("me", "blue") if k == 0 else (f"m{k}", dice.choice(["blue", "red"]))
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
            if not surface.sloped and not view.overlapped(there) and view.supported(there):
                spots.append(surface.id)
        if not spots:
            return None
        place = on_surface(pose.x, pose.y, dice.choice(spots))
        table = table.changed(models=table.models.with_(name, model.at(place)))
    return table


@dataclass(frozen=True)
class Found:
    """A place that somebody got to, what it took him of all his actions, and what he declared."""

    place: Place
    x: float
    y: float
    used: float
    declarations: tuple[Declaration, ...]


def _aim(table: Table, dice: random.Random, x: float, y: float) -> tuple[float, float]:
    """Somewhere to go: any way round, straight along an axis, or just inside or outside of a side of something."""
    pieces = [piece for piece in table.pieces.values() if piece.sort in ("platform", "wall", "stairs")]
    if not pieces or dice.random() < 0.3:
        angle = dice.choice([dice.uniform(0, 2 * math.pi), dice.randint(0, 3) * math.pi / 2])
        far = dice.uniform(0.4, 6.0)
        return x + far * math.cos(angle), y + far * math.sin(angle)
    outline = [from_lattice(value) for value in dice.choice(pieces).outline]
    west, east, south, north = min(outline[0::2]), max(outline[0::2]), min(outline[1::2]), max(outline[1::2])
    if dice.random() < 0.5:
        # Straight over the nearest side.
        if west - 2 < x < east + 2:
            return x, dice.choice([south, north]) + dice.uniform(-1.2, 1.2)
        return dice.choice([west, east]) + dice.uniform(-1.2, 1.2), y
    return dice.uniform(west - 1, east + 1), dice.uniform(south - 1, north + 1)


def _legs(table: Table, dice: random.Random, x: float, y: float, count: int) -> list[Leg]:
    links = [piece.id for piece in table.pieces.values() if piece.sort == "ladder"]
    names = [piece.id for piece in table.pieces.values() if piece.sort in ("platform", "wall")]
    legs: list[Leg] = []
    for _ in range(count):
        by = dice.choice(LANDS[table.ruleset].ways)
        if by == "link" and links:
            legs.append(Leg(None, "link", link=dice.choice(links)))
            continue
        x, y = _aim(table, dice, x, y)
        on = dice.choice(["", "board", *names]) if by in ("climb", "jump", "leap") else ""
        legs.append(Leg((to_lattice(x), to_lattice(y)), by if by != "link" else "walk", on=on))
    return legs


def explored(table: Table, tries: int, seed: int) -> Iterator[Found]:
    """Places that a model gets to by legs tried at random, straight ahead and over whatever lies there."""
    dice, land = random.Random(seed), LANDS[table.ruleset]
    own = {each.by: each for each in ruleset_of(table).crossings}
    length = ruleset_of(table).tariffs(table, "me", land.action)[0].allowance
    for _ in range(tries):
        now, used = table, 0.0
        made: list[Declaration] = []
        for _ in range(dice.randint(1, land.actions)):
            pose = now.pose("me")
            legs = _legs(table, dice, pose.x, pose.y, 1 if own else dice.randint(1, 3))
            crossing = own.get(legs[0].by)
            declaration = Declaration(crossing.action if crossing else land.action, ("me",), tuple(legs))
            outcome = declared(now, declaration)
            if outcome is None or outcome[1].models["me"].place.kind != "surface":
                break
            now = outcome[1]
            made.append(declaration)
            # Each declaration begins with a new action: what is left of the one before is lost.
            used = math.ceil(used / length - 1e-9) * length
            used += crossing.takes * length if crossing else from_lattice(outcome[0].cost)
            place = now.models["me"].place
            end = now.resolve(place)
            if used <= land.actions * length:
                yield Found(place, end.x, end.y, used, tuple(made))
