"""Seeded boards for measurements."""

from __future__ import annotations

import random

from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration, find
from surefoot.referee.referee import check
from surefoot.table.model import Base, Model
from surefoot.table.place import on_surface
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece

MILLION = 1_000_000


def lattice(*values: float) -> tuple[int, ...]:
    """Lengths as a table keeps them."""
    return tuple(round(value * MILLION) for value in values)


def skirmish(seed: int, pieces: int = 40, models: int = 30) -> Table:
    """A 48 × 48 inch table: a grid of plots, each with a piece of terrain or a fighter."""
    dice = random.Random(seed)
    plots = [(x, y) for x in range(8) for y in range(9)]
    dice.shuffle(plots)
    terrain = [_piece(f"t{i}", dice, *plots.pop()) for i in range(pieces)]
    fighters = []
    for i in range(models):
        x, y = plots.pop()
        place = on_surface(x * 6 + 1 + dice.random() * 3.5, y * 5.2 + 1 + dice.random() * 3)
        profile = Record(M=5, I=4, T=3, W=1)
        fighters.append(Model(f"m{i}", Base("round", lattice(1.26)), place, "ab"[i % 2], profile=profile))
    ruleset = find("necromunda-classic")
    options = Record({name: option.default for name, option in ruleset.catalogue.options.items()})
    table = Table(
        ruleset.name,
        "inch",
        Board(48 * MILLION, 48 * MILLION),
        options=options,
        pieces=Shelf((piece.id, piece) for piece in terrain),
        models=Shelf((model.id, model) for model in fighters),
    )
    return ruleset.lay(table)[0]


def _piece(name: str, dice: random.Random, column: int, row: int) -> Piece:
    x, y = column * 6 + 0.5, row * 5.2 + 0.5
    width, depth = 1.5 + dice.random() * 3, 1.5 + dice.random() * 2
    outline = lattice(x, y, x + width, y, x + width, y + depth, x, y + depth)
    sort = dice.choice(["area", "area", "wall", "obstacle", "platform", "platform"])
    if sort == "area":
        return Piece(name, "area", outline, tags=(dice.choice(["difficult", "dangerous"]),))
    if sort == "platform":
        under = dice.choice(["solid", "open"])
        return Piece(
            name, "platform", outline, z=dice.choice([1, 2, 3]) * MILLION, details=Record(under=under)
        )
    if sort == "wall":
        return Piece(
            name, "wall", lattice(x, y, x + width, y, x + width, y + 0.25, x, y + 0.25), height=3 * MILLION
        )
    return Piece(
        name, "obstacle", lattice(x, y, x + width, y, x + width, y + 0.5, x, y + 0.5), height=MILLION
    )


def random_moves(table: Table, seed: int, count: int) -> list[Declaration]:
    """Moves of one to three legs by random fighters; what the referee makes of them does not matter."""
    dice = random.Random(seed)
    moves: list[Declaration] = []
    while len(moves) < count:
        who = dice.choice(list(table.models))
        pose = table.pose(who)
        x, y = pose.x, pose.y
        legs = []
        for _ in range(dice.randint(1, 3)):
            x, y = x + dice.uniform(-3, 3), y + dice.uniform(-3, 3)
            point = lattice(min(47, max(1, x)), min(47, max(1, y)))
            legs.append(Leg((point[0], point[1]), dice.choice(["walk", "walk", "walk", "climb"])))
        moves.append(Declaration("move", (who,), tuple(legs)))
    return moves


def verdicts(table: Table, moves: list[Declaration]) -> dict[str, int]:
    """How many of some moves are legal, illegal, stopped short."""
    counts: dict[str, int] = {}
    for declaration in moves:
        verdict = check(table, declaration, nearest=False).verdict
        counts[verdict] = counts.get(verdict, 0) + 1
    return counts
